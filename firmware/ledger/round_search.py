"""Looking through the kept rounds for one that fits, a bounded stretch at a time.

A stretch is the same work however many rounds are kept, so that a commit which waits for it
waits for some milliseconds. No record is read: what is asked for stands beside it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection
from dataclasses import dataclass

from firmware.ledger.database import plain_errors
from firmware.ledger.readable import HERE

STRETCH = 1_000
"""Rounds looked at at once: about half a megabyte of the database."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a round must be.

    Attributes:
        least_gain: it raised the credit by at least so many, coins left out; 0 for any.
        day: it began on that day of the cabinet's clock, ISO 8601; or "".
        among: its number is one of these; None for any.
    """

    least_gain: int = 0
    day: str = ""
    among: Collection[int] | None = None


@dataclass(frozen=True, slots=True)
class Stretch:
    """What came of looking at a stretch.

    Attributes:
        number: of the first round that fits, or None.
        onward: where to go on; None when there are no more rounds that way.
    """

    number: int | None = None
    onward: int | None = None


def look(connection: sqlite3.Connection, wanted: Wanted, start: int, *, is_older: bool) -> Stretch:
    """Look at the round `start` and at others from there in one direction.

    Args:
        connection: the ledger.
        wanted: what is looked for.
        start: number of a round; it need not be kept.
        is_older: whether to go down.

    Raises:
        LedgerError: a page of the database is damaged.
    """
    with plain_errors("read", HERE):
        if wanted.among is not None:
            return _among(connection, wanted, start, is_older=is_older)
        below, above = (start + 1, start - STRETCH) if is_older else (start + STRETCH, start - 1)
        found = _fitting(connection, wanted, above, below, is_older=is_older)
        if found is not None:
            return Stretch(found)
        edge = above + 1 if is_older else below - 1
        return Stretch(onward=next_kept(connection, edge, is_older=is_older))


def next_kept(connection: sqlite3.Connection, number: int, *, is_older: bool) -> int | None:
    """The nearest kept round below (or above) a number; None when there is none."""
    question = (
        "SELECT max(number) FROM rounds WHERE number < ?"
        if is_older
        else "SELECT min(number) FROM rounds WHERE number > ?"
    )
    with plain_errors("read", HERE):
        found = connection.execute(question, (number,)).fetchone()[0]
    return found if isinstance(found, int) else None


def _fitting(
    connection: sqlite3.Connection, wanted: Wanted, above: int, below: int, *, is_older: bool
) -> int | None:
    ask = ["SELECT number FROM rounds WHERE number > ? AND number < ?"]
    values: list[int | str] = [above, below]
    if wanted.least_gain:
        ask.append("AND credit_after - credit_before - added_during >= ?")
        values.append(wanted.least_gain)
    if wanted.day:
        ask.append(
            "AND EXISTS (SELECT 1 FROM rows WHERE sequence = rounds.opened"
            " AND substr(wall, 1, 10) = ?)"
        )
        values.append(wanted.day)
    ask.append(f"ORDER BY number {'DESC' if is_older else 'ASC'} LIMIT 1")
    found = connection.execute(" ".join(ask), values).fetchone()
    return None if found is None else int(found[0])


def _among(
    connection: sqlite3.Connection, wanted: Wanted, start: int, *, is_older: bool
) -> Stretch:
    """The few that are named are looked up one by one."""
    assert wanted.among is not None
    there = [each for each in wanted.among if (each <= start if is_older else each >= start)]
    for number in sorted(there, reverse=is_older):
        if _fitting(connection, wanted, number - 1, number + 1, is_older=is_older) is not None:
            return Stretch(number)
    return Stretch()
