"""Finds where in a solved strategy's trees a deal at the table is.

At the table any amount may be bet, and more often. Amounts are compared as shares of the pot;
one between two known ones is taken for either, the nearer more often (the pseudo-harmonic
mapping, which is hard to take advantage of). Raises beyond the last known one melt into one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from firmware.games.strip_poker.abstraction import (
    CALL,
    PASS,
    Path,
    Place,
    Round,
    Sizes,
    Step,
    StepKind,
)
from firmware.games.strip_poker.seat import Move, MoveKind, View
from firmware.games.strip_poker.strategy import Strategy

Fraction = Callable[[], float]
"""A random number, 0 to below 1, at each call."""


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a deal is.

    Attributes:
        way: how the first round went, once it is over.
        number: of the place where the viewer must act; None where the trees have none.
        place: the same place.
        scale: stripdollars at the table for one ante in the tree, by the size of the pot.
    """

    way: int | None
    number: int | None
    place: Place | None
    scale: float


@dataclass(frozen=True, slots=True)
class _Bets:
    """A round at the table.

    Attributes:
        has_waited: whether it began with a wait.
        amounts: the opening bet and what was raised on top, stripdollars.
        is_over: whether it was closed by a call.
    """

    has_waited: bool
    amounts: tuple[int, ...]
    is_over: bool


def spot(view: View, strategy: Strategy, fraction: Fraction) -> Spot:
    """Where the deal is that `view` shows.

    Args:
        view: the deal from a seat.
        strategy: whose trees.
        fraction: chance; decides for what an amount between two known ones is taken.
    """
    even = (2 * view.ante + view.carried) / 2
    first, second = _rounds(view.moves)
    path = _path(strategy.first, strategy.sizes, first, even, fraction)
    even += sum(first.amounts)
    if not first.is_over:
        return _placed(view, strategy.first, path, None, even)
    end = (*path, CALL if path and path[-1].kind is StepKind.BET else PASS)
    way = next(number for number, (ended, _) in enumerate(strategy.first.ends) if ended == end)
    if any(move.kind is MoveKind.EXCHANGE for move in view.moves) or second.amounts:
        tree = strategy.second(way)
        path = _path(tree, strategy.sizes, second, even, fraction)
        even += sum(second.amounts)
        return _placed(view, tree, path, way, even)
    return Spot(way, None, None, 1.0)


def _placed(view: View, tree: Round, path: Path, way: int | None, even: float) -> Spot:
    """The place after a path, if it is the viewer's and asks what the table asks."""
    found = next((n for n, place in enumerate(tree.places) if place.path == path), None)
    if found is None:
        return Spot(way, None, None, 1.0)
    place = tree.places[found]
    if (place.actor == 0) != view.is_first or (place.facing > 0) != (view.facing > 0):
        return Spot(way, None, None, 1.0)
    return Spot(way, found, place, even / (place.level + place.facing))


def _rounds(moves: Sequence[Move]) -> tuple[_Bets, _Bets]:
    """Both betting rounds of a deal so far."""
    rounds = []
    for part in _parted(moves):
        kinds = [move.kind for move in part]
        amounts = tuple(m.amount for m in part if m.kind in (MoveKind.OPEN, MoveKind.RAISE))
        rounds.append(_Bets(MoveKind.WAIT in kinds, amounts, MoveKind.CALL in kinds))
    return rounds[0], rounds[1]


def _parted(moves: Sequence[Move]) -> tuple[list[Move], list[Move]]:
    """The moves up to the call that ends the first round, and those after it."""
    ends = [at for at, move in enumerate(moves) if move.kind is MoveKind.CALL]
    begin = ends[0] + 1 if ends else len(moves)
    return list(moves[:begin]), list(moves[begin:])


def _path(tree: Round, sizes: Sizes, seen: _Bets, even: float, fraction: Fraction) -> Path:
    """The path that stands for a round at the table; it ends early where the tree does."""
    path: Path = (PASS,) if seen.has_waited else ()
    for amount in _melted(seen.amounts, len(sizes.bets)):
        place = tree.places[tree.index(path)]
        known = [step for step in place.steps if step.kind is StepKind.BET]
        if not known:
            break
        antes = amount * (place.level + place.facing) / even
        path = (*path, _taken_for(known, antes, 2 * (place.level + place.facing), fraction))
        even += amount
    return path


def _melted(amounts: Sequence[int], most: int) -> tuple[int, ...]:
    """At most so many bets: three in a row of the earliest become one, of the same money."""
    melted = tuple(amounts)
    while len(melted) > most:
        melted = (sum(melted[:3]), *melted[3:])
    return melted


def _taken_for(known: Sequence[Step], antes: float, pot: float, fraction: Fraction) -> Step:
    """One of the known bets, for an amount (antes, into a pot of `pot`)."""
    above = next((step for step in known if step.antes >= antes), None)
    if above is None:
        return known[-1]
    below = next((step for step in reversed(known) if step.antes <= antes), None)
    if below is None or below is above:
        return above
    return below if fraction() < share_of_lower(below.antes, above.antes, antes, pot) else above


def share_of_lower(lower: float, higher: float, amount: float, pot: float) -> float:
    """How often an amount between two known ones is taken for the lower, 0..1.

    >>> share_of_lower(2, 5, 2, 4), share_of_lower(2, 5, 5, 4), share_of_lower(2, 6, 3, 6)
    (1.0, 0.0, 0.6666666666666666)
    """
    low, high, seen = lower / pot, higher / pot, amount / pot
    return (high - seen) * (1 + low) / ((high - low) * (1 + seen))
