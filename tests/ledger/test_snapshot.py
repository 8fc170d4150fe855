"""Reading leaves no byte behind, whatever state the folder is in."""

import errno
import shutil
import subprocess
import sys
from pathlib import Path

import money
import pytest
from money import book, open_test_ledger

from firmware.errors import LedgerError, LedgerFullError
from firmware.ledger.snapshot import reading
from firmware.ledger.verify import verify

ROOT = Path(__file__).parents[2]

VERIFY = """
import sys, pathlib
from firmware.ledger.verify import verify
verdict = verify(pathlib.Path(sys.argv[1]))
print(verdict.head if verdict.ok else verdict.faults)
"""


def verified_elsewhere(folder: Path) -> str:
    """The head, as another process proves it."""
    done = subprocess.run(
        [sys.executable, "-c", VERIFY, str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


CONTENTS = """
import sys, pathlib
from hashlib import sha256
for file in sorted(pathlib.Path(sys.argv[1]).iterdir()):
    print(file.name, file.stat().st_mtime_ns, sha256(file.read_bytes()).hexdigest())
"""


def contents(folder: Path) -> str:
    """Names, times and bytes of all files.

    Read by another process: closing a database file here would drop SQLite's own locks.
    """
    reader = [sys.executable, "-c", CONTENTS, str(folder)]
    return subprocess.run(reader, capture_output=True, text=True, check=True).stdout


def test_reading_beside_a_running_cabinet_changes_nothing(tmp_path: Path) -> None:
    ledger = open_test_ledger(tmp_path)
    book(ledger, money.coin(10))
    before = contents(tmp_path)
    assert verified_elsewhere(tmp_path) == ledger.head
    assert contents(tmp_path) == before
    ledger.close()


def test_a_running_cabinet_is_read_in_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A copy made while commits go on would be of no single moment.
    ledger = open_test_ledger(tmp_path)
    monkeypatch.delattr(shutil, "copyfile")
    assert verify(tmp_path).ok
    ledger.close()


def test_the_cabinet_goes_on_while_it_is_read(tmp_path: Path) -> None:
    ledger = open_test_ledger(tmp_path)
    book(ledger, money.coin(10))
    with reading(tmp_path) as connection:
        count = "SELECT count(*) FROM rows"
        (before,) = connection.execute(count).fetchone()
        book(ledger, money.coin(10))
        assert connection.execute(count).fetchone() == (before,)
    ledger.close()


@pytest.mark.parametrize("is_clean", [True, False])
def test_reading_after_the_run_changes_nothing(tmp_path: Path, is_clean: bool) -> None:
    ledger = open_test_ledger(tmp_path)
    head = book(ledger, money.coin(10)).head
    if is_clean:
        ledger.close()
        head = ledger.head
    else:
        ledger.abandon()
    before = contents(tmp_path)
    assert verified_elsewhere(tmp_path) == head
    assert contents(tmp_path) == before


@pytest.mark.parametrize("left_behind", [["ledger.lock"], ["ledger.lock", "ledger.db-shm"]])
def test_a_copy_of_the_folder_is_enough(tmp_path: Path, left_behind: list[str]) -> None:
    ledger = open_test_ledger(tmp_path / "cabinet")
    head = book(ledger, money.coin(10)).head
    ledger.abandon()
    copy = Path(shutil.copytree(tmp_path / "cabinet", tmp_path / "copy"))
    for name in left_behind:
        (copy / name).unlink()
    assert verify(copy).head == head
    assert verify(copy).ok


def test_reading_does_not_keep_a_cabinet_from_starting(tmp_path: Path) -> None:
    open_test_ledger(tmp_path).close()
    reader = reading(tmp_path)
    connection = reader.__enter__()
    assert connection.execute("SELECT count(*) FROM rows").fetchone() == (2,)
    ledger = open_test_ledger(tmp_path)
    with pytest.raises(LedgerError, match="started while"):
        reader.__exit__(None, None, None)
    ledger.close()


def test_what_is_read_cannot_be_written(tmp_path: Path) -> None:
    open_test_ledger(tmp_path).close()
    with pytest.raises(LedgerError, match="read-only"), reading(tmp_path) as connection:
        connection.execute("UPDATE standing SET text = ''")


def test_a_full_disk_for_temporary_files_is_not_the_ledgers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ledger = open_test_ledger(tmp_path)
    book(ledger, money.coin(10))
    ledger.abandon()

    def full(_source: Path, copy: Path) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(copy))

    monkeypatch.setattr(shutil, "copyfile", full)
    said = pytest.raises(LedgerFullError, match=r"^cannot copy .*ledger.db to /\w.*: No space left")
    with said, reading(tmp_path):
        pass
