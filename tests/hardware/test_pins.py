"""The pin factory is the one that the configuration names, and errors are sentences."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType

import pytest
from gpiozero import PinUnknownPi
from gpiozero.pins.mock import MockFactory, MockPWMPin

from firmware.clock import VirtualClock
from firmware.config import HardwareTable
from firmware.errors import HardwareError
from firmware.hardware import pins
from firmware.hardware.pins import moment_s, open_pins, using

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


class FakeLgpio(ModuleType):
    """Chips by number, (name, label) each, or what opening one raises."""

    error = LgpioError

    def __init__(self, chips: Mapping[int, tuple[str, str] | Exception]) -> None:
        super().__init__("lgpio")
        self.chips = chips
        self.is_open: set[int] = set()

    def gpiochip_open(self, number: int) -> int:
        chip = self.chips[number]
        if isinstance(chip, Exception):
            raise chip
        self.is_open.add(number)
        return number + 100

    def gpiochip_close(self, handle: int) -> None:
        self.is_open.remove(handle - 100)

    def gpio_get_chip_info(self, handle: int) -> list[object]:
        name, label = self.chips[handle - 100]
        return [0, 54, name, label]


class Factory:
    """Stands for gpiozero's factory of lgpio pins."""

    def __init__(self, chip: int) -> None:
        self.chip = chip


PI_4 = {
    0: ("gpiochip0", "pinctrl-bcm2711"),
    1: ("gpiochip1", "raspberrypi-exp-gpio"),
}


@pytest.fixture(autouse=True)
def devices(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A /dev of our own, and lgpio's folder as it is when nobody set it."""
    folder = tmp_path / "dev"
    folder.mkdir()
    monkeypatch.setattr(pins, "DEVICES", folder)
    monkeypatch.setenv("LG_WD", str(tmp_path))
    return folder


def with_chips(
    monkeypatch: pytest.MonkeyPatch,
    chips: Mapping[int, tuple[str, str] | Exception],
    make: object = Factory,
) -> FakeLgpio:
    """Put an lgpio in place that sees these chips, and gpiozero's module for it."""
    for number in chips:
        (pins.DEVICES / f"gpiochip{number}").touch()
    lgpio, module = FakeLgpio(chips), ModuleType("gpiozero.pins.lgpio")
    module.LGPIOFactory = make
    monkeypatch.setitem(sys.modules, "lgpio", lgpio)
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", module)
    return lgpio


def with_lgpio(monkeypatch: pytest.MonkeyPatch, failure: Exception) -> None:
    """Put an lgpio in place whose factory fails, on a Pi 4."""

    def factory(chip: int) -> None:
        raise failure

    with_chips(monkeypatch, PI_4, factory)


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


# --- the chip of the header ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("chips", "number"),
    [
        (PI_4, 0),
        ({0: ("gpiochip0", "pinctrl-bcm2835"), 1: ("gpiochip1", "raspberrypi-exp-gpio")}, 0),
        ({0: ("gpiochip0", "gpio-brcmstb@107d508500"), 4: ("gpiochip4", "pinctrl-rp1")}, 4),
        ({0: ("gpiochip0", "pinctrl-rp1"), 10: ("gpiochip10", "gpio-brcmstb@107d508500")}, 0),
        ({2: ("gpiochip2", "mcp23017"), 13: ("gpiochip13", "pinctrl-rp1")}, 13),
    ],
    ids=["Pi 4", "Pi 3", "Pi 5 at first", "Pi 5 later", "Pi 5 once more"],
)
def test_the_header_is_found_by_its_label(
    monkeypatch: pytest.MonkeyPatch, chips: Mapping[int, tuple[str, str]], number: int
) -> None:
    with_chips(monkeypatch, chips)
    factory = open_pins(REAL)
    assert isinstance(factory, Factory)
    assert factory.chip == number


def test_two_files_of_one_chip_are_one_chip(monkeypatch: pytest.MonkeyPatch) -> None:
    """A Pi 5 has a link gpiochip4 beside gpiochip0, for programs that know the old number."""
    with_chips(monkeypatch, {0: ("gpiochip0", "pinctrl-rp1"), 4: ("gpiochip0", "pinctrl-rp1")})
    factory = open_pins(REAL)
    assert isinstance(factory, Factory)
    assert factory.chip == 0


def test_looking_leaves_no_chip_open(monkeypatch: pytest.MonkeyPatch) -> None:
    lgpio = with_chips(monkeypatch, PI_4)
    open_pins(REAL)
    assert lgpio.is_open == set()


def test_a_chip_that_is_not_ours_to_open_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    with_chips(monkeypatch, {**PI_4, 2: LgpioError("can not open gpiochip")})
    factory = open_pins(REAL)
    assert isinstance(factory, Factory)
    assert factory.chip == 0


def test_a_machine_without_a_header_is_told_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    with_chips(monkeypatch, {0: ("gpiochip0", "INT34C5:00")})
    assert said() == (
        'hardware.pin_factory "lgpio": no GPIO chip of a Raspberry Pi header; '
        'found: gpiochip0 "INT34C5:00"; the header of a Raspberry Pi is pinctrl-rp1 or '
        "pinctrl-bcm2711 or pinctrl-bcm2835; "
        'on a PC set mode = "simulated" and pin_factory = "mock"'
    )


