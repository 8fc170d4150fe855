"""Who sits opposite: answers by a strategy solved beforehand, leant by a character's style.

It is given a `View` and chance, and nothing else; no module here knows the table. It searches
nothing: a place is found, its shares are looked up, one step is drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from firmware.cards.shuffle import Source, below
from firmware.games.strip_poker.abstraction import Place, Step, StepKind
from firmware.games.strip_poker.cast import PlayStyle
from firmware.games.strip_poker.reading import Spot, spot
from firmware.games.strip_poker.seat import Answer, MoveKind, Phase, View
from firmware.games.strip_poker.strategy import COUNTS, Strategy, strategy
from firmware.games.strip_poker.styles import lean, unnoticed

BET_STEP = 5
"""Amounts are whole multiples of it where the rules leave room."""
_GRAIN = 1 << 20
_USUAL_CHANGE = 3
"""What is supposed of an exchange that was not noticed."""
_BETTER_PRICE = 0.6
"""A call that costs less than this share of what the strategy thought is thought over."""
DOUBT = 0.1
"""How much worse a hand stands against somebody who bets than against anybody."""


@dataclass(frozen=True, slots=True)
class Opponent:
    """A character at a level.

    Attributes:
        style: the character's.
        level: 1 easy .. 3 hard.
    """

    style: PlayStyle
    level: int

    def answer(self, view: View, chance: Source) -> Answer:
        """What the character does now; always something the rules allow.

        Args:
            view: the deal from the character's seat, when it is its turn to speak or to change.
            chance: random bits; equal views and bits give equal answers.

        Raises:
            ValueError: it is not a phase in which anybody answers.
            StrategyError: the shipped strategy cannot be read.
            ChanceError: the source failed.
        """
        dice = _Dice(chance)
        solved = strategy(view.deck)
        here = spot(view, solved, dice.fraction)
        if view.phase is Phase.DRAW:
            return self._change(view, solved, here, dice)
        if view.phase not in _FREE:
            raise ValueError(f"nobody answers in '{view.phase}'")
        if here.number is None or here.place is None:
            return _by_price(view, self._standing(view, solved))
        weights = self._weights(view, solved, here, here.place, dice)
        step = here.place.steps[dice.pick(weights)]
        return self._at_table(view, solved, here, here.place, step)

    def _change(self, view: View, solved: Strategy, here: Spot, dice: _Dice) -> Answer:
        bucket = solved.bucket_before(view.cards)
        if here.way is None:
            raise ValueError("the cards are changed before the first round has ended")
        count = dice.pick(solved.shares_draw(_seat(view), here.way, bucket))
        return Answer(MoveKind.EXCHANGE, change=solved.change(view.cards, count))

    def _weights(
        self, view: View, solved: Strategy, here: Spot, place: Place, dice: _Dice
    ) -> tuple[float, ...]:
        """How likely each step of a place is."""
        assert here.number is not None
        standing = self._standing(view, solved)
        if here.way is None:
            shares = solved.shares_first(here.number, solved.bucket_before(view.cards))
            return lean(place, shares, standing, self.style, self.level)
        own, other = _changed(view)
        missed = unnoticed(self.style, self.level)
        if missed and dice.fraction() < missed:
            other = _USUAL_CHANGE
        pair = own * COUNTS + other if view.is_first else other * COUNTS + own
        bucket = solved.bucket_after(view.cards, own, view.ranking)
        shares = solved.shares_second(here.way, here.number, pair, bucket)
        return lean(place, shares, standing, self.style, self.level)

    def _standing(self, view: View, solved: Strategy) -> float:
        if view.phase in _FIRST_ROUND:
            return solved.standing_before(solved.bucket_before(view.cards))
        own, _ = _changed(view)
        return solved.standing_after(own, solved.bucket_after(view.cards, own, view.ranking))

    def _at_table(
        self, view: View, solved: Strategy, here: Spot, place: Place, step: Step
    ) -> Answer:
        """A step of the tree as a move that the rules allow."""
        if step.kind is StepKind.BET and view.max_amount > 0:
            amount = _amount(step.antes * here.scale, view.max_amount)
            return Answer(MoveKind.RAISE if view.facing else MoveKind.OPEN, amount)
        if step.kind is StepKind.FOLD:  # only where something is outstanding
            thought = place.facing / (2 * place.level + 2 * place.facing)
            if _price(view) < _BETTER_PRICE * thought:
                return _by_price(view, self._standing(view, solved))
            return Answer(MoveKind.FOLD)
        return Answer(_FREE[view.phase])


_FREE = {
    Phase.B1_FIRST: MoveKind.WAIT,
    Phase.B1_AFTER_WAIT: MoveKind.CALL,
    Phase.B1_FACING: MoveKind.CALL,
    Phase.B2_FIRST: MoveKind.CALL,
    Phase.B2_FACING: MoveKind.CALL,
}
"""Where somebody must speak, and what keeps one in without betting."""
_FIRST_ROUND = (Phase.B1_FIRST, Phase.B1_AFTER_WAIT, Phase.B1_FACING)


class _Dice:
    """Random numbers and choices out of random bits."""

    def __init__(self, chance: Source) -> None:
        self._chance = chance

    def fraction(self) -> float:
        """0 to below 1."""
        return below(self._chance, _GRAIN) / _GRAIN

    def pick(self, weights: Sequence[float]) -> int:
        """The number of one of the weights, each as likely as it weighs."""
        left = self.fraction() * sum(weights)
        for number, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return number
        return max(range(len(weights)), key=weights.__getitem__)  # rounding at the very end


def _seat(view: View) -> int:
    return 0 if view.is_first else 1


def _changed(view: View) -> tuple[int, int]:
    """Cards that the viewer and the other changed."""
    if view.exchanged_own is None or view.exchanged_other is None:
        raise ValueError("the second round begins when both have changed")
    return view.exchanged_own, view.exchanged_other


def _price(view: View) -> float:
    """What a call costs, as a share of the pot that it makes."""
    return view.facing / (view.pot + view.facing)


def _by_price(view: View, standing: float) -> Answer:
    """Where the strategy knows nothing: stay in if the price is worth the hand."""
    if view.facing and standing < _price(view) + DOUBT:
        return Answer(MoveKind.FOLD)
    return Answer(_FREE[view.phase])


def _amount(exact: float, most: int) -> int:
    """A whole amount that can be bet: a multiple of 5 unless the most is less."""
    steps = max(1, round(exact / BET_STEP))
    return min(steps * BET_STEP, most)
