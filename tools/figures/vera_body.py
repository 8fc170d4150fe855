"""Dottoressa Vera's body, always in its tennis dress: legs, arms, hands, the dress itself."""

from __future__ import annotations

from .cardback import fan
from .hands import Hand, card_hand, paint_card_hand, paint_table_hand, table_hand
from .layer import Layer
from .shapes import (
    Shape,
    band,
    beside,
    box,
    brush,
    contour,
    cut,
    fillet,
    grow,
    oval,
    polygon,
    tube,
    union,
    within,
)
from .vera_dyes import BRICK, CHARCOAL, CREAM, INK, SKIN, SKIN_DEEP, TEAL

SHOULDER_CARD, ELBOW_CARD, WRIST_CARD = (247, 313), (196, 422), (149, 357)
SHOULDER_TABLE, ELBOW_TABLE, WRIST_TABLE = (352, 300), (403, 408), (432, 508)

ARM_CARD = fillet(
    union(
        tube([SHOULDER_CARD, (224, 368), ELBOW_CARD], (34, 30, 26)),
        tube([ELBOW_CARD, (172, 391), WRIST_CARD], (25, 24.5, 17.5)),
    ),
    5,
)
FORE_CARD = tube([ELBOW_CARD, (172, 391), WRIST_CARD], (25, 24.5, 17.5))
UPPER_TABLE = tube([SHOULDER_TABLE, (381, 354), ELBOW_TABLE], (34, 30, 26))
FORE_TABLE = tube([ELBOW_TABLE, (420, 458), WRIST_TABLE], (25.5, 24, 17))
ARM_TABLE = fillet(union(UPPER_TABLE, FORE_TABLE), 3)
ARM_SHADE = contour("384,350* 401,392 412,424 424,464 436,504* 452,470 440,410 410,340*")
HAND_KEPT = polygon([(60, 250), (260, 250), (260, 340), (196, 372), (146, 408), (60, 440)])


def hand_of_cards() -> Hand:
    """Her hand: slim, the index stretched along the card as if it were a slide rule."""
    return card_hand(0.94, index=("119,317 137,301 154,290 170,281", (15, 13.5, 11.5, 9)))


def hand_on_table() -> Hand:
    return table_hand(0.95)


def cards() -> Layer:
    return fan((150, 338), 52, (48, 72), INK)


def hand() -> Layer:
    """The card hand with what of the forearm lies over the cards; short, unpainted nails."""
    return paint_card_hand(
        hand_of_cards(), SKIN, INK, forearm=FORE_CARD, kept=HAND_KEPT, nails="#f6d9c4"
    )


LEG_LEFT = fillet(
    union(
        contour(
            "234,640* 239,690 244,728 243,754 238,784 239,816 246,856 254,896 257,930*"
            " 278,930* 278,902 281,866 286,826 286,794 281,762 282,734 288,690 292,640*"
        ),
        contour(
            "261,900 257,920 250,937 243,951 242,960 249,966 262,967 273,962 279,948"
            " 277.5,922 274,900"
        ),
    ),
    4,
)
LEG_RIGHT = fillet(
    union(
        contour(
            "300,640* 311,692 318,728 319,756 321,788 330,824 345,864 353,898 356,930*"
            " 376,924* 374,898 373,862 370,822 365,788 359,756 357,728 355,690 352,640*"
        ),
        contour(
            "360,898 356,920 352,942 348,956 351,964 360,967 371,961 382,963 400,967"
            " 410,964 408,957"
            " 396,948 384,937 376,920 370,898"
        ),
    ),
    3,
)


def body() -> Layer:
    """Stockings, arms, the hand on the table, neck and dress."""
    layer = Layer()
    _legs(layer)
    layer.body(ARM_CARD, SKIN, INK, plane=beside(ARM_CARD, -6.5, 2))
    layer.line("183,405 189,413 198,414", 1.6, SKIN_DEEP)
    arm = paint_table_hand(
        hand_on_table(), SKIN, INK, forearm=ARM_TABLE, nails="#f6d9c4", plane=ARM_SHADE
    )
    layer.add(arm)
    layer.line("394,410 402,414 409,411", 1.6, SKIN_DEEP)
    _bust(layer)
    _dress(layer)
    return layer


