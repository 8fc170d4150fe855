"""The ledger that ours is compared to: SQLite alone, as a careful engineer would use it.

It makes the same things durable in one transaction, under the same settings (WAL,
synchronous FULL): a line of the log with the same postings, balances and meters moved in
place, the documents, the round. What it lacks is what makes a ledger prove itself: no chain
and no seal, no digests, no check of the books, no look whether somebody else has changed
them, no history of who disputes what. Statements are prepared once (`sqlite3` keeps them).
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from pathlib import Path

from firmware.clock import Clock
from firmware.ledger.chain import canonical
from firmware.ledger.database import atomic
from firmware.ledger.meters import moved_by
from firmware.money import Account
from firmware.transaction import Transaction

_TABLES = (
    """CREATE TABLE log (
        sequence        INTEGER PRIMARY KEY,
        monotonic_ms    INTEGER NOT NULL,
        wall            TEXT NOT NULL,
        is_clock_synced INTEGER NOT NULL,
        payload         TEXT NOT NULL
    ) STRICT""",
    """CREATE TABLE balances (
        account TEXT PRIMARY KEY,
        credits INTEGER NOT NULL
            CHECK (credits >= 0 OR account IN ('coinbox', 'notes', 'service', 'house'))
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE meters (
        name  TEXT PRIMARY KEY,
        value INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE documents (
        name TEXT PRIMARY KEY,
        text TEXT NOT NULL
    ) STRICT, WITHOUT ROWID""",
    """CREATE TABLE rounds (
        number  INTEGER PRIMARY KEY,
        game    TEXT NOT NULL,
        is_over INTEGER NOT NULL,
        text    TEXT NOT NULL
    ) STRICT""",
)
_LOG = "INSERT INTO log (monotonic_ms, wall, is_clock_synced, payload) VALUES (?, ?, ?, ?)"
_METER = "INSERT INTO meters VALUES (?, ?) ON CONFLICT DO UPDATE SET value = value + excluded.value"
_BALANCE = "UPDATE balances SET credits = credits + ? WHERE account = ?"
_DOCUMENT = "INSERT INTO documents VALUES (?, ?) ON CONFLICT DO UPDATE SET text = excluded.text"
_ROUND = (
    "INSERT INTO rounds VALUES (?, ?, ?, ?) "
    "ON CONFLICT DO UPDATE SET is_over = excluded.is_over, text = excluded.text"
)


class PlainLedger:
    """Takes transactions, proves nothing.

    Args:
        path: of the database, new.
        clock: stamps the lines.
        page_bytes: size of a page of the database, as ours has it.
    """

    def __init__(self, path: Path, clock: Clock, page_bytes: int) -> None:
        self._clock = clock
        self._connection = sqlite3.connect(path, isolation_level=None)
        for setting in (
            f"page_size = {page_bytes}",
            "journal_mode = wal",
            "synchronous = 2",
            "foreign_keys = 1",
        ):
            self._connection.execute(f"PRAGMA {setting}").fetchall()
        for table in _TABLES:
            self._connection.execute(table)
        empty = [(account, 0) for account in Account]
        self._connection.executemany("INSERT INTO balances VALUES (?, ?)", empty)

    def commit(self, transaction: Transaction) -> None:
        """Make a transaction durable."""
        credits: Counter[Account] = Counter()
        meters: Counter[str] = Counter()
        for posting in transaction.postings:
            for move in posting.transfers:
                credits[move.source] -= move.credits
                credits[move.target] += move.credits
            meters.update(moved_by(posting))
        for entry in transaction.log:
            meters[f"counts.{entry.kind}:{entry.subject}"] += 1
        clock, connection, record = self._clock, self._connection, transaction.round
        stamp = int(clock.now_s() * 1000), clock.wall(), clock.is_synced()
        line = (*stamp, _payload(transaction))
        with atomic(connection):
            connection.execute(_LOG, line)
            connection.executemany(_BALANCE, [(n, name) for name, n in credits.items() if n])
            connection.executemany(_METER, [moved for moved in meters.items() if moved[1]])
            connection.executemany(_DOCUMENT, list(transaction.documents.items()))
            if record is not None:
                round_ = record.number, record.game, record.is_over, record.text
                connection.execute(_ROUND, round_)

    def close(self) -> None:
        """Leave."""
        self._connection.close()


def _payload(transaction: Transaction) -> str:
    record = transaction.round
    return canonical(
        {
            "postings": [
                [
                    posting.moment,
                    "" if posting.block is None else str(posting.block),
                    posting.category,
                    [[move.source, move.target, move.credits] for move in posting.transfers],
                ]
                for posting in transaction.postings
            ],
            "documents": list(transaction.documents),
            "round": None if record is None else [record.number, record.game, record.is_over],
            "log": [[line.kind, line.subject, line.details] for line in transaction.log],
            "new_period_by": transaction.new_period_by,
        }
    )
