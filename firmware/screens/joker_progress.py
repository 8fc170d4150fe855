"""What of a movement has happened so far, and so may be shown.

While a movement runs the state already holds its end; everything that draws Joker Poker asks
here first, so that no result is given away.
"""

from __future__ import annotations

from functools import lru_cache

from firmware.cabinet.motion import WON_ROW_S, Movement, PartKind
from firmware.cards.card import Card
from firmware.games.joker_poker.hands import Hand, Made, evaluate
from firmware.games.joker_poker.table import Round
from firmware.screens import theme
from firmware.screens.view import View

WON_DIP = 0.45
"""Brightness of the won row in the dark half of its pulse."""


@lru_cache(maxsize=64)
def made_of(cards: tuple[Card, ...]) -> Made:
    """What five cards make, remembered."""
    return evaluate(cards)


def is_arriving(movement: Movement | None, now_s: float) -> bool:
    """Whether cards still fly or turn."""
    return movement is not None and any(
        part.kind in (PartKind.FLIGHT, PartKind.FLIP) and now_s < part.ends_s
        for part in movement.parts
    )


def counted(movement: Movement | None, now_s: float) -> tuple[int, float] | None:
    """The running win and how far it has run, while a movement counts."""
    part = None if movement is None else movement.of(PartKind.COUNT)
    if part is None:
        return None
    share = part.progress(now_s)
    return part.start + round((part.end - part.start) * share), share


def is_pick_open(played: Round | None, movement: Movement | None, now_s: float) -> bool:
    """Whether the chosen card of a double has not turned up yet."""
    if movement is None or played is None or not played.doubles:
        return False
    last = played.doubles[-1]
    flip = None if last.pick is None else movement.of(PartKind.FLIP, last.pick)
    return flip is not None and now_s < flip.ends_s and last.outcome is not None


def won_level(view: View, now_s: float) -> float:
    """Brightness of the won row: it pulses for three seconds, then shines steadily."""
    since = view.state.won_at_s
    if since is None or not 0 <= now_s - since < WON_ROW_S:
        return 1.0
    return 1.0 if (now_s - since) % theme.WON_BLINK_S < theme.WON_BLINK_S / 2 else WON_DIP


def proposed(played: Round) -> Made | None:
    """The hand that the held cards make for certain, if they make one."""
    made = made_of(played.dealt)
    if made.hand is Hand.NOTHING or not set(made.positions) <= set(played.held):
        return None
    return made
