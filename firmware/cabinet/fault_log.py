"""What comes and goes, told to the event log: each fault, the door, the key; without a flood.

The cabinet shows its conditions to the log after every change; lines then wait here for the
next transaction. A person's comings and goings are told one by one. A loose contact has lines
of its own for its first few only, so that it cannot fill the ledger; what comes and goes too
fast for that is counted, and the count is told in one pair of lines a minute and in every
transaction that is made anyway. So lines are limited, the counts of the books are not: at a
goodbye they are exact, and a power cut takes at most what came too fast in its last minute.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from firmware.cabinet.faults import COPY_FAULTS
from firmware.cabinet.state import STORE_FAULTS, CabinetState, Fault, FaultName
from firmware.events import CopyHealth
from firmware.log import UNLOGGED, LogEntry, LogKind

PAIR_S = 60.0
"""One coming and going of the same condition is told in so long, on the average."""
BURST = 5
"""So many are told however fast they come."""

_COPY_HEALTHS: Mapping[FaultName, CopyHealth] = {
    name: health for health, name in COPY_FAULTS.items()
}
"""What the log calls a state of the second copy, not a fault."""


@dataclass(frozen=True, slots=True)
class Condition:
    """Something that is there for a while.

    Attributes:
        key: what it is, and whose; the flood is kept from each key by itself. Conditions of
            one key are counted as one: their lines differ in details only.
        comes: the line that tells of its coming.
        goes: the line that tells of its going.
    """

    key: str
    comes: LogEntry
    goes: LogEntry


KEY = Condition("key", LogEntry(LogKind.KEY_ON), LogEntry(LogKind.KEY_OFF))


def conditions(state: CabinetState) -> tuple[Condition, ...]:
    """What is there now; a failed store is not told, since it could not be written."""
    there = tuple(_of_fault(each) for each in state.faults if each.name not in STORE_FAULTS)
    return (*there, KEY) if state.operator_on else there


@dataclass(frozen=True, slots=True)
class _Known:
    """What the log knows of one key.

    Attributes:
        told: what it was told of and that has not gone since.
        paid_until_s: runs ahead of the time by `PAIR_S` with each telling.
        untold: the last one that came and went untold.
        comings: how often one did, since that was told.
        goings: how many of them ended well: the second copy may go from trouble to trouble.
    """

    told: Condition | None = None
    paid_until_s: float = float("-inf")
    untold: Condition | None = None
    comings: int = 0
    goings: int = 0

    @property
    def due_s(self) -> float:
        """From when on it may be told of again: at most `PAIR_S` after the last telling."""
        return self.paid_until_s - (BURST - 1) * PAIR_S

    def paid(self, now_s: float) -> _Known:
        """After a telling that was made for its own sake."""
        return replace(self, paid_until_s=max(self.paid_until_s, now_s) + PAIR_S)

    def gone(self, was: Condition, *, is_well: bool) -> tuple[_Known, tuple[LogEntry, ...]]:
        """Tell that something has gone if it was told that it came; else count it."""
        if self.told is not None:
            return replace(self, told=None), (self.told.goes,) if is_well else ()
        comings, goings = self.comings + 1, self.goings + is_well
        return replace(self, untold=was, comings=comings, goings=goings), ()

    def summed(self) -> tuple[_Known, tuple[LogEntry, ...]]:
        """Tell in a pair of lines of all that came and went untold."""
        if self.untold is None:
            return self, ()
        lines = _times(self.untold.comes, self.comings), _times(self.untold.goes, self.goings)
        known = replace(self, untold=None, comings=0, goings=0)
        return known, tuple(line for line in lines if line is not None)


@dataclass(frozen=True, slots=True)
class FaultLog:
    """What the event log knows.

    Attributes:
        waiting: lines that are to be written, oldest first.
    """

    waiting: tuple[LogEntry, ...] = ()
    _seen: tuple[Condition, ...] = ()
    _known: Mapping[str, _Known] = field(default_factory=dict)

    @classmethod
    def knowing(cls, there: tuple[Condition, ...]) -> FaultLog:
        """One that an earlier run has told of what is there."""
        return cls((), there, {each.key: _Known(told=each) for each in there})

    def looked(
        self, there: tuple[Condition, ...], now_s: float, *, is_last: bool = False
    ) -> FaultLog:
        """After a look at what is there: what is new and may be told waits to be written.

        Args:
            there: the conditions, as `conditions` has them.
            now_s: time on the monotonic clock.
            is_last: tell all, even what is not due: no other look will follow.
        """
        if not there and not self._seen and self.due_s() is None:
            return self
        known = {each.key: _Known() for each in there} | dict(self._known)
        lines: list[LogEntry] = []
        for each in self._seen:
            if each not in there:
                is_well = not (_is_copy(each) and any(map(_is_copy, there)))
                known[each.key], gone = known[each.key].gone(each, is_well=is_well)
                lines += gone
        here = {each.key: each for each in there}
        for key, had in known.items():
            if is_last or now_s >= had.due_s:
                known[key], come = _come(had, here.get(key), now_s)
                lines += come
        return FaultLog((*self.waiting, *lines), there, known)

    def summed(self) -> FaultLog:
        """With all that came and went untold: for a transaction that is made anyway.

        What is there untold goes on waiting for its time: its going would make a transaction
        of its own, and a contact that flaps would feed on its own lines.
        """
        known = dict(self._known)
        lines: list[LogEntry] = []
        for key, had in self._known.items():
            known[key], pair = had.summed()
            lines += pair
        return FaultLog((*self.waiting, *lines), self._seen, known) if lines else self

    def written(self) -> FaultLog:
        """After what waited has become durable."""
        return replace(self, waiting=())

    def due_s(self) -> float | None:
        """When what is not told yet may be told at last; None where there is nothing."""
        there = {each.key for each in self._seen}
        untold = (
            had.due_s
            for key, had in self._known.items()
            if had.comings or (had.told is None and key in there)
        )
        return min(untold, default=None)


def _come(
    had: _Known, there: Condition | None, now_s: float
) -> tuple[_Known, tuple[LogEntry, ...]]:
    """Tell of a key, whose time has come, what is not told yet."""
    known, lines = had.summed()
    if there is not None and known.told is None:
        known, lines = replace(known, told=there), (*lines, there.comes)
    return (known.paid(now_s) if lines else known), lines


def _times(line: LogEntry, times: int) -> LogEntry | None:
    """The line of what happened so often; None of what did not."""
    if times < 2:
        return line if times else None
    return replace(line, details=(*line.details, (UNLOGGED, str(times - 1))))


def _is_copy(condition: Condition) -> bool:
    """A copy that goes from one trouble to another is not well in between."""
    return condition.comes.kind is LogKind.COPY


def _of_fault(fault: Fault) -> Condition:
    pairs = ("subject", fault.subject), ("detail", fault.detail)
    details = tuple((name, text) for name, text in pairs if text)
    name = fault.name.value
    copy = _COPY_HEALTHS.get(fault.name)
    if fault.name is FaultName.DOOR:
        comes, goes = LogEntry(LogKind.DOOR_OPENED), LogEntry(LogKind.DOOR_CLOSED)
    elif copy is not None:
        comes = LogEntry(LogKind.COPY, copy.value, details)
        goes = LogEntry(LogKind.COPY, CopyHealth.WELL.value, (("was", copy.value),))
    else:
        comes = LogEntry(LogKind.FAULT, name, details)
        goes = LogEntry(LogKind.FAULT_CLEARED, name, details)
    return Condition(f"{name} {fault.subject}", comes, goes)
