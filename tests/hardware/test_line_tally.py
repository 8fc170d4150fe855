"""Counts of a line, and the lock that fraud puts on a unit."""

from firmware.events import DeviceCounted, LineCounts
from firmware.hardware.line_tally import CountTeller, FraudLock, LineTally, Recent


def _lock(lock: FraudLock, now_s: float) -> None:
    for _ in range(3):
        lock.attempt(now_s)


def test_a_minute_forgets() -> None:
    recent = Recent()
    recent.add(0.0, 2)
    assert (recent.count(60.0), recent.count(60.1)) == (2, 0)


def test_three_attempts_over_more_than_a_minute_are_none() -> None:
    lock = FraudLock()
    for now_s in (0.0, 31.0, 62.0):
        lock.attempt(now_s)
    assert not lock.is_locked(62.0)


def test_the_lock_doubles_up_to_fifteen_minutes() -> None:
    lock, now_s, lengths = FraudLock(), 0.0, []
    for _ in range(6):
        _lock(lock, now_s)
        until_s = lock.deadline_s(now_s)
        assert until_s is not None
        lengths.append(until_s - now_s)
        now_s = until_s
        assert not lock.is_locked(now_s)
    assert lengths == [60, 120, 240, 480, 900, 900]


def test_retries_are_shown_in_percent_of_the_questions() -> None:
    tally = LineTally()
    tally.line_counts(40, 3, 1, 0.0)
    counts = tally.counts(1.0)
    assert (counts.retries, counts.retries_percent, counts.bad_frames) == (3, 7.5, 1)
    assert tally.is_line_bad(1.0)
    assert not tally.is_line_bad(61.0)


def test_a_new_line_does_not_count_back() -> None:
    tally = LineTally()
    tally.line_counts(10, 4, 0, 0.0)
    tally.new_line()
    tally.line_counts(1, 1, 0, 1.0)
    assert tally.counts(1.0).retries == 5


def test_counts_are_told_when_they_changed_and_not_too_often() -> None:
    teller = CountTeller("note")
    one, two = LineCounts(polls=1), LineCounts(polls=2)
    assert teller.tell(one, 0.0) == (DeviceCounted("note", one),)
    assert teller.tell(two, 4.9) == ()
    assert not teller.is_due(4.9)
    assert teller.is_due(5.0)
    assert teller.tell(two, 5.0) == (DeviceCounted("note", two),)
    assert teller.tell(two, 99.0) == ()
