"""What a ledger does to its disk, recorded operation by operation, and made to fail.

A layer under SQLite (a VFS of apsw) passes everything through to real files and notes each
write, truncation, sync, deletion and new name; the file operations that the ledger does by
itself (its key) are noted at `os`. `crash_disk` makes disks of it. The same layer can let
any one of the operations fail.

Only what lies in `Recorder.folder` is noted: what an abandoned ledger still tidies up
elsewhere is not.
"""

from __future__ import annotations

import errno
import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import apsw

VFS_NAME = "recorded"
IGNORED = ("ledger.lock", "ledger.db-shm")
"""Names without content that counts: after a power cut both are made anew."""

Entry = tuple[Any, ...]
"""("create", inode, name), ("write", inode, offset, bytes), ("truncate", inode, bytes),
("sync", inode), ("sync failed", inode), ("unlink", name), ("rename", old, new),
("sync names",), ("begun", number of a step), ("acknowledged", number of a step),
("cut", {name: bytes}, {name: inode})."""

Fault = Callable[[str, str], str | None]
"""Asked before each operation (what, file name): how it fails, None for not at all."""


def no_fault(what: str, name: str) -> str | None:
    """A disk that works."""
    return None


class Recorder:
    """The log of everything done to one folder, over the boots of one ledger."""

    def __init__(self, folder: Path, fault: Fault = no_fault) -> None:
        """Args: folder: empty; fault: see `Fault`."""
        self.fault = fault
        self._path = str(folder)
        self.log: list[Entry] = []
        self._inodes: dict[str, int] = {}
        self._count = 0

    @contextmanager
    def installed(self) -> Iterator[None]:
        """Record while this lasts; the key is a known one, so that records repeat."""
        vfs = _Vfs(self)
        try:
            with _recorded_os(self), mock.patch.object(secrets, "token_bytes", bytes):
                yield
        finally:
            vfs.unregister()

    @property
    def folder(self) -> Path:
        """Where the files lie that are recorded now."""
        return Path(self._path)

    # --- what the layers tell -----------------------------------------------------------------

    def name(self, path: str) -> str | None:
        """The name in the folder; None for what is not recorded."""
        folder, name = os.path.split(path)
        return name if folder == self._path and name not in IGNORED else None

    def opened(self, name: str) -> None:
        """A file was opened for writing, and made if it was not there."""
        if name not in self._inodes:
            self._inodes[name] = self._count
            self._count += 1
            self.log.append(("create", self._inodes[name], name))

    def on(self, what: str, name: str, *rest: object) -> None:
        """An operation on the content of a file."""
        self.log.append((what, self._inodes[name], *rest))

    def unlinked(self, name: str) -> None:
        """A name is gone; whoever has the file open still writes to it."""
        if self._inodes.pop(name, None) is not None:
            self.log.append(("unlink", name))

    def renamed(self, old: str, new: str) -> None:
        """A name became another one."""
        self._inodes[new] = self._inodes.pop(old)
        self.log.append(("rename", old, new))

    def names_synced(self) -> None:
        """The names in the folder are durable."""
        self.log.append(("sync names",))

    # --- what the script of the evening does --------------------------------------------------

    def kill(self, folder: Path) -> None:
        """The process ends, the system lives: go on in a new folder with the files as they are."""
        for file in self.folder.iterdir():
            if self.name(str(file)) is not None:
                shutil.copyfile(file, folder / file.name)
        self._path = str(folder)

    def cut(self, folder: Path, image: dict[str, bytes]) -> None:
        """The power goes: go on in a new folder with what was left on the disk."""
        self._inodes = {}
        for name, content in image.items():
            (folder / name).write_bytes(content)
            self._inodes[name] = self._count
            self._count += 1
        self.log.append(("cut", image, dict(self._inodes)))
        self._path = str(folder)


# --- under SQLite -----------------------------------------------------------------------------

_HOW = {
    "EIO": {
        "read": apsw.SQLITE_IOERR_READ,
        "write": apsw.SQLITE_IOERR_WRITE,
        "sync": apsw.SQLITE_IOERR_FSYNC,
        "truncate": apsw.SQLITE_IOERR_TRUNCATE,
        "delete": apsw.SQLITE_IOERR_DELETE,
        "access": apsw.SQLITE_IOERR_ACCESS,
        "size": apsw.SQLITE_IOERR_FSTAT,
        "lock": apsw.SQLITE_IOERR_LOCK,
        "open": apsw.SQLITE_CANTOPEN,
        "rename": apsw.SQLITE_IOERR,  # not done by SQLite, but by the ledger itself
    },
    "ENOSPC": {"write": apsw.SQLITE_FULL},
    "short write": {"write": apsw.SQLITE_FULL},
    "failed sync": {"sync": apsw.SQLITE_IOERR_FSYNC},
}
"""How it fails -> operation -> what SQLite's own layer says then."""

_SHORT = "short write"


def can_fail(how: str, what: str) -> bool:
    """Whether there is such a failure of this operation."""
    return what in _HOW[how]


def _filename(name: str | apsw.URIFilename | None) -> str:
    return name.filename() if isinstance(name, apsw.URIFilename) else name or ""


