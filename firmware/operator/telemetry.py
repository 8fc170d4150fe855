"""What the broker of a fleet is told: topics, meters, health, and the event log as a queue.

Here is only what is told; `app/mqtt.py` is who tells it. The ledger is the queue of the events: a
cursor stands at the newest row whose events a broker has acknowledged, so that an outage of days
takes no memory and a power cut loses nothing. An event carries its ledger, row and line, by which
a reader drops what comes twice.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from firmware.ledger.chain import Row
from firmware.ledger.entries import Kind
from firmware.ledger.store import read_checkpoint, read_newest_rows, read_row, read_rows
from firmware.operator.books import Books
from firmware.operator.event_log import events_of

ONLINE, OFFLINE = "1", "0"
"""What the topic `online` says; a broker says the latter itself when a cabinet falls silent."""
PAGE_ROWS = 64
"""Rows read at once: the ledger's thread is held for a fraction of a millisecond."""


@dataclass(frozen=True, slots=True)
class Topics:
    """Where it is told.

    >>> Topics("cabinato", "bar-roma-1").meters
    'cabinato/bar-roma-1/meters'
    """

    prefix: str
    cabinet: str

    @property
    def online(self) -> str:
        """Whether the cabinet is there; retained."""
        return self._of("online")

    @property
    def meters(self) -> str:
        """The books; retained."""
        return self._of("meters")

    @property
    def health(self) -> str:
        """Devices and faults; retained."""
        return self._of("health")

    @property
    def events(self) -> str:
        """Lines of the event log, one by one; not retained."""
        return self._of("events")

    def _of(self, what: str) -> str:
        return f"{self.prefix}/{self.cabinet}/{what}"


def meters_text(books: Books, ledger: str, at: str) -> str:
    """The JSON of `meters`: that of `cabinato audit --json`, of which ledger, and when."""
    return _json({"at": at, "ledger": ledger, **books.as_report()})


@dataclass(frozen=True, slots=True)
class HealthTold:
    """How the machine stands.

    Attributes:
        ledger: its name.
        version: of the program.
        boot: number of this boot.
        started: wall time of the program's start, ISO 8601.
        is_paid: somebody's credit or stake is in it.
        slots: by name, the health of each device with its detail and identity.
        counts: by name of the slot, what its line counts; it changes all the time.
        faults: each fault that is there, by the names of its parts.
        facts: what the machine knows of itself, such as its temperature; name -> value.
    """

    ledger: str
    version: str
    boot: int
    started: str
    is_paid: bool
    slots: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    counts: Mapping[str, Mapping[str, float | None]] = field(default_factory=dict)
    faults: tuple[Mapping[str, str], ...] = ()
    facts: Mapping[str, object] = field(default_factory=dict)

    def differs(self, told: HealthTold | None) -> bool:
        """Whether it says something new, but for what changes all the time."""
        if told is None:
            return True
        return replace(self, counts={}, facts={}) != replace(told, counts={}, facts={})

    def text(self, at: str) -> str:
        """The JSON of `health`, with when it was told."""
        slots = {
            name: {**slot, "counts": dict(self.counts.get(name, {}))}
            for name, slot in self.slots.items()
        }
        return _json(
            {
                "at": at,
                "ledger": self.ledger,
                "version": self.version,
                "boot": self.boot,
                "started": self.started,
                "is_paid": self.is_paid,
                "slots": slots,
                "faults": [dict(fault) for fault in self.faults],
                "facts": dict(self.facts),
            }
        )


# --- events ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Cursor:
    """The newest row whose events were acknowledged.

    Attributes:
        row: its number.
        hash: its hash, hex: tells whether a ledger is the one that was told of.
    """

    row: int
    hash: str

    def text(self) -> str:
        """As it is kept."""
        return _json({"row": self.row, "hash": self.hash})

    @classmethod
    def parse(cls, text: str) -> Cursor | None:
        """What `text` wrote; None for anything else: a cut may have left half of it.

        >>> Cursor.parse(Cursor(7, "ab").text())
        Cursor(row=7, hash='ab')
        >>> Cursor.parse('{"row": 7')
        """
        try:
            told: Any = json.loads(text)
            return cls(int(told["row"]), str(told["hash"]))
        except (ValueError, TypeError, KeyError, RecursionError):
            return None


@dataclass(frozen=True, slots=True)
class Place:
    """Where the telling stands: what comes after row `number` is untold.

    Attributes:
        number: of the row.
        row: that row; None where it is kept no more, or there is none before the first.
    """

    number: int
    row: Row | None

    @property
    def cursor(self) -> Cursor | None:
        """To be kept; None where there is nothing to tell this ledger by."""
        return None if self.row is None else Cursor(self.number, self.row.hash.hex())


def place_of(connection: sqlite3.Connection, cursor: Cursor | None) -> Place:
    """Where to go on.

    Without a cursor, or on another ledger than that of the cursor, it begins with this boot: a
    broker that is new is not told of years gone by. A ledger that has only just followed another
    is told whole. Rows that were replaced by a checkpoint since tell nothing any more; the
    checkpoint's own event says so.
    """
    if cursor is not None:
        row = read_row(connection, cursor.row)
        if row is not None and row.hash.hex() == cursor.hash:
            return Place(cursor.row, row)
        checkpoint = read_checkpoint(connection)
        if row is None and checkpoint is not None and cursor.row <= checkpoint[0]:
            return Place(cursor.row, None)
    rows = read_newest_rows(connection, PAGE_ROWS)
    if cursor is not None and rows[0].sequence == 1:
        return Place(0, None)
    return _before_this_boot(rows)


def _before_this_boot(rows: Sequence[Row]) -> Place:
    for before, row in reversed(list(zip([None, *rows], rows, strict=False))):
        if row.kind == Kind.BOOT:
            return Place(row.sequence - 1, before)
    return Place(rows[-1].sequence, rows[-1])


def rows_after(connection: sqlite3.Connection, place: Place) -> tuple[Row, ...]:
    """The next rows, oldest first, `PAGE_ROWS` at most."""
    return tuple(islice(read_rows(connection, place.number), PAGE_ROWS))


def event_texts(rows: Sequence[Row], place: Place, ledger: str) -> Iterator[str]:
    """The JSON of each event that the rows after `place` tell, oldest first.

    It is a line of the event log by the names of `event_log.COLUMNS`, with `ledger`, the ledger's
    name, and `line`, which counts the events of one row from 0: these two and `sequence` name an
    event for ever.
    """
    before = place.row
    for row in rows:
        for line, event in enumerate(events_of(row, before)):
            report = event.as_report()
            number = report.pop("sequence")
            yield _json({"ledger": ledger, "sequence": number, "line": line, **report})
        before = row


def _json(told: Mapping[str, object]) -> str:
    return json.dumps(told, separators=(",", ":"), ensure_ascii=False)
