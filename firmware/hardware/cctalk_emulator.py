"""What emulated ccTalk units have in common: the wire, identity, inhibits, the event buffer.

`CctalkUnit` is the base of the coin and of the bill emulator, a pure machine: bytes and a
time in, bytes out. `SharedWire` puts several of them behind one adapter.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from firmware.hardware import cctalk
from firmware.hardware.cctalk import (
    Checksum,
    Credit,
    Frame,
    FrameReader,
    Header,
    Rejected,
)
from firmware.hardware.cctalk_faults import DEAF, Fault

LATE_S = 0.230
ADDRESS_SLOT_S = 0.004
"""Each address has its own moment to answer an address poll in."""
BROADCAST = 0
TOLD_A_POLL = 2
"""What a unit with a deep stack moves into its event buffer at a poll."""
RESET_EVERY = 100
RESET_EARLY_EVERY = 30
WRAP_FROM = 252
ENCRYPTION_SUPPORT = bytes.fromhex("AA 55 00 00 55 AA")
"""What the question for encryption carries, so that no chance packet passes for it."""


class CctalkUnit(ABC):
    """One unit on the wire, powered. Subclasses say what happens in its slot.

    Attributes:
        in_box_minor: worth of what it took, ever; minor units.
        accepted: coins or notes taken, ever.
        returned: coins or notes given back, ever.
        self_check: fault code that a self-check tells, 0 for none.
        status: answer to "request status": 0, or what is held or open.
    """

    CATEGORY = b""
    PRODUCT = b""
    EVENTS = Header.READ_BUFFERED_CREDIT
    OPTION_FLAGS = 0

    def __init__(
        self, *, address: int, serial: int, fault: Fault | None, checksum: Checksum
    ) -> None:
        self.in_box_minor = 0
        self.accepted = 0
        self.returned = 0
        self.self_check = 0
        self.status = 0
        self._address = address
        self._serial = serial
        self._fault = fault
        self._checksum = checksum
        self._inserted = 0
        self._rejected = 0
        self._frauds = 0
        self._answers = 0
        self._event_polls = 0
        self._line_faults = [0, 0, 0]
        self._late: list[tuple[float, bytes]] = []
        self._is_powered = True
        self._boot()

    # --- the world ----------------------------------------------------------------------------

    def power_cut(self, now_s: float) -> None:
        """No power: what it only remembered is gone, its audit counters stay."""
        self._advance(now_s)
        if not self._is_powered:
            return
        self._lose_power()
        self._late.clear()
        self._is_powered = False

    def power_up(self) -> None:
        """Power again: everything inhibited, counter 0, an empty buffer."""
        if self._is_powered:
            return
        if self._fault is Fault.SERIAL_NUMBER_CHANGE:
            self._serial += 1
        self._boot()
        self._is_powered = True
        self._wake()

    def tell(self, code: int) -> None:
        """Event `code` (0..255) as if its sensors had met it: 20 is a coin on a string."""
        if self._is_powered:
            self._note((0, code))

    def pump(self, now_s: float, received: bytes = b"") -> bytes:
        """Take in what the host sent by `now_s`; return what appears on the wire."""
        return self._echo(received) + self.hear(now_s, received)

    def hear(self, now_s: float, received: bytes) -> bytes:
        """As `pump`, without the echo, which the adapter makes and not the unit."""
        out = bytearray()
        self._advance(now_s)
        out += self._take_late(now_s)
        for item in self._reader.feed(received, now_s):
            if not self._is_powered:
                continue
            if isinstance(item, Rejected):
                self._count_line_fault(item)
            elif self._is_mine(item):
                out += self._spoil(self._answer(item, now_s), now_s)
        return bytes(out) + self._take_late(now_s)

    def deadline_s(self) -> float | None:
        """When `pump` is wanted without bytes, or None."""
        moments = [due_s for due_s, _ in self._late]
        happening_s = self._happening_s()
        return min(moments if happening_s is None else [*moments, happening_s], default=None)

    def has_undelivered(self) -> bool:
        """Whether money moves in it, or an event waits that no answer has told yet."""
        can_tell = self._is_powered and self._fault not in DEAF
        return self._is_moving() or (can_tell and bool(self._untold or self._stack))

    # --- what a subclass adds -----------------------------------------------------------------

    @abstractmethod
    def _advance(self, now_s: float) -> None:
        """Let happen in the slot what is due by `now_s`."""

    @abstractmethod
    def _happening_s(self) -> float | None:
        """When the next thing happens in the slot."""

    @abstractmethod
    def _is_moving(self) -> bool:
        """Whether money is on its way through it."""

    @abstractmethod
    def _lose_power(self) -> None:
        """What becomes of money in it when power goes."""

    def _wake(self) -> None:  # noqa: B027 - most find nothing
        """What it does with what it finds in itself at a power-up."""

    @abstractmethod
    def _own(self, frame: Frame, now_s: float) -> bytes | None:
        """The answer's data to what only this kind of unit knows, None for silence."""

    # --- memory -------------------------------------------------------------------------------

    def _boot(self) -> None:
        self._counter = WRAP_FROM if self._fault is Fault.WRAP else 0
        self._pairs: list[tuple[int, int]] = [(0, 0)] * cctalk.EVENTS_IN_REPLY
        self._stack: list[tuple[int, int]] = []
        self._mask = 0
        self._is_master_open = self._fault is Fault.NO_MASTER_INHIBIT
        self._last_read_s = float("-inf")
        self._untold = 0
        self._reader = FrameReader(self._checksum)

    def _note(self, pair: tuple[int, int]) -> None:
        """An event: into the buffer, or behind it where there is a stack."""
        if self._fault is Fault.DEEP_STACK:
            self._stack.append(pair)
        else:
            self._show(pair)

    def _show(self, pair: tuple[int, int]) -> None:
        self._counter = self._counter % 255 + 1
        self._pairs = [pair, *self._pairs][: cctalk.EVENTS_IN_REPLY]
        self._untold += 1

    def _read_events(self, now_s: float) -> bytes | None:
        self._event_polls += 1
        if self._fault is Fault.RESET_MID_POLL and self._event_polls % RESET_EVERY == 0:
            self._boot()
            return None
        is_early = self._event_polls % RESET_EARLY_EVERY == 0 and self._counter == 0
        if self._fault is Fault.RESET_BEFORE_FIRST_EVENT and is_early:
            self._boot()
        if self._fault is Fault.AUTO_STEP and self._counter == 0:
            self._show((0, 0))
        told, self._stack = self._stack[:TOLD_A_POLL], self._stack[TOLD_A_POLL:]
        for pair in told:
            self._show(pair)
        self._last_read_s = now_s
        self._untold = 0
        credit = Credit(self._counter, tuple(self._pairs))
        if self._fault is Fault.COUNTER_PLUS_FIVE:
            for _ in range(cctalk.EVENTS_IN_REPLY):
                self._counter = self._counter % 255 + 1
        if self._fault is Fault.SWAPPED_RESULTS:
            credit = Credit(credit.counter, tuple((b, a) for a, b in credit.pairs))
        return credit.to_bytes()

    def _is_enabled(self, position: int) -> bool:
        """Whether the inhibit mask lets `position` (from 1) in."""
        return bool(self._mask >> (position - 1) & 1)

    # --- the wire -----------------------------------------------------------------------------

    def _echo(self, received: bytes) -> bytes:
        """What the adapter gives back of the host's own bytes."""
        if self._fault is Fault.WRONG_ECHO and received:
            return bytes((received[0] ^ 0x40,)) + received[1:]
        if self._fault is Fault.NO_ECHO:
            return b""
        return received * 2 if self._fault is Fault.DOUBLE_ECHO else received

    def _is_mine(self, frame: Frame) -> bool:
        is_addressed = frame.destination in (self._address, BROADCAST)
        return is_addressed and frame.source in (cctalk.HOST, None)

    def _count_line_fault(self, rejected: Rejected) -> None:
        """For the comms statistics: time-outs, ignored bytes (none here), bad checksums."""
        which = 0 if rejected.reason.startswith("gap") else 2
        self._line_faults[which] = min(255, self._line_faults[which] + 1)

    def _take_late(self, now_s: float) -> bytes:
        due = [answer for due_s, answer in self._late if due_s <= now_s]
        self._late = [(due_s, answer) for due_s, answer in self._late if due_s > now_s]
        return b"".join(due)

    def _spoil(self, answer: bytes, now_s: float) -> bytes:
        """What the fault makes of an answer."""
        if not answer:
            return answer
        self._answers += 1
        if self._fault is Fault.SILENT:
            return b""
        if self._fault is Fault.NOISE:
            damaged = bytes((*answer[:-1], answer[-1] ^ 0x10))
            return b"\x00\xa5" + (damaged if self._answers % 11 == 0 else answer) + b"\xff"
        if self._fault is Fault.LATE_REPLY and self._answers % 7 == 0:
            self._late.append((now_s + LATE_S, answer))
            return b""
        return answer

    def _answer(self, frame: Frame, now_s: float) -> bytes:
        if (frame.header, frame.data) == (Header.ADDRESS_POLL, b""):
            if self._fault not in DEAF:
                mine = bytes((self._address,))
                self._late.append((now_s + ADDRESS_SLOT_S * self._address, mine))
            return b""
        data = self._data(frame, now_s)
        if data is None:
            return b""
        return cctalk.reply(Header.ACK, data, source=self._address, checksum=self._checksum)

    def _data(self, frame: Frame, now_s: float) -> bytes | None:
        """The answer's data; None where a unit stays silent: unknown or malformed."""
        if self._fault is Fault.ENCRYPTED:
            is_asked = frame.header == Header.REQUEST_ENCRYPTION_SUPPORT
            return _encryption() if is_asked and frame.data == ENCRYPTION_SUPPORT else None
        if self._is_left_out(frame.header):
            return None
        match frame.header, frame.data:
            case self.EVENTS, b"":
                return self._read_events(now_s)
            case Header.MODIFY_INHIBIT_STATUS, data if len(data) == 2:
                self._mask = int.from_bytes(data, "little")
                return b""
            case Header.MODIFY_MASTER_INHIBIT, data if len(data) == 1:
                self._set_master(is_open=bool(data[0] & 1), now_s=now_s)
                return b""
            case Header.CLEAR_COMMS_STATISTICS, b"":
                self._line_faults = [0, 0, 0]
                return b""
            case Header.RESET, b"":
                self._boot()
                return b""
            case header, b"" if header in (facts := self._facts()):
                return facts[header]
        return self._own(frame, now_s)

    def _is_left_out(self, header: int) -> bool:
        masters = (Header.MODIFY_MASTER_INHIBIT, Header.REQUEST_MASTER_INHIBIT)
        if self._fault is Fault.NO_COIN_IDS:
            return header == Header.REQUEST_COIN_ID
        return self._fault is Fault.NO_MASTER_INHIBIT and header in masters

    def _set_master(self, *, is_open: bool, now_s: float) -> None:  # noqa: ARG002 - for bills
        self._is_master_open = is_open

    def _facts(self) -> dict[int, bytes]:
        return {
            Header.SIMPLE_POLL: b"",
            Header.REQUEST_MANUFACTURER: b"CAB",
            Header.REQUEST_CATEGORY: self.CATEGORY,
            Header.REQUEST_PRODUCT_CODE: self.PRODUCT,
            Header.REQUEST_BUILD_CODE: b"1",
            Header.REQUEST_SOFTWARE_REVISION: b"1.0",
            Header.REQUEST_COMMS_REVISION: bytes((1, 4, 7)),
            Header.REQUEST_SERIAL_NUMBER: self._serial.to_bytes(3, "little"),
            Header.REQUEST_DATABASE_VERSION: bytes((1,)),
            Header.REQUEST_POLLING_PRIORITY: bytes((2, 10)),
            Header.REQUEST_OPTION_FLAGS: bytes((self.OPTION_FLAGS,)),
            Header.REQUEST_STATUS: bytes((self.status,)),
            Header.PERFORM_SELF_CHECK: bytes((self.self_check,)),
            Header.REQUEST_INHIBIT_STATUS: self._mask.to_bytes(2, "little"),
            Header.REQUEST_MASTER_INHIBIT: bytes((self._is_master_open,)),
            Header.REQUEST_INSERTION_COUNTER: self._inserted.to_bytes(3, "little"),
            Header.REQUEST_ACCEPT_COUNTER: self.accepted.to_bytes(3, "little"),
            Header.REQUEST_REJECT_COUNTER: self._rejected.to_bytes(3, "little"),
            Header.REQUEST_FRAUD_COUNTER: self._frauds.to_bytes(3, "little"),
            Header.REQUEST_COMMS_STATISTICS: bytes(self._line_faults),
        }


