"""What a scene answers with: the sprites, and when it would look different by itself."""

from __future__ import annotations

from typing import NamedTuple

from firmware.screens.layout import Plan
from firmware.screens.stage import Sprite
from firmware.screens.theme import Box


class Scene(NamedTuple):
    """A picture at a moment.

    Attributes:
        sprites: from the back to the front; the first covers everything.
        next_frame_s: when time alone changes it, or None.
        is_settling: whether something small still comes to rest (a card rises, a key travels);
            what blinks or sways for ever does not count.
        plan: how its blocks are arranged on a display of another shape.
        panels: of a leaf, which are stacked on an upright one.
    """

    sprites: tuple[Sprite, ...]
    next_frame_s: float | None
    is_settling: bool = False
    plan: Plan = Plan.TABLE
    panels: tuple[Box, ...] = ()
