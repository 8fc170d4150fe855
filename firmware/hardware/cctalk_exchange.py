"""One question at a time on a shared ccTalk wire: echo, waiting, retries, quiet.

Everything the host sends comes back to it, a bad frame gets no answer at all, and a
late answer looks like the answer to the next question. This machine knows those
habits so that the drivers above it see only an answer or the lack of one.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from enum import Enum, auto, unique

from firmware.hardware import cctalk
from firmware.hardware.cctalk import Checksum, Header

QUIET_S = 0.050
BUSY_PAUSE_S = 0.100
SHARED_WAIT_S = 0.5
"""Where others wait for the wire, so that each is read within its second."""
LONGEST_QUIET_S = 1.0
"""A line that babbles is not waited for any longer than this."""
MOST_BUSY = 50
BUFFER_LIMIT = 1024


@dataclass(frozen=True, slots=True)
class Question:
    """A command and what may come back.

    Attributes:
        header: the command.
        data: its data.
        shortest: least bytes of data that its answer has.
        longest: most bytes.
        wait_s: patience for one try.
        tries: how often it is sent before it counts as unanswered.
        checksum: how it is guarded, where that is tried; None: as the wire has it.
        is_probe: whether units may not know it, so that a miss says nothing about the line.
    """

    header: Header
    data: bytes = b""
    shortest: int = 0
    longest: int = 0
    wait_s: float = 1.0
    tries: int = 3
    checksum: Checksum | None = None
    is_probe: bool = False


@unique
class Silence(Enum):
    """Why there is no answer."""

    NO_ANSWER = auto()
    """Our own bytes came back, or this unit is known to have no echo; the rest is silence."""
    GARBLED = auto()
    """Bytes came in at least one try that were no answer: noise, not silence."""
    NO_ECHO = auto()
    """Not a byte came, not even our own."""
    WRONG_ECHO = auto()
    """Something came that is neither our own bytes nor an answer."""
    REFUSED = auto()
    """The unit answered NAK."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a question: the answer's data, or why there is none."""

    data: bytes | None
    silence: Silence | None = None


class Wire:
    """What the units on one line share: who may send, the quiet after a miss, echo, checksum.

    Whoever wants to ask queues up; so one that is silent, or has much to be asked, keeps no
    other from its turn.

    Attributes:
        has_echo: whether what we send comes back; None until it is learned.
        checksum: how frames are guarded.
        is_shared: whether more than one unit is on it.
        heard_s: when bytes came last that nobody waited for.
    """

    def __init__(self, checksum: Checksum | None = Checksum.SUM8) -> None:
        """`checksum` None: it is found out, beginning with the plain one."""
        self.has_echo: bool | None = None
        self.is_shared = False
        self.heard_s = float("-inf")
        self.checksum = checksum or Checksum.SUM8
        self._is_checksum_open = checksum is None
        self._answering: set[Exchange] = set()
        self._holder: Exchange | None = None
        self._queue: deque[Exchange] = deque()
        self._quiet_since_s = 0.0
        self._quiet_until_s = 0.0

    @property
    def holder(self) -> Exchange | None:
        """Who waits for an answer."""
        return self._holder

    @property
    def quiet_until_s(self) -> float:
        """Nothing is sent before."""
        return self._quiet_until_s

    def take(self, who: Exchange, now_s: float) -> bool:
        """Take the wire for a question; False while it is not quiet, or others come first."""
        if who not in self._queue:
            self._queue.append(who)
        if self._holder is not None or self._queue[0] is not who or now_s < self._quiet_until_s:
            return False
        self._holder = self._queue.popleft()
        return True

    def is_next(self, who: Exchange) -> bool:
        """Whether only the quiet keeps it waiting."""
        return self._holder is None and (not self._queue or self._queue[0] is who)

    def release(self, who: Exchange) -> None:
        """The question has ended, or is not asked any more."""
        if self._holder is who:
            self._holder = None
        if who in self._queue:
            self._queue.remove(who)

    def hush(self, now_s: float, seconds: float = QUIET_S) -> None:
        """Send nothing until the line was quiet for `seconds`."""
        self._quiet_since_s = now_s
        self._quiet_until_s = now_s + seconds

    def heard(self, now_s: float) -> None:
        """Bytes came that nobody waits for: the quiet begins again, within bounds."""
        self.heard_s = now_s
        if now_s < self._quiet_since_s + LONGEST_QUIET_S:
            self._quiet_until_s = max(self._quiet_until_s, now_s + QUIET_S)

    def answered(self, who: Exchange, checksum: Checksum) -> None:
        """It was understood under that checksum, which is then the line's."""
        if self.is_checksum_open:
            self.checksum = checksum
        self._answering.add(who)

    def lost(self, who: Exchange) -> None:
        """It does not answer any more; where nobody does, nothing is known of the line."""
        self._answering.discard(who)
        if not self._answering:
            self.has_echo = None

    @property
    def is_checksum_open(self) -> bool:
        """Whether the checksum is still to be found out."""
        return self._is_checksum_open and not self._answering


