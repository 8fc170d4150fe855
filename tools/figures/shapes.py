"""Shapes: the few ways in which an outline comes about, and how outlines are combined.

Every shape is a shapely geometry in canvas units (x to the right, y down), so that shapes can
be united, cut, grown and moved before anything is painted. Points are written as text, the
way a construction note lists them: `"256,150 253,165* 257,177"`; a `*` marks a corner.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence
from typing import Any

from shapely import affinity
from shapely.geometry import LineString, Point, Polygon
from shapely.ops import transform, unary_union

Shape = Any  # a shapely Polygon or MultiPolygon: shapely has no types of its own
Spot = tuple[float, float]
Points = str | Sequence[Spot]

STEP = 1.6  # canvas units between two samples of a curve
EMPTY: Shape = Polygon()


def spots(points: Points) -> tuple[list[Spot], list[bool]]:
    """The points of a note, and which of them are corners.

    Raises:
        ValueError: quoting the point that is no pair of numbers.
    """
    if not isinstance(points, str):
        return [(float(x), float(y)) for x, y in points], [False] * len(points)
    places: list[Spot] = []
    corners: list[bool] = []
    for word in points.split():
        bare = word.rstrip("*")
        try:
            x, y = (float(part) for part in bare.split(","))
        except ValueError as error:
            raise ValueError(f"'{word}' is no point like 256,150 or 256,150*") from error
        places.append((x, y))
        corners.append(word.endswith("*"))
    return places, corners


def _hermite(before: Spot, start: Spot, end: Spot, after: Spot) -> list[Spot]:
    """One stretch of a centripetal Catmull-Rom curve: it never loops or overshoots."""

    def knot(a: Spot, b: Spot) -> float:
        return max(math.dist(a, b), 1e-6) ** 0.5

    first, span, last = knot(before, start), knot(start, end), knot(end, after)
    count = max(2, math.ceil(math.dist(start, end) / STEP))

    def slope(axis: int) -> tuple[float, float]:
        b, s, e, a = before[axis], start[axis], end[axis], after[axis]
        out = (s - b) / first - (e - b) / (first + span) + (e - s) / span
        into = (e - s) / span - (a - s) / (span + last) + (a - e) / last
        return out * span, into * span

    (out_x, into_x), (out_y, into_y) = slope(0), slope(1)
    result = []
    for index in range(count):
        t = index / count
        t2, t3 = t * t, t * t * t
        h0, h1, h2, h3 = 2 * t3 - 3 * t2 + 1, t3 - 2 * t2 + t, -2 * t3 + 3 * t2, t3 - t2
        result.append(
            (
                h0 * start[0] + h1 * out_x + h2 * end[0] + h3 * into_x,
                h0 * start[1] + h1 * out_y + h2 * end[1] + h3 * into_y,
            )
        )
    return result


def _beyond(end: Spot, inner: Spot) -> Spot:
    return (2 * end[0] - inner[0], 2 * end[1] - inner[1])


def _open(places: Sequence[Spot]) -> list[Spot]:
    """A smooth open curve through all places."""
    padded = [_beyond(places[0], places[1]), *places, _beyond(places[-1], places[-2])]
    result: list[Spot] = []
    for index in range(1, len(padded) - 2):
        result += _hermite(*padded[index - 1 : index + 3])
    return [*result, places[-1]]


def curve(points: Points) -> list[Spot]:
    """Samples of an open curve through the points; smooth but at corners."""
    places, corners = spots(points)
    if len(places) < 2:
        raise ValueError(f"a curve needs two points or more, not {points!r}")
    cuts = [0, *(i for i in range(1, len(places) - 1) if corners[i]), len(places) - 1]
    result: list[Spot] = []
    for start, end in itertools.pairwise(cuts):
        result += _open(places[start : end + 1])[:-1]
    return [*result, places[-1]]


def contour(points: Points) -> Shape:
    """The area inside one closed curve through the points; smooth but at corners."""
    places, corners = spots(points)
    if len(places) < 3:
        raise ValueError(f"a contour needs three points or more, not {points!r}")
    if True not in corners:
        ring = [places[-1], *places, places[0], places[1]]
        samples: list[Spot] = []
        for index in range(1, len(ring) - 2):
            samples += _hermite(*ring[index - 1 : index + 3])
        return whole(Polygon(samples))
    first = corners.index(True)
    turned = [*places[first:], *places[: first + 1]]
    marks = [*corners[first:], *corners[: first + 1]]
    cuts = [i for i, corner in enumerate(marks) if corner]
    samples = []
    for start, end in itertools.pairwise(cuts):
        samples += _open(turned[start : end + 1])[:-1]
    return whole(Polygon(samples))


def polygon(points: Points) -> Shape:
    """The area inside straight lines."""
    return whole(Polygon(spots(points)[0]))


def whole(shape: Shape) -> Shape:
    """A shape that crosses itself, made valid; lines and points that come out are dropped."""
    return shape if shape.is_valid else shape.buffer(0)


def disc(x: float, y: float, radius: float) -> Shape:
    return Point(x, y).buffer(radius, quad_segs=max(6, round(radius)))


def oval(x: float, y: float, radius_x: float, radius_y: float, turn_deg: float = 0.0) -> Shape:
    """An ellipse, turned clockwise."""
    round_one = Point(0, 0).buffer(1.0, quad_segs=max(8, round(max(radius_x, radius_y) / 2)))
    flat = affinity.scale(round_one, radius_x, radius_y, origin=(0, 0))
    return affinity.translate(affinity.rotate(flat, turn_deg, origin=(0, 0)), x, y)


def box(x: float, y: float, width: float, height: float, radius: float = 0.0) -> Shape:
    """A rectangle from its upper left corner, with rounded corners."""
    inner = Polygon(
        [
            (x + radius, y + radius),
            (x + width - radius, y + radius),
            (x + width - radius, y + height - radius),
            (x + radius, y + height - radius),
        ]
    )
    return inner.buffer(radius, quad_segs=6) if radius else inner


def lozenge(x: float, y: float, half_width: float, half_height: float) -> Shape:
    return Polygon(
        [(x, y - half_height), (x + half_width, y), (x, y + half_height), (x - half_width, y)]
    )


def tube(points: Points, widths: Sequence[float]) -> Shape:
    """A limb: round-ended, along a curve, its width in even steps of the curve's length."""
    line = curve(points)
    lengths = [0.0]
    for before, here in itertools.pairwise(line):
        lengths.append(lengths[-1] + math.dist(before, here))
    total = lengths[-1] or 1.0
    rounds = [
        Point(spot).buffer(_between(widths, length / total) / 2, quad_segs=10)
        for spot, length in zip(line, lengths, strict=True)
    ]
    return union(a.union(b).convex_hull for a, b in itertools.pairwise(rounds))


