"""The one door to chance: where random bits come from and how they order a deck.

Nothing else in the cabinet may read a random source. A game is handed a `Shuffler`, whose
only argument is the deck: neither bet, credit, time nor any earlier result can reach it. A
computer player draws from the same bits, never from a deck.
The bits are scaled by rejection and the deck is ordered by Fisher and Yates, so that every
order is exactly equally likely; `tools/proofs shuffle` feeds in every draw and counts.
"""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections.abc import Sequence
from hashlib import blake2b, shake_128
from typing import Protocol

from firmware.cards.card import Card
from firmware.errors import ChanceError, StoryError

_BLOCK_BYTES = 64


class Source(Protocol):
    """Independent fair bits."""

    def bits(self, count: int) -> int:
        """A whole number of `count` random bits, 0 .. 2**count - 1.

        Raises:
            ChanceError: the source failed; nothing it gave may be used.
        """


class Shuffler(Protocol):
    """Puts a deck into a random order: all that a game knows of chance."""

    def shuffle(self, deck: Sequence[Card]) -> tuple[Card, ...]:
        """The same cards in a new order, the top card first; the deck given stays as it is.

        Raises:
            ChanceError: the random source failed; no game may be started.
        """


class Chance(Shuffler, Protocol):
    """A shuffler with the bits it orders by, from which a computer player draws its moves."""

    @property
    def source(self) -> Source:
        """The bits."""


# --- sources ----------------------------------------------------------------------------------


class _BlockSource(ABC):
    """Serves bits, each once, out of blocks of `_BLOCK_BYTES` bytes."""

    def __init__(self) -> None:
        self._pool = 0
        self._pool_bits = 0

    def bits(self, count: int) -> int:
        while self._pool_bits < count:
            self._pool = (self._pool << 8 * _BLOCK_BYTES) | int.from_bytes(self._block(), "big")
            self._pool_bits += 8 * _BLOCK_BYTES
        self._pool_bits -= count
        drawn = self._pool >> self._pool_bits
        self._pool &= (1 << self._pool_bits) - 1
        return drawn

    @abstractmethod
    def _block(self) -> bytes:
        """The next `_BLOCK_BYTES` bytes."""


class SystemSource(_BlockSource):
    """The operating system's entropy, the only source of a cabinet that is played for real.

    A block that repeats the one before it means a stuck source (chance of a false alarm:
    2**-512) and is refused like one that cannot be read.
    """

    def __init__(self) -> None:
        super().__init__()
        self._last = b""

    def _block(self) -> bytes:
        try:
            block = os.urandom(_BLOCK_BYTES)
        except (OSError, NotImplementedError) as error:
            raise ChanceError(f"the system's random source failed: {error}") from error
        if len(block) != _BLOCK_BYTES:
            raise ChanceError(
                f"the system's random source gave {len(block)} of {_BLOCK_BYTES} bytes"
            )
        if block == self._last or len(set(block)) == 1:
            raise ChanceError("the system's random source is stuck: it repeats itself")
        self._last = block
        return block


class SeededSource(_BlockSource):
    """Reproducible bits for stories and simulations; never for a cabinet played for real.

    BLAKE2b in counter mode: block i is the 64-byte digest of the decimal counter i, keyed by
    the seed's digest, so equal seeds give equal bits on every machine and Python.

    >>> SeededSource(7).bits(32) == SeededSource(7).bits(32)
    True
    """

    def __init__(self, seed: int | str) -> None:
        super().__init__()
        self._key = blake2b(str(seed).encode()).digest()
        self._counter = 0

    def _block(self) -> bytes:
        block = blake2b(str(self._counter).encode(), key=self._key).digest()
        self._counter += 1
        return block


def seeded_bytes(seed: int | str, block: int, count: int) -> bytes:
    """`count` reproducible bytes at once, for simulations of millions of rounds.

    SHAKE-128 of the seed and the number of the block: independent of machine, Python and any
    library, and no block is a part of another one.

    >>> seeded_bytes(7, 0, 4) == seeded_bytes(7, 0, 8)[:4]
    True
    """
    return shake_128(f"{block} {seed}".encode()).digest(count)


# --- from bits to orders ----------------------------------------------------------------------


def below(source: Source, bound: int) -> int:
    """A whole number 0 .. bound - 1, each exactly equally likely.

    Draws as few bits as can hold `bound` values and draws again what falls outside: a
    remainder would favour the low numbers.

    Raises:
        ValueError: when `bound` is less than 1.
        ChanceError: the source failed.
    """
    if bound < 1:
        raise ValueError(f"nothing can be drawn below {bound}")
    width = (bound - 1).bit_length()
    while True:
        drawn = source.bits(width)
        if drawn < bound:
            return drawn


class FairShuffler:
    """Fisher and Yates over any source: every order of the deck equally likely."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def shuffle(self, deck: Sequence[Card]) -> tuple[Card, ...]:
        cards = list(deck)
        for last in range(len(cards) - 1, 0, -1):
            chosen = below(self.source, last + 1)
            cards[last], cards[chosen] = cards[chosen], cards[last]
        return tuple(cards)


class TopShuffler:
    """Shuffles the top of a deck only: for simulations of a game that looks no deeper.

    The top cards are ordered as fairly as by `FairShuffler`, in a fraction of the time.

    Args:
        source: the bits.
        top: how many cards lie in random order; those below lie anyhow.
    """

    def __init__(self, source: Source, top: int) -> None:
        self._source = source
        self._top = top

    def shuffle(self, deck: Sequence[Card]) -> tuple[Card, ...]:
        cards = list(deck)
        for first in range(min(self._top, len(cards))):
            chosen = first + below(self._source, len(cards) - first)
            cards[first], cards[chosen] = cards[chosen], cards[first]
        return tuple(cards)


class ScriptedShuffler:
    """A fair shuffler whose next deck can be given a known top: for stories and tests."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self._fair = FairShuffler(source)
        self._top: tuple[Card, ...] = ()
        self._answers: tuple[str, ...] = ()

    def fix_top(self, cards: Sequence[Card]) -> None:
        """Let the next deck begin with `cards` in that order, the rest shuffled fairly.

        A later call replaces an earlier one; the deck after the next is fair again.

        Raises:
            StoryError: a card is named twice.
        """
        for place, card in enumerate(cards):
            if card in cards[:place]:
                raise StoryError(f"the card {card} stands twice on top of the deck")
        self._top = tuple(cards)

    def fix_answers(self, answers: Sequence[str]) -> None:
        """Let a computer player answer this, in its game's own notation, instead of drawing.

        A later call replaces what of an earlier one was not used.
        """
        self._answers = tuple(answers)

    def next_answer(self) -> str | None:
        """The next fixed answer, used up by this; None where none is left."""
        if not self._answers:
            return None
        answer, *rest = self._answers
        self._answers = tuple(rest)
        return answer

    def shuffle(self, deck: Sequence[Card]) -> tuple[Card, ...]:
        """As `Shuffler.shuffle`, with the fixed cards on top.

        Raises:
            StoryError: a fixed card is not in this deck; the fixing is forgotten.
            ChanceError: the source failed.
        """
        top, self._top = self._top, ()
        rest = list(deck)
        for card in top:
            if card not in rest:
                raise StoryError(f"the card {card} is not in this deck of {len(deck)} cards")
            rest.remove(card)
        return (*top, *self._fair.shuffle(rest))
