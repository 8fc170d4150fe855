"""In the container: what gpiozero asks of lgpio, on wires that a file sets. No chip is there.

The file `WIRES` holds a line for each wire that is low, its BCM number; all others are high, as a
Pi's pull-ups make them. It is looked at often, and what has changed is an edge.
"""

# ruff: noqa: ARG001, ARG002 - lgpio's own arguments, of which little matters here

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

WIRES = Path("/run/cabinato-wires")
LOOK_S = 0.01

SET_PULL_NONE = SET_BIAS_DISABLE = 128
SET_PULL_UP = SET_BIAS_PULL_UP = 32
SET_PULL_DOWN = SET_BIAS_PULL_DOWN = 64
RISING_EDGE, FALLING_EDGE, BOTH_EDGES = 1, 2, 3
_OUT = 1 << 1
_ONLY_CHIP = 0

Heard = Callable[[int, int, int, int], None]


class error(Exception):  # noqa: N801, N818 - its name in lgpio
    """What lgpio raises."""


_modes: dict[int, int] = {}
_heard: dict[int, Heard] = {}


def _low() -> frozenset[int]:
    try:
        return frozenset(map(int, WIRES.read_text().split()))
    except (OSError, ValueError):  # not there yet, or half written
        return frozenset()


def _watch() -> None:
    before = _low()
    while True:
        time.sleep(LOOK_S)
        now = _low()
        for wire in before ^ now:
            heard = _heard.get(wire)
            if heard is not None:
                heard(_ONLY_CHIP, wire, int(wire not in now), time.monotonic_ns())
        before = now


def gpiochip_open(number: int) -> int:
    """The chip; there is one."""
    if number != _ONLY_CHIP:
        raise error("'can not open gpiochip'")
    return number


def gpiochip_close(handle: int) -> None:
    """Nothing is held."""


def gpio_get_chip_info(handle: int) -> tuple[int, int, str, str]:
    """As that of a Pi 4."""
    return 0, 58, "gpiochip0", "pinctrl-bcm2711"


def gpio_claim_input(handle: int, wire: int, flags: int = SET_PULL_NONE) -> None:
    """It is read."""
    _modes[wire] = flags & ~_OUT


def gpio_claim_output(handle: int, wire: int, level: int = 0, flags: int = 0) -> None:
    """It is written; nobody looks at a lamp here."""
    _modes[wire] = _OUT


def gpio_claim_alert(handle: int, wire: int, edges: int, flags: int = 0) -> None:
    """Its edges are told."""
    _modes[wire] = flags & ~_OUT


def gpio_free(handle: int, wire: int) -> None:
    """It is nobody's."""
    _modes.pop(wire, None)


def gpio_get_mode(handle: int, wire: int) -> int:
    """What it was claimed for."""
    return _modes.get(wire, 0)


def gpio_read(handle: int, wire: int) -> int:
    """Its level."""
    return int(wire not in _low())


def gpio_write(handle: int, wire: int, level: int) -> None:
    """A lamp."""


def tx_pwm(handle: int, wire: int, frequency: float, duty: float) -> None:
    """A lamp."""


def gpio_set_debounce_micros(handle: int, wire: int, micros: int) -> None:
    """Contacts do not chatter here."""


class callback:  # noqa: N801 - its name in lgpio
    """Whoever hears a wire's edges."""

    def __init__(self, handle: int, wire: int, edges: int, heard: Heard) -> None:
        self._wire = wire
        _heard[wire] = heard

    def cancel(self) -> None:
        """No more."""
        _heard.pop(self._wire, None)


threading.Thread(target=_watch, name="wires", daemon=True).start()
