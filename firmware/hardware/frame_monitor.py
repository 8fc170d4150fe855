"""What a unit that only talks says on its line, in words, by its profile."""

from __future__ import annotations

from functools import reduce
from operator import xor

from firmware.hardware.acceptor_profiles import COUNTED, FrameProfile
from firmware.hardware.line_rows import Row, not_a_packet

GAP_S = 0.100
"""A longer silence inside a frame ends it; three bytes at 300 baud."""
COUNT_AT = 1
SIGNS = ("idle", "ignored", "rejected", "jammed", "fraud", "full", "unsure")


class FrameMonitor:
    """Turns the bytes of a line into rows.

    Args:
        profile: how frames stand on it and which of them are money.
    """

    def __init__(self, profile: FrameProfile) -> None:
        self._profile = profile
        self._buffer = b""
        self._noise = b""
        self._last_byte_s = 0.0

    def feed(self, received: bytes, now_s: float) -> list[Row]:
        """The rows that `received` completes; b"" lets a broken frame time out."""
        rows: list[Row] = []
        if self._pending and now_s - self._last_byte_s >= GAP_S:
            rows.append(not_a_packet(self._pending, "gap of more than 100 ms inside", now_s))
            self._buffer = self._noise = b""
        if received:
            self._last_byte_s = now_s
            self._buffer += received
        while self._buffer:
            length = self._length()
            if length is None or length > len(self._buffer):
                break
            frame = self._buffer[:length]
            fault = self._fault(frame)
            if fault:
                self._noise, self._buffer = self._noise + self._buffer[:1], self._buffer[1:]
                continue
            rows += self._tell_noise(now_s)
            rows.append(self._describe(frame, now_s))
            self._buffer = self._buffer[length:]
        return rows

    def deadline_s(self) -> float | None:
        """When a broken frame will have timed out, or None."""
        return self._last_byte_s + GAP_S if self._pending else None

    @property
    def _pending(self) -> bytes:
        return self._noise + self._buffer

    def _tell_noise(self, now_s: float) -> list[Row]:
        noise, self._noise = self._noise, b""
        return [not_a_packet(noise, "noise", now_s)] if noise else []

    def _length(self) -> int | None:
        """Of the frame that the buffer begins with, were it one; None where it cannot be told."""
        shape = self._profile.frame
        if shape.headers and self._buffer[0] not in shape.headers:
            return 1
        if shape.length != COUNTED:
            return shape.length
        if len(self._buffer) <= COUNT_AT:
            return None
        return 2 + self._buffer[COUNT_AT] + self._after_data

    @property
    def _after_data(self) -> int:
        shape = self._profile.frame
        return (shape.check != "none") + (shape.tail is not None)

    def _fault(self, frame: bytes) -> str:
        """Why it is no frame, or nothing."""
        shape = self._profile.frame
        if shape.headers and frame[0] not in shape.headers:
            return "no header"
        if shape.tail is not None and frame[-1] != shape.tail:
            return "no tail"
        if shape.check == "none":
            return ""
        check_at = len(frame) - self._after_data
        covered = frame[shape.check_from : check_at]
        check = reduce(xor, covered, 0) if shape.check == "xor" else sum(covered) & 255
        return "" if frame[check_at] == check else "bad check"

    def _describe(self, frame: bytes, now_s: float) -> Row:
        name, meaning = self._words(frame)
        check = self._profile.frame.check
        verdict = f"{check} ok" if check != "none" else "no check"
        return Row(now_s, "unit ->", name, meaning, verdict)

    def _words(self, frame: bytes) -> tuple[str, str]:
        profile = self._profile
        money, signs = profile.money, profile.signs
        for sign in SIGNS:
            if frame[0] in getattr(signs, sign):
                return sign, frame.hex(" ")
        audit = profile.audit
        if audit is not None and len(frame) > 2 and frame[2] == audit.answer:
            return "total", _counts(frame[3 : 3 + 4 * audit.counts])
        if money.sequence and frame[0] not in money.sequence:
            return "message", frame.hex(" ")
        if money.sequence and frame[0] != money.sequence[-1]:
            return "part of a coin", frame.hex(" ")
        if len(frame) <= money.at + (2 if money.by == "pulses" else 0):
            return "message", frame.hex(" ")
        if money.by == "pulses":
            pulses = int.from_bytes(frame[money.at + 1 : money.at + 3], "little")
            return "money", f"channel {frame[money.at]}, {pulses} pulses"
        if money.by == "channel" and not 1 <= frame[money.at] <= money.channels:
            return "message", frame.hex(" ")
        return "money", f"{money.by} {frame[money.at]}"


def _counts(raw: bytes) -> str:
    """Four-byte counts, low byte first."""
    counts = [int.from_bytes(raw[at : at + 4], "little") for at in range(0, len(raw), 4)]
    return " ".join(str(count) for count in counts)
