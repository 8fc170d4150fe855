"""Dottoressa Vera's trench coat and the long scarf."""

from __future__ import annotations

from .layer import Layer
from .shapes import (
    Shape,
    band,
    beside,
    box,
    brush,
    contour,
    cut,
    disc,
    fillet,
    grow,
    polygon,
    tube,
    union,
    within,
)
from .vera_dyes import BRICK, CHARCOAL, CREAM, INK, LINING, SAND, TEAL
from .vera_suit import beyond, button

SEAM = "#8f6f42"
PALE = "#ecd8ae"

TRENCH_TRUNK = contour(
    "260,258* 246,274 232,287 227,304 225,330 226,352 231,384 236,412 236,444 230,482 219,552"
    " 200,650 180,750 158,846* 176,855 220,864 262,868 284,868 300,862* 318,869 362,868"
    " 410,861 450,846* 430,764 402,660 376,560 360,484 354,446 356,416 364,386 370,356 373,334"
    " 377,308 371,288 354,273 336,254* 334,292 324,340 302,394* 284,344 268,296"
)
CAP_CARD = contour(
    "243,279* 233,284 224,294 215,311 208,334 200,354* 216,368 235,376* 242,354 247,326 247,300*"
)
SLEEVE_CARD = fillet(
    union(
        CAP_CARD,
        tube("230,328 217,374 193,426", (46, 46, 42)),
        cut(tube("193,426 171,394 151,362", (42, 40, 35)), beyond((182, 371), (148, 395))),
    ),
    7,
)
CAP_TABLE = contour(
    "347,269* 363,273 377,284 389,303 399,334 404,351* 390,366 364,376* 357,348 348,318 341,291*"
)
SLEEVE_TABLE = fillet(
    union(
        CAP_TABLE,
        tube("371,320 387,364 405,411", (46, 46, 41)),
        cut(tube("405,411 419,455 430,498", (41, 39, 34)), beyond((405, 488), (450, 474))),
    ),
    5,
)


def trench() -> Layer:
    """The long triangle: belted, double-breasted, open at the neck over the suit."""
    layer = Layer()
    inside = contour("280,862 300,852 322,862 330,872 300,874 276,873")
    layer.body(inside, LINING, INK)
    layer.body(
        TRENCH_TRUNK,
        SAND,
        INK,
        plane=contour(
            "371,322* 362,352 350,388 339,418 338,446 350,500 366,580 388,690 404,790 414,880*"
            " 480,880* 480,322*"
        ),
    )
    for points, width in (
        ("250,474 234,560 214,660 196,760", 4.2),
        ("266,470 258,560 242,690 226,856", 4.6),
        ("284,472 280,560 270,700 262,862", 3.6),
        ("322,472 332,560 344,700 356,862", 4.4),
        ("338,470 354,560 376,680 396,800", 4.2),
        ("306,474 310,560 316,660 318,760", 3.4),
        ("246,418 258,424 272,424", 2.6),
        ("346,418 334,424 322,424", 2.6),
    ):
        layer.line(points, width, SAND.dark, inside=TRENCH_TRUNK)
    for points, width in (
        ("250,500 236,580 220,670", 2.6),
        ("276,500 270,580 256,690", 2.4),
    ):
        layer.line(points, width, PALE, inside=TRENCH_TRUNK)
    layer.line("302,392 301,420 300,470", 2.2, INK, start=0.9, end=0.8)
    layer.line("298,466 294,560 291,700 292,820 300,864", 2.4, INK, start=0.7, end=0.9)
    layer.line("305,470 301,560 298,700 298,800", 1.2, SEAM, start=1, end=0.4)
    hem = "160,836 178,845 220,854 262,858 286,858"
    layer.line(hem, 1.4, SEAM, start=1, end=1, inside=TRENCH_TRUNK)
    layer.line("306,859 362,858 410,851 448,837", 1.4, SEAM, start=1, end=1, inside=TRENCH_TRUNK)
    _storm_flap(layer)
    _buttons_and_pockets(layer)
    _lapels(layer)
    _belt(layer)
    return layer


def _storm_flap(layer: Layer) -> None:
    flap = within(
        contour("236,300* 232,340 240,366 262,378 286,372* 290,352 270,300*"), TRENCH_TRUNK
    )
    layer.body(flap, SAND, INK, plane=beside(flap, 0, -4), weight=0.6)
    layer.line("241,360 262,371 284,366", 1.2, SEAM, start=1, end=1, inside=flap)


def _buttons_and_pockets(layer: Layer) -> None:
    for x, y in ((277, 408), (324, 408), (271, 500), (327, 500), (264, 556), (334, 556)):
        button(layer, x, y, BRICK, 5.4)
    for points in (
        "214,578* 226,582* 214,640* 201,636*",
        "366,582* 378,576* 392,634* 379,641*",
    ):
        pocket = contour(points)
        layer.body(pocket, SAND, INK, plane=beside(pocket, -5, -1), weight=0.6)
        middle = pocket.centroid
        button(layer, middle.x, middle.y + 12, BRICK, 2.6)


