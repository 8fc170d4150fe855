"""CFR+ over the abstract game: alternating, squared weights, with a small tremble.

The tremble (everybody does everything now and then) keeps the strategy sensible where no
sound player goes, which is where people go.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

import numpy as np

from solvers.game import Array, Chooser, Evaluator, Key, Layout, Numbers

FORGOTTEN = 150
"""Iterations at the beginning that do not count in the end."""


def _learn(strategy: Numbers, regrets: Numbers) -> Chooser:
    """Plays a strategy, and adds up how much better each step would have been."""

    def choose(key: Key, steps: Array) -> Array:
        worth: Array = np.einsum("a...,a...->...", strategy.at(key), steps)
        steps -= worth
        regret = regrets.at(key)
        regret += steps
        np.maximum(regret, 0, out=regret)
        return worth

    return choose


def match(regrets: Array, axis: int, tremble: float) -> Array:
    """Regret matching: in proportion to the regrets, evenly where there are none."""
    total = regrets.sum(axis, keepdims=True)
    steps = regrets.shape[axis]
    share = np.divide(regrets, total, where=total > 0, out=np.full_like(regrets, 1 / steps))
    share *= np.float32(1 - tremble)
    share += np.float32(tremble / steps)
    return share


class Solver:
    """Both seats' regrets and average strategy."""

    def __init__(self, game: Layout, walker: Evaluator) -> None:
        before = len(walker.before)
        self._game = game
        self._walker = walker
        self._regrets = Numbers.zeros(game, before, walker.after)
        self._sums = Numbers.zeros(game, before, walker.after)
        self._strategy = self._regrets.mapped(lambda each, axis: match(each, axis, 0.0))
        self.iterations = 0

    def _forget(self) -> None:
        """Begin the average anew: the first iterations knew nothing."""
        for sums in (*self._sums.first, self._sums.draw, *chain(*self._sums.second)):
            sums.fill(0)

    def run(self, iterations: int, tremble: Callable[[int], float]) -> None:
        """Go on for `iterations`; `tremble` is told the number of each."""
        for _ in range(iterations):
            self.iterations += 1
            shake = tremble(self.iterations)
            if self.iterations == FORGOTTEN:
                self._forget()
            for seat in range(2):
                self._walker.walk(seat, self._strategy, _learn(self._strategy, self._regrets))
                self._rematch(seat, shake)
                self._add_to_average(seat, np.float32(self.iterations) ** 2)

    def average(self) -> Numbers:
        """The strategy found."""
        return self._sums.mapped(lambda each, axis: match(each, axis, 0.0))

    def _rematch(self, seat: int, shake: float) -> None:
        game, strategy, regrets = self._game, self._strategy, self._regrets
        for at, place in enumerate(game.first.places):
            if place.actor == seat:
                strategy.first[at] = match(regrets.first[at], 0, shake)
        strategy.draw[seat] = match(regrets.draw[seat], 1, shake)
        for number, group in enumerate(game.groups):
            for at, place in enumerate(group.tree.places):
                if place.actor == seat:
                    strategy.second[number][at] = match(regrets.second[number][at], 0, shake)

    def _add_to_average(self, seat: int, weight: np.float32) -> None:
        """Add this iteration's strategy, weighted by how often the seat itself comes there."""
        game, strategy, sums, walker = self._game, self._strategy, self._sums, self._walker
        reach, ways = walker.first_reach(seat, strategy)
        for at, place in enumerate(game.first.places):
            if place.actor == seat:
                sums.first[at] += strategy.first[at] * (weight * reach[place.path])
        sums.draw[seat] += strategy.draw[seat] * (weight * np.stack(ways)[:, None])
        drawn = walker.drawn_reach(seat, ways, strategy)
        for number, group in enumerate(game.groups):
            start = walker.spread(seat, drawn, group)
            found = walker.second_reach(seat, start, group, strategy.second[number])
            for at, place in enumerate(group.tree.places):
                if place.actor == seat:
                    sums.second[number][at] += strategy.second[number][at] * (
                        weight * found[place.path]
                    )
