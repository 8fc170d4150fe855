"""As much of `sqlite3.Connection` as the ledger uses, over apsw and the recorded layer.

The sqlite3 module of Python takes no VFS written in Python. apsw does, with the same SQLite
(of its own release), so the ledger under test gets its connection from here.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

import apsw
from recording_vfs import VFS_NAME

from firmware.ledger import database


class ApswCursor:
    """The rows of one statement, as `sqlite3.Cursor` gives them."""

    def __init__(self, cursor: Iterator[Any]) -> None:
        self._cursor = cursor

    def __iter__(self) -> Iterator[Any]:
        with sqlite3_errors():
            yield from self._cursor

    def fetchone(self) -> Any:
        with sqlite3_errors():
            return next(self._cursor, None)

    def fetchall(self) -> list[Any]:
        with sqlite3_errors():
            return list(self._cursor)


class ApswConnection:
    """A connection to a file in the recorded folder."""

    def __init__(self, path: Path) -> None:
        with sqlite3_errors():
            self._connection = apsw.Connection(str(path), vfs=VFS_NAME)

    @property
    def in_transaction(self) -> bool:
        return self._connection.in_transaction

    def execute(self, sql: str, parameters: Iterable[Any] = ()) -> ApswCursor:
        with sqlite3_errors():
            return ApswCursor(self._connection.execute(sql, tuple(parameters)))

    def executemany(self, sql: str, parameters: Iterable[Iterable[Any]]) -> ApswCursor:
        with sqlite3_errors():
            return ApswCursor(self._connection.executemany(sql, list(parameters)))

    def close(self) -> None:
        # SQLite's own close answers well when it could not tidy its log away.
        with suppress(apsw.IOError, apsw.FullError, apsw.CantOpenError):
            self._connection.close()


@contextmanager
def sqlite3_errors() -> Iterator[None]:
    """apsw's errors as the sqlite3 module raises them."""
    try:
        yield
    except apsw.Error as error:
        code = getattr(error, "extendedresult", getattr(error, "result", 1))
        raise _as_sqlite3(code, str(error)) from error


def _as_sqlite3(code: int, said: str) -> sqlite3.Error:
    name = str(apsw.mapping_extended_result_codes.get(code) or apsw.mapping_result_codes[code])
    kind: type[sqlite3.Error] = sqlite3.OperationalError
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
        kind = sqlite3.DatabaseError
    elif name.startswith("SQLITE_CONSTRAINT"):
        kind = sqlite3.IntegrityError
    error = kind(said or name)
    error.sqlite_errorname = name
    error.sqlite_errorcode = code
    return error


Connect = Callable[[Path], Any]


@contextmanager
def ledgers_over(connect: Connect) -> Iterator[None]:
    """Let the ledger write through `connect` while this lasts; its readers stay as they are."""

    def chosen(path: Path | str, **options: Any) -> Any:
        is_file = isinstance(path, Path)
        return connect(path) if is_file else sqlite3.connect(path, **options)

    stand_in = SimpleNamespace(**{**vars(sqlite3), "connect": chosen})
    with mock.patch.object(database, "sqlite3", stand_in):
        yield


def unrecorded(path: Path) -> sqlite3.Connection:
    """The connection that the ledger has without all this."""
    return sqlite3.connect(path, isolation_level=None, timeout=2.0)


# --- planted faults ---------------------------------------------------------------------------


class LyingConnection(ApswConnection):
    """A SQLite that says it took a setting and keeps another one."""

    lies: tuple[tuple[str, str, Any], ...] = ()
    """(what is asked, what is done instead, what is answered to the question for it)."""

    def execute(self, sql: str, parameters: Iterable[Any] = ()) -> ApswCursor:
        for asked, done, answer in self.lies:
            if sql == asked:
                return super().execute(done, parameters)
            if sql == asked.partition(" =")[0]:
                return ApswCursor(iter([(answer,)]))
        return super().execute(sql, parameters)


_NORMAL = ("PRAGMA synchronous = 2", "PRAGMA synchronous = 1", 2)
_OFF = ("PRAGMA synchronous = 2", "PRAGMA synchronous = 0", 2)
_DELETE = ("PRAGMA journal_mode = wal", "PRAGMA journal_mode = delete", "wal")


class Normal(LyingConnection):
    """WAL with synchronous=NORMAL."""

    lies = (_NORMAL,)


class Off(LyingConnection):
    """WAL with synchronous=OFF."""

    lies = (_OFF,)


class Delete(LyingConnection):
    """The default journal, with FULL."""

    lies = (_DELETE,)


class Truncate(LyingConnection):
    """The journal cut to nothing, with FULL: known to be safe."""

    lies = (("PRAGMA journal_mode = wal", "PRAGMA journal_mode = truncate", "wal"),)


class DeleteExtra(LyingConnection):
    """The default journal, with EXTRA: known to be safe."""

    lies = (_DELETE, ("PRAGMA synchronous = 2", "PRAGMA synchronous = 3", 2))


class DeafConnection(ApswConnection):
    """Takes a commit that failed for one that is done."""

    def execute(self, sql: str, parameters: Iterable[Any] = ()) -> ApswCursor:
        try:
            return super().execute(sql, parameters)
        except sqlite3.OperationalError:
            if sql != "COMMIT":
                raise
            if self.in_transaction:
                super().execute("ROLLBACK")
            return ApswCursor(iter([]))


class LateCommit(ApswConnection):
    """Says that a commit is done and does it when it is next asked for something."""

    _is_late = False

    @property
    def in_transaction(self) -> bool:
        return super().in_transaction and not self._is_late

    def execute(self, sql: str, parameters: Iterable[Any] = ()) -> ApswCursor:
        if sql == "COMMIT":
            self._is_late = True
            return ApswCursor(iter([]))
        self._catch_up()
        return super().execute(sql, parameters)

    def close(self) -> None:
        self._catch_up()
        super().close()

    def _catch_up(self) -> None:
        if self._is_late:
            self._is_late = False
            super().execute("COMMIT")
