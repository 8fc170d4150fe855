"""A return beside its exact value, from sums small enough to be checked by hand."""

from fractions import Fraction
from math import exp, sqrt

import pytest

from firmware.games.joker_poker.hands import Hand
from firmware.money import GameId
from firmware.odds.game import HANDS, JOKER_POKER, Analysis
from firmware.odds.known import Exact
from firmware.operator.chance import Verdict
from firmware.operator.returns import Doubles, Part, Returned, Sums, royals

TOTAL = JOKER_POKER.outcomes


def exact(nothing: Fraction, royal: Fraction, pays: int, bet: int = 1) -> Exact:
    """Rounds that end in a royal, in a pair that pays 1 chip for one, or in nothing."""
    pair = 1 - nothing - royal
    shares = {Hand.NOTHING: nothing, Hand.KINGS_OR_BETTER: pair, Hand.NATURAL_ROYAL: royal}
    counts = [shares.get(hand, Fraction(0)) * TOTAL for hand in HANDS]
    assert all(count.denominator == 1 for count in counts)
    paid = {Hand.KINGS_OR_BETTER: bet, Hand.NATURAL_ROYAL: pays}
    chips = tuple(paid.get(hand, 0) for hand in HANDS)
    analysis = Analysis(JOKER_POKER, chips, bet, tuple(map(int, counts)), (0,) * 6, 0)
    return Exact(analysis, Fraction(0))


EVEN = exact(Fraction(1, 2), Fraction(0), 1)
"""Half of the games pay their stake: return 1/2, variance 1/4."""
RARE = exact(Fraction(1, 2), Fraction(1, 20), 10)
"""9 in 20 pay their stake, 1 in 20 ten times that: 19/20, variance 9/20 + 5 - (19/20)^2."""


def games(*played: tuple[int, int]) -> Sums:
    """Sums of (stake, win)."""
    return Sums(
        len(played),
        sum(b for b, _ in played),
        sum(w for _, w in played),
        sum(b * b for b, _ in played),
        sum(b * w for b, w in played),
        sum(w * w for _, w in played),
        sum(w > 0 for _, w in played),
    )


def one(sums: Sums, known: Exact | None = EVEN, **hands: int) -> Returned:
    return Returned((Part(GameId.JOKER_POKER, sums, hands, known),))


FOUR = games((1, 1), (1, 0), (1, 1), (5, 5))
"""Staked 8, paid 7, squares of the stakes 28."""


def test_actual_return() -> None:
    assert one(FOUR).actual == Fraction(7, 8)


def test_effective_games() -> None:
    assert FOUR.effective_games == Fraction(64, 28)


def test_games_of_one_stake_are_all_worth_one() -> None:
    assert games((3, 0), (3, 3), (3, 0)).effective_games == 3


def test_deviation_by_the_exact_variance() -> None:
    # The variance of the sum of wins is 28/4, of the return 7/64.
    assert one(FOUR).deviation == pytest.approx(sqrt(7 / 64))


def test_z() -> None:
    assert one(FOUR).z == pytest.approx((7 / 8 - 1 / 2) / sqrt(7 / 64))


def test_verdict() -> None:
    assert one(FOUR).verdict is Verdict.INSIDE


def test_band() -> None:
    many = games(*[(1, 1)] * 50, *[(1, 0)] * 50)
    low, high = one(many).band(95) or (0, 0)
    assert (low, high) == (pytest.approx(0.5 - 1.959964 / 20), pytest.approx(0.5 + 1.959964 / 20))


def test_a_band_does_not_begin_below_nothing() -> None:
    assert (one(games((1, 1))).band(99) or (1, 1))[0] == 0


def test_observed_deviation() -> None:
    # Sum of (w - r b)^2 with r = 7/8: 1/64 + 49/64 + 1/64 + 25/64.
    assert FOUR.observed_deviation == pytest.approx(sqrt(76 / 64) / 8)


def test_volatility_index() -> None:
    assert one(FOUR).volatility_index == pytest.approx(1.644854 / 2)


def test_hits() -> None:
    assert (one(FOUR).hit_rate, one(FOUR).exact_hit_rate) == (Fraction(3, 4), Fraction(1, 2))


def test_mean_stake() -> None:
    assert one(FOUR).mean_stake == 2


def test_nothing_played_tells_nothing() -> None:
    none = one(Sums())
    assert (none.actual, none.exact, none.z, none.verdict, none.band(95)) == (None,) * 5


