"""Mock pins whose edges are told later than they happen, as lgpio's are on a busy machine."""

from __future__ import annotations

from collections import deque

from gpiozero.pins.mock import MockPWMPin
from gpiozero.pins.pi import PiPin

from firmware.clock import VirtualClock
from firmware.hardware.pins import PinFactory

waiting: deque[tuple[LatePin, float, bool]] = deque()
"""Edges that happened and were not told: pin, its own stamp, level."""
TICKS_AHEAD_S = 5000.0
"""The pins' own scale of time is not the cabinet's."""


class LatePin(MockPWMPin):
    """A pin that keeps its edges until `tell`."""

    def _call_when_changed(self) -> None:
        waiting.append((self, self.factory.ticks(), self.state))


def make_late(factory: PinFactory, clock: VirtualClock) -> None:
    """From now on the factory makes late pins, stamped by the clock."""
    waiting.clear()
    factory.pin_class = LatePin
    factory.ticks = lambda: clock.now_s() + TICKS_AHEAD_S
    factory.ticks_diff = lambda later, earlier: later - earlier


def tell(count: int | None = None) -> None:
    """Tell the oldest `count` edges that wait, or all of them."""
    for _ in range(len(waiting) if count is None else count):
        pin, ticks, state = waiting.popleft()
        PiPin._call_when_changed(pin, ticks, state)
