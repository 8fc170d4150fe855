"""The database under the ledger: its tables, how it is opened, and its errors in plain words.

`rows` is the truth and only ever grows. The other tables hold what follows from it, so
that opening a ledger and reading its books cost the same after ten rounds and ten million.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from firmware.errors import CabinatoError, LedgerCorruptError, LedgerError, LedgerRefusedError
from firmware.events import Account, GameId, RoundRecord
from firmware.ledger.chain import Row, Stamp, digest, seal
from firmware.ledger.meters import ALL_METERS
from firmware.ledger.totals import Totals

DATABASE = "ledger.db"
KEY = "ledger.key"
LOCK = "ledger.lock"

APPLICATION_ID = 0x43414249
"""Marks the file as ours: "CABI"."""

_FIRST_SCHEMA = (
    f"PRAGMA application_id = {APPLICATION_ID}",
    """CREATE TABLE rows (
        sequence        INTEGER PRIMARY KEY CHECK (sequence > 0),
        boot            INTEGER NOT NULL CHECK (boot > 0),
        monotonic_ms    INTEGER NOT NULL,
        wall            TEXT NOT NULL,
        is_clock_synced INTEGER NOT NULL CHECK (is_clock_synced IN (0, 1)),
        kind            TEXT NOT NULL,
        payload         TEXT NOT NULL,
        hash            BLOB NOT NULL CHECK (length(hash) = 32)
    ) STRICT""",
    """CREATE TRIGGER rows_are_never_edited BEFORE UPDATE ON rows
        BEGIN SELECT RAISE(ABORT, 'a row of the ledger is never edited'); END""",
    """CREATE TRIGGER rows_are_never_removed BEFORE DELETE ON rows
        BEGIN SELECT RAISE(ABORT, 'a row of the ledger is never removed'); END""",
    """CREATE TABLE balances (
        account TEXT PRIMARY KEY,
        credits INTEGER NOT NULL
            CHECK (credits >= 0 OR account IN ('coinbox', 'notes', 'service', 'house'))
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE meters (
        name  TEXT PRIMARY KEY,
        value INTEGER NOT NULL CHECK (value >= 0)
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE documents (
        name TEXT PRIMARY KEY,
        text TEXT NOT NULL
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE rounds (
        number  INTEGER PRIMARY KEY CHECK (number > 0),
        game    TEXT NOT NULL,
        text    TEXT NOT NULL,
        is_over INTEGER NOT NULL CHECK (is_over IN (0, 1))
    ) STRICT""",
    """CREATE TABLE store (
        id       INTEGER PRIMARY KEY CHECK (id = 1),
        is_test  INTEGER NOT NULL CHECK (is_test IN (0, 1)),
        sequence INTEGER NOT NULL,
        seal     BLOB NOT NULL
    ) STRICT""",
)

MIGRATIONS: tuple[tuple[str, ...], ...] = (_FIRST_SCHEMA,)
"""Statements that lead from schema n to n + 1, each step one transaction; never edited."""

_PRAGMAS = (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1))
# WAL with FULL (2) keeps an acknowledged commit over a power cut. The default DELETE
# journal does not, even with FULL: the removal of its journal is not synced.


@dataclass(frozen=True, slots=True)
class Stored:
    """Everything kept beside the rows, as one snapshot, with the newest row.

    Attributes:
        is_test: whether this is a test ledger.
        sequence: number of the row that was the newest when the seal was made.
        seal: binds all of this to that row.
        last: the newest row there is.
        totals: balances and meters.
        documents: texts by name.
    """

    is_test: bool
    sequence: int
    seal: bytes
    last: Row
    totals: Totals
    documents: dict[str, str]

    def verify_not_cut(self) -> None:
        """Prove that the newest row is still there.

        Raises:
            LedgerCorruptError: naming the rows that are missing.
        """
        if self.sequence > self.last.sequence:
            raise LedgerCorruptError(
                f"rows {self.last.sequence + 1} to {self.sequence} are missing: "
                "the newest were cut off"
            )

    def verify(self, key: bytes) -> None:
        """Prove that nothing kept beside the rows was changed since the newest row.

        Raises:
            IdentityError: when the sums of the books do not hold.
            LedgerCorruptError: when the seal is not theirs.
        """
        self.verify_not_cut()
        self.totals.check()
        digests = {name: digest(text) for name, text in self.documents.items()}
        if seal(key, self.last, self.totals, digests, is_test=self.is_test) != self.seal:
            raise LedgerCorruptError(
                f"the seal does not fit row {self.last.sequence}, the newest: balances, meters or "
                "documents were changed, or the key is another one"
            )


def connect(path: Path) -> sqlite3.Connection:
    """Open or create the database for writing, and insist on what durability needs.

    Raises:
        LedgerRefusedError: when it is not for this program, or this SQLite did not take a
            setting.
    """
    connection = sqlite3.connect(path, isolation_level=None, timeout=2.0)
    try:
        verified_schema(connection)  # before the first setting: nothing foreign is touched
        for name, wanted in _PRAGMAS:
            connection.execute(f"PRAGMA {name} = {wanted}").fetchall()
            (got,) = connection.execute(f"PRAGMA {name}").fetchone()
            if got != wanted:
                raise LedgerRefusedError(
                    f"this SQLite ({sqlite3.sqlite_version}) keeps {name} at {got} instead of "
                    f"{wanted} for {path}: commits would not survive a power cut"
                )
    except BaseException:
        connection.close()
        raise
    return connection


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the schema up to date; forward only, each step whole or not at all."""
    for number in range(verified_schema(connection), len(MIGRATIONS)):
        with atomic(connection):
            for statement in MIGRATIONS[number]:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {number + 1}")


def verified_schema(connection: sqlite3.Connection) -> int:
    """The schema's number, 0 for an empty file.

    Raises:
        LedgerRefusedError: when a newer program made it, or it is no ledger at all.
    """
    (schema,) = connection.execute("PRAGMA user_version").fetchone()
    (owner,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if owner != APPLICATION_ID and (tables or schema):
        raise LedgerRefusedError(f"{DATABASE} is a database of another program, not a ledger")
    if schema > len(MIGRATIONS):
        raise LedgerRefusedError(
            f"{DATABASE} has schema {schema}, this program knows up to {len(MIGRATIONS)}: "
            "a newer cabinato made it, use that one"
        )
    return int(schema)


@contextmanager
def atomic(connection: sqlite3.Connection) -> Iterator[None]:
    """One transaction: all of it durable, or none of it there."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


# --- reading ----------------------------------------------------------------------------------

_ROW = "sequence, boot, monotonic_ms, wall, is_clock_synced, kind, payload, hash"


def read_rows(connection: sqlite3.Connection) -> Iterator[Row]:
    """All rows, oldest first."""
    yield from map(_row, connection.execute(f"SELECT {_ROW} FROM rows ORDER BY sequence"))


def read_newest_rows(connection: sqlite3.Connection, limit: int) -> list[Row]:
    """The newest `limit` rows, oldest of them first."""
    newest = f"SELECT {_ROW} FROM rows ORDER BY sequence DESC LIMIT ?"
    return [_row(found) for found in connection.execute(newest, (limit,))][::-1]


def read_last_row(connection: sqlite3.Connection) -> Row | None:
    """The newest row; None before the first boot."""
    return next(iter(read_newest_rows(connection, 1)), None)


def read_mark(connection: sqlite3.Connection) -> bool | None:
    """Whether this is a test ledger; None while it is empty."""
    if verified_schema(connection) == 0:
        return None
    found = connection.execute("SELECT is_test FROM store").fetchone()
    return None if found is None else bool(found[0])


def read_stored(connection: sqlite3.Connection) -> Stored | None:
    """What is kept beside the rows; None before the first boot.

    Raises:
        LedgerCorruptError: when a part is missing or unknown.
    """
    last = read_last_row(connection)
    found = connection.execute("SELECT is_test, sequence, seal FROM store").fetchone()
    if last is None and found is None:
        return None
    if last is None or found is None:
        raise LedgerCorruptError("the ledger has rows without a seal, or a seal without rows")
    documents = dict(connection.execute("SELECT name, text FROM documents ORDER BY name"))
    _verify_types(found, (int, int, bytes), "the mark of the store")
    for pair in documents.items():
        _verify_types(pair, (str, str), "a document")
    is_test, sequence, seal_ = found
    return Stored(bool(is_test), sequence, seal_, last, read_totals(connection), documents)


def read_totals(connection: sqlite3.Connection) -> Totals:
    """Balances and meters as they are stored.

    Raises:
        LedgerCorruptError: when one is missing or unknown.
    """
    credits = dict(connection.execute("SELECT account, credits FROM balances"))
    meters = dict(connection.execute("SELECT name, value FROM meters"))
    for pair in (*credits.items(), *meters.items()):
        _verify_types(pair, (str, int), "a balance or meter")
    odd = sorted(set(credits) ^ set(Account)) + sorted(set(meters) ^ set(ALL_METERS))
    if odd:
        raise LedgerCorruptError(f"accounts or meters missing or unknown: {', '.join(odd)!r}")
    return Totals(
        {account: credits[account] for account in Account},
        {name: meters[name] for name in ALL_METERS},
    )


def read_rounds(connection: sqlite3.Connection, limit: int | None = None) -> Iterator[RoundRecord]:
    """The newest `limit` rounds (None: all), newest first.

    Raises:
        LedgerCorruptError: when one is damaged.
    """
    newest = "SELECT number, game, text, is_over FROM rounds ORDER BY number DESC LIMIT ?"
    for found in connection.execute(newest, (-1 if limit is None else limit,)):
        _verify_types(found, (int, str, str, int), "a round")
        number, game, text, is_over = found
        if game not in set(GameId):
            raise LedgerCorruptError(f"round {number} is of an unknown game: {game!r}")
        yield RoundRecord(number, GameId(game), text, bool(is_over))


def _row(found: tuple[Any, ...]) -> Row:
    _verify_types(found, (int, int, int, str, int, str, str, bytes), "a row")
    sequence, boot, monotonic_ms, wall, is_synced, kind, payload, hash_ = found
    return Row(sequence, Stamp(boot, monotonic_ms, wall, bool(is_synced)), kind, payload, hash_)


def _verify_types(found: tuple[Any, ...], types: tuple[type, ...], what: str) -> None:
    # STRICT tables hold no other type, but the bytes of a damaged file may say so.
    for value, wanted in zip(found, types, strict=True):
        if not isinstance(value, wanted):
            raise LedgerCorruptError(f"{what} is damaged: {value!r} is not of type {wanted!r}")


# --- writing ----------------------------------------------------------------------------------


def write_row(connection: sqlite3.Connection, row: Row) -> None:
    """Append a row."""
    stamp = row.stamp
    connection.execute(
        f"INSERT INTO rows ({_ROW}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (
            row.sequence,
            stamp.boot,
            stamp.monotonic_ms,
            stamp.wall,
            stamp.is_clock_synced,
            row.kind,
            row.payload,
            row.hash,
        ),
    )


def write_totals(connection: sqlite3.Connection, before: Totals | None, after: Totals) -> None:
    """Store what changed from `before` (None: nothing is stored yet) to `after`."""
    old_credits = {} if before is None else before.balances
    old_meters = {} if before is None else before.meters
    connection.executemany(
        "INSERT INTO balances VALUES (?, ?) ON CONFLICT DO UPDATE SET credits = excluded.credits",
        [(a, n) for a, n in after.balances.items() if old_credits.get(a) != n],
    )
    connection.executemany(
        "INSERT INTO meters VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value",
        [(name, n) for name, n in after.meters.items() if old_meters.get(name) != n],
    )


def write_documents(connection: sqlite3.Connection, documents: Mapping[str, str]) -> None:
    """Replace the named documents."""
    connection.executemany(
        "INSERT INTO documents VALUES (?, ?) ON CONFLICT DO UPDATE SET text = excluded.text",
        list(documents.items()),
    )


def write_round(connection: sqlite3.Connection, record: RoundRecord) -> None:
    """Replace the round of the same number, or add it."""
    connection.execute(
        "INSERT INTO rounds VALUES (?, ?, ?, ?) ON CONFLICT DO UPDATE "
        "SET game = excluded.game, text = excluded.text, is_over = excluded.is_over",
        (record.number, record.game, record.text, record.is_over),
    )


def write_seal(
    connection: sqlite3.Connection, sequence: int, mark: bytes, *, is_test: bool
) -> None:
    """Store the seal of the newest row, `sequence`."""
    connection.execute(
        "INSERT INTO store VALUES (1, ?, ?, ?) ON CONFLICT DO UPDATE "
        "SET sequence = excluded.sequence, seal = excluded.seal",
        (is_test, sequence, mark),
    )


# --- errors -----------------------------------------------------------------------------------

_REASONS = (
    ("SQLITE_FULL", "the disk is full"),
    ("SQLITE_READONLY", "the disk or the file is read-only"),
    ("SQLITE_IOERR", "the disk reported an input/output error"),
    ("SQLITE_CANTOPEN", "the file cannot be opened"),
    ("SQLITE_BUSY", "another program holds the database"),
    ("SQLITE_LOCKED", "another program holds the database"),
)


@contextmanager
def plain_errors(doing: str, path: Path) -> Iterator[None]:
    """Turn what SQLite and the system raise into one LedgerError with a plain sentence."""
    try:
        yield
    except CabinatoError:
        raise
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "")
        if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
            raise LedgerCorruptError(f"cannot {doing} {path}: damaged ({error})") from error
        reason = next((text for start, text in _REASONS if name.startswith(start)), "refused")
        raise LedgerError(f"cannot {doing} {path}: {reason} ({error})") from error
    except UnicodeDecodeError as error:
        raise LedgerCorruptError(f"cannot {doing} {path}: damaged ({error.reason})") from error
    except OverflowError as error:
        raise LedgerError(f"cannot {doing} {path}: a number is too large ({error})") from error
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        raise LedgerError(f"cannot {doing} {path}: {reason}") from error
