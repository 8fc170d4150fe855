"""The pin factory is the one that the configuration names, and errors are sentences."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest
from gpiozero import PinUnknownPi
from gpiozero.pins.mock import MockFactory, MockPWMPin

from firmware.config import HardwareTable
from firmware.errors import HardwareError
from firmware.hardware.pins import open_pins, using

MOCK = HardwareTable(mode="simulated", pin_factory="mock")
REAL = HardwareTable(mode="real", pin_factory="lgpio")


def test_mock_pins_are_pins_with_pwm() -> None:
    factory = open_pins(MOCK)
    assert isinstance(factory, MockFactory)
    assert isinstance(factory.pin(4), MockPWMPin)


def test_the_environment_has_no_say(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "native")
    monkeypatch.setenv("GPIOZERO_MOCK_PIN_CLASS", "mockpin")
    monkeypatch.setenv("GPIOZERO_MOCK_REVISION", "0002")
    factory = open_pins(MOCK)
    assert isinstance(factory.pin(27), MockPWMPin)
    assert factory.board_info.model == "3B"


class LgpioError(Exception):
    """Stands for lgpio's own error, which is no OSError and quotes its text."""

    def __str__(self) -> str:
        return repr(self.args[0])


def with_lgpio(monkeypatch: pytest.MonkeyPatch, failure: Exception) -> None:
    """Put an lgpio in place whose factory fails."""

    def factory() -> None:
        raise failure

    lgpio, module = ModuleType("lgpio"), ModuleType("gpiozero.pins.lgpio")
    lgpio.error = LgpioError
    module.LGPIOFactory = factory
    monkeypatch.setitem(sys.modules, "lgpio", lgpio)
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", module)


def said() -> str:
    with pytest.raises(HardwareError) as caught:
        open_pins(REAL)
    return str(caught.value)


def test_real_never_falls_back_to_mock_when_lgpio_is_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "mock")
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.setitem(sys.modules, "lgpio", None)  # Python's own way to say "not installed"
    assert said() == (
        'hardware.pin_factory "lgpio": the Python package lgpio is not installed; '
        "install it with: sudo apt install python3-lgpio"
    )


def test_a_pc_is_told_that_it_is_no_pi(monkeypatch: pytest.MonkeyPatch) -> None:
    with_lgpio(monkeypatch, PinUnknownPi("unable to locate Pi revision"))
    assert said() == (
        'hardware.pin_factory "lgpio": this machine is not a Raspberry Pi; '
        'set mode = "simulated" and pin_factory = "mock" to play here'
    )


def test_a_chip_that_cannot_be_opened_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with_lgpio(monkeypatch, LgpioError("can not open gpiochip"))
    assert said() == (
        'hardware.pin_factory "lgpio": the pins cannot be opened (can not open gpiochip); '
        "check that the user is in the group gpio"
    )


def test_a_busy_line_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with_lgpio(monkeypatch, LgpioError("unused"))
    with pytest.raises(HardwareError) as caught, using("panel.buttons.DEAL", 6):
        raise LgpioError("GPIO busy")
    assert str(caught.value) == (
        "panel.buttons.DEAL (GPIO6): the pin is in use by another program or device; "
        "stop that, or choose another pin"
    )


def test_another_error_of_a_line_is_quoted() -> None:
    with pytest.raises(HardwareError) as caught, using("panel.lamps.BET", 20):
        raise OSError("bad file")
    assert str(caught.value) == (
        "panel.lamps.BET (GPIO20): the pin cannot be used (bad file); check the wiring table"
    )
