"""Every five-card hand of a deck and its strength, as arrays.

A card is `rank * 4 + suit` with ranks from 0, the deck's lowest. A hand's place in a table is
its colex rank, so that a sorted row of cards finds it with five look-ups. Suits do not rank;
a flush and a straight count by their top card only, as the seeds' tie rules say.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

HAND = 5
Ints = NDArray[np.int64]

NOTHING, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL, QUADS, STRAIGHT_FLUSH = range(9)


@dataclass(frozen=True)
class Deck:
    """A deck's hands by colex rank.

    Attributes:
        size: 32 or 52 cards.
        ranks: 8 or 13.
        hands: (hands, 5) cards, ascending within a row, rows in colex order.
        strength: class of each hand, 0 the weakest; equal numbers tie.
        classes: how many classes there are.
        keys: of each class, the number that `strength_key` of the game gives it.
    """

    size: int
    ranks: int
    hands: NDArray[np.uint8]
    strength: NDArray[np.uint16]
    classes: int
    keys: Ints

    @property
    def lowest(self) -> int:
        """The lowest rank as the cabinet numbers it: 7 of 32 cards, 2 of 52."""
        return 15 - self.ranks


def colex(cards: NDArray[np.integer]) -> Ints:
    """The colex rank of rows of ascending cards (of any length)."""
    width = cards.shape[1]
    choose = _choose(width)
    total = np.zeros(len(cards), np.int64)
    for place in range(width):
        total += choose[place + 1][cards[:, place]]
    return total


def all_hands(size: int) -> NDArray[np.uint8]:
    """Every hand of `size` cards in colex order."""
    rows = np.fromiter(
        (card for hand in combinations(range(size), HAND) for card in hand),
        np.uint8,
        comb(size, HAND) * HAND,
    ).reshape(-1, HAND)
    ordered = np.empty_like(rows)
    ordered[colex(rows)] = rows
    return ordered


def build_deck(size: int) -> Deck:
    """All hands of a deck ranked; takes seconds for 52 cards."""
    ranks = size // 4
    hands = all_hands(size)
    keys = hand_keys(hands, ranks)
    values, strength = np.unique(keys, return_inverse=True)
    return Deck(size, ranks, hands, strength.astype(np.uint16), len(values), values)


def hand_keys(hands: NDArray[np.uint8], ranks: int) -> Ints:
    """A number per hand that grows with its strength: the category, then up to five ranks.

    Base 16 digits; ranks are written as the cabinet numbers them (2..14), so that the number
    means the same for both decks.
    """
    height = (hands // 4).astype(np.int64)
    low = 15 - ranks
    counts = np.zeros((len(hands), ranks), np.int8)
    for place in range(HAND):
        np.add.at(counts, (np.arange(len(hands)), height[:, place]), 1)
    # Ranks by (count, rank), best first: what decides between two hands of one category.
    order = np.argsort(-(counts.astype(np.int16) * 16 + np.arange(ranks)), axis=1)[:, :HAND]
    sorted_counts = np.take_along_axis(counts, order, 1)
    groups = np.where(sorted_counts > 0, order + low, 0)
    distinct = (counts > 0).sum(1)
    most = sorted_counts[:, 0]
    is_flush = (hands % 4 == hands[:, :1] % 4).all(1)
    spread = height.max(1) - height.min(1)
    is_run = (distinct == HAND) & (spread == HAND - 1)
    mask = (1 << height).sum(1)
    wheel = (1 << (ranks - 1)) | 0b1111
    is_wheel = (distinct == HAND) & (mask == wheel)
    is_straight = is_run | is_wheel
    top = np.where(is_wheel, low + 3, height.max(1) + low)

    category = np.full(len(hands), NOTHING)
    category[distinct == 4] = PAIR
    category[(distinct == 3) & (most == 2)] = TWO_PAIR
    category[(distinct == 3) & (most == 3)] = TRIPS
    category[is_straight] = STRAIGHT
    category[is_flush] = FLUSH
    category[(distinct == 2) & (most == 3)] = FULL
    category[(distinct == 2) & (most == 4)] = QUADS
    category[is_straight & is_flush] = STRAIGHT_FLUSH

    digits = groups.copy()
    only_first = np.isin(category, (TRIPS, FLUSH, FULL, QUADS))
    digits[only_first, 1:] = 0
    digits[is_straight] = 0
    digits[is_straight, 0] = top[is_straight]
    key = category.astype(np.int64)
    for place in range(HAND):
        key = key * 16 + digits[:, place]
    return key


def _choose(width: int) -> list[Ints]:
    return [np.array([comb(card, k) for card in range(53)], np.int64) for k in range(width + 1)]
