"""The second copy: every transaction once more, on another device.

A journal that only grows, a line for each row of the ledger with the texts that belong to
it. It is written after the ledger has answered, so it is never ahead of it: a copy that
tells more proves that the ledger was set back. From the journal alone the ledger can be
made again (`rebuild`).

When the journal has grown to half of what it may take, it is put aside in place of the one
put aside before, and a new one begins with a checkpoint.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from firmware.errors import (
    LedgerCorruptError,
    LedgerError,
    LedgerGoneError,
    LedgerRolledBackError,
)
from firmware.events import CopyHealth, CopyState
from firmware.ledger import store
from firmware.ledger.chain import Row, canonical, copy_seal, link, sync_folder, write_key
from firmware.ledger.checkpoint import Checkpoint, Stretch, row_of, row_values, stretches
from firmware.ledger.database import DATABASE, KEY, plain_errors
from firmware.ledger.standing import Standing

JOURNAL = "ledger.journal"
PUT_ASIDE = "ledger.journal.1"
"""The journal before: together they tell between half and all of what the copy may take."""

RETRY_S = 30.0
"""How often, at most, a copy that is missing is looked for: after a commit."""
IN_STEP_ROWS = 2
"""Rows that a cut may leave the copy behind: a transaction, and a checkpoint after it."""
_TAIL_BYTES = 1 << 20
"""More than the two last lines ever take."""


@dataclass(frozen=True, slots=True)
class Copied:
    """A row with the texts that it brings: what a line of the journal tells."""

    row: Row
    documents: Mapping[str, str] = field(default_factory=dict)
    rounds: Mapping[int, str] = field(default_factory=dict)

    def line(self) -> bytes:
        """As the journal keeps it."""
        told: dict[str, object] = {"row": row_values(self.row)}
        if self.documents:
            told["documents"] = dict(self.documents)
        if self.rounds:
            told["rounds"] = [list(pair) for pair in self.rounds.items()]
        return canonical(told).encode() + b"\n"

    @classmethod
    def parse(cls, line: bytes) -> Copied:
        """The row that a line tells.

        Raises:
            LedgerCorruptError: when it tells none.
        """
        try:
            told = json.loads(line)
            rounds = {int(number): str(text) for number, text in told.get("rounds", ())}
            return cls(row_of(told["row"]), told.get("documents", {}), rounds)
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise LedgerCorruptError(f"a line of the journal is damaged: {line[:60]!r}") from error


@dataclass(frozen=True, slots=True)
class Head:
    """How far a journal tells.

    Attributes:
        last: the newest row.
        size: bytes up to the end of its line; what follows was cut off in the writing.
        is_ours: whether the row was made with our key.
    """

    last: Row
    size: int
    is_ours: bool


class SecondCopy:
    """The journal in a folder of another device, written from the ledger's own thread.

    Nothing here raises for the device's sake: `state` tells what is wrong, and play goes on.

    Args:
        folder: where it lies; the folder itself is made, its parents are not.
        limit_bytes: what both journals together may take.
        must_be_elsewhere: whether a folder on the ledger's own disk is refused: the mount
            point of a stick that is not plugged in is such a folder.
    """

    def __init__(self, folder: Path, limit_bytes: int, *, must_be_elsewhere: bool = False) -> None:
        self.folder = folder
        self.state = CopyState(CopyHealth.MISSING, str(folder))
        self._limit_bytes = limit_bytes
        self._must_be_elsewhere = must_be_elsewhere
        self._file: int | None = None
        self._size = 0
        self._lost_s = 0.0
        self._is_doubtful = False

    # --- at a boot ----------------------------------------------------------------------------

    def refuse_if_begun(self, primary: Path) -> None:
        """A ledger is about to begin in `primary`: there must be no copy of an older one.

        Raises:
            LedgerGoneError: there is one.
        """
        if self._journal() is not None:
            raise LedgerGoneError(
                f"{primary / DATABASE} is gone, its second copy in {self.folder} is there: "
                "rebuild the ledger from it (cabinato rebuild), or move the copy away"
            )

    def compare(
        self,
        connection: sqlite3.Connection,
        key: bytes,
        primary: Path,
        standing: Standing,
        now_s: float,
    ) -> None:
        """Hold the copy against the ledger and go on with it, or say what is wrong with it.

        Args:
            connection: the ledger's.
            key: of the chain.
            primary: the ledger's folder.
            standing: how the ledger stands; without a row when it is only beginning.
            now_s: monotonic time.

        Raises:
            LedgerRolledBackError: the copy tells more than the ledger, or otherwise.
        """
        self.close()
        try:
            with plain_errors("use the second copy in", self.folder):
                self._attach(connection, key, primary, standing)
        except (LedgerRolledBackError, LedgerGoneError):
            raise
        except LedgerError as error:
            self._lose(error, now_s)

    def _attach(
        self, connection: sqlite3.Connection, key: bytes, primary: Path, standing: Standing
    ) -> None:
        self.folder.mkdir(exist_ok=True)
        if self._must_be_elsewhere and self.folder.stat().st_dev == primary.stat().st_dev:
            raise LedgerError(
                f"{self.folder} is on the ledger's own disk: is the other device plugged in?"
            )
        journal = self._journal()
        if journal is None:
            self._begin(connection, key, primary, standing)
            return
        head = read_head(journal, key)
        if head is None or not head.is_ours:
            detail = f"{journal} was not written by this ledger: move it away, or rebuild it"
            self.state = CopyState(CopyHealth.FOREIGN, detail)
            return
        self._refuse_ahead(connection, head.last, standing)
        if self._is_doubtful:
            # A device that failed may tell what it has not kept.
            self._put_aside(journal)
            self._begin(connection, key, primary, standing)
            return
        self._open(journal, head.size)
        behind = (0 if standing.last is None else standing.last.sequence) - head.last.sequence
        self._catch_up(connection, key, primary, standing, head.last)
        self.state = (
            CopyState(CopyHealth.BEHIND, f"{behind} rows were missing in {self.folder}")
            if behind > IN_STEP_ROWS
            else CopyState(CopyHealth.WELL, str(self.folder))
        )

    def _refuse_ahead(self, connection: sqlite3.Connection, last: Row, standing: Standing) -> None:
        newest = 0 if standing.last is None else standing.last.sequence
        if last.sequence > newest:
            raise LedgerRolledBackError(
                f"the second copy in {self.folder} tells up to row {last.sequence}, the ledger "
                f"only to row {newest}: it is an older image of itself. Rebuild it from the copy "
                "(cabinato rebuild)"
            )
        here = next(store.read_rows(connection, last.sequence - 1, last.sequence), None)
        if here is not None and here.hash != last.hash:
            raise LedgerRolledBackError(
                f"row {last.sequence} of the ledger is not the one that the second copy in "
                f"{self.folder} tells: one of them was set back and went on. Rebuild the ledger "
                "from the copy (cabinato rebuild), or the copy from the ledger (--copy)"
            )

    def _catch_up(
        self,
        connection: sqlite3.Connection,
        key: bytes,
        primary: Path,
        standing: Standing,
        last: Row,
    ) -> None:
        if standing.last is None or last.sequence == standing.last.sequence:
            return
        missing = list(store.read_rows(connection, last.sequence))
        if missing[0].sequence != last.sequence + 1:
            self._begin(connection, key, primary, standing)  # the rows between are replaced
            return
        self._write(_with_texts(connection, missing, last.sequence))

    # --- running ------------------------------------------------------------------------------

    def append(self, copied: Iterable[Copied], now_s: float) -> None:
        """Tell rows that the ledger has made durable; what cannot be written is told later."""
        if self._file is None:
            return
        try:
            with plain_errors("write the second copy in", self.folder):
                self._write(copied)
        except LedgerError as error:
            self._is_doubtful = True
            self._lose(error, now_s)

    def tend(
        self,
        connection: sqlite3.Connection,
        key: bytes,
        primary: Path,
        standing: Standing,
        now_s: float,
    ) -> None:
        """Between two transactions: begin a new journal when it is time, look for a lost one."""
        if self._file is not None:
            if self._size > self._limit_bytes // 2:
                try:
                    with plain_errors("write the second copy in", self.folder):
                        self._put_aside(self.folder / JOURNAL)
                        self._begin(connection, key, primary, standing)
                except LedgerError as error:
                    self._lose(error, now_s)
        elif self.state.health is CopyHealth.MISSING and now_s - self._lost_s >= RETRY_S:
            try:
                self.compare(connection, key, primary, standing, now_s)
            except LedgerError as error:
                # Another stick than the one that was pulled: the ledger itself was not set
                # back while it ran.
                self.close()
                self.state = CopyState(CopyHealth.FOREIGN, str(error))

    def close(self) -> None:
        """Leave the device alone; a second call does nothing."""
        file, self._file = self._file, None
        if file is not None:
            os.close(file)  # also where this fails the number is free, and soon another's

    # --- files --------------------------------------------------------------------------------

    def _journal(self) -> Path | None:
        """The journal there is; one put aside counts when a cut came before the new one."""
        for name in (JOURNAL, PUT_ASIDE):
            if (self.folder / name).exists():
                return self.folder / name
        return None

    def _begin(
        self, connection: sqlite3.Connection, key: bytes, primary: Path, standing: Standing
    ) -> None:
        """A new journal: all that the ledger keeps when there is room, else from here on."""
        self.close()
        unfinished = self.folder / f"{JOURNAL}.new"
        is_small = (primary / DATABASE).stat().st_size <= self._limit_bytes // 2
        with unfinished.open("wb") as stream:
            if is_small and not (self.folder / PUT_ASIDE).exists():
                stream.writelines(_everything(connection, key))
            else:
                stream.writelines(_from_here(connection, key, standing))
            stream.flush()
            os.fsync(stream.fileno())
        if not (self.folder / KEY).exists():
            write_key(self.folder / KEY, key)
        unfinished.replace(self.folder / JOURNAL)
        sync_folder(self.folder)
        self._open(self.folder / JOURNAL, (self.folder / JOURNAL).stat().st_size)
        self._is_doubtful = False
        self.state = CopyState(CopyHealth.WELL, str(self.folder))

    def _put_aside(self, journal: Path) -> None:
        self.close()
        journal.replace(self.folder / PUT_ASIDE)
        sync_folder(self.folder)

    def _open(self, journal: Path, size: int) -> None:
        if journal.name != JOURNAL:
            journal = journal.replace(self.folder / JOURNAL)
            sync_folder(self.folder)
        self._file = os.open(journal, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC)
        os.ftruncate(self._file, size)
        self._size = size

    def _write(self, copied: Iterable[Copied]) -> None:
        lines = b"".join(each.line() for each in copied)
        assert self._file is not None
        written = os.write(self._file, lines)
        if written != len(lines):
            raise LedgerError(f"{self.folder} took {written} of {len(lines)} bytes")
        os.fsync(self._file)
        self._size += len(lines)

    def _lose(self, error: LedgerError, now_s: float) -> None:
        self._lost_s = now_s
        with suppress(OSError):  # the device is gone; so is what was open on it
            self.close()
        self.state = CopyState(CopyHealth.MISSING, str(error))


# --- what a journal tells ---------------------------------------------------------------------


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


def _everything(connection: sqlite3.Connection, key: bytes) -> Iterator[bytes]:
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
    rounds_left = store.read_rounds_after(connection, upto)
    kept_round = next(rounds_left, None)
    for row in store.read_rows(connection, after=upto):
        rounds = {}
        if kept_round is not None and kept_round.line.changed == row.sequence:
            rounds = {kept_round.line.number: kept_round.text}
            kept_round = next(rounds_left, None)
        yield Copied(row, {}, rounds).line()


def _from_here(connection: sqlite3.Connection, key: bytes, standing: Standing) -> Iterator[bytes]:
    if standing.last is None:
        yield header(key, None, {}, {})
        return
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


def _texts_of(connection: sqlite3.Connection, numbers: Iterable[int]) -> dict[int, str]:
    found = {number: store.read_round(connection, number) for number in numbers}
    return {number: kept.text for number, kept in found.items() if kept is not None}


def _kept_rows(connection: sqlite3.Connection, kept: Iterable[Stretch]) -> Iterator[Row]:
    for stretch in kept:
        yield from store.read_rows(connection, stretch.line.opened - 1, stretch.line.changed)


def _with_texts(connection: sqlite3.Connection, rows: list[Row], after: int) -> Iterator[Copied]:
    """Rows without the texts that have changed since; the last brings all that stand."""
    yield from (Copied(row) for row in rows[:-1])
    rounds = {kept.line.number: kept.text for kept in store.read_rounds_after(connection, after)}
    yield Copied(rows[-1], store.read_documents(connection), rounds)


def read_head(journal: Path, key: bytes) -> Head | None:
    """How far a journal tells; None when it tells no journal of ours. Reads only its end.

    Raises:
        OSError: it cannot be read.
    """
    size = journal.stat().st_size
    with journal.open("rb") as stream:
        stream.seek(max(0, size - _TAIL_BYTES))
        tail = stream.read()
        stream.seek(0)
        first = stream.readline()
    end = tail.rfind(b"\n") + 1
    whole = tail[:end].splitlines(keepends=True)
    try:
        rows = [Copied.parse(line).row for line in whole[-2:] if line != first]
        checkpoint = None if len(rows) == 2 else read_header(first, key).checkpoint
    except LedgerCorruptError:
        return None
    before = rows[0] if len(rows) == 2 else None if checkpoint is None else checkpoint.last
    if not rows:
        return None if before is None else Head(before, size - len(tail) + end, is_ours=True)
    last = rows[-1]
    hash_before = bytes(32) if before is None else before.hash
    made = link(key, hash_before, last.sequence, last.stamp, last.kind, last.payload)
    return Head(last, size - len(tail) + end, made == last.hash)


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