def _legs(layer: Layer) -> None:
    """Charcoal stockings: the weight on the left leg, the free one set out to the right."""
    layer.body(
        LEG_RIGHT,
        CHARCOAL,
        INK,
        plane=union(
            contour(
                "346,640* 348,700 350,740 351,780 355,826 361,880 364,915 371,938"
                " 392,956* 420,960* 420,640*"
            ),
            contour("349,958 366,958 384,960 412,960 412,972 346,972*"),
        ),
    )
    layer.body(
        LEG_LEFT,
        CHARCOAL,
        INK,
        plane=contour(
            "282,640* 277,700 275,740 276,780 276,826 272,880 270,934 270,946 264,970* 300,970*"
            " 300,640*"
        ),
    )
    sheen = "#5a5d6b"
    layer.line("249,776 248,806 252,846 258,890", 3.2, sheen, start=0.1, end=0.1)
    layer.line("328,784 332,814 344,856 354,896", 3.2, sheen, start=0.1, end=0.1)
    layer.line("327,752 334,757 344,755", 2.0, CHARCOAL.dark)
    layer.line("250,754 258,759 269,757", 2.0, CHARCOAL.dark)
    layer.line("262,916 270,921 278,917", 1.8, CHARCOAL.dark)
    layer.line("357,918 364,921 371,916", 1.8, CHARCOAL.dark)
    layer.line("246,953 252,957 258,955", 1.8, sheen)
    layer.line("386,947 395,952 402,958", 1.8, sheen)


def _bust(layer: Layer) -> None:
    """Neck and the shoulders' slope, with the jaw's shadow, collarbones, a crease."""
    neck = contour(
        "277,215* 277,246 274,262 262,277 240,291* 244,330 272,352 300,356 336,346 364,310"
        " 362,284* 340,270 325,258 320,244 320,212*"
    )
    layer.body(neck, SKIN, INK)
    layer.fill(
        within(
            contour("268,216* 279,238 296,248 308,258 317,271 331,279* 352,262* 330,200*"), neck
        ),
        SKIN.dark,
    )
    layer.line("281,252 290,256 302,254", 1.6, SKIN_DEEP)
    layer.line("264,287 277,291 290,299", 2.2, SKIN.dark, start=0.2)
    layer.line("335,279 321,288 304,299", 2.3, SKIN_DEEP, start=0.2)
    layer.line("297,299 298,306", 1.6, SKIN_DEEP)
    layer.line("290,262 294,280 296,294", 1.3, SKIN.dark)


DRESS_TRUNK = contour(
    "252,284* 262,300 278,317 297,331* 314,313 331,294 343,275* 358,280 370,292 372,318 364,346"
    " 361,374 350,408 341,438 341,470 343,510 346,545 349,580 352,640 357,700 361,741*"
    " 352,746 340,742 327,748 314,744 301,751 288,747 275,752 262,747 250,749 240,744 229,743*"
    " 229,700 228,640 230,580 234,550 240,512 248,470 250,438 245,406 237,374 236,347 229,320"
    " 231,300 241,289"
)
SLEEVE_CARD = contour(
    "247,286* 235,293 226,309 213,341 202,366* 214,376 231,383* 241,364 249,342 263,312*"
)
SLEEVE_TABLE = contour(
    "349,276* 362,281 374,292 386,318 399,352 404,362* 394,372 374,378* 366,360 356,338 342,308*"
)
DRESS = fillet(union(DRESS_TRUNK, SLEEVE_CARD, SLEEVE_TABLE), 3)
NECK_EDGE = "252,284 262,300 278,317 297,331* 314,313 331,294 343,275"
SASH = contour(
    "237,534* 262,542 294,545 324,541 346,532* 348,550 349,566* 324,574 292,578 260,575 232,567*"
    " 233,550"
)


def _dress(layer: Layer) -> None:
    plane = contour(
        "366,318* 358,350 346,392 330,438 329,480 333,540 336,600 342,680 346,755* 420,755*"
        " 420,318*"
    )
    layer.body(DRESS, CREAM, INK, plane=cut(plane, grow(SLEEVE_TABLE, 0.1)))
    layer.fill(
        within(contour("380,300* 388,330 390,350 386,382* 420,380* 420,300*"), SLEEVE_TABLE),
        CREAM.dark,
    )
    layer.fill(
        within(contour("247,334* 235,354 221,382* 236,392* 250,360"), SLEEVE_CARD), CREAM.dark
    )
    layer.line("244,332 241,346 235,358", 2.5, INK, end=0.5)
    layer.line("357,326 362,342 368,356", 2.5, INK, end=0.5)
    for points, width in (
        ("260,384 270,393 285,396 297,391", 2.2),
        ("316,386 329,392 344,387", 2.2),
        ("248,430 260,440 276,443", 2.2),
        ("246,470 262,488 286,498", 2.4),
        ("242,500 262,520 290,530", 2.4),
        ("340,470 330,492 314,508", 2.2),
        ("343,505 332,520 316,530", 2.2),
    ):
        layer.line(points, width, CREAM.dark, inside=DRESS)
    _pleats(layer)
    _trims(layer)
    _sash(layer)


