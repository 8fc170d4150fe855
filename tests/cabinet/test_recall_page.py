"""The operator's recall and event log by their keys: what is asked, and what the answers change."""

from __future__ import annotations

from dataclasses import replace

import pytest
from cabinet_bench import Bench

from firmware.cabinet.operator_menu.menu import Leaf
from firmware.cabinet.operator_menu.pages import RecallPage
from firmware.events import KeyTurned
from firmware.jobs import (
    Answer,
    FindRounds,
    JobDone,
    LogLine,
    LogRead,
    ReadLog,
    RoundFound,
    RoundsFound,
    Topic,
    Wanted,
)
from firmware.shown import ShownStep
from firmware.transaction import Dispute
from firmware.words import Message

STEPS = tuple(ShownStep(Message(f"step.{number}")) for number in range(3))
EIGHT = RoundFound(8, "joker_poker", steps=STEPS)
AMONG = RoundsFound(EIGHT, has_older=True, has_newer=True, newest=9)
LINES = tuple(LogLine(row, "", True, "boot") for row in (30, 20, 10))


def answer(bench: Bench, told: Answer) -> None:
    job = bench.cabinet.job
    assert job is not None
    bench.do(JobDone(job.number, told))


def asked(bench: Bench) -> Wanted | None:
    job = bench.cabinet.job
    return None if job is None else job.wanted


def at(leaf: Leaf, told: Answer) -> Bench:
    bench = Bench()
    bench.do(KeyTurned(True))
    bench.to_page(leaf)
    answer(bench, told)
    return bench


def page(bench: Bench) -> RecallPage:
    return bench.state.operator.recall


@pytest.fixture
def bench() -> Bench:
    """The recall of round 8, which has newer and older ones."""
    return at(Leaf.RECALL, AMONG)


# --- rounds and steps -------------------------------------------------------------------------


def test_the_page_asks_for_the_newest_round_as_it_opens() -> None:
    bench = Bench()
    bench.do(KeyTurned(True))
    bench.to_page(Leaf.RECALL)
    assert asked(bench) == FindRounds()


def test_a_round_is_shown_as_it_ended(bench: Bench) -> None:
    assert page(bench).step == 2


def test_older_asks_for_the_round_before(bench: Bench) -> None:
    bench.press("HOLD2")
    assert asked(bench) == FindRounds(7)


def test_newer_asks_for_the_round_after(bench: Bench) -> None:
    bench.press("HOLD1")
    assert asked(bench) == FindRounds(9, is_older=False)


def test_a_step_back(bench: Bench) -> None:
    bench.press("HOLD3")
    assert page(bench).step == 1


def test_behind_the_last_step_comes_the_first(bench: Bench) -> None:
    bench.press("HOLD4")
    assert page(bench).step == 0


def test_before_the_first_step_comes_the_last(bench: Bench) -> None:
    bench.press("HOLD4", "HOLD3")
    assert page(bench).step == 2


def test_where_no_older_round_fits_the_shown_one_stays(bench: Bench) -> None:
    bench.press("HOLD2")
    answer(bench, RoundsFound(None, newest=9))
    assert page(bench).round == EIGHT


def test_where_no_older_round_fits_its_key_goes_dark(bench: Bench) -> None:
    bench.press("HOLD2")
    answer(bench, RoundsFound(None, newest=9))
    assert "HOLD2" not in bench.lit.split()
    assert "HOLD1" in bench.lit.split()


def test_a_round_that_is_not_kept_is_told_of(bench: Bench) -> None:
    bench.press("HOLD2")
    answer(bench, replace(AMONG, round=replace(EIGHT, number=3)))
    note = bench.state.operator.note
    assert note == Message("operator.recall.not_kept", (("number", 7),))


def test_coming_back_the_same_round_is_asked_for_again(bench: Bench) -> None:
    bench.press("HOLD5")
    bench.to_page(Leaf.RECALL)
    assert asked(bench) == FindRounds(8, is_older=False)


def test_turning_the_key_back_forgets_the_round(bench: Bench) -> None:
    bench.do(KeyTurned(False))
    bench.do(KeyTurned(True))
    assert page(bench) == RecallPage()


# --- disputes ---------------------------------------------------------------------------------


def test_a_dispute_is_asked_twice(bench: Bench) -> None:
    before = len(bench.store.transactions)
    bench.press("DOUBLE")
    assert len(bench.store.transactions) == before


def test_a_dispute_becomes_durable_with_the_role(bench: Bench) -> None:
    bench.press("DOUBLE", "DOUBLE")
    assert bench.store.transactions[-1].dispute == Dispute(8, True, "attendant")


