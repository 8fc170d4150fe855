"""Contessa Ottavia's body: arms and hands, bust, the slip she always wears, pumps."""

from __future__ import annotations

from .cardback import fan
from .hands import Hand, card_hand, paint_card_hand, paint_table_hand, table_hand
from .layer import Dye, Layer
from .ottavia_dyes import BOA, GOLD, INK, IVORY, PLUM, RUBY, SKIN, SKIN_DEEP, WINE
from .shapes import (
    band,
    beside,
    box,
    brush,
    contour,
    cut,
    fillet,
    grow,
    lozenge,
    oval,
    polygon,
    tube,
    turn,
    union,
    within,
)

SHOULDER_CARD, ELBOW_CARD, WRIST_CARD = (246, 310), (194, 420), (150, 357)
SHOULDER_TABLE, ELBOW_TABLE, WRIST_TABLE = (352, 302), (405, 408), (432, 508)

UPPER_CARD = tube([SHOULDER_CARD, (222, 366), ELBOW_CARD], (37, 34, 30))
FORE_CARD = tube([ELBOW_CARD, (172, 388), WRIST_CARD], (29, 27, 19))
UPPER_TABLE = tube([SHOULDER_TABLE, (382, 354), ELBOW_TABLE], (37, 33, 29))
FORE_TABLE = tube([ELBOW_TABLE, (421, 458), WRIST_TABLE], (28, 26, 18))
ARM_CARD = fillet(union(UPPER_CARD, FORE_CARD), 5)
ARM_TABLE = fillet(union(UPPER_TABLE, FORE_TABLE), 3)
ARM_SHADE = contour("384,350* 402,392 414,424 425,464 436,504* 452,470 440,410 410,340*")
ELBOW_LIT = polygon("165,364 187,382 208,382 206,396 196,404 150,420 130,380")
HAND_KEPT = polygon([(60, 250), (260, 250), (260, 340), (196, 372), (146, 408), (60, 440)])
GLOVE_KEPT = grow(HAND_KEPT, 4)  # so that no skin shines through along the cut


def hand_of_cards() -> Hand:
    """Her hand: the little finger lifted, as at tea."""
    return card_hand(little=("127,343 144,339 158,341 172,348", (12.5, 11, 9.5, 7)))


def body() -> Layer:
    """Skin, slip with sleeves, pumps, the hand on the table."""
    layer = Layer()
    _feet(layer)
    layer.body(ARM_CARD, SKIN, INK, plane=cut(beside(ARM_CARD, -7, 2), ELBOW_LIT))
    layer.line("182,404 188,412 198,413", 1.6, SKIN_DEEP)
    arm = paint_table_hand(
        table_hand(),
        SKIN,
        INK,
        forearm=ARM_TABLE,
        nails=WINE,
        plane=ARM_SHADE,
    )
    layer.add(arm)
    layer.line("394,410 402,414 410,411", 1.6, SKIN_DEEP)
    _ring(layer)
    _bust(layer)
    _slip(layer)
    return layer


def _ring(layer: Layer) -> None:
    ring = turn(box(452.2, 549.6, 9, 3.4, 1), -18, (456, 551))
    layer.body(ring, GOLD, INK, weight=0.4)
    stone = oval(457, 551, 3.2, 2.6)
    layer.body(stone, Dye(RUBY, RUBY), INK, weight=0.35)


def _bust(layer: Layer) -> None:
    """Neck and the shoulders' slope, with the jaw's shadow, collarbones, a crease."""
    neck = contour(
        "277,215* 277,246 274,262 262,276 240,290* 236,330 262,352 300,356 340,346 366,310"
        " 362,284* 338,271 324,259 319,244 320,212*"
    )
    layer.body(neck, SKIN, INK)
    layer.fill(
        within(
            contour("268,214* 278,236 296,246 309,257 318,270 332,278* 352,262* 330,200*"),
            neck,
        ),
        SKIN.dark,
    )
    layer.line("280,252 290,256 302,254", 1.7, SKIN_DEEP)
    layer.line("262,288 276,292 290,301", 2.2, SKIN.dark, start=0.2)
    layer.line("336,281 322,290 304,302", 2.4, SKIN_DEEP, start=0.2)
    layer.line("297,301 298,307", 1.6, SKIN_DEEP)
    layer.line("290,262 294,280 296,296", 1.3, SKIN.dark)


SLIP_TRUNK = contour(
    "252,283* 262,302 278,315 298,319 318,312 333,297 343,277* 358,281 370,292 372,316 364,345"
    " 362,372 352,404 341,438 345,480 350,530 353,590 357,652 367,722 368,786 366,840 370,874*"
    " 354,880 302,884 250,881 240,874* 241,830 241,780 236,720 226,650 217,590 216,540 224,490"
    " 243,456 250,438 246,404 237,372 236,345 228,318 230,298 240,288"
)
SLEEVE_CARD = contour(
    "246,285* 234,292 224,308 212,340 201,369* 214,379 231,386* 240,368 248,345 262,312*"
)
SLEEVE_TABLE = contour(
    "350,279* 362,282 374,292 386,318 400,356 404,364* 394,374 374,381* 366,362 356,340 342,310*"
)
SLIP = fillet(union(SLIP_TRUNK, SLEEVE_CARD, SLEEVE_TABLE), 3)
FLOUNCE = contour(
    "240,870* 237,888 229,907* 236,912 243,909 250,904 258,909 266,917 275,915 284,908 293,911"
    " 303,919 313,919 323,911 333,909 343,916 353,918 363,911 373,906 384,909* 378,890 370,870*"
    " 346,879 302,882 262,880"
)


