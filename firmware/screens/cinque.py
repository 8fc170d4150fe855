"""Cinque Mani as a picture: five columns in their rack, who sits opposite, and the question.

Everything follows from the cabinet's state. While a movement runs, the state already holds its
end; what is drawn is what the movement has come to.
"""

from __future__ import annotations

from firmware.cabinet.motion import Movement
from firmware.games.cinque_mani.hands import PLAIN, Ranking
from firmware.games.cinque_mani.table import HANDS, Phase, Table
from firmware.panel import Light
from firmware.screens import cinque_columns as columns
from firmware.screens import cinque_side as side
from firmware.screens import theme
from firmware.screens.cinque_art import DEAD_STRIP, LOWER, ROOM, UPPER, rail
from firmware.screens.cinque_columns import MOVE_S
from firmware.screens.cinque_duel import duel, shown_now
from firmware.screens.cinque_message import asked, is_calling, message
from firmware.screens.credit import credit_meter
from firmware.screens.joker_progress import counted
from firmware.screens.keys import key_sprites, next_blink_s
from firmware.screens.layout import Plan
from firmware.screens.panels import ground, meter
from firmware.screens.scene import Scene
from firmware.screens.speech import Speech
from firmware.screens.stage import Sprite
from firmware.screens.theme import FRAME_S
from firmware.screens.view import Trace, View

METERS = (theme.CREDIT_METER, theme.VALUE_METER, theme.BET_METER, theme.WIN_METER)
PANELS = (DEAD_STRIP, UPPER, LOWER, *METERS)


def cinque_scene(view: View, now_s: float, trace: Trace, words: Speech) -> Scene:
    """The picture of the table now."""
    movement = view.state.moving(now_s)
    table = view.state.saved.cinque
    sprites = (
        ground(ROOM, PANELS),
        *side.name(words),
        *side.beside_name(view, table, now_s, words),
        *columns.dead_strip(table, movement, now_s, words),
        *left_part(view, table, movement, now_s, trace, words),
        rail(),
        *message_part(view, table, movement, now_s, words),
        *_meters(view, table, movement, now_s, words),
        *right_part(view, table, movement, now_s, trace, words),
        *key_sprites(view.panel, words.legend, words.number, now_s, [b for b, _ in trace.pressed]),
    )
    is_moving = _is_moving(trace, now_s)
    return Scene(
        sprites,
        _next_frame_s(view, movement, now_s, trace),
        is_settling=is_moving or bool(trace.pressed),
        plan=Plan.CINQUE,
    )


def _is_moving(trace: Trace, now_s: float) -> bool:
    """Whether hands are on their way to other places, or one rises."""
    return trace.laid_before is not None and now_s - trace.laid_since_s < MOVE_S


def message_part(
    view: View, table: Table, movement: Movement | None, now_s: float, words: Speech
) -> tuple[Sprite, ...]:
    """The lower panel."""
    if columns.is_dealing(movement, now_s):
        return asked(words.text("cinque.dealing.title"), words.text("cinque.dealing"))
    return message(view, table, movement, now_s, words)


def _ranking(table: Table) -> Ranking:
    return PLAIN if table.round is None else table.round.terms.ranking


def left_part(
    view: View,
    table: Table,
    movement: Movement | None,
    now_s: float,
    trace: Trace,
    words: Speech,
) -> tuple[Sprite, ...]:
    """The five columns, or the rows of everybody's hands."""
    deal, played = table.dealt, table.round
    if deal is None or played is None or table.phase is Phase.STAKE:
        return columns.hidden(words)
    if columns.is_dealing(movement, now_s):
        return columns.hidden(words)
    match table.phase:
        case Phase.BUILD:
            return columns.offered(table, trace, now_s, words)
        case Phase.TABLE | Phase.LIFTED | Phase.CARD_IN_HAND:
            return columns.standing(table, _ranking(table), trace, now_s, words)
        case Phase.OPENED:
            return columns.opened(table, _ranking(table), words)
        case Phase.OPENED_SECOND:
            return columns.opened_second(table, _ranking(table), words)
        case _:
            best = view.state.best if view.state.is_reviewing else None
            return duel(
                played,
                deal,
                movement,
                now_s,
                words,
                best if table.phase is Phase.RESULT else None,
                is_counted=table.phase is Phase.RESULT,
            )


def right_part(
    view: View,
    table: Table,
    movement: Movement | None,
    now_s: float,
    trace: Trace,
    words: Speech,
) -> tuple[Sprite, ...]:
    """The upper panel."""
    deal, played = table.dealt, table.round
    if deal is None or played is None:
        return side.opponents(table, words)
    if table.phase in (Phase.REVEAL, Phase.RESULT):
        is_reviewing = table.phase is Phase.RESULT and view.state.is_reviewing
        best = view.state.best if is_reviewing else None
        return side.standing(played, deal, movement, now_s, words, best)
    if table.phase is Phase.BUILD and not columns.is_dealing(movement, now_s):
        return side.rack(deal, trace, now_s, words)
    return side.opponents(table, words)


def _meters(
    view: View, table: Table, movement: Movement | None, now_s: float, words: Speech
) -> tuple[Sprite, ...]:
    cinque, played = view.setup.cinque, table.round
    stake = 0 if cinque is None else cinque.stake_in_force(table, view.state.credit)
    players, win, is_hot = table.players, 0, False
    if played is not None:
        players = played.players
        if played.result is None:
            stake = played.stake
        elif played.deal is not None and shown_now(played.deal, movement, now_s) == HANDS:
            running = counted(movement, now_s)
            win = played.paid if running is None else running[0]
            is_hot = running is not None
        if played.result is not None:
            stake = played.stake
    number = words.number
    return (
        *credit_meter(theme.CREDIT_METER, view, words),
        *meter(
            theme.VALUE_METER,
            words.text("meter.bet"),
            number(stake),
            "bet",
            is_dull=stake == 0,
        ),
        *meter(
            theme.BET_METER,
            words.text("cinque.winner_takes"),
            number(stake * players),
            "prize",
            is_dull=stake == 0,
        ),
        *meter(
            theme.WIN_METER,
            words.text("meter.win"),
            number(win),
            "win",
            is_hot=is_hot,
            is_dull=win == 0,
        ),
    )


def _next_frame_s(
    view: View, movement: Movement | None, now_s: float, trace: Trace
) -> float | None:
    due: list[float] = []
    if movement is not None or _is_moving(trace, now_s):
        due.append(now_s + FRAME_S)
    if trace.pressed:
        due.append(min(when for _, when in trace.pressed) + theme.PRESS_S)
    if any(key.light is Light.NEXT for key in view.panel.values()) or is_calling(view):
        due.append(next_blink_s(now_s))
    left_s = side.seconds_left(view, now_s)
    if left_s:
        table = view.state.saved.cinque
        assert table.round is not None
        ends_s = view.state.arranging_since_s + table.round.terms.clock_s
        due.append(max(now_s + FRAME_S, ends_s - left_s + 1))
    return min(due, default=None)
