"""What somebody with the database in an editor can do, for the tests of the proof."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from firmware.ledger.database import DATABASE
from firmware.ledger.verify import Verdict, verify


@contextmanager
def tampering(folder: Path) -> Iterator[sqlite3.Connection]:
    """The database with nothing that guards it: the triggers do not stop a forger."""
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        database.execute("PRAGMA synchronous = OFF")
        guards = database.execute(
            "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'"
        ).fetchall()
        for name, _ in guards:
            database.execute(f"DROP TRIGGER {name}")
        with database:
            yield database
        for _, statement in guards:  # a forger leaves no trace where he need not
            database.execute(statement)


def tampered(folder: Path, *statements: str) -> Verdict:
    """The verdict after statements, each of which changed something."""
    with tampering(folder) as database:
        for statement in statements:
            assert database.execute(statement).rowcount > 0 or statement.startswith("PRAGMA")
    return verify(folder)


def rows_of(folder: Path) -> list[int]:
    """The sequences of the rows there are, oldest first."""
    with closing(sqlite3.connect(folder / DATABASE)) as database:
        found = database.execute("SELECT sequence FROM rows ORDER BY sequence").fetchall()
    return [sequence for (sequence,) in found]


EDITS = {
    "boot": "boot + 1",
    "monotonic_ms": "monotonic_ms + 1",
    "wall": "wall || 'x'",
    "is_clock_synced": "1 - is_clock_synced",
    "kind": "kind || 'x'",
    "payload": "payload || ' '",
    "hash": "zeroblob(32)",
}
"""Every column of a row with another value for it."""


def swap(sequence: int) -> tuple[str, str, str]:
    """Statements by which a row and the next one change places."""
    return (
        f"UPDATE rows SET sequence = 1000000 WHERE sequence = {sequence}",
        f"UPDATE rows SET sequence = {sequence} WHERE sequence = {sequence + 1}",
        f"UPDATE rows SET sequence = {sequence + 1} WHERE sequence = 1000000",
    )
