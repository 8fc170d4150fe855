"""What a finger carries over the table: the doubling panel, where its player wants to move it,
and the lifted hand of Cinque Mani.

The panel stays where it was put for as long as the same player is there. It never leaves the
display and never lies over a meter or a key. On a display where the grid's blocks are moved
apart it is carried on the grid as its own block lies there, wherever it goes.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from firmware.screens.theme import MESSAGE, METER_Y, WIDTH, Box

Point = tuple[float, float]
_GAP = 8
"""Between the panel and the meters, at least."""
ROOM = Box(0, 0, WIDTH, METER_Y)
"""Where it may go on a display that shows the grid as it is."""


@dataclass(frozen=True, slots=True)
class Carried:
    """A finger on the table, and where the doubling panel stands; all on the grid, for the panel
    on that of its block.

    Attributes:
        down: where the finger came down; None while none is there.
        at: where it is now.
        is_panel: whether it has hold of the panel.
        home: how far the panel stands from its own place.
        room: what the panel never leaves.
    """

    down: Point | None = None
    at: Point = (0.0, 0.0)
    is_panel: bool = False
    home: Point = (0.0, 0.0)
    room: Box = ROOM

    def touched(self, x: float, y: float, *, is_panel: bool) -> Carried:
        """A finger came down, on the panel or beside it."""
        return replace(self, down=(x, y), at=(x, y), is_panel=is_panel)

    def within(self, room: Box) -> Carried:
        """The panel may go anywhere in this part of its block's grid, and no further."""
        return self if room == self.room else replace(self, room=room)

    def dragged(self, x: float, y: float) -> Carried:
        """That finger has moved."""
        return self if self.down is None else replace(self, at=(x, y))

    def dropped(self) -> Carried:
        """It is lifted: the panel stays where it is."""
        return Carried(home=self.offset, room=self.room)

    @property
    def way(self) -> Point:
        """How far the finger has come with whatever else than the panel it carries."""
        if self.down is None or self.is_panel:
            return 0.0, 0.0
        return self.at[0] - self.down[0], self.at[1] - self.down[1]

    @property
    def offset(self) -> Point:
        """How far the panel stands from its own place now."""
        x, y = self.home
        if self.down is not None and self.is_panel:
            x, y = x + self.at[0] - self.down[0], y + self.at[1] - self.down[1]
        room = self.room
        x = min(max(x, room.x - MESSAGE.x), room.right - MESSAGE.right)
        y = min(max(y, room.y - MESSAGE.y), room.bottom - _GAP - MESSAGE.bottom)
        return round(x), round(y)

    @property
    def panel(self) -> Box:
        """Where the panel lies now."""
        x, y = self.offset
        return MESSAGE._replace(x=MESSAGE.x + x, y=MESSAGE.y + y)


def holds(box: Box, x: float, y: float) -> bool:
    """Whether a point lies in a box."""
    return box.x <= x < box.right and box.y <= y < box.bottom
