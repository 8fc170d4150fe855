"""Capitano Rocco's things off the body: on the rack, in flight, and the screen scene."""

from __future__ import annotations

import math
from collections.abc import Callable

from . import rocco_coat, rocco_wear
from .hands import screen_fingers, waving_hand
from .layer import Dye, Layer
from .rocco_build import stripes_round
from .rocco_dyes import BRASS, BRASS_SHEEN, CREAM, INK, NAVY, NAVY_SHEEN, RUST, SKIN, SLATE
from .scene import ScreenDress, folding_screen
from .shapes import (
    Shape,
    band,
    bent,
    beside,
    box,
    contour,
    disc,
    fillet,
    grow,
    mirror,
    oval,
    tube,
    union,
    within,
)

# --- the coat rack -----------------------------------------------------------------------


def rack_cap() -> Layer:
    """The cap on the rack's knob, askew."""
    return rocco_coat.cap_upright().turned(-7, (293, 130)).moved(8, 90)


def rack_coat() -> Layer:
    """The coat on the outer hook on the left, sleeves straight down."""
    x = 240
    layer = Layer()
    back = contour("214,290* 226,280 240,277 254,280 266,290* 262,340 250,404 230,404 216,340")
    layer.body(back, Dye("#16233c", "#16233c"), INK)
    sleeve = contour(
        "206,296* 188,304 176,322 168,370 160,440 155,500 153,540* 172,547 194,542* 198,480"
        " 202,420 208,360 214,320"
    )
    for arm in (sleeve, mirror(sleeve, x)):
        shade = beside(arm, -11, 1)
        layer.body(arm, NAVY, INK, plane=shade)
        hem = "150,520 172,527 198,521" if arm is sleeve else "282,521 308,527 330,520"
        cuff = within(band(hem, 28), grow(arm, 1.6))
        layer.body(cuff, NAVY, INK, plane=shade, weight=0.85)
    rocco_coat.button(layer, 186, 526, 5)
    rocco_coat.button(layer, 318, 525, 5)
    trunk = contour(
        "220,284* 204,294 194,308 192,340 190,400 186,470 180,560 172,642* 204,653 240,656 276,653"
        " 308,642* 300,560 294,470 290,400 288,340 286,308 276,294 260,284* 256,320 246,376"
        " 240,392* 228,360 222,320"
    )
    plane = contour("282,296* 274,360 272,440 276,520 282,580 284,670* 330,670 330,296*")
    layer.body(trunk, NAVY, INK, plane=plane)
    edge = "232,412 224,450 221,520 219,590 217,656"
    layer.line("229,420 221,455 217.5,520 215.5,590 213.5,654", 5, NAVY.dark, inside=trunk)
    layer.line(edge, 2.7, INK, start=0.6, end=0.9, inside=trunk)
    for points, width in (
        ("258,500 262,570 268,650", 3.2),
        ("196,400 200,450 196,500", 2.8),
        ("198,540 194,590 188,644", 3.0),
        ("240,520 240,590 242,654", 2.8),
    ):
        layer.line(points, width, NAVY.dark, inside=trunk)
    for flap in (
        "187,556* 198,561 211,563* 210,579* 197,577 185,572*",
        "248,563* 268,561 288,555* 290,571* 270,577 248,579*",
    ):
        shape = contour(flap)
        layer.body(
            shape,
            NAVY,
            INK,
            plane=union(beside(shape, -4, -3), within(shape, plane)),
            weight=0.75,
        )
    left = contour(
        "222,276* 208,292 198,314 193,346* 208,351* 202,366* 214,390 234,416* 242,400 240,392*"
        " 230,360 223,326 220,296"
    )
    right = contour(
        "258,276* 272,292 282,314 287,346* 272,351* 280,366* 264,388 244,406 226,422*"
        " 238,404 246,376 254,330 258,300"
    )
    for lapel in (left, right):
        layer.body(lapel, NAVY, INK, plane=beside(lapel, -7, -1))
    layer.line("193,346 202,336 212,330", 2.0, INK, start=0.9)
    layer.line("287,346 276,336 266,331", 2.0, INK, start=0.9)
    layer.line("206,369 218,390 232,407", 1.6, NAVY_SHEEN)
    layer.line("272,372 258,390 242,404", 1.6, NAVY_SHEEN)
    for y in (436, 486, 536):
        rocco_coat.button(layer, 230 - (y - 436) * 0.03, y, 7)
        rocco_coat.button(layer, 262 + (y - 436) * 0.05, y, 7)
    layer.line("232,279 240,275 250,280", 3.0, INK, start=0.7, end=0.7)
    return layer


def rack_jersey() -> Layer:
    """Jersey over trousers on the outer hook on the right: they come off together."""
    layer = Layer()
    layer.add(_hung_trousers(360))
    layer.add(_hung_jersey(360))
    return layer


