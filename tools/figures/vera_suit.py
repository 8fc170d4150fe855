"""Dottoressa Vera's suit and lace-up boots: skirt, blouse and jacket with its two sleeves."""

from __future__ import annotations

from .layer import Dye, Layer
from .shapes import (
    Shape,
    Spot,
    band,
    beside,
    box,
    contour,
    cut,
    disc,
    fillet,
    grow,
    oval,
    polygon,
    tube,
    turn,
    union,
    within,
)
from .vera_dyes import BRICK, CHARCOAL, CREAM, INK, SAND, TEAL

GLOSS = "#3b8c92"


def beyond(start: Spot, end: Spot, far: float = 90.0) -> Shape:
    """What lies beyond a line, on the right of who walks from start to end."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = (dx * dx + dy * dy) ** 0.5
    dx, dy = dx / length, dy / length
    a = (start[0] - dx * far, start[1] - dy * far)
    b = (end[0] + dx * far, end[1] + dy * far)
    return polygon([a, b, (b[0] - dy * far, b[1] + dx * far), (a[0] - dy * far, a[1] + dx * far)])


# --- skirt ------------------------------------------------------------------------------

SKIRT = contour(
    "236,548* 228,580 220,630 217,690 218,768* 236,774 270,778 304,779 340,776 376,767*"
    " 371,690 366,630 360,580 352,548*"
)


def skirt() -> Layer:
    """A narrow skirt to below the knee, one pleat opened by the free leg."""
    layer = Layer()
    layer.body(
        SKIRT,
        TEAL,
        INK,
        plane=contour("340,540* 344,620 347,690 350,790* 400,790* 400,540*"),
    )
    pleat = contour("318,690* 318,740 313,781* 336,781* 328,736")
    layer.fill(within(grow(pleat, 1.2), SKIRT), INK)
    layer.fill(within(pleat, SKIRT), "#0e353d")
    layer.line("317,560 319,620 318,700", 1.8, INK, start=0.3, end=0.6, inside=SKIRT)
    for points, width in (
        ("226,590 246,606 276,612", 3.0),
        ("222,640 252,664 300,674", 3.2),
        ("340,690 330,706 320,712", 2.8),
        ("256,700 256,740 254,774", 3.0),
        ("232,690 230,730 230,770", 2.6),
    ):
        layer.line(points, width, TEAL.dark, inside=SKIRT)
    layer.line("236,600 229,660 229,740", 2.4, GLOSS, inside=SKIRT)
    hem = "218,758 240,764 270,768 304,769 314,768"
    layer.line(hem, 1.5, TEAL.dark, start=0.8, end=0.8, inside=SKIRT)
    return layer


# --- blouse and jacket --------------------------------------------------------------------

BLOUSE = contour(
    "266,262* 254,280 254,320 272,372 298,432* 326,372 342,310 344,276 330,256* 318,262 298,266"
    " 280,266"
)
JACKET_TRUNK = contour(
    "261,268* 249,279 238,290 232,304 230,326 230,350 234,376 239,404 240,432 236,464 231,506"
    " 222,562* 240,571 264,576 286,576 296,570* 301,562* 308,570* 330,573 350,568 366,558*"
    " 361,516 353,470 350,436 353,412 361,386 367,358 369,336 371,312 367,290 353,276 336,262*"
    " 334,300 320,360 301,426* 282,368 266,312"
)
CAP_CARD = contour(
    "244,282* 236,287 228,297 220,313 213,336 206,354* 220,366 236,372* 242,352 246,326 247,302*"
)
SLEEVE_CARD = fillet(
    union(
        CAP_CARD,
        tube("232,326 219,372 194,424", (40, 39, 35)),
        cut(tube("194,424 171,392 150,360", (35, 33, 27)), beyond((172, 364), (146, 383))),
    ),
    7,
)
CAP_TABLE = contour(
    "345,272* 361,276 374,287 384,304 396,334 403,352* 386,362 366,370* 358,346 349,318 342,294*"
)
SLEEVE_TABLE = fillet(
    union(
        CAP_TABLE,
        tube("368,318 386,362 404,410", (40, 39, 34)),
        cut(tube("404,410 419,456 431,502", (34, 32, 26)), beyond((412, 500), (446, 489))),
    ),
    5,
)


def jacket() -> Layer:
    """Blouse with bow tie, then the jacket over it."""
    layer = Layer()
    layer.body(
        BLOUSE, CREAM, INK, plane=contour("318,262* 318,320 300,432* 340,400* 350,262*"), weight=0.8
    )
    layer.line("299,292 300,340 300,424", 1.6, CREAM.dark, start=1, end=1)
    for y in (322, 352, 382):
        layer.body(disc(296.5, y, 2.0), CREAM, INK, weight=0.3)
    layer.line("272,330 284,338 290,350", 2.2, CREAM.dark)
    layer.line("326,326 316,338 308,350", 2.2, CREAM.dark)
    layer.body(
        JACKET_TRUNK,
        TEAL,
        INK,
        plane=contour(
            "366,318* 358,350 344,392 333,430 335,470 341,520 346,580* 400,580* 400,318*"
        ),
    )
    for points, width in (
        ("252,430 264,440 280,444", 2.6),
        ("344,430 332,440 318,444", 2.4),
        ("250,446 266,462 282,466", 2.2),
        ("262,392 262,430 256,490", 2.0),
        ("336,396 338,430 342,490", 2.0),
        ("240,468 234,510 229,556", 2.0),
    ):
        layer.line(points, width, TEAL.dark, inside=JACKET_TRUNK)
    layer.line("247,470 240,512 236,548", 2.2, GLOSS, inside=JACKET_TRUNK)
    layer.line("300,424 299,470 300,520 301,563", 2.0, INK, start=0.9, end=0.6)
    layer.line("258,402 258,440 252,496", 1.3, INK, start=0.2)
    layer.line("337,402 337,440 344,496", 1.3, INK, start=0.2)
    for flap in (
        "244,508* 262,514 279,516* 278,527* 260,525 242,519*",
        "322,516* 340,513 354,508* 356,519* 341,524 322,527*",
    ):
        shape = contour(flap)
        layer.body(shape, TEAL, INK, plane=beside(shape, 0, -5), weight=0.6)
    for y in (446, 484, 522):
        button(layer, 307.5, y, BRICK)
    _lapels(layer)
    _collar(layer)
    return layer


def button(layer: Layer, x: float, y: float, dye: Dye, size: float = 4.6) -> None:
    shape = disc(x, y, size)
    layer.body(shape, dye, INK, plane=beside(shape, -2.4, -1.6), weight=0.55)
    layer.fill(disc(x - 1, y, 0.7), INK)
    layer.fill(disc(x + 1.2, y, 0.7), INK)


def _lapels(layer: Layer) -> None:
    right = contour(
        "336,262* 348,276 356,300 357,318* 342,314* 352,330* 346,352 326,396 302,428* 316,374"
        " 328,326 333,296"
    )
    left = contour(
        "261,268* 253,282 250,304 251,322* 264,318* 254,337* 261,360 279,400 300,428* 284,372"
        " 270,326 264,298"
    )
    layer.body(right, TEAL, INK, plane=right, weight=0.8)
    layer.body(left, TEAL, INK, plane=beside(left, -5, 3), weight=0.8)
    layer.line("251,322 264,318 273,318", 1.8, INK, start=0.8)
    layer.line("357,318 342,314 332,315", 1.8, INK, start=0.8)
    star = _star(268, 350, 6.8)
    layer.body(star, SAND, INK, weight=0.5)


def _star(x: float, y: float, size: float) -> Shape:
    from math import cos, pi, sin

    return polygon(
        [
            (x + r * sin(i * pi / 5 + 0.2), y - r * cos(i * pi / 5 + 0.2))
            for i in range(10)
            for r in [size if i % 2 == 0 else size * 0.45]
        ]
    )


def _collar(layer: Layer) -> None:
    """The blouse's collar over the lapels, the bow tie between its wings."""
    stand = contour("276,255* 286,263 299,265 312,261 321,251* 314,271 300,290* 287,275")
    layer.body(stand, Dye(CREAM.dark, "#bda983"), INK, plane=box(306, 245, 30, 50), weight=0.7)
    right = contour("321,250* 334,258 346,274 342,306* 324,300 303,286* 314,272 320,260")
    left = contour("276,254* 262,262 252,278 259,310* 276,302 296,287* 286,276 278,264")
    layer.body(right, CREAM, INK, plane=contour("322,246* 326,270 322,312* 360,312* 360,246*"))
    layer.body(left, CREAM, INK, plane=beside(left, -4, -4))
    for wing in (
        "298,288* 286,279 276,277 273,287 276,299 286,298*",
        "300,288* 312,278 322,275 326,285 323,297 313,297*",
    ):
        shape = contour(wing)
        layer.body(shape, CHARCOAL, INK, plane=beside(shape, -4, -4), weight=0.6)
    layer.line("291,287 284,286 279,283", 1.4, "#5a5d6b")
    layer.line("307,287 314,285 319,281", 1.4, "#5a5d6b")
    layer.body(oval(299, 288, 5.2, 6.2), CHARCOAL, INK, weight=0.6)


