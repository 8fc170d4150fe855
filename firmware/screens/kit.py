"""What a painter has at hand: the scale of the display, the cards, and how to finish a picture."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace

import pygame

from firmware.screens.card_art import CardArt
from firmware.screens.layout import Layout
from firmware.screens.palette import PLAIN, Palette
from firmware.screens.sprites import SpriteStore


@dataclass(frozen=True, slots=True, eq=False)
class Kit:
    """Handed to every paint function; equal only to itself.

    Attributes:
        scale: device pixels a logical pixel.
        cards: the deck, drawn and kept at this scale.
        store: where slow pictures are kept over a restart, or None.
        layout: where everything lies, for what is drawn behind it; None for all else.
        palette: that everything is drawn with.
        growth: of letters that are part of a larger picture.
    """

    scale: float
    cards: CardArt
    store: SpriteStore | None = None
    layout: Layout | None = None
    palette: Palette = PLAIN
    growth: float = 1.0

    def at(self, scale: float) -> Kit:
        """The same for a part that is drawn at another scale; it has no deck of its own."""
        return replace(self, scale=scale)

    def px(self, length: float) -> int:
        """A length in device pixels, at least 1."""
        return max(1, round(length * self.scale))

    def kept(
        self, name: str, size: tuple[int, int], draw: Callable[[], pygame.Surface]
    ) -> pygame.Surface:
        """A picture that is slow to draw, from the store when it has it."""
        if self.store is None:
            return draw()
        return self.store.get(name + self.palette.suffix, size, draw, hold=False)

    def kept_opaque(
        self, name: str, size: tuple[int, int], draw: Callable[[], pygame.Surface]
    ) -> pygame.Surface:
        """The same for one without holes, which is the fastest kind to draw."""
        if self.store is None:
            return self.finish_opaque(draw())
        return self.store.get_opaque(name + self.palette.suffix, size, draw)

    def finish_opaque(self, surface: pygame.Surface) -> pygame.Surface:
        """A drawn picture without holes, which is the fastest kind to draw."""
        out = pygame.Surface(surface.get_size(), 0, 32)
        out.blit(surface, (0, 0))
        return out


class Kits:
    """A kit for every scale that a display needs, made when first asked for.

    Args:
        store: where drawn art is kept over a restart.
        four_colour: whether the deck is printed in four colours.
        palette: that everything is drawn with.
        growth: of letters that are part of a larger picture.
    """

    def __init__(
        self,
        store: SpriteStore | None = None,
        *,
        four_colour: bool = False,
        palette: Palette = PLAIN,
        growth: float = 1.0,
    ) -> None:
        self._growth = growth
        self._store = store
        self._four_colour = four_colour
        self._palette = palette
        self._kits: dict[float, Kit] = {}
        self._behind: Kit | None = None

    def at(self, scale: float) -> Kit:
        """The kit for so many device pixels a logical pixel."""
        found = self._kits.get(scale)
        if found is None:
            cards = CardArt(
                scale, self._store, four_colour=self._four_colour, palette=self._palette
            )
            found = Kit(scale, cards, self._store, palette=self._palette, growth=self._growth)
            self._kits[scale] = found
        return found

    def in_parts(self, is_time_left: Callable[[], bool]) -> AbstractContextManager[None]:
        """Within it a picture as large as the display may be read in part only: `PartlyRead`."""
        return nullcontext() if self._store is None else self._store.in_parts(is_time_left)

    def reserve(self, size: tuple[int, int]) -> None:
        """Have the memory for one more picture that covers the display at hand."""
        if self._store is not None:
            self._store.reserve(size)

    def backdrop(self, layout: Layout) -> Kit:
        """The kit for what lies behind everything."""
        if self._behind is None or self._behind.layout is not layout:
            self._behind = replace(self.at(layout.scale), layout=layout)
        return self._behind
