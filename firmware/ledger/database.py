"""The database under the ledger: its tables, how it is opened, and its errors in plain words.

`rows` is the truth and only ever grows. The other tables hold what follows from it, so
that opening a ledger and reading its books cost the same after ten rounds and ten million.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path

from firmware.errors import (
    CabinatoError,
    LedgerCorruptError,
    LedgerError,
    LedgerFullError,
    LedgerIoError,
    LedgerReadOnlyError,
    LedgerSchemaError,
)
from firmware.ledger.chain import write_all

DATABASE = "ledger.db"

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

_SECOND_SCHEMA = (
    # A row is a transaction; what follows from the rows stands as a few named texts, and
    # old rows can be replaced by a checkpoint.
    "DROP TRIGGER rows_are_never_removed",
    """CREATE TABLE checkpoint (
        id   INTEGER PRIMARY KEY CHECK (id = 1),
        upto INTEGER NOT NULL CHECK (upto > 0),
        text TEXT NOT NULL
    ) STRICT""",
    """CREATE TRIGGER rows_are_removed_only_behind_a_checkpoint BEFORE DELETE ON rows
        WHEN OLD.sequence > coalesce((SELECT upto FROM checkpoint), 0)
        BEGIN SELECT RAISE(ABORT, 'a row of the ledger is never removed'); END""",
    "DROP TABLE balances",
    "DROP TABLE meters",
    "DROP TABLE store",
    """CREATE TABLE store (
        id      INTEGER PRIMARY KEY CHECK (id = 1),
        is_test INTEGER NOT NULL CHECK (is_test IN (0, 1))
    ) STRICT""",
    """CREATE TABLE standing (
        name TEXT PRIMARY KEY,
        text TEXT NOT NULL
    ) STRICT, WITHOUT ROWID""",
    "DROP TABLE rounds",
    """CREATE TABLE rounds (
        number        INTEGER PRIMARY KEY CHECK (number > 0),
        game          TEXT NOT NULL,
        is_over       INTEGER NOT NULL CHECK (is_over IN (0, 1)),
        opened        INTEGER NOT NULL,
        changed       INTEGER NOT NULL,
        credit_before INTEGER NOT NULL,
        credit_after  INTEGER NOT NULL,
        added_before  INTEGER NOT NULL,
        added_during  INTEGER NOT NULL,
        text          TEXT NOT NULL
    ) STRICT""",
)

MIGRATIONS: tuple[tuple[str, ...], ...] = (_FIRST_SCHEMA, _SECOND_SCHEMA)
"""Statements that lead from schema n to n + 1; never edited. What the tables held is read
before and written after them by `migration`."""

PAGE_BYTES = 1024
"""Of a new database. A commit touches a few lines of a few tables: small pages wear a card by
half as much as SQLite's own 4096."""

_PRAGMAS = (
    ("journal_mode", "wal"),
    ("synchronous", 2),
    ("foreign_keys", 1),
    ("secure_delete", 0),  # what retention removes need not be overwritten: it wears the card
    ("wal_autocheckpoint", 0),  # the ledger carries its log over between two commits
)
# WAL with FULL (2) keeps an acknowledged commit over a power cut. The default DELETE
# journal does not, even with FULL: the removal of its journal is not synced.


def renew_log(path: Path) -> None:
    """Write the log that the last run left again, byte for byte, and sync it.

    After a sync that failed, the system may show bytes that are on no disk and that no later
    sync writes. SQLite would take them for durable: it would put new commits behind the hole,
    or carry them into the database while the log on the disk has only what came before.
    """
    try:
        log = os.open(f"{path}-wal", os.O_RDWR)
    except FileNotFoundError:
        return
    try:
        write_all(log, os.pread(log, os.fstat(log).st_size, 0))
        os.fsync(log)
    finally:
        os.close(log)


def is_there(path: Path) -> bool:
    """Whether the file of a database is there.

    Raises:
        LedgerError: when something else is; a pipe would be waited for.
    """
    if path.is_file():
        return True
    if path.exists():
        what = "a folder" if path.is_dir() else "a pipe, a socket or a device"
        raise LedgerError(f"{path} is {what}, not a ledger")
    return False


def connect(path: Path) -> sqlite3.Connection:
    """Open or create the database for writing, and insist on what durability needs.

    Raises:
        LedgerSchemaError: when it is not for this program, or this SQLite did not take a
            setting.
        LedgerError: when something else stands in its place.
    """
    is_there(path)
    renew_log(path)
    connection = sqlite3.connect(path, isolation_level=None, timeout=2.0)
    try:
        if verified_schema(connection) == 0:  # before the first setting: nothing foreign is touched
            connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")
        for name, wanted in _PRAGMAS:
            connection.execute(f"PRAGMA {name} = {wanted}").fetchall()
            (got,) = connection.execute(f"PRAGMA {name}").fetchone()
            if got != wanted:
                raise LedgerSchemaError(
                    f"this SQLite ({sqlite3.sqlite_version}) keeps {name} at {got} instead of "
                    f"{wanted} for {path}: commits would not survive a power cut"
                )
    except BaseException:
        connection.close()
        raise
    return connection