def jacket_sleeve_table() -> Layer:
    """The sleeve to the hand on the table, the blouse's cuff below it."""
    layer = Layer()
    _shirt_cuff(layer, cut(_wrist_table(1.6), beyond((412, 507), (446, 496))))
    layer.body(
        SLEEVE_TABLE,
        TEAL,
        INK,
        plane=contour("388,316* 400,352 409,392 421,436 432,502* 470,502* 430,316*"),
    )
    for points in ("394,388 404,398 415,398", "395,402 404,409 414,410", "392,420 404,422 416,428"):
        layer.line(points, 2.4, TEAL.dark, inside=SLEEVE_TABLE)
    layer.line("372,300 385,330 396,362", 2.2, GLOSS, inside=SLEEVE_TABLE)
    for at in ((439.5, 480), (437, 470.5)):
        button(layer, at[0] - 3, at[1], BRICK, 2.7)
    return layer


def _wrist_table(by: float) -> Shape:
    return grow(within(tube("404,410 419,456 431,512", (26, 25, 19)), box(390, 470, 80, 60)), by)


def _shirt_cuff(layer: Layer, cuff: Shape) -> None:
    layer.body(cuff, CREAM, INK, plane=beside(cuff, -8, 0), weight=0.7)


def jacket_sleeve_card() -> Layer:
    """The whole sleeve of the arm with the cards; its cuff closes over the wrist."""
    layer = Layer()
    wrist = grow(within(tube("194,424 171,392 149,357", (27, 26, 19)), box(130, 350, 60, 50)), 1.6)
    _shirt_cuff(layer, cut(wrist, beyond((169, 357), (143, 376))))
    layer.body(
        SLEEVE_CARD,
        TEAL,
        INK,
        plane=union(
            contour("250,318* 236,352 220,390 206,416 194,446* 240,446* 262,330*"),
            contour("150,392* 172,420 186,434 196,446* 160,446* 130,400*"),
        ),
    )
    for points in ("184,398 194,406 208,405", "182,408 192,418 204,419", "180,416 186,428 194,434"):
        layer.line(points, 2.4, TEAL.dark, inside=SLEEVE_CARD)
    layer.line("234,300 224,324 215,350", 2.2, GLOSS, inside=SLEEVE_CARD)
    for x, y in ((157.5, 386), (163, 394)):
        button(layer, x, y, BRICK, 2.7)
    return layer


