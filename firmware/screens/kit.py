"""What a painter has at hand: the scale of the display, the cards, and how to finish a picture."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from firmware.screens.card_art import CardArt
from firmware.screens.sprites import SpriteStore


@dataclass(frozen=True, slots=True)
class Kit:
    """Handed to every paint function.

    Attributes:
        scale: device pixels a logical pixel.
        cards: the deck, drawn and kept at this scale.
        store: where slow pictures are kept over a restart, or None.
    """

    scale: float
    cards: CardArt
    store: SpriteStore | None = None

    def px(self, length: float) -> int:
        """A length in device pixels, at least 1."""
        return max(1, round(length * self.scale))

    def kept(
        self, name: str, size: tuple[int, int], draw: Callable[[], pygame.Surface]
    ) -> pygame.Surface:
        """A picture that is slow to draw, from the store when it has it."""
        return draw() if self.store is None else self.store.get(name, size, draw, hold=False)

    def finish_opaque(self, surface: pygame.Surface) -> pygame.Surface:
        """A drawn picture without holes, which is the fastest kind to draw."""
        out = pygame.Surface(surface.get_size(), 0, 32)
        out.blit(surface, (0, 0))
        return out
