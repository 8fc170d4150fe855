"""Faults as a part of the state: one of each name and subject, the gravest first."""

from __future__ import annotations

from dataclasses import replace

from firmware.cabinet.state import CabinetState, Effect, Fault, FaultName
from firmware.errors import LedgerCorruptError, LedgerError
from firmware.events import DeviceHealth, Health

_GRAVITY = tuple(Effect)

_WELL = frozenset(
    {
        Health.OFF,
        Health.STARTING,
        Health.CLOSED,
        Health.READY,
        Health.DEGRADED,
        Health.LOST_EVENTS,
    }
)
"""Healths of a coin device that nobody need come for."""


def has(state: CabinetState, name: FaultName, subject: str = "") -> bool:
    """Whether that fault is there."""
    return any((fault.name, fault.subject) == (name, subject) for fault in state.faults)


def add(state: CabinetState, fault: Fault) -> CabinetState:
    """The state with that fault; it replaces one of the same name and subject."""
    others = without(state, fault.name, fault.subject).faults
    ordered = sorted((*others, fault), key=lambda each: _GRAVITY.index(each.name.effect))
    return replace(state, faults=tuple(ordered))


def without(state: CabinetState, name: FaultName, subject: str = "") -> CabinetState:
    """The state without that fault."""
    left = tuple(each for each in state.faults if (each.name, each.subject) != (name, subject))
    return replace(state, faults=left)


def of_ledger(error: LedgerError) -> Fault:
    """The fault of a store that failed; one that contradicts itself has a name of its own."""
    is_corrupt = isinstance(error, LedgerCorruptError)
    name = FaultName.LEDGER_CORRUPT if is_corrupt else FaultName.LEDGER
    return Fault(name, detail=str(error))


def of_device(event: DeviceHealth) -> Fault | None:
    """The fault of a coin device in that health; None where it is well or only closed."""
    if event.health in _WELL:
        return None
    return Fault(FaultName.COIN, event.device, f"{event.health} {event.detail}".strip())