def _hung_trousers(x: float) -> Layer:
    layer = Layer()
    left = contour("314,540* 312,640 318,740 324,832* 340,838 356,835* 358,740 361,640 362,560*")
    right = mirror(left, x)
    for leg, points in (
        (right, "360,816 380,822 402,815"),
        (left, "318,817 340,824 360,820"),
    ):
        shade = beside(leg, -13, 0)
        layer.body(leg, SLATE, INK, plane=shade)
        cuff = within(band(points, 20), grow(leg, 2))
        layer.body(cuff, SLATE, INK, plane=shade, weight=0.8)
    for points, width in (
        ("332,600 336,700 340,806", 2.6),
        ("386,600 384,700 380,806", 2.6),
        ("352,610 344,660 342,720", 2.6),
        ("370,610 374,660 372,720", 2.6),
    ):
        layer.line(points, width, SLATE.dark)
    return layer


def _hung_jersey(x: float) -> Layer:
    layer = Layer()
    inside = contour("342,292* 350,286 360,284 370,286 378,292* 372,302 360,305 348,302")
    layer.body(inside, Dye("#6d2f1c", "#6d2f1c"), INK)
    sleeve = contour(
        "330,302* 314,310 304,328 298,370 292,430 288,480 287,512* 302,518 319,514* 322,460"
        " 328,400 334,340"
    )
    for arm in (sleeve, mirror(sleeve, x)):
        shade = beside(arm, -10, 1)
        layer.body(arm, RUST, INK, plane=shade)
        hem = "284,502 302,509 322,503" if arm is sleeve else "398,503 418,509 436,502"
        cuff = within(band(hem, 19), grow(arm, 1.2))
        layer.body(cuff, RUST, INK, plane=shade, weight=0.8)
        start = 290 if arm is sleeve else 404
        for step in range(6):
            at = start + step * 5
            layer.line([(at, 497), (at, 515)], 1.7, RUST.dark, start=0.7, end=0.7, inside=cuff)
    hem = contour(
        "312,536* 336,546 360,548 384,546 408,536* 407,572* 384,582 360,585 336,582 313,572*"
    )
    plane = contour("398,300* 394,380 392,460 394,600* 460,600 460,300*")
    layer.body(hem, RUST, INK, plane=plane)
    for step in range(14):
        at = 316 + step * 7
        layer.line([(at, 548), (at, 580)], 1.9, RUST.dark, start=0.8, end=0.6, inside=hem)
    trunk = contour(
        "340,294* 326,301 316,312 314,340 311,400 309,470 307,530 312,547* 336,555 360,557 384,555"
        " 408,547* 413,530 411,470 409,400 406,340 404,312 394,301 380,294* 372,304 360,308 348,304"
    )
    layer.body(trunk, RUST, INK, plane=plane)
    for at in (330, 360, 390):
        _hung_cable(layer, at, trunk)
    for at in (345, 375):
        for step in range(23):
            y = 328 + step * 9.4
            layer.line([(at - 2.2, y - 2), (at, y + 1), (at + 2.2, y - 2)], 1.6, RUST.dark)
    for points in ("318,350 322,400 318,450", "402,470 398,510 396,540", "314,500 324,530 334,548"):
        layer.line(points, 2.4, RUST.dark, inside=trunk)
    collar = contour(
        "339,286* 342,296 350,303 360,305 370,303 378,296 381,286* 386,298 384,312 372,320 360,322"
        " 348,320 336,312 334,298"
    )
    layer.body(collar, RUST, INK, plane=contour("374,280* 374,300 370,330* 400,330 400,280*"))
    for step in range(9):
        at = 340 + step * 5
        bow = 9 * math.sin(step / 8 * math.pi)
        layer.line([(at, 294 + bow), (at, 311 + bow)], 1.7, RUST.dark, inside=collar)
    layer.line("350,288 355,281 362,282", 3.0, INK, start=0.7, end=0.7)
    return layer


def _hung_cable(layer: Layer, x: float, trunk: Shape) -> None:
    for side in (-1, 1):
        layer.line(
            [(x + side * 10, 324), (x + side * 10.5, 540)],
            1.7,
            RUST.dark,
            start=0.5,
            end=0.5,
            inside=trunk,
        )
    for step in range(11):
        rocco_wear.twist(layer, (x, 328 + step * 19), (x, 346 + step * 19), 7.0)


def rack_boots() -> Layer:
    """Both boots at the foot of the rack, leaning on one another."""
    layer = Layer()
    left = rocco_wear.boot_left().scaled(0.93, (240, 966)).moved(-62, 2)
    right = rocco_wear.boot_right().scaled(0.93, (350, 966)).turned(-3, (350, 966)).moved(-74, 6)
    layer.add(right)
    layer.add(left)
    return layer


# --- the farewell ------------------------------------------------------------------------

SPINE = "96,86 106,112 126,148 146,186 160,232 165,290 170,350"


