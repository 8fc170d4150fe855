"""Listens to a live coin line: the serial half of the line monitor."""

from __future__ import annotations

import os
import select
from collections.abc import Iterator

import serial

from firmware.clock import Clock
from firmware.errors import HardwareError
from firmware.hardware.cctalk_monitor import Monitor, Row
from firmware.hardware.coin_port import BAUD, LINE_ERRORS, READ_SIZE


def listen(path: str, clock: Clock) -> Iterator[Row]:
    """What passes on the line at `path`, as it comes; ends when the line goes away.

    Raises:
        HardwareError: the line cannot be opened; names it.
    """
    try:
        line = serial.Serial(path, BAUD, timeout=0, exclusive=True)
    except LINE_ERRORS as error:
        raise HardwareError(f"{path}: cannot be opened: {error}") from error
    monitor = Monitor()
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
                return
            if is_there and not received:
                return
            yield from monitor.feed(received, clock.now_s() - began_s)
