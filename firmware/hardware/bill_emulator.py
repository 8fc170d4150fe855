"""An emulated ccTalk bill validator with escrow, as a pure machine: bytes and a time in,
bytes out.

It reads a note, holds it until the host routes it, stacks or hands it back and tells each
step. When nobody reads its events for five seconds it inhibits itself and stays so.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, auto, unique

from firmware.hardware import cctalk
from firmware.hardware.cctalk import Checksum, Frame, Header
from firmware.hardware.cctalk_emulator import CctalkUnit
from firmware.hardware.cctalk_faults import Fault

EURO_BILLS = ("EU0005A", "EU0010A", "EU0020A", "EU0050A")
"""Bill ids by position, from 1 on: country, value, issue."""
EMPTY_POSITION = "......."
SCALING = 100
"""Minor units to one unit of a bill id's value."""
DECIMALS = 2
READ_S = 0.800
"""From the slot to held or handed back."""
MOVE_S = 0.600
"""From escrow to the stacker or back to the slot."""
ESCROW_S = 30.0
"""Then a note that nobody routed is handed back."""
SELF_INHIBIT_S = 5.0
"""It inhibits itself when its events were not read for this long, and stays so."""
FULL_AFTER = 3

MODE_ESCROW = 0b10
HELD = 1
STACKED = 0
MASTER_INHIBIT = (0, 0)
RETURNED_CODE = 1
INVALID_CODE = 2
INHIBITED_CODE = 4
STACKER_OUT_CODE = 11
STACKER_IN_CODE = 12
FULL_CODE = 14
JAM_CODE = 16
CHECK_JAM = 39
CHECK_STACKER_OUT = 44
CHECK_FULL = 45
ROUTE_EMPTY = b"\xfe"
ROUTE_FAILED = b"\xff"
NEVER_S = float("inf")


@unique
class _Stage(Enum):
    READING = auto()
    HELD = auto()
    STACKING = auto()
    RETURNING = auto()
    JAMMED = auto()


@dataclass(frozen=True, slots=True)
class _Bill:
    """The note inside: what it is worth, where it is and when that ends."""

    value_minor: int
    stage: _Stage
    due_s: float


