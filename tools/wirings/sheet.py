"""A sheet that knows what it shows: wires belong to nets, and a net has a highest voltage.

A wiring drawing that is wrong breaks hardware. So every wire says which net it is of, every
terminal says what it bears, and the sheet names what does not fit: a terminal left open, two
nets that touch, a pin that sees too much, a text under a wire.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from itertools import combinations, pairwise
from xml.sax.saxutils import escape

WIDTH = 960
INK, SOFT, PAPER, BODY = "#1b2430", "#5b6675", "#fdfcf8", "#ffffff"
FAMILY = "DejaVu Sans, Verdana, Arial, sans-serif"

Point = tuple[float, float]


class Level(Enum):
    """The highest voltage that a wire sees: its words in the legend, its colour, its volts."""

    V12 = ("12 V supply", "#c81e3a", 12.0)
    V5 = ("5 V supply", "#d97706", 5.0)
    V3 = ("3.3 V supply", "#a21caf", 3.3)
    GROUND = ("ground, 0 V", "#1b2430", 0.0)
    S12 = ("signal up to 12 V", "#8a4b1d", 12.0)
    RS232 = ("RS-232 signal, up to \N{PLUS-MINUS SIGN}12 V", "#0f766e", 12.0)
    S5 = ("signal up to 5 V", "#15803d", 5.0)
    S3 = ("signal up to 3.3 V", "#1d4ed8", 3.3)

    def __init__(self, words: str, colour: str, volts: float) -> None:
        self.words, self.colour, self.volts = words, colour, volts


@dataclass(frozen=True)
class Net:
    """What one piece of copper is: wires of a net may meet, wires of two may only cross."""

    name: str
    level: Level


@dataclass(frozen=True)
class Terminal:
    """Where a part is connected; `bears` is the highest voltage (volts) that it stands."""

    part: str
    name: str
    at: Point
    bears: float


@dataclass(frozen=True)
class Segment:
    """A straight piece of wire."""

    net: Net
    start: Point
    end: Point

    def has(self, point: Point) -> bool:
        (x, y), (x0, y0), (x1, y1) = point, self.start, self.end
        return min(x0, x1) <= x <= max(x0, x1) and min(y0, y1) <= y <= max(y0, y1)


@dataclass(frozen=True)
class Box:
    """Where a text stands."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    def meets(self, left: float, top: float, right: float, bottom: float) -> bool:
        across = self.left < right and left < self.right
        return across and self.top < bottom and top < self.bottom


def text_width(text: str, size: float, is_bold: bool = False) -> float:
    """About how wide DejaVu Sans sets it (pixels); rather too much than too little."""
    narrow = sum(letter in " .,:;'|()[]ijlIft1-/" for letter in text)
    wide = sum(letter in "mMwWΩ@" for letter in text)
    ems = 0.62 * (len(text) - narrow - wide) + 0.41 * narrow + 0.95 * wide
    return ems * size * (1.1 if is_bold else 1.0)


