"""How bright each lamp is: a pure function of the panel, the place and the time.

The drawn keys and the physical lamps follow the same function, so they never disagree.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from firmware.cabinet.operator_menu.pages import LampTest
from firmware.cabinet.state import Mode
from firmware.panel import Button, Light, Panel

DIM = 0.35
FULL = 1.0
BLINK_S = 1.0
"""Period of the suggested next key and of the credit call; half of it full."""
TEST_STEP_S = 0.5
"""The lamp test, lamp by lamp: slow enough to look at each."""
CHASE_STEPS_PER_S = 6
"""The attract chase, in step with the bulbs."""


def blink_is_on(now_s: float) -> bool:
    """Whether what blinks is in its bright half."""
    return now_s % BLINK_S < BLINK_S / 2


def lamp_levels(
    keys: Panel,
    mode: Mode,
    now_s: float,
    test: LampTest = LampTest.KEYS,
    *,
    is_still: bool = False,
) -> Mapping[Button, float]:
    """Brightness of every lamp, 0.0 to 1.0; a lit key is never at 0.

    In attract a chase runs over the lit keys only, one at full at a time. The operator's lamp
    test lights them whatever their keys do.

    Args:
        keys: what each key shows.
        mode: where the cabinet is.
        now_s: for blink and chase.
        test: the operator's lamp test.
        is_still: whether a player wants less movement: no chase then.
    """
    if test is not LampTest.KEYS:
        return _tested(test, now_s)
    levels = {button: _level(key.light, now_s) for button, key in keys.items()}
    if mode is Mode.ATTRACT and not is_still:
        ring = [button for button, key in keys.items() if key.light in (Light.ON, Light.FULL)]
        if ring:
            for button in ring:
                levels[button] = DIM
            levels[ring[int(now_s * CHASE_STEPS_PER_S) % len(ring)]] = FULL
    return levels


def next_lamp_change_s(
    keys: Panel,
    mode: Mode,
    now_s: float,
    test: LampTest = LampTest.KEYS,
    *,
    is_still: bool = False,
) -> float | None:
    """When `lamp_levels` changes next by time alone, or None."""
    if test is LampTest.CHASE:
        return _next_multiple(now_s, TEST_STEP_S)
    if test is not LampTest.KEYS:
        return None
    changes: list[float] = []
    if any(key.light is Light.NEXT for key in keys.values()):
        changes.append(_next_multiple(now_s, BLINK_S / 2))
    if mode is Mode.ATTRACT and not is_still:
        changes.append(_next_multiple(now_s, 1 / CHASE_STEPS_PER_S))
    return min(changes, default=None)


def _tested(test: LampTest, now_s: float) -> Mapping[Button, float]:
    match test:
        case LampTest.ALL:
            return dict.fromkeys(Button, FULL)
        case LampTest.DIM:
            return dict.fromkeys(Button, DIM)
        case LampTest.CHASE:
            lit = tuple(Button)[int(now_s / TEST_STEP_S + 1e-9) % len(Button)]
            return {button: FULL if button is lit else 0.0 for button in Button}
        case _:
            return dict.fromkeys(Button, 0.0)


def _level(light: Light, now_s: float) -> float:
    match light:
        case Light.OFF:
            return 0.0
        case Light.ON:
            return DIM
        case Light.FULL:
            return FULL
        case Light.NEXT:
            return FULL if blink_is_on(now_s) else DIM


def _next_multiple(now_s: float, period_s: float) -> float:
    return (math.floor(now_s / period_s + 1e-9) + 1) * period_s
