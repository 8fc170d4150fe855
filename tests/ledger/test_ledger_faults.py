"""Disks that fail, files that are gone or foreign: a sentence, and no credit lost."""

import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import money
import pytest
from money import book, keep, ledger_in, open_test_ledger

from firmware.errors import (
    LedgerCorruptError,
    LedgerError,
    LedgerGoneError,
    LedgerInUseError,
    LedgerRefusedError,
)
from firmware.ledger import database
from firmware.ledger.migration import migrate
from firmware.ledger.verify import verify
from firmware.money import Account

ROOT = Path(__file__).parents[2]


def child(script: str, folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", script, str(folder)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


HOLD = """
import sys, pathlib
sys.path[:0] = [".", "tests/ledger"]
from money import open_test_ledger
ledger = open_test_ledger(pathlib.Path(sys.argv[1]))
print("open", flush=True)
sys.stdin.readline()
"""


def test_another_process_is_refused_as_long_as_the_first_lives(tmp_path: Path) -> None:
    with child(HOLD, tmp_path) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "open\n"
        with pytest.raises(LedgerInUseError, match=str(tmp_path)):
            open_test_ledger(tmp_path)
        holder.kill()
    with ledger_in(tmp_path) as ledger:
        assert ledger.meters["unclean_boots"] == 1


NO_ROOM = """
import resource, signal, sys, pathlib
sys.path[:0] = [".", "tests/ledger"]
import money
from firmware.errors import LedgerError
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
ledger = money.open_test_ledger(pathlib.Path(sys.argv[1]))
money.book(ledger, money.coin(1))
resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, 300_000))
for number in range(1000):
    try:
        money.book(ledger, money.coin(1))
    except LedgerError as error:
        shown = ledger.balances[money.A.CREDIT]
        try:
            money.book(ledger, money.coin(1))
        except LedgerError as second:
            print(shown, error, second, sep="\\n")
        break
"""


def test_a_disk_that_takes_no_more_is_an_error_and_nothing_acknowledged_is_lost(
    tmp_path: Path,
) -> None:
    with child(NO_ROOM, tmp_path) as filler:
        credit, first, second = filler.communicate()[0].splitlines()
    assert first.startswith(f"cannot write {tmp_path / 'ledger.db'}: ")
    assert second.startswith("nothing is written after a failure: ")
    with ledger_in(tmp_path) as ledger:
        assert ledger.balances[Account.CREDIT] == int(credit) > 1
    assert verify(tmp_path).ok


def test_a_full_database_leaves_everything_as_it_was(tmp_path: Path) -> None:
    ledger = open_test_ledger(tmp_path)
    book(ledger, money.coin(10))
    # The only way to have SQLite itself say "full" without a disk of that size.
    ledger._connection.execute("PRAGMA max_page_count = 1")
    with pytest.raises(LedgerError, match="the disk is full"):
        keep(ledger, play="x" * 100_000)
    assert dict(ledger.documents) == {}
    ledger.close()
    with ledger_in(tmp_path) as again:
        assert again.balances[Account.CREDIT] == 10
        assert dict(again.documents) == {}


def test_after_a_failure_there_is_no_clean_goodbye(tmp_path: Path) -> None:
    ledger = open_test_ledger(tmp_path)
    ledger._connection.execute("PRAGMA max_page_count = 1")
    with pytest.raises(LedgerError):
        keep(ledger, play="x" * 100_000)
    ledger.close()
    with ledger_in(tmp_path) as again:
        assert again.meters["unclean_boots"] == 1


def test_a_file_in_place_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    with pytest.raises(LedgerError, match=r"cannot use .*data"):
        open_test_ledger(tmp_path / "data")


def test_a_database_removed_while_it_is_open_is_noticed(tmp_path: Path) -> None:
    ledger = open_test_ledger(tmp_path)
    (tmp_path / "ledger.db").unlink()
    with pytest.raises(LedgerGoneError, match="was removed while the cabinet runs"):
        book(ledger, money.coin(1))
    assert ledger.balances[Account.CREDIT] == 0


def test_a_database_exchanged_while_it_is_open_is_noticed(tmp_path: Path) -> None:
    ledger = open_test_ledger(tmp_path)
    file = tmp_path / "ledger.db"
    file.rename(tmp_path / "old")
    file.write_bytes((tmp_path / "old").read_bytes())
    with pytest.raises(LedgerCorruptError, match="was replaced while the cabinet runs"):
        book(ledger, money.coin(1))


def test_a_missing_database_is_not_begun_anew(tmp_path: Path) -> None:
    open_test_ledger(tmp_path).close()
    (tmp_path / "ledger.db").unlink()
    with pytest.raises(LedgerCorruptError, match="is gone"):
        open_test_ledger(tmp_path)
    assert not (tmp_path / "ledger.db").exists()


def test_a_missing_key(tmp_path: Path) -> None:
    open_test_ledger(tmp_path).close()
    (tmp_path / "ledger.key").unlink()
    with pytest.raises(LedgerCorruptError, match="key of the ledger is missing"):
        open_test_ledger(tmp_path)


def test_a_short_key(tmp_path: Path) -> None:
    open_test_ledger(tmp_path).close()
    (tmp_path / "ledger.key").write_bytes(b"short")
    with pytest.raises(LedgerCorruptError, match="has 5 bytes, not 32"):
        open_test_ledger(tmp_path)


def test_a_power_cut_before_the_first_row_is_harmless(tmp_path: Path) -> None:
    connection = database.connect(tmp_path / "ledger.db")
    migrate(connection, bytes(32), tmp_path / "ledger.db")
    connection.close()
    with ledger_in(tmp_path) as ledger:
        assert ledger.boot == 1


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "ledger.db").write_bytes(b"not a database at all, only text" * 64)
    with pytest.raises(LedgerCorruptError, match="damaged"):
        open_test_ledger(tmp_path)


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "ledger.db") as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
    other.close()
    before = (tmp_path / "ledger.db").read_bytes()
    with pytest.raises(LedgerRefusedError, match="another program"):
        open_test_ledger(tmp_path)
    assert (tmp_path / "ledger.db").read_bytes() == before


