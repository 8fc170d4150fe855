"""The page of the panel test: every button is there to be tried; two of them lead on as well."""

from __future__ import annotations

from collections.abc import Callable

from firmware.cabinet.actions import Action, Change, action
from firmware.cabinet.operator_menu.desk import Desk, moved
from firmware.cabinet.operator_menu.menu import Leaf
from firmware.cabinet.operator_menu.pages import LampTest
from firmware.cabinet.state import CabinetState
from firmware.events import Cue
from firmware.panel import Button

_LAMPS = tuple(LampTest)


def keys(desk: Desk) -> dict[Button, Action]:
    """All eight: HOLD5 leads back, DEAL to the next pattern of the lamps."""
    state = desk.state
    found = {button: _try(state, button, "try") for button in Button}
    found[Button.HOLD5] = _try(state, Button.HOLD5, "back", _back)
    found[Button.DEAL] = _try(state, Button.DEAL, "lamps", _next_lamps)
    return found


def _try(
    state: CabinetState,
    button: Button,
    legend: str,
    then: Callable[[CabinetState], CabinetState] = lambda after: after,
) -> Action:
    """A press is counted, whatever else it does."""
    menu = state.operator
    count = menu.tried.get(button, 0) + 1
    after = moved(state, tried={**menu.tried, button: count}, down=menu.down | {button})
    return action(legend, lambda: Change(then(after), cues=(Cue.PRESS,)))


def _back(state: CabinetState) -> CabinetState:
    return moved(
        state, leaf=None, cursor=Leaf.PANEL_TEST, lamp_test=LampTest.KEYS, down=frozenset()
    )


def _next_lamps(state: CabinetState) -> CabinetState:
    following = _LAMPS[(_LAMPS.index(state.operator.lamp_test) + 1) % len(_LAMPS)]
    return moved(state, lamp_test=following)
