"""Faults as a part of the state: one of each name and subject, the gravest first."""

from __future__ import annotations

from dataclasses import replace

from firmware.cabinet.state import CabinetState, Effect, Fault, FaultName

_GRAVITY = tuple(Effect)


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
