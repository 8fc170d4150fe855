"""What a scene answers with: the sprites, and when it would look different by itself."""

from __future__ import annotations

from typing import NamedTuple

from firmware.screens.stage import Sprite


class Scene(NamedTuple):
    """A picture at a moment.

    Attributes:
        sprites: from the back to the front; the first covers everything.
        next_frame_s: when time alone changes it, or None.
        is_settling: whether something small still comes to rest (a card rises, a key travels);
            what blinks or sways for ever does not count.
    """

    sprites: tuple[Sprite, ...]
    next_frame_s: float | None
    is_settling: bool = False
