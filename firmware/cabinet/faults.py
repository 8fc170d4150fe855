"""Faults as a part of the state: one of each name and subject, the gravest first."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from firmware.cabinet.state import SEEN_FAULTS, CabinetState, Effect, Fault, FaultName
from firmware.errors import (
    IdentityError,
    LedgerCorruptError,
    LedgerError,
    LedgerFullError,
    LedgerGoneError,
    LedgerIoError,
    LedgerReadOnlyError,
    LedgerRolledBackError,
    LedgerSchemaError,
)
from firmware.events import CopyHealth, CopyState, DeviceHealth, Health
from firmware.facts import MachineFacts, Trouble, detail_of, troubles

_GRAVITY = tuple(Effect)

_WELL = frozenset(
    {
        Health.OFF,
        Health.STARTING,
        Health.CLOSED,
        Health.READY,
        Health.DEGRADED,
        Health.LOST_EVENTS,
        Health.LEDGER_ERROR,
    }
)
"""Healths of a coin device that nobody need come for."""

_OF_STORE: Mapping[type[Exception], FaultName] = {
    LedgerFullError: FaultName.LEDGER_FULL,
    LedgerReadOnlyError: FaultName.LEDGER_READ_ONLY,
    LedgerIoError: FaultName.LEDGER_IO,
    IdentityError: FaultName.LEDGER_IDENTITY,
    LedgerRolledBackError: FaultName.LEDGER_ROLLED_BACK,
    LedgerGoneError: FaultName.LEDGER_GONE,
    LedgerCorruptError: FaultName.LEDGER_CORRUPT,
    LedgerSchemaError: FaultName.LEDGER_SCHEMA,
    LedgerError: FaultName.LEDGER,
}

COPY_FAULTS: Mapping[CopyHealth, FaultName] = {
    CopyHealth.MISSING: FaultName.COPY_MISSING,
    CopyHealth.BEHIND: FaultName.COPY_BEHIND,
    CopyHealth.FOREIGN: FaultName.COPY_FOREIGN,
}
"""The fault of a second copy in that state."""


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


def without_seen(state: CabinetState) -> CabinetState:
    """The state without the faults that end when the operator has seen them."""
    left = tuple(each for each in state.faults if each.name not in SEEN_FAULTS)
    return replace(state, faults=left)


def moved(
    state: CabinetState, name: FaultName, subject: str, wall: str, *, is_there: bool
) -> CabinetState:
    """The state with that fault, since `wall`, or without it."""
    if not is_there:
        return without(state, name, subject)
    return add(state, Fault(name, subject, since=wall))


def copied(state: CabinetState, copy: CopyState, wall: str) -> CabinetState:
    """One state of the second copy at a time; that it was behind stands until it is seen."""
    fault = of_copy(copy)
    for name in COPY_FAULTS.values():
        if fault is not None or name is not FaultName.COPY_BEHIND:
            state = without(state, name)
    return state if fault is None else add(state, replace(fault, since=wall))


def told(state: CabinetState, problem: str, wall: str) -> CabinetState:
    """The state after the fleet's broker was told, or could not be for that `problem`."""
    if not problem:
        return without(state, FaultName.FLEET)
    return add(state, Fault(FaultName.FLEET, detail=problem, since=wall))


def with_facts(state: CabinetState, facts: MachineFacts, wall: str) -> CabinetState:
    """What the machine told of itself, with the faults that follow from it; one that stays keeps
    its beginning."""
    before = [trouble for trouble in Trouble if has(state, FaultName(trouble))]
    there = troubles(facts, before, state.facts)
    if has(state, FaultName.LEDGER_READ_ONLY):  # which says so already
        there -= {Trouble.DISK_READ_ONLY}
    for trouble in Trouble:
        name = FaultName(trouble)
        if trouble not in there:
            state = without(state, name)
        elif trouble not in before:
            state = add(state, Fault(name, detail=detail_of(trouble, facts), since=wall))
    return replace(state, facts=facts)


def of_ledger(error: LedgerError) -> Fault:
    """The fault of a store that failed, by the most special name that its error has."""
    name = next(_OF_STORE[kind] for kind in type(error).__mro__ if kind in _OF_STORE)
    return Fault(name, detail=str(error))


def of_copy(copy: CopyState) -> Fault | None:
    """The fault of the ledger's second copy in that state; None where it is well or not wanted."""
    name = COPY_FAULTS.get(copy.health)
    return None if name is None else Fault(name, detail=copy.detail)


def of_device(event: DeviceHealth) -> Fault | None:
    """The fault of a coin device in that health; None where it is well or only closed."""
    if event.health in _WELL:
        return None
    return Fault(FaultName.COIN, event.slot, f"{event.health} {event.detail}".strip())
