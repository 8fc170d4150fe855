"""Joker Poker as a picture: table, cards, question, meters and keys, in every state.

Everything follows from the cabinet's state. While a movement runs, the state already holds
its end; the scene then shows only what has happened so far, so no result is given away.
"""

from __future__ import annotations

from firmware.cabinet.motion import WON_ROW_S, Movement
from firmware.games.action import can
from firmware.games.joker_poker.double_up import Outcome, pending_after
from firmware.games.joker_poker.rules import JokerPoker
from firmware.games.joker_poker.table import Phase, Round, Table
from firmware.panel import Light
from firmware.screens import coin_notice, theme
from firmware.screens import message_panel as message
from firmware.screens.credit import credit_meter
from firmware.screens.hand_words import rank_name, row_of, sheet, title
from firmware.screens.holding import is_lifting
from firmware.screens.joker_cards import looks
from firmware.screens.joker_progress import (
    counted,
    is_arriving,
    is_pick_open,
    made_of,
    proposed,
    won_level,
)
from firmware.screens.keys import blink_level, key_sprites, next_blink_s
from firmware.screens.marquee import marquee
from firmware.screens.movable import is_movable, window
from firmware.screens.panels import ground, meter
from firmware.screens.pay_table import pay_table
from firmware.screens.scene import Scene
from firmware.screens.speech import Speech
from firmware.screens.stage import Sprite
from firmware.screens.table_cards import card_sprites
from firmware.screens.theme import FRAME_S
from firmware.screens.view import Trace, View

ROOM = theme.JOKER_ROOM
PANELS = (
    theme.TOP_PANEL,
    theme.MARQUEE,
    theme.MESSAGE,
    theme.CREDIT_METER,
    theme.VALUE_METER,
    theme.BET_METER,
    theme.WIN_METER,
)
SWAY_FRAME_S = 1 / 30


def joker_scene(view: View, now_s: float, trace: Trace, words: Speech) -> Scene:
    """The picture of the game now."""
    table = view.state.saved.joker
    movement = view.state.moving(now_s)
    said = _message(view, table, movement, now_s, words)
    is_window = is_movable(view)
    sprites = (
        ground(ROOM, PANELS),
        *_pay_table(view, table, movement, now_s, words),
        *marquee(view.setup, table.chip_value, words),
        *(() if is_window else said),
        *_meters(view, table, movement, now_s, words),
        *card_sprites(
            looks(view, table, movement, now_s, trace, words), is_still=view.options.reduced_motion
        ),
        *(window(said, trace.carried, ROOM) if is_window else ()),
        *key_sprites(view.panel, words.legend, words.number, now_s, [b for b, _ in trace.pressed]),
    )
    return Scene(
        sprites,
        _next_frame_s(view, table, movement, now_s, trace),
        is_settling=is_lifting(view, now_s, trace) or bool(trace.pressed),
    )


# --- parts of the picture ---------------------------------------------------------------------


def _pay_table(
    view: View, table: Table, movement: Movement | None, now_s: float, words: Speech
) -> tuple[Sprite, ...]:
    played = table.round
    words_of_table = sheet(words, view.setup, table.chip_value)
    column = view.setup.game.chips_in_force(table, view.state.credit)
    if table.phase is Phase.BETTING or played is None:
        in_double = played is not None and played.doubles and movement is not None
        if in_double or movement is not None:
            column = played.chips if played else column
        return pay_table(words_of_table, ROOM, column=column, is_dim=bool(in_double))
    if table.phase is Phase.HOLD:
        made = None if is_arriving(movement, now_s) else proposed(played)
        return pay_table(
            words_of_table,
            ROOM,
            column=played.chips,
            made_row=None if made is None else row_of(made.hand),
        )
    row = row_of(played.hand)
    if played.doubles:
        return pay_table(words_of_table, ROOM, column=played.chips, is_dim=True, outlined_row=row)
    if is_arriving(movement, now_s):
        return pay_table(words_of_table, ROOM, column=played.chips)
    return pay_table(
        words_of_table,
        ROOM,
        column=played.chips,
        won_row=row,
        won_level=won_level(view, now_s),
    )


