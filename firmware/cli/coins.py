"""`cabinato coins`: emulated coin and note units alone, and the line monitor.

Any host can be developed against the units; the cabinet need not be there. The monitor
decodes a live line or a capture, and captures can be made of both.
"""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from firmware.cli.coins_console import Console
from firmware.cli.data import named_path
from firmware.clock import MonotonicClock
from firmware.errors import ConfigError, HardwareError
from firmware.hardware.capture import CaptureError, RecordedDevice, Recorder, read_capture
from firmware.hardware.cctalk import Checksum
from firmware.hardware.emulated_devices import (
    DEFAULT_DEVICE,
    DEVICES,
    EmulatedKind,
    unknown_fault,
)
from firmware.hardware.line_monitor import AUTO, CCTALK, SSP, listen, protocols, rows_of
from firmware.hardware.pty_line import EmulatorHost
from firmware.runtime import runtime_folder
from firmware.suggestion import suggestion

CHECKSUMS = tuple(checksum.value for checksum in Checksum)
COMMANDS = ", or: cut, up, unplug, plug, quit. Ctrl-C ends it."


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the command and its options."""
    parser = subparsers.add_parser(
        "coins",
        description="Runs an emulated coin or note unit alone on a pseudo-terminal; "
        "with --sniff it shows what passes on a live line instead, with --replay what a "
        "capture holds.",
        epilog=_fault_list(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--link", type=named_path, metavar="PATH", help="path to offer the line under"
    )
    parser.add_argument(
        "--device", metavar="D", help=f"what to emulate: {', '.join(DEVICES)} ({DEFAULT_DEVICE})"
    )
    parser.add_argument("--fault", metavar="NAME", help="misbehave; the names stand below")
    parser.add_argument(
        "--checksum",
        metavar="KIND",
        help=f"how ccTalk frames are guarded: {' or '.join(CHECKSUMS)} ({CHECKSUMS[0]})",
    )
    parser.add_argument(
        "--sniff", metavar="PORT", help="decode a live line into readable rows; never writes to it"
    )
    parser.add_argument(
        "--replay", type=named_path, metavar="FILE", help="decode a capture into readable rows"
    )
    parser.add_argument(
        "--protocol",
        metavar="P",
        help=f"of --sniff and --replay: {CCTALK}, {SSP}, the profile of a unit that only talks "
        f"such as dg600f, or {AUTO} (finds out whether it is {CCTALK} or {SSP})",
    )
    parser.add_argument(
        "--record",
        type=named_path,
        metavar="FILE",
        help="write a capture of the line, for --replay and for tests; replaces the file",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Do what the options say; the exit code: 0 ended as asked, 2 unusable arguments."""
    faults = _faults(args)
    if faults:
        print("\n".join(faults), file=sys.stderr)
        return 2
    with _ended_by_a_stop(), ExitStack() as open_files:
        try:
            recorder = _recorder(args.record, open_files)
        except OSError as error:
            print(f"--record {args.record}: {error.strerror}", file=sys.stderr)
            return 2
        if args.sniff is not None:
            return _sniff(args.sniff, args.protocol or AUTO, recorder)
        if args.replay is not None:
            return _replay(args.replay, args.protocol or AUTO)
        kind = DEVICES[args.device or DEFAULT_DEVICE]
        checksum = Checksum(args.checksum or CHECKSUMS[0])
        return _emulate(kind, args.link or _default_link(), args.fault, checksum, recorder)
    return 0


@contextmanager
def _ended_by_a_stop() -> Iterator[None]:
    """A service manager's stop is as good an end as Ctrl-C; whoever calls keeps his own way.

    Ctrl-C too is asked for: a shell's background job is born deaf to it.
    """
    asked = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(number, signal.default_int_handler) for number in asked]
    try:
        with suppress(KeyboardInterrupt):
            yield
    finally:
        for number, handler in zip(asked, before, strict=True):
            signal.signal(number, handler)


# --- options ------------------------------------------------------------------------------------


def _fault_list() -> str:
    """Every fault of every device and what it does."""
    lines: list[str] = []
    for name, kind in DEVICES.items():
        lines += ["", f"faults of {name}:"]
        lines += [f"  {fault:<25} {meaning}" for fault, meaning in kind.faults.items()]
    return "\n".join(lines[1:])


