"""The page of the event log: a screenful at a time, of everything or of one topic."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from firmware.cabinet.actions import Action, Change, action
from firmware.cabinet.operator_menu.desk import Desk, asking, moved
from firmware.cabinet.operator_menu.pages import EventsPage
from firmware.cabinet.state import CabinetState
from firmware.events import Cue
from firmware.jobs import LogRead, ReadLog
from firmware.panel import Button
from firmware.words import Message


def arrived(state: CabinetState) -> CabinetState:
    """The page was opened: the newest lines."""
    return _read(state, EventsPage(state.operator.events.topic))


def answered(state: CabinetState, answer: LogRead) -> CabinetState:
    """The lines came."""
    page = replace(
        state.operator.events,
        lines=answer.lines,
        has_older=answer.has_older,
        unread=answer.unread,
    )
    return moved(state, job=None, row=0, events=page)


def keys(desk: Desk) -> dict[Button, Action]:
    """The keys of that page."""
    state, page, row = desk.state, desk.state.operator.events, desk.state.operator.row
    lines = page.lines or ()
    topic = Message(f"key.topic.{page.topic.following}")
    found = {Button.DEAL: action(topic, _go(state, EventsPage(page.topic.following)))}
    if len(page.starts) > 1:
        found[Button.HOLD1] = action("newer", _go(state, replace(page, starts=page.starts[:-1])))
        found[Button.DOUBLE] = action("newest", _go(state, EventsPage(page.topic)))
    if page.has_older and lines:
        further = replace(page, starts=(*page.starts, lines[-1].place))
        found[Button.HOLD2] = action("older", _go(state, further))
    if row > 0:
        found[Button.HOLD3] = action("row_up", _row(state, row - 1))
    if row < len(lines) - 1:
        found[Button.HOLD4] = action("row_down", _row(state, row + 1))
    return found


def _row(state: CabinetState, row: int) -> Callable[[], Change]:
    there = moved(state, row=row)
    return lambda: Change(there, cues=(Cue.PRESS,))


def _go(state: CabinetState, page: EventsPage) -> Callable[[], Change]:
    there = _read(state, page)
    return lambda: Change(there, cues=(Cue.PRESS,))


def _read(state: CabinetState, page: EventsPage) -> CabinetState:
    """The lines of that screenful are asked for; those of another one are not shown meanwhile.

    A screenful that is on its way has no older one yet, so that a second press asks for nothing.
    """
    wish = ReadLog(page.starts[-1], page.topic)
    return asking(state, wish, events=replace(page, has_older=False), note=None)
