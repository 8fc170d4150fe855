"""Contessa Ottavia's hat: wide brim, plume, veil."""

from __future__ import annotations

from .layer import Dye, Layer
from .ottavia_dyes import BOA, GOLD, INK, IVORY, PLUM, RUBY
from .ottavia_head import placed
from .shapes import (
    Shape,
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
    """An ostrich feather: barbs as rounded lobes along an arc."""
    layer = Layer()
    spine = curve("262,124 268,96 290,68 326,52 366,44 398,54 414,78 408,104 398,112")
    count = len(spine)
    lobes, light = [], []
    for index in range(0, count, 5):
        t = index / count
        x, y = spine[index]
        before, after = spine[max(index - 2, 0)], spine[min(index + 2, count - 1)]
        dx, dy = after[0] - before[0], after[1] - before[1]
        length = (dx * dx + dy * dy) ** 0.5 or 1.0
        nx, ny = -dy / length, dx / length
        width = 25 * (t * 5) ** 0.6 if t < 0.2 else 25 if t < 0.8 else 25 * (1 - (t - 0.8) * 1.2)
        for side in (-1, 1):
            reach = width * (0.62 if side < 0 else 0.6)
            tip = (x + nx * reach * side + dx / length * 9, y + ny * reach * side + dy / length * 9)
            lobes.append(
                tube(
                    [
                        (x, y),
                        (
                            (x + tip[0]) / 2 + dx / length * 1.5,
                            (y + tip[1]) / 2 + dy / length * 1.5,
                        ),
                        tip,
                    ],
                    (8, 9, 6.5),
                )
            )
            if side < 0:
                light.append(lobes[-1])
    feather = union(lobes)
    layer.ink(feather, INK)
    layer.fill(feather, BOA.dark)
    layer.fill(within(move(union(light), -0.5, -0.5), feather), BOA.light)
    upper = grow(within(move(feather, -4, -5), feather), -0.4)
    layer.fill(upper, BOA.light)
    for index in range(16, count - 4, 9):
        t = index / count
        x, y = spine[index]
        before, after = spine[index - 2], spine[min(index + 2, count - 1)]
        dx, dy = after[0] - before[0], after[1] - before[1]
        length = (dx * dx + dy * dy) ** 0.5 or 1.0
        nx, ny = -dy / length, dx / length
        reach = 13 if t < 0.85 else 8
        for side in (-1, 1):
            end = (x + nx * reach * side + dx / length * 9, y + ny * reach * side + dy / length * 9)
            middle = ((x + end[0]) / 2 + dx / length * 2, (y + end[1]) / 2 + dy / length * 2)
            layer.line([(x, y), middle, end], 2.0, BOA.dark, start=0.5, inside=feather)
    layer.line([*spine[::6], spine[-1]], 2.6, INK, start=1.0, end=0.0)
    return layer


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
