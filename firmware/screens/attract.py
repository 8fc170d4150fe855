"""Attract and menu: the bulbs, the loop of slides, the three games, the languages, the price.

Some slides take the whole picture (`attract_film`, `attract_cast`); the others stand within the
bulbs (`attract_slides`), over the posters or over the hand that waits.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from firmware.cabinet.lamps import CHASE_STEPS_PER_S, FULL, lamp_levels
from firmware.cabinet.slides import WHOLE, Showing
from firmware.cabinet.state import Mode
from firmware.games.cinque_mani.table import POINTS
from firmware.money import GameId
from firmware.panel import Button, Light
from firmware.screens import brush, coin_notice, theme
from firmware.screens.attract_cast import cast_scene
from firmware.screens.attract_film import film_scene
from firmware.screens.attract_slides import CALL_X, CENTRED, HEADING_X, SLIDE_W, slide_sprites
from firmware.screens.card_strip import STRIP_W, card_strips
from firmware.screens.cinque_art import draw_points, draw_row
from firmware.screens.credit import credit_meter
from firmware.screens.keys import blink_level, key_sprites, next_blink_s
from firmware.screens.kit import Kit
from firmware.screens.layout import Plan
from firmware.screens.lettering import line
from firmware.screens.lobby_art import POSTERS, bulbs, draw_lobby_ground, poster, signs
from firmware.screens.panels import gem, meter, rule
from firmware.screens.scene import Scene
from firmware.screens.speech import Speech
from firmware.screens.stage import Paint, Picture, Sprite
from firmware.screens.theme import Box, Colour, Style
from firmware.screens.view import Trace, View, on_now
from firmware.words import Language

LANGUAGES = Box(534, 430, 160, 190)
RULES = Box(704, 430, 160, 190)
MOST_LANGUAGES = 4
"""Shown at once; of a longer ring those around the chosen one."""
PRICE = Box(884, 430, 372, 190)
WAITING = Box(24, 430, 840, 190)
CALL_BASELINE = 331
RESTING = 110
"""Of 255: how bright a hand that waits is on every other slide, so that it burns nothing in."""
CALL = Style("play_bold", 40, theme.AMBER_TEXT, "centre", 0.6)
BAR_CALL = Style("play_bold", 31, theme.AMBER_TEXT, "centre", 0.4)
DEMO = Style("play_bold", 26, theme.TEAL, "centre", 2)
CHOICE = Style("sans_bold", 23, theme.SAND, "centre")
ROW_BOLD = Style("sans_bold", 23, theme.SAND)
NOTICE = Style("sans", 19, theme.SAND, "centre")
WAITING_HEAD = Style("play_bold", 30, theme.AMBER_TEXT)
WAITING_HOW = Style("sans", 22, theme.IVORY, "right")


def attract_scene(view: View, now_s: float, trace: Trace, words: Speech) -> Scene:
    """The picture of attract, of the menu, and of attract over a waiting game."""
    shown = on_now(view, now_s, trace.place_since_s)
    if shown.slide.kind in WHOLE:
        make = film_scene if shown.slide.kind == "film" else cast_scene
        whole = make(view, shown, now_s, words)
        if whole is not None:
            sprites = (
                *whole.sprites,
                *_bar(view, now_s, words, is_film=shown.slide.kind == "film"),
                *_keys(view, now_s, trace, words),
            )
            next_s = min(
                whole.next_frame_s or now_s + shown.rest_s, _due_s(view, now_s, trace, shown)
            )
            return whole._replace(sprites=sprites, next_frame_s=next_s)
    is_still = view.options.reduced_motion
    step = 0 if is_still else int(now_s * CHASE_STEPS_PER_S + 1e-6) % 4
    is_waiting = view.state.mode not in (Mode.ATTRACT, Mode.MENU)
    panels = (WAITING, PRICE) if is_waiting else (LANGUAGES, RULES, PRICE)
    row = (
        *(_hand_that_waits(view, words) if is_waiting else _choices(view, words)),
        *_price(view, words),
        *_keys(view, now_s, trace, words),
    )
    if is_waiting and shown.number % 2:
        row = tuple(sprite._replace(alpha=sprite.alpha * RESTING // 255) for sprite in row)
    sprites = (
        Sprite(Paint(draw_lobby_ground, (panels,)), 0, 0, "ground"),
        *bulbs(step, is_upright=view.is_upright),
        *slide_sprites(shown.slide, view, words),
        *_call(view, now_s, words, is_left=shown.slide.kind not in CENTRED),
        *row,
    )
    return Scene(sprites, _due_s(view, now_s, trace, shown), plan=Plan.LOBBY)


def _due_s(view: View, now_s: float, trace: Trace, shown: Showing) -> float:
    """When slide, bulbs, lamps or keys change next."""
    due = [now_s + shown.rest_s, next_blink_s(now_s)]
    if not view.options.reduced_motion:
        due.append((math.floor(now_s * CHASE_STEPS_PER_S + 1e-6) + 1) / CHASE_STEPS_PER_S)
    if trace.pressed:
        due.append(min(when for _, when in trace.pressed) + theme.PRESS_S)
    return min(due)


def _keys(view: View, now_s: float, trace: Trace, words: Speech) -> tuple[Sprite, ...]:
    pressed = [button for button, _ in trace.pressed]
    chased = _chase(view, now_s)
    return key_sprites(view.panel, words.legend, words.number, now_s, pressed, chased)


def _chase(view: View, now_s: float) -> list[Button]:
    """The keys that the lamps' chase makes bright: drawn and real lamps agree."""
    if view.state.mode is not Mode.ATTRACT or view.options.reduced_motion:
        return []
    levels = lamp_levels(view.panel, Mode.ATTRACT, now_s)
    return [
        button
        for button, key in view.panel.items()
        if levels[button] == FULL and key.light is not Light.NEXT
    ]