def _message(
    view: View, table: Table, movement: Movement | None, now_s: float, words: Speech
) -> tuple[Sprite, ...]:
    played = table.round
    match table.phase:
        case Phase.HOLD:
            assert played is not None
            return () if is_arriving(movement, now_s) else _hold_message(view, played, words)
        case Phase.DOUBLE:
            assert played is not None
            if is_arriving(movement, now_s):
                return (message.title(words.text("double.title"), baseline=355),)
            return _double_message(played, words)
        case Phase.WIN:
            assert played is not None
            return _win_message(view, played, movement, now_s, words)
        case _:
            return _betting_message(view, table, movement, now_s, words)


def _hold_message(view: View, played: Round, words: Speech) -> tuple[Sprite, ...]:
    made = proposed(played)
    if made is None:
        return (
            message.title(words.text("hold.title")),
            message.divider(ROOM, 400),
            *message.sentences(words.text("hold.choose"), baseline=440, most=3),
        )
    pays = view.setup.game.pays_for(played, made.hand)
    return (
        message.title(words.message(title(made))),
        *message.amount(words.text("hold.pays"), words.number(pays)),
        message.divider(ROOM),
        *message.sentences(words.text("hold.proposal")),
    )


def _double_message(played: Round, words: Speech) -> tuple[Sprite, ...]:
    last = played.doubles[-1]
    rank = last.cards[0].rank
    sentence = (
        words.text("double.pick_joker")
        if rank is None
        else words.text("double.pick", rank=rank_name(rank))
    )
    return (
        message.title(words.text("double.title"), baseline=355),
        *message.at_risk(
            words.text("double.at_risk"),
            words.number(last.stake),
            words.text("double.may_win"),
            words.number(pending_after(Outcome.WON, last.stake)),
        ),
        message.divider(ROOM, 472),
        *message.sentences(sentence, baseline=507),
    )


def _win_message(
    view: View, played: Round, movement: Movement | None, now_s: float, words: Speech
) -> tuple[Sprite, ...]:
    last = played.doubles[-1] if played.doubles else None
    if last is None:
        if is_arriving(movement, now_s) or played.final is None:
            return ()
        heading = words.message(title(made_of(played.final)))
    elif is_pick_open(played, movement, now_s):
        return (message.title(words.text("double.title"), baseline=355),)
    elif last.outcome is Outcome.TIED:
        heading = words.text("double.tied")
    else:
        heading = words.text("double.won")
    running = counted(movement, now_s)
    amount, share = (played.win, 1.0) if running is None else running
    if last is not None and last.outcome is Outcome.TIED:
        return (
            message.title(heading, baseline=355),
            *message.amount(words.text("win.yours"), words.number(played.win)),
            message.divider(ROOM),
            *message.sentences(words.text("double.tied_again")),
        )
    below = words.counted("win.of_credits", played.win)
    if share >= 1.0:
        below = words.text(f"win.{_may_double(view.setup.game, view.state.saved.joker)}")
    return (
        message.title(heading, baseline=355),
        *message.counting(words.number(amount), share, below),
    )


def _may_double(game: JokerPoker, table: Table) -> str:
    """Whether a win may be doubled, or why it may not."""
    if can(game.verify_double, table):
        return "collect_or_double"
    return "above_limit" if table.win > game.double_limit else "no_more_doubles"


