"""A ledger that cannot be read: every reading command says why in a sentence and exits with 1."""

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from firmware.cli import main
from firmware.clock import VirtualClock
from firmware.ledger.database import DATABASE
from firmware.ledger.ledger import Ledger
from firmware.ledger.lock import LOCK


def newer(database: Path) -> None:
    with closing(sqlite3.connect(database)) as opened:
        opened.execute("PRAGMA user_version = 99")


def foreign(database: Path) -> None:
    database.unlink()
    with closing(sqlite3.connect(database)) as opened:
        opened.execute("CREATE TABLE recipes (name TEXT)")


def garbage(database: Path) -> None:
    database.write_bytes(b"\xa5" * 40_000)


def empty(database: Path) -> None:
    os.truncate(database, 0)


def half(database: Path) -> None:
    os.truncate(database, database.stat().st_size // 2)


def first_page(database: Path) -> None:
    with database.open("r+b") as file:
        file.seek(100)  # behind the header: where it says which tables there are
        file.write(b"\xa5" * 900)


def pipe(database: Path) -> None:
    database.unlink()
    os.mkfifo(database)


def directory(database: Path) -> None:
    database.unlink()
    database.mkdir()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    Ledger.open(folder, clock=VirtualClock(), executor=None, is_test=True).close()
    return folder


COMMANDS = [("verify",), ("audit",), ("recall",), ("recall", "1"), ("export", "--out", "out")]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (newer, "ledger.db has schema 99, this program knows up to 2: a newer cabinato made it"),
        (foreign, "ledger.db is a database of another program, not a ledger"),
        (garbage, "ledger.db: damaged (file is not a database)"),
        (empty, "is empty: no cabinet has run on it"),
        (pipe, "ledger.db is a pipe, a socket or a device, not a ledger"),
        (directory, "ledger.db is a folder, not a ledger"),
        (first_page, "ledger.db: damaged (database disk image is malformed)"),
    ],
)
def test_nothing_can_be_read(
    folder: Path,
    words: tuple[str, ...],
    damage: Callable[[Path], None],
    said: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(folder.parent)
    damage(folder / DATABASE)
    assert main.run([*words, "--data", str(folder)]) == 1
    out, err = capsys.readouterr()
    assert said in err
    assert len(err.splitlines()) == 1
    assert out in ("", "NOT PROVEN: 1 fault(s), 0 rows proven\n")
    assert not (folder.parent / "out").exists()


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_pipe_for_a_lock_is_no_lock(
    folder: Path, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder.parent)
    (folder / LOCK).unlink()
    os.mkfifo(folder / LOCK)
    assert main.run([*words, "--data", str(folder)]) == (2 if words == ("recall", "1") else 0)


def test_the_sentences_name_the_ledger_and_no_copy_of_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    os.truncate(folder / DATABASE, 3000)
    assert main.run(["audit", "--data", str(folder)]) == 1
    assert "cabinato-" not in capsys.readouterr().err.replace(str(folder), "")


@pytest.mark.parametrize("words", [("verify",), ("audit",), ("export", "--out", "out")])
def test_a_file_that_was_cut_off_is_no(
    folder: Path,
    words: tuple[str, ...],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(folder.parent)
    half(folder / DATABASE)
    assert main.run([*words, "--data", str(folder)]) == 1
    assert "damaged (database disk image is malformed)" in capsys.readouterr().err
