"""An SSP driver and an emulated validator on a wire without a terminal, in virtual time."""

from firmware.events import (
    DeviceCounted,
    DeviceFound,
    DeviceHealth,
    Event,
    Health,
    MoneyQuestioned,
    MoneyTaken,
    MoneyThanked,
)
from firmware.hardware.ssp import FrameReader
from firmware.hardware.ssp_emulator import SspEmulator, SspFault
from firmware.hardware.ssp_script import SspSettings
from firmware.hardware.ssp_validator import SspValidator

NOTES = frozenset({500, 1_000, 2_000})


class SspLine:
    """Carries bytes at once and moves time from deadline to deadline.

    Books what it is told at once, unless `books` is off.
    """

    def __init__(self, fault: SspFault | None = None, country: str = "") -> None:
        self.unit = SspEmulator(fault=fault)
        self.driver = SspValidator(SspSettings("note", NOTES, country))
        self.now_s = 0.0
        self.books = True
        self.events: list[Event] = []
        self.commands: list[int] = []
        self.damage = lambda data: data
        self._to_unit = b""

    def run(self, seconds: float) -> "SspLine":
        until_s = self.now_s + seconds
        while True:
            self._exchange()
            moments = [
                m for m in (self.driver.deadline_s(), self.unit.deadline_s()) if m is not None
            ]
            next_s = min(moments, default=float("inf"))
            if next_s > until_s:
                self.now_s = until_s
                return self
            self.now_s = max(self.now_s, next_s)

    def ready(self) -> "SspLine":
        self.driver.set_open({"note"})
        self.run(1.0)
        assert self.health is Health.READY
        return self

    def note(self, value_minor: int, seconds: float = 3.0) -> "SspLine":
        self.unit.insert(value_minor, self.now_s)
        return self.run(seconds)

    def of(self, kind: type) -> list:
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def taken(self) -> list[int]:
        return [event.value_minor for event in self.of(MoneyTaken)]

    @property
    def healths(self) -> list[tuple[Health, str]]:
        return [(event.health, event.detail) for event in self.of(DeviceHealth)]

    @property
    def health(self) -> Health:
        return self.healths[-1][0]

    def _exchange(self) -> None:
        for _ in range(500):
            answer = self.damage(self.unit.pump(self.now_s, self._to_unit))
            self._to_unit, events = self.driver.pump(self.now_s, answer)
            self.events += events
            for frame in FrameReader().feed(self._to_unit):
                self.commands.append(frame.data[0])
            told = [e for e in events if isinstance(e, MoneyTaken | MoneyThanked) and e.token]
            if self.books:
                for event in told:
                    self.driver.booked("note", event.token)
            if not self._to_unit and not (told and self.books):
                return
        raise AssertionError("driver and validator never come to rest")


__all__ = ["DeviceCounted", "DeviceFound", "MoneyQuestioned", "SspFault", "SspLine"]
