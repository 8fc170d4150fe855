"""Dottoressa Vera's head: skull, bob with the pencil, spectacles that act, five faces, lids."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .faces import Eye, brow, mouth_open, paint_closed, paint_eye
from .layer import Layer
from .shapes import (
    Shape,
    brush,
    contour,
    cut,
    disc,
    grow,
    lozenge,
    move,
    oval,
    polygon,
    turn,
    union,
    within,
)
from .vera_dyes import (
    BRICK,
    CREAM,
    GREY,
    HAIR,
    INK,
    LENS,
    LIP,
    SAND,
    SHEEN,
    SKIN,
    SKIN_DEEP,
    TEAL,
)

PIVOT = (296.0, 242.0)
TILT_DEG = 4.0

SKULL = (
    "256,150 253,165 256,177 252.5,190 255,207 261,220 270,228 282,234.5 293,234 308,226 322,211"
    " 333,192 338,165 336,140 322,119 296,112 268,121"
)


def placed(layer: Layer) -> Layer:
    """From the notes' coordinates to where the head sits: tilted to the right."""
    return layer.turned(TILT_DEG, PIVOT)


def hair_back() -> Layer:
    """The back of the bob, and the pencil forgotten behind the ear."""
    layer = Layer()
    layer.add(_pencil().turned(-24, (0, 0)).moved(346, 146))
    bob = contour(
        "296,99 264,105 245,124 238,152 237,184 240,208 247,223 262,229 280,226 300,230 322,236"
        " 340,233 352,222 357,200 357,165 351,130 334,107"
    )
    layer.body(bob, HAIR, INK, plane=contour("262,190* 300,196 352,160* 380,260* 250,250*"))
    for points in ("334,206 333,220 327,231", "345,204 345,216 340,227"):
        layer.line(points, 2.2, INK, inside=bob)
    return placed(layer)


def _pencil() -> Layer:
    """The pencil's blunt end, along the x axis."""
    layer = Layer()
    wood = polygon("-30,-4.6 26,-4.6 26,4.6 -30,4.6")
    clamp = polygon("26,-5 34,-5 34,5 26,5")
    rubber = contour("34,-4.6* 42,-4.6 45,0 42,4.6 34,4.6*")
    layer.ink(union(wood, clamp, rubber), INK, 0.8)
    layer.fill(wood, SAND.light)
    layer.fill(polygon("-30,1 26,1 26,4.6 -30,4.6"), SAND.dark)
    layer.fill(clamp, CREAM.light)
    layer.fill(polygon("26,1.4 34,1.4 34,5 26,5"), CREAM.dark)
    layer.fill(polygon("29.3,-5 30.7,-5 30.7,5 29.3,5"), INK)
    layer.fill(rubber, BRICK.light)
    layer.fill(within(rubber, polygon("30,1 50,1 50,6 30,6")), BRICK.dark)
    return layer


def head() -> Layer:
    """The skull and the planes that every face shares."""
    layer = Layer()
    skull = contour(SKULL)
    layer.body(
        skull,
        SKIN,
        INK,
        plane=contour(
            "324,140* 321,168 321,186 312,203 299,219 283,229 266,226* 272,242 320,242 350,200"
            " 346,140"
        ),
    )
    # the fringe's shadow on the forehead
    layer.fill(
        within(contour("252,196* 254,168 262,152 280,141 300,133 316,118* 240,110 236,190"), skull),
        SKIN.dark,
    )
    layer.line("261,213 267,223 277,228.5", 1.4, SKIN.dark)
    return placed(layer)


FAR_LOCK = contour(
    "313,104* 300,97 282,97 262,104 247,120 239,142 235,168 234,192 237,212 244,224 253,225"
    " 261,217* 255,206 251,191 251.5,174 256,159 267,147 284,137 301,127 311,114*"
)
NEAR_LOCK = contour(
    "311,104* 324,102 340,111 352,128 358,152 360,182 358,208 351,225 338,233 324,231 313,219*"
    " 322,212 328,200 330.5,184 330,164 326,146 319,130 310,113*"
)


