"""Every hand that twenty-five cards make, ranked: what the solver of the duel reads from.

A hand is 25 bits here, bit i for card i of the deal. Its `place` counts the hands below it, so
two hands are compared by two small numbers, and only the same cards have the same place. The
place is found through two short tables, for the lower and the upper bits of a hand; one over
all 2**25 would be slow to make and too large for a processor's cache.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from firmware.cards.card import Card, Rank
from firmware.cards.evaluate import HAND_SIZE
from firmware.games.cinque_mani.building import laid_out
from firmware.games.cinque_mani.hands import (
    PLAIN,
    SUIT_HEIGHT,
    Category,
    Ranking,
    evaluate,
    strength,
)
from firmware.games.cinque_mani.table import HANDS, Arrangement, verify_arrangement

Ints = NDArray[np.int32]
Floats = NDArray[np.float32]
Figure = TypeVar("Figure", bound=np.generic)

CARDS = HANDS * HAND_SIZE
_LOW_BITS = 12
_LOW = (1 << _LOW_BITS) - 1
_SUIT_BITS = 10
"""Of a strength: those that compare suits, the lowest."""


@dataclass(frozen=True, eq=False)
class DuelTable:
    """The hands of a deal.

    Attributes:
        cards: the twenty-five; card i is bit i of a hand.
        hands: every hand as bits, worst first, so that its index is its place.
        minima: places of the lowest straight flushes, where the option is on that they beat
            the highest; else none.
        massima: places of those highest, likewise.
    """

    cards: tuple[Card, ...]
    hands: Ints
    minima: Ints
    massima: Ints
    _upper: Ints
    _lower: Ints
    _places: Ints

    def numbers(self, hands: Ints) -> Ints:
        """The number of each hand, 0 .. 53129, in no order that means anything: what `by_number`
        is read with. Quicker than `places`."""
        found: Ints = self._upper[hands >> _LOW_BITS]
        found += self._lower[hands & _LOW]
        return found

    def places(self, hands: Ints) -> Ints:
        """How many of all hands each of these is better than, circles apart."""
        found: Ints = self._places[self.numbers(hands)]
        return found

    def by_number(self, by_place: NDArray[Figure]) -> NDArray[Figure]:
        """A table over places (its last axis) as one over numbers."""
        return np.ascontiguousarray(by_place[..., self._places])

    def bits(self, arrangements: Sequence[Arrangement]) -> Ints:
        """Arrangements as hands of bits, (n, 5).

        Raises:
            ValueError: one is not five hands of five of these cards.
        """
        bit = {card: 1 << at for at, card in enumerate(self.cards)}
        for arrangement in arrangements:
            verify_arrangement(arrangement, self.cards)
        return np.array(
            [[sum(bit[card] for card in hand) for hand in each] for each in arrangements],
            dtype=np.int32,
        ).reshape(-1, HANDS)

    def arrangement(self, hands: Sequence[int]) -> Arrangement:
        """Five hands of bits as cards, each as it is best read."""
        return tuple(
            _laid(tuple([card for at, card in enumerate(self.cards) if bits >> at & 1]))
            for bits in map(int, hands)
        )


_laid = lru_cache(maxsize=4096)(laid_out)
"""Mixes of a deal share most of their hands."""


def duel_table(cards: Sequence[Card], ranking: Ranking = PLAIN) -> DuelTable:
    """The table of a deal; takes some 20 ms of a PC.

    Args:
        cards: the twenty-five.
        ranking: the options in force.

    Raises:
        ValueError: when they are not twenty-five different cards of the deck.
    """
    if len(set(cards)) != CARDS or len(cards) != CARDS:
        raise ValueError(f"{CARDS} different cards, not: {' '.join(map(str, cards))}")
    taken = _combinations()
    strengths = _strengths(cards, taken, ranking)
    order = np.argsort(strengths, kind="stable")
    hands: Ints = np.left_shift(np.int32(1), taken).sum(axis=1, dtype=np.int32)
    upper, lower = _index()
    places = np.empty(len(hands), np.int32)
    places[(upper[hands >> _LOW_BITS] + lower[hands & _LOW])[order]] = np.arange(len(hands))
    ranked = hands[order]
    minima, massima = _circle(cards, ranked, ranking)
    return DuelTable(tuple(cards), ranked, minima, massima, upper, lower, places)


@cache
def _combinations() -> NDArray[np.int8]:
    """The positions of the cards of every hand, (53130, 5), ascending."""
    every = combinations(range(CARDS), HAND_SIZE)
    flat = np.fromiter((at for hand in every for at in hand), np.int8)
    return flat.reshape(-1, HAND_SIZE)


@cache
def _index() -> tuple[Ints, Ints]:
    """Two tables whose entries for the upper and the lower bits of a hand add to its number.

    Hands with the same upper bits are numbered together; within them, the lower bits count
    those before them with as many cards.
    """
    lower_counts = _bit_counts(_LOW_BITS)
    lower = np.zeros(1 << _LOW_BITS, np.int32)
    sizes = np.zeros(HAND_SIZE + 1, np.int32)
    for count in range(HAND_SIZE + 1):
        of_count = np.flatnonzero(lower_counts == count)
        lower[of_count] = np.arange(len(of_count))
        sizes[count] = len(of_count)
    upper_counts = _bit_counts(CARDS - _LOW_BITS)
    fits = upper_counts <= HAND_SIZE
    widths = np.where(fits, sizes[np.where(fits, HAND_SIZE - upper_counts, 0)], 0)
    upper = (np.cumsum(widths) - widths).astype(np.int32)
    return upper, lower


def _bit_counts(bits: int) -> Ints:
    counts = np.zeros(1, np.int32)
    for _ in range(bits):
        counts = np.concatenate([counts, counts + 1])
    return counts


def _strengths(
    cards: Sequence[Card], taken: NDArray[np.int8], ranking: Ranking
) -> NDArray[np.int64]:
    """`hands.strength` of every hand.

    What the ranks make of it, and in which order suits are asked, is the same for all hands of
    the same ranks, flushes apart: one of each is evaluated. The suits of all are then sorted
    at once.
    """
    ranks = np.array([_rank(card) for card in cards], np.int64)
    heights = np.array([SUIT_HEIGHT[card.suit] for card in cards if card.suit], np.int64)
    lowest = int(Rank.SEVEN)
    counts = np.left_shift(np.int64(1), 3 * (ranks - lowest))[taken].sum(axis=1)
    of_suit = heights[taken]
    is_flush = (of_suit == of_suit[:, :1]).all(axis=1)
    patterns = counts << 3 | np.where(is_flush, of_suit[:, 0] + 1, 0)
    _, first, which = np.unique(patterns, return_index=True, return_inverse=True)
    asked = np.zeros((len(first), int(Rank.ACE) - lowest + 1), np.int64)
    keys = np.zeros(len(first), np.int64)
    for at, hand in enumerate(taken[first]):
        five = [cards[place] for place in hand]
        keys[at] = strength(five, ranking) >> _SUIT_BITS << _SUIT_BITS
        in_order = dict.fromkeys(_rank(card) for card in evaluate(five).cards)
        for place, rank in enumerate(in_order):
            asked[at, rank - lowest] = place
    order = asked[which.reshape(-1, 1), ranks[taken] - lowest] << 2 | 3 - of_suit
    order.sort(axis=1)
    suits = np.zeros(len(taken), np.int64)
    for column in range(HAND_SIZE):
        suits = suits << 2 | 3 - (order[:, column] & 3)
    found: NDArray[np.int64] = keys[which.reshape(-1)] | suits
    return found


def _rank(card: Card) -> int:
    if card.rank is None:
        raise ValueError(f"no card of this deck: {card}")
    return int(card.rank)


def _circle(cards: Sequence[Card], ranked: Ints, ranking: Ranking) -> tuple[Ints, Ints]:
    """Places of the lowest and of the highest straight flushes, if the option is on."""
    tops: dict[Rank, list[int]] = {Rank.TEN: [], Rank.ACE: []}
    if ranking.minima_batte_massima:
        for place in range(len(ranked) - 1, -1, -1):
            bits = int(ranked[place])
            made = evaluate([card for at, card in enumerate(cards) if bits >> at & 1])
            if made.category is not Category.STRAIGHT_FLUSH:
                break
            if made.ranks[0] in tops:
                tops[made.ranks[0]].append(place)
    minima, massima = (np.array(places, np.int32) for places in tops.values())
    return minima, massima
