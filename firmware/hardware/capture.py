"""Captures of a coin line: a text file that a person can read, edit and keep in a repository.

The first line says what it is. Then one line for what was seen at once::

    # cabinato capture 1
    0.000000 > 02 00 01 fe ff
    0.009000 < 01 00 02 00 fd

Seconds since the start; `>` from the host, `<` from the unit, `?` where the ear was on a wire
that both use; the bytes in hexadecimal. An adapter's echo is not written: the host's bytes stand
there already. Other lines that begin with `#`, and empty lines, say nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum, unique

from firmware.hardware.pty_line import EmulatedDevice

FIRST_LINE = "# cabinato capture 1"


@unique
class Direction(StrEnum):
    """Who sent it."""

    HOST = ">"
    UNIT = "<"
    UNKNOWN = "?"


@dataclass(frozen=True, slots=True)
class Heard:
    """Bytes that were seen at once.

    Attributes:
        time_s: seconds since the capture began.
        direction: who sent them.
        data: the bytes, one or more.
    """

    time_s: float
    direction: Direction
    data: bytes

    def __str__(self) -> str:
        return f"{self.time_s:.6f} {self.direction} {self.data.hex(' ')}"


class CaptureError(ValueError):
    """A text that is no capture; says which line is wrong and quotes it."""


def read_capture(text: str) -> tuple[Heard, ...]:
    """What a capture holds, in the order of time.

    Raises:
        CaptureError: it is none, or a line of it is not as it should be.
    """
    first, *lines = text.splitlines() or [""]
    if first.strip() != FIRST_LINE:
        raise CaptureError(f"line 1: {first!r} where a capture begins with {FIRST_LINE!r}")
    heard: list[Heard] = []
    for number, line in enumerate(lines, 2):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            item = _heard(line)
        except ValueError as error:
            raise CaptureError(f"line {number}: {line!r}: {error}") from None
        if heard and item.time_s < heard[-1].time_s:
            raise CaptureError(f"line {number}: {line!r}: before the line above it")
        heard.append(item)
    return tuple(heard)


def _heard(line: str) -> Heard:
    parts = line.split(maxsplit=2)
    if len(parts) < 3:
        raise ValueError("not seconds, direction and bytes")
    seconds, direction, figures = parts
    time_s = float(seconds)
    if not 0 <= time_s < float("inf"):
        raise ValueError(f"not a time: {seconds}")
    if direction not in set(Direction):
        raise ValueError(f"direction {direction!r} is none of > < ?")
    return Heard(time_s, Direction(direction), bytes.fromhex(figures))


class Recorder:
    """Writes a capture, line by line.

    Args:
        write: takes a text, such as a file's `write`.
    """

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write = write
        self._began_s: float | None = None
        write(FIRST_LINE + "\n")

    def note(self, now_s: float, direction: Direction, data: bytes) -> None:
        """Bytes were seen; time counts from the first of them."""
        if not data:
            return
        if self._began_s is None:
            self._began_s = now_s
        self._write(f"{Heard(now_s - self._began_s, direction, data)}\n")


class RecordedDevice:
    """An emulated device whose conversation is written down."""

    def __init__(self, device: EmulatedDevice, recorder: Recorder) -> None:
        self._device = device
        self._recorder = recorder

    def pump(self, now_s: float, received: bytes = b"") -> bytes:
        """As the device does."""
        out = self._device.pump(now_s, received)
        self._recorder.note(now_s, Direction.HOST, received)
        self._recorder.note(now_s, Direction.UNIT, out.removeprefix(received))
        return out

    def deadline_s(self) -> float | None:
        """As the device says."""
        return self._device.deadline_s()
