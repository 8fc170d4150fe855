"""Contessa Ottavia's head: skull, hair, the five faces, lids, hat with veil and plume."""

from __future__ import annotations

from dataclasses import replace

from .faces import Eye, brow, mouth_open, paint_closed, paint_eye
from .layer import Layer
from .ottavia_dyes import (
    GOLD,
    HAIR,
    INK,
    IVORY,
    LID,
    RUBY,
    SHEEN,
    SILVER,
    SKIN,
    SKIN_DEEP,
    WINE,
)
from .shapes import (
    beside,
    contour,
    disc,
    grow,
    oval,
    turn,
)

PIVOT = (296.0, 242.0)
SHRINK, TILT_DEG = 0.97, -3.0

SKULL = (
    "256,150 253,165 256,176 252,190 254,207 262,222 276,232 292,235 312,229 328,214 334,192"
    " 338,165 336,140 322,119 296,112 268,121"
)


def placed(layer: Layer) -> Layer:
    """From the notes' coordinates to where the head sits: shrunk, tilted to the left."""
    return layer.scaled(SHRINK, PIVOT).turned(TILT_DEG, PIVOT)


def hair_back() -> Layer:
    """The chignon with its comb."""
    layer = Layer()
    comb = turn(contour("350,192* 355,172 364,164 376,168 379,180 372,200*"), 8, (362, 196))
    layer.body(comb, GOLD, INK, plane=beside(comb, -7, -2), weight=0.8)
    for x in (360, 365, 370):
        layer.line([(x, 172), (x - 3, 186)], 1.6, INK, start=0.6)
    layer.fill(disc(367, 168.2, 2.0), RUBY)
    knot = contour(
        "332,188 344,184 362,186 378,196 383,212 376,228 360,234 344,231 334,222 330,205"
    )
    layer.body(knot, HAIR, INK)
    for points, width in (
        ("338,196 354,190 372,199", 2.6),
        ("336,206 356,200 378,211", 3.0),
        ("338,217 356,212 375,222", 2.8),
        ("344,226 358,223 368,227", 2.2),
    ):
        layer.line(points, width, SHEEN, inside=knot)
    layer.line("341,191 354,186.5 366,190", 3.6, SILVER, inside=knot)
    return placed(layer)


def head() -> Layer:
    """The skull with ear and earring, and the planes that every face shares."""
    layer = Layer()
    skull = contour(SKULL)
    layer.body(
        skull,
        SKIN,
        INK,
        plane=contour(
            "325,150* 318,172 322,188 312,204 298,221 279,229 262,224* 270,240 320,240 344,200"
            " 344,140"
        ),
    )
    ear = contour("333,168 340,164 345,170 344,184 338,196 333,196 331,184")
    layer.body(ear, SKIN, INK, plane=beside(ear, -5, 0), weight=0.7)
    layer.line("336,171 341,171 341,180 337,186", 1.6, SKIN_DEEP)
    # cheekbone, jowl, crease of the chin
    layer.line("262,214 268,224 279,229", 1.4, SKIN.dark)
    layer.line("309,213 306,221 299,226", 1.7, SKIN_DEEP, start=0.2)
    drop = contour("337,206* 342.5,215 341,224 337,228* 333,224 331.5,215")
    layer.body(disc(337, 201, 4), GOLD, INK, weight=0.6)
    layer.body(drop, GOLD, INK, plane=beside(drop, -4, -1), weight=0.65)
    layer.fill(oval(336.8, 217, 2.4, 4), RUBY)
    layer.fill(disc(336, 215.4, 0.8), IVORY.light)
    return placed(layer)


def hair_front() -> Layer:
    """The high wave with the silver streak; a lock before each temple."""
    layer = Layer()
    hair = contour(
        "257,184* 252,172 249,158 247,140 247,119 254,99 269,83 294,76 320,80 338,95 346,118"
        " 348,146 346,170 343,186* 337,176 334,186 330,197* 327,182 326,166 321,152 309,141"
        " 294,135 281,130* 271,138 264,150 260,166"
    )
    layer.body(hair, HAIR, INK)
    streak = contour(
        "281,130* 268,120 266,104 278,92 298,90 318,99 330,117 336,140 337,168* 331,146 322,127"
        " 307,114 294,113 286,119"
    )
    layer.fill(streak, SILVER)
    for points, width in (
        ("277,124 276,110 288,101 306,104 322,118 331,138", 2.3),
        ("282,122 284,113 294,108 307,111", 1.5),
    ):
        layer.line(points, width, HAIR.light, inside=streak)
    for points, width in (
        ("256,104 270,89 294,82 318,86 334,100 341,120 343,148", 3.2),
        ("258,168 256,150 262,136 274,128", 3.0),
        ("251,150 250,134 254,120", 2.2),
        ("290,129 308,132 322,144 329,164", 2.8),
        ("298,124 314,130 326,143", 1.8),
    ):
        layer.line(points, width, SHEEN, inside=hair)
    return placed(layer)


