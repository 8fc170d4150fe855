"""Capitano Rocco's five faces.

The moustache is his second pair of brows: it belongs to the face and moves with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .faces import Eye, mouth_open, paint_closed, paint_eye
from .layer import Layer
from .rocco_dyes import (
    CHEEK,
    GREY,
    GREY_SHEEN,
    INK,
    MOUTH,
    NAVY,
    SKIN,
    SKIN_DEEP,
    SKIN_SHEEN,
    TONGUE,
    WHITE,
)
from .rocco_head import SKULL, placed
from .shapes import Shape, beside, contour, curve, cut, oval, tube, union, within

FAR = Eye(258.5, 186.5, 15.5, 5.0, 2.8, slant=4, look=(-0.8, -0.4), iris=4.1, wing=0)
NEAR = Eye(302.5, 186, 20, 5.8, 3.2, slant=-4, look=(-1.8, -0.4), iris=4.6, wing=0)


def face(name: str) -> Layer:
    """One of the five faces."""
    layer = Layer()
    _wrinkles(layer, name)
    _cheeks(layer, name)
    _eyes(layer, name)
    _mouth(layer, name)
    _moustache(layer, name)
    _nose(layer, -1.5 if name == "glad" else 0.0)
    _brows(layer, name)
    return placed(layer)


def blink() -> Layer:
    """Closed lids over open eyes."""
    layer = Layer()
    for eye in (FAR, NEAR):
        paint_closed(layer, eye, ink=INK, skin=SKIN.light, lid=None, lash=3.2, sag=2.8)
        layer.line(
            [(eye.x - 6, eye.y - 4.5), (eye.x, eye.y - 6.2), (eye.x + 6, eye.y - 4.5)],
            1.5,
            SKIN.dark,
        )
    _nose(layer, 0.0)
    return placed(layer)


def _eyes(layer: Layer, name: str) -> None:
    far, near = FAR, NEAR
    lid = 4.6
    if name == "glad":
        for points in ("250,190 254,184.5 259,183 264,185 267,189.5",):
            layer.line(points, 3.4, INK, start=0.35, end=0.2)
        layer.line("291,189.5 296,184 303,182.2 310,184.5 314.5,190", 3.8, INK, start=0.3, end=0.25)
        layer.line("252,193.5 259,195 266,193", 1.7, SKIN_DEEP)
        layer.line("294,193.5 303,195.4 312,193", 1.9, SKIN_DEEP)
        return
    if name == "worried":
        far = replace(far, up=5.8, down=3.2, look=(-3.2, 0.4), slant=-6)
        near = replace(near, up=6.6, down=3.6, look=(-4.6, 0.4), slant=7)
    elif name == "poker":
        far = replace(far, up=2.4, down=2.2, look=(3.0, -0.6), slant=6, glint=False)
        near = replace(near, up=2.8, down=2.4, look=(4.2, -0.6), slant=-7, glint=False)
        lid = 5.6
    elif name == "shocked":
        far = replace(far, y=185, up=8.6, down=6.4, look=(0.2, 0.2), iris=3.0)
        near = replace(near, y=184.5, up=10.0, down=7.0, look=(-0.2, 0.2), iris=3.4)
        lid = 3.2
    for eye in (far, near):
        paint_eye(
            layer,
            eye,
            ink=INK,
            white=WHITE,
            iris=NAVY.light,
            lid=SKIN.dark,
            lid_height=lid,
            lash=3.1,
            lower=SKIN_DEEP,
        )
        if not eye.glint:
            continue
        x, y = eye.x + eye.look[0], eye.y + eye.look[1]
        layer.fill(within(oval(x - 1.3, y - 1.7, 1.3, 1.3), eye.white()), WHITE)


def _wrinkles(layer: Layer, name: str) -> None:
    """Bags, crow's feet; the forehead folds as the brows ask."""
    if name in ("neutral", "glad"):
        layer.line("259,155 274,151.5 292,152 308,157", 1.7, SKIN.dark)
        layer.line("263,163 276,160.5 291,161", 1.5, SKIN.dark)
    elif name == "poker":
        layer.line("262,158 276,157 290,157 304,159", 1.5, SKIN.dark)
        layer.line("275,163 276.5,170 275,176", 1.9, SKIN_DEEP)
        layer.line("283,162 282,169 284,176", 1.9, SKIN_DEEP)
    else:
        for points in (
            "254,151 270,146.5 288,146 306,150",
            "257,144 272,139.5 288,139.5 303,143",
        ):
            layer.line(points, 1.8, SKIN_DEEP if name == "shocked" else SKIN.dark)
    if name == "worried":
        layer.line("272,158 275,164 274,171", 1.9, SKIN_DEEP)
        layer.line("281,157 280,164 282,170", 1.8, SKIN_DEEP)
    if name != "glad":
        layer.line("250,193 257,197 266,194.5", 1.9, SKIN.dark)
        layer.line("293,194 303,198.5 314,193", 2.2, SKIN.dark)
    crow = SKIN_DEEP
    for points in ("317,184 323,182 328,183", "317,188 323,189 327,192", "316,192 320,195 323,199"):
        layer.line(points, 2.0 if name == "glad" else 1.5, crow)


