"""The coin acceptor on the cable: `cabinato coins`, outside of the virtual machine."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

from vm_image import TREE
from vm_machine import VmError


class Coins:
    """The emulated acceptor, outside of the machine: `cabinato coins`."""

    def __init__(self, link: Path, log: Path) -> None:
        link.unlink(missing_ok=True)
        self.link = link
        self._log = log
        with log.open("w") as said:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "firmware", "coins", "--link", link],
                cwd=TREE,
                stdin=subprocess.PIPE, stdout=said, stderr=said, text=True,
            )  # fmt: skip
        until_s = time.monotonic() + 120
        while not link.is_symlink():
            if self._process.poll() is not None or time.monotonic() > until_s:
                raise VmError(f"the emulated acceptor does not start, see {log}")
            time.sleep(0.1)

    def say(self, line: str) -> None:
        """Money in minor units, `cut` or `up`."""
        assert self._process.stdin is not None
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def told(self) -> list[str]:
        """What became of coins, a line each: `accepted 1, box 100`."""
        lines = self._log.read_text().splitlines()
        return [line for line in lines if line.startswith(("accepted ", "returned "))]

    @property
    def box_minor(self) -> int:
        """What lies in its cash box, minor units."""
        told = self.told()
        return int(told[-1].rsplit(" ", 1)[1]) if told else 0

    def close(self) -> None:
        """End it."""
        self._process.send_signal(signal.SIGTERM)
        try:
            self._process.wait(30)
        except subprocess.TimeoutExpired:
            self._process.kill()
