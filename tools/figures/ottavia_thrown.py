"""Contessa Ottavia's slip in its flight over the folding screen: empty cloth, thrown in an S."""

from __future__ import annotations

from .layer import Dye, Layer
from .ottavia_dyes import BOA, INK, IVORY
from .shapes import band, bent, beside, box, brush, contour, fillet, grow, oval, union, within

TRUNK = contour(
    "254,285* 264,301 281,313 298,316 317,312 334,301 344,285* 360,291 367,330 361,440 368,560"
    " 376,700 384,866* 340,874 300,876 260,874 218,866* 226,700 233,560 241,440 235,330 240,291"
)
SLEEVE_UP = contour("250,286* 232,276 212,254 202,228* 189,234 176,246* 190,288 216,320 244,336*")
SLEEVE_DOWN = contour("350,286* 374,296 396,322 408,352* 396,362 380,368* 366,350 350,338*")
SPINE = "132,80 148,118 163,160 172,208 167,262 152,340 176,460 220,560"


def prop_slip() -> Layer:
    """Full length, its hem still behind the rail; ticks show the throw."""
    layer = Layer()
    back = contour(
        "254,285 274,277 298,275 322,277 344,285 336,302 318,314 298,318 280,315 262,302"
    )
    layer.body(back, Dye("#bfa783", "#bfa783"), INK)
    whole = fillet(union(TRUNK, SLEEVE_UP, SLEEVE_DOWN), 5)
    layer.body(
        whole,
        IVORY,
        INK,
        plane=contour(
            "372,338* 352,360 344,400 336,441 346,500 356,600 360,880* 420,880* 420,338*"
        ),
    )
    layer.fill(
        within(contour("396,316* 398,336 390,364* 416,360* 416,330*"), SLEEVE_DOWN), IVORY.dark
    )
    layer.fill(
        within(contour("244,320* 218,304 198,276 183,240* 160,256* 200,336*"), SLEEVE_UP),
        IVORY.dark,
    )
    for points, width in (
        ("248,306 252,330 248,352", 2.6),
        ("340,312 342,334 352,352", 2.6),
        ("262,340 284,372 292,430", 3.2),
        ("322,344 312,380 310,432", 3.2),
        ("246,400 262,420 280,436", 2.6),
        ("350,404 336,424 322,438", 2.6),
        ("262,456 254,500 250,580", 3.4),
        ("290,470 290,540 282,640", 3.4),
        ("318,462 324,520 326,620", 3.4),
        ("338,456 346,500 350,560", 2.8),
        ("218,268 208,282 204,298", 2.2),
        ("376,322 374,336 378,350", 2.2),
    ):
        layer.line(points, width, IVORY.dark, inside=whole)
    neck = "254,285 264,301 281,313 298,316 317,312 334,301 344,285"
    layer.fill(within(band(neck, 13), whole), BOA.light)
    layer.fill(within(band(neck, 8), whole), IVORY.light)
    layer.fill(brush(neck, 2.2, 0.6, 0.6), INK)
    for hem in ("202,228 189,234 176,246", "408,352 396,362 380,368"):
        layer.fill(within(band(hem, 17), whole), BOA.light)
        layer.fill(within(band(hem, 9), whole), IVORY.light)
    ribbon = within(band("234,440 262,447 300,450 338,446 370,438", 12), whole)
    layer.fill(within(grow(ribbon, 1), whole), INK)
    layer.fill(ribbon, BOA.light)
    layer.fill(within(ribbon, box(338, 420, 40, 50)), BOA.dark)
    _bow(layer)
    thrown = layer.changed(lambda shape: bent(shape, 299, 285, 900, SPINE))
    for points in ("28,150 20,172 22,198", "42,214 38,230 42,248", "222,56 232,72 236,92"):
        thrown.line(points, 3.4, INK)
    return thrown


def _bow(layer: Layer) -> None:
    """The ribbon's bow, its tails flying."""
    for tail in (
        "296,455* 272,470 250,500 226,512* 232,520 234,530* 262,514 284,488 302,460*",
        "302,453* 316,476 320,508 310,536* 320,534 328,540* 338,506 332,474 312,452*",
    ):
        shape = contour(tail)
        layer.body(shape, BOA, INK, plane=beside(shape, -4, -3), weight=0.6)
    for loop in (
        "299,451* 286,436 272,436 269,451 274,465 287,465*",
        "301,451* 314,436 327,437 330,452 325,466 313,465*",
    ):
        shape = contour(loop)
        layer.body(shape, BOA, INK, plane=beside(shape, -4, -4), weight=0.6)
    layer.body(oval(300, 452, 6, 7), BOA, INK, weight=0.6)
