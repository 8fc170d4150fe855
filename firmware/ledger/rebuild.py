"""Either copy makes the other again: the ledger from its second copy, or a new second copy.

A person decides it, with the cabinet switched off; what was there is put aside, never thrown
away, and the rebuilt ledger tells that it was rebuilt.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections import deque
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from firmware.clock import Clock
from firmware.errors import LedgerCorruptError, LedgerError, LedgerRefusedError
from firmware.ledger import chain, database, store
from firmware.ledger.chain import Row, Stamp
from firmware.ledger.checkpoint import Checkpoint
from firmware.ledger.entries import (
    STOP_ENTRY,
    Entry,
    Kind,
    Told,
    checkpoint_entry,
    transaction_entry,
)
from firmware.ledger.journal import JOURNAL, PUT_ASIDE, Copied, Header, read_header
from firmware.ledger.lock import hold
from firmware.ledger.migration import migrate
from firmware.ledger.second_copy import BEGUN, IN_STEP_ROWS
from firmware.ledger.snapshot import reading, temporary_folder
from firmware.ledger.standing import BEFORE_THE_FIRST_BOOT, RoundLine, Standing
from firmware.ledger.verify import verify
from firmware.log import LogEntry, LogKind

ASIDE = "aside"
"""Folder, with a number, into which a rebuild puts what was there."""
_UNFINISHED = "rebuilding"


@dataclass(frozen=True, slots=True)
class Rebuilt:
    """What a rebuild came to.

    Attributes:
        rows: number of the newest row that was found in the copy.
        aside: where the files lie that were there before; None when there were none.
    """

    rows: int
    aside: Path | None


def rebuild_copy(folder: Path, copy: Path) -> Rebuilt:
    """Put the journals in `copy` aside, if there are any: the next start begins a new one.

    Args:
        folder: the data folder.
        copy: the folder of the second copy; it must be there.

    Raises:
        LedgerInUseError: a cabinet runs on the folder.
        LedgerError: the device does not let us.
    """
    with database.plain_errors("rebuild the second copy in", copy), _held(folder):
        if not copy.is_dir():
            raise LedgerError(f"{copy} is no folder: is its device plugged in?")
        aside = _put_aside(copy, (JOURNAL, PUT_ASIDE, chain.KEY))
        (folder / BEGUN).unlink(missing_ok=True)
    return Rebuilt(0, aside)


def rebuild_ledger(folder: Path, copy: Path, clock: Clock, *, may_lose: bool = False) -> Rebuilt:
    """Make the ledger in `folder` again from its second copy.

    Args:
        folder: the data folder; made if it is missing.
        copy: the folder of the second copy.
        clock: stamps the rows that tell of it.
        may_lose: whether it may replace a ledger that knows what the copy does not.

    Raises:
        LedgerInUseError: a cabinet runs on the folder.
        LedgerRefusedError: the ledger there is readable, and knows more than the copy.
        LedgerCorruptError: the copy is not whole.
        LedgerError: there is no copy, or a disk does not let us.
    """
    with database.plain_errors("rebuild", folder):
        folder.mkdir(parents=True, exist_ok=True)
        if copy.exists() and folder.samefile(copy):
            raise LedgerRefusedError(f"{folder} is the second copy itself: name another folder")
        with _held(folder):
            unfinished = folder / _UNFINISHED
            shutil.rmtree(unfinished, ignore_errors=True)
            try:
                unfinished.mkdir()
                newest = _make(unfinished, folder, copy, clock)
                if not may_lose:
                    _refuse_loss(folder, newest)
                return Rebuilt(newest.sequence, _replace(folder, unfinished))
            finally:
                shutil.rmtree(unfinished, ignore_errors=True)


@contextmanager
def _held(folder: Path) -> Iterator[None]:
    lock = hold(folder)
    try:
        yield
    finally:
        os.close(lock)


def _refuse_loss(folder: Path, newest: Row) -> None:
    """A ledger that can be read must not know more, or other, than the copy up to `newest`."""
    try:
        # We hold the folder ourselves, so it is a copy of it that is read.
        with temporary_folder() as name:
            for ending in ("", "-wal"):
                source = folder / f"{database.DATABASE}{ending}"
                if source.is_file():
                    shutil.copyfile(source, Path(name) / source.name)
            with reading(Path(name), folder) as connection:
                last = store.read_last_row(connection)
                same = store.read_row(connection, newest.sequence)
    except LedgerError:
        return  # there is nothing to lose that could be read
    if last is None or last.sequence < newest.sequence:
        return
    if same is None or same.hash != newest.hash:
        raise LedgerRefusedError(
            f"the ledger in {folder} tells row {newest.sequence} otherwise than the copy: it is of "
            "another cabinet, or one of the two was set back and went on; --discard replaces it"
        )
    if last.sequence > newest.sequence:
        raise LedgerRefusedError(
            f"the ledger in {folder} can be read and knows {last.sequence - newest.sequence} rows "
            f"more than the copy, which ends at row {newest.sequence}: they would be lost. Begin "
            "a new copy instead (--copy), or lose them (--discard)"
        )


def verify_copy(folder: Path, copy: Path, clock: Clock) -> tuple[str, ...]:
    """Prove that the ledger in `folder` could be made again from its second copy.

    Returns:
        What is wrong, in plain sentences; nothing when the copy tells the same as the ledger,
        up to its own newest row.
    """
    try:
        with reading(folder) as connection:
            last = store.read_last_row(connection)  # first: a running cabinet tells more meanwhile
        with (
            database.plain_errors("read the second copy in", copy),
            temporary_folder() as name,
        ):
            newest = _make(Path(name), folder, copy, clock)
        with reading(folder) as connection:
            here = store.read_row(connection, newest.sequence)
    except LedgerError as error:
        return (str(error),)
    if here is None or here.hash != newest.hash:
        return (f"row {newest.sequence}, the newest of {copy}, is not the one of the ledger",)
    if last is not None and last.sequence > newest.sequence + IN_STEP_ROWS:
        return (f"{copy} ends at row {newest.sequence}, the ledger at row {last.sequence}",)
    if not (copy / chain.KEY).exists():
        return (f"{copy / chain.KEY} is missing: the copy alone could not be read",)
    return ()


def _make(target: Path, folder: Path, copy: Path, clock: Clock) -> Row:
    """Make a ledger in `target`, proven whole; the newest row that the copy told."""
    if not (copy / JOURNAL).exists() and not (copy / PUT_ASIDE).exists():
        raise LedgerError(f"there is no second copy in {copy}")
    its_key = copy / chain.KEY
    key = chain.read_key(its_key if its_key.exists() else folder / chain.KEY)
    chain.write_key(target / chain.KEY, key)
    path = target / database.DATABASE
    with closing(database.connect(path)) as connection:
        migrate(connection, key, path)
        with database.atomic(connection):
            newest = _fill(connection, _Contents.read(copy, key), key, clock)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    verdict = verify(target)
    if not verdict.ok:
        raise LedgerCorruptError(
            f"the second copy in {copy} makes no whole ledger: {verdict.faults[0]}"
        )
    return newest


def _replace(folder: Path, unfinished: Path) -> Path | None:
    """Exchange the ledger; a cut on the way leaves a key without a database, never nothing."""
    names = tuple(database.DATABASE + ending for ending in ("", "-wal", "-shm"))
    aside = _put_aside(folder, names)
    key = (unfinished / chain.KEY).read_bytes()
    old = folder / chain.KEY
    if aside is not None and old.exists() and old.read_bytes() != key:
        chain.write_key(aside / chain.KEY, old.read_bytes())
    chain.write_key(old, key)
    (unfinished / database.DATABASE).replace(folder / database.DATABASE)
    chain.sync_folder(folder)
    return aside


def _put_aside(folder: Path, names: tuple[str, ...]) -> Path | None:
    there = [name for name in names if (folder / name).exists()]
    if not there:
        return None
    number = 1
    while (folder / f"{ASIDE}-{number}").exists():
        number += 1
    aside = folder / f"{ASIDE}-{number}"
    aside.mkdir()
    for name in there:
        (folder / name).replace(aside / name)
    chain.sync_folder(aside)
    chain.sync_folder(folder)
    return aside


# --- the contents of a copy -------------------------------------------------------------------


@dataclass(slots=True)
class _Contents:
    """What the journals tell together: the texts are gathered as the rows are read."""

    journals: tuple[tuple[Path, Header], ...]
    documents: dict[str, str] = field(default_factory=dict)
    rounds: dict[int, str] = field(default_factory=dict)

    @classmethod
    def read(cls, copy: Path, key: bytes) -> _Contents:
        """The journals of `copy`; one that was put aside counts when the other goes on from it."""
        newest, before = copy / JOURNAL, copy / PUT_ASIDE
        if not newest.exists():
            return cls(((before, read_header(_first_line(before), key)),))
        header = read_header(_first_line(newest), key)
        if before.exists() and _goes_on(header, before):
            with suppress(LedgerCorruptError):  # the newest alone makes a ledger too
                return cls(((before, read_header(_first_line(before), key)), (newest, header)))
        return cls(((newest, header),))

    @property
    def header(self) -> Header:
        """What stands before the first row."""
        return self.journals[0][1]

    def rows(self) -> Iterator[Row]:
        """The rows, oldest first."""
        for journal, header in self.journals:
            self.documents |= header.documents
            self.rounds |= header.rounds
            is_last = journal is self.journals[-1][0]
            with journal.open("rb") as stream:
                stream.readline()
                for line in stream:
                    try:
                        copied = Copied.parse(line)
                    except LedgerCorruptError:
                        if is_last and not any(map(_tells, stream)):
                            return  # only the end: cut off in the writing, or damaged
                        raise
                    self.documents |= copied.documents
                    self.rounds |= copied.rounds
                    yield from copied.rows


def _tells(line: bytes) -> bool:
    with suppress(LedgerCorruptError):
        return bool(Copied.parse(line))
    return False


def _first_line(journal: Path) -> bytes:
    with journal.open("rb") as stream:
        return stream.readline()


def _goes_on(header: Header, before: Path) -> bool:
    """Whether a journal begins where the one `before` ends."""
    with before.open("rb") as stream:
        (last,) = deque(stream, maxlen=1)
    checkpoint = header.checkpoint
    try:
        return checkpoint is not None and Copied.parse(last).last == checkpoint.last
    except LedgerCorruptError:
        return False  # its device failed in the writing; what follows does not need it


# --- the new database -------------------------------------------------------------------------


def _fill(connection: sqlite3.Connection, contents: _Contents, key: bytes, clock: Clock) -> Row:
    checkpoint = contents.header.checkpoint
    standing, lines = BEFORE_THE_FIRST_BOOT, {}
    if checkpoint is not None:
        standing, lines = checkpoint.standing, _lines(checkpoint)
        for row in contents.header.kept:
            store.write_row(connection, row)
    for row in chain.proven(key, contents.rows(), standing.last):
        store.write_row(connection, row)
        before, standing = standing, standing.after(row)
        if standing.round is not None and standing.round is not before.round:
            lines[standing.round.number] = standing.round
    if standing.last is None:
        raise LedgerCorruptError("the second copy tells of no boot")
    newest = standing.last
    if checkpoint is not None:
        text = checkpoint.text()
        upto = checkpoint.last.sequence
        store.write_checkpoint(connection, upto, text)
        standing = _append(connection, standing, key, clock, checkpoint_entry(upto, text))
    entry = LogEntry(LogKind.REBUILT, details=(("row", str(newest.sequence)),))
    standing = _append(connection, standing, key, clock, transaction_entry(Told(log=(entry,))))
    if newest.kind == Kind.STOP:  # the last run had ended well, and still has
        standing = _append(connection, standing, key, clock, STOP_ENTRY)
    _write_texts(connection, contents, standing, lines)
    store.write_standing(connection, key, standing)
    store.write_mark(connection, is_test=standing.is_test)
    return newest


def _lines(checkpoint: Checkpoint) -> dict[int, RoundLine]:
    """The rounds that are kept although a checkpoint stands for rows of theirs."""
    lines = {stretch.line.number: stretch.line for stretch in checkpoint.stretches}
    newest = checkpoint.standing.round
    if newest is not None and newest.number >= checkpoint.first_round:
        lines[newest.number] = newest
    return lines


def _append(
    connection: sqlite3.Connection, standing: Standing, key: bytes, clock: Clock, entry: Entry
) -> Standing:
    last = standing.last
    assert last is not None
    kind, payload = entry
    stamp = Stamp(standing.boot, int(clock.now_s() * 1000), clock.wall(), clock.is_synced())
    sequence = last.sequence + 1
    made = chain.link(key, last.hash, sequence, stamp, kind, payload)
    row = Row(sequence, stamp, kind, payload, made)
    store.write_row(connection, row)
    return standing.after(row)


def _write_texts(
    connection: sqlite3.Connection,
    contents: _Contents,
    standing: Standing,
    lines: dict[int, RoundLine],
) -> None:
    if chain.digests(contents.documents) != standing.documents:
        raise LedgerCorruptError("the documents of the second copy are not those its rows tell of")
    store.write_documents(connection, contents.documents)
    for number, line in lines.items():
        text = contents.rounds.get(number)
        if text is None or chain.digest(text) != line.digest:
            raise LedgerCorruptError(f"round {number} of the second copy is not what was written")
        store.write_round(connection, line, text)
