"""The door to gpiozero: builds the pin factory that the configuration names, and no other.

Nothing is taken from the environment: a stray `GPIOZERO_PIN_FACTORY=mock` must never run
a deaf cabinet. Whatever gpiozero or lgpio raises leaves here as one sentence for the operator.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Protocol

from gpiozero import GPIOPinInUse, GPIOZeroError, PinUnknownPi
from gpiozero.pins.mock import MockFactory, MockPWMPin

from firmware.config import HardwareTable
from firmware.errors import HardwareError

_MOCK_REVISION = "a02082"
"""The Pi that mock pins pretend to be (a 3B): its header has every pin from 2 to 27."""

_BUSY = "busy"
_KEY = "hardware.pin_factory"


class PinFactory(Protocol):
    """The part of a gpiozero factory that we use ourselves."""

    def pin(self, name: int) -> Any:
        """The gpiozero pin of a BCM number."""

    def close(self) -> None:
        """Free every pin and the chip."""


def open_pins(hardware: HardwareTable) -> PinFactory:
    """The pin factory that `[hardware]` names.

    Raises:
        HardwareError: it cannot be used on this machine; says what to do.
    """
    if hardware.pin_factory == "mock":
        mock: PinFactory = MockFactory(revision=_MOCK_REVISION, pin_class=MockPWMPin)
        return mock
    return _open_lgpio()


def _open_lgpio() -> PinFactory:
    try:
        module = importlib.import_module("gpiozero.pins.lgpio")
    except ImportError as error:
        raise HardwareError(
            f'{_KEY} "lgpio": the Python package lgpio is not installed; '
            "install it with: sudo apt install python3-lgpio"
        ) from error
    except OSError as error:
        raise HardwareError(
            f'{_KEY} "lgpio": it cannot write to its folder ({error}); '
            "set LG_WD to a folder that can be written"
        ) from error
    try:
        factory: PinFactory = module.LGPIOFactory()
    except PinUnknownPi as error:
        raise HardwareError(
            f'{_KEY} "lgpio": this machine is not a Raspberry Pi; '
            'set mode = "simulated" and pin_factory = "mock" to play here'
        ) from error
    except pin_errors() as error:
        raise HardwareError(
            f'{_KEY} "lgpio": the pins cannot be opened ({_reason(error)}); '
            "check that the user is in the group gpio"
        ) from error
    return factory


def pin_errors() -> tuple[type[Exception], ...]:
    """What using a pin may raise; lgpio's own error is no OSError and only there once loaded."""
    lgpio_error = getattr(sys.modules.get("lgpio"), "error", None)
    common = (GPIOZeroError, OSError)
    return common if lgpio_error is None else (*common, lgpio_error)


def _reason(error: Exception) -> str:
    return str(error).strip("'")  # lgpio's error puts its text into quotes


@contextmanager
def using(key: str, pin: int) -> Iterator[None]:
    """Turn an error of the pin that `key` of hw_config.toml names into one sentence.

    Raises:
        HardwareError: names the key, the pin and what to check.
    """
    try:
        yield
    except HardwareError:
        raise
    except pin_errors() as error:
        part = f"{key} (GPIO{pin})"
        if isinstance(error, GPIOPinInUse) or _BUSY in str(error).lower():
            raise HardwareError(
                f"{part}: the pin is in use by another program or device; "
                "stop that, or choose another pin"
            ) from error
        raise HardwareError(
            f"{part}: the pin cannot be used ({_reason(error)}); check the wiring table"
        ) from error
