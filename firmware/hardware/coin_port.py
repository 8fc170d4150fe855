"""The serial port of a coin or bill line: owns the descriptor, feeds the driver, survives the plug.

What happens on the line never raises: an adapter that is pulled out is a health state,
and only the very path that was configured is opened again, never "the next ttyUSB".
"""

from __future__ import annotations

import os
import select
import termios
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

import serial

from firmware.events import DeviceHealth, Event, Health
from firmware.hardware.ports import Ear

BAUD = 9600
REOPEN_S = 0.5
REOPEN_LONGEST_S = 5.0
READ_SIZE = 4096
PSEUDO_TERMINALS = "/dev/pts/"
LINE_ERRORS = (OSError, termios.error)
"""All that a vanished line raises; pyserial lets termios.error through, which is no OSError."""


@dataclass(frozen=True, slots=True)
class LineSettings:
    """How bytes stand on the line: 8 data bits, `parity` N, E or O."""

    baud: int = BAUD
    parity: str = serial.PARITY_NONE
    stop_bits: int = 1


CCTALK_LINE = LineSettings()


class LineDriver(Protocol):
    """A protocol as a pure machine; one per opening of the port."""

    @property
    def slots(self) -> tuple[str, ...]:
        """Names of the slots that it serves."""

    def set_open(self, open_slots: Collection[str]) -> None:
        """The slots that may take money now."""

    def booked(self, slot: str, token: str) -> None:
        """Money that was told with this token is durable."""

    def pump(self, now_s: float, received: bytes) -> tuple[bytes, tuple[Event, ...]]:
        """Bytes in; bytes out and what there is to report."""

    def deadline_s(self) -> float | None:
        """When `pump` is wanted without bytes."""

    def has_undelivered(self) -> bool:
        """Whether a coin it could still report may be on its way."""

    def goodbye(self) -> bytes:
        """The last bytes before the port closes."""

    def forget_line(self) -> None:
        """The line went away: begin again from the search when bytes flow once more."""


