"""Deals between two strategies, all at once, with real cards and money without end.

Every deal is played twice, the seats' cards changed, so that luck mostly cancels. What is won
is told in antes a deal. A push counts as nothing for either.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from firmware.games.strip_poker.abstraction import Path, Place, Step, StepKind
from solvers.buckets import COUNTS
from solvers.deals import Buckets, Deals, deal_chunk
from solvers.game import Group, Key, Layout, Numbers
from solvers.strengths import Deck, Ints

Doubles = NDArray[np.float64]
CHUNK = 100_000


class Player(Protocol):
    """Anybody who can play the abstract game.

    Attributes:
        buckets: how hands are told apart.
    """

    buckets: Buckets

    def choose(self, key: Key, at: tuple[Ints | int, ...], luck: Doubles) -> Ints:
        """The steps taken at one decision by many deals.

        Args:
            key: which decision.
            at: where each deal is in the decision's numbers, after the axis of the steps.
            luck: a random number 0..1 for each deal.
        """


@dataclass(frozen=True)
class Mixed:
    """Plays a strategy."""

    buckets: Buckets
    strategy: Numbers

    def choose(self, key: Key, at: tuple[Ints | int, ...], luck: Doubles) -> Ints:
        shares = self.strategy.at(key)[(slice(None), *at)]
        passed = np.cumsum(shares[:-1], axis=0) <= luck
        steps: Ints = passed.sum(0)
        return steps


@dataclass(frozen=True)
class Score:
    """What one of two won.

    Attributes:
        mean: antes a deal.
        error: standard error of it.
        deals: played, both of a pair counted.
    """

    mean: float
    error: float
    deals: int

    @property
    def interval(self) -> tuple[float, float]:
        """95 %."""
        return self.mean - 1.96 * self.error, self.mean + 1.96 * self.error


@dataclass
class Trail:
    """How deals went, for those who want to play them again: steps and counts by deal."""

    first: list[tuple[Ints, Path]]
    draws: list[tuple[Ints, int, int]]
    second: list[tuple[Ints, Path]]


def duel(
    deck: Deck, game: Layout, one: Player, other: Player, deals: int, rng: np.random.Generator
) -> Score:
    """At least `deals` deals of one against the other, each seat as often."""
    results: list[Doubles] = []
    played = 0
    while played < deals:
        cards = deal_chunk(deck, one.buckets.keep, CHUNK, rng)
        ahead = play(game, cards, (one, other), rng)
        behind = play(game, cards, (other, one), rng)
        results.append((ahead - behind) / 2)
        played += 2 * CHUNK
    won = np.concatenate(results)
    return Score(float(won.mean()), float(won.std(ddof=1)) / sqrt(len(won)), played)


def play(
    game: Layout,
    cards: Deals,
    seats: tuple[Player, Player],
    rng: np.random.Generator,
    trail: Trail | None = None,
) -> Doubles:
    """What the first seat wins of each deal, antes."""
    table = _Table(game, cards, seats, rng, trail)
    table.first_round((), np.arange(cards.pattern.shape[1]))
    return table.won


class _Table:
    """Many deals on their way through the trees."""

    def __init__(
        self,
        game: Layout,
        cards: Deals,
        seats: tuple[Player, Player],
        rng: np.random.Generator,
        trail: Trail | None,
    ) -> None:
        self._game = game
        self._cards = cards
        self._seats = seats
        self._rng = rng
        self._trail = trail
        self._before = [
            player.buckets.before[cards.pattern[seat]].astype(np.int64)
            for seat, player in enumerate(seats)
        ]
        self._places = {place.path: n for n, place in enumerate(game.first.places)}
        self._ends = {path: way for way, (path, _) in enumerate(game.first.ends)}
        self.won = np.zeros(cards.pattern.shape[1])

    def first_round(self, path: Path, deals: Ints) -> None:
        if not len(deals):
            return
        if path in self._ends:
            self._draw(self._ends[path], deals)
            return
        number = self._places[path]
        place = self._game.first.places[number]
        bucket = self._before[place.actor][deals]
        steps = self._chosen(place.actor, ("first", number, 0), (bucket,), len(deals))
        for at, step in enumerate(place.steps):
            taken = deals[steps == at]
            if step.kind is StepKind.FOLD:
                self._folded(place, taken)
                self._told(taken, (*path, step), None)
            else:
                self.first_round((*path, step), taken)

    def _draw(self, way: int, deals: Ints) -> None:
        counts = [
            self._chosen(seat, ("draw", seat, way), (self._before[seat][deals],), len(deals))
            for seat in range(2)
        ]
        group_at = next(n for n, group in enumerate(self._game.groups) if way in group.ways)
        group = self._game.groups[group_at]
        self._told(deals, self._game.first.ends[way][0], None)
        if self._trail is not None:
            for count in range(COUNTS):
                for others in range(COUNTS):
                    both = deals[(counts[0] == count) & (counts[1] == others)]
                    if len(both):
                        self._trail.draws.append((both, count, others))
        strength = np.stack([self._cards.strength[seat, counts[seat], deals] for seat in range(2)])
        bucket = [
            self._seats[seat].buckets.after[counts[seat], strength[seat]].astype(np.int64)
            for seat in range(2)
        ]
        pair = counts[0] * COUNTS + counts[1]
        hands = _Hands(deals, pair, bucket, strength, group.ways.index(way))
        numbers = {place.path: n for n, place in enumerate(group.tree.places)}
        self._second_round(group_at, group, numbers, (), hands, np.arange(len(deals)))

    def _second_round(
        self,
        group_at: int,
        group: Group,
        numbers: dict[Path, int],
        path: Path,
        hands: _Hands,
        chosen: Ints,
    ) -> None:
        if not len(chosen):
            return
        if path not in numbers:
            level = next(level for ended, level in group.tree.ends if ended == path)
            ours, theirs = hands.strength[:, chosen].astype(np.int64)
            self.won[hands.deals[chosen]] = np.sign(ours - theirs) * level
            self._told(hands.deals[chosen], None, path)
            return
        place = group.tree.places[numbers[path]]
        at = (hands.pair[chosen], hands.bucket[place.actor][chosen], hands.way)
        steps = self._chosen(place.actor, ("second", group_at, numbers[path]), at, len(chosen))
        for number, step in enumerate(place.steps):
            taken = chosen[steps == number]
            if step.kind is StepKind.FOLD:
                self._folded(place, hands.deals[taken])
                self._told(hands.deals[taken], None, (*path, step))
            else:
                self._second_round(group_at, group, numbers, (*path, step), hands, taken)

    def _chosen(self, seat: int, key: Key, at: tuple[Ints | int, ...], count: int) -> Ints:
        return self._seats[seat].choose(key, at, self._rng.random(count))

    def _folded(self, place: Place, deals: Ints) -> None:
        self.won[deals] = -place.level if place.actor == 0 else place.level

    def _told(self, deals: Ints, first: Path | None, second: Path | None) -> None:
        if self._trail is None or not len(deals):
            return
        if first is not None:
            self._trail.first.append((deals, first))
        if second is not None:
            self._trail.second.append((deals, second))


@dataclass(frozen=True)
class _Hands:
    """Deals of one way after the exchange."""

    deals: Ints
    pair: Ints
    bucket: list[Ints]
    strength: NDArray[np.uint16]
    way: int


def steps_told(trail: Trail, deals: int) -> list[tuple[Path, tuple[int, int] | None, Path | None]]:
    """By deal: the first round, cards changed by both seats, the second round."""
    first: list[tuple[Step, ...]] = [()] * deals
    draws: list[tuple[int, int] | None] = [None] * deals
    second: list[Path | None] = [None] * deals
    for which, path in trail.first:
        for deal in which:
            first[deal] = path
    for which, count, others in trail.draws:
        for deal in which:
            draws[deal] = (count, others)
    for which, path in trail.second:
        for deal in which:
            second[deal] = path
    return list(zip(first, draws, second, strict=True))
