"""A layer: what is painted, from back to front, and how it becomes SVG text.

One layer is one file. Everything in it is a filled path: contours are shapes under the
fills, never strokes, so that every reader of SVG draws the same picture.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from .shapes import (
    EMPTY,
    Points,
    Shape,
    Spot,
    brush,
    cut,
    grow,
    mirror,
    move,
    parts,
    scale,
    swept,
    turn,
    union,
    within,
)

CANVAS = (600, 1000)
INK_GROWTH = 1.25  # on the lit side
INK_SWEEP = (1.1, 1.5)  # towards the shadow side
SIMPLER_BY = 0.045  # canvas units a written outline may differ from the drawn one


@dataclass(frozen=True)
class Dye:
    """A fill and the darker partner of its shade plane, as #RRGGBB."""

    light: str
    dark: str


@dataclass
class Layer:
    """Painted shapes of one file, in order."""

    items: list[tuple[str, Shape]] = field(default_factory=list)

    def fill(self, shape: Shape, colour: str) -> None:
        """Lay a plain shape on top."""
        if not shape.is_empty:
            self.items.append((colour, shape))

    def ink(self, shape: Shape, colour: str, weight: float = 1.0) -> None:
        """Lay only the contour of a shape (with what is inside it)."""
        self.fill(contour_of(shape, weight), colour)

    def body(
        self,
        shape: Shape,
        dye: Dye,
        ink: str,
        *,
        plane: Shape = EMPTY,
        weight: float = 1.0,
        opened: Shape = EMPTY,
    ) -> None:
        """Lay a shape with its contour and its shade plane.

        Args:
            shape: the contour.
            dye: its two colours.
            ink: colour of the contour.
            plane: where the shade lies; what juts out of the shape is cut off.
            weight: 1 for garments, 0.5 to 0.8 for small parts.
            opened: no contour here: where the shape grows out of a neighbour.
        """
        outline = contour_of(shape, weight)
        self.fill(cut(outline, opened) if not opened.is_empty else outline, ink)
        self.fill(shape, dye.light)
        self.fill(within(plane, shape) if not plane.is_empty else plane, dye.dark)

    def line(
        self,
        points: Points,
        width: float,
        colour: str,
        *,
        start: float = 0.0,
        end: float = 0.0,
        inside: Shape | None = None,
    ) -> None:
        """A brush line; `inside` cuts off what would leave a shape."""
        stroke = brush(points, width, start, end)
        self.fill(stroke if inside is None else within(stroke, inside), colour)

    def add(self, other: Layer) -> None:
        """Lay everything of another layer on top."""
        self.items += other.items

    def changed(self, change: Callable[[Shape], Shape]) -> Layer:
        """A copy with every shape changed."""
        return Layer([(colour, change(shape)) for colour, shape in self.items])

    def moved(self, x: float, y: float) -> Layer:
        return self.changed(lambda shape: move(shape, x, y))

    def turned(self, degrees: float, about: Spot) -> Layer:
        return self.changed(lambda shape: turn(shape, degrees, about))

    def scaled(self, by: float | Spot, about: Spot) -> Layer:
        return self.changed(lambda shape: scale(shape, by, about))

    def mirrored(self, x: float) -> Layer:
        return self.changed(lambda shape: mirror(shape, x))

    def inside(self, area: Shape) -> Layer:
        """A copy cut to an area."""
        return self.changed(lambda shape: within(shape, area))

    def without(self, area: Shape) -> Layer:
        """A copy with a hole."""
        return self.changed(lambda shape: cut(shape, area))

    def cover(self) -> Shape:
        """Everything the layer hides."""
        return union(shape for _, shape in self.items)

    def svg(self, size: tuple[int, int] = CANVAS) -> str:
        """The layer as SVG text: paths with plain fills, a line each."""
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]} {size[1]}">',
            *_paths(self.items),
            "</svg>",
        ]
        return "\n".join(lines) + "\n"


def contour_of(shape: Shape, weight: float = 1.0) -> Shape:
    """The house contour: grown on all sides, swept to the lower right.

    About 1.2 px on the lit side and 3 px on the shadow side at weight 1, which makes the
    line swell like a brush's without any stroke.
    """
    x, y = INK_SWEEP
    return swept(grow(shape, INK_GROWTH * weight), x * weight, y * weight)


def stacked(layers: Iterable[Layer]) -> Layer:
    """Layers laid on one another as one."""
    result = Layer()
    for layer in layers:
        result.add(layer)
    return result


def digest(svg: str) -> str:
    """What a picture carries to name the drawing it was made from."""
    return hashlib.sha256(svg.encode()).hexdigest()


def _paths(items: Iterable[tuple[str, Shape]]) -> Iterable[str]:
    for colour, shape in items:
        text = "".join(_ring(ring) for part in parts(shape) for ring in _rings(part))
        if text:
            yield f'<path {_paint(colour)} fill-rule="evenodd" d="{text}"/>'


def _paint(colour: str) -> str:
    """`#RRGGBB`, or `#RRGGBBAA` for light that lets its ground through."""
    if len(colour) == 7:
        return f'fill="{colour}"'
    return f'fill="{colour[:7]}" fill-opacity="{int(colour[7:], 16) / 255:.3f}"'


def _rings(part: Shape) -> Iterable[list[Spot]]:
    simple = part.simplify(SIMPLER_BY)
    for piece in parts(simple):
        yield list(piece.exterior.coords)
        for hole in piece.interiors:
            yield list(hole.coords)


def _ring(places: list[Spot]) -> str:
    """A closed ring in tenths, each point told from the last: the shortest plain form."""
    whole = [(round(x * 10), round(y * 10)) for x, y in places[:-1]]
    if len(whole) < 3:
        return ""
    here = whole[0]
    words = [f"M{_tenth(here[0])} {_tenth(here[1])}l"]
    for place in whole[1:]:
        words.append(f"{_tenth(place[0] - here[0])} {_tenth(place[1] - here[1])} ")
        here = place
    return "".join(words).rstrip() + "z"


def _tenth(value: int) -> str:
    return f"{value / 10:g}"
