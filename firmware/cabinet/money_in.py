"""What the coin and bill devices report, made into changes of the cabinet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from firmware.cabinet import faults, memory, places, slots
from firmware.cabinet.actions import Change
from firmware.cabinet.coins import (
    Booking,
    Counter,
    book,
    book_taken,
    is_money,
    quarantined,
    thanked,
)
from firmware.cabinet.operator_menu.menu import Leaf
from firmware.cabinet.operator_menu.pages import Tested
from firmware.cabinet.slots import SlotSettings
from firmware.cabinet.state import CabinetState, DeviceState, Fault, FaultName, Mode
from firmware.events import (
    BufferReply,
    Cue,
    DeviceCounted,
    DeviceFound,
    DeviceHealth,
    Health,
    MoneyQuestioned,
    MoneyTaken,
    MoneyThanked,
)
from firmware.games.joker_poker.table import Phase
from firmware.log import LogEntry, LogKind
from firmware.money import Tender

MoneyEvent = (
    BufferReply
    | MoneyTaken
    | MoneyThanked
    | MoneyQuestioned
    | DeviceFound
    | DeviceCounted
    | DeviceHealth
)

TESTED_SHOWN = 12
"""Coins that the page of the coin test remembers."""

_LOSS = frozenset({LogKind.COIN_LOST, LogKind.COIN_RESET, LogKind.COIN_BACKWARDS})
"""Lines after which coins may be missing."""


@dataclass(frozen=True, slots=True)
class Till:
    """What booking needs to know.

    Attributes:
        credit_minor: minor units a credit costs.
        jump_credits: more than this at once closes every slot; 0 lets anything pass.
        slots: the slots by name.
    """

    credit_minor: int
    jump_credits: int
    slots: Mapping[str, SlotSettings]


def change(
    state: CabinetState, event: MoneyEvent, till: Till, now_s: float, wall: str
) -> Change | None:
    """What the event comes to; None when it is nothing new.

    Args:
        state: the cabinet.
        event: a device's report.
        till: how it is set up.
        now_s: time on the monotonic clock.
        wall: wall time, for a fault's stamp.
    """
    match event:
        case BufferReply():
            return _reply(state, event, till, now_s, wall)
        case MoneyTaken():
            return _taken(state, event, till, now_s, wall)
        case MoneyThanked(slot, identity, token):
            counter = thanked(state.counters.get(identity))
            return _kept(state, identity, Booking(counter), ((slot, token),))
        case MoneyQuestioned():
            return _questioned(state, event)
        case DeviceFound():
            return _found(state, event, wall)
        case DeviceCounted(slot, counts):
            device = replace(state.devices.get(slot, DeviceState()), counts=counts)
            return Change(_with(state, slot, device))
        case DeviceHealth():
            return _health(state, event, wall)


# --- money ----------------------------------------------------------------------------------------


def _reply(
    state: CabinetState, reply: BufferReply, till: Till, now_s: float, wall: str
) -> Change | None:
    if state.is_storeless:
        return None  # the unit keeps its counter; the next start books what it tells then
    if slots.is_other(state, reply.slot):
        return Change(slots.waits(state, reply))
    is_test = _is_test(state, reply.tender)
    booking = book(state.counters.get(reply.device), reply, till.credit_minor, is_test=is_test)
    if booking is None:
        return None
    if state.leaf is Leaf.COIN_TEST:
        state = _tested(
            state,
            *(
                Tested(
                    reply.slot,
                    coin,
                    reply.values_minor.get(coin, 0),
                    0 if coin else code,
                    reason=_odd(reply.values_minor.get(coin, 0), till),
                    is_credit=bool(coin) and not is_test,
                )
                for coin, code in booking.fresh
                if (is_money(reply.tender, code) if coin else code)
            ),
        )
    return _booked(state, reply.slot, reply.device, booking, till, now_s, wall, is_test=is_test)


def _taken(
    state: CabinetState, taken: MoneyTaken, till: Till, now_s: float, wall: str
) -> Change | None:
    if state.is_storeless:
        return None  # it is not thanked, so it tells again; one that cannot has lost it
    if slots.is_other(state, taken.slot):
        detail = f"{taken.value_minor} from a unit that is not confirmed"
        asked = MoneyQuestioned(taken.slot, taken.device, "wrong_device", detail)
        return _questioned(state, asked, _thanks(taken))
    is_test = _is_test(state, taken.tender)
    booking = book_taken(
        state.counters.get(taken.device), taken, till.credit_minor, is_test=is_test
    )
    if state.leaf is Leaf.COIN_TEST:
        reason = _odd(taken.value_minor, till)
        seen = Tested(taken.slot, 0, taken.value_minor, reason=reason, is_credit=not is_test)
        state = _tested(state, seen)
    made = _booked(state, taken.slot, taken.device, booking, till, now_s, wall, is_test=is_test)
    return replace(made, thanks=_thanks(taken))


def _questioned(
    state: CabinetState, asked: MoneyQuestioned, thanks: tuple[tuple[str, str], ...] = ()
) -> Change | None:
    if state.is_storeless:
        return None
    booking = quarantined(state.counters.get(asked.device), asked)
    if state.leaf is Leaf.COIN_TEST:
        state = _tested(state, Tested(asked.slot, 0, 0, reason=asked.reason))
    return _kept(state, asked.device, booking, thanks)


def _thanks(taken: MoneyTaken) -> tuple[tuple[str, str], ...]:
    return ((taken.slot, taken.token),) if taken.token else ()


def _odd(value_minor: int, till: Till) -> str:
    """Why money that is in the box stands in the log alone and in no sum of the books."""
    return "odd_value" if value_minor % till.credit_minor else ""


def _is_test(state: CabinetState, tender: Tender) -> bool:
    """Whether money that falls now is a test: the books know coins of the test, no notes."""
    return state.leaf is Leaf.COIN_TEST and tender is Tender.COIN


def _tested(state: CabinetState, *seen: Tested) -> CabinetState:
    shown = (*reversed(seen), *state.operator.tested)[:TESTED_SHOWN]
    return replace(state, operator=replace(state.operator, tested=shown))


def _booked(
    state: CabinetState,
    slot: str,
    device: str,
    booking: Booking,
    till: Till,
    now_s: float,
    wall: str,
    *,
    is_test: bool,
) -> Change:
    """The booking with what the cabinet makes of it: somebody is there, and faults to tell."""
    if booking.credits and not is_test:
        state = replace(state, touched_at_s=now_s, dark_since_s=None)
        if state.saved.mode is Mode.ATTRACT:
            state = places.to_menu(state).state
        state = _fed(state, booking.credits, till, now_s, wall)
    kinds = {entry.kind for entry in booking.log}
    if kinds & _LOSS:
        detail = str(booking.counter.lost)
        state = faults.add(state, Fault(FaultName.COIN_LOST, slot, detail, wall))
    if LogKind.COIN_UNACCOUNTED in kinds:
        detail = str(booking.counter.unaccounted)
        state = faults.add(state, Fault(FaultName.COIN_UNACCOUNTED, slot, detail, wall))
    made = _kept(state, device, booking)
    return replace(made, postings=booking.postings, cues=(Cue.COIN,) if booking.credits else ())


def _kept(
    state: CabinetState,
    device: str,
    booking: Booking,
    thanks: tuple[tuple[str, str], ...] = (),
) -> Change:
    """A device's record, made durable."""
    counter: Counter = booking.counter
    return Change(
        replace(state, counters={**state.counters, device: counter}),
        documents={memory.DEVICE + device: memory.write(counter)},
        log=booking.log,
        is_hard=True,
        thanks=thanks,
    )


