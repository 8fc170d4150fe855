"""Taking the books home: where the stick is, and who writes to it, read back and let go.

A stick that is failing hangs whoever touches it, and a long ledger keeps a processor busy for
minutes. So a process of its own does the work (`take_home`), with the lowest priority; what
it says is awaited only so long.
"""

from __future__ import annotations

import errno
import json
import logging
import os
import select
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum, unique
from pathlib import Path
from typing import Any

from firmware.app.host import Host
from firmware.app.own_process import WorkerError, WorkerProcess, command
from firmware.config import Config
from firmware.errors import HostError, StickError
from firmware.words import Message

MOUNT = Path("/run/cabinato-usb/stick")
"""Where root mounts a stick for the service (tools/installing/files/host.py)."""
OWN_FOLDER = "cabinato"
"""What root gives the service of a stick whose file system knows owners."""
DESKTOPS = (Path("/media"), Path("/run/media"))
"""Where desktops mount sticks."""
MOUNTS = Path("/proc/self/mountinfo")

PATIENCE_S = 180.0
"""How long the process may say nothing: a slow stick takes in its last hundred megabytes."""
PROVEN, WRITTEN, READ_BACK = 30, 80, 99
"""In percent: how far it is when each is done; the rest is letting go."""

log = logging.getLogger(__name__)


@unique
class Trouble(StrEnum):
    """Why the books are not on the stick; each has its sentence."""

    NONE = "stick.none"
    FULL = "stick.full"
    LOCKED = "stick.locked"
    GONE = "stick.gone"
    WORN = "stick.worn"
    SILENT = "stick.silent"
    BOOKS = "stick.books"
    FAILED = "stick.failed"

    def error(self, detail: str) -> StickError:
        """What is raised; `detail` is for the journal, and for the page where that has a place."""
        return StickError(
            f"the books are not on the stick: {detail}", Message(self.value, (("detail", detail),))
        )


_BY_ERRNO = {
    **dict.fromkeys((errno.ENOSPC, errno.EDQUOT, errno.EFBIG), Trouble.FULL),
    **dict.fromkeys((errno.EROFS, errno.EACCES, errno.EPERM), Trouble.LOCKED),
    **dict.fromkeys(
        (errno.EIO, errno.ENODEV, errno.ENXIO, errno.ESTALE, errno.ENOTCONN, errno.ENOMEDIUM),
        Trouble.GONE,
    ),
}


def trouble_of(error: OSError) -> Trouble:
    """What an error of the system means where a stick is written to.

    >>> trouble_of(OSError(errno.EROFS, "Read-only file system")).name
    'LOCKED'
    """
    return _BY_ERRNO.get(error.errno or 0, Trouble.FAILED)


@dataclass(frozen=True, slots=True)
class BooksTaken:
    """What is on the stick now, read back and found right.

    Attributes:
        folder: its name on the stick.
        files: how many are in it, with the list of their digests.
        size_bytes: of all of them.
        rounds: how many it tells.
        rows: how many rows of the ledger it tells.
        is_proven: whether the ledger was proven whole.
        may_pull_out: whether the stick was let go.
    """

    folder: str
    files: int
    size_bytes: int
    rounds: int
    rows: int
    is_proven: bool
    may_pull_out: bool = False

    @property
    def told(self) -> Message:
        """What the operator is told."""
        then = Message("stick.pull_out" if self.may_pull_out else "stick.still_held")
        key = "stick.done" if self.is_proven else "stick.done_unproven"
        return Message(key, (("folder", self.folder), ("then", then)))


def step_of(percent: int) -> Message:
    """What is being done when it is so far."""
    if percent < PROVEN:
        return Message("stick.proving")
    if percent < WRITTEN:
        return Message("stick.writing")
    return Message("stick.reading_back" if percent < READ_BACK else "stick.ejecting")


# --- where ------------------------------------------------------------------------------------


