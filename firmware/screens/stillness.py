"""Reduced motion: the same movement without a way, for players whom moving pictures trouble.

Cards fade in where they will lie, the face of one that turns fades in over its back, garments are
off when they would have arrived, cards held rise at once. Times stay: what DEAL does, what is heard
and when the result is known do not change.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from firmware.cabinet.motion import Movement, Part, PartKind
from firmware.screens.view import LONG_AGO_S, Trace

_AT_ONCE = frozenset({PartKind.UNDRESS, PartKind.DRESS, PartKind.FAREWELL})
FADE_STEPS = 8
"""Pictures of a card, or a face, that fades in."""


@lru_cache(maxsize=2)
def stilled(movement: Movement) -> Movement:
    """The movement as it is shown then."""
    return replace(movement, parts=tuple(map(_stilled, movement.parts)), is_still=True)


def _stilled(part: Part) -> Part:
    return replace(part, begins_s=part.ends_s) if part.kind in _AT_ONCE else part


def trace_at_rest(trace: Trace) -> Trace:
    """What is held or laid, as if it had been so for long."""
    return replace(
        trace, held_since_s=(LONG_AGO_S,) * len(trace.held_since_s), laid_since_s=LONG_AGO_S
    )


def faded(part: Part, now_s: float) -> float:
    """0..1 how far a card has faded in, in steps that nobody sees."""
    return stepped(part.progress(now_s))


def stepped(progress: float) -> float:
    """How far something has faded in, 0..1, in the same steps.

    >>> stepped(0.3)
    0.25
    """
    return round(progress * FADE_STEPS) / FADE_STEPS
