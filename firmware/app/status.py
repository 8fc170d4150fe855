"""What a running cabinet tells of itself to those who only look: one small file in memory.

It lies in the run-time folder under a name that follows from the data folder. The ledger's lock
says whether the cabinet still runs; the file of one that is gone tells nothing.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any

from firmware.cabinet import slots
from firmware.cabinet.state import CabinetState
from firmware.clock import Clock
from firmware.events import Health, LineCounts
from firmware.ledger.lock import LOCK, is_held
from firmware.runtime import reading_folders, runtime_folder

EVERY_S = 1.0
"""The file is written at most this often."""
LARGEST_BYTES = 1_000_000
_ROOT = 0


@dataclass(frozen=True, slots=True)
class SlotStatus:
    """How one slot stands, as people are told it."""

    health: Health
    detail: str = ""
    identity: str = ""
    counts: LineCounts = field(default_factory=LineCounts)


@dataclass(frozen=True, slots=True)
class Status:
    """What a cabinet told last.

    Attributes:
        pid: its process.
        started: wall time of its start, ISO 8601.
        slots: by name.
        faults: (name, subject, detail) of every fault that is there.
        is_paid: somebody's credit or stake is in it; who updates the program waits for its end.
    """

    pid: int
    started: str
    slots: Mapping[str, SlotStatus]
    faults: tuple[tuple[str, str, str], ...] = ()
    is_paid: bool = False


class StatusFile:
    """Tells how a cabinet stands; whatever happens to the file, the cabinet does not notice.

    Args:
        data: the data folder of the cabinet.
        clock: the cabinet's.
    """

    def __init__(self, data: Path, clock: Clock) -> None:
        self._name = file_name(data)
        self._clock = clock
        self._started = clock.wall()
        self._path: Path | None = None
        self._told: Status | None = None
        self._seen: CabinetState | None = None
        self._next_s = float("-inf")

    def publish(self, state: CabinetState) -> None:
        """Write the state if it says something new; call again at `deadline_s`."""
        now_s = self._clock.now_s()
        if state is self._seen or now_s < self._next_s:
            return
        self._seen, self._next_s = state, now_s + EVERY_S
        status = status_of(state, os.getpid(), self._started)
        if status == self._told:
            return
        with suppress(OSError):
            self._write(json.dumps(asdict(status)).encode())
            self._told = status

    def deadline_s(self, state: CabinetState) -> float | None:
        """When a state that came too soon after the last can be published; None: it was."""
        return None if state is self._seen else self._next_s

    def remove(self) -> None:
        """The cabinet has ended."""
        if self._path is not None:
            with suppress(OSError):
                self._path.unlink(missing_ok=True)

    def _write(self, told: bytes) -> None:
        path = runtime_folder() / self._name
        fresh = path.with_suffix(f".{os.getpid()}")
        try:
            fresh.write_bytes(told)
            fresh.replace(path)  # no fsync: nobody needs it after a power cut
        except OSError:
            with suppress(OSError):
                fresh.unlink(missing_ok=True)
            raise
        self._path = path


def status_of(state: CabinetState, pid: int, started: str) -> Status:
    """What is told of a state."""
    told = {}
    for slot, device in state.devices.items():
        health, detail = slots.shown(state, slot)
        told[slot] = SlotStatus(health, detail, device.identity, device.counts)
    faults = tuple((str(each.name), each.subject, each.detail) for each in state.faults)
    return Status(pid, started, told, faults, state.paid_credit > 0 or state.has_stake)


def file_name(data: Path) -> str:
    """The file's name for a data folder."""
    digest = hashlib.blake2b(os.fsencode(data.resolve()), digest_size=8).hexdigest()
    return f"status-{digest}.json"


def read_status(data: Path) -> Status | None:
    """What the cabinet that runs on `data` told last; None if none runs or nothing can be read."""
    if not is_held(data):
        return None
    try:
        trusted = {_ROOT, os.getuid(), (data / LOCK).stat().st_uid}
    except OSError:
        return None
    for folder in reading_folders():
        status = _read(folder / file_name(data), trusted)
        if status is not None and _is_alive(status.pid):
            return status
    return None


def _read(path: Path, trusted: set[int]) -> Status | None:
    try:
        line = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return None
    with os.fdopen(line, "rb") as file:
        if os.fstat(line).st_uid not in trusted:
            return None
        try:
            return _parsed(json.loads(file.read(LARGEST_BYTES)))
        except (OSError, ValueError, TypeError, KeyError, AttributeError):
            return None  # of another version of the program, or no file of ours


def _parsed(told: dict[str, Any]) -> Status:
    known = {each.name for each in fields(LineCounts)}
    found = {
        slot: SlotStatus(
            Health(each["health"]),
            str(each["detail"]),
            str(each["identity"]),
            LineCounts(**{key: count for key, count in each["counts"].items() if key in known}),
        )
        for slot, each in told["slots"].items()
    }
    faults = tuple((str(name), str(whose), str(detail)) for name, whose, detail in told["faults"])
    is_paid = bool(told.get("is_paid", False))  # earlier versions did not tell
    return Status(int(told["pid"]), str(told["started"]), found, faults, is_paid)


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True  # another user's
    except OverflowError:
        return False
    return pid > 0
