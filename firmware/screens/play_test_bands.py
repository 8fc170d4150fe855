"""The bands at both sides of the screen while a play test is open: nothing here counts."""

from __future__ import annotations

import pygame

from firmware.screens import theme
from firmware.screens.kit import Kit
from firmware.screens.lettering import written
from firmware.screens.panels import layout_for
from firmware.screens.speech import Speech
from firmware.screens.stage import Paint, Picture, Sprite
from firmware.screens.theme import Colour, Style

BAND_W = 22
TEXT = Style("sans_bold", 17, theme.LAMP_INK)
TIMES = 2
"""How often the words stand on a band."""
GROUND: Colour = theme.AMBER
MARGIN = 24


def bands(words: Speech) -> tuple[Sprite, ...]:
    """One in each margin, where no picture of a game has anything."""
    text = words.text("operator.play.band")
    return tuple(
        Sprite(Paint(draw_band, (text, is_right)), 0, 0, "test_band") for is_right in (False, True)
    )


def draw_band(kit: Kit, text: str, is_right: bool) -> Picture:
    """Paint: amber along a whole side of the display, with the words running up it."""
    across, height = layout_for(kit).size
    width = kit.px(BAND_W)
    out = pygame.Surface((width, height), 0, 32)
    out.fill(GROUND)
    room = height / kit.scale / TIMES - 2 * MARGIN
    letters = pygame.transform.rotate(written(kit, text, TEXT, room, 11).surface, 90)
    for place in range(TIMES):
        middle = round(height * (place + 0.5) / TIMES)
        out.blit(letters, letters.get_rect(center=(width // 2, middle)))
    return Picture(out, across - width if is_right else 0)
