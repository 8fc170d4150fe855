"""The second copy: every transaction once more, on another device.

A journal that only grows. It is written after the ledger has answered, so it is never ahead
of it: a copy that tells more proves that the ledger was set back. From the journal alone the
ledger can be made again (`rebuild`).

When the journal has grown to half of what it may take, it is put aside in place of the one
put aside before, and a new one begins with a checkpoint.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import IO

from firmware.errors import LedgerError, LedgerGoneError, LedgerRolledBackError
from firmware.events import CopyHealth, CopyState
from firmware.ledger import store
from firmware.ledger.chain import KEY, Row, read_key, sync_folder, write_key
from firmware.ledger.closed import CLOSED, closed_ledgers
from firmware.ledger.database import DATABASE, plain_errors
from firmware.ledger.device import Device, Direct
from firmware.ledger.journal import (
    JOURNAL,
    PUT_ASIDE,
    Copied,
    Head,
    everything,
    from_here,
    missing,
    read_head,
)
from firmware.ledger.standing import Standing

BEGUN = "ledger.copied"
"""A mark in the ledger's folder: a second copy has begun, so that an empty folder is no new one."""
RETRY_S = 30.0
"""How often a copy that is missing is looked for."""
IN_STEP_ROWS = 3
"""Rows that a cut may leave the copy behind: a transaction and a checkpoint after it; or what
tells of a rebuild."""
CAUGHT_UP_ROWS = 64
"""So many missing rows are told in one line; with more a new journal begins."""
WHOLE_BYTES = 16 << 20
"""A database up to this size is told whole when a journal begins: it takes seconds, at a boot."""
_BATCH_LINES = 256


