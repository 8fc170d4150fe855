"""Retention: old rows are replaced by their outcome, and the chain still proves itself.

A checkpoint is how the books stood after some row, with that row's hash. Its digest is told
by a row of the chain, so it is signed like everything else; the rows behind it can then go,
except those of a round in dispute, which stay as stretches that prove themselves.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from firmware.errors import LedgerCorruptError
from firmware.ledger.chain import BEFORE_THE_FIRST, Row, Stamp, canonical, proven
from firmware.ledger.entries import UNREADABLE, checkpoint_entry, told_of
from firmware.ledger.standing import RoundLine, Standing
from firmware.ledger.store import read_checkpoint, read_round, read_rows

BATCH_ROUNDS = 16
"""Rounds replaced at once: each step tells their rows once more, and a commit may wait for it."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Rows behind the checkpoint that stay, for a round in dispute.

    Attributes:
        line: the round; its rows are those from its stake to its last change.
        hash_before: hash of the row before the first of them, hex.
        hash_last: hash of the last, hex.
    """

    line: RoundLine
    hash_before: str
    hash_last: str


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What stands for the rows that are gone.

    Attributes:
        standing: how the books stood after the last of them.
        first_round: the oldest round that is kept with all its rows.
        stretches: rows that stay all the same.
    """

    standing: Standing
    first_round: int
    stretches: tuple[Stretch, ...] = ()

    @property
    def last(self) -> Row:
        """The last row that it stands for."""
        assert self.standing.last is not None
        return self.standing.last

    def text(self) -> str:
        """The checkpoint as it is stored, and as its digest is told by the chain."""
        return canonical(
            {
                "last": row_values(self.last),
                "is_test": self.standing.is_test,
                "texts": self.standing.texts(),
                "documents": dict(self.standing.documents),
                "first_round": self.first_round,
                "stretches": [
                    [each.line.values(), each.hash_before, each.hash_last]
                    for each in self.stretches
                ],
            }
        )

    @classmethod
    def parse(cls, text: str) -> Checkpoint:
        """The checkpoint that `text` tells.

        Raises:
            LedgerCorruptError: when it tells none.
        """
        try:
            told = json.loads(text)
            standing = Standing.of_texts(
                told["texts"],
                told["documents"],
                row_of(told["last"]),
                is_test=bool(told["is_test"]),
            )
            stretches = tuple(
                Stretch(
                    RoundLine.of_values(line),
                    bytes.fromhex(before).hex(),
                    bytes.fromhex(last).hex(),
                )
                for line, before, last in told["stretches"]
            )
            made = cls(standing, int(told["first_round"]), stretches)
        except UNREADABLE as error:
            raise LedgerCorruptError("the checkpoint cannot be read") from error
        if made.text() != text:
            raise LedgerCorruptError("the checkpoint is stored in a form that is not ours")
        return made


def row_values(row: Row) -> list[object]:
    """A row as a list for JSON."""
    stamp = row.stamp
    return [
        row.sequence,
        stamp.boot,
        stamp.monotonic_ms,
        stamp.wall,
        stamp.is_clock_synced,
        row.kind,
        row.payload,
        row.hash.hex(),
    ]


def row_of(values: list[Any]) -> Row:
    """The row that `row_values` told.

    Raises:
        ValueError, TypeError: when it told none.
    """
    sequence, boot, monotonic_ms, wall, is_synced, kind, payload, hash_ = values
    stamp = Stamp(int(boot), int(monotonic_ms), str(wall), bool(is_synced))
    return Row(int(sequence), stamp, str(kind), str(payload), bytes.fromhex(hash_))


# --- replacing --------------------------------------------------------------------------------


def checkpoint_of(connection: sqlite3.Connection, standing: Standing) -> Checkpoint | None:
    """The checkpoint that stands for the rows which are gone; None while all are there.

    Args:
        connection: the database.
        standing: how the books stand; it knows which checkpoint the rows tell of.

    Raises:
        LedgerCorruptError: it is damaged, or not the one that the rows tell of: what is not
            that must never be built upon, or the next one would hide it.
    """
    found = read_checkpoint(connection)
    if found is None:
        # A ledger made from its copy may have all rows that an earlier checkpoint stood for.
        if standing.checkpoint and next(read_rows(connection, upto=1), None) is None:
            raise LedgerCorruptError("the checkpoint is missing")
        return None
    made = Checkpoint.parse(found[1])
    if standing.checkpoint != checkpoint_entry(*found)[1] or made.last.sequence != found[0]:
        raise LedgerCorruptError("the checkpoint is not the one that the rows tell of")
    return made


