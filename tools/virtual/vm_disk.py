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
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from vm_image import TREE
from vm_machine import VmError

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
