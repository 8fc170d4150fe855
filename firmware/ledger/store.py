"""What the tables of the ledger hold, read and written one thing at a time.

Whatever is read is checked for its type: a damaged file may say anything.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from firmware.errors import LedgerCorruptError
from firmware.ledger.chain import (
    Row,
    Stamp,
    canonical,
    digest,
    digests,
    newest_mark,
    proven,
    seal,
)
from firmware.ledger.database import verified_schema
from firmware.ledger.standing import RoundLine, Standing
from firmware.money import GameId
from firmware.transaction import RoundRecord

SEAL, NEWEST, TOLD = "seal", "newest", "documents"
"""Names in the table `standing` of what is no part of it: the seal that binds its texts to the
row that they were made for, the mark of the newest row, and the digests of the documents as
that sealed row left them."""


SEALED_EVERY_ROWS = 16
"""How the books stand is stored with every so many rows; a boot tells it the rows since then."""


@dataclass(frozen=True, slots=True)
class Stored:
    """Everything kept beside the rows, as one snapshot, with the newest rows.

    Attributes:
        is_test: whether this is a test ledger.
        seal: binds `texts` and `told` to the row `sealed`.
        newest: the mark of the newest row.
        sealed: the row that the texts were made for; few rows follow it.
        since: the rows after it.
        texts: how the books stood then, see `Standing.texts`.
        told: digests of the documents then.
        documents: texts by name, as they stand now.
    """

    is_test: bool
    seal: str
    newest: str
    sealed: Row
    since: tuple[Row, ...]
    texts: dict[str, str]
    told: dict[str, str]
    documents: dict[str, str]

    @property
    def last(self) -> Row:
        """The newest row there is."""
        return self.since[-1] if self.since else self.sealed

    @property
    def sequence(self) -> int:
        """Number of the row that was the newest when it was last written.

        Raises:
            LedgerCorruptError: when its mark is none.
        """
        return _number_of(self.newest, "mark of the newest row")

    def verify_not_cut(self) -> None:
        """Prove that the newest row is still there.

        Raises:
            LedgerCorruptError: naming the rows that are missing.
        """
        cut_verdict(self.last.sequence, self.sequence)

    def verify_seal(self, key: bytes) -> None:
        """Prove that nothing kept beside the rows was changed, and which row is the newest.

        Bound are the standing of the sealed row, and the rows since then by their chain.

        Raises:
            LedgerCorruptError: when the seal, the mark or a row is not theirs.
        """
        self.verify_not_cut()
        if self.newest != newest_mark(key, self.last, is_test=self.is_test):
            raise LedgerCorruptError(
                f"the mark of the newest row is not that of row {self.last.sequence}: the "
                "newest were cut off, or the key is another one"
            )
        made = seal(key, self.sealed, digests(self.texts), self.told, is_test=self.is_test)
        if self.seal != made:
            raise LedgerCorruptError(
                f"the seal is not that of row {self.sealed.sequence}: balances or meters were "
                "changed, or the key is another one"
            )
        for _row in proven(key, self.since, self.sealed):
            pass

    def standing(self) -> Standing:
        """How the books stand now; whether their sums hold is another question.

        Raises:
            LedgerCorruptError: when it cannot be read, or a row since then is none of ours.
            LedgerError: when the rules of money refuse one.
        """
        standing = Standing.of_texts(self.texts, self.told, self.sealed, is_test=self.is_test)
        for row in self.since:
            standing = standing.after(row)
        return standing

    def verify_documents(self, standing: Standing) -> None:
        """Prove that the documents are those that the rows tell of.

        Raises:
            LedgerCorruptError: naming the first that is not.
        """
        there = digests(self.documents)
        for name in sorted(there.keys() | standing.documents.keys()):
            if there.get(name) != standing.documents.get(name):
                raise LedgerCorruptError(f"document {name!r} is not what was written")


@dataclass(frozen=True, slots=True)
class KeptRound:
    """A round as the ledger keeps it: what it knows of any round, and the game's own record."""

    line: RoundLine
    text: str

    @property
    def record(self) -> RoundRecord:
        """The history entry."""
        line = self.line
        return RoundRecord(line.number, line.game, self.text, line.is_over)


def span(what: str, first: int, last: int) -> str:
    """The subject of a sentence about what bears the numbers `first` to `last`.

    >>> span("row", 20, 20), span("row", 20, 22)
    ('row 20 is', 'rows 20 to 22 are')
    """
    return f"{what} {first} is" if first == last else f"{what}s {first} to {last} are"


# --- reading ----------------------------------------------------------------------------------

