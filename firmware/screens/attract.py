"""Attract and menu: the bulbs, the loop of slides, the three games, the languages, the price."""

from __future__ import annotations

import math
from collections.abc import Iterable

from firmware.cabinet.lamps import CHASE_STEPS_PER_S, FULL, lamp_levels
from firmware.cabinet.state import Mode
from firmware.cards.card import Card, parse_cards
from firmware.games.cinque_mani.table import POINTS
from firmware.games.joker_poker.hands import Hand
from firmware.games.joker_poker.paytable import MAX_CHIPS, PAYING_HANDS
from firmware.money import GameId
from firmware.panel import Button, Light
from firmware.screens import brush, coin_notice, theme
from firmware.screens.card_strip import STRIP_W, card_strips
from firmware.screens.cinque_art import draw_hand, draw_points, draw_row
from firmware.screens.keys import blink_level, key_sprites, next_blink_s
from firmware.screens.kit import Kit
from firmware.screens.layout import Plan
from firmware.screens.lettering import line, wrapped
from firmware.screens.lobby_art import (
    POSTERS,
    bulbs,
    draw_fan,
    draw_lobby_ground,
    draw_motto,
    poster,
    signs,
)
from firmware.screens.marquee import draw_neon
from firmware.screens.panels import rule
from firmware.screens.pay_table import row_colour
from firmware.screens.scene import Scene
from firmware.screens.slides import Showing, Slide, showing, slides_of
from firmware.screens.speech import Speech
from firmware.screens.stage import Paint, Picture, Sprite
from firmware.screens.theme import Box, Style
from firmware.screens.view import Trace, View
from firmware.words import Language

LANGUAGES = Box(534, 430, 160, 190)
RULES = Box(704, 430, 160, 190)
MOST_LANGUAGES = 4
"""Shown at once; of a longer ring those around the chosen one."""
PRICE = Box(884, 430, 372, 190)
WAITING = Box(24, 430, 840, 190)
CALL_X, CALL_BASELINE = 395, 331
SLIDE_W = 640
CALL = Style("play_bold", 40, theme.AMBER_TEXT, "centre", 0.6)
HEADING = Style("play_bold", 54, theme.IVORY, "left")
STEP = Style("sans", 25, theme.IVORY, "left")
FIGURE = Style("play_bold", 24, theme.AMBER_TEXT, "right")
CHOICE = Style("sans_bold", 23, theme.SAND, "centre")
ROW_BOLD = Style("sans_bold", 23, theme.SAND)
NOTICE = Style("sans", 19, theme.SAND, "centre")
WAITING_HEAD = Style("play_bold", 30, theme.AMBER_TEXT)
WAITING_HOW = Style("sans", 22, theme.IVORY, "right")


def attract_scene(view: View, now_s: float, trace: Trace, words: Speech) -> Scene:
    """The picture of attract, of the menu, and of attract over a waiting game."""
    shown, change_s = showing(slides_of(view.setup.games), max(0.0, now_s - trace.place_since_s))
    is_still = view.options.reduced_motion
    step = 0 if is_still else int(now_s * CHASE_STEPS_PER_S + 1e-6) % 4
    is_waiting = view.state.mode not in (Mode.ATTRACT, Mode.MENU)
    panels = (WAITING, PRICE) if is_waiting else (LANGUAGES, RULES, PRICE)
    sprites = (
        Sprite(Paint(draw_lobby_ground, (panels,)), 0, 0, "ground"),
        *bulbs(step),
        *(sprite for each in shown for sprite in _slide(each, view, words)),
        *_call(view, now_s, words),
        *(_hand_that_waits(view, words) if is_waiting else _choices(view, words)),
        *_price(view, words),
        *key_sprites(
            view.panel,
            words.legend,
            words.number,
            now_s,
            [button for button, _ in trace.pressed],
            _chase(view, now_s),
        ),
    )
    due = [
        now_s + change_s,
        (math.floor(now_s * CHASE_STEPS_PER_S + 1e-6) + 1) / CHASE_STEPS_PER_S,
        next_blink_s(now_s),
    ]
    if trace.pressed:
        due.append(min(when for _, when in trace.pressed) + theme.PRESS_S)
    return Scene(sprites, min(due), plan=Plan.LOBBY)


