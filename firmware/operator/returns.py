"""What was returned of what was staked, beside what chance alone explains.

Everything follows from the six sums that the books keep of each block, and from the exact
figures of its pay table. Doubles stand apart: mixed in, they would hide any fault in their noise.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from math import exp, sqrt

from firmware.games.joker_poker.hands import Hand
from firmware.ledger.meters import GAMBLE, SUMS
from firmware.money import GameId
from firmware.odds.game import HANDS, Analysis
from firmware.odds.known import Exact
from firmware.operator.chance import BANDS, Verdict, verdict_of_z

FEW_ROYALS = 10
"""Below so many expected ones the normal band does not hold: a royal is a fortieth of a return."""


@dataclass(frozen=True, slots=True)
class Sums:
    """The six sums of decided games, stake b and win w in credits, and how many won.

    Attributes:
        games: their number.
        staked, paid: sums of b and of w.
        staked_squared, staked_paid, paid_squared: sums of b*b, b*w and w*w.
        won: games that paid anything.
    """

    games: int = 0
    staked: int = 0
    paid: int = 0
    staked_squared: int = 0
    staked_paid: int = 0
    paid_squared: int = 0
    won: int = 0

    @classmethod
    def of(cls, meters: Mapping[str, int]) -> Sums:
        """Those of a block's meters."""
        return cls(*(meters[name] for name in (*SUMS, "won")))

    def __add__(self, other: Sums) -> Sums:
        names = [each.name for each in fields(self)]
        return Sums(*(getattr(self, name) + getattr(other, name) for name in names))

    @property
    def actual(self) -> Fraction | None:
        """What came back of each credit staked; None before the first."""
        return Fraction(self.paid, self.staked) if self.staked else None

    @property
    def effective_games(self) -> Fraction:
        """Games of one size that would tell as much: large stakes outweigh many small ones."""
        if not self.staked_squared:
            return Fraction(0)
        return Fraction(self.staked**2, self.staked_squared)

    @property
    def observed_deviation(self) -> float | None:
        """Standard deviation of `actual` as the games themselves show it (ratio estimator)."""
        actual = self.actual
        if actual is None:
            return None
        spread = self.paid_squared - 2 * actual * self.staked_paid + actual**2 * self.staked_squared
        return sqrt(spread) / self.staked


@dataclass(frozen=True, slots=True)
class Part:
    """The games of one block, or all alike.

    Attributes:
        game: which game.
        sums: of its games.
        hands: how they ended, hand -> games.
        exact: the exact figures of its pay table; None where there are none.
    """

    game: GameId
    sums: Sums
    hands: Mapping[str, int]
    exact: Exact | None


@dataclass(frozen=True, slots=True)
class Returned:
    """What one or more blocks returned.

    The exact figures are those of all parts together, each weighed by what was staked on it;
    None where nothing was staked, or a part has none.

    Attributes:
        parts: the blocks.
    """

    parts: tuple[Part, ...]

    @property
    def sums(self) -> Sums:
        """Of all parts."""
        return sum((part.sums for part in self.parts), Sums())

    @property
    def actual(self) -> Fraction | None:
        """What came back of each credit staked."""
        return self.sums.actual

    @property
    def exact(self) -> Fraction | None:
        """The return of best play for exactly these stakes."""
        return self._weighed(lambda sums: sums.staked, lambda known: known.rtp)

    @property
    def variance(self) -> Fraction | None:
        """Of a game's return per credit staked."""
        return self._weighed(lambda sums: sums.staked_squared, lambda known: known.variance)

    @property
    def exact_hit_rate(self) -> Fraction | None:
        """Share of games that pay under best play."""
        return self._weighed(lambda sums: sums.games, lambda known: known.hit_rate)

    @property
    def hit_rate(self) -> Fraction | None:
        """Share of games that paid."""
        sums = self.sums
        return Fraction(sums.won, sums.games) if sums.games else None

    @property
    def mean_stake(self) -> Fraction | None:
        """Credits a game."""
        sums = self.sums
        return Fraction(sums.staked, sums.games) if sums.games else None

    @property
    def deviation(self) -> float | None:
        """Standard deviation of the return of so many games, by the exact variance."""
        variance = self.variance
        return None if variance is None else sqrt(variance / self.sums.effective_games)

    @property
    def z(self) -> float | None:
        """Standard deviations that the return lies above the exact one."""
        actual, exact, deviation = self.actual, self.exact, self.deviation
        if actual is None or exact is None or not deviation:
            return None
        return float(actual - exact) / deviation

    @property
    def verdict(self) -> Verdict | None:
        """What to call that; None where it is not known."""
        z = self.z
        return None if z is None else verdict_of_z(z)

    def band(self, percent: int) -> tuple[float, float] | None:
        """Between which returns so many percent of honest cabinets lie, of as many games.

        Args:
            percent: one of `BANDS`.
        """
        exact, deviation = self.exact, self.deviation
        if exact is None or deviation is None:
            return None
        half = BANDS[percent] * deviation
        return max(float(exact) - half, 0.0), float(exact) + half

    @property
    def volatility_index(self) -> float | None:
        """As the trade has it: 90 % of sessions of n games lie within index / sqrt(n)."""
        variance = self.variance
        return None if variance is None else BANDS[90] * sqrt(variance)

    @property
    def hands(self) -> Mapping[str, int]:
        """How the games ended, hand -> games."""
        counted: dict[str, int] = {}
        for part in self.parts:
            for hand, games in part.hands.items():
                counted[hand] = counted.get(hand, 0) + games
        return counted

    def exact_share(self, hand: Hand) -> Fraction | None:
        """How often games end with a hand under best play, for exactly these stakes."""
        return self._weighed(lambda sums: sums.games, lambda known: known.share(hand))

    @property
    def played(self) -> tuple[Part, ...]:
        """The parts that were played. A session at Strip Poker is staked before it is a game."""
        return tuple(part for part in self.parts if part.sums.games or part.sums.staked)

    def _weighed(
        self, weight: Callable[[Sums], int], figure: Callable[[Analysis], Fraction]
    ) -> Fraction | None:
        """The mean of a figure over the games that were played; None where one has none."""
        total, weights = Fraction(0), 0
        for part in self.played:
            if part.exact is None:
                return None
            total += weight(part.sums) * figure(part.exact.analysis)
            weights += weight(part.sums)
        return total / weights if weights else None


