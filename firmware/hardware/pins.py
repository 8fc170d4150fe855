"""The door to gpiozero: builds the pin factory that the configuration names, and no other.

Nothing is taken from the environment: a stray `GPIOZERO_PIN_FACTORY=mock` must never run
a deaf cabinet. The chip of the pin header is found by its label, for its number has changed
with kernels. Whatever gpiozero or lgpio raises leaves here as one sentence for the operator.
"""

from __future__ import annotations

import importlib
import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

from gpiozero import GPIOPinInUse, GPIOZeroError, PinUnknownPi
from gpiozero.pins.mock import MockFactory, MockPWMPin

from firmware.clock import Clock
from firmware.config import HardwareTable
from firmware.errors import HardwareError
from firmware.runtime import runtime_folder

HEADER_LABELS = ("pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835")
"""What a kernel calls the chip behind the pin header: of a Pi 5, of a Pi 4, of those before."""

DEVICES = Path("/dev")
"""Where the system's chips are."""

_MOCK_REVISION = "a02082"
"""The Pi that mock pins pretend to be (a 3B): its header has every pin from 2 to 27."""

_CHIP_FILE = re.compile(r"gpiochip(\d+)")
_BUSY = "busy"
_KEY = "hardware.pin_factory"
_ASK_GROUP = "check that the user is in the group gpio"
_ON_A_PC = 'on a PC set mode = "simulated" and pin_factory = "mock"'
_WORKING_FOLDER = "LG_WD"

_SAME_MOMENT_S = 0.0005
"""Two clocks that are read within this were read at once."""
_READINGS = 8
"""How often the clocks are read anew where another thread ran in between."""


class PinFactory(Protocol):
    """The part of a gpiozero factory that we use ourselves."""

    def pin(self, name: int) -> Any:
        """The gpiozero pin of a BCM number."""

    def ticks(self) -> float:
        """Now, on the factory's own scale."""

    def ticks_diff(self, later: float, earlier: float) -> float:
        """Seconds between two ticks."""

    def close(self) -> None:
        """Free every pin and the chip."""


def open_pins(hardware: HardwareTable) -> PinFactory:
    """The pin factory that `[hardware]` names.

    Raises:
        HardwareError: it cannot be used on this machine; says what to do.
    """
    if hardware.pin_factory == "mock":
        return _mock_pins()
    return _open_lgpio()


def moment_s(ticks: float, factory: PinFactory, clock: Clock) -> float:
    """The moment of an edge on `clock`, from the `ticks` that the pin was called back with.

    The kernel stamps an edge when it happens; its callback may come much later. Never after now:
    kernels before 5.7 stamp with the wall clock, of which nothing can be told.
    """
    for _ in range(_READINGS):
        now_s = clock.now_s()
        late_s = factory.ticks_diff(factory.ticks(), ticks)
        if clock.now_s() - now_s <= _SAME_MOMENT_S:
            break
    return now_s - max(0.0, late_s)


def _mock_pins() -> PinFactory:
    """Mock pins, which call back in the very moment of an edge, on whatever clock."""
    mock: Any = MockFactory(revision=_MOCK_REVISION, pin_class=MockPWMPin)
    mock.ticks_diff = lambda _later, _earlier: 0.0
    factory: PinFactory = mock
    return factory


def _open_lgpio() -> PinFactory:
    _choose_working_folder()
    try:
        with _same_folder():
            module = importlib.import_module("gpiozero.pins.lgpio")
    except ImportError as error:
        raise HardwareError(
            f'{_KEY} "lgpio": the Python package lgpio is not installed; '
            "install it with: sudo apt install python3-lgpio"
        ) from error
    except OSError as error:
        raise HardwareError(
            f'{_KEY} "lgpio": it cannot write to its folder ({error}); '
            f"set {_WORKING_FOLDER} to a folder that can be written"
        ) from error
    chip = _header_chip(sys.modules["lgpio"])
    try:
        factory: PinFactory = module.LGPIOFactory(chip=chip)
    except PinUnknownPi as error:
        raise HardwareError(
            f'{_KEY} "lgpio": this machine is not a Raspberry Pi; '
            'set mode = "simulated" and pin_factory = "mock" to play here'
        ) from error
    except pin_errors() as error:
        raise HardwareError(
            f'{_KEY} "lgpio": the pins cannot be opened ({_reason(error)}); {_ASK_GROUP}'
        ) from error
    return factory


