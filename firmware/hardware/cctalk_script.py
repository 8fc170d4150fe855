"""How a ccTalk unit is talked to: a script of questions and pauses, played on a shared wire.

Whatever is told to a unit is a generator that yields a question and is sent its outcome, or
yields a pause. This room plays it, finds the unit (echo, checksum and address on the way) and
begins again when the line or the unit is lost.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Generator
from dataclasses import dataclass, replace

from firmware.events import DeviceHealth, Event, Health
from firmware.hardware import cctalk
from firmware.hardware.cctalk import Checksum, Header
from firmware.hardware.cctalk_exchange import (
    QUIET_S,
    Exchange,
    Outcome,
    Question,
    Silence,
    Wire,
)
from firmware.money import Tender

SEARCH_S = 10.0
SEARCH_STEP_S = 0.5
USUAL_MISSES = 4
"""Steps of the search where it should be, before everywhere else is tried in between."""
CIPHER_EVERY_S = 10.0
"""A silent address is asked whether it encrypts, then as seldom as this: it costs half a second."""
FACT_WAIT_S = 0.5
"""Units answer within some hundredths of a second; a slower one is understood too, by its late
answer to the try before."""

PROBE_TRIES, PROBE_WAIT_S = 2, 0.4
"""For what some units do not know."""

_HELLO = Question(Header.SIMPLE_POLL, wait_s=0.400, tries=1, is_probe=True)
_CIPHER = Question(
    Header.REQUEST_ENCRYPTION_SUPPORT,
    bytes.fromhex("AA 55 00 00 55 AA"),
    shortest=1,
    longest=255,
    wait_s=0.2,
    tries=1,
    is_probe=True,
)


@dataclass(frozen=True, slots=True)
class UnitSettings:
    """What the configuration says about one unit.

    Attributes:
        slot: name of its slot, such as `coin`; it is reported under it.
        accepted_minor: values (minor units) that the cabinet takes; others are refused.
        country: two letters that an id must begin with, or "" for any.
        address: ccTalk address; None: the usual one, or where else such a unit answers.
        has_swapped_results: it tells the two bytes of an event the wrong way round.
    """

    slot: str
    accepted_minor: frozenset[int]
    country: str = ""
    address: int | None = None
    has_swapped_results: bool = False


@dataclass(frozen=True, slots=True)
class Kind:
    """What tells one kind of unit from another.

    Attributes:
        name: first part of its identity.
        tender: what it takes.
        category: a word of its own category, in small letters.
        addresses: where it may be, the usual address first.
        reading: the question for its events.
        inhibited: event codes that say that it was closed.
        forgets: event codes after which its inhibits have to be looked at.
    """

    name: str
    tender: Tender
    category: bytes
    addresses: tuple[int, ...]
    reading: Question
    inhibited: Collection[int]
    forgets: Collection[int]


@dataclass(frozen=True, slots=True)
class Pause:
    """Nothing to ask until then, or until the cabinet wants it opened or closed."""

    until_s: float
    ends_on_wish: bool = False


class Lost(Exception):  # noqa: N818 - it is how a script ends, not an error to show
    """A question that must be answered was not."""

    def __init__(self, silence: Silence) -> None:
        super().__init__(silence.name)
        self.silence = silence


Script = Generator[Question | Pause, Outcome | None, None]
Asking = Generator[Question | Pause, Outcome | None, bytes | None]


class ScriptedUnit(ABC):
    """One unit on its wire: a line driver by itself, or one of several on a `CctalkBus`."""

    kind: Kind

    def __init__(self, settings: UnitSettings, wire: Wire | None = None) -> None:
        self._settings = settings
        self._wire = wire or Wire(None)
        self._addresses = self.kind.addresses if settings.address is None else (settings.address,)
        self._is_taken: Callable[[int], bool] = lambda _: False
        self._exchange = Exchange(self._addresses[0], self._wire)
        self._events: list[Event] = []
        self._now_s = 0.0
        self._health: tuple[Health, str] | None = None
        self._has_answered = False
        self._home: int | None = None
        self._known: set[Header] = set()
        self._dumb: set[Header] = set()
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
    def _count(self) -> None:
        """Take in what the line has counted, and tell it when it is time."""

    def _let_go(self) -> None:
        """It does not answer any more."""
        self._has_answered = False

    # --- what the port sees -------------------------------------------------------------------

    @property
    def slots(self) -> tuple[str, ...]:
        """Its one slot."""
        return (self._settings.slot,)

    @property
    def exchange(self) -> Exchange:
        """Its questions on the wire."""
        return self._exchange

    @property
    def address(self) -> int:
        """Where it is, or is looked for."""
        return self._exchange.address

    @property
    def has_answered(self) -> bool:
        """Whether it was found."""
        return self._has_answered

    def join(self, wire: Wire, is_taken: Callable[[int], bool]) -> None:
        """Share a wire with others; `is_taken` tells the addresses that are theirs."""
        self._wire, self._is_taken = wire, is_taken
        self.forget_line()

    def pump(self, now_s: float, received: bytes) -> tuple[bytes, tuple[Event, ...]]:
        """Take in what came by `now_s`; return what to send and what there is to report."""
        self._now_s = now_s
        out = self._exchange.pump(now_s, received)
        while self._is_ready():
            self._pause = None
            step = self._script.send(self._exchange.take_outcome())
            if isinstance(step, Pause):
                self._pause = step
            else:
                self._exchange.ask(step)
                out += self._exchange.pump(now_s, b"")
        self._count()
        events, self._events = tuple(self._events), []
        return out, events

    def deadline_s(self) -> float | None:
        """When `pump` is wanted even without bytes."""
        if self._pause is None:
            return self._exchange.deadline_s()
        return self._now_s if self._is_wish_due(self._pause) else self._pause.until_s

    def goodbye(self) -> bytes:
        """The last bytes before the port closes: refuse everything; b"" if nobody is there."""
        if not self._has_answered:
            return b""
        return cctalk.ask(
            Header.MODIFY_INHIBIT_STATUS,
            b"\0\0",
            destination=self.address,
            checksum=self._wire.checksum,
        )

    def forget_line(self) -> None:
        """The line went away: begin again from the search when bytes flow once more."""
        self._wire.release(self._exchange)
        self._wire.lost(self._exchange)
        self._exchange = Exchange(self._addresses[0], self._wire)
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
                self._let_go()
                self._wire.lost(self._exchange)
                self._show(*_verdict(lost.silence))

    def _ask(self, question: Question) -> Asking:
        """Ask what every unit must answer."""
        outcome = yield question
        if outcome is None or outcome.data is None:
            raise Lost(outcome.silence if outcome and outcome.silence else Silence.NO_ANSWER)
        return outcome.data

    def _ask_if_known(self, question: Question) -> Asking:
        """Ask what some units do not know; None from one of these, and then not asked again.

        A unit that has answered it once must answer always: its silence is a lost unit.
        """
        if question.header in self._dumb:
            return None
        if question.header in self._known:
            return (yield from self._ask(question))
        outcome = yield replace(
            question, is_probe=True, tries=PROBE_TRIES, wait_s=min(question.wait_s, PROBE_WAIT_S)
        )
        if outcome is None or outcome.data is None:
            _require_honest(outcome)
            self._dumb.add(question.header)
            return None
        self._known.add(question.header)
        return outcome.data

    def _ask_calmly(
        self, question: Question
    ) -> Generator[Question | Pause, Outcome | None, Outcome]:
        """Ask, and after a retry wait until no second answer can be under way.

        A late answer about coin 3 would pass for the answer about coin 4, and a wrong
        value is wrong money. Answers that are equally late come as far apart as the tries.
        """
        retries = self._exchange.retries
        outcome = yield question
        if outcome is None or outcome.data is None:
            _require_honest(outcome)
        tries = self._exchange.retries - retries
        while tries:
            since_s = self._now_s
            yield Pause(since_s + question.wait_s + 2 * QUIET_S)
            tries = tries - 1 if self._wire.heard_s > since_s else 0
        return outcome if outcome is not None else Outcome(None, Silence.NO_ANSWER)

    # --- found --------------------------------------------------------------------------------

    def _search(self) -> Script:
        """Simple polls until somebody answers; learns echo, checksum and address on the way."""
        self._exchange.hush(self._now_s)
        self._known.clear()
        self._dumb.clear()
        if self._health is None:
            self._show(Health.STARTING)
        until_s = self._now_s + SEARCH_S
        misses = 0
        ciphers: dict[int, bool] = {}
        cipher_s = self._now_s
        while True:
            asked_s = self._now_s
            self._exchange.address, checksum = self._looked_for(misses)
            outcome = yield replace(_HELLO, checksum=checksum)
            if outcome is not None and outcome.data is not None:
                if (yield from self._is_of_kind()):
                    self._has_answered = True
                    self._home = self.address
                    return
                outcome = Outcome(None, Silence.NO_ANSWER)
            misses += 1
            is_given_up = self._now_s >= until_s or self._is_lost_before()
            if is_given_up and outcome is not None and outcome.silence is not None:
                health, detail = _verdict(outcome.silence)
                if health is Health.NO_ANSWER and not detail:
                    if self.address not in ciphers or self._now_s >= cipher_s:
                        ciphers[self.address] = yield from self._speaks_in_cipher()
                        cipher_s = self._now_s + CIPHER_EVERY_S
                    detail = "encrypted" if any(ciphers.values()) else ""
                self._show(health, detail)
            yield Pause(asked_s + SEARCH_STEP_S)

    def _speaks_in_cipher(self) -> Generator[Question | Pause, Outcome | None, bool]:
        """Whether there is one at this address that speaks in cipher only, which this driver
        does not."""
        for checksum in Checksum:
            outcome = yield replace(_CIPHER, checksum=checksum)
            if outcome is not None and outcome.data is not None:
                self._wire.lost(self._exchange)
                return True
        return False

    def _looked_for(self, misses: int) -> tuple[int, Checksum | None]:
        """Where and under which checksum to look (None: the line's is known): where it was found
        before, or at the usual address, and after some misses everywhere else in between."""
        checksums: list[Checksum | None] = [None]
        if self._wire.is_checksum_open:
            checksums = sorted(Checksum, key=lambda each: each is not self._wire.checksum)
        first = [(self._addresses[0], each) for each in checksums]
        if self._home is not None:
            first = [(self._home, checksums[0])]
        others = [
            (address, each)
            for address in self._addresses
            for each in checksums
            if (address, each) not in first and not self._is_taken(address)
        ]
        turn, is_other = divmod(misses, 2)
        if misses < USUAL_MISSES or not others:
            return first[misses % len(first)]
        return others[turn % len(others)] if is_other else first[turn % len(first)]

    def _is_of_kind(self) -> Generator[Question | Pause, Outcome | None, bool]:
        """Whether a unit that was found by looking is one of ours; a dumb one is believed."""
        if self.address == self._addresses[0]:
            return True
        outcome = yield Question(
            Header.REQUEST_CATEGORY, b"", 1, 255, PROBE_WAIT_S, PROBE_TRIES, is_probe=True
        )
        data = outcome.data if outcome is not None else None
        return data is None or self.kind.category in data.lower()

    def _is_lost_before(self) -> bool:
        return self._health is not None and self._health[0] in (Health.NO_ANSWER, Health.WIRING)

    # --- health -------------------------------------------------------------------------------

    def _show(self, health: Health, detail: str = "") -> None:
        if self._health != (health, detail):
            self._health = health, detail
            self._events.append(DeviceHealth(self._settings.slot, health, detail))


def checksum_of(name: str) -> Checksum | None:
    """The checksum of a configured name; None for "auto": it is found out."""
    return None if name == "auto" else Checksum(name)


def _require_honest(outcome: Outcome | None) -> None:
    """Only a refusal or a clean silence may count as "this unit does not know it"."""
    if outcome and outcome.silence not in (Silence.NO_ANSWER, Silence.REFUSED):
        raise Lost(outcome.silence or Silence.NO_ANSWER)


def _verdict(silence: Silence) -> tuple[Health, str]:
    """What an operator is told about a line on which nobody can be understood."""
    if silence in (Silence.NO_ECHO, Silence.WRONG_ECHO, Silence.GARBLED):
        return Health.WIRING, silence.name.lower()
    return Health.NO_ANSWER, "" if silence is Silence.NO_ANSWER else silence.name.lower()
