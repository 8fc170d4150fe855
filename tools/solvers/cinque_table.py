"""All hands of a deal of Cinque Mani, and what they do against a mix: what measuring it needs.

Written without the solver of the game, so that neither can hide a mistake of the other. Cards
are bits 0..24 of a mask, by suit and rank; hands are numbered from the weakest, so that the
number is the rank. Of a slot (a position, from 0) only the *level* of a hand matters: which of
the mix's hands it beats, meets and loses to there. A better hand never has a lower level, and a
higher level never wins less, whatever is played for; everything exact here rests on that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum, unique
from itertools import combinations

import numpy as np
import numpy.typing as npt

from firmware.cards.card import Card
from firmware.games.cinque_mani.hands import DECK, PLAIN, Ranking, strength
from firmware.games.cinque_mani.mix import Mix
from firmware.games.cinque_mani.table import HANDS, POINTS, Arrangement

SIZE = 5
"""Cards of a hand."""
CARDS = HANDS * SIZE
ALL = (1 << CARDS) - 1
"""The mask of all cards."""
SLOTS = range(HANDS)

Ints = npt.NDArray[np.integer]
Masks = tuple[int, int, int, int, int]
"""An arrangement: the mask of each hand, first to fifth."""


@unique
class Goal(StrEnum):
    """What is played for."""

    POINTS = "points"
    """Points won less points lost."""
    STAKES = "stakes"
    """Deals won less deals lost."""


@dataclass(frozen=True, slots=True)
class Table:
    """The hands of a deal.

    Attributes:
        cards: the twenty-five; bit `i` of a mask is `cards[i]`.
        masks: of all hands, from the weakest to the strongest; int32, 53,130 of them.
        number: mask of a hand -> its place in `masks`; uint16, what is no hand has 0.
    """

    cards: tuple[Card, ...]
    masks: Ints
    number: Ints

    def read(self, arrangement: Arrangement) -> Masks:
        """The masks of an arrangement.

        Raises:
            ValueError: when a card is not of this deal.
        """
        bit = {card: 1 << at for at, card in enumerate(self.cards)}
        wrong = [str(card) for hand in arrangement for card in hand if card not in bit]
        if wrong:
            raise ValueError(f"not the cards of this deal: {' '.join(wrong)}")
        first, second, third, fourth, fifth = (
            sum(bit[card] for card in hand) for hand in arrangement
        )
        return first, second, third, fourth, fifth

    def write(self, masks: Sequence[int]) -> Arrangement:
        """The arrangement of these masks."""
        return tuple(
            tuple(card for at, card in enumerate(self.cards) if mask >> at & 1) for mask in masks
        )


def table_of(cards: Sequence[Card], ranking: Ranking = PLAIN) -> Table:
    """The hands of these twenty-five cards.

    Raises:
        ValueError: the hands have no order (`minima_batte_massima`), or the cards are not 25.
    """
    if ranking.minima_batte_massima:
        raise ValueError("hands that beat each other in a circle have no order")
    held = sorted({DECK.index(card) for card in cards})
    if len(held) != CARDS:
        raise ValueError(f"a deal has {CARDS} different cards, not {len(held)}")
    own = tuple(DECK[at] for at in held)
    strengths = [strength(hand, ranking) for hand in combinations(own, SIZE)]
    chosen = np.array(list(combinations(range(CARDS), SIZE)))[np.argsort(strengths)]
    masks = (1 << chosen).sum(axis=1).astype(np.int32)
    number = np.zeros(ALL + 1, np.uint16)
    number[masks] = np.arange(len(masks), dtype=np.uint16)
    return Table(own, masks, number)


@dataclass(frozen=True, slots=True)
class Against:
    """A mix, seen by whoever answers it. All scores are whole, in parts of `total`.

    Attributes:
        table: the hands of the deal.
        arrangements: of the mix.
        weights: of each; int64 `(m,)`.
        total: of the weights.
        levels: the level of every hand in each slot; uint8 `(5, 53130)`.
        won: per slot, points won of each arrangement at a level (7, 0 or -7 in the last);
            int8 `(levels, m)`, of which no column ever falls.
        gains: per slot, what a level wins of the whole mix in points; int64 `(levels,)`.
    """

    table: Table
    arrangements: tuple[Masks, ...]
    weights: Ints
    total: int
    levels: Ints
    won: tuple[Ints, ...]
    gains: tuple[Ints, ...]

    def score(self, levels: Sequence[Ints], goal: Goal) -> Ints:
        """What arrangements of these levels win of the mix, in parts of `total`.

        Args:
            levels: of each slot, arrays of one length.
        """
        if goal is Goal.POINTS:
            return sum((self.gains[slot][levels[slot]] for slot in SLOTS), np.int64(0))
        margins = self.won[0][levels[0]]  # at most 25: an int8 holds them
        for slot in SLOTS[1:]:
            margins = margins + self.won[slot][levels[slot]]
        return (np.sign(margins).astype(np.float32) @ self.weights.astype(np.float32)).astype(
            np.int64
        )

    def score_of(self, masks: Sequence[int], goal: Goal) -> int:
        """What one arrangement wins, in parts of `total`."""
        return int(self.score([self.level(slot, masks[slot : slot + 1]) for slot in SLOTS], goal))

    def level(self, slot: int, masks: Ints | Sequence[int]) -> Ints:
        """Levels of hands, by their masks, in a slot."""
        return self.levels[slot][self.table.number[masks]]


MOST_WEIGHT = 1 << 24
"""Sums of weights up to this are exact as a float of 32 bits."""


def against(table: Table, mix: Mix) -> Against:
    """A mix as an opponent.

    Raises:
        ValueError: of more arrangements or weight than is counted here.
    """
    if len(mix.arrangements) > 127 or sum(mix.weights) > MOST_WEIGHT:
        size, total = len(mix.arrangements), sum(mix.weights)
        raise ValueError(f"{size} arrangements of weight {total}: at most 127 of {MOST_WEIGHT}")
    arrangements = tuple(table.read(each) for each in mix.arrangements)
    theirs = table.number[np.array(arrangements)].astype(np.int64)
    weights = np.array(mix.weights, np.int64)
    numbers = np.arange(len(table.masks))
    levels, won = [], []
    for slot in SLOTS:
        met = np.unique(theirs[:, slot])
        level = np.searchsorted(met, numbers, "left") + np.searchsorted(met, numbers, "right")
        levels.append(level.astype(np.uint8))
        # Level 2i lies between two of them, level 2i + 1 is the i-th itself.
        heights = np.arange(2 * len(met) + 1)[:, np.newaxis]
        standing = 2 * np.searchsorted(met, theirs[:, slot]) + 1
        won.append((POINTS[slot] * np.sign(heights - standing)).astype(np.int8))
    gains = tuple(each.astype(np.int64) @ weights for each in won)
    return Against(
        table, arrangements, weights, sum(mix.weights), np.array(levels), tuple(won), gains
    )
