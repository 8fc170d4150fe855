"""Who holds a data folder: one cabinet at a time, and readers that only look.

The lock is the system's own (`flock`), so it is free again however its holder ends.
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from firmware.errors import LedgerInUseError

LOCK = "ledger.lock"
TRIES = 1000
"""How often a lock shared by readers is tried again: far longer than a look takes."""


def hold(folder: Path) -> int:
    """Hold `folder` until the descriptor that is returned is closed.

    Raises:
        LedgerInUseError: another process holds it.
        OSError: the folder takes no lock file.
    """
    lock = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT, 0o644)
    for _ in range(TRIES):
        if _got(lock, fcntl.LOCK_EX):
            return lock
        # A reader that looks whether a cabinet runs shares the lock for an instant.
        if not _got(lock, fcntl.LOCK_SH):
            break
        fcntl.flock(lock, fcntl.LOCK_UN)
    os.close(lock)
    raise LedgerInUseError(
        f"another cabinet is running on this folder: {folder}; close that one first"
    )


def is_held(folder: Path) -> bool:
    """Whether a cabinet holds the folder; looks only, and waits for nobody."""
    try:
        lock = os.open(folder / LOCK, os.O_RDONLY | os.O_NONBLOCK)  # a pipe would be waited for
    except OSError:
        return False
    try:
        return not _got(lock, fcntl.LOCK_SH)
    finally:
        os.close(lock)


def _got(lock: int, kind: int) -> bool:
    try:
        fcntl.flock(lock, kind | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
