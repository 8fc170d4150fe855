"""What the tables of the ledger hold, read and written one thing at a time.

Whatever is read is checked for its type: a damaged file may say anything.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from firmware.errors import LedgerCorruptError
from firmware.events import Account, GameId, RoundRecord
from firmware.ledger.chain import Row, Stamp, digest, seal
from firmware.ledger.database import verified_schema
from firmware.ledger.meters import ALL_METERS
from firmware.ledger.totals import Totals


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
