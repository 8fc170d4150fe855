"""Shuffles that are known to be wrong, planted so that the proofs can catch them.

Each has been shipped by somebody; none is imported by the program.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from firmware.cards.card import Card
from firmware.cards.shuffle import Source, below


@dataclass
class ModuloBias:
    """Fisher and Yates with a remainder in the place of rejection."""

    source: Source

    def shuffle(self, deck: Sequence[Card]) -> tuple[Card, ...]:
        cards = list(deck)
        for last in range(len(cards) - 1, 0, -1):
            chosen = self.source.bits(last.bit_length()) % (last + 1)
            cards[last], cards[chosen] = cards[chosen], cards[last]
        return tuple(cards)


@dataclass
class SwapWithAny:
    """Every card swapped with any card: n**n ways cannot spread over n! orders."""

    source: Source

    def shuffle(self, deck: Sequence[Card]) -> tuple[Card, ...]:
        cards = list(deck)
        for place in range(len(cards)):
            chosen = below(self.source, len(cards))
            cards[place], cards[chosen] = cards[chosen], cards[place]
        return tuple(cards)


@dataclass
class SortByShortKey:
    """Sorted by a random key of few bits: equal keys keep the old order."""

    source: Source
    key_bits: int = 6

    def shuffle(self, deck: Sequence[Card]) -> tuple[Card, ...]:
        keys = [self.source.bits(self.key_bits) for _ in deck]
        return tuple(card for _, card in sorted(zip(keys, deck, strict=True), key=lambda p: p[0]))


@dataclass
class ClockSeed:
    """A new generator for each deck, seeded by one number of `seed_bits` bits, as by a clock."""

    source: Source
    seed_bits: int = 32

    def shuffle(self, deck: Sequence[Card]) -> tuple[Card, ...]:
        cards = list(deck)
        random.Random(self.source.bits(self.seed_bits)).shuffle(cards)
        return tuple(cards)
