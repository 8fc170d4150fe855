"""What every ccTalk money unit has in common, as a pure machine: bytes and a time in, bytes and
events out.

It is found, closed, asked who it is and what it takes, then read for ever and kept open or closed
as the cabinet wishes. It credits nothing: what of a reply is new is decided against the last
committed counter, elsewhere. Coins and bills differ in their headers, event codes and escrow;
those stand in `cctalk_coin` and `cctalk_bill`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Generator, Mapping, Sequence
from dataclasses import replace

from firmware.cabinet.coins import News, Note, news
from firmware.events import BufferReply, DeviceFound, Health
from firmware.hardware.cctalk import Credit, Header
from firmware.hardware.cctalk_doubt import RUNNING, SWAPPED, Pair, RunningCounter
from firmware.hardware.cctalk_exchange import Outcome, Question, Wire
from firmware.hardware.cctalk_identity import Identity, money_set, word
from firmware.hardware.cctalk_script import (
    FACT_WAIT_S,
    Asking,
    Pause,
    Script,
    ScriptedUnit,
    UnitSettings,
)
from firmware.hardware.cctalk_troubles import Troubles
from firmware.hardware.line_tally import CountTeller, LineTally

POLL_S = 0.100
SHORTEST_POLL_S, LONGEST_POLL_S = 0.050, 0.200
"""Between these the unit may choose."""
POLL_CLOSED_S = 0.200
"""While nothing may come in there is less to hear; still well within the unit's own second."""
LATE_S = 0.800
"""A longer gap between two readings of an open unit is counted."""
VERIFY_S = 10.0
AUDIT_S = 60.0
"""How often the unit's own counters are read."""
IDLE_AFTER_CLOSING_S = 0.250
"""A coin that was let in is told within this long."""
MOST_STILL_READINGS = 5
"""Readings at the start until two in a row agree."""
_AUDIT: Mapping[str, Header] = {
    "inserted": Header.REQUEST_INSERTION_COUNTER,
    "accepted": Header.REQUEST_ACCEPT_COUNTER,
    "reject_count": Header.REQUEST_REJECT_COUNTER,
    "fraud_count": Header.REQUEST_FRAUD_COUNTER,
}
_UNIT_S = {1: 0.001, 2: 0.010, 3: 1.0}
"""Units of the polling priority, by their code."""


Values = Generator[Question | Pause, Outcome | None, dict[int, tuple[str, int]]]
"""Asks what each position takes."""