# --- the call for coins -----------------------------------------------------------------------


class Called(NamedTuple):
    """What passers-by are called to do.

    Attributes:
        text: the call.
        colour: it is said in.
        blinks: whether it does.
        warning: a sentence while money does not come in, or empty.
    """

    text: str
    colour: Colour = theme.AMBER_TEXT
    blinks: bool = False
    warning: str = ""


def _called(view: View, words: Speech) -> Called:
    credit, mode = view.state.credit, view.state.mode
    warning = coin_notice.notice(view, words)
    if view.state.is_free_play:
        return Called(words.text("lobby.free_play"), warning=warning)
    if credit or mode not in (Mode.ATTRACT, Mode.MENU):
        return Called(words.text("lobby.credit", credits=credit), warning=warning)
    if coin_notice.is_out(view):
        warning = words.text("coins.out").replace("\n", " ")
        return Called(words.text("coins.out.title"), theme.CORAL, warning=warning)
    return Called(coin_notice.call(view, words), blinks=True, warning=warning)


def _call(view: View, now_s: float, words: Speech, *, is_left: bool) -> tuple[Sprite, ...]:
    """On every slide, under its heading: the next coin must be seen to arrive."""
    called = _called(view, words)
    # not coral: on the rays that is too pale to be read
    note = NOTICE._replace(colour=theme.AMBER_TEXT) if called.warning else NOTICE
    below = called.warning or words.text("lobby.amusement")
    style = CALL._replace(colour=called.colour)
    x = CALL_X
    if is_left:
        style, note, x = style._replace(align="left"), note._replace(align="left"), HEADING_X
    alpha = _blinking(now_s) if called.blinks else 255
    return (
        line(called.text, style, x, CALL_BASELINE, "call", width=SLIDE_W, floor=24, alpha=alpha),
        line(below, note, x, 364, "notice", width=SLIDE_W),
    )


def _bar(view: View, now_s: float, words: Speech, *, is_film: bool) -> tuple[Sprite, ...]:
    """Where a game has its meters: what is real, and that a film is not."""
    called, mark, price = _called(view, words), theme.VALUE_METER, theme.BET_METER
    demo = words.text("attract.demo")
    is_twice = called.text == words.text("lobby.credit", credits=view.state.credit)
    text = words.text("lobby.choose") if is_twice else called.text
    call = theme.WIN_METER
    style = BAR_CALL._replace(colour=called.colour)
    alpha = _blinking(now_s) if called.blinks else 255
    figure = words.money(view.setup.credit_minor, view.setup.currency)
    if view.state.is_free_play or not view.setup.has_coins:
        figure = words.text("credit.free")
    return (
        *credit_meter(theme.CREDIT_METER, view, words),
        line(demo, DEMO, mark.middle_x, mark.y + 37, "demo", width=130)
        if is_film
        else gem(mark.middle_x, mark.middle_y, 18, 27, theme.STRIP_ROOM.edge, "demo"),
        *meter(price, words.text("credit.one"), figure, "price"),
        line(
            text, style, call.middle_x, call.y + 39, "call", width=call.w - 28, floor=19,
            alpha=alpha,
        ),
    )  # fmt: skip


def _blinking(now_s: float) -> int:
    return round(255 * (0.2 + 0.8 * blink_level(now_s)))


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
