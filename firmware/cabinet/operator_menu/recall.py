"""The page of the recall: from round to round, from step to step, the search, and disputes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from firmware.cabinet.actions import Action, Change, action, legend
from firmware.cabinet.operator_menu.desk import Desk, asking, moved
from firmware.cabinet.operator_menu.pages import FIND_ROWS, FindRow, RecallPage
from firmware.cabinet.state import CabinetState
from firmware.events import Cue
from firmware.jobs import FindRounds, RoundFound, RoundsFound, Wanted
from firmware.panel import Button, Light
from firmware.transaction import Dispute
from firmware.words import Message

GAINS = (0, 10, 100, 1_000)
"""Credits that a round brought at least; 0 for any."""
JUMPS = (1, 10, 100, 1_000, 10_000)
"""By how much a press changes the number that is looked for."""

Press = Callable[[], Change]


def arrived(state: CabinetState) -> CabinetState:
    """The page was opened: the newest round, or the one that was shown before, once more."""
    page = state.operator.recall
    there = replace(page, is_finding=False)
    wish = FindRounds() if page.round is None else FindRounds(page.round.number, is_older=False)
    return asking(state, wish, recall=there)


def answered(state: CabinetState, asked: Wanted, answer: RoundsFound) -> CabinetState:
    """The round came; where there is none the one before stays, and the page says so."""
    page = state.operator.recall
    assert isinstance(asked, FindRounds)
    if answer.round is None:
        there = page
        if page.found is None:
            there = replace(page, found=answer)
        elif asked.number is not None and page.wish == replace(asked, number=None, is_older=True):
            there = replace(page, found=_without_more(page.found, asked))
        told = None if not answer.newest else Message(_none_of(asked))
        return moved(state, job=None, note=told, recall=there)
    was = page.round
    is_same = was is not None and was.number == answer.round.number
    step = page.step if is_same else max(0, len(answer.round.steps) - 1)
    told = None
    if asked.is_any and asked.number not in (None, answer.round.number):
        told = Message("operator.recall.not_kept", (("number", asked.number or 0),))
    return moved(state, job=None, note=told, recall=replace(page, found=answer, step=step))


def _without_more(found: RoundsFound, asked: FindRounds) -> RoundsFound:
    """No round fits that way: its key goes dark."""
    if asked.is_older:
        return replace(found, has_older=False)
    return replace(found, has_newer=False)


def _none_of(asked: FindRounds) -> str:
    if asked.number is None or asked.is_any:
        return "operator.recall.none_fits"
    return "operator.recall.none_older" if asked.is_older else "operator.recall.none_newer"


def keys(desk: Desk) -> dict[Button, Action]:
    """The keys of that page."""
    page = desk.state.operator.recall
    if page.is_finding:
        return _finding(desk, page)
    found = {Button.DEAL: action("find", _opened(desk.state, page))}
    if page.found is None or page.round is None:
        return found
    shown = page.round
    if page.found.has_newer:
        wish = replace(page.wish, number=shown.number + 1, is_older=False)
        found[Button.HOLD1] = action("newer", _ask(desk.state, wish))
    if page.found.has_older and shown.number > 1:
        wish = replace(page.wish, number=shown.number - 1, is_older=True)
        found[Button.HOLD2] = action("older", _ask(desk.state, wish))
    count = len(shown.steps)
    if count > 1:
        back, forward = (page.step - 1) % count, (page.step + 1) % count
        found[Button.HOLD3] = action("step_back", _look(desk.state, page, step=back))
        found[Button.HOLD4] = action("step_on", _look(desk.state, page, step=forward))
    if shown.game and not desk.state.is_storeless:
        if shown.is_disputed:
            found[Button.DOUBLE] = action("end_dispute", _disputed(desk, page, shown), asks=True)
        elif page.found.can_dispute:
            found[Button.DOUBLE] = action("dispute", _disputed(desk, page, shown), asks=True)
    return found


def _ask(state: CabinetState, wish: FindRounds) -> Press:
    there = asking(state, wish, note=None)
    return lambda: Change(there, cues=(Cue.PRESS,))


def _look(state: CabinetState, page: RecallPage, **changes: Any) -> Press:
    there = moved(state, recall=replace(page, **changes), note=None)
    return lambda: Change(there, cues=(Cue.PRESS,))


def _disputed(desk: Desk, page: RecallPage, shown: RoundFound) -> Press:
    """A dispute begins or ends: durable before it is shown."""
    is_open = not shown.is_disputed
    assert page.found is not None
    after = replace(page.found, round=replace(shown, is_disputed=is_open))
    note = Message("operator.recall.disputed" if is_open else "operator.recall.dispute_ended")
    there = moved(desk.state, recall=replace(page, found=after), note=note)
    dispute = Dispute(shown.number, is_open, desk.state.role.value)
    return lambda: Change(there, dispute=dispute, is_hard=True, cues=(Cue.COLLECT,))


# --- the search -------------------------------------------------------------------------------


def _opened(state: CabinetState, page: RecallPage) -> Press:
    there = moved(state, recall=replace(page, is_finding=True), row=0, note=None)
    return lambda: Change(there, cues=(Cue.PRESS,))


def _finding(desk: Desk, page: RecallPage) -> dict[Button, Action]:
    state = desk.state
    row = min(state.operator.row, len(FIND_ROWS) - 1)
    found = {
        Button.HOLD5: action("back", _look(state, page, is_finding=False)),
        Button.DEAL: action("find", _go(state, page), Light.NEXT),
    }
    if row > 0:
        found[Button.HOLD1] = action("row_up", _row(state, row - 1))
    if row < len(FIND_ROWS) - 1:
        found[Button.HOLD2] = action("row_down", _row(state, row + 1))
    for button, name, step in ((Button.HOLD3, "less", -1), (Button.HOLD4, "more", +1)):
        there = _stepped(desk, page, FIND_ROWS[row], step)
        if there is not None and there != page:
            found[button] = action(name, _put(state, there))
    if FIND_ROWS[row] is FindRow.NUMBER:
        jump = JUMPS[(JUMPS.index(page.jump) + 1) % len(JUMPS)]
        found[Button.BET] = action(
            legend("jump", jump=jump), _put(state, replace(page, jump=jump))
        )  # fmt: skip
    if (page.number, page.wish) != (0, FindRounds()):
        plain = replace(page, number=0, wish=FindRounds())
        found[Button.DOUBLE] = action("any_round", _put(state, plain))
    return found


def _row(state: CabinetState, row: int) -> Press:
    there = moved(state, row=row, note=None)
    return lambda: Change(there, cues=(Cue.PRESS,))


def _put(state: CabinetState, page: RecallPage) -> Press:
    there = moved(state, recall=page, note=None)
    return lambda: Change(there, cues=(Cue.PRESS,))


def _go(state: CabinetState, page: RecallPage) -> Press:
    """From the number that was chosen: just that one, or the next older that fits."""
    number = page.number or None
    is_older = number is None or not page.wish.is_any
    wish = replace(page.wish, number=number, is_older=is_older)
    there = asking(state, wish, recall=replace(page, is_finding=False), note=None)
    return lambda: Change(there, cues=(Cue.PRESS,))


def _stepped(desk: Desk, page: RecallPage, row: FindRow, step: int) -> RecallPage | None:
    """The search with one of its rows changed; None where that changes nothing."""
    wish = page.wish
    match row:
        case FindRow.NUMBER:
            newest = 0 if page.found is None else page.found.newest
            return replace(page, number=_number(page.number, step * page.jump, newest))
        case FindRow.GAIN:
            place = GAINS.index(wish.least_gain) + step
            if not 0 <= place < len(GAINS):
                return None
            return replace(page, wish=replace(wish, least_gain=GAINS[place]))
        case FindRow.DAY:
            day = _day(wish.day, step, desk.wall()[:10])
            return None if day is None else replace(page, wish=replace(wish, day=day))
        case FindRow.DISPUTED:
            return replace(page, wish=replace(wish, is_disputed=step > 0))


def _number(number: int, step: int, newest: int) -> int:
    """Another number; 0 stands for the newest, which is also what lies beyond it.

    >>> _number(0, -10, 95), _number(85, 10, 95), _number(5, -10, 95), _number(0, 10, 95)
    (85, 0, 1, 0)
    """
    if number == 0:
        return max(newest + step, 1) if step < 0 and newest > 1 else 0
    there = number + step
    return 0 if there >= newest else max(there, 1)


def _day(day: str, step: int, today: str) -> str | None:
    """The day before or after; behind today stands any day. None where there is none.

    >>> _day("", -1, "2026-03-01"), _day("2026-03-01", -1, "2026-03-01")
    ('2026-03-01', '2026-02-28')
    >>> _day("2026-03-01", 1, "2026-03-01"), _day("", 1, "2026-03-01")
    ('', None)
    """
    if not day:
        return today if step < 0 else None
    if step > 0 and day >= today:
        return ""
    try:
        return (date.fromisoformat(day) + timedelta(days=step)).isoformat()
    except (ValueError, OverflowError):  # a clock that tells nothing
        return ""