def _between(values: Sequence[float], t: float) -> float:
    """The value at t of 0..1 in evenly spaced ones, eased so that no width kinks."""
    if len(values) == 1:
        return values[0]
    place = min(t, 0.999999) * (len(values) - 1)
    index = int(place)
    part = place - index
    before = values[max(index - 1, 0)]
    a, b = values[index], values[index + 1]
    after = values[min(index + 2, len(values) - 1)]
    slope_a, slope_b = (b - before) / 2, (after - a) / 2
    p2, p3 = part * part, part * part * part
    return max(
        (2 * p3 - 3 * p2 + 1) * a
        + (p3 - 2 * p2 + part) * slope_a
        + (3 * p2 - 2 * p3) * b
        + (p3 - p2) * slope_b,
        0.05,
    )


def brush(points: Points, width: float, start: float = 0.0, end: float = 0.0) -> Shape:
    """A brush line: `width` at its thickest, `start` and `end` of that (0..1) at its ends.

    The thickest place lies nearer to the heavier end; with both alike, in the middle.
    """
    peak = min(max(0.5 + (end - start) * 0.32, 0.12), 0.88)
    line = curve(points)
    lengths = [0.0]
    for before, here in itertools.pairwise(line):
        lengths.append(lengths[-1] + math.dist(before, here))
    total = lengths[-1] or 1.0
    rounds = []
    for spot, length in zip(line, lengths, strict=True):
        t = length / total
        low, part = (start, t / peak) if t < peak else (end, (1 - t) / (1 - peak))
        share = low + (1 - low) * math.sin(part * math.pi / 2)
        rounds.append(Point(spot).buffer(max(width * share / 2, 0.06), quad_segs=5))
    return union(a.union(b).convex_hull for a, b in itertools.pairwise(rounds))


