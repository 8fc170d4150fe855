"""What is written to a stick: the same bytes for the same books, read back, all or nothing."""

from __future__ import annotations

import errno
import json
import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from joker_evening import KINGS, evening_in, temporary_folder

from firmware.app import take_home as subject
from firmware.app.stick import BooksTaken, Trouble
from firmware.app.take_home import SUMS, UNFINISHED, Teller, main, take_home
from firmware.clock import VirtualClock
from firmware.errors import StickError
from firmware.ledger.chain import KEY, name_of
from firmware.operator import export as exporting
from firmware.operator.books import read_books
from firmware.operator.export import FILES, NOT_PROVEN


@pytest.fixture(scope="module")
def ledger() -> Iterator[Path]:
    """The data folder of an evening with two rounds."""
    with temporary_folder() as name:
        folder = Path(name) / "ledger"
        with evening_in(folder) as evening:
            evening.deal(KINGS)
            evening.draw()
            evening.collect()
            evening.lose()
            evening.close()
        yield folder


@pytest.fixture
def stick() -> Iterator[Path]:
    with temporary_folder() as name:
        yield Path(name)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands themselves print in `test_stick` and in their own tests."""
    monkeypatch.setattr(subject, "_printed", lambda *words: " ".join(words[:-1]).encode())


def take(ledger: Path, stick: Path) -> BooksTaken:
    return take_home(ledger, stick, "it", lambda _: None)


def trouble(ledger: Path, stick: Path) -> str:
    """The key of the sentence that tells why it failed."""
    with pytest.raises(StickError) as told:
        take(ledger, stick)
    return told.value.why.key


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


# --- what is there ----------------------------------------------------------------------------


def test_the_folder_is_named_after_the_ledger_and_its_newest_row(ledger: Path, stick: Path) -> None:
    books, name = read_books(ledger), name_of((ledger / KEY).read_bytes())
    taken = take(ledger, stick)
    assert taken.folder == f"cabinato-{name}-row-{books.rows}-{books.head[:8]}"
    assert [path.name for path in stick.iterdir()] == [taken.folder]


def test_everything_is_there(ledger: Path, stick: Path) -> None:
    taken = take(ledger, stick)
    files = content(stick / taken.folder)
    assert set(files) == {*FILES, "audit.txt", "audit.json", "report.html", SUMS}
    assert (taken.files, taken.size_bytes) == (len(files), sum(map(len, files.values())))
    assert (taken.rounds, taken.is_proven) == (2, True)


def test_the_export_is_that_of_the_command(ledger: Path, stick: Path) -> None:
    exporting.export(ledger, stick / "alone")
    there = content(stick / take(ledger, stick).folder)
    alone = content(stick / "alone")
    assert {name: there[name] for name in alone} == alone


def test_the_report_is_in_the_cabinets_language(ledger: Path, stick: Path) -> None:
    folder = stick / take(ledger, stick).folder
    assert (folder / "report.html").read_text() == "report --lang it --data"


def test_rec_3_two_exports_of_the_same_books_are_the_same_to_the_last_byte(
    ledger: Path, stick: Path
) -> None:
    first = take(ledger, stick)
    before = content(stick / first.folder)
    (stick / "other").mkdir()
    other = take(ledger, stick / "other")
    again = take(ledger, stick)
    assert content(stick / "other" / other.folder) == before
    assert content(stick / again.folder) == before


@pytest.mark.skipif(shutil.which("sha256sum") is None, reason="not run: no sha256sum here")
def test_any_computer_can_check_the_files(ledger: Path, stick: Path) -> None:
    folder = stick / take(ledger, stick).folder
    subprocess.run(["sha256sum", "--strict", "--quiet", "-c", SUMS], cwd=folder, check=True)


def test_the_proof_comes_first_and_no_step_goes_back(ledger: Path, stick: Path) -> None:
    told: list[int] = []
    take_home(ledger, stick, "it", told.append)
    assert told == sorted(told)
    assert told[0] < subject.PROVEN < subject.WRITTEN < told[-1] == subject.READ_BACK


def test_a_ledger_that_cannot_be_proven_is_taken_home_as_what_it_is(
    ledger: Path, stick: Path, tmp_path: Path
) -> None:
    keyless = tmp_path / "ledger"
    shutil.copytree(ledger, keyless)
    (keyless / KEY).unlink()
    taken = take(keyless, stick)
    assert not taken.is_proven
    assert taken.folder.startswith("cabinato-nameless-row-")
    assert (stick / taken.folder / NOT_PROVEN).exists()
    assert taken.told.key == "stick.done_unproven"


# --- what is in the way -----------------------------------------------------------------------


def test_what_a_pulled_out_stick_left_is_written_anew(ledger: Path, stick: Path) -> None:
    (stick / UNFINISHED).mkdir()
    (stick / UNFINISHED / "rounds.csv.part").write_text("half")
    take(ledger, stick)
    assert not (stick / UNFINISHED).exists()


def test_a_strangers_file_is_never_touched(ledger: Path, stick: Path) -> None:
    (stick / UNFINISHED).mkdir()
    (stick / UNFINISHED / "thesis.odt").write_text("mine")
    with pytest.raises(StickError, match=r"thesis\.odt") as told:
        take(ledger, stick)
    assert told.value.why.key == Trouble.FAILED
    assert (stick / UNFINISHED / "thesis.odt").read_text() == "mine"


def test_there_is_no_ledger(tmp_path: Path, stick: Path) -> None:
    assert trouble(tmp_path, stick) == Trouble.BOOKS
    assert list(stick.iterdir()) == []


@pytest.mark.skipif(os.getuid() != 0, reason="not run: only root can mount a small stick")
def test_a_stick_that_is_really_full(ledger: Path, tmp_path: Path) -> None:
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=16k", "cabinato-test", str(tmp_path)],
        check=False,
        capture_output=True,
    )
    if mounted.returncode != 0:
        pytest.skip("not run: nothing can be mounted here")
    try:
        assert trouble(ledger, tmp_path) == Trouble.FULL
        assert list(tmp_path.iterdir()) == []
    finally:
        subprocess.run(["umount", str(tmp_path)], check=True)


# --- a stick that fails, at each of its steps ---------------------------------------------------


def failing(code: int) -> Callable[..., object]:
    def fail(*_: object, **__: object) -> object:
        raise OSError(code, os.strerror(code))

    return fail


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        (errno.ENOSPC, Trouble.FULL),
        (errno.EROFS, Trouble.LOCKED),
        (errno.EIO, Trouble.GONE),
        (errno.ENODEV, Trouble.GONE),
        (errno.EINVAL, Trouble.FAILED),
    ],
)
@pytest.mark.parametrize("step", ["export", "_listed", "_digest"])
def test_each_error_of_a_stick_is_its_sentence_and_nothing_stays(
    ledger: Path,
    stick: Path,
    monkeypatch: pytest.MonkeyPatch,
    step: str,
    code: int,
    expected: Trouble,
) -> None:
    monkeypatch.setattr(subject, step, failing(code))
    assert trouble(ledger, stick) == expected
    assert list(stick.iterdir()) == []


def test_an_export_that_finds_no_room_says_that_the_stick_is_full(
    ledger: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exporting.os, "fsync", failing(errno.ENOSPC))
    assert trouble(ledger, stick) == Trouble.FULL


def test_whatever_fails_when_another_device_is_there_the_stick_is_gone(
    ledger: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    devices = iter((7, 8))
    monkeypatch.setattr(subject, "_device", lambda _: next(devices))
    monkeypatch.setattr(subject, "export", failing(errno.EACCES))
    assert trouble(ledger, stick) == Trouble.GONE


def test_a_stick_that_holds_something_else_than_it_was_given_is_worn_out(
    ledger: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put_down = subject._put_down

    def forgetful(folder: Path) -> int:
        size_bytes = put_down(folder)
        path = folder / "coins.csv"
        path.write_bytes(path.read_bytes()[:-1] + b"\0")
        return size_bytes

    monkeypatch.setattr(subject, "_put_down", forgetful)
    assert trouble(ledger, stick) == Trouble.WORN
    assert list(stick.iterdir()) == []


def test_a_folder_gets_its_name_only_when_it_was_read_back(
    ledger: Path, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names: list[str] = []
    monkeypatch.setattr(
        subject, "_read_back", lambda *_: names.extend(path.name for path in stick.iterdir())
    )
    take(ledger, stick)
    assert names == [UNFINISHED]


# --- the process ------------------------------------------------------------------------------


def test_the_process_says_what_came_of_it(
    ledger: Path, stick: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(str(ledger), str(stick), "it")
    *moved, last = map(json.loads, capsys.readouterr().out.splitlines())
    assert all(set(each) == {"percent"} for each in moved)
    assert (stick / BooksTaken(**last).folder).is_dir()


def test_the_process_says_why_not(
    tmp_path: Path, stick: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(str(tmp_path), str(stick), "it")
    said = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert said["trouble"] == Trouble.BOOKS
    assert "no ledger" in said["detail"]


def test_a_percent_that_takes_long_is_told_once_more() -> None:
    clock, said = VirtualClock(), list[str]()
    told = Teller(clock, said.append)
    for percent, after_s in ((5, 0.0), (5, 0.5), (6, 0.0), (6, 1.5)):
        clock.advance_s(after_s)
        told(percent)
    assert [json.loads(line)["percent"] for line in said] == [5, 6, 6]