@pytest.mark.promise("MET-5")
def test_a_newer_schema_is_refused(tmp_path: Path) -> None:
    open_test_ledger(tmp_path).close()
    with sqlite3.connect(tmp_path / "ledger.db") as other:
        other.execute("PRAGMA user_version = 99")
    other.close()
    with pytest.raises(LedgerRefusedError, match="schema 99"):
        open_test_ledger(tmp_path)
    assert not verify(tmp_path).ok


def test_a_meter_changed_while_the_cabinet_runs_stops_the_next_stake(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("firmware.ledger.ledger.SEALED_EVERY_ROWS", 1)
    ledger = open_test_ledger(tmp_path)
    book(ledger, money.coin(10))
    with sqlite3.connect(tmp_path / "ledger.db") as other:
        other.execute(
            "UPDATE standing SET text = replace(text, '\"coin_in\":10', '\"coin_in\":11') "
            "WHERE name = 'meters.cabinet'"
        )
        assert other.total_changes == 1
    other.close()
    with pytest.raises(LedgerCorruptError, match="changed by another hand"):
        book(ledger, money.stake(1))
    assert ledger.balances[Account.CREDIT] == 10


@pytest.mark.parametrize(
    ("pragma", "value"), [("journal_mode", "delete"), ("synchronous", 1), ("foreign_keys", 0)]
)
def test_a_setting_that_sqlite_does_not_take_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pragma: str, value: object
) -> None:
    # Setting a value and reading back another is what a build without WAL would do.
    wanted = [(name, "impossible" if name == pragma else v) for name, v in database._PRAGMAS]
    monkeypatch.setattr(database, "_PRAGMAS", tuple(wanted))
    with pytest.raises(LedgerRefusedError, match=f"keeps {pragma} at"):
        open_test_ledger(tmp_path)


def test_an_open_ledger_has_the_settings_that_survive_a_power_cut(tmp_path: Path) -> None:
    connection = database.connect(tmp_path / "ledger.db")
    assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
    assert connection.execute("PRAGMA foreign_keys").fetchone() == (1,)
    connection.close()


def test_sqlite_itself_refuses_to_edit_a_row(tmp_path: Path) -> None:
    open_test_ledger(tmp_path).close()
    other = sqlite3.connect(tmp_path / "ledger.db")
    with pytest.raises(sqlite3.IntegrityError, match="never edited"):
        other.execute("UPDATE rows SET payload = ''")
    with pytest.raises(sqlite3.IntegrityError, match="never removed"):
        other.execute("DELETE FROM rows")
    other.close()


def test_met_5_an_emptied_database_is_no_beginning(tmp_path: Path) -> None:
    with ledger_in(tmp_path) as ledger:
        book(ledger, money.coin(10))
    (tmp_path / database.DATABASE).write_bytes(b"")
    with pytest.raises(LedgerGoneError, match="it is empty"):
        open_test_ledger(tmp_path)


@pytest.mark.parametrize("name", [database.DATABASE, f"{database.DATABASE}-wal"])
def test_a_file_removed_while_it_runs_is_noticed(tmp_path: Path, name: str) -> None:
    ledger = open_test_ledger(tmp_path)
    book(ledger, money.coin(10))
    (tmp_path / name).unlink()
    with pytest.raises(LedgerGoneError, match="was removed while the cabinet runs"):
        book(ledger, money.coin(10))


def test_a_database_cut_short_while_it_runs_is_noticed(tmp_path: Path) -> None:
    ledger = open_test_ledger(tmp_path)
    book(ledger, money.coin(10))
    os.truncate(tmp_path / database.DATABASE, 0)
    with pytest.raises(LedgerGoneError, match="was cut short while the cabinet runs"):
        book(ledger, money.coin(10))
