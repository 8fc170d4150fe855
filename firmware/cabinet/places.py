"""Attract, menu and the pages laid over a place: their keys."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace

from firmware.cabinet.actions import LOCK_S, Action, Change, action
from firmware.cabinet.state import (
    CabinetState,
    Mode,
    Page,
    rules_read,
)
from firmware.events import Cue
from firmware.money import GameId
from firmware.panel import Button, Light


@dataclass(frozen=True, slots=True)
class Entrance:
    """The way into a game.

    Attributes:
        legend: what its key says, named without its `key.`.
        prepare: the state with its table as it stands when somebody comes; with a fault, where
            nobody can.
    """

    legend: str
    prepare: Callable[[CabinetState], CabinetState] = lambda state: state


Entrances = Mapping[GameId, Entrance]
"""The games that can be entered; the others keep their place and stay dark."""

_GAME_KEYS = {
    Button.HOLD1: GameId.STRIP_POKER,
    Button.HOLD2: GameId.JOKER_POKER,
    Button.HOLD3: GameId.CINQUE_MANI,
}


def lobby(state: CabinetState, entrances: Entrances) -> dict[Button, Action]:
    """Attract and menu: the same row, so that a game is one press away from both."""

    def enter(game: GameId) -> Callable[[], Change]:
        return lambda: _enter(state, entrances[game].prepare(state), game)

    keys = {
        button: action(entrances[game].legend, enter(game))
        for button, game in _GAME_KEYS.items()
        if game in entrances
    }
    keys[Button.HOLD4] = action("language", lambda: next_language(state))
    keys[Button.HOLD5] = action("rules", lambda: open_rules(state))
    last = state.saved.last_game if state.saved.last_game in entrances else GameId.JOKER_POKER
    keys[Button.DEAL] = action("play", enter(last), Light.NEXT)
    keys[Button.BET] = action("options", lambda: open_options(state))
    return keys


def page(state: CabinetState, games: Collection[GameId]) -> dict[Button, Action]:
    """The keys of the page laid over a place, where these games can be entered."""
    saved = state.saved

    def turn(step: int) -> Callable[[], Change]:
        return lambda: _paged(state, saved.page, saved.page_number + step)

    keys: dict[Button, Action] = {}
    if saved.page is Page.RULES:
        back, forth, leaves = -1, 1, len(rules_read(saved.mode, games))
        if saved.mode is Mode.ATTRACT:
            keys[Button.HOLD5] = action("menu", lambda: to_menu(state))
    else:  # the newest round is leaf 0, so back in time is one leaf on
        back, forth, leaves = 1, -1, len(state.history)
    if 0 <= saved.page_number + back < leaves:
        keys[Button.HOLD1] = action("previous", turn(back))
    if 0 <= saved.page_number + forth < leaves:
        keys[Button.HOLD2] = action("next", turn(forth))
    keys[Button.DEAL] = action("close", lambda: close_page(state), Light.NEXT)
    return keys


def open_rules(state: CabinetState) -> Change:
    """The first leaf of the rules, over the present place."""
    return _paged(state, Page.RULES, 0, lock_s=LOCK_S)


def open_options(state: CabinetState) -> Change:
    """The page over the present place; over the menu, where nobody was here yet.

    Whoever sets something up is a player: so the choice ends when the attract pictures come back.
    """
    mode = Mode.MENU if state.saved.mode is Mode.ATTRACT else state.saved.mode
    saved = replace(state.saved, mode=mode, page=Page.OPTIONS, page_number=0)
    return Change(replace(state, saved=saved), lock_s=LOCK_S, cues=(Cue.PRESS,))


def close_page(state: CabinetState) -> Change:
    """Back to the place the page was opened over."""
    return _paged(state, Page.NONE, 0, lock_s=LOCK_S)


def next_language(state: CabinetState) -> Change:
    """LINGUA: the next language of the ring."""
    saved = replace(state.saved, language=state.saved.language.following)
    return Change(replace(state, saved=saved), cues=(Cue.PRESS,))


def to_menu(state: CabinetState) -> Change:
    """The choice of the games."""
    saved = replace(state.saved, mode=Mode.MENU, page=Page.NONE, page_number=0)
    return Change(replace(state, saved=saved), lock_s=LOCK_S, cues=(Cue.PRESS,))


def to_attract(state: CabinetState) -> CabinetState:
    """Nobody is here and nothing is at stake: the next player finds the operator's options."""
    saved = replace(state.saved, mode=Mode.ATTRACT, page=Page.NONE, page_number=0, options=None)
    return replace(state, saved=saved, dark_since_s=None)


def _enter(before: CabinetState, state: CabinetState, game: GameId) -> Change:
    if state.faults != before.faults:
        return Change(state, cues=(Cue.FAULT,))
    saved = replace(
        state.saved, mode=Mode(game.value), last_game=game, page=Page.NONE, page_number=0
    )
    return Change(replace(state, saved=saved), lock_s=LOCK_S, cues=(Cue.PRESS,))


def _paged(state: CabinetState, page: Page, number: int, lock_s: float = 0.0) -> Change:
    saved = replace(state.saved, page=page, page_number=number)
    return Change(replace(state, saved=saved), lock_s=lock_s, cues=(Cue.PRESS,))