def advanced(
    connection: sqlite3.Connection,
    key: bytes,
    before: Checkpoint | None,
    first_round: int,
    disputed: Iterable[int],
) -> Checkpoint:
    """The checkpoint just before the stake of `first_round`; proves the rows on the way.

    Args:
        connection: the database.
        key: of the chain.
        before: the checkpoint so far; None when all rows are there.
        first_round: the oldest round to keep.
        disputed: rounds in dispute now.

    Raises:
        LedgerCorruptError: when a row, or the round, is not what was written.
    """
    oldest = read_round(connection, first_round)
    if oldest is None:
        raise LedgerCorruptError(f"round {first_round} is missing")
    standing = Standing() if before is None else before.standing
    opening: Row | None = None
    rows = read_rows(connection, after=_sequence(standing), upto=oldest.line.opened)
    for row in proven(key, rows, standing.last):
        if row.sequence == oldest.line.opened:
            opening = row
        else:
            standing = standing.after(row)
    _verify_opening(opening, standing, oldest.line)
    return Checkpoint(standing, first_round, stretches(connection, before, disputed, first_round))


def _verify_opening(opening: Row | None, before: Standing, line: RoundLine) -> None:
    """The round's first row is the one that follows, as the rows themselves tell it."""
    told = None if opening is None else told_of(opening.kind, opening.payload).round
    newest = 0 if before.round is None else before.round.number
    if told is None or told.number != line.number or newest != line.number - 1:
        raise LedgerCorruptError(f"round {line.number} is not what was written")


def stretches(
    connection: sqlite3.Connection,
    before: Checkpoint | None,
    disputed: Iterable[int],
    first_round: int,
) -> tuple[Stretch, ...]:
    """The rows that stay for the rounds in dispute below `first_round`.

    Args:
        connection: the database.
        before: the checkpoint that stands there already, with its own stretches.
        disputed: rounds in dispute now.
        first_round: the oldest round that is kept anyway.

    Raises:
        LedgerCorruptError: when such a round, or one of its rows, is missing.
    """
    known = {} if before is None else {each.line.number: each for each in before.stretches}
    begin = None if before is None else before.last
    return tuple(
        known.get(number) or _stretch(connection, number, begin)
        for number in sorted(disputed)
        if number < first_round
    )


def _stretch(connection: sqlite3.Connection, number: int, begin: Row | None) -> Stretch:
    """The rows of a round; the one before them may be `begin`, which the checkpoint stands for."""
    found = read_round(connection, number)
    if found is None:
        raise LedgerCorruptError(f"round {number} is in dispute and missing")
    first, last = found.line.opened, found.line.changed
    rows = list(read_rows(connection, after=first - 1, upto=last))
    if begin is None or begin.sequence != first - 1:
        begin = next(read_rows(connection, after=first - 2, upto=first - 1), None)
    if len(rows) != last - first + 1 or (begin is None and first > 1):
        raise LedgerCorruptError(f"rows {first} to {last} of round {number} are not all there")
    before = BEFORE_THE_FIRST if begin is None else begin.hash
    return Stretch(found.line, before.hex(), rows[-1].hash.hex())


def _sequence(standing: Standing) -> int:
    return 0 if standing.last is None else standing.last.sequence


# --- proving ----------------------------------------------------------------------------------


def proven_stretch(connection: sqlite3.Connection, key: bytes, stretch: Stretch) -> Iterator[Row]:
    """The rows of a stretch, each once it is proven.

    Raises:
        LedgerCorruptError: naming the first row that is missing or not what was written.
    """
    line = stretch.line
    anchor = Row(line.opened - 1, _NO_STAMP, "", "", bytes.fromhex(stretch.hash_before))
    last = anchor
    rows = read_rows(connection, after=line.opened - 1, upto=line.changed)
    for last in proven(key, rows, anchor):
        yield last
    if last.sequence != line.changed or last.hash.hex() != stretch.hash_last:
        raise LedgerCorruptError(
            f"rows {last.sequence + 1} to {line.changed} of round {line.number}, which is in "
            "dispute, are missing"
        )


_NO_STAMP = Stamp(0, 0, "", is_clock_synced=False)
