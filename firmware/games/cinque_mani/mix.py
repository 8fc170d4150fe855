"""A mixed strategy: the arrangements that the computer draws from, and how often each is drawn.

Any one arrangement is beaten by another, so good play is a mix. The mix itself may be known;
only what was drawn from it may not. It is a value that is stored with the deal, so that the
player can be shown afterwards what her own arrangement was worth against all of it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from firmware.cards.shuffle import Source, below
from firmware.errors import LedgerCorruptError
from firmware.games.cinque_mani.hands import Made, Ranking, beats, evaluate
from firmware.games.cinque_mani.notation import read_arrangement, write_arrangement
from firmware.games.cinque_mani.table import HANDS, POINTS, Arrangement


@dataclass(frozen=True, slots=True)
class Mix:
    """What one of the computer's players draws its arrangement from.

    Attributes:
        arrangements: of the same twenty-five cards, no two alike.
        weights: how often each is drawn, in whole parts of their sum; each 1 or more.
        rounds: rounds of the solver that made it; 0 where none did.

    Raises:
        ValueError: there is nothing to draw, or the two do not fit.
    """

    arrangements: tuple[Arrangement, ...]
    weights: tuple[int, ...]
    rounds: int = 0

    def __post_init__(self) -> None:
        if not self.arrangements or len(self.arrangements) != len(self.weights):
            raise ValueError(f"{len(self.arrangements)} arrangements, {len(self.weights)} weights")
        if min(self.weights) < 1:
            raise ValueError(f"a weight is 1 or more: {self.weights}")

    def draw(self, chance: Source) -> Arrangement:
        """One of them, each exactly as often as its weight says."""
        sums = tuple(accumulate(self.weights))
        return self.arrangements[bisect_right(sums, below(chance, sums[-1]))]


@dataclass(frozen=True, slots=True)
class Worth:
    """What an arrangement is worth against a whole mix, in a deal of two.

    Attributes:
        points: its points less the other's, on average.
        stakes: wins less losses, in stakes, on average: 1 always wins, -1 always loses.
    """

    points: Fraction
    stakes: Fraction


def worth(own: Arrangement, mix: Mix, ranking: Ranking) -> Worth:
    """What `own` wins on average of an opponent who draws from `mix`."""
    mine = [evaluate(hand, ranking) for hand in own]
    total = sum(mix.weights)
    points = stakes = 0
    for arrangement, weight in zip(mix.arrangements, mix.weights, strict=True):
        margin = _margin(mine, [evaluate(hand, ranking) for hand in arrangement], ranking)
        points += weight * margin
        stakes += weight * ((margin > 0) - (margin < 0))
    return Worth(Fraction(points, total), Fraction(stakes, total))


def margin(first: Arrangement, second: Arrangement, ranking: Ranking) -> int:
    """Points of the first less points of the second, in a deal of two: -25 .. 25."""
    return _margin(
        [evaluate(hand, ranking) for hand in first],
        [evaluate(hand, ranking) for hand in second],
        ranking,
    )


def _margin(first: Sequence[Made], second: Sequence[Made], ranking: Ranking) -> int:
    return sum(
        POINTS[at] * (beats(first[at], second[at], ranking) - beats(second[at], first[at], ranking))
        for at in range(HANDS)
    )


def write_mix(mix: Mix) -> str:
    """A mix as text: `80`, the rounds, then `weight hands` of each, one a line."""
    entries = zip(mix.weights, mix.arrangements, strict=True)
    lines = [f"{weight} {write_arrangement(hands)}" for weight, hands in entries]
    return "\n".join([str(mix.rounds), *lines])


def read_mix(text: str) -> Mix:
    """What `write_mix` wrote.

    Raises:
        LedgerCorruptError: when it wrote no such thing.
    """
    rounds, *lines = text.split("\n")
    try:
        entries = [line.split() for line in lines]
        return Mix(
            tuple(read_arrangement(hands) for _, hands in entries),
            tuple(int(weight) for weight, _ in entries),
            int(rounds),
        )
    except ValueError as error:
        raise LedgerCorruptError(f"a mix cannot be read ({error}): {text[:80]!r}") from error
