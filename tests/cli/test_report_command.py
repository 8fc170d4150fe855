"""`cabinato report`: where it writes, in which language, and what it exits with."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import pytest
from joker_evening import evening_in, temporary_folder

from firmware.cli import report
from firmware.ledger.database import DATABASE


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with temporary_folder() as name:
        with evening_in(Path(name)) as evening:
            evening.win()
        yield Path(name)


def cabinato(*words: str) -> int:
    parser = argparse.ArgumentParser(prog="cabinato")
    report.add_parser(parser.add_subparsers(required=True))
    args = parser.parse_args(("report", *words))
    code: int = args.run(args)
    return code


def test_it_writes_to_standard_output(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cabinato("--data", str(folder), "--lang", "en") == 0
    out, err = capsys.readouterr()
    assert out.startswith("<!DOCTYPE html>")
    assert out.endswith("</html>\n")
    assert err == ""


def test_a_file_has_the_same(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cabinato("--data", str(folder), "--lang", "ru")
    printed = capsys.readouterr().out
    assert cabinato("--data", str(folder), "--lang", "ru", "--out", str(tmp_path / "r.html")) == 0
    assert (tmp_path / "r.html").read_text(encoding="utf-8") == printed
    assert capsys.readouterr().out == ""


def test_without_a_language_it_speaks_the_cabinets(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cabinato("--data", str(folder))
    assert '<html lang="it">' in capsys.readouterr().out


def test_no_ledger(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cabinato("--data", str(tmp_path), "--lang", "en") == 1
    assert capsys.readouterr().out == ""


def test_a_changed_ledger_is_written_and_said(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in folder.iterdir():
        if name.is_file():
            (tmp_path / name.name).write_bytes(name.read_bytes())
    (tmp_path / "ledger.key").write_bytes(bytes(32))
    assert (tmp_path / DATABASE).exists()
    assert cabinato("--data", str(tmp_path), "--lang", "en") == 1
    out, err = capsys.readouterr()
    assert "Not all of this is proven" in out
    assert err


def test_a_folder_is_no_file_to_write(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cabinato("--data", str(folder), "--lang", "en", "--out", str(tmp_path)) == 1
    assert str(tmp_path) in capsys.readouterr().err


def test_an_unknown_language(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cabinato("--data", str(folder), "--lang", "fr")
    assert "fr" in capsys.readouterr().err
