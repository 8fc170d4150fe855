"""Capitano Rocco's pea coat and peaked cap."""

from __future__ import annotations

from .layer import Layer
from .rocco_build import ARM_CARD_FORE, ARM_CARD_UPPER, ARM_TABLE, on_trunk
from .rocco_dyes import (
    BOOT,
    BOOT_SHEEN,
    BRASS,
    BRASS_SHEEN,
    CREAM,
    INK,
    NAVY,
    NAVY_SHEEN,
)
from .rocco_head import placed
from .shapes import (
    Shape,
    band,
    beside,
    box,
    brush,
    contour,
    cut,
    disc,
    grow,
    oval,
    union,
    within,
)

OUT = 11.0  # how far the coat stands off the johns
OPENING = contour("236,270* 246,306 253,344 262,380 270,405* 288,374 308,338 322,306 332,266*")
OUTLINE = contour(
    "238,276* 220,288 198,299 186,318 180,346 175,380 166,414 158,446 154,478 156,520 158,570"
    " 154,620 147,656* 190,668 250,676 320,676 380,668 424,652* 414,612 409,570 410,520 412,480"
    " 410,446 405,410 402,372 404,342 400,314 386,296 362,284 340,276* 290,262"
)
COAT = cut(OUTLINE, OPENING)
SHADE = contour(
    "374,290* 380,340 372,400 376,450 376,510 368,570 366,620 372,690* 460,690 460,290*"
)
UPPER = grow(ARM_CARD_UPPER, OUT)
FORE = within(
    grow(ARM_CARD_FORE, OUT - 0.5),
    contour("50,412* 86,415 122,421 160,410 200,404* 200,540 50,540"),
)
TABLE = within(
    grow(ARM_TABLE, OUT), contour("290,240* 530,240 530,462* 470,462 434,470 398,462* 290,462")
)
TABLE_SHADE = contour("402,296* 414,330 434,372 456,408 462,440 456,480* 520,480 520,296*")


def coat() -> Layer:
    """A double-breasted coat, flaring to the hem; the jersey shows between the lapels."""
    layer = Layer()
    layer.body(COAT, NAVY, INK, plane=SHADE)
    edge = [on_trunk(y, a, OUT + 2) for y, a in ((410, -16), (470, -19), (530, -21), (590, -21))]
    edge = [*edge, (222, 672)]
    layer.fill(within(band([(x - 3.4, y) for x, y in edge], 6), COAT), NAVY.dark)
    layer.line(edge, 2.8, INK, start=0.6, end=0.9, inside=COAT)
    for points, width in (
        ("164,470 186,490 206,496", 3.2),
        ("406,480 378,500 344,508", 3.2),
        ("170,560 166,610 160,650", 3.2),
        ("250,560 248,610 246,668", 3.4),
        ("318,560 326,610 334,668", 3.6),
        ("356,540 368,600 384,656", 3.2),
        ("188,360 196,392 190,420", 2.6),
        ("396,352 386,384 388,412", 2.6),
    ):
        layer.line(points, width, NAVY.dark, inside=COAT)
    for flap in (
        "168,572* 190,582 206,587* 205,604* 186,600 167,590*",
        "322,588* 352,584 388,574* 389,592* 354,602 323,606*",
    ):
        shape = contour(flap)
        layer.body(
            shape, NAVY, INK, plane=union(beside(shape, -5, -4), within(shape, SHADE)), weight=0.75
        )
    _lapels(layer)
    for y in (438, 494, 550):
        for around in (-7, 33):
            button(layer, *on_trunk(y, around, OUT), 8.2)
    layer.line(
        [
            (x, y)
            for x, y in ((150, 646), (190, 658), (250, 666), (320, 666), (380, 658), (421, 643))
        ],
        1.8,
        NAVY.dark,
        start=0.8,
        end=0.8,
        inside=COAT,
    )
    return layer


def button(layer: Layer, x: float, y: float, radius: float) -> None:
    button = disc(x, y, radius)
    layer.body(button, BRASS, INK, plane=beside(button, -radius * 0.5, -radius * 0.4), weight=0.7)
    layer.fill(disc(x - radius * 0.32, y - radius * 0.36, radius * 0.24), BRASS_SHEEN)
    layer.line(
        [(x, y - radius * 0.42), (x, y + radius * 0.45)], 1.3, BRASS.dark, start=0.8, end=0.8
    )
    layer.line(
        [
            (x - radius * 0.42, y + radius * 0.1),
            (x, y + radius * 0.5),
            (x + radius * 0.42, y + radius * 0.1),
        ],
        1.3,
        BRASS.dark,
        start=0.6,
        end=0.6,
    )


def _lapels(layer: Layer) -> None:
    """Wide and notched; the one on the right lies over the other."""
    left = contour(
        "236,262* 222,284 208,312 199,344* 218,350* 208,368* 226,396 254,426* 266,412 271,404*"
        " 260,372 253,336 247,304"
    )
    right = contour(
        "334,258* 352,276 372,300 390,338* 366,346* 380,368* 350,392 300,416 238,432* 254,416"
        " 274,394 296,356 316,316 328,284"
    )
    for lapel, plane in (
        (
            left,
            contour("240,250* 246,300 253,340 261,376 272,404 262,418* 250,390 243,340 240,300"),
        ),
        (right, SHADE),
    ):
        layer.body(lapel, NAVY, INK, plane=plane)
    layer.line("199,344 210,332 228,322", 2.2, INK, start=0.9)
    layer.line("390,338 372,326 346,318", 2.4, INK, start=0.9)
    layer.line("212,370 230,394 248,416", 1.7, NAVY_SHEEN)
    layer.line("206,336 214,312 226,288", 1.7, NAVY_SHEEN)
    layer.line("372,370 344,388 296,410 258,422", 1.7, NAVY_SHEEN)
    layer.line("380,332 364,304 348,282", 1.7, NAVY_SHEEN)


