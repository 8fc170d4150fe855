"""The program that ours is compared to: everything is drawn anew each frame.

It asks the same scenes for the same sprites and blits the same finished pictures, opaque and
premultiplied alike; only what a display list saves is missing. Its pictures are all drawn
before the clock starts.
"""

from __future__ import annotations

import pygame

from firmware.screens.card_art import CardArt
from firmware.screens.kit import Kit
from firmware.screens.screen import scene_of
from firmware.screens.speech import speech
from firmware.screens.sprites import SpriteStore
from firmware.screens.stage import Grid, Paint, Picture, PictureCache, Sprite
from firmware.screens.view import Trace, View


class NaivePainter:
    """Clears, draws every sprite, flips."""

    def __init__(self, target: pygame.Surface, store: SpriteStore) -> None:
        self._target = target
        self._grid = Grid(*target.get_size())
        self._scale = self._grid.scale
        kit = Kit(self._scale, CardArt(self._scale, store), store)
        self._drawer = PictureCache(kit)
        self._pictures: dict[Paint, Picture] = {}
        self._trace = Trace()

    def draw(self, view: View, now_s: float) -> None:
        """One frame."""
        self._trace = self._trace.seen(view, now_s)
        words = speech(view.state.saved.language)
        sprites = scene_of(view)(view, now_s, self._trace, words).sprites
        target, scale = self._target, self._scale
        target.fill((0, 0, 0))
        for sprite in sprites:
            picture = self._pictures.get(sprite.paint)
            if picture is None:
                picture = self._pictures[sprite.paint] = self._drawer.get(sprite.paint)
            surface, dx, dy = picture
            at = round(sprite.x * scale) + dx, round(sprite.y * scale) + dy
            _blit(target, sprite, surface, at, self._grid)
        pygame.display.flip()


def _blit(
    target: pygame.Surface, sprite: Sprite, surface: pygame.Surface, at: tuple[int, int], grid: Grid
) -> None:
    if sprite.clip is not None:
        target.set_clip(grid.device(sprite.clip))
    if not surface.get_flags() & pygame.SRCALPHA:
        surface.set_alpha(sprite.alpha if sprite.alpha < 255 else None)
        target.blit(surface, at)
    else:
        if sprite.alpha < 255:
            faint = (sprite.alpha,) * 4
            surface = surface.copy()
            surface.fill(faint, special_flags=pygame.BLEND_RGBA_MULT)
        target.blit(surface, at, special_flags=pygame.BLEND_PREMULTIPLIED)
    if sprite.clip is not None:
        target.set_clip(None)
