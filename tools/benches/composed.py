"""What two other programs draw: the same sprites of the same scenes, placed alike.

The cabinet's own stage is not asked to draw here, only where a sprite lies and with which
picture, so a comparison is about the way of drawing and about nothing else.
"""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

import pygame

from firmware.cabinet.state import Mode
from firmware.screens import theme
from firmware.screens.kit import Kits
from firmware.screens.layout import layout_of, shape_of
from firmware.screens.screen import scene_of
from firmware.screens.speech import speech
from firmware.screens.sprites import SpriteStore
from firmware.screens.stage import Placed, Sprite, Stage
from firmware.screens.view import Trace, View


class Veil(NamedTuple):
    """The picture of the place that was left, over the new one.

    Attributes:
        surface: as large as the display.
        since_s: when the place was left.
    """

    surface: pygame.Surface
    since_s: float

    def alpha(self, now_s: float) -> int:
        """0..255; 0 when it is gone."""
        return max(0, round(255 * (1 - (now_s - self.since_s) / theme.FADE_S)))


class Composer:
    """Follows the views and says what lies where.

    Args:
        target: what is drawn on.
        store: where slow pictures are kept.
    """

    def __init__(self, target: pygame.Surface, store: SpriteStore) -> None:
        self._target = target
        self._stage = Stage(target, Kits(store))
        self._layout = layout_of(*target.get_size())
        self._placed: dict[Sprite, Placed] = {}
        self._trace = Trace()
        self._veil: Veil | None = None

    def compose(self, view: View, now_s: float) -> list[Placed]:
        """What is to be seen, from the back to the front."""
        before = self._trace
        self._trace = before.seen(view, now_s)
        if self._trace.place != before.place:
            self._leave(before, now_s)
        words = speech(view.state.saved.language)
        view = replace(view, shape=shape_of(*self._target.get_size()))
        scene = scene_of(view)(view, now_s, self._trace, words)
        layout = layout_of(*self._target.get_size(), scene.plan, scene.panels)
        if layout is not self._layout:
            self._layout, self._placed = layout, {}
        return [self._place(sprite) for sprite in scene.sprites]

    def veil(self, now_s: float) -> tuple[pygame.Surface, int] | None:
        """What still shows of the place that was left, and how strongly."""
        if self._veil is None or not self._veil.alpha(now_s):
            return None
        return self._veil.surface, self._veil.alpha(now_s)

    def _place(self, sprite: Sprite) -> Placed:
        placed = self._placed.get(sprite)
        if placed is None:
            placed = self._placed[sprite] = self._stage._place(sprite, self._layout)
        return placed

    def _leave(self, before: Trace, now_s: float) -> None:
        """A fault, and the first picture, cut at once."""
        assert self._trace.place is not None
        is_cut = before.place is None or Mode.FAULT in (self._trace.place[0], before.place[0])
        self._veil = None if is_cut else Veil(self._target.copy(), now_s)
