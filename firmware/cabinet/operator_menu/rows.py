"""The two keys of every page that is a list: up and down a row."""

from __future__ import annotations

from firmware.cabinet.actions import Action, Change, action
from firmware.cabinet.operator_menu.desk import moved
from firmware.cabinet.state import CabinetState
from firmware.events import Cue
from firmware.panel import Button


def row_keys(
    state: CabinetState, count: int, up: str = "row_up", down: str = "row_down"
) -> dict[Button, Action]:
    """HOLD1 and HOLD2, where there is a row that way.

    Args:
        state: the cabinet.
        count: of rows.
        up, down: legends of the keys, without their `key.`.
    """
    row = state.operator.row

    def to(number: int, legend: str) -> Action:
        there = moved(state, row=number, note=None)
        return action(legend, lambda: Change(there, cues=(Cue.PRESS,)))

    found = {}
    if row > 0:
        found[Button.HOLD1] = to(row - 1, up)
    if row < count - 1:
        found[Button.HOLD2] = to(row + 1, down)
    return found
