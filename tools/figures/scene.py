"""What stands in every guest's scene: table, folding screen, coat rack, room and lamp."""

from __future__ import annotations

from dataclasses import dataclass

from shapely import affinity

from .layer import Dye, Layer
from .shapes import (
    EMPTY,
    Shape,
    Spot,
    beside,
    box,
    contour,
    cut,
    disc,
    grow,
    lozenge,
    mirror,
    move,
    oval,
    polygon,
    scale,
    tube,
    union,
    within,
)

INK = "#1a1418"
WOOD = Dye("#6a4331", "#442a1d")
GOLD = Dye("#d6a946", "#9c7327")
BAIZE = Dye("#2c5a4c", "#1f4339")
ROOM = (744, 1100)
FIGURE_AT = (144, 36)

SUITS: dict[str, Shape] = {}


def suit(name: str, x: float, y: float, size: float) -> Shape:
    """A suit sign about (x, y); `size` is half its height."""
    if not SUITS:  # drawn a hundred units high, so that their curves are fine
        heart = contour(
            "0,-48* 20,-86 60,-98 93,-70 91,-22 52,42 0,100* -52,42 -91,-22 -93,-70 -60,-98 -20,-86"
        )
        stem = contour("0,10* 10,62 42,100* -42,100* -10,62")
        leaves = [disc(0, -50, 46), disc(-48, 16, 46), disc(48, 16, 46), disc(0, 0, 30)]
        whole = {
            "heart": heart,
            "spade": union(move(scale(heart, (1.0, -0.86), (0, 0)), 0, -14), stem),
            "club": union(leaves, stem),
            "diamond": contour("0,-100* 30,-42 74,0* 30,42 0,100* -30,42 -74,0* -30,-42"),
        }
        SUITS.update({sign: scale(shape, 0.01, (0, 0)) for sign, shape in whole.items()})
    return move(scale(SUITS[name], size, (0, 0)), x, y)


def table() -> Layer:
    """A small card table beside the guest: brass rim, green baize, turned column, chips."""
    layer = Layer()
    # foot: three curved legs, the middle one towards the viewer
    left = contour(
        "496,884* 482,900 470,922 452,938 432,942 424,948 424,957 434,962 450,960 468,954 484,938"
        " 494,918 500,906*"
    )
    right = mirror(left, 503)
    front = contour(
        "494,894* 496,916 492,938 486,952 484,964 490,972 503,974 516,972 522,964 520,952"
        " 514,938 510,916 512,894*"
    )
    layer.body(left, WOOD, INK, plane=beside(left, -5, -5))
    layer.body(right, WOOD, INK, plane=right)
    layer.line("578,944 560,940 544,926 530,904", 2.2, WOOD.light)
    layer.body(front, WOOD, INK, plane=contour("504,890* 506,930 505,980* 540,980* 540,890*"))
    column = contour(
        "491,572* 491,590 486,600 492,612 489,640 482,700 480,744 486,790 493,830 493,846 484,856"
        " 484,868 492,878 490,912* 516,912* 514,878 522,868 522,856 513,846 513,830 520,790 526,744"
        " 524,700 517,640 514,612 520,600 515,590 515,572*"
    )
    shade = move(column, 17, 0)
    layer.body(column, WOOD, INK, plane=within(column, shade))
    for y, half in ((600, 17), (862, 19)):
        ring = oval(503, y, half, 4.6)
        layer.body(ring, GOLD, INK, plane=beside(ring, -12), weight=0.6)
    # top: underside and rim, then the playing field
    top = oval(503, 556, 94, 15.5)
    rim = union(top, move(top, 0, 11), box(409, 556, 188, 11))
    layer.body(rim, WOOD, INK, plane=polygon("530,540 600,540 600,600 520,600"))
    layer.fill(within(move(oval(503, 556, 94, 15.5), 0, 5.6), rim), WOOD.dark)
    layer.fill(within(move(oval(503, 556, 94, 15.5), 0, 3.6), rim), GOLD.light)
    layer.fill(within(move(oval(503, 556, 94, 15.5), 0, 1.2), rim), INK)
    layer.fill(top, GOLD.light)
    layer.fill(within(polygon("548,530 600,530 600,600 532,600"), top), GOLD.dark)
    field = oval(503, 556, 88, 13)
    layer.fill(grow(field, 0.8), INK)
    layer.fill(field, BAIZE.light)
    layer.fill(within(polygon("552,530 600,530 600,600 530,600"), field), BAIZE.dark)
    layer.add(_stack(538, 553, 4, Dye("#b3263c", "#7d1a2b")))
    layer.add(_stack(566, 556, 2, Dye("#1e7e9c", "#145a70")))
    layer.add(_stack(520, 561, 2, Dye("#f6ecd9", "#cdb894")))
    return layer


