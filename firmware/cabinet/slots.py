"""The coin and bill slots: whose unit is in each, how it stands, and whether it may take money.

A driver says how its line is; what only the cabinet can know lies over that: that the unit is
another one, that its events were lost, that the books cannot be written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum, unique

from firmware.cabinet import faults
from firmware.cabinet.coins import Booking, baseline
from firmware.cabinet.operator_menu.menu import Leaf
from firmware.cabinet.state import CabinetState, Confirmed, DeviceState, Effect, FaultName
from firmware.events import BufferReply, DeviceFound, Health
from firmware.log import LogEntry, LogKind
from firmware.money import Tender

_USABLE = frozenset({Health.CLOSED, Health.READY, Health.DEGRADED})
"""What the cabinet's own knowledge may lie over; a line that is down is told as that."""


@dataclass(frozen=True, slots=True)
class SlotSettings:
    """One slot as it is configured.

    Attributes:
        tender: what goes in.
        largest_credits: credits of the largest coin or note that it takes.
    """

    tender: Tender
    largest_credits: int


# --- ERR-7: when a slot is shut -------------------------------------------------------------------


@unique
class Shut(StrEnum):
    """Why a slot takes no money, though its device could."""

    SHUTDOWN = "shutdown"
    LOCKED = "locked"
    """A fault locks play: what is taken could perhaps not be booked."""
    FROZEN = "frozen"
    """The door is open, or the cabinet was tilted."""
    OPERATOR = "operator"
    """The operator's pages are open, and this is not the coin test."""
    FREE_PLAY = "free_play"
    """Games cost nothing."""
    WRONG_DEVICE = "wrong_device"
    JUMP = "jump"
    """More money came at once than a person can feed."""
    CEILING = "ceiling"
    """The next largest coin or note would pass the credit ceiling."""


@dataclass(frozen=True, slots=True)
class Look:
    """What the rules of a shut slot look at."""

    state: CabinetState
    slot: str
    settings: SlotSettings
    ceiling: int
    is_closing: bool


def _is_tested(look: Look) -> bool:
    """The coin test takes coins into the box, whatever the credit; never notes."""
    return look.state.leaf is Leaf.COIN_TEST and look.settings.tender is Tender.COIN


def _blocked(look: Look, effect: Effect) -> bool:
    return any(fault.name.effect is effect for fault in look.state.faults)


SHUT_WHEN: Mapping[Shut, Callable[[Look], bool]] = {
    Shut.SHUTDOWN: lambda look: look.is_closing,
    Shut.LOCKED: lambda look: _blocked(look, Effect.LOCKS),
    Shut.FROZEN: lambda look: _blocked(look, Effect.FREEZES) and not _is_tested(look),
    Shut.OPERATOR: lambda look: look.state.operator_on and not _is_tested(look),
    Shut.FREE_PLAY: lambda look: look.state.is_free_play and not _is_tested(look),
    Shut.WRONG_DEVICE: lambda look: is_other(look.state, look.slot),
    Shut.JUMP: lambda look: faults.has(look.state, FaultName.COIN_JUMP),
    Shut.CEILING: lambda look: (
        look.state.paid_credit + look.settings.largest_credits > look.ceiling
        and not _is_tested(look)
    ),
}
"""The whole table, the gravest first. All that is not here leaves a slot open: attract, menu,
every game and state, a commit that is out, another slot's trouble. At boot a driver keeps its
device shut by itself until the self-test is over and the first reply is booked."""


def shut_by(look: Look) -> Shut | None:
    """Why the slot is shut; None when it may take money."""
    return next((reason for reason, holds in SHUT_WHEN.items() if holds(look)), None)


# --- whose unit -----------------------------------------------------------------------------------


def is_other(state: CabinetState, slot: str) -> bool:
    """Whether the slot holds another unit, or other coins, than were confirmed."""
    device, known = state.devices.get(slot), state.confirmed.get(slot)
    if device is None or known is None or not device.identity:
        return False
    return (device.identity, device.money_set) != (known.identity, known.money_set)


def found(state: CabinetState, event: DeviceFound) -> tuple[CabinetState, Confirmed | None]:
    """The state once a unit has told who it is; with what is to be stored when it is the first
    ever in its slot, which is taken without a question."""
    device = state.devices.get(event.slot, DeviceState())
    device = replace(device, identity=event.device, money_set=event.money_set, waiting=None)
    state = replace(state, devices={**state.devices, event.slot: device})
    if event.slot in state.confirmed:
        return state, None
    first = Confirmed(event.device, event.money_set)
    return replace(state, confirmed={**state.confirmed, event.slot: first}), first


def waits(state: CabinetState, reply: BufferReply) -> CabinetState:
    """The state with the last reply of a unit that is not confirmed."""
    device = state.devices[reply.slot]
    waiting = replace(device, waiting=reply)
    return replace(state, devices={**state.devices, reply.slot: waiting})


@dataclass(frozen=True, slots=True)
class Confirmation:
    """What becomes durable when the operator takes a unit for his own."""

    slot: str
    confirmed: Confirmed
    booking: Booking | None
    log: LogEntry


def verify_confirm(state: CabinetState, slot: str) -> None:
    """Another unit is there.

    Raises:
        ValueError: it is not.
    """
    if not is_other(state, slot):
        raise ValueError(f"there is nothing to confirm at {slot!r}")


def confirmation(state: CabinetState, slot: str) -> Confirmation:
    """The unit in `slot` belongs there from now on; its counter counts from where it stands."""
    verify_confirm(state, slot)
    device, before = state.devices[slot], state.confirmed[slot]
    reply = device.waiting
    booking = None
    if reply is not None:
        booking = baseline(state.counters.get(device.identity), reply)
    details = ("device", device.identity), ("was", before.identity), ("by", "operator")
    return Confirmation(
        slot,
        Confirmed(device.identity, device.money_set),
        booking,
        LogEntry(LogKind.DEVICE_CONFIRMED, slot, details),
    )


# --- how it stands --------------------------------------------------------------------------------


def shown(state: CabinetState, slot: str) -> tuple[Health, str]:
    """The health of a slot as people are told it, with its detail."""
    device = state.devices.get(slot, DeviceState())
    if device.health not in _USABLE:
        return device.health, device.detail
    if is_other(state, slot):
        known = state.confirmed[slot]
        is_unit = device.identity != known.identity
        return Health.WRONG_DEVICE, "unit" if is_unit else "money_set"
    if state.is_storeless:
        return Health.LEDGER_ERROR, ""
    if faults.has(state, FaultName.COIN_LOST, slot):
        return Health.LOST_EVENTS, ""
    return device.health, device.detail
