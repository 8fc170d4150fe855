"""A coin driver and an emulated acceptor on a wire without a terminal, in virtual time."""

from firmware.events import BufferReply, DeviceHealth, Event, Health
from firmware.hardware.acceptor_emulator import AcceptorEmulator, Fault
from firmware.hardware.cctalk import Checksum
from firmware.hardware.cctalk_bus import CctalkBus
from firmware.hardware.cctalk_coin import CctalkCoin
from firmware.hardware.cctalk_script import UnitSettings

EURO = frozenset({10, 20, 50, 100, 200})


class VirtualLine:
    """Carries bytes at once and moves time from deadline to deadline."""

    def __init__(
        self,
        *,
        fault: Fault | None = None,
        checksum: Checksum = Checksum.SUM8,
        accepted_minor: frozenset[int] = EURO,
        country: str = "",
    ) -> None:
        self.settings = UnitSettings("coin", accepted_minor, country)
        self.unit = AcceptorEmulator(fault=fault, checksum=checksum)
        self.driver = CctalkBus([CctalkCoin(self.settings)], checksum)
        self.now_s = 0.0
        self.events: list[Event] = []
        self.sent: list[tuple[float, bytes]] = []
        self.is_mute = False
        self.damage = lambda data: data
        self._to_unit = b""

    def run(self, seconds: float) -> "VirtualLine":
        """Let so much time pass."""
        until_s = self.now_s + seconds
        while True:
            self._exchange()
            moments = [
                m for m in (self.driver.deadline_s(), self.unit.deadline_s()) if m is not None
            ]
            next_s = min(moments, default=until_s)
            if next_s > until_s:
                self.now_s = until_s
                return self
            self.now_s = max(self.now_s, next_s)

    def ready(self) -> "VirtualLine":
        """Open, and past the start."""
        self.driver.set_open({"coin"})
        self.run(0.5)
        assert self.health is Health.READY
        return self

    def coin(self, value_minor: int) -> "VirtualLine":
        """A coin, and time for it to be told."""
        self.unit.insert(value_minor, self.now_s)
        return self.run(0.4)

    @property
    def replies(self) -> list[BufferReply]:
        return [event for event in self.events if isinstance(event, BufferReply)]

    @property
    def healths(self) -> list[tuple[Health, str]]:
        return [(e.health, e.detail) for e in self.events if isinstance(e, DeviceHealth)]

    @property
    def health(self) -> Health:
        return self.healths[-1][0]

    def headers(self) -> list[int]:
        """Headers of the commands sent so far (8-bit lines)."""
        return [frame[3] for _, frame in self.sent]

    def _exchange(self) -> None:
        for _ in range(500):
            answer = self.damage(self.unit.pump(self.now_s, self._to_unit))
            self._to_unit, events = self.driver.pump(self.now_s, b"" if self.is_mute else answer)
            self.events += events
            if not self._to_unit:
                return
            self.sent.append((self.now_s, self._to_unit))
        raise AssertionError("driver and acceptor never come to rest")
