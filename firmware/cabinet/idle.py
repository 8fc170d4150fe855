"""What happens when nobody is there: attract, a win collected, a double decided.

Nothing is ever lost by waiting: a pending win goes to the credit meter, an open double turns a
card as a player would have to, and a hand waits under the attract pictures.
"""

from __future__ import annotations

from dataclasses import replace

from firmware.cabinet import joker_poker, places
from firmware.cabinet.actions import Change
from firmware.cabinet.state import CabinetState, Mode, Page
from firmware.events import Cue
from firmware.games.joker_poker.rules import JokerPoker
from firmware.games.joker_poker.table import Phase

IDLE_S = 90.0
"""Without a person: attract, or attract pictures over a waiting game."""
ABANDONED_S = 60.0
"""Without a person: a waiting win is collected, an open double is decided."""
ABANDONED_PICK = 2
"""The card that is turned then: above HOLD2."""


def deadline_s(state: CabinetState) -> float | None:
    """When something happens if nobody comes, or None."""
    if state.operator_on or state.blocking:
        return None
    times: list[float] = []
    if _can_idle(state):
        times.append(state.touched_at_s + IDLE_S)
    if _is_abandoned_by_and_by(state):
        times.append(state.waiting_since_s + ABANDONED_S)
    return min(times, default=None)


def change(state: CabinetState, game: JokerPoker, now_s: float) -> Change | None:
    """What has happened by `now_s` because nobody came, or None."""
    if state.operator_on or state.blocking:
        return None
    if _is_abandoned_by_and_by(state) and now_s >= state.waiting_since_s + ABANDONED_S:
        if state.saved.joker.phase is Phase.WIN:
            return joker_poker.collect(state, game)
        return joker_poker.pick(state, game, ABANDONED_PICK)
    if now_s < state.touched_at_s + IDLE_S or not _can_idle(state):
        return None
    if state.has_stake:
        return Change(replace(state, dark_since_s=now_s), cues=(Cue.ATTRACT,))
    return places.to_attract(state)


def _is_abandoned_by_and_by(state: CabinetState) -> bool:
    """Whether the state is one that does not wait for ever."""
    is_joker = state.saved.mode is Mode.JOKER_POKER
    return is_joker and state.saved.joker.phase in (Phase.WIN, Phase.DOUBLE)


def _can_idle(state: CabinetState) -> bool:
    """Whether the attract pictures are not there already."""
    if state.has_stake:
        return state.dark_since_s is None
    return state.saved.mode is not Mode.ATTRACT or state.saved.page is not Page.NONE
