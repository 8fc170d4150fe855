"""The person at the keyboard of an emulated device: money in, power and plug, what became of it."""

from __future__ import annotations

import os
import select
import sys

from firmware.clock import Clock
from firmware.hardware.emulated_devices import EmulatedUnit
from firmware.hardware.pty_line import EmulatorHost

TYPED_BYTES = 4096


class Console:
    """Serves the line and the person until one of them has enough.

    Args:
        unit: the emulated device.
        host: its end of the line.
        clock: what time it is.
        usage: shown again where a line is not understood.
    """

    def __init__(self, unit: EmulatedUnit, host: EmulatorHost, clock: Clock, usage: str) -> None:
        self._unit = unit
        self._host = host
        self._clock = clock
        self._usage = usage
        self._typed = b""
        self._stdin: int | None = 0
        self._told = 0, 0

    def serve(self) -> None:
        """Until `quit`; a closed standard input only ends the typing."""
        is_wanted = True
        while is_wanted:
            self._host.pump(self._clock.now_s())
            self._tell()
            ends = [end for end in (self._stdin, self._host.fileno()) if end is not None]
            due_s = self._host.deadline_s()
            patience_s = None if due_s is None else max(0.0, due_s - self._clock.now_s())
            if self._stdin in select.select(ends, [], [], patience_s)[0]:
                is_wanted = self._read()

    def _read(self) -> bool:
        typed = os.read(0, TYPED_BYTES)
        if not typed:
            self._stdin = None
        *lines, self._typed = (self._typed + typed).split(b"\n")
        return all(self._obey(line.decode("utf-8", "replace").strip()) for line in lines)

    def _obey(self, line: str) -> bool:
        """Do one typed line; False when it ends the command."""
        now_s = self._clock.now_s()
        match line.split():
            case []:
                pass
            case [value] if value.isascii() and value.isdecimal() and int(value) > 0:
                self._unit.insert(int(value), now_s)
            case ["cut"]:
                self._unit.power_cut(now_s)
            case ["up"]:
                self._unit.power_up()
            case ["unplug"]:
                self._host.unplug()
            case ["plug"]:
                self._host.plug()
            case ["quit"]:
                return False
            case _:
                print(f"{line!r} is neither money nor a command\n{self._usage}", file=sys.stderr)
        return True

    def _tell(self) -> None:
        """Report what became of money since the last time."""
        accepted, returned = self._unit.accepted, self._unit.returned
        box = f"box {self._unit.in_box_minor}"
        if accepted != self._told[0]:
            print(f"accepted {accepted - self._told[0]}, {box}", flush=True)
        if returned != self._told[1]:
            print(f"returned {returned - self._told[1]}, {box}", flush=True)
        self._told = accepted, returned
