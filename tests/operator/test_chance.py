"""Distances from exact values, against SciPy, which was written by others."""

from collections.abc import Sequence
from fractions import Fraction

import pytest
from scipy import stats

from firmware.operator.chance import (
    BANDS,
    Verdict,
    chi_square_tail,
    fit,
    normal_tails,
    verdict_of_tail,
    verdict_of_z,
)


@pytest.mark.parametrize("freedom", [1, 2, 3, 8, 11])
@pytest.mark.parametrize("statistic", [0.0, 0.004, 1.0, 7.5, 40.0, 200.0])
def test_chi_square(statistic: float, freedom: int) -> None:
    expected = stats.chi2.sf(statistic, freedom)
    assert chi_square_tail(statistic, freedom) == pytest.approx(expected, rel=1e-11)


@pytest.mark.parametrize("z", [-4.0, -1.959964, 0.0, 0.5, 6.0])
def test_normal_tails(z: float) -> None:
    assert normal_tails(z) == pytest.approx(2 * stats.norm.sf(abs(z)), rel=1e-12)


@pytest.mark.parametrize("percent", BANDS)
def test_bands_hold_so_many_percent(percent: int) -> None:
    assert BANDS[percent] == pytest.approx(stats.norm.isf((1 - percent / 100) / 2), abs=1e-6)


@pytest.mark.parametrize(("statistic", "freedom"), [(-0.1, 1), (1.0, 0)])
def test_no_chi_square(statistic: float, freedom: int) -> None:
    with pytest.raises(ValueError, match="no chi-square"):
        chi_square_tail(statistic, freedom)


@pytest.mark.parametrize(
    ("z", "verdict"),
    [
        (0.0, Verdict.INSIDE),
        (1.95, Verdict.INSIDE),
        (-1.97, Verdict.WATCH),
        (2.57, Verdict.WATCH),
        (-2.58, Verdict.OUTSIDE),
        (4.0, Verdict.OUTSIDE),
        (4.01, Verdict.ALARM),
    ],
)
def test_verdict_of_a_distance(z: float, verdict: Verdict) -> None:
    assert verdict_of_z(z) is verdict


@pytest.mark.parametrize(
    ("tail", "verdict"),
    [
        (0.5, Verdict.INSIDE),
        (0.011, Verdict.INSIDE),
        (0.009, Verdict.WATCH),
        (0.00009, Verdict.ALARM),
        (0.991, Verdict.WATCH),
        (0.99995, Verdict.ALARM),
    ],
)
def test_verdict_of_a_fit_looks_at_both_ends(tail: float, verdict: Verdict) -> None:
    assert verdict_of_tail(tail) is verdict


def test_fit_as_scipy_has_it() -> None:
    observed, shares = [48, 35, 17], [Fraction(1, 2), Fraction(3, 10), Fraction(1, 5)]
    found = fit(observed, shares)
    expected = stats.chisquare(observed, [50, 30, 20])
    assert found is not None
    assert (found.statistic, found.freedom) == (pytest.approx(expected.statistic), 2)
    assert found.tail == pytest.approx(expected.pvalue)


@pytest.mark.parametrize(
    ("observed", "shares", "freedom"),
    [
        # Of 100 games 1, 2, 4 and 93 are expected: the first three together reach five.
        ([1, 2, 4, 93], [1, 2, 4, 93], 1),
        # 60, 36 and 4: the last goes with the second.
        ([60, 36, 4], [60, 36, 4], 1),
    ],
)
def test_rare_classes_are_counted_together(
    observed: Sequence[int], shares: Sequence[int], freedom: int
) -> None:
    found = fit(observed, [Fraction(share, 100) for share in shares])
    assert found is not None
    assert (found.freedom, found.statistic) == (freedom, 0)


def test_what_is_left_over_goes_with_the_last() -> None:
    # Of 17 games 2, 3, 4, 4 and 4 are expected: five, eight, and four that are too few.
    found = fit([4, 3, 4, 4, 2], [Fraction(share, 17) for share in (2, 3, 4, 4, 4)])
    assert found is not None
    assert found.statistic == pytest.approx(2**2 / 5 + 2**2 / 12)


@pytest.mark.parametrize("observed", [[0, 0], [3, 4]])
def test_too_few_tell_nothing(observed: Sequence[int]) -> None:
    assert fit(observed, [Fraction(1, 2), Fraction(1, 2)]) is None