_ROW = "sequence, boot, monotonic_ms, wall, is_clock_synced, kind, payload, hash"
_ROUND = (
    "number, game, is_over, opened, changed, credit_before, credit_after, added_before, "
    "added_during, text"
)


def read_rows(
    connection: sqlite3.Connection, after: int = 0, upto: int | None = None
) -> Iterator[Row]:
    """The rows after `after`, up to `upto` (None: all), oldest first."""
    told = f"SELECT {_ROW} FROM rows WHERE sequence > ? AND sequence <= ? ORDER BY sequence"
    limit = 2**63 - 1 if upto is None else upto
    yield from map(_row, connection.execute(told, (after, limit)))


def read_row(connection: sqlite3.Connection, sequence: int) -> Row | None:
    """The row of that number, or None; touches no row beside it."""
    found = connection.execute(f"SELECT {_ROW} FROM rows WHERE sequence = ?", (sequence,))
    row = found.fetchone()
    return None if row is None else _row(row)


def read_newest_upto(connection: sqlite3.Connection, sequence: int) -> Row | None:
    """The newest row up to that number; None when there is none."""
    newest = f"SELECT {_ROW} FROM rows WHERE sequence <= ? ORDER BY sequence DESC LIMIT 1"
    row = connection.execute(newest, (sequence,)).fetchone()
    return None if row is None else _row(row)


def read_newest_rows(connection: sqlite3.Connection, limit: int, after: int = 0) -> list[Row]:
    """The newest `limit` rows after `after`, oldest of them first."""
    newest = f"SELECT {_ROW} FROM rows WHERE sequence > ? ORDER BY sequence DESC LIMIT ?"
    return [_row(found) for found in connection.execute(newest, (after, limit))][::-1]


def read_last_row(connection: sqlite3.Connection) -> Row | None:
    """The newest row; None before the first boot."""
    return next(iter(read_newest_rows(connection, 1)), None)


def read_mark(connection: sqlite3.Connection) -> bool | None:
    """Whether this is a test ledger; None while it is empty."""
    if verified_schema(connection) == 0:
        return None
    found = connection.execute("SELECT is_test FROM store WHERE id = 1").fetchone()
    return None if found is None else bool(found[0])


def read_stored(connection: sqlite3.Connection) -> Stored | None:
    """What is kept beside the rows; None before the first boot.

    Raises:
        LedgerCorruptError: when a part is missing or of another type.
    """
    last = read_last_row(connection)
    found = connection.execute("SELECT is_test FROM store WHERE id = 1").fetchone()
    texts = _texts(connection, "standing")
    mark, newest, told = (texts.pop(name, None) for name in (SEAL, NEWEST, TOLD))
    if last is None and found is None and mark is None:
        return None
    if last is None or found is None or mark is None or newest is None or told is None:
        raise LedgerCorruptError("the ledger has rows without a seal, or a seal without rows")
    _verify_types(found, (int,), "the mark of the store")
    number = _number_of(mark, "seal")
    cut_verdict(last.sequence, max(number, _number_of(newest, "mark of the newest row")))
    if last.sequence - number > SEALED_EVERY_ROWS:
        # Never that old: somebody has put an earlier one back.
        raise LedgerCorruptError(f"the seal is for row {number}, the newest is {last.sequence}")
    sealed = read_row(connection, number)
    if sealed is None:
        raise LedgerCorruptError(f"the seal is for row {number}, which is not there")
    return Stored(
        is_test=_flag(found[0], "the mark of the store"),
        seal=mark,
        newest=newest,
        sealed=sealed,
        since=tuple(read_rows(connection, number)),
        texts=texts,
        told=_told(told),
        documents=read_documents(connection),
    )


def sealed_sequence(connection: sqlite3.Connection) -> int:
    """Number of the row that the seal was made for; 0 where that cannot be told."""
    mark = _texts(connection, "standing").get(SEAL, "")
    number = mark.partition(" ")[0]
    return int(number) if _is_number(number) else 0


def cut_verdict(last: int, newest: int) -> None:
    """See that the newest row is there.

    Raises:
        LedgerCorruptError: naming the rows that are missing.
    """
    if newest > last:
        rows = f"rows {last + 1} to {newest} are" if last + 1 < newest else f"row {newest} is"
        raise LedgerCorruptError(f"{rows} missing: the newest were cut off")


def _number_of(mark: str, what: str) -> int:
    number = mark.partition(" ")[0]
    if not _is_number(number):
        raise LedgerCorruptError(f"the {what} is damaged: {mark[:80]!r}")
    return int(number)


