"""What the simulated world does to the mock pins: fingers, coins, the operator's key, the door.

Keyboard, mouse, touch and stories all press here, below gpiozero, so that a simulated
press takes the whole way of a real one. Lamps are read back from the pins for the same reason.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Literal

from firmware.config import PanelTable
from firmware.errors import HardwareError
from firmware.hardware.pins import PinFactory
from firmware.money import MechanicalMeter
from firmware.panel import Button

TAP_S = 0.06
"""How long a tap holds its button down."""

_CLEARANCE_S = 0.01
"""How much longer than the bounce time the button rests between two taps."""

_ROUNDING_S = 1e-9


@dataclass(slots=True)
class _Train:
    """Levels that a pulse unit still drives its pin to, each with how long it lasts."""

    steps: deque[tuple[bool, float]] = field(default_factory=deque)
    next_s: float = float("-inf")


class Fingers:
    """Drives the mock pins of a panel. Make it after the panel, whose pull-ups set the pins.

    The door begins shut, the key off and the cabinet upright.
    """

    def __init__(self, factory: PinFactory, wiring: PanelTable) -> None:
        self._factory = factory
        self._wiring = wiring
        self._buttons = wiring.buttons.pins
        self._lamps = wiring.lamps.pins
        self._steps: deque[tuple[Button, bool]] = deque()
        self._next_s = float("-inf")
        self._trains: dict[int, _Train] = {}
        if wiring.switches.operator_key is not None:
            self.key(is_on=False)
        if wiring.switches.door is not None:
            self.door(is_open=False)
        if wiring.switches.tilt is not None:
            self.tilt(is_tilted=False)

    def down(self, button: Button) -> None:
        """Press and hold; nothing when it is down already."""
        self._drive(self._buttons[button], is_closed=True)

    def up(self, button: Button) -> None:
        """Let go; nothing when it is up already."""
        self._drive(self._buttons[button], is_closed=False)

    def key(self, is_on: bool) -> None:
        """Turn the operator's key.

        Raises:
            HardwareError: the wiring table has no such switch.
        """
        switches = self._wiring.switches
        pin = _wired("operator_key", switches.operator_key)
        self._drive(pin, is_closed=is_on == (switches.operator_key_on_when == "closed"))

    def door(self, is_open: bool) -> None:
        """Open or shut the door.

        Raises:
            HardwareError: the wiring table has no such switch.
        """
        switches = self._wiring.switches
        pin = _wired("door", switches.door)
        self._drive(pin, is_closed=is_open == (switches.door_open_when == "closed"))

    def tilt(self, is_tilted: bool) -> None:
        """Lean the cabinet over, or stand it up.

        Raises:
            HardwareError: the wiring table has no such switch.
        """
        switches = self._wiring.switches
        pin = _wired("tilt", switches.tilt)
        self._drive(pin, is_closed=is_tilted == (switches.tilt_when == "closed"))

    def pulses(
        self,
        pin: int,
        count: int,
        now_s: float,
        *,
        active: Literal["low", "high"] = "low",
        width_s: float = 0.020,
        pause_s: float = 0.020,
    ) -> None:
        """Queue `count` pulses of a coin on a pulse unit's pin, after those that already wait.

        Nothing happens before `pump`.
        """
        train = self._trains.setdefault(pin, _Train())
        if not train.steps:
            train.next_s = max(train.next_s, now_s)
        is_low = active == "low"
        train.steps += [(is_low, width_s), (not is_low, pause_s)] * count

    def steps(self, meter: MechanicalMeter) -> int:
        """Steps that a mechanical meter has made: times its pin went high.

        Raises:
            HardwareError: the wiring table has no such meter.
        """
        pin = self._wiring.meters.wired.get(meter)
        if pin is None:
            raise HardwareError(f"panel.meters.{meter}: the wiring table has no such meter; add it")
        levels = [bool(each.state) for each in self._factory.pin(pin).states]
        return sum(after and not before for before, after in pairwise(levels))

    def lamp(self, button: Button) -> float:
        """The level on the lamp's pin, 0.0 dark to 1.0 full."""
        return float(self._factory.pin(self._lamps[button]).state)

    def tap(self, button: Button, now_s: float) -> None:
        """Queue a press and release of `button`, after the taps that already wait.

        Nothing happens before `pump`. Each step is timed from when the one before was
        really done, so a late loop never squeezes two taps into one.
        """
        if not self._steps:
            self._next_s = max(self._next_s, now_s)
        self._steps += [(button, True), (button, False)]

    def pump(self, now_s: float) -> None:
        """Do the next step if it is due at `now_s`; at most one of a hand and one of each pin,
        for each needs its time."""
        for pin, train in self._trains.items():
            if train.steps and train.next_s <= now_s + _ROUNDING_S:
                is_low, lasting_s = train.steps.popleft()
                self._drive(pin, is_closed=is_low)
                train.next_s = now_s + lasting_s
        if not self._steps or self._next_s > now_s + _ROUNDING_S:
            return
        button, is_down = self._steps.popleft()
        self._drive(self._buttons[button], is_closed=is_down)
        rest_s = self._wiring.bounce_ms / 1000 + _CLEARANCE_S
        self._next_s = now_s + (TAP_S if is_down else rest_s)

    def deadline_s(self) -> float | None:
        """When the next step is due; None when nothing waits."""
        moments = [train.next_s for train in self._trains.values() if train.steps]
        if self._steps:
            moments.append(self._next_s)
        return min(moments, default=None)

    def _drive(self, pin: int, *, is_closed: bool) -> None:
        """A closed contact pulls its pin to ground."""
        line = self._factory.pin(pin)
        if is_closed:
            line.drive_low()
        else:
            line.drive_high()


def _wired(key: str, pin: int | None) -> int:
    if pin is None:
        raise HardwareError(f"panel.switches.{key}: the wiring table has no such switch; add it")
    return pin