def hair_front() -> Layer:
    """The bob: the far side sweeps over the forehead, the near side curls to the jaw."""
    layer = Layer()
    layer.body(
        NEAR_LOCK,
        HAIR,
        INK,
        plane=contour(
            "346,108* 346,140 349,176 346,206 336,221 313,219* 320,240* 372,240* 372,110*"
        ),
    )
    strand = contour(
        "313,106* 324,114 333,134 337,160 336,186 331,203* 332,184 330,160 323,138 312.5,121*"
    )
    layer.fill(grow(within(strand, NEAR_LOCK), 0.7), HAIR.dark)
    layer.fill(within(strand, NEAR_LOCK), GREY)
    layer.line("314,112 325,130 331,152 332.5,178", 1.7, HAIR.dark, inside=strand)
    for points, width, colour in (
        ("322,109 338,126 344,156 342,192 334,212", 2.4, HAIR.dark),
        ("330,110 345,132 351,164 349,196", 2.0, INK),
        ("324,106 334,112 341,124", 2.4, SHEEN),
        ("340,206 332,220 321,224", 1.9, INK),
    ):
        layer.line(points, width, colour, inside=NEAR_LOCK)
    layer.body(
        FAR_LOCK,
        HAIR,
        INK,
        plane=contour(
            "313,118* 300,127 283,136 266,145 255,158 250,174 250,192 255,207"
            " 262,217* 270,200 300,170"
            " 330,120*"
        ),
    )
    rim = contour(
        "312,119* 300,125 282,132 263,140 250,156 245,176 246,200 252,221 262,219* 255,206 251,191"
        " 251.5,174 256,159 267,147 284,138 301,129"
    )
    layer.fill(within(rim, FAR_LOCK), HAIR.dark)
    for points, width, colour in (
        ("310,109 290,110 268,119 253,136 245,160", 2.6, HAIR.dark),
        ("310,114 292,119 270,129 255,145 247,168", 2.0, INK),
        ("306,106 284,104 264,113 250,130 244,148", 2.2, SHEEN),
        ("300,101.5 282,101.5 268,107", 2.6, SHEEN),
        ("240,172 239,196 245,214", 2.6, HAIR.dark),
        ("246,182 245,202 251,218", 1.9, INK),
    ):
        layer.line(points, width, colour, inside=FAR_LOCK)
    layer.line("313,103 311.6,108 311.4,114", 2.6, INK, start=0.6)
    return placed(layer)


# --- spectacles -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Spectacles:
    """How they sit: slipped down by `down`, turned, flashing or gleaming."""

    down: float = 0.0
    turn_deg: float = 0.0
    flash: bool = False
    gleam: bool = False


RINGS = ((270.0, 174.0, 13.6, 15.0), (303.5, 173.0, 16.6, 16.4))
NOSE_BRIDGE = (284.0, 172.0)


def _seated(shape: Shape, worn: Spectacles) -> Shape:
    return move(turn(shape, worn.turn_deg, NOSE_BRIDGE), 0, worn.down)


def _shadow_of_spectacles(layer: Layer, worn: Spectacles) -> None:
    """What the frame throws on the cheeks; it lies under the nose's lines."""
    for x, y, wide, high in RINGS:
        shadow = cut(oval(x + 1.2, y + 3.2, wide + 1, high + 0.4), oval(x, y, wide + 0.6, high))
        layer.fill(_seated(shadow, worn), SKIN.dark)


def paint_spectacles(layer: Layer, worn: Spectacles) -> None:
    """Rings, bridge and arm; lenses are clear but when they flash."""
    for x, y, wide, high in RINGS:
        lens = oval(x, y, wide - 1.5, high - 1.5)
        if worn.flash:
            layer.fill(_seated(lens, worn), LENS)
            low = cut(lens, move(lens, -3.4, -3.0))
            layer.fill(_seated(low, worn), "#b9cfca")
            for shift, width in ((-4.4, 5.0), (3.4, 2.2)):
                streak = brush([(x + shift + 6, y - high), (x + shift - 6, y + high)], width, 1, 1)
                layer.fill(_seated(within(streak, grow(lens, -1.2)), worn), "#ffffff")
        else:
            streak = brush([(x - 3, y - high), (x - 12, y - 2)], 2.4, 1, 1)
            glass = within(streak, grow(lens, -1.0))
            layer.fill(_seated(glass, worn), "#ffffff58")
    for x, y, wide, high in RINGS:
        ring = cut(
            oval(x + 0.3, y + 0.4, wide + 0.3, high + 0.4), oval(x, y, wide - 2.4, high - 2.5)
        )
        layer.fill(_seated(ring, worn), INK)
        shine = brush(
            [
                (x - wide * 0.86, y - high * 0.4),
                (x - wide * 0.55, y - high * 0.79),
                (x - wide * 0.1, y - high * 0.93),
            ],
            0.9,
        )
        layer.fill(_seated(shine, worn), "#8b8d99")
    (fx, fy, fw, _), (nx, ny, nw, _) = RINGS
    layer.fill(
        _seated(
            brush([(fx + fw - 2, fy - 4), (285.3, 166.6), (nx - nw + 2, ny - 4)], 3.0, 1, 1), worn
        ),
        INK,
    )
    hinge = _seated(disc(nx + nw - 0.5, ny - 3.0, 1.9), worn)
    start = (hinge.centroid.x, hinge.centroid.y)
    layer.fill(hinge, INK)
    layer.line([start, (328, (start[1] + 168) / 2 + 0.5), (338, 166)], 2.5, INK, start=1, end=1)
    if worn.gleam:
        star = union(
            lozenge(315, 160, 2.1, 10.5), lozenge(315, 160, 10.5, 2.1), disc(315, 160, 2.6)
        )
        layer.fill(grow(star, 1.0), INK)
        layer.fill(star, "#fffdf4")


