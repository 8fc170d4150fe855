"""Furniture of the Strip Poker table: speech bubble, pot with its chips, lives, small cards."""

from __future__ import annotations

import math

import pygame

from firmware.assets import asset
from firmware.screens import brush, theme
from firmware.screens.kit import Kit
from firmware.screens.stage import Paint, Picture, Sprite
from firmware.screens.theme import Box, Colour
from firmware.screens.vector import document, read_svg, render_svg

BUBBLE = Box(404, 24, 440, 92)
TAIL_W, TAIL_H = 56, 34
POT = Box(404, 140, 440, 148)
POT_EDGE = theme.rgb("#6B3F63")
POT_FACE = theme.rgb("#1C0C1B")
LIFE_W, LIFE_H = 52, 44
LIFE_STEP = 60
BACK_SCALE = 0.52
BACK_STEP = 58

CHIP_W, CHIP_H, CHIP_RISE = 62.0, 25.0, 7.5
"""A chip's top is an ellipse of this size; each chip lies so much above the one under it."""
_CHIPS = (
    ("#C4162A", "#7E0B18", "#FFFDF7"),
    ("#E0A526", "#9A6A0E", "#3B2708"),
    ("#1E7E9C", "#0B3644", "#FFFDF7"),
)
"""Face, side and mark of the three colours, in their places from the left."""
CHIP_WORTH = (5, 10, 25)
"""Stripdollars that a chip of each colour shows."""
MIXED = 15
"""Dear chips come a little before they must: three colours look better than two."""
MOST_CHIPS = 8


