"""An export is the whole ledger, the same bytes every time, and says when it is not proven."""

import csv
import errno
import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from joker_evening import KINGS, Evening, evening_in, temporary_folder

from firmware.errors import LedgerError
from firmware.ledger.chain import KEY
from firmware.ledger.database import DATABASE
from firmware.log import LogKind
from firmware.operator.books import read_books
from firmware.operator.export import (
    FILES,
    NOT_PROVEN,
    Exported,
    ExportError,
    UnfinishedExportError,
    export,
)
from firmware.operator.recall import reading_rounds


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    with temporary_folder() as name:
        yield Path(name)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    """An open ledger with 100 credits."""
    with evening_in(tmp_path / "ledger") as made:
        yield made


@pytest.fixture
def played(evening: Evening) -> Evening:
    """Two rounds, one with a double, a coin between them, the door opened."""
    evening.deal(KINGS)
    evening.draw()
    evening.double()
    evening.pick(2)
    evening.collect()
    evening.coin(20, "coin:200")
    evening.log(LogKind.DOOR_OPENED)
    evening.lose()
    evening.close()
    return evening


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out"


def sheet(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def names(out: Path) -> set[str]:
    return {path.name for path in out.iterdir()}


# --- what is in it ----------------------------------------------------------------------------


def test_a_whole_ledger(played: Evening, out: Path) -> None:
    done = export(played.folder, out)
    assert (done.rounds, done.faults) == (2, ())
    assert names(out) == set(FILES)


def test_a_round_in_the_spreadsheet(played: Evening, out: Path) -> None:
    export(played.folder, out)
    first, second = sheet(out / "rounds.csv")
    # Five on a pair of kings wins five; doubled and won, ten.
    wanted = {
        "number": "1",
        "game": "joker_poker",
        "state": "complete",
        "bet": "5",
        "result": "kings_or_better",
        "won": "5",
        "collected": "10",
        "credit_before": "100",
        "credit_after": "105",
        "dealt": "KH KD 9S 4C 2D",
        "held": "1 2",
        "drawn": "3H 7H 8C",
        "final": "KH KD 3H 7H 8C",
        "doubles": "5 on 5C: [9H] 2D 5S 4C won 10",
        "evaluates": "the same",
    }
    assert {name: first[name] for name in wanted} == wanted
    assert (second["added_before"], second["result"]) == ("20", "nothing")


def test_an_open_round_in_the_spreadsheet_has_no_credit_after_it(
    evening: Evening, out: Path
) -> None:
    evening.deal(KINGS)
    evening.close()
    export(evening.folder, out)
    (only,) = sheet(out / "rounds.csv")
    assert (only["state"], only["credit_after"], only["added_during"]) == ("incomplete", "", "")


def test_the_rounds_of_a_script_are_those_of_recall(played: Evening, out: Path) -> None:
    export(played.folder, out)
    with reading_rounds(played.folder) as rounds:
        wanted = [each.as_report() for each in rounds.every()]
    assert json.loads((out / "rounds.json").read_text()) == wanted


def test_the_meters_are_the_audit(played: Evening, out: Path) -> None:
    export(played.folder, out)
    meters = json.loads((out / "meters.json").read_text())
    assert meters == read_books(played.folder).as_report()


def test_events_from_the_first_boot_on(played: Evening, out: Path) -> None:
    export(played.folder, out)
    assert [each["kind"] for each in sheet(out / "events.csv")] == ["boot", "door_opened", "stop"]
    assert [each["kind"] for each in json.loads((out / "events.json").read_text())] == [
        "boot",
        "door_opened",
        "stop",
    ]


def test_coins_by_slot_and_worth(played: Evening, out: Path) -> None:
    export(played.folder, out)
    found = [
        (each["kind"], each["slot"], each["minor_units"], each["credits"])
        for each in sheet(out / "coins.csv")
    ]
    assert found == [("coin", "coin", "100", "100"), ("coin", "coin", "200", "20")]


def test_credit_paid_by_hand_stands_with_the_coins(evening: Evening, out: Path) -> None:
    evening.hand_pay(30)
    export(evening.folder, out)
    assert json.loads((out / "coins.json").read_text())[-1]["kind"] == "hand_pay"
    assert sheet(out / "coins.csv")[-1]["credits"] == "30"


def test_a_round_that_was_cut_says_so(evening: Evening, out: Path) -> None:
    evening.deal(KINGS)
    evening.cut()
    export(evening.folder, out)
    (only,) = sheet(out / "rounds.csv")
    assert (only["state"], only["final"]) == ("incomplete, interrupted", "")


def test_a_ledger_without_rounds_gives_tables_without_rows(evening: Evening, out: Path) -> None:
    export(evening.folder, out)
    assert sheet(out / "rounds.csv") == []
    assert json.loads((out / "rounds.json").read_text()) == []


def test_no_cell_is_taken_for_a_formula(evening: Evening, out: Path) -> None:
    evening.log(LogKind.COIN_LOST, "=cmd")
    export(evening.folder, out)
    assert sheet(out / "events.csv")[-1]["subject"] == "'=cmd"


# --- the bytes --------------------------------------------------------------------------------


def everything(out: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in out.iterdir()}


@pytest.mark.promise("REC-3")
def test_two_exports_of_equal_books_are_equal_bytes(played: Evening, tmp_path: Path) -> None:
    export(played.folder, tmp_path / "first")
    elsewhere = played.folder.rename(tmp_path / "elsewhere")
    export(elsewhere, tmp_path / "second")
    assert everything(tmp_path / "first") == everything(tmp_path / "second")


def test_no_path_stands_in_it(played: Evening, out: Path, tmp_path: Path) -> None:
    (played.folder / KEY).unlink()
    export(played.folder, out)
    assert [name for name, told in everything(out).items() if str(tmp_path).encode() in told] == []


def test_the_ledger_is_left_alone(played: Evening, out: Path) -> None:
    before = everything(played.folder)
    export(played.folder, out)
    assert everything(played.folder) == before


def test_beside_a_running_cabinet(evening: Evening, out: Path) -> None:
    evening.win()
    done = export(evening.folder, out)
    evening.lose()  # and it goes on
    assert (done.rounds, done.faults) == (1, ())


def test_progress_ends_at_its_end(played: Evening, out: Path) -> None:
    seen: list[tuple[int, int]] = []
    export(played.folder, out, lambda done, of: seen.append((done, of)))
    assert seen[-1][0] == seen[-1][1]
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


# --- the folder -------------------------------------------------------------------------------


def test_an_earlier_export_is_replaced(played: Evening, out: Path) -> None:
    out.mkdir()
    (out / "rounds.csv").write_text("of yesterday")
    export(played.folder, out)
    assert len(sheet(out / "rounds.csv")) == 2


def test_a_folder_with_something_else_is_refused_and_left_alone(played: Evening, out: Path) -> None:
    out.mkdir()
    (out / "photo.jpg").write_text("mine")
    with pytest.raises(ExportError, match=r"holds 'photo.jpg', which is not of an export"):
        export(played.folder, out)
    assert names(out) == {"photo.jpg"}


def test_the_ledgers_own_folder_is_refused(played: Evening) -> None:
    with pytest.raises(ExportError, match=r"holds 'ledger\.db'"):
        export(played.folder, played.folder)


def test_a_file_in_the_place_of_the_folder(played: Evening, out: Path) -> None:
    out.write_text("")
    with pytest.raises(ExportError, match="is not a folder"):
        export(played.folder, out)


def test_an_export_that_fails_leaves_the_one_before(
    played: Evening, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    export(played.folder, out)
    before = everything(out)

    def full(_number: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("firmware.operator.export.os.fsync", full)
    with pytest.raises(UnfinishedExportError, match=r"^cannot write .*out: No space left"):
        export(played.folder, out)
    assert everything(out) == before


# --- damage -----------------------------------------------------------------------------------


def forged(evening: Evening, statement: str) -> None:
    with closing(sqlite3.connect(evening.folder / DATABASE)) as database, database:
        database.execute(statement)


def damaged(evening: Evening, out: Path) -> Exported:
    done = export(evening.folder, out)
    assert done.faults
    told = (out / NOT_PROVEN).read_text()
    assert all(f"- {fault}\n" in told for fault in done.faults)
    return done


def test_a_missing_key_leaves_everything_readable_but_not_proven(
    played: Evening, out: Path
) -> None:
    (played.folder / KEY).unlink()
    done = damaged(played, out)
    assert (done.rounds, len(done.faults)) == (2, 1)
    assert KEY in done.faults[0]


def test_a_broken_chain_is_not_proven(played: Evening, out: Path) -> None:
    with closing(sqlite3.connect(played.folder / DATABASE)) as database, database:
        database.execute("DROP TRIGGER rows_are_never_edited")
        database.execute("UPDATE rows SET wall = '2030' WHERE sequence = 5")
    done = damaged(played, out)
    assert done.rounds == 2
    assert done.faults[0].startswith("row 5 ('transaction') is not what was written")


def test_a_round_that_evaluates_otherwise_is_named(played: Evening, out: Path) -> None:
    forged(played, "UPDATE rounds SET text = replace(text, '\"won\"', '\"tied\"')")
    done = damaged(played, out)
    assert any(each.startswith("round 1: doubles is") for each in done.faults)
    assert sheet(out / "rounds.csv")[0]["evaluates"] == "otherwise"


def test_a_missing_round_is_named(played: Evening, out: Path) -> None:
    forged(played, "DELETE FROM rounds WHERE number = 1")
    done = damaged(played, out)
    assert (done.rounds, "round 1 is missing" in done.faults) == (1, True)


def test_the_mark_goes_when_the_ledger_is_whole_again(played: Evening, out: Path) -> None:
    key = (played.folder / KEY).read_bytes()
    (played.folder / KEY).unlink()
    damaged(played, out)
    (played.folder / KEY).write_bytes(key)
    assert export(played.folder, out).faults == ()
    assert NOT_PROVEN not in names(out)


def spoil(folder: Path, table: str, which: int) -> int:
    """Overwrite a leaf page of a table, as a dying card does; how many lines stood there."""
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        (size,) = database.execute("PRAGMA page_size").fetchone()
        pages = leaves(folder, database, table)
    with (folder / DATABASE).open("r+b") as file:
        start = (pages[which] - 1) * size
        file.seek(start + 3)
        cells = int.from_bytes(file.read(2), "big")
        file.seek(start)
        file.write(b"\xa5" * size)
    return cells


def leaves(folder: Path, database: sqlite3.Connection, table: str) -> list[int]:
    """Numbers of the leaf pages of a table, in its order: file format, section 1.6."""
    (size,) = database.execute("PRAGMA page_size").fetchone()
    (root,) = database.execute(
        "SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,)
    ).fetchone()
    content = (folder / DATABASE).read_bytes()

    def below(number: int) -> list[int]:
        page = content[(number - 1) * size : number * size]
        if page[0] in (10, 13):  # a leaf
            return [number]
        cells = int.from_bytes(page[3:5], "big")
        places = [int.from_bytes(page[12 + 2 * at : 14 + 2 * at], "big") for at in range(cells)]
        children = [int.from_bytes(page[at : at + 4], "big") for at in places]
        return [
            leaf
            for child in (*children, int.from_bytes(page[8:12], "big"))
            for leaf in below(child)
        ]

    return below(root)


@pytest.fixture
def long(evening: Evening) -> Evening:
    """Enough rounds for several pages, each with some event."""
    for _ in range(60):
        evening.lose()
        evening.log(LogKind.DOOR_OPENED)
    evening.close()
    return evening


def test_a_lost_page_of_rounds_takes_only_its_own(long: Evening, out: Path) -> None:
    lines = spoil(long.folder, "rounds", 1)
    done = damaged(long, out)
    found = [int(each["number"]) for each in sheet(out / "rounds.csv")]
    lost = sorted(set(range(1, 61)) - set(found))
    assert lost == list(range(lost[0], lost[0] + lines))
    assert 1 in found
    assert 60 in found
    assert f"round {lost[0]} is lost: " in "".join(done.faults)


def test_a_lost_page_of_rows_takes_only_its_own(long: Evening, out: Path) -> None:
    lines = spoil(long.folder, "rows", 2)
    done = damaged(long, out)
    found = [int(each["sequence"]) for each in sheet(out / "events.csv")]
    assert found[0] == 1
    assert found[-1] == read_books(long.folder).rows
    assert done.rounds == 60
    (told,) = (each for each in done.faults if each.startswith("rows "))
    _, first, _, last, *_ = told.split()
    assert int(last) - int(first) + 1 == lines
    assert done.rows == read_books(long.folder).rows - lines
    assert " are lost: cannot read ledger.db: damaged" in told


def test_lost_books_are_counted_again_from_the_rows(long: Evening, out: Path) -> None:
    wanted = read_books(long.folder).as_report()
    forged(long, "UPDATE standing SET text = 'x' WHERE name = 'balances'")
    damaged(long, out)
    assert json.loads((out / "meters.json").read_text()) == wanted


def test_a_lost_newest_row_leaves_the_meters(long: Evening) -> None:
    wanted = read_books(long.folder)
    spoil(long.folder, "rows", -1)
    found = read_books(long.folder)
    assert found.faults
    assert replace(found, faults=(), head=wanted.head) == wanted


def test_a_file_that_was_cut_off_tells_what_is_left(long: Evening, out: Path) -> None:
    size = (long.folder / DATABASE).stat().st_size
    os.truncate(long.folder / DATABASE, size - 3000)
    done = damaged(long, out)
    assert done.faults[0] == f"ledger.db was cut off: 3000 of its {size} bytes are missing"
    assert 0 < done.rounds <= 60
    assert (long.folder / DATABASE).stat().st_size == size - 3000


def test_a_file_that_is_no_database_leaves_no_export(played: Evening, out: Path) -> None:
    (played.folder / DATABASE).write_bytes(b"\xa5" * 8192)
    with pytest.raises(LedgerError, match="damaged"):
        export(played.folder, out)
    assert not out.exists()


def test_the_ledger_of_a_newer_program_leaves_no_export(played: Evening, out: Path) -> None:
    forged(played, "PRAGMA user_version = 99")
    with pytest.raises(LedgerError, match="a newer cabinato made it"):
        export(played.folder, out)
    assert not out.exists()
