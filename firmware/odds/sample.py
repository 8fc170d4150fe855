"""What a number of rounds came to, and how far that may lie from the exact return."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from firmware.odds.game import Analysis

BANDS = {95: 1.959964, 99: 2.575829}
"""Percent of all samples -> how many standard deviations to either side hold them."""


@dataclass(frozen=True, slots=True)
class Sample:
    """Rounds that were played.

    Attributes:
        counts: how many ended with each of `HANDS`.
        staked, paid: chips, of all rounds together.
    """

    counts: tuple[int, ...]
    staked: int
    paid: int

    @classmethod
    def of(cls, counts: Sequence[int], pays: Sequence[int], bet: int) -> Sample:
        """Rounds of one bet, paid by a table: `counts` and `pays` are of `HANDS`."""
        paid = sum(pay * count for pay, count in zip(pays, counts, strict=True))
        return cls(tuple(counts), bet * sum(counts), paid)

    @property
    def rounds(self) -> int:
        """How many."""
        return sum(self.counts)

    @property
    def rtp(self) -> Fraction:
        """What came back for each chip staked."""
        return Fraction(self.paid, self.staked)

    def interval(self, percent: int, exact: Analysis) -> tuple[float, float]:
        """The confidence interval around the return of the sample.

        Its width comes from the exact variance of the way to play: that of the sample itself
        would be too small wherever a royal, a fortieth of the return, has not come yet.

        Args:
            percent: 95 or 99.
            exact: what this way to play returns.
        """
        half = BANDS[percent] * self.deviation(exact)
        return float(self.rtp) - half, float(self.rtp) + half

    def deviation(self, exact: Analysis) -> float:
        """The standard deviation of the return of so many rounds."""
        return sqrt(exact.variance / self.rounds)

    def deviations(self, exact: Analysis) -> float:
        """How many standard deviations the sample lies above the exact return."""
        width = self.deviation(exact)
        return float(self.rtp - exact.rtp) / width if width else 0.0