def _betting_message(
    view: View, table: Table, movement: Movement | None, now_s: float, words: Speech
) -> tuple[Sprite, ...]:
    played, credit = table.round, view.state.credit
    if is_arriving(movement, now_s):
        if played is not None and played.doubles:
            if is_pick_open(played, movement, now_s):
                return (message.title(words.text("double.title"), baseline=355),)
            return (message.title(words.text("double.lost")),)
        return ()
    if credit == 0 and coin_notice.is_out(view):
        return (
            message.title(words.text("coins.out.title"), colour=theme.CORAL),
            message.divider(ROOM, 400),
            *message.sentences(words.text("coins.out"), baseline=440, most=3),
        )
    if credit == 0:
        price = words.money(view.setup.credit_minor, view.setup.currency)
        return (
            message.title(
                coin_notice.call(view, words),
                colour=theme.AMBER_TEXT,
                alpha=round(255 * (0.25 + 0.75 * blink_level(now_s))),
            ),
            *message.amount(words.text("credit.one"), price),
            message.divider(ROOM),
            *message.sentences(words.text("credit.welcome")),
        )
    notice = coin_notice.notice(view, words)
    footnote = message.footnote(notice)
    if view.setup.game.chips_in_force(table, credit) == 0:
        is_affordable = view.setup.game.chips_affordable(table, credit) > 0
        key = "bet.first" if is_affordable else "bet.chip_too_dear"
        return (
            message.title(words.text("bet.title")),
            message.divider(ROOM, 400),
            *message.sentences(words.text(key), baseline=440, most=3),
            *footnote,
        )
    if played is None:
        return (
            message.title(words.text("bet.title")),
            message.divider(ROOM, 400),
            *message.sentences(words.text("bet.ready"), baseline=440, most=3),
            *footnote,
        )
    if not played.is_over:
        heading = words.text("bet.title")
    elif played.doubles and played.doubles[-1].outcome is Outcome.LOST:
        heading = words.text("double.lost")
    elif played.paid:
        heading = words.text("win.collected")
    else:
        heading = words.text("round.lost")
    collected = played.collected if played is not None and played.is_over else 0
    if collected:
        footnote = message.footnote(notice, most=1)
    figure = message.amount(words.text("win.to_credit"), words.number(collected))
    again = message.sentences(
        words.text("bet.again"), baseline=490 if collected else 440, most=2 if collected else 3
    )
    if played.is_over and view.setup.has_trainer and not footnote:
        from firmware.screens.trainer import trained  # only where an operator wants it

        footnote = trained(played, view.setup.game, words)
        again = () if collected and footnote else again  # there is no room for both
    return (
        message.title(heading),
        *(figure if collected else ()),
        message.divider(ROOM, 454 if collected else 400),
        *again,
        *footnote,
    )


def _meters(
    view: View, table: Table, movement: Movement | None, now_s: float, words: Speech
) -> tuple[Sprite, ...]:
    played = table.round
    bet = view.setup.game.bet_in_force(table, view.state.credit)
    win, is_bet_hot, is_win_hot = 0, False, False
    if played is not None and table.phase is not Phase.BETTING:
        bet = played.bet
    if table.phase is Phase.DOUBLE and played is not None:
        bet, win, is_bet_hot = played.doubles[-1].stake, played.win, True
    elif played is not None and played.doubles and is_arriving(movement, now_s):
        bet, is_bet_hot = played.doubles[-1].stake, True
        running = counted(movement, now_s)
        win = played.win if running is None else running[0]
        if is_pick_open(played, movement, now_s):
            win = bet
    elif table.phase is Phase.WIN and played is not None:
        running = counted(movement, now_s)
        win = played.win if running is None else running[0]
        is_win_hot = not is_arriving(movement, now_s)
        if not played.doubles and is_arriving(movement, now_s):
            win = 0
    elif movement is not None and played is not None:
        bet = played.bet
    number = words.number
    return (
        *credit_meter(theme.CREDIT_METER, view, words),
        *meter(theme.VALUE_METER, words.text("meter.value"), number(table.chip_value), "value"),
        *meter(
            theme.BET_METER,
            words.text("meter.bet"),
            number(bet),
            "bet",
            is_hot=is_bet_hot,
            is_dull=bet == 0,
        ),
        *meter(
            theme.WIN_METER,
            words.text("meter.win"),
            number(win),
            "win",
            is_hot=is_win_hot,
            is_dull=win == 0,
        ),
    )


# --- when the picture changes by itself -------------------------------------------------------


def _next_frame_s(
    view: View, table: Table, movement: Movement | None, now_s: float, trace: Trace
) -> float | None:
    due: list[float] = []
    if movement is not None or is_lifting(view, now_s, trace):
        due.append(now_s + FRAME_S)
    if trace.pressed:
        due.append(min(when for _, when in trace.pressed) + theme.PRESS_S)
    is_swaying = table.phase is Phase.DOUBLE and not view.options.reduced_motion
    if is_swaying and movement is None:
        due.append(now_s + SWAY_FRAME_S)
    is_calling = view.state.credit == 0 and not coin_notice.is_out(view)
    if any(key.light is Light.NEXT for key in view.panel.values()) or is_calling:
        due.append(next_blink_s(now_s))
    won = view.state.won_at_s
    if table.phase is Phase.WIN and won is not None and 0 <= now_s - won < WON_ROW_S:
        half = theme.WON_BLINK_S / 2
        due.append(won + ((now_s - won) // half + 1) * half)
    return min(due, default=None)