# --- boots --------------------------------------------------------------------------------

BOOT_LEFT = contour(
    "238,838* 252,841 272,841 294,837* 292,866 290,896 286,926 287,946 284,958 276,967 260,970"
    " 246,969 238,963 239,952 246,938 250,922 247,894 241,866"
)
BOOT_RIGHT = contour(
    "326,841* 342,844 360,842 376,836* 378,864 381,896 385,920 394,934 408,946 417,955 417,964"
    " 404,969 386,968 372,963* 370,970* 348,970* 346,950 347,926 342,896 333,866"
)


def boots() -> Layer:
    """Lace-up boots to the calf, brick leather, cream laces."""
    layer = Layer()
    _boot_right(layer)
    _boot_left(layer)
    return layer


def _boot_left(layer: Layer) -> None:
    sole = within(BOOT_LEFT, box(230, 960.5, 70, 14))
    layer.body(
        BOOT_LEFT,
        BRICK,
        INK,
        plane=contour("280,832* 279,870 276,900 271,926 272,944 264,972* 310,972* 310,832*"),
    )
    layer.fill(sole, CHARCOAL.dark)
    layer.line("236,960 258,963 286,959", 1.6, INK, start=0.8, end=0.8, inside=BOOT_LEFT)
    tongue = contour("258,844* 262,880 262,912 258,934* 268,940 276,932* 275,900 276,844*")
    layer.fill(within(tongue, BOOT_LEFT), BRICK.dark)
    toecap = "243,948 254,953 267,951"
    layer.line(toecap, 1.8, INK, start=0.5, end=0.3, inside=BOOT_LEFT)
    for index in range(6):
        y = 854 + index * 14.5
        x = 258.5 + index * 0.9 - (2 if index == 5 else 0)
        _lace(layer, (x, y), (x + 17 - index * 0.5, y - 1))
    layer.line("253,866 256,896 252,926", 2.0, "#cf6a4c", inside=BOOT_LEFT)
    _boot_top(layer, BOOT_LEFT)
    _bow_of_lace(layer, 267, 852)


