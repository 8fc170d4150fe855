"""The PIN pad: HOLD1 to HOLD5 are the digits 1 to 5; a login, or a new PIN entered twice.

A PIN is hashed beside the loop, which has a game and coins to look after; until its hash has come
only the way back is lit. A wrong one is stored before its answer is shown, so that nobody gains a
try by pulling the plug.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from firmware.cabinet import faults
from firmware.cabinet.actions import Action, Change, action, legend
from firmware.cabinet.operator_menu.desk import Desk, asking, moved
from firmware.cabinet.operator_menu.pages import Asking, PinPad
from firmware.cabinet.state import CabinetState, FaultName
from firmware.errors import RuleError
from firmware.events import Cue
from firmware.jobs import HashPin
from firmware.log import LogEntry, LogKind
from firmware.operator.roles import LONGEST, PINS, SHORTEST, Hashes, Pins, verify_shape
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
    away = moved(state, pad=None, job=None, note=None)
    found = {Button.DOUBLE: action("back", lambda: Change(away, cues=(Cue.PRESS,)))}
    if state.operator.job is not None or (pad.asking is Asking.LOGIN and state.pin_free_s):
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


def hashed(state: CabinetState, wanted: HashPin, hashes: Hashes, now_s: float) -> Change:
    """What an entered PIN comes to, now that its hash has come."""
    state, pad = moved(state, job=None), state.operator.pad
    if pad is None:
        return Change(state)
    if pad.asking is Asking.LOGIN:
        return _login(state, wanted.pin, hashes, now_s)
    return _chosen(state, pad, wanted.pin, hashes)


def _entered(desk: Desk, pad: PinPad) -> Change:
    state = desk.state
    match pad.asking:
        case Asking.LOGIN:
            return _asked(state, pad.digits, state.pins.salts)
        case Asking.NEW:
            try:
                verify_shape(pad.digits)
            except RuleError:
                return _poor(state, pad)
            salt = state.pins.salt_for(pad.target, desk.chance.source)
            return _asked(state, pad.digits, (salt,))
        case Asking.AGAIN:
            return _repeated(state, pad)


def _asked(state: CabinetState, pin: str, salts: tuple[bytes, ...]) -> Change:
    return Change(asking(state, HashPin(pin, salts), note=None), cues=(Cue.PRESS,))


def _login(state: CabinetState, pin: str, hashes: Hashes, now_s: float) -> Change:
    role = state.pins.role_of(pin, hashes)
    after = state.pins.tried(is_right=role is not None)
    if role is None:
        entry = LogEntry(LogKind.PIN_REFUSED, "", (("in_a_row", str(after.failures)),))
        note = Message("operator.pin.wrong")
        there = moved(state, pad=PinPad(), note=note)
        there = replace(there, pin_free_s=free_s(after, now_s))
        return _kept(there, after, entry, Cue.FAULT)
    there = moved(state, pad=None, role=role, note=None)
    if there.role is not role:
        there = moved(there, note=Message("operator.pin.door"))
    return _kept(there, after, LogEntry(LogKind.LOGIN, role.value), Cue.COLLECT)


def _chosen(state: CabinetState, pad: PinPad, pin: str, hashes: Hashes) -> Change:
    """A PIN that cannot be one is refused before anybody enters it twice."""
    ((salt, its_hash),) = hashes.items()
    try:
        pins = state.pins.with_new(pad.target, pin, salt, its_hash)
    except RuleError:
        return _poor(state, pad)
    once_more = PinPad(Asking.AGAIN, pad.target, first=pin, pins=pins)
    return Change(moved(state, pad=once_more))


def _poor(state: CabinetState, pad: PinPad) -> Change:
    again = moved(state, pad=replace(pad, digits=""), note=Message("operator.pin.poor"))
    return Change(again, cues=(Cue.FAULT,))


def _repeated(state: CabinetState, pad: PinPad) -> Change:
    if pad.digits != pad.first or pad.pins is None:
        anew = PinPad(Asking.NEW, pad.target)
        note = Message("operator.pin.differs")
        return Change(moved(state, pad=anew, note=note), cues=(Cue.FAULT,))
    there = moved(state, pad=None, note=Message("operator.pin.changed"))
    if pad.pins.are_chosen:
        there = faults.without(there, FaultName.PIN_SHIPPED)
    entry = LogEntry(LogKind.PIN_CHANGED, pad.target.value, (("by", state.role.value),))
    return _kept(there, pad.pins, entry, Cue.COLLECT)


def _kept(state: CabinetState, pins: Pins, entry: LogEntry, cue: Cue) -> Change:
    """Durable before it counts; without a store it counts all the same: somebody must mend it."""
    there = replace(state, pins=pins)
    if state.is_storeless:
        return Change(there, cues=(cue,))
    return Change(there, documents={PINS: pins.written()}, log=(entry,), is_hard=True, cues=(cue,))
