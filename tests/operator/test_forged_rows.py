"""Rows that no cabinet wrote: every report goes on past them and has a line for each."""

import csv
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from joker_evening import evening_in, temporary_folder

from firmware.ledger.database import DATABASE
from firmware.log import LogKind
from firmware.operator.books import read_books
from firmware.operator.event_log import read_events
from firmware.operator.export import export
from firmware.operator.recall import reading_rounds

DEEP = "[" * 60_000
PAYLOADS = {
    "deep": DEEP,
    "no JSON": "x",
    "a list": "[]",
    "a number": "7",
    "endless": '{"postings":[["coin","","coin:100",[["coinbox","credit",Infinity]]]]}',
    "names that are none": '{"log":[["door_opened",{"a":1},[[["b"],"c"]]]]}',
    "a list of a category": '{"postings":[["coin","",["coin"],[["coinbox","credit",1]]]]}',
}
LAST = 6


@pytest.fixture
def folder() -> Iterator[Path]:
    """Boot, pay table, coin, a round of two rows, the goodbye."""
    with temporary_folder() as name:
        with evening_in(Path(name)) as evening:
            evening.lose()
        yield Path(name)


def forged(folder: Path, sequence: int, payload: str) -> None:
    with closing(sqlite3.connect(folder / DATABASE)) as database, database:
        database.execute("DROP TRIGGER rows_are_never_edited")
        change = "UPDATE rows SET payload = ? WHERE sequence = ?"
        assert database.execute(change, (payload, sequence)).rowcount == 1


@pytest.mark.parametrize("payload", PAYLOADS.values(), ids=PAYLOADS)
@pytest.mark.parametrize("sequence", [1, 3, 5, LAST])
def test_an_export_is_made_and_not_proven(folder: Path, sequence: int, payload: str) -> None:
    forged(folder, sequence, payload)
    done = export(folder, folder / "out")
    assert done.rows == LAST
    assert done.faults[0].startswith(f"row {sequence} (")


@pytest.mark.parametrize("payload", ["deep", "no JSON", "a list", "a number"])
@pytest.mark.parametrize("sequence", [1, 3, LAST])
def test_the_event_log_has_a_line_for_it(folder: Path, sequence: int, payload: str) -> None:
    forged(folder, sequence, PAYLOADS[payload])
    assert [each.kind for each in read_events(folder, 100) if each.sequence == sequence] == [
        "unreadable"
    ]


def test_names_that_are_no_texts_are_no_line_of_the_log(folder: Path) -> None:
    forged(folder, 3, PAYLOADS["names that are none"])
    assert [each.kind for each in read_events(folder, 100) if each.sequence == 3] == ["unreadable"]


def test_half_a_character_is_written_as_its_number(folder: Path) -> None:
    forged(folder, 3, '{"log":[["door_opened","\\ud800",[]]]}')
    export(folder, folder / "out")
    with (folder / "out" / "events.csv").open(encoding="utf-8", newline="") as file:
        assert "\\ud800" in [line["subject"] for line in csv.DictReader(file)]


def test_a_round_says_that_its_row_tells_of_another(folder: Path) -> None:
    forged(folder, 5, DEEP)
    with reading_rounds(folder) as rounds:
        found = rounds.one(1)
    assert found is not None
    assert found.differences == ("its record is not the one that row 5 tells of",)


@pytest.mark.parametrize("payload", PAYLOADS.values(), ids=PAYLOADS)
def test_books_are_counted_again_up_to_it(folder: Path, payload: str) -> None:
    forged(folder, 5, payload)
    with closing(sqlite3.connect(folder / DATABASE)) as database, database:
        database.execute("UPDATE standing SET text = 'x' WHERE name = 'balances'")
        database.execute("UPDATE standing SET text = 'x' WHERE name = 'round'")
    books = read_books(folder)
    assert "the books were counted again, up to row 4" in books.faults


@pytest.mark.parametrize("payload", PAYLOADS.values(), ids=PAYLOADS)
def test_the_row_is_named_in_plain_words(folder: Path, payload: str) -> None:
    forged(folder, 5, payload)
    with closing(sqlite3.connect(folder / DATABASE)) as database, database:
        database.execute("UPDATE standing SET text = 'x' WHERE name = 'balances'")
        database.execute("UPDATE standing SET text = 'x' WHERE name = 'round'")
    (told,) = (each for each in read_books(folder).faults if each.startswith("row 5 ("))
    assert told == (
        "row 5 ('transaction'): a row of kind 'transaction' tells nothing that this program knows"
    )


@pytest.mark.parametrize("count", [1, 3])
def test_lost_rows_are_counted_in_words(folder: Path, count: int) -> None:
    with closing(sqlite3.connect(folder / DATABASE)) as database, database:
        database.execute("DROP TRIGGER rows_are_removed_only_behind_a_checkpoint")
        database.execute("DELETE FROM rows WHERE sequence > ?", (LAST - count,))
    told = "row 6 is" if count == 1 else "rows 4 to 6 are"
    assert f"{told} missing: the newest were cut off" in read_books(folder).faults


def test_a_door_is_still_told(folder: Path) -> None:
    forged(folder, 3, DEEP)
    with closing(sqlite3.connect(folder / DATABASE)) as database, database:
        database.execute(
            "UPDATE rows SET payload = ? WHERE sequence = 4", ('{"log":[["door_opened","",[]]]}',)
        )
    assert LogKind.DOOR_OPENED in [each.kind for each in read_events(folder, 100)]
