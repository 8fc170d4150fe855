"""What every search for a good arrangement is made of: where it begins, and how it goes on.

Arrangements lie in arrays of shape (n, 5), hands as bits of the deal; a whole batch goes the
same way at once. The step is always the same: two hands are thrown together and split again in
the best of all 252 ways. It is large enough to leave most of the plateaus on which exchanges of
single cards come to rest.
"""

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from firmware.cards.evaluate import HAND_SIZE
from firmware.games.cinque_mani.duel.draws import Draws
from firmware.games.cinque_mani.duel.table import CARDS, Ints
from firmware.games.cinque_mani.table import HANDS

ALL_CARDS = (1 << CARDS) - 1
PAIRS = tuple(combinations(range(HANDS), 2))
PLACEMENTS = np.array(list(permutations(range(HANDS))))
"""Which hand goes to which position, (120, 5)."""

_SUBSETS = 1 << HAND_SIZE
_EXCHANGES = np.array(
    [
        (first, second)
        for first in range(_SUBSETS)
        for second in range(_SUBSETS)
        if first.bit_count() == second.bit_count()
    ]
).T
"""Which subset of a hand goes against which of another, (2, 252)."""


def splits(hands: Ints, first: int, second: int) -> tuple[Ints, Ints]:
    """All ways to split the cards of two hands, each (n, 252); the first way changes nothing."""
    given = _subsets(hands[:, first])[:, _EXCHANGES[0]]
    exchanged = given | _subsets(hands[:, second])[:, _EXCHANGES[1]]
    return hands[:, first, None] ^ exchanged, hands[:, second, None] ^ exchanged


def _subsets(hands: Ints) -> Ints:
    """All 32 subsets of each hand, (n, 32); bit i of a column says whether card i is in."""
    found = np.zeros((len(hands), 1), np.int32)
    for card in single_cards(hands).T:
        found = np.concatenate([found, found | card[:, None]], axis=1)
    return found


def single_cards(hands: Ints) -> Ints:
    """The five cards of each hand, (n, 5), lowest bit first."""
    found = np.empty((len(hands), HAND_SIZE), np.int32)
    rest = hands.copy()
    for at in range(HAND_SIZE):
        found[:, at] = rest & -rest
        rest ^= found[:, at]
    return found


def anyhow(draws: Draws, count: int) -> Ints:
    """Arrangements dealt out without any thought."""
    order = draws.orders(count, CARDS).astype(np.int32)
    bits = np.left_shift(np.int32(1), order).reshape(count, HANDS, HAND_SIZE)
    found: Ints = bits.sum(axis=2, dtype=np.int32)
    return found


def disturbed(hands: Ints, draws: Draws, count: int, exchanges: int = 4) -> Ints:
    """Some of these arrangements after exchanges of two cards each."""
    found: Ints = hands[draws.below(len(hands), count)]
    every = np.arange(count)
    for _ in range(exchanges):
        first = draws.below(HANDS, count)
        second = (first + 1 + draws.below(HANDS - 1, count)) % HANDS
        moved = (
            single_cards(found[every, first])[every, draws.below(HAND_SIZE, count)]
            | single_cards(found[every, second])[every, draws.below(HAND_SIZE, count)]
        )
        found[every, first] ^= moved
        found[every, second] ^= moved
    return found


def replaced(hands: Ints, draws: Draws, count: int) -> Ints:
    """Some of these arrangements with their hands in other places."""
    chosen = hands[draws.below(len(hands), count)]
    places = PLACEMENTS[draws.below(len(PLACEMENTS), count)]
    return np.take_along_axis(chosen, places, axis=1)


def distinct(hands: Ints, worth: NDArray[np.float32]) -> tuple[Ints, NDArray[np.float32]]:
    """Each arrangement once, the best first."""
    hands, first = np.unique(hands, axis=0, return_index=True)
    worth = worth[first]
    order = np.argsort(-worth, kind="stable")
    return hands[order], worth[order]


def best(hands: Ints, worth: NDArray[np.float32], count: int) -> Ints:
    """The `count` best of them."""
    found: Ints = hands[np.argsort(-worth, kind="stable")[:count]]
    return found
