"""How far a card has risen because it is kept, in any game."""

from __future__ import annotations

from firmware.screens.theme import HOLD_S
from firmware.screens.view import Trace, View


def is_lifting(view: View, now_s: float, trace: Trace) -> bool:
    """Whether a card still rises or sinks, or will."""
    lasts_s = 0.0 if _is_still(view) else HOLD_S
    return any(now_s - lifting_since_s(view, place, trace) < lasts_s for place in range(1, 6))


def lifting_since_s(view: View, place: int, trace: Trace) -> float:
    """Since when the card of a place rises or sinks."""
    since_s = trace.held_since_s[place - 1]
    movement = view.state.movement
    if movement is None or place not in view.state.held:
        return since_s
    return max(since_s, movement.ends_s)


def lift(view: View, place: int, now_s: float, trace: Trace) -> float:
    """0..1 how far a card has risen because it is held; the dealt ones rise when all lie, and at
    once where nothing may move."""
    risen_s = now_s - lifting_since_s(view, place, trace)
    progress = min(1.0, max(0.0, risen_s / HOLD_S))
    if _is_still(view):
        progress = 1.0 if risen_s >= 0 else 0.0
    eased = 1 - (1 - progress) ** 2
    return eased if place in view.state.held else 1 - eased


def _is_still(view: View) -> bool:
    movement = view.state.movement
    return movement is not None and movement.is_still
