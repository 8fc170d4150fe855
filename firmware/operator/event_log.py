"""The event log: what happened to the cabinet besides its games, line by line from the rows.

Their order is the order of the rows. Wall time is information: a line whose time stands before
that of the row before it is marked, and is there even where nothing else happened.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path

from firmware.errors import LedgerError
from firmware.jobs import Topic
from firmware.ledger.chain import Row, Stamp
from firmware.ledger.entries import Kind, Told, told_of
from firmware.ledger.event_search import telling_rows
from firmware.ledger.readable import reading_what_is_left, rows_newest_first
from firmware.log import LogKind

COLUMNS = (
    "sequence",
    "boot",
    "monotonic_ms",
    "wall",
    "synced",
    "kind",
    "subject",
    "details",
    "wall_back",
)
"""Of the log in a spreadsheet."""

WALL_BACK = "wall_back"
"""The kind of a line that is there only because wall time went back."""

_TOPICS: Mapping[Topic, frozenset[str]] = {
    Topic.FAULTS: frozenset(
        {
            LogKind.FAULT,
            LogKind.FAULT_CLEARED,
            LogKind.FAULT_MENDED,
            LogKind.COIN_RESET,
            LogKind.COIN_BACKWARDS,
            LogKind.COPY,
            LogKind.REBUILT,
            LogKind.THINKER_LATE,
            "boot",
            "stop",
            "checkpoint",
            "unreadable",
            WALL_BACK,
        }
    ),
    Topic.ACCESS: frozenset(
        {
            LogKind.DOOR_OPENED,
            LogKind.DOOR_CLOSED,
            LogKind.KEY_ON,
            LogKind.KEY_OFF,
            LogKind.LOGIN,
            LogKind.PIN_REFUSED,
            LogKind.PIN_CHANGED,
            LogKind.POWER_ASKED,
        }
    ),
    Topic.SETTINGS: frozenset(
        {LogKind.SETTING, LogKind.CLOCK_SET, LogKind.PIN_CHANGED, LogKind.DEVICE_CONFIRMED}
    ),
}
_NO_MONEY = frozenset[str]().union(*_TOPICS.values())


def is_about(kind: str, topic: Topic) -> bool:
    """Whether a line of that kind belongs to a topic; of money is whatever belongs to no other.

    >>> is_about("door_opened", Topic.ACCESS), is_about("cash_counted", Topic.MONEY)
    (True, True)
    """
    match topic:
        case Topic.ALL:
            return True
        case Topic.MONEY:
            return kind not in _NO_MONEY
        case _:
            return kind in _TOPICS[topic]


Details = tuple[tuple[str, str], ...]
Line = tuple[str, str, Details]
"""Kind, subject and details."""


@dataclass(frozen=True, slots=True)
class Event:
    """One line of the log.

    Attributes:
        sequence: the row that tells it.
        stamp: when.
        kind: a `LogKind`, or "boot", "stop", "checkpoint", "new_period", "dispute_opened",
            "dispute_ended", `WALL_BACK`; "unreadable" for a row that tells nothing we know.
        subject: to what, by a fixed name; may be empty.
        details: more, as text pairs.
        is_wall_back: whether the wall time stands before that of the row before.
    """

    sequence: int
    stamp: Stamp
    kind: str
    subject: str = ""
    details: Details = ()
    is_wall_back: bool = False

    def as_report(self) -> dict[str, object]:
        """Its JSON, by the names of `COLUMNS`."""
        return {
            "sequence": self.sequence,
            "boot": self.stamp.boot,
            "monotonic_ms": self.stamp.monotonic_ms,
            "wall": self.stamp.wall,
            "synced": self.stamp.is_clock_synced,
            "kind": self.kind,
            "subject": self.subject,
            "details": dict(self.details),
            "wall_back": self.is_wall_back,
        }


def events_of(row: Row, before: Row | None) -> tuple[Event, ...]:
    """The lines that a row tells.

    Args:
        row: the row.
        before: the row before it; None for the first.
    """
    is_wall_back = before is not None and _is_earlier(row.stamp.wall, before.stamp.wall)
    lines = _lines(row)
    if is_wall_back and not lines:
        assert before is not None
        lines = [(WALL_BACK, "", (("was", before.stamp.wall), ("now", row.stamp.wall)))]
    return tuple(
        Event(row.sequence, row.stamp, kind, subject, details, is_wall_back)
        for kind, subject, details in lines
    )


def newest_events(
    connection: sqlite3.Connection, faults: list[str], below: int | None = None
) -> Iterator[Event]:
    """The log from the newest line back; as much of it is read as is taken.

    Args:
        connection: the ledger.
        faults: gets a sentence for rows that cannot be read.
        below: only rows with a smaller number, to go on from a page; None: all.
    """
    row: Row | None = None
    for older in rows_newest_first(connection, faults, below):
        if row is not None:
            yield from reversed(events_of(row, older))
        row = older
    if row is not None:
        yield from reversed(events_of(row, None))


def event_windows(
    connection: sqlite3.Connection, faults: list[str], below: int | None = None
) -> Iterator[tuple[tuple[int, Event], ...]]:
    """The same for whoever must come up for air: stretch by stretch what its rows told.

    Rows that tell of no event are passed over unread; whether they are sound is `verify`'s to
    say.

    Args:
        connection: the ledger.
        faults: gets a sentence for rows that cannot be read.
        below: only rows with a smaller number.

    Yields:
        The lines of a stretch, newest first, maybe none, each with its index among those of its
        row, which count from the oldest.
    """
    for stretch in telling_rows(connection, faults, below):
        yield tuple(
            each
            for row, before in stretch
            for each in reversed(list(enumerate(events_of(row, before))))
        )


def read_events(folder: Path, limit: int, below: int | None = None) -> tuple[Event, ...]:
    """The newest `limit` lines of the log of the ledger in `folder`, newest first.

    Raises:
        LedgerError: when there is no ledger, or nothing of it can be read.
    """
    faults: list[str] = []
    with reading_what_is_left(folder, faults) as connection:
        return tuple(islice(newest_events(connection, faults, below), limit))


def _lines(row: Row) -> list[Line]:
    """Kind, subject and details of each line."""
    try:
        match row.kind:
            case Kind.BOOT | Kind.STOP | Kind.CHECKPOINT:
                told = json.loads(row.payload)
                if not isinstance(told, dict):
                    return [_unreadable(row)]
                return [(row.kind, "", tuple((name, _text(told[name])) for name in sorted(told)))]
            case _:
                return _transaction_lines(told_of(row.kind, row.payload))
    except (LedgerError, ValueError, RecursionError):
        return [_unreadable(row)]


def _unreadable(row: Row) -> Line:
    return "unreadable", row.kind, ()


def _transaction_lines(told: Told) -> list[Line]:
    lines: list[Line] = [(entry.kind.value, entry.subject, entry.details) for entry in told.log]
    if told.new_period_by:
        lines.append(("new_period", "", (("by", told.new_period_by),)))
    if told.dispute is not None:
        kind = "dispute_opened" if told.dispute.is_open else "dispute_ended"
        lines.append((kind, str(told.dispute.round_number), (("by", told.dispute.by),)))
    return lines


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def _is_earlier(wall: str, than: str) -> bool:
    now, before = _moment(wall), _moment(than)
    return now is not None and before is not None and now < before


def _moment(wall: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(wall)
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)
