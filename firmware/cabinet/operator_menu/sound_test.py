"""The page of the sound test: which sound, and that it sounds."""

from __future__ import annotations

from firmware.cabinet.actions import Action, Change, action
from firmware.cabinet.operator_menu.desk import Desk, moved
from firmware.cabinet.operator_menu.pages import TEST_CUES
from firmware.cabinet.operator_menu.rows import row_keys
from firmware.panel import Button, Light


def keys(desk: Desk) -> dict[Button, Action]:
    """Up and down the list, and DEAL to hear the chosen one."""
    state = desk.state
    cue = TEST_CUES[state.operator.row]
    heard = moved(state, sounded=state.operator.sounded + 1)
    sound = action("sound", lambda: Change(heard, cues=(cue,)), Light.NEXT)
    return {**row_keys(state, len(TEST_CUES)), Button.DEAL: sound}
