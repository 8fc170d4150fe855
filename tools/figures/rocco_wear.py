"""Capitano Rocco's jersey, trousers and sea boots."""

from __future__ import annotations

import math

from .layer import Layer
from .rocco_build import (
    ARM_CARD_FORE,
    ARM_CARD_UPPER,
    ARM_TABLE,
    TRUNK,
    carrying,
    down_front,
    legs,
    on_trunk,
    ring_at,
)
from .rocco_dyes import BOOT, BOOT_SHEEN, INK, RUST, RUST_SHEEN, SLATE
from .shapes import (
    Shape,
    Spot,
    band,
    beside,
    box,
    contour,
    fillet,
    grow,
    polygon,
    union,
    within,
)

HEM_TOP, HEM_FOOT = 538.0, 578.0
OUT = 5.5  # how far the jersey stands off the johns


def _above(y: float, out: float = 40.0) -> Shape:
    """Everything above a ring of the trunk."""
    return polygon([(0, 0), (0, y), *ring_at(y, out), (600, y), (600, 0)])


JERSEY_BLOUSE = within(grow(TRUNK, OUT + 1.5), _above(HEM_TOP))
JERSEY_HEM = polygon([*ring_at(HEM_TOP - 6, 4), *ring_at(HEM_FOOT, 6)[::-1]])
COLLAR = contour(
    "238,288* 244,276 260,270 330,268 346,274 354,284* 361,294 358,306* 338,315 300,321 262,320"
    " 240,312* 234,300"
)
JERSEY_SHADE = contour("366,290* 368,340 362,400 364,450 364,500 360,540 356,610* 460,610 460,290*")
UPPER = grow(ARM_CARD_UPPER, OUT)
FORE = within(
    grow(ARM_CARD_FORE, OUT),
    contour("60,398* 92,400 122,406 156,395 190,390* 190,520 60,520"),
)
TABLE = within(
    grow(ARM_TABLE, OUT), contour("300,250* 520,250 520,481* 466,481 434,490 402,481* 300,481")
)
TABLE_SHADE = contour("394,300* 404,330 424,370 446,408 454,440 448,470 444,500* 510,500 510,300*")


def jersey() -> Layer:
    """A fisherman's jersey: cables, ribbed hem, a collar turned down under the beard."""
    layer = Layer()
    layer.body(JERSEY_HEM, RUST, INK, plane=JERSEY_SHADE)
    for around in range(-72, 104, 8):
        foot = on_trunk(HEM_FOOT - 2, around, 6)
        start = on_trunk(HEM_TOP, around, 5)
        layer.line([start, foot], 2.2, RUST.dark, start=0.8, end=0.6, inside=JERSEY_HEM)
    layer.body(JERSEY_BLOUSE, RUST, INK, plane=JERSEY_SHADE)
    for around in (-46, 0, 46, 84):
        _cable(layer, around, 318, HEM_TOP - 4)
    for around in (-24, 23, 66):
        line = down_front(around, 324, HEM_TOP - 6, OUT)
        for index in range(len(line) * 3 - 3):
            t = index / 3
            i, part = int(t), t - int(t)
            x = line[i][0] + (line[i + 1][0] - line[i][0]) * part
            y = line[i][1] + (line[i + 1][1] - line[i][1]) * part
            layer.line([(x - 2.4, y - 2), (x, y + 1), (x + 2.4, y - 2)], 1.7, RUST.dark)
    for points, width in (
        ("172,500 196,520 222,528", 2.8),
        ("394,506 372,526 346,534", 2.8),
        ("196,356 206,378 206,404", 2.4),
        ("388,352 374,372 370,398", 2.4),
    ):
        layer.line(points, width, RUST.dark, inside=JERSEY_BLOUSE)
    layer.body(
        COLLAR, RUST, INK, plane=contour("338,240* 346,270 344,300 330,330* 390,330 390,240*")
    )
    for share in range(13):
        x = 240 + share * 10
        bow = 10 * math.sin(share / 12 * math.pi)
        layer.line([(x, 276 + bow * 0.4), (x - 1, 302 + bow)], 2.0, RUST.dark, inside=COLLAR)
    return layer