def _is_number(text: str) -> bool:
    """Whether it is the number of a row; there will never be one of nineteen digits."""
    return text.isascii() and text.isdecimal() and len(text) < 19


def _told(text: str) -> dict[str, str]:
    try:
        told = {str(name): str(its_digest) for name, its_digest in json.loads(text).items()}
    except (ValueError, AttributeError, RecursionError) as error:
        raise LedgerCorruptError("the digests of the documents cannot be read") from error
    if canonical(told) != text:
        raise LedgerCorruptError("the digests of the documents are stored in a form not ours")
    return told


def read_texts(connection: sqlite3.Connection) -> dict[str, str]:
    """How the books stand, as it is stored."""
    texts = _texts(connection, "standing")
    for name in (SEAL, NEWEST, TOLD):
        texts.pop(name, None)
    return texts


def read_version(connection: sqlite3.Connection) -> int:
    """A number that changes when another connection changes the database."""
    (version,) = connection.execute("PRAGMA data_version").fetchone()
    return int(version)


def read_documents(connection: sqlite3.Connection) -> dict[str, str]:
    """The documents, by name."""
    return _texts(connection, "documents")


def _texts(connection: sqlite3.Connection, table: str) -> dict[str, str]:
    found = dict(connection.execute(f"SELECT name, text FROM {table}"))
    for pair in found.items():
        _verify_types(pair, (str, str), f"one of the {table}")
    return found


def read_rounds(
    connection: sqlite3.Connection, limit: int | None = None, before: int | None = None
) -> Iterator[KeptRound]:
    """The newest `limit` rounds (None: all) below number `before` (None: any), newest first.

    Raises:
        LedgerCorruptError: when one is damaged.
    """
    newest = f"SELECT {_ROUND} FROM rounds WHERE number < ? ORDER BY number DESC LIMIT ?"
    below = 2**63 - 1 if before is None else before
    for found in connection.execute(newest, (below, -1 if limit is None else limit)):
        yield _kept_round(found)


def read_round(connection: sqlite3.Connection, number: int) -> KeptRound | None:
    """The round of that number, or None.

    Raises:
        LedgerCorruptError: when it is damaged.
    """
    found = connection.execute(f"SELECT {_ROUND} FROM rounds WHERE number = ?", (number,))
    row = found.fetchone()
    return None if row is None else _kept_round(row)


def read_rounds_after(connection: sqlite3.Connection, sequence: int) -> Iterator[KeptRound]:
    """The rounds that changed after row `sequence`, oldest first.

    Rounds change one after the other, so these are the newest ones.

    Raises:
        LedgerCorruptError: when one is damaged.
    """
    first = None
    for number, changed in connection.execute(
        "SELECT number, changed FROM rounds ORDER BY number DESC"
    ):
        if changed <= sequence:
            break
        first = number
    if first is not None:
        told = f"SELECT {_ROUND} FROM rounds WHERE number >= ? ORDER BY number"
        yield from map(_kept_round, connection.execute(told, (first,)))


def read_checkpoint(connection: sqlite3.Connection) -> tuple[int, str] | None:
    """The row up to which a checkpoint stands for the rows, and its text; None without one."""
    found = connection.execute("SELECT upto, text FROM checkpoint WHERE id = 1").fetchone()
    if found is None:
        return None
    _verify_types(found, (int, str), "the checkpoint")
    return found[0], found[1]


def _kept_round(found: tuple[Any, ...]) -> KeptRound:
    _verify_types(found, (int, str, *(int,) * 7, str), "a round")
    number, game, is_over, *numbers, text = found
    if game not in set(GameId):
        raise LedgerCorruptError(f"round {number} is of an unknown game: {game!r}")
    line = RoundLine(
        number, GameId(game), _flag(is_over, f"round {number}"), digest(text), *numbers
    )
    return KeptRound(line, text)


def _row(found: tuple[Any, ...]) -> Row:
    _verify_types(found, (int, int, int, str, int, str, str, bytes), "a row")
    sequence, boot, monotonic_ms, wall, is_synced, kind, payload, hash_ = found
    is_clock_synced = _flag(is_synced, f"row {sequence}")
    return Row(sequence, Stamp(boot, monotonic_ms, wall, is_clock_synced), kind, payload, hash_)


def _flag(value: int, what: str) -> bool:
    # As with the types: the table takes nothing else, the file may hold it.
    if value not in (0, 1):
        raise LedgerCorruptError(f"{what} is damaged: {value} is neither yes nor no")
    return bool(value)


