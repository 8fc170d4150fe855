"""Which faults the event log is told: each that comes and each that goes, without a flood.

The cabinet shows its faults to the log after every change; lines then wait here for the next
transaction. A fault that flaps is told once a minute, with how often it came in between, so
that a loose plug cannot fill the ledger.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from firmware.cabinet.faults import COPY_FAULTS
from firmware.cabinet.state import STORE_FAULTS, Fault, FaultName
from firmware.events import CopyHealth, LogEntry, LogKind

PAIR_S = 60.0
"""The coming and going of one fault is told at most once in so long."""

UNTOLD = STORE_FAULTS | {FaultName.DOOR}
"""Without a store nothing can be told; the door has lines of its own."""

_COPY_HEALTHS: Mapping[FaultName, CopyHealth] = {
    name: health for health, name in COPY_FAULTS.items()
}
"""What the log calls a state of the second copy, not a fault."""

Key = tuple[FaultName, str]
"""A fault by its name and subject."""


@dataclass(frozen=True, slots=True)
class _Known:
    """What the log knows of one name and subject.

    Attributes:
        told: the fault that it was told of and that has not gone since.
        told_at_s: when it was last told that one came.
        comings: how often one came since then.
    """

    told: Fault | None = None
    told_at_s: float = float("-inf")
    comings: int = 0


@dataclass(frozen=True, slots=True)
class FaultLog:
    """What the event log knows of the faults.

    Attributes:
        waiting: lines that are to be written, oldest first.
    """

    waiting: tuple[LogEntry, ...] = ()
    _seen: tuple[Fault, ...] = ()
    _known: Mapping[Key, _Known] = field(default_factory=dict)

    @classmethod
    def knowing(cls, faults: Iterable[Fault]) -> FaultLog:
        """One that an earlier run has told of these faults."""
        seen = tuple(fault for fault in faults if fault.name not in UNTOLD)
        return cls((), seen, {_key(fault): _Known(told=fault) for fault in seen})

    def looked(self, faults: Iterable[Fault], now_s: float) -> FaultLog:
        """After a look at the faults that are there: what is new of them waits to be written."""
        present = tuple(fault for fault in faults if fault.name not in UNTOLD)
        if not present and not self._seen:
            return self
        known = dict(self._known)
        lines: list[LogEntry] = []
        for fault in self._seen:
            if not _is_among(fault, present):
                known[_key(fault)], gone = _went(known[_key(fault)])
                lines += gone
        for fault in present:
            here = known.get(_key(fault), _Known())
            if not _is_among(fault, self._seen):
                here = replace(here, comings=here.comings + 1)
            known[_key(fault)], come = _came(here, fault, now_s)
            lines += come
        if any(line.kind is LogKind.COPY and line.subject != CopyHealth.WELL for line in lines):
            lines = [line for line in lines if line.subject != CopyHealth.WELL]
        return FaultLog((*self.waiting, *lines), present, known)

    def written(self) -> FaultLog:
        """After what waited has become durable."""
        return replace(self, waiting=())

    def due_s(self) -> float | None:
        """When a fault that is there may be told at last; None where none waits for that."""
        times = [
            here.told_at_s + PAIR_S
            for here in (self._known[_key(fault)] for fault in self._seen)
            if here.told is None
        ]
        return min(times, default=None)


def _key(fault: Fault) -> Key:
    return fault.name, fault.subject


def _is_among(fault: Fault, others: Iterable[Fault]) -> bool:
    """Whether the very fault is there; since when does not matter."""
    mine = fault.name, fault.subject, fault.detail
    return any(mine == (other.name, other.subject, other.detail) for other in others)


def _came(here: _Known, fault: Fault, now_s: float) -> tuple[_Known, tuple[LogEntry, ...]]:
    """Tell of a fault that is there, unless it is told already or it is too early."""
    if here.told is not None or now_s < here.told_at_s + PAIR_S:
        return here, ()
    unlogged = here.comings - 1
    details = [("subject", fault.subject), ("detail", fault.detail)]
    if unlogged:
        details.append(("unlogged", str(unlogged)))
    told = _Known(fault, now_s, 0)
    return told, (_line(LogKind.FAULT, fault, details),)


def _went(here: _Known) -> tuple[_Known, tuple[LogEntry, ...]]:
    """Tell that a fault has gone, if it was told that it came."""
    if here.told is None:
        return here, ()
    details = [("subject", here.told.subject), ("detail", here.told.detail)]
    line = _line(LogKind.FAULT_CLEARED, here.told, details)
    return replace(here, told=None), (line,)


def _line(kind: LogKind, fault: Fault, details: Iterable[tuple[str, str]]) -> LogEntry:
    kept = tuple((name, text) for name, text in details if text)
    copy = _COPY_HEALTHS.get(fault.name)
    if copy is None:
        return LogEntry(kind, fault.name.value, kept)
    if kind is LogKind.FAULT:
        return LogEntry(LogKind.COPY, copy.value, kept)
    return LogEntry(LogKind.COPY, CopyHealth.WELL.value, (("was", copy.value),))