def test_no_exact_figures() -> None:
    unknown = one(FOUR, None)
    assert (unknown.actual, unknown.exact, unknown.deviation, unknown.verdict) == (
        Fraction(7, 8),
        None,
        None,
        None,
    )


# --- together ---------------------------------------------------------------------------------

BOTH = Returned((*one(FOUR).parts, *one(games((2, 0), (2, 20)), RARE, natural_royal=1).parts))


def test_exact_return_is_weighed_by_what_was_staked() -> None:
    assert BOTH.exact == (Fraction(8, 2) + 4 * Fraction(19, 20)) / 12


def test_variance_is_weighed_by_the_squares_of_the_stakes() -> None:
    rare = Fraction(9, 20) + 5 - Fraction(19, 20) ** 2
    of_the_sum = 28 * Fraction(1, 4) + 8 * rare
    assert BOTH.deviation == pytest.approx(sqrt(of_the_sum) / 12)


def test_a_part_without_exact_figures_leaves_all_without() -> None:
    mixed = Returned((*BOTH.parts, *one(FOUR, None).parts))
    assert (mixed.exact, mixed.actual) == (None, Fraction(7 + 20 + 7, 8 + 4 + 8))


def test_a_part_that_was_never_played_changes_nothing() -> None:
    assert Returned((*BOTH.parts, *one(Sums(), None).parts)).exact == BOTH.exact


def test_a_session_that_is_not_over_counts_with_its_stake() -> None:
    begun = Part(GameId.STRIP_POKER, Sums(0, 10, 0, 100, 0, 0, 0), {}, None)
    together = Returned((*BOTH.parts, begun))
    assert (together.actual, together.exact) == (Fraction(27, 22), None)


def test_exact_share_is_weighed_by_games() -> None:
    assert BOTH.exact_share(Hand.NATURAL_ROYAL) == Fraction(2, 6) * Fraction(1, 20)


def test_hands_are_counted_together() -> None:
    assert Returned(BOTH.parts * 2).hands == {"natural_royal": 2}


# --- royals -----------------------------------------------------------------------------------


def test_royals_expected() -> None:
    found = royals(BOTH)
    assert found is not None
    assert (found.seen, found.expected, found.are_few) == (1, Fraction(2, 20), True)


def test_no_royal_has_its_chance() -> None:
    found = royals(BOTH)
    assert found is not None
    assert found.chance_of_none == pytest.approx(exp(-0.1))


def test_ten_expected_royals_are_enough() -> None:
    found = royals(one(games(*[(1, 0)] * 200), RARE))
    assert found is not None
    assert not found.are_few


def test_returns_without_royals() -> None:
    found = royals(BOTH)
    assert found is not None
    assert found.exact_without == (4 + 4 * Fraction(9, 20)) / 12
    assert found.actual_without == Fraction(7, 12)


def test_royals_of_different_stakes_cannot_be_taken_out() -> None:
    found = royals(one(games((1, 0), (2, 20)), RARE, natural_royal=1))
    assert found is not None
    assert found.actual_without is None


def test_no_royals_need_not_be_taken_out() -> None:
    found = royals(one(games((1, 0), (2, 2)), RARE))
    assert found is not None
    assert found.actual_without == Fraction(2, 3)


def test_no_exact_figures_no_royals() -> None:
    assert royals(one(FOUR, None)) is None


# --- doubles ----------------------------------------------------------------------------------

DOUBLES = Doubles(rounds=105, wins=60, ties=4, losses=40, staked=1000, returned=1150)
"""One is open."""


def test_share_of_won_doubles_leaves_out_level_and_open_ones() -> None:
    assert DOUBLES.won_share == Fraction(60, 100)


def test_z_of_doubles() -> None:
    assert DOUBLES.z == pytest.approx((0.6 - 0.5) / (0.5 / sqrt(100)))


def test_verdict_of_doubles() -> None:
    assert DOUBLES.verdict is Verdict.WATCH


def test_band_of_doubles() -> None:
    assert DOUBLES.band(95) == (pytest.approx(0.5 - 0.0979982), pytest.approx(0.5 + 0.0979982))


def test_return_of_doubles() -> None:
    assert DOUBLES.actual == Fraction(115, 100)


def test_no_doubles_tell_nothing() -> None:
    none = Doubles()
    assert (none.won_share, none.z, none.verdict, none.actual, none.band(99)) == (None,) * 5
