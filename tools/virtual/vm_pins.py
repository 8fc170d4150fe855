"""The PINs of the virtual cabinet, chosen by its own buttons: with the shipped ones a real cabinet
takes no money.
"""

from __future__ import annotations

from vm_rig import Rig

from firmware.cabinet.operator_menu.menu import LEAVES, Leaf
from firmware.operator.roles import SHIPPED, Role
from firmware.panel import HOLDS, Button

OPERATOR, TECHNICIAN = "24135", "53142"


def choose_pins(rig: Rig) -> None:
    """Change both PINs as the technician does, with the door open.

    Raises:
        VmError: they were not changed.
    """
    rig.door(is_open=True)
    rig.key(is_on=True)
    rig.press(Button.DOUBLE)
    _digits(rig, SHIPPED[Role.TECHNICIAN])
    for _ in range(LEAVES.index(Leaf.PINS)):
        rig.press(Button.HOLD2)
    rig.press(Button.DEAL)
    for pin in (OPERATOR, TECHNICIAN):
        if pin == TECHNICIAN:
            rig.press(Button.HOLD2)
        rig.press(Button.DEAL)
        _digits(rig, pin)
        _digits(rig, pin)
    rig.expect("pins", "operator,technician", 60)
    rig.key(is_on=False)
    rig.door(is_open=False)
    rig.see("attract")


def _digits(rig: Rig, pin: str) -> None:
    """Enter a PIN on the open pad."""
    for digit in pin:
        rig.press(HOLDS[int(digit) - 1])
    rig.press(Button.DEAL)