def prop_johns() -> Layer:
    """The empty johns in their flight: arms flung up, legs still behind the rail."""
    layer = Layer()
    trunk = contour(
        "262,290* 246,297 232,309 224,340 226,400 222,470 216,560 212,640* 390,640* 384,560 378,470"
        " 374,400 376,340 368,309 354,297 338,290* 322,300 300,304 278,300"
    )
    arm_up = "246,320 206,300 172,264 156,214"
    arm_out = "354,320 402,328 440,302 462,256"
    sleeves = [
        tube(arm_up, (74, 66, 54, 50)).difference(box(100, 150, 130, 57)),
        tube(arm_out, (74, 66, 54, 50)).difference(box(400, 190, 130, 61)),
    ]
    leg_in = "258,600 236,700 222,800 236,900"
    leg_out = "344,600 376,690 398,780 376,880"
    trouser = [tube(leg_in, (108, 88, 72, 64)), tube(leg_out, (108, 88, 72, 64))]
    collar = contour("262,290 280,280 300,278 320,280 338,290 322,301 300,305 278,301")
    layer.body(collar, Dye("#a98f68", "#a98f68"), INK)
    whole = fillet(union(trunk, sleeves, trouser), 6)
    shade = union(
        within(contour("356,300* 350,360 352,430 350,520 352,620 400,760 420,640 400,300*"), trunk),
        beside(sleeves[1], -2, -14),
        beside(sleeves[0], -14, -4),
        within(beside(trouser[0], -18, 0), trouser[0]),
        within(beside(trouser[1], -18, 0), trouser[1]),
    )
    layer.body(whole, CREAM, INK, plane=shade)
    rings = [
        within(
            band([(196, y - 6), (250, y + 5), (300, y + 8), (350, y + 5), (404, y - 6)], 13), trunk
        )
        for y in range(318, 650, 34)
    ]
    for limb, spine, first, inside in (
        (sleeves[0], arm_up, 44, trunk),
        (sleeves[1], arm_out, 44, trunk),
        (within(trouser[0], box(0, 640, 600, 400)), leg_in, 30, trunk),
        (within(trouser[1], box(0, 640, 600, 400)), leg_out, 30, trunk),
    ):
        rings += [within(s, limb).difference(inside) for s in stripes_round(spine, 13, first, 34)]
    stripes = union(rings)
    layer.fill(stripes, NAVY.light)
    layer.fill(within(stripes, shade), NAVY.dark)
    for hem, limb in (
        ("124,222 157,217 190,212", sleeves[0]),
        ("428,262 460,261 492,258", sleeves[1]),
    ):
        cuff = within(band(hem, 26), grow(limb, 3))
        layer.body(cuff, NAVY, INK, plane=shade, weight=1.2)
    layer.line("250,350 238,330 226,322", 4.0, INK, start=0.7)
    layer.line("352,350 364,334 376,328", 4.0, INK, start=0.7)
    for x, y in ((156, 208), (464, 252)):
        opening = oval(x, y, 24, 6.5)
        layer.body(opening, Dye("#131d33", "#131d33"), INK, weight=0.8)
    strip = within(band("300,302 294,400 298,480 300,586", 30), whole)
    layer.body(strip, CREAM, INK, plane=beside(strip, -10, 0), weight=1.1)
    layer.line("300,590 300,640", 3.6, INK, start=0.9)
    for y in range(330, 590, 50):
        button = disc(298, y, 9)
        layer.body(button, BRASS, INK, plane=beside(button, -5, -4), weight=0.9)
        layer.fill(disc(295, y - 3, 2.2), BRASS_SHEEN)
    thrown = layer.changed(lambda shape: bent(shape, 300, 285, 860, SPINE))
    for points in ("30,196 38,220 52,240", "52,190 58,206 68,220", "214,66 220,86 218,106"):
        thrown.line(points, 3.4, INK)
    return thrown


def screen() -> Layer:
    return folding_screen(
        ScreenDress(
            Dye("#2e4f82", "#223c66"), Dye("#26426f", "#1b3157"), ("heart", "club", "diamond")
        )
    )


def screen_hand() -> Layer:
    """A broad palm; on the forearm the anchor every sailor has."""
    layer = waving_hand((470, 182), SKIN, INK, elbow=(452, 330), size=1.2, width=36)
    layer.add(rocco_coat.anchor(463, 246, NAVY_SHEEN).turned(4, (463, 246)))
    return layer


def fingers() -> Layer:
    return screen_fingers(112, 272, SKIN, INK, size=1.2)


PROPS: dict[str, Callable[[], Layer]] = {
    "prop_johns": prop_johns,
    "rack_cap": rack_cap,
    "rack_coat": rack_coat,
    "rack_boots": rack_boots,
    "rack_jersey": rack_jersey,
    "screen": screen,
    "screen_hand": screen_hand,
    "screen_fingers": fingers,
}
