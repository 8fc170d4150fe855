"""Dottoressa Vera: how all her layers stack, and what each garment must cover."""

from __future__ import annotations

from functools import partial

from . import vera_body as body
from . import vera_coat as coat
from . import vera_head as top
from . import vera_hung as hung
from . import vera_suit as suit
from . import vera_thrown as thrown
from .figure import FACES, Figure, Hidden, Lamp
from .shapes import box, contour, cut, union, within

COAT_OPENING = contour(  # between the lapels of the trench
    "260,250* 262,262 268,296 284,344 302,396* 326,340 336,292 338,250*"
)

FIGURE = Figure(
    id="vera",
    lamp=Lamp("#463b52", "#b9aab8", "#584b64"),
    body={
        "hair_back": (5, top.hair_back),
        "body": (20, body.body),
        "cards": (70, body.cards),
        "hand": (72, body.hand),
        "head": (80, top.head),
        "hair_front": (86, top.hair_front),
    },
    garments={
        "scarf": {"scarf_back": (8, coat.scarf_back), "scarf": (60, coat.scarf)},
        "trench": {
            "trench": (54, coat.trench),
            "trench_sleeve_table": (56, coat.trench_sleeve_table),
            "trench_sleeve_card": (75, coat.trench_sleeve_card),
        },
        "boots": {"boots": (44, suit.boots)},
        "suit": {
            "skirt": (38, suit.skirt),
            "jacket": (46, suit.jacket),
            "jacket_sleeve_table": (48, suit.jacket_sleeve_table),
            "jacket_sleeve_card": (74, suit.jacket_sleeve_card),
        },
    },
    faces={name: partial(top.face, name) for name in FACES},
    face_z=82,
    props={
        "blink": top.blink,
        "prop_dress": thrown.prop_dress,
        "screen_neck": body.screen_neck,
        **hung.PROPS,
    },
    screen_stack=(
        "prop_dress",
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
        Hidden("the dress", body.DRESS, 20, "suit"),
        Hidden(
            "an upper arm",
            within(union(body.ARM_CARD, body.ARM_TABLE), box(0, 385, 600, 85)),
            20,
            "suit",
        ),
        Hidden(
            "a stocking",
            within(union(body.LEG_LEFT, body.LEG_RIGHT), box(0, 850, 600, 140)),
            20,
            "boots",
        ),
        Hidden("the skirt", suit.SKIRT, 38, "trench"),
        Hidden("the jacket", cut(suit.JACKET_TRUNK, COAT_OPENING), 46, "trench"),
        Hidden("the jacket's sleeve", cut(suit.SLEEVE_TABLE, box(390, 480, 80, 40)), 48, "trench"),
        Hidden(
            "a boot's top",
            within(union(suit.BOOT_LEFT, suit.BOOT_RIGHT), box(0, 800, 600, 52)),
            44,
            "trench",
        ),
    ),
)
