"""The page of devices and faults: what a technician may do about a fault that locks play.

Most of them are looked at again by a boot, and only by a boot: so he starts the cabinet anew.
That the program fell again and again no boot can judge: his word ends it.
"""

from __future__ import annotations

from firmware.cabinet import faults
from firmware.cabinet.actions import Action, Change, action
from firmware.cabinet.operator_menu.desk import Desk, asking, moved
from firmware.cabinet.state import CabinetState, Effect, Fault, FaultName
from firmware.events import Cue
from firmware.jobs import Restart
from firmware.log import LogEntry, LogKind
from firmware.operator.roles import Role
from firmware.panel import Button, Light
from firmware.words import Message

BY_WORD = frozenset({FaultName.CALL_SERVICE})
"""Locking faults that end at a technician's word."""
ELSEWHERE = frozenset({FaultName.PIN_SHIPPED})
"""Locking faults that another page ends, and no boot."""


def keys(desk: Desk) -> dict[Button, Action]:
    """DEAL twice, for a technician, where something locks play; what needs only his word first."""
    state = desk.state
    if state.operator.job is not None or not state.role.may(Role.TECHNICIAN):
        return {}
    locking = [fault for fault in state.faults if fault.name.effect is Effect.LOCKS]
    by_word = [fault for fault in locking if fault.name in BY_WORD]
    if by_word and not state.is_storeless:
        return {Button.DEAL: _ask("fault_mended", _mended(state, by_word[0]))}
    if any(fault.name not in BY_WORD | ELSEWHERE for fault in locking):
        return {Button.DEAL: _ask("try_again", _tried_again(state))}
    return {}


def _ask(legend: str, change: Change) -> Action:
    return action(legend, lambda: change, Light.NEXT, asks=True)


def _mended(state: CabinetState, fault: Fault) -> Change:
    line = LogEntry(LogKind.FAULT_MENDED, fault.name.value, (("by", state.role.value),))
    there = faults.without(state, fault.name, fault.subject)
    there = moved(there, note=Message("operator.fault_mended"))
    return Change(there, log=(line,), is_hard=True, cues=(Cue.COLLECT,))


def _tried_again(state: CabinetState) -> Change:
    there = asking(state, Restart(), note=Message("operator.trying_again"))
    if state.is_storeless:  # it must be possible all the same, and leaves no line
        return Change(there, cues=(Cue.PRESS,))
    line = LogEntry(LogKind.POWER_ASKED, "restart", (("by", state.role.value),))
    return Change(there, log=(line,), is_hard=True, cues=(Cue.PRESS,))
