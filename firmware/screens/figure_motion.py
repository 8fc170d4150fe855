"""How a figure moves: what it does while nothing happens, and a garment's way to its hook.

Functions of time alone, so a picture can be drawn for any moment and a film run backwards.
"""

from __future__ import annotations

import math

from firmware.games.strip_poker.cast import Face, Garment
from firmware.screens.figure import Pose, Spot, draw_flying, hung_box, worn_box
from firmware.screens.stage import Paint, Sprite

FLIGHT_S = 0.9
BLINK_S = 0.12
BREATH_PERIOD_S = 4.2

_GOLDEN = (math.sqrt(5) - 1) / 2
_BLINK_GAPS_S = tuple(3.0 + 3.0 * (number * _GOLDEN % 1.0) for number in range(16))
"""Three to six seconds from blink to blink, spread evenly and in no order an eye can find."""
_BLINK_ROUND_S = sum(_BLINK_GAPS_S)
_TILT_PERIOD_S = 13.0
_TILT_DEG = 1.5

_LIFT = 0.04
"""Of the canvas' height: a garment lifts first (40 of 1000)."""
_LIFT_END = 0.25
_TURN_DEG = 28.0
_ARC = 0.14
_STEPS = 45


def living(now_s: float, face: Face = Face.NEUTRAL) -> Pose:
    """A figure at rest: it breathes, blinks every three to six seconds, moves its head a little.

    >>> living(0.0).is_blinking
    False
    """
    return Pose(
        face=face,
        breath=(1.0 - math.cos(math.tau * now_s / BREATH_PERIOD_S)) / 2.0,
        is_blinking=is_blinking(now_s),
        tilt_deg=_TILT_DEG * math.sin(math.tau * now_s / _TILT_PERIOD_S),
    )


def is_blinking(now_s: float) -> bool:
    """Whether the lids are closed at a moment."""
    into = now_s % _BLINK_ROUND_S
    for gap_s in _BLINK_GAPS_S:
        if into < gap_s:
            return into >= gap_s - BLINK_S
        into -= gap_s
    return False


def peeking(into_s: float) -> float:
    """Degrees by which the cards turn while the character has a look at them, 1.2 s in all."""
    part = min(1.0, max(0.0, into_s / 1.2))
    return -6.0 * math.sin(math.pi * part) ** 2


def flight_sprite(
    garment: Garment, part: float, figure: Spot, rack: Spot, widget: str = "flight"
) -> Sprite:
    """A garment on its way from the figure to its hook.

    It lifts, turns and flies in an arc, growing or shrinking to the size it hangs in. A
    buy-back is the same with `part` running from 1 to 0.

    Args:
        garment: any but the last.
        part: of the way, 0 (as worn) to 1 (on the hook).
        figure: where the figure's canvas lies.
        rack: where the rack's canvas lies.
        widget: name under which changes are reported.

    Raises:
        ValueError: the last garment never hangs on the rack.
    """
    step = round(min(1.0, max(0.0, part)) * _STEPS) / _STEPS
    hung = hung_box(garment, rack)
    start, end = _middle(worn_box(garment, figure)), _middle(hung)
    lift = _LIFT * figure.height
    if step <= _LIFT_END:
        way, up = 0.0, lift * _eased(step / _LIFT_END)
    else:
        way, up = _eased((step - _LIFT_END) / (1.0 - _LIFT_END)), lift
    x = start[0] + (end[0] - start[0]) * way
    y = (start[1] - up) * (1.0 - way) + end[1] * way
    y -= _ARC * figure.height * 4.0 * way * (1.0 - way)
    began = _zoom(garment, figure, rack)
    zoom = began + (1.0 - began) * way
    turn = _TURN_DEG * math.sin(math.pi * step) * (1.0 if end[0] < start[0] else -1.0)
    paint = Paint(
        draw_flying, (str(garment.rack), rack.height, round(zoom, 3), round(turn * 2) / 2)
    )
    return Sprite(paint, x, y, widget)


def _zoom(garment: Garment, figure: Spot, rack: Spot) -> float:
    """How much larger than on the rack the garment begins."""
    worn, hung = worn_box(garment, figure), hung_box(garment, rack)
    return min(2.0, max(0.5, worn[3] / hung[3])) if hung[3] else 1.0


def _middle(box: tuple[float, float, float, float]) -> tuple[float, float]:
    return box[0] + box[2] / 2.0, box[1] + box[3] / 2.0


def _eased(part: float) -> float:
    return part * part * (3.0 - 2.0 * part)