def leave_untidied(connection: sqlite3.Connection, path: Path) -> None:
    """Close a database as a power cut would leave it.

    SQLite tidies its log away when the last connection closes. A reader that outlives the
    writer keeps it from that, and may not do it itself.
    """
    with closing(connection):
        if not path.exists():
            return
        address = f"{path.absolute().as_uri()}?mode=ro"
        reader = sqlite3.connect(address, uri=True, isolation_level=None)
        reader.execute("SELECT count(*) FROM store").fetchall()
        connection.close()
        reader.close()


def verify_objects(connection: sqlite3.Connection) -> None:
    """See that tables and triggers are exactly those that the migrations make.

    Raises:
        LedgerCorruptError: naming the first that is missing, changed or too many.
    """
    wanted, there = _wanted(verified_schema(connection)), _objects(connection)
    for name in sorted(wanted.keys() | there.keys()):
        if wanted.get(name) != there.get(name):
            raise LedgerCorruptError(f"{name} of the database is not as cabinato made it")


@cache
def _wanted(schema: int) -> Mapping[str, tuple[str, str]]:
    """What the migrations make up to that schema; SQLite itself is asked, once."""
    with closing(sqlite3.connect(":memory:")) as reference:
        for number in range(schema):
            for statement in MIGRATIONS[number]:
                reference.execute(statement)
        return _objects(reference)


def make_objects(connection: sqlite3.Connection, schema: int) -> None:
    """Change the tables from the schema before to `schema`, inside a transaction."""
    for statement in MIGRATIONS[schema - 1]:
        connection.execute(statement)
    connection.execute(f"PRAGMA user_version = {schema}")


def _objects(connection: sqlite3.Connection) -> dict[str, tuple[str, str]]:
    """Everything made by a statement: "trigger x" -> (its table, the statement)."""
    found = connection.execute(
        "SELECT type, name, tbl_name, sql FROM sqlite_schema "
        "WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"
    )
    return {f"{kind} {name}": (table, sql) for kind, name, table, sql in found}


def verified_schema(connection: sqlite3.Connection) -> int:
    """The schema's number, 0 for an empty file.

    Raises:
        LedgerSchemaError: when a newer program made it, or it is no ledger at all.
    """
    (schema,) = connection.execute("PRAGMA user_version").fetchone()
    (owner,) = connection.execute("PRAGMA application_id").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    if owner != APPLICATION_ID and (tables or schema):
        raise LedgerSchemaError(f"{DATABASE} is a database of another program, not a ledger")
    if schema > len(MIGRATIONS):
        raise LedgerSchemaError(
            f"{DATABASE} has schema {schema}, this program knows up to {len(MIGRATIONS)}: "
            "a newer cabinato made it, use that one"
        )
    return int(schema)


class atomic:  # noqa: N801  it reads as the word it is: `with atomic(connection):`
    """One transaction: all of it durable, or none of it there."""

    __slots__ = ("_connection",)

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def __enter__(self) -> None:
        self._connection.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is None:
                self._connection.execute("COMMIT")
        finally:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")


# --- errors -----------------------------------------------------------------------------------

_DAMAGED = ("SQLITE_CORRUPT", "SQLITE_NOTADB")
_REASONS: tuple[tuple[str, str, type[LedgerError]], ...] = (
    ("SQLITE_FULL", "the disk is full", LedgerFullError),
    ("SQLITE_READONLY", "the disk or the file is read-only", LedgerReadOnlyError),
    ("SQLITE_IOERR", "the disk reported an input/output error", LedgerIoError),
    ("SQLITE_CANTOPEN", "the file cannot be opened", LedgerIoError),
    ("SQLITE_BUSY", "another program holds the database", LedgerError),
    ("SQLITE_LOCKED", "another program holds the database", LedgerError),
    ("", "refused", LedgerError),
)
_NUMBERS: Mapping[int, type[LedgerError]] = {
    errno.ENOSPC: LedgerFullError,
    errno.EDQUOT: LedgerFullError,
    errno.EROFS: LedgerReadOnlyError,
    errno.EACCES: LedgerReadOnlyError,
    errno.EPERM: LedgerReadOnlyError,
    errno.EIO: LedgerIoError,
}


@contextmanager
def plain_errors(doing: str, path: Path) -> Iterator[None]:
    """Turn what SQLite and the system raise into one LedgerError with a plain sentence."""
    try:
        yield
    except CabinatoError:
        raise
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", "")
        said = " ".join(str(error).split())  # may quote what a damaged file holds
        if name.startswith(_DAMAGED) or said.startswith("Could not decode"):
            raise LedgerCorruptError(f"cannot {doing} {path}: damaged ({said})") from error
        reason, kind = next((text, k) for start, text, k in _REASONS if name.startswith(start))
        raise kind(f"cannot {doing} {path}: {reason} ({said})") from error
    except UnicodeDecodeError as error:
        raise LedgerCorruptError(f"cannot {doing} {path}: damaged ({error.reason})") from error
    except OverflowError as error:
        raise LedgerError(f"cannot {doing} {path}: a number is too large ({error})") from error
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        kind = _NUMBERS.get(error.errno or 0, LedgerError)
        raise kind(f"cannot {doing} {path}: {reason}") from error