def _cheeks(layer: Layer, name: str) -> None:
    lift = -3 if name == "glad" else 0
    far = within(oval(251, 204 + lift, 10.5, 8.5, -12), contour(SKULL))
    layer.fill(far, CHEEK)
    layer.fill(oval(313, 205 + lift, 12, 9, -18), CHEEK)
    layer.fill(oval(308.5, 201.5 + lift, 4.6, 2.6, -24), "#e58f70")
    layer.fill(oval(248.5, 200.5 + lift, 3.2, 2.2, -12), "#e58f70")
    if name == "glad":
        layer.line("300,196 310,194.5 320,197", 1.8, SKIN_DEEP)


def _nose(layer: Layer, lift: float) -> None:
    """A bulb turned to the left, half of it red with weather."""
    part = Layer()
    bulb = contour(
        "278,184* 274,193 265,199 259,206 258.5,213 263,219 271,221.5 281,221 290,219.5 296,213.5"
        " 295,205.5 289,199 286,192 287,184*"
    )
    part.fill(bulb, SKIN.light)
    part.fill(
        within(
            contour("285,206 289,201 292,207 286,214 276,219 262,218* 272,226 300,222 300,190"),
            bulb,
        ),
        CHEEK,
    )
    part.fill(within(contour("289,198* 292,206 289,214 281,219* 300,222 302,196"), bulb), "#b9543d")
    part.fill(oval(268.5, 206, 4.4, 3.4, -35), SKIN_SHEEN)
    part.line("278,180 275.5,191 266,198.5 259,206 258.4,213 263,219.5 271,222", 2.6, INK, end=0.5)
    part.line(
        "268,220.5 276,222 285,221.5 293,219 297.4,212.5 295,204.5 290,200", 2.5, INK, start=0.4
    )
    part.line("283.5,219.5 287.5,215 292,214", 1.8, SKIN_DEEP)
    layer.add(part.moved(0, lift))


BROWS = {
    "neutral": ("271,174.5 263,170.5 254,170.5 246,175", "289,174 299,168.5 310,167 320,172.5"),
    "glad": ("272,168 263,163.5 254,164 246,170", "288,167.5 299,161.5 310,161 320,167.5"),
    "worried": ("272,163.5 264,167 255,171.5 246,179", "286,162.5 298,165.5 310,169.5 321,178"),
    "poker": ("275,180.5 265,176.5 255,174 245,173", "284.5,180.5 297,175.5 309,171 321,167.5"),
    "shocked": ("271,164 263,158.5 254,158.5 246,164", "288,163 299,156 310,155 320,160.5"),
}


def _brows(layer: Layer, name: str) -> None:
    for number, points in enumerate(BROWS[name]):
        bush = _bush(points, -1 if number == 0 else 1)
        layer.body(bush, GREY, INK, plane=beside(bush, -1.0, -3.2), weight=0.72)
        line = curve(points)
        layer.line([(x, y - 1.4) for x, y in line[2:-3:3]], 1.6, GREY_SHEEN)


def _bush(points: str, side: int) -> Shape:
    """A thick brow with hairs that stand off its upper edge, all swept outwards."""
    line = curve(points)
    hairs = []
    for share, long in ((0.12, 5.5), (0.34, 7), (0.56, 7.5), (0.78, 7), (0.95, 6.5)):
        x, y = line[min(int(share * len(line)), len(line) - 1)]
        hairs.append(tube([(x, y), (x + side * long * 0.9, y - long * 0.72)], (6.5, 1.2)))
    x, y = line[-1]
    hairs.append(tube([(x, y), (x + side * 5, y + 3)], (5, 1.0)))
    return union(tube([*line[::3], line[-1]], (7.5, 10, 9.5, 5.5)), hairs)


# Both halves run from the parting under the nose, along the upper edge to the tip, and back.
MOUSTACHE = {
    "neutral": (
        "280,217* 270,215.5 260,219 249,227 238,229.5 228,225 223,216* 221,228 226,238 238,242.5"
        " 252,241 266,235 279,228*",
        "276,217* 288,215 301,218.5 315,227 329,229 340,224 345,214* 349,227 343,238.5 329,243.5"
        " 312,242.5 294,237 277,228*",
    ),
    "glad": (
        "280,215* 269,213 258,215 246,219.5 235,218.5 226,211 223,201* 217,213 220,225 231,232.5"
        " 246,233.5 263,230 279,225*",
        "276,215* 289,212.5 303,214.5 318,219 332,217 341,209 344,199* 351,212 347,225 334,233"
        " 316,234.5 295,231 277,225*",
    ),
    "worried": (
        "280,218* 270,217 261,222 252,232 244,241 235,247.5 225,249* 231,256 241,257 253,252"
        " 265,242 279,230*",
        "276,218* 287,216.5 299,221.5 311,232 320,242 330,249 341,250.5* 335,258.5 323,259.5"
        " 309,254 293,243 277,230*",
    ),
    "poker": (
        "280,219* 268,218.5 256,222.5 244,228 233,230 224,228 219,224* 220,233 227,239 240,241"
        " 254,239 268,235 279,231*",
        "276,219* 290,218 304,222 318,228 331,230 341,227 348,222* 348,232 340,240 326,242.5"
        " 309,241 292,236.5 277,231*",
    ),
    "shocked": (
        "280,213* 269,211 258,213.5 246,219 235,219 224,213 216,204* 214,215 220,226 232,232.5"
        " 247,232.5 264,227 279,222*",
        "276,213* 289,210.5 302,213.5 316,219 330,218 343,211 352,201* 354,214 347,226.5 333,233.5"
        " 315,234 294,228 277,222*",
    ),
}


