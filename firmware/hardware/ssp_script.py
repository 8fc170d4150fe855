"""How an SSP validator is talked to: a script of commands and pauses, played on its line.

Whatever is told to the unit is a generator that yields a question and is sent its answer, or yields
a pause. This room plays it, finds the unit and begins again when the line or the unit is lost.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator
from dataclasses import dataclass

from firmware.events import DeviceHealth, Event, Health
from firmware.hardware.line_tally import CountTeller, LineTally
from firmware.hardware.ssp import Command, Status
from firmware.hardware.ssp_exchange import Answer, Exchange, Question, Silence

SEARCH_S = 10.0
SEARCH_STEP_S = 0.5
SEARCH_STEP_LONGEST_S = 1.0
ENCRYPTED_AGAIN_S = 5.0

PROMPT_WAIT_S, PROMPT_TRIES = 0.25, 3
"""Of a unit in use: poll and patience together end within a second."""
_SLOW = frozenset({Command.PROTOCOL_VERSION, Command.SETUP_REQUEST, Command.SERIAL_NUMBER})
"""A unit may look these up: they keep the long patience."""
_HELLO = Question(Command.SYNC, wait_s=0.4, tries=1)
ENCRYPTED = Health.FAULT, "encrypted"


@dataclass(frozen=True, slots=True)
class SspSettings:
    """What the configuration says about one validator.

    Attributes:
        slot: name of its slot, such as `note`.
        accepted_minor: values (minor units) that the cabinet takes; other notes go back.
        country: what the three letters of a channel must begin with, or "" for any.
        address: of the unit on its line; validators are 0.
    """

    slot: str
    accepted_minor: frozenset[int]
    country: str = ""
    address: int = 0


@dataclass(frozen=True, slots=True)
class Pause:
    """Nothing to ask until then, or until the cabinet wants something."""

    until_s: float
    ends_on_wish: bool = False


class Lost(Exception):  # noqa: N818 - it is how a script ends, not an error to show
    """A question that must be answered was not, or by a unit that wants a key."""

    def __init__(self, health: Health, detail: str = "") -> None:
        super().__init__(detail)
        self.verdict = health, detail


Step = Question | Pause
Reply = Answer | Silence | None
Script = Generator[Step, Reply, None]
Asking = Generator[Step, Reply, Answer]


class SspScript(ABC):
    """One unit on its line, as the port sees it."""

    def __init__(self, settings: SspSettings) -> None:
        self._settings = settings
        self._exchange = Exchange(settings.address)
        self._events: list[Event] = []
        self._now_s = 0.0
        self._health: tuple[Health, str] | None = None
        self._has_answered = False
        self._teller = CountTeller(settings.slot)
        self._tally = LineTally()
        self._pause: Pause | None = Pause(float("-inf"))
        self._script: Script = self._life()

    # --- what it is for -----------------------------------------------------------------------

    @abstractmethod
    def _start(self) -> Script:
        """Once it is found, or has lost its memory."""

    @abstractmethod
    def _follow(self) -> Script:
        """For ever; returns when it has lost its memory."""

    @abstractmethod
    def _is_wish_due(self, pause: Pause) -> bool:
        """Whether the cabinet's wish ends a pause."""

    @abstractmethod
    def _let_go(self) -> None:
        """It does not answer any more."""

    # --- what the port sees -------------------------------------------------------------------

    @property
    def slots(self) -> tuple[str, ...]:
        """Its one slot."""
        return (self._settings.slot,)

    def pump(self, now_s: float, received: bytes) -> tuple[bytes, tuple[Event, ...]]:
        """Take in what came by `now_s`; return what to send and what there is to report."""
        self._now_s = now_s
        out = self._exchange.pump(now_s, received)
        line = self._exchange
        self._tally.line_counts(line.questions, line.retries, line.bad_frames, now_s)
        while self._is_ready():
            self._pause = None
            step = self._script.send(self._exchange.take_outcome())
            if isinstance(step, Pause):
                self._pause = step
            else:
                self._exchange.ask(step)
                out += self._exchange.pump(now_s, b"")
        if self._teller.is_due(now_s):
            self._events += self._teller.tell(self._tally.counts(now_s), now_s)
        events, self._events = tuple(self._events), []
        return out, events

    def deadline_s(self) -> float | None:
        """When `pump` is wanted even without bytes; None while it waits for the books."""
        if self._pause is None:
            return self._exchange.deadline_s()
        if self._is_wish_due(self._pause):
            return self._now_s
        return self._pause.until_s if self._pause.until_s < float("inf") else None

    def goodbye(self) -> bytes:
        """The last bytes before the port closes: refuse every note; b"" if nobody is there."""
        return self._exchange.farewell(Command.DISABLE) if self._has_answered else b""

    def forget_line(self) -> None:
        """The line went away: begin again from the search when bytes flow once more."""
        self._exchange = Exchange(self._settings.address)
        self._tally.new_line()
        self._has_answered = False
        self._let_go()
        self._health = None
        self._pause = Pause(float("-inf"))
        self._script = self._life()

    # --- the script ---------------------------------------------------------------------------

    def _is_ready(self) -> bool:
        if self._pause is None:
            return self._exchange.has_outcome
        return self._now_s >= self._pause.until_s or self._is_wish_due(self._pause)

    def _life(self) -> Script:
        while True:
            try:
                yield from self._search()
                while True:
                    yield from self._start()
                    yield from self._follow()
            except Lost as lost:
                is_there = lost.verdict == ENCRYPTED
                self._has_answered = False
                self._let_go()
                self._show(*lost.verdict)
                if lost.verdict[0] is Health.NO_ANSWER:
                    self._tally.outage()
                if is_there:
                    yield Pause(self._now_s + ENCRYPTED_AGAIN_S)

    def _ask(self, command: Command, data: bytes = b"") -> Asking:
        """Ask what every unit must answer, if only with a refusal."""
        if command in _SLOW:
            answer = yield Question(command, data)
        else:
            answer = yield Question(command, data, PROMPT_WAIT_S, PROMPT_TRIES)
        if not isinstance(answer, Answer):
            raise Lost(*_verdict(answer))
        if answer.status == Status.KEY_NOT_SET:
            raise Lost(*ENCRYPTED)
        return answer

    def _search(self) -> Script:
        """SYNC until somebody answers."""
        if self._health is None:
            self._show(Health.STARTING)
        was_lost = self._health is not None and self._health[0] in (
            Health.NO_ANSWER,
            Health.WIRING,
        )
        until_s = self._now_s + SEARCH_S
        step_s = SEARCH_STEP_S
        while True:
            asked_s = self._now_s
            answer = yield _HELLO
            if isinstance(answer, Answer):
                self._has_answered = True
                return
            if self._now_s >= until_s or was_lost:
                self._show(*_verdict(answer))
                step_s = min(2 * step_s, SEARCH_STEP_LONGEST_S)
            yield Pause(asked_s + step_s)

    def _show(self, health: Health, detail: str = "") -> None:
        if self._health != (health, detail):
            self._health = health, detail
            self._events.append(DeviceHealth(self._settings.slot, health, detail))


def _verdict(silence: Silence | None) -> tuple[Health, str]:
    """What an operator is told about a line on which nobody can be understood."""
    if silence is Silence.GARBLED:
        return Health.WIRING, "garbled"
    return Health.NO_ANSWER, ""