# --- faces ----------------------------------------------------------------------------------

FAR = Eye(
    270.3, 174.6, 15.0, 5.2, 2.9, slant=3, look=(-0.8, -0.5), iris=4.2, wing=-1, wing_length=2.2
)
NEAR = Eye(303, 174, 19.5, 6.0, 3.2, slant=-3, look=(-1.8, -0.6), iris=4.7, wing=1, wing_length=3.6)

WORN = {
    "neutral": Spectacles(),
    "glad": Spectacles(down=-2.5, turn_deg=-1.5, gleam=True),
    "worried": Spectacles(down=4.0, turn_deg=4.0),
    "poker": Spectacles(flash=True),
    "shocked": Spectacles(down=20.0, turn_deg=8.0),
}


def face(name: str) -> Layer:
    """One of the five faces."""
    layer = Layer()
    _age(layer, name)
    far, near = FAR, NEAR
    lid = 4.6
    if name == "glad":
        far = replace(far, up=3.8, down=1.4)
        near = replace(near, up=4.3, down=1.5)
    elif name == "worried":
        far = replace(far, up=6.0, down=3.6, look=(-3.6, 0.0), slant=-3, y=174)
        near = replace(near, up=6.8, down=3.8, look=(-5.6, 0.0), slant=3, y=173.5)
    elif name == "shocked":
        far = replace(far, up=9.4, down=6.6, look=(0, 0.4), iris=3.0, y=170, width=16.5)
        near = replace(near, up=10.6, down=7.2, look=(-0.3, 0.4), iris=3.5, y=169.5, width=21.5)
        lid = 3.6
    _shadow_of_spectacles(layer, WORN[name])
    _nose(layer)
    if name != "poker":
        for eye in (far, near):
            paint_eye(
                layer,
                eye,
                ink=INK,
                white="#fbf6ec",
                iris=TEAL.light,
                lid=SKIN.dark,
                lid_height=lid,
                lash=2.9,
                lower=SKIN_DEEP,
            )
    _freckles(layer)
    _mouth(layer, name)
    if name == "shocked":  # brows before the frame, wherever it sits
        _brows(layer, name)
        paint_spectacles(layer, WORN[name])
    else:
        paint_spectacles(layer, WORN[name])
        _brows(layer, name)
    return placed(layer)


def blink() -> Layer:
    """Closed lids behind the spectacles."""
    layer = Layer()
    for eye in (FAR, NEAR):
        paint_closed(
            layer, eye, ink=INK, skin=SKIN.light, lid=SKIN.dark, lash=2.9, sag=3.0, lid_height=3.4
        )
    return placed(layer)


def _age(layer: Layer, name: str) -> None:
    """Laugh lines, crow's feet, the crease of the chin: thirty-nine, and amused."""
    glad = name == "glad"
    layer.line("276,224.5 283,226 290,224", 1.5, SKIN.dark)
    if glad:
        layer.fill(oval(311, 198, 9, 5, -30), "#eaa98a")
        layer.fill(oval(260, 199, 5, 5.5, 20), "#eaa98a")
        layer.line("289,198 298,203 303,211 302,218", 2.0, SKIN_DEEP)
        layer.line("266,200 261,206 260.5,213", 1.7, SKIN_DEEP)
        for points in ("321.5,178 326,180 328,183", "320.5,184 324,187 325,190"):
            layer.line(points, 1.6, INK)
    else:
        layer.line("289,201 294,205 296.5,211", 1.7, SKIN_DEEP)
        layer.line("266,203 263.5,208", 1.4, SKIN_DEEP)
        for points in ("321,180 325,182 327,185", "320,185.5 323.5,188.5 324.5,191"):
            layer.line(points, 1.3, SKIN_DEEP)
    if name in ("shocked", "worried"):
        layer.line("279,145 291,142 303,144", 1.5, SKIN.dark)
    if name == "worried":
        layer.line("283,151 284.5,159", 1.6, SKIN_DEEP)
        layer.line("288,150 287.5,157", 1.4, SKIN_DEEP)


def _freckles(layer: Layer) -> None:
    for x, y, size in (
        (259.5, 193.5, 0.9),
        (263.5, 195.8, 1.0),
        (267, 192.6, 0.8),
        (294.5, 194.5, 0.9),
        (299.5, 196.8, 1.1),
        (304, 193.8, 0.9),
        (308.5, 196.4, 1.0),
        (303.5, 200.2, 0.8),
    ):
        layer.fill(disc(x, y, size), SKIN_DEEP)


