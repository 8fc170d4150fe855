"""Export: everything the ledger tells, as files for a spreadsheet and for a script.

Equal books give equal bytes: nothing of the folder, the machine or the moment goes in. The files
are written one line at a time beside their places and moved there together, so that a folder
never holds half an export.
"""

from __future__ import annotations

import csv
import errno
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from types import TracebackType
from typing import IO

from firmware.errors import LedgerError
from firmware.games.tellers import TELLERS
from firmware.ledger.chain import Row
from firmware.ledger.entries import told_of
from firmware.ledger.readable import newest_sequence, readable_rows, reading_what_is_left
from firmware.ledger.verify import Progress, unseen, verify
from firmware.money import Moment
from firmware.operator import event_log
from firmware.operator.books import Books, books_in
from firmware.operator.event_log import Event, events_of
from firmware.operator.recall import Recalled, Rounds

METERS = "meters.json"
ROUNDS, EVENTS, COINS = "rounds", "events", "coins"
NOT_PROVEN = "NOT_PROVEN.txt"
"""There, and only then, when the ledger is damaged or not proven whole; tells why."""

FILES = (
    METERS,
    *(f"{name}.{kind}" for name in (ROUNDS, EVENTS, COINS) for kind in ("csv", "json")),
)
"""What every export consists of."""

PART = ".part"
"""After the name of a file that is being written."""

COIN_MOMENTS = frozenset(
    {
        Moment.COIN,
        Moment.NOTE,
        Moment.SERVICE,
        Moment.COIN_TEST,
        Moment.HAND_PAY,
        Moment.CANCEL,
    }
)
"""Money that comes in or goes out, as against what is played for."""

ROUND_COLUMNS = (
    "number",
    "game",
    "state",
    "opened_row",
    "opened",
    "changed_row",
    "changed",
    "credit_before",
    "added_before",
    "bet",
    "result",
    "won",
    "collected",
    "added_during",
    "credit_after",
    "disputed",
    "evaluates",
)
"""Of every round in a spreadsheet; the columns of the games follow."""

COIN_COLUMNS = ("sequence", "boot", "wall", "synced", "kind", "slot", "minor_units", "credits")


class ExportError(LedgerError):
    """The folder cannot take an export; says why."""


class UnfinishedExportError(LedgerError):
    """The folder can take an export, its disk could not: full, or failing. Nothing is left."""


_DISK_ERRORS = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})
"""What a disk answers on which an export might find room another time."""


@dataclass(frozen=True, slots=True)
class Exported:
    """What came of an export.

    Attributes:
        files: names of the files written, sorted.
        rounds: how many.
        rows: how many rows of the ledger were read.
        faults: why it is not proven, a sentence each; none when the ledger is whole and each
            round evaluates to the same win.
    """

    files: tuple[str, ...]
    rounds: int
    rows: int
    faults: tuple[str, ...]


def export(
    folder: Path, out: Path, progress: Progress = unseen, proving: Progress = unseen
) -> Exported:
    """Write the ledger in `folder` into the folder `out`; replaces an export that is there.

    Args:
        folder: the data folder.
        out: where to.
        progress: told how much is written, when that has begun.
        proving: told how much of the proof is done that comes before.

    Raises:
        ExportError: `out` holds something else, is no folder, or cannot be written.
        UnfinishedExportError: the disk of `out` is full, or fails.
        LedgerError: there is no ledger, or nothing of it can be read.
    """
    verify_place(out)
    faults: list[str] = []
    with reading_what_is_left(folder, faults) as connection, _files(out) as files:
        faults += verify(folder, None, proving).faults
        written = _written(connection, files, progress)
        said = tuple(
            dict.fromkeys(_without(folder, each) for each in chain(faults, written.faults))
        )
        if said:
            files.text(NOT_PROVEN, _not_proven(said))
    names = (*FILES, NOT_PROVEN) if said else FILES
    return Exported(tuple(sorted(names)), written.rounds, written.rows, said)


