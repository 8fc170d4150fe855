"""The cable between the emulated acceptor and the machine's USB socket, which can be pulled.

QEMU's serial adapter is in its socket only while somebody holds the other end of its line: whoever
hangs up has pulled it out, and whoever calls again has put it back.
"""

from __future__ import annotations

import os
import select
import socket
import termios
import time
import tty
from contextlib import suppress
from pathlib import Path
from threading import Thread

READ_SIZE = 4096
PATIENCE_S = 60.0


class Cable:
    """Carries bytes both ways while it is plugged in; what the acceptor says meanwhile is lost.

    Args:
        line: the acceptor's terminal.
    """

    def __init__(self, line: Path) -> None:
        self._line = os.open(line, os.O_RDWR | os.O_NOCTTY | os.O_CLOEXEC)
        tty.setraw(self._line)
        self._plug: socket.socket | None = None
        self._carrier: Thread | None = None

    @property
    def is_in(self) -> bool:
        """Whether it is plugged in."""
        return self._plug is not None

    def plug(self, path: Path) -> None:
        """Into the adapter whose line is the Unix socket `path`.

        Raises:
            OSError: there is none.
        """
        self.unplug()
        plug = socket.socket(socket.AF_UNIX)
        until_s = time.monotonic() + PATIENCE_S
        while True:
            try:
                plug.connect(str(path))
                break
            except OSError:
                if time.monotonic() > until_s:
                    plug.close()
                    raise
                time.sleep(0.1)
        termios.tcflush(self._line, termios.TCIFLUSH)
        self._plug = plug
        self._carrier = Thread(target=self._carry, args=(plug,), name="cable", daemon=True)
        self._carrier.start()

    def unplug(self) -> None:
        """Out; may be called twice."""
        plug, self._plug = self._plug, None
        if plug is None:
            return
        with suppress(OSError):  # the machine may have gone first
            plug.shutdown(socket.SHUT_RDWR)
        if self._carrier is not None:
            self._carrier.join()
        plug.close()

    def close(self) -> None:
        """Out, and for good."""
        self.unplug()
        os.close(self._line)

    def _carry(self, plug: socket.socket) -> None:
        """Until one of the ends is gone."""
        with suppress(OSError):
            while True:
                ready = select.select([plug, self._line], [], [])[0]
                if plug in ready:
                    heard = plug.recv(READ_SIZE)
                    if not heard:
                        return
                    os.write(self._line, heard)
                if self._line in ready:
                    plug.sendall(os.read(self._line, READ_SIZE))
