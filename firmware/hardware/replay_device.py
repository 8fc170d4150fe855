"""A capture as a device: it answers a host as the recorded unit answered.

A report from the field becomes a test this way: the driver meets the very bytes again.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from firmware.hardware.capture import Direction, Heard
from firmware.hardware.cctalk import Frame
from firmware.hardware.cctalk_monitor import FrameCutter, is_reply

QUESTION_GAP_S = 0.050
"""A question that is not whole after this long is not waited for."""


@dataclass(frozen=True, slots=True)
class _Answer:
    """What came back on a question: seconds after it, and bytes."""

    parts: tuple[tuple[float, bytes], ...]


class ReplayDevice:
    """Answers each question as it was answered in the capture, the first time first.

    Questions may come in another order than they were recorded. Where one is asked more
    often than it was, its last answer is given again; what was never asked meets silence.

    Args:
        heard: a capture with both directions; see `directed` for one of a shared wire.
        has_echo: whether the host's own bytes come back.

    >>> question, answer = bytes.fromhex("02 00 01 fe ff"), bytes.fromhex("01 00 02 00 fd")
    >>> heard = [Heard(0.0, Direction.HOST, question), Heard(0.0, Direction.UNIT, answer)]
    >>> ReplayDevice(heard, has_echo=False).pump(9.0, question).hex(" ")
    '01 00 02 00 fd'
    """

    def __init__(self, heard: Iterable[Heard], *, has_echo: bool = True) -> None:
        self._has_echo = has_echo
        self._answers: dict[bytes, list[_Answer]] = defaultdict(list)
        for question, answer in _exchanges(heard):
            self._answers[question].append(answer)
        self._due: list[tuple[float, bytes]] = []
        self._buffer = b""
        self._last_byte_s = 0.0

    @property
    def unasked(self) -> int:
        """Recorded answers that no question has brought out yet, the repeated ones aside."""
        return sum(len(answers) - 1 for answers in self._answers.values())

    def pump(self, now_s: float, received: bytes = b"") -> bytes:
        """Take in what the host sent by `now_s`; return what appears on the wire."""
        if now_s - self._last_byte_s > QUESTION_GAP_S:
            self._buffer = b""
        if received:
            self._last_byte_s = now_s
            self._buffer += received
            self._meet(now_s)
        due = b"".join(data for due_s, data in self._due if due_s <= now_s)
        self._due = [(due_s, data) for due_s, data in self._due if due_s > now_s]
        return (received if self._has_echo else b"") + due

    def deadline_s(self) -> float | None:
        """When the next part of an answer is due, or None."""
        return min((due_s for due_s, _ in self._due), default=None)

    def has_undelivered(self) -> bool:
        """Whether an answer is on its way."""
        return bool(self._due)

    def _meet(self, now_s: float) -> None:
        while (question := self._question()) is not None:
            self._buffer = self._buffer[len(question) :]
            answers = self._answers[question]
            answer = answers.pop(0) if len(answers) > 1 else answers[0]
            self._due += [(now_s + after_s, data) for after_s, data in answer.parts]

    def _question(self) -> bytes | None:
        """The recorded question that the buffer begins with."""
        return next((known for known in self._answers if self._buffer.startswith(known)), None)


def directed(heard: Iterable[Heard]) -> tuple[Heard, ...]:
    """A ccTalk capture of a shared wire with every packet given to host or unit.

    Bytes that are no packet are left out.
    """
    cutter = FrameCutter()
    found: list[Heard] = []
    for item in heard:
        if item.direction is not Direction.UNKNOWN:
            found.append(item)
            continue
        for frame in cutter.feed(item.data, item.time_s):
            if isinstance(frame, Frame):
                direction = Direction.UNIT if is_reply(frame) else Direction.HOST
                found.append(Heard(item.time_s, direction, frame.to_bytes()))
    return tuple(found)


def _exchanges(heard: Iterable[Heard]) -> Iterator[tuple[bytes, _Answer]]:
    question: Heard | None = None
    parts: list[tuple[float, bytes]] = []
    for item in heard:
        if item.direction is Direction.HOST:
            if question is not None:
                yield question.data, _Answer(tuple(parts))
            question, parts = item, []
        elif question is not None:
            parts.append((item.time_s - question.time_s, item.data))
    if question is not None:
        yield question.data, _Answer(tuple(parts))
