"""Art that is drawn once for all screens of these tests, which took most of their time."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame

from firmware.screens.sprites import SpriteStore
from firmware.screens.vector import Size


class ArtInMemory(SpriteStore):
    """Keeps everything and writes nothing."""

    def __init__(self) -> None:
        super().__init__(Path("nowhere"), "none")
        self._drawn: dict[tuple[str, Size], pygame.Surface] = {}

    def get(
        self, name: str, size: Size, draw: Callable[[], pygame.Surface], *, hold: bool = True
    ) -> pygame.Surface:
        if (name, size) not in self._drawn:
            self._drawn[name, size] = draw()
        return self._drawn[name, size]

    def get_opaque(
        self, name: str, size: Size, draw: Callable[[], pygame.Surface]
    ) -> pygame.Surface:
        own = pygame.Surface(size, 0, 32)
        own.blit(self.get(name, size, draw), (0, 0))
        return own


ART = ArtInMemory()