def _cable(layer: Layer, around: float, top: float, foot: float) -> None:
    """A cable between two furrows: strands crossing one over the other."""
    squeeze = max(math.cos(math.radians(around - 16)), 0.35)
    half = 8.0 * squeeze
    for side in (-1, 1):
        edge = [(x + side * (half + 3.4), y) for x, y in down_front(around, top, foot, OUT)]
        layer.line(edge, 1.8, RUST.dark, start=0.5, end=0.5, inside=JERSEY_BLOUSE)
    y = top + 6
    while y < foot - 10:
        x, here = on_trunk(y, around, OUT)
        _below_x, below = on_trunk(y + 17, around, OUT)
        twist(layer, (x, here), (x, below), half)
        y += 19


def twist(layer: Layer, start: Spot, end: Spot, half: float) -> None:
    """One crossing of a cable: the strand that lies over, and what shows of the other."""
    (x, top), (_, foot) = start, end
    strand = [(x - half, top), (x + half * 0.2, top + (foot - top) * 0.42), (x + half, foot)]
    layer.line(strand, 3.2, RUST.dark, start=0.25, end=0.25)
    layer.line([(x + half, top - 1), (x + half * 0.25, top + 4.5)], 2.4, RUST.dark, start=0.7)
    layer.line([(px - 1.6, py + 3.0) for px, py in strand], 1.5, RUST_SHEEN, start=0.1, end=0.1)


def _cuff(layer: Layer, area: Shape, points: list[Spot] | str, shade: Shape) -> None:
    cuff = within(band(points, 18), grow(area, 1.2))
    layer.body(cuff, RUST, INK, plane=shade, weight=0.8)
    places = (
        [tuple(float(n) for n in word.split(",")) for word in points.split()]
        if isinstance(points, str)
        else points
    )
    (x0, y0), _, (x1, y1) = places
    for step in range(1, 9):
        x = x0 + (x1 - x0) * step / 9
        y = y0 + (y1 - y0) * step / 9 + 7 * math.sin(step / 9 * math.pi)
        layer.line([(x, y - 7), (x, y + 7)], 1.8, RUST.dark, start=0.7, end=0.7, inside=cuff)


def sleeve_table() -> Layer:
    layer = Layer()
    layer.body(TABLE, RUST, INK, plane=TABLE_SHADE)
    layer.line("350,288 355,326 362,358 372,390", 2.8, INK, start=0.3, end=0.6)
    for points, width in (
        ("398,398 416,412 440,410", 3.0),
        ("406,416 424,428 450,424", 3.0),
        ("376,330 392,360 412,388", 2.4),
    ):
        layer.line(points, width, RUST.dark, inside=TABLE)
    _cuff(layer, TABLE, "400,475 434,483 470,474", TABLE_SHADE)
    return layer


def sleeve_card() -> Layer:
    layer = Layer()
    shade = contour("233,328* 213,396 184,454 148,497 152,520* 250,490 260,328*")
    layer.body(UPPER, RUST, INK, plane=shade)
    layer.line("236,292 233,336 227,374 217,406", 2.8, INK, start=0.3, end=0.6)
    layer.line("214,330 202,362 186,392", 2.4, RUST.dark, inside=UPPER)
    dark = beside(FORE, -12, -2)
    layer.body(FORE, RUST, INK, plane=dark, opened=within(grow(UPPER, -1.2), box(0, 462, 600, 100)))
    for points in ("118,486 136,480 152,466", "120,474 134,468 146,456"):
        layer.line(points, 2.6, RUST.dark, inside=FORE)
    layer.line("170,457 176,466 191,468", 2.6, INK, start=0.95)
    _cuff(layer, FORE, "92,410 123,416 158,404", dark)
    return layer


# --- trousers ----------------------------------------------------------------------------

TROUSER_LEGS = legs((120, 102, 90, 78, 66), 862)
TROUSERS = fillet(union(within(grow(TRUNK, 3), box(0, 540, 600, 94)), *TROUSER_LEGS), 3)


