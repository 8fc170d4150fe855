"""The journal of the second copy: what its lines tell, and how far it tells.

The first line is a header: what stands before the first row, sealed with the ledger's key.
Each line after it tells rows that became durable together, with the texts they brought. A
line that was cut off in the writing tells nothing.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from firmware.errors import LedgerCorruptError
from firmware.ledger import store
from firmware.ledger.chain import BEFORE_THE_FIRST, Row, canonical, copy_seal, link
from firmware.ledger.checkpoint import Checkpoint, Stretch, row_of, row_values, stretches
from firmware.ledger.standing import Standing

JOURNAL = "ledger.journal"
PUT_ASIDE = "ledger.journal.1"
"""The journal before: together they tell between half and all of what the copy may take."""

_TAIL_BYTES = 1 << 18
"""What is read of a journal's end: far more than its last lines take."""


@dataclass(frozen=True, slots=True)
class Copied:
    """Rows with the texts that they bring: what a line of the journal tells.

    Attributes:
        rows: at least one, in order.
        documents: name -> text, as it stands after the last of them.
        rounds: number -> text, likewise.
    """

    rows: tuple[Row, ...]
    documents: Mapping[str, str] = field(default_factory=dict)
    rounds: Mapping[int, str] = field(default_factory=dict)

    @property
    def last(self) -> Row:
        """The newest row."""
        return self.rows[-1]

    def line(self) -> bytes:
        """As the journal keeps it."""
        told: dict[str, object] = {"rows": [row_values(row) for row in self.rows]}
        if self.documents:
            told["documents"] = dict(self.documents)
        if self.rounds:
            told["rounds"] = [list(pair) for pair in self.rounds.items()]
        return canonical(told).encode() + b"\n"

    @classmethod
    def parse(cls, line: bytes) -> Copied:
        """The rows that a line tells.

        Raises:
            LedgerCorruptError: when it tells none.
        """
        try:
            told = json.loads(line)
            rows = tuple(row_of(values) for values in told["rows"])
            rounds = {int(number): str(text) for number, text in told.get("rounds", ())}
            documents = {str(name): str(text) for name, text in told.get("documents", {}).items()}
            if not rows:
                raise ValueError("no row")
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise LedgerCorruptError(f"a line of the journal is damaged: {line[:60]!r}") from error
        return cls(rows, documents, rounds)


# --- writing ----------------------------------------------------------------------------------


def header(
    key: bytes,
    checkpoint: Checkpoint | None,
    documents: Mapping[str, str],
    rounds: Mapping[int, str],
    kept: Iterable[Row] = (),
) -> bytes:
    """The first line: what stands before the first row that the journal tells.

    Args:
        key: of the chain; seals the line.
        checkpoint: stands for the rows before; None when the first row is row 1.
        documents: the documents' texts, those of rows that follow included.
        rounds: number -> text of the rounds, likewise.
        kept: rows behind the checkpoint that stay, for rounds in dispute.
    """
    told = {
        "checkpoint": None if checkpoint is None else checkpoint.text(),
        "documents": dict(documents),
        "rounds": [list(pair) for pair in rounds.items()],
        "kept": [row_values(row) for row in kept],
    }
    return canonical({"journal": 1, "seal": copy_seal(key, told).hex(), **told}).encode() + b"\n"


def everything(connection: sqlite3.Connection, key: bytes) -> Iterator[bytes]:
    """The lines of a journal that tells all that the ledger keeps."""
    found = store.read_checkpoint(connection)
    checkpoint = None if found is None else Checkpoint.parse(found[1])
    upto = 0 if found is None else found[0]
    documents = store.read_documents(connection)
    if checkpoint is None:
        yield header(key, None, documents, {})
    else:
        disputed = [each.line.number for each in checkpoint.stretches]
        rounds = _texts_of(connection, disputed)
        kept = _kept_rows(connection, checkpoint.stretches)
        yield header(key, checkpoint, documents, rounds, kept)
    yield from (each.line() for each in _rows_with_rounds(connection, upto))


def from_here(connection: sqlite3.Connection, key: bytes, standing: Standing) -> Iterator[bytes]:
    """The lines of a journal that begins with how the ledger stands."""
    numbers, first = list(standing.disputed), 1
    if standing.round is not None:
        first = standing.round.number + standing.round.is_over
        numbers += [] if standing.round.is_over else [standing.round.number]
    found = store.read_checkpoint(connection)
    before = None if found is None else Checkpoint.parse(found[1])
    kept_rows = stretches(connection, before, standing.disputed, first)
    checkpoint = Checkpoint(standing, first, kept_rows)
    documents, rounds = store.read_documents(connection), _texts_of(connection, numbers)
    yield header(key, checkpoint, documents, rounds, _kept_rows(connection, kept_rows))


