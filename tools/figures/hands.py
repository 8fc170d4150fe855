"""The hands all guests share: holding cards, resting on the table, waving, over the screen.

Every hand is first a set of shapes, so that a guest may vary single fingers, grow it into a
glove or scale it, and is painted then. *Card* side is the viewer's left.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from shapely.geometry import LineString

from .layer import Dye, Layer, contour_of
from .shapes import (
    EMPTY,
    Points,
    Shape,
    Spot,
    beside,
    brush,
    contour,
    curve,
    cut,
    fillet,
    grow,
    move,
    oval,
    scale,
    spots,
    tube,
    turn,
    union,
    within,
)

Finger = tuple[str, Sequence[float]]  # spine from knuckle to tip, widths

CARD_BACK = "159,354 150,338 145,322 133,309 120,306 111,316 113,334 123,351 138,367 152,368"
CARD_FINGERS: Mapping[str, Finger] = {
    "little": ("127,343 143,340 155,341 167,346", (12.5, 11.5, 10, 8)),
    "ring": ("121,334 142,328 158,326 173,329", (14.5, 13, 11.5, 9)),
    "middle": ("118,325 140,316 160,311 178,312", (15, 13.5, 11.5, 9)),
    "index": ("119,316 140,304 157,298 173,297", (15, 13.5, 11.5, 9)),
}
TABLE_BACK = "424,502 421,520 422,534 430,545 446,550 463,547 470,540 464,527 450,514 441,501"
TABLE_THUMB: Finger = ("427,517 420,535 416,552", (13, 11, 8))
TABLE_FINGERS: Mapping[str, Finger] = {
    "index": ("435,540 438,554 441,569", (12.5, 11, 8.5)),
    "middle": ("446,541 451,555 456,571", (12.5, 11, 8.5)),
    "ring": ("456,540 463,553 469,566", (12, 10.5, 8)),
    "little": ("463,537 472,548 479,558", (11, 9.5, 7)),
}


@dataclass(frozen=True)
class Hand:
    """Shapes of a hand: its back, its fingers in painting order, the spines of the fingers."""

    back: Shape
    fingers: Mapping[str, Shape]
    spines: Mapping[str, Sequence[Spot]]
    thumb: Shape = EMPTY

    def whole(self, *more: Shape) -> Shape:
        """The hand as one contour, wrist and webs rounded; `more` is the forearm."""
        arm = fillet(union(self.back, *more), 14) if more else self.back
        return fillet(union(arm, self.thumb, list(self.fingers.values())), 1.0)

    def changed(
        self,
        *,
        by: float = 1.0,
        about: Spot = (0, 0),
        x: float = 0,
        y: float = 0,
        turned: float = 0,
    ) -> Hand:
        """Scaled about a place, turned about it, then moved."""

        def shape(old: Shape) -> Shape:
            return move(turn(scale(old, by, about), turned, about), x, y)

        def line(old: Sequence[Spot]) -> Sequence[Spot]:
            return list(shape(LineString(old)).coords)

        return replace(
            self,
            back=shape(self.back),
            thumb=shape(self.thumb),
            fingers={name: shape(finger) for name, finger in self.fingers.items()},
            spines={name: line(spine) for name, spine in self.spines.items()},
        )

    def gloved(self, by: float = 1.2) -> Hand:
        """The same hand in a glove."""
        return replace(
            self,
            back=grow(self.back, by),
            thumb=grow(self.thumb, by),
            fingers={name: grow(finger, by) for name, finger in self.fingers.items()},
        )


def hand_of(
    back: Points,
    fingers: Mapping[str, Finger],
    *,
    thick: float = 1.0,
    thumb: Finger | None = None,
    **varied: Finger,
) -> Hand:
    """A hand from its notes; `varied` gives single fingers their own spine and widths."""
    chosen = {name: varied.get(name, finger) for name, finger in fingers.items()}
    return Hand(
        back=contour(back),
        thumb=tube(thumb[0], [w * thick for w in thumb[1]]) if thumb else EMPTY,
        fingers={
            name: tube(spine, [w * thick for w in widths])
            for name, (spine, widths) in chosen.items()
        },
        spines={name: curve(spine) for name, (spine, _) in chosen.items()},
    )


def card_hand(thick: float = 1.0, **varied: Finger) -> Hand:
    """The hand over the cards, seen from outside, thumb hidden behind them."""
    return hand_of(CARD_BACK, CARD_FINGERS, thick=thick, **varied)


def table_hand(thick: float = 1.0, **varied: Finger) -> Hand:
    """The hand on the rim of the table, seen from above, fingertips on the rim."""
    return hand_of(TABLE_BACK, TABLE_FINGERS, thick=thick, thumb=TABLE_THUMB, **varied)


def paint_card_hand(
    hand: Hand,
    skin: Dye,
    ink: str,
    *,
    forearm: Shape = EMPTY,
    kept: Shape | None = None,
    nails: str | None = None,
    weight: float = 0.7,
    unshaded: Shape = EMPTY,
) -> Layer:
    """The hand holding the cards.

    Args:
        hand: its shapes.
        skin: colours of skin or glove.
        ink: line colour.
        forearm: grows into the hand without a line.
        kept: what of forearm and hand is shown (the rest is on the body's layer); the
            contour ends 1.3 earlier, so that no line crosses the arm.
        nails: their colour; none on gloves.
        weight: of the contour.
        unshaded: where no shade falls: it tapers off along the edge of this.
    """
    layer = Layer()
    whole = hand.whole(forearm)
    outline = contour_of(whole, weight)
    shown = whole
    if kept is not None:
        outline, shown = within(outline, grow(kept, -1.3)), within(whole, kept)
    layer.fill(outline, ink)
    layer.fill(shown, skin.light)
    side = beside(whole, -5.0, -1.6)
    if not unshaded.is_empty:
        side = cut(side, unshaded)
    layer.fill(within(side, shown), skin.dark)
    order = list(hand.fingers)
    for name, below in zip(order[::-1], [*order[::-1][1:], None], strict=True):
        finger = hand.fingers[name]
        layer.fill(finger, skin.light)
        # under each finger a sliver of shade, then the joint line, thick towards the tip
        edge = lower_edge(finger, hand.spines[name], 0.34)
        shade = brush([(x, y - 0.6) for x, y in edge], 4.6, 0.0, 0.9)
        layer.fill(within(shade, finger), skin.dark)
        if below is not None:
            layer.fill(brush(edge, 1.9, 0.0, 0.7), ink)
    if nails:
        for name in order:
            layer.add(_nail(hand.spines[name], hand.fingers[name], nails, ink))
    return layer


def lower_edge(finger: Shape, spine: Sequence[Spot], start: float) -> list[Spot]:
    """The lower rim of a lying finger, from a share of its length to the tip."""
    line = spine[int(len(spine) * start) :]
    result = []
    for x, y in line:
        column = within(finger, brush([(x, y), (x, y + 14)], 0.3, 1, 1))
        result.append((x, column.bounds[3] if not column.is_empty else y))
    return result[::3] + result[-1:]


def _nail(spine: Sequence[Spot], finger: Shape, colour: str, ink: str) -> Layer:
    layer = Layer()
    (x0, y0), (x1, y1) = spine[-5], spine[-1]
    angle = _angle(x1 - x0, y1 - y0)
    nail = turn(oval(x1 + 0.6, y1, 4.3, 2.7), angle, (x1, y1))
    nail = within(nail, grow(finger, 0.5))
    layer.fill(grow(nail, 0.45), ink)
    layer.fill(nail, colour)
    return layer


def _angle(x: float, y: float) -> float:
    return math.degrees(math.atan2(y, x))


def paint_table_hand(
    hand: Hand,
    skin: Dye,
    ink: str,
    *,
    forearm: Shape = EMPTY,
    nails: str | None = None,
    weight: float = 0.9,
    plane: Shape = EMPTY,
) -> Layer:
    """The hand on the table with its forearm, as one contour.

    `plane` is more shade, for the arm; the fingers carry their own.
    """
    layer = Layer()
    whole = hand.whole(forearm)
    layer.ink(whole, ink, weight)
    layer.fill(whole, skin.light)
    layer.fill(within(plane, whole), skin.dark)
    names = list(hand.fingers)
    for name in names:
        finger = hand.fingers[name]
        spine = hand.spines[name]
        rim = [(x + 0.36 * _width(finger, y), y) for x, y in spine[len(spine) // 5 :]]
        layer.fill(within(brush([*rim[::3], rim[-1]], 4.4, 0.0, 0.9), finger), skin.dark)
        if name != names[-1]:
            right = [(x + 0.42 * _width(finger, y), y) for x, y in spine[len(spine) // 4 :]]
            layer.fill(brush([*right[::3], right[-1]], 2.1, 0.1, 0.9), ink)
    # knuckles: a soft stroke over each finger's root
    for name in names:
        x, y = hand.spines[name][2]
        layer.fill(brush([(x - 4, y + 1), (x, y - 1.5), (x + 4, y + 1)], 1.3), skin.dark)
    if nails:
        for name in names:
            layer.add(_nail(hand.spines[name], hand.fingers[name], nails, ink))
    return layer


def _width(shape: Shape, y: float) -> float:
    left, _, right, _ = shape.bounds
    slice_ = within(shape, brush([(left - 1, y), (right + 1, y)], 0.3, 1, 1))
    return 0.0 if slice_.is_empty else slice_.bounds[2] - slice_.bounds[0]


def waving_hand(
    palm: Spot, skin: Dye, ink: str, *, elbow: Spot, size: float = 1.0, width: float = 26.0
) -> Layer:
    """A palm towards the viewer, thumb on the left, with its forearm and two ticks of swing.

    Args:
        palm: centre of the palm.
        skin: colours.
        ink: line colour.
        elbow: where the forearm comes from (behind the screen).
        size: 1 for the women's, 1.2 for a broad one.
        width: of the wrist.
    """
    x, y = palm
    notes = (
        ("-15,-18 -22,-38 -27,-57", (12, 11.5, 9)),
        ("-5,-22 -8,-44 -10,-65", (12.5, 12, 9.5)),
        ("6,-21 7,-43 8,-62", (12.5, 11.5, 9)),
        ("16,-16 21,-34 25,-50", (11.5, 10.5, 8)),
    )
    back = contour("-19,-22 -8,-27 8,-26 19,-20 21,-4 16,14 9,25 -9,25 -16,16 -21,2")
    fingers = [tube(spine, widths) for spine, widths in notes]
    thumb = tube("-11,14 -24,2 -33,-13 -37,-24", (17, 14, 11.5, 9))
    arm = tube(
        [(0, 22), (2, 60), ((elbow[0] - x) / size, (elbow[1] - y) / size)],
        (width / size * 0.92, width / size, width / size * 1.25),
    )
    whole = fillet(union(back, thumb, fingers, arm), 2.2)
    layer = Layer()
    layer.ink(whole, ink)
    layer.fill(whole, skin.light)
    layer.fill(within(beside(union(back, arm), -6, -1), whole), skin.dark)
    for finger in fingers:
        layer.fill(beside(finger, -2.8, 0), skin.dark)
    layer.fill(beside(thumb, -2.5, -2.5), skin.dark)
    layer.fill(union(back, tube("-11,14 -16,8", (16, 14))).buffer(-3.2), skin.light)
    for crease in ("-9,24 -8,10 -13,-3", "-17,-6 -4,-8 14,-15", "-15,2 0,0 17,-6"):
        layer.line(crease, 2.0, skin.dark)
    for gap in ("-12,-26 -12.5,-22 -11,-18", "0.5,-27 0.5,-23 1,-19", "11.5,-25 11.5,-21 11,-17"):
        layer.line(gap, 1.6, ink, start=0.8)
    placed = layer.scaled(size, (0, 0)).moved(x, y)
    for swing in ("-49,-62 -56,-48 -57,-32", "40,-60 46,-47 47,-32"):
        places = [(x + tick_x * size, y + tick_y * size) for tick_x, tick_y in spots(swing)[0]]
        placed.line(places, 3.2, ink)
    return placed


def screen_fingers(
    x: float, y: float, skin: Dye, ink: str, *, nails: str | None = None, size: float = 1.0
) -> Layer:
    """Four fingertips over the top of a panel at (x, y)."""
    layer = Layer()
    notes = (
        ("-23,-4 -25,6 -25,18", (13, 12.5, 9.5)),
        ("-8,-6 -9,8 -9,22", (13.5, 13, 10)),
        ("7,-5 7,8 7,21", (13.5, 13, 10)),
        ("21,-3 22,6 22,16", (12.5, 11.5, 9)),
    )
    for spine, widths in notes:
        finger = tube(spine, widths)
        layer.ink(finger, ink, 0.8)
        layer.fill(finger, skin.light)
        layer.fill(within(beside(finger, -3.2, 0), finger), skin.dark)
        places, _ = spots(spine)
        kx, ky = places[1]
        layer.line([(kx - 4, ky - 3), (kx, ky - 4.5), (kx + 4, ky - 3)], 1.3, skin.dark)
        if nails:
            nx, ny = places[2]
            nail = cut(oval(nx - 0.4, ny - 0.5, 3.6, 4.9), oval(nx - 0.4, ny - 5.5, 4.4, 3.4))
            layer.fill(grow(nail, 0.5), ink)
            layer.fill(nail, nails)
    return layer.scaled(size, (0, 0)).moved(x, y)
