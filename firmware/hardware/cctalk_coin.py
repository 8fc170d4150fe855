"""The driver of a ccTalk coin acceptor, as a pure machine: bytes and a time in, bytes and
events out.

It finds the unit, closes it, reads who it is and what its coins are worth, reports what
it says and keeps it open or closed as the cabinet wishes. It credits nothing: what of a
reply is new is decided against the last committed counter, elsewhere.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Mapping
from dataclasses import dataclass, field

from firmware.cabinet.coins import INHIBITED, Note, news
from firmware.events import BufferReply, DeviceHealth, Event, Health
from firmware.hardware import cctalk
from firmware.hardware.cctalk import Checksum, CoinId, Credit, Header
from firmware.hardware.cctalk_exchange import (
    QUIET_S,
    Exchange,
    Outcome,
    Question,
    Silence,
)
from firmware.hardware.cctalk_troubles import SELF_CHECK, Troubles

POLL_S = 0.100
POLL_CLOSED_S = 0.200
"""While no coin may come in there is less to hear; still well within the unit's own second."""
SEARCH_S = 10.0
SEARCH_STEP_S = 0.5
SEARCH_STEP_LONGEST_S = 1.0
"""So that a line that is sane again is in use again within two seconds."""
VERIFY_S = 10.0
IDLE_AFTER_CLOSING_S = 0.250
"""A coin that was let in is told within this long."""
FACT_WAIT_S = 0.8
LONGEST_CALM_S = 1.0

_CREDIT = Question(Header.READ_BUFFERED_CREDIT, shortest=11, longest=11, wait_s=0.200)
_HELLO = Question(Header.SIMPLE_POLL, wait_s=0.400, tries=1)


@dataclass(frozen=True, slots=True)
class CoinSettings:
    """What the configuration says about one acceptor.

    Attributes:
        slot: name of its slot, such as `coin`; health is reported under it.
        accepted_minor: values (minor units) that the cabinet takes; other coins are refused.
        country: two letters that a coin id must begin with, or "" for any.
        address: ccTalk address.
        checksum: how its frames are guarded.
    """

    slot: str
    accepted_minor: frozenset[int]
    country: str = ""
    address: int = cctalk.COIN_ACCEPTOR
    checksum: Checksum = Checksum.SUM8


@dataclass(frozen=True, slots=True)
class _Pause:
    """Nothing to ask until then, or until the cabinet wants it opened or closed."""

    until_s: float
    ends_on_wish: bool = False


@dataclass(frozen=True, slots=True)
class _Unit:
    """Who answered, and what the positions of our currency are worth in minor units."""

    identity: str
    values_minor: Mapping[int, int] = field(default_factory=dict)


class _Lost(Exception):  # noqa: N818 - it is how a script ends, not an error to show
    """A question that must be answered was not."""

    def __init__(self, silence: Silence) -> None:
        super().__init__(silence.name)
        self.silence = silence


_Script = Generator[Question | _Pause, Outcome | None, None]
_Asking = Generator[Question | _Pause, Outcome | None, bytes | None]


