"""The page of the clock: field by field to what the operator's watch shows, then DEAL."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from firmware.cabinet.actions import Action, Change, action
from firmware.cabinet.operator_menu.desk import Desk, asking, moved
from firmware.cabinet.operator_menu.pages import CLOCK_FIELDS, ClockField, ClockPage
from firmware.cabinet.operator_menu.rows import row_keys
from firmware.cabinet.state import CabinetState
from firmware.clock import local_wall
from firmware.events import Cue
from firmware.jobs import SetClock
from firmware.log import LogEntry, LogKind
from firmware.panel import Button, Light

EARLIEST, LATEST = datetime(2024, 1, 1), datetime(2099, 12, 31, 23, 59)
"""What the clock may be set to: no game was ever played before the first."""
_STEPS: Mapping[ClockField, timedelta] = {
    ClockField.DAY: timedelta(days=1),
    ClockField.HOUR: timedelta(hours=1),
    ClockField.MINUTE: timedelta(minutes=1),
}


def arrived(desk: Desk, there: CabinetState) -> CabinetState:
    """The page as it opens: with the clock as it is."""
    return moved(there, clock=_read(desk))


def keys(desk: Desk) -> dict[Button, Action]:
    """Which field, less and more; DEAL sets what was chosen, DOUBLE lets it be."""
    state, page = desk.state, desk.state.operator.clock
    if state.operator.job is not None:
        return {}
    found = row_keys(state, len(CLOCK_FIELDS))
    field = CLOCK_FIELDS[state.operator.row]
    begins = _chosen(desk)
    for button, legend, step in (
        (Button.HOLD3, "less", -1),
        (Button.HOLD4, "more", +1),
    ):
        after = stepped(begins, field, step)
        if after is not None:
            found[button] = action(legend, _to(desk, replace(_read(desk), chosen=_iso(after))))
    if page.chosen:
        found[Button.DEAL] = action("set_clock", lambda: _set(desk), Light.NEXT)
        found[Button.DOUBLE] = action("undo", _to(desk, _read(desk)))
    return found


def stepped(moment: datetime, field: ClockField, step: int) -> datetime | None:
    """One more or less of a field; None beyond what the clock may be set to.

    >>> stepped(datetime(2026, 1, 31, 8, 5), ClockField.MONTH, 1)
    datetime.datetime(2026, 2, 28, 8, 5)
    """
    if field in _STEPS:
        after = moment + step * _STEPS[field]
    else:
        months = moment.year * 12 + moment.month - 1
        months += step * (12 if field is ClockField.YEAR else 1)
        after = _in_month(moment, *divmod(months, 12))
    return after if EARLIEST <= after <= LATEST else None


def after_set(state: CabinetState, wanted: SetClock) -> CabinetState:
    """The page once the clock is set: it goes on from there."""
    page = state.operator.clock
    return moved(state, clock=replace(page, wall=wanted.wall, is_synced=False, chosen=""))


def _in_month(moment: datetime, year: int, month: int) -> datetime:
    """The same day of another month, or its last."""
    first = moment.replace(year=year, month=month + 1, day=1)
    last = (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)
    return first.replace(day=min(moment.day, last.day))


def _chosen(desk: Desk) -> datetime:
    """From where less and more lead on: what was chosen, or the whole minute that it is."""
    page = desk.state.operator.clock
    moment = datetime.fromisoformat(page.chosen or page.wall or local_wall(desk.wall()))
    if not page.chosen:
        moment += timedelta(seconds=desk.now_s - page.read_s)
    return min(max(moment.replace(second=0, microsecond=0), EARLIEST), LATEST)


def _read(desk: Desk) -> ClockPage:
    return ClockPage(local_wall(desk.wall()), desk.now_s, is_synced=desk.is_synced())


def _to(desk: Desk, page: ClockPage) -> Callable[[], Change]:
    return lambda: Change(moved(desk.state, clock=page, note=None), cues=(Cue.PRESS,))


def _set(desk: Desk) -> Change:
    """Who set it stands in the log before it is; that it jumped is seen by the ledger itself."""
    state, page = desk.state, desk.state.operator.clock
    was = local_wall(desk.wall())
    at = replace(page, read_s=desk.now_s)
    there = asking(state, SetClock(page.chosen), clock=at, note=None)
    if state.is_storeless:
        return Change(there, cues=(Cue.PRESS,))
    by = state.role.value
    details = ("key", "clock"), ("old", was), ("new", page.chosen), ("by", by)
    line = LogEntry(LogKind.SETTING, details=details)
    return Change(there, log=(line,), is_hard=True, cues=(Cue.PRESS,))


def _iso(moment: datetime) -> str:
    return moment.isoformat(timespec="seconds")
