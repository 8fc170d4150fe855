"""What a disk holds at the moment when the power goes, read on this machine.

A machine that stands still has written to its disk what the guest has sent there and nothing of
what the guest still holds: a copy of the disk is then the disk after a power cut. It is mounted as
the next start would mount it, so that the file system mends itself, and the ledger is opened and
proven by the program's own code.
"""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vm_image import TREE
from vm_machine import VmError
from vm_seen import rows_lost, seen

LEDGER = "var/lib/cabinato"
CONFIG = "etc/cabinato/hw_config.toml"
_MOVING = "SELECT payload FROM rows WHERE payload LIKE '%\"postings\"%' ORDER BY sequence"


@dataclass(frozen=True, slots=True)
class Left:
    """What of the books was left on a disk.

    Attributes:
        documents: the ledger's, JSON texts by name.
        rows: those that move credits, oldest first.
    """

    documents: dict[str, str]
    rows: list[str]

    @property
    def books(self) -> dict[str, Any]:
        """As the guest's hand tells them."""
        return {"documents": self.documents, "rows": self.rows}


class Copies:
    """Copies of a disk, each looked at while the machine plays on, one after the other.

    Args:
        folder: for what is being looked at.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._looker = ThreadPoolExecutor(1, thread_name_prefix="copies")
        self._looks: list[Future[None]] = []
        self._taken = 0

    def take(self, disk: Path) -> Path:
        """A copy of the disk of a machine that stands still."""
        self._folder.mkdir(exist_ok=True)
        self._taken += 1
        copy = self._folder / f"{self._taken}.qcow2"
        shutil.copy(disk, copy)
        return copy

    def look(self, copy: Path, booked: Sequence[str], in_box: int) -> None:
        """Look at it by and by: `booked` are rows that must be there, `in_box` the credits of the
        coins in the acceptor's box."""
        self._looks.append(self._looker.submit(self._look, copy, tuple(booked), in_box))

    def prove(self) -> None:
        """Wait until all were looked at.

        Raises:
            VmError: one is not as it should be; it is kept.
        """
        looks, self._looks = self._looks, []
        for each in looks:
            each.result()

    def close(self) -> None:
        """Look at none any more."""
        self._looker.shutdown(cancel_futures=True)

    def _look(self, copy: Path, booked: Sequence[str], in_box: int) -> None:
        left = read_disk(copy, self._folder / "there")
        told = rows_lost(booked, left.rows)
        coin_in = seen(left.books, "", "")["coin_in"]
        if not told and coin_in != in_box:
            told = f"{in_box} credits in the box, {coin_in} booked"
        if told:
            raise VmError(f"{copy}: {told}")
        copy.unlink()


def read_disk(disk: Path, work: Path) -> Left:
    """Mend the file system of a copy of a disk, prove the ledger on it, and read it.

    Args:
        disk: a qcow2 image that no machine uses.
        work: an empty folder's place.

    Raises:
        VmError: the disk cannot be mounted, or the ledger is not whole; says why.
    """
    shutil.rmtree(work, ignore_errors=True)
    there = work / "there"
    there.mkdir(parents=True)
    raw = work / "disk.raw"
    _done("qemu-img", "convert", "-O", "raw", disk, raw)
    _done("mount", "-o", "loop", raw, there)
    try:
        shutil.copytree(there / LEDGER, work / "data")
        shutil.copy(there / CONFIG, work / "hw_config.toml")
    finally:
        _done("umount", there)
    raw.unlink()
    folders = ("--config", work / "hw_config.toml", "--data", work / "data")
    _done(sys.executable, "-m", "firmware", "verify", *folders)
    return read_books(work / "data" / "ledger.db")


def read_books(ledger: Path) -> Left:
    """The documents and the moving rows of a ledger."""
    base = sqlite3.connect(ledger)
    try:
        documents = dict(base.execute("SELECT name, text FROM documents"))
        return Left(documents, [payload for (payload,) in base.execute(_MOVING)])
    finally:
        base.close()


def _done(*argv: str | Path) -> None:
    done = subprocess.run(
        [str(each) for each in argv], cwd=TREE, capture_output=True, text=True, check=False
    )
    if done.returncode != 0:
        said = (done.stdout + done.stderr)[-1000:]
        raise VmError(f"{' '.join(map(str, argv))[:120]}: code {done.returncode}: {said}")