class _Vfs(apsw.VFS):
    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        super().__init__(VFS_NAME, "")

    def fail(self, what: str, name: str | None) -> str | None:
        """How the operation fails: raises, except for a short write, which writes first."""
        how = None if name is None else self.recorder.fault(what, name)
        if how in (None, _SHORT):
            return how
        raise apsw.exception_for(_HOW[how][what])

    def xOpen(self, name: str | apsw.URIFilename | None, flags: list[int]) -> _File:  # noqa: N802
        return _File(self, name, flags)

    def xDelete(self, path: str, is_synced: bool) -> None:  # noqa: N802
        name = self.recorder.name(path)
        self.fail("delete", name)
        super().xDelete(path, is_synced)
        if name is not None:
            self.recorder.unlinked(name)
            if is_synced:
                self.recorder.names_synced()

    def xAccess(self, path: str, flags: int) -> bool:  # noqa: N802
        self.fail("access", self.recorder.name(path))
        return super().xAccess(path, flags)


class _File(apsw.VFSFile):
    def __init__(self, vfs: _Vfs, name: str | apsw.URIFilename | None, flags: list[int]) -> None:
        self.vfs = vfs
        self.path = _filename(name)
        found = vfs.recorder.name(self.path)
        vfs.fail("open", found)
        super().__init__("", name, flags)
        if found is not None:
            vfs.recorder.opened(found)
        logs = apsw.SQLITE_OPEN_WAL | apsw.SQLITE_OPEN_MAIN_JOURNAL
        # SQLite syncs the folder with the first sync of a journal or log it may have made.
        self.syncs_names = bool(flags[0] & logs and flags[0] & apsw.SQLITE_OPEN_CREATE)

    def name(self) -> str | None:
        return self.vfs.recorder.name(self.path)

    def xRead(self, amount: int, offset: int) -> bytes:  # noqa: N802
        self.vfs.fail("read", self.name())
        return super().xRead(amount, offset)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        name = self.name()
        is_short = self.vfs.fail("write", name) == _SHORT
        done = bytes(data)[: len(data) // 2 if is_short else None]
        super().xWrite(done, offset)
        if name is not None:
            self.vfs.recorder.on("write", name, offset, done)
        if is_short:
            raise apsw.exception_for(_HOW[_SHORT]["write"])

    def xTruncate(self, size: int) -> None:  # noqa: N802
        name = self.name()
        self.vfs.fail("truncate", name)
        super().xTruncate(size)
        if name is not None:
            self.vfs.recorder.on("truncate", name, size)

    def xSync(self, flags: int) -> None:  # noqa: N802
        name = self.name()
        try:
            self.vfs.fail("sync", name)
        except apsw.Error:
            # The system forgets that the pages were dirty: they are read as written, and no
            # later sync writes them.
            self.vfs.recorder.on("sync failed", name or "")
            raise
        super().xSync(flags)
        if name is not None:
            self.vfs.recorder.on("sync", name)
            if self.syncs_names:
                self.vfs.recorder.names_synced()
                self.syncs_names = False

    def xFileSize(self) -> int:  # noqa: N802
        self.vfs.fail("size", self.name())
        return super().xFileSize()

    def xLock(self, level: int) -> None:  # noqa: N802
        self.vfs.fail("lock", self.name())
        super().xLock(level)


# --- at `os` ----------------------------------------------------------------------------------


@contextmanager
def _recorded_os(recorder: Recorder) -> Iterator[None]:
    """Note what the ledger itself does to its files."""
    used = ("open", "close", "write", "fsync", "rename", "unlink")
    real = {name: getattr(os, name) for name in used}
    names: dict[int, str] = {}

    def fail(what: str, name: str | None) -> str | None:
        how = None if name is None else recorder.fault(what, name)
        if how in (None, _SHORT):
            return how
        number = errno.ENOSPC if how == "ENOSPC" else errno.EIO
        raise OSError(number, os.strerror(number), name)

    def open_(path: Any, flags: int, *rest: Any, **named: Any) -> int:
        # The folder itself is opened to sync its names; it has no name of its own.
        name = "" if str(path) == str(recorder.folder) else recorder.name(str(path))
        fail("open", name)
        descriptor: int = real["open"](path, flags, *rest, **named)
        if name is not None:
            names[descriptor] = name
            if name and flags & os.O_CREAT:
                recorder.opened(name)
        return descriptor

    def close(descriptor: int) -> None:
        names.pop(descriptor, None)
        real["close"](descriptor)

    def write(descriptor: int, data: bytes) -> int:
        name = names.get(descriptor)
        is_short = fail("write", name) == _SHORT
        # The system takes one byte at least; nothing at all it takes only with an error.
        taken = max(1, len(data) // 2) if is_short else len(data)
        count: int = real["write"](descriptor, data[:taken])
        if name is not None:
            end = os.lseek(descriptor, 0, os.SEEK_CUR)
            recorder.on("write", name, end - count, bytes(data[:count]))
        return count

    def fsync(descriptor: int) -> None:
        name = names.get(descriptor)
        try:
            fail("sync", name)
        except OSError:
            if name:
                recorder.on("sync failed", name)
            raise
        real["fsync"](descriptor)
        if name:
            recorder.on("sync", name)
        elif name == "":
            recorder.names_synced()

    def rename(old: Any, new: Any, **named: Any) -> None:
        name = recorder.name(str(old))
        fail("rename", name)
        real["rename"](old, new, **named)
        if name is not None:
            recorder.renamed(name, Path(new).name)

    def unlink(path: Any, **named: Any) -> None:
        name = recorder.name(str(path))
        fail("delete", name)
        real["unlink"](path, **named)
        if name is not None:
            recorder.unlinked(name)

    made = {
        "open": open_,
        "close": close,
        "write": write,
        "fsync": fsync,
        "fdatasync": fsync,
        "rename": rename,
        "replace": rename,
        "unlink": unlink,
    }
    with mock.patch.multiple(os, **made):
        yield
