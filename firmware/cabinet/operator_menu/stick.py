"""The page on which the books go onto a stick."""

from __future__ import annotations

from firmware.cabinet.actions import Action, Change, action
from firmware.cabinet.operator_menu.desk import Desk, asking
from firmware.events import Cue
from firmware.jobs import ExportBooks
from firmware.panel import Button, Light


def keys(desk: Desk) -> dict[Button, Action]:
    """DEAL begins; not again while it is under way, and not without books."""
    state = desk.state
    if state.operator.job is not None or state.is_unread:
        return {}
    there = asking(state, ExportBooks(), note=None)
    return {
        Button.DEAL: action("write_stick", lambda: Change(there, cues=(Cue.PRESS,)), Light.NEXT)
    }
