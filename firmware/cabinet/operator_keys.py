"""The operator's pages: their keys, and what the page of the panel test sees of the buttons."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from firmware.cabinet import money_in, slots
from firmware.cabinet.actions import Action, Change, action
from firmware.cabinet.state import (
    LEAVES,
    RETURNS_ROWS,
    CabinetState,
    LampTest,
    Leaf,
    ReturnsPage,
    ReturnsView,
)
from firmware.events import Cue
from firmware.panel import Button, Light

_LAMPS = tuple(LampTest)


def keys(state: CabinetState, wall: Callable[[], str]) -> dict[Button, Action]:
    """The keys of the page that is open; turning the key back leaves them.

    Args:
        state: the cabinet.
        wall: the wall time, for a fault's stamp.
    """

    def turn(step: int) -> Callable[[], Change]:
        there = replace(state, operator_page=state.operator_page + step)
        return lambda: Change(there, cues=(Cue.PRESS,))

    found: dict[Button, Action] = {}
    if state.operator_page > 0:
        found[Button.HOLD1] = action("previous", turn(-1))
    if state.operator_page < len(LEAVES) - 1:
        found[Button.HOLD2] = action("next", turn(1))
    if state.leaf is Leaf.RETURNS:
        found.update(_returns(state))
    elif state.leaf is Leaf.SLOTS:
        other = next((slot for slot in state.devices if slots.is_other(state, slot)), None)
        if other is not None and not state.is_storeless:
            found[Button.DEAL] = action(
                "confirm_device", lambda: money_in.confirm(state, other, wall()), Light.NEXT
            )
    elif state.leaf is Leaf.PANEL_TEST:
        return _panel_test(state)
    return found


def _returns(state: CabinetState) -> dict[Button, Action]:
    """Which picture; of the table also which row and which span of time."""
    page = state.returns

    def look(there: ReturnsPage) -> Callable[[], Change]:
        return lambda: Change(replace(state, returns=there), cues=(Cue.PRESS,))

    found = {Button.DEAL: action("details", look(replace(page, view=page.view.following)))}
    if page.view is not ReturnsView.TABLE:
        return found
    place = RETURNS_ROWS.index(page.row)
    if place > 0:
        above = replace(page, row=RETURNS_ROWS[place - 1])
        found[Button.HOLD3] = action("row_up", look(above))
    if place < len(RETURNS_ROWS) - 1:
        below = replace(page, row=RETURNS_ROWS[place + 1])
        found[Button.HOLD4] = action("row_down", look(below))
    span = "whole_life" if page.is_period else "period"
    found[Button.HOLD5] = action(span, look(replace(page, is_period=not page.is_period)))
    return found


def _panel_test(state: CabinetState) -> dict[Button, Action]:
    """Every button is there to be tried; two of them lead on as well."""

    def back(after: CabinetState) -> CabinetState:
        return replace(
            after, operator_page=after.operator_page - 1, lamp_test=LampTest.KEYS, down=frozenset()
        )

    found = {button: _try(state, button, "try") for button in Button}
    found[Button.HOLD1] = _try(state, Button.HOLD1, "previous", back)
    found[Button.DEAL] = _try(state, Button.DEAL, "lamps", _next_lamps)
    return found


def _try(
    state: CabinetState,
    button: Button,
    legend: str,
    then: Callable[[CabinetState], CabinetState] = lambda after: after,
) -> Action:
    """A press is counted, whatever else it does."""
    count = state.tried.get(button, 0) + 1
    after = replace(state, tried={**state.tried, button: count}, down=state.down | {button})
    return action(legend, lambda: Change(then(after), cues=(Cue.PRESS,)))


def turned(state: CabinetState, is_on: bool) -> CabinetState:
    """The key was turned: the first page, and nothing of an earlier test."""
    return replace(
        state,
        operator_on=is_on,
        operator_page=0,
        returns=ReturnsPage(),
        tested=(),
        tried={},
        down=frozenset(),
        lamp_test=LampTest.KEYS,
    )


def released(state: CabinetState, button: Button) -> Change | None:
    """A button came up; told on that page only."""
    if button not in state.down:
        return None
    return Change(replace(state, down=state.down - {button}))


def _next_lamps(state: CabinetState) -> CabinetState:
    following = _LAMPS[(_LAMPS.index(state.lamp_test) + 1) % len(_LAMPS)]
    return replace(state, lamp_test=following)
