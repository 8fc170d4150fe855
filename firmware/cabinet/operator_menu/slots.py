"""The page of the slots: another unit than was confirmed is taken for the cabinet's own, and the
raw line of a unit is read as it passes."""

from __future__ import annotations

from dataclasses import replace

from firmware.cabinet import money_in, slots
from firmware.cabinet.actions import Action, Change, action
from firmware.cabinet.operator_menu.desk import Desk, moved
from firmware.cabinet.operator_menu.pages import LineShown
from firmware.cabinet.state import CabinetState
from firmware.events import Cue, LineHeard
from firmware.panel import Button, Light


def keys(desk: Desk) -> dict[Button, Action]:
    """HOLD3 goes through the lines, where there is a device; DEAL confirms a unit that waits."""
    state, found = desk.state, {}
    if state.devices:
        there = moved(state, line=_following(state))
        legend = "raw_line" if there.operator.line is not None else "health"
        found[Button.HOLD3] = action(legend, lambda: Change(there, cues=(Cue.PRESS,)))
    other = next((slot for slot in state.devices if slots.is_other(state, slot)), None)
    if other is not None and not state.is_storeless:
        found[Button.DEAL] = action(
            "confirm_device", lambda: money_in.confirm(state, other, desk.wall()), Light.NEXT
        )
    return found


def heard(state: CabinetState, event: LineHeard) -> Change | None:
    """What passed on the line that is read; None where nobody reads it any more."""
    shown = state.operator.line
    if shown is None or shown.slot != event.slot:
        return None
    return Change(moved(state, line=replace(shown, lines=event.lines)))


def _following(state: CabinetState) -> LineShown | None:
    """The line after the one that is shown; None after the last: the page as it opens."""
    ring = (None, *sorted(state.devices))
    shown = state.operator.line
    place = ring.index(shown.slot) if shown is not None and shown.slot in ring else 0
    slot = ring[(place + 1) % len(ring)]
    return None if slot is None else LineShown(slot)
