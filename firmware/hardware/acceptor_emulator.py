"""An emulated ccTalk coin acceptor, as a pure machine: bytes and a time in, bytes out.

Stories, the simulated cabinet and `cabinato coins` put it behind a pseudo-terminal. It
behaves as a real unit on a shared wire: it echoes, forgets its inhibits without power,
stops taking coins when nobody reads its credit, and keeps its last five events.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique

from firmware.hardware import cctalk
from firmware.hardware.cctalk import Checksum, CoinId, Credit, Frame, FrameReader, Header
from firmware.suggestion import suggestion

EURO_COINS = ("EU005A", "EU010A", "EU020A", "EU050A", "EU100A", "EU200A")
"""Coin ids by position, from 1 on."""
EMPTY_POSITION = "......"
DECISION_S = 0.150
"""From the slot to accepted or returned."""
COIN_GAP_S = 0.060
"""Between two coins: the slot lets them roll in one behind the other."""
SELF_INHIBIT_S = 1.0
"""It refuses coins when its credit was not read for this long."""
LATE_S = 0.230
BURST = 6

REJECTED_CODE = 1
INHIBITED_CODE = 2
INHIBITED_TYPE_CODE = 127
SORTER_PATH = 1


@unique
class Fault(StrEnum):
    """Faults that can be asked for by name."""

    SILENT = "silent"
    """The wire echoes, the unit never answers."""
    NOISE = "noise"
    """Strange bytes before and after answers, and every eleventh answer damaged."""
    WRONG_ECHO = "wrong-echo"
    """Our own bytes come back with a bit turned."""
    LATE_REPLY = "late-reply"
    """Every seventh answer comes after the host's patience with a credit poll."""
    RESET_MID_POLL = "reset-mid-poll"
    """Every hundredth credit poll resets it."""
    BURST_OF_SIX = "burst-of-six"
    """Every coin is six coins between two polls: more than its buffer holds."""
    WRAP = "wrap"
    """Its event counter begins at 253 and soon goes from 255 to 1."""
    SERIAL_NUMBER_CHANGE = "serial-number-change"
    """It is another unit after every power-up."""


def fault_by_name(name: str) -> Fault:
    """The fault called `name`.

    Raises:
        ValueError: there is none; says which there are and which was perhaps meant.
    """
    try:
        return Fault(name)
    except ValueError:
        raise ValueError(f"no fault '{name}' ({suggestion(name, Fault)})") from None


@dataclass(frozen=True, slots=True)
class _Falling:
    """A coin on its way through the unit."""

    value_minor: int
    due_s: float


