"""Capitano Rocco's build: the block of his trunk, legs and arms, which every garment covers.

He is turned a little to the left: what runs down his front lies left of the trunk's middle.
The trunk is a drum, so that stripes, cables and buttons can be laid round it by angle.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from shapely import affinity
from shapely.geometry import LineString

from .shapes import Shape, Spot, band, box, contour, curve, tube, within

TURN_DEG = -16.0  # where his front points, from straight at the viewer
SAG = (5.0, 21.0)  # how far a stripe hangs at the drum's nearest place, at y 300 and at y 600

TRUNK = contour(
    "236,290* 216,299 203,309 195,326 190,348 184,380 176,412 168,446 165,476 169,512 178,546"
    " 185,576 186,610 196,640* 290,640 382,640* 389,606 393,570 397,530 399,490 397,450 393,410"
    " 391,372 392,340 388,318 376,302 356,293 330,286* 284,280"
)
# half-drum measures: y, left edge, right edge
EDGES = (
    (280, 222, 372),
    (310, 204, 384),
    (340, 191, 391),
    (380, 184, 391),
    (420, 174, 394),
    (460, 166, 398),
    (500, 167, 399),
    (540, 176, 396),
    (580, 187, 393),
    (640, 190, 391),
    (700, 186, 396),
)


def _edges(y: float) -> Spot:
    for (y0, l0, r0), (y1, l1, r1) in itertools.pairwise(EDGES):
        if y <= y1:
            t = (y - y0) / (y1 - y0)
            return l0 + (l1 - l0) * t, r0 + (r1 - r0) * t
    return EDGES[-1][1], EDGES[-1][2]


def on_trunk(y: float, around_deg: float, out: float = 0.0) -> Spot:
    """A place on the trunk.

    Args:
        y: its height, at the drum's side edges.
        around_deg: from the middle of his front, positive to the viewer's right.
        out: how far the cloth stands off the body.
    """
    left, right = _edges(y)
    angle = math.radians(around_deg + TURN_DEG)
    middle, half = (left + right) / 2, (right - left) / 2 + out
    sag = SAG[0] + (SAG[1] - SAG[0]) * min(max((y - 300) / 300, 0.0), 1.0)
    return middle + half * math.sin(angle), y + sag * math.cos(angle)


def ring_at(y: float, out: float = 0.0) -> list[Spot]:
    """The line round the trunk at a height, from its left edge to its right."""
    return [on_trunk(y, a - TURN_DEG, out) for a in (-90, -70, -45, -20, 0, 20, 45, 70, 90)]


def down_front(around_deg: float, top: float, foot: float, out: float = 0.0) -> list[Spot]:
    """A line down the trunk at one angle."""
    count = max(2, round((foot - top) / 30))
    return [on_trunk(top + (foot - top) * i / count, around_deg, out) for i in range(count + 1)]


LEG_LEFT_SPINE: Sequence[Spot] = ((236, 598), (239, 680), (244, 750), (253, 830), (261, 908))
LEG_RIGHT_SPINE: Sequence[Spot] = ((336, 598), (343, 680), (351, 750), (359, 830), (368, 906))


def legs(widths: Sequence[float], foot: float) -> tuple[Shape, Shape]:
    """Both legs down to a height, of the given widths from hip to ankle."""
    above = box(0, 500, 600, foot - 500)
    left = within(tube(list(LEG_LEFT_SPINE), widths), above)
    right = within(tube(list(LEG_RIGHT_SPINE), widths), above)
    return left, right


ARM_CARD_UPPER = contour(
    "232,296* 214,301 200,313 190,336 176,374 152,412 130,440 121,462 121,482 130,495 147,501"
    " 166,493 183,470 200,434 212,404* 222,376 228,338"
)
ARM_CARD_FORE_SPINE = "140,476 131,436 122,388"
ARM_CARD_FORE = tube(ARM_CARD_FORE_SPINE, (52, 50, 42))
ARM_TABLE = contour(
    "352,290* 376,296 396,307 410,330 426,362 450,398 467,426 470,446 463,470 456,500*"
    " 446,505 432,507 419,504 411,498* 412,474 412,454 402,434 386,408 376,384* 366,356 358,324"
)


def carrying(shape: Shape) -> Shape:
    """What is worn on the leg that carries him: leaning in, so that the foot is under him."""
    return affinity.affine_transform(shape, [1, 0.075, 0, 1, -0.075 * 715, 0])


def stripes_round(
    spine: str | Sequence[Spot], width: float, first: float, pitch: float
) -> list[Shape]:
    """Stripes square to a limb, sagging a little with its roundness."""
    line = LineString(curve(spine))
    result = []
    along = first
    while along < line.length:
        here, after = line.interpolate(along), line.interpolate(min(along + 2, line.length))
        before = line.interpolate(max(along - 2, 0))
        dx, dy = after.x - before.x, after.y - before.y
        size = math.hypot(dx, dy) or 1.0
        dx, dy = dx / size, dy / size
        places = [
            (here.x - dy * side + dx * bow, here.y + dx * side + dy * bow)
            for side, bow in ((-62, -12), (-28, 1), (0, 4), (28, 1), (62, -12))
        ]
        result.append(band(places, width))
        along += pitch
    return result
