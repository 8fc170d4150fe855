"""The page of the PINs: the operator changes his own, a technician both."""

from __future__ import annotations

from firmware.cabinet.actions import Action, action
from firmware.cabinet.operator_menu import pin_pad
from firmware.cabinet.operator_menu.desk import Desk
from firmware.cabinet.operator_menu.pages import Asking, PinPad
from firmware.cabinet.operator_menu.rows import row_keys
from firmware.operator.roles import WITH_PIN
from firmware.panel import Button, Light


def keys(desk: Desk) -> dict[Button, Action]:
    """Which PIN, and a new one for it."""
    state, row = desk.state, desk.state.operator.row
    found = row_keys(state, len(WITH_PIN))
    if state.role.may(WITH_PIN[row]) and not state.is_storeless:
        pad = PinPad(Asking.NEW, WITH_PIN[row])
        found[Button.DEAL] = action("new_pin", pin_pad.opened(state, pad), Light.NEXT)
    return found
