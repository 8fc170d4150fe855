"""What the event codes of a coin acceptor come to: the trouble that keeps it closed, and its end.

One jam or one attempt at fraud is a customer's evening; several within a minute are a trouble.
Pure: codes and a time in, a `Trouble` out.

Source: ccTalk generic specification, table of event codes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

from firmware.events import Health
from firmware.hardware.cctalk import Header
from firmware.hardware.cctalk_exchange import Question

CHECK_S = 1.0
"""How often the unit is asked whether its trouble is over."""
WINDOW_S = 60.0
JAMS_IN_WINDOW = 3
FRAUDS_IN_WINDOW = 3
REARMS_IN_WINDOW = 2
LOCK_S = 60.0
"""How long a fraud closes the unit; twice as long after each further one."""
LONGEST_LOCK_S = 900.0

STEADY_FAULTS = frozenset({13, 14, 15, 26, 29, 30, 32})
JAMS = frozenset({4, 5, 6, 7, 21, 31, 35})
FRAUDS = frozenset({16, 17, 18, 19, 20, 22, 23, 24, 25, 34, 37, 38, 40})
LEVER_OPEN = 254

SELF_CHECK = Question(Header.PERFORM_SELF_CHECK, shortest=1, longest=2)
_STATUS = Question(Header.REQUEST_STATUS, shortest=1, longest=1)


@dataclass(frozen=True, slots=True)
class Trouble:
    """A trouble that keeps the unit closed.

    Attributes:
        health: how it is shown.
        detail: the code behind it, or empty.
        question: its answer 0, or no answer from a unit that does not know it, ends the trouble.
        until_s: not before this moment.
    """

    health: Health
    detail: str
    question: Question | None = None
    until_s: float = 0.0


class Troubles:
    """The troubles of one unit, whatever line it is on."""

    def __init__(self) -> None:
        self._present: Trouble | None = None
        self._check_s = 0.0
        self._lock_s = LOCK_S
        self._jams: deque[float] = deque()
        self._frauds: deque[float] = deque()
        self._rearms: deque[float] = deque()

    @property
    def present(self) -> Trouble | None:
        """What keeps it closed now."""
        return self._present

    def forget(self) -> None:
        """The unit starts anew: its self-check will tell what is still wrong."""
        self._present = None

    def self_checked(self, code: int, now_s: float) -> None:
        """The unit's own verdict on itself; 0 is well."""
        if code:
            self._set(Trouble(Health.FAULT, str(code), SELF_CHECK), now_s)

    def judge(self, codes: Iterable[int], now_s: float) -> None:
        """Event codes, oldest first."""
        for code in codes:
            if code in STEADY_FAULTS:
                self._set(Trouble(Health.FAULT, str(code), SELF_CHECK), now_s)
            elif code == LEVER_OPEN:
                self._set(Trouble(Health.OPEN, "", _STATUS), now_s)
            elif code in JAMS and _count(self._jams, now_s) >= JAMS_IN_WINDOW:
                self._jams.clear()
                self._set(Trouble(Health.JAM, str(code), SELF_CHECK), now_s)
            elif code in FRAUDS and _count(self._frauds, now_s) >= FRAUDS_IN_WINDOW:
                self._frauds.clear()
                until_s = now_s + self._lock_s
                self._set(Trouble(Health.FRAUD_LOCK, str(code), None, until_s), now_s)
                self._lock_s = min(2 * self._lock_s, LONGEST_LOCK_S)

    def due(self, now_s: float) -> Trouble | None:
        """The trouble, when it is time to look whether it is over; `checked` takes the answer."""
        if self._present is None or now_s < self._check_s:
            return None
        self._check_s = now_s + CHECK_S
        return self._present

    def checked(self, answer: bytes | None, now_s: float) -> None:
        """What the unit said to the trouble's question; None when it has none or knows it not."""
        is_well = answer is None or answer[0] == 0
        if self._present is not None and now_s >= self._present.until_s and is_well:
            self._present = None

    def rearmed(self, now_s: float) -> None:
        """The unit had forgotten that it was open."""
        _count(self._rearms, now_s)

    def is_forgetful(self, now_s: float) -> bool:
        """Whether it forgets again and again."""
        return _recent(self._rearms, now_s) >= REARMS_IN_WINDOW

    def _set(self, trouble: Trouble, now_s: float) -> None:
        self._present = trouble
        self._check_s = now_s + CHECK_S


def _count(moments: deque[float], now_s: float) -> int:
    """Note that it happened now; how often it did within the window."""
    moments.append(now_s)
    return _recent(moments, now_s)


def _recent(moments: deque[float], now_s: float) -> int:
    while moments and now_s - moments[0] > WINDOW_S:
        moments.popleft()
    return len(moments)