def _nose(layer: Layer) -> None:
    """Straight, its tip a little lifted; a plane of shade on the near side."""
    plane = contour("287,172* 286,182 289,192 291,198 286,202* 280.5,200.5 279.5,196 283,186")
    layer.fill(plane, SKIN.dark)
    layer.line("282.5,178 278,188.5 271.6,196 272,199.8 276,201", 2.1, INK, start=0.0, end=0.2)
    layer.line("278,202 282,200.6 286,201.6", 1.7, INK, start=0.2, end=0.2)
    layer.line("289.4,194.5 291.8,198 289.4,201.4", 1.6, SKIN_DEEP, start=0.0, end=0.4)


BROWS = {
    "neutral": ("278,157.5 271,153.5 264,153.5 258,157.5", "291,156.5 301,150 311,150 321,157"),
    "glad": ("278,151 271,146.5 263,147.5 257,153.5", "290,150.5 300,143.5 311,144 322,152.5"),
    "worried": ("280,149.5 272,151.5 265,156 259,162", "290,149.5 300,148.5 311,152.5 322,160.5"),
    "poker": ("279,158.5 271,156.5 264,156.5 258,159", "291,155.5 300,143.5 310,140 322,147"),
    "shocked": ("280,146 272,143 265,145 259,151.5", "289,144 299,139.5 310,141 321,150"),
}


def _brows(layer: Layer, name: str) -> None:
    far, near = BROWS[name]
    layer.fill(brow(far, 3.9, start=0.55), HAIR.dark)
    layer.fill(brow(near, 4.5, start=0.6), HAIR.dark)


def _open_mouth(layer: Layer, outline: str, teeth: str, tongue: str) -> None:
    parts = mouth_open(outline, teeth=teeth, tongue=tongue)
    lips = grow(parts["hole"], 2.2)
    layer.fill(grow(lips, 0.9), INK)
    layer.fill(lips, LIP)
    layer.fill(parts["hole"], "#4a1518")
    layer.fill(parts["tongue"], "#cb5e5e")
    layer.fill(parts["teeth"], "#fffaf0")


def _mouth(layer: Layer, name: str) -> None:
    if name == "glad":
        _open_mouth(
            layer,
            "265,208* 273,209.6 283,209.8 292,208 299.5,204.5* 297.5,213.5 291,220 282,222.5"
            " 273,219.5 267.5,214",
            "263,205* 282,206 302,201* 298.5,211 283,214 267,212.5*",
            "270,224 275,217.5 283,216 290,218 293,226",
        )
        return
    if name == "shocked":
        _open_mouth(
            layer,
            "280,209 285.5,210.6 288,215.5 287,221.5 281.5,225 276,222.5 273.5,217 275,211.6",
            "268,206* 292,206* 288,213 281,213.6 274,213*",
            "271,228 276.5,220.5 282,219.6 287.5,222 291,228",
        )
        return
    shapes = {
        "neutral": (
            "267,212.6* 273,210 277.6,208.8 281,210 285,208.8 291,210 298,208.4*"
            " 290,213 281,214 273,213.8",
            "267,212.6* 273,213.6 281,214.2 290,212.8 298,208.8* 292,216.4 283.5,219.2 275.5,217.8",
            "265,211.4 273,213.5 281,214.2 290,212.5 300,206.6",
        ),
        "worried": (
            "269,216* 273.5,211.8 278,210.2 281,211.2 285,210.2 290,211.8 295.5,216.4*"
            " 288,214.6 281,214.4 274,215",
            "269,216* 274,214.9 281,214.5 288,214.7 295.5,216.4* 289,218.6 282,219.4 275,218.6",
            "266,219 273,214.9 281,214 288.5,214.8 298,219.8",
        ),
        "poker": (
            "269,213.6* 274,211.8 278.5,211.2 281,212 285.5,211.2 291,211.4 297,209*"
            " 290,213.4 281,214.2 274,214.2",
            "269,213.6* 274,214 281,214.4 290,213.2 297,209.6* 291,215.6 284,217.6 276,216.8",
            "267,213.6 274,214.1 281,214.2 290,212.8 299.5,206.8",
        ),
    }
    upper, lower, line = shapes[name]
    layer.fill(contour(lower), LIP)
    layer.fill(contour(upper), "#8d3733")
    layer.line(line, 2.0, INK, start=0.2, end=0.25)
    layer.line("277,216.8 282,217.4 286.5,216.4", 1.2, "#d27a70")
    if name == "worried":
        layer.line("300,217 302,221", 1.5, SKIN_DEEP)


__all__ = ["blink", "face", "hair_back", "hair_front", "head"]
