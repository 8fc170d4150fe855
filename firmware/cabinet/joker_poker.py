"""Joker Poker under the eight buttons: which key does what in which state.

The rules say what is allowed; this table says under which key it lies, what it is called and
how the picture follows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from firmware.cabinet import motion
from firmware.cabinet.actions import LOCK_S, LONG_LOCK_S, Action, Change, action
from firmware.cabinet.best_results import joker_best
from firmware.cabinet.places import open_options, to_menu
from firmware.cabinet.state import CabinetState, Page
from firmware.cards.shuffle import Shuffler
from firmware.events import Cue
from firmware.games.action import can
from firmware.games.joker_poker.records import write_round
from firmware.games.joker_poker.rules import PICKS, JokerPoker, Play
from firmware.games.joker_poker.table import Phase, Round, Table
from firmware.money import GameId
from firmware.panel import HOLDS, Button, Light
from firmware.transaction import RECENT_ROUNDS, RoundRecord


def actions(state: CabinetState, game: JokerPoker, shuffler: Shuffler) -> dict[Button, Action]:
    """Every key that does something at this table now."""
    match state.saved.joker.phase:
        case Phase.BETTING:
            return _betting(state, game, shuffler)
        case Phase.HOLD:
            return _hold(state, game)
        case Phase.WIN:
            return _win(state, game, shuffler)
        case Phase.DOUBLE:
            return _double(state, game)


def collect(state: CabinetState, game: JokerPoker) -> Change:
    """INCASSA, also what an abandoned win comes to."""
    return _change(state, game.collect(state.saved.joker), lock_s=LONG_LOCK_S, cues=(Cue.COLLECT,))


def pick(state: CabinetState, game: JokerPoker, position: int) -> Change:
    """SCEGLI, also what an abandoned double comes to."""
    play = game.pick(state.saved.joker, position)
    assert play.table.round is not None
    played = play.table.round
    lock_s = LOCK_S if play.table.win and play.table.win == state.saved.joker.win else LONG_LOCK_S
    return _change(state, play, move=lambda now_s: motion.revealing(now_s, played), lock_s=lock_s)


def _betting(state: CabinetState, game: JokerPoker, shuffler: Shuffler) -> dict[Button, Action]:
    table, credit = state.saved.joker, state.credit
    keys: dict[Button, Action] = {}
    if can(game.verify_chip_down, table, credit):
        keys[Button.HOLD1] = action(
            "chip_down", lambda: _soft(state, game.chip_down(table, credit), Cue.PRESS)
        )
    if can(game.verify_chip_up, table, credit):
        keys[Button.HOLD2] = action(
            "chip_up", lambda: _soft(state, game.chip_up(table, credit), Cue.PRESS)
        )
    keys[Button.HOLD3] = action("options", lambda: open_options(state))
    keys[Button.HOLD4] = action("history", lambda: _open_history(state))
    keys[Button.HOLD5] = action("menu", lambda: to_menu(state))
    can_deal = can(game.verify_deal, table, credit)
    if can_deal:
        keys[Button.DEAL] = action("deal", lambda: _deal(state, game.deal, shuffler), Light.NEXT)
    if can(game.verify_bet_one, table, credit):
        keys[Button.BET] = action(
            "bet_one",
            lambda: _soft(state, game.bet_one(table, credit), Cue.PRESS),
            Light.ON if can_deal else Light.NEXT,
        )
    if can(game.verify_bet_max, table, credit):
        keys[Button.DOUBLE] = action("bet_max", lambda: _deal(state, game.bet_max, shuffler))
    return keys


def _hold(state: CabinetState, game: JokerPoker) -> dict[Button, Action]:
    table = state.saved.joker

    def toggle(position: int) -> Callable[[], Change]:
        cue = Cue.RELEASE if position in table.held else Cue.HOLD
        return lambda: _soft(state, game.hold(table, position), cue)

    keys = {
        button: action("hold", toggle(place), Light.FULL if place in table.held else Light.ON)
        for place, button in enumerate(HOLDS, start=1)
        if can(game.verify_hold, table, place)
    }
    if can(game.verify_draw, table):
        keys[Button.DEAL] = action("deal", lambda: _draw(state, game), Light.NEXT)
    if can(game.verify_release_all, table):
        keys[Button.DOUBLE] = action(
            "reset", lambda: _soft(state, game.release_all(table), Cue.RELEASE)
        )
    return keys


def _win(state: CabinetState, game: JokerPoker, shuffler: Shuffler) -> dict[Button, Action]:
    table = state.saved.joker
    keys = {Button.DEAL: action("collect", lambda: collect(state, game), Light.NEXT)}
    if can(game.verify_half_double, table):
        keys[Button.BET] = action(
            "half_double",
            lambda: _change(state, game.half_double(table, shuffler), move=motion.opening_double),
        )
    if can(game.verify_double, table):
        keys[Button.DOUBLE] = action(
            "double",
            lambda: _change(state, game.double(table, shuffler), move=motion.opening_double),
        )
    return keys


def _double(state: CabinetState, game: JokerPoker) -> dict[Button, Action]:
    def choose(position: int) -> Callable[[], Change]:
        return lambda: pick(state, game, position)

    return {
        HOLDS[place - 1]: action("pick", choose(place), Light.FULL)
        for place in PICKS
        if can(game.verify_pick, state.saved.joker, place)
    }


def _deal(
    state: CabinetState,
    deal: Callable[[Table, int, int, Shuffler], Play],
    shuffler: Shuffler,
) -> Change:
    saved = state.saved
    play = deal(saved.joker, state.credit, saved.rounds + 1, shuffler)
    has_proposal = bool(play.table.held)
    begun = replace(state, saved=replace(saved, rounds=saved.rounds + 1), won_at_s=None)
    return _change(begun, play, move=lambda now_s: motion.dealing(now_s, has_proposal))


def _draw(state: CabinetState, game: JokerPoker) -> Change:
    play = game.draw(state.saved.joker)
    assert play.table.round is not None
    played = play.table.round
    best = joker_best(state.saved.best, played)
    state = replace(state, saved=replace(state.saved, best=best))
    return _change(
        state,
        play,
        move=lambda now_s: motion.drawing(now_s, played),
        lock_s=LONG_LOCK_S if played.paid else LOCK_S,
    )


def _soft(state: CabinetState, play: Play, cue: Cue) -> Change:
    """An action that moves neither money nor chance: it applies at once."""
    return Change(replace(state, saved=replace(state.saved, joker=play.table)), cues=(cue,))


def _change(
    state: CabinetState,
    play: Play,
    *,
    move: Callable[[float], motion.Movement] | None = None,
    lock_s: float = LOCK_S,
    cues: tuple[Cue, ...] = (Cue.PRESS,),
) -> Change:
    assert play.table.round is not None
    return Change(
        state=replace(
            state,
            saved=replace(state.saved, joker=play.table),
            history=_with_round(state.history, play.table.round),
        ),
        postings=play.postings,
        record=_record(play.table.round),
        is_hard=True,
        move=move,
        lock_s=lock_s,
        cues=cues,
    )


def _record(played: Round) -> RoundRecord:
    return RoundRecord(played.number, GameId.JOKER_POKER, write_round(played), played.is_over)


def _with_round(history: tuple[Round, ...], played: Round) -> tuple[Round, ...]:
    older = history[1:] if history and history[0].number == played.number else history
    return (played, *older)[:RECENT_ROUNDS]


def _open_history(state: CabinetState) -> Change:
    saved = replace(state.saved, page=Page.HISTORY, page_number=0)
    return Change(replace(state, saved=saved), lock_s=LOCK_S, cues=(Cue.PRESS,))