FAR = Eye(
    268.5, 172.5, 17.5, 5.6, 3.0, slant=3, look=(-0.6, -0.6), iris=4.4, wing=-1, wing_length=4.0
)
NEAR = Eye(
    305.5, 172, 24.5, 6.6, 3.4, slant=-5, look=(-2.2, -0.8), iris=5.0, wing=1, wing_length=7.0
)


def face(name: str) -> Layer:
    """One of the five faces."""
    layer = Layer()
    _age(layer, name)
    far, near = FAR, NEAR
    lid_far = lid_near = 7.0
    if name == "glad":
        far = replace(far, up=4.2, down=1.6, y=172.5)
        near = replace(near, up=4.8, down=1.8, y=172)
    elif name == "worried":
        far = replace(far, up=6.4, down=3.4, look=(-4.2, 0.2), slant=-2)
        near = replace(near, up=7.4, down=3.8, look=(-6.8, 0.2), slant=2)
    elif name == "poker":
        far = replace(far, up=1.6, down=3.0, look=(1.8, -1.2), glint=False)
        near = replace(near, up=2.0, down=3.4, look=(1.4, -1.4), glint=False)
        lid_far, lid_near = 10.5, 11.5
    elif name == "shocked":
        far = replace(far, up=9.6, down=6.4, look=(0, 0), iris=3.2, y=172)
        near = replace(near, up=11.4, down=7.2, look=(-0.5, 0), iris=3.6, y=171.5)
        lid_far = lid_near = 5.6
    for eye, height in ((far, lid_far), (near, lid_near)):
        paint_eye(layer, eye, ink=INK, white="#fbf6ec", lid=LID, lid_height=height, lower=SKIN_DEEP)
    _nose(layer)
    _brows(layer, name)
    _mouth(layer, name)
    layer.fill(disc(307, 208.5, 1.7), INK)
    return placed(layer)


def blink() -> Layer:
    """Closed lids over open eyes."""
    layer = Layer()
    for eye in (FAR, NEAR):
        paint_closed(layer, eye, ink=INK, skin=SKIN.light, lid=LID, sag=3.4)
    _nose(layer)
    return placed(layer)


def _age(layer: Layer, name: str) -> None:
    """Bags, crow's feet, the fold from nostril to mouth, forehead when it moves."""
    layer.line("259,180.5 266,184 275,181.5", 1.7, SKIN.dark)
    layer.line("296,182 307,186 318,181", 2.0, SKIN.dark)
    layer.line("299,186.5 308,189 315,186.5", 1.2, SKIN.dark)
    glad = name == "glad"
    crow = INK if glad else SKIN_DEEP
    for points in ("321,176 326,177.5 330,181", "320,180 325,183.5 327,188"):
        layer.line(points, 1.7 if glad else 1.5, crow)
    if glad:
        layer.line("321,172.5 326,171.5 331,172.5", 1.6, crow)
        layer.line("290,197 300,202 306,211 304,219", 2.2, SKIN_DEEP)
        layer.line("264,199 259,206 259,214", 1.8, SKIN_DEEP)
        layer.fill(oval(313, 197, 9.5, 5, -28), "#e8a688")
    else:
        layer.line("289,200 296,205 299,213", 1.9, SKIN_DEEP)
        layer.line("264,202 261,208", 1.5, SKIN.dark)
    if name in ("shocked", "worried"):
        layer.line("270,146 286,143 302,146", 1.6, SKIN.dark)
    if name == "worried":
        layer.line("283,153 284.5,162", 1.7, SKIN_DEEP)
        layer.line("288,152 287.5,160", 1.5, SKIN_DEEP)


def _nose(layer: Layer) -> None:
    """Aquiline, turned to the left: a shade plane of its own, one ink line on the far side."""
    plane = contour("286,163* 287,178 292,190 293,199 286,203* 281,201 279,196 283,184 283,172")
    layer.fill(plane, SKIN.dark)
    layer.line("280,166 277,178 271,190 268.5,197 271,202 276,202.5", 2.3, INK, start=0.0, end=0.35)
    layer.line("279,203.5 283,201 287,203", 2.1, INK, start=0.3, end=0.3)
    layer.line("290,193 294,198 291,203", 2.0, INK, start=0.0, end=0.4)


