"""Reading a ledger without touching it, whether a cabinet runs on it or not.

An auditor's reader must leave no byte behind, work beside a running cabinet, after a
power cut and on a copy on read-only media. SQLite alone would write beside the database
in two of these cases.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from firmware.errors import LedgerError, LedgerRefusedError
from firmware.ledger.database import DATABASE, MIGRATIONS, is_there, plain_errors, verified_schema
from firmware.ledger.lock import is_held


@contextmanager
def reading(folder: Path, shown: Path | None = None) -> Iterator[sqlite3.Connection]:
    """The ledger in `folder` as it stands now, one unchanging view of it.

    Args:
        folder: where it lies.
        shown: the folder that its errors name, where `folder` is that of a copy.

    Raises:
        LedgerError: when there is none, or it cannot be read.
    """
    database = folder / DATABASE
    shown = folder if shown is None else shown
    with plain_errors("read", shown / DATABASE), ExitStack() as stack:
        verify_there(database)
        connection = stack.enter_context(closing(_opened(database, stack)))
        connection.execute("PRAGMA query_only = 1")
        connection.execute("BEGIN")
        schema = verified_schema(connection)
        if schema == 0:
            raise LedgerError(f"the ledger in {shown} is empty: no cabinet has run on it")
        if schema < len(MIGRATIONS):
            raise LedgerRefusedError(
                f"the ledger in {shown} has the older schema {schema}: let the cabinet boot once"
            )
        yield connection


def _opened(database: Path, stack: ExitStack) -> sqlite3.Connection:
    if is_held(database.parent):
        return _connection(database, "mode=ro&readonly_shm=1")
    if not log_bytes(database):
        # Nothing beside the database counts, so SQLite may look at it alone.
        before = _signature(database)
        stack.callback(_refuse_change, database, before)
        return _connection(database, "mode=ro&immutable=1")
    # A run ended without a goodbye; its last commits stand in the log. Reading them needs
    # an index beside the files: let it be made beside a copy.
    copy = Path(stack.enter_context(temporary_folder())) / DATABASE
    before = _signature(database)
    copied(database, copy)
    copied(_log(database), _log(copy))
    _refuse_change(database, before)
    return _connection(copy, "mode=rw")


def verify_there(database: Path) -> None:
    """See that there is a database to open.

    Raises:
        LedgerError: when there is none.
    """
    if not is_there(database):
        raise LedgerError(f"there is no ledger in {database.parent}")


def copied(source: Path, copy: Path) -> None:
    """Copy a file to where temporary ones go; a full disk there is no fault of the ledger's.

    Raises:
        LedgerError: naming both places.
    """
    with plain_errors(f"copy {source} to", copy.parent.parent):
        shutil.copyfile(source, copy)


def temporary_folder() -> tempfile.TemporaryDirectory[str]:
    """A folder on a disk: `/tmp` may be memory, and a ledger has hundreds of megabytes."""
    on_disk = Path("/var/tmp")
    is_usable = on_disk.is_dir() and os.access(on_disk, os.W_OK)
    return tempfile.TemporaryDirectory(prefix="cabinato-", dir=on_disk if is_usable else None)


def _connection(database: Path, how: str) -> sqlite3.Connection:
    address = f"{database.absolute().as_uri()}?{how}"
    return sqlite3.connect(address, uri=True, isolation_level=None, timeout=2.0)


def _log(database: Path) -> Path:
    return database.with_name(f"{database.name}-wal")


def log_bytes(database: Path) -> int:
    """Bytes in the log beside a database: commits that it has not taken in yet."""
    try:
        return _log(database).stat().st_size
    except FileNotFoundError:
        return 0


def _signature(database: Path) -> tuple[int, int, int]:
    facts = database.stat()
    return facts.st_mtime_ns, facts.st_size, log_bytes(database)


def _refuse_change(database: Path, before: tuple[int, int, int]) -> None:
    if _signature(database) != before:
        raise LedgerError(f"a cabinet started while {database} was read: read it again")
