"""Mechanical meters on pins: one step is a pulse and a pause, and nobody waits for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from gpiozero import OutputDevice

from firmware.events import MeterPulsed
from firmware.hardware.pins import PinFactory, pin_errors, using
from firmware.money import MechanicalMeter

_ROUNDING_S = 1e-9


@dataclass(frozen=True, slots=True)
class _Step:
    """What a meter does until `end_s`: the pulse itself, or the pause after it."""

    is_pulse: bool
    end_s: float


class MeterPins:
    """The outputs of the meters that are wired; low until they are pulsed."""

    def __init__(
        self, pulse_s: float, when_switched: Callable[[float], None] = lambda _now_s: None
    ) -> None:
        """`when_switched`: called with the moment before a coil is switched."""
        self._pulse_s = pulse_s
        self._when_switched = when_switched
        self._pins: dict[MechanicalMeter, int] = {}
        self._devices: dict[MechanicalMeter, Any] = {}
        self._steps: dict[MechanicalMeter, _Step] = {}

    def claim(self, pins: Mapping[MechanicalMeter, int], factory: PinFactory) -> None:
        """Claim the pin of each meter.

        Raises:
            HardwareError: a pin cannot be used; names its key.
        """
        for meter, pin in pins.items():
            self._pins[meter] = pin
            with self._using(meter):
                self._devices[meter] = OutputDevice(pin, pin_factory=factory)

    def pulse(self, meter: MechanicalMeter, now_s: float) -> bool:
        """Begin a step; False while the last one is not over, or where no such meter is.

        Raises:
            HardwareError: its pin failed.
        """
        if meter not in self._devices or meter in self._steps:
            return False
        self._when_switched(now_s)
        with self._using(meter):
            self._devices[meter].on()
        self._steps[meter] = _Step(is_pulse=True, end_s=now_s + self._pulse_s)
        return True

    def pump(self, now_s: float) -> list[tuple[float, MeterPulsed]]:
        """Go on with what is due; the steps that are over, with their moments.

        Raises:
            HardwareError: a pin failed.
        """
        over: list[tuple[float, MeterPulsed]] = []
        for meter, step in list(self._steps.items()):
            if step.end_s > now_s + _ROUNDING_S:
                continue
            if step.is_pulse:
                self._when_switched(now_s)
                with self._using(meter):
                    self._devices[meter].off()
                # From now, not from when it was due: a late loop must not shorten the pause.
                self._steps[meter] = _Step(is_pulse=False, end_s=now_s + self._pulse_s)
            else:
                del self._steps[meter]
                over.append((step.end_s, MeterPulsed(meter)))
        return over

    def deadline_s(self) -> float | None:
        """When `pump` is wanted; None while no meter is at work."""
        return min((step.end_s for step in self._steps.values()), default=None)

    def close(self) -> None:
        """All low, pins free; may be called twice."""
        self._steps.clear()
        devices, self._devices = self._devices, {}
        for device in devices.values():
            with suppress(*pin_errors()):
                device.off()
            with suppress(*pin_errors()):
                device.close()

    def _using(self, meter: MechanicalMeter) -> Any:
        return using(f"panel.meters.{meter}", self._pins[meter])
