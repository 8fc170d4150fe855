"""Contessa Ottavia's things off the body: on the rack, in flight, and the screen scene."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from . import ottavia_hat
from .hands import screen_fingers, waving_hand
from .layer import Dye, Layer
from .ottavia_dyes import BOA, GOLD, INK, IVORY, PLUM, RUBY, SKIN, WINE
from .scene import ScreenDress, folding_screen
from .shapes import (
    band,
    beside,
    box,
    brush,
    contour,
    disc,
    fillet,
    grow,
    mirror,
    move,
    oval,
    scale,
    tube,
    turn,
    union,
    within,
)


def feathers(heads: Sequence[tuple[float, float, float]]) -> Layer:
    """A cloud of feather heads (x, y, radius), in painting order.

    No two heads are alike: each is turned and dented by its place in the row, and its
    strokes are commas that fall to the lower right, never a star.
    """
    layer = Layer()
    shapes = []
    for number, (x, y, radius) in enumerate(heads):
        small = []
        for index in range(12):
            angle = math.tau * (index + 0.37 * number) / 12
            reach = radius * (0.84 + 0.1 * math.sin(2.3 * index + 1.7 * number))
            size = radius * (0.26 + 0.05 * math.sin(3.1 * index + number))
            small.append(disc(x + reach * math.cos(angle), y + reach * math.sin(angle), size))
        shapes.append(union(disc(x, y, radius * 0.86), small))
    layer.ink(union(shapes), INK)
    for number, ((x, y, radius), shape) in enumerate(zip(heads, shapes, strict=True)):
        layer.fill(grow(shape, 0.9), "#713457")
        layer.fill(shape, BOA.dark)
        light = turn(move(scale(shape, 0.95, (x, y)), -radius * 0.15, -radius * 0.2), 13, (x, y))
        layer.fill(within(light, shape), BOA.light)
        shine = turn(scale(light, 0.4, (x, y)), 20, (x, y))
        layer.fill(move(shine, -radius * 0.36, -radius * 0.38), "#c27fa4")
        for index, (side, depth, long) in enumerate(
            ((0.34, -0.1, 0.42), (-0.08, 0.3, 0.46), (0.44, 0.4, 0.34), (-0.44, 0.12, 0.3))
        ):
            sway = 0.12 * math.sin(1.9 * number + 2.2 * index)
            a, b = x + radius * (side + sway), y + radius * (depth - sway)
            layer.line(
                [
                    (a - radius * 0.2 * long, b - radius * long * 0.6),
                    (a + radius * 0.1 * long, b),
                    (a - radius * 0.14 * long, b + radius * long * 0.7),
                ],
                2.5,
                BOA.dark,
                start=0.1,
                end=0.5,
                inside=shape,
            )
    return layer


def rack_hat() -> Layer:
    """The hat on the rack's knob, its veil hanging from the brim."""
    both = Layer()
    both.add(veil_hanging())
    both.add(ottavia_hat.hat())
    return both.turned(5, (296, 131)).scaled(0.98, (296, 131)).moved(6, 96)


def veil_hanging() -> Layer:
    """The empty veil under the brim."""
    layer = Layer()
    area = contour("236,140* 246,176 268,194 292,198 318,193 340,172 350,132*")
    for shift in range(-2, 7):
        x = 236 + shift * 22
        for line in (
            [(x, 110), (x + 26, 160), (x + 50, 215)],
            [(x + 44, 110), (x + 18, 160), (x - 8, 215)],
        ):
            layer.fill(within(brush(line, 1.35, 1, 1), area), INK)
    layer.line(
        "236,140 246,176 268,194 292,198 318,193 340,172 350,132", 1.9, INK, start=0.8, end=0.8
    )
    return layer


def rack_boa() -> Layer:
    """The boa over the outer hook on the right, one tail longer."""
    heads = [
        (377, 470, 17),
        (372, 446, 19),
        (379, 418, 20),
        (373, 390, 21),
        (379, 361, 21),
        (373, 333, 22),
        (338, 640, 18),
        (344, 612, 20),
        (336, 582, 21),
        (343, 551, 21),
        (335, 520, 22),
        (342, 488, 22),
        (336, 457, 22),
        (343, 425, 23),
        (337, 393, 23),
        (343, 361, 23),
        (338, 330, 23),
        (366, 304, 23),
        (346, 300, 24),
        (356, 284, 21),
    ]
    return feathers(heads)


def rack_gloves() -> Layer:
    """Both gloves over the inner hook on the left, fingers down."""
    layer = Layer()
    layer.add(_glove().mirrored(0).turned(7, (0, 0)).moved(284, 304))
    layer.add(_glove().turned(-3, (0, 0)).moved(264, 308))
    layer.line("262,306 268,300 276,303", 4.2, INK, start=0.6, end=0.6)
    layer.line("262,306 268,300.6 276,303", 2.4, IVORY.dark, start=0.6, end=0.6)
    return layer


