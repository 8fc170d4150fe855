"""Each leak has its direction, and at level 3 only what is done anyway is done."""

from __future__ import annotations

import pytest

from firmware.games.strip_poker.abstraction import Sizes, StepKind, first_round
from firmware.games.strip_poker.cast import PlayStyle
from firmware.games.strip_poker.styles import lean, unnoticed

SIZES = Sizes(((1, 2, 5), (1, 5)), 20)
FREE = first_round(SIZES).places[0]
FACING = next(place for place in first_round(SIZES).places if place.facing == 2)
EVEN = PlayStyle(level=3, boldness=0.5, bluff=0.3, read=1.0)


def style(**changed: float) -> PlayStyle:
    return PlayStyle(**({"level": 3, "boldness": 0.5, "bluff": 0.3, "read": 1.0} | changed))


def kinds(place, weights):
    """Share of each kind of step."""
    total = sum(weights)
    return {
        kind: sum(w for step, w in zip(place.steps, weights, strict=True) if step.kind is kind)
        / total
        for kind in StepKind
    }


def test_an_even_style_at_level_3_is_the_strategy_itself() -> None:
    shares = (100, 100, 30, 25)
    assert lean(FACING, shares, 0.5, EVEN, 3) == shares


@pytest.mark.parametrize("boldness", [0.0, 0.3, 1.0])
def test_at_level_3_nothing_is_done_that_the_strategy_never_does(boldness: float) -> None:
    weights = lean(FACING, (0, 255, 0, 0), 0.2, style(boldness=boldness), 3)
    assert [weight > 0 for weight in weights] == [False, True, False, False]


def test_the_stubborn_call_what_should_be_folded() -> None:
    weights = lean(FACING, (0, 255, 0, 0), 0.5, style(boldness=1.0), 2)
    assert kinds(FACING, weights)[StepKind.CALL] > 0.4


def test_the_timid_fold_what_should_be_called() -> None:
    weights = lean(FACING, (255, 0, 0, 0), 0.6, style(boldness=0.0), 2)
    assert kinds(FACING, weights)[StepKind.FOLD] > 0.4


def test_the_timid_do_not_fold_a_good_hand() -> None:
    weights = lean(FACING, (255, 0, 0, 0), 0.9, style(boldness=0.0), 2)
    assert kinds(FACING, weights)[StepKind.FOLD] == 0


def test_a_bluffer_bets_on_nothing() -> None:
    weights = lean(FREE, (255, 0, 0, 0), 0.1, style(bluff=1.0), 2)
    assert kinds(FREE, weights)[StepKind.BET] > 0.4


def test_who_never_bluffs_waits_with_nothing() -> None:
    shares = (55, 100, 50, 50)
    even = kinds(FREE, lean(FREE, shares, 0.1, EVEN, 2))
    honest = kinds(FREE, lean(FREE, shares, 0.1, style(bluff=0.0), 2))
    assert honest[StepKind.BET] < even[StepKind.BET] * 0.6


def test_the_bold_bet_larger() -> None:
    weights = lean(FREE, (0, 255, 0, 0), 0.5, style(boldness=1.0), 2)
    assert weights[2] > 0.2 * sum(weights)


def test_only_leaks_make_one_inattentive() -> None:
    blind = style(read=0.0)
    assert [unnoticed(blind, level) for level in (3, 2, 1)] == [0.0, 0.5, 1.0]
    assert unnoticed(style(read=1.0), 1) == 0.0


@pytest.mark.parametrize("level", [1, 2, 3])
@pytest.mark.parametrize("standing", [0.0, 0.39, 0.5, 0.8, 1.0])
@pytest.mark.parametrize("place", [FREE, FACING])
def test_weights_are_never_negative_and_never_all_nought(level, standing, place) -> None:
    steps = len(place.steps)
    for boldness in (0.0, 1.0):
        for bluff in (0.0, 1.0):
            shares = [0] * steps
            shares[-1] = 255
            leant = lean(place, shares, standing, style(boldness=boldness, bluff=bluff), level)
            assert min(leant) >= 0
            assert sum(leant) > 0
            assert len(leant) == steps
