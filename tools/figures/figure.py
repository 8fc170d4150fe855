"""A guest: named layers with their places in the stack, and which garment each belongs to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from .layer import Layer
from .shapes import Shape, cut, parts, union

FACES = ("neutral", "glad", "worried", "poker", "shocked")
Draw = Callable[[], Layer]


@dataclass(frozen=True)
class Lamp:
    """The guest's light: wall, oval of lamplight, floor, as #RRGGBB."""

    wall: str
    light: str
    floor: str


@dataclass(frozen=True)
class Hidden:
    """Something that a garment must cover to the last pixel.

    Attributes:
        name: how a finding calls it.
        shape: its outline.
        above: its z; every layer over it may cover it.
        garment: while this one is worn.
    """

    name: str
    shape: Shape
    above: float
    garment: str


@dataclass(frozen=True)
class Figure:
    """All drawings of a guest.

    Attributes:
        id: name of the folder.
        lamp: the light this guest stands in.
        body: layers always worn, by file name without ending, with their z.
        garments: layers of each garment, outermost first, with their z.
        faces: the five faces, drawn at `face_z`.
        props: files that belong to no z: lids, hung garments, the farewell.
        screen_stack: file names of the farewell, from back to front.
        hidden: what each garment must cover.
    """

    id: str
    lamp: Lamp
    body: Mapping[str, tuple[float, Draw]]
    garments: Mapping[str, Mapping[str, tuple[float, Draw]]]
    faces: Mapping[str, Draw]
    face_z: float
    props: Mapping[str, Draw] = field(default_factory=dict)
    screen_stack: tuple[str, ...] = ()
    hidden: tuple[Hidden, ...] = ()

    def drawings(self) -> dict[str, Draw]:
        """Every file of the guest, by name without ending."""
        result: dict[str, Draw] = {name: draw for name, (_, draw) in self.body.items()}
        for layers in self.garments.values():
            result |= {name: draw for name, (_, draw) in layers.items()}
        result |= {f"face_{name}": draw for name, draw in self.faces.items()}
        return result | dict(self.props)

    def stack(self, lost: int, face: str) -> list[str]:
        """File names from back to front with the first `lost` garments gone."""
        placed = [(z, name) for name, (z, _) in self.body.items()]
        for layers in list(self.garments.values())[lost:]:
            placed += [(z, name) for name, (z, _) in layers.items()]
        placed.append((self.face_z, f"face_{face}"))
        return [name for _, name in sorted(placed, key=lambda pair: pair[0])]

    def gaps(self) -> list[str]:
        """Where something hidden peeps out beside its garment: a sentence for each place."""
        found = []
        names = list(self.garments)
        for hidden in self.hidden:
            worn = names[names.index(hidden.garment) :]  # the least that still covers it
            layers = [
                *self.body.values(),
                *(pair for g in worn for pair in self.garments[g].values()),
            ]
            over = union(draw().cover() for z, draw in layers if z > hidden.above)
            for piece in parts(cut(hidden.shape, over)):
                if piece.area > 0.3:
                    x, y = piece.representative_point().coords[0]
                    found.append(
                        f"{self.id}: {hidden.name} shows {piece.area:.1f} px, near ({x:.0f},"
                        f" {y:.0f}) beside the {hidden.garment}"
                    )
        return found
