"""The page of the slots: another unit than was confirmed is taken for the cabinet's own."""

from __future__ import annotations

from firmware.cabinet import money_in, slots
from firmware.cabinet.actions import Action, action
from firmware.cabinet.operator_menu.desk import Desk
from firmware.panel import Button, Light


def keys(desk: Desk) -> dict[Button, Action]:
    """One key, and that only where a unit waits for it."""
    state = desk.state
    other = next((slot for slot in state.devices if slots.is_other(state, slot)), None)
    if other is None or state.is_storeless:
        return {}
    confirm = action(
        "confirm_device", lambda: money_in.confirm(state, other, desk.wall()), Light.NEXT
    )
    return {Button.DEAL: confirm}
