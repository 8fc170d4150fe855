"""The program that ours is compared to: everything is drawn anew each frame.

It asks the same scenes for the same sprites and blits the same finished pictures, opaque and
premultiplied alike; only what a display list saves is missing. Its pictures are all drawn
before the clock starts.
"""

from __future__ import annotations

import pygame
from composed import Composer

from firmware.screens.sprites import SpriteStore
from firmware.screens.stage import Placed
from firmware.screens.view import View


class NaivePainter:
    """Clears, draws every sprite, flips."""

    def __init__(self, target: pygame.Surface, store: SpriteStore) -> None:
        self._target = target
        self._composer = Composer(target, store)

    def draw(self, view: View, now_s: float) -> None:
        """One frame."""
        placed = self._composer.compose(view, now_s)
        self._target.fill((0, 0, 0))
        for each in placed:
            _blit(self._target, each)
        veil = self._composer.veil(now_s)
        if veil is not None:
            surface, alpha = veil
            surface.set_alpha(alpha)
            self._target.blit(surface, (0, 0))
        pygame.display.flip()


def _blit(target: pygame.Surface, placed: Placed) -> None:
    sprite, surface = placed.sprite, placed.surface
    if sprite.clip is not None:
        target.set_clip(placed.rect)
    if not surface.get_flags() & pygame.SRCALPHA:
        surface.set_alpha(sprite.alpha if sprite.alpha < 255 else None)
        target.blit(surface, placed.corner)
    else:
        if sprite.alpha < 255:
            faint = (sprite.alpha,) * 4
            surface = surface.copy()
            surface.fill(faint, special_flags=pygame.BLEND_RGBA_MULT)
        target.blit(surface, placed.corner, special_flags=pygame.BLEND_PREMULTIPLIED)
    if sprite.clip is not None:
        target.set_clip(None)