class SerialCoinPort:
    """A coin port on a serial line.

    Attributes:
        path: what it opens, for example `/dev/serial/by-id/...`.
        shown: what its reports call that, where the path is none that was configured.
        openings: how often the path was opened; a pseudo-terminal counts bytes by it.
        bytes_written: bytes handed to the line since it was last opened.
        bytes_read: bytes taken from the line since it was last opened.
    """

    def __init__(
        self,
        path: str,
        driver: LineDriver,
        settings: LineSettings = CCTALK_LINE,
        shown: str = "",
    ) -> None:
        self.path = path
        self.shown = shown or path
        self.openings = 0
        self.bytes_written = 0
        self.bytes_read = 0
        self._driver = driver
        self._settings = settings
        self._line: serial.Serial | None = None
        self._unsent = b""
        self._reopen_at_s = float("-inf")
        self._reopen_step_s = REOPEN_S
        self._unplugged: frozenset[str] = frozenset()
        self._is_closed = False
        self._ear: Ear | None = None
        self._now_s = 0.0

    @property
    def slots(self) -> tuple[str, ...]:
        """Names of the slots on this line."""
        return self._driver.slots

    def fileno(self) -> int | None:
        """The line's descriptor, None while it is unplugged."""
        return self._line.fileno() if self._line is not None else None

    def set_open(self, open_slots: Collection[str]) -> None:
        """The slots that may take money now; goes out with the next pump."""
        self._driver.set_open(open_slots)

    def booked(self, slot: str, token: str) -> None:
        """Money that was told with this token is durable."""
        self._driver.booked(slot, token)

    def overhear(self, ear: Ear | None) -> None:
        """From now on `ear` is told all bytes of the line; None: nobody is."""
        self._ear = ear

    def pump(self, now_s: float) -> Sequence[Event]:
        """Read what has come, write what is due; never blocks, never raises for the line."""
        if self._is_closed:
            return ()
        self._now_s = now_s
        try:
            if self._line is None:
                if now_s < self._reopen_at_s:
                    return ()
                self._open()
                return ()  # the far end may look who has come before a byte is written
            received = self._read()
        except LINE_ERRORS:
            return self._lose(now_s)
        to_send, events = self._driver.pump(now_s, received)
        self._note_health(events)
        try:
            self._write(to_send)
        except LINE_ERRORS:
            return (*events, *self._lose(now_s))
        return events

    def deadline_s(self) -> float | None:
        """When `pump` is wanted without bytes: the driver's wish or the next try to open."""
        if self._is_closed:
            return None
        return self._reopen_at_s if self._line is None else self._driver.deadline_s()

    def has_undelivered(self) -> bool:
        """Whether the acceptor may be about to report a coin."""
        return self._line is not None and self._driver.has_undelivered()

    def close(self) -> None:
        """Tell the acceptor to refuse coins and free the port; may be called twice."""
        self._is_closed = True
        if self._line is not None:
            with suppress(*LINE_ERRORS):
                self._write(self._driver.goodbye())
        self._free()

    def abandon(self) -> None:
        """Free the port without a word, as a crash does."""
        self._is_closed = True
        self._free()

    def _open(self) -> None:
        # A pseudo-terminal has no parity: it takes one at the first opening and never again.
        is_terminal = os.path.realpath(self.path).startswith(PSEUDO_TERMINALS)
        self._line = serial.Serial(
            self.path,
            self._settings.baud,
            parity=serial.PARITY_NONE if is_terminal else self._settings.parity,
            stopbits=self._settings.stop_bits,
            timeout=0,
            write_timeout=0,
            exclusive=True,
        )
        self.openings += 1
        self.bytes_written = self.bytes_read = 0
        self._unsent = b""
        self._reopen_step_s = REOPEN_S

    def _read(self) -> bytes:
        """What waits on the line. Readable without bytes is a line whose far side is gone."""
        descriptor = self._descriptor()
        if not select.select([descriptor], [], [], 0)[0]:
            return b""
        try:
            received = os.read(descriptor, READ_SIZE)
        except BlockingIOError:
            return b""
        if not received:
            raise OSError(f"{self.path} reports bytes and has none: unplugged")
        self.bytes_read += len(received)
        if self._ear is not None:
            self._ear(received, self._now_s, False)
        return received

    def _write(self, data: bytes) -> None:
        """As much as the line takes; the rest goes with the next pump."""
        self._unsent += data
        if not self._unsent:
            return
        try:
            # Not Serial.write: with a full buffer and no time-out it spins.
            count = os.write(self._descriptor(), self._unsent)
        except BlockingIOError:
            return
        if self._ear is not None:
            self._ear(self._unsent[:count], self._now_s, True)
        self._unsent = self._unsent[count:]
        self.bytes_written += count

    def _descriptor(self) -> int:
        if self._line is None:
            raise OSError(f"{self.path} is not open")
        return self._line.fileno()

    def _lose(self, now_s: float) -> Sequence[Event]:
        """The adapter is gone: let go of it and try the same path again later."""
        self._free()
        self._driver.forget_line()
        self._reopen_at_s = now_s + self._reopen_step_s
        self._reopen_step_s = min(2 * self._reopen_step_s, REOPEN_LONGEST_S)
        told = [slot for slot in self.slots if slot not in self._unplugged]
        self._unplugged = frozenset(self.slots)
        return tuple(DeviceHealth(slot, Health.UNPLUGGED, self.shown) for slot in told)

    def _note_health(self, events: Sequence[Event]) -> None:
        healthy = {event.slot for event in events if isinstance(event, DeviceHealth)}
        self._unplugged -= healthy

    def _free(self) -> None:
        line, self._line = self._line, None
        if line is not None:
            with suppress(*LINE_ERRORS):
                line.close()


class NoCoinPort:
    """The port of a slot without a device (`driver = "none"`)."""

    def __init__(self, slot: str) -> None:
        self.slots = (slot,)
        self._has_reported = False

    def fileno(self) -> int | None:
        """There is no line."""
        return None

    def set_open(self, open_slots: Collection[str]) -> None:
        """Nothing to open."""

    def booked(self, slot: str, token: str) -> None:
        """Nothing was told."""

    def pump(self, now_s: float) -> Sequence[Event]:  # noqa: ARG002 - the port's signature
        """Says once that it is off."""
        if self._has_reported:
            return ()
        self._has_reported = True
        return (DeviceHealth(self.slots[0], Health.OFF),)

    def deadline_s(self) -> float | None:
        """At once until it has said so, then never."""
        return None if self._has_reported else 0.0

    def has_undelivered(self) -> bool:
        """Never."""
        return False

    def abandon(self) -> None:
        """Nothing to free."""

    def close(self) -> None:
        """Nothing to free."""