def _lapels(layer: Layer) -> None:
    right = contour(
        "336,254* 350,264 362,284 370,310 368,326* 350,318* 360,336* 352,356 328,384 303,396*"
        " 320,348 331,304 334,276"
    )
    left = contour(
        "260,258* 254,272 251,290 250,308 251,327* 264,321* 254,339* 261,360 281,386 301,396*"
        " 286,350 272,306 264,280"
    )
    layer.body(right, SAND, INK, plane=right, weight=0.9)
    layer.body(left, SAND, INK, plane=beside(left, -5, 3), weight=0.9)
    layer.line("251,327 264,321 274,317", 2.0, INK, start=0.8)
    layer.line("368,326 350,318 334,316", 2.0, INK, start=0.8)
    layer.line("258,342 265,358 282,378 295,387", 1.2, SEAM, start=0.8, end=0.8)
    layer.line("254.5,318 256,298 260,278", 1.2, SEAM, start=0.8, end=0.8)
    layer.line("355,337 348,353 328,376 310,387", 1.2, SEAM, start=0.8, end=0.8)
    layer.fill(disc(265, 341, 1.6), INK)


def _belt(layer: Layer) -> None:
    belt = within(band("226,444 262,451 298,453 330,450 366,442", 25), grow(TRENCH_TRUNK, 1.6))
    layer.body(belt, SAND, INK, plane=box(338, 400, 60, 90))
    for edge in (
        "226,435.5 262,442.5 298,444.5 330,441.5 366,433.5",
        "226,452.5 262,459.5 298,461.5 330,458.5 366,450.5",
    ):
        layer.line(edge, 1.2, SEAM, start=1, end=1, inside=belt)
    for x in (252, 340):
        loop = polygon([(x - 3, 429), (x + 4, 430), (x + 3, 470), (x - 4, 469)])
        layer.body(loop, SAND, INK, plane=beside(loop, -3), weight=0.6)
    tail = contour("316,441* 336,446 342,470 338,500 334,516* 325,522 316,513* 320,490 318,466")
    layer.body(tail, SAND, INK, plane=beside(tail, -6, -1), weight=0.8)
    frame = cut(box(283, 436, 32, 34, 4), box(289.5, 443, 19, 20, 1.5))
    layer.body(frame, CHARCOAL, INK, plane=box(306, 430, 20, 50), weight=0.8)
    layer.line("299,439 299,468", 3.4, CHARCOAL.dark, start=1, end=1)
    layer.line("286,441 286,464", 1.4, "#6a6d7a", start=0.5, end=0.5)


def trench_sleeve_table() -> Layer:
    layer = Layer()
    layer.body(
        SLEEVE_TABLE,
        SAND,
        INK,
        plane=contour("392,312* 405,350 413,392 424,436 434,500* 480,500* 440,312*"),
    )
    for points in ("392,386 404,397 418,396", "391,402 404,411 418,412", "392,422 404,424 420,432"):
        layer.line(points, 2.6, SAND.dark, inside=SLEEVE_TABLE)
    layer.line("372,300 384,326 394,352", 2.4, PALE, inside=SLEEVE_TABLE)
    _strap(layer, "398,464 421,460 446,451", SLEEVE_TABLE, (436, 455))
    epaulette = contour("344,277* 350,270* 374,281 388,297* 389,305* 382,309* 366,292")
    layer.body(epaulette, SAND, INK, plane=beside(epaulette, 1, -4), weight=0.7)
    button(layer, 352, 276.5, BRICK, 2.8)
    return layer


def trench_sleeve_card() -> Layer:
    layer = Layer()
    layer.body(
        SLEEVE_CARD,
        SAND,
        INK,
        plane=union(
            contour("250,318* 236,356 220,394 206,420 194,452* 250,452* 266,330*"),
            contour("150,402* 172,428 186,440 196,452* 150,452* 130,400*"),
        ),
    )
    for points in ("180,398 193,407 210,406", "178,410 190,421 206,421", "176,420 184,432 194,440"):
        layer.line(points, 2.6, SAND.dark, inside=SLEEVE_CARD)
    layer.line("230,302 221,324 213,348", 2.4, PALE, inside=SLEEVE_CARD)
    _strap(layer, "153,412 170,403 191,384", SLEEVE_CARD, (166, 406))
    epaulette = contour("251,283* 246,276* 230,286 217,304* 216,312* 223,316* 236,298")
    layer.body(epaulette, SAND, INK, plane=beside(epaulette, -1, -4), weight=0.7)
    button(layer, 243.5, 283.5, BRICK, 2.8)
    return layer


def _strap(layer: Layer, points: str, sleeve: Shape, buckle: tuple[float, float]) -> None:
    """The strap round a cuff."""
    strap = within(band(points, 8.5), sleeve)
    layer.fill(within(grow(strap, 1.2), sleeve), INK)
    layer.fill(strap, SAND.light)
    layer.fill(within(strap, beside(sleeve, -9, 0)), SAND.dark)
    x, y = buckle
    frame = cut(box(x - 4.5, y - 6, 9, 12, 1.5), box(x - 2, y - 3, 4, 6))
    layer.body(frame, CHARCOAL, INK, weight=0.4)


