"""Key, door and tilt: what a switch does to the cabinet.

Every one of them freezes the game where it is and gives it back on its final picture.
"""

from __future__ import annotations

from dataclasses import replace

from firmware.cabinet import faults
from firmware.cabinet.actions import LOCK_S, Change
from firmware.cabinet.coin_feed import Feed
from firmware.cabinet.operator_menu.desk import moved as moved_pages
from firmware.cabinet.operator_menu.keys import turned as key_turned
from firmware.cabinet.state import CabinetState, Fault, FaultName
from firmware.cabinet.switches_seen import Seen
from firmware.events import Cue, DoorMoved, KeyTurned, TiltMoved
from firmware.money import MechanicalMeter


def moved(
    state: CabinetState,
    event: KeyTurned | DoorMoved | TiltMoved,
    now_s: float,
    wall: str,
    unseen: Seen | None = None,
) -> Change | None:
    """What a switch that moved leads to; None where it stood so already.

    Args:
        state: the cabinet.
        event: the switch and how it stands now.
        now_s: the cabinet's time.
        wall: wall time, ISO 8601, for the fault that it may be.
        unseen: games since each button and switch was last seen, for the pages that open.
    """
    match event:
        case KeyTurned(is_on):
            return _key(state, is_on, now_s, wall, unseen or {})
        case DoorMoved(is_open):
            return _door(state, is_open, now_s, wall)
        case TiltMoved(is_tilted):
            return _tilt(state, is_tilted, now_s, wall)


def resumed(state: CabinetState, now_s: float) -> CabinetState:
    """The same game on its final picture, its waiting times begun anew."""
    return replace(
        state,
        movement=None,
        asked=None,
        asked_until_s=None,
        touched_at_s=now_s,
        waiting_since_s=now_s,
        arranging_since_s=now_s,
        dark_since_s=None,  # somebody is there, and the keys that follow are not for waking
    )


def pulsed(state: CabinetState, meter: MechanicalMeter) -> Change:
    """A mechanical meter made a step."""
    steps = {**state.saved.pulsed, meter: state.saved.pulsed.get(meter, 0) + 1}
    return Change(replace(state, saved=replace(state.saved, pulsed=steps)))


def _key(state: CabinetState, is_on: bool, now_s: float, wall: str, unseen: Seen) -> Change | None:
    if is_on is state.operator_on:
        return None
    turned = key_turned(state, is_on=is_on)
    if is_on:
        turned = moved_pages(turned, unseen=unseen)
    if not is_on:
        turned = replace(faults.without_seen(turned), feed=Feed())
        if turned.is_tilted:
            turned = faults.add(turned, Fault(FaultName.TILT, since=wall))
    return _switched(turned, now_s, Cue.PRESS)


def _door(state: CabinetState, is_open: bool, now_s: float, wall: str) -> Change | None:
    if is_open is faults.has(state, FaultName.DOOR):
        return None
    moved = faults.moved(state, FaultName.DOOR, "", wall, is_there=is_open)
    return _switched(moved, now_s, Cue.DOOR)


def _tilt(state: CabinetState, is_tilted: bool, now_s: float, wall: str) -> Change:
    """It freezes play at once; that it stands again is for the attendant to see."""
    state = replace(state, is_tilted=is_tilted)
    if not is_tilted or faults.has(state, FaultName.TILT):
        return Change(state)
    return _switched(faults.add(state, Fault(FaultName.TILT, since=wall)), now_s, Cue.FAULT)


def _switched(state: CabinetState, now_s: float, cue: Cue) -> Change:
    return Change(resumed(state, now_s), is_outside=True, lock_s=LOCK_S, cues=(cue,))
