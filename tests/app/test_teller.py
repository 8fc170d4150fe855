"""Rounds are read on while nobody plays, a few at a time, and stored without a commit of their
own."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

import pytest
from joker_evening import Evening, evening_in
from machine_bench import Bench

from firmware.app import teller
from firmware.app.display import BooksShown, figures_of
from firmware.app.teller import BUSY_S, QUIET_S, ROUNDS_A_STEP, STEP_PAUSE_S, LedgerTeller
from firmware.cabinet.operator_menu.menu import OperatorMenu
from firmware.cabinet.state import CabinetState
from firmware.errors import LedgerError
from firmware.operator.rounds_told import DOCUMENT, RoundsTold, read_told
from firmware.transaction import Transaction

PLAYED = 6
LATER_S = 1_000.0
TOUCHED = CabinetState(touched_at_s=LATER_S - QUIET_S)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    with evening_in(tmp_path) as made:
        for _ in range(PLAYED):
            made.lose()
        yield made


def tended(made: LedgerTeller, state: CabinetState, now_s: float, turns: int = 1) -> None:
    """So many turns of a loop, as far apart as the teller wants them."""
    for turn in range(turns):
        made.tend(state, now_s + turn * STEP_PAUSE_S, is_at_rest=True)


def test_a_step_reads_a_few_rounds(evening: Evening) -> None:
    made = LedgerTeller(evening.ledger)
    tended(made, TOUCHED, LATER_S, 2)
    assert made.told.upto == ROUNDS_A_STEP


def test_in_the_end_all_are_told_and_nobody_need_come_again(evening: Evening) -> None:
    made = LedgerTeller(evening.ledger)
    tended(made, TOUCHED, LATER_S, 5)
    assert (made.told.upto, made.told.missing, made.deadline_s()) == (PLAYED, 0, None)


def test_another_round_is_told_when_the_state_is_another(evening: Evening) -> None:
    made = LedgerTeller(evening.ledger)
    tended(made, TOUCHED, LATER_S, 5)
    evening.lose()
    tended(made, replace(TOUCHED, saved=replace(TOUCHED.saved, rounds=7)), LATER_S + 9, 3)
    assert made.told.upto == PLAYED + 1


def test_a_round_that_is_not_over_waits(evening: Evening) -> None:
    evening.deal("2H 5D 9S JC KD 3H 4D 6S 7C 8H")
    made = LedgerTeller(evening.ledger)
    tended(made, TOUCHED, LATER_S, 5)
    assert made.told.upto == PLAYED


def test_nothing_is_read_soon_after_a_touch(evening: Evening) -> None:
    made = LedgerTeller(evening.ledger)
    made.tend(replace(TOUCHED, touched_at_s=LATER_S - 1), LATER_S, is_at_rest=True)
    assert made.deadline_s() == LATER_S - 1 + QUIET_S


def test_nothing_is_read_while_something_moves(evening: Evening) -> None:
    made = LedgerTeller(evening.ledger)
    for _ in range(2):
        made.tend(TOUCHED, LATER_S, is_at_rest=False)
    assert (made.told.upto, made.deadline_s()) == (0, LATER_S + BUSY_S)


def test_under_the_operators_key_nobody_waits_for_quiet(evening: Evening) -> None:
    made = LedgerTeller(evening.ledger)
    state = CabinetState(touched_at_s=LATER_S, operator=OperatorMenu(is_open=True))
    tended(made, state, LATER_S, 2)
    assert made.told.upto == ROUNDS_A_STEP


def test_a_step_that_takes_long_is_waited_for(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Future[RoundsTold]] = []

    def ask(_read: object) -> Future[RoundsTold]:
        asked.append(Future())
        return asked[-1]

    monkeypatch.setattr(evening.ledger, "ask", ask)
    made = LedgerTeller(evening.ledger)
    tended(made, TOUCHED, LATER_S, 4)
    assert (len(asked), made.deadline_s()) == (1, LATER_S + 4 * STEP_PAUSE_S)


def test_a_ledger_that_fails_is_left_alone(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken: Future[RoundsTold] = Future()
    broken.set_exception(LedgerError("the disk is gone"))
    monkeypatch.setattr(evening.ledger, "ask", lambda _read: broken)
    made = LedgerTeller(evening.ledger)
    tended(made, TOUCHED, LATER_S, 2)
    tended(made, CabinetState(), 2 * LATER_S)
    assert made.deadline_s() is None


# --- stored ---------------------------------------------------------------------------------------


def test_a_few_rounds_are_not_worth_storing(evening: Evening) -> None:
    made = LedgerTeller(evening.ledger)
    tended(made, TOUCHED, LATER_S, 5)
    assert made.riders() == {}


def test_what_was_told_rides_on_the_next_transaction_once(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(teller, "STORED_EVERY_ROUNDS", PLAYED)
    made = LedgerTeller(evening.ledger)
    tended(made, TOUCHED, LATER_S, 5)
    riders = made.riders()
    assert read_told(riders[DOCUMENT]) == made.told
    assert made.riders() == {}


def test_the_next_run_goes_on_from_there(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(teller, "STORED_EVERY_ROUNDS", 1)
    first = LedgerTeller(evening.ledger)
    tended(first, TOUCHED, LATER_S, 2)
    evening.tell(Transaction(documents=first.riders()))
    assert LedgerTeller(evening.ledger).told == first.told


# --- shown ----------------------------------------------------------------------------------------


def test_the_page_shows_what_is_told_so_far(evening: Evening) -> None:
    made = LedgerTeller(evening.ledger)
    tended(made, TOUCHED, LATER_S, 2)
    found = BooksShown(evening.ledger, lambda: made.told).figures().returns()
    assert found is not None
    assert (found.life.total.returned.sums.games, found.curve[-1].games) == (PLAYED, ROUNDS_A_STEP)


def test_without_a_teller_it_shows_what_is_stored(evening: Evening) -> None:
    found = figures_of(evening.ledger).returns()
    assert found is not None
    assert (found.life.total.returned.sums.games, found.told.upto) == (PLAYED, 0)


def test_the_same_books_and_rounds_are_worked_out_once(evening: Evening) -> None:
    shown = BooksShown(evening.ledger)
    assert shown.figures().returns() is shown.figures().returns()


def test_other_books_are_worked_out_again(evening: Evening) -> None:
    shown = BooksShown(evening.ledger)
    before = shown.figures().returns()
    evening.lose()
    after = shown.figures().returns()
    assert before is not None
    assert after is not None
    assert after.life.total.returned.sums.games == before.life.total.returned.sums.games + 1


def test_other_rounds_are_worked_out_again(evening: Evening) -> None:
    made = LedgerTeller(evening.ledger)
    shown = BooksShown(evening.ledger, lambda: made.told)
    before = shown.figures().returns()
    tended(made, TOUCHED, LATER_S, 2)
    after = shown.figures().returns()
    assert before is not None
    assert after is not None
    assert (len(before.curve), len(after.curve)) == (0, ROUNDS_A_STEP)


# --- in the loop ----------------------------------------------------------------------------------


class TellerStub:
    """Whether each turn found the cabinet at rest; one document rides along."""

    def __init__(self) -> None:
        self.rests: list[bool] = []

    def tend(self, _state: CabinetState, _now_s: float, *, is_at_rest: bool) -> None:
        self.rests.append(is_at_rest)

    def deadline_s(self) -> float | None:
        return 12.5

    def riders(self) -> dict[str, str]:
        return {DOCUMENT: "told"}


def bench() -> tuple[Bench, TellerStub]:
    made, stub = Bench(10), TellerStub()
    made.machine.ports.teller = stub
    return made, stub


def test_the_loop_comes_when_the_teller_wants_it() -> None:
    made, _ = bench()
    made.after(1.0)
    assert made.machine.turn_due_s() == 12.5


def test_a_document_rides_beside_those_of_the_transaction() -> None:
    made, _ = bench()
    made.coin(1)
    documents = made.store.taken[-1].documents
    assert documents[DOCUMENT] == "told"
    assert len(documents) > 1


def test_while_a_commit_is_out_nothing_is_at_rest() -> None:
    made, stub = bench()
    made.after(5.0)
    made.store.is_slow = True
    made.coin(1)
    assert (stub.rests[-2], stub.rests[-1]) == (True, False)


def test_a_goodbye_is_not_held_up() -> None:
    made, stub = bench()
    made.machine.close_coins()
    made.after(1.0)
    assert stub.rests == []
