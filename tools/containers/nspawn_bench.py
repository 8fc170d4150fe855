"""A real cabinet in the booted container: pins, a coin acceptor on a serial line, books of its own.

The program is the installed one and its configuration that of a real cabinet. Below it stand a
module in the place of lgpio, whose wires a file sets, and `cabinato coins` behind a serial name.
"""

from __future__ import annotations

import json
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from nspawn_machine import CONFIG, DATA, PROGRAM, UNIT, Machine, until

GUEST = Path(__file__).parent / "guest"
PORT = "/dev/cabinato/serial-BENCH"
"""Where the acceptor is found; it goes when its adapter is pulled."""
BUTTONS = {"HOLD1": 4, "HOLD2": 17, "DEAL": 6, "BET": 13}
DOOR = 7
PRESS_S = 0.15
REST_S = 0.4
PLUG_S = 150.0
"""An emulator's start on a busy machine."""
BOOKS_MB = 96
"""More than a cabinet needs to begin, little enough to be filled at once."""
_DROP_IN = f"etc/systemd/system/{UNIT}.d/pins.conf"
_PYTHON = f"{PROGRAM.rpartition('/')[0]}/python"
_CPU = """Hardware\t: BCM2711
Revision\t: c03115
Serial\t\t: 0000000000000000
Model\t\t: Raspberry Pi 4 Model B Rev 1.5
"""
_CHOSEN_PINS = """
import os
from pathlib import Path
from firmware.clock import MonotonicClock
from firmware.ledger.ledger import Ledger
from firmware.operator.roles import PINS, Pins, Role, hash_pin
from firmware.transaction import Transaction
pins = Pins()
for role, pin in ((Role.OPERATOR, "24135"), (Role.TECHNICIAN, "53142")):
    salt = os.urandom(16)
    pins = pins.with_new(role, pin, salt, hash_pin(pin, [salt])[salt])
ledger = Ledger.open(
    Path("/var/lib/cabinato"), clock=MonotonicClock(), executor=None, is_test=False
)
ledger.commit(Transaction(documents={PINS: pins.written()})).result()
ledger.close()
"""
"""A real cabinet takes no money with the shipped ones, and at its buttons they take a minute."""


class Bench:
    """The wires of a cabinet and who stands at it.

    Args:
        machine: the booted container; its service is stopped meanwhile.
    """

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._shipped = machine.file(CONFIG).read_text()
        self._coins: subprocess.Popen[str] | None = None

    def __enter__(self) -> Bench:
        self.machine.systemctl("stop", "cabinet")
        try:
            self._lay_wires()
            self._lay_configuration()
            self._lay_books()
            self.plug()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.machine.systemctl("stop", "cabinet")
        self.unplug()
        self.machine.run("umount", f"/{DATA}")
        self.machine.file(_DROP_IN).unlink(missing_ok=True)
        self.machine.systemctl("daemon-reload")
        self.machine.file(CONFIG).write_text(self._shipped)

    def _lay_wires(self) -> None:
        for name, text in {
            "usr/lib/python3/dist-packages/lgpio.py": (GUEST / "lgpio.py").read_text(),
            "var/tmp/cpuinfo": _CPU,
            "dev/gpiochip0": "",
            _DROP_IN: "[Service]\nBindReadOnlyPaths=/var/tmp/cpuinfo:/proc/cpuinfo\n",
        }.items():
            self.machine.file(name).write_text(text)
        self._set_wires()
        self.machine.systemctl("daemon-reload")

    def _lay_configuration(self) -> None:
        text = self._shipped
        for shipped, real in (
            ('\nmode = "simulated"', '\nmode = "real"'),
            ('\npin_factory = "mock"', '\npin_factory = "lgpio"'),
            ('\nport = "emulator"', f'\nport = "{PORT}"'),
        ):
            if shipped not in text:
                raise ValueError(f"hw_config.toml has no line {shipped.strip()!r}")
            text = text.replace(shipped, real, 1)
        self.machine.file(CONFIG).write_text(text)

    def _lay_books(self) -> None:
        """Books on a small disk of their own, with PINs that are not the shipped ones."""
        self.machine.run(
            "mount", "-t", "tmpfs", "-o", f"size={BOOKS_MB}m,mode=0755", "none", f"/{DATA}"
        )
        self.machine.run("chown", "cabinet:cabinet", f"/{DATA}")
        made = self.machine.run("runuser", "-u", "cabinet", "--", _PYTHON, "-c", _CHOSEN_PINS)
        if made.returncode != 0:
            raise RuntimeError(made.stderr)

    # --- who stands there -------------------------------------------------------------------------

    def press(self, button: str) -> None:
        """Press a button as a person does."""
        self._set_wires(BUTTONS[button])
        time.sleep(PRESS_S)
        self._set_wires()
        time.sleep(REST_S)

    def _set_wires(self, *low: int) -> None:
        """The door is shut."""
        self.machine.file("run/cabinato-wires").write_text(" ".join(map(str, (DOOR, *low))))

    def coin(self, value_minor: int) -> None:
        """Drop a coin in."""
        assert self._coins is not None
        assert self._coins.stdin is not None
        self._coins.stdin.write(f"{value_minor}\n")
        self._coins.stdin.flush()

    def plug(self) -> None:
        """Plug the acceptor's adapter in."""
        self.machine.run("install", "-d", "-o", "cabinet", PORT.rpartition("/")[0])
        if self._coins is None:
            self._coins = self.machine.begin(
                "runuser", "-u", "cabinet", "--", PROGRAM, "coins", "--link", PORT
            )
        else:
            self._say("plug")
        until(f"plugged at {PORT}", self.machine.file(PORT.lstrip("/")).is_symlink, PLUG_S)

    def pull(self) -> None:
        """Pull the acceptor's adapter out; `plug` puts it back."""
        self._say("unplug")

    def _say(self, word: str) -> None:
        assert self._coins is not None
        assert self._coins.stdin is not None
        self._coins.stdin.write(f"{word}\n")
        self._coins.stdin.flush()

    def unplug(self) -> None:
        """No acceptor any more."""
        if self._coins is not None:
            self._coins.communicate("quit\n")
            self._coins = None

    # --- what it shows ----------------------------------------------------------------------------

    def status(self) -> Mapping[str, Any]:
        """What the running cabinet tells of itself; empty while there is none."""
        found = self.machine.run("sh", "-c", "cat /run/cabinato/status-*.json")
        return dict(json.loads(found.stdout)) if found.returncode == 0 else {}

    def health(self) -> str:
        """How the acceptor stands."""
        slots = self.status().get("slots", {})
        return str(slots.get("coin", {}).get("health", ""))

    def credit(self) -> int:
        """The player's credit by the books."""
        told = json.loads(self.machine.cabinato("audit", "--json").stdout)
        return int(told["balances"]["credit"])

    def wait(self, what: str, holds: Callable[[], bool], limit_s: float) -> None:
        """Until something holds.

        Raises:
            TimeoutError: it did not become so.
        """
        try:
            until(what, holds, limit_s)
        except TimeoutError as error:
            raise TimeoutError(f"{error}: {self.status()}\n{self.machine.journal()}") from None
