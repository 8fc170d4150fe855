"""Intervals of a sample, from a game whose variance is plain."""

from fractions import Fraction

import pytest

from firmware.odds.game import HANDS, JOKER_POKER, Analysis
from firmware.odds.sample import Sample

HALF = JOKER_POKER.outcomes // 2
REST = (0,) * (len(HANDS) - 2)
COIN = Analysis(JOKER_POKER, (0, 2, *REST), 1, (HALF, HALF, *REST), (0,) * 6, 0)
"""Nothing or twice the bet, each half of the time: return 1, variance 1."""


def sample(won: int) -> Sample:
    return Sample.of((10_000 - won, won, *REST), COIN.pays, COIN.bet)


def test_a_sample_is_paid_by_its_table() -> None:
    assert (sample(5_050).staked, sample(5_050).paid) == (10_000, 10_100)
    assert sample(5_050).rtp == Fraction(101, 100)


def test_ten_thousand_rounds_deviate_by_a_hundredth() -> None:
    assert sample(5_050).deviation(COIN) == pytest.approx(0.01)
    assert sample(5_050).deviations(COIN) == pytest.approx(1)


def test_bands_are_those_of_the_normal_distribution() -> None:
    assert sample(5_050).interval(95, COIN) == pytest.approx((0.99040036, 1.02959964))
    assert sample(5_050).interval(99, COIN) == pytest.approx((0.98424171, 1.03575829))
