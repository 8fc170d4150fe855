"""A mixed strategy: the arrangements that the computer draws from, and how often each is drawn.

Any one arrangement is beaten by another, so good play is a mix. The mix itself may be known;
only what was drawn from it may not. It is a value that is stored with the deal, so that the
player can be shown afterwards what her own arrangement was worth against all of it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
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
        return self.arrangements[_drawn(self.weights, chance)]


def _drawn(weights: Sequence[int], chance: Source) -> int:
    sums = tuple(accumulate(weights))
    return bisect_right(sums, below(chance, sums[-1]))


@dataclass(frozen=True, slots=True)
class Worth:
    """What an arrangement is worth against a whole mix, in a deal of two.

    Attributes:
        points: its points less the other's, on average.
        stakes: wins less losses, in stakes, on average: 1 always wins, -1 always loses.
    """

    points: Fraction
    stakes: Fraction


def worth(own: Arrangement, mix: str, ranking: Ranking) -> Worth:
    """What `own` wins on average of an opponent who draws from a mix.

    Args:
        own: five hands of the same cards.
        mix: what `write_mix` wrote.
        ranking: how hands are ranked.

    Raises:
        ValueError: the text is no mix.
    """
    reckoning = _reckoning(own, mix, ranking)
    while reckoning.step():
        pass
    return reckoning.worth


def worth_ahead(own: Arrangement, mix: str, ranking: Ranking) -> Iterator[None]:
    """Reckon it one arrangement of the mix at a step; `worth` goes on from there."""
    reckoning = _reckoning(own, mix, ranking)
    while reckoning.step():
        yield


class _Reckoning:
    """How far the worth of an arrangement is reckoned; of the mix only as much is read."""

    def __init__(self, own: Arrangement, mix: str, ranking: Ranking) -> None:
        self._mine = [evaluate(hand, ranking) for hand in own]
        self._left = [_entry(line) for line in mix.split("\n")[1:]]
        self._ranking = ranking
        self._total = sum(weight for weight, _ in self._left)
        self._points = self._stakes = 0

    def step(self) -> bool:
        """One arrangement more; False when there was none left."""
        if not self._left:
            return False
        weight, hands = self._left.pop()
        theirs = [evaluate(hand, self._ranking) for hand in read_arrangement(hands)]
        margin = _margin(self._mine, theirs, self._ranking)
        self._points += weight * margin
        self._stakes += weight * ((margin > 0) - (margin < 0))
        return True

    @property
    def worth(self) -> Worth:
        """What has been reckoned."""
        return Worth(Fraction(self._points, self._total), Fraction(self._stakes, self._total))


_reckoning = lru_cache(maxsize=4)(_Reckoning)


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


def draw_from(text: str, chance: Source) -> Arrangement:
    """What `read_mix(text).draw(chance)` draws, of a text that `verify_answer` has let pass.

    Only the drawn hands are read: a mix has thousands of cards, and this is between two frames.
    """
    entries = [_entry(line) for line in text.split("\n")[1:]]
    _, hands = entries[_drawn([weight for weight, _ in entries], chance)]
    return read_arrangement(hands)


def _entry(line: str) -> tuple[int, str]:
    weight, hands = line.split(" ")
    return int(weight), hands


def read_mix(text: str) -> Mix:
    """What `write_mix` wrote.

    Raises:
        LedgerCorruptError: when it wrote no such thing.
    """
    rounds, *lines = text.split("\n")
    try:
        entries = [_entry(line) for line in lines]
        return Mix(
            tuple(read_arrangement(hands) for _, hands in entries),
            tuple(weight for weight, _ in entries),
            int(rounds),
        )
    except ValueError as error:
        raise LedgerCorruptError(f"a mix cannot be read ({error}): {text[:80]!r}") from error