def _moustache(layer: Layer, name: str) -> None:
    left, right = (contour(points) for points in MOUSTACHE[name])
    both = union(left, right)
    layer.ink(both, INK)
    layer.fill(both, GREY.light)
    for half, shift in ((left, (-2.5, -4.5)), (right, (-3.5, -4.5))):
        layer.fill(beside(half, *shift), GREY.dark)
    for points in MOUSTACHE[name]:
        _combed(layer, points, both)
    x, top = (278, 217)
    layer.line([(x, top), (x, top + 12)], 1.9, INK, inside=both)


def _combed(layer: Layer, points: str, both: Shape) -> None:
    """Strands that follow a half from the parting to its tip."""
    places = [tuple(float(n) for n in word.rstrip("*").split(",")) for word in points.split()]
    upper, lower = places[:7], [places[0], *places[:6:-1]]
    for share, colour, width in ((0.34, GREY_SHEEN, 2.0), (0.62, GREY.dark, 2.0)):
        line = _between(upper, lower, share)
        layer.line(line[1:-1], width, colour, inside=both)


def _between(
    a: Sequence[tuple[float, ...]], b: Sequence[tuple[float, ...]], share: float
) -> list[tuple[float, float]]:
    """The line that runs at a share of the way from one row of points to another."""
    count = 7
    result = []
    for index in range(count):
        p, q = a[index * (len(a) - 1) // (count - 1)], b[index * (len(b) - 1) // (count - 1)]
        result.append((p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share))
    return result


def _mouth(layer: Layer, name: str) -> None:
    """Mouth and lower lip in the beard; the moustache closes it from above."""
    if name == "neutral":
        lip = contour("262,236* 272,238 284,238 293,235* 290,241.5 279,245.5 268,243")
        layer.fill(lip, "#c8685a")
        layer.fill(contour("268,239 278,240.5 288,238.5 279,242"), "#d98672")
        layer.line("266,245.5 278,249 291,244", 2.2, GREY.dark)
    elif name == "poker":
        layer.line("266,246.5 279,247.5 293,245.5", 2.6, INK, start=0.4, end=0.3)
        layer.line("269,252.5 279,254 289,252", 2.2, GREY.dark)
    elif name == "worried":
        lip = contour("264,243* 271,237.5 279,235.5 287,237 294,242* 287,244 279,244.5 271,244.5")
        layer.fill(lip, "#c8685a")
        layer.line("262,245.5 271,239 279,237.5 287,238.5 296,244.5", 2.6, INK, start=0.3, end=0.3)
        layer.line("269,249 279,247.5 290,248.5", 2.2, GREY.dark)
    elif name == "glad":
        _open(
            layer,
            "250,228* 264,230 279,229 296,229 309,226* 307,242 299,254.5 285,260.5 270,258 258,248"
            " 252,238",
            "250,224* 310,222* 306,235 290,239.5 272,239.5 254,234*",
            "258,266 264,252 275,248.5 281,251 288,247.5 298,251 304,262",
        )
    else:
        _open(
            layer,
            "268,226* 279,224 290,226* 294,238 291.5,250 281,257 270,252 265.5,239",
            "262,222* 296,222* 293,231 280,232.5 266,231.5*",
            "264,262 270,249.5 280,247 289,249 295,260",
        )


def _open(layer: Layer, outline: str, teeth: str, tongue: str) -> None:
    parts = mouth_open(outline, teeth=teeth, tongue=tongue)
    hole = parts["hole"]
    layer.ink(hole, INK, 0.7)
    layer.fill(hole, MOUTH)
    layer.fill(parts["tongue"], TONGUE)
    layer.fill(parts["teeth"], WHITE)
    rim = cut(within(hole, hole.buffer(0)), hole.buffer(-0.1))
    layer.fill(rim, INK)
    x0, _, x1, y1 = hole.bounds
    layer.line([(x0 + 12, y1 + 2.5), ((x0 + x1) / 2, y1 + 5), (x1 - 12, y1 + 2.5)], 2.4, GREY.dark)
