"""What happens when nobody is there: attract, a win collected, a double decided.

Nothing is ever lost by waiting: a pending win goes to the credit meter, an open double turns a
card as a player would have to, and a hand waits under the attract pictures.
"""

from __future__ import annotations

from dataclasses import replace

from firmware.cabinet import joker_poker, places
from firmware.cabinet.actions import Change
from firmware.cabinet.settings import AttractSound, Settings
from firmware.cabinet.slides import here, loop_s, slides_of
from firmware.cabinet.state import CabinetState, Mode, Page
from firmware.events import Cue
from firmware.games.joker_poker.table import Phase

IDLE_S = 90.0
"""Without a person: attract, or attract pictures over a waiting game."""
ABANDONED_S = 60.0
"""Without a person: a waiting win is collected, an open double is decided."""
ABANDONED_PICK = 2
"""The card that is turned then: above HOLD2."""


def deadline_s(state: CabinetState, settings: Settings) -> float | None:
    """When something happens if nobody comes, or None."""
    if state.operator_on or state.blocking:
        return None
    times: list[float] = []
    if _can_idle(state):
        times.append(state.touched_at_s + IDLE_S)
    if _is_abandoned_by_and_by(state):
        times.append(state.waiting_since_s + ABANDONED_S)
    if is_attracting(state) and settings.attract_sound is not AttractSound.NEVER:
        times.append(_next_loop_s(state, settings))
    return min(times, default=None)


def change(state: CabinetState, settings: Settings, now_s: float) -> Change | None:
    """What has happened by `now_s` because nobody came, or None."""
    if state.operator_on or state.blocking:
        return None
    if _is_abandoned_by_and_by(state) and now_s >= state.waiting_since_s + ABANDONED_S:
        if state.saved.joker.phase is Phase.WIN:
            return joker_poker.collect(state, settings.joker)
        return joker_poker.pick(state, settings.joker, ABANDONED_PICK)
    if not _can_idle(state):
        return _next_loop(state, settings, now_s) if is_attracting(state) else None
    if now_s < state.touched_at_s + IDLE_S:
        return None
    dark = replace(state, dark_since_s=now_s) if state.has_stake else places.to_attract(state)
    return _looped(replace(dark, attract_since_s=now_s), settings, 0)


def is_attracting(state: CabinetState) -> bool:
    """Whether the attract pictures are shown, alone or over a waiting game."""
    is_alone = state.saved.mode is Mode.ATTRACT and state.saved.page is Page.NONE
    return is_alone or state.dark_since_s is not None


def _loop_s(state: CabinetState, settings: Settings) -> float:
    """How long a loop of them takes."""
    strip = settings.strip
    has_theme = strip is not None and strip.game.has_theme
    place = here(state, settings.games, has_theme=has_theme, has_slots=bool(settings.slots))
    return loop_s(slides_of(place))


def _next_loop_s(state: CabinetState, settings: Settings) -> float:
    return state.attract_since_s + (state.attract_loop + 1) * _loop_s(state, settings)


def _next_loop(state: CabinetState, settings: Settings, now_s: float) -> Change | None:
    """A loop has begun; of several that nobody saw, the last."""
    if settings.attract_sound is AttractSound.NEVER or now_s < _next_loop_s(state, settings):
        return None
    whole_s = _loop_s(state, settings)
    return _looped(state, settings, int((now_s - state.attract_since_s) / whole_s + 1e-9))


def _looped(state: CabinetState, settings: Settings, loop: int) -> Change:
    cues = (Cue.ATTRACT,) if settings.attract_sound.sounds(loop) else ()
    return Change(replace(state, attract_loop=loop), cues=cues)


def _is_abandoned_by_and_by(state: CabinetState) -> bool:
    """Whether the state is one that does not wait for ever."""
    is_joker = state.saved.mode is Mode.JOKER_POKER
    return is_joker and state.saved.joker.phase in (Phase.WIN, Phase.DOUBLE)


def _can_idle(state: CabinetState) -> bool:
    """Whether the attract pictures are not there already."""
    if state.has_stake:
        return state.dark_since_s is None
    return state.saved.mode is not Mode.ATTRACT or state.saved.page is not Page.NONE
