"""The curtain behind the Strip Poker table."""

from __future__ import annotations

import math

import pygame

from firmware.screens import brush
from firmware.screens.theme import Colour

FOLDS = (58, 74, 50, 66, 82)
"""Widths of the folds, from the left, again and again."""
DARK = (8, 2, 9)


def draw_folds(out: pygame.Surface, colour: Colour, scale: float) -> None:
    """The curtain of the room: upright folds, each lit at its left and dark at its right."""
    height = out.get_height()
    x, number = -14.0, 0
    while x * scale < out.get_width():
        width = FOLDS[number % len(FOLDS)]
        strip = _fold(round(width * scale), height, colour)
        out.blit(strip, (round(x * scale), 0))
        x += width
        number += 1


def _fold(width: int, height: int, colour: Colour) -> pygame.Surface:
    across = brush.blank(width, 1)
    for at in range(width):
        place = at / max(1, width - 1)
        light = math.sin(place * math.pi) ** 2
        if place < 0.5:
            across.set_at((at, 0), (*colour, round(70 * light)))
        else:
            across.set_at((at, 0), (*DARK, round(120 * (1 - light))))
    strip = pygame.transform.scale(across, (width, height))
    fade = brush.vertical_gradient(
        width, height, ((255, 255, 255, 255), (255, 255, 255, 190), (255, 255, 255, 90))
    )
    strip.blit(fade, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    return strip
