"""The page of the power: switching off and starting anew, asked twice.

Nothing is lost by it, whatever stands on the table: credit and game are where they were when the
cabinet is back.
"""

from __future__ import annotations

from collections.abc import Mapping

from firmware.cabinet.actions import Action, Change, action
from firmware.cabinet.operator_menu.desk import Desk, asking
from firmware.cabinet.operator_menu.pages import POWER_ROWS, PowerRow
from firmware.cabinet.operator_menu.rows import row_keys
from firmware.events import Cue
from firmware.jobs import PowerOff, Restart, Wanted
from firmware.log import LogEntry, LogKind
from firmware.panel import Button, Light

_WANTED: Mapping[PowerRow, tuple[Wanted, str]] = {
    PowerRow.OFF: (PowerOff(), "power_off"),
    PowerRow.RESTART: (Restart(), "power_restart"),
}
"""What each row asks for, under which legend."""


def keys(desk: Desk) -> dict[Button, Action]:
    """Which of the two, and DEAL twice."""
    state = desk.state
    if state.operator.job is not None:
        return {}
    row = POWER_ROWS[state.operator.row]
    wanted, legend = _WANTED[row]
    there = asking(state, wanted, note=None)
    line = LogEntry(LogKind.POWER_ASKED, row.value, (("by", state.role.value),))

    def asked() -> Change:
        if state.is_storeless:  # it must be possible all the same, and leaves no line
            return Change(there, cues=(Cue.PRESS,))
        return Change(there, log=(line,), is_hard=True, cues=(Cue.PRESS,))

    ask = action(legend, asked, Light.NEXT, asks=True)
    return {**row_keys(state, len(POWER_ROWS)), Button.DEAL: ask}
