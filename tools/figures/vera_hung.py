"""Dottoressa Vera's things off the body: on the coat rack, and the farewell's screen."""

from __future__ import annotations

from collections.abc import Callable

from . import vera_suit
from .hands import screen_fingers, waving_hand
from .layer import Dye, Layer
from .scene import ScreenDress, folding_screen
from .shapes import (
    band,
    beside,
    box,
    brush,
    contour,
    cut,
    disc,
    grow,
    mirror,
    oval,
    polygon,
    within,
)
from .vera_dyes import BRICK, CHARCOAL, CREAM, INK, LINING, SAND, SKIN, TEAL
from .vera_suit import button


def rack_scarf() -> Layer:
    """The scarf over the inner hook on the right, both tails down."""
    layer = Layer()
    back = contour(
        "330,312* 326,360 328,430 326,500 328,566* 346,570 362,566* 360,500 358,420 352,316*"
    )
    front = contour("322,304* 312,350 312,420 308,500* 326,505 344,500* 346,430 346,360 344,306*")
    for tail, foot, left in ((back, 566, 330), (front, 500, 310)):
        for index in range(6):
            x = left + index * 6
            thread = brush(
                [(x, foot - 1), (x + (-1) ** index, foot + 12), (x - 1, foot + 25)], 5.2, 0.9, 0.55
            )
            layer.ink(thread, INK, 0.6)
            layer.fill(thread, BRICK.light)
        layer.body(tail, BRICK, INK, plane=beside(tail, -11))
        for shift, dye in ((-66, CREAM), (-48, TEAL), (-30, CREAM)):
            y = foot + shift
            stripe = within(band(f"300,{y} 332,{y + 3} 370,{y}", 13), tail)
            layer.fill(within(grow(stripe, 1), tail), INK)
            layer.fill(stripe, dye.light)
            layer.fill(within(stripe, beside(tail, -11)), dye.dark)
    for points in ("326,330 323,370 324,420", "336,326 336,370 335,424"):
        layer.line(points, 2.8, BRICK.dark, inside=front)
    over = contour("318,312* 321,302 332,297 345,300 354,312* 346,326 332,322 322,326")
    layer.body(over, BRICK, INK, plane=beside(over, -8, -4))
    layer.line("324,318 330,306 340,303", 2.0, BRICK.dark, inside=over)
    return layer


def rack_trench() -> Layer:
    """The coat on the outer hook on the left, straight sleeves, belt buckled."""
    layer = Layer()
    back = oval(250, 302, 20, 12)
    layer.body(back, LINING, INK)
    trunk = contour(
        "226,298* 214,308 208,330 210,390 211,440 204,500 190,620 176,770* 200,778 230,781 247,776*"
        " 270,781 302,778 326,769* 312,620 298,500 291,440 290,390 292,330 287,308 274,297*"
        " 268,340 252,392* 236,344"
    )
    inner = contour("228,296* 236,340 251,396* 266,340 273,296*")
    layer.body(inner, LINING, INK)
    sleeve = contour(
        "224,300* 208,306 199,324 192,380 188,440 186,486* 200,492 216,490* 219,440"
        " 220,380 226,330*"
    )
    for shape in (sleeve, mirror(sleeve, 250)):
        layer.body(shape, SAND, INK, plane=beside(shape, -9, 1))
    for points, x in (("184,470 200,475 220,473", 197), ("316,470 300,475 280,473", 303)):
        area = sleeve if x < 250 else mirror(sleeve, 250)
        strap = within(band(points, 8), area)
        layer.fill(within(grow(strap, 1.2), area), INK)
        layer.fill(strap, SAND.light if x < 250 else SAND.dark)
        frame = cut(box(x - 4, 469, 8, 11, 1.5), box(x - 1.6, 472, 3.4, 5))
        layer.body(frame, CHARCOAL, INK, weight=0.4)
    layer.body(
        trunk,
        SAND,
        INK,
        plane=contour("278,320* 276,390 276,440 284,520 296,640 306,790* 340,790* 340,320*"),
    )
    for points, width in (
        ("222,470 212,560 202,680", 3.8),
        ("236,470 230,580 222,778", 4.2),
        ("266,470 272,580 280,776", 4.2),
        ("280,470 290,560 300,680", 3.4),
    ):
        layer.line(points, width, SAND.dark, inside=trunk)
    layer.line("251,392 250,480 247,640 247,776", 2.3, INK, start=0.9, end=0.9)
    for x, y in ((234, 412), (269, 412), (230, 492), (273, 492), (226, 546), (277, 546)):
        button(layer, x, y, BRICK, 4.8)
    for points in ("198,566* 209,570* 202,624* 190,620*", "291,570* 302,566* 310,620* 298,624*"):
        pocket = contour(points)
        layer.body(pocket, SAND, INK, plane=beside(pocket, -5, -1), weight=0.6)
    right = contour(
        "274,297* 286,308 291,326 289,340* 276,333* 284,350* 274,372 253,394* 262,352 269,320"
    )
    left = contour(
        "226,298* 214,308 209,326 211,340* 224,333* 216,350* 226,372 250,394* 240,352 232,320"
    )
    layer.body(right, SAND, INK, plane=right, weight=0.8)
    layer.body(left, SAND, INK, plane=beside(left, -4, 3), weight=0.8)
    belt = within(band("200,446 230,451 260,452 300,446", 22), grow(trunk, 1.4))
    layer.body(belt, SAND, INK, plane=box(277, 420, 40, 60))
    frame = cut(box(237, 437, 27, 29, 3), box(242.5, 443, 16, 17, 1.5))
    layer.body(frame, CHARCOAL, INK, plane=box(256, 430, 20, 50), weight=0.7)
    return layer


