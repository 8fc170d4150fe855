"""Contessa Ottavia: gown, gloves, boa, and how all her layers stack."""

from __future__ import annotations

from . import ottavia_body as figure_body
from . import ottavia_hat
from . import ottavia_head as top
from . import ottavia_hung as hung
from . import ottavia_thrown as thrown
from .figure import FACES, Figure, Hidden, Lamp
from .hands import paint_card_hand, paint_table_hand, table_hand
from .layer import Dye, Layer
from .ottavia_body import (
    ARM_CARD,
    ARM_SHADE,
    ARM_TABLE,
    FLOUNCE,
    FORE_CARD,
    GLOVE_KEPT,
    HAND_KEPT,
    SLIP,
    hand_of_cards,
)
from .ottavia_dyes import GOLD, INK, IVORY, PLUM, RUBY, SKIN, SKIN_DEEP
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
    union,
    within,
)

# --- garments --------------------------------------------------------------------------

GOWN_TRUNK = contour(
    "248,276* 258,295 276,308 297,312 320,305 336,289 345,270* 362,275 376,289 378,316 370,345"
    " 367,374 357,404 347,438 352,480 358,530 361,590 366,652 377,720 384,790 402,868 432,920"
    " 462,948* 440,958 390,965 330,968 260,964 214,958 188,948* 208,900 224,850 233,780 229,716"
    " 219,650 211,590 209,540 216,490 236,456 243,438 240,404 232,374 230,345 222,318 225,294"
    " 236,283"
)
GOWN_SLEEVE_CARD = contour(
    "244,279* 230,287 218,306 205,338 188,380 180,399* 196,412 216,419*"
    " 226,400 240,372 250,345 262,312*"
)
GOWN_SLEEVE_TABLE = contour(
    "350,272* 364,277 379,289 392,318 408,362 419,388* 406,400 384,406*"
    " 376,386 366,362 354,338 342,305*"
)
GOWN = fillet(union(GOWN_TRUNK, GOWN_SLEEVE_CARD, GOWN_SLEEVE_TABLE), 3)


def gown() -> Layer:
    """A column to the floor, swept from a brooch on the hip, its train to the right."""
    layer = Layer()
    inside = contour("300,950 360,946 420,940 462,948 400,972 300,976 220,966 190,950 240,948")
    layer.body(inside, Dye("#3b1430", "#3b1430"), INK)
    plane = contour(
        "372,318* 364,350 352,392 333,438 333,480 341,560 346,640 358,720 360,800 372,880"
        " 392,968* 480,968* 480,318*"
    )
    layer.body(GOWN, PLUM, INK, plane=cut(plane, grow(GOWN_SLEEVE_TABLE, 0.1)))
    layer.fill(
        within(contour("386,296* 396,330 402,352 398,412* 440,400* 440,290*"), GOWN_SLEEVE_TABLE),
        PLUM.dark,
    )
    layer.fill(
        within(contour("246,338* 230,370 205,416* 220,426* 246,380"), GOWN_SLEEVE_CARD), PLUM.dark
    )
    layer.line("238,332 236,348 229,366", 2.8, INK, end=0.5)
    layer.line("361,326 366,344 373,362", 2.8, INK, end=0.5)
    for points, width in (
        ("256,384 268,393 285,396 298,390", 2.8),
        ("316,386 330,392 348,387", 2.8),
        ("246,424 258,434 274,437", 2.4),
        ("234,508 262,486 300,470 346,462", 3.4),
        ("236,510 272,500 316,498 352,504", 3.6),
        ("236,513 276,520 322,542 358,572", 3.6),
        ("236,515 274,548 318,604 362,684", 4.0),
        ("235,517 262,570 300,660 322,760 336,860 344,944", 4.2),
        ("233,518 246,580 264,680 272,790 268,890 260,946", 4.0),
        ("231,520 236,600 246,700 250,790 242,880 230,936", 3.4),
        ("372,722 378,790 396,868 426,926", 3.0),
        ("352,702 363,720 361,746", 2.6),
    ):
        layer.line(points, width, PLUM.dark, inside=GOWN)
    for points in ("244,560 262,640 278,730",):
        layer.line(points, 2.2, "#8a3b6a", inside=GOWN)
    hem = "184,938 214,947 262,953 330,957 390,954 440,947 466,937"
    trim = within(band(hem, 19), GOWN)
    layer.fill(within(grow(trim, 1.1), GOWN), INK)
    layer.fill(trim, GOLD.light)
    layer.fill(within(trim, contour("388,930* 396,970* 480,970* 480,930*")), GOLD.dark)
    for x in range(206, 452, 15):
        y = 950 + 5.5 * (1 - ((x - 328) / 130) ** 2)
        layer.fill(within(lozenge(x, y, 3.4, 5), trim), "#8a2a4e")
    _gown_trims(layer)
    return layer


def _gown_trims(layer: Layer) -> None:
    neck = "247,275 258,295 276,308 297,312 320,305 336,289 346,269"
    trim = within(band(neck, 15), GOWN)
    layer.fill(within(grow(trim, 1.1), GOWN), INK)
    layer.fill(trim, GOLD.light)
    layer.fill(within(trim, box(316, 250, 40, 80)), GOLD.dark)
    layer.fill(within(brush(neck, 2.4, 0.6, 0.6), grow(GOWN, 1)), INK)
    for hem, sleeve in (
        ("178,398 196,412 218,420", GOWN_SLEEVE_CARD),
        ("421,387 406,400 382,407", GOWN_SLEEVE_TABLE),
    ):
        cuff = within(band(hem, 19), sleeve)
        layer.fill(within(grow(cuff, 1.1), sleeve), INK)
        layer.fill(cuff, GOLD.light)
        layer.fill(within(beside(sleeve, -8, 0), cuff), GOLD.dark)
    brooch = contour("234,494* 240,506 246,514* 240,522 234,534* 228,522 222,514* 228,506")
    layer.body(brooch, GOLD, INK, plane=beside(brooch, -7, -2), weight=0.8)
    layer.body(oval(234, 514, 4.6, 7), Dye(RUBY, "#7a1830"), INK, weight=0.4)
    layer.fill(oval(232.6, 511, 1.3, 2), "#f3b7c3")


