"""Lets the operator read what passes on a money line while his page is open, and costs nothing
else: no port has an ear then.

The words are those of `cabinato coins --sniff`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from firmware.config import Config
from firmware.events import LineHeard
from firmware.hardware.ports import CoinPort, HeardPort

if TYPE_CHECKING:  # at run time when somebody listens
    from firmware.hardware.line_rows import LineMonitor, Row

EVERY_S = 0.5
"""How often the page gets what is new: faster, nobody can read it."""
LINES = 18
"""The last ones, which is what the page has room for."""


@dataclass(frozen=True, slots=True)
class Listening:
    """How a slot's line is understood.

    Attributes:
        make: makes the monitor.
        hears_own: whether our own bytes must be told to it: not on a line that echoes them.
    """

    make: Callable[[], LineMonitor]
    hears_own: bool = False


class LineWatch:
    """At most one line at a time.

    Args:
        ports: the money lines.
        known: slot -> how its line is understood; slots without a line are missing.
    """

    def __init__(
        self, ports: Sequence[CoinPort] = (), known: Mapping[str, Listening] | None = None
    ) -> None:
        self._ports = ports
        self._known = known or {}
        self._slot = ""
        self._port: HeardPort | None = None
        self._monitor: LineMonitor | None = None
        self._hears_own = False
        self._rows: deque[Row] = deque(maxlen=LINES)
        self._is_news = False
        self._due_s: float | None = None

    def follow(self, slot: str, now_s: float) -> None:
        """The slot whose line is on the screen now; empty: none is."""
        if slot == self._slot:
            return
        self.close()
        self._slot = slot
        listening = self._known.get(slot)
        port = next((each for each in self._ports if slot in each.slots), None)
        if listening is None or not isinstance(port, HeardPort):
            return
        self._monitor, self._hears_own = listening.make(), listening.hears_own
        self._port, self._due_s = port, now_s + EVERY_S
        port.overhear(self._hear)

    def pump(self, now_s: float) -> list[LineHeard]:
        """What was heard since the last time, at most once in `EVERY_S`."""
        if self._due_s is None or now_s < self._due_s:
            return []
        self._due_s = now_s + EVERY_S
        if not self._is_news:
            return []
        self._is_news = False
        lines = tuple((row.direction, row.name, row.meaning, row.verdict) for row in self._rows)
        return [LineHeard(self._slot, lines)]

    def deadline_s(self) -> float | None:
        """When `pump` wants to be called; None while nobody listens."""
        return self._due_s

    def close(self) -> None:
        """Nobody listens any more."""
        if self._port is not None:
            self._port.overhear(None)
        self._port = self._monitor = self._due_s = None
        self._slot, self._is_news = "", False
        self._rows.clear()

    def _hear(self, data: bytes, now_s: float, is_ours: bool) -> None:
        if self._monitor is None or (is_ours and not self._hears_own):
            return
        rows = self._monitor.feed(data, now_s)
        self._rows.extend(rows)
        self._is_news = self._is_news or bool(rows)


def line_watch_of(config: Config, ports: Sequence[CoinPort]) -> LineWatch:
    """For the lines of a configured cabinet."""
    from firmware.app.parts import slot_tables

    known = {}
    for slot, table in slot_tables(config).items():
        match table.driver_name:
            case "cctalk":  # one wire for both: what we say comes back
                known[slot] = Listening(partial(_monitor, "cctalk"))
            case "ssp":
                known[slot] = Listening(partial(_monitor, "ssp"), hears_own=True)
            case "serial_frame":
                known[slot] = Listening(partial(_monitor, table.profile))
            case _:
                pass
    return LineWatch(ports, known)


def _monitor(protocol: str) -> LineMonitor:
    from firmware.hardware.line_monitor import monitor_of

    return monitor_of(protocol)[0]