def _chase(view: View, now_s: float) -> list[Button]:
    """The keys that the lamps' chase makes bright: drawn and real lamps agree."""
    if view.state.mode is not Mode.ATTRACT:
        return []
    levels = lamp_levels(view.panel, Mode.ATTRACT, now_s)
    return [
        button
        for button, key in view.panel.items()
        if levels[button] == FULL and key.light is not Light.NEXT
    ]


def _call(view: View, now_s: float, words: Speech) -> tuple[Sprite, ...]:
    credit = view.state.credit
    is_menu, is_attract = (view.state.mode is mode for mode in (Mode.MENU, Mode.ATTRACT))
    warning = coin_notice.notice(view, words)
    colour = theme.AMBER_TEXT
    if view.state.is_free_play:
        text, alpha = words.text("lobby.free_play"), 255
    elif credit == 0 and (is_menu or is_attract) and coin_notice.is_out(view):
        text, alpha, colour = words.text("coins.out.title"), 255, theme.CORAL
        warning = words.text("coins.out").replace("\n", " ")
    elif credit == 0 and (is_menu or is_attract):
        text, alpha = coin_notice.call(view, words), round(255 * (0.2 + 0.8 * blink_level(now_s)))
    else:  # on every slide: the next coin must be seen to arrive
        text, alpha = words.text("lobby.credit", credits=credit), 255
    note = NOTICE._replace(colour=theme.CORAL) if warning else NOTICE
    below = line(
        warning or words.text("lobby.amusement"), note, CALL_X, 364, "notice", width=SLIDE_W
    )
    style = CALL._replace(colour=colour)
    call = line(text, style, CALL_X, CALL_BASELINE, "call", width=SLIDE_W, floor=24, alpha=alpha)
    return call, below


# --- slides -----------------------------------------------------------------------------------


