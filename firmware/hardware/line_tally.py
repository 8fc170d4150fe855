"""Counts of a line and its unit, and the lock that fraud puts on it.

What drivers of money units have in common beside their protocols: how often something happened
within the last minute, the counts that the operator reads, and the fraud rule.
"""

from __future__ import annotations

from collections import deque

from firmware.events import DeviceCounted, LineCounts

WINDOW_S = 60.0
COUNTS_EVERY_S = 5.0
FRAUDS_IN_WINDOW = 3
LOCK_S = 60.0
"""How long fraud closes the unit; twice as long after each further one."""
LONGEST_LOCK_S = 900.0
REARMS_IN_WINDOW = 2
LATE_IN_WINDOW = 3
DEGRADED_PERCENT = 5.0
LEAST_RETRIES = 3
"""One lost answer in a quiet minute is no bad line."""


class Recent:
    """How often something happened within the last minute."""

    def __init__(self) -> None:
        self._moments: deque[tuple[float, int]] = deque()
        self._total = 0

    def add(self, now_s: float, times: int = 1) -> None:
        """It happened."""
        if times:
            self._moments.append((now_s, times))
            self._total += times

    def count(self, now_s: float) -> int:
        """How often it did within the last minute."""
        while self._moments and now_s - self._moments[0][0] > WINDOW_S:
            self._total -= self._moments.popleft()[1]
        return self._total

    def forget(self) -> None:
        """Begin anew."""
        self._moments.clear()
        self._total = 0


class FraudLock:
    """Three attempts within a minute close the unit: for one minute, then for two, four, at
    most fifteen."""

    def __init__(self) -> None:
        self._frauds = Recent()
        self._step_s = LOCK_S
        self._until_s = float("-inf")

    def attempt(self, now_s: float) -> None:
        """The unit told of an attempt at fraud."""
        self._frauds.add(now_s)
        if self._frauds.count(now_s) >= FRAUDS_IN_WINDOW:
            self._frauds.forget()
            self._until_s = now_s + self._step_s
            self._step_s = min(2 * self._step_s, LONGEST_LOCK_S)

    def is_locked(self, now_s: float) -> bool:
        """Whether it keeps the unit closed."""
        return now_s < self._until_s

    def deadline_s(self, now_s: float) -> float | None:
        """When the lock ends; None where there is none."""
        return self._until_s if self.is_locked(now_s) else None


class CountTeller:
    """Tells the counts of a slot when they changed, every few seconds at most."""

    def __init__(self, slot: str) -> None:
        self._slot = slot
        self._told = LineCounts()
        self._next_s = float("-inf")

    def is_due(self, now_s: float) -> bool:
        """Whether it is time: before that nobody needs to make up the counts."""
        return now_s >= self._next_s

    def tell(self, counts: LineCounts, now_s: float) -> tuple[DeviceCounted, ...]:
        """The event, where there is something new and it is time for it."""
        if counts == self._told or not self.is_due(now_s):
            return ()
        self._told = counts
        self._next_s = now_s + COUNTS_EVERY_S
        return (DeviceCounted(self._slot, counts),)


class LineTally:
    """What is counted on a line that is asked questions.

    Attributes:
        rejected: money that the unit gave back.
        resets: times the unit lost its memory.
        quarantined: signals put into quarantine.
    """

    def __init__(self) -> None:
        self.rejected = self.resets = self.quarantined = 0
        self._polls = self._retries = self._bad_frames = self._rearms = 0
        self._late = 0
        self._recent_polls, self._recent_rearms, self._recent_late = Recent(), Recent(), Recent()
        self._recent_questions, self._recent_retries = Recent(), Recent()
        self.new_line()

    def new_line(self) -> None:
        """The line counts from nought again."""
        self._seen = (0, 0, 0)

    def line_counts(self, questions: int, retries: int, bad_frames: int, now_s: float) -> None:
        """What the line has counted since it is new."""
        fresh = [
            now - before
            for now, before in zip((questions, retries, bad_frames), self._seen, strict=True)
        ]
        self._seen = questions, retries, bad_frames
        self._recent_questions.add(now_s, fresh[0])
        self._recent_retries.add(now_s, fresh[1])
        self._retries += fresh[1]
        self._bad_frames += fresh[2]

    def outage(self) -> None:
        """Nobody answered for a while: what was asked in vain says nothing about the line."""
        self._recent_questions.forget()
        self._recent_retries.forget()

    def polled(self, now_s: float) -> None:
        """A reading was made."""
        self._polls += 1
        self._recent_polls.add(now_s)

    def late(self, now_s: float) -> None:
        """A reading came so late that the unit may have closed itself."""
        self._late += 1
        self._recent_late.add(now_s)

    def is_often_late(self, now_s: float) -> bool:
        """Whether that happens again and again."""
        return self._recent_late.count(now_s) >= LATE_IN_WINDOW

    def rearmed(self, now_s: float) -> None:
        """The unit had forgotten that it was open."""
        self._rearms += 1
        self._recent_rearms.add(now_s)

    def is_forgetful(self, now_s: float) -> bool:
        """Whether it forgets again and again."""
        return self._recent_rearms.count(now_s) >= REARMS_IN_WINDOW

    def is_line_bad(self, now_s: float) -> bool:
        """Whether too many questions have to be asked again."""
        is_often = self._recent_retries.count(now_s) >= LEAST_RETRIES
        return is_often and self._retries_percent(now_s) > DEGRADED_PERCENT

    def counts(self, now_s: float) -> LineCounts:
        """The counts as the operator reads them."""
        return LineCounts(
            polls=self._polls,
            polls_per_s=round(self._recent_polls.count(now_s) / WINDOW_S, 1),
            retries=self._retries,
            retries_percent=self._retries_percent(now_s),
            bad_frames=self._bad_frames,
            resets=self.resets,
            rearms=self._rearms,
            late_polls=self._late,
            rejected=self.rejected,
            quarantined=self.quarantined,
        )

    def _retries_percent(self, now_s: float) -> float:
        questions = self._recent_questions.count(now_s)
        retries = self._recent_retries.count(now_s)
        return round(100.0 * retries / questions, 1) if questions else 0.0