def _stack(x: float, y: float, count: int, dye: Dye) -> Layer:
    """Chips on one another, with light marks round the edge."""
    layer = Layer()
    marks = "#f6ecd9" if dye.light != "#f6ecd9" else "#b3263c"
    for index in range(count):
        at = y - 5 * index
        face = oval(x, at, 15, 4.6)
        side = union(face, move(face, 0, 4.4), box(x - 15, at, 30, 4.4))
        layer.body(side, dye, INK, plane=box(x + 4, at - 6, 20, 20), weight=0.55)
        for place in (-9, 1, 10):
            shift = (index * 3) % 5 - 2
            mark = box(x + place + shift - 2, at + 1, 4, 10)
            layer.fill(within(cut(mark, face), side), marks)
        layer.fill(face, dye.light)
        if index == count - 1:
            layer.fill(cut(oval(x, at, 11, 3.2), oval(x, at, 9, 2.5)), marks)
    return layer


@dataclass(frozen=True)
class ScreenDress:
    """Colours of a folding screen: the field of its panels, lit and in shade; two suits."""

    field: Dye
    oval: Dye
    suits: tuple[str, str, str]


EDGES = (70, 226, 384, 536)
TOPS = (262, 282, 260, 280)
FEET = (946, 968, 944, 966)


def folding_screen(dress: ScreenDress) -> Layer:
    """Three panels in a zigzag; the middle one turns from the light."""
    layer = Layer()
    for index in (0, 2, 1):
        layer.add(_panel(index, dress))
    for x, y in zip(EDGES, TOPS, strict=True):
        knob = disc(x, y - 9, 9)
        neck = box(x - 4, y - 3, 8, 8)
        layer.body(union(knob, neck), GOLD, INK, plane=beside(knob, -5, -3), weight=0.7)
        layer.fill(oval(x - 3, y - 12, 2.4, 2), "#f3dc9c")
    return layer


