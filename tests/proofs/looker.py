"""What a ledger says when it is opened on a disk that a power cut left."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from hashlib import sha1
from pathlib import Path
from unittest import mock

from crash_disk import Image
from evenings import Standing, opened, standing_of
from money import MEMORY

from firmware.errors import LedgerError
from firmware.ledger.database import DATABASE
from firmware.ledger.ledger import Ledger
from firmware.ledger.verify import verify

EVERY = 8
"""Every so many of the disks that come to a known database are opened by the ledger too."""


@dataclass(frozen=True)
class Found:
    """What a ledger opened on an image says.

    Attributes:
        error: why it does not open, or what `verify` says once it is open.
        before: what `verify` says of the image as it is.
        standing: what stands, with the boot of this look.
    """

    error: str
    before: str = ""
    standing: Standing | None = None


class Looker:
    """Opens a ledger on images, as after the cut.

    Disks with other bytes often come to the same database once SQLite has read its log.
    SQLite reads each of them. On one of those that come to the same, byte for byte, the
    ledger is opened and `verify` run before and after; on every `every`-th of the others the
    ledger is opened.
    """

    def __init__(self, folder: Path, every: int = EVERY) -> None:
        """Args: folder: where the images are laid out for a moment."""
        self._folder = folder
        self._every = every
        self._known: dict[bytes, Found] = {}
        self._proven: dict[bytes, Found] = {}
        self.opened = self.verified = 0
        """On how many a ledger was opened, and `verify` run."""

    @property
    def distinct(self) -> int:
        """Distinct disks."""
        return len(self._known)

    def look(self, image: Image) -> Found:
        """What a ledger on this disk says."""
        mark = _mark(image)
        if mark not in self._known:
            self._known[mark] = self._look(image)
        return self._known[mark]

    def _look(self, image: Image) -> Found:
        with self._laid_out(image) as folder:
            content = _recovered(image, folder)
        known = None if content is None else self._proven.get(content)
        if known is None:
            found = self._verify(image)
            if content is not None:
                self._proven[content] = found
            return found
        if self.distinct % self._every:
            return known
        with self._laid_out(image) as folder:
            return self._open(folder, known.before, is_known=True)

    def _verify(self, image: Image) -> Found:
        self.verified += 1
        with self._laid_out(image) as folder:
            # As an auditor reads the disk before anybody boots from it.
            before = "; ".join(verify(folder).faults)
            return self._open(folder, before, is_known=False)

    def _open(self, folder: Path, before: str, *, is_known: bool) -> Found:
        self.opened += 1
        try:
            ledger = opened(folder)
        except LedgerError as error:
            return Found(f"does not open: {error}", before)
        # From outside, while the ledger runs.
        after = () if is_known else verify(folder).faults
        found = standing_of(ledger)
        leave(ledger)
        return Found("; ".join(after), before, found)

    @contextmanager
    def _laid_out(self, image: Image) -> Iterator[Path]:
        with tempfile.TemporaryDirectory(dir=self._folder) as made:
            for name, content in image.items():
                (Path(made) / name).write_bytes(content)
            yield Path(made)


def _recovered(image: Image, folder: Path) -> bytes | None:
    """A mark of the database that SQLite makes of the image, and of what lies beside it.

    None where there is no database to be read.
    """
    if DATABASE not in image:
        return None
    beside = {name: text for name, text in image.items() if not name.startswith(DATABASE)}
    try:
        with closing(sqlite3.connect(folder / DATABASE)) as connection:
            connection.execute("SELECT count(*) FROM sqlite_schema").fetchall()
            return _mark({**beside, DATABASE: connection.serialize()})
    except sqlite3.DatabaseError:
        return None


def leave(ledger: Ledger) -> None:
    """Be done with a ledger whose files are thrown away: no goodbye, which takes long."""
    ledger._connection.close()
    os.close(ledger._lock)


def wrong(found: Found, allowed: list[Standing]) -> str:
    """What is wrong with what was found where only `allowed` may stand; empty for nothing."""
    if found.error:
        return found.error
    if found.standing not in [standing.booted() for standing in allowed]:
        return f"stands: {found.standing}; may stand: {allowed}"
    # Before the first boot is done there is no ledger yet that could be proved.
    if allowed[0].boots and found.before:
        return f"before the boot: {found.before}"
    return ""


def _mark(image: Image) -> bytes:
    made = sha1(usedforsecurity=False)
    for name, content in image.items():
        made.update(f"{name} {len(content)} ".encode())
        made.update(content)
    return made.digest()


# --- folders ------------------------------------------------------------------------------------


@contextmanager
def in_memory() -> Iterator[Path]:
    """A folder in memory, which readers use for their copies too."""
    where = MEMORY if MEMORY.is_dir() else None
    with (
        tempfile.TemporaryDirectory(dir=where) as name,
        mock.patch.object(tempfile, "tempdir", name),
    ):
        yield Path(name)


def made_folder(folder: Path) -> Path:
    """The folder, new."""
    folder.mkdir()
    return folder
