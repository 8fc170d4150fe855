"""`cabinato coins`: the emulated coin acceptor alone, and the line monitor.

Any ccTalk host can be developed against the acceptor; the cabinet need not be there.
"""

from __future__ import annotations

import argparse
import os
import select
import signal
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from firmware.cli.data import named_path
from firmware.clock import Clock, MonotonicClock
from firmware.errors import HardwareError
from firmware.hardware.acceptor_emulator import AcceptorEmulator, Fault, fault_by_name
from firmware.hardware.line_monitor import listen
from firmware.hardware.pty_line import EmulatorHost
from firmware.suggestion import suggestion

TYPED_BYTES = 4096
DEVICES = ("cctalk-coin",)
USAGE = """\
Emulated coin acceptor: open the path above at 9600 8N1 and speak ccTalk to address 2.
Type a coin in minor units (10 20 50 100 200 are euro coins; 5 is there and mostly refused;
others it does not know), or: cut, up, unplug, plug, quit. Ctrl-C ends it."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command and its options."""
    parser = subparsers.add_parser(
        "coins",
        help="the emulated coin acceptor on a pseudo-terminal, or the line monitor",
        description="Runs the emulated coin acceptor alone on a pseudo-terminal; "
        "with --sniff it shows what passes on a live line instead.",
    )
    parser.add_argument(
        "--link", type=named_path, metavar="PATH", help="path to offer the line under"
    )
    parser.add_argument("--device", metavar="D", help=f"what to emulate: {', '.join(DEVICES)}")
    parser.add_argument(
        "--fault", metavar="NAME", help=f"misbehave: {', '.join(fault.value for fault in Fault)}"
    )
    parser.add_argument("--sniff", metavar="PORT", help="decode a live line into readable rows")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Do what the options say; the exit code: 0 ended as asked, 2 unusable arguments."""
    faults = _faults(args)
    if faults:
        print("\n".join(faults), file=sys.stderr)
        return 2
    with _ended_by_a_stop():
        if args.sniff is not None:
            return _sniff(args.sniff, MonotonicClock())
        fault = None if args.fault is None else fault_by_name(args.fault)
        return _emulate(args.link or _default_link(), fault, MonotonicClock())
    return 0


@contextmanager
def _ended_by_a_stop() -> Iterator[None]:
    """A service manager's stop is as good an end as Ctrl-C; whoever calls keeps his own way."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        with suppress(KeyboardInterrupt):
            yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _faults(args: argparse.Namespace) -> list[str]:
    """What is wrong with the options, a line each."""
    faults = []
    if args.sniff is not None and (args.link or args.device or args.fault):
        faults.append("--sniff: listens only; --link, --device and --fault are for the emulator")
    if args.device is not None and args.device not in DEVICES:
        hint = suggestion(args.device, DEVICES)
        faults.append(f"--device {args.device}: no device of that name ({hint})")
    if args.fault is not None:
        try:
            fault_by_name(args.fault)
        except ValueError as error:
            faults.append(f"--fault: {error}")
    return faults


def _default_link() -> Path:
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    folder = Path(runtime) / "cabinato" if runtime else None
    if folder is None or not os.access(folder.parent, os.W_OK):
        folder = Path(tempfile.gettempdir()) / f"cabinato-{os.getuid()}"
    return folder / f"acceptor-{os.getpid()}"


# --- the acceptor -------------------------------------------------------------------------------


def _emulate(link: Path, fault: Fault | None, clock: Clock) -> int:
    unit = AcceptorEmulator(fault=fault)
    try:
        host = EmulatorHost(unit, link)
    except HardwareError as error:
        print(f"--link {link}: {error}", file=sys.stderr)
        return 2
    try:
        print(link, flush=True)
        print(USAGE, file=sys.stderr, flush=True)
        _Console(unit, host, clock).serve()
    finally:
        host.close()
    return 0


class _Console:
    """Serves the line and the person at the keyboard until one of them has enough."""

    def __init__(self, unit: AcceptorEmulator, host: EmulatorHost, clock: Clock) -> None:
        self._unit = unit
        self._host = host
        self._clock = clock
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
                print(f"{line!r} is neither a coin nor a command\n{USAGE}", file=sys.stderr)
        return True

    def _tell(self) -> None:
        """Report what became of coins since the last time."""
        accepted, returned = self._unit.accepted, self._unit.returned
        box = f"box {self._unit.in_box_minor}"
        if accepted != self._told[0]:
            print(f"accepted {accepted - self._told[0]}, {box}", flush=True)
        if returned != self._told[1]:
            print(f"returned {returned - self._told[1]}, {box}", flush=True)
        self._told = accepted, returned


# --- the monitor --------------------------------------------------------------------------------


def _sniff(path: str, clock: Clock) -> int:
    try:
        for row in listen(path, clock):
            print(row, flush=True)
    except HardwareError as error:
        print(f"--sniff {error}", file=sys.stderr)
        return 2
    print(f"the line {path} has gone away", file=sys.stderr)
    return 0