def _faults(args: argparse.Namespace) -> list[str]:
    """What is wrong with the options, a line each."""
    faults = _misplaced(args)
    device = args.device or DEFAULT_DEVICE
    if device not in DEVICES:
        hint = suggestion(device, DEVICES)
        faults.append(f"--device {device}: no device of that name ({hint})")
        device = DEFAULT_DEVICE
    if args.fault is not None and (problem := unknown_fault(device, args.fault)):
        faults.append(f"--fault: {problem}")
    if args.checksum is not None and args.checksum not in CHECKSUMS:
        hint = suggestion(args.checksum, CHECKSUMS)
        faults.append(f"--checksum {args.checksum}: no checksum of that name ({hint})")
    elif args.checksum is not None and not DEVICES[device].has_checksums:
        faults.append(f"--checksum: {device} has only one, the choice is of ccTalk devices")
    if args.protocol is not None and args.protocol not in (known := protocols()):
        hint = suggestion(args.protocol, known)
        faults.append(f"--protocol {args.protocol}: no protocol of that name ({hint})")
    return faults


def _misplaced(args: argparse.Namespace) -> list[str]:
    """Options that say nothing beside the others."""
    faults = []
    is_emulator = bool(args.link or args.device or args.fault or args.checksum)
    for option, is_given, does in (
        ("--sniff", args.sniff is not None, "listens only"),
        ("--replay", args.replay is not None, "reads a file only"),
    ):
        if is_given and is_emulator:
            whose = "--link, --device, --fault and --checksum are for the emulator"
            faults.append(f"{option}: {does}; {whose}")
    if args.replay is not None and (args.sniff is not None or args.record is not None):
        faults.append("--replay: reads a capture; --sniff and --record are of a line")
    if args.protocol is not None and args.sniff is None and args.replay is None:
        faults.append("--protocol: says what --sniff or --replay decodes, and neither is there")
    return faults


def _default_link() -> Path:
    return runtime_folder() / f"acceptor-{os.getpid()}"


def _recorder(path: Path | None, open_files: ExitStack) -> Recorder | None:
    """A capture that is written line by line, so that it is whole whatever ends the command.

    Raises:
        OSError: the file cannot be written.
    """
    if path is None:
        return None
    return Recorder(open_files.enter_context(path.open("w", buffering=1)).write)


# --- the emulator -------------------------------------------------------------------------------


def _emulate(
    kind: EmulatedKind, link: Path, fault: str | None, checksum: Checksum, record: Recorder | None
) -> int:
    unit = kind.make(fault, checksum)
    usage = f"Emulated {kind.title}: {kind.hint}{COMMANDS}"
    try:
        host = EmulatorHost(unit if record is None else RecordedDevice(unit, record), link)
    except HardwareError as error:
        print(f"--link {link}: {error}", file=sys.stderr)
        return 2
    try:
        print(link, flush=True)
        print(usage, file=sys.stderr, flush=True)
        Console(unit, host, MonotonicClock(), usage).serve()
    finally:
        host.close()
    return 0


# --- the monitor --------------------------------------------------------------------------------


def _sniff(path: str, protocol: str, recorder: Recorder | None) -> int:
    """Rows of a live line."""
    try:
        for row in listen(path, MonotonicClock(), protocol, recorder):
            print(row, flush=True)
    except (HardwareError, ConfigError) as error:
        print(f"--sniff {error}", file=sys.stderr)
        return 2
    print(f"the line {path} has gone away", file=sys.stderr)
    return 0


def _replay(path: Path, protocol: str) -> int:
    """Rows of a capture."""
    try:
        heard = read_capture(path.read_text(encoding="ascii"))
    except (OSError, UnicodeDecodeError, CaptureError) as error:
        print(f"--replay {path}: {error}", file=sys.stderr)
        return 2
    try:
        for row in rows_of(heard, protocol):
            print(row)
    except ConfigError as error:
        print(f"--protocol {protocol}: {error}", file=sys.stderr)
        return 2
    return 0
