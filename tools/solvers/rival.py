"""Somebody who knows an opponent's strategy by heart and looks at the cards more closely.

The rival tells hands apart much finer than the strategy does and answers it as well as he
can. He learns on one sample of deals and is measured on others, so that what he wins is really
to be had: a lower bound of how much the strategy can be exploited with real cards.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solvers.buckets import COUNTS, Patterns, best_counts
from solvers.deals import Buckets, sample_chance
from solvers.game import Array, Chooser, Evaluator, Key, Layout, Numbers
from solvers.match import Doubles
from solvers.strengths import Deck, Ints

BEFORE = 1500
AFTER = 300
"""At most so many buckets; of 32 cards nearly every pattern and every strength has its own."""


@dataclass(frozen=True)
class Rival:
    """Always takes the step that was best."""

    buckets: Buckets
    steps: dict[Key, NDArray[np.uint8]]

    def choose(self, key: Key, at: tuple[Ints | int, ...], luck: Doubles) -> Ints:
        del luck  # whoever answers a known strategy needs none
        found: Ints = self.steps[key][at].astype(np.int64)
        return found


def fine_buckets(deck: Deck, patterns: Patterns, coarse: Buckets) -> Buckets:
    """Hands told apart as finely as the sample bears."""
    best = best_counts(patterns.value)
    order = np.lexsort((patterns.value.max(1), best))
    order = order[patterns.exists[order]]
    passed = np.cumsum(patterns.weight[order])
    before = np.zeros(len(best), np.uint16)
    # Patterns so alike in what they are best changed to and in worth that they share a bucket
    # are neighbours in this order.
    before[order] = np.minimum(passed / passed[-1] * BEFORE, BEFORE - 1).astype(np.uint16)
    _, before_packed = np.unique(before, return_inverse=True)
    after = np.zeros((COUNTS, deck.classes), np.uint16)
    for count in range(COUNTS):
        step = max(1, -(-deck.classes // AFTER))
        after[count] = np.arange(deck.classes) // step
    return Buckets(
        before_packed.astype(np.uint16),
        coarse.keep,
        after,
        int(before_packed.max()) + 1,
        int(after.max()) + 1,
    )


def learn(
    deck: Deck,
    game: Layout,
    strategy: Numbers,
    coarse: Buckets,
    fine: Buckets,
    deals: int,
    rng: np.random.Generator,
) -> Rival:
    """The best answer to a strategy, found on a sample of deals."""
    walker = Evaluator(game, sample_chance(deck, fine, coarse, deals, rng), 0.0)
    steps: dict[Key, NDArray[np.uint8]] = {}
    for seat in range(2):
        walker.walk(seat, strategy, _recording(steps))
    return Rival(fine, steps)


def _recording(steps: dict[Key, NDArray[np.uint8]]) -> Chooser:
    def choose(key: Key, worth: Array) -> Array:
        steps[key] = worth.argmax(0).astype(np.uint8)
        found: Array = worth.max(0)
        return found

    return choose
