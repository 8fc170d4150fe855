"""Eyes, brows and lips the guests share: the same construction, other measures."""

from __future__ import annotations

from dataclasses import dataclass

from shapely.geometry import LineString

from .layer import Layer
from .shapes import Shape, Spot, brush, contour, disc, grow, move, oval, turn, within


@dataclass(frozen=True)
class Eye:
    """One eye.

    Attributes:
        x, y: its centre.
        width: from corner to corner.
        up, down: how far upper and lower lid arch from the line between the corners.
        slant: degrees by which the corner on the right lies lower (negative: higher).
        look: where the iris sits from the centre, in canvas units.
        iris: its radius; the pupil has 0.62 of it.
        wing: the corner on this side is drawn out (-1 left, 1 right, 0 none).
    """

    x: float
    y: float
    width: float
    up: float
    down: float
    slant: float = 0.0
    look: Spot = (0.0, 0.0)
    iris: float = 4.3
    wing: int = 1
    wing_length: float = 6.0
    glint: bool = True

    def place(self, shape: Shape) -> Shape:
        return move(turn(shape, self.slant, (0, 0)), self.x, self.y)

    def white(self) -> Shape:
        half = self.width / 2
        lean = 0.16 * self.wing * half  # the arch stands nearer to the outer corner
        return self.place(
            contour(
                f"{-half},0* {-half * 0.52 + lean},{-self.up * 0.86} {lean},{-self.up}"
                f" {half * 0.56 + lean * 0.6},{-self.up * 0.8} {half},0*"
                f" {half * 0.5},{self.down * 0.85} {0},{self.down} {-half * 0.5},{self.down * 0.8}"
            )
        )

    def upper(self) -> list[Spot]:
        """The edge of the upper lid, with the wing."""
        half = self.width / 2
        lean = 0.16 * self.wing * half
        line = [
            (-half, 0.0),
            (-half * 0.52 + lean, -self.up * 0.86),
            (lean, -self.up),
            (half * 0.56 + lean * 0.6, -self.up * 0.8),
            (half, 0.0),
        ]
        far = half + self.wing_length
        if self.wing > 0:
            line[-1] = (half, -0.6)
            line.append((far, -self.wing_length * 0.55))
        elif self.wing < 0:
            line[0] = (-half, -0.6)
            line.insert(0, (-far, -self.wing_length * 0.45))
        return self._spots(line)

    def lower(self) -> list[Spot]:
        half = self.width / 2
        return self._spots(
            [(-half * 0.75, self.down * 0.62), (0, self.down), (half * 0.78, self.down * 0.58)]
        )

    def lid(self, height: float) -> Shape:
        """The painted lid above the eye."""
        half = self.width / 2
        lean = 0.16 * self.wing * half
        return self.place(
            contour(
                f"{-half - 1},1* {-half * 0.6 + lean},{-self.up - height * 0.72}"
                f" {lean},{-self.up - height} {half * 0.62 + lean},{-self.up - height * 0.7}"
                f" {half + 2.5},-1* {half * 0.3},{-self.up * 0.5} {-half * 0.4},{-self.up * 0.5}"
            )
        )

    def _spots(self, line: list[Spot]) -> list[Spot]:
        placed = self.place(LineString(line))
        return list(placed.coords)


def paint_eye(
    layer: Layer,
    eye: Eye,
    *,
    ink: str,
    white: str,
    iris: str | None = None,
    lid: str | None = None,
    lid_height: float = 7.0,
    lash: float = 3.4,
    lower: str | None = None,
) -> None:
    """Lay one open eye: painted lid, white, iris cut by the lids, lash line, lower lid.

    Args:
        layer: gets the shapes.
        eye: its measures.
        ink: line colour.
        white: of the eyeball.
        iris: a colour of its own round the pupil; none: iris and pupil are one in ink.
        lid: colour of the painted lid; none: no lid is drawn.
        lid_height: of the painted lid over the lash line.
        lash: thickness of the upper line.
        lower: colour of the line under the eye; ink when none.
    """
    if lid:
        layer.fill(eye.lid(lid_height), lid)
    ball = eye.white()
    layer.fill(grow(ball, 0.7), ink)
    layer.fill(ball, white)
    x, y = eye.x + eye.look[0], eye.y + eye.look[1]
    layer.fill(within(disc(x, y, eye.iris), ball), iris or ink)
    if iris:
        layer.fill(within(disc(x, y, eye.iris * 0.62), ball), ink)
    # the lid's own shadow on the ball
    if eye.glint:
        layer.fill(
            within(disc(x - eye.iris * 0.34, y - eye.iris * 0.42, eye.iris * 0.3), ball), white
        )
    layer.line(eye.upper(), lash, ink, start=0.25, end=0.05 if eye.wing > 0 else 0.3)
    layer.line(eye.lower(), 1.2, lower or ink)


def paint_closed(
    layer: Layer,
    eye: Eye,
    *,
    ink: str,
    skin: str,
    lid: str | None,
    lash: float = 3.6,
    sag: float = 3.0,
    lid_height: float = 7.0,
) -> None:
    """Lay a closed lid over an open eye: for a blink, or a smile with arcs (sag below 0)."""
    half = eye.width / 2
    cover = oval(eye.x + 0.7 * eye.wing, eye.y - 0.5, half + 3.4, max(eye.up, 5.0) + 2.4, eye.slant)
    layer.fill(cover, skin)
    if lid:
        shape = contour(
            f"{-half - 1},0* {-half * 0.5},{-eye.up - lid_height * 0.8}"
            f" 0,{-eye.up - lid_height} {half * 0.6},{-eye.up - lid_height * 0.72}"
            f" {half + 2},0* {half * 0.5},{sag * 0.8} 0,{sag} {-half * 0.5},{sag * 0.8}"
        )
        layer.fill(eye.place(shape), lid)
    line = [
        (-half - 1.0, -0.5),
        (-half * 0.5, sag * 0.75),
        (0.0, sag),
        (half * 0.5, sag * 0.75),
        (half + 1.0, -0.5),
    ]
    if eye.wing > 0:
        line.append((half + 5.5, -3.0))
    placed = eye.place(brush(line, lash, 0.2, 0.1))
    layer.fill(placed, ink)


def brow(points: str, width: float, *, start: float = 0.7, end: float = 0.05) -> Shape:
    """A brow as a brush line, heavy at its inner end."""
    return brush(points, width, start, end)


def mouth_open(
    outline: str, *, teeth: str | None = None, tongue: str | None = None
) -> dict[str, Shape]:
    """The inside of an open mouth: hole, teeth and tongue cut to it."""
    hole = contour(outline)
    result = {"hole": hole}
    if teeth:
        result["teeth"] = within(contour(teeth), hole)
    if tongue:
        result["tongue"] = within(contour(tongue), hole)
    return result
