"""The abstract game laid out for arrays: all ways to the exchange, and the rounds after it.

Shapes: before the exchange a place's numbers are (steps, 150); the choice of how many cards
is (6, 150) per way and seat; after it a place's numbers are (steps, 36, 60, ways), where the
ways that have the same money in share one tree. 36 is the pair of cards changed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from firmware.games.strip_poker.abstraction import (
    Path,
    Round,
    Sizes,
    StepKind,
    first_round,
    second_round,
)
from solvers.buckets import COUNTS
from solvers.deals import Chance

PAIRS = COUNTS * COUNTS
Array = NDArray[np.float32]

Key = tuple[str, int, int]
"""Names a decision: ("first", place, 0), ("draw", seat, way) or ("second", group, place)."""
Chooser = Callable[[Key, Array], Array]
"""Says what a decision is worth, given the worth of its steps (axis 0)."""


@dataclass(frozen=True)
class Group:
    """The ways to the exchange that have the same level.

    Attributes:
        level: what each has put in, antes.
        ways: their numbers.
        tree: the round after the exchange.
    """

    level: int
    ways: tuple[int, ...]
    tree: Round


@dataclass(frozen=True)
class Layout:
    """The trees of a game with these sizes.

    Attributes:
        sizes: the amounts.
        first: the round before the exchange; its ends, in order, are the ways.
        groups: the ways by level.
    """

    sizes: Sizes
    first: Round
    groups: tuple[Group, ...]

    @property
    def ways(self) -> int:
        """How many ways lead to the exchange."""
        return len(self.first.ends)


def layout(sizes: Sizes) -> Layout:
    """The trees."""
    first = first_round(sizes)
    levels = sorted({level for _, level in first.ends})
    groups = tuple(
        Group(
            level,
            tuple(way for way, (_, reached) in enumerate(first.ends) if reached == level),
            second_round(sizes, level),
        )
        for level in levels
    )
    return Layout(sizes, first, groups)


@dataclass
class Numbers:
    """One number for everything that may be done: regrets, sums or a strategy.

    Attributes:
        first: per place of the first round.
        draw: (2 seats, ways, 6, 150).
        second: per group, per place.
    """

    first: list[Array]
    draw: Array
    second: list[list[Array]]

    @classmethod
    def zeros(cls, game: Layout, before: int, after: int) -> Numbers:
        """All nought."""
        return cls(
            [np.zeros((len(place.steps), before), np.float32) for place in game.first.places],
            np.zeros((2, game.ways, COUNTS, before), np.float32),
            [
                [
                    np.zeros((len(place.steps), PAIRS, after, len(group.ways)), np.float32)
                    for place in group.tree.places
                ]
                for group in game.groups
            ],
        )

    def at(self, key: Key) -> Array:
        """The numbers of one decision, the steps on axis 0."""
        match key:
            case ("first", place, _):
                return self.first[place]
            case ("draw", seat, way):
                drawn: Array = self.draw[seat, way]
                return drawn
            case (_, group, place):
                return self.second[group][place]

    def mapped(self, change: Callable[[Array, int], Array]) -> Numbers:
        """The same places with changed numbers; axis 0 (of `draw` axis 2) is the step."""
        return Numbers(
            [change(each, 0) for each in self.first],
            change(self.draw, 2),
            [[change(each, 0) for each in group] for group in self.second],
        )


class Evaluator:
    """Walks the game: what each step is worth to one seat when the other plays a strategy."""

    def __init__(self, game: Layout, chance: Chance, carry_value: float) -> None:
        """Prepare the matrices.

        Args:
            game: the trees.
            chance: joint frequencies.
            carry_value: worth to the first speaker of a deal, per ante; after a push the
                pot is played for with the seats changed.
        """
        self.game = game
        self.before = chance.before
        self.both = chance.both
        self.after = chance.both.shape[2]
        self._chance = chance
        won = chance.won - np.float32(carry_value) * chance.tied
        # A push leaves the pot to a deal in which the seats are changed.
        won_second = chance.won + np.float32(carry_value) * chance.tied
        self._both = (chance.both, _seats_changed(chance.both))
        self._won = (won, _seats_changed(won_second))

    # --- down ---------------------------------------------------------------------------------

    def first_reach(self, seat: int, strategy: Numbers) -> tuple[dict[Path, Array], list[Array]]:
        """How often `seat` comes to each path of the first round, and to each way, by bucket."""
        reach: dict[Path, Array] = {(): np.ones(self.before.shape[1], np.float32)}
        for place, chosen in zip(self.game.first.places, strategy.first, strict=True):
            here = reach[place.path]
            for number, step in enumerate(place.steps):
                path = (*place.path, step)
                reach[path] = here * chosen[number] if place.actor == seat else here
        return reach, [reach[path] for path, _ in self.game.first.ends]

    def drawn_reach(self, seat: int, ways: list[Array], strategy: Numbers) -> Array:
        """(ways, 6, 60): the same by cards changed and bucket after."""
        chosen = np.stack(ways)[:, None, :] * strategy.draw[seat]
        return np.stack([chosen[:, c] @ self._chance.origin[c].T for c in range(COUNTS)], axis=1)

    def spread(self, seat: int, drawn: Array, group: Group) -> Array:
        """(36, 60, ways): `drawn` of a group, for whatever the other changed."""
        own = drawn[list(group.ways)].transpose(1, 2, 0)
        grid = np.broadcast_to(
            own[:, None] if seat == 0 else own[None], (COUNTS, COUNTS, *own.shape[1:])
        )
        return np.ascontiguousarray(grid.reshape(PAIRS, *own.shape[1:]))

    @staticmethod
    def second_reach(
        seat: int, start: Array, group: Group, chosen: list[Array]
    ) -> dict[Path, Array]:
        """How often `seat` comes to each path of the second round, (36, 60, ways) each."""
        reach: dict[Path, Array] = {(): start}
        for place, steps in zip(group.tree.places, chosen, strict=True):
            here = reach[place.path]
            for number, step in enumerate(place.steps):
                path = (*place.path, step)
                reach[path] = here * steps[number] if place.actor == seat else here
        return reach

    # --- up -----------------------------------------------------------------------------------

    def walk(self, seat: int, strategy: Numbers, choose: Chooser) -> Array:
        """The worth of the game to `seat`, by its bucket before the exchange.

        Args:
            seat: whose worth.
            strategy: what the other plays; of `seat`'s own nothing is read.
            choose: told the worth of every step at each of `seat`'s places, says the worth
                of the place.
        """
        reach, ways = self.first_reach(1 - seat, strategy)
        drawn = self.drawn_reach(1 - seat, ways, strategy)
        of_way: list[Array] = [np.empty(0, np.float32)] * self.game.ways
        for number, group in enumerate(self.game.groups):
            start = self.spread(1 - seat, drawn, group)
            worth = self._second(seat, number, start, strategy.second[number], choose)
            self._before_exchange(seat, group, worth, choose, of_way)
        return self._first(seat, reach, of_way, choose)

    def _second(
        self, seat: int, number: int, start: Array, chosen: list[Array], choose: Chooser
    ) -> Array:
        group = self.game.groups[number]
        reach = self.second_reach(1 - seat, start, group, chosen)
        ends = [path for path, _ in group.tree.ends]
        folds = [
            (*place.path, step)
            for place in group.tree.places
            for step in place.steps
            if step.kind is StepKind.FOLD
        ]
        width = len(group.ways)
        shown = self._won[seat] @ np.concatenate([reach[path] for path in ends], axis=2)
        worth: dict[Path, Array] = {}
        for at, (path, level) in enumerate(group.tree.ends):
            worth[path] = shown[:, :, at * width : (at + 1) * width] * np.float32(level)
        if folds:
            met = self._both[seat] @ np.concatenate([reach[path] for path in folds], axis=2)
            for at, path in enumerate(folds):
                place = group.tree.places[group.tree.index(path[:-1])]
                sign = -1.0 if place.actor == seat else 1.0
                worth[path] = met[:, :, at * width : (at + 1) * width] * np.float32(
                    sign * place.level
                )
        for at in range(len(group.tree.places) - 1, -1, -1):
            place = group.tree.places[at]
            steps = [worth[(*place.path, step)] for step in place.steps]
            if place.actor == seat:
                worth[place.path] = choose(("second", number, at), np.stack(steps))
            else:
                worth[place.path] = sum(steps[1:], start=steps[0])
        return worth[()]

    def _before_exchange(
        self, seat: int, group: Group, worth: Array, choose: Chooser, of_way: list[Array]
    ) -> None:
        """Back through the exchange: the worth of changing 0..5 cards, and of the way."""
        grid = worth.reshape(COUNTS, COUNTS, -1, len(group.ways))
        own = grid.sum(1 if seat == 0 else 0)  # (own count, 60, ways)
        counts = np.stack(
            [self._chance.own_origin[c].T @ own[c] for c in range(COUNTS)]
        )  # (6, 150, ways)
        for at, way in enumerate(group.ways):
            of_way[way] = choose(("draw", seat, way), np.ascontiguousarray(counts[:, :, at]))

    def _first(
        self, seat: int, reach: dict[Path, Array], of_way: list[Array], choose: Chooser
    ) -> Array:
        worth: dict[Path, Array] = {}
        for way, (path, _) in enumerate(self.game.first.ends):
            worth[path] = of_way[way]
        for at in range(len(self.game.first.places) - 1, -1, -1):
            place = self.game.first.places[at]
            for step in place.steps:
                if step.kind is StepKind.FOLD:
                    path = (*place.path, step)
                    sign = -1.0 if place.actor == seat else 1.0
                    worth[path] = np.float32(sign * place.level) * (self.before @ reach[path])
            steps = [worth[(*place.path, step)] for step in place.steps]
            if place.actor == seat:
                worth[place.path] = choose(("first", at, 0), np.stack(steps))
            else:
                worth[place.path] = sum(steps[1:], start=steps[0])
        return worth[()]


def _seats_changed(pairs: Array) -> Array:
    """The same matrices with the pairs in the order in which the first seat's number leads,
    when one sits second."""
    grid = pairs.reshape(COUNTS, COUNTS, *pairs.shape[1:])
    return np.ascontiguousarray(grid.swapaxes(0, 1).reshape(pairs.shape))


def best(_key: Key, steps: Array) -> Array:
    """Takes the best step everywhere: a best response."""
    worth: Array = steps.max(0)
    return worth


def follow(strategy: Numbers) -> Chooser:
    """Plays a strategy: gives its worth against another."""
    return lambda key, steps: np.einsum("a...,a...->...", strategy.at(key), steps)


@dataclass(frozen=True)
class Measure:
    """What a strategy is worth inside the abstraction, antes a deal.

    Attributes:
        value: of the game to the first speaker, as the strategy plays itself.
        first_loses: what a best response gains on the strategy in the first seat.
        second_loses: the same in the second seat.
    """

    value: float
    first_loses: float
    second_loses: float

    @property
    def exploitability(self) -> float:
        """The mean of both seats: they alternate."""
        return (self.first_loses + self.second_loses) / 2


def measure(walker: Evaluator, strategy: Numbers) -> Measure:
    """How much a best response gains, exactly."""
    value = float(walker.walk(0, strategy, follow(strategy)).sum(dtype=np.float64))
    best_first = float(walker.walk(0, strategy, best).sum(dtype=np.float64))
    best_second = float(walker.walk(1, strategy, best).sum(dtype=np.float64))
    return Measure(value, best_second + value, best_first - value)
