"""The furniture of Cinque Mani: the rail, small hands, heads and signs.

Hands that stand small (of the others, of the rack) are rows of rank and suit, as large as their
place allows.
"""

from __future__ import annotations

import math
from functools import lru_cache

import pygame

from firmware.cards.card import Card, Suit
from firmware.screens import brush, theme
from firmware.screens.card_face import suit_ink
from firmware.screens.fonts import font
from firmware.screens.kit import Kit
from firmware.screens.stage import Paint, Picture, Sprite
from firmware.screens.theme import COLUMN_W, COLUMNS_X, Box, Colour

ROOM = theme.CINQUE_ROOM
DEAD_STRIP = Box(24, 8, 840, 66)
TILE_W, TILE_H, TILE_X, TILE_STEP = 98, 52, 116, 106
HEAD_Y, HEAD_H = 84, 60
HEADS = tuple(Box(x, HEAD_Y, COLUMN_W, HEAD_H) for x in COLUMNS_X)
GEM_W, GEM_H, GEM_X = 54, 56, 33
COLUMN_Y = 152
RAIL_Y, RAIL_H = 548, 12
COLUMN_H = RAIL_Y - COLUMN_Y
UPPER = Box(884, 140, 372, 196)
LOWER = Box(884, 344, 372, 196)
SUITS_Y = 474
FALLING_SUITS = (Suit.HEARTS, Suit.DIAMONDS, Suit.CLUBS, Suit.SPADES)

LIFT = 9
"""How far a lifted column and its head stand out; its cards reach so far below the rail."""
RACK = Box(0, 0, theme.WIDTH, RAIL_Y)
"""What stands in the rack is not seen below the rail."""
RADIUS = 12
SLOT = theme.rgb("#0A2018")
_MINI_PAPER_EDGE = theme.rgb("#C9BE9F")


@lru_cache(maxsize=1)
def rail() -> Sprite:
    """The brass rail that the hands stand behind."""
    return Sprite(Paint(draw_rail, ()), 0, RAIL_Y, "rail")


def draw_rail(kit: Kit) -> Picture:
    """Paint: see `rail`, with its shadow."""
    w, h = round(theme.WIDTH * kit.scale), round(RAIL_H * kit.scale)
    shade = kit.px(7)
    out = brush.blank(w, h + shade)
    stops = (
        theme.rgb("#FFE7A0"),
        theme.rgb("#F2CB67"),
        theme.BRASS,
        theme.BRASS_DEEP,
        theme.rgb("#8A5D0C"),
    )
    out.blit(brush.vertical_gradient(w, h, stops), (0, 0))
    out.blit(brush.vertical_gradient(w, shade, ((0, 0, 0, 120), (0, 0, 0, 0))), (0, h))
    return Picture(out)


# --- small hands ------------------------------------------------------------------------------


def draw_hand(kit: Kit, cards: tuple[str, ...], w: float, pitch: float, marked: int) -> Picture:
    """Paint: a hand as five bands of rank and suit, one under the other.

    Args:
        kit: the painter's.
        cards: the five, by their names.
        w: width.
        pitch: from one band to the next; the whole is five times as high.
        marked: place of a card that is out of it, 1..5; 0 for none.
    """
    s = kit.scale
    width, height = round(w * s), round(5 * pitch * s)
    radius = min(9.0, pitch * 0.3) * s
    paper = brush.blank(width, height)
    is_narrow = w < 100
    rank_x, suit_x = (0.3, 0.72) if is_narrow else (0.225, 0.6125)
    for place, name in enumerate(cards):
        top, foot = round(place * pitch * s), round((place + 1) * pitch * s)
        card = Card.parse(name)
        assert card.rank is not None
        assert card.suit is not None
        is_out = place + 1 == marked
        paper.fill(SLOT if is_out else theme.PAPER, (0, top, width, foot - top))
        if place:
            line_w = kit.px(1)
            paper.fill((*_MINI_PAPER_EDGE, 255), (0, top, width, line_w))
        if is_out:
            continue
        middle = (top + foot) / 2 + 0.5 * s
        rank = _rank(kit, card, pitch * 1.02)
        paper.blit(rank, rank.get_rect(center=(round(rank_x * width), round(middle))))
        suit = kit.cards.suit(card.suit, pitch * 0.66 * s)
        paper.blit(suit, suit.get_rect(center=(round(suit_x * width), round(middle))))
    return Picture(brush.masked(paper, brush.rounded(width, height, radius)))


