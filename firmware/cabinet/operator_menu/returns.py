"""The page of the returns: which picture; of the table also which row and which span of time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from firmware.cabinet.actions import Action, Change, action
from firmware.cabinet.operator_menu.desk import Desk, moved
from firmware.cabinet.operator_menu.pages import RETURNS_ROWS, ReturnsPage, ReturnsView
from firmware.events import Cue
from firmware.panel import Button

_LEADS_TO = {
    ReturnsView.TABLE: "returns_table",
    ReturnsView.HANDS: "returns_hands",
    ReturnsView.TIMES: "returns_times",
}
"""What DEAL says, by the picture that it leads to."""


def keys(desk: Desk) -> dict[Button, Action]:
    """The keys of that page."""
    page = desk.state.operator.returns

    def look(there: ReturnsPage) -> Callable[[], Change]:
        return lambda: Change(moved(desk.state, returns=there), cues=(Cue.PRESS,))

    there = page.view.following
    found = {Button.DEAL: action(_LEADS_TO[there], look(replace(page, view=there)))}
    if page.view is not ReturnsView.TABLE:
        return found
    place = RETURNS_ROWS.index(page.row)
    if place > 0:
        found[Button.HOLD1] = action("row_up", look(replace(page, row=RETURNS_ROWS[place - 1])))
    if place < len(RETURNS_ROWS) - 1:
        found[Button.HOLD2] = action("row_down", look(replace(page, row=RETURNS_ROWS[place + 1])))
    span = "whole_life" if page.is_period else "period"
    found[Button.HOLD3] = action(span, look(replace(page, is_period=not page.is_period)))
    return found