def rack_boots() -> Layer:
    """The pair beside the rack's foot."""
    layer = vera_suit.boots()
    return layer.scaled(0.98, (300, 965)).moved(-74, 0)


def rack_suit() -> Layer:
    """Jacket over skirt on the outer hook on the right."""
    layer = Layer()
    skirt = contour(
        "318,498* 312,560 309,620 308,716* 330,722 352,723 374,722 394,715* 392,620"
        " 388,560 384,498*"
    )
    layer.body(skirt, TEAL, INK, plane=contour("370,490* 373,600 375,730* 410,730* 410,490*"))
    layer.line("354,530 355,620 354,722", 1.8, INK, start=0.3, end=0.8, inside=skirt)
    for points in ("328,540 324,620 326,716", "342,560 340,640 342,718"):
        layer.line(points, 2.8, TEAL.dark, inside=skirt)
    blouse = contour("328,296* 330,340 351,420* 372,340 374,295* 362,302 350,305 338,302")
    layer.body(blouse, CREAM, INK, plane=contour("360,296* 360,350 351,420* 380,400* 380,290*"))
    layer.line("351,312 351,410", 1.5, CREAM.dark, start=1, end=1)
    sleeve = contour(
        "326,298* 312,304 304,320 298,370 294,430 293,478* 305,483 318,481* 321,430"
        " 322,370 328,330*"
    )
    for shape in (sleeve, mirror(sleeve, 351)):
        cuff = contour("295,470* 306,474 317,472* 316,489 305,492 295,489")
        cuff = cuff if shape is sleeve else mirror(cuff, 351)
        layer.body(cuff, CREAM, INK, plane=beside(cuff, -7), weight=0.7)
        layer.body(shape, TEAL, INK, plane=beside(shape, -9, 1))
    trunk = contour(
        "328,296* 316,304 311,326 313,380 316,430 310,480 304,534* 326,541 344,541 351,534*"
        " 358,541 378,541 398,533* 392,480 386,430 389,380 391,326 386,304 374,295*"
        " 371,340 351,416* 332,340"
    )
    layer.body(
        trunk,
        TEAL,
        INK,
        plane=contour("379,316* 375,380 373,430 378,480 382,550* 420,550* 420,316*"),
    )
    layer.line("351,416 350,470 351,536", 1.9, INK, start=0.9, end=0.8)
    for points in ("322,360 326,430 320,500", "380,360 376,430 382,500"):
        layer.line(points, 2.4, TEAL.dark, inside=trunk)
    for flap in (
        "314,486* 328,490 341,491* 340,501* 326,500 313,496*",
        "361,491* 374,490 388,486* 389,496* 375,500 361,501*",
    ):
        shape = contour(flap)
        layer.body(shape, TEAL, INK, plane=beside(shape, 0, -5), weight=0.6)
    for y in (430, 462, 494):
        button(layer, 357, y, BRICK, 4.0)
    right = contour(
        "374,295* 385,304 389,324 388,336* 376,331* 383,346* 376,370 353,418* 364,360 371,326"
    )
    left = contour(
        "328,296* 317,304 312,324 313,336* 326,331* 319,346* 326,370 350,418* 340,360 332,326"
    )
    layer.body(right, TEAL, INK, plane=right, weight=0.8)
    layer.body(left, TEAL, INK, plane=beside(left, -4, 3), weight=0.8)
    for wing, far in (
        ("333,288* 324,296 322,306 331,322* 342,314 350,304*", False),
        ("369,288* 378,295 380,305 371,321* 360,314 352,304*", True),
    ):
        shape = contour(wing)
        layer.body(shape, CREAM, INK, plane=shape if far else beside(shape, -4, -4), weight=0.8)
    for wing in (
        "350,305* 341,299 334,299 332,306 335,314 342,313*",
        "352,305* 361,299 368,299 370,306 367,314 360,313*",
    ):
        shape = contour(wing)
        layer.body(shape, CHARCOAL, INK, plane=beside(shape, -3, -3), weight=0.55)
    layer.body(disc(351, 305.5, 4.4), CHARCOAL, INK, weight=0.55)
    star = polygon(
        "325,352 327,356.5 332,357 328,360.5 329.5,365.5 325,362.6 320.5,365.5"
        " 322,360.5 318,357 323,356.5"
    )
    layer.body(star, SAND, INK, weight=0.4)
    return layer


def screen() -> Layer:
    return folding_screen(
        ScreenDress(
            Dye("#267a80", "#175a62"), Dye("#1c6067", "#124850"), ("diamond", "spade", "heart")
        )
    )


def screen_hand() -> Layer:
    return waving_hand((486, 176), SKIN, INK, elbow=(462, 320), size=0.96, width=24)


def fingers() -> Layer:
    return screen_fingers(188, 279, SKIN, INK, nails="#f6d9c4", size=0.96)


PROPS: dict[str, Callable[[], Layer]] = {
    "rack_scarf": rack_scarf,
    "rack_trench": rack_trench,
    "rack_boots": rack_boots,
    "rack_suit": rack_suit,
    "screen": screen,
    "screen_hand": screen_hand,
    "screen_fingers": fingers,
}