def chips_of(pot: int) -> tuple[int, int, int]:
    """How many chips of each colour show a pot, the cheapest first; change is kept in hand.

    >>> chips_of(10), chips_of(60), chips_of(160)
    ((2, 0, 0), (4, 4, 0), (4, 4, 4))
    """
    cheap, middle, dear = CHIP_WORTH
    dears = min(MOST_CHIPS, max(0, pot - 4 * (cheap + middle) + MIXED) // dear)
    rest = pot - dears * dear
    middles = min(MOST_CHIPS, max(0, rest - 4 * cheap) // middle)
    rest -= middles * middle
    return min(MOST_CHIPS, math.ceil(rest / cheap)), middles, dears


def bubble(*, is_below: bool = False) -> Sprite:
    """The paper on which the character's words stand, its tail to the right.

    Args:
        is_below: whether it stands under whoever speaks; then its tail goes up.
    """
    return Sprite(Paint(draw_bubble, (is_below,)), BUBBLE.x, BUBBLE.y, "bubble")


def draw_bubble(kit: Kit, is_below: bool) -> Picture:
    """Paint: see `bubble`."""
    s, pad = kit.scale, kit.px(12)
    width, height = BUBBLE.w * s + TAIL_W * s + 2 * pad, BUBBLE.h * s + 2 * pad
    size = round(width), round(height)
    if is_below:
        rise = round(TAIL_W * s)
        size = size[0] - rise, size[1] + rise
        made = kit.kept("bubble-below", size, lambda: _bubble(s, pad, size, rise))
        return Picture(made, -pad, -pad - rise)
    return Picture(kit.kept("bubble", size, lambda: _bubble(s, pad, size, 0)), -pad, -pad)


def _bubble(s: float, pad: int, size: tuple[int, int], rise: int) -> pygame.Surface:
    w, h = round(BUBBLE.w * s), round(BUBBLE.h * s)
    room, shape = brush.blank(*size), brush.blank(*size)
    shape.blit(brush.rounded(w, h, 12 * s), (pad, pad + rise))
    tail = [(0, 0), (TAIL_W * s, TAIL_H * s * 0.86), (0, TAIL_H * s)]
    pointed = brush.polygon(TAIL_W * s, TAIL_H * s, tail, theme.WHITE)
    if rise:
        shape.blit(pygame.transform.rotate(pointed, 90), (pad + 40 * s, pad + 1))
    else:
        shape.blit(pointed, (pad + w - 1, pad + 36 * s))
    shadow = brush.tint(brush.blurred(shape, 4 * s), theme.BLACK, 120)
    room.blit(shadow, (0, round(3 * s)))
    room.blit(brush.tint(shape, theme.IVORY), (0, 0))
    return room


def pot(amount: int, widget: str = "pot") -> tuple[Sprite, ...]:
    """The oval of the pot and the chips in it; the amount itself is text."""
    return (
        Sprite(Paint(draw_oval, ()), POT.x, POT.y, widget),
        Sprite(Paint(draw_chips, chips_of(amount)), POT.x + 36, POT.y + 118, widget),
    )


def draw_oval(kit: Kit) -> Picture:
    """Paint: the oval with its two lines."""
    body = (
        f'<ellipse cx="{POT.w / 2}" cy="{POT.h / 2}" rx="{POT.w / 2 - 1}" ry="{POT.h / 2 - 1}" '
        'fill="{edge}"/>'
        f'<ellipse cx="{POT.w / 2}" cy="{POT.h / 2}" rx="{POT.w / 2 - 2.5}" '
        f'ry="{POT.h / 2 - 2.5}" fill="{{face}}"/>'
        f'<ellipse cx="{POT.w / 2}" cy="{POT.h / 2}" rx="{POT.w / 2 - 10}" ry="{POT.h / 2 - 8}" '
        'fill="none" stroke="{line}" stroke-width="1.2"/>'
    )
    tokens = {"edge": _code(POT_EDGE), "face": _code(POT_FACE), "line": "#8A5A22"}
    size = round(POT.w * kit.scale), round(POT.h * kit.scale)
    drawing = document(body, (0, 0, POT.w, POT.h))
    return Picture(kit.kept("pot", size, lambda: render_svg(drawing, size, tokens, name="pot")))


def draw_chips(kit: Kit, cheap: int, middle: int, dear: int) -> Picture:
    """Paint: up to three stacks, anchored at the foot of the first."""
    rise = CHIP_RISE * MOST_CHIPS + CHIP_H + 8
    width = CHIP_W * 3 + 4
    size = round(width * kit.scale), round(rise * kit.scale)

    def draw() -> pygame.Surface:
        body = _stacks((cheap, middle, dear), rise)
        return render_svg(document(body, (0, 0, width, rise)), size, name="chips")

    drawn = kit.kept(f"chips-{cheap}-{middle}-{dear}", size, draw)  # 65 of them at most
    return Picture(drawn, 0, -size[1])


def _stacks(counts: tuple[int, int, int], rise: float) -> str:
    """Three stacks as elements of a drawing, the lowest chip `rise` from its top."""
    cheap, middle, dear = counts
    body = ""
    # the middle stack stands a little farther back
    for column, count, back in ((1, middle, 5.0), (0, cheap, 0.0), (2, dear, 2.0)):
        body += _stack(column, count, column * (CHIP_W - 1), rise - CHIP_H / 2 - 2 - back)
    return body


def _stack(column: int, count: int, left: float, foot: float) -> str:
    face, side, mark = _CHIPS[column]
    rx, ry = CHIP_W / 2, CHIP_H / 2
    cx = left + rx
    body = ""
    for number in range(count):
        y = foot - number * CHIP_RISE
        body += (
            f'<path fill="{side}" d="M{left} {y - CHIP_RISE}V{y}'
            f"A{rx} {ry} 0 0 0 {left + CHIP_W} {y}V{y - CHIP_RISE}"
            f'A{rx} {ry} 0 0 1 {left} {y - CHIP_RISE}Z"/>'
        )
        body += "".join(_edge_mark(cx, y, rx, ry, angle, mark) for angle in (22, 66, 114, 158))
        top = y - CHIP_RISE
        body += f'<ellipse cx="{cx}" cy="{top}" rx="{rx}" ry="{ry}" fill="{face}"/>'
    if count:
        top = foot - count * CHIP_RISE
        body += (
            f'<ellipse cx="{cx}" cy="{top}" rx="{rx * 0.7}" ry="{ry * 0.7}" fill="none" '
            f'stroke="{mark}" stroke-width="2.4"/>'
            f'<path fill="{mark}" d="M{cx} {top - ry * 0.42}L{cx + rx * 0.26} {top}'
            f'L{cx} {top + ry * 0.42}L{cx - rx * 0.26} {top}Z"/>'
        )
    return body


def _edge_mark(cx: float, y: float, rx: float, ry: float, angle: float, mark: str) -> str:
    """A light block on the rim of a chip, as wide as it is seen at that angle."""
    a, b = math.radians(angle - 8), math.radians(angle + 8)
    xa, ya = cx + rx * math.cos(a), y + ry * math.sin(a)
    xb, yb = cx + rx * math.cos(b), y + ry * math.sin(b)
    up = CHIP_RISE
    return f'<path fill="{mark}" d="M{xa} {ya}L{xb} {yb}L{xb} {yb - up}L{xa} {ya - up}Z"/>'


def lives(
    names: tuple[str, ...],
    states: tuple[str, ...],
    x: float,
    y: float,
    step: float = LIFE_STEP,
    widget: str = "lives",
) -> tuple[Sprite, ...]:
    """The player's own stakes in a row.

    Args:
        names: drawings under `assets/lives/`.
        states: of each "on", "at_stake" or "off".
        x: left edge of the first.
        y: their top.
        step: from one to the next.
        widget: the name under which a change is reported.
    """
    return tuple(
        Sprite(Paint(draw_life, (name, state)), x + step * index, y, widget)
        for index, (name, state) in enumerate(zip(names, states, strict=True))
    )


def draw_life(kit: Kit, name: str, state: str) -> Picture:
    """Paint: a stake in its box: bright, hot while it is at stake, an outline when it is lost."""
    s = kit.scale
    w, h, radius = round(LIFE_W * s), round(LIFE_H * s), 6 * s
    faces: dict[str, tuple[Colour, Colour, Colour, Colour]] = {
        "on": (theme.rgb("#2A1A06"), theme.rgb("#96651A"), theme.AMBER_TEXT, theme.rgb("#B97F1F")),
        "at_stake": (theme.AMBER, theme.rgb("#FFF6DC"), theme.LAMP_INK, theme.rgb("#7A4E0C")),
        "off": (theme.rgb("#140A13"), theme.rgb("#4A2E46"), theme.rgb("#4A2E46"), POT_FACE),
    }
    ground, edge, lit, dark = faces[state]
    out = brush.tint(brush.rounded(w, h, radius), ground)
    out.blit(brush.tint(brush.ring(w, h, radius, 1.5 * s), edge), (0, 0))
    size = round(40 * s), round(40 * 40 / 52 * s)
    drawing = read_svg(asset("lives", f"{name}.svg"))
    art = render_svg(drawing, size, {"lit": _code(lit), "dark": _code(dark)}, name=name)
    out.blit(art, ((w - size[0]) // 2, (h - size[1]) // 2))
    return Picture(out)


def backs(count: int, x: float, y: float, widget: str = "backs") -> tuple[Sprite, ...]:
    """The character's hidden cards."""
    return tuple(
        Sprite(Paint(draw_small_back, (BACK_SCALE,)), x + BACK_STEP * index, y, f"{widget}.{index}")
        for index in range(count)
    )


def draw_small_back(kit: Kit, scale: float) -> Picture:
    """Paint: a small card face down, with its shadow."""
    return _small(kit, kit.cards.back(scale), scale)


def draw_small_face(kit: Kit, face: str, scale: float) -> Picture:
    """Paint: a small card face up, with its shadow."""
    from firmware.cards.card import Card  # here only: everything else of this file is furniture

    return _small(kit, kit.cards.face(Card.parse(face), scale), scale)


def _small(kit: Kit, card: pygame.Surface, scale: float) -> Picture:
    margin = kit.cards.margin_px(scale)
    out = kit.cards.shadow(scale).copy()
    out.blit(card, (margin, margin))
    return Picture(out, -margin, -margin)


def _code(colour: Colour) -> str:
    return "#{:02X}{:02X}{:02X}".format(*colour)
