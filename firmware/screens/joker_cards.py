"""The five places of Joker Poker's table: what lies there, how it moves, what marks it."""

from __future__ import annotations

from firmware.cabinet.motion import Movement, PartKind
from firmware.games.joker_poker.double_up import Outcome
from firmware.games.joker_poker.table import Phase, Round, Table
from firmware.screens.holding import lift
from firmware.screens.joker_progress import (
    is_arriving,
    made_of,
    won_level,
)
from firmware.screens.speech import Speech
from firmware.screens.table_cards import BACK, Look, flying, sway_angle
from firmware.screens.theme import CARD_BOXES, CARD_Y, HELD_LIFT
from firmware.screens.view import Trace, View


def looks(
    view: View, table: Table, movement: Movement | None, now_s: float, trace: Trace, words: Speech
) -> list[Look | None]:
    """What lies at places 1..5; None where nothing does."""
    cards = table.cards
    if not cards:
        return [Look(BACK, box.x, CARD_Y) for box in CARD_BOXES]
    played = table.round
    assert played is not None
    return [
        _look(view, table, played, place, movement, now_s, trace, words) for place in range(1, 6)
    ]


def _look(
    view: View,
    table: Table,
    played: Round,
    place: int,
    movement: Movement | None,
    now_s: float,
    trace: Trace,
    words: Speech,
) -> Look | None:
    card = table.cards[place - 1]
    face = BACK if card is None else str(card)
    x: float = CARD_BOXES[place - 1].x
    turn = 1.0
    if movement is not None:
        flight = movement.of(PartKind.FLIGHT, place)
        flip = movement.of(PartKind.FLIP, place)
        if flight is not None and now_s < flight.ends_s:
            if now_s < flight.begins_s:
                return None
            return flying(place, flight, now_s, is_still=movement.is_still)
        if flip is not None:
            turn = flip.progress(now_s)
    if played.doubles:
        angle = 0.0 if view.options.reduced_motion else sway_angle(place, now_s)
        return _double_look(played, place, face, x, turn, angle, movement, now_s, words)
    risen = lift(view, place, now_s, trace)
    look = Look(face, x, CARD_Y - HELD_LIFT * risen, turn)
    if place in table.held and turn >= 1.0 and not is_arriving(movement, now_s):
        return look._replace(outline="held", tag=words.text("key.hold"), tag_grown=risen)
    if table.phase is Phase.WIN and played.final and not is_arriving(movement, now_s):
        if place in made_of(played.final).positions:
            return look._replace(outline="won", level=won_level(view, now_s))
        return look._replace(veil=1.0)
    if table.phase is Phase.BETTING and played.is_over and not played.paid:
        return look._replace(dim=_dimmed(movement, now_s))
    return look


def _double_look(
    played: Round,
    place: int,
    face: str,
    x: float,
    turn: float,
    angle: float,
    movement: Movement | None,
    now_s: float,
    words: Speech,
) -> Look:
    last = played.doubles[-1]
    if place == 1:
        bank = Look(face, x, CARD_Y, turn)
        if turn >= 1.0:
            bank = bank._replace(outline="bank", tag=words.text("double.bank"))
        return bank
    if last.outcome is None:
        moving = is_arriving(movement, now_s)
        return Look(BACK, x, CARD_Y, angle=0.0 if moving else angle)
    look = Look(face, x, CARD_Y, turn)
    if turn < 1.0:
        return look
    if place == last.pick and last.outcome is not Outcome.LOST:
        return look._replace(outline="won")
    if place != last.pick and not is_arriving(movement, now_s):
        look = look._replace(veil=1.0)
    if last.outcome is Outcome.LOST:
        look = look._replace(dim=_dimmed(movement, now_s))
    return look


def _dimmed(movement: Movement | None, now_s: float) -> float:
    """How far the light has gone after a loss, in eight steps."""
    if movement is None:
        return 1.0
    part = movement.of(PartKind.DIM)
    return 1.0 if part is None else int(part.progress(now_s) * 8) / 8