def place_for_books(config: Config, mounts: Path = MOUNTS) -> Path:
    """The folder that the books go into: on a stick, or the configured one.

    A real cabinet knows only the stick that root mounted for it; a simulated one also those
    of the desktop.

    Raises:
        ConfigError: the configured folder lies under `~`, and this user has no home.
        StickError: there is none, or it cannot be written to.
    """
    configured = config.export_folder
    if configured is not None:
        if not configured.is_dir():
            raise Trouble.FAILED.error(f"cabinet.export_to: there is no folder {configured}")
        return _writable([configured])
    found = [at for at, source in _mounted(mounts) if _is_stick(at, source, config)]
    if not found:
        raise Trouble.NONE.error("there is no stick")
    return _writable(found)


def _is_stick(at: Path, source: str, config: Config) -> bool:
    if at == MOUNT:
        return True
    if config.is_real or not source.startswith("/dev/"):
        return False
    return any(desktop in at.parents for desktop in DESKTOPS)


def _mounted(mounts: Path) -> Iterator[tuple[Path, str]]:
    """(where, what) of every mount; see proc(5)."""
    for line in mounts.read_text(encoding="utf-8", errors="surrogateescape").splitlines():
        before, _, after = line.partition(" - ")
        fields, sources = before.split(), after.split()
        if len(fields) > 4 and len(sources) > 1:
            yield Path(_plain(fields[4])), sources[1]


def _plain(text: str) -> str:
    """A path without the escapes of the list.

    >>> _plain("/media/pi/MY\\\\040STICK")
    '/media/pi/MY STICK'
    """
    for code, letter in (("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")):
        text = text.replace(code, letter)
    return text


def _writable(places: Sequence[Path]) -> Path:
    for place in places:
        for folder in (place, place / OWN_FOLDER):
            if folder.is_dir() and os.access(folder, os.W_OK | os.X_OK):
                return folder
    raise Trouble.LOCKED.error(f"{places[0]} cannot be written to")


# --- how --------------------------------------------------------------------------------------


def export_to_stick(
    ledger: Path,
    config: Config,
    host: Host,
    progress: Callable[[int], None] = lambda _: None,
    *,
    worker: Sequence[str] = command("firmware.app.take_home"),
    mounts: Path = MOUNTS,
) -> BooksTaken:
    """Write the books of the ledger in `ledger` to the stick, and let the stick go.

    Takes minutes on a slow machine: call it where nobody waits.

    Args:
        ledger: the data folder.
        config: tells where to, and the report's language.
        host: lets a stick go that root has mounted.
        progress: told how far it is, in percent, on the thread of the call.
        worker: what does the work.
        mounts: the list of what is mounted.

    Raises:
        ConfigError: as `place_for_books`.
        StickError: they are not there, or not as they should be; says why.
    """
    place = place_for_books(config, mounts)
    progress(0)
    taken = _taken((*worker, str(ledger), str(place), config.cabinet.language), progress)
    if MOUNT in (place, place.parent):
        taken = _let_go(host, taken)
    progress(100)
    return taken


def _let_go(host: Host, taken: BooksTaken) -> BooksTaken:
    """The books are on it, whatever comes of this."""
    try:
        host.eject()
    except HostError as error:
        log.warning("the stick was not unmounted: %s", error)
        return taken
    return replace(taken, may_pull_out=True)


def _taken(worker: Sequence[str], progress: Callable[[int], None]) -> BooksTaken:
    """What the process says in the end."""
    try:
        process = WorkerProcess(worker)
    except OSError as error:
        raise Trouble.FAILED.error(f"no process for it: {error}") from error
    try:
        for said in _said(process):
            if "percent" in said:
                progress(int(said["percent"]))
            elif "trouble" in said:
                raise Trouble(said["trouble"]).error(str(said["detail"]))
            else:
                return BooksTaken(**said)
    except WorkerError as error:
        raise Trouble.FAILED.error(str(error)) from error
    except (ValueError, TypeError, KeyError) as error:
        raise Trouble.FAILED.error(f"it talks nonsense: {error}") from error
    finally:
        process.close()
    raise AssertionError  # `_said` has no end of its own


def _said(process: WorkerProcess) -> Iterator[dict[str, Any]]:
    while True:
        if not select.select([process.fileno()], [], [], PATIENCE_S)[0]:
            raise Trouble.SILENT.error(f"nothing was heard for {PATIENCE_S:g} s")
        for line in process.lines():
            yield json.loads(line)
