"""The attract slides that stand within the bulbs: name, pay table, steps, best results, price.

All are drawn in the upper part of the picture; the call for coins and the posters are around them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import pygame

from firmware.cabinet.slides import Slide
from firmware.cabinet.state import Mode
from firmware.cards.card import Card, parse_cards
from firmware.config import COIN_SLOT, NOTE_SLOT
from firmware.games.cinque_mani.table import POINTS
from firmware.games.joker_poker.hands import Hand
from firmware.games.joker_poker.paytable import MAX_CHIPS, PAYING_HANDS
from firmware.screens import brush, theme
from firmware.screens.cinque_art import draw_hand, draw_points
from firmware.screens.kit import Kit
from firmware.screens.lettering import line, wrapped
from firmware.screens.lobby_art import draw_fan, draw_motto
from firmware.screens.marquee import draw_neon
from firmware.screens.panels import pane
from firmware.screens.pay_table import row_colour
from firmware.screens.speech import Speech
from firmware.screens.stage import Paint, Picture, Sprite
from firmware.screens.theme import Box, Style
from firmware.screens.view import View

CALL_X, HEADING_X = 395, 72
"""The middle of what stands under a name in neon; the left edge of all that has a heading."""
CENTRED = frozenset({"title", "pays"})
"""Slides with a name in neon."""
SLIDE_W = 640
PAYS = Box(746, 52, 488, 326)
"""The pane under the pay table: on the rays its coral rows are too pale."""
HEADING = Style("play_bold", 54, theme.IVORY, "left")
STEP = Style("sans", 25, theme.IVORY, "left")
FIGURE = Style("play_bold", 24, theme.AMBER_TEXT, "right")


def slide_sprites(slide: Slide, view: View, words: Speech) -> tuple[Sprite, ...]:
    """A slide as it stands still; one that takes the whole picture shows the name instead."""
    draw = _DRAW.get(slide.kind, _title_slide)
    return draw(slide, view, words)


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
    rows = list(pane(theme.JOKER_ROOM, PAYS, "slide"))
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
    return _steps(words.text(slide.title), tuple(words.text(key) for key in slide.lines))


def _steps(title: str, texts: tuple[str, ...]) -> list[Sprite]:
    sprites = [line(title, HEADING, HEADING_X, 112, "slide", width=SLIDE_W, floor=36)]
    baseline = 166.0
    for number, text in enumerate(texts, start=1):
        sprites.append(line(str(number), FIGURE._replace(size=28), 92, baseline, "slide"))
        for part in wrapped(text, STEP, SLIDE_W - 70):
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


# --- best results, and how to pay -------------------------------------------------------------


def _best_slide(slide: Slide, view: View, words: Speech) -> tuple[Sprite, ...]:
    from firmware.screens.attract_bests import best_slide

    return best_slide(slide, view, words) or _title_slide(slide, view, words)


def _pay_slide(slide: Slide, view: View, words: Speech) -> tuple[Sprite, ...]:
    """What goes in and what a credit costs; in free play that nothing does."""
    del slide
    setup, slots = view.setup, view.setup.slots
    if view.state.is_free_play:
        texts = tuple(words.text(f"slide.free.{number}") for number in (1, 2))
        return (
            *_steps(words.text("slide.free.title"), texts),
            Sprite(Paint(draw_fan, ()), 750, 65, "slide"),
        )
    kind = "both" if len(slots) > 1 else "coins" if COIN_SLOT in slots else "notes"
    price = words.money(setup.credit_minor, setup.currency)
    texts = (
        words.text(f"slide.pay.{kind}"),
        words.text("slide.pay.price", price=price),
        words.text("slide.pay.play"),
    )
    pictures: list[Sprite] = []
    if NOTE_SLOT in slots:
        pictures.append(Sprite(Paint(draw_note, ()), 1040, 148, "slide"))
    if COIN_SLOT in slots:
        pictures += [
            Sprite(Paint(draw_coin, (diameter,)), x, y, "slide")
            for diameter, x, y in ((150, 850, 178), (150, 980, 246), (110, 884, 304))
        ]
    figure = Style("play_bold", 60, theme.AMBER_TEXT, "centre")
    return (
        *_steps(words.text("slide.pay.title"), texts),
        *pictures,
        line(price, figure, 1140, 318, "slide", width=200, floor=30),
    )


def draw_coin(kit: Kit, diameter: float) -> Picture:
    """Paint: a brass coin with the maker's mark, which is of no country; anchored in its centre."""
    s = kit.scale
    face = math.ceil(diameter * s) + 1
    side = round(face + 12 * s)
    name = f"coin-{diameter:g}-{s:.4f}"
    out = kit.kept(name, (side, side), lambda: _coin(s, diameter))
    return Picture(out, -round(face / 2), -round(face / 2))


def _coin(s: float, diameter: float) -> pygame.Surface:
    face = brush.disc(diameter * s, theme.BRASS_DEEP)
    out = brush.blank(face.get_width() + 12 * s, face.get_height() + 12 * s)
    shadow = brush.disc(diameter * s, theme.BLACK)
    shadow.set_alpha(110)
    out.blit(shadow, (round(4 * s), round(7 * s)))
    out.blit(face, (0, 0))
    middle = face.get_width() / 2
    for share, colour in (
        (0.9, theme.rgb("#F2CB67")),
        (0.82, theme.BRASS),
        (0.78, theme.BRASS_DEEP),
    ):
        layer = brush.disc(diameter * share * s, colour)
        at = round(middle - layer.get_width() / 2)
        out.blit(layer, (at, at))
    for share, colour in ((0.56, theme.rgb("#F2CB67")), (0.44, theme.rgb("#7A541B"))):
        gem = brush.lozenge(diameter * share * 0.62 * s, diameter * share * s, colour)
        out.blit(gem, gem.get_rect(center=(round(middle), round(middle))))
    return out


def draw_note(kit: Kit) -> Picture:
    """Paint: a note of no country, a little askew; anchored in its centre."""
    s = kit.scale
    w, h = round(300 * s), round(150 * s)
    out = brush.masked(
        brush.vertical_gradient(w, h, (theme.rgb("#1B7A92"), theme.PETROL, theme.rgb("#0B3644"))),
        brush.rounded(w, h, 8 * s),
    )
    edge = brush.tint(
        brush.ring(w - 2 * kit.px(10), h - 2 * kit.px(10), 5 * s, 2 * s), theme.PAPER, 150
    )
    out.blit(edge, (kit.px(10), kit.px(10)))
    for x in (0.16, 0.5, 0.84):
        high = (94 if x == 0.5 else 44) * s
        gem = brush.lozenge(high * 0.66, high, theme.rgb("#F2CB67"))
        out.blit(gem, gem.get_rect(center=(round(w * x), h // 2)))
    inner = brush.lozenge(34 * s, 52 * s, theme.rgb("#0B3644"))
    out.blit(inner, inner.get_rect(center=(w // 2, h // 2)))
    turned = pygame.transform.rotozoom(out, 7, 1.0)
    return Picture(turned, -(turned.get_width() // 2), -(turned.get_height() // 2))


_DRAW: Mapping[str, Callable[[Slide, View, Speech], tuple[Sprite, ...]]] = {
    "title": _title_slide,
    "pays": _pays_slide,
    "hand": _hand_slide,
    "hands": _hands_slide,
    "best": _best_slide,
    "pay": _pay_slide,
}