def _boot_right(layer: Layer) -> None:
    layer.body(
        BOOT_RIGHT,
        BRICK,
        INK,
        plane=union(
            contour("364,832* 367,870 370,900 374,924 380,940 372,972* 430,972* 430,832*"),
            contour("346,955 366,955 386,959 420,959 420,975 346,975*"),
        ),
    )
    sole = within(BOOT_RIGHT, polygon("340,961.5 368,961 420,963 420,976 340,976"))
    layer.fill(sole, CHARCOAL.dark)
    layer.line(
        "350,961 368,959.5 392,962.5 418,961", 1.6, INK, start=0.8, end=0.8, inside=BOOT_RIGHT
    )
    tongue = contour("346,846* 352,880 361,910 370,930* 384,928 386,920* 377,896 366,846*")
    layer.fill(within(tongue, BOOT_RIGHT), BRICK.dark)
    layer.line("394,935 388,944 378,950", 1.8, INK, start=0.3, end=0.5, inside=BOOT_RIGHT)
    for index in range(6):
        y = 855 + index * 14.2
        x = 347 + index * 4.6
        _lace(layer, (x, y), (x + 19 - index * 0.8, y - 2))
    layer.line("341,866 348,896 354,926", 2.0, "#cf6a4c", inside=BOOT_RIGHT)
    _boot_top(layer, BOOT_RIGHT)
    _bow_of_lace(layer, 356, 853)


def _boot_top(layer: Layer, boot: Shape) -> None:
    """The dark welt along the shaft's upper edge."""
    left, top, right, _ = boot.bounds
    middle = (left + right) / 2 - (10 if boot is BOOT_RIGHT else 0)
    welt = within(
        contour(
            f"{left - 9},{top}* {left - 9},{top + 12}* {middle},{top + 18} {right + 9},{top + 8}*"
            f" {right + 9},{top - 9}* {middle},{top}"
        ),
        boot,
    )
    layer.fill(within(grow(welt, 1.3), boot), INK)
    layer.fill(welt, BRICK.dark)


def _lace(layer: Layer, start: Spot, end: Spot) -> None:
    line = band([start, ((start[0] + end[0]) / 2, start[1] + 2.2), end], 2.6)
    layer.fill(grow(line, 0.8), INK)
    layer.fill(line, CREAM.light)
    for spot in (start, end):
        layer.fill(disc(*spot, 1.5), INK)


def _bow_of_lace(layer: Layer, x: float, y: float) -> None:
    for side in (-1, 1):
        loop = turn(oval(x + side * 7, y + 2, 6.6, 3.2), side * 24, (x, y))
        ring = cut(loop, grow(loop, -1.8))
        layer.fill(grow(ring, 0.8), INK)
        layer.fill(ring, CREAM.light)
        tail = band([(x, y), (x + side * 5, y + 7), (x + side * 6.5, y + 13)], 2.0)
        layer.fill(grow(tail, 0.7), INK)
        layer.fill(tail, CREAM.light)
    layer.fill(disc(x, y, 2.6), INK)
    layer.fill(disc(x, y, 1.8), CREAM.light)