def gloves() -> Layer:
    """Long gloves: both arms to under the gown's sleeves, the hand on the table."""
    layer = Layer()
    card = grow(within(ARM_CARD, box(0, 352, 600, 300)), 1.3)
    layer.body(card, IVORY, INK, plane=beside(card, -7.5, 2))
    layer.line("184,398 190,408 200,410", 2.0, IVORY.dark)
    layer.line("178,410 186,420 198,424", 2.2, IVORY.dark)
    hand = table_hand().gloved()
    forearm = grow(within(ARM_TABLE, box(0, 348, 600, 300)), 1.3)
    layer.add(
        paint_table_hand(
            hand,
            IVORY,
            INK,
            forearm=forearm,
            plane=ARM_SHADE,
        )
    )
    for points in (
        "394,410 404,416 414,411",
        "392,420 402,424 412,421",
        "424,492 432,496 441,493",
        "424,500 433,504 442,500",
    ):
        layer.line(points, 2.0, IVORY.dark)
    for start, end in (
        ((433, 530), (436, 540)),
        ((445, 528), (449, 540)),
        ((456, 527), (461, 538)),
    ):
        layer.line([start, end], 1.5, IVORY.dark)
    return layer


def gloves_hand() -> Layer:
    """The glove on the card hand."""
    forearm = grow(FORE_CARD, 1.3)
    layer = paint_card_hand(hand_of_cards().gloved(), IVORY, INK, forearm=forearm, kept=GLOVE_KEPT)
    for points in ("140,366 150,374 162,372", "147,376 157,383 169,379"):
        layer.line(points, 2.0, IVORY.dark)
    for points in ("122,318 130,314 137,310", "122,327 131,324 138,321", "124,336 132,334 139,331"):
        layer.line(points, 1.5, IVORY.dark)
    return layer


# --- the boa -----------------------------------------------------------------------------


def boa_back() -> Layer:
    """What of the boa lies behind the neck."""
    return hung.feathers(((238, 274, 23), (262, 262, 22), (338, 258, 22), (366, 272, 23)))


def boa() -> Layer:
    """The collar over the shoulders and the long tail over the gown."""
    return hung.feathers(
        [
            (346, 622, 16),
            (352, 602, 19),
            (358, 576, 21),
            (352, 547, 22),
            (346, 516, 22),
            (350, 484, 22),
            (356, 452, 23),
            (354, 420, 23),
            (350, 388, 24),
            (228, 290, 22),
            (383, 288, 23),
            (240, 312, 25),
            (374, 312, 26),
            (262, 334, 26),
            (352, 352, 26),
            (289, 346, 25),
            (346, 330, 27),
            (318, 346, 27),
        ]
    )


# --- the farewell ------------------------------------------------------------------------


def screen_neck() -> Layer:
    layer = Layer()
    neck = contour("277,215* 277,250 276,330* 322,330* 320,250 320,212*")
    layer.body(neck, SKIN, INK)
    layer.fill(
        within(contour("270,218* 277,238 292,247 306,262 312,330* 350,330* 330,200*"), neck),
        SKIN.dark,
    )
    layer.line("280,252 290,256 302,254", 1.7, SKIN_DEEP)
    return layer


FIGURE = Figure(
    id="ottavia",
    lamp=Lamp("#2f4a44", "#93aa9c", "#3e5c54"),
    body={
        "hair_back": (5, top.hair_back),
        "body": (20, figure_body.body),
        "cards": (70, figure_body.cards),
        "hand": (72, figure_body.hand),
        "head": (80, top.head),
        "hair_front": (84, top.hair_front),
    },
    garments={
        "hat": {"hat_veil": (88, ottavia_hat.veil), "hat": (90, ottavia_hat.hat)},
        "boa": {"boa_back": (8, boa_back), "boa": (54, boa)},
        "gloves": {"gloves": (38, gloves), "gloves_hand": (73, gloves_hand)},
        "gown": {"gown": (40, gown)},
    },
    faces={name: lambda name=name: top.face(name) for name in FACES},
    face_z=82,
    props={
        "blink": top.blink,
        "prop_slip": thrown.prop_slip,
        "screen_neck": screen_neck,
        **hung.PROPS,
    },
    screen_stack=(
        "prop_slip",
        "hair_back",
        "screen_neck",
        "head",
        "face_glad",
        "hair_front",
        "screen_hand",
        "screen",
        "screen_fingers",
    ),
    hidden=(
        Hidden("the slip", union(SLIP, FLOUNCE), 20, "gown"),
        Hidden("a shoe", box(230, 900, 180, 62), 20, "gown"),
        Hidden("an arm", within(union(ARM_CARD, ARM_TABLE), box(0, 400, 600, 200)), 20, "gloves"),
        Hidden("the table hand", table_hand().whole(), 20, "gloves"),
        Hidden("the card hand", within(hand_of_cards().whole(FORE_CARD), HAND_KEPT), 72, "gloves"),
        Hidden(
            "the wave of the hair", within(top.hair_front().cover(), box(0, 0, 600, 118)), 84, "hat"
        ),
    ),
)
