"""Reading what can be read of a ledger, damaged or not, and naming what cannot.

A page that the card has lost must not take the other pages from the operator. Everything here
goes on behind a damaged place and adds a sentence to `faults`; what is read is not proven by
being readable, that is `verify`.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeVar

from firmware.errors import LedgerCorruptError, LedgerError
from firmware.ledger.boot_check import proven_at_boot
from firmware.ledger.chain import KEY, Keys, Row, Stamp, name_of
from firmware.ledger.checkpoint import Checkpoint
from firmware.ledger.database import DATABASE, plain_errors
from firmware.ledger.entries import naming
from firmware.ledger.lock import is_held
from firmware.ledger.snapshot import copied, log_bytes, reading, temporary_folder, verify_there
from firmware.ledger.standing import Standing
from firmware.ledger.store import (
    KeptRound,
    read_checkpoint,
    read_documents,
    read_last_row,
    read_mark,
    read_round,
    read_rounds,
    read_row,
    read_rows,
    read_stored,
    read_texts,
    sealed_sequence,
    span,
)
from firmware.money import Account
from firmware.transaction import RECENT_ROUNDS, RoundRecord

T = TypeVar("T")

WINDOW = 256
"""Rows read at a time from the newest back."""

HERE = Path(DATABASE)
"""In the sentences: the folder that a ledger lies in is no part of what it tells."""


# --- opening ----------------------------------------------------------------------------------


@contextmanager
def reading_what_is_left(folder: Path, faults: list[str]) -> Iterator[sqlite3.Connection]:
    """The ledger in `folder` as `snapshot.reading` gives it, even when its file was cut off.

    SQLite reads nothing of a file that is shorter than it should be. A copy of that length
    has the lost pages as damaged ones, and the others as they were.

    Raises:
        LedgerError: when there is none, or nothing of it can be read.
    """
    shown: Path | None = None
    with ExitStack() as stack:
        with plain_errors("read", folder / DATABASE):
            verify_there(folder / DATABASE)
            size, wanted = _sizes(folder / DATABASE)
            is_short = size < wanted and not is_held(folder) and not log_bytes(folder / DATABASE)
            if is_short:
                faults.append(
                    f"{DATABASE} was cut off: {wanted - size} of its {wanted} bytes are missing"
                )
                copy = Path(stack.enter_context(temporary_folder()))
                copied(folder / DATABASE, copy / DATABASE)
                os.truncate(copy / DATABASE, wanted)
                shown, folder = folder, copy
        yield stack.enter_context(reading(folder, shown))


_HEADER_BYTES = 100


def _sizes(database: Path) -> tuple[int, int]:
    """Bytes that a database has, and should have by its header; 0 where that tells nothing."""
    try:
        with database.open("rb") as file:
            header = file.read(_HEADER_BYTES)
            size = file.seek(0, os.SEEK_END)
    except FileNotFoundError:
        return 0, 0
    if len(header) < _HEADER_BYTES or not header.startswith(b"SQLite format 3"):
        return size, 0
    page_size = int.from_bytes(header[16:18], "big")
    pages = int.from_bytes(header[28:32], "big")
    return size, pages * (65536 if page_size == 1 else page_size)


@dataclass(frozen=True, slots=True)
class LastBooks:
    """What a ledger that nobody may write last made durable, proven by its seal.

    Attributes:
        standing: how the books stand.
        documents: texts by name.
        recent_rounds: the last rounds, newest first, at most RECENT_ROUNDS.
        name: as `Ledger.name`.
    """

    standing: Standing
    documents: Mapping[str, str]
    recent_rounds: tuple[RoundRecord, ...]
    name: str = ""

    @property
    def balances(self) -> Mapping[Account, int]:
        """Credits on every account."""
        return self.standing.totals.balances


def read_last_books(folder: Path) -> LastBooks:
    """What the ledger in `folder` last made durable; takes constant time, writes nothing.

    Raises:
        LedgerError: it cannot be read, or was changed by another hand: then nothing is known.
    """
    with reading(folder) as connection, plain_errors("read", folder / KEY):
        stored = read_stored(connection)
        if stored is None:
            raise LedgerCorruptError("the ledger has no rows")
        key = Keys(folder).read()
        standing, _first_round = proven_at_boot(connection, key, stored)
        rounds = tuple(each.record for each in read_rounds(connection, RECENT_ROUNDS))
    return LastBooks(standing, stored.documents, rounds, name_of(key))


# --- rows -------------------------------------------------------------------------------------


def readable_rows(
    connection: sqlite3.Connection, faults: list[str], after: int = 0, upto: int | None = None
) -> Iterator[Row]:
    """The rows after `after`, up to `upto` (None: all), oldest first, those that can be read."""
    last = after
    while True:
        try:
            with plain_errors("read", HERE):
                for row in read_rows(connection, last, upto):
                    yield row
                    last = row.sequence
            return
        except LedgerError:
            end = newest_sequence(connection) if upto is None else upto
        # One by one, over the damaged place. A row before it may have been lost on the way
        # to the next one, so that the first of them is often read after all.
        behind = yield from _one_by_one(connection, faults, last, end)
        if behind is None:
            return
        last = behind


def _one_by_one(
    connection: sqlite3.Connection, faults: list[str], after: int, upto: int
) -> Generator[Row, None, int | None]:
    """Rows up to the first that stands behind a damaged place; returns its number.

    Returns None when no row follows.
    """
    lost, why = 0, ""
    number = after
    while (number := _next(connection, number)) <= upto:
        try:
            with plain_errors("read", HERE):
                row = read_row(connection, number)
        except LedgerError as error:
            lost, why = lost or number, str(error)
            continue
        if row is None:
            continue
        if lost:
            faults.append(f"{span('row', lost, number - 1)} lost: {why}")
        yield row
        if lost:
            return number
    if lost:
        faults.append(f"{span('row', lost, upto)} lost: {why}")
    return None


def _next(connection: sqlite3.Connection, number: int) -> int:
    """Number of the next row there is, or, where that cannot be read, the next number."""
    question = "SELECT sequence FROM rows WHERE sequence > ? ORDER BY sequence LIMIT 1"
    try:
        found = connection.execute(question, (number,)).fetchone()
    except sqlite3.DatabaseError:
        return number + 1
    return _PAST_ALL if found is None else max(int(found[0]), number + 1)


_PAST_ALL = 2**63


def rows_newest_first(
    connection: sqlite3.Connection, faults: list[str], below: int | None = None
) -> Iterator[Row]:
    """The rows below number `below` (None: all), newest first, those that can be read."""
    top = newest_sequence(connection) if below is None else below - 1
    while top > 0:
        yield from reversed(list(readable_rows(connection, faults, top - WINDOW, top)))
        top = newest_upto(connection, top - WINDOW)


def newest_sequence(connection: sqlite3.Connection) -> int:
    """Number of the newest row, as far as that can be read; 0 when nothing tells it."""
    return (
        _number(connection, "SELECT max(sequence) FROM rows")
        or _sealed(connection)
        or _number(connection, "SELECT max(changed) FROM rounds")
    )


def _sealed(connection: sqlite3.Connection) -> int:
    """Number of the row that the seal was made for."""
    try:
        return sealed_sequence(connection)
    except (sqlite3.DatabaseError, LedgerError):
        return 0


def newest_upto(connection: sqlite3.Connection, upto: int) -> int:
    """Number of the newest row up to `upto`; `upto` itself where that cannot be read."""
    if upto <= 0:
        return 0
    try:
        (found,) = connection.execute(
            "SELECT max(sequence) FROM rows WHERE sequence <= ?", (upto,)
        ).fetchone()
    except sqlite3.DatabaseError:
        return upto
    return found if isinstance(found, int) else 0


def _number(connection: sqlite3.Connection, question: str) -> int:
    try:
        found = connection.execute(question).fetchone()
    except sqlite3.DatabaseError:
        return 0
    return found[0] if found is not None and isinstance(found[0], int) else 0


# --- rounds and documents ---------------------------------------------------------------------


def readable_round(
    connection: sqlite3.Connection, number: int, faults: list[str]
) -> KeptRound | None:
    """The round of that number; None, with a fault, where it cannot be read."""
    return _tried(lambda: read_round(connection, number), faults, f"round {number} is lost: ")


def newest_round(connection: sqlite3.Connection, standing: Standing | None) -> int:
    """Number of the newest round; 0 before the first."""
    found = _number(connection, "SELECT max(number) FROM rounds")
    told = 0 if standing is None or standing.round is None else standing.round.number
    return max(found, told)


def oldest_round(connection: sqlite3.Connection, faults: list[str]) -> int:
    """Number of the oldest round that is kept together with all after it."""
    checkpoint = _tried(lambda: _checkpoint(connection), faults)
    return 1 if checkpoint is None else checkpoint.first_round


def readable_documents(connection: sqlite3.Connection, faults: list[str]) -> dict[str, str]:
    """The documents by name; none, with a fault, where they cannot be read."""
    return _tried(lambda: read_documents(connection), faults, "the documents are lost: ") or {}


# --- the books --------------------------------------------------------------------------------


def readable_standing(connection: sqlite3.Connection, faults: list[str]) -> Standing | None:
    """How the books stand: as stored, or counted again from the rows where that is lost.

    None, with faults, where neither can be read. Sums that do not hold are a fault too.
    """
    try:
        with plain_errors("read", HERE):
            stored = read_stored(connection)
            standing = None if stored is None else stored.standing()
    except LedgerError as error:
        faults.append(str(error))
        standing = _from_texts(connection) or _counted_again(connection, faults)
    if standing is None or standing.last is None:
        return None
    try:
        standing.totals.check()
    except LedgerError as error:
        faults.append(str(error))
    except KeyError as error:
        faults.append(f"the books have no meter '{error.args[0]}'")
    return standing


def prove_seal(connection: sqlite3.Connection, key: bytes, faults: list[str]) -> None:
    """Prove that what stands beside the rows was sealed by the key; a fault where it was not."""
    stored = _tried(lambda: read_stored(connection), faults)
    if stored is not None:
        _tried(lambda: stored.verify_seal(key), faults)
        _tried(lambda: stored.verify_documents(stored.standing()), faults)


def _from_texts(connection: sqlite3.Connection) -> Standing | None:
    """The stored standing where only the newest row or a document is lost."""
    ignored: list[str] = []
    texts = _tried(lambda: read_texts(connection), ignored)
    if texts is None:
        return None
    is_test = bool(_tried(lambda: read_mark(connection), ignored))
    sequence = newest_sequence(connection)
    unknown = Row(sequence, Stamp(0, 0, "", is_clock_synced=False), "", "", b"")
    last = _tried(lambda: read_last_row(connection), ignored) or unknown
    standing = _tried(lambda: Standing.of_texts(texts, {}, last, is_test=is_test), ignored)
    if standing is None:
        return None
    return replace(standing, boot=standing.totals.meters["power_ups"])


def _counted_again(connection: sqlite3.Connection, faults: list[str]) -> Standing | None:
    checkpoint = _tried(lambda: _checkpoint(connection), faults)
    standing = Standing() if checkpoint is None else checkpoint.standing
    after = 0 if standing.last is None else standing.last.sequence
    try:
        with plain_errors("read", HERE):
            for row in read_rows(connection, after):
                with naming(row):
                    standing = standing.after(row)
    except LedgerError as error:
        faults.append(str(error))
    if standing.last is not None:
        faults.append(f"the books were counted again, up to row {standing.last.sequence}")
    return standing


def _checkpoint(connection: sqlite3.Connection) -> Checkpoint | None:
    found = read_checkpoint(connection)
    return None if found is None else Checkpoint.parse(found[1])


def _tried(read: Callable[[], T], faults: list[str], start: str = "") -> T | None:
    try:
        with plain_errors("read", HERE):
            return read()
    except LedgerError as error:
        faults.append(f"{start}{error}")
        return None