class BillEmulator(CctalkUnit):
    """The unit, its escrow and its stacker.

    Amounts are minor units (cents): a note of 5 euro is 500. `position` counts from 1.
    Out of power-up it stacks without escrow, as a unit must be told to use it (header 153).

    Attributes:
        in_box_minor: worth of what it stacked, ever.
        accepted: notes stacked, ever.
        returned: notes handed back, ever.
        self_check: fault code that a self-check tells, 0 for none.

    >>> unit = BillEmulator()
    >>> unit.pump(0.0, bytes.fromhex("28 00 01 fe d9")).hex(" ")
    '28 00 01 fe d9 01 00 28 00 d7'
    """

    CATEGORY = b"Bill Validator"
    PRODUCT = b"EMU-NOTE"
    EVENTS = Header.READ_BUFFERED_BILL_EVENTS
    OPTION_FLAGS = 0b10011
    """Stacker, escrow, counters that outlive power."""

    def __init__(
        self,
        *,
        bills: tuple[str, ...] = EURO_BILLS,
        serial: int = 7_654_321,
        fault: Fault | None = None,
        checksum: Checksum = Checksum.SUM8,
        address: int = cctalk.BILL_VALIDATOR,
    ) -> None:
        self._bills = bills
        self._positions = {
            int(text[2:6]) * SCALING: position for position, text in enumerate(bills, 1)
        }
        self._waiting: list[tuple[float, int]] = []
        self._bill: _Bill | None = None
        self._free_s = 0.0
        super().__init__(address=address, serial=serial, fault=fault, checksum=checksum)

    @property
    def held_minor(self) -> int:
        """Worth of the note in escrow, 0 while there is none."""
        bill = self._bill
        return bill.value_minor if bill is not None and bill.stage is _Stage.HELD else 0

    def insert(self, value_minor: int, now_s: float) -> None:
        """A note of that worth is held to the slot; it is drawn in when the way is free."""
        if self._is_powered:
            self._waiting.append((now_s, value_minor))
        else:
            self.returned += 1

    # --- notes --------------------------------------------------------------------------------

    def _boot(self) -> None:
        super()._boot()
        self._mode = 0

    def _advance(self, now_s: float) -> None:
        """In the order of time: the note inside goes on, the next is drawn in, the watchdog."""
        while True:
            if self._bill is None:
                if not self._waiting or self._waiting[0][0] > now_s:
                    break
                inserted_s, value_minor = self._waiting.pop(0)
                due_s = max(inserted_s, self._free_s) + READ_S
                self._bill = _Bill(value_minor, _Stage.READING, due_s)
            if self._bill.due_s > now_s:
                break
            self._watch(self._bill.due_s)
            self._move_on(self._bill)
        self._watch(now_s)

    def _watch(self, now_s: float) -> None:
        """Nobody read the events for too long: inhibited, and it tells so."""
        is_left = now_s >= self._last_read_s + SELF_INHIBIT_S
        if self._is_powered and self._is_master_open and is_left:
            self._is_master_open = False
            self._note(MASTER_INHIBIT)

    def _happening_s(self) -> float | None:
        moments = []
        if self._is_powered and self._is_master_open:
            moments.append(self._last_read_s + SELF_INHIBIT_S)
        if self._bill is not None:
            moments.append(self._bill.due_s)
        elif self._waiting:
            moments.append(max(self._waiting[0][0], self._free_s) + READ_S)
        return min((moment for moment in moments if moment < NEVER_S), default=None)

    def _is_moving(self) -> bool:
        if self._bill is None:
            return bool(self._waiting)
        return self._bill.due_s < NEVER_S

    def _move_on(self, bill: _Bill) -> None:
        """The stage of the note inside is over."""
        match bill.stage:
            case _Stage.READING:
                self._judge(bill)
            case _Stage.HELD if self._fault is Fault.STUCK_IN_ESCROW:
                self._bill = replace(bill, due_s=NEVER_S)
            case _Stage.HELD:
                self._bill = replace(bill, stage=_Stage.RETURNING, due_s=bill.due_s + MOVE_S)
            case _Stage.STACKING if self._fault is Fault.JAM:
                self._bill = replace(bill, stage=_Stage.JAMMED, due_s=NEVER_S)
                self.self_check = CHECK_JAM
                self._note((0, JAM_CODE))
            case _Stage.STACKING if self._fault is not Fault.RETURNED:
                self._stack_bill(bill)
                self._note((self._positions[bill.value_minor], STACKED))
                self._spoil_stacker()
            case _:
                self._hand_back(RETURNED_CODE, bill.due_s)

    def _judge(self, bill: _Bill) -> None:
        """Hold a note that was read, stack it where escrow is not used, or hand it back."""
        self._inserted += 1
        position = self._positions.get(bill.value_minor)
        if position is None:
            self._hand_back(INVALID_CODE, bill.due_s)
        elif not self._is_master_open or not self._is_enabled(position) or self.self_check:
            self._hand_back(INHIBITED_CODE, bill.due_s)
        elif self._mode & MODE_ESCROW:
            self._bill = replace(bill, stage=_Stage.HELD, due_s=bill.due_s + ESCROW_S)
            self._note((position, HELD))
        else:
            self._bill = replace(bill, stage=_Stage.STACKING, due_s=bill.due_s + MOVE_S)

    def _hand_back(self, code: int, now_s: float) -> None:
        self._bill = None
        self._free_s = now_s
        self.returned += 1
        self._rejected += 1
        self._note((0, code))

    def _stack_bill(self, bill: _Bill) -> None:
        self._bill = None
        self._free_s = bill.due_s
        self.accepted += 1
        self.in_box_minor += bill.value_minor

    def _spoil_stacker(self) -> None:
        if self._fault is Fault.STACKER_OUT:
            self.self_check = CHECK_STACKER_OUT
            self._note((0, STACKER_OUT_CODE))
        elif self._fault is Fault.FULL and self.accepted % FULL_AFTER == 0:
            self.self_check = CHECK_FULL
            self._note((0, FULL_CODE))

    def _lose_power(self) -> None:
        """What was not yet inside comes back at once; what is inside waits for power."""
        self.returned += len(self._waiting)
        self._waiting.clear()
        if self._bill is not None and self._bill.stage in (_Stage.READING, _Stage.RETURNING):
            self.returned += 1
            self._bill = None
        elif self._bill is not None:
            self._bill = replace(self._bill, due_s=NEVER_S)

    def _wake(self) -> None:
        """Clear the way. A note that was being stacked goes in and is only counted, never told
        as an event: the buffer knows nothing of it. Any other comes back."""
        bill = self._bill
        if bill is not None and bill.stage is _Stage.STACKING:
            self._stack_bill(bill)
        elif bill is not None:
            self.returned += 1
        self._bill = None
        self._free_s = 0.0
        if self.self_check == CHECK_STACKER_OUT:
            self._note((0, STACKER_IN_CODE))
        self.self_check = 0

    # --- the wire -----------------------------------------------------------------------------

    def _set_master(self, *, is_open: bool, now_s: float) -> None:
        self._is_master_open = is_open
        self._last_read_s = max(self._last_read_s, now_s)

    def _own(self, frame: Frame, now_s: float) -> bytes | None:
        match frame.header, frame.data:
            case Header.REQUEST_BILL_ID, data if len(data) == 1:
                return self._bill_id(data[0])
            case Header.REQUEST_COUNTRY_SCALING, data if len(data) == 2:
                is_known = bool(self._of_country(data))
                return bytes((*SCALING.to_bytes(2, "little"), DECIMALS)) if is_known else bytes(3)
            case Header.REQUEST_BILL_POSITION, data if len(data) == 2:
                mask = sum(1 << position - 1 for position in self._of_country(data))
                return mask.to_bytes(2, "little")
            case Header.MODIFY_BILL_OPERATING_MODE, data if len(data) == 1:
                self._mode = data[0]
                return b""
            case Header.REQUEST_BILL_OPERATING_MODE, b"":
                return bytes((self._mode,))
            case Header.ROUTE_BILL, data if len(data) == 1:
                return self._route(data[0], now_s)
        return None

    def _bill_id(self, position: int) -> bytes | None:
        if not 1 <= position <= cctalk.LAST_COIN:
            return None
        is_used = position <= len(self._bills)
        return (self._bills[position - 1] if is_used else EMPTY_POSITION).encode()

    def _of_country(self, country: bytes) -> list[int]:
        letters = country.decode("ascii", "replace")
        return [n for n, text in enumerate(self._bills, 1) if text.startswith(letters)]

    def _route(self, way: int, now_s: float) -> bytes | None:
        """Send the held note on its way: 0 back, 1 to the stacker, 255 hold on."""
        bill = self._bill
        if bill is None or bill.stage is not _Stage.HELD:
            return ROUTE_EMPTY
        if self._fault is Fault.STUCK_IN_ESCROW:
            return ROUTE_FAILED
        match way:
            case 0:
                self._bill = replace(bill, stage=_Stage.RETURNING, due_s=now_s + MOVE_S)
            case 1:
                self._bill = replace(bill, stage=_Stage.STACKING, due_s=now_s + MOVE_S)
            case 255:
                self._bill = replace(bill, due_s=now_s + ESCROW_S)
            case _:
                return None
        return b""