def _slide(shown: Showing, view: View, words: Speech) -> Iterable[Sprite]:
    draw = {
        "title": _title_slide,
        "pays": _pays_slide,
        "hand": _hand_slide,
        "hands": _hands_slide,
    }
    for sprite in draw[shown.slide.kind](shown.slide, view, words):
        yield (
            sprite
            if shown.alpha == 255
            else sprite._replace(alpha=sprite.alpha * shown.alpha // 255)
        )


def _title_slide(slide: Slide, view: View, words: Speech) -> tuple[Sprite, ...]:
    del slide
    text = words.text("lobby.slogan")
    if view.state.mode is Mode.MENU and view.state.credit:
        text = words.text("lobby.choose")
    style = Style("sans", 34, theme.IVORY, "centre")
    return (
        Sprite(Paint(draw_neon, ("cabinato", 142, "wordmark")), 397, 188, "slide"),
        Sprite(Paint(draw_motto, (654,)), 68, 223, "slide"),
        line(text, style, CALL_X, 274, "slide", width=SLIDE_W, floor=24),
        Sprite(Paint(draw_fan, ()), 750, 65, "slide"),
    )


def _pays_slide(slide: Slide, view: View, words: Speech) -> tuple[Sprite, ...]:
    del slide
    chip_value = view.state.saved.joker.chip_value

    def pays(hand: Hand) -> int:
        return view.setup.game.pays(hand, MAX_CHIPS, chip_value)

    royal = words.counted("slide.pays.royal", pays(Hand.NATURAL_ROYAL))
    rows: list[Sprite] = []
    for index, hand in enumerate(PAYING_HANDS):
        baseline = 86 + 28 * index
        name = Style("play_bold", 22, row_colour(index))
        rows.append(line(words.text(f"hand.{hand.value}"), name, 770, baseline, "slide", width=320))
        figure = words.number(pays(hand))
        rows.append(line(figure, FIGURE._replace(size=22), 1210, baseline, "slide"))
    return (
        Sprite(Paint(draw_neon, ("joker", 95, "coral")), 226, 148, "slide"),
        Sprite(Paint(draw_neon, ("poker", 95, "amber")), 562, 148, "slide"),
        Sprite(Paint(draw_motto, (654,)), 68, 205, "slide"),
        line(
            royal, Style("sans", 30, theme.IVORY, "centre"), CALL_X, 264, "slide",
            width=SLIDE_W, floor=22,
        ),
        *rows,
    )  # fmt: skip


def _hand_slide(slide: Slide, view: View, words: Speech) -> tuple[Sprite, ...]:
    del view
    sprites = _numbered(slide, words)
    for place, face in enumerate(slide.cards, start=1):
        is_held = place in slide.held
        paint = Paint(draw_small_card, (face, is_held, place in slide.bank))
        x, y = SMALL_X + SMALL_STEP * (place - 1), SMALL_Y - (18 if is_held else 0)
        sprites.append(Sprite(paint, x, y, "slide"))
    return tuple(sprites)


def _numbered(slide: Slide, words: Speech) -> list[Sprite]:
    """The heading of a slide and its steps."""
    sprites = [line(words.text(slide.title), HEADING, 72, 112, "slide", width=SLIDE_W, floor=36)]
    baseline = 166.0
    for number, key in enumerate(slide.lines, start=1):
        sprites.append(line(str(number), FIGURE._replace(size=28), 92, baseline, "slide"))
        for part in wrapped(words.text(key), STEP, SLIDE_W - 70):
            sprites.append(line(part, STEP, 112, baseline, "slide", width=SLIDE_W - 60))
            baseline += 30
        baseline += 14
    return sprites


def _hands_slide(slide: Slide, view: View, words: Speech) -> tuple[Sprite, ...]:
    del view
    sprites = _numbered(slide, words)
    for place, (hand, worth) in enumerate(zip(slide.cards, POINTS, strict=True)):
        x = HANDS_X + HANDS_STEP * place
        cards = tuple(map(str, parse_cards(hand)))
        sprites += [
            Sprite(Paint(draw_points, (worth, False)), x + HANDS_W / 2, 96, "slide"),
            Sprite(Paint(draw_hand, (cards, HANDS_W, 40, 0)), x, 134, "slide"),
        ]
    return tuple(sprites)


HANDS_X, HANDS_W, HANDS_STEP = 752, 84, 92
SMALL, SMALL_STEP = 0.86, 86
SMALL_X, SMALL_Y = 754, 118


def draw_small_card(kit: Kit, face: str, is_held: bool, is_bank: bool) -> Picture:
    """Paint: a small card with its light; anchored at the card's corner."""
    art = kit.cards.back(SMALL) if face == "--" else kit.cards.face(Card.parse(face), SMALL)
    w, h = art.get_size()
    light, pad = brush.glow(w, h, 7 * kit.scale, 8 * kit.scale, 0.6)
    colour = theme.AMBER if is_held else theme.CORAL if is_bank else theme.BLACK
    out = brush.tint(light, colour)
    out.blit(art, (pad, pad))
    if is_held or is_bank:
        edge = kit.px(2.5)
        ring = brush.ring(w + 2 * edge, h + 2 * edge, 8 * kit.scale + edge, edge + 0.5)
        out.blit(brush.tint(ring, colour), (pad - edge, pad - edge))
    return Picture(out, -pad, -pad)


# --- the row over the keys --------------------------------------------------------------------


def _hand_that_waits(view: View, words: Speech) -> tuple[Sprite, ...]:
    """Instead of the games: the hand whose keys are lit, each card, or hand, over its key."""
    is_cinque = view.state.mode is Mode.CINQUE_MANI
    head = words.text("lobby.waiting.hands" if is_cinque else "lobby.waiting")
    return (
        line(head, WAITING_HEAD, 48, 486, "waiting", width=400, floor=22),
        line(words.text("lobby.waiting.how"), WAITING_HOW, 840, 484, "waiting", width=380),
        *(_hands_that_wait(view) if is_cinque else _cards_that_wait(view)),
    )


def _cards_that_wait(view: View) -> tuple[Sprite, ...]:
    left = 24 + (theme.COLUMN_W - STRIP_W) / 2
    return card_strips(view.state.cards, view.state.held, left, 170, 520)


def _hands_that_wait(view: View) -> tuple[Sprite, ...]:
    """The hands, first to fifth; of one that is not built yet what it will be worth."""
    deal = view.state.saved.cinque.dealt
    hands = () if deal is None else deal.hands
    return tuple(
        Sprite(Paint(draw_row, (tuple(map(str, hand)), 148, 76, 0)), x + 6, 520, "hand")
        if hand
        else Sprite(Paint(draw_points, (worth, True)), x + theme.COLUMN_W / 2, 558, "hand")
        for x, hand, worth in zip(theme.COLUMNS_X, hands, POINTS, strict=False)
    )


def _choices(view: View, words: Speech) -> tuple[Sprite, ...]:
    return (*_posters(view.setup.games, words), *_languages(view.state.saved.language))


def _posters(games: tuple[GameId, ...], words: Speech) -> tuple[Sprite, ...]:
    sprites: list[Sprite] = []
    for game in POSTERS:
        is_there = game in games
        sub = words.text(f"lobby.{game}.line" if is_there else "lobby.coming")
        sprites += poster(
            game,
            POSTERS[game],
            words.text(f"lobby.{game}.first"),
            words.text(f"lobby.{game}.second"),
            sub,
            is_there,
        )
    sprites.extend(signs(RULES, words.text("lobby.how_to_play")))
    return tuple(sprites)


def _languages(chosen: Language) -> tuple[Sprite, ...]:
    sprites: list[Sprite] = []
    ring = tuple(Language)
    place = ring.index(chosen) if chosen in ring else 0
    before = max(0, min(place - 1, len(ring) - MOST_LANGUAGES))
    there = ring[before : before + MOST_LANGUAGES]
    step = min(50, (LANGUAGES.h - 40) // len(there))
    first = LANGUAGES.y + (LANGUAGES.h - step * len(there)) // 2 + round(0.64 * step)
    plate_h = min(45, step - 2)
    for index, language in enumerate(there):
        baseline = first + step * index
        is_chosen = language is chosen
        if is_chosen:
            plate = Paint(draw_choice, (134, plate_h))
            y = baseline - 8.5 - plate_h / 2
            sprites.append(Sprite(plate, LANGUAGES.x + 13, y, "languages"))
        colour = theme.AMBER_TEXT if is_chosen else theme.SAND
        sprites.append(
            line(
                language.manner.name,
                CHOICE._replace(colour=colour),
                LANGUAGES.middle_x,
                baseline,
                "languages",
                width=124,
            )
        )
    return tuple(sprites)


def draw_choice(kit: Kit, width: float, height: float) -> Picture:
    """Paint: the plate behind what is chosen in a list."""
    w, h, radius = round(width * kit.scale), round(height * kit.scale), 7 * kit.scale
    face = brush.vertical_gradient(w, h, (theme.rgb("#40290A"), theme.rgb("#3B2708")))
    out = brush.masked(face, brush.rounded(w, h, radius))
    out.blit(brush.tint(brush.ring(w, h, radius, 1.5 * kit.scale), theme.rgb("#7A541B")), (0, 0))
    return Picture(out)


def _price(view: View, words: Speech) -> tuple[Sprite, ...]:
    best = view.state.saved.best
    left, right = PRICE.x + 30, PRICE.right - 30
    amount = Style("play_bold", 29, theme.AMBER_TEXT, "right")
    price = words.money(view.setup.credit_minor, view.setup.currency)
    if view.state.is_free_play:
        price = words.text("credit.free")
    best_text = "-" if best is None else words.number(best.credits)
    note = (
        words.text("lobby.no_best")
        if best is None
        else words.counted("lobby.best_line", best.chips, hand=words.text(f"hand.{best.hand}"))
    )
    return (
        line(words.text("credit.one"), ROW_BOLD, left, 480, "price", width=160),
        line(price, amount, right, 481, "price", width=150),
        rule(PRICE.x + 24, 503, PRICE.w - 48, theme.JOKER_ROOM.edge, theme.TEAL, "price"),
        line(words.text("lobby.best"), ROW_BOLD, left, 543, "price", width=190),
        line(best_text, amount, right, 544, "price", width=120),
        line(
            note, Style("sans", 22, theme.IVORY, "centre"), PRICE.middle_x, 590, "price",
            width=PRICE.w - 40,
        ),
    )  # fmt: skip
