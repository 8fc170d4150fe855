"""What a chart shows of its figures: reach, ticks and lengths, on the screen and on paper alike."""

from __future__ import annotations

import math

from firmware.operator.chance import BANDS
from firmware.operator.course import CurvePoint

WIDER = BANDS[99] / BANDS[95]
"""How much wider the 99 % band is than that of 95 %."""
TICKS_MAX = 5
RAREST = 6
"""Bars of hands are logarithmic, from one in a million: on a plain scale most would have none."""
_FIRST_PART = 10
"""The first tenth of the games may leave the picture: there the band is as wide as a wall."""
_ROOM = 1.05


def reach(curve: tuple[CurvePoint, ...], exact: float) -> tuple[float, float]:
    """Lowest and highest return of a picture that shows the later nine tenths of a curve whole.

    Args:
        curve: at least one point.
        exact: the exact return, which lies in the middle, of 1.
    """
    games = curve[-1].games
    shown = [each for each in curve if each.games * _FIRST_PART >= games]
    # The last edge of the band may be cut off at 0: the upper one never is.
    half = max(
        (curve[-1].high - exact) * math.sqrt(_FIRST_PART),
        *(abs(each.actual - exact) for each in shown),
    )
    half = max(half * _ROOM, 0.001)
    return max(exact - half, 0.0), exact + half


def ticks(low: float, high: float, most: int = TICKS_MAX) -> tuple[float, ...]:
    """Round numbers within a range, at most so many.

    >>> ticks(0, 84_210)
    (0.0, 20000.0, 40000.0, 60000.0, 80000.0)
    >>> ticks(0.8, 1.2)
    (0.8, 0.9, 1.0, 1.1, 1.2)
    """
    if high <= low:
        return (low,)
    power = 10.0 ** math.floor(math.log10((high - low) / most))
    for step in (power, 2 * power, 5 * power, 10 * power, 20 * power):
        first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
        if last - first + 1 <= most:
            break
    return tuple(round(number * step, 12) for number in range(first, last + 1))


def apart(heights: list[float], gap: float, top: float, bottom: float) -> list[float]:
    """Ascending heights moved so that none is nearer to the next than `gap`.

    >>> apart([10, 12, 40], 10, 0, 45)
    [10, 20, 40]
    >>> apart([40, 42], 10, 0, 45)
    [35, 45]
    """
    placed: list[float] = []
    for height in heights:
        placed.append(max(height, placed[-1] + gap) if placed else max(height, top))
    limit = bottom
    for index in range(len(placed) - 1, -1, -1):
        placed[index] = min(placed[index], limit)
        limit = placed[index] - gap
    return placed


def bar_part(share: float) -> float:
    """Length of a hand's bar, 0..1; the rarest that has one is one in a million.

    >>> bar_part(1), bar_part(0.001), bar_part(1e-7), bar_part(0)
    (1.0, 0.5, 0.0, 0.0)
    """
    return 0.0 if share <= 0 else max(0.0, 1 + math.log10(share) / RAREST)