def _slip(layer: Layer) -> None:
    layer.body(FLOUNCE, IVORY, INK, plane=contour("347,860* 353,890 362,925* 396,925* 396,860*"))
    for points in (
        "250,904 252,890 254,879",
        "284,907 283,893 282,882",
        "323,910 320,895 318,883",
        "371,906 364,892 358,879",
        "266,916 267,902 268,892",
        "302,918 301,904 300,894",
        "346,915 342,903 338,892",
    ):
        layer.line(points, 2.6, IVORY.dark, start=0.7)
    plane = contour(
        "366,318* 358,350 348,392 330,438 328,480 334,560 340,640 350,722 350,800 348,890*"
        " 420,890* 420,318*"
    )
    layer.body(SLIP, IVORY, INK, plane=cut(plane, grow(SLEEVE_TABLE, 0.1)))
    layer.fill(
        within(contour("380,300* 388,330 390,350 386,384* 420,380* 420,300*"), SLEEVE_TABLE),
        IVORY.dark,
    )
    layer.fill(
        within(contour("246,334* 234,356 221,384* 236,394* 250,360"), SLEEVE_CARD), IVORY.dark
    )
    # armpits, bust, and the folds that run from the hip carrying the weight to the free knee
    layer.line("243,332 240,346 234,360", 2.5, INK, end=0.5)
    layer.line("357,328 362,344 369,358", 2.5, INK, end=0.5)
    for points, width in (
        ("262,386 272,394 287,396 298,391", 2.4),
        ("318,386 330,392 344,388", 2.4),
        ("252,428 262,436 276,438", 2.2),
        ("226,520 246,540 270,552", 2.6),
        ("222,560 254,600 296,626", 2.8),
        ("226,632 258,676 306,702 350,712", 3.0),
        ("348,726 336,766 334,816 338,866", 3.0),
        ("300,730 292,790 294,862", 2.8),
        ("262,700 262,780 264,864", 2.6),
        ("358,702 362,718 361,736", 2.4),
    ):
        layer.line(points, width, IVORY.dark, inside=SLIP)
    _slip_trims(layer)


def _slip_trims(layer: Layer) -> None:
    orchid = BOA
    neck = "252,283 262,302 278,315 298,319 318,312 333,297 343,277"
    layer.fill(within(band(neck, 13), SLIP), orchid.light)
    layer.fill(within(band(neck, 8.5), SLIP), IVORY.light)
    layer.fill(within(brush(neck, 2.4, 0.6, 0.6), grow(SLIP, 1)), INK)
    for hem in ("201,369 214,379 231,386", "404,364 394,374 374,381"):
        sleeve = union(SLEEVE_CARD, SLEEVE_TABLE)
        layer.fill(within(band(hem, 16), sleeve), orchid.light)
        layer.fill(within(band(hem, 9), sleeve), IVORY.light)
    layer.fill(within(band("238,868 262,875 302,878 344,874 376,867", 4), SLIP), orchid.light)
    ribbon = within(band("240,441 262,449 296,452 328,448 350,440", 12), SLIP)
    layer.fill(within(grow(ribbon, 1), SLIP), INK)
    layer.fill(ribbon, orchid.light)
    layer.fill(within(ribbon, box(331, 400, 40, 80)), orchid.dark)
    for tail in (
        "287,453* 281,478 274,499* 285,496 290,500* 293,478 294,454*",
        "293,453* 300,478 304,503* 310,496 318,496* 310,474 300,452*",
    ):
        layer.body(contour(tail), orchid, INK, plane=beside(contour(tail), -4), weight=0.6)
    for loop in (
        "292,450* 280,437 268,438 266,451 270,463 281,464*",
        "294,450* 306,437 318,438 320,451 316,463 305,464*",
    ):
        shape = contour(loop)
        layer.body(shape, orchid, INK, plane=beside(shape, -4, -4), weight=0.6)
    layer.line("290,450 280,447 274,450", 1.6, orchid.dark)
    layer.line("296,450 306,447 312,450", 1.6, orchid.dark)
    layer.body(oval(293, 451, 5.5, 6.5), orchid, INK, weight=0.6)


def _feet(layer: Layer) -> None:
    """Pumps: the weight on the left one, the free foot turned out."""
    left = union(tube("262,880 264,910 262,932", (24, 20, 19)), oval(262, 940, 14, 12))
    layer.body(left, SKIN, INK, plane=beside(left, -6))
    shoe = contour(
        "250,926* 252,937 262,944 272,936 277,924* 281,936 280,950 274,962 258,967 245,964"
        " 242,955 246,940"
    )
    layer.body(shoe, PLUM, INK, plane=beside(shoe, -8, -3))
    layer.body(lozenge(259, 951, 6.5, 4.5), GOLD, INK, weight=0.5)
    right = union(
        tube("347,880 345,908 343,930", (24, 20, 19)),
        contour("337,924 353,922 369,938 373,950 357,950 341,944"),
    )
    layer.body(right, SKIN, INK, plane=beside(right, -6, 1))
    shoe = contour(
        "333,924* 336,938 349,948 365,947 371,941* 387,946 400,954 402,961 395,966"
        " 371,966 355,960 343,954* 341,966* 333,966* 331,950 330,936"
    )
    layer.body(
        shoe,
        PLUM,
        INK,
        plane=within(shoe, contour("329,948 347,955 371,961 403,957 403,972 327,972")),
    )
    layer.body(lozenge(372, 951, 6.5, 4), GOLD, INK, weight=0.5)


def cards() -> Layer:
    return fan((150, 338), 52, (48, 72), INK)


def hand() -> Layer:
    return paint_card_hand(
        hand_of_cards(),
        SKIN,
        INK,
        forearm=FORE_CARD,
        kept=HAND_KEPT,
        nails=WINE,
        unshaded=ELBOW_LIT,
    )
