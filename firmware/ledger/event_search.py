"""Looking through the rows for those that tell of an event, a bounded stretch at a time.

Most rows tell of money and rounds alone. SQLite passes them over without handing them out; only
where a page is damaged is every row that is left read one by one.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from firmware.errors import LedgerError
from firmware.ledger.chain import Row
from firmware.ledger.database import plain_errors
from firmware.ledger.entries import Kind
from firmware.ledger.readable import HERE, newest_sequence, newest_upto, readable_rows
from firmware.ledger.store import read_newest_upto, read_row

STRETCH = 2_048
"""Rows looked at at once: about a megabyte of the database."""

Told = tuple[Row, Row | None]
"""A row, and the row before it; None for the first there is."""

_TELLS = ('"log"', '"new_period_by"', '"dispute"')
"""Names in the text of a transaction that tells of an event; others name money and rounds."""

_BEFORE = "SELECT wall FROM rows AS b WHERE b.sequence < rows.sequence ORDER BY b.sequence DESC"
_TELLING = (
    "SELECT sequence FROM rows WHERE sequence > ? AND sequence <= ? AND (kind <> ?"
    + " OR instr(payload, ?) > 0" * len(_TELLS)
    + f" OR wall < ({_BEFORE} LIMIT 1)) ORDER BY sequence DESC"
)


def telling_rows(
    connection: sqlite3.Connection, faults: list[str], below: int | None = None
) -> Iterator[tuple[Told, ...]]:
    """Stretch by stretch, from the newest back, the rows that may tell of an event.

    Args:
        connection: the ledger.
        faults: gets a sentence for rows that cannot be read.
        below: only rows with a smaller number; None: all.

    Yields:
        Those of a stretch, newest first; maybe none.
    """
    top = newest_sequence(connection) if below is None else below - 1
    while top > 0:
        try:
            with plain_errors("read", HERE):
                found = tuple(_telling(connection, top - STRETCH, top))
        except LedgerError:
            found = tuple(_every(connection, faults, top - STRETCH, top))
        yield found
        top = newest_upto(connection, top - STRETCH)


def _telling(connection: sqlite3.Connection, after: int, upto: int) -> Iterator[Told]:
    numbers = connection.execute(_TELLING, (after, upto, Kind.TRANSACTION, *_TELLS)).fetchall()
    for (number,) in numbers:
        row = read_row(connection, number)
        if row is not None:
            yield row, read_newest_upto(connection, number - 1)


def _every(
    connection: sqlite3.Connection, faults: list[str], after: int, upto: int
) -> Iterator[Told]:
    """All that is left, with its neighbours."""
    rows = list(readable_rows(connection, faults, after, upto))
    unread: list[str] = []  # of the stretch to come, which will tell of it
    older = newest_upto(connection, after)
    first = next(readable_rows(connection, unread, older - 1, older), None) if older > 0 else None
    yield from zip(reversed(rows), reversed([first, *rows[:-1]]), strict=True)