def _panel(index: int, dress: ScreenDress) -> Layer:
    x0, x1 = EDGES[index], EDGES[index + 1]
    t0, t1, f0, f1 = TOPS[index], TOPS[index + 1], FEET[index], FEET[index + 1]
    dark = index == 1

    def spot(u: float, v: float) -> Spot:
        """A place of the panel: u across, v down, both 0..1."""
        top, foot = t0 + (t1 - t0) * u, f0 + (f1 - f0) * u
        return (x0 + (x1 - x0) * u, top + (foot - top) * v)

    def quad(u0: float, v0: float, u1: float, v1: float) -> Shape:
        return polygon([spot(u0, v0), spot(u1, v0), spot(u1, v1), spot(u0, v1)])

    def frame(u0: float, v0: float, u1: float, v1: float, width: float) -> Shape:
        outer = quad(u0, v0, u1, v1)
        return cut(outer, outer.buffer(-width, join_style="mitre"))

    def placed(shape: Shape, u: float, v: float) -> Shape:
        """A flat sign laid on the slanting panel."""
        slope = (t1 - t0) / (x1 - x0)
        x, y = spot(u, v)
        return affinity.affine_transform(shape, [1, 0, slope, 1, x, y])

    layer = Layer()
    wood = WOOD.dark if dark else WOOD.light
    side = WOOD.dark
    body = quad(0, 0, 1, 1)
    feet = [quad(u, 0.99, u + 0.06, 1.012) for u in (0.0, 0.94)]
    layer.ink(union(body, feet), INK)
    for foot in feet:
        layer.fill(foot, side)
    layer.fill(body, wood)
    layer.fill(quad(0.955, 0, 1, 1), side if not dark else "#38221a")
    layer.fill(quad(0, 0, 1, 0.012), GOLD.dark if dark else GOLD.light)
    layer.fill(quad(0, 0.012, 1, 0.0165), INK)
    field = quad(0.07, 0.035, 0.93, 0.955)
    layer.fill(grow(field, 1.2), INK)
    layer.fill(field, dress.field.dark if dark else dress.field.light)
    layer.fill(quad(0.07, 0.035, 0.93, 0.046), dress.oval.dark)
    layer.fill(quad(0.07, 0.035, 0.115, 0.955), dress.oval.dark)
    gold = GOLD.dark if dark else GOLD.light
    for v0, v1 in ((0.062, 0.145), (0.855, 0.935)):
        layer.fill(frame(0.16, v0, 0.86, v1, 1.7), gold)
        middle = (v0 + v1) / 2
        layer.fill(
            quad(0.21, v0 + 0.012, 0.81, v1 - 0.012), dress.oval.dark if dark else dress.oval.light
        )
        for u in (0.31, 0.51, 0.71):
            layer.fill(placed(lozenge(0, 0, 9, 15), u, middle), gold)
            layer.fill(placed(lozenge(0, 0, 4, 7), u, middle), dress.field.dark)
    layer.fill(frame(0.16, 0.165, 0.86, 0.835, 1.7), gold)
    layer.fill(frame(0.195, 0.177, 0.825, 0.823, 0.9), gold)
    # a fall of lozenges above and below the sign, growing towards it
    for v, size in ((0.235, 5), (0.28, 7), (0.33, 10), (0.67, 10), (0.72, 7), (0.765, 5)):
        layer.fill(placed(lozenge(0, 0, size * 0.62, size), 0.51, v), gold)
    sign_ground = placed(oval(0, 0, 40, 84), 0.51, 0.5)
    layer.fill(grow(sign_ground, 4.5), gold)
    layer.fill(grow(sign_ground, 3.0), dress.field.dark)
    layer.fill(sign_ground, dress.oval.dark if dark else dress.oval.light)
    layer.fill(placed(suit(dress.suits[index], 0, 0, 30), 0.51, 0.5), gold)
    for v in (0.16, 0.48, 0.82):
        if index < 2:
            hinge = quad(0.985, v, 1.02, v + 0.026)
            layer.body(hinge, GOLD, INK, weight=0.4)
    return layer


def rack() -> Layer:
    """A bentwood coat rack: pole at x 300, hooks at y 286 and 310, foot at y 960."""
    layer = Layer()
    for points in ("300,884 286,922 252,944 236,958", "300,884 314,922 348,944 364,958"):
        layer.body(tube(points, (11, 10, 9)), WOOD, INK)
    layer.body(
        tube("300,890 300,930 300,964", (12, 11, 11)), WOOD, INK, plane=box(301, 880, 20, 100)
    )
    arms = (
        ("300,352 274,348 254,328 250,300 250,286", 250, 282),
        ("300,352 326,348 346,328 350,300 350,286", 350, 282),
        ("300,372 282,370 270,352 268,330 268,312", 268, 306),
        ("300,372 318,370 330,352 332,330 332,312", 332, 306),
    )
    for points, x, y in arms:
        arm = tube(points, (11, 10, 9, 8))
        layer.body(arm, WOOD, INK, plane=beside(arm, -4, -2))
        knob = disc(x, y, 8)
        layer.body(knob, GOLD, INK, plane=beside(knob, -5, -3), weight=0.7)
    pole = union(box(293, 250, 14, 640), oval(300, 884, 12, 12), oval(300, 372, 11, 9))
    layer.body(pole, WOOD, INK, plane=box(301, 240, 20, 700))
    for y in (345, 398, 870):
        ring = box(290, y - 3, 20, 6, 2.5)
        layer.body(ring, GOLD, INK, plane=box(302, y - 5, 20, 12), weight=0.6)
    knob = union(disc(300, 240, 11), lozenge(300, 226, 7, 13))
    layer.body(knob, GOLD, INK, plane=beside(knob, -6, -3), weight=0.7)
    return layer


SWAG_PITCH = 93
ROOM_LIGHT = "#b48f84"  # reads under ivory, sand, rust, navy, plum and ink alike


def _swags() -> list[Shape]:
    """The drapes of the pelmet over the stage."""
    drape = contour("0,-30* 93,-30* 93,30* 70,58 46.5,64 23,58 0,30*")
    return [move(drape, index * SWAG_PITCH, 0) for index in range(8)]


