"""The pages that ask something of the machine, and those that try sound and screen."""

from __future__ import annotations

from datetime import datetime

import pytest
from cabinet_bench import KINGS, Bench

from firmware.cabinet.operator_menu.clear import refusal, verify_clear
from firmware.cabinet.operator_menu.menu import Leaf
from firmware.cabinet.operator_menu.pages import TEST_CUES, TEST_PICTURES, ClockField
from firmware.cabinet.operator_menu.wall_clock import EARLIEST, LATEST, stepped
from firmware.errors import LedgerError, RuleError
from firmware.events import CueGroup, DoorMoved, KeyTurned
from firmware.jobs import Done, ExportBooks, Failed, Job, JobDone, PowerOff, Restart, SetClock
from firmware.ledger.closing import CLEARING, is_asked
from firmware.log import LogKind
from firmware.panel import Button
from firmware.words import Message

TOLD = Message("host.clock_set")


def at(leaf: Leaf, pin: str = "", bench: Bench | None = None) -> Bench:
    bench = bench or Bench()
    bench.do(KeyTurned(True))
    if pin:
        bench.pin(pin)
    bench.to_page(leaf)
    return bench


def clear_page(bench: Bench | None = None) -> Bench:
    bench = bench or Bench()
    bench.do(DoorMoved(True))
    return at(Leaf.CLEAR, "54321", bench)


def wanted(bench: Bench) -> object:
    job = bench.cabinet.job
    return None if job is None else job.wanted


def note(bench: Bench) -> str:
    told = bench.state.operator.note
    return "" if told is None else told.key


# --- tests ------------------------------------------------------------------------------------


def test_every_picture_is_reached() -> None:
    bench = at(Leaf.SCREEN_TEST)
    for _ in TEST_PICTURES[1:]:
        assert "HOLD2" in bench.lit
        bench.press("HOLD2")
    assert "HOLD2" not in bench.lit


@pytest.mark.parametrize("row", range(len(TEST_CUES)))
def test_every_sound_is_heard(row: int) -> None:
    bench = at(Leaf.SOUND_TEST)
    bench.press(*["HOLD2"] * row)
    bench.cues.clear()
    bench.press("DEAL")
    assert bench.cues == [TEST_CUES[row]]


def test_a_key_leads_from_group_to_group_of_the_sounds() -> None:
    bench, tried = at(Leaf.SOUND_TEST), []
    for _ in CueGroup:
        bench.cues.clear()
        bench.press("DEAL")
        tried.append(bench.cues[0].group)
        bench.press("HOLD3")
    assert tried == list(CueGroup)
    assert bench.state.operator.row == 0


def test_the_key_of_the_returns_says_where_it_leads() -> None:
    bench, said = at(Leaf.RETURNS), []
    for _ in range(4):
        legend = bench.panel[Button.DEAL].legend
        assert legend is not None
        said.append(legend.key)
        bench.press("DEAL")
    assert said == [
        "key.returns_hands", "key.returns_times", "key.returns_table", "key.returns_hands",
    ]  # fmt: skip


# --- the stick --------------------------------------------------------------------------------


def test_the_books_are_asked_for_once() -> None:
    bench = at(Leaf.EXPORT, "12345")
    bench.press("DEAL")
    assert bench.cabinet.job == Job(2, ExportBooks())
    assert "DEAL" not in bench.lit


def test_what_came_of_it_is_told_and_it_may_be_asked_again() -> None:
    bench = at(Leaf.EXPORT, "12345")
    bench.press("DEAL")
    bench.do(JobDone(2, Failed(Message("stick.none"))))
    assert note(bench) == "stick.none"
    assert "DEAL" in bench.lit


# --- power ------------------------------------------------------------------------------------


@pytest.mark.parametrize(("row", "wish"), [(0, PowerOff()), (1, Restart())])
def test_power_is_asked_twice_and_told_in_the_log(row: int, wish: object) -> None:
    bench = at(Leaf.POWER)
    bench.press(*["HOLD2"] * row, "DEAL")
    assert wanted(bench) is None
    bench.press("DEAL")
    assert wanted(bench) == wish
    line = bench.store.log()[-1]
    assert (line.kind, line.subject) == (LogKind.POWER_ASKED, ("off", "restart")[row])
    assert dict(line.details) == {"by": "attendant"}


def test_it_may_be_switched_off_in_the_middle_of_a_hand() -> None:
    bench = Bench()
    bench.play(KINGS)
    at(Leaf.POWER, bench=bench).press("DEAL", "DEAL")
    assert wanted(bench) == PowerOff()


