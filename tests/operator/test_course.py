"""A curve that stays small, and the hours and days in which people play."""

from __future__ import annotations

from math import sqrt

import pytest

from firmware.ledger.chain import Stamp
from firmware.money import GameId
from firmware.odds.known import kept_exact
from firmware.operator.course import DAYS_MAX, POINTS_MAX, Busy, Course, Point, Times
from firmware.operator.returns import Part, Returned, Sums

PAYS = (0, 1, 1, 2, 3, 5, 7, 17, 50, 100, 200, 750)
"""Returns 97.9639 %, variance 23.1111."""
RETURNED = Returned((Part(GameId.JOKER_POKER, Sums(1, 1, 0, 1, 0, 0, 0), {}, kept_exact(PAYS, 1)),))


def played(games: int, staked: int = 2, paid: int = 1) -> Course:
    course = Course()
    for _ in range(games):
        course = course.after(staked, paid)
    return course


def test_each_game_is_a_point_at_first() -> None:
    assert played(2).points == (Point(1, 2, 1, 4), Point(2, 4, 2, 8))


def test_a_long_course_keeps_every_second_point() -> None:
    course = played(POINTS_MAX + 2)
    assert course.step == 2
    assert [point.games for point in course.points] == list(range(2, POINTS_MAX + 3, 2))


@pytest.mark.parametrize("games", [1000, 5000])
def test_a_course_stays_small(games: int) -> None:
    course = played(games)
    assert POINTS_MAX // 2 <= len(course.points) <= POINTS_MAX
    assert all(point.games % course.step == 0 for point in course.points)


def test_the_last_game_is_always_there() -> None:
    assert played(POINTS_MAX + 4).last == Point(132, 264, 132, 528)
    assert played(POINTS_MAX + 3).curve(RETURNED)[-1].games == 131


def test_the_last_game_is_there_once() -> None:
    assert [point.games for point in played(2).curve(RETURNED)] == [1, 2]


def test_a_curve_has_its_band() -> None:
    point = played(10_000).curve(RETURNED)[-1]
    half = 1.959964 * sqrt(23.111148 / 10_000)
    assert point.actual == 0.5
    assert (point.low, point.high) == (
        pytest.approx(0.979639 - half, abs=1e-5),
        pytest.approx(0.979639 + half, abs=1e-5),
    )


def test_a_band_does_not_begin_below_nothing() -> None:
    assert played(1).curve(RETURNED)[0].low == 0


def test_no_games_no_curve() -> None:
    assert Course().curve(RETURNED) == ()


def test_no_exact_return_no_curve() -> None:
    assert played(3).curve(Returned(())) == ()


# --- times ------------------------------------------------------------------------------------


def at(wall: str, *, is_synced: bool = True) -> Stamp:
    return Stamp(1, 0, wall, is_clock_synced=is_synced)


def test_hours_and_days() -> None:
    times = Times()
    for wall, credits_in in (
        ("2026-11-29T23:59:59+00:00", 10),
        ("2026-11-30T00:00:01+00:00", 0),
        ("2026-11-30T23:10:00+00:00", -5),
    ):
        times = times.after(at(wall), credits_in)
    assert times.hours == {23: Busy(2, 5), 0: Busy(1, 0)}
    assert times.days == {"2026-11-29": Busy(1, 10), "2026-11-30": Busy(2, -5)}


@pytest.mark.parametrize("stamp", [at("2026-11-30T10:00:00+00:00", is_synced=False), at("noon")])
def test_a_time_that_is_not_known_counts_nowhere(stamp: Stamp) -> None:
    assert Times().after(stamp, 5) == Times()


def test_old_days_fall_out() -> None:
    times = Times()
    for month in ("01", "02", "03"):
        for day in range(1, 31):
            times = times.after(at(f"2026-{month}-{day:02}T12:00:00+00:00"), 0)
    assert len(times.days) == DAYS_MAX
    assert min(times.days) == "2026-01-29"
    assert times.hours == {12: Busy(90, 0)}