def missing(connection: sqlite3.Connection, after: int) -> Copied | None:
    """The rows after row `after` in one line, which is there whole or not at all; None without."""
    told = list(_rows_with_rounds(connection, after))
    if not told:
        return None
    rounds = {number: text for each in told for number, text in each.rounds.items()}
    rows = tuple(row for each in told for row in each.rows)
    return Copied(rows, store.read_documents(connection), rounds)


def _rows_with_rounds(connection: sqlite3.Connection, after: int) -> Iterator[Copied]:
    """The rows after row `after`, each with the round that it changed last."""
    rounds_left = store.read_rounds_after(connection, after)
    kept = next(rounds_left, None)
    for row in store.read_rows(connection, after):
        rounds = {}
        if kept is not None and kept.line.changed == row.sequence:
            rounds = {kept.line.number: kept.text}
            kept = next(rounds_left, None)
        yield Copied((row,), {}, rounds)


def _texts_of(connection: sqlite3.Connection, numbers: Iterable[int]) -> dict[int, str]:
    found = {number: store.read_round(connection, number) for number in numbers}
    return {number: kept.text for number, kept in found.items() if kept is not None}


def _kept_rows(connection: sqlite3.Connection, kept: Iterable[Stretch]) -> Iterator[Row]:
    for stretch in kept:
        yield from store.read_rows(connection, stretch.line.opened - 1, stretch.line.changed)


# --- reading ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Head:
    """How far a journal of ours tells.

    Attributes:
        last: the newest row; None where it begins before the first and tells none yet.
        size: bytes up to the end of its last line; what follows was cut off in the writing.
        is_whole: whether its last lines are what was written; if not, `last` is the newest
            row before the first that is not.
    """

    last: Row | None
    size: int
    is_whole: bool = True

    @property
    def sequence(self) -> int:
        """Number of the newest row."""
        return 0 if self.last is None else self.last.sequence


def read_head(journal: Path, key: bytes) -> Head | None:
    """How far a journal tells; None when it is not ours. Reads its first line and its end.

    Raises:
        OSError: it cannot be read.
    """
    size = journal.stat().st_size
    with journal.open("rb") as stream:
        first = stream.readline()
        begin = max(len(first), size - _TAIL_BYTES)
        stream.seek(begin)
        tail = stream.read()
    try:
        checkpoint = read_header(first, key).checkpoint
    except LedgerCorruptError:
        return None
    tail = tail[: tail.rfind(b"\n") + 1]
    lines = tail.splitlines(keepends=True)
    last = None if checkpoint is None else checkpoint.last
    hash_before: bytes | None = BEFORE_THE_FIRST if last is None else last.hash
    if begin > len(first):
        last, hash_before = None, None  # somewhere in the middle: the first line may be a part
        lines = lines[1:]
    for line in lines:
        try:
            rows = Copied.parse(line).rows
        except LedgerCorruptError:
            return Head(last, begin + len(tail), is_whole=False)
        if hash_before is None:
            hash_before, rows = rows[0].hash, rows[1:]
        for row in rows:
            made = link(key, hash_before, row.sequence, row.stamp, row.kind, row.payload)
            if made != row.hash:
                return Head(last, begin + len(tail), is_whole=False)
            last, hash_before = row, row.hash
    return Head(last, begin + len(tail))


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of a journal; see `header`."""

    checkpoint: Checkpoint | None
    documents: dict[str, str]
    rounds: dict[int, str]
    kept: tuple[Row, ...]


def read_header(line: bytes, key: bytes) -> Header:
    """What the first line of a journal tells.

    Raises:
        LedgerCorruptError: it is damaged, or not made with this key.
    """
    try:
        told: dict[str, Any] = json.loads(line)
        version, seal = told.pop("journal"), bytes.fromhex(told.pop("seal"))
        if version != 1 or seal != copy_seal(key, told):
            raise LedgerCorruptError("the journal's first line is not what was written")
        text = told["checkpoint"]
        return Header(
            None if text is None else Checkpoint.parse(text),
            told["documents"],
            {int(number): round_text for number, round_text in told["rounds"]},
            tuple(row_of(values) for values in told["kept"]),
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise LedgerCorruptError("the journal's first line is damaged") from error
