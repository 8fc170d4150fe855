"""The driver of an SSP bill validator (NV9, NV10 and kin, unencrypted), as a pure machine.

It finds the unit, closes it, reads who it is and what its channels are worth, decides about a
note in escrow at once, and tells of money only when the unit gives credit for it: a note that
is read is not yet in the box.
"""

from __future__ import annotations

from collections.abc import Collection, Generator, Mapping
from dataclasses import dataclass, field

from firmware.events import DeviceFound, Health, MoneyQuestioned, MoneyTaken, MoneyThanked
from firmware.hardware.ssp import Command, PollEvent, Status, Told, parse_events
from firmware.hardware.ssp_exchange import Answer
from firmware.hardware.ssp_notes import NoteWatch, Says
from firmware.hardware.ssp_script import (
    ENCRYPTED,
    Lost,
    Pause,
    Reply,
    Script,
    SspScript,
    SspSettings,
    Step,
)
from firmware.hardware.ssp_setup import EXPANDED_FROM, Setup
from firmware.hardware.ssp_troubles import SspTroubles
from firmware.money import Tender

POLL_S = 0.2
IDLE_AFTER_CLOSING_S = 1.0
"""A note that was let in is told within this long."""
AGAIN_S = 1.0
"""Before a command that was refused is tried again."""


@dataclass(frozen=True, slots=True)
class _Unit:
    """Who answered, and what its channels are worth in minor units."""

    identity: str = ""
    values_minor: Mapping[int, int] = field(default_factory=dict)
    money_set: str = ""


@dataclass(frozen=True, slots=True)
class _Due:
    """What an event asks to be done before the next poll.

    Attributes:
        event: the event.
        token: what its money is called between the unit and the books; empty where none is told.
        is_new: whether it is to be booked; else the unit has only to be thanked.
    """

    event: PollEvent
    token: str = ""
    is_new: bool = False


