"""One SSP command at a time: waiting, repeating with the same bit, getting into step.

A command that is repeated with its own sequence bit makes the unit say its last answer again
instead of doing the thing twice. This machine keeps the bit, so that a driver above it sees an
answer or the lack of one and never two answers for one question.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto, unique

from firmware.hardware.ssp import Command, Frame, FrameReader, Status

WAIT_S = 0.5
TRIES = 4
_FIRST_STATUS = 0xF0
"""Answers begin at or above it, so our own command coming back is no answer."""


@dataclass(frozen=True, slots=True)
class Question:
    """A command and the patience for its answer.

    Attributes:
        command: what is asked.
        data: its data.
        wait_s: patience for one try.
        tries: how often it is sent before it counts as unanswered.
    """

    command: Command
    data: bytes = b""
    wait_s: float = WAIT_S
    tries: int = TRIES


@unique
class Silence(Enum):
    """Why there is no answer."""

    NO_ANSWER = auto()
    GARBLED = auto()
    """Bytes came that were no answer."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the unit said: a status, perhaps one that is not known, and its data."""

    status: int
    data: bytes = b""

    @property
    def is_ok(self) -> bool:
        """Whether the command was carried out."""
        return self.status == Status.OK


class Exchange:
    """Asks one unit on one line; bytes and a time in, bytes out.

    Attributes:
        questions: how many were asked, ever.
        retries: how often anything was sent again, ever.

    >>> line = Exchange()
    >>> line.ask(Question(Command.POLL))
    >>> line.pump(0.0, b"").hex(" ")
    '7f 80 01 07 12 02'
    >>> line.pump(0.1, bytes.fromhex("7f 80 01 f0 23 80"))
    b''
    >>> line.take_outcome()
    Answer(status=240, data=b'')
    """

    def __init__(self, address: int = 0) -> None:
        self.questions = 0
        self.retries = 0
        self._address = address
        self._bit = True
        self._reader = FrameReader()
        self._question: Question | None = None
        self._sent = b""
        self._tries_left = 0
        self._until_s = 0.0
        self._was_garbled = False
        self._outcome: Answer | Silence | None = None

    @property
    def bad_frames(self) -> int:
        """Damaged frames, ever."""
        return self._reader.bad_frames

    @property
    def has_outcome(self) -> bool:
        """Whether the question that was asked has ended."""
        return self._outcome is not None

    def ask(self, question: Question) -> None:
        """Take up `question`; the next `pump` sends it."""
        self._question = question
        self._tries_left = question.tries
        self._sent = b""
        self._was_garbled = False
        self._outcome = None
        self.questions += 1

    def take_outcome(self) -> Answer | Silence | None:
        """The end of the question once it is there; only once."""
        outcome, self._outcome = self._outcome, None
        return outcome

    def farewell(self, command: Command) -> bytes:
        """A command whose answer nobody waits for."""
        self._question = None
        return self._frame(Question(command))

    def deadline_s(self) -> float | None:
        """When `pump` is wanted without bytes: the end of patience, or at once."""
        if self._question is None:
            return None
        return self._until_s if self._sent else float("-inf")

    def pump(self, now_s: float, received: bytes) -> bytes:
        """Take in what came; return what is to be sent."""
        frames = self._reader.feed(received)
        question = self._question
        if question is None:
            return b""
        if not self._sent:
            self._sent = self._frame(question)
            return self._send(now_s, question)
        self._was_garbled |= bool(received)
        for frame in frames:
            if self._is_answer(frame):
                self._end(Answer(frame.data[0], frame.data[1:]))
                return b""
        if now_s < self._until_s:
            return b""
        if self._tries_left == 0:
            self._end(Silence.GARBLED if self._was_garbled else Silence.NO_ANSWER)
            return b""
        self.retries += 1
        return self._send(now_s, question)

    def _frame(self, question: Question) -> bytes:
        """Its bytes, with the bit of a new command.

        After SYNC the unit takes neither bit for a repeat; ours turns all the same.
        """
        if question.command is Command.SYNC:
            self._bit = True
        frame = Frame(self._address, self._bit, bytes((question.command,)) + question.data)
        self._bit = not self._bit
        return frame.to_bytes()

    def _send(self, now_s: float, question: Question) -> bytes:
        self._tries_left -= 1
        self._until_s = now_s + question.wait_s
        self._reader.reset()
        return self._sent

    def _is_answer(self, frame: Frame) -> bool:
        """Whether it carries the bit of our command: a late answer to the one before does not."""
        is_ours = frame.address == self._address and frame.bit is not self._bit
        return is_ours and len(frame.data) > 0 and frame.data[0] >= _FIRST_STATUS

    def _end(self, outcome: Answer | Silence) -> None:
        self._question = None
        self._sent = b""
        self._outcome = outcome