def _fed(state: CabinetState, credits: int, till: Till, now_s: float, wall: str) -> CabinetState:
    """The state, with a fault where money came faster than a person can feed it."""
    is_open = state.saved.joker.phase is not Phase.BETTING
    feed = state.feed.fed(credits, state.saved.rounds if is_open else 0, now_s)
    state = replace(state, feed=feed)
    limit = till.jump_credits
    if not limit or feed.credits <= limit or faults.has(state, FaultName.COIN_JUMP):
        return state
    detail = f"{feed.credits} credits at once, above coin.jump_credits = {limit}"
    return faults.add(state, Fault(FaultName.COIN_JUMP, detail=detail, since=wall))


# --- devices --------------------------------------------------------------------------------------


def _found(state: CabinetState, event: DeviceFound, wall: str) -> Change:
    state, first = slots.found(state, event)
    if first is not None and not state.is_storeless:
        documents = {memory.SLOT + event.slot: memory.write(first)}
        return Change(
            _judged(state, event.slot, wall), documents=documents, is_hard=True, is_outside=True
        )
    if not slots.is_other(state, event.slot) or state.is_storeless:
        return Change(_judged(state, event.slot, wall))
    was = state.confirmed[event.slot]
    details = (
        ("device", event.device),
        ("takes", event.money_set),
        ("was", was.identity),
        ("took", was.money_set),
    )
    return Change(
        _judged(state, event.slot, wall),
        log=(LogEntry(LogKind.DEVICE_OTHER, event.slot, details),),
        is_hard=True,
        is_outside=True,
    )