class SspValidator(SspScript):
    """One validator on its line.

    >>> driver = SspValidator(SspSettings("note", frozenset({500})))
    >>> driver.pump(0.0, b"")[0].hex(" ")
    '7f 80 01 11 65 82'
    """

    def __init__(self, settings: SspSettings) -> None:
        self._is_wanted_open = self._is_open = False
        self._is_followed = False
        self._closed_s = self._last_poll_s = float("-inf")
        self._unit = _Unit()
        self._poll_command = Command.POLL_WITH_ACK
        self._is_first = True
        self._awaited: str | None = None
        self._notes = NoteWatch()
        self._odd = b""
        self._troubles = SspTroubles()
        super().__init__(settings)

    # --- what the port sees -------------------------------------------------------------------

    def set_open(self, open_slots: Collection[str]) -> None:
        """The slots that may take money now; it becomes true on the line by the next pump."""
        self._is_wanted_open = self._settings.slot in open_slots

    def booked(self, slot: str, token: str) -> None:
        """Money of that token is durable, or that its unit was thanked."""
        if slot == self._settings.slot and token == self._awaited:
            self._awaited = None

    def has_undelivered(self) -> bool:
        """Whether the unit answers and could still tell of a note: one is inside or waits to be
        booked, a poll is under way, or it was closed a moment ago."""
        if not self._has_answered:
            return False
        return (
            not self._is_followed
            or self._pause is None
            or self._notes.is_inside
            or self._awaited is not None
            or self._is_open != self._may_open()
            or (not self._is_open and self._last_poll_s < self._closed_s + IDLE_AFTER_CLOSING_S)
        )

    def _is_wish_due(self, pause: Pause) -> bool:
        if pause.until_s == float("inf"):
            return self._awaited is None
        return pause.ends_on_wish and self._is_open != self._may_open()

    def _may_open(self) -> bool:
        return self._is_wanted_open and self._troubles.present(self._now_s) is None

    def _let_go(self) -> None:
        self._is_followed = self._is_open = False
        self._forget_awaited()

    # --- the script ---------------------------------------------------------------------------

    def _start(self) -> Script:
        """Close it, learn who it is and what it takes, read what it holds."""
        self._is_followed = self._is_open = False
        self._troubles.forget()
        if self._health is None or self._health != ENCRYPTED:
            self._show(Health.STARTING)
        # A unit that could not reset its sequence would take the next command for a repeat.
        yield from self._ask(Command.SYNC)
        yield from self._ask(Command.DISABLE)
        yield from self._ask(Command.PROTOCOL_VERSION, bytes((EXPANDED_FROM,)))
        known, self._unit = self._unit, (yield from self._identify())
        if known.identity != self._unit.identity:
            self._notes = NoteWatch()  # what another unit held this one knows nothing of
        self._poll_command = Command.POLL_WITH_ACK
        self._is_first = True
        self._notes.restarted()
        unit = self._unit
        self._events.append(DeviceFound(self._settings.slot, unit.identity, unit.money_set))
        yield from self._poll()
        self._is_followed = True

    def _identify(self) -> Generator[Step, Reply, _Unit]:
        while True:
            said = yield from self._ask(Command.SETUP_REQUEST)
            try:
                setup = Setup.parse(said.data)
                break
            except ValueError:
                self._show(Health.FAULT, "setup")
                yield Pause(self._now_s + AGAIN_S)
        number = yield from self._ask(Command.SERIAL_NUMBER)
        serial = str(int.from_bytes(number.data[:4])) if number.is_ok and number.data else "-"
        values_minor = {
            channel: value
            for channel, value in setup.values_minor.items()
            if setup.countries.get(channel, "").startswith(self._settings.country)
        }
        money_set = " ".join(f"{channel}={value}" for channel, value in values_minor.items())
        return _Unit(f"ssp:NV:{setup.country}:{serial}", values_minor, money_set)

    def _follow(self) -> Script:
        """Poll for ever; returns when the unit has reset itself and must be armed anew."""
        while True:
            self._troubles.expire(self._now_s)
            if self._is_open != self._may_open():
                yield from self._open() if self._may_open() else self._close()
            self._show_state()
            yield Pause(self._last_poll_s + POLL_S, ends_on_wish=True)
            escrow = self._notes.escrow
            if self._is_open != self._may_open() and not escrow:
                continue
            if escrow and not self._is_welcome(escrow):
                # Another poll would take it.
                yield from self._ask(Command.REJECT)
            if (yield from self._poll()):
                self._tally.resets += 1
                return

    # --- polls --------------------------------------------------------------------------------

    def _poll(self) -> Generator[Step, Reply, bool]:
        """Read what happened and tell it; whether the unit has reset itself since."""
        self._last_poll_s = self._now_s
        self._notes.next_poll()
        answer = yield from self._ask(self._poll_command)
        if self._poll_command is Command.POLL_WITH_ACK and not _is_poll_known(answer):
            self._poll_command = Command.POLL
            answer = yield from self._ask(self._poll_command)
        if answer.status == Status.FAIL:
            raise Lost(*ENCRYPTED)
        if not answer.is_ok:
            return False
        self._tally.polled(self._now_s)
        events, odd = parse_events(answer.data)
        self._question_odd(odd)
        due: list[_Due] = []
        for event in events:
            self._troubles.hear(event.told, self._now_s)
            self._tally.rejected += event.told in (Told.REJECTED, Told.CLEARED_TO_FRONT)
            self._look_at(event, due)
        told = {event.told for event in events}
        yield from self._settle(due, must_thank=Told.CREDIT in told)
        self._is_first = False
        is_held = self._troubles.present(self._now_s) is not None
        if Told.DISABLED in told and self._is_open and not is_held:
            self._tally.rearmed(self._now_s)
            yield from self._open()
        return Told.RESET in told

    def _look_at(self, event: PollEvent, due: list[_Due]) -> None:
        """What an event means for money; what has to be settled goes to `due`."""
        says = self._notes.hear(event)
        channel = event.channel
        value_minor = self._unit.values_minor.get(channel, 0)
        if says is Says.DOUBT or (says is Says.MONEY and not value_minor):
            is_credit = event.told is Told.CREDIT
            self._question(channel, "unknown_channel" if is_credit else "cleared_to_cashbox")
            due.append(_Due(event))
        elif says is Says.MONEY and self._poll_command is Command.POLL:
            self._tell(value_minor, "")
            due.append(_Due(event))
        elif says is not None:
            is_new = says is Says.MONEY
            before = sum(each.is_new and each.event.channel == channel for each in due)
            again = f":{before + 1}" if before and is_new else ""
            due.append(_Due(event, f"credit:{channel}{again}", is_new))

    def _question(self, channel: int, doubt: str) -> None:
        """What may be money and is not booked; with its worth, for the operator to make good."""
        slot, device = self._settings.slot, self._unit.identity
        value_minor = self._unit.values_minor.get(channel, 0)
        self._tally.quarantined += 1
        self._events.append(MoneyQuestioned(slot, device, doubt, f"{channel}: {value_minor}"))

    def _tell(self, value_minor: int, token: str) -> None:
        """Only the first reading of a start can repeat what was told before it."""
        slot, device = self._settings.slot, self._unit.identity
        self._events.append(
            MoneyTaken(slot, device, Tender.NOTE, value_minor, token, self._is_first)
        )
        self._is_first = False

    def _settle(self, due: list[_Due], must_thank: bool) -> Script:
        """Two steps: each note is booked before the unit is thanked, and that it was thanked is
        booked before it is asked again. Until then a crash on either side loses nothing."""
        for each in due:
            if each.is_new:
                self._tell(self._unit.values_minor[each.event.channel], each.token)
                yield from self._wait_for_books(each.token)
        if due and self._poll_command is Command.POLL_WITH_ACK:
            yield from self._thank(must_thank)
        for each in due:
            if each.token and self._poll_command is Command.POLL_WITH_ACK:
                told = MoneyThanked(self._settings.slot, self._unit.identity, each.token)
                self._events.append(told)
                yield from self._wait_for_books(each.token)
            self._notes.settled(each.event)

    def _thank(self, must_thank: bool) -> Script:
        while not (yield from self._ask(Command.EVENT_ACK)).is_ok and must_thank:
            self._show(Health.FAULT, "event_ack")
            yield Pause(self._now_s + AGAIN_S)

    def _wait_for_books(self, token: str) -> Script:
        self._awaited = token
        yield Pause(float("inf"))

    def _forget_awaited(self) -> None:
        """What may not be booked has to be told again, whichever way the unit repeats it."""
        if self._awaited is not None:
            self._awaited = None
            self._notes.not_booked()

    def _question_odd(self, odd: bytes) -> None:
        """Behind an event that nobody knows a credit may stand; it is not guessed at."""
        if odd != self._odd and Told.CREDIT in odd:
            self._tally.quarantined += 1
            slot, device = self._settings.slot, self._unit.identity
            self._events.append(MoneyQuestioned(slot, device, "unknown_event", odd.hex(" ")))
        self._odd = odd

    # --- open and closed ----------------------------------------------------------------------

    def _is_welcome(self, channel: int) -> bool:
        """Whether a note in escrow may become money, by what the cabinet wants this moment."""
        value_minor = self._unit.values_minor.get(channel, 0)
        return self._may_open() and value_minor in self._settings.accepted_minor

    def _mask(self) -> bytes:
        """Bit n-1 lets channel n in; only what the configuration lists and the unit can name."""
        bits = 0
        for channel, value_minor in self._unit.values_minor.items():
            if value_minor in self._settings.accepted_minor:
                bits |= 1 << (channel - 1)
        return bits.to_bytes(2, "little")

    def _open(self) -> Script:
        yield from self._ask(Command.SET_INHIBITS, self._mask())
        answer = yield from self._ask(Command.ENABLE)
        self._is_open = True
        if not answer.is_ok:
            # It is asked again when it tells that it is disabled.
            self._show(Health.DEGRADED, "refused")

    def _close(self) -> Script:
        yield from self._ask(Command.DISABLE)
        self._is_open = False
        self._closed_s = self._now_s

    # --- health and counts --------------------------------------------------------------------

    def _show_state(self) -> None:
        trouble = self._troubles.present(self._now_s)
        if trouble is not None:
            self._show(*trouble)
        elif not self._is_open:
            self._show(Health.CLOSED)
        elif not any(self._mask()):
            self._show(Health.FAULT, "no_notes")
        elif self._tally.is_forgetful(self._now_s):
            self._show(Health.DEGRADED, "rearmed")
        elif self._tally.is_line_bad(self._now_s):
            self._show(Health.DEGRADED, "retries")
        else:
            self._show(Health.READY)


def _is_poll_known(answer: Answer) -> bool:
    """Whether a unit knows the poll that it just answered; a busy one does."""
    return answer.status in (Status.OK, Status.CANNOT_PROCESS)
