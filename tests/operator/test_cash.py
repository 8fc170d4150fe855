"""The cash block: what the books make a box, what was counted, and nothing else."""

import json
import sqlite3
from collections import Counter
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.clock import VirtualClock
from firmware.errors import LedgerCorruptError, LedgerError, RuleError
from firmware.ledger.database import DATABASE
from firmware.ledger.ledger import Ledger
from firmware.log import LogEntry, LogKind
from firmware.money import Account, Moment, Posting, Tender, Transfer
from firmware.operator.books import books_of
from firmware.operator.cash import CASH, CashBox, Pieces, cash_box, count, read_counts
from firmware.operator.event_log import newest_events
from firmware.transaction import Transaction

WALL = "2026-05-03T22:10:00+02:00"
NO_DOCUMENTS: Mapping[str, str] = {}


def coins_box(
    coins: Mapping[str, int],
    documents: Mapping[str, str] = NO_DOCUMENTS,
    events: Mapping[str, int] | None = None,
) -> CashBox:
    return cash_box(Tender.COIN, coins, events or {}, documents)


def counted(box: CashBox, minor: int, documents: Mapping[str, str] = NO_DOCUMENTS) -> Transaction:
    return count(box, documents, minor, "operator", WALL)


# --- what is expected -----------------------------------------------------------------------------


def test_a_box_that_was_never_counted_is_expected_from_the_first_row_on() -> None:
    box = coins_box({"coin:50": 3, "coin:200": 2})
    assert box.expected_minor == 550
    assert box.last is None


def test_the_pieces_of_a_box_are_told_by_slot_and_value() -> None:
    box = coins_box({"coin:200": 2, "coin:50": 3, "alt:100": 1})
    assert box.pieces == (Pieces("alt", 100, 1), Pieces("coin", 50, 3), Pieces("coin", 200, 2))


def test_notes_have_a_box_of_their_own() -> None:
    coins = {"coin:100": 1, "note:500": 2}
    assert coins_box(coins).expected_minor == 100
    assert cash_box(Tender.NOTE, coins, {}, {}).expected_minor == 1000


def test_after_a_count_the_box_begins_anew() -> None:
    coins = {"coin:100": 4}
    documents = dict(counted(coins_box(coins), 400).documents)
    assert coins_box(coins, documents).pieces == ()
    assert coins_box({"coin:100": 5, "coin:20": 1}, documents).expected_minor == 120


def test_the_count_of_one_box_leaves_the_other_alone() -> None:
    coins = {"coin:100": 4, "note:500": 1}
    documents = dict(counted(coins_box(coins), 400).documents)
    notes = cash_box(Tender.NOTE, coins, {}, documents)
    assert notes.expected_minor == 500
    documents |= count(notes, documents, 500, "operator", WALL).documents
    assert coins_box(coins, documents).expected_minor == 0
    assert set(read_counts(documents)) == {Tender.COIN, Tender.NOTE}


# --- what was counted -----------------------------------------------------------------------------


@pytest.mark.parametrize(("found", "difference"), [(430, 30), (400, 0), (370, -30), (0, -400)])
def test_the_difference_is_counted_less_expected(found: int, difference: int) -> None:
    made = counted(coins_box({"coin:100": 4}), found)
    assert read_counts(made.documents)[Tender.COIN].difference_minor == difference


def test_the_log_tells_the_count_and_who_counted() -> None:
    made = counted(coins_box({"coin:100": 4}), 370)
    details = (
        ("counted_minor", "370"),
        ("expected_minor", "400"),
        ("difference_minor", "-30"),
        ("by", "operator"),
    )
    assert made.log == (LogEntry(LogKind.CASH_COUNTED, "coin", details),)


def test_a_count_is_kept_with_when_and_by_whom() -> None:
    last = read_counts(counted(coins_box({}), 0).documents)[Tender.COIN]
    assert (last.number, last.by, last.wall) == (1, "operator", WALL)


def test_counts_are_numbered() -> None:
    documents = dict(counted(coins_box({}), 0).documents)
    documents |= counted(coins_box({}, documents), 0, documents).documents
    assert read_counts(documents)[Tender.COIN].number == 2


def test_nobody_counts_less_than_nothing() -> None:
    with pytest.raises(RuleError, match="-1"):
        counted(coins_box({}), -1)


def test_a_count_moves_no_money() -> None:
    assert counted(coins_box({"coin:100": 4}), 370).postings == ()


# --- what may explain a difference ----------------------------------------------------------------

EVENTS = {
    "coin_quarantined:coin": 2,
    "coin_unaccounted:coin": 1,
    "coin_unbooked:note": 3,
    "door_opened:main": 9,
    "coin_first_contact:coin": 1,
}


def test_signals_of_a_box_stand_beside_it() -> None:
    box = coins_box({}, events=EVENTS)
    assert box.signals == {"coin_quarantined:coin": 2, "coin_unaccounted:coin": 1}


def test_signals_of_the_other_box_do_not() -> None:
    assert cash_box(Tender.NOTE, {}, EVENTS, {}).signals == {"coin_unbooked:note": 3}


def test_signals_from_before_the_last_count_explain_nothing_any_more() -> None:
    documents = dict(counted(coins_box({}, events=EVENTS), 0).documents)
    later = {**EVENTS, "coin_quarantined:coin": 3}
    assert coins_box({}, documents, later).signals == {"coin_quarantined:coin": 1}


# --- any evening ----------------------------------------------------------------------------------

