"""The door to time: a monotonic clock that is handed in, never read directly."""

from __future__ import annotations

import time
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol

_SWITCHED_ON = Path("/proc/sys/kernel/random/boot_id")
"""Drawn by Linux when it starts."""
_NAME_DIGITS = 8
_SYNCED = Path("/run/systemd/timesync/synchronized")
"""Made by systemd-timesyncd, which Raspberry Pi OS runs, once it has heard a time server."""


class Clock(Protocol):
    """Seconds since some fixed moment; never goes back."""

    def now_s(self) -> float:
        """Monotonic seconds."""

    def wall(self) -> str:
        """Wall time as ISO 8601 text with seconds: information only, order never depends on it."""

    def is_synced(self) -> bool:
        """Whether the wall time is known to be right."""

    def switched_on(self) -> str:
        """A name of the time since the machine was switched on, another one after each power
        cut; empty where that is not known."""


def _iso(epoch_s: float) -> str:
    # Not `datetime`, which takes twice as long: every row of the ledger is stamped.
    return time.strftime("%Y-%m-%dT%H:%M:%S+00:00", time.gmtime(int(epoch_s)))


def local_wall(wall: str) -> str:
    """A wall time as a watch on the spot shows it: ISO 8601 without a zone.

    Args:
        wall: as `Clock.wall` tells it.
    """
    return datetime.fromisoformat(wall).astimezone().replace(tzinfo=None).isoformat()


class MonotonicClock:
    """The machine's own monotonic clock."""

    def now_s(self) -> float:
        return time.monotonic()

    def wall(self) -> str:
        return _iso(time.time())

    def is_synced(self) -> bool:
        return _SYNCED.exists()

    def switched_on(self) -> str:
        try:
            return _SWITCHED_ON.read_text("ascii").strip()[:_NAME_DIGITS]
        except OSError:
            return ""


@dataclass(slots=True)
class VirtualClock:
    """A clock that moves only when it is told to: stories and tests run on it.

    >>> clock = VirtualClock()
    >>> clock.advance_s(2.5)
    >>> clock.now_s()
    2.5
    """

    seconds: float = 0.0
    switched_on_name: str = ""

    def now_s(self) -> float:
        return self.seconds

    def wall(self) -> str:
        return _iso(self.seconds)

    def is_synced(self) -> bool:
        return False

    def switched_on(self) -> str:
        return self.switched_on_name

    def advance_s(self, seconds: float) -> None:
        """Move on by `seconds` (never negative)."""
        if seconds < 0:
            raise ValueError(f"a clock never goes back: {seconds} s")
        self.seconds += seconds