def verify_place(out: Path) -> None:
    """See that an export may go there: nothing that is not of an export is ever touched.

    Raises:
        ExportError: naming what is in the way.
    """
    with _plain_errors(out):
        if not out.exists():
            return
        if not out.is_dir():
            raise ExportError(f"{out} is not a folder: name a new or an empty one")
        there = sorted(path.name for path in out.iterdir())
    own = {name + end for name in (*FILES, NOT_PROVEN) for end in ("", PART)}
    for name in there:
        if name not in own:
            raise ExportError(
                f"{out} holds '{name}', which is not of an export: name a new or an empty folder"
            )


def _not_proven(faults: Iterable[str]) -> str:
    return (
        "This export is NOT PROVEN: it holds what could be read of a ledger with faults.\n\n"
        + "".join(f"- {fault}\n" for fault in faults)
    )


def _without(folder: Path, sentence: str) -> str:
    """A sentence without the path of the ledger's folder."""
    return sentence.replace(f"{folder}{os.sep}", "").replace(str(folder), "the folder")


# --- the content ------------------------------------------------------------------------------


@dataclass(slots=True)
class _Written:
    """What was written, and what was found amiss on the way."""

    rounds: int = 0
    rows: int = 0
    faults: list[str] = field(default_factory=list)


def _written(connection: sqlite3.Connection, files: _Files, progress: Progress) -> _Written:
    done = _Written()
    books = _books(connection, done.faults)
    files.text(METERS, json.dumps(None if books is None else books.as_report(), indent=2) + "\n")
    rounds = Rounds.of(connection, done.faults)
    of = rounds.last + newest_sequence(connection)
    with files.sheet(ROUNDS, round_columns()) as sheet:
        for each in rounds.every():
            sheet.add(each.as_report(), _round_cells(each))
            done.faults += (f"round {each.line.number}: {told}" for told in each.differences)
            done.rounds += 1
            progress(done.rounds, of)
    with (
        files.sheet(EVENTS, event_log.COLUMNS) as events,
        files.sheet(COINS, COIN_COLUMNS) as coins,
    ):
        before: Row | None = None
        for row in readable_rows(connection, done.faults):
            for event in events_of(row, before):
                events.add(event.as_report(), _event_cells(event))
            for coin in _coins_of(row):
                coins.add(coin, {**coin, "synced": _yes(row.stamp.is_clock_synced)})
            before = row
            done.rows += 1
            progress(rounds.last + row.sequence, of)
    return done


def _books(connection: sqlite3.Connection, faults: list[str]) -> Books | None:
    try:
        books = books_in(connection)
    except LedgerError as error:
        faults.append(str(error))
        return None
    faults += books.faults
    return books


def round_columns() -> tuple[str, ...]:
    """The columns of the rounds: those of every round, then those of the games."""
    of_games = chain.from_iterable(teller.columns for teller in TELLERS.values())
    return tuple(dict.fromkeys((*ROUND_COLUMNS, *of_games)))


def _round_cells(each: Recalled) -> dict[str, object]:
    line, told = each.line, each.told
    state = "complete" if line.is_over else "incomplete"
    cells: dict[str, object] = {
        "number": line.number,
        "game": line.game.value,
        "state": f"{state}, interrupted" if each.is_interrupted else state,
        "opened_row": line.opened,
        "opened": "" if each.opened is None else each.opened.wall,
        "changed_row": line.changed,
        "changed": "" if each.changed is None else each.changed.wall,
        "credit_before": line.credit_before,
        "added_before": line.added_before,
        "added_during": line.added_during if line.is_over else "",
        "credit_after": line.credit_after if line.is_over else "",
        "disputed": "yes" if each.is_disputed else "",
        "evaluates": "otherwise" if each.differences else "the same",
    }
    if told is not None:
        cells |= {
            "bet": told.bet,
            "result": told.result,
            "won": told.won,
            "collected": told.collected,
            **told.cells,
        }
    return cells


def _event_cells(event: Event) -> dict[str, object]:
    details = "; ".join(f"{name}={value}" for name, value in event.details)
    marks = {"synced": _yes(event.stamp.is_clock_synced), "wall_back": _yes(event.is_wall_back)}
    return {**event.as_report(), **marks, "details": details}


def _yes(is_so: bool) -> str:
    return "yes" if is_so else ""