def trousers() -> Layer:
    """Slate trousers that taper into the boots; turned up over the socks."""
    layer = Layer()
    left, right = TROUSER_LEGS
    shade = union(
        within(contour("378,560* 366,640 372,740 384,880* 460,880 460,560*"), TROUSERS),
        within(contour("288,600* 268,650 268,740 282,880* 340,880 300,700"), left),
    )
    layer.body(TROUSERS, SLATE, INK, plane=shade)
    layer.line("280,600 284,630 284,662", 3.0, INK, start=0.6)
    layer.line("276,590 272,614 282,634", 2.0, SLATE.dark)
    for points, width in (
        ("237,640 240,720 247,780 254,836", 2.4),
        ("346,660 350,730 356,790 360,834", 2.4),
        ("284,640 270,652 252,657", 3.0),
        ("290,652 308,664 328,668", 3.0),
        ("212,748 236,760 266,752", 2.8),
        ("322,752 346,764 376,752", 2.8),
        ("226,814 248,824 276,818", 2.4),
        ("334,816 356,826 384,818", 2.4),
    ):
        layer.line(points, width, SLATE.dark, inside=TROUSERS)
    for leg, points in (
        (left, "204,849 255,858 306,849"),
        (right, "316,851 361,858 408,846"),
    ):
        cuff = within(band(points, 21), grow(leg, 2.2))
        layer.body(cuff, SLATE, INK, plane=grow(shade, 3), weight=0.8)
    return layer


# --- boots -------------------------------------------------------------------------------

UPRIGHT_LEFT = contour(
    "189,716* 190,770 194,820 203,866 206,896 198,914 184,930 176,944 180,956 206,964 244,966"
    " 268,963 281,956* 284,936 284,906 287,866 291,820 294,770 295,714* 242,726"
)
BOOT_RIGHT = contour(
    "297,716* 301,770 310,820 322,866 331,900 334,930 335,956* 350,964 374,968 398,967 413,961"
    " 417,949 411,935 403,918 401,900 404,866 407,820 408,770 408,710* 352,726"
)


def boots() -> Layer:
    """Sea boots to the knee."""
    layer = boot_left()
    layer.add(boot_right())
    return layer


def boot_left() -> Layer:
    """The boot that carries him, pointing to the left and at the viewer."""
    return _boot(
        UPRIGHT_LEFT,
        "160,948* 182,950 210,957 250,958 290,950* 290,980 160,980",
        "183,722 241,735 299,720",
        "184,690* 299,690* 295,760* 188,760*",
        (
            ("204,764 209,816 217,862 219,896", 5.0),
            ("212,896 240,904 268,896", 2.6),
            ("214,908 240,914 264,908", 2.4),
            ("206,922 200,930 190,938", 3.6),
            ("204,842 230,852 262,844", 2.2),
        ),
    ).changed(carrying)


def boot_right() -> Layer:
    """The free foot's boot, turned out."""
    return _boot(
        BOOT_RIGHT,
        "320,951* 350,957 384,960 412,956 440,944* 440,985 320,985",
        "291,724 352,737 412,716",
        "292,690* 411,690* 408,760* 296,760*",
        (
            ("318,764 326,816 338,862 346,896", 5.0),
            ("338,902 364,908 390,898", 2.6),
            ("342,914 366,918 388,912", 2.4),
            ("388,930 400,936 408,944", 3.6),
            ("322,846 350,854 382,844", 2.2),
        ),
    )


def _boot(
    boot: Shape, sole: str, turned: str, turned_area: str, lights: tuple[tuple[str, float], ...]
) -> Layer:
    """Shaft and foot in one contour, sole, gleams, the rust lining turned down at the top."""
    layer = Layer()
    shade = beside(boot, -17, 0)
    layer.body(boot, BOOT, INK, plane=shade)
    strip = within(contour(sole), boot)
    layer.fill(within(grow(strip, 1.3), boot), INK)
    layer.fill(strip, BOOT_SHEEN)
    layer.fill(within(shade, strip), BOOT.light)
    for points, width in lights:
        layer.line(points, width, BOOT_SHEEN, start=0.2, end=0.1, inside=boot)
    cuff = within(band(turned, 40), polygon(turned_area.replace("*", "")))
    layer.body(cuff, RUST, INK, plane=beside(cuff, -20, 0))
    x0, y0, x1, _ = cuff.bounds
    layer.line([(x0 + 6, y0 + 18), ((x0 + x1) / 2, y0 + 29), (x1 - 8, y0 + 16)], 2.0, RUST.dark)
    return layer