# --- the rarest hand --------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Royals:
    """How much of a return waits for the natural royal.

    Attributes:
        seen: how many came.
        expected: how many were to be expected under best play.
        exact_without: the exact return of all other hands.
        actual_without: what all other hands returned; None where the books do not tell: a
            royal came, and stakes of a block differed.
    """

    seen: int
    expected: Fraction
    exact_without: Fraction
    actual_without: Fraction | None

    @property
    def are_few(self) -> bool:
        """Whether so few were expected that the band of the whole return says little."""
        return self.expected < FEW_ROYALS

    @property
    def chance_of_none(self) -> float:
        """How likely it was that none came."""
        return exp(-float(self.expected))


def royals(returned: Returned) -> Royals | None:
    """How much of a return waits for the natural royal; None without exact figures."""
    exact = returned.exact
    if exact is None:
        return None
    expected, waiting, seen = Fraction(0), Fraction(0), 0
    paid: Fraction | None = Fraction(0)
    for part in returned.played:
        assert part.exact is not None
        analysis = part.exact.analysis
        share, pays = analysis.share(Hand.NATURAL_ROYAL), analysis.pays[_ROYAL]
        expected += part.sums.games * share
        waiting += part.sums.staked * share * Fraction(pays, analysis.bet)
        came = part.hands.get(Hand.NATURAL_ROYAL, 0)
        seen += came
        won = _paid_each(part.sums, Fraction(pays, analysis.bet)) if came else Fraction(0)
        paid = None if paid is None or won is None else paid + came * won
    sums = returned.sums
    return Royals(
        seen=seen,
        expected=expected,
        exact_without=exact - waiting / sums.staked,
        actual_without=None if paid is None else (sums.paid - paid) / sums.staked,
    )


_ROYAL = HANDS.index(Hand.NATURAL_ROYAL)


def _paid_each(sums: Sums, times: Fraction) -> Fraction | None:
    """Credits that each hand of `times` its stake paid, where all stakes were alike."""
    is_alike = sums.staked**2 == sums.games * sums.staked_squared
    return times * sums.staked / sums.games if is_alike else None


# --- doubles ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Doubles:
    """The doubles: a bet of their own, as likely won as lost.

    Attributes:
        rounds: begun; one of them may wait for its pick.
        wins, ties, losses: ended.
        staked, returned: credits.
    """

    rounds: int = 0
    wins: int = 0
    ties: int = 0
    losses: int = 0
    staked: int = 0
    returned: int = 0

    @classmethod
    def of(cls, meters: Mapping[str, int]) -> Doubles:
        """Those of the meters of a block, or of the cabinet."""
        return cls(*(meters[name] for name in GAMBLE))

    def __add__(self, other: Doubles) -> Doubles:
        names = [each.name for each in fields(self)]
        return Doubles(*(getattr(self, name) + getattr(other, name) for name in names))

    @property
    def decided(self) -> int:
        """Neither level nor open."""
        return self.wins + self.losses

    @property
    def won_share(self) -> Fraction | None:
        """Of those decided."""
        return Fraction(self.wins, self.decided) if self.decided else None

    @property
    def z(self) -> float | None:
        """Standard deviations above one half."""
        if not self.decided:
            return None
        return (self.wins - self.losses) / sqrt(self.decided)

    @property
    def verdict(self) -> Verdict | None:
        """What to call that."""
        z = self.z
        return None if z is None else verdict_of_z(z)

    @property
    def actual(self) -> Fraction | None:
        """What came back of each credit staked; 1 is exact."""
        return Fraction(self.returned, self.staked) if self.staked else None

    def band(self, percent: int) -> tuple[float, float] | None:
        """Between which shares of wins so many percent of honest cabinets lie."""
        if not self.decided:
            return None
        half = BANDS[percent] / (2 * sqrt(self.decided))
        return max(0.5 - half, 0.0), min(0.5 + half, 1.0)