BROWS = {
    "neutral": ("277,162 270,155.5 263,155 257,161", "291,161 301,153.5 311,152 323,160"),
    "glad": ("278,153.5 270,148.5 262,149.5 256,157", "289.5,152.5 300,145 311,145 325,156"),
    "worried": ("279,153.5 271,155.5 263,160 257,166", "290,153.5 301,152 312,156 324,165"),
    "poker": ("277,163.5 270,161.5 263,161 256,163.5", "291,160 301,147.5 311,144.5 324,152"),
    "shocked": (
        "279,148 270,145.5 262,148 255.5,155.5",
        "288.5,146.5 299,143.5 312,145.5 325,155.5",
    ),
}


def _brows(layer: Layer, name: str) -> None:
    far, near = BROWS[name]
    layer.fill(brow(far, 3.8, start=0.55), INK)
    layer.fill(brow(near, 4.4, start=0.6), INK)


def _mouth(layer: Layer, name: str) -> None:
    if name == "glad":
        parts = mouth_open(
            "263,208.5* 272,210 284,210 294,208 301,204.5* 299,215 292,222.5 282,225 272,221.5"
            " 266,215",
            teeth="262,205* 282,206 303,201* 300,212 283,214.5 266,213*",
            tongue="269,226 274,219 283,217.5 291,220 294,228",
        )
        lips = grow(parts["hole"], 2.6)
        layer.fill(grow(lips, 0.9), INK)
        layer.fill(lips, WINE)
        layer.fill(parts["hole"], "#4a1020")
        layer.fill(parts["tongue"], "#c8505c")
        layer.fill(parts["teeth"], "#fffaf0")
        layer.line("275,229 282,230.5 289,228.5", 1.6, SKIN_DEEP)
        return
    if name == "shocked":
        parts = mouth_open(
            "280,206 286,208 289.5,214 288.5,222 282,226.5 275,223.5 272,216 274,208.5",
            teeth="268,204* 292,204* 289,210.5 281,211 273,210.5*",
            tongue="270,228 276,220.5 282,219.5 288,222 292,228",
        )
        lips = grow(parts["hole"], 2.7)
        layer.fill(grow(lips, 0.9), INK)
        layer.fill(lips, WINE)
        layer.fill(parts["hole"], "#4a1020")
        layer.fill(parts["tongue"], "#c8505c")
        layer.fill(parts["teeth"], "#fffaf0")
        return
    shapes = {
        "neutral": (
            "266,212.5* 272,209.5 277,208.2 280.5,209.6 285,208.2 292,209.5 299,208*"
            " 291,213 281,214.2 273,214",
            "266,212.5* 273,213.6 281,214.4 291,212.6 298,208.6* 293,216.5 284,219.8 275,218.2",
            "264.5,211.5 272,213.5 281,214.4 291,212.4 300.5,206.5",
        ),
        "worried": (
            "267,216* 272,211.4 277,209.4 280.5,210.6 285,209.4 291,211.4 297,216.4*"
            " 289,214.6 281,214.4 273,215",
            "267,216* 273,214.8 281,214.4 289,214.6 297,216.4* 290,218.6 282,219.6 274,218.6",
            "264.5,218.5 272,214.8 281,214 290,214.6 299.5,219.5",
        ),
        "poker": (
            "267,213* 273,211.2 278,210.6 281,211.4 286,210.8 292,210.6 299,207*"
            " 291,213 281,213.8 273,213.9",
            "267,213* 273,213.5 281,213.9 291,212.6 297,209* 292,215.2 284,217.6 275,216.6",
            "265,213.2 273,213.6 281,213.8 291,212.2 301.5,204",
        ),
    }
    upper, lower, line = shapes[name]
    layer.fill(contour(lower), WINE)
    layer.fill(contour(upper), "#861f3a")
    layer.line(line, 2.2, INK, start=0.2, end=0.25)
    layer.line("276,217 282,217.8 287,216.8", 1.3, "#d0667c")
    layer.line("275,222.5 281,223.5 288,222", 1.6, SKIN.dark)
    if name == "worried":
        layer.line("301,217 303,222", 1.6, SKIN_DEEP)
    if name == "poker":
        layer.line("303,201 305.5,206 304,211", 1.7, SKIN_DEEP)
