"""The page of the cash: what the operator found in a box that he emptied, digit by digit.

The books say what should be in it; the difference is stored with the count and explains itself to
nobody: it is told.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from firmware.cabinet.actions import Action, Change, action
from firmware.cabinet.operator_menu.desk import Desk, Paper, moved
from firmware.cabinet.operator_menu.pages import CashPage
from firmware.events import Cue
from firmware.money import Tender
from firmware.operator.cash import count
from firmware.operator.roles import Role
from firmware.panel import Button
from firmware.words import Message

DIGITS = 7
"""From tens of thousands down to the smallest unit: 99999.99 of most currencies."""


def keys(desk: Desk) -> dict[Button, Action]:
    """Which digit, less, more, as expected, counted; who only has the key reads."""
    state, page = desk.state, desk.state.operator.cash
    paper = desk.paper()
    if not state.role.may(Role.OPERATOR) or state.is_storeless or paper is None:
        return {}

    def to(there: CashPage) -> Callable[[], Change]:
        return lambda: Change(moved(state, cash=there, note=None), cues=(Cue.PRESS,))

    found = {}
    first = 0 if _has_notes(desk) else 1
    if page.place > first:
        found[Button.HOLD1] = action("left", to(replace(page, place=page.place - 1)))
    if page.place < DIGITS:
        found[Button.HOLD2] = action("right", to(replace(page, place=page.place + 1)))
    if page.place == 0:
        other = Tender.NOTE if page.tender is Tender.COIN else Tender.COIN
        found[Button.HOLD4] = action("other_box", to(CashPage(other, place=0)))
    else:
        for button, legend, step in ((Button.HOLD3, "less", -1), (Button.HOLD4, "more", +1)):
            found[button] = action(legend, to(_turned(page, step)))
    expected = replace(page, counted_minor=paper.boxes[page.tender].expected_minor)
    if expected != page:
        found[Button.DOUBLE] = action("as_expected", to(expected))
    found[Button.DEAL] = action("counted", lambda: _counted(desk, paper), asks=True)
    return found


def _has_notes(desk: Desk) -> bool:
    return any(slot.tender is Tender.NOTE for slot in desk.settings.slots.values())


def _turned(page: CashPage, step: int) -> CashPage:
    """One digit turned like a wheel: 9 is followed by 0, and no other digit moves."""
    weight = 10 ** (DIGITS - page.place)
    digit = page.counted_minor // weight % 10
    return replace(page, counted_minor=page.counted_minor + ((digit + step) % 10 - digit) * weight)


def _counted(desk: Desk, paper: Paper) -> Change:
    state, page = desk.state, desk.state.operator.cash
    box = paper.boxes[page.tender]
    told = count(box, paper.documents, page.counted_minor, state.role.value, desk.wall())
    difference = page.counted_minor - box.expected_minor
    verdict = "even" if not difference else "over" if difference > 0 else "short"
    there = moved(state, cash=CashPage(page.tender), note=Message(f"operator.cash.{verdict}"))
    return Change(there, documents=told.documents, log=told.log, is_hard=True, cues=(Cue.COLLECT,))