def test_it_may_be_switched_off_although_nothing_can_be_stored() -> None:
    bench = Bench()
    bench.store.failure = LedgerError("the disk is full")
    bench.press("HOLD2")
    bench.wait(5)
    assert bench.state.is_storeless
    at(Leaf.POWER, bench=bench).press("DEAL", "DEAL")
    assert wanted(bench) == PowerOff()


# --- the clock --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "step", "after"),
    [
        (ClockField.YEAR, 1, datetime(2029, 2, 28, 23, 59)),
        (ClockField.YEAR, -1, datetime(2027, 2, 28, 23, 59)),
        (ClockField.MONTH, 1, datetime(2028, 3, 29, 23, 59)),
        (ClockField.DAY, 1, datetime(2028, 3, 1, 23, 59)),
        (ClockField.HOUR, 1, datetime(2028, 3, 1, 0, 59)),
        (ClockField.MINUTE, 1, datetime(2028, 3, 1, 0, 0)),
    ],
)
def test_a_step_of_a_field_carries_over(field: ClockField, step: int, after: datetime) -> None:
    assert stepped(datetime(2028, 2, 29, 23, 59), field, step) == after


@pytest.mark.parametrize(("moment", "step"), [(EARLIEST, -1), (LATEST, 1)])
def test_no_step_beyond_the_ends(moment: datetime, step: int) -> None:
    assert all(stepped(moment, field, step) is None for field in ClockField)


def chosen_clock() -> Bench:
    """A day after the earliest, where a clock that stands in 1970 begins."""
    bench = at(Leaf.CLOCK, "12345")
    bench.press("HOLD2", "HOLD2", "HOLD4")
    return bench


def test_the_clock_is_set_to_what_was_chosen() -> None:
    bench = chosen_clock()
    bench.press("DEAL")
    assert wanted(bench) == SetClock("2024-01-02T00:00:00")


def test_who_set_it_stands_in_the_log() -> None:
    bench = chosen_clock()
    bench.press("DEAL")
    line = bench.store.log()[-1]
    assert line.kind is LogKind.SETTING
    told = dict(line.details)
    assert (told["key"], told["new"], told["by"]) == ("clock", "2024-01-02T00:00:00", "operator")


def test_the_clock_that_was_set_goes_on_from_there() -> None:
    bench = chosen_clock()
    bench.press("DEAL")
    bench.do(JobDone(2, Done(TOLD)))
    page = bench.state.operator.clock
    assert (page.wall, page.chosen) == ("2024-01-02T00:00:00", "")


def test_a_clock_that_was_not_set_keeps_what_was_chosen() -> None:
    bench = chosen_clock()
    bench.press("DEAL")
    bench.do(JobDone(2, Failed(Message("host.silent"))))
    assert bench.state.operator.clock.chosen == "2024-01-02T00:00:00"
    assert note(bench) == "host.silent"


def test_double_lets_the_clock_be() -> None:
    bench = chosen_clock()
    bench.press("DOUBLE")
    assert bench.state.operator.clock.chosen == ""
    assert "DEAL" not in bench.lit


# --- the full clear ---------------------------------------------------------------------------


def test_the_wish_is_stored_by_the_second_press_and_the_machine_starts_anew() -> None:
    bench = clear_page()
    bench.press("DEAL")
    assert not is_asked(bench.store.documents)
    bench.press("DEAL")
    assert is_asked(bench.store.documents)
    assert '"by":"technician"' in bench.store.documents[CLEARING]
    assert wanted(bench) == Restart()


def test_it_is_told_in_the_log() -> None:
    bench = clear_page()
    bench.press("DEAL", "DEAL")
    line = bench.store.log()[-1]
    assert (line.kind, line.subject) == (LogKind.CLEARING, "asked")


def with_credit(bench: Bench) -> None:
    bench.coin(10)


def with_a_hand(bench: Bench) -> None:
    bench.play(KINGS, credit=1)


@pytest.mark.parametrize(
    ("make", "reason"),
    [(with_credit, "operator.clear.credit"), (with_a_hand, "operator.clear.credit")],
)
def test_nobodys_credit_is_lost_by_it(make: object, reason: str) -> None:
    bench = Bench()
    assert callable(make)
    make(bench)
    clear_page(bench)
    told = refusal(bench.state)
    assert told is not None
    assert told.key == reason
    assert "DEAL" not in bench.lit
    with pytest.raises(RuleError):
        verify_clear(bench.state)


def test_the_door_must_stay_open() -> None:
    bench = clear_page()
    bench.do(DoorMoved(False))
    assert "DEAL" not in bench.lit
