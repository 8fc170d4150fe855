"""What comes and goes, told to the event log: each fault, the door, the key; without a flood.

The cabinet shows its conditions to the log after every change; lines then wait here for the
next transaction. A person's comings and goings are told one by one. A loose contact is told
once a minute after its first few, with how often it came in between, so that it cannot fill
the ledger.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from firmware.cabinet.faults import COPY_FAULTS
from firmware.cabinet.state import STORE_FAULTS, CabinetState, Fault, FaultName
from firmware.events import UNLOGGED, CopyHealth, LogEntry, LogKind

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
        key: what it is, and whose; the flood is kept from each key by itself.
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
        paid_until_s: runs ahead of the time by `PAIR_S` with each coming that is told.
        comings: how often one came since the last that was told.
    """

    told: Condition | None = None
    paid_until_s: float = float("-inf")
    comings: int = 0

    @property
    def due_s(self) -> float:
        """From when on the next coming may be told."""
        return self.paid_until_s - (BURST - 1) * PAIR_S


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

    def looked(self, there: tuple[Condition, ...], now_s: float) -> FaultLog:
        """After a look at what is there: what is new of it waits to be written."""
        if not there and not self._seen:
            return self
        known = dict(self._known)
        lines: list[LogEntry] = []
        for each in self._seen:
            if each not in there:
                known[each.key], gone = _gone(known[each.key])
                lines += gone
        for each in there:
            here = known.get(each.key, _Known())
            if each not in self._seen:
                here = replace(here, comings=here.comings + 1)
            known[each.key], come = _come(here, each, now_s)
            lines += come
        return FaultLog((*self.waiting, *_without_false_well(lines)), there, known)

    def written(self) -> FaultLog:
        """After what waited has become durable."""
        return replace(self, waiting=())

    def due_s(self) -> float | None:
        """When something that is there may be told at last; None where nothing waits for that."""
        known = (self._known[each.key] for each in self._seen)
        return min((here.due_s for here in known if here.told is None), default=None)


def _come(here: _Known, there: Condition, now_s: float) -> tuple[_Known, tuple[LogEntry, ...]]:
    """Tell of what is there, unless it is told already or it is too early."""
    if here.told is not None or now_s < here.due_s:
        return here, ()
    line = there.comes
    unlogged = here.comings - 1
    if unlogged:
        line = replace(line, details=(*line.details, (UNLOGGED, str(unlogged))))
    return _Known(there, max(here.paid_until_s, now_s) + PAIR_S), (line,)


def _gone(here: _Known) -> tuple[_Known, tuple[LogEntry, ...]]:
    """Tell that something has gone, if it was told that it came."""
    if here.told is None:
        return here, ()
    return replace(here, told=None), (here.told.goes,)


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


def _without_false_well(lines: list[LogEntry]) -> list[LogEntry]:
    """A copy that went from one trouble to another was not well in between."""
    copies = {line.subject for line in lines if line.kind is LogKind.COPY}
    if len(copies) < 2:
        return lines
    return [line for line in lines if (line.kind, line.subject) != (LogKind.COPY, CopyHealth.WELL)]
