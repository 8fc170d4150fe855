"""The betting as a solved strategy knows it: a few amounts, a few raises, money without end.

The solver and the cabinet build the same small trees from the same `Sizes`; a place in them
is named by the steps that lead to it. Amounts are antes. Nobody folds where going on is free.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique
from functools import cache
from typing import NamedTuple


@unique
class StepKind(StrEnum):
    """What is done at a place."""

    PASS = "p"
    """Wait, change for nothing or show for nothing."""
    CALL = "c"
    FOLD = "f"
    BET = "b"
    """Open or raise."""


class Step(NamedTuple):
    """One thing done; `antes` is what a bet adds on top of a call."""

    kind: StepKind
    antes: int = 0


Path = tuple[Step, ...]
"""Steps of one round, from its beginning."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """Which amounts a strategy knows.

    Attributes:
        bets: amounts of an open, of the first raise, of the second, and so on: one tuple for
            each; after the last nothing is raised any more.
        cap: the most that one player puts into a pot, the ante included. An amount that would
            exceed it is cut down to it.
    """

    bets: tuple[tuple[int, ...], ...]
    cap: int


@dataclass(frozen=True, slots=True)
class Place:
    """Where somebody must act.

    Attributes:
        path: how the round came here.
        actor: 0 who speaks first in the deal, 1 the other.
        level: what each has put in before the round's outstanding bet, in antes.
        facing: outstanding, in antes.
        steps: what may be done, in the order of the strategy's numbers.
    """

    path: Path
    actor: int
    level: int
    facing: int
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Round:
    """A betting round.

    Attributes:
        places: in order, each before those that follow from it.
        ends: path and level of every way in which both stay in.
    """

    places: tuple[Place, ...]
    ends: tuple[tuple[Path, int], ...]

    def index(self, path: Path) -> int:
        """The number of a place among `places`; KeyError when there is none."""
        return _numbers(self)[path]


PASS = Step(StepKind.PASS)
CALL = Step(StepKind.CALL)
FOLD = Step(StepKind.FOLD)


@cache
def first_round(sizes: Sizes) -> Round:
    """The round before the exchange: the first may wait, then the second speaks."""
    return _round(sizes, 1, may_wait=True)


@cache
def second_round(sizes: Sizes, level: int) -> Round:
    """The round after the exchange: showing for nothing ends it at once.

    Args:
        sizes: the amounts.
        level: what each has put in by then.
    """
    return _round(sizes, level, may_wait=False)


def bets(sizes: Sizes, number: int, level: int) -> tuple[int, ...]:
    """The amounts of the bet after `number` bets of the round, when each has `level` in."""
    if number >= len(sizes.bets):
        return ()
    room = sizes.cap - level
    return tuple(sorted({min(size, room) for size in sizes.bets[number]})) if room > 0 else ()


def _round(sizes: Sizes, level: int, *, may_wait: bool) -> Round:
    places: list[Place] = []
    ends: list[tuple[Path, int]] = []

    def free(path: Path, actor: int) -> None:
        amounts = bets(sizes, 0, level)
        steps = (PASS, *(Step(StepKind.BET, antes) for antes in amounts))
        places.append(Place(path, actor, level, 0, steps))
        if may_wait and not path:
            free((PASS,), 1)
        else:
            ends.append(((*path, PASS), level))
        for step in steps[1:]:
            facing((*path, step), 1 - actor, level, step.antes, 1)

    def facing(path: Path, actor: int, even: int, outstanding: int, number: int) -> None:
        amounts = bets(sizes, number, even + outstanding)
        steps = (CALL, FOLD, *(Step(StepKind.BET, antes) for antes in amounts))
        places.append(Place(path, actor, even, outstanding, steps))
        ends.append(((*path, CALL), even + outstanding))
        for step in steps[2:]:
            facing((*path, step), 1 - actor, even + outstanding, step.antes, number + 1)

    free((), 0)
    return Round(tuple(places), tuple(ends))


@cache
def _numbers(round_: Round) -> dict[Path, int]:
    return {place.path: number for number, place in enumerate(round_.places)}
