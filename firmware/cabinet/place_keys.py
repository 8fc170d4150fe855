"""Which keys there are in every place: the one table of what a press can lead to.

What a key shows and what its press does come from here both, so they cannot disagree.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from firmware.cabinet import cinque_mani, faults, joker_poker, options_page, places, strip_poker
from firmware.cabinet.actions import CONFIRM, LOCK_S, Actions, Change, action
from firmware.cabinet.operator_menu import keys as operator_keys
from firmware.cabinet.operator_menu.desk import Desk
from firmware.cabinet.settings import Settings
from firmware.cabinet.state import CabinetState, FaultName, Mode, Page
from firmware.cards.shuffle import Chance
from firmware.money import GameId
from firmware.panel import Button, Light


def entrances_of(settings: Settings) -> places.Entrances:
    """The games that can be entered where the cabinet is set up so."""
    entrances = {GameId.JOKER_POKER: places.Entrance(GameId.JOKER_POKER.value)}
    if settings.strip is not None:
        strip = settings.strip
        legend = GameId.STRIP_POKER.value if strip.game.has_theme else "poker"
        entrances[GameId.STRIP_POKER] = places.Entrance(
            legend, partial(strip_poker.entered, strip=strip)
        )
    if settings.cinque is not None:
        cinque = settings.cinque.game
        entrances[GameId.CINQUE_MANI] = places.Entrance(
            GameId.CINQUE_MANI.value, partial(cinque_mani.entered, game=cinque)
        )
    return entrances


def actions_in_place(
    state: CabinetState,
    settings: Settings,
    chance: Chance,
    entrances: places.Entrances,
    desk: Callable[[], Desk],
    now_s: float,
) -> Actions:
    """Every button that does something in the present place.

    Args:
        state: the cabinet.
        settings: how it is set up.
        chance: what the games shuffle with.
        entrances: `entrances_of` the settings.
        desk: what the operator's pages are made from; asked for there only.
        now_s: the cabinet's time.
    """
    if state.operator_on:
        return operator_keys.keys(desk())
    if state.blocking:
        return {}
    if state.moving(now_s):
        return {Button.DEAL: action("fast", lambda: _arrived(state))}
    if state.saved.page is Page.OPTIONS:
        return options_page.keys(state, settings)
    if state.saved.page is not Page.NONE:
        return places.page(state, entrances)
    if state.saved.mode is Mode.JOKER_POKER:
        return joker_poker.actions(state, settings.joker, chance)
    if state.saved.mode is Mode.STRIP_POKER and settings.strip is not None:
        return strip_poker.actions(state, settings.strip, chance)
    if state.saved.mode is Mode.CINQUE_MANI and settings.cinque is not None:
        return cinque_mani.actions(state, settings.cinque, chance)
    if faults.has(state, FaultName.CAST):
        entrances = {game: way for game, way in entrances.items() if game is not GameId.STRIP_POKER}
    return places.lobby(state, entrances)


def doubted(acts: Actions, asked: Button | None) -> Actions:
    """The same while a key waits for its second press: the question blinks, and nothing else."""
    if asked is None or asked not in acts:
        return acts
    quiet = {
        button: replace(act, key=replace(act.key, light=Light.ON))
        for button, act in acts.items()
        if act.key.light is Light.NEXT
    }
    key = replace(acts[asked].key, legend=CONFIRM, light=Light.NEXT)
    return {**acts, **quiet, asked: replace(acts[asked], key=key)}


def page_key(
    state: CabinetState, page: Page, opened: Callable[[CabinetState], Change], now_s: float
) -> Change | None:
    """A keyboard's own key for a page, wherever no other page lies."""
    if state.operator_on or state.blocking or state.moving(now_s):
        return None
    if now_s < state.locked_until_s or state.saved.page not in (Page.NONE, page):
        return None
    state = replace(state, touched_at_s=now_s, waiting_since_s=now_s)
    if state.dark_since_s is not None:
        return Change(replace(state, dark_since_s=None), lock_s=LOCK_S)
    is_open = state.saved.page is page
    return places.close_page(state) if is_open else opened(state)


def _arrived(state: CabinetState) -> Change:
    """VELOCE: the movement is on its final picture."""
    is_strip = state.saved.mode is Mode.STRIP_POKER
    lock_s = strip_poker.lock_s(state.saved.strip) if is_strip else LOCK_S
    return Change(replace(state, movement=None), lock_s=lock_s)
