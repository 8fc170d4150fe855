"""Whether what the audit shows was written by this cabinet: it asks the seal."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from blank_display import played

from firmware.cli import main
from firmware.ledger.chain import KEY
from firmware.ledger.database import DATABASE

Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("told")
    played("coin 100\nsettle\npress HOLD2\nsettle\npress DEAL\nsettle\n", folder)
    return folder


@pytest.fixture
def folder(told: Path, tmp_path: Path) -> Path:
    """A copy that a test may change."""
    for path in told.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    return tmp_path


def audited(folder: Path, capsys: Capture) -> tuple[int, dict[str, object], list[str]]:
    code = main.run(["audit", "--json", "--data", str(folder)])
    out, err = capsys.readouterr()
    return code, json.loads(out), err.splitlines()


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [("meters.coins", ":1}", ":9}"), ("meters.counts", ":1", ":2"), ("disputed", "[]", "[1]")],
)
def test_a_figure_that_no_sum_binds_is_bound_by_the_seal(
    folder: Path, capsys: Capture, name: str, old: str, new: str
) -> None:
    with closing(sqlite3.connect(folder / DATABASE)) as database, database:
        change = "UPDATE standing SET text = replace(text, ?, ?) WHERE name = ? AND text LIKE ?"
        assert database.execute(change, (old, new, name, f"%{old}%")).rowcount == 1
    code, books, err = audited(folder, capsys)
    assert code == 1
    assert books["rows"]  # shown all the same
    (sentence,) = err
    assert sentence.startswith("the seal is not that of row ")


def test_without_the_key_it_says_what_is_not_proven(folder: Path, capsys: Capture) -> None:
    (folder / KEY).unlink()
    code, books, (sentence,) = audited(folder, capsys)
    assert (code, bool(books["rows"])) == (0, True)
    assert sentence.startswith("what is shown is not proven: the key of the ledger is missing")


def test_a_key_that_this_user_may_not_read(
    folder: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_keys: object) -> bytes:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("firmware.operator.books.Keys.read", refuse)
    code, _, err = audited(folder, capsys)
    assert (code, err) == (
        0,
        [f"what is shown is not proven: cannot read {folder / KEY}: Permission denied"],
    )


def test_a_damaged_key_is_damage(folder: Path, capsys: Capture) -> None:
    (folder / KEY).write_bytes(b"short")
    code, _, (sentence,) = audited(folder, capsys)
    assert code == 1
    assert sentence.startswith("the key of the ledger is damaged")


def test_the_seal_costs_no_row(folder: Path, capsys: Capture) -> None:
    """Constant time: rows before the newest are not looked at."""
    with closing(sqlite3.connect(folder / DATABASE)) as database, database:
        database.execute("DROP TRIGGER rows_are_never_edited")
        database.execute("UPDATE rows SET payload = 'x' WHERE sequence = 2")
    assert audited(folder, capsys)[0] == 0
