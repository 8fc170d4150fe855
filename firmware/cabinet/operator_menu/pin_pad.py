"""The PIN pad: HOLD1 to HOLD5 are the digits 1 to 5; a login, or a new PIN entered twice.

A wrong PIN is stored before its answer is shown, so that nobody gains a try by pulling the plug.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from firmware.cabinet import faults
from firmware.cabinet.actions import Action, Change, action, legend
from firmware.cabinet.operator_menu.desk import Desk, moved
from firmware.cabinet.operator_menu.pages import Asking, PinPad
from firmware.cabinet.state import CabinetState, FaultName
from firmware.errors import RuleError
from firmware.events import Cue
from firmware.log import LogEntry, LogKind
from firmware.operator.roles import LONGEST, PINS, SHORTEST, Pins
from firmware.panel import HOLDS, Button, Light
from firmware.words import Message


def login(desk: Desk, light: Light = Light.ON) -> Action:
    """The key that opens the pad for a login."""
    return action("pin", opened(desk.state, PinPad()), light)


def opened(state: CabinetState, pad: PinPad) -> Callable[[], Change]:
    """The pad over the page that is open."""
    there = moved(state, pad=pad, note=None)
    return lambda: Change(there, cues=(Cue.PRESS,))


def keys(desk: Desk, pad: PinPad) -> dict[Button, Action]:
    """Digits while there is room for them, erase, enter, leave; while it waits, only leave."""
    state = desk.state
    away = moved(state, pad=None, note=None)
    found = {Button.DOUBLE: action("back", lambda: Change(away, cues=(Cue.PRESS,)))}
    if pad.asking is Asking.LOGIN and state.pin_free_s:
        return found
    if len(pad.digits) < LONGEST:
        for digit, button in enumerate(HOLDS, start=1):
            more = replace(pad, digits=f"{pad.digits}{digit}")
            found[button] = action(legend("digit", digit=digit), opened(state, more))
    if pad.digits:
        fewer = replace(pad, digits=pad.digits[:-1])
        found[Button.BET] = action("erase", opened(state, fewer))
    if len(pad.digits) >= SHORTEST:
        found[Button.DEAL] = action("enter", lambda: _entered(desk, pad), Light.NEXT)
    return found


def free_s(pins: Pins, now_s: float) -> float:
    """When the next PIN may be tried; 0 for at once. A boot begins the waiting anew."""
    return now_s + pins.wait_s if pins.wait_s else 0.0


def _entered(desk: Desk, pad: PinPad) -> Change:
    match pad.asking:
        case Asking.LOGIN:
            return _login(desk, pad.digits)
        case Asking.NEW:
            return _chosen(desk, pad)
        case Asking.AGAIN:
            return _repeated(desk, pad)


def _login(desk: Desk, pin: str) -> Change:
    state = desk.state
    role = state.pins.role_of(pin)
    after = state.pins.tried(is_right=role is not None)
    if role is None:
        entry = LogEntry(LogKind.PIN_REFUSED, "", (("in_a_row", str(after.failures)),))
        note = Message("operator.pin.wrong")
        there = moved(state, pad=PinPad(), note=note)
        there = replace(there, pin_free_s=free_s(after, desk.now_s))
        return _kept(there, after, entry, Cue.FAULT)
    there = moved(state, pad=None, role=role, note=None)
    if there.role is not role:
        there = moved(there, note=Message("operator.pin.door"))
    return _kept(there, after, LogEntry(LogKind.LOGIN, role.value), Cue.COLLECT)


def _chosen(desk: Desk, pad: PinPad) -> Change:
    """A PIN that cannot be one is refused before anybody enters it twice."""
    try:
        desk.state.pins.verify_new(pad.target, pad.digits)
    except RuleError:
        again = moved(desk.state, pad=replace(pad, digits=""), note=Message("operator.pin.poor"))
        return Change(again, cues=(Cue.FAULT,))
    once_more = PinPad(Asking.AGAIN, pad.target, first=pad.digits)
    return Change(moved(desk.state, pad=once_more, note=None), cues=(Cue.PRESS,))


def _repeated(desk: Desk, pad: PinPad) -> Change:
    state = desk.state
    if pad.digits != pad.first:
        anew = PinPad(Asking.NEW, pad.target)
        note = Message("operator.pin.differs")
        return Change(moved(state, pad=anew, note=note), cues=(Cue.FAULT,))
    pins = state.pins.with_new(pad.target, pad.digits, desk.chance.source)
    there = moved(state, pad=None, note=Message("operator.pin.changed"))
    if pins.are_chosen:
        there = faults.without(there, FaultName.PIN_SHIPPED)
    entry = LogEntry(LogKind.PIN_CHANGED, pad.target.value, (("by", state.role.value),))
    return _kept(there, pins, entry, Cue.COLLECT)


def _kept(state: CabinetState, pins: Pins, entry: LogEntry, cue: Cue) -> Change:
    """Durable before it counts; without a store it counts all the same: somebody must mend it."""
    there = replace(state, pins=pins)
    if state.is_storeless:
        return Change(there, cues=(cue,))
    return Change(there, documents={PINS: pins.written()}, log=(entry,), is_hard=True, cues=(cue,))