def draw_hand_shadow(kit: Kit, w: float, h: float) -> Picture:
    """Paint: the shadow of a small hand on its way over others."""
    size = round(w * kit.scale), round(h * kit.scale)
    light, pad = brush.glow(*size, 6 * kit.scale, 6 * kit.scale, 0.8)
    return Picture(brush.tint(light, theme.BLACK), -pad, round(3 * kit.scale) - pad)


def draw_row(kit: Kit, cards: tuple[str, ...], w: float, h: float, marked: int) -> Picture:
    """Paint: a hand as five upright cards beside each other, the rank above the suit.

    Args:
        kit: the painter's.
        cards: the five, by their names.
        w: width of all of them.
        h: height.
        marked: place of a card that is out of it, 1..5; 0 for none.
    """
    s, gap = kit.scale, 2.0
    each = (w - 4 * gap) / 5
    out = brush.blank(round(w * s), round(h * s))
    size = round(each * s), round(h * s)
    for place, name in enumerate(cards):
        card = Card.parse(name)
        assert card.rank is not None
        assert card.suit is not None
        left = round(place * (each + gap) * s)
        is_out = place + 1 == marked
        paper = brush.tint(brush.rounded(*size, 5 * s), theme.AMBER if is_out else theme.PAPER)
        out.blit(paper, (left, 0))
        em = min(h * 0.56, each * 0.92)
        rank = _rank(kit, card, em, most=each - 5)
        middle = left + size[0] / 2
        out.blit(rank, rank.get_rect(center=(round(middle), round(h * 0.3 * s))))
        suit = kit.cards.suit(card.suit, min(h * 0.36, each * 0.66) * s)
        out.blit(suit, suit.get_rect(center=(round(middle), round(h * 0.72 * s))))
    return Picture(out)


def _rank(kit: Kit, card: Card, em: float, most: float = 1000.0) -> pygame.Surface:
    """A rank in its colour, cut to the ink of its capitals: centring it centres them."""
    assert card.rank is not None
    assert card.suit is not None
    text = "10" if card.rank.letter == "T" else card.rank.letter
    ink = theme.rgb(suit_ink(card.suit, kit.cards.four_colour))
    face = font("play_bold", em * kit.scale)
    drawn = face.render(text, True, ink)
    ascent = face.get_ascent()
    high = round(em * 0.72 * kit.scale)
    cut = drawn.subsurface((0, max(0, ascent - high), drawn.get_width(), min(high, ascent) + 1))
    width = cut.get_width() * (0.84 if text == "10" else 1.0)
    width = min(width, most * kit.scale)
    return pygame.transform.smoothscale(cut, (max(1, round(width)), cut.get_height()))


