"""The same scenes in pygame's own sprite groups: a `LayeredDirty` of `DirtySprite`s.

Each sprite of a scene is a `DirtySprite` with the same picture at the same place, dirty when
either changes: what a programmer who knows pygame would write. The group keeps its own dirty
rectangles and presents them.
"""

from __future__ import annotations

from collections import Counter

import pygame
from composed import Composer

from firmware.screens.sprites import SpriteStore
from firmware.screens.stage import Paint, Picture, Placed, Sprite
from firmware.screens.view import View

_ALWAYS_DIRTY_RECTS_MS = 1000
"""The group would redraw everything when a frame takes longer: on a busy machine by chance."""
_TOPMOST = 1e9

Slot = tuple[str, int]
"""A widget's name and which of its sprites."""


class Shown(pygame.sprite.DirtySprite):
    """A sprite of a scene."""

    def __init__(self, placed: Placed, layer: float) -> None:
        super().__init__()
        self._layer = layer  # type: ignore[assignment]  # any number sorts
        self.show(placed)

    def show(self, placed: Placed) -> None:
        """Look like this from now on."""
        self.placed = placed
        sprite, surface = placed.sprite, placed.surface
        is_through = bool(surface.get_flags() & pygame.SRCALPHA)
        self.blendmode = pygame.BLEND_PREMULTIPLIED if is_through else 0
        if sprite.alpha < 255:
            surface = surface.copy()
            if is_through:
                surface.fill((sprite.alpha,) * 4, special_flags=pygame.BLEND_RGBA_MULT)
            else:
                surface.set_alpha(sprite.alpha)
        self.image = surface
        self.rect = placed.rect
        left, top = placed.corner
        self.source_rect = placed.rect.move(-left, -top)
        self.dirty = 1


class LayeredPainter:
    """Draws views with a `LayeredDirty`."""

    def __init__(self, target: pygame.Surface, store: SpriteStore) -> None:
        self._target = target
        self._composer = Composer(target, store)
        self._group: pygame.sprite.LayeredDirty[Shown] = pygame.sprite.LayeredDirty()
        self._group.set_timing_threshold(_ALWAYS_DIRTY_RECTS_MS)
        self._black = pygame.Surface(target.get_size(), 0, 32)
        self._group.clear(target, self._black)
        self._shown: dict[Slot, Shown] = {}
        self._veil: Shown | None = None

    def draw(self, view: View, now_s: float) -> None:
        """One frame."""
        placed = self._composer.compose(view, now_s)
        counts: Counter[str] = Counter()
        wanted: dict[Slot, Placed] = {}
        for each in placed:
            widget = each.sprite.widget
            wanted[widget, counts[widget]] = each
            counts[widget] += 1
        for slot, shown in self._shown.items():
            if slot not in wanted and shown.visible:
                shown.visible = 0  # sets it dirty; killed ones that overlap are repaired twice
        self._show(wanted)
        self._fade(now_s)
        rects = self._group.draw(self._target)
        pygame.display.update(rects)

    def _show(self, wanted: dict[Slot, Placed]) -> None:
        below = 0.0
        above = self._layers_above(wanted)
        for (slot, placed), next_layer in zip(wanted.items(), above, strict=True):
            shown = self._shown.get(slot)
            between = (below + next_layer) / 2 if next_layer > below else below + 1.0
            if shown is None:
                shown = self._shown[slot] = Shown(placed, between)
                self._group.add(shown)
            else:
                if shown.placed is not placed:
                    shown.show(placed)
                if not shown.visible:
                    shown.visible = 1
                if shown._layer <= below:
                    self._group.change_layer(shown, between)  # type: ignore[arg-type]
                    shown.dirty = max(shown.dirty, 1)
            below = shown._layer

    def _layers_above(self, wanted: dict[Slot, Placed]) -> list[float]:
        """For each the layer of the next one that is there already."""
        above = []
        nearest = _TOPMOST
        for slot in reversed(wanted):
            above.append(nearest)
            shown = self._shown.get(slot)
            if shown is not None:
                nearest = shown._layer
        return above[::-1]

    def _fade(self, now_s: float) -> None:
        """The place that was left, over everything; a new sprite for each of its strengths."""
        if self._veil is not None:
            self._veil.kill()
            self._veil = None
        veil = self._composer.veil(now_s)
        if veil is not None:
            surface, alpha = veil
            sprite = Sprite(Paint(_nothing), 0, 0, "fade", alpha)
            placed = Placed(sprite, surface, (0, 0), surface.get_rect())
            self._veil = Shown(placed, 2 * _TOPMOST)
            self._group.add(self._veil)


def _nothing(_kit: object) -> Picture:
    raise AssertionError("the veil is drawn already")