def room() -> Layer:
    """The closed club after midnight: plum curtain, gilt pelmet, boards. 744 x 1100."""
    layer = Layer()
    width, height = ROOM
    floor_y = FIGURE_AT[1] + 900
    layer.fill(box(0, 0, width, height), "#3d1c40")
    for index in range(13):
        x = index * 62 - 22
        deep = contour(
            f"{x},-20* {x + 4},300 {x - 5},640 {x + 1},{floor_y + 6}* {x + 27},{floor_y + 6}*"
            f" {x + 18},640 {x + 27},300 {x + 22},-20*"
        )
        layer.fill(deep, "#2f1433")
        layer.fill(beside(deep, 7), "#240f28")
        layer.fill(
            contour(
                f"{x + 40},-20* {x + 38},320 {x + 43},660 {x + 40},{floor_y + 4}*"
                f" {x + 50},{floor_y + 4}* {x + 51},660 {x + 46},320 {x + 48},-20*"
            ),
            "#4a2450",
        )
    layer.fill(box(0, floor_y - 5, width, 11), "#1d0c21")
    # boards of the stage, running towards the viewer
    layer.fill(box(0, floor_y + 4, width, height - floor_y), "#4a2f3c")
    for index in range(-7, 8):
        top, foot = 372 + index * 66, 372 + index * 108
        layer.fill(
            polygon(
                [
                    (top - 0.6, floor_y + 4),
                    (top + 0.6, floor_y + 4),
                    (foot + 1.6, height),
                    (foot - 1.6, height),
                ]
            ),
            "#331f2c",
        )
        if index % 2:
            layer.fill(
                polygon(
                    [
                        (top, floor_y + 4),
                        (top + 66, floor_y + 4),
                        (foot + 108, height),
                        (foot, height),
                    ]
                ),
                "#432a37",
            )
    layer.fill(box(0, floor_y + 4, width, 7), "#2a1724")
    _shine(layer, ROOM_LIGHT)
    # the pelmet: one row of swags, gilt along the hem, a lozenge at every joint
    swags, pitch = _swags(), SWAG_PITCH
    pelmet = union(swags)
    layer.fill(move(pelmet, 2, 12), "#220c26")
    layer.fill(pelmet, "#5a2a58")
    for i in range(8):
        x = i * pitch
        for depth in (14, 30):
            fold = cut(
                contour(
                    f"{x},{depth - 22}* {x + 46.5},{depth + 14} {x + pitch},{depth - 22}*"
                    f" {x + 46.5},{depth + 22}"
                ),
                EMPTY,
            )
            layer.fill(within(fold, swags[i]), "#47204a")
    layer.fill(cut(pelmet, move(pelmet, 0, -5)), "#b88a3a")
    for i in range(9):
        layer.fill(lozenge(pitch * i, 46, 9, 20), "#d6a946")
        layer.fill(lozenge(pitch * i, 46, 4, 10), "#8f2240")
    return layer


def lamplight(light: str) -> Layer:
    """The oval of a guest's own lamp on wall and floor, in the figure's canvas."""
    layer = Layer()
    layer.fill(oval(300, 470, 292, 440), light)
    layer.fill(oval(300, 960, 280, 26), light)
    return layer


def lamp() -> Layer:
    """The lamp's light in the room alone, white, to be tinted in a guest's own colour and laid
    over the backdrop, whose light has the same outline."""
    layer = Layer()
    _shine(layer, "#ffffff")
    return layer


def _shine(layer: Layer, colour: str) -> None:
    """The disc behind the figure, a weaker ring that lets the curtain through, the pool of
    light on the boards."""
    x, y = FIGURE_AT[0] + 300, FIGURE_AT[1] + 470
    wall = cut(box(0, 0, ROOM[0], FIGURE_AT[1] + 895), move(union(_swags()), 2, 12))
    bright = within(oval(x, y, 296, 446), wall)
    layer.fill(cut(within(oval(x, y, 342, 500), wall), bright), f"{colour}50")
    layer.fill(bright, colour)
    layer.fill(oval(x, FIGURE_AT[1] + 960, 306, 36), f"{colour}38")
    layer.fill(oval(x, FIGURE_AT[1] + 960, 284, 27), f"{colour}a0")