def test_a_disputed_round_is_shown_as_one(bench: Bench) -> None:
    bench.press("DOUBLE", "DOUBLE")
    shown = page(bench).round
    assert shown is not None
    assert shown.is_disputed


def test_the_same_key_ends_a_dispute() -> None:
    bench = at(Leaf.RECALL, replace(AMONG, round=replace(EIGHT, is_disputed=True)))
    bench.press("DOUBLE", "DOUBLE")
    assert bench.store.transactions[-1].dispute == Dispute(8, False, "attendant")


def test_no_room_for_another_dispute_leaves_the_key_dark() -> None:
    bench = at(Leaf.RECALL, replace(AMONG, can_dispute=False))
    assert "DOUBLE" not in bench.lit.split()


# --- the search -------------------------------------------------------------------------------


def test_the_search_begins_at_the_newest_round(bench: Bench) -> None:
    bench.press("DEAL", "DEAL")
    assert asked(bench) == FindRounds()


def test_a_number_alone_is_looked_up_itself() -> None:
    bench = at(Leaf.RECALL, replace(AMONG, newest=95))
    bench.press("DEAL", "HOLD3", "DEAL")  # ten before the newest
    assert asked(bench) == FindRounds(85, is_older=False)


def test_a_number_and_a_gain_look_towards_older(bench: Bench) -> None:
    bench.press("DEAL", "BET", "BET", "BET", "BET", "HOLD3")  # by 1
    bench.press("HOLD2", "HOLD4", "HOLD4", "DEAL")
    assert asked(bench) == FindRounds(8, least_gain=100)


def test_the_rounds_that_fit_are_gone_through(bench: Bench) -> None:
    bench.press("DEAL", "HOLD2", "HOLD4", "DEAL")
    answer(bench, AMONG)
    bench.press("HOLD2")
    assert asked(bench) == FindRounds(7, least_gain=10)


def test_only_disputes(bench: Bench) -> None:
    bench.press("DEAL", "HOLD2", "HOLD2", "HOLD2", "HOLD4", "DEAL")
    assert asked(bench) == FindRounds(is_disputed=True)


def test_the_day_begins_with_today(bench: Bench) -> None:
    bench.press("DEAL", "HOLD2", "HOLD2", "HOLD3", "DEAL")
    assert asked(bench) == FindRounds(day=bench.clock.wall()[:10])


def test_any_round_takes_the_search_back(bench: Bench) -> None:
    bench.press("DEAL", "HOLD2", "HOLD4", "DOUBLE", "DEAL")
    assert asked(bench) == FindRounds()


def test_back_leads_from_the_search_to_the_round(bench: Bench) -> None:
    bench.press("DEAL", "HOLD5")
    assert (bench.state.leaf, page(bench).is_finding) == (Leaf.RECALL, False)


def test_nothing_that_fits_is_told(bench: Bench) -> None:
    bench.press("DEAL", "HOLD2", "HOLD4", "DEAL")
    answer(bench, RoundsFound(None, newest=9))
    assert bench.state.operator.note == Message("operator.recall.none_fits")


# --- the event log ----------------------------------------------------------------------------


def test_the_log_opens_with_its_newest_lines() -> None:
    bench = Bench()
    bench.do(KeyTurned(True))
    bench.to_page(Leaf.EVENTS)
    assert asked(bench) == ReadLog()


def test_older_lines_follow_the_last_one() -> None:
    bench = at(Leaf.EVENTS, LogRead(LINES, has_older=True))
    bench.press("HOLD2")
    assert asked(bench) == ReadLog((10, 0))


def test_newer_leads_back() -> None:
    bench = at(Leaf.EVENTS, LogRead(LINES, has_older=True))
    bench.press("HOLD2")
    answer(bench, LogRead(LINES[:1]))
    bench.press("HOLD1")
    assert asked(bench) == ReadLog()


def test_a_topic_begins_at_the_newest_line() -> None:
    bench = at(Leaf.EVENTS, LogRead(LINES, has_older=True))
    bench.press("HOLD2")
    answer(bench, LogRead(LINES[:1]))
    bench.press("DEAL")
    assert asked(bench) == ReadLog(topic=Topic.FAULTS)


def test_lines_of_another_topic_are_not_shown_meanwhile() -> None:
    bench = at(Leaf.EVENTS, LogRead(LINES))
    bench.press("DEAL")
    assert bench.state.operator.events.lines is None


def test_a_line_is_chosen() -> None:
    bench = at(Leaf.EVENTS, LogRead(LINES))
    bench.press("HOLD4", "HOLD4")
    assert bench.state.operator.row == 2