def _cuff(layer: Layer, area: Shape, points: str, shade: Shape, at: tuple[float, float]) -> None:
    cuff = within(band(points, 27), grow(area, 1.8))
    layer.body(cuff, NAVY, INK, plane=shade, weight=0.85)
    button(layer, *at, 5.6)


def sleeve_table() -> Layer:
    layer = Layer()
    layer.body(TABLE, NAVY, INK, plane=TABLE_SHADE)
    layer.line("345,282 349,324 356,360 366,396", 3.0, INK, start=0.3, end=0.6)
    for points, width in (
        ("394,404 416,418 448,412", 3.2),
        ("406,422 428,432 460,424", 3.2),
        ("376,326 394,362 416,392", 2.8),
        ("392,384 404,388 420,384", 2.4),
    ):
        layer.line(points, width, NAVY.dark, inside=TABLE)
    _cuff(layer, TABLE, "396,451 434,459 474,450", TABLE_SHADE, (448, 456))
    return layer


def sleeve_card() -> Layer:
    layer = Layer()
    shade = contour("239,328* 218,400 190,458 152,504 156,530* 256,500 270,328*")
    layer.body(UPPER, NAVY, INK, plane=shade)
    layer.line("243,286 240,334 233,374 222,410", 3.0, INK, start=0.3, end=0.6)
    for points, width in (
        ("216,326 204,360 186,394", 2.8),
        ("184,400 172,424 158,442", 2.6),
    ):
        layer.line(points, width, NAVY.dark, inside=UPPER)
    dark = beside(FORE, -15, -2)
    layer.body(FORE, NAVY, INK, plane=dark, opened=within(grow(UPPER, -1.2), box(0, 466, 600, 100)))
    for points in ("112,494 134,488 154,470", "114,480 132,474 146,460"):
        layer.line(points, 3.0, NAVY.dark, inside=FORE)
    layer.line("176,459 183,467 199,469", 2.8, INK, start=0.95)
    _cuff(layer, FORE, "84,429 122,436 164,423", dark, (106, 432))
    return layer


# --- the cap -----------------------------------------------------------------------------


def cap_upright() -> Layer:
    """The cap in the head's own coordinates, level."""
    layer = Layer()
    lid = oval(293, 84, 88, 21, -3)
    wall = contour(
        "206,92* 216,108 232,118 243,124* 270,134 312,134 346,121* 358,112 372,98 380,80*"
        " 340,84 250,88"
    )
    crown = union(lid, wall)
    layer.body(crown, CREAM, INK)
    side = cut(wall, lid)
    layer.fill(within(contour("300,100* 318,116 322,140* 400,140 400,70*"), side), CREAM.dark)
    layer.fill(within(contour("318,60* 340,80 344,100 330,110* 400,110 400,50"), lid), CREAM.dark)
    rim = "205.5,89 216,99 246,106.5 294,107 340,100 370,89 380.5,79"
    layer.line(rim, 2.8, INK, start=0.6, end=0.8, inside=crown)
    for points in (
        "228,112 232,104",
        "250,122 250,112",
        "334,116 342,105",
        "352,112 364,98",
        "312,126 314,112",
    ):
        layer.line(points, 2.2, CREAM.dark, start=0.6)
    strap = contour(
        "242,122* 270,132 312,132 347,119* 350,134 348,148* 312,159 270,160 240,150* 239,136"
    )
    layer.body(strap, NAVY, INK, plane=contour("318,110* 326,140 322,170* 370,170 370,110*"))
    peak = contour(
        "240,147* 266,156 306,156 348,144* 346,153 326,163 294,169 260,168 236,162 231,154"
    )
    layer.body(peak, BOOT, INK, plane=beside(peak, -10, -5))
    layer.line("240,157 262,163.5 292,164.5 316,160", 3.2, BOOT_SHEEN, inside=peak)
    cord = "240,145 268,154.5 308,154.5 348,142"
    layer.fill(brush(cord, 6.8, 1, 1), INK)
    layer.fill(brush(cord, 4.6, 1, 1), BRASS.light)
    layer.fill(brush("310,155.2 330,150.5 348,143.5", 2.2, 0.6, 1), BRASS.dark)
    for x, y in ((242, 146), (346, 143)):
        button(layer, x, y, 4.4)
    _badge(layer, 274, 126)
    return layer


def _badge(layer: Layer, x: float, y: float) -> None:
    """The pilot's badge: an anchor in brass on a dark oval."""
    badge = oval(x, y, 15.5, 20)
    layer.body(badge, NAVY, INK, weight=0.8)
    layer.fill(cut(badge, oval(x, y, 13.4, 17.9)), BRASS.light)
    layer.add(anchor(x, y, BRASS.light))


def anchor(x: float, y: float, colour: str) -> Layer:
    """Two strokes and a ring."""
    layer = Layer()
    shank = band([(x, y - 9), (x, y + 12)], 3.0)
    stock = band([(x - 6, y - 6), (x + 6, y - 6)], 2.6)
    bow = [(x - 8.5, y + 5), (x - 5, y + 10.5), (x, y + 12.8), (x + 5, y + 10.5), (x + 8.5, y + 5)]
    ring = cut(disc(x, y - 11.6, 3.5), disc(x, y - 11.6, 1.6))
    layer.fill(union(shank, stock, brush(bow, 3.4, 0.6, 0.6), ring), colour)
    return layer


def cap() -> Layer:
    """On the head, pushed a little over the far brow."""
    return placed(
        cap_upright().scaled((0.93, 0.92), (291, 150)).turned(-4, (293, 130)).moved(-1, -11)
    )
