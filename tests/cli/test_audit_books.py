"""`cabinato audit` tells of cash and reliability, and fits a terminal of 80 columns."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from joker_evening import Evening, evening_in, temporary_folder

from firmware.cli import audit, audit_books
from firmware.ledger.meters import BLOCK
from firmware.log import LogKind
from firmware.money import Tender
from firmware.operator.books import Books, read_books
from firmware.operator.cash import cash_box, count
from firmware.transaction import Transaction

HUGE = 99_999_999
"""Credits: twice what ten million games of five chips stake."""


def counted(evening: Evening, minor: int) -> None:
    """The coin box is emptied and counted."""
    books = read_books(evening.folder)
    documents = dict(evening.ledger.documents)
    box = cash_box(Tender.COIN, books.life.coins, books.life.events, documents)
    evening.tell(count(box, documents, minor, "operator", "2026-11-30T10:00:00+00:00"))


@pytest.fixture(scope="module")
def folder() -> Iterator[Path]:
    with temporary_folder() as name:
        with evening_in(Path(name)) as evening:  # begins with a coin of 100
            evening.win()
            evening.log(LogKind.FAULT, "coin")
            counted(evening, 80)
            evening.coin(20, "coin:200")
        yield Path(name)


def audited(folder: Path, *words: str) -> int:
    parser = argparse.ArgumentParser(prog="cabinato")
    audit.add_parser(parser.add_subparsers(required=True))
    args = parser.parse_args(("audit", "--data", str(folder), *words))
    code: int = args.run(args)
    return code


@pytest.fixture
def told(folder: Path, capsys: pytest.CaptureFixture[str]) -> dict[str, dict[str, object]]:
    assert audited(folder, "--json") == 0
    found: dict[str, dict[str, object]] = json.loads(capsys.readouterr().out)
    return found


def test_json_tells_the_box_since_it_was_counted(told: dict[str, dict[str, object]]) -> None:
    box = told["cash"]["coin"]
    assert isinstance(box, dict)
    assert box["expected_minor"] == 200
    assert box["last_count"]["difference_minor"] == -20


def test_json_tells_how_steadily_it_ran(told: dict[str, dict[str, object]]) -> None:
    assert told["reliability"]["faults"] == {"coin": 1}
    assert told["reliability"]["power_ups"] == 1


def row(text: str, name: str) -> list[str]:
    return next(line for line in text.splitlines() if name in line).split()


def test_the_terminal_tells_the_difference(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    audited(folder)
    out = capsys.readouterr().out
    assert row(out, "difference")[-1] == "-20"
    assert row(out, "in it now")[-1] == "200"
    assert row(out, "fault: coin")[-1] == "1"


def test_counts_that_cannot_be_read_are_a_fault(capsys: pytest.CaptureFixture[str]) -> None:
    with temporary_folder() as name:
        with evening_in(Path(name)) as evening:
            evening.tell(Transaction(documents={"cash": "nonsense"}))
        assert audited(Path(name), "--json") == 1
    out, err = capsys.readouterr()
    assert json.loads(out)["cash"] == {}
    assert "document 'cash' cannot be read" in err


# --- 80 columns -------------------------------------------------------------------------------


def grown(books: Books) -> Books:
    """The same cabinet after very many years."""
    life = books.life
    blocks = tuple(
        replace(each, meters=dict.fromkeys(BLOCK, HUGE), hands=dict.fromkeys(each.hands, HUGE))
        for each in life.blocks
    )
    large = replace(life, meters=dict.fromkeys(life.meters, HUGE), blocks=blocks)
    return replace(books, life=large, in_period=large)


def test_eight_digits_everywhere_are_cut_nowhere(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    real = audit.read_returns
    monkeypatch.setattr(
        audit, "read_returns", lambda c, books, rounds: real(c, grown(books), rounds)
    )
    tables = audit_books.tables
    monkeypatch.setattr(
        audit_books, "tables", lambda books, boxes, table: tables(grown(books), boxes, table)
    )
    audited(folder)
    out = capsys.readouterr().out
    assert f"{HUGE:,}" in out
    assert "…" not in out
    assert max(map(len, out.splitlines())) <= 80
