"""An emulated device behind a real pseudo-terminal, under a path that stays the same.

The cabinet's driver opens it as it would open a USB adapter. A terminal delivers bytes
when it pleases; in virtual time nothing may move while some are on their way, so both
ends count theirs and `wait_quiet` waits until the counts agree.
"""

from __future__ import annotations

import os
import pty
import select
import termios
import tty
from pathlib import Path
from typing import Protocol

from firmware.errors import HardwareError
from firmware.events import Event
from firmware.hardware.coin_port import READ_SIZE, SerialCoinPort

LOOK_S = 0.002
"""How long one look waits for bytes that are known to be under way."""
MOST_LOOKS = 1000
_TERMINALS = Path("/dev/pts")


class LineStuckError(HardwareError):
    """Bytes were written to a pseudo-terminal and never came out of it."""


class EmulatedDevice(Protocol):
    """A device as a pure machine."""

    def pump(self, now_s: float, received: bytes = b"") -> bytes:
        """Bytes that the host sent in; bytes that appear on the wire out."""

    def deadline_s(self) -> float | None:
        """When `pump` is wanted without bytes."""


class EmulatorHost:
    """Owns the far end of the pseudo-terminal and pumps the emulated device.

    Attributes:
        link: the stable path that a driver opens; it is there while plugged.
    """

    def __init__(self, device: EmulatedDevice, link: Path) -> None:
        self.link = link
        self._device = device
        self._master: int | None = None
        self._slave: int | None = None
        self._unsent = b""
        self._bytes_written = 0
        self._bytes_read = 0
        self._peer: tuple[SerialCoinPort | None, int] = (None, 0)
        self._written_before = 0
        self._read_before = 0
        self.plug()

    def fileno(self) -> int | None:
        """The near end's descriptor for `select`, None while unplugged."""
        return self._master

    def plug(self) -> None:
        """Make a new pseudo-terminal under the link; nothing to do if there is one.

        Raises:
            HardwareError: the system has no pseudo-terminal, or the link cannot be made.
        """
        if self._master is not None:
            return
        try:
            self._master, self._slave = pty.openpty()
            # Our own hold on the far end keeps its settings and spares us hang-ups between drivers.
            tty.setraw(self._slave)
            os.set_blocking(self._master, False)
            self.link.parent.mkdir(parents=True, exist_ok=True)
            self._unlink()
            self.link.symlink_to(os.ttyname(self._slave))
        except OSError as error:
            self.unplug()
            raise HardwareError(f"no pseudo-terminal at {self.link}: {error}") from error
        self._unsent = b""
        self._peer = (None, 0)

    def unplug(self) -> None:
        """Pull the adapter: the link goes, and who has it open sees a dead line."""
        for descriptor in (self._master, self._slave):
            if descriptor is not None:
                os.close(descriptor)
        if self._master is not None:
            self._unlink()
        self._master = self._slave = None
        self._unsent = b""

    def pump(self, now_s: float) -> None:
        """Let the device read what has come and answer; time passes for it unplugged too."""
        received = self._read()
        self._unsent += self._device.pump(now_s, received)
        self._write()

    def deadline_s(self) -> float | None:
        """When the device wants to be pumped without bytes."""
        return self._device.deadline_s()

    def close(self) -> None:
        """Free everything; may be called twice."""
        self.unplug()

    def in_flight(self, port: SerialCoinPort) -> bool:
        """Whether bytes that one side has written have not been read by the other."""
        if self._master is None or port.fileno() is None:
            return False
        self._meet(port)
        return (
            self._bytes_read - self._read_before < port.bytes_written
            or self._bytes_written - self._written_before > port.bytes_read
        )

    def wait_quiet(self, port: SerialCoinPort, now_s: float) -> list[Event]:
        """Pump port and device in turn at this moment until neither has bytes to give.

        Returns what the port reported, in order.

        Raises:
            LineStuckError: bytes did not arrive within about two seconds of real time.
        """
        events: list[Event] = []
        for _ in range(MOST_LOOKS):
            events += port.pump(now_s)
            is_under_way = self.in_flight(port)
            self.pump(now_s)
            if self.in_flight(port):
                self._look(port)
            elif not is_under_way and not _is_due(port.deadline_s(), now_s):
                return events
        raise LineStuckError(f"{self.link} does not come to rest: bytes were lost on the way")

    def _look(self, port: SerialCoinPort) -> None:
        """Give the terminal a moment to deliver what is under way."""
        ends = [end for end in (self._master, port.fileno()) if end is not None]
        select.select(ends, [], [], LOOK_S)

    def _meet(self, port: SerialCoinPort) -> None:
        """Count from zero with a port that was opened anew; what its forerunner left is gone."""
        # The port itself, not its id: that of one that is gone is soon another's.
        met, openings = self._peer
        is_known = met is port and openings == port.openings
        if is_known or self._master is None or self._slave is None:
            return
        self._peer = port, port.openings
        while select.select([self._master], [], [], LOOK_S)[0] and self._read():
            pass
        termios.tcflush(self._slave, termios.TCIFLUSH)
        self._read_before = self._bytes_read
        self._written_before = self._bytes_written

    def _read(self) -> bytes:
        if self._master is None:
            return b""
        try:
            received = os.read(self._master, READ_SIZE)
        except OSError:
            # Nothing there (EAGAIN); a hang-up cannot be, the far end is held open here.
            return b""
        self._bytes_read += len(received)
        return received

    def _write(self) -> None:
        if self._master is None:
            self._unsent = b""
        if not self._unsent or self._master is None:
            return
        try:
            count = os.write(self._master, self._unsent)
        except BlockingIOError:
            # Nobody reads: a wire keeps nothing for later.
            count = 0
            self._unsent = b""
        self._unsent = self._unsent[count:]
        self._bytes_written += count

    def _unlink(self) -> None:
        """Take away a link to a pseudo-terminal, and nothing else that may stand in its place."""
        if self.link.is_symlink() and self.link.readlink().is_relative_to(_TERMINALS):
            self.link.unlink()


def _is_due(deadline_s: float | None, now_s: float) -> bool:
    return deadline_s is not None and deadline_s <= now_s
