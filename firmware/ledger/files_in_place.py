"""The files of an open database stay the ones that were opened.

A file that is removed, replaced or cut short under a running program goes on taking writes
that no one will ever find again.
"""

from __future__ import annotations

import os
from pathlib import Path

from firmware.errors import LedgerGoneError


class FilesInPlace:
    """Watches a database and its log.

    Args:
        database: the file, open; its log is there by now.
    """

    def __init__(self, database: Path) -> None:
        self._files = database, database.with_name(f"{database.name}-wal")
        self._inodes = tuple(_inode(_found(file)) for file in self._files)
        self._size = 0

    def verify(self) -> None:
        """See that both are where they were, and that the database has not shrunk.

        Raises:
            LedgerGoneError: naming the file.
        """
        found = tuple(_found(file) for file in self._files)
        for file, here, inode in zip(self._files, found, self._inodes, strict=True):
            if _inode(here) != inode:
                how = "removed" if here is None else "replaced"
                raise LedgerGoneError(f"{file} was {how} while the cabinet runs")
        database = found[0]
        size = 0 if database is None else database.st_size
        if size < self._size:
            raise LedgerGoneError(f"{self._files[0]} was cut short while the cabinet runs")
        self._size = size


def _found(file: Path) -> os.stat_result | None:
    try:
        return file.stat()
    except FileNotFoundError:
        return None


def _inode(found: os.stat_result | None) -> int | None:
    return None if found is None else found.st_ino
