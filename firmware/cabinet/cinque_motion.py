"""How long the picture of Cinque Mani takes to follow what is already decided."""

from __future__ import annotations

from firmware.cabinet.motion import (
    DEAL_GAP_S,
    DIM_S,
    FLIGHT_S,
    FLIP_S,
    OPPOSITE,
    Movement,
    Part,
    PartKind,
    counting,
    movement_of,
    win_cue,
)
from firmware.events import Cue
from firmware.games.cinque_mani.table import REMOVED_CARDS, Phase, Result, Table

TURN_GAP_S = 0.600
"""Between two positions that are turned up one after another: time to see who has it."""


def dealing(now_s: float) -> Movement:
    """The seven cards come in, one after another, and lie out of play."""
    parts: list[Part] = []
    cues: list[tuple[float, Cue]] = []
    for place in range(1, REMOVED_CARDS + 1):
        begins_s = now_s + (place - 1) * DEAL_GAP_S
        parts.append(Part(PartKind.FLIGHT, place, begins_s, begins_s + FLIGHT_S))
        cues.append((begins_s, Cue.DEAL))
    return movement_of(now_s, parts, cues)


def revealing(now_s: float, before: Table, after: Table) -> Movement:
    """Position after position turns up; behind the last one a win counts up, or light goes down."""
    assert before.dealt is not None
    assert after.dealt is not None
    parts: list[Part] = []
    cues: list[tuple[float, Cue]] = []
    turned = range(before.dealt.shown + 1, after.dealt.shown + 1)
    for index, position in enumerate(turned):
        begins_s = now_s + index * TURN_GAP_S
        parts.append(Part(PartKind.FLIP, OPPOSITE + position, begins_s, begins_s + FLIP_S))
        cues.append((begins_s, Cue.FLIP))
    if after.phase is Phase.RESULT:
        _end(after, parts, cues, parts[-1].ends_s if parts else now_s)
    return movement_of(now_s, parts, cues)


def _end(after: Table, parts: list[Part], cues: list[tuple[float, Cue]], then_s: float) -> None:
    """What the stake came to; nothing while a match goes on."""
    played = after.round
    if played is None or played.result is None:
        return
    if played.result is Result.LOST:
        cues.append((then_s, Cue.LOSS))
        parts.append(Part(PartKind.DIM, 0, then_s, then_s + DIM_S))
        return
    won = Cue.TIE if played.result is Result.LEVEL else win_cue(played.paid, played.stake)
    cues.append((then_s, won))
    counting(parts, cues, then_s, 0, played.paid)
