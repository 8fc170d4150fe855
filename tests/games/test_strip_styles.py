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


def more(place, shares, standing, kind, level=2, **leak):
    """How much more of a kind of step a leak makes of the same at the same level."""
    leaking = kinds(place, lean(place, shares, standing, style(**leak), level))
    even = kinds(place, lean(place, shares, standing, EVEN, level))
    return leaking[kind] - even[kind]


LITTLE = 0.05


def test_the_stubborn_call_what_should_be_folded() -> None:
    assert more(FACING, (0, 255, 0, 0), 0.1, StepKind.CALL, boldness=1.0) > LITTLE


def test_the_timid_fold_what_should_be_called() -> None:
    assert more(FACING, (255, 0, 0, 0), 0.6, StepKind.FOLD, boldness=0.0) > LITTLE


def test_the_timid_do_not_fold_a_good_hand() -> None:
    assert more(FACING, (255, 0, 0, 0), 0.9, StepKind.FOLD, boldness=0.0) == 0


def test_a_bluffer_bets_on_nothing() -> None:
    assert more(FREE, (255, 0, 0, 0), 0.1, StepKind.BET, bluff=1.0) > LITTLE


def test_a_bluffer_waits_with_a_middling_hand_as_others_do() -> None:
    assert more(FREE, (255, 0, 0, 0), 0.5, StepKind.BET, bluff=1.0) == 0


def test_who_never_bluffs_waits_with_nothing() -> None:
    assert more(FREE, (55, 100, 50, 50), 0.1, StepKind.PASS, bluff=0.0) > LITTLE


def test_the_bold_bet_larger() -> None:
    shares = (0, 255, 0, 0)
    bold = lean(FREE, shares, 0.5, style(boldness=1.0), 2)
    even = lean(FREE, shares, 0.5, EVEN, 2)
    assert bold[2] / sum(bold) > even[2] / sum(even) + LITTLE


@pytest.mark.parametrize("kind", [StepKind.CALL, StepKind.FOLD])
def test_a_leak_is_the_larger_the_lower_the_level(kind: StepKind) -> None:
    boldness, standing = (1.0, 0.1) if kind is StepKind.CALL else (0.0, 0.6)
    shares = (0, 255, 0, 0) if kind is StepKind.CALL else (255, 0, 0, 0)
    leaks = [
        kinds(FACING, lean(FACING, shares, standing, style(boldness=boldness), level))[kind]
        for level in (3, 2, 1)
    ]
    assert leaks == sorted(leaks)
    assert leaks[0] == 0 < leaks[1] < leaks[2]


def test_the_curious_pay_to_see() -> None:
    shares = (0, 255, 0, 0)
    calls = [kinds(FACING, lean(FACING, shares, 0.4, EVEN, n))[StepKind.CALL] for n in (3, 2, 1)]
    assert calls[0] == 0 < calls[1] < calls[2]


def test_only_leaks_make_one_inattentive() -> None:
    blind = style(read=0.0)
    assert unnoticed(blind, 3) == 0.0 < unnoticed(blind, 2) < unnoticed(blind, 1) == 1.0
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
