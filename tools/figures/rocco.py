"""Capitano Rocco: the body in striped johns, the hands, and how all layers stack."""

from __future__ import annotations

from . import rocco_coat, rocco_face, rocco_wear
from . import rocco_head as top
from . import rocco_hung as hung
from .cardback import fan
from .figure import FACES, Figure, Hidden, Lamp
from .hands import Hand, card_hand, paint_card_hand, paint_table_hand, table_hand
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
    stripes_round,
)
from .rocco_coat import OPENING
from .rocco_dyes import BRASS, BRASS_SHEEN, CREAM, INK, NAVY, RUST, SKIN, SKIN_DEEP
from .rocco_wear import FORE, JERSEY_BLOUSE, JERSEY_HEM, TROUSER_LEGS, UPPER
from .rocco_wear import TABLE as JERSEY_TABLE
from .shapes import (
    Shape,
    band,
    beside,
    box,
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

STRIPE, PITCH = 8.0, 21.0


def hand_of_cards() -> Hand:
    """His hand: broad, thick fingers."""
    return card_hand(1.12).changed(by=1.2, about=(150, 345), x=-24, y=18)


def hand_on_table() -> Hand:
    return table_hand(1.14).changed(by=1.2, about=(450, 558))


# --- the long johns ----------------------------------------------------------------------

JOHN_LEGS = legs((106, 88, 76, 64, 52), 812)
JOHNS_BODY = fillet(union(within(TRUNK, box(0, 0, 600, 640)), *JOHN_LEGS), 3)
JOHNS_SHADE = contour(
    "372,300* 370,350 366,400 370,450 372,500 366,560 362,610 366,680 372,750 380,830*"
    " 460,830* 460,300*"
)
LEG_SHADE = contour("287,622* 271,660 265,710 267,760 276,830* 316,830* 304,640*")
CUFF_CARD = ("96,395 122,401 150,390", 22)


def body() -> Layer:
    """Johns with their buttons, socks, the hand on the table with its sleeve."""
    layer = Layer()
    _feet(layer)
    shade = union(within(JOHNS_SHADE, JOHNS_BODY), within(LEG_SHADE, JOHN_LEGS[0]))
    layer.body(JOHNS_BODY, CREAM, INK, plane=shade)
    _johns_folds(layer)
    upper = within(
        JOHNS_BODY, contour("100,260* 500,260* 500,596* 392,604 284,632 186,606 100,600*")
    )
    rings = [within(band(ring_at(y, 7), STRIPE), upper) for y in range(284, 612, 21)]
    for leg, spine, first in (
        (JOHN_LEGS[0], "236,598 239,680 244,750 253,830", 9),
        (JOHN_LEGS[1], "336,598 343,680 351,750 359,830", 9),
    ):
        lower = cut(leg, upper)
        rings += [within(s, lower) for s in stripes_round(spine, STRIPE, first, PITCH)[:10]]
    _stripe(layer, union(rings), shade)
    for leg, points in (
        (JOHN_LEGS[0], "198,802 251,809 304,802"),
        (JOHN_LEGS[1], "308,804 357,810 406,801"),
    ):
        cuff = within(band(points, 17), grow(leg, 1.5))
        layer.body(cuff, NAVY, INK, plane=grow(shade, 2.5), weight=0.7)
    _placket(layer)
    layer.add(table_arm())
    return layer


def _stripe(layer: Layer, stripes: Shape, shade: Shape) -> None:
    layer.fill(stripes, NAVY.light)
    layer.fill(within(stripes, shade), NAVY.dark)


def _johns_folds(layer: Layer) -> None:
    for points, width in (
        ("196,600 232,624 270,626", 2.6),
        ("380,596 344,622 300,630", 2.6),
        ("214,742 236,752 262,746", 2.2),
        ("328,744 350,754 374,746", 2.2),
        ("178,540 206,562 240,572", 2.4),
    ):
        layer.line(points, width, CREAM.dark, inside=JOHNS_BODY)


def _placket(layer: Layer) -> None:
    line = down_front(0, 284, 566)
    strip = within(band(line, 21), JOHNS_BODY)
    layer.body(strip, CREAM, INK, plane=beside(strip, -7, 0), weight=0.7)
    layer.line([on_trunk(564, 1), (268, 606), (279, 628), (284, 652)], 1.9, INK, start=1, end=0.8)
    for y in range(330, 566, 42):
        x, at = on_trunk(y, 0)
        button = disc(x, at, 5.6)
        layer.body(button, BRASS, INK, plane=beside(button, -3.4, -2.4), weight=0.6)
        layer.fill(disc(x - 1.7, at - 1.9, 1.3), BRASS_SHEEN)


def table_arm() -> Layer:
    """The table hand and its johns sleeve."""
    layer = Layer()
    hand = hand_on_table()
    layer.add(
        paint_table_hand(
            hand,
            SKIN,
            INK,
            forearm=tube("437,462 436,486 434,506", (36, 34, 33)),
            plane=contour("446,480* 452,510 450,530 462,536 474,548* 490,520 480,480"),
        )
    )
    for points in ("428,520 434,526 440,522",):
        layer.line(points, 1.6, SKIN_DEEP)
    shade = contour("388,300* 400,330 420,370 444,410 452,440 446,474 442,510* 500,510 500,300*")
    layer.body(ARM_TABLE, CREAM, INK, plane=shade)
    spine = "372,320 396,362 424,404 440,432 440,456 434,500"
    sleeve = [within(s, ARM_TABLE) for s in stripes_round(spine, STRIPE, 8, PITCH)[:-1]]
    _stripe(layer, union(sleeve), shade)
    layer.line("354,292 360,326 367,356 377,384", 2.6, INK, start=0.4, end=0.6)
    layer.line("414,428 424,438 438,438", 2.4, INK, start=0.5)
    cuff = within(band("403,490 434,499 464,489", 21), grow(ARM_TABLE, 1.5))
    layer.body(cuff, NAVY, INK, plane=shade, weight=0.7)
    return layer


SOCK_LEFT = contour(
    "221,780* 222,840 225,890 222,910 210,926 196,940 190,952 196,962 216,966 244,965"
    " 266,961 273,950 272,926 270,890 272,840 272,780*"
)
SOCK_RIGHT = contour(
    "334,780* 338,840 343,890 345,920 343,944 350,958 370,964 394,966 411,962 416,952"
    " 409,940 397,926 393,908 391,880 388,840 384,780*"
)


def _feet(layer: Layer) -> None:
    """Hand-knitted socks, the free foot turned out."""
    for sock, slope in ((SOCK_LEFT, 3), (SOCK_RIGHT, -4)):
        one = Layer()
        shade = beside(sock, -13, 1)
        one.body(sock, CREAM, INK, plane=shade)
        bands = union(
            band(
                [(180, y + slope), (246, y + 7), (310, y - slope)]
                if slope > 0
                else [(320, y - slope), (366, y + 7), (440, y + slope)],
                12,
            )
            for y in range(812, 930, 25)
        )
        toe = (
            contour("180,930* 200,940 214,952 214,975* 180,975")
            if slope > 0
            else contour("430,928* 404,936 392,950 392,975* 430,975")
        )
        heel = (
            contour("280,924* 262,936 256,950 258,975* 290,975")
            if slope > 0
            else contour("335,930* 354,938 360,952 358,975* 325,975")
        )
        red = within(union(within(bands, box(0, 800, 600, 122)), toe, heel), sock)
        one.fill(red, RUST.light)
        one.fill(within(red, shade), RUST.dark)
        layer.add(one.changed(carrying) if slope > 0 else one)


# --- hands -------------------------------------------------------------------------------


def cards() -> Layer:
    return fan((128, 352), 59, (50, 75), INK, first=-58, last=27)


HAND_KEPT = polygon([(40, 260), (230, 260), (230, 420), (40, 420)])


def hand() -> Layer:
    return paint_card_hand(
        hand_of_cards(),
        SKIN,
        INK,
        forearm=tube("128,430 125,400 122,376", (40, 37, 35)),
        kept=HAND_KEPT,
    )


def johns_sleeve_card() -> Layer:
    """The whole sleeve on the card side, its cuff over the wrist."""
    layer = Layer()
    upper, fore = ARM_CARD_UPPER, JOHNS_FORE
    turned_away = contour("228,328* 208,392 178,450 144,492 150,512* 240,480 252,328*")
    layer.body(
        upper,
        CREAM,
        INK,
        plane=turned_away,
    )
    ups = [
        within(s, upper)
        for s in stripes_round("216,316 200,364 174,416 140,464", STRIPE, 10, PITCH)
    ]
    _stripe(
        layer, union(ups), contour("228,328* 208,392 178,450 144,492 150,512* 240,480 252,328*")
    )
    layer.line("231,296 228,336 222,372 213,403", 2.6, INK, start=0.4, end=0.6)
    shade = beside(fore, -10, -2)
    inner = within(grow(upper, -1.2), box(0, 462, 600, 100))
    layer.body(fore, CREAM, INK, plane=shade, opened=inner)
    rings = [
        within(s, fore) for s in stripes_round("122,388 131,436 140,476", STRIPE, 28, PITCH)[:3]
    ]
    _stripe(layer, union(rings), shade)
    cuff = within(band(*CUFF_CARD), grow(fore, 1.5))
    layer.body(cuff, NAVY, INK, plane=shade, weight=0.7)
    layer.line("165,456 170,465 183,468", 2.4, INK, start=0.95)
    return layer


JOHNS_FORE = within(
    ARM_CARD_FORE, contour("60,384* 96,386 122,391 150,380 190,376* 190,520 60,520")
)


# the intended openings, for the check that nothing else peeps out
NECK = contour("220,260* 220,312 290,330 370,312 370,260*")
TABLE_WRIST = box(380, 440, 120, 80)
CARD_WRIST = box(60, 370, 110, 58)

FIGURE = Figure(
    id="rocco",
    lamp=Lamp("#33505c", "#a3babd", "#446472"),
    body={
        "hair_back": (5, top.hair_back),
        "body": (20, body),
        "cards": (70, cards),
        "hand": (72, hand),
        "johns_sleeve_card": (73, johns_sleeve_card),
        "head": (80, top.head),
    },
    garments={
        "cap": {"cap": (90, rocco_coat.cap)},
        "coat": {
            "coat": (54, rocco_coat.coat),
            "coat_sleeve_table": (56, rocco_coat.sleeve_table),
            "coat_sleeve_card": (75, rocco_coat.sleeve_card),
        },
        "boots": {"boots": (44, rocco_wear.boots)},
        "jersey": {
            "trousers": (38, rocco_wear.trousers),
            "jersey": (46, rocco_wear.jersey),
            "jersey_sleeve_table": (48, rocco_wear.sleeve_table),
            "jersey_sleeve_card": (74, rocco_wear.sleeve_card),
        },
    },
    faces={name: lambda name=name: rocco_face.face(name) for name in FACES},
    face_z=82,
    props={"blink": rocco_face.blink, **hung.PROPS},
    screen_stack=(
        "prop_johns",
        "screen_hand",
        "screen",
        "screen_fingers",
        "hair_back",
        "head",
        "face_glad",
    ),
    hidden=(
        Hidden("the johns", cut(JOHNS_BODY, NECK), 20, "jersey"),
        Hidden("the johns' sleeve at the table", cut(ARM_TABLE, TABLE_WRIST), 20, "jersey"),
        Hidden(
            "the johns' sleeve at the cards",
            cut(union(ARM_CARD_UPPER, JOHNS_FORE), CARD_WRIST),
            73,
            "jersey",
        ),
        Hidden(
            "the trousers in the boots",
            within(union(*TROUSER_LEGS), box(0, 722, 600, 300)),
            38,
            "boots",
        ),
        Hidden("a sock", union(carrying(SOCK_LEFT), SOCK_RIGHT), 20, "boots"),
        Hidden("the jersey", cut(union(JERSEY_BLOUSE, JERSEY_HEM), OPENING, NECK), 46, "coat"),
        Hidden("the jersey's sleeve at the table", cut(JERSEY_TABLE, TABLE_WRIST), 48, "coat"),
        Hidden("the jersey's sleeve at the cards", cut(union(UPPER, FORE), CARD_WRIST), 74, "coat"),
        Hidden("the dome", within(contour(top.SKULL), box(0, 0, 600, 140)), 80, "cap"),
    ),
)
