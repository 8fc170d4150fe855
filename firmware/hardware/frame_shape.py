"""Frames of units that only talk, cut out of a stream of bytes by their profile.

A damaged frame never becomes money: without a right check there is no frame, and the search
goes on at the next byte that may begin one.
"""

from __future__ import annotations

from functools import reduce
from operator import xor

from firmware.hardware.acceptor_profiles import COUNTED, ShapeTable

GAP_S = 0.5
"""What has begun and got no more bytes for so long is no frame, whatever it began with."""
NOISE_GAP_S = 0.2
"""Noise after such a silence is another piece of noise."""
LONGEST_NOISE_S = 1.0
"""Noise that does not end counts once in this time."""
_ROUNDING_S = 1e-3
_COUNTED_AROUND = 3
"""Bytes of a counted frame beside its data: header, length, check."""


class ShapeReader:
    """Finds frames of one shape; `good` and `bad` count them and what was none, ever."""

    def __init__(self, shape: ShapeTable) -> None:
        self.good = self.bad = 0
        self._shape = shape
        self._buffer = bytearray()
        self._last_s = float("-inf")
        self._is_in_noise = False
        self._noise_s = float("-inf")

    def feed(self, received: bytes, now_s: float) -> list[bytes]:
        """The frames that are whole and right now; noise in one piece counts once.

        Call it with b"" too: a stray byte may have begun what never becomes a frame, and a right
        frame stand behind it.
        """
        old = len(self._buffer) if now_s - self._last_s > GAP_S else 0
        if received:
            if now_s - self._last_s > NOISE_GAP_S or now_s - self._noise_s >= LONGEST_NOISE_S:
                self._is_in_noise = False
            self._last_s = now_s
            self._buffer += received
        frames: list[bytes] = []
        while self._buffer:
            length = self._length()
            is_whole = length is not None and 0 < length <= len(self._buffer)
            frame = bytes(self._buffer[:length]) if is_whole else b""
            if frame and is_right(self._shape, frame):
                frames.append(frame)
                self.good += 1
                self._is_in_noise = False
                del self._buffer[:length]
                old -= len(frame)
            elif is_whole or length == 0 or old > 0:
                self._skip(1)
                old -= 1
            else:
                break
        return frames

    def deadline_s(self) -> float | None:
        """When what has begun is given up, None where nothing has."""
        return self._last_s + GAP_S + _ROUNDING_S if self._buffer else None

    def _length(self) -> int | None:
        """How long the frame at the front is; 0 where none begins, None where it is too early."""
        if self._shape.headers and self._buffer[0] not in self._shape.headers:
            return 0
        if self._shape.length != COUNTED:
            return self._shape.length
        if len(self._buffer) < 2:
            return None
        return self._buffer[1] + _COUNTED_AROUND + (self._shape.tail is not None)

    def _skip(self, count: int) -> None:
        self.bad += not self._is_in_noise
        if not self._is_in_noise:
            self._noise_s = self._last_s
        self._is_in_noise = True
        del self._buffer[:count]


def is_right(shape: ShapeTable, frame: bytes) -> bool:
    """Whether tail and check of a frame of the right length are right."""
    return frame == finished(shape, frame[: len(frame) - trailer_length(shape)])


def finished(shape: ShapeTable, front: bytes) -> bytes:
    """A frame from what stands before its check."""
    covered = front[shape.check_from :]
    if shape.check == "xor":
        front += bytes((reduce(xor, covered, 0),))
    elif shape.check == "sum":
        front += bytes((sum(covered) & 0xFF,))
    return front if shape.tail is None else front + bytes((shape.tail,))


def trailer_length(shape: ShapeTable) -> int:
    """Bytes of check and tail."""
    return (shape.check != "none") + (shape.tail is not None)