STEPS = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(["coin:10", "coin:50", "coin:200", "note:500"]), st.just(0)),
        st.tuples(st.sampled_from(["count coin", "count note"]), st.integers(-300, 300)),
    ),
    max_size=60,
)


@given(STEPS)
def test_any_coins_and_counts_come_to_the_exact_difference(steps: list[tuple[str, int]]) -> None:
    ever: Counter[str] = Counter()
    in_the_box = {Tender.COIN: 0, Tender.NOTE: 0}
    documents: dict[str, str] = {}
    for what, off in steps:
        if not what.startswith("count "):
            slot, value = what.split(":")
            ever[what] += 1
            in_the_box[Tender(slot)] += int(value)
            continue
        tender = Tender(what.removeprefix("count "))
        found = max(0, in_the_box[tender] + off)
        box = cash_box(tender, ever, {}, documents)
        documents |= count(box, documents, found, "operator", WALL).documents
        last = read_counts(documents)[tender]
        assert last.expected_minor == in_the_box[tender]
        assert last.difference_minor == found - in_the_box[tender]
        in_the_box[tender] = 0
    for tender, minor in in_the_box.items():
        assert cash_box(tender, ever, {}, documents).expected_minor == minor


# --- through the ledger ---------------------------------------------------------------------------


def opened(folder: Path) -> Ledger:
    return Ledger.open(folder, clock=VirtualClock(), executor=None, is_test=True)


def evening(folder: Path) -> Ledger:
    """A coin of 1 EUR for credit, one of 2 EUR in the coin test, a note of 5 EUR."""
    ledger = opened(folder)
    coin = Transfer(Account.COINBOX, Account.CREDIT, 10)
    test = Transfer(Account.COINBOX, Account.COIN_TEST, 20)
    note = Transfer(Account.NOTES, Account.CREDIT, 50)
    postings = (
        Posting(Moment.COIN, (coin,), category="coin:100"),
        Posting(Moment.COIN_TEST, (test,), category="coin:200"),
        Posting(Moment.NOTE, (note,), category="note:500"),
    )
    ledger.commit(Transaction(postings)).result()
    return ledger


def box_in(ledger: Ledger, tender: Tender = Tender.COIN) -> CashBox:
    life = books_of(ledger).life
    return cash_box(tender, life.coins, life.events, ledger.documents)


def test_coins_of_the_coin_test_are_in_the_box_too(tmp_path: Path) -> None:
    ledger = evening(tmp_path)
    assert box_in(ledger).expected_minor == 300
    assert box_in(ledger, Tender.NOTE).expected_minor == 500
    ledger.close()


def test_a_count_outlives_a_power_cut_with_its_line_in_the_log(tmp_path: Path) -> None:
    ledger = evening(tmp_path)
    ledger.commit(count(box_in(ledger), ledger.documents, 280, "operator", WALL)).result()
    ledger.abandon()
    again = opened(tmp_path)
    assert read_counts(again.documents)[Tender.COIN].difference_minor == -20
    assert again.meters["counts.cash_counted:coin"] == 1
    assert box_in(again).expected_minor == 0
    again.close()


def test_a_count_that_the_disk_does_not_take_was_never_made(tmp_path: Path) -> None:
    ledger = evening(tmp_path)
    made = count(box_in(ledger), ledger.documents, 280, "operator", WALL)
    ledger._connection.execute("PRAGMA max_page_count = 1")
    filler = {"filler": "x" * 100_000}
    with pytest.raises(LedgerError, match="the disk is full"):
        ledger.commit(Transaction(documents={**made.documents, **filler}, log=made.log)).result()
    ledger.abandon()
    again = opened(tmp_path)
    assert CASH not in again.documents
    assert "counts.cash_counted:coin" not in again.meters
    assert box_in(again).expected_minor == 300
    again.close()


def test_the_event_log_shows_the_count(tmp_path: Path) -> None:
    ledger = evening(tmp_path)
    ledger.commit(count(box_in(ledger), ledger.documents, 280, "operator", WALL)).result()
    ledger.close()
    with closing(sqlite3.connect(tmp_path / DATABASE)) as database:
        _stop, line, *_ = newest_events(database, [])
    assert (line.kind, line.subject) == ("cash_counted", "coin")
    assert dict(line.details)["difference_minor"] == "-20"


# --- what is stored -------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "[]", "x", '{"coin":{}}', '{"gold":{"number":1}}', "[" * 9])
def test_a_document_that_is_none_of_ours_is_named(text: str) -> None:
    with pytest.raises(LedgerCorruptError, match="document 'cash' cannot be read"):
        read_counts({CASH: text})


def test_a_count_of_more_coins_than_there_ever_were_is_named() -> None:
    documents = dict(counted(coins_box({"coin:100": 4}), 400).documents)
    with pytest.raises(LedgerCorruptError, match="more coin:100 than there ever were"):
        coins_box({"coin:100": 3}, documents)


def test_a_box_as_json() -> None:
    documents = dict(counted(coins_box({"coin:100": 4}), 370).documents)
    box = coins_box({"coin:100": 6}, documents, {"coin_lost:coin": 1})
    assert json.loads(json.dumps(box.as_report())) == {
        "expected_minor": 200,
        "pieces": [{"slot": "coin", "value_minor": 100, "number": 2}],
        "signals": {"coin_lost:coin": 1},
        "last_count": {
            "number": 1,
            "counted_minor": 370,
            "expected_minor": 400,
            "difference_minor": -30,
            "by": "operator",
            "wall": WALL,
        },
    }