# --- the scarf ----------------------------------------------------------------------------

LOOP = contour(
    "258,250* 268,262 284,269 300,269 318,261 334,245* 346,252 354,268 350,288 334,304 312,314"
    " 290,318 268,316 251,304 243,286 247,266"
)
TAIL = contour(
    "262,304* 254,350 249,410 247,470 243,566* 262,572 286,568* 290,500 293,430 294,370 292,306*"
)
FLUNG_SPINE = "322,284 356,270 394,278 424,304 458,314 500,292"


def scarf() -> Layer:
    """The loop about the neck, its knot and the long front tail."""
    layer = Layer()
    _fringes(
        layer, [(247 + i * 7.2, 567 + (2.6 if 0 < i < 5 else 0)) for i in range(6)], (-1.5, 26)
    )
    layer.body(TAIL, BRICK, INK, plane=beside(TAIL, -13, 0))
    for y, dye in ((500, CREAM), (518, TEAL), (536, CREAM)):
        stripe = within(band(f"236,{y} 266,{y + 4} 300,{y}", 13), TAIL)
        layer.fill(within(grow(stripe, 1.0), TAIL), INK)
        layer.fill(stripe, dye.light)
        layer.fill(within(stripe, beside(TAIL, -13, 0)), dye.dark)
    for points, width in (
        ("268,340 263,400 262,470", 3.0),
        ("282,336 280,390 279,440", 2.8),
        ("258,420 256,460 255,490", 2.4),
        ("268,548 267,558 266,566", 2.0),
    ):
        layer.line(points, width, BRICK.dark, inside=TAIL)
    layer.body(
        LOOP,
        BRICK,
        INK,
        plane=contour("338,244* 340,270 326,292 300,306 262,312* 290,330* 360,310* 364,244*"),
    )
    for points, width, colour in (
        ("252,262 264,278 286,286 310,284 334,272 346,256", 2.6, BRICK.dark),
        ("248,274 262,292 286,301 314,297 340,282", 2.8, BRICK.dark),
        ("262,262 274,272 292,276", 2.0, "#cf6a4c"),
        ("254,290 264,299 280,305", 2.0, "#cf6a4c"),
        ("302,277 324,270 338,257", 1.9, INK),
    ):
        layer.line(points, width, colour, inside=LOOP)
    knot = contour("258,296* 270,290 286,290 297,297* 300,312 295,328 280,334 264,331 256,316")
    layer.body(knot, BRICK, INK, plane=beside(knot, -8, -4))
    for points in ("264,300 268,314 267,328", "276,297 279,312 277,331", "288,300 290,312 287,326"):
        layer.line(points, 2.2, BRICK.dark, inside=knot)
    layer.line("258,322 268,334 284,336 297,326", 2.2, INK, start=0.4, end=0.4)
    return layer


def scarf_back() -> Layer:
    """The other tail, flung over the shoulder and away."""
    layer = Layer()
    ribbon = fillet(tube(FLUNG_SPINE, (34, 40, 42, 43, 42, 42)), 4)
    ribbon = cut(ribbon, beyond((512, 322), (491, 262)))
    ends = [(495.5 + i * 3.1, 272 + i * 7.6) for i in range(6)]
    _fringes(layer, ends, (25, -13))
    lower = contour("330,300 356,292 392,298 420,326 452,336 486,328 520,316 520,350 320,350")
    layer.body(ribbon, BRICK, INK, plane=lower)
    for points, dye in (
        ("433,280 440,310 436,342", CREAM),
        ("450,284 457,312 456,344", TEAL),
        ("467,280 474,308 476,338", CREAM),
    ):
        stripe = within(band(points, 12), ribbon)
        layer.fill(within(grow(stripe, 1.0), ribbon), INK)
        layer.fill(stripe, dye.light)
        layer.fill(within(stripe, lower), dye.dark)
    for points in ("352,264 386,270 414,294", "360,280 390,288 412,308", "484,288 492,300 496,306"):
        layer.line(points, 2.6, BRICK.dark, inside=ribbon)
    layer.line("372,262 396,266 416,282", 2.0, "#cf6a4c", inside=ribbon)
    return layer


def _fringes(layer: Layer, roots: list[tuple[float, float]], fall: tuple[float, float]) -> None:
    """Six knotted threads from the end of the scarf."""
    for index, (x, y) in enumerate(roots):
        sway = (-1) ** index * 1.6
        across = (-fall[1] * 0.06 * sway, fall[0] * 0.06 * sway)
        thread = brush(
            [
                (x, y),
                (x + fall[0] * 0.5 + across[0], y + fall[1] * 0.5 + across[1]),
                (x + fall[0] + sway * 0.5, y + fall[1] + sway * 0.5),
            ],
            5.4,
            0.9,
            0.55,
        )
        layer.ink(thread, INK, 0.6)
        layer.fill(thread, BRICK.light)
        layer.fill(beside(thread, -1.6, 0.4), BRICK.dark)