def draw_place(kit: Kit, w: float, h: float, is_next: bool) -> Picture:
    """Paint: the empty place of a hand in the small rack; lit where the next one goes."""
    s = kit.scale
    size = round(w * s), round(h * s)
    out = brush.tint(brush.rounded(*size, 7 * s), theme.rgb("#0B231A"), 210)
    colour = theme.AMBER if is_next else theme.rgb("#24513F")
    out.blit(brush.tint(brush.ring(*size, 7 * s, (3 if is_next else 1.5) * s), colour), (0, 0))
    sign = brush.lozenge(16 * s, 24 * s, colour)
    out.blit(sign, sign.get_rect(center=(size[0] // 2, size[1] // 2)))
    return Picture(out)


def draw_pile(kit: Kit, scale: float, count: int = 3) -> Picture:
    """Paint: a hand face down: backs a little apart, anchored at the left top of the foremost."""
    back = kit.cards.back(scale)
    step = kit.px(2.6 if scale > 0.3 else 1.6)
    radius = RADIUS * scale * kit.scale
    w, h = back.get_size()
    rim = kit.px(1.5)
    out = brush.blank(w + step * count + 2 * rim, h + step * count + 2 * rim)
    for place in range(count, -1, -1):
        at = step * (count - place), step * (count - place)
        paper = brush.tint(brush.rounded(w + 2 * rim, h + 2 * rim, radius + rim), theme.PAPER)
        edge = brush.ring(w + 2 * rim, h + 2 * rim, radius + rim, kit.px(1))
        out.blit(paper, at)
        out.blit(brush.tint(edge, _PILE_EDGE), at)
    out.blit(back, (step * count + rim, step * count + rim))
    return Picture(out, -step * count - rim, -step * count - rim)


_PILE_EDGE = theme.rgb("#8F866C")


# --- heads and signs --------------------------------------------------------------------------


def draw_points(kit: Kit, points: int, is_dull: bool, scale: float = 1.0) -> Picture:
    """Paint: the lozenge with what a hand is worth, anchored in its centre."""
    s = kit.scale * scale
    w, h = GEM_W * s, GEM_H * s
    lit = (theme.rgb("#FFE3A0"), theme.rgb("#FFC75A"), theme.rgb("#F2A31F"))
    dull = (theme.rgb("#5B4A22"), theme.rgb("#4A3A17"), theme.rgb("#3A2C10"))
    gem = brush.lozenge(w, h, theme.WHITE)
    shade = brush.vertical_gradient(*gem.get_size(), dull if is_dull else lit)
    out = brush.masked(shade, gem)
    colour = theme.SAND if is_dull else theme.LAMP_INK
    figure = _figure(str(points), 30 * s, colour)
    out.blit(figure, figure.get_rect(center=(gem.get_width() // 2, round(gem.get_height() / 2))))
    return Picture(out, -(out.get_width() // 2), -(out.get_height() // 2))


def _figure(text: str, em_px: float, colour: Colour) -> pygame.Surface:
    """A figure cut to its own height."""
    face = font("play_bold", em_px)
    drawn = face.render(text, True, colour)
    high = round(em_px * 0.7)
    ascent = face.get_ascent()
    return drawn.subsurface((0, ascent - high, drawn.get_width(), high + 1)).copy()


def draw_star(kit: Kit, size: float, colour: Colour) -> Picture:
    """Paint: a star of eight points, of two lozenges one across the other."""
    s = kit.scale * size
    side = math.ceil(s) + 2
    points = []
    for step in range(16):
        reach = s / 2 * (1.0 if step % 4 == 0 else 0.62 if step % 4 == 2 else 0.3)
        turn = step * math.pi / 8 - math.pi / 2
        points.append((side / 2 + reach * math.cos(turn), side / 2 + reach * math.sin(turn)))
    out = brush.polygon(side, side, points, colour)
    return Picture(out, -(out.get_width() // 2), -(out.get_height() // 2))


def draw_arrow(kit: Kit, size: float, direction: str, colour: Colour) -> Picture:
    """Paint: an arrow with a shaft, "right" or "down", anchored in its centre."""
    s = kit.scale * size
    side = math.ceil(s) + 2
    turned = [(y, x) if direction == "down" else (x, y) for x, y in _ARROW]
    points = [(1 + x * s, 1 + y * s) for x, y in turned]
    out = brush.polygon(side, side, points, colour)
    return Picture(out, -(out.get_width() // 2), -(out.get_height() // 2))


_ARROW = ((0.0, 0.4), (0.52, 0.4), (0.52, 0.14), (1.0, 0.5), (0.52, 0.86), (0.52, 0.6), (0.0, 0.6))


def draw_chevron(kit: Kit, colour: Colour) -> Picture:
    """Paint: an angle that points to the right: greater than."""
    s = kit.scale
    w, h, thick = 13 * s, 21 * s, 4.2 * s
    points = [(0, 0), (thick, 0), (w, h / 2), (thick, h), (0, h), (w - thick, h / 2)]
    out = brush.polygon(w, h, points, colour)
    return Picture(out, -(out.get_width() // 2), -(out.get_height() // 2))


def draw_tag(kit: Kit, what: str) -> Picture:
    """Paint: what a hand is offered for, on an amber plate: two arrows past each other for
    "swap", one that points down for "toward"; anchored in its centre."""
    s = kit.scale
    w, h = round(76 * s), round(34 * s)
    plate = brush.vertical_gradient(w, h, (theme.rgb("#FFDF90"), theme.rgb("#F9AE26")))
    out = brush.masked(plate, brush.rounded(w, h, 7 * s))
    if what == "toward":
        arrow = draw_arrow(kit, 24, "down", theme.LAMP_INK).surface
        out.blit(arrow, arrow.get_rect(center=(w // 2, h // 2)))
    else:
        shape = [(0, 3), (30, 3), (30, 0), (40, 5), (30, 10), (30, 7), (0, 7)]
        for flip, y in ((False, 5), (True, 19)):
            points = [((40 - px if flip else px) * s, py * s) for px, py in shape]
            arrow = brush.polygon(41 * s, 11 * s, points, theme.LAMP_INK)
            out.blit(arrow, (round(18 * s), round(y * s)))
    return Picture(out, -(w // 2), -(h // 2))


@lru_cache(maxsize=1)
def suit_order() -> tuple[Sprite, ...]:
    """Hearts over diamonds over clubs over spades, on paper."""
    side, step = 44, 82
    sprites = []
    for place, suit in enumerate(FALLING_SUITS):
        x = 924 + place * step
        sprites.append(Sprite(Paint(draw_suit_tile, (suit.value,)), x, SUITS_Y, "suits"))
        if place:
            angle = Paint(draw_chevron, (theme.AMBER,))
            sprites.append(Sprite(angle, x - (step - side) / 2, SUITS_Y + side / 2, "suits"))
    return tuple(sprites)


def draw_suit_tile(kit: Kit, suit: str) -> Picture:
    """Paint: a suit on a square of paper."""
    side = round(44 * kit.scale)
    out = brush.tint(brush.rounded(side, side, 7 * kit.scale), theme.PAPER)
    sign = kit.cards.suit(Suit(suit), 28 * kit.scale)
    out.blit(sign, sign.get_rect(center=(side // 2, side // 2)))
    return Picture(out)


def draw_tile(kit: Kit, name: str) -> Picture:
    """Paint: a card out of play: rank and suit side by side on paper."""
    card = Card.parse(name)
    assert card.suit is not None
    s = kit.scale
    w, h = round(TILE_W * s), round(TILE_H * s)
    out = brush.tint(brush.rounded(w, h, 7 * s), theme.PAPER)
    rank = _rank(kit, card, 50)
    out.blit(rank, rank.get_rect(center=(round(30 * s), round(26.5 * s))))
    suit = kit.cards.suit(card.suit, 32 * s)
    out.blit(suit, suit.get_rect(center=(round(70 * s), h // 2)))
    return Picture(out)


def draw_tile_slot(kit: Kit) -> Picture:
    """Paint: the empty place of a card out of play."""
    s = kit.scale
    w, h = round(TILE_W * s), round(TILE_H * s)
    out = brush.tint(brush.rounded(w, h, 7 * s), theme.rgb("#0B231A"), 200)
    out.blit(brush.tint(brush.ring(w, h, 7 * s, 1.5 * s), theme.rgb("#24513F")), (0, 0))
    gem = brush.lozenge(14 * s, 21 * s, theme.rgb("#24513F"))
    out.blit(gem, gem.get_rect(center=(w // 2, h // 2)))
    return Picture(out)
