"""Drivers and emulated units on one ccTalk wire without a terminal, in virtual time."""

from collections.abc import Sequence

from firmware.events import BufferReply, DeviceFound, DeviceHealth, Event, Health
from firmware.hardware.acceptor_emulator import AcceptorEmulator
from firmware.hardware.bill_emulator import BillEmulator
from firmware.hardware.cctalk import Checksum, Frame, parse
from firmware.hardware.cctalk_bill import CctalkBill
from firmware.hardware.cctalk_bus import CctalkBus
from firmware.hardware.cctalk_coin import CctalkCoin
from firmware.hardware.cctalk_emulator import SharedWire
from firmware.hardware.cctalk_faults import Fault
from firmware.hardware.cctalk_script import UnitSettings
from firmware.hardware.cctalk_unit import CctalkUnit

COINS = frozenset({10, 20, 50, 100, 200})
NOTES = frozenset({500, 1_000, 2_000})


def coin_driver(address: int | None = None) -> CctalkCoin:
    """Takes every euro coin but the smallest."""
    return CctalkCoin(UnitSettings("coin", COINS, address=address))


def bill_driver(address: int | None = None) -> CctalkBill:
    """Takes every euro note but the largest."""
    return CctalkBill(UnitSettings("note", NOTES, address=address))


class BusLine:
    """Carries bytes at once and moves time from deadline to deadline.

    Attributes:
        sent: what went out, and when.
    """

    def __init__(
        self,
        units: Sequence[AcceptorEmulator | BillEmulator],
        drivers: Sequence[CctalkUnit],
        checksum: Checksum | None = None,
    ) -> None:
        self.wire = SharedWire(*units)
        self.bus = CctalkBus(drivers, checksum)
        self.now_s = 0.0
        self.events: list[Event] = []
        self.sent: list[tuple[float, bytes]] = []
        self._to_units = b""

    def run(self, seconds: float) -> "BusLine":
        """Let so much time pass."""
        until_s = self.now_s + seconds
        while True:
            self._exchange()
            moments = (self.bus.deadline_s(), self.wire.deadline_s())
            next_s = min((m for m in moments if m is not None), default=until_s)
            if next_s > until_s:
                self.now_s = until_s
                return self
            self.now_s = max(self.now_s, next_s)

    def opened(self, seconds: float = 3.0) -> "BusLine":
        """Every slot open, and time for it."""
        self.bus.set_open(self.bus.slots)
        return self.run(seconds)

    def of(self, kind: type, slot: str) -> list:
        return [event for event in self.events if isinstance(event, kind) and event.slot == slot]

    def replies(self, slot: str) -> list[BufferReply]:
        return self.of(BufferReply, slot)

    def healths(self, slot: str) -> list[tuple[Health, str]]:
        return [(event.health, event.detail) for event in self.of(DeviceHealth, slot)]

    def health(self, slot: str) -> Health:
        return self.healths(slot)[-1][0]

    def frames(self, checksum: Checksum = Checksum.SUM8) -> list[Frame]:
        """What went out, read."""
        return [parse(data, checksum) for _, data in self.sent]

    def _exchange(self) -> None:
        for _ in range(500):
            heard = self.wire.pump(self.now_s, self._to_units)
            self._to_units, events = self.bus.pump(self.now_s, heard)
            self.events += events
            if not self._to_units:
                return
            self.sent.append((self.now_s, self._to_units))
        raise AssertionError("drivers and units never come to rest")


def bill_line(
    fault: Fault | None = None, checksum: Checksum = Checksum.SUM8, **unit: object
) -> BusLine:
    """A bill validator alone."""
    found = BillEmulator(fault=fault, checksum=checksum, **unit)
    return BusLine([found], [bill_driver()], checksum)


__all__ = ["BusLine", "DeviceFound", "bill_driver", "bill_line", "coin_driver"]
