"""How a return went over the games, and when people play: what the operator's pictures show.

Both stay small however many games there are: a curve keeps every second point when it has too
many, days fall out at the far end.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import sqrt

from firmware.ledger.chain import Stamp
from firmware.operator.chance import BANDS
from firmware.operator.returns import Returned

POINTS_MAX = 128
DAYS_MAX = 62
_WALL = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d):", re.ASCII)


@dataclass(frozen=True, slots=True)
class Point:
    """Where the sums stood after a game.

    Attributes:
        games: so far.
        staked, paid: credits, doubles apart.
        staked_squared: sum of the squares of the stakes.
    """

    games: int = 0
    staked: int = 0
    paid: int = 0
    staked_squared: int = 0


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """A point of the picture; returns are of 1.

    Attributes:
        games: so far.
        actual: what was returned.
        low, high: the edges of the 95 % band.
    """

    games: int
    actual: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Course:
    """The sums as they grew.

    Attributes:
        step: games from one point to the next.
        points: after each `step` games, oldest first.
        last: after the last game.
    """

    step: int = 1
    points: tuple[Point, ...] = ()
    last: Point = Point()

    def after(self, staked: int, paid: int) -> Course:
        """The course with the next game."""
        last = Point(
            self.last.games + 1,
            self.last.staked + staked,
            self.last.paid + paid,
            self.last.staked_squared + staked**2,
        )
        if last.games % self.step:
            return replace(self, last=last)
        points, step = (*self.points, last), self.step
        if len(points) > POINTS_MAX:
            points, step = points[1::2], 2 * step
        return Course(step, points, last)

    def curve(self, returned: Returned) -> tuple[CurvePoint, ...]:
        """The points of a picture with its narrowing band, the last game at its end.

        Args:
            returned: what has the exact return and the variance of these games; without them
                there is no curve.
        """
        exact, variance = returned.exact, returned.variance
        if exact is None or variance is None:
            return ()
        ends = (self.last,) if self.points[-1:] != (self.last,) and self.last.games else ()
        curve = []
        for point in (*self.points, *ends):
            half = BANDS[95] * sqrt(variance * point.staked_squared) / point.staked
            middle = float(exact)
            low = max(middle - half, 0.0)
            curve.append(CurvePoint(point.games, point.paid / point.staked, low, middle + half))
        return tuple(curve)


@dataclass(frozen=True, slots=True)
class Busy:
    """What an hour or a day saw.

    Attributes:
        rounds: of all games, that began in it.
        credits_in: credits that came in with them, less what was taken out.
    """

    rounds: int = 0
    credits_in: int = 0

    def __add__(self, other: Busy) -> Busy:
        return Busy(self.rounds + other.rounds, self.credits_in + other.credits_in)


@dataclass(frozen=True, slots=True)
class Times:
    """When people play, as far as the clock was known to be right; UTC.

    Attributes:
        hours: by hour of the day, 0..23.
        days: by date, ISO 8601, at most the newest DAYS_MAX that saw a round.
    """

    hours: Mapping[int, Busy] = field(default_factory=dict)
    days: Mapping[str, Busy] = field(default_factory=dict)

    def after(self, begun: Stamp, credits_in: int) -> Times:
        """The times with the next round.

        Args:
            begun: of the row of its stake.
            credits_in: since the round before, and while it was played.
        """
        found = _WALL.match(begun.wall)
        if found is None or not begun.is_clock_synced:
            return self
        day, hour = found[1], int(found[2])
        one = Busy(1, credits_in)
        days = {**self.days, day: self.days.get(day, Busy()) + one}
        kept = sorted(days)[-DAYS_MAX:]
        return Times(
            {**self.hours, hour: self.hours.get(hour, Busy()) + one},
            {each: days[each] for each in kept},
        )
