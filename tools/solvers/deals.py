"""What chance does, counted over sampled deals of both hands: so card removal is in it.

The two hands after the exchange are drawn together from one deck; given the own hand after
the exchange, the own hand before it tells nothing more of the other's. So nobody gains by
remembering it, and a best response inside the abstraction can be computed exactly.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solvers.buckets import COUNTS, Patterns, best_counts, change, ordered
from solvers.strengths import HAND, Deck, Ints, colex

Bytes = NDArray[np.uint8]

Singles = NDArray[np.float32]
CHUNK = 200_000
PLAUSIBLE = 0.1
"""Weight, in cutting buckets, of a hand that is better changed otherwise."""


@dataclass(frozen=True)
class Chance:
    """Joint frequencies by bucket, from one's own seat; both seats are dealt alike.

    `pair` is own cards changed * 6 + the other's. The two may tell hands apart differently.

    Attributes:
        before: (150, 150) both hands before the exchange: own, other.
        own_origin: (6, 60, 150) by cards changed and bucket after: where it came from.
        origin: the same of the other.
        both: (36, 60, 60) by pair: own bucket after, the other's.
        won: (36, 60, 60) the same, won less lost.
        tied: (36, 60, 60) the same, pushes.
    """

    before: Singles
    own_origin: Singles
    origin: Singles
    both: Singles
    won: Singles
    tied: Singles


@dataclass(frozen=True)
class Buckets:
    """How hands are told apart, before the exchange and after it.

    Attributes:
        before: by pattern number; small whole numbers of any width, as `after`.
        keep: (patterns, 6) five bits, by pattern number and cards changed.
        after: (6, classes) by cards changed and strength class; ascending.
        befores: how many buckets there are before the exchange.
        afters: how many after it.
    """

    before: NDArray[np.unsignedinteger]
    keep: Bytes
    after: NDArray[np.unsignedinteger]
    befores: int
    afters: int


@dataclass(frozen=True)
class Deals:
    """Sampled deals.

    Attributes:
        pattern: (2, deals) pattern numbers of both hands.
        strength: (2, 6, deals) strength classes after changing 0..5.
    """

    pattern: Ints
    strength: NDArray[np.uint16]


def deal_chunk(deck: Deck, keep: Bytes, deals: int, rng: np.random.Generator) -> Deals:
    """Sample deals: both hands and what both would become."""
    return hands_become(deck, keep, _dealt(deck.size, deals, 4 * HAND, rng))


def hands_become(deck: Deck, keep: Bytes, cards: Bytes) -> Deals:
    """What hands are and would become.

    Args:
        deck: all hands.
        keep: what is kept, by pattern number and cards changed.
        cards: (deals, 20): the first's five, the second's, the first's stock, the second's.
    """
    deals = len(cards)
    pattern = np.empty((2, deals), np.int64)
    strength = np.empty((2, COUNTS, deals), np.uint16)
    for seat in range(2):
        own, pattern[seat] = ordered(cards[:, seat * HAND : (seat + 1) * HAND])
        stock = cards[:, (2 + seat) * HAND : (3 + seat) * HAND]
        for count in range(COUNTS):
            drawn = change(own, keep[pattern[seat], count], stock)
            drawn.sort(axis=1)
            strength[seat, count] = deck.strength[colex(drawn)]
    return Deals(pattern, strength)


def cut_buckets(
    deck: Deck, patterns: Patterns, befores: int, afters: int, rng: np.random.Generator
) -> Buckets:
    """Buckets after the exchange, by own cards changed; cut finer towards the top, where the
    large pots are."""
    chunk = deal_chunk(deck, patterns.keep, CHUNK, rng)
    best = best_counts(patterns.value)
    after = np.zeros((COUNTS, deck.classes), np.uint8)
    for count in range(COUNTS):
        share = np.zeros(deck.classes)
        for seat in range(2):
            weight = np.where(best[chunk.pattern[seat]] == count, 1.0, PLAUSIBLE)
            share += np.bincount(
                chunk.strength[seat, count], weights=weight, minlength=deck.classes
            )
        share /= share.sum()
        middle = np.cumsum(share) - share / 2
        place = 0.7 * middle + 0.3 * middle**8
        after[count] = np.minimum((place * afters).astype(np.int64), afters - 1)
    return Buckets(patterns.bucket, patterns.keep, after, befores, afters)


def sample_chance(
    deck: Deck, own: Buckets, other: Buckets, deals: int, rng: np.random.Generator
) -> Chance:
    """Count at least `deals` deals, each from both seats.

    Args:
        deck: all hands.
        own: how one tells hands apart.
        other: how the other does; what is kept of a hand is the same.
        deals: how many.
        rng: where they come from.
    """
    size = own.afters * other.afters
    before = np.zeros((own.befores, other.befores))
    own_origin = np.zeros((COUNTS, own.afters, own.befores))
    origin = np.zeros((COUNTS, other.afters, other.befores))
    both, won, tied = (np.zeros((COUNTS, COUNTS, size)) for _ in range(3))
    counted = 0
    while counted < deals:
        chunk = deal_chunk(deck, own.keep, CHUNK, rng)
        counted += CHUNK
        seen = [_told_apart(chunk, buckets) for buckets in (own, other)]
        for seat in range(2):
            mine, theirs = seen[0].before[seat], seen[1].before[1 - seat]
            before += _counted(mine, theirs, own.befores, other.befores)
            for count in range(COUNTS):
                for total, told in ((own_origin, seen[0]), (origin, seen[1])):
                    total[count] += _counted(
                        told.after[count, seat], told.before[seat], *total.shape[1:]
                    )
                for others in range(COUNTS):
                    cell = seen[0].after[count, seat] * other.afters
                    cell += seen[1].after[others, 1 - seat]
                    a, b = chunk.strength[seat, count], chunk.strength[1 - seat, others]
                    sign = (a > b).astype(np.float64) - (a < b)
                    both[count, others] += np.bincount(cell, minlength=size)
                    won[count, others] += np.bincount(cell, weights=sign, minlength=size)
                    tied[count, others] += np.bincount(cell[a == b], minlength=size)
    shape = (COUNTS * COUNTS, own.afters, other.afters)
    return Chance(
        before=_singles(before / (2 * counted)),
        own_origin=_shares(own_origin),
        origin=_shares(origin),
        both=_singles(both / (2 * counted)).reshape(shape),
        won=_singles(won / (2 * counted)).reshape(shape),
        tied=_singles(tied / (2 * counted)).reshape(shape),
    )


@dataclass(frozen=True)
class _Seen:
    """Sampled hands by bucket: (2, deals) before, (6, 2, deals) after."""

    before: Ints
    after: Ints


def _told_apart(chunk: Deals, buckets: Buckets) -> _Seen:
    after = [buckets.after[count][chunk.strength[:, count]] for count in range(COUNTS)]
    before = buckets.before[chunk.pattern]
    return _Seen(before.astype(np.int64), np.stack(after).astype(np.int64))


def standings(deck: Deck, buckets: Buckets, best: Ints, rng: np.random.Generator) -> Singles:
    """(6, 60): what share of final hands, each changed as is best, a bucket beats.

    Args:
        deck: all hands.
        buckets: how hands are told apart.
        best: by pattern number, how many cards are best changed.
        rng: where the deals come from.
    """
    chunk = deal_chunk(deck, buckets.keep, CHUNK, rng)
    rows = np.arange(CHUNK)
    final = np.sort(chunk.strength[1, best[chunk.pattern[1]], rows])
    standing = np.zeros((COUNTS, buckets.afters), np.float32)
    for count in range(COUNTS):
        strength = chunk.strength[0, count]
        beaten = np.searchsorted(final, strength) + np.searchsorted(final, strength, side="right")
        bucket = buckets.after[count][strength]
        held = np.bincount(bucket, minlength=buckets.afters)
        total = np.bincount(bucket, weights=beaten / (2 * CHUNK), minlength=buckets.afters)
        standing[count] = np.maximum.accumulate(total / np.maximum(held, 1))
    return standing


def _dealt(size: int, deals: int, cards: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    """(deals, cards) by Fisher and Yates, all deals at once."""
    deck = np.repeat(np.arange(size, dtype=np.uint8)[None], deals, axis=0)
    rows = np.arange(deals)
    for place in range(cards):
        chosen = rng.integers(place, size, deals)
        taken = deck[rows, chosen]
        deck[rows, chosen] = deck[:, place]
        deck[:, place] = taken
    return deck[:, :cards].copy()


def _counted(rows: Ints, columns: Ints, height: int, width: int) -> NDArray[np.float64]:
    cells = np.bincount(rows * width + columns, minlength=height * width)
    return cells.reshape(height, width).astype(np.float64)


def _shares(counts: NDArray[np.float64]) -> Singles:
    """Counts as shares along the last axis."""
    return _singles(counts / np.maximum(counts.sum(2, keepdims=True), 1))


def _singles(values: NDArray[np.float64]) -> Singles:
    return values.astype(np.float32)
