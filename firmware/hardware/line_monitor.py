"""Listens to a live coin line: the serial half of the line monitor, and the choice of words.

It only ever listens: not a byte goes out.
"""

from __future__ import annotations

import os
import select
from collections.abc import Iterable, Iterator, Sequence

import serial

from firmware.clock import Clock
from firmware.errors import HardwareError
from firmware.hardware.acceptor_profiles import PARITY_LETTERS, load_profile, profile_names
from firmware.hardware.capture import Direction, Heard, Recorder
from firmware.hardware.cctalk_monitor import Monitor
from firmware.hardware.coin_port import (
    CCTALK_LINE,
    LINE_ERRORS,
    PSEUDO_TERMINALS,
    READ_SIZE,
    LineSettings,
)
from firmware.hardware.frame_monitor import FrameMonitor
from firmware.hardware.line_rows import LineMonitor, Row
from firmware.hardware.ssp_monitor import SspMonitor

AUTO, CCTALK, SSP = "auto", "cctalk", "ssp"
SSP_LINE = LineSettings(stop_bits=2)
UNDECIDED_ROWS = 12
"""So many rows of noise are held back until it is clear which protocol it is."""


def protocols() -> list[str]:
    """What `--protocol` may be: the two that ask and answer, and the profiles that only talk."""
    return [AUTO, CCTALK, SSP, *profile_names("serial_frame")]


def monitor_of(protocol: str) -> tuple[LineMonitor, LineSettings]:
    """A monitor for one of `protocols`, and how its bytes stand on the line.

    Raises:
        ConfigError: a profile's file is not right.
    """
    if protocol == AUTO:
        return AutoMonitor([Monitor(), SspMonitor()]), CCTALK_LINE
    if protocol == CCTALK:
        return Monitor(), CCTALK_LINE
    if protocol == SSP:
        return SspMonitor(), SSP_LINE
    profile = load_profile(protocol, "serial_frame")
    line = profile.line
    parity = PARITY_LETTERS[line.parity]
    return FrameMonitor(profile), LineSettings(line.baud, parity, line.stop_bits)


class AutoMonitor:
    """Lets several protocols listen until one hears a packet of its own, then keeps to that.

    Args:
        monitors: the candidates; the first is taken where none hears anything but noise.
    """

    def __init__(self, monitors: Sequence[LineMonitor]) -> None:
        self._monitors = list(monitors)
        self._held: list[list[Row]] = [[] for _ in monitors]

    def feed(self, received: bytes, now_s: float) -> list[Row]:
        """The rows that `received` completes; b"" lets a broken packet time out."""
        if len(self._monitors) == 1:
            return self._monitors[0].feed(received, now_s)
        for monitor, held in zip(self._monitors, self._held, strict=True):
            held += monitor.feed(received, now_s)
        for monitor, held in zip(self._monitors, self._held, strict=True):
            if any(row.is_packet for row in held):
                self._monitors = [monitor]
                return held
        first = self._held[0]
        if len(first) <= UNDECIDED_ROWS:
            return []
        self._held = [[] for _ in self._monitors]
        return first

    def deadline_s(self) -> float | None:
        """When a broken packet will have timed out, or None."""
        moments = [monitor.deadline_s() for monitor in self._monitors]
        return min((moment for moment in moments if moment is not None), default=None)

    def close(self) -> list[Row]:
        """What was held back, when nothing more will come."""
        return self._held[0] if len(self._monitors) > 1 else []


def listen(
    path: str, clock: Clock, protocol: str = AUTO, recorder: Recorder | None = None
) -> Iterator[Row]:
    """What passes on the line at `path`, as it comes; ends when the line goes away.

    Raises:
        HardwareError: the line cannot be opened; names it.
        ConfigError: a profile's file is not right.
    """
    monitor, settings = monitor_of(protocol)
    line = _open(path, settings)
    began_s = clock.now_s()
    with line:
        while True:
            due_s = monitor.deadline_s()
            now_s = clock.now_s() - began_s
            patience_s = None if due_s is None else max(0.0, due_s - now_s)
            try:
                is_there = select.select([line.fileno()], [], [], patience_s)[0]
                received = os.read(line.fileno(), READ_SIZE) if is_there else b""
            except LINE_ERRORS:
                break
            if is_there and not received:
                break
            now_s = clock.now_s() - began_s
            if recorder is not None:
                recorder.note(now_s, Direction.UNKNOWN, received)
            yield from monitor.feed(received, now_s)
    yield from _rest(monitor)


def rows_of(heard: Iterable[Heard], protocol: str = AUTO) -> Iterator[Row]:
    """What a capture holds, as rows.

    Raises:
        ConfigError: a profile's file is not right.
    """
    monitor, _ = monitor_of(protocol)
    for item in heard:
        due_s = monitor.deadline_s()
        if due_s is not None and due_s <= item.time_s:
            yield from monitor.feed(b"", due_s)
        yield from monitor.feed(item.data, item.time_s)
    due_s = monitor.deadline_s()
    if due_s is not None:
        yield from monitor.feed(b"", due_s)
    yield from _rest(monitor)


def _rest(monitor: LineMonitor) -> Iterator[Row]:
    if isinstance(monitor, AutoMonitor):
        yield from monitor.close()


def _open(path: str, settings: LineSettings) -> serial.Serial:
    # A pseudo-terminal has no parity: it takes one at the first opening and never again.
    is_terminal = os.path.realpath(path).startswith(PSEUDO_TERMINALS)
    try:
        return serial.Serial(
            path,
            settings.baud,
            parity=serial.PARITY_NONE if is_terminal else settings.parity,
            stopbits=settings.stop_bits,
            timeout=0,
            exclusive=True,
        )
    except LINE_ERRORS as error:
        raise HardwareError(f"{path}: cannot be opened: {error}") from error
