"""Contessa Ottavia's hat: wide brim, plume, veil."""

from __future__ import annotations

import math

from .layer import Dye, Layer
from .ottavia_dyes import BOA, GOLD, INK, IVORY, PLUM, RUBY
from .ottavia_head import placed
from .shapes import (
    Shape,
    Spot,
    beside,
    box,
    brush,
    contour,
    curve,
    cut,
    disc,
    grow,
    move,
    oval,
    polygon,
    tube,
    turn,
    union,
    within,
)

BRIM_TURN = -8.0
BRIM_AT = (299.0, 131.0)


def _brim() -> Shape:
    return turn(oval(*BRIM_AT, 124, 24), BRIM_TURN, BRIM_AT)


def hat() -> Layer:
    """Wide brim, low crown with a gold band, a plume that curls over it."""
    layer = Layer()
    brim = _brim()
    layer.body(brim, PLUM, INK)
    layer.fill(
        within(cut(brim, move(turn(oval(*BRIM_AT, 124, 24), BRIM_TURN, BRIM_AT), -6, -5)), brim),
        PLUM.dark,
    )
    crown = turn(
        contour(
            "241,130* 243,108 247,86 255,70 272,63 299,62 326,63 343,70 351,86 355,108 357,130*"
            " 330,141 299,144 268,141"
        ),
        BRIM_TURN,
        BRIM_AT,
    )
    layer.body(
        crown,
        PLUM,
        INK,
        plane=turn(contour("318,58* 330,80 334,110 330,146* 372,146* 372,58*"), BRIM_TURN, BRIM_AT),
    )
    dent = turn(
        contour("262,74 280,68 299,67 318,68 336,74 318,78 299,80 280,78"), BRIM_TURN, BRIM_AT
    )
    layer.fill(dent, PLUM.dark)
    ribbon = turn(
        contour(
            "241.5,122* 243,104* 262,111 299,115 336,111 355,104* 356.5,122* 332,134 299,138"
            " 266,134"
        ),
        BRIM_TURN,
        BRIM_AT,
    )
    layer.body(
        ribbon,
        GOLD,
        INK,
        plane=turn(contour("326,100* 331,120 328,142* 372,142* 372,100*"), BRIM_TURN, BRIM_AT),
        weight=0.6,
    )
    layer.add(_plume())
    brooch = (262.0, 128.0)
    layer.body(disc(*brooch, 8), GOLD, INK, plane=beside(disc(*brooch, 8), -4, -3), weight=0.7)
    layer.body(disc(*brooch, 4.6), Dye(RUBY, "#7a1830"), INK, weight=0.35)
    layer.fill(disc(260.8, 126.4, 1.2), IVORY.light)
    return placed(layer)


def _plume() -> Layer:
    """An ostrich feather: drooping barbs along an arc, longest in the middle, the tip curled."""
    layer = Layer()
    spine = curve("262,126 264,100 278,74 306,54 344,42 380,44 406,60 414,84 404,102")
    count = len(spine)
    barbs: list[tuple[int, Shape, Shape]] = []
    for side in (1, -1):  # the lower row first, in the shade
        for number, index in enumerate(range(2, count, 4)):
            t = index / count
            x, y = spine[index]
            dx, dy = _heading(spine, index)
            nx, ny = -dy * side, dx * side
            full = min(1.0, t * 5 + 0.12) * (1.0 if t < 0.82 else 1.0 - (t - 0.82) * 1.6)
            reach = full * (21 + 3.4 * math.sin(number * 2.4 + side)) * (1.0 if side < 0 else 0.86)
            lean = 13 * full
            end = (x + nx * reach + dx * lean, y + ny * reach + dy * lean + 2.5)
            bow = reach * 0.62
            middle = (x + nx * bow + dx * lean * 0.2, y + ny * bow + dy * lean * 0.2)
            barb = tube([(x, y), middle, end], (7, 9.5, 4.2))
            barbs.append((side, barb, brush([(x, y), middle, end], 1.9, 0.7, 0.1)))
    tip = tube([*spine[-14::4], spine[-1]], (9, 10, 8))
    feather = union([barb for _, barb, _ in barbs], tip)
    layer.ink(feather, INK)
    layer.fill(feather, BOA.dark)
    for index, (side, barb, vein) in enumerate(barbs):
        shift = (-1.4, -1.6) if side < 0 else (-3.0, -2.4)
        layer.fill(within(move(barb, *shift), barb), BOA.light)
        if index % 2:
            layer.fill(within(vein, feather), BOA.dark)
    layer.fill(within(grow(tip, -1.6), feather), BOA.light)
    layer.line([*spine[::6], spine[-1]], 3.0, INK, start=1.0, end=0.0)
    return layer


def _heading(spine: list[Spot], index: int) -> Spot:
    """The direction of a curve at a sample, of length 1."""
    (x0, y0), (x1, y1) = spine[max(index - 2, 0)], spine[min(index + 2, len(spine) - 1)]
    length = math.dist((x0, y0), (x1, y1)) or 1.0
    return (x1 - x0) / length, (y1 - y0) / length


def veil() -> Layer:
    """Crossing threads inside an oval from the brim down over the nose."""
    layer = Layer()
    area = cut(
        contour("244,128 246,158 252,181 266,197 288,203 314,199 334,184 342,162 346,124"),
        EMPTY_ABOVE,
    )
    for shift in range(-2, 7):
        x = 236 + shift * 24
        layer.fill(within(brush([(x, 110), (x + 30, 160), (x + 56, 215)], 1.35, 1, 1), area), INK)
        x = 244 + shift * 24
        layer.fill(
            within(brush([(x + 40, 110), (x + 12, 160), (x - 18, 215)], 1.35, 1, 1), area), INK
        )
    edge = "245.5,150 252,181 266,197 288,203 314,199 334,184 342.5,156"
    layer.fill(brush(edge, 1.9, 0.8, 0.8), INK)
    for x, y in ((257, 184), (324, 186), (287, 156), (309, 157)):
        layer.fill(polygon([(x, y - 1.8), (x + 1.4, y), (x, y + 1.8), (x - 1.4, y)]), INK)
    return placed(layer)


EMPTY_ABOVE = box(200, 60, 200, 50)
