"""Cinque Mani under the eight buttons: which key does what in which state.

Arranging is soft: nothing of it moves money or chance. Hard are the cards, what the others lay
(`thinking`), CONFERMA, every hand that is turned up, and the end.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from firmware.cabinet import cinque_motion, places, thinking
from firmware.cabinet.actions import LOCK_S, LONG_LOCK_S, Action, Change, action, legend
from firmware.cabinet.best_results import Run, cinque_best, run_after
from firmware.cabinet.motion import Movement
from firmware.cabinet.pace import Pace
from firmware.cabinet.state import CabinetState
from firmware.cabinet.thinking import CinqueTable
from firmware.cards.shuffle import Chance
from firmware.events import Cue
from firmware.games.action import can
from firmware.games.cinque_mani.building import candidates
from firmware.games.cinque_mani.hands import Category
from firmware.games.cinque_mani.play import Play
from firmware.games.cinque_mani.records import record_of
from firmware.games.cinque_mani.rules import CinqueMani
from firmware.games.cinque_mani.table import ARRANGEABLE, Phase, Result, Table
from firmware.panel import HOLDS, Button, Light
from firmware.words import Message

TURN_S = 1.5
"""How long a position that was turned up is looked at before the next one turns by itself."""


def made(category: Category) -> Message:
    """What a hand makes, in capitals."""
    return Message(f"laid.{category.value}")


def entered(state: CabinetState, game: CinqueMani) -> CabinetState:
    """The state at the table, away from a stake that is over, and before the first of a run."""
    table = state.saved.cinque
    if table.phase is Phase.RESULT and game.takes_stake(table):
        table = game.leave(table).table
    seated = replace(state, saved=replace(state.saved, cinque_run=Run()))
    return _at(seated, table)


def actions(state: CabinetState, cinque: CinqueTable, shuffler: Chance) -> dict[Button, Action]:
    """Every key that does something at this table now."""
    game = cinque.game
    match state.saved.cinque.phase:
        case Phase.STAKE:
            return _stake(state, cinque, shuffler)
        case Phase.BUILD:
            return _build(state, game)
        case Phase.TABLE:
            return _table(state, game, shuffler)
        case Phase.LIFTED:
            return _lifted(state, game)
        case Phase.OPENED:
            return _opened(state, game)
        case Phase.CARD_IN_HAND:
            return _card_in_hand(state, game)
        case Phase.OPENED_SECOND:
            return _opened_second(state, game)
        case Phase.REVEAL:
            return _reveal(state, game)
        case Phase.RESULT:
            return _result(state, cinque, shuffler)


# --- before and after a stake -----------------------------------------------------------------


def _stake(state: CabinetState, cinque: CinqueTable, shuffler: Chance) -> dict[Button, Action]:
    table, game = state.saved.cinque, cinque.game
    keys = {
        Button.HOLD1: action(
            legend("players", players=table.players),
            lambda: _chosen(state, game.choose_players(table)),
        ),
        Button.HOLD3: action("options", lambda: places.open_options(state)),
        Button.HOLD4: action("rules", lambda: places.open_rules(state)),
        Button.HOLD5: action("menu", lambda: places.to_menu(state)),
    }
    return {**keys, **_next_stake(state, cinque, shuffler, "deal_cards")}


def _next_stake(
    state: CabinetState, cinque: CinqueTable, shuffler: Chance, word: str
) -> dict[Button, Action]:
    """The cards for a stake, and another stake."""
    table, game, credit = state.saved.cinque, cinque.game, state.credit
    keys: dict[Button, Action] = {}
    if can(game.verify_deal, table, credit):
        price = game.stake_in_force(table, credit) if game.takes_stake(table) else None
        keys[Button.DEAL] = action(
            word, lambda: _dealt(state, cinque, shuffler), Light.NEXT, credits=price
        )
    if can(game.verify_stake, table, credit):
        stake = game.stake_in_force(table, credit)
        keys[Button.BET] = action(
            "stake", lambda: _chosen(state, game.stake(table, credit)), credits=stake
        )
    return keys


def _dealt(state: CabinetState, cinque: CinqueTable, shuffler: Chance) -> Change:
    table, game = state.saved.cinque, cinque.game
    is_new = game.takes_stake(table)
    number = state.saved.rounds + is_new
    play = game.deal(table, state.credit, number, shuffler)
    begun = replace(state, saved=replace(state.saved, rounds=number))
    change = _hard(thinking.begun(begun), play, cinque_motion.dealing)
    return thinking.with_hands(change, cinque, shuffler)


def _result(state: CabinetState, cinque: CinqueTable, shuffler: Chance) -> dict[Button, Action]:
    table, game = state.saved.cinque, cinque.game
    is_over = game.takes_stake(table)
    keys = _next_stake(state, cinque, shuffler, "next_deal")
    keys[Button.HOLD5] = action("menu", lambda: _away(state, game), asks=not is_over)
    if state.best is not None:
        word = "own_hands" if state.is_reviewing else "best_answer"
        keys[Button.HOLD1] = action(
            word, lambda: _pressed(replace(state, is_reviewing=not state.is_reviewing))
        )
    return keys


def _away(state: CabinetState, game: CinqueMani) -> Change:
    """MENU: a match that still goes on ends, and its stake is lost."""
    play = game.leave(state.saved.cinque)
    menu = places.to_menu(_at(state, play.table))
    if play.record is None:
        return menu
    return replace(menu, postings=play.postings, record=record_of(play.record), is_hard=True)


# --- arranging --------------------------------------------------------------------------------


def _build(state: CabinetState, game: CinqueMani) -> dict[Button, Action]:
    table = state.saved.cinque
    assert table.dealt is not None

    def pick(candidate: int) -> Callable[[], Change]:
        return lambda: _moved(state, game.pick(table, candidate))

    keys = {
        button: action(legend("candidate", made=made(found.category)), pick(at))
        for at, (button, found) in enumerate(
            zip(HOLDS, candidates(table.dealt.left, table.page), strict=False), start=1
        )
    }
    keys[Button.HOLD5] = action("discard", lambda: _moved(state, game.discard(table)))
    keys[Button.DEAL] = action(
        "recommended", lambda: _moved(state, game.take_recommended(table)), Light.NEXT
    )
    if can(game.verify_others, table):
        keys[Button.BET] = action("other_hands", lambda: _moved(state, game.others(table)))
    keys[Button.DOUBLE] = action("auto", lambda: _moved(state, game.auto(table)))
    return keys


def _table(state: CabinetState, game: CinqueMani, shuffler: Chance) -> dict[Button, Action]:
    table = state.saved.cinque

    def lift(position: int) -> Callable[[], Change]:
        return lambda: _moved(state, game.lift(table, position))

    keys = {
        button: action(legend("lift", position=at), lift(at))
        for at, button in enumerate(HOLDS, start=1)
    }
    if can(game.verify_confirm, table):
        keys[Button.DEAL] = action("lay_down", lambda: _confirmed(state, game), Light.NEXT)
    keys[Button.BET] = action(
        "propose", lambda: _moved(state, game.propose(table, shuffler.source))
    )
    keys[Button.DOUBLE] = action("redo", lambda: _moved(state, game.redo(table)))
    return keys


def _lifted(state: CabinetState, game: CinqueMani) -> dict[Button, Action]:
    table = state.saved.cinque

    def swap(position: int) -> Callable[[], Change]:
        return lambda: _moved(state, game.swap(table, position))

    keys = {
        button: action("swap", swap(at))
        for at, button in enumerate(HOLDS, start=1)
        if can(game.verify_swap, table, at)
    }
    opening = action("open_hand", lambda: _moved(state, game.open(table)), Light.FULL)
    return {**keys, HOLDS[table.lifted - 1]: opening, **_cancel(state, game)}


def _opened(state: CabinetState, game: CinqueMani) -> dict[Button, Action]:
    table = state.saved.cinque

    def take(card: int) -> Callable[[], Change]:
        return lambda: _moved(state, game.take(table, card))

    keys = {button: action("take", take(at)) for at, button in enumerate(HOLDS, start=1)}
    return {**keys, **_cancel(state, game)}


def _card_in_hand(state: CabinetState, game: CinqueMani) -> dict[Button, Action]:
    table = state.saved.cinque

    def toward(position: int) -> Callable[[], Change]:
        return lambda: _moved(state, game.toward(table, position))

    keys = {
        button: action(legend("toward", position=at), toward(at))
        for at, button in enumerate(HOLDS, start=1)
        if can(game.verify_toward, table, at)
    }
    return {**keys, **_cancel(state, game)}


def _opened_second(state: CabinetState, game: CinqueMani) -> dict[Button, Action]:
    """Each key says what both hands would make then."""
    table = state.saved.cinque

    def exchange(card: int) -> Callable[[], Change]:
        return lambda: _moved(state, game.exchange(table, card))

    keys = {}
    for at, button in enumerate(HOLDS, start=1):
        seen = game.preview(table, at)
        lifted, second = made(seen.lifted[1].category), made(seen.second[1].category)
        keys[button] = action(legend("exchange", lifted=lifted, second=second), exchange(at))
    return {**keys, **_cancel(state, game)}


def _cancel(state: CabinetState, game: CinqueMani) -> dict[Button, Action]:
    table = state.saved.cinque
    return {Button.BET: action("cancel", lambda: _moved(state, game.cancel(table)))}


# --- reveal -----------------------------------------------------------------------------------


def _confirmed(state: CabinetState, game: CinqueMani) -> Change:
    return _hard(state, game.confirm(state.saved.cinque))


def _reveal(state: CabinetState, game: CinqueMani) -> dict[Button, Action]:
    table = state.saved.cinque
    return {
        Button.DEAL: action("reveal", lambda: _turned(state, game.reveal(table)), Light.NEXT),
        Button.DOUBLE: action("reveal_all", lambda: _turned(state, game.reveal_all(table))),
    }


def _turned(state: CabinetState, play: Play) -> Change:
    before = state.saved.cinque

    def move(now_s: float) -> Movement:
        return cinque_motion.revealing(now_s, before, play.table)

    change = _hard(state, play, move, cues=())
    is_won = play.record is not None and play.record.result in (Result.WON, Result.LEVEL)
    return replace(change, lock_s=LONG_LOCK_S if is_won else LOCK_S)


# --- what happens when nobody presses ---------------------------------------------------------


def deadline_s(state: CabinetState, pace: Pace) -> float | None:
    """When something happens at this table by itself, or None."""
    due_s = (_turn_due_s(state, pace), _clock_due_s(state), thinking.due_s(state))
    return min((at_s for at_s in due_s if at_s is not None), default=None)


def timers(
    state: CabinetState, game: CinqueMani, chance: Chance, pace: Pace, now_s: float
) -> Change | None:
    """What has happened by `now_s` because nobody pressed, or None."""
    turn_s, late_s, clock_s = _turn_due_s(state, pace), thinking.due_s(state), _clock_due_s(state)
    if turn_s is not None and now_s >= turn_s:
        return _turned(state, game.reveal(state.saved.cinque))
    if late_s is not None and now_s >= late_s:
        return thinking.late(state, game, chance)
    if clock_s is not None and now_s >= clock_s:
        # she may sit and look on, so the pictures of an empty room wait as after a press
        present = replace(state, waiting_since_s=now_s, touched_at_s=now_s, dark_since_s=None)
        return _clocked(present, game)
    return None


def _turn_due_s(state: CabinetState, pace: Pace) -> float | None:
    is_turning = thinking.is_open(state) and state.saved.cinque.phase is Phase.REVEAL
    return state.waiting_since_s + pace.lasting(TURN_S) if is_turning else None


def _clock_due_s(state: CabinetState) -> float | None:
    """When the time to arrange is over; None without a clock, and while the others are awaited."""
    table = state.saved.cinque
    if table.round is None or table.phase not in ARRANGEABLE or not thinking.is_open(state):
        return None
    clock_s = table.round.terms.clock_s
    is_waiting = table.phase is Phase.TABLE and state.complete_since_s is not None
    return state.arranging_since_s + clock_s if clock_s and not is_waiting else None


def _clocked(state: CabinetState, game: CinqueMani) -> Change:
    """What is half made is finished, then it is confirmed."""
    table = state.saved.cinque
    if can(game.verify_finish, table):
        return _moved(state, game.finish(table))
    return _confirmed(state, game)


# --- what a press leads to --------------------------------------------------------------------


def _hard(
    state: CabinetState,
    play: Play,
    move: Callable[[float], Movement] | None = None,
    cues: tuple[Cue, ...] = (Cue.PRESS,),
) -> Change:
    if play.record is not None:
        run = run_after(state.saved.cinque_run, play.record)
        best = cinque_best(state.saved.cinque_best, run)
        state = replace(state, saved=replace(state.saved, cinque_run=run, cinque_best=best))
    return Change(
        state=_at(state, play.table),
        postings=play.postings,
        record=None if play.record is None else record_of(play.record),
        is_hard=True,
        move=move,
        lock_s=LOCK_S,
        cues=cues,
    )


def _moved(state: CabinetState, play: Play) -> Change:
    """An arrangement that is changed, or on its way to it."""
    return _pressed(_at(state, play.table), lock_s=LOCK_S)


def _chosen(state: CabinetState, play: Play) -> Change:
    """An amount, which locks nothing."""
    return _pressed(_at(state, play.table))


def _pressed(state: CabinetState, lock_s: float = 0.0) -> Change:
    return Change(state, lock_s=lock_s, cues=(Cue.PRESS,))


def _at(state: CabinetState, table: Table) -> CabinetState:
    return replace(state, saved=replace(state.saved, cinque=table))
