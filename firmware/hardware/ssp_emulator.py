"""An emulated SSP bill validator, as a pure machine: bytes and a time in, bytes out.

It behaves as a real unit: closed after power-up, a note is read, held in escrow until the next
poll, stacked and then given credit for; a command with the bit of the last one gets the last
answer again; and a note that was inside when the power went is told of after the next start.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum, unique

from firmware.hardware.ssp import Command, Frame, FrameReader, Status, Told
from firmware.hardware.ssp_setup import Setup
from firmware.suggestion import suggestion

EURO_NOTES = {1: 500, 2: 1_000, 3: 2_000, 4: 5_000}
"""Channel -> worth in minor units."""
READ_S = 0.5
"""From the slot to read."""
ESCROW_S = 10.0
"""It gives a note back that nobody decides about."""
TRANSPORT_S = 0.4
"""From accepted to credit, and from there to stacked."""
LATE_S = 0.7
_FRONT, _ESCROW, _MOVING, _CREDITED, _BACK = range(5)


@unique
class SspFault(StrEnum):
    """Faults that can be asked for by name."""

    SILENT = "silent"
    """It never answers."""
    NOISE = "noise"
    """Strange bytes before and after answers."""
    WRONG_CRC = "wrong-crc"
    """Every fifth answer is damaged."""
    LATE_REPLY = "late-reply"
    """Every seventh answer comes after the host's patience."""
    RESET_MID_POLL = "reset-mid-poll"
    """Every hundredth poll resets it."""
    NO_EVENT_ACK = "no-event-ack"
    """It knows no poll with acknowledge."""
    JAM = "jam"
    """The next note gets stuck, out of the customer's reach, until the power was off."""
    FULL = "full"
    """Its stacker is full."""
    FRAUD = "fraud"
    """Every note is pulled back on a string."""
    RETURNED = "returned"
    """It gives back every note that the host would take."""
    ENCRYPTED = "encrypted"
    """It answers polls only to a host that has a key."""


def ssp_fault_by_name(name: str) -> SspFault:
    """The fault called `name`.

    Raises:
        ValueError: there is none; says which there are and which was perhaps meant.
    """
    try:
        return SspFault(name)
    except ValueError:
        raise ValueError(f"no fault '{name}' ({suggestion(name, SspFault)})") from None


