"""The parts of a cabinet know of each other what they must."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from firmware.app.parts import real_parts
from firmware.clock import VirtualClock
from firmware.config import Config, load_config
from firmware.events import Event, MoneyQuestioned
from firmware.hardware.gpio_panel import GpioPanel
from firmware.hardware.ports import CoinPort
from firmware.panel import Button

COIN_PIN = 8


def with_pulses() -> Config:
    """The shipped cabinet with a pulse unit; its pins are mock pins."""
    config = load_config()
    slot = {"driver": "pulse", "profile": "ch926_fast", "pulse_pin": COIN_PIN, "unit_minor": 10}
    coin = config.coin.model_copy(update={**slot, "coins_minor": (10, 20, 50)})
    return config.model_copy(update={"coin": coin})


def told(port: CoinPort, clock: VirtualClock, seconds: float) -> Sequence[Event]:
    clock.advance_s(seconds)
    return port.pump(clock.now_s())


@pytest.mark.parametrize(("is_lit", "questions"), [(True, 0), (False, 1)])
def test_a_pulse_wire_knows_when_a_lamp_is_switched(is_lit: bool, questions: int) -> None:
    clock = VirtualClock(100.0)
    panel, (port,), fault = real_parts(with_pulses(), clock)
    assert fault is None
    assert isinstance(panel, GpioPanel)
    told(port, clock, 2.0)
    pin = panel._factory.pin(COIN_PIN)
    if is_lit:
        panel.show({Button.DEAL: 1.0})
    pin.drive_low()
    clock.advance_s(0.008)
    pin.drive_high()
    said = [*told(port, clock, 0.1), *told(port, clock, 1.0)]
    assert sum(isinstance(each, MoneyQuestioned) for each in said) == questions
    panel.close()
    port.close()
