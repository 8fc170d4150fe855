"""Buttons, lamps and switches on gpiozero pins, real or mock: the same code runs both.

A callback only puts an edge on the queue, with the moment that its pin stamped. Everything else,
debounce first of all, happens in `pump`, in the loop's own thread.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import ExitStack, suppress
from enum import StrEnum, unique
from functools import partial
from typing import Any

from gpiozero import LED, PWMLED, InputDevice

from firmware.clock import Clock
from firmware.config import PanelTable
from firmware.events import (
    ButtonStuck,
    DoorMoved,
    Event,
    KeyTurned,
    Pressed,
    QueueFull,
    Released,
    TiltMoved,
)
from firmware.hardware.debounce import ButtonChange, ButtonLine, Change, Contact, Level
from firmware.hardware.edge_queue import Edge, EdgeQueue
from firmware.hardware.meter_pins import MeterPins
from firmware.hardware.pins import PinFactory, moment_s, pin_errors, using
from firmware.hardware.ports import PanelPort
from firmware.money import MechanicalMeter
from firmware.panel import Button


@unique
class Switch(StrEnum):
    """A switch, by its key in hw_config.toml."""

    OPERATOR_KEY = "operator_key"
    DOOR = "door"
    TILT = "tilt"


def _may_drop(line: Button | Switch) -> bool:
    """People move switches by hand, slowly: only buttons can flood the queue."""
    return isinstance(line, Button)


class GpioPanel(PanelPort):
    """The panel of `[panel]` on the pins of a factory.

    The first `pump` takes the first reading: a button that is down then was not pressed,
    a turned key, an open door and a tilted cabinet are reported.
    """

    def __init__(
        self,
        wiring: PanelTable,
        factory: PinFactory,
        clock: Clock,
        when_switched: Callable[[float], None] = lambda _now_s: None,
    ) -> None:
        """Claim every pin.

        Args:
            wiring: the table `[panel]`.
            factory: whose pins they are.
            clock: the cabinet's.
            when_switched: called with the moment before a lamp or a meter is switched on or off,
                for wires that this disturbs.

        Raises:
            HardwareError: a pin cannot be used; names its key. Nothing stays claimed.
        """
        self._wiring = wiring
        self._factory = factory
        self._clock = clock
        self._queue: EdgeQueue[Button | Switch] = EdgeQueue(_may_drop)
        self._when_switched = when_switched
        self._meters = MeterPins(wiring.meters.pulse_ms / 1000, when_switched)
        self._inputs: dict[Button | Switch, Any] = {}
        self._reporters: list[Callable[[float, int], None]] = []
        self._lamps: dict[Button, Any] = {}
        self._lit_percent = dict.fromkeys(Button, 0)
        self._buttons: dict[Button, ButtonLine] = {}
        self._switches: dict[Switch, Contact] = {}
        self._began_s = self._due_s = float("-inf")
        self._is_closed = False
        with ExitStack() as undo:
            undo.callback(self.close)
            self._claim()
            undo.pop_all()

    def fileno(self) -> int:
        return self._queue.descriptor

    def pump(self, now_s: float) -> Sequence[Event]:
        if self._is_closed:
            return ()
        edges, has_overflowed = self._queue.take()
        if not edges and not has_overflowed and now_s < self._due_s:
            return ()  # a turn that came for something else
        events = self._changes(edges, has_overflowed, now_s)
        lines: list[ButtonLine | Contact] = [*self._buttons.values(), *self._switches.values()]
        moments = [line.deadline_s() for line in lines] + [self._meters.deadline_s()]
        self._due_s = min((each for each in moments if each is not None), default=float("inf"))
        return events

    def _changes(
        self, edges: list[Edge[Button | Switch]], has_overflowed: bool, now_s: float
    ) -> Sequence[Event]:
        if not self._buttons:
            return self._first_reading(now_s)
        said: list[tuple[float, Event]] = []
        for edge in edges:
            if edge.at_s >= self._began_s:  # else the first reading knows of it
                said += self._apply(edge)
        if has_overflowed:
            said.append((now_s, QueueFull()))
            for button in Button:
                said += self._apply(Edge(button, self._reads_down(button), now_s))
        for button, line in self._buttons.items():
            said += _button_events(button, line.until(now_s, partial(self._reads_down, button)))
        for switch, contact in self._switches.items():
            levels = contact.until(now_s, partial(self._reads_down, switch))
            said += self._switch_events(switch, levels)
        said += self._meters.pump(now_s)
        return [event for _, event in sorted(said, key=lambda entry: entry[0])]

    def deadline_s(self) -> float | None:
        if self._is_closed:
            return None
        if not self._buttons:
            return self._clock.now_s()  # the first reading is due
        return None if self._due_s == float("inf") else self._due_s

    def show(self, levels: Mapping[Button, float]) -> None:
        """Set every lamp, 0.0 dark to 1.0 full; a button that is not named is dark.

        Without PWM a lamp is on above zero. Only lamps that change are written.

        Raises:
            ValueError: a level outside 0..1.
            HardwareError: a lamp's pin failed.
        """
        if self._is_closed:
            return
        for button in Button:
            level = levels.get(button, 0.0)
            if not 0.0 <= level <= 1.0:
                raise ValueError(f"lamp {button}: {level} is outside 0..1")
            self._light(button, self._percent(level))

    def meters(self) -> Collection[MechanicalMeter]:
        return tuple(self._wiring.meters.wired)

    def pulse(self, meter: MechanicalMeter) -> bool:
        """Let a meter make one step; False while its last one is not over, or none is wired.

        Raises:
            HardwareError: its pin failed.
        """
        if self._is_closed or not self._meters.pulse(meter, self._clock.now_s()):
            return False
        due_s = self._meters.deadline_s()
        self._due_s = self._due_s if due_s is None else min(self._due_s, due_s)
        return True

    def close(self) -> None:
        """Dark lamps, free pins; may be called twice."""
        self._is_closed = True
        self._meters.close()
        for device in self._inputs.values():
            with suppress(*pin_errors()):  # one dead pin must not keep the others claimed
                device.close()
        for lamp in self._lamps.values():
            with suppress(*pin_errors()):
                if not lamp.closed:
                    lamp.off()
                lamp.close()
        self._queue.close()

    # --- claiming -----------------------------------------------------------------------------

    def _claim(self) -> None:
        lamp_class = PWMLED if self._wiring.pwm else LED
        for button, pin in self._wiring.lamps.pins.items():
            with using(f"panel.lamps.{button}", pin):
                self._lamps[button] = lamp_class(pin, pin_factory=self._factory)
        self._meters.claim(self._wiring.meters.wired, self._factory)
        for button, pin in self._wiring.buttons.pins.items():
            self._claim_input(button, f"panel.buttons.{button}", pin)
        for switch in Switch:
            pin_or_none = getattr(self._wiring.switches, switch.value)
            if pin_or_none is not None:
                self._claim_input(switch, f"panel.switches.{switch}", pin_or_none)

    def _claim_input(self, line: Button | Switch, key: str, pin: int) -> None:
        # Not gpiozero's event devices: they keep the moment of an edge to themselves.
        with using(key, pin):
            device = InputDevice(pin, pull_up=True, pin_factory=self._factory)
            self._inputs[line] = device
            report = self._reporter(line)
            self._reporters.append(report)  # the pin holds its callback weakly
            device.pin.bounce = None
            device.pin.edges = "both"
            device.pin.when_changed = report

    def _reporter(self, line: Button | Switch) -> Callable[[float, int], None]:
        def report(ticks: float, state: int) -> None:
            try:
                at_s = moment_s(ticks, self._factory, self._clock)
                self._queue.put(Edge(line, not state, at_s))  # a closed contact pulls to ground
            except Exception:  # noqa: BLE001 - raising would kill lgpio's only thread for good
                self._queue.spoil()

        return report

    # --- reading ------------------------------------------------------------------------------

    def _first_reading(self, now_s: float) -> list[Event]:
        self._began_s = now_s
        bounce_s, spike_s = self._wiring.bounce_ms / 1000, self._wiring.spike_us / 1e6
        self._buttons = {
            button: ButtonLine(
                self._reads_down(button),
                now_s,
                bounce_s=bounce_s,
                stuck_s=self._wiring.stuck_s,
                spike_s=spike_s,
            )
            for button in Button
        }
        for switch in Switch:
            if switch in self._inputs:
                self._switches[switch] = Contact(
                    self._reads_down(switch), bounce_s=bounce_s, spike_s=spike_s
                )
        return [
            self._switch_event(switch, contact.is_down)
            for switch, contact in self._switches.items()
            if self._is_active(switch, contact.is_down)
        ]

    def _reads_down(self, line: Button | Switch) -> bool:
        device = self._inputs[line]
        with using(f"panel.{_group(line)}.{line}", device.pin.info.number):
            return bool(device.is_active)

    def _apply(self, edge: Edge[Button | Switch]) -> list[tuple[float, Event]]:
        if isinstance(edge.line, Button):
            changes = self._buttons[edge.line].edge(edge.is_down, edge.at_s)
            return _button_events(edge.line, changes)
        levels = self._switches[edge.line].edge(edge.is_down, edge.at_s)
        return self._switch_events(edge.line, levels)

    def _switch_events(self, switch: Switch, levels: list[Level]) -> list[tuple[float, Event]]:
        return [(level.at_s, self._switch_event(switch, level.is_down)) for level in levels]

    def _switch_event(self, switch: Switch, is_down: bool) -> Event:
        is_active = self._is_active(switch, is_down)
        match switch:
            case Switch.OPERATOR_KEY:
                return KeyTurned(is_active)
            case Switch.DOOR:
                return DoorMoved(is_active)
            case Switch.TILT:
                return TiltMoved(is_active)

    def _is_active(self, switch: Switch, is_down: bool) -> bool:
        switches = self._wiring.switches
        wanted = {
            Switch.OPERATOR_KEY: switches.operator_key_on_when,
            Switch.DOOR: switches.door_open_when,
            Switch.TILT: switches.tilt_when,
        }[switch]
        return is_down == (wanted == "closed")

    # --- lamps --------------------------------------------------------------------------------

    def _percent(self, level: float) -> int:
        """Whole percents, as fine as lgpio's PWM; never so fine that a lit lamp is dark."""
        if not self._wiring.pwm:
            return 100 if level > 0 else 0
        return 0 if level == 0 else max(1, round(level * 100))

    def _light(self, button: Button, percent: int) -> None:
        if percent == self._lit_percent[button]:
            return
        if not percent or not self._lit_percent[button]:
            self._when_switched(self._clock.now_s())
        with using(f"panel.lamps.{button}", self._wiring.lamps.pins[button]):
            self._lamps[button].value = percent / 100
        self._lit_percent[button] = percent


def _group(line: Button | Switch) -> str:
    return "buttons" if isinstance(line, Button) else "switches"


def _button_events(button: Button, changes: list[ButtonChange]) -> list[tuple[float, Event]]:
    return [(change.at_s, _button_event(button, change.change)) for change in changes]


def _button_event(button: Button, change: Change) -> Event:
    match change:
        case Change.PRESSED:
            return Pressed(button)
        case Change.RELEASED:
            return Released(button)
        case Change.STUCK:
            return ButtonStuck(button, is_stuck=True)
        case Change.FREED:
            return ButtonStuck(button, is_stuck=False)