class SharedWire:
    """Several units behind one adapter: each hears the host, the host hears all, one echo.

    The echo is that of the first unit whose fault spoils it, else exact. Units on one wire
    need addresses of their own and one checksum.

    >>> SharedWire().pump(0.0, b"abc")
    b'abc'
    """

    def __init__(self, *units: CctalkUnit) -> None:
        self.units = units

    def pump(self, now_s: float, received: bytes = b"") -> bytes:
        """Take in what the host sent by `now_s`; return what appears on the wire."""
        echoes = (unit._echo(received) for unit in self.units)
        echo = next((echo for echo in echoes if echo != received), received)
        return echo + b"".join(unit.hear(now_s, received) for unit in self.units)

    def deadline_s(self) -> float | None:
        """When `pump` is wanted without bytes, or None."""
        moments = [unit.deadline_s() for unit in self.units]
        return min((moment for moment in moments if moment is not None), default=None)

    def has_undelivered(self) -> bool:
        """Whether any unit has something to tell."""
        return any(unit.has_undelivered() for unit in self.units)

    def power_cut(self, now_s: float) -> None:
        """One supply feeds them all."""
        for unit in self.units:
            unit.power_cut(now_s)

    def power_up(self) -> None:
        """Power again for all."""
        for unit in self.units:
            unit.power_up()


def _encryption() -> bytes:
    """Encrypts at protocol and command level: both levels 1, key and block sizes in bits,
    no trusted mode, and no keys of the older scheme."""
    return bytes((1, 1, 24, 64, 128, 0)).ljust(16, b"\0")