class CctalkCoin:
    """One coin acceptor on its line.

    >>> driver = CctalkCoin(CoinSettings("coin", frozenset({100})))
    >>> driver.pump(0.0, b"")[0], driver.pump(0.06, b"")[0].hex(" ")
    (b'', '02 00 01 fe ff')
    """

    def __init__(self, settings: CoinSettings) -> None:
        self._settings = settings
        self._exchange = Exchange(settings.address, settings.checksum)
        self._events: list[Event] = []
        self._now_s = 0.0
        self._health: tuple[Health, str] | None = None
        self._is_wanted_open = False
        self._is_open = False
        self._has_answered = False
        self._is_followed = False
        self._closed_s = 0.0
        self._unit = _Unit("")
        self._credit: Credit | None = None
        self._reported: Credit | None = None
        self._last_poll_s = 0.0
        self._verify_s = 0.0
        self._troubles = Troubles()
        self._known: set[Header] = set()
        self._dumb: set[Header] = set()
        self._pause: _Pause | None = _Pause(float("-inf"))
        self._script: _Script = self._life()

    # --- what the port sees -------------------------------------------------------------------

    @property
    def slots(self) -> tuple[str, ...]:
        """Its one slot."""
        return (self._settings.slot,)

    def set_open(self, open_slots: Collection[str]) -> None:
        """The slots that may take money now; it becomes true on the line by the next pump."""
        self._is_wanted_open = self._settings.slot in open_slots

    def booked(self, slot: str, token: str) -> None:
        """Its counter says what is booked: nothing to forget."""

    def pump(self, now_s: float, received: bytes) -> tuple[bytes, tuple[Event, ...]]:
        """Take in what came by `now_s`; return what to send and what there is to report."""
        self._now_s = now_s
        out = self._exchange.pump(now_s, received)
        while self._is_ready():
            self._pause = None
            step = self._script.send(self._exchange.take_outcome())
            if isinstance(step, _Pause):
                self._pause = step
            else:
                self._exchange.ask(step)
                out += self._exchange.pump(now_s, b"")
        events, self._events = tuple(self._events), []
        return out, events

    def deadline_s(self) -> float | None:
        """When `pump` is wanted even without bytes."""
        if self._pause is None:
            return self._exchange.deadline_s()
        return self._now_s if self._is_wish_due(self._pause) else self._pause.until_s

    def has_undelivered(self) -> bool:
        """Whether the unit answers and could still tell of a coin: a reading is on its way,
        the first of this start has not been made, or it was closed a moment ago."""
        if not self._has_answered:
            return False
        return (
            not self._is_followed
            or self._pause is None
            or self._is_open != self._may_open()
            or (not self._is_open and self._last_poll_s < self._closed_s + IDLE_AFTER_CLOSING_S)
        )

    def goodbye(self) -> bytes:
        """The last bytes before the port closes: refuse every coin; b"" if nobody is there."""
        if not self._has_answered:
            return b""
        return cctalk.ask(
            Header.MODIFY_INHIBIT_STATUS,
            b"\0\0",
            destination=self._settings.address,
            checksum=self._settings.checksum,
        )

    def forget_line(self) -> None:
        """The line went away: begin again from the search when bytes flow once more."""
        self._exchange = Exchange(self._settings.address, self._settings.checksum)
        self._has_answered = self._is_open = False
        self._health = None
        self._pause = _Pause(float("-inf"))
        self._script = self._life()

    # --- the script ---------------------------------------------------------------------------

    def _is_ready(self) -> bool:
        if self._pause is None:
            return self._exchange.has_outcome
        return self._now_s >= self._pause.until_s or self._is_wish_due(self._pause)

    def _is_wish_due(self, pause: _Pause) -> bool:
        return pause.ends_on_wish and self._is_open != self._may_open()

    def _may_open(self) -> bool:
        return self._is_wanted_open and self._troubles.present is None

    def _life(self) -> _Script:
        while True:
            try:
                yield from self._search()
                while True:
                    yield from self._start()
                    yield from self._follow()
            except _Lost as lost:
                self._has_answered = self._is_open = False
                self._show(*_verdict(lost.silence))

    def _ask(self, question: Question) -> _Asking:
        """Ask what every unit must answer."""
        outcome = yield question
        if outcome is None or outcome.data is None:
            raise _Lost(outcome.silence if outcome and outcome.silence else Silence.NO_ANSWER)
        return outcome.data

    def _ask_if_known(self, question: Question) -> _Asking:
        """Ask what some units leave out; who never answered it is not asked again.

        Only a refusal or an honest silence says so: noise must not pass for a lack.
        """
        if question.header in self._dumb:
            return None
        if question.header in self._known:
            return (yield from self._ask(question))
        outcome = yield question
        if outcome is None or outcome.data is None:
            _require_honest(outcome)
            self._dumb.add(question.header)
            return None
        self._known.add(question.header)
        return outcome.data

    def _search(self) -> _Script:
        """Simple polls until somebody answers; learns the echo on the way."""
        self._exchange.has_echo = None
        self._exchange.hush(self._now_s)
        self._credit = None
        self._known.clear()
        self._dumb.clear()
        if self._health is None:
            self._show(Health.STARTING)
        until_s = self._now_s + SEARCH_S
        step_s = SEARCH_STEP_S
        while True:
            asked_s = self._now_s
            outcome = yield _HELLO
            if outcome is not None and outcome.data is not None:
                self._has_answered = True
                return
            is_given_up = self._now_s >= until_s or self._is_lost_before()
            if is_given_up and outcome is not None and outcome.silence is not None:
                self._show(*_verdict(outcome.silence))
                step_s = min(2 * step_s, SEARCH_STEP_LONGEST_S)
            yield _Pause(asked_s + step_s)

    def _is_lost_before(self) -> bool:
        return self._health is not None and self._health[0] in (Health.NO_ANSWER, Health.WIRING)

    def _start(self) -> _Script:
        """Close it, learn who it is and what its coins are worth, read what it holds."""
        self._is_followed = self._is_open = False
        self._troubles.forget()
        self._show(Health.STARTING)
        yield from self._close()
        self._unit = yield from self._identify()
        verdict = yield from self._ask_if_known(SELF_CHECK)
        if verdict is not None:
            self._troubles.self_checked(verdict[0], self._now_s)
        self._credit = self._reported = None
        yield from self._poll()
        self._is_followed = True
        self._verify_s = self._now_s + VERIFY_S

    def _identify(self) -> Generator[Question | _Pause, Outcome | None, _Unit]:
        maker = _word((yield from self._ask_who(Header.REQUEST_MANUFACTURER, 1, 255)))
        product = _word((yield from self._ask_who(Header.REQUEST_PRODUCT_CODE, 1, 255)))
        number = yield from self._ask_who(Header.REQUEST_SERIAL_NUMBER, 3, 4)
        serial = str(int.from_bytes(number, "little")) if number else "-"
        values_minor: dict[int, int] = {}
        for position in range(1, cctalk.LAST_COIN + 1):
            question = Question(Header.REQUEST_COIN_ID, bytes((position,)), 6, 6, FACT_WAIT_S)
            outcome = yield from self._ask_calmly(question)
            if outcome.data is not None:
                coin = CoinId.parse(outcome.data)
                is_ours = coin.text.startswith(self._settings.country)
                if is_ours and coin.value_minor is not None:
                    values_minor[position] = coin.value_minor
            elif outcome.silence is not Silence.REFUSED:
                break
        return _Unit(f"cctalk_coin:{maker}:{product}:{serial}", values_minor)

    def _ask_who(self, header: Header, shortest: int, longest: int) -> _Asking:
        """A part of the identity; asked patiently, for another identity is another ledger key."""
        question = Question(header, b"", shortest, longest, FACT_WAIT_S, tries=5)
        return (yield from self._ask_calmly(question)).data

    def _ask_calmly(
        self, question: Question
    ) -> Generator[Question | _Pause, Outcome | None, Outcome]:
        """Ask, and after a retry wait until no second answer can be under way.

        A late answer about coin 3 would pass for the answer about coin 4, and a wrong
        value is wrong money.
        """
        asked_s, retries = self._now_s, self._exchange.retries
        outcome = yield question
        if outcome is None or outcome.data is None:
            _require_honest(outcome)
        if self._exchange.retries != retries:
            took_s = self._now_s - asked_s
            yield _Pause(self._now_s + min(took_s + QUIET_S, LONGEST_CALM_S))
        return outcome if outcome is not None else Outcome(None, Silence.NO_ANSWER)

    def _follow(self) -> _Script:
        """Poll for ever; returns when the unit has reset itself and must be armed anew."""
        while True:
            if self._is_open != self._may_open():
                yield from self._open() if self._may_open() else self._close()
                continue
            self._show_state()
            step_s = POLL_S if self._is_open else POLL_CLOSED_S
            yield _Pause(self._last_poll_s + step_s, ends_on_wish=True)
            if self._is_open != self._may_open():
                continue
            fresh = yield from self._poll()
            if fresh is None:
                return
            codes = [code for coin, code in reversed(fresh) if coin == 0]
            self._troubles.judge(codes, self._now_s)
            yield from self._look_after(fresh)

    def _look_after(self, fresh: list[tuple[int, int]]) -> _Script:
        """What is due besides polling: is a trouble over, is the unit still open?"""
        trouble = self._troubles.due(self._now_s)
        if trouble is not None:
            answer = None
            if trouble.question is not None:
                answer = yield from self._ask_if_known(trouble.question)
            self._troubles.checked(answer, self._now_s)
        was_refused = any(coin == 0 and code in INHIBITED for coin, code in fresh)
        if self._is_open and self._may_open() and (was_refused or self._now_s >= self._verify_s):
            yield from self._verify()

    def _poll(self) -> Generator[Question | _Pause, Outcome | None, list[tuple[int, int]] | None]:
        """Read the credit buffer and report it when it differs; the pairs that are new to us,
        newest first, or None when the unit has lost its memory since."""
        self._last_poll_s = self._now_s
        credit = Credit.parse((yield from self._ask(_CREDIT)) or b"")
        before, self._credit = self._credit, credit
        if credit != self._reported:
            self._reported = credit
            unit = self._unit
            slot = self._settings.slot
            self._events.append(
                BufferReply(unit.identity, credit.counter, credit.pairs, unit.values_minor, slot)
            )
        if before is None:
            return []
        told = news(before.counter, credit.counter, credit.pairs)
        if told.note in (Note.RESET, Note.BACKWARDS):
            return None
        return list(reversed(told.fresh))

    # --- open and closed ----------------------------------------------------------------------

    def _mask(self) -> bytes:
        """Bit n-1 lets coin n in; only what the configuration lists and the unit can name."""
        bits = 0
        for position, value_minor in self._unit.values_minor.items():
            if value_minor in self._settings.accepted_minor:
                bits |= 1 << (position - 1)
        return bits.to_bytes(2, "little")

    def _open(self) -> _Script:
        yield from self._arm()
        self._is_open = True
        yield from self._verify()

    def _arm(self) -> _Script:
        yield from self._ask(Question(Header.MODIFY_INHIBIT_STATUS, self._mask()))
        yield from self._ask_if_known(Question(Header.MODIFY_MASTER_INHIBIT, b"\1"))

    def _close(self) -> _Script:
        yield from self._ask(Question(Header.MODIFY_INHIBIT_STATUS, b"\0\0"))
        yield from self._ask_if_known(Question(Header.MODIFY_MASTER_INHIBIT, b"\0"))
        self._is_open = False
        self._closed_s = self._now_s

    def _verify(self) -> _Script:
        """Read the inhibits back; arm again what the unit has forgotten."""
        self._verify_s = self._now_s + VERIFY_S
        mask = yield from self._ask_if_known(
            Question(Header.REQUEST_INHIBIT_STATUS, shortest=2, longest=2)
        )
        master = yield from self._ask_if_known(
            Question(Header.REQUEST_MASTER_INHIBIT, shortest=1, longest=1)
        )
        is_blind = mask is None and master is None
        is_forgotten = mask not in (None, self._mask()) or (
            master is not None and not master[0] & 1
        )
        if is_forgotten:
            self._troubles.rearmed(self._now_s)
        if is_forgotten or is_blind:
            yield from self._arm()

    # --- health -------------------------------------------------------------------------------

    def _show(self, health: Health, detail: str = "") -> None:
        if self._health != (health, detail):
            self._health = health, detail
            self._events.append(DeviceHealth(self._settings.slot, health, detail))

    def _show_state(self) -> None:
        trouble = self._troubles.present
        if trouble is not None:
            self._show(trouble.health, trouble.detail)
        elif not self._is_open:
            self._show(Health.CLOSED)
        elif not any(self._mask()):
            self._show(Health.FAULT, "no_coins")
        elif self._troubles.is_forgetful(self._now_s):
            self._show(Health.DEGRADED, "rearmed")
        else:
            self._show(Health.READY)


def _require_honest(outcome: Outcome | None) -> None:
    """Only a refusal or a clean silence may count as "this unit does not know it"."""
    if outcome and outcome.silence not in (Silence.NO_ANSWER, Silence.REFUSED):
        raise _Lost(outcome.silence or Silence.NO_ANSWER)


def _word(raw: bytes | None) -> str:
    """An ASCII answer as a part of an identity: its padding gone, nothing odd in it."""
    text = (raw or b"").decode("ascii", "replace").strip(" .\0")
    plain = (c if c.isascii() and c.isprintable() and c != ":" else "_" for c in text)
    return "".join(plain) or "-"


def _verdict(silence: Silence) -> tuple[Health, str]:
    """What an operator is told about a line on which nobody can be understood."""
    if silence in (Silence.NO_ECHO, Silence.WRONG_ECHO, Silence.GARBLED):
        return Health.WIRING, silence.name.lower()
    return Health.NO_ANSWER, "" if silence is Silence.NO_ANSWER else silence.name.lower()
