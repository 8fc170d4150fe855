"""An emulated ccTalk coin acceptor, as a pure machine: bytes and a time in, bytes out.

Stories, the simulated cabinet and `cabinato coins` put it behind a pseudo-terminal. It
behaves as a real unit on a shared wire: it echoes, forgets its inhibits without power,
stops taking coins when nobody reads its credit, and keeps its last five events.
"""

from __future__ import annotations

from dataclasses import dataclass

from firmware.hardware import cctalk
from firmware.hardware.cctalk import Checksum, CoinId, Frame, Header
from firmware.hardware.cctalk_emulator import CctalkUnit
from firmware.hardware.cctalk_faults import Fault, fault_by_name

__all__ = ["EURO_COINS", "AcceptorEmulator", "Fault", "fault_by_name"]

EURO_COINS = ("EU005A", "EU010A", "EU020A", "EU050A", "EU100A", "EU200A")
"""Coin ids by position, from 1 on."""
EMPTY_POSITION = "......"
DECISION_S = 0.150
"""From the slot to accepted or returned."""
COIN_GAP_S = 0.060
"""Between two coins: the slot lets them roll in one behind the other."""
SELF_INHIBIT_S = 1.0
"""It refuses coins when its credit was not read for this long."""
BURST = 6

REJECTED_CODE = 1
INHIBITED_CODE = 2
INHIBITED_TYPE_CODE = 127
SORTER_PATH = 1
PATHS_OF_A_COIN = 4


@dataclass(frozen=True, slots=True)
class _Falling:
    """A coin on its way through the unit."""

    value_minor: int
    due_s: float


class AcceptorEmulator(CctalkUnit):
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

    CATEGORY = b"Coin Acceptor"
    PRODUCT = b"EMU-EURO"

    def __init__(
        self,
        *,
        coins: tuple[str, ...] = EURO_COINS,
        serial: int = 1_234_567,
        fault: Fault | None = None,
        checksum: Checksum = Checksum.SUM8,
        address: int = cctalk.COIN_ACCEPTOR,
    ) -> None:
        self._coins = coins
        self._positions = {
            value: position
            for position, text in enumerate(coins, 1)
            if (value := CoinId.parse(text.encode()).value_minor) is not None
        }
        self._falling: list[_Falling] = []
        super().__init__(address=address, serial=serial, fault=fault, checksum=checksum)

    def insert(self, value_minor: int, now_s: float) -> None:
        """A coin of that worth goes into the slot; what becomes of it shows a moment later.

        However many stand at the slot at once, none reaches the event buffer faster than a
        host that polls can read it.
        """
        due_s = now_s + DECISION_S
        if self._falling:
            due_s = max(due_s, self._falling[-1].due_s + COIN_GAP_S)
        is_burst = self._fault in (Fault.BURST_OF_SIX, Fault.DEEP_STACK)
        self._falling += [_Falling(value_minor, due_s)] * (BURST if is_burst else 1)

    # --- coins --------------------------------------------------------------------------------

    def _boot(self) -> None:
        super()._boot()
        self._override = 0xFF
        self._paths = {position: [SORTER_PATH] for position in range(1, cctalk.LAST_COIN + 1)}

    def _advance(self, now_s: float) -> None:
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
            elif not self._is_enabled(position):
                self._return(INHIBITED_TYPE_CODE + position)
            else:
                self.accepted += 1
                self.in_box_minor += coin.value_minor
                self._note((position, self._paths[position][0]))

    def _return(self, code: int) -> None:
        self.returned += 1
        self._rejected += 1
        self._note((0, code))

    def _happening_s(self) -> float | None:
        return min((coin.due_s for coin in self._falling), default=None)

    def _is_moving(self) -> bool:
        return bool(self._falling)

    def _lose_power(self) -> None:
        """What falls comes back."""
        self.returned += len(self._falling)
        self._falling.clear()

    # --- the wire -----------------------------------------------------------------------------

    def _own(self, frame: Frame, now_s: float) -> bytes | None:  # noqa: ARG002 - for bills
        match frame.header, frame.data:
            case Header.REQUEST_COIN_ID, data if len(data) == 1:
                return self._coin_id(data[0])
            case Header.REQUEST_SORTER_OVERRIDE, b"":
                return bytes((self._override,))
            case Header.MODIFY_SORTER_OVERRIDE, data if len(data) == 1:
                self._override = data[0]
                return b""
            case Header.REQUEST_SORTER_PATHS, data if len(data) == 1 and data[0] in self._paths:
                return bytes(self._paths[data[0]])
            case Header.MODIFY_SORTER_PATHS, data if (
                len(data) in (2, 1 + PATHS_OF_A_COIN) and data[0] in self._paths
            ):
                self._paths[data[0]] = list(data[1:])
                return b""
        return None

    def _coin_id(self, position: int) -> bytes | None:
        if not 1 <= position <= cctalk.LAST_COIN:
            return None
        is_used = position <= len(self._coins)
        return (self._coins[position - 1] if is_used else EMPTY_POSITION).encode()
