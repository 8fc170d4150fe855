"""The operator's pages of books, cash and credit: who may do what, and what becomes of it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from cabinet_bench import SETTINGS, Bench

from firmware.cabinet.operator_menu.desk import Paper
from firmware.cabinet.operator_menu.menu import Leaf
from firmware.cabinet.operator_menu.pages import GIFTS, CashPage
from firmware.cabinet.state import FaultName
from firmware.errors import LedgerFullError
from firmware.events import DoorMoved, KeyTurned
from firmware.log import LogKind
from firmware.money import Tender
from firmware.operator.cash import cash_boxes, read_counts

COINS = {"coin:100": 12, "coin:50": 3, "note:500": 2}


def at_page(leaf: Leaf, pin: str = "", bench: Bench | None = None) -> Bench:
    made = bench or Bench()
    made.do(KeyTurned(is_on=True))
    if pin:
        made.pin(pin)
    made.to_page(leaf)
    return made


def logged(bench: Bench, kind: LogKind) -> list[tuple[str, dict[str, str]]]:
    lines = [line for each in bench.store.transactions for line in each.log]
    return [(line.subject, dict(line.details)) for line in lines if line.kind is kind]


# --- credit ---------------------------------------------------------------------------------------


def test_credit_is_paid_by_hand_at_the_second_press() -> None:
    made = Bench()
    made.coin(30)
    made = at_page(Leaf.CREDIT, bench=made)
    made.press("DEAL")
    assert made.credit == 30
    made.press("DEAL")
    assert (made.credit, made.store.balances["handpay"]) == (0, 30)
    assert logged(made, LogKind.BY_HAND) == [("hand_pay", {"credits": "30", "by": "attendant"})]


def test_credit_is_taken_off_without_being_paid() -> None:
    made = Bench()
    made.coin(30)
    made = at_page(Leaf.CREDIT, bench=made)
    made.press("DOUBLE", "DOUBLE")
    assert (made.credit, made.store.balances["cancelled"]) == (0, 30)


def test_another_key_between_the_two_presses_takes_the_question_back() -> None:
    made = Bench()
    made.coin(30)
    made = at_page(Leaf.CREDIT, bench=made)
    made.press("DEAL", "HOLD4", "DEAL")
    assert made.credit == 30


def test_without_credit_there_is_nothing_to_pay_or_take_off() -> None:
    assert at_page(Leaf.CREDIT).lit == "HOLD1 HOLD3 HOLD4 HOLD5 BET"


def test_with_a_hand_on_the_table_nothing_is_paid_out() -> None:
    made = Bench()
    made.play("KH KD 9S 4C 2D 3H 7H 8C")
    assert "DEAL" not in at_page(Leaf.CREDIT, bench=made).lit.split()


def test_a_win_that_waits_is_collected_first() -> None:
    made = Bench()
    made.to_win()
    lit = at_page(Leaf.CREDIT, bench=made).lit.split()
    assert {"DEAL", "DOUBLE"}.isdisjoint(lit)


def test_service_credit_is_counted_apart() -> None:
    made = at_page(Leaf.CREDIT)
    made.press("HOLD1", "HOLD1")
    assert (made.credit, made.store.balances["coinbox"]) == (GIFTS[2], 0)
    assert logged(made, LogKind.BY_HAND) == [("service", {"credits": "10", "by": "attendant"})]


def test_an_attendant_gives_two_hundred_and_no_more_while_the_key_is_turned() -> None:
    made = at_page(Leaf.CREDIT)
    made.press("HOLD4", "HOLD4", "HOLD4")
    made.press("HOLD1", "HOLD1", "HOLD1", "HOLD1")
    assert made.credit == 200
    assert "HOLD1" not in made.lit.split()


def test_nothing_is_given_above_the_ceiling() -> None:
    made = Bench(replace(SETTINGS, credit_ceiling=35))
    made.coin(30)
    made = at_page(Leaf.CREDIT, bench=made)
    assert "HOLD1" not in made.lit.split()
    made.press("HOLD3")
    assert "HOLD1" in made.lit.split()


def test_what_could_not_be_stored_was_not_paid() -> None:
    made = Bench()
    made.coin(30)
    made = at_page(Leaf.CREDIT, bench=made)
    made.press("DEAL")
    made.store.failure = LedgerFullError("full")
    made.press("DEAL")
    assert (made.credit, made.store.balances["handpay"]) == (30, 0)
    assert FaultName.LEDGER_FULL in {fault.name for fault in made.state.faults}


# --- cash -----------------------------------------------------------------------------------------


def with_boxes() -> Bench:
    boxes = {box.tender: box for box in cash_boxes(COINS, {}, {}, [])}
    return Bench(paper=lambda: Paper(boxes, {}))


def test_an_attendant_reads_the_boxes_and_counts_nothing() -> None:
    assert at_page(Leaf.CASH, bench=with_boxes()).lit == "HOLD5 BET"


def test_an_operator_turns_the_digits_like_wheels() -> None:
    made = at_page(Leaf.CASH, "12345", with_boxes())
    made.press("HOLD3")
    assert made.state.operator.cash.counted_minor == 9 * 10_000
    made.press("HOLD4", "HOLD4", "HOLD2", "HOLD4")
    assert made.state.operator.cash.counted_minor == 10_000 + 1_000


@pytest.mark.parametrize(
    ("counted", "told", "difference"),
    [(1_350, "even", "0"), (1_250, "short", "-100"), (1_351, "over", "1")],
)
def test_the_count_is_stored_with_its_difference(counted: int, told: str, difference: str) -> None:
    made = at_page(Leaf.CASH, "12345", with_boxes())
    enter(made, counted)
    made.press("DEAL", "DEAL")
    note = made.state.operator.note
    assert note is not None
    assert note.key == f"operator.cash.{told}"
    subject, details = logged(made, LogKind.CASH_COUNTED)[0]
    assert (subject, details["difference_minor"], details["by"]) == ("coin", difference, "operator")
    stored = made.store.transactions[-1].documents
    assert read_counts(stored)[Tender.COIN].counted_minor == counted


def enter(made: Bench, counted_minor: int) -> None:
    """Turn the wheels from the leftmost digit to the amount."""
    while made.state.operator.cash.place > 1:
        made.press("HOLD1")
    for digit in f"{counted_minor:07d}":
        made.press(*["HOLD4"] * int(digit))
        if made.state.operator.cash.place < 7:
            made.press("HOLD2")


def test_as_expected_enters_what_the_books_say() -> None:
    made = at_page(Leaf.CASH, "12345", with_boxes())
    made.press("DOUBLE")
    assert made.state.operator.cash == CashPage(counted_minor=1_350)
    assert "DOUBLE" not in made.lit.split()


# --- the period -----------------------------------------------------------------------------------


def test_only_an_operator_begins_a_period() -> None:
    assert "DEAL" not in at_page(Leaf.BOOKS).lit.split()
    made = at_page(Leaf.BOOKS, "12345")
    made.press("DEAL")
    assert not made.store.transactions[-1].new_period_by
    made.press("DEAL")
    assert made.store.transactions[-1].new_period_by == "operator"


# --- roles ----------------------------------------------------------------------------------------


def test_the_technicians_pin_counts_while_the_door_is_open() -> None:
    made = Bench()
    made.do(KeyTurned(is_on=True))
    made.pin("54321")
    assert made.state.role == "operator"
    made.do(DoorMoved(is_open=True))
    assert made.state.role == "technician"
    made.do(DoorMoved(is_open=False))
    assert made.state.role == "operator"


def test_turning_the_key_back_makes_an_attendant_of_everybody() -> None:
    made = at_page(Leaf.BOOKS, "12345")
    made.do(KeyTurned(is_on=False))
    made.do(KeyTurned(is_on=True))
    assert made.state.role == "attendant"


def test_six_wrong_pins_wait_longer_each_time() -> None:
    made = Bench()
    made.do(KeyTurned(is_on=True))
    waits = []
    for _ in range(6):
        made.pin("33333")
        waits.append(made.state.pin_free_s and made.state.pin_free_s - made.now_s)
        made.wait(waits[-1] + 1)
    assert waits == [0, 0, 30, 60, 120, 240]
    assert len(logged(made, LogKind.PIN_REFUSED)) == 6
    made.pin("12345")
    assert (made.state.role, made.state.pins.failures) == ("operator", 0)


def test_a_new_pin_is_entered_twice_and_counts_at_once() -> None:
    made = at_page(Leaf.PINS, "12345")
    made.press("DEAL")
    made.pin("15243")
    made.pin("15243")
    assert logged(made, LogKind.PIN_CHANGED) == [("operator", {"by": "operator"})]
    made.to_page(None)
    made.press("DOUBLE")
    made.pin("12345")
    assert made.state.role == "attendant"
    made.pin("15243")
    assert made.state.role == "operator"


@pytest.mark.parametrize("poor", ["12345", "54321", "44444"])
def test_a_pin_that_anybody_would_try_is_refused_before_it_is_repeated(poor: str) -> None:
    made = at_page(Leaf.PINS, "12345")
    made.press("DEAL")
    made.pin(poor)
    note = made.state.operator.note
    assert note is not None
    assert note.key == "operator.pin.poor"
    assert not made.state.pins.hashes


def test_two_different_pins_change_nothing() -> None:
    made = at_page(Leaf.PINS, "12345")
    made.press("DEAL")
    made.pin("15243")
    made.pin("15234")
    assert not made.state.pins.hashes


def test_no_pin_stands_in_the_books_as_it_was_entered() -> None:
    made = at_page(Leaf.PINS, "12345")
    made.press("DEAL")
    made.pin("15243")
    made.pin("15243")
    stored = str([each.documents for each in made.store.transactions])
    assert "15243" not in stored