def _coins_of(row: Row) -> Iterator[dict[str, object]]:
    try:
        postings = told_of(row.kind, row.payload).postings
    except LedgerError:
        return  # the event log has a line for it
    for posting in postings:
        if posting.moment in COIN_MOMENTS:
            slot, _, minor_units = posting.category.partition(":")
            yield {
                "sequence": row.sequence,
                "boot": row.stamp.boot,
                "wall": row.stamp.wall,
                "synced": row.stamp.is_clock_synced,
                "kind": posting.moment.value,
                "slot": slot,
                "minor_units": int(minor_units) if minor_units.isdecimal() else None,
                "credits": sum(move.credits for move in posting.transfers),
            }


# --- the files --------------------------------------------------------------------------------


class _Sheet:
    """One table as two files: rows for a spreadsheet, and a JSON array, an object a line."""

    def __init__(self, sheet: IO[str], array: IO[str], columns: tuple[str, ...]) -> None:
        self._csv = csv.DictWriter(sheet, columns)
        self._array = array
        self._between = "[\n"
        self._csv.writeheader()

    def add(self, told: Mapping[str, object], cells: Mapping[str, object]) -> None:
        """A line in both."""
        self._csv.writerow({name: _plain(cell) for name, cell in cells.items()})
        self._array.write(self._between + json.dumps(told, ensure_ascii=False))
        self._between = ",\n"

    def __enter__(self) -> _Sheet:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._array.write("[]\n" if self._between == "[\n" else "\n]\n")


def _plain(cell: object) -> object:
    """A cell that no spreadsheet takes for a formula: a device may name itself as it likes."""
    if isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@", "\t", "\r"):
        return f"'{cell}"
    return cell


class _Files:
    """The files of an export on their way into a folder."""

    def __init__(self, out: Path) -> None:
        self._out = out
        self._open: dict[str, IO[str]] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """Of the files begun."""
        return tuple(self._open)

    def text(self, name: str, text: str) -> None:
        """A whole file."""
        self.begun(name).write(text)

    def sheet(self, name: str, columns: tuple[str, ...]) -> _Sheet:
        """A table, to be written a line at a time."""
        return _Sheet(self.begun(f"{name}.csv"), self.begun(f"{name}.json"), columns)

    def begun(self, name: str) -> IO[str]:
        """A file that is written under another name so far; the one that was begun before."""
        if name not in self._open:
            # A forged row may hold half a character, which is no UTF-8.
            self._open[name] = (self._out / (name + PART)).open(
                "w", encoding="utf-8", errors="backslashreplace", newline=""
            )
        return self._open[name]

    def finish(self) -> None:
        """Put everything on the disk."""
        for each in self._open.values():
            each.flush()
            os.fsync(each.fileno())
            each.close()

    def remove(self) -> None:
        """Leave nothing of it."""
        for name, each in self._open.items():
            with suppress(OSError):  # what it still holds goes nowhere any more
                each.close()
            with suppress(OSError):
                (self._out / (name + PART)).unlink(missing_ok=True)


@contextmanager
def _files(out: Path) -> Iterator[_Files]:
    """Files that come into `out` together when all went well; otherwise none does.

    What the system refuses in here was to be written: reading a ledger raises LedgerError.
    """
    with _plain_errors(out):
        is_new = not out.exists()
        out.mkdir(parents=True, exist_ok=True)
        files = _Files(out)
        try:
            files.begun(METERS)  # a folder that takes nothing says so before the long proof
            yield files
            files.finish()
        except BaseException:
            files.remove()
            if is_new:
                with suppress(OSError):
                    out.rmdir()
            raise
        # The mark comes before what it marks, and goes after it.
        for name in sorted(files.names, key=lambda each: each != NOT_PROVEN):
            (out / (name + PART)).replace(out / name)
        if NOT_PROVEN not in files.names:
            (out / NOT_PROVEN).unlink(missing_ok=True)


@contextmanager
def _plain_errors(out: Path) -> Iterator[None]:
    """Blame the folder, and nothing else, for what the system refuses there."""
    try:
        yield
    except OSError as error:
        kind = UnfinishedExportError if error.errno in _DISK_ERRORS else ExportError
        raise kind(f"cannot write {out}: {error.strerror or error}") from error
