"""Draws a named state as if nothing had been on the display before: nothing fades.

What checks and comparisons of pictures stand on: besides the picture, what it is made of.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame

from firmware.screens.lettering import LARGE
from firmware.screens.palette import PLAIN, SAFE, Palette
from firmware.screens.samples import NOW_S, sample
from firmware.screens.screen import Screen
from firmware.screens.sprites import SpriteStore
from firmware.words import Language

VERSION = "1.2.3"
"""What the operator's pages say: a picture is not otherwise because the program has a new one."""


class Easel:
    """A display in memory on which one state after another is drawn.

    Attributes:
        screen: what is on it, and how the blocks of the grid lie there.
        palette: that the state is drawn with.
        growth: of letters inside larger pictures.
    """

    def __init__(self, size: tuple[int, int], store: SpriteStore | None = None) -> None:
        """An empty display.

        Args:
            size: of the display, pixels.
            store: where drawn art is kept.
        """
        self.screen = Screen(pygame.Surface(size, 0, 32), store)
        self.palette: Palette = PLAIN
        self.growth = 1.0

    def show(self, state: str, language: Language) -> None:
        """Draw a sample.

        Raises:
            KeyError: for a name that is not in `samples.SAMPLES`.
        """
        view, now_s = sample(state, language)
        view = replace(view, setup=replace(view.setup, version=VERSION))
        self.palette = SAFE if view.options.safe_colours else PLAIN
        self.growth = LARGE if view.options.large_text else 1.0
        self.screen.cut()
        self.screen.draw(view, NOW_S - 0.5)
        self.screen.draw(view, now_s)


def easel(size: tuple[int, int], art: Path | None) -> Easel:
    """A display of that size, its art kept in a folder."""
    return Easel(size, None if art is None else SpriteStore(art))