_TYPES: Mapping[type, str] = {int: "whole number", str: "text", bytes: "hash"}


def _verify_types(found: tuple[Any, ...], types: tuple[type, ...], what: str) -> None:
    # STRICT tables hold no other type, but the bytes of a damaged file may say so.
    for value, wanted in zip(found, types, strict=True):
        if not isinstance(value, wanted):
            raise LedgerCorruptError(f"{what} is damaged: {value!r} is no {_TYPES[wanted]}")


# --- writing ----------------------------------------------------------------------------------

_INSERT_ROW = f"INSERT INTO rows ({_ROW}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
_REPLACE_ROUND = f"INSERT OR REPLACE INTO rounds ({_ROUND}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"


def write_row(connection: sqlite3.Connection, row: Row) -> None:
    """Append a row."""
    stamp = row.stamp
    connection.execute(
        _INSERT_ROW,
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


def write_newest(connection: sqlite3.Connection, key: bytes, row: Row, *, is_test: bool) -> None:
    """Say which row is the newest."""
    mark = newest_mark(key, row, is_test=is_test)
    connection.execute("UPDATE standing SET text = ? WHERE name = ?", (mark, NEWEST))


def write_standing(
    connection: sqlite3.Connection,
    key: bytes,
    standing: Standing,
    before: tuple[Standing, Mapping[str, str]] | None = None,
) -> dict[str, str]:
    """Store how the books stand, sealed to its row, which is the newest; the texts there are now.

    Args:
        connection: the database.
        key: of the chain.
        standing: how they stand.
        before: what is stored already and its texts; None when nothing is.
    """
    assert standing.last is not None
    changed = standing.texts() if before is None else standing.texts_since(before[0])
    texts = {**({} if before is None else before[1]), **changed}
    told = dict(standing.documents)
    mark = seal(key, standing.last, digests(texts), told, is_test=standing.is_test)
    newest = newest_mark(key, standing.last, is_test=standing.is_test)
    others = ((SEAL, mark), (TOLD, canonical(told)), (NEWEST, newest))
    connection.executemany(
        "INSERT INTO standing VALUES (?, ?) ON CONFLICT DO UPDATE SET text = excluded.text",
        [*changed.items(), *others],
    )
    return texts


def write_documents(connection: sqlite3.Connection, documents: Mapping[str, str]) -> None:
    """Replace the named documents."""
    connection.executemany(
        "INSERT INTO documents VALUES (?, ?) ON CONFLICT DO UPDATE SET text = excluded.text",
        list(documents.items()),
    )


def write_round(connection: sqlite3.Connection, line: RoundLine, text: str) -> None:
    """Replace the round of the same number, or add it."""
    connection.execute(
        _REPLACE_ROUND,
        (
            line.number,
            line.game,
            line.is_over,
            line.opened,
            line.changed,
            line.credit_before,
            line.credit_after,
            line.added_before,
            line.added_during,
            text,
        ),
    )


def write_mark(connection: sqlite3.Connection, *, is_test: bool) -> None:
    """Say once and for all whether this is a test ledger."""
    connection.execute("INSERT INTO store VALUES (1, ?)", (is_test,))


def write_checkpoint(connection: sqlite3.Connection, upto: int, text: str) -> None:
    """Replace the checkpoint."""
    connection.execute(
        "INSERT INTO checkpoint VALUES (1, ?, ?) ON CONFLICT DO UPDATE "
        "SET upto = excluded.upto, text = excluded.text",
        (upto, text),
    )


def remove_before(
    connection: sqlite3.Connection, upto: int, first_round: int, kept: Iterable[RoundLine]
) -> None:
    """Remove the rows up to `upto` and the rounds below `first_round`, behind a checkpoint.

    Args:
        connection: the database.
        upto: the checkpoint's row.
        first_round: the oldest round that stays.
        kept: older rounds that stay all the same, with their rows.
    """
    numbers, begin = set(), 0
    for line in sorted(kept, key=lambda each: each.number):
        _remove_rows(connection, begin, line.opened - 1)
        begin = line.changed
        numbers.add(line.number)
    _remove_rows(connection, begin, upto)
    below = connection.execute("SELECT number FROM rounds WHERE number < ?", (first_round,))
    gone = [(number,) for (number,) in below.fetchall() if number not in numbers]
    connection.executemany("DELETE FROM rounds WHERE number = ?", gone)


def _remove_rows(connection: sqlite3.Connection, after: int, upto: int) -> None:
    connection.execute("DELETE FROM rows WHERE sequence > ? AND sequence <= ?", (after, upto))
