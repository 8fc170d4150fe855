"""Dottoressa Vera's tennis dress in its flight over the folding screen."""

from __future__ import annotations

from .layer import Dye, Layer
from .shapes import band, bent, beside, box, brush, contour, fillet, grow, oval, union, within
from .vera_dyes import BRICK, CREAM, INK, TEAL

TRUNK = contour(
    "254,285* 266,304 282,322 299,337* 316,320 332,302 344,285* 360,291 366,330 360,440 362,540"
    " 366,600 384,790* 366,797 352,790 336,799 320,793 304,801 288,794 270,799 254,791 236,797"
    " 218,789* 232,600 236,540 240,440 234,330 240,291"
)
SLEEVE_UP = contour("250,286* 232,276 214,256 206,234* 192,240 180,252* 192,290 216,320 244,336*")
SLEEVE_DOWN = contour("350,286* 374,296 394,320 405,348* 394,358 378,364* 366,348 350,338*")
SPINE = "114,54 131,101 152,151 168,206 173,266 168,331 174,400 192,450"
NECK = "254,285 266,304 282,322 299,337* 316,320 332,302 344,285"


def prop_dress() -> Layer:
    """Full length, its hem still behind the rail; ticks show the throw."""
    layer = Layer()
    back = contour(
        "254,285 274,277 298,275 322,277 344,285 336,302 318,320 299,336 280,320 262,302"
    )
    layer.body(back, Dye("#bca57f", "#bca57f"), INK)
    whole = fillet(union(TRUNK, SLEEVE_UP, SLEEVE_DOWN), 5)
    layer.body(
        whole,
        CREAM,
        INK,
        plane=contour(
            "372,338* 352,360 344,400 340,441 344,520 352,600 362,800* 420,800* 420,338*"
        ),
    )
    layer.fill(
        within(contour("394,314* 396,334 388,362* 414,358* 414,328*"), SLEEVE_DOWN), CREAM.dark
    )
    layer.fill(
        within(contour("244,320* 220,304 202,278 188,244* 166,260* 202,336*"), SLEEVE_UP),
        CREAM.dark,
    )
    for points, width in (
        ("246,308 252,332 248,354", 2.6),
        ("342,316 342,338 352,354", 2.6),
        ("256,352 276,384 286,420", 3.0),
        ("330,356 316,386 312,420", 3.0),
        ("246,420 264,440 284,452", 2.6),
        ("350,424 336,444 320,456", 2.6),
    ):
        layer.line(points, width, CREAM.dark, inside=whole)
    for index in range(10):
        top, foot = 243 + index * 12, 228 + index * 15.8
        layer.fill(
            within(brush([(top, 520), (top, 620), (foot, 800)], 5.4, 0.2, 0.9), whole), CREAM.dark
        )
    for width, colour in ((28, INK), (25.6, TEAL.light), (17, CREAM.light), (9, TEAL.light)):
        layer.fill(within(band(NECK, width), whole), colour)
    layer.fill(brush(NECK, 2.2, 0.6, 0.6), INK)
    for hem in ("206,234 192,240 180,252", "405,348 394,358 378,364"):
        for width, colour in ((25, TEAL.light), (15, CREAM.light), (9, TEAL.light)):
            layer.fill(within(band(hem, width), whole), colour)
    layer.fill(within(band("222,772 262,780 300,783 340,780 380,772", 6), whole), TEAL.light)
    sash = within(band("228,500 262,508 300,511 338,507 372,499", 32), whole)
    layer.fill(within(grow(sash, 1.2), whole), INK)
    layer.fill(sash, BRICK.light)
    layer.fill(within(sash, box(342, 470, 40, 70)), BRICK.dark)
    _bow(layer)
    thrown = layer.changed(lambda shape: bent(shape, 299, 285, 800, SPINE))
    for points in ("22,150 16,172 20,196", "40,208 38,224 44,240", "206,20 220,32 228,50"):
        thrown.line(points, 3.4, INK)
    return thrown


def _bow(layer: Layer) -> None:
    """The sash's bow, its tails flying."""
    for tail in (
        "262,512* 240,528 212,552 184,556* 192,566 190,580* 226,574 252,548 268,518*",
        "262,516* 254,544 258,574 250,600* 262,600 272,608* 284,574 280,544 272,514*",
    ):
        shape = contour(tail)
        layer.body(shape, BRICK, INK, plane=beside(shape, -4, -3), weight=0.7)
    for loop in (
        "264,509* 250,490 234,487 229,499 234,516 250,523*",
        "267,509* 282,490 297,489 302,501 297,516 281,523*",
    ):
        shape = contour(loop)
        layer.body(shape, BRICK, INK, plane=beside(shape, -4, -5), weight=0.7)
    layer.body(oval(266, 510, 7, 8.5), BRICK, INK, weight=0.7)
