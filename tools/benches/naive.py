"""The program that ours is compared to: everything is drawn anew each frame.

It asks the same scenes for the same sprites and blits the same finished pictures, opaque and
premultiplied alike; only what a display list saves is missing. Its pictures are all drawn
before the clock starts.
"""

from __future__ import annotations

import pygame

from firmware.screens.kit import Kits
from firmware.screens.layout import BACKDROPS, Spot, layout_of
from firmware.screens.screen import scene_of
from firmware.screens.speech import speech
from firmware.screens.sprites import SpriteStore
from firmware.screens.stage import Paint, Picture, PictureCache, Sprite
from firmware.screens.view import Trace, View


class NaivePainter:
    """Clears, draws every sprite, flips."""

    def __init__(self, target: pygame.Surface, store: SpriteStore) -> None:
        self._target = target
        self._layout = layout_of(*target.get_size())
        self._kits = Kits(store)
        self._drawer = PictureCache()
        self._pictures: dict[Paint, Picture] = {}
        self._trace = Trace()

    def draw(self, view: View, now_s: float) -> None:
        """One frame."""
        self._trace = self._trace.seen(view, now_s)
        words = speech(view.state.saved.language)
        sprites = scene_of(view)(view, now_s, self._trace, words).sprites
        target, spot = self._target, self._layout.spots[0]
        kit, behind = self._kits.at(spot.scale), self._kits.backdrop(self._layout)
        target.fill((0, 0, 0))
        for sprite in sprites:
            picture = self._pictures.get(sprite.paint)
            if picture is None:
                picture = self._pictures[sprite.paint] = self._drawer.get(
                    sprite.paint, behind if sprite.widget in BACKDROPS else kit
                )
            surface, dx, dy = picture
            x, y = spot.at(sprite.x, sprite.y)
            _blit(target, sprite, surface, (x + dx, y + dy), spot)
        pygame.display.flip()


def _blit(
    target: pygame.Surface, sprite: Sprite, surface: pygame.Surface, at: tuple[int, int], spot: Spot
) -> None:
    if sprite.clip is not None:
        target.set_clip(spot.device(sprite.clip))
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