# --- the folder of lgpio ----------------------------------------------------------------------


def _choose_working_folder() -> None:
    """Name a folder for the pipe that lgpio leaves in its working folder when it is imported.

    Raises:
        HardwareError: the folder cannot be made.
    """
    if os.environ.get(_WORKING_FOLDER):
        return
    try:
        os.environ[_WORKING_FOLDER] = str(runtime_folder())
    except OSError as error:
        problem = f"{error.filename}: {error.strerror}" if error.strerror else str(error)
        raise HardwareError(
            f'{_KEY} "lgpio": it needs a run-time folder ({problem}); '
            f"set {_WORKING_FOLDER} to a folder that can be written"
        ) from error


@contextmanager
def _same_folder() -> Iterator[None]:
    """Come back to the current folder: lgpio moves the whole process to its own when imported."""
    before = None
    with suppress(FileNotFoundError):  # somebody removed it
        before = Path.cwd()
    try:
        yield
    finally:
        if before is not None:
            os.chdir(before)


# --- the chip of the header -------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Chip:
    """A GPIO chip of this machine: its number and name, and its label or why that is unknown."""

    number: int
    name: str
    label: str = ""
    problem: str = ""

    def __str__(self) -> str:
        return f"gpiochip{self.number} " + (
            f"({self.problem})" if self.problem else f'"{self.label}"'
        )


def _header_chip(lgpio: ModuleType) -> int:
    """Number of the chip behind the pin header.

    Raises:
        HardwareError: there is none, or more than one; says what was found.
    """
    chips = _chips(lgpio)
    found = [chip for chip in chips if chip.label in HEADER_LABELS]
    if len(found) == 1:
        return found[0].number
    if found:
        raise HardwareError(
            f'{_KEY} "lgpio": several chips may be that of the header: '
            f"{', '.join(map(str, found))}; "
            "remove the device tree overlay that adds the other one"
        )
    if any(chip.problem for chip in chips):
        advice = _ASK_GROUP
    elif chips:
        advice = f"the header of a Raspberry Pi is {' or '.join(HEADER_LABELS)}; {_ON_A_PC}"
    else:
        advice = f"check that /dev/gpiochip0 is there; {_ON_A_PC}"
    listed = ", ".join(map(str, chips)) or "none"
    raise HardwareError(
        f'{_KEY} "lgpio": no GPIO chip of a Raspberry Pi header; found: {listed}; {advice}'
    )


def _chips(lgpio: ModuleType) -> list[_Chip]:
    """The chips by number, once each: gpiochip4 may be another name of gpiochip0."""
    matches = [_CHIP_FILE.fullmatch(path.name) for path in DEVICES.glob("gpiochip*")]
    numbers = sorted(int(match[1]) for match in matches if match)
    by_name: dict[str, _Chip] = {}
    for number in numbers:
        chip = _look_at(lgpio, number)
        by_name.setdefault(chip.name, chip)
    return list(by_name.values())


def _look_at(lgpio: ModuleType, number: int) -> _Chip:
    name = f"gpiochip{number}"
    try:
        handle = lgpio.gpiochip_open(number)
    except pin_errors() as error:
        return _Chip(number, name, problem=_reason(error))
    try:
        _, _, name, label = lgpio.gpio_get_chip_info(handle)
    except pin_errors() as error:
        return _Chip(number, name, problem=_reason(error))
    finally:
        lgpio.gpiochip_close(handle)
    return _Chip(number, name, label)


# --- errors -----------------------------------------------------------------------------------


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