class SspEmulator:
    """The unit, the note inside it and its box.

    Attributes:
        in_box_minor: worth of what it stacked, ever.
        accepted: notes stacked, ever.
        returned: notes given back, ever.

    >>> SspEmulator().pump(0.0, bytes.fromhex("7f 80 01 11 65 82")).hex(" ")
    '7f 80 01 f0 23 80'
    """

    def __init__(
        self,
        *,
        notes: Mapping[int, int] | None = None,
        country: str = "EUR",
        serial: int = 1_234_567,
        fault: SspFault | None = None,
        address: int = 0,
    ) -> None:
        self.in_box_minor = self.accepted = self.returned = 0
        self._notes = dict(EURO_NOTES if notes is None else notes)
        self._country = country
        self._serial = serial
        self._fault = fault
        self._address = address
        self._channels = {value: channel for channel, value in self._notes.items()}
        self._queue: list[int] = []
        self._channel = 0
        self._stage: int | None = None
        self._due_s = 0.0
        self._answers = self._polls = 0
        self._late: list[tuple[float, bytes]] = []
        self._cleared: tuple[int, ...] = ()
        self._is_powered = True
        self._boot()

    # --- the world ----------------------------------------------------------------------------

    def insert(self, value_minor: int, now_s: float) -> None:
        """A note of that worth is fed; further ones wait before the slot until it is free."""
        self._queue.append(value_minor)
        self._move(now_s)

    def power_cut(self, now_s: float) -> None:
        """No power: what is not yet past the way back returns, the rest falls into the box."""
        self._move(now_s)
        self.returned += len(self._queue)
        self._queue.clear()
        self._late.clear()
        if self._stage in (_MOVING, _CREDITED):
            self._box()
            self._cleared = (Told.CLEARED_TO_CASHBOX, self._channel)
        elif self._stage is not None:
            self.returned += 1
            self._cleared = (Told.CLEARED_TO_FRONT, self._channel)
        self._stage = None
        self._is_powered = False

    def power_up(self) -> None:
        """Power again: closed, and it tells which way a note went."""
        if self._is_powered:
            return
        cleared = self._cleared
        if self._fault is SspFault.JAM:
            self._fault = None
        self._boot()
        if cleared:
            self._pending += cleared
        self._is_powered = True

    def pump(self, now_s: float, received: bytes = b"") -> bytes:
        """Take in what the host sent by `now_s`; return what appears on the wire."""
        self._move(now_s)
        out = bytearray()
        while self._late and self._late[0][0] <= now_s:
            out += self._late.pop(0)[1]
        for frame in self._reader.feed(received):
            if self._is_powered and frame.address == self._address and frame.data:
                out += self._spoil(self._answer(frame, now_s), now_s)
        return bytes(out)

    def deadline_s(self) -> float | None:
        """When `pump` is wanted without bytes: the note moves on, or a late answer; or None."""
        moments = [due_s for due_s, _ in self._late]
        if self._stage is not None and self._due_s < float("inf"):
            moments.append(self._due_s)
        return min(moments, default=None)

    def has_undelivered(self) -> bool:
        """Whether a note is inside or before the slot, or waits to be told of."""
        can_tell = self._is_powered and self._fault is not SspFault.SILENT
        is_told = Told.CREDIT not in self._pending and Told.CLEARED_TO_CASHBOX not in self._pending
        return self._stage is not None or bool(self._queue) or (can_tell and not is_told)

    # --- the note -----------------------------------------------------------------------------

    def _boot(self) -> None:
        self._reader = FrameReader()
        self._is_enabled = False
        self._mask = 0
        self._pending: tuple[int, ...] = (Told.RESET,)
        self._cleared = ()
        self._is_jammed = False
        self._is_unthanked = False
        self._last_bit: bool | None = None
        self._last_command = self._last_answer = b""

    def _move(self, now_s: float) -> None:
        """The note goes its way; an enabled unit draws in the next one."""
        while self._stage is not None and now_s >= self._due_s:
            self._step(self._due_s)
        if self._queue and self._stage is None and not self._is_unthanked:
            self._draw_in(self._queue.pop(0), now_s)

    def _draw_in(self, value_minor: int, now_s: float) -> None:
        channel = self._channels.get(value_minor, 0)
        is_wanted = bool(channel) and self._mask >> (channel - 1) & 1
        is_able = self._is_powered and self._is_enabled and self._fault is not SspFault.FULL
        if not is_able or self._is_jammed:
            self.returned += 1  # its motor does not even start
            return
        self._channel = channel if is_wanted else 0
        self._enter(_FRONT, now_s + READ_S)

    def _step(self, now_s: float) -> None:
        match self._stage:
            case 0 if self._fault is SspFault.FRAUD:
                self._tell(Told.FRAUD, self._channel)
                self._give_back(now_s)
            case 0 if self._fault is SspFault.JAM:
                self._is_jammed = True
                self._enter(_ESCROW, float("inf"))
                self._channel = 0
            case 0 if self._channel:
                self._enter(_ESCROW, now_s + ESCROW_S)
                self._tell(Told.READ, self._channel)
            case 0 | 1:
                self._give_back(now_s)
            case 2:
                self._tell(Told.CREDIT, self._channel)
                self._is_unthanked = True
                self._enter(_CREDITED, now_s + TRANSPORT_S)
            case 3:
                self._tell(Told.STACKED)
                self._box()
                self._stage = None
            case _:
                self._tell(Told.REJECTED)
                self.returned += 1
                self._stage = None

    def _enter(self, stage: int, due_s: float) -> None:
        self._stage, self._due_s = stage, due_s

    def _give_back(self, now_s: float) -> None:
        self._tell(Told.REJECTING)
        self._enter(_BACK, now_s + TRANSPORT_S)

    def _box(self) -> None:
        self.accepted += 1
        self.in_box_minor += self._notes[self._channel]

    def _tell(self, *event: int) -> None:
        self._pending += event

    # --- the wire -----------------------------------------------------------------------------

    def _answer(self, frame: Frame, now_s: float) -> bytes:
        """The answer as bytes; the last one again where the command is a repeat."""
        is_repeat = frame.bit == self._last_bit and frame.data == self._last_command
        if frame.data[0] != Command.SYNC and is_repeat:
            return self._last_answer
        data = self._data(frame.data[0], frame.data[1:], now_s)
        if data is None:
            return b""
        self._last_bit = None if frame.data[0] == Command.SYNC else frame.bit
        self._last_command = frame.data
        self._last_answer = Frame(self._address, frame.bit, data).to_bytes()
        return self._last_answer

    def _spoil(self, answer: bytes, now_s: float) -> bytes:
        """What the fault makes of an answer."""
        if not answer or self._fault is SspFault.SILENT:
            return b""
        self._answers += 1
        if self._fault is SspFault.NOISE:
            return b"\x00\xa5" + answer + b"\xff"
        if self._fault is SspFault.WRONG_CRC and self._answers % 5 == 0:
            return answer[:-1] + bytes((answer[-1] ^ 0x10,))
        if self._fault is SspFault.LATE_REPLY and self._answers % 7 == 0:
            self._late.append((now_s + LATE_S, answer))
            return b""
        return answer

    def _data(self, command: int, data: bytes, now_s: float) -> bytes | None:
        """The answer's data; None where a resetting unit says nothing."""
        ok = bytes((Status.OK,))
        match command:
            case Command.SYNC | Command.HOLD | Command.PROTOCOL_VERSION:
                if command == Command.HOLD and self._stage == _ESCROW:
                    self._due_s = now_s + ESCROW_S
                return ok
            case Command.SETUP_REQUEST:
                countries = dict.fromkeys(self._notes, self._country)
                return ok + Setup(self._country, self._notes, countries).to_bytes()
            case Command.SERIAL_NUMBER:
                return ok + self._serial.to_bytes(4)
            case Command.ENABLE | Command.DISABLE:
                self._is_enabled = command == Command.ENABLE
                return ok
            case Command.SET_INHIBITS:
                self._mask = int.from_bytes(data[:2], "little")
                return ok
            case Command.RESET:
                self._boot()
                return ok
            case Command.REJECT if self._stage == _ESCROW:
                self._give_back(now_s)
                return ok
            case Command.POLL | Command.POLL_WITH_ACK | Command.EVENT_ACK:
                return self._poll(command, now_s)
        return bytes((Status.UNKNOWN_COMMAND,))

    def _poll(self, command: int, now_s: float) -> bytes | None:
        if self._fault is SspFault.ENCRYPTED:
            return bytes((Status.KEY_NOT_SET,))
        if command != Command.POLL and self._fault is SspFault.NO_EVENT_ACK:
            return bytes((Status.UNKNOWN_COMMAND,))
        if command == Command.EVENT_ACK:
            if not self._is_unthanked:
                return bytes((Status.CANNOT_PROCESS,))
            self._is_unthanked = False
            self._pending = ()
            return bytes((Status.OK,))
        self._polls += 1
        if self._fault is SspFault.RESET_MID_POLL and self._polls % 100 == 0:
            self.power_cut(now_s)
            self.power_up()
            return None
        return bytes((Status.OK,)) + self._events(command, now_s)

    def _events(self, command: int, now_s: float) -> bytes:
        """What happened since the last poll, and the states that last."""
        told = bytes(self._pending)
        repeats = Told.CREDIT in self._pending or Told.CLEARED_TO_CASHBOX in self._pending
        if command == Command.POLL_WITH_ACK and repeats:
            self._is_unthanked = True
        else:
            self._pending = ()
            self._is_unthanked = False
        if self._stage == _FRONT:
            told += bytes((Told.READ, 0))
        if self._stage == _ESCROW and not self._is_jammed and Told.READ not in told:
            if self._fault is SspFault.RETURNED:
                self._give_back(now_s)
            else:  # nobody refused it: it is taken
                self._enter(_MOVING, now_s + TRANSPORT_S)
        if self._stage in (_MOVING, _CREDITED):
            told += bytes((Told.STACKING,))
        if self._is_jammed:
            told += bytes((Told.UNSAFE_JAM,))
        if self._fault is SspFault.FULL:
            told += bytes((Told.FULL,))
        if not self._is_enabled:
            told += bytes((Told.DISABLED,))
        return told