def _glove() -> Layer:
    """One empty glove, hanging from its hem at (0, 0)."""
    layer = Layer()
    sleeve = contour("-15,-2* -13,60 -10,112 -9,132* 9,132* 11,112 14,60 16,-2* 0,3")
    hand = contour("-9,128* -14,140 -16,156 -13,168 12,168 15,152 12,138 9,128*")
    fingers = [
        tube("-10,160 -12,182 -12,204", (9.5, 9, 7)),
        tube("-3,162 -4,188 -4,212", (10, 9.5, 7)),
        tube("4,162 4,188 4,208", (9.5, 9, 7)),
        tube("10,160 11,180 11,196", (9, 8, 6)),
    ]
    thumb = tube("-13,142 -20,160 -21,178", (10, 9, 7))
    shape = fillet(union(sleeve, hand, fingers, thumb), 1.2)
    layer.body(shape, IVORY, INK, plane=beside(shape, -6, -1), weight=0.9)
    for x, foot in ((-8, 196), (0, 200), (7.5, 192)):
        layer.line([(x, 172), (x, foot)], 1.7, INK, end=0.5)
    for points in (
        "-12,20 -2,28 8,26",
        "-9,70 2,76 10,72",
        "-8,126 0,129 8,126",
        "-6,140 -7,152",
        "0,140 0,153",
        "6,140 7,152",
    ):
        layer.line(points, 1.9, IVORY.dark)
    hem = within(band("-15,2 0,7 16,2", 3), shape)
    layer.fill(hem, IVORY.dark)
    return layer


def rack_gown() -> Layer:
    """The gown on the outer hook on the left, its own weight in straight folds."""
    layer = Layer()
    back = oval(250, 302, 17, 7)
    layer.body(back, Dye("#3b1430", "#3b1430"), INK)
    sleeve = contour("229,301* 217,309 209,334 204,372 202,398* 213,404 226,403* 228,370 229,330*")
    trunk = contour(
        "233,298* 240,309 250,313 260,309 267,298* 279,304 285,324 281,356 279,420 276,470"
        " 281,520 290,640 300,770 312,888* 292,898 270,894 250,902 228,896 206,902 192,891*"
        " 204,770 213,640 221,520 225,470 222,420 219,356 215,324 221,304"
    )
    for shape in (sleeve, mirror(sleeve, 250)):
        layer.body(shape, PLUM, INK, plane=beside(shape, -8, 1))
        cuff = within(
            band("198,397 213,402 230,402", 17)
            if shape is sleeve
            else band("302,397 287,402 270,402", 17),
            shape,
        )
        layer.fill(within(grow(cuff, 1.1), shape), INK)
        layer.fill(cuff, GOLD.light)
        layer.fill(within(beside(shape, -8), cuff), GOLD.dark)
    layer.body(
        trunk,
        PLUM,
        INK,
        plane=contour(
            "272,310* 270,400 264,470 268,540 274,660 280,780 288,910* 330,910* 330,310*"
        ),
    )
    for points, width in (
        ("232,478 250,470 268,466", 3.0),
        ("233,482 254,484 276,490", 3.0),
        ("232,486 250,560 258,700 262,888", 4.0),
        ("231,488 236,600 236,740 232,884", 3.8),
        ("230,488 224,600 216,740 208,888", 3.2),
        ("278,560 286,700 296,880", 3.2),
        ("233,330 236,370 233,420", 2.6),
        ("262,330 258,370 261,410", 2.6),
    ):
        layer.line(points, width, PLUM.dark, inside=trunk)
    hem = within(band("190,886 206,896 228,890 250,896 270,888 292,892 314,883", 17), trunk)
    layer.fill(within(grow(hem, 1.1), trunk), INK)
    layer.fill(hem, GOLD.light)
    layer.fill(within(hem, box(285, 860, 40, 60)), GOLD.dark)
    neck = "233,297 240,309 250,313 260,309 267,297"
    trim = within(band(neck, 13), trunk)
    layer.fill(within(grow(trim, 1.1), trunk), INK)
    layer.fill(trim, GOLD.light)
    layer.fill(within(brush(neck, 2.2, 0.6, 0.6), grow(trunk, 1)), INK)
    brooch = contour("230,462* 236,474 242,482* 236,490 230,502* 224,490 218,482* 224,474")
    layer.body(brooch, GOLD, INK, plane=beside(brooch, -7, -2), weight=0.8)
    layer.body(oval(230, 482, 4.6, 7), Dye(RUBY, "#7a1830"), INK, weight=0.4)
    return layer


def screen() -> Layer:
    return folding_screen(
        ScreenDress(
            Dye("#7a3760", "#5c2549"), Dye("#642a50", "#481b3a"), ("spade", "heart", "club")
        )
    )


def screen_hand() -> Layer:
    return waving_hand((486, 176), SKIN, INK, elbow=(462, 320))


def fingers() -> Layer:
    return screen_fingers(188, 279, SKIN, INK, nails=WINE)


PROPS: dict[str, Callable[[], Layer]] = {
    "rack_hat": rack_hat,
    "rack_boa": rack_boa,
    "rack_gloves": rack_gloves,
    "rack_gown": rack_gown,
    "screen": screen,
    "screen_hand": screen_hand,
    "screen_fingers": fingers,
}
