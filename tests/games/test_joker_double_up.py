"""The double: ranks only, and the arithmetic of the stake."""

import pytest

from firmware.cards.card import Card
from firmware.errors import RuleError
from firmware.games.joker_poker.double_up import (
    Outcome,
    can_halve,
    half_rest,
    half_stake,
    outcome,
    pending_after,
)


@pytest.mark.parametrize(
    ("dealer", "pick", "result"),
    [
        ("KS", "AC", Outcome.WON),
        ("AC", "KS", Outcome.LOST),
        ("2S", "3C", Outcome.WON),
        ("AS", "2C", Outcome.LOST),
        ("9S", "9H", Outcome.TIED),
        ("9C", "9S", Outcome.TIED),
        ("AS", "JK", Outcome.WON),
        ("JK", "AS", Outcome.LOST),
    ],
)
def test_outcome(dealer: str, pick: str, result: Outcome) -> None:
    assert outcome(Card.parse(dealer), Card.parse(pick)) is result


@pytest.mark.parametrize(("win", "stake", "rest"), [(2, 1, 1), (3, 1, 2), (10, 5, 5), (25, 12, 13)])
def test_half(win: int, stake: int, rest: int) -> None:
    assert (half_stake(win), half_rest(win)) == (stake, rest)


@pytest.mark.parametrize("win", [0, 1])
def test_win_of_one_cannot_be_halved(win: int) -> None:
    assert not can_halve(win)
    with pytest.raises(RuleError, match=f"a win of {win} cannot be halved"):
        half_stake(win)


@pytest.mark.parametrize(
    ("result", "pending"), [(Outcome.WON, 24), (Outcome.TIED, 12), (Outcome.LOST, 0)]
)
def test_pending_win_after_a_double(result: Outcome, pending: int) -> None:
    assert pending_after(result, 12) == pending


def test_nothing_cannot_be_staked() -> None:
    with pytest.raises(RuleError, match="at least 1 credit, not 0"):
        pending_after(Outcome.WON, 0)
