"""A wired panel on mock pins, for the tests of this folder."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gpiozero.pins.mock import MockPin, MockPWMPin

from firmware.clock import VirtualClock
from firmware.config import PanelTable, load_config
from firmware.events import Event
from firmware.hardware.fingers import Fingers
from firmware.hardware.gpio_panel import GpioPanel
from firmware.hardware.pins import PinFactory, open_pins


@dataclass
class Bench:
    """The shipped panel, fingers on its pins, and the clock that both share."""

    wiring: PanelTable
    factory: PinFactory
    clock: VirtualClock
    panel: GpioPanel
    fingers: Fingers

    def pump(self) -> list[Event]:
        return list(self.panel.pump(self.clock.now_s()))

    def after(self, seconds: float) -> list[Event]:
        self.clock.advance_s(seconds)
        return self.pump()


def bench(
    pin_class: type[MockPin] = MockPWMPin,
    prepare: Callable[[PinFactory, VirtualClock], None] = lambda _factory, _clock: None,
    **changed: object,
) -> Bench:
    """A bench whose `[panel]` differs from the shipped one in `changed`; not yet pumped.

    `prepare` may change the pins before they are claimed.
    """
    config = load_config()
    wiring = config.panel.model_copy(update=changed)
    factory, clock = open_pins(config.hardware), VirtualClock(100.0)
    factory.pin_class = pin_class
    prepare(factory, clock)
    panel = GpioPanel(wiring, factory, clock)
    return Bench(wiring, factory, clock, panel, Fingers(factory, wiring))
