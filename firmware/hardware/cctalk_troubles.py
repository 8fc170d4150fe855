"""What the event codes of a ccTalk unit come to: the trouble that keeps it closed, and its end.

One jam or one attempt at fraud is a customer's evening; several within a minute are a trouble.
Pure: codes and a time in, a `Trouble` out.

Source: ccTalk generic specification, tables of event codes of coin acceptors and bill validators.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from firmware.events import Health
from firmware.hardware.cctalk import Header
from firmware.hardware.cctalk_exchange import Question
from firmware.hardware.line_tally import FRAUDS_IN_WINDOW, LOCK_S, LONGEST_LOCK_S, WINDOW_S

CHECK_S = 1.0
"""How often the unit is asked whether its trouble is over."""
JAMS_IN_WINDOW = 3
DUMB_S = 60.0
"""A unit that cannot tell whether a steady fault is over is tried again after so long."""

SELF_CHECK = Question(Header.PERFORM_SELF_CHECK, shortest=1, longest=2)
_STATUS = Question(Header.REQUEST_STATUS, shortest=1, longest=1)


@dataclass(frozen=True, slots=True)
class Codes:
    """The event codes of one kind of unit that are more than a customer's mishap.

    Attributes:
        faults: something is broken: closed until its self-check is well.
        jams: three within a minute are a jam.
        jams_at_once: one of them is.
        frauds: three within a minute are fraud.
        open: its return lever or flight deck is open; 0 for none.
        full: code -> what of its box is wrong.
        well: its box is in order again.
    """

    faults: frozenset[int]
    jams: frozenset[int] = frozenset()
    jams_at_once: frozenset[int] = frozenset()
    frauds: frozenset[int] = frozenset()
    open: int = 0
    full: Mapping[int, str] = field(default_factory=dict)
    well: frozenset[int] = frozenset()


COIN_CODES = Codes(
    faults=frozenset({13, 14, 15, 26, 29, 30, 32}),
    jams=frozenset({4, 5, 6, 7, 21, 31, 35}),
    frauds=frozenset({16, 17, 18, 19, 20, 22, 23, 24, 25, 34, 37, 38, 40}),
    open=254,
)
BILL_CODES = Codes(
    faults=frozenset({7, 13, 15, 19}),
    jams_at_once=frozenset({6, 16}),
    frauds=frozenset({8, 9, 17, 18}),
    full=MappingProxyType({11: "stacker_out", 14: "full"}),
    well=frozenset({10, 12}),
)


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
    """The troubles of one unit.

    Args:
        codes: those of its kind.
    """

    self_check = SELF_CHECK

    def __init__(self, codes: Codes) -> None:
        self._codes = codes
        self._present: Trouble | None = None
        self._fraud: Trouble | None = None
        self._check_s = self._since_s = 0.0
        self._lock_s = LOCK_S
        self._jams: deque[float] = deque()
        self._frauds: deque[float] = deque()

    @property
    def present(self) -> Trouble | None:
        """What keeps it closed now; a lock on fraud before anything else."""
        return self._fraud or self._present

    def forget(self) -> None:
        """The unit starts anew: its self-check will tell what is still wrong. A lock stays."""
        self._present = None

    def self_checked(self, code: int, now_s: float) -> None:
        """The unit's own verdict on itself; 0 is well."""
        if code:
            self._set(Trouble(Health.FAULT, str(code), SELF_CHECK), now_s)

    def judge(self, codes: Iterable[int], now_s: float) -> None:
        """Event codes, oldest first."""
        known = self._codes
        for code in codes:
            if code in known.faults:
                self._set(Trouble(Health.FAULT, str(code), SELF_CHECK), now_s)
            elif code == known.open != 0:
                self._set(Trouble(Health.OPEN, "", _STATUS), now_s)
            elif code in known.full:
                self._set(Trouble(Health.FULL, known.full[code], SELF_CHECK), now_s)
            elif code in known.well and self._is_full():
                self._present = None
            elif code in known.jams_at_once:
                self._set(Trouble(Health.JAM, str(code), SELF_CHECK), now_s)
            elif code in known.jams and _count(self._jams, now_s) >= JAMS_IN_WINDOW:
                self._jams.clear()
                self._set(Trouble(Health.JAM, str(code), SELF_CHECK), now_s)
            elif code in known.frauds and _count(self._frauds, now_s) >= FRAUDS_IN_WINDOW:
                self._frauds.clear()
                until_s = now_s + self._lock_s
                self._fraud = Trouble(Health.FRAUD_LOCK, str(code), None, until_s)
                self._lock_s = min(2 * self._lock_s, LONGEST_LOCK_S)

    def due(self, now_s: float) -> Trouble | None:
        """The trouble, when it is time to look whether it is over; `checked` takes the answer."""
        self._expire(now_s)
        if self._present is None or now_s < self._check_s:
            return None
        self._check_s = now_s + CHECK_S
        return self._present

    def checked(self, answer: bytes | None, now_s: float, *, is_dumb: bool = False) -> None:
        """What the unit said to the trouble's question; None when there is none to ask.

        One that does not know the question (`is_dumb`) is given a minute without the event.
        """
        self._expire(now_s)
        is_well = answer is None or answer[0] == 0
        if is_well and (not is_dumb or now_s >= self._since_s + DUMB_S):
            self._present = None

    def _expire(self, now_s: float) -> None:
        if self._fraud is not None and now_s >= self._fraud.until_s:
            self._fraud = None

    def _is_full(self) -> bool:
        return self._present is not None and self._present.health is Health.FULL

    def begin(self, trouble: Trouble, now_s: float) -> None:
        """A trouble that no event code tells of."""
        self._set(trouble, now_s)

    def _set(self, trouble: Trouble, now_s: float) -> None:
        self._present = trouble
        self._since_s = now_s
        self._check_s = now_s + CHECK_S


def _count(moments: deque[float], now_s: float) -> int:
    """Note that it happened now; how often it did within the window."""
    moments.append(now_s)
    return _recent(moments, now_s)


def _recent(moments: deque[float], now_s: float) -> int:
    while moments and now_s - moments[0] > WINDOW_S:
        moments.popleft()
    return len(moments)