class Exchange:
    """Asks questions of one address on a wire; bytes and a time in, bytes out.

    Attributes:
        wire: the line, shared with the other units on it.
        address: of the unit.
        retries: how often anything was sent again, ever.
        questions: how often anything was asked, ever.
        bad_frames: tries that met noise or a wrong checksum, ever.
    """

    def __init__(self, address: int, wire: Wire | None = None) -> None:
        self.wire = wire or Wire()
        self.address = address
        self.retries = 0
        self.questions = 0
        self.bad_frames = 0
        self._checksum = self.wire.checksum
        self._question: Question | None = None
        self._sent: bytes | None = None
        self._tries_left = 0
        self._busy_left = 0
        self._buffer = bytearray()
        self._is_echo_in = False
        self._got_bytes = False
        self._had_more = False
        self._was_garbled = False
        self._last_byte_s = 0.0
        self._until_s = 0.0
        self._outcome: Outcome | None = None

    def ask(self, question: Question) -> None:
        """Take up `question`; the next `pump` sends it as soon as the line is quiet."""
        self._question = question
        self._checksum = question.checksum or self.wire.checksum
        self.questions += not question.is_probe
        self._tries_left = question.tries
        self._busy_left = MOST_BUSY
        self._was_garbled = False
        self._sent = None
        self._outcome = None

    def hush(self, now_s: float, seconds: float = QUIET_S) -> None:
        """Drop what comes and send nothing until the line was quiet for `seconds`."""
        self._sent = None
        self.wire.release(self)
        self.wire.hush(now_s, seconds)

    def take_outcome(self) -> Outcome | None:
        """The end of the question once it is there; only once."""
        outcome, self._outcome = self._outcome, None
        return outcome

    @property
    def has_outcome(self) -> bool:
        """Whether the question that was asked has ended."""
        return self._outcome is not None

    def deadline_s(self) -> float | None:
        """When `pump` is wanted without bytes: the end of patience or of the quiet."""
        if self._question is None:
            return None
        if self._sent is not None:
            return self._until_s
        return self.wire.quiet_until_s if self.wire.is_next(self) else None

    def pump(self, now_s: float, received: bytes) -> bytes:
        """Take in what came; return what is to be sent."""
        if received:
            self._receive(now_s, received)
        if self._question is not None and self._sent is not None and now_s >= self._until_s:
            self._fail(now_s)
        if self._question is None or self._sent is not None or not self.wire.take(self, now_s):
            return b""
        return self._send(now_s, self._question)

    def _send(self, now_s: float, question: Question) -> bytes:
        self._sent = cctalk.ask(
            question.header, question.data, destination=self.address, checksum=self._checksum
        )
        wait_s = min(question.wait_s, SHARED_WAIT_S) if self.wire.is_shared else question.wait_s
        self._until_s = now_s + wait_s
        self._buffer.clear()
        self._is_echo_in = False
        self._got_bytes = False
        self._had_more = False
        return self._sent

    def _receive(self, now_s: float, received: bytes) -> None:
        if self._question is None or self._sent is None:
            self.wire.heard(now_s)
            return
        if self._buffer and cctalk.is_gap(self._last_byte_s, now_s):
            del self._buffer[self._learned_echo(self._sent) :]
        self._last_byte_s = now_s
        self._got_bytes = True
        self._buffer += received
        del self._buffer[BUFFER_LIMIT:]
        if self.wire.has_echo is None:
            self._learn(now_s, self._question, self._sent)
            return
        if self.wire.has_echo and not self._is_echo_in:
            self._strip_echo(self._sent)
        if self._is_echo_in or not self.wire.has_echo:
            self._had_more |= bool(self._buffer)
            self._look(now_s, self._question)

    def _learned_echo(self, sent: bytes) -> int:
        """How many bytes at the start of the buffer are an echo that is still to be learned."""
        return len(sent) if self.wire.has_echo is None and self._buffer.startswith(sent) else 0

    def _strip_echo(self, sent: bytes) -> None:
        """Our own bytes must come first; an answer behind a wrong echo is not trusted."""
        if self._buffer.startswith(sent):
            del self._buffer[: len(sent)]
            self._is_echo_in = True

    def _learn(self, now_s: float, question: Question, sent: bytes) -> None:
        """One exact copy and then an answer, or an answer alone; all else is bad wiring."""
        echo = self._learned_echo(sent)
        rest = self._buffer[echo:]
        found = self._find(question, rest)
        if found is None or rest.startswith(sent) or (not echo and found[0]):
            return
        self.wire.has_echo = echo > 0
        self._finish(now_s, found[1])

    def _look(self, now_s: float, question: Question) -> None:
        found = self._find(question, self._buffer)
        if found is not None:
            self._finish(now_s, found[1])

    def _find(self, question: Question, received: bytearray) -> tuple[int, cctalk.Frame] | None:
        return cctalk.find_reply(
            received,
            question.shortest,
            question.longest,
            source=self.address,
            checksum=self._checksum,
        )

    def _finish(self, now_s: float, frame: cctalk.Frame) -> None:
        if frame.header == Header.BUSY and self._busy_left:
            self._busy_left -= 1
            self.hush(now_s, BUSY_PAUSE_S)
        elif frame.header == Header.ACK:
            self._end(Outcome(frame.data))
        else:
            self._end(Outcome(None, Silence.REFUSED))

    def _fail(self, now_s: float) -> None:
        self._tries_left -= 1
        silence = self._silence()
        self._was_garbled |= silence is not Silence.NO_ANSWER
        self.bad_frames += silence in (Silence.GARBLED, Silence.WRONG_ECHO)
        self.hush(now_s)
        if self._tries_left > 0:
            self.retries += not (self._question is not None and self._question.is_probe)
        elif silence is Silence.NO_ANSWER and self._was_garbled:
            self._end(Outcome(None, Silence.GARBLED))
        else:
            self._end(Outcome(None, silence))

    def _silence(self) -> Silence:
        """What this try met; only an exact echo and nothing else is an honest silence."""
        if not self._got_bytes:
            return Silence.NO_ANSWER if self.wire.has_echo is False else Silence.NO_ECHO
        if self.wire.has_echo is False:
            return Silence.GARBLED
        if self.wire.has_echo is None:
            is_exact = bytes(self._buffer) == self._sent
            return Silence.NO_ANSWER if is_exact else Silence.WRONG_ECHO
        if not self._is_echo_in:
            return Silence.WRONG_ECHO
        return Silence.GARBLED if self._had_more else Silence.NO_ANSWER

    def _end(self, outcome: Outcome) -> None:
        self._question = None
        self._sent = None
        self.wire.release(self)
        if outcome.data is not None or outcome.silence is Silence.REFUSED:
            self.wire.answered(self, self._checksum)
        self._outcome = outcome
