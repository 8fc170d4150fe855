"""A guest: named layers with their places in the stack, and which garment each belongs to."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from .layer import Layer

FACES = ("neutral", "glad", "worried", "poker", "shocked")
Draw = Callable[[], Layer]


@dataclass(frozen=True)
class Lamp:
    """The guest's light: wall, oval of lamplight, floor, as #RRGGBB."""

    wall: str
    light: str
    floor: str


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
    """

    id: str
    lamp: Lamp
    body: Mapping[str, tuple[float, Draw]]
    garments: Mapping[str, Mapping[str, tuple[float, Draw]]]
    faces: Mapping[str, Draw]
    face_z: float
    props: Mapping[str, Draw] = field(default_factory=dict)
    screen_stack: tuple[str, ...] = ()

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