def band(points: Points, width: float) -> Shape:
    """A line of even width with flat ends: trims, ribbons, seams of cloth."""
    return LineString(curve(points)).buffer(width / 2, cap_style="flat", join_style="round")


def parts(shape: Shape) -> list[Shape]:
    """The single polygons of a shape; what has no area is left out."""
    if shape.is_empty:
        return []
    if shape.geom_type == "Polygon":
        return [shape]
    if hasattr(shape, "geoms"):
        return [part for piece in shape.geoms for part in parts(piece)]
    return []


def union(*shapes: Shape | Iterable[Shape]) -> Shape:
    """All shapes as one; takes shapes and lists of shapes."""
    flat: list[Shape] = []
    for shape in shapes:
        if hasattr(shape, "geom_type"):
            flat.append(shape)
        else:
            flat += list(shape)
    return unary_union([whole(shape) for shape in flat])


def cut(shape: Shape, *others: Shape) -> Shape:
    """The shape without the others."""
    return whole(shape).difference(union(*others))


def within(shape: Shape, area: Shape) -> Shape:
    """What of the shape lies in the area."""
    return whole(shape).intersection(whole(area))


def grow(shape: Shape, by: float) -> Shape:
    """The shape wider by `by` on every side (narrower when negative), with round corners."""
    return shape.buffer(by, quad_segs=6)


def fillet(shape: Shape, radius: float) -> Shape:
    """Only the inner corners rounded: webs between fingers."""
    return grow(grow(shape, radius), -radius)


def move(shape: Shape, x: float, y: float) -> Shape:
    return affinity.translate(shape, x, y)


def turn(shape: Shape, degrees: float, about: Spot) -> Shape:
    """Turned clockwise as seen."""
    return affinity.rotate(shape, degrees, origin=about)


def scale(shape: Shape, by: float | Spot, about: Spot) -> Shape:
    x, y = by if isinstance(by, tuple) else (by, by)
    return affinity.scale(shape, x, y, origin=about)


def mirror(shape: Shape, x: float) -> Shape:
    """Left and right exchanged about a vertical line."""
    return affinity.scale(shape, -1, 1, origin=(x, 0))


def swept(shape: Shape, x: float, y: float) -> Shape:
    """What the shape covers while it is moved along."""
    steps = max(2, math.ceil(math.hypot(x, y) / 0.4))
    return union(move(shape, x * i / steps, y * i / steps) for i in range(steps + 1))


def beside(shape: Shape, x: float, y: float = 0.0) -> Shape:
    """The rim of a shape that its copy moved by (x, y) leaves bare: a shade along one side."""
    return cut(shape, move(shape, x, y))


def bent(shape: Shape, axis_x: float, top: float, foot: float, spine: Points) -> Shape:
    """A hanging shape laid along a curve: cloth that is thrown or draped.

    Args:
        shape: drawn upright.
        axis_x: its middle line.
        top: height of the middle line's upper end, laid at the first point of the spine.
        foot: height of its lower end, laid at the last point.
        spine: the curve.
    """
    line = LineString(curve(spine))
    stretch = line.length / (foot - top)

    def place(x: float, y: float) -> Spot:
        along = (y - top) * stretch
        inside = min(max(along, 0.0), line.length)
        here = line.interpolate(inside)
        before = line.interpolate(max(inside - 3, 0))
        after = line.interpolate(min(inside + 3, line.length))
        length = math.dist((before.x, before.y), (after.x, after.y)) or 1.0
        dx, dy = (after.x - before.x) / length, (after.y - before.y) / length
        side, past = (x - axis_x) * stretch, along - inside
        return (here.x + dx * past + dy * side, here.y + dy * past - dx * side)

    def laid(x: Sequence[float], y: Sequence[float]) -> tuple[list[float], list[float]]:
        spread = [place(a, b) for a, b in zip(x, y, strict=True)]
        return [a for a, _ in spread], [b for _, b in spread]

    dense = shape.segmentize(4.0)
    return whole(transform(laid, dense))
