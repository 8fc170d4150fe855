"""The page of the sound test: which sound of which group, and that it sounds."""

from __future__ import annotations

from firmware.cabinet.actions import Action, Change, action
from firmware.cabinet.operator_menu.desk import Desk, moved
from firmware.cabinet.operator_menu.pages import TEST_CUES
from firmware.cabinet.operator_menu.rows import row_keys
from firmware.events import Cue
from firmware.panel import Button, Light


def keys(desk: Desk) -> dict[Button, Action]:
    """Up and down the list, HOLD 3 to the next group, and DEAL to hear the chosen one."""
    state = desk.state
    cue = TEST_CUES[state.operator.row]
    heard = moved(state, sounded=state.operator.sounded + 1)
    sound = action("sound", lambda: Change(heard, cues=(cue,)), Light.NEXT)
    there = moved(state, row=_next_group(state.operator.row))
    group = action("section", lambda: Change(there, cues=(Cue.PRESS,)))
    return {**row_keys(state, len(TEST_CUES)), Button.HOLD3: group, Button.DEAL: sound}


def _next_group(row: int) -> int:
    """The first row of the group after that of a row; after the last the first."""
    here = TEST_CUES[row].group
    after = (i for i in range(row, len(TEST_CUES)) if TEST_CUES[i].group is not here)
    return next(after, 0)