def _health(state: CabinetState, event: DeviceHealth, wall: str) -> Change:
    before = state.devices.get(event.slot, DeviceState())
    device = replace(before, health=event.health, detail=event.detail)
    if event.health in (Health.UNPLUGGED, Health.NO_ANSWER, Health.WIRING):
        device = replace(device, identity="", money_set="", waiting=None)
    state = _judged(_with(state, event.slot, device), event.slot, wall)
    is_fraud = event.health is Health.FRAUD_LOCK is not before.health
    if not is_fraud or state.is_storeless:
        return Change(state)
    details = (
        ("device", device.identity),
        ("code", event.detail),
        ("credits", str(state.feed.credits)),
    )
    entry = LogEntry(LogKind.COIN_SUSPECT, event.slot, details)
    return Change(state, log=(entry,), is_hard=True, is_outside=True)


def confirm(state: CabinetState, slot: str, wall: str) -> Change:
    """The operator takes the unit in `slot` for his own.

    Raises:
        ValueError: there is nothing to confirm.
    """
    confirmation = slots.confirmation(state, slot)
    device = state.devices[slot]
    documents = {memory.SLOT + slot: memory.write(confirmation.confirmed)}
    log: tuple[LogEntry, ...] = (confirmation.log,)
    state = replace(
        _with(state, slot, replace(device, waiting=None)),
        confirmed={**state.confirmed, slot: confirmation.confirmed},
    )
    if confirmation.booking is not None:
        counter = confirmation.booking.counter
        documents[memory.DEVICE + device.identity] = memory.write(counter)
        state = replace(state, counters={**state.counters, device.identity: counter})
        log = (*log, *confirmation.booking.log)
    return Change(
        _judged(state, slot, wall),
        documents=documents,
        log=log,
        is_hard=True,
        cues=(Cue.PRESS,),
    )


def _with(state: CabinetState, slot: str, device: DeviceState) -> CabinetState:
    return replace(state, devices={**state.devices, slot: device})


def _judged(state: CabinetState, slot: str, wall: str) -> CabinetState:
    """The state with the fault that the slot's health comes to, or without one."""
    health, detail = slots.shown(state, slot)
    fault = faults.of_device(DeviceHealth(slot, health, detail))
    state = faults.without(state, FaultName.COIN, slot)
    return state if fault is None else faults.add(state, replace(fault, since=wall))
