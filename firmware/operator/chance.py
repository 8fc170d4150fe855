"""How far from an exact value chance alone takes what was counted, and what to call it.

No table and no library: the distributions are closed sums. A page is opened many times a year,
so that one cabinet in twenty stands outside its 95 % band at any time; an alarm wants far more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum, unique
from fractions import Fraction
from math import erfc, exp, gamma, sqrt

BANDS = {90: 1.644854, 95: 1.959964, 99: 2.575829}
"""Percent of honest cabinets -> standard deviations to either side that hold them."""
ALARM_Z = 4.0
"""Standard deviations that one honest cabinet in 16,000 strays."""
WATCH_P, ALARM_P = 0.01, 1e-4
LEAST_EXPECTED = 5
"""Classes of which fewer are expected are counted together: below, chi-square does not hold."""


@unique
class Verdict(StrEnum):
    """What a distance is called."""

    INSIDE = "inside"
    """As most honest cabinets: inside the 95 % band."""
    WATCH = "watch"
    """One in twenty to one in a hundred strays so far: look again after more games."""
    OUTSIDE = "outside"
    """Outside the 99 % band: find out why."""
    ALARM = "alarm"
    """No honest cabinet is expected here."""


def verdict_of_z(z: float) -> Verdict:
    """The verdict on a distance in standard deviations, to either side.

    >>> verdict_of_z(-2.0), verdict_of_z(0.3)
    (<Verdict.WATCH: 'watch'>, <Verdict.INSIDE: 'inside'>)
    """
    if abs(z) <= BANDS[95]:
        return Verdict.INSIDE
    if abs(z) <= BANDS[99]:
        return Verdict.WATCH
    return Verdict.OUTSIDE if abs(z) <= ALARM_Z else Verdict.ALARM


def verdict_of_tail(tail: float) -> Verdict:
    """The verdict on the upper tail of a fit; one that fits too well is odd as well.

    >>> verdict_of_tail(0.5), verdict_of_tail(0.995), verdict_of_tail(1e-5)
    (<Verdict.INSIDE: 'inside'>, <Verdict.WATCH: 'watch'>, <Verdict.ALARM: 'alarm'>)
    """
    rarer = min(tail, 1 - tail)
    if rarer < ALARM_P:
        return Verdict.ALARM
    return Verdict.WATCH if rarer < WATCH_P else Verdict.INSIDE


def normal_tails(z: float) -> float:
    """Share of honest cabinets that stray at least so many standard deviations, either way."""
    return erfc(abs(z) / sqrt(2))


def chi_square_tail(statistic: float, freedom: int) -> float:
    """Share of honest samples whose chi-square is at least `statistic`.

    Raises:
        ValueError: for a negative statistic, or less than one degree of freedom.
    """
    if statistic < 0 or freedom < 1:
        raise ValueError(f"no chi-square: {statistic} with {freedom} degrees of freedom")
    half = statistic / 2
    # The incomplete gamma function of a whole or half argument is a finite sum.
    power = freedom % 2 / 2
    tail = erfc(sqrt(half)) if freedom % 2 else 0.0
    term = half**power * exp(-half) / gamma(power + 1)
    for _ in range(freedom // 2):
        tail += term
        power += 1
        term *= half / power
    return min(tail, 1.0)


@dataclass(frozen=True, slots=True)
class Fit:
    """How well counts fit exact shares: Pearson's chi-square.

    Attributes:
        statistic: sum of squared distances, each by what was expected.
        freedom: classes less one, rare ones counted together.
        tail: share of honest samples that fit no better.
        games: how many were counted.
    """

    statistic: float
    freedom: int
    tail: float
    games: int

    @property
    def verdict(self) -> Verdict:
        """What to call it."""
        return verdict_of_tail(self.tail)


def fit(observed: Sequence[int], shares: Sequence[Fraction]) -> Fit | None:
    """The fit of counts to exact shares; None while too few were counted to tell anything.

    Args:
        observed: how often each came.
        shares: how often each comes, of 1; they add up to 1.
    """
    games = sum(observed)
    pooled = _pooled(observed, [float(share * games) for share in shares])
    if len(pooled) < 2:
        return None
    statistic = sum((count - mean) ** 2 / mean for count, mean in pooled)
    return Fit(statistic, len(pooled) - 1, chi_square_tail(statistic, len(pooled) - 1), games)


def _pooled(observed: Sequence[int], expected: Sequence[float]) -> list[tuple[int, float]]:
    """(count, expected) of classes, the rare ones together with the next more frequent."""
    pooled: list[tuple[int, float]] = []
    count, mean = 0, 0.0
    for seen, hoped in sorted(zip(observed, expected, strict=True), key=lambda pair: pair[1]):
        count, mean = count + seen, mean + hoped
        if mean >= LEAST_EXPECTED:
            pooled.append((count, mean))
            count, mean = 0, 0.0
    if (count or mean) and pooled:
        last_count, last_mean = pooled.pop()
        pooled.append((last_count + count, last_mean + mean))
    return pooled