class CctalkUnit(ScriptedUnit):
    """A unit that takes money: read for ever, and open as the cabinet wishes."""

    def __init__(self, settings: UnitSettings, wire: Wire | None = None) -> None:
        super().__init__(settings, wire)
        self._is_wanted_open = False
        self._is_open = False
        self._is_followed = False
        self._closed_s = 0.0
        self._unit = Identity()
        self._credit: Credit | None = None
        self._reported: Credit | None = None
        self._is_first = True
        self._last_poll_s = 0.0
        self._verify_s = 0.0
        self._audit_s = 0.0
        self._poll_s = POLL_S
        self._audit: dict[str, int] = {}
        self._doubt = ""
        self._running = RunningCounter()
        self._troubles = self._new_troubles()
        self._tally = LineTally()
        self._teller = CountTeller(settings.slot)
        self._inhibited = 0

    # --- what differs -------------------------------------------------------------------------

    @abstractmethod
    def _new_troubles(self) -> Troubles:
        """The troubles that its event codes may come to."""

    @abstractmethod
    def _read_values(self) -> Values:
        """Ask what each position takes: position -> (id, minor units)."""

    def _event_values(
        self, positions: dict[int, int]
    ) -> Generator[Question | Pause, Outcome | None, dict[int, int]]:
        """What the first byte of an event is worth; the position's worth, as a rule."""
        yield from ()
        return positions

    def _prepare(self) -> Script:
        """What is to be set after a start, while it is closed."""
        yield from ()

    @abstractmethod
    def _is_swapped(self, fresh: Sequence[Pair], older: Sequence[Pair] | None, /) -> bool:
        """Whether its pairs, newest first, make sense only the other way round; `older` are
        those before the new ones, None at the first reading."""

    def _refuse(self) -> Script:
        """What is to be done when its events are not believed any more."""
        yield from ()

    def _follow_up(self, fresh: list[tuple[int, int]]) -> Script:
        """What a reading asks to be done at once; pairs newest first."""
        yield from ()
        del fresh

    @property
    def _is_busy(self) -> bool:
        """Whether it holds something that is not decided."""
        return False

    # --- what the port sees -------------------------------------------------------------------

    def set_open(self, open_slots: Collection[str]) -> None:
        """The slots that may take money now; it becomes true on the line by the next pump."""
        self._is_wanted_open = self._settings.slot in open_slots

    def booked(self, slot: str, token: str) -> None:
        """Its counter says what is booked: nothing to forget."""

    def has_undelivered(self) -> bool:
        """Whether the unit answers and could still tell of money: a reading is on its way,
        the first of this start has not been made, or it was closed a moment ago."""
        if not self._has_answered:
            return False
        return (
            not self._is_followed
            or self._pause is None
            or self._is_busy
            or self._is_open != self._may_open()
            or (not self._is_open and self._last_poll_s < self._closed_s + IDLE_AFTER_CLOSING_S)
        )

    def _is_wish_due(self, pause: Pause) -> bool:
        return pause.ends_on_wish and self._is_open != self._may_open()

    def _may_open(self) -> bool:
        return self._is_wanted_open and not self._doubt and self._troubles.present is None

    def _let_go(self) -> None:
        super()._let_go()
        self._is_open = False
        self._credit = None

    # --- started ------------------------------------------------------------------------------

    def _start(self) -> Script:
        """Close it, learn who it is and what it takes, read what it holds."""
        self._is_followed = self._is_open = False
        self._troubles.forget()
        self._show(Health.STARTING)
        yield from self._close()
        yield from self._prepare()
        known = self._unit.text
        self._unit = yield from self._identify()
        if self._doubt != SWAPPED or known != self._unit.text:
            self._doubt = ""
        self._events.append(DeviceFound(self._settings.slot, self._unit.text, self._unit.money_set))
        yield from self._learn_pace()
        verdict = yield from self._ask_if_known(self._troubles.self_check)
        if verdict is not None:
            self._troubles.self_checked(verdict[0], self._now_s)
        yield from self._first_reading()
        yield from self._read_audit()
        self._is_first = False
        self._is_followed = True
        self._verify_s = self._now_s + VERIFY_S

    def _identify(self) -> Generator[Question | Pause, Outcome | None, Identity]:
        maker = word((yield from self._ask_who(Header.REQUEST_MANUFACTURER, 1, 255)))
        product = word((yield from self._ask_who(Header.REQUEST_PRODUCT_CODE, 1, 255)))
        number = yield from self._ask_who(Header.REQUEST_SERIAL_NUMBER, 3, 4)
        serial = str(int.from_bytes(number, "little")) if number else "-"
        edition = yield from self._ask_who(Header.REQUEST_DATABASE_VERSION, 1, 1)
        values = yield from self._read_values()
        positions = {place: value for place, (_, value) in values.items()}
        return Identity(
            f"{self.kind.name}:{maker}:{product}:{serial}",
            positions,
            (yield from self._event_values(positions)),
            money_set(edition, {place: text for place, (text, _) in values.items()}),
        )

    def _ask_who(self, header: Header, shortest: int, longest: int) -> Asking:
        """A part of the identity; asked patiently, for another identity is another ledger key."""
        question = Question(header, b"", shortest, longest, FACT_WAIT_S, tries=5)
        return (yield from self._ask_calmly(question)).data

    def _learn_pace(self) -> Script:
        """How often it wants to be read, within our own bounds."""
        told = yield from self._ask_if_known(
            Question(Header.REQUEST_POLLING_PRIORITY, b"", 2, 2, FACT_WAIT_S)
        )
        step_s = _UNIT_S.get(told[0], 0.0) * told[1] if told else 0.0
        self._poll_s = min(max(step_s or POLL_S, SHORTEST_POLL_S), LONGEST_POLL_S)

    def _first_reading(self) -> Script:
        """The buffer and the unit's own count of accepted money, read while neither moves."""
        self._credit = self._reported = None
        accepted: int | None = None
        credit = yield from self._reading()
        for _ in range(MOST_STILL_READINGS):
            accepted = yield from self._ask_counter(Header.REQUEST_ACCEPT_COUNTER)
            if accepted is None:
                break
            again = yield from self._reading()
            if again == credit:
                break
            credit, accepted = again, None
        self._credit = credit
        if self._is_swapped(credit.pairs, None):
            self._doubt = SWAPPED
        if not self._doubt:
            self._report(credit, is_first=True, accepted=accepted)

    # --- followed -----------------------------------------------------------------------------

    def _follow(self) -> Script:
        """Poll for ever; returns when the unit has reset itself and must be armed anew."""
        while True:
            if self._is_open != self._may_open():
                yield from self._open() if self._may_open() else self._close()
                continue
            self._show_state()
            step_s = self._poll_s if self._is_open else POLL_CLOSED_S
            yield Pause(self._last_poll_s + step_s, ends_on_wish=True)
            if self._is_open != self._may_open():
                continue
            fresh = yield from self._poll()
            if fresh is None:
                self._tally.resets += 1
                return
            codes = [code for first, code in reversed(fresh) if first == 0]
            self._inhibited += sum(code in self.kind.inhibited for code in codes)
            self._tally.rejected += sum(code == 1 for code in codes)
            self._troubles.judge(codes, self._now_s)
            yield from self._follow_up(fresh)
            yield from self._look_after(codes)

    def _look_after(self, codes: list[int]) -> Script:
        """What is due besides polling: is a trouble over, is the unit still open?"""
        trouble = self._troubles.due(self._now_s)
        if trouble is not None:
            question, answer = trouble.question, None
            if question is not None:
                answer = yield from self._ask_if_known(question)
            is_dumb = question is not None and question.header in self._dumb
            self._troubles.checked(answer, self._now_s, is_dumb=is_dumb)
        was_refused = any(code in self.kind.forgets for code in codes)
        if self._is_open and self._may_open() and (was_refused or self._now_s >= self._verify_s):
            yield from self._verify()
        elif self._now_s >= self._audit_s:
            yield from self._read_audit()

    def _poll(self) -> Generator[Question | Pause, Outcome | None, list[tuple[int, int]] | None]:
        """Read the events and report them when they differ; the pairs that are new to us,
        newest first, or None when the unit has lost its memory since."""
        before = self._credit
        credit = self._credit = yield from self._reading()
        if before is None:
            return []
        told = news(before.counter, credit.counter, credit.pairs)
        if not self._doubt:
            self._doubt = self._doubt_about(before, credit, told)
            if self._doubt:
                yield from self._refuse()
        # What is not believed is not told: it stays in the unit, for who can read it.
        if not self._doubt and credit != self._reported:
            self._report(credit)
        if told.note in (Note.RESET, Note.BACKWARDS):
            return None
        return [] if self._doubt else list(reversed(told.fresh))

    def _doubt_about(self, before: Credit, credit: Credit, told: News) -> str:
        """Why a reading is not believed; empty when it is."""
        if self._running.is_running(before, credit, len(told.fresh) + told.lost):
            return RUNNING
        fresh = tuple(reversed(told.fresh))
        older = (*credit.pairs[len(fresh) :], *before.pairs)
        return SWAPPED if self._is_swapped(fresh, older) else ""

    def _reading(self) -> Generator[Question | Pause, Outcome | None, Credit]:
        if self._is_open and self._now_s - self._last_poll_s > LATE_S:
            self._tally.late(self._now_s)
        self._last_poll_s = self._now_s
        data = yield from self._ask(self.kind.reading)
        self._tally.polled(self._now_s)
        credit = Credit.parse(data or b"")
        if not self._settings.has_swapped_results:
            return credit
        return Credit(credit.counter, tuple((first, second) for second, first in credit.pairs))

    def _report(
        self, credit: Credit, *, is_first: bool = False, accepted: int | None = None
    ) -> None:
        self._reported = credit
        self._events.append(
            BufferReply(
                self._unit.text,
                credit.counter,
                credit.pairs,
                self._unit.values_minor,
                self._settings.slot,
                self.kind.tender,
                # Only a start of ours: a unit that restarts under our eyes has lost its memory.
                is_first=is_first and self._is_first,
                accepted=accepted,
            )
        )

    def _read_audit(self) -> Script:
        self._audit_s = self._now_s + AUDIT_S
        for name, header in _AUDIT.items():
            counted = yield from self._ask_counter(header)
            if counted is not None:
                self._audit[name] = counted

    def _ask_counter(
        self, header: Header
    ) -> Generator[Question | Pause, Outcome | None, int | None]:
        data = yield from self._ask_if_known(Question(header, b"", 3, 3, FACT_WAIT_S))
        return None if data is None else int.from_bytes(data, "little")

    # --- open and closed ----------------------------------------------------------------------

    def _mask(self) -> bytes:
        """Bit n-1 lets position n in; only what the configuration lists and the unit can name."""
        bits = 0
        for position in self._let_in(self._unit.positions_minor):
            bits |= 1 << (position - 1)
        return bits.to_bytes(2, "little")

    def _let_in(self, positions_minor: Mapping[int, int]) -> list[int]:
        """The positions that the cabinet takes."""
        accepted = self._settings.accepted_minor
        return [place for place, minor in positions_minor.items() if minor in accepted]

    def _open(self) -> Script:
        yield from self._arm()
        self._is_open = True
        yield from self._verify()

    def _arm(self) -> Script:
        yield from self._ask(Question(Header.MODIFY_INHIBIT_STATUS, self._mask()))
        yield from self._ask_if_known(Question(Header.MODIFY_MASTER_INHIBIT, b"\1"))

    def _close(self) -> Script:
        yield from self._ask(Question(Header.MODIFY_INHIBIT_STATUS, b"\0\0"))
        yield from self._ask_if_known(Question(Header.MODIFY_MASTER_INHIBIT, b"\0"))
        self._is_open = False
        self._closed_s = self._now_s

    def _verify(self) -> Script:
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
            self._tally.rearmed(self._now_s)
        if is_forgotten or is_blind:
            yield from self._arm()

    # --- health -------------------------------------------------------------------------------

    def _count(self) -> None:
        line = self._exchange
        self._tally.line_counts(line.questions, line.retries, line.bad_frames, self._now_s)
        if not self._teller.is_due(self._now_s):
            return
        counts = replace(self._tally.counts(self._now_s), inhibited=self._inhibited, **self._audit)
        self._events += self._teller.tell(counts, self._now_s)

    def _show_state(self) -> None:
        trouble = self._troubles.present
        if trouble is not None:
            self._show(trouble.health, trouble.detail)
        elif self._doubt:
            self._show(Health.FAULT, self._doubt)
        elif not self._is_open:
            self._show(Health.CLOSED)
        elif not any(self._mask()):
            self._show(Health.FAULT, "no_coins")
        elif self._tally.is_forgetful(self._now_s):
            self._show(Health.DEGRADED, "rearmed")
        elif self._tally.is_often_late(self._now_s):
            self._show(Health.DEGRADED, "late")
        elif self._tally.is_line_bad(self._now_s):
            self._show(Health.DEGRADED, "retries")
        else:
            self._show(Health.READY)
