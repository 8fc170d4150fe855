"""The keys of the operator's pages: the index, the PIN pad, and what all pages share.

HOLD1 and HOLD2 go up and down, HOLD3 and HOLD4 less and more, HOLD5 back, DEAL chooses, BET turns
to the next page. A page has its keys in a file of its own and an entry in `PAGES`; turning the
key back leaves them all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from firmware.cabinet import play_test
from firmware.cabinet.actions import Action, Change, action
from firmware.cabinet.operator_menu import (
    best,
    books,
    cash,
    clear,
    credit,
    events,
    machine,
    panel_test,
    pin_pad,
    pins,
    power,
    recall,
    returns,
    screen_test,
    settings,
    slots,
    sound_test,
    stick,
    wall_clock,
)
from firmware.cabinet.operator_menu.desk import Desk, moved
from firmware.cabinet.operator_menu.menu import LEAVES, PLACES, Leaf, OperatorMenu
from firmware.cabinet.state import CabinetState
from firmware.events import Cue
from firmware.operator.roles import Role
from firmware.panel import Button, Light

Keys = Callable[[Desk], dict[Button, Action]]

PAGES: Mapping[Leaf, Keys] = {
    Leaf.BOOKS: books.keys,
    Leaf.CASH: cash.keys,
    Leaf.CREDIT: credit.keys,
    Leaf.RETURNS: returns.keys,
    Leaf.RECALL: recall.keys,
    Leaf.EVENTS: events.keys,
    Leaf.EXPORT: stick.keys,
    Leaf.MACHINE: machine.keys,
    Leaf.SLOTS: slots.keys,
    Leaf.PANEL_TEST: panel_test.keys,
    Leaf.SCREEN_TEST: screen_test.keys,
    Leaf.SOUND_TEST: sound_test.keys,
    Leaf.PLAY_TEST: play_test.page_keys,
    Leaf.SETTINGS: settings.keys,
    Leaf.BEST: best.keys,
    Leaf.PINS: pins.keys,
    Leaf.CLOCK: wall_clock.keys,
    Leaf.POWER: power.keys,
    Leaf.CLEAR: clear.keys,
}
"""The keys of each page beside those that all have; a page that only tells has none."""

ARRIVALS: Mapping[Leaf, Callable[[Desk, CabinetState], CabinetState]] = {
    Leaf.RECALL: lambda _, there: recall.arrived(there),
    Leaf.EVENTS: lambda _, there: events.arrived(there),
    Leaf.SETTINGS: lambda _, there: settings.arrived(there),
    Leaf.CLOCK: wall_clock.arrived,
}
"""What a page asks for as it opens; most ask for nothing."""


def keys(desk: Desk) -> dict[Button, Action]:
    """What every button does at the operator's pages now."""
    menu = desk.state.operator
    if menu.pad is not None:
        return pin_pad.keys(desk, menu.pad)
    if menu.leaf is None:
        return _index(desk)
    own = PAGES.get(menu.leaf, _none)(desk)
    return {**_frame(desk, menu.leaf), **own}


def turned(state: CabinetState, *, is_on: bool) -> CabinetState:
    """The key was turned: the index, an attendant, and nothing of an earlier visit."""
    return replace(state, operator=OperatorMenu(is_open=is_on, jobs=state.operator.jobs))


def released(state: CabinetState, button: Button) -> Change | None:
    """A button came up; told on the page of the panel test only."""
    if button not in state.operator.down:
        return None
    return Change(moved(state, down=state.operator.down - {button}))


def way_to(leaf: Leaf | None, menu: OperatorMenu) -> Button | None:
    """The next key on the way to a page, from anywhere among the pages; None when it is open."""
    if menu.pad is not None:
        return Button.DOUBLE
    if menu.play is not None:
        return Button.DOUBLE
    if menu.leaf is leaf:
        return None
    if menu.leaf is not None:
        return Button.HOLD5
    assert leaf is not None
    step = LEAVES.index(leaf) - LEAVES.index(menu.cursor)
    return Button.DEAL if step == 0 else Button.HOLD2 if step > 0 else Button.HOLD1


def _none(_desk: Desk) -> dict[Button, Action]:
    return {}


def _frame(desk: Desk, leaf: Leaf) -> dict[Button, Action]:
    """Back, and on to the next page that may be opened."""
    found = {Button.HOLD5: action("back", _leave(desk.state, leaf))}
    onward = _following(desk.state, leaf)
    if onward is not None:
        found[Button.BET] = action("next", _open(desk, onward))
    return found


def _index(desk: Desk) -> dict[Button, Action]:
    state, menu = desk.state, desk.state.operator
    place = LEAVES.index(menu.cursor)

    def to(leaf: Leaf) -> Callable[[], Change]:
        return lambda: Change(moved(state, cursor=leaf, note=None), cues=(Cue.PRESS,))

    found: dict[Button, Action] = {}
    if place > 0:
        found[Button.HOLD1] = action("row_up", to(LEAVES[place - 1]))
    if place < len(LEAVES) - 1:
        found[Button.HOLD2] = action("row_down", to(LEAVES[place + 1]))
    for button, legend, leaf in (
        (Button.HOLD3, "left", _column(menu.cursor, -1)),
        (Button.HOLD4, "right", _column(menu.cursor, +1)),
    ):
        if leaf is not None:
            found[button] = action(legend, to(leaf))
    if state.role.may(PLACES[menu.cursor].role):
        found[Button.DEAL] = action("open", _open(desk, menu.cursor), Light.NEXT)
        found[Button.BET] = action("next", _open(desk, menu.cursor))
    else:
        found[Button.DEAL] = pin_pad.login(desk, Light.NEXT)
    if menu.role is Role.ATTENDANT:
        found[Button.DOUBLE] = pin_pad.login(desk)
    else:
        out = moved(state, role=Role.ATTENDANT, note=None)
        found[Button.DOUBLE] = action("log_out", lambda: Change(out, cues=(Cue.PRESS,)))
    return found


def _column(leaf: Leaf, step: int) -> Leaf | None:
    """The first page of the column to the left or right."""
    groups = list(dict.fromkeys(place.group for place in PLACES.values()))
    column = groups.index(PLACES[leaf].group) + step
    if not 0 <= column < len(groups):
        return None
    return next(each for each in LEAVES if PLACES[each].group is groups[column])


def _following(state: CabinetState, leaf: Leaf) -> Leaf | None:
    """The next page that may be opened."""
    after = LEAVES[LEAVES.index(leaf) + 1 :]
    return next((each for each in after if state.role.may(PLACES[each].role)), None)


def _open(desk: Desk, leaf: Leaf) -> Callable[[], Change]:
    there = moved(
        desk.state,
        leaf=leaf,
        cursor=leaf,
        row=0,
        note=None,
        job=None,
        percent=0,
        down=frozenset(),
        line=None,
    )
    arrived = ARRIVALS.get(leaf)
    if arrived is not None:
        there = arrived(desk, there)
    return lambda: Change(there, cues=(Cue.PRESS,))


def _leave(state: CabinetState, leaf: Leaf) -> Callable[[], Change]:
    there = moved(
        state,
        leaf=None,
        cursor=leaf,
        row=0,
        note=None,
        job=None,
        percent=0,
        down=frozenset(),
        line=None,
    )
    return lambda: Change(there, cues=(Cue.PRESS,))
