"""The page of the books: the whole life or the period; the operator begins a new one."""

from __future__ import annotations

from firmware.cabinet.actions import Action, Change, action
from firmware.cabinet.operator_menu.desk import Desk, moved
from firmware.events import Cue
from firmware.operator.roles import Role
from firmware.panel import Button
from firmware.words import Message


def keys(desk: Desk) -> dict[Button, Action]:
    """Which span of time; a new period is asked twice, and lifetime meters do not notice."""
    state, menu = desk.state, desk.state.operator
    other = moved(state, is_period=not menu.is_period, note=None)
    span = "whole_life" if menu.is_period else "period"
    found = {Button.HOLD3: action(span, lambda: Change(other, cues=(Cue.PRESS,)))}
    if state.role.may(Role.OPERATOR) and not state.is_storeless:
        begun = moved(state, is_period=True, note=Message("operator.period.begun"))
        found[Button.DEAL] = action(
            "new_period",
            lambda: Change(
                begun, new_period_by=state.role.value, is_hard=True, cues=(Cue.COLLECT,)
            ),
            asks=True,
        )
    return found