def test_a_machine_without_chips_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    with_chips(monkeypatch, {})
    assert said() == (
        'hardware.pin_factory "lgpio": no GPIO chip of a Raspberry Pi header; found: none; '
        "check that /dev/gpiochip0 is there; "
        'on a PC set mode = "simulated" and pin_factory = "mock"'
    )


def test_chips_that_cannot_be_opened_are_named_with_what_helps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    denied = LgpioError("can not open gpiochip")
    with_chips(monkeypatch, {0: denied, 1: ("gpiochip1", "raspberrypi-exp-gpio")})
    assert said() == (
        'hardware.pin_factory "lgpio": no GPIO chip of a Raspberry Pi header; '
        'found: gpiochip0 (can not open gpiochip), gpiochip1 "raspberrypi-exp-gpio"; '
        "check that the user is in the group gpio"
    )


def test_between_two_headers_nothing_is_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    with_chips(monkeypatch, {0: ("gpiochip0", "pinctrl-bcm2711"), 4: ("gpiochip4", "pinctrl-rp1")})
    assert said() == (
        'hardware.pin_factory "lgpio": several chips may be that of the header: '
        'gpiochip0 "pinctrl-bcm2711", gpiochip4 "pinctrl-rp1"; '
        "remove the device tree overlay that adds the other one"
    )


# --- the moment of an edge ----------------------------------------------------------------------


class Stamping:
    """Stands for a factory whose ticks run 5 s ahead of a clock."""

    def __init__(self, clock: VirtualClock) -> None:
        self.clock = clock

    def ticks(self) -> float:
        return self.clock.seconds + 5.0

    def ticks_diff(self, later: float, earlier: float) -> float:
        return later - earlier


class SleepyClock(VirtualClock):
    """A clock behind whose first reading another thread runs for 16 ms."""

    sleeps = 1

    def now_s(self) -> float:
        seconds = self.seconds
        if self.sleeps:
            self.sleeps -= 1
            self.seconds += 0.016
        return seconds


def test_an_edge_has_the_moment_of_its_own_ticks() -> None:
    clock = VirtualClock(100.0)
    assert moment_s(104.8, Stamping(clock), clock) == pytest.approx(99.8)


def test_an_edge_was_never_after_now() -> None:
    clock = VirtualClock(100.0)
    assert moment_s(1.8e9, Stamping(clock), clock) == 100.0


def test_a_thread_that_runs_between_the_two_clocks_moves_no_edge() -> None:
    clock = SleepyClock(100.0)
    assert moment_s(104.9, Stamping(clock), clock) == pytest.approx(99.9)


def test_clocks_that_are_never_read_at_once_are_not_read_for_ever() -> None:
    clock = SleepyClock(100.0)
    clock.sleeps = 1_000_000
    assert moment_s(104.9, Stamping(clock), clock) == pytest.approx(99.9, abs=0.020)


def test_an_edge_of_a_mock_pin_is_never_late() -> None:
    clock = VirtualClock(100.0)
    assert moment_s(3.0, open_pins(MOCK), clock) == 100.0


# --- lgpio's folder -----------------------------------------------------------------------------


def folder_of_lgpio(monkeypatch: pytest.MonkeyPatch, **environment: str) -> str:
    """What LG_WD is once the pins are open, in an environment of these."""
    for name in ("LG_WD", "RUNTIME_DIRECTORY", "XDG_RUNTIME_DIR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    with_chips(monkeypatch, PI_4)
    open_pins(REAL)
    return os.environ["LG_WD"]


def test_lgpio_works_in_the_folder_of_the_service(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found = folder_of_lgpio(
        monkeypatch, RUNTIME_DIRECTORY=str(tmp_path / "run"), XDG_RUNTIME_DIR=str(tmp_path)
    )
    assert found == str(tmp_path / "run")


def test_lgpio_works_in_a_folder_of_the_session(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    found = folder_of_lgpio(monkeypatch, XDG_RUNTIME_DIR=str(tmp_path))
    assert found == str(tmp_path / "cabinato")
    assert (tmp_path / "cabinato").stat().st_mode & 0o777 == 0o700


def test_lgpio_works_in_a_folder_of_its_own_where_there_is_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    found = Path(folder_of_lgpio(monkeypatch))
    assert found.parent == tmp_path
    assert found.is_dir()


def test_a_folder_that_was_chosen_stays(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert folder_of_lgpio(monkeypatch, LG_WD="/chosen", XDG_RUNTIME_DIR=str(tmp_path)) == "/chosen"


def test_a_folder_that_cannot_be_made_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(HardwareError) as caught:
        folder_of_lgpio(monkeypatch, RUNTIME_DIRECTORY=str(tmp_path / "file" / "run"))
    assert str(caught.value) == (
        f'hardware.pin_factory "lgpio": it needs a run-time folder ({tmp_path}/file/run: '
        "Not a directory); set LG_WD to a folder that can be written"
    )