class Sheet:
    """One drawing: shapes in their order, and what they mean."""

    def __init__(self, title: str, height: int, width: int = WIDTH) -> None:
        self.title = title
        self.width, self.height = width, height
        self.terminals: list[Terminal] = []
        self.segments: list[Segment] = []
        self.boxes: list[Box] = []
        self._wires: list[str] = []
        self._shapes: list[str] = []
        self.text(30, 40, title, size=20, is_bold=True)

    # --- shapes ---------------------------------------------------------------------------

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float = 13,
        anchor: str = "start",
        is_bold: bool = False,
        colour: str = INK,
    ) -> None:
        """A line of text; `anchor` is start, middle or end of it at x."""
        width = text_width(text, size, is_bold)
        left = x - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
        self.boxes.append(Box(text, left, y - 0.76 * size, left + width, y + 0.2 * size))
        weight = ' font-weight="700"' if is_bold else ""
        self._shapes.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}"'
            f'{weight} fill="{colour}">{escape(text)}</text>'
        )

    def notes(self, x: float, y: float, *lines: str) -> None:
        """Small lines one under another."""
        for number, line in enumerate(lines):
            self.text(x, y + 18 * number, line, size=12.5, colour=SOFT)

    def rect(
        self, x: float, y: float, width: float, height: float, round_px: float = 8, fill: str = BODY
    ) -> None:
        """The body of a part."""
        self._shapes.append(
            f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{round_px:g}"'
            f' fill="{fill}" stroke="{INK}" stroke-width="2"/>'
        )

    def circle(self, x: float, y: float, radius: float, fill: str = BODY) -> None:
        """A round body."""
        self._shapes.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{INK}"'
            ' stroke-width="2"/>'
        )

    def path(self, data: str, fill: str = "none", colour: str = INK, width: float = 2) -> None:
        """Strokes inside a part."""
        self._shapes.append(
            f'<path d="{data}" fill="{fill}" stroke="{colour}" stroke-width="{width:g}"'
            ' stroke-linecap="round" stroke-linejoin="round"/>'
        )

    # --- what is connected ----------------------------------------------------------------

    def terminal(self, part: str, name: str, at: Point, bears: float = 12.0) -> Point:
        """A connection of a part that a wire must reach."""
        self.terminals.append(Terminal(part, name, at, bears))
        return at

    def wire(self, net: Net, *points: Point) -> None:
        """A wire through the points; between two that are not in line it goes across first."""
        corners: list[Point] = [points[0]]
        for point in points[1:]:
            (x0, y0), (x1, y1) = corners[-1], point
            if x0 != x1 and y0 != y1:
                corners.append((x1, y0))
            corners.append((x1, y1))
        self.segments += [Segment(net, a, b) for a, b in pairwise(corners)]
        data = "M" + " L".join(f"{x:g} {y:g}" for x, y in corners)
        self._wires.append(
            f'<path d="{data}" fill="none" stroke="{net.level.colour}" stroke-width="3"'
            ' stroke-linecap="round" stroke-linejoin="round"/>'
        )

    def flag(self, net: Net, at: Point) -> None:
        """A net that goes on elsewhere: a symbol stands for the wire, at this point."""
        self.segments.append(Segment(net, at, at))

    def label(self, net: Net, x: float, y: float, text: str = "", anchor: str = "start") -> None:
        """The name of a wire in its own colour, beside it."""
        self.text(x, y, text or net.name, 12.5, anchor, True, net.level.colour)

    # --- what is wrong --------------------------------------------------------------------

    def faults(self) -> list[str]:
        """What does not fit, a sentence each; none for a sheet that may be shown."""
        return [*self._open_or_overloaded(), *self._touching(), *self._hidden()]

    def _open_or_overloaded(self) -> list[str]:
        faults = []
        for end in self.terminals:
            nets = {piece.net for piece in self.segments if piece.has(end.at)}
            if len(nets) != 1:
                names = sorted(net.name for net in nets)
                faults.append(f"{end.part}, {end.name}: on {len(nets)} nets {names}")
            faults += [
                f"{end.part}, {end.name}: bears {end.bears} V, on {net.name}"
                for net in nets
                if net.level.volts > end.bears
            ]
        return faults

    def _touching(self) -> list[str]:
        faults = []
        for one, other in combinations(self.segments, 2):
            ends = [one.has(other.start), one.has(other.end), other.has(one.start)]
            if one.net != other.net and (any(ends) or other.has(one.end)):
                faults.append(f"{one.net.name} touches {other.net.name} at {other.start}")
        return faults

    def _hidden(self) -> list[str]:
        faults = [
            f"texts overlap: '{one.text}' and '{other.text}'"
            for one, other in combinations(self.boxes, 2)
            if one.meets(other.left, other.top, other.right, other.bottom)
        ]
        for box in self.boxes:
            if box.left < 10 or box.right > self.width - 10 or box.bottom > self.height - 10:
                faults.append(f"off the sheet: '{box.text}'")
            for piece in self.segments:
                (x0, y0), (x1, y1) = piece.start, piece.end
                if box.meets(min(x0, x1) - 2, min(y0, y1) - 2, max(x0, x1) + 2, max(y0, y1) + 2):
                    faults.append(f"'{box.text}' lies on a wire of {piece.net.name}")
        return faults

    # --- the picture ----------------------------------------------------------------------

    def legend(self) -> None:
        """At the foot: what the colours of this sheet's wires mean."""
        used = {piece.net.level for piece in self.segments}
        x, y = 30.0, self.height - 28.0
        for level in Level:
            if level not in used:
                continue
            self._shapes.append(
                f'<path d="M{x:g} {y - 4:g} h26" stroke="{level.colour}" stroke-width="5"'
                ' stroke-linecap="round"/>'
            )
            self.text(x + 36, y, level.words, 12.5)
            x += 36 + text_width(level.words, 12.5) + 24

    def svg(self) -> str:
        """The file's text."""
        size = f"0 0 {self.width} {self.height}"
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}" width="{self.width}"'
            f' height="{self.height}" font-family="{FAMILY}" role="img">',
            f"<title>{escape(self.title)}</title>",
            f'<rect x="1" y="1" width="{self.width - 2}" height="{self.height - 2}" rx="14"'
            f' fill="{PAPER}" stroke="#d8d3c4" stroke-width="2"/>',
            *self._wires,
            *self._dots(),
            *self._shapes,
            "</svg>",
        ]
        return "\n".join(lines) + "\n"

    def _dots(self) -> list[str]:
        """A dot wherever three or more ways of a net meet: what merely crosses has none."""
        ends = {point for piece in self.segments for point in (piece.start, piece.end)}
        dots = []
        for point in sorted(ends):
            ways: set[tuple[float, float]] = set()
            colour = ""
            for piece in (piece for piece in self.segments if piece.has(point)):
                for far in (piece.start, piece.end):
                    if far != point:
                        ways.add((_sign(far[0] - point[0]), _sign(far[1] - point[1])))
                        colour = piece.net.level.colour
            if len(ways) >= 3:
                dots.append(
                    f'<circle cx="{point[0]:g}" cy="{point[1]:g}" r="5.5" fill="{colour}"/>'
                )
        return dots


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)