class SecondCopy:
    """The journal in a folder of another device, written from the ledger's own thread.

    Nothing here raises for the device's sake: `state` tells what is wrong, and play goes on.

    Args:
        folder: where it lies; the folder itself is made, its parents are not.
        limit_bytes: what both journals together may take.
        must_be_elsewhere: whether a folder on the ledger's own disk is refused: the mount
            point of a stick that is not plugged in is such a folder.
        device: how long the device is waited for.
    """

    def __init__(
        self,
        folder: Path,
        limit_bytes: int,
        *,
        must_be_elsewhere: bool = False,
        device: Device | None = None,
    ) -> None:
        self.folder = folder
        self.state = CopyState(CopyHealth.MISSING, str(folder))
        self._limit_bytes = limit_bytes
        self._must_be_elsewhere = must_be_elsewhere
        self._device = device or Direct()
        self._file: int | None = None
        self._size = 0
        self._told = 0
        """Number of the newest row that the journal tells."""
        self._looked_s = 0.0
        self._is_doubtful = False

    # --- at a boot ----------------------------------------------------------------------------

    def refuse_if_begun(self, primary: Path) -> None:
        """A ledger is about to begin in `primary`: there must be no copy of an older one.

        Raises:
            LedgerGoneError: there is one.
        """
        try:
            with plain_errors("use the second copy in", self.folder):
                journal = self._device.run(self._journal)
        except LedgerError:
            return  # it is lost, and will be found foreign when it comes back
        if journal is not None:
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
            standing: how the ledger stands; it has a row.
            now_s: monotonic time.

        Raises:
            LedgerRolledBackError: the copy tells more than the ledger, or otherwise.
        """
        self.close()
        self._looked_s = now_s
        try:
            with plain_errors("use the second copy in", self.folder):
                self._attach(connection, key, primary, standing)
        except LedgerRolledBackError:
            raise
        except LedgerError as error:
            self._lose(error, now_s)

    def _attach(
        self, connection: sqlite3.Connection, key: bytes, primary: Path, standing: Standing
    ) -> None:
        journal, head = self._device.run(lambda: self._look(key, primary))
        if journal is None:
            self._begin(connection, key, primary, standing)
            return
        if head is None and self._put_predecessor_aside(journal, primary):
            self._begin(connection, key, primary, standing)
            return
        if head is None:
            detail = f"{journal} was not written by this ledger: move it away, or rebuild it"
            self.state = CopyState(CopyHealth.FOREIGN, detail)
            return
        if head.last is not None:
            self._refuse_ahead(connection, head.last, standing)
        behind = _sequence(standing) - head.sequence
        # A device that failed may tell what it has not kept.
        is_trusted = head.is_whole and not self._is_doubtful
        if behind > CAUGHT_UP_ROWS or not is_trusted or not _follows(connection, head.sequence):
            self._begin(connection, key, primary, standing)
        else:
            self._device.run(lambda: self._open(journal, head, key))
            told = missing(connection, head.sequence)
            self._write([] if told is None else [told])
            self.state = CopyState(CopyHealth.WELL, str(self.folder))
        if behind > IN_STEP_ROWS and not self._is_doubtful:
            detail = f"{behind} rows were missing in {self.folder}"
            self.state = CopyState(CopyHealth.BEHIND, detail)
        self._is_doubtful = False

    def _look(self, key: bytes, primary: Path) -> tuple[Path | None, Head | None]:
        """The journal that is there and how far it tells."""
        self.folder.mkdir(exist_ok=True)
        if self.folder.samefile(primary):
            raise LedgerError(f"{self.folder} is the ledger's own folder: name another device's")
        if self._must_be_elsewhere and self.folder.stat().st_dev == primary.stat().st_dev:
            raise LedgerError(
                f"{self.folder} is on the ledger's own disk: is the other device plugged in?"
            )
        journal = self._journal()
        if journal is None and (primary / BEGUN).exists():
            raise LedgerError(
                f"there is no copy in {self.folder} any more: is its device plugged in? For a "
                "new device: cabinato rebuild --copy"
            )
        return journal, None if journal is None else read_head(journal, key)

    def _refuse_ahead(self, connection: sqlite3.Connection, last: Row, standing: Standing) -> None:
        newest = _sequence(standing)
        if last.sequence > newest:
            raise LedgerRolledBackError(
                f"the second copy in {self.folder} tells up to row {last.sequence}, the ledger "
                f"only to row {newest}: it is an older image of itself. Rebuild it from the copy "
                "(cabinato rebuild)"
            )
        here = store.read_row(connection, last.sequence)
        if here is not None and here.hash != last.hash:
            raise LedgerRolledBackError(
                f"row {last.sequence} of the ledger is not the one that the second copy in "
                f"{self.folder} tells: one of them was set back and went on. Rebuild the ledger "
                "from the copy (cabinato rebuild), or the copy from the ledger (--copy)"
            )

    # --- running ------------------------------------------------------------------------------

    def append(self, copied: Iterable[Copied], now_s: float) -> None:
        """Tell rows that the ledger has made durable; what cannot be written is told later."""
        if self._file is None:
            return
        try:
            with plain_errors("write the second copy in", self.folder):
                self._write([each for each in copied if each.last.sequence > self._told])
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
                        self._put_aside()
                        self._fill(from_here(connection, key, standing), key, standing)
                except LedgerError as error:
                    self._lose(error, now_s)
        elif now_s - self._looked_s >= RETRY_S:  # lost, or another's: the right one may come back
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
            # Also where this fails the number is free, and soon another's.
            with suppress(OSError, LedgerError):
                self._device.run(lambda: os.close(file))

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
        """A new journal: all that the ledger keeps where that is little, else from here on."""
        size = (primary / DATABASE).stat().st_size
        if size > min(WHOLE_BYTES, self._limit_bytes // 2):
            self._fill(from_here(connection, key, standing), key, standing)
        else:
            self._fill(everything(connection, key), key, standing)
            self._device.run(lambda: (self.folder / PUT_ASIDE).unlink(missing_ok=True))
        (primary / BEGUN).touch()

    def _fill(self, lines: Iterator[bytes], key: bytes, standing: Standing) -> None:
        """Write a whole journal beside the one there is, then put it in its place."""
        self.close()
        unfinished = self.folder / f"{JOURNAL}.new"
        stream = self._device.run(lambda: unfinished.open("wb"))
        try:
            while batch := list(islice(lines, _BATCH_LINES)):
                self._device.run(_writing(stream, batch))
            self._device.run(stream.close)
            self._device.run(lambda: self._put_in_place(unfinished, key, standing))
        except (LedgerError, OSError):
            with suppress(LedgerError, OSError):
                self._device.run(lambda: _dropped(stream, unfinished))
            raise
        self.state = CopyState(CopyHealth.WELL, str(self.folder))

    def _put_in_place(self, unfinished: Path, key: bytes, standing: Standing) -> None:
        journal = unfinished.replace(self.folder / JOURNAL)
        sync_folder(self.folder)
        self._open(journal, Head(standing.last, journal.stat().st_size), key)

    def _put_predecessor_aside(self, journal: Path, primary: Path) -> bool:
        """Whether the journal was that of a ledger closed before this one; it is kept, then."""
        return self._device.run(lambda: self._moved_aside(journal, primary))

    def _moved_aside(self, journal: Path, primary: Path) -> bool:
        for closed in closed_ledgers(primary):
            if read_head(journal, read_key(closed / KEY)) is not None:
                aside = self.folder / CLOSED / closed.name
                aside.mkdir(parents=True, exist_ok=True)
                # By the journal it is known again after a cut: that goes last.
                for name in (KEY, PUT_ASIDE, JOURNAL):
                    if (self.folder / name).exists():
                        (self.folder / name).replace(aside / name)
                sync_folder(aside)
                sync_folder(self.folder)
                return True
        return False

    def _put_aside(self) -> None:
        self.close()
        self._device.run(lambda: (self.folder / JOURNAL).replace(self.folder / PUT_ASIDE))
        self._device.run(lambda: sync_folder(self.folder))

    def _open(self, journal: Path, head: Head, key: bytes) -> None:
        its_key = self.folder / KEY
        if not its_key.exists() or its_key.read_bytes() != key:
            write_key(its_key, key)
        if journal.name != JOURNAL:
            journal = journal.replace(self.folder / JOURNAL)
            sync_folder(self.folder)
        self._file = os.open(journal, os.O_WRONLY | os.O_APPEND | os.O_CLOEXEC)
        os.ftruncate(self._file, head.size)
        self._size, self._told = head.size, head.sequence

    def _write(self, copied: Sequence[Copied]) -> None:
        if not copied:
            return
        lines = b"".join(each.line() for each in copied)
        assert self._file is not None
        file = self._file
        written = self._device.run(lambda: _written(file, lines))
        if written != len(lines):
            raise LedgerError(f"{self.folder} took {written} of {len(lines)} bytes")
        self._size += len(lines)
        self._told = copied[-1].last.sequence

    def _lose(self, error: LedgerError, now_s: float) -> None:
        self._looked_s = now_s
        self.close()
        self.state = CopyState(CopyHealth.MISSING, str(error))


def _writing(stream: IO[bytes], lines: list[bytes]) -> Callable[[], None]:
    def write() -> None:
        stream.writelines(lines)
        stream.flush()
        os.fsync(stream.fileno())  # little at a time: a slow stick is not taken for a dead one

    return write


def _dropped(stream: IO[bytes], unfinished: Path) -> None:
    unfinished.unlink(missing_ok=True)
    stream.close()


def _written(file: int, lines: bytes) -> int:
    if os.fstat(file).st_nlink == 0:
        raise LedgerError("the journal was removed")
    written = os.write(file, lines)
    os.fsync(file)
    return written


def _sequence(standing: Standing) -> int:
    return 0 if standing.last is None else standing.last.sequence


def _follows(connection: sqlite3.Connection, sequence: int) -> bool:
    """Whether the row after `sequence` is there, or none is to come."""
    last = store.read_last_row(connection)
    if last is None or last.sequence <= sequence:
        return True
    return store.read_row(connection, sequence + 1) is not None