def _pleats(layer: Layer) -> None:
    """Knife pleats from the sash to the hem, swinging with the free leg."""
    tops = (242, 251, 260, 270, 281, 292, 303, 314, 324, 333, 341)
    feet = (240, 250, 262, 275, 288, 301, 314, 327, 340, 352, 358)
    for number, (top, foot) in enumerate(zip(tops, feet, strict=True)):
        points = [(top, 572), (top + (foot - top) * 0.42, 660), (foot, 750)]
        pleat = brush(points, 5.2 if number % 2 else 4.2, 0.15, 0.95)
        layer.fill(within(pleat, DRESS), CREAM.dark)
        if number in (2, 4, 6, 8):
            layer.line(
                [(foot - 0.8, 704), (foot + 1.2, 728), (foot + 2, 748)],
                1.5,
                INK,
                end=0.9,
                inside=DRESS,
            )


def _trims(layer: Layer) -> None:
    layer.fill(within(band(NECK_EDGE, 30), DRESS), INK)
    layer.fill(within(band(NECK_EDGE, 27.6), DRESS), TEAL.light)
    layer.fill(within(band(NECK_EDGE, 18), DRESS), CREAM.light)
    layer.fill(within(band(NECK_EDGE, 10), DRESS), TEAL.light)
    shade = contour("344,270* 330,300 297,336* 302,352 330,330 372,280*")
    for width, colour in ((27.6, TEAL.dark), (18, CREAM.dark), (10, TEAL.dark)):
        layer.fill(within(within(band(NECK_EDGE, width), DRESS), shade), colour)
    layer.fill(within(brush(NECK_EDGE, 2.4, 0.6, 0.6), grow(DRESS, 1)), INK)
    for hem, sleeve in (
        ("201,365.5 214,376 232,383.5", SLEEVE_CARD),
        ("405,361.5 394,372 373,378.5", SLEEVE_TABLE),
    ):
        dark = beside(sleeve, -8, 0)
        for width, dye in ((25, TEAL), (15, CREAM), (9, TEAL)):
            strip = within(band(hem, width), sleeve)
            layer.fill(strip, dye.light)
            layer.fill(within(dark, strip), dye.dark)
    hem = "226,731 240,732 262,735 288,736 314,734 340,731 364,729"
    low = within(band(hem, 4.4), DRESS)
    layer.fill(low, TEAL.light)
    layer.fill(within(low, box(343, 700, 40, 60)), TEAL.dark)


def _sash(layer: Layer) -> None:
    """The brick sash on the hip with its bow over the leg that carries the weight."""
    sash: Shape = within(SASH, grow(DRESS, 0.6))
    layer.fill(within(grow(sash, 1.2), grow(DRESS, 0.6)), INK)
    layer.fill(sash, BRICK.light)
    layer.fill(within(sash, box(333, 500, 40, 100)), BRICK.dark)
    for points in ("262,550 296,553 330,548", "262,564 296,567 330,562"):
        layer.line(points, 2.0, BRICK.dark, inside=sash)
    for tail in (
        "250,562* 242,590 236,622* 246,624 258,632* 262,600 262,564*",
        "256,562* 264,592 272,618* 280,612 292,610* 282,584 268,560*",
    ):
        shape = contour(tail)
        layer.body(shape, BRICK, INK, plane=beside(shape, -5, -1), weight=0.7)
    for loop in (
        "255,558* 243,540 228,536 222,548 226,564 240,572*",
        "257,558* 270,542 284,539 289,550 285,564 271,572*",
    ):
        shape = contour(loop)
        layer.body(shape, BRICK, INK, plane=beside(shape, -4, -5), weight=0.7)
    layer.line("252,558 240,552 232,552", 1.8, BRICK.dark)
    layer.line("260,558 271,553 280,553", 1.8, BRICK.dark)
    layer.body(oval(256, 559, 7, 8.5), BRICK, INK, plane=box(257, 545, 20, 40), weight=0.7)


def screen_neck() -> Layer:
    layer = Layer()
    neck = contour("277,215* 277,250 276,330* 322,330* 320,250 320,212*")
    layer.body(neck, SKIN, INK)
    layer.fill(
        within(contour("270,218* 279,238 293,248 307,262 312,330* 350,330* 330,200*"), neck),
        SKIN.dark,
    )
    layer.line("281,252 290,256 302,254", 1.6, SKIN_DEEP)
    return layer