class AcceptorEmulator:
    """The unit, its event buffer and its box.

    Amounts are minor units (cents). `position` counts from 1.

    Attributes:
        in_box_minor: worth of what it took, ever.
        accepted: coins taken, ever.
        returned: coins given back, ever.
        self_check: fault code that a self-check tells, 0 for none.
        status: 0, or 1 while its return lever is held.

    >>> unit = AcceptorEmulator()
    >>> unit.pump(0.0, bytes.fromhex("02 00 01 fe ff")).hex(" ")
    '02 00 01 fe ff 01 00 02 00 fd'
    """

    def __init__(
        self,
        *,
        coins: tuple[str, ...] = EURO_COINS,
        serial: int = 1_234_567,
        fault: Fault | None = None,
        checksum: Checksum = Checksum.SUM8,
        address: int = cctalk.COIN_ACCEPTOR,
    ) -> None:
        self.in_box_minor = 0
        self.accepted = 0
        self.returned = 0
        self.self_check = 0
        self.status = 0
        self._coins = coins
        self._positions = {
            value: position
            for position, text in enumerate(coins, 1)
            if (value := CoinId.parse(text.encode()).value_minor) is not None
        }
        self._serial = serial
        self._fault = fault
        self._checksum = checksum
        self._address = address
        self._inserted = 0
        self._rejected = 0
        self._is_powered = False
        self._answers = 0
        self._credit_polls = 0
        self._falling: list[_Falling] = []
        self._late: list[tuple[float, bytes]] = []
        self._reader = FrameReader(checksum)
        self._boot()
        self._is_powered = True

    # --- the world ----------------------------------------------------------------------------

    def insert(self, value_minor: int, now_s: float) -> None:
        """A coin of that worth goes into the slot; what becomes of it shows a moment later.

        However many stand at the slot at once, none reaches the event buffer faster than a
        host that polls can read it.
        """
        due_s = now_s + DECISION_S
        if self._falling:
            due_s = max(due_s, self._falling[-1].due_s + COIN_GAP_S)
        count = BURST if self._fault is Fault.BURST_OF_SIX else 1
        self._falling += [_Falling(value_minor, due_s)] * count

    def power_cut(self, now_s: float) -> None:
        """No power: what falls comes back, what it only remembered is gone."""
        self._decide(now_s)
        self.returned += len(self._falling)
        self._falling.clear()
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

    def pump(self, now_s: float, received: bytes = b"") -> bytes:
        """Take in what the host sent by `now_s`; return what appears on the wire."""
        out = bytearray(self._echo(received))
        self._decide(now_s)
        while self._late and self._late[0][0] <= now_s:
            out += self._late.pop(0)[1]
        for frame in self._reader.feed(received, now_s):
            if self._is_powered and isinstance(frame, Frame) and self._is_mine(frame):
                out += self._spoil(self._answer(frame, now_s), now_s)
        return bytes(out)

    def deadline_s(self) -> float | None:
        """When `pump` is wanted without bytes: a coin decided or a late answer, or None."""
        moments = [coin.due_s for coin in self._falling] + [due_s for due_s, _ in self._late]
        return min(moments, default=None)

    def has_undelivered(self) -> bool:
        """Whether a coin is falling, or an event waits that no answer has told yet."""
        can_tell = self._is_powered and self._fault not in (Fault.SILENT, Fault.WRONG_ECHO)
        return bool(self._falling) or (can_tell and self._untold > 0)

    # --- coins --------------------------------------------------------------------------------

    def _boot(self) -> None:
        self._counter = 252 if self._fault is Fault.WRAP else 0
        self._pairs: list[tuple[int, int]] = [(0, 0)] * cctalk.EVENTS_IN_REPLY
        self._mask = 0
        self._is_master_open = False
        self._last_read_s = float("-inf")
        self._untold = 0
        self._reader = FrameReader(self._checksum)

    def _decide(self, now_s: float) -> None:
        """Accept or return what has reached the end of its way; without power it all returns."""
        due = [coin for coin in self._falling if coin.due_s <= now_s]
        self._falling = [coin for coin in self._falling if coin.due_s > now_s]
        for coin in due:
            if not self._is_powered:
                self.returned += 1
                continue
            self._inserted += 1
            position = self._positions.get(coin.value_minor)
            if position is None:
                self._return(REJECTED_CODE)
            elif not self._is_master_open or coin.due_s - self._last_read_s > SELF_INHIBIT_S:
                self._return(INHIBITED_CODE)
            elif not self._mask >> (position - 1) & 1:
                self._return(INHIBITED_TYPE_CODE + position)
            else:
                self.accepted += 1
                self.in_box_minor += coin.value_minor
                self._note((position, SORTER_PATH))

    def _return(self, code: int) -> None:
        self.returned += 1
        self._rejected += 1
        self._note((0, code))

    def _note(self, pair: tuple[int, int]) -> None:
        self._counter = self._counter % 255 + 1
        self._pairs = [pair, *self._pairs][: cctalk.EVENTS_IN_REPLY]
        self._untold += 1

    # --- the wire -----------------------------------------------------------------------------

    def _echo(self, received: bytes) -> bytes:
        if self._fault is Fault.WRONG_ECHO and received:
            return bytes((received[0] ^ 0x40,)) + received[1:]
        return received

    def _is_mine(self, frame: Frame) -> bool:
        return frame.destination in (self._address, 0) and frame.source in (cctalk.HOST, None)

    def _spoil(self, answer: bytes, now_s: float) -> bytes:
        """What the fault makes of an answer."""
        if not answer:
            return answer
        self._answers += 1
        if self._fault is Fault.SILENT:
            return b""
        if self._fault is Fault.NOISE:
            damaged = bytes((answer[0], answer[1], *answer[2:-1], answer[-1] ^ 0x10))
            return b"\x00\xa5" + (damaged if self._answers % 11 == 0 else answer) + b"\xff"
        if self._fault is Fault.LATE_REPLY and self._answers % 7 == 0:
            self._late.append((now_s + LATE_S, answer))
            return b""
        return answer

    def _answer(self, frame: Frame, now_s: float) -> bytes:
        data = self._data(frame, now_s)
        if data is None:
            return b""
        return cctalk.reply(Header.ACK, data, source=self._address, checksum=self._checksum)

    def _data(self, frame: Frame, now_s: float) -> bytes | None:
        """The answer's data; None where a unit stays silent: unknown or malformed."""
        match frame.header, frame.data:
            case Header.SIMPLE_POLL, b"":
                return b""
            case Header.READ_BUFFERED_CREDIT, b"":
                return self._read_credit(now_s)
            case Header.MODIFY_INHIBIT_STATUS, data if len(data) == 2:
                self._mask = int.from_bytes(data, "little")
                return b""
            case Header.MODIFY_MASTER_INHIBIT, data if len(data) == 1:
                self._is_master_open = bool(data[0] & 1)
                return b""
            case Header.REQUEST_COIN_ID, data if len(data) == 1:
                position = data[0]
                is_used = 1 <= position <= len(self._coins)
                text = self._coins[position - 1] if is_used else EMPTY_POSITION
                return text.encode() if 1 <= position <= cctalk.LAST_COIN else None
            case Header.RESET, b"":
                self._boot()
                return b""
            case header, b"":
                return self._facts().get(header)
        return None

    def _read_credit(self, now_s: float) -> bytes | None:
        self._credit_polls += 1
        if self._fault is Fault.RESET_MID_POLL and self._credit_polls % 100 == 0:
            self._boot()
            return None
        self._last_read_s = now_s
        self._untold = 0
        return Credit(self._counter, tuple(self._pairs)).to_bytes()

    def _facts(self) -> dict[int, bytes]:
        return {
            Header.REQUEST_MANUFACTURER: b"CAB",
            Header.REQUEST_CATEGORY: b"Coin Acceptor",
            Header.REQUEST_PRODUCT_CODE: b"EMU-EURO",
            Header.REQUEST_BUILD_CODE: b"1",
            Header.REQUEST_SOFTWARE_REVISION: b"1.0",
            Header.REQUEST_COMMS_REVISION: bytes((1, 4, 7)),
            Header.REQUEST_SERIAL_NUMBER: self._serial.to_bytes(3, "little"),
            Header.REQUEST_DATABASE_VERSION: bytes((1,)),
            Header.REQUEST_POLLING_PRIORITY: bytes((2, 10)),
            Header.REQUEST_STATUS: bytes((self.status,)),
            Header.PERFORM_SELF_CHECK: bytes((self.self_check,)),
            Header.REQUEST_INHIBIT_STATUS: self._mask.to_bytes(2, "little"),
            Header.REQUEST_MASTER_INHIBIT: bytes((self._is_master_open,)),
            Header.REQUEST_INSERTION_COUNTER: self._inserted.to_bytes(3, "little"),
            Header.REQUEST_ACCEPT_COUNTER: self.accepted.to_bytes(3, "little"),
            Header.REQUEST_REJECT_COUNTER: self._rejected.to_bytes(3, "little"),
            Header.REQUEST_FRAUD_COUNTER: bytes(3),
        }
