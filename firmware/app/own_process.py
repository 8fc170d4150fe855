"""Another process of this program, spoken to by lines over two pipes that are never waited for.

It runs on the same interpreter, with modules from where ours come from.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

import firmware
from firmware.errors import CabinatoError

LINE_MAX_BYTES = 65_536
_READ_BYTES = 65_536
_FAREWELL_S = 0.05
"""How long an ended process is waited for; one that takes longer is left to the system."""


def command(module: str, *words: str) -> tuple[str, ...]:
    """What runs a module of this program; -P: the working folder is anybody's."""
    return (sys.executable, "-P", "-m", module, *words)


class WorkerError(CabinatoError, RuntimeError):
    """The worker is of no use any more; says why."""


class WorkerProcess:
    """One process, from its start to its end.

    Args:
        command: what it runs.

    Raises:
        OSError: it cannot be started.
    """

    def __init__(self, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            env=environment(),
            # Keys of a terminal are not meant for it. A session of its own would be too much:
            # Linux divides the processor between sessions first, whatever their priorities.
            process_group=0,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in, self._out = self._process.stdin, self._process.stdout
        for pipe in (self._in, self._out):
            os.set_blocking(pipe.fileno(), False)
        self._leaving = b""
        self._next = b""
        self._read = b""

    @property
    def pid(self) -> int:
        """Its number."""
        return self._process.pid

    def fileno(self) -> int:
        """Becomes readable when it says something, or ends."""
        return self._out.fileno()

    def send(self, line: bytes) -> None:
        """Let it read this line; one that has not begun to leave is replaced by it."""
        self._next = line
        self.flush()

    def flush(self) -> None:
        """Go on sending; what does not fit into the pipe waits."""
        with suppress(BlockingIOError, BrokenPipeError):  # that it ended is seen where it is read
            while self._leaving or self._next:
                if not self._leaving:
                    self._leaving, self._next = self._next, b""
                self._leaving = self._leaving[os.write(self._in.fileno(), self._leaving) :]

    def lines(self) -> list[bytes]:
        """The whole lines that have come; never waits.

        Raises:
            WorkerError: it has ended, or a line has no end.
        """
        try:
            data = os.read(self._out.fileno(), _READ_BYTES)
        except BlockingIOError:
            return []
        if not data:
            raise WorkerError(f"it ended{self._how()}")
        *whole, self._read = (self._read + data).split(b"\n")
        if len(self._read) > LINE_MAX_BYTES:
            raise WorkerError(f"a line without end: {self._read[:80]!r}")
        return whole

    def _how(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            code = self._process.wait(_FAREWELL_S)
            return f" by signal {-code}" if code < 0 else f" with exit code {code}"
        return ""

    def close(self) -> None:
        """End it at once: it has nothing to lose."""
        self._process.kill()
        for pipe in (self._in, self._out):
            pipe.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_FAREWELL_S)


def environment() -> Mapping[str, str]:
    """Ours, with modules from where ours come from."""
    root = str(Path(firmware.__file__).parents[1])
    path = dict.fromkeys((root, *filter(None, sys.path)))
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path)}
