"""Strip Poker as a picture: the table, the cards, the pot, the talk and who sits opposite.

Everything follows from the cabinet's state. While a movement runs, the state already holds its
end; what is drawn is the table that the movement has come to.
"""

from __future__ import annotations

from firmware.cabinet.motion import Movement, PartKind
from firmware.cabinet.strip_motion import OPPOSITE
from firmware.cabinet.strip_poker import StripTable, life
from firmware.cards.card import Card
from firmware.games.strip_poker import amount, talk
from firmware.games.strip_poker.cast import Character, Situation
from firmware.games.strip_poker.hands import Made, evaluate
from firmware.games.strip_poker.moves import SPEAKING
from firmware.games.strip_poker.seat import Phase, Seat
from firmware.games.strip_poker.table import Deal, Outcome, Result, Session, Table
from firmware.panel import Light
from firmware.screens import theme
from firmware.screens.holding import is_lifting, lift
from firmware.screens.keys import key_sprites, next_blink_s
from firmware.screens.lettering import line, shining, width_of, wrapped
from firmware.screens.panels import ground, meter
from firmware.screens.scene import Scene
from firmware.screens.speech import Speech
from firmware.screens.stage import Paint, Sprite
from firmware.screens.strip_art import (
    BACK_SCALE,
    BACK_STEP,
    BUBBLE,
    LIFE_STEP,
    POT,
    bubble,
    draw_small_back,
    draw_small_face,
    lives,
    pot,
)
from firmware.screens.strip_figure import SCENE, figure_scene, next_figure_s
from firmware.screens.table_cards import BACK, Look, card_sprites, flight_x
from firmware.screens.theme import CARD_BOXES, CARD_Y, FRAME_S, HELD_LIFT, Box, Style
from firmware.screens.view import Trace, View
from firmware.words import Message

ROOM = theme.STRIP_ROOM
MONEY_METER = Box(24, theme.METER_Y, 330, theme.METER_H)
PAY_METER = Box(364, theme.METER_Y, 330, theme.METER_H)
CREDIT_METER = Box(704, theme.METER_Y, 160, theme.METER_H)
THEIR_METER = Box(884, theme.METER_Y, 372, theme.METER_H)
PANELS = (theme.TOP_PANEL, SCENE, MONEY_METER, PAY_METER, CREDIT_METER, THEIR_METER)

BACKS_X, BACKS_Y = 44, 26
LEFT_W = 340
LABEL = Style("sans_bold", 19, ROOM.accent, "left", 0.4)
HAND = Style("play_bold", 30, theme.IVORY)
THEIR_HAND = Style("play_bold", 20, theme.AMBER_TEXT)
SAID = Style("sans_italic", 25, theme.rgb("#3A1B3D"), "centre")
POT_LABEL = Style("sans_bold", 22, ROOM.accent, "centre", 0.4)
POT_AMOUNT = Style("play_bold", 62, theme.rgb("#FFE3A3"), "centre")
POT_X = 723
SAID_W = BUBBLE.w - 36
IDLE_WORDS_S = 25.0
"""Somebody who waits that long at the table is spoken to."""


def strip_scene(view: View, now_s: float, trace: Trace, words: Speech) -> Scene:
    """The picture of a session now."""
    strip = view.setup.strip
    assert strip is not None
    movement = view.state.moving(now_s)
    table = view.state.saved.strip
    if movement is not None:
        table = movement.table(now_s) or table
    if table.phase is Phase.CHOOSE or table.session is None:
        from firmware.screens.strip_choose import choose_scene

        return choose_scene(view, now_s, trace, words)
    session, character = table.session, strip.character(table)
    sprites = (
        ground(ROOM, PANELS),
        *figure_scene(strip, table, movement, now_s, words),
        *_opposite(session, character, table, movement, now_s, words),
        *_own(strip, session, movement, now_s, words),
        *_said(view, table, character, movement, now_s, words),
        *_pot(session, character, table, words),
        *_meters(view, table, session, character, words),
        *card_sprites(_looks(view, table, session, movement, now_s, trace, words)),
        *key_sprites(view.panel, words.legend, words.number, now_s, [b for b, _ in trace.pressed]),
    )
    return Scene(
        sprites,
        _next_frame_s(view, movement, now_s, trace),
        is_settling=is_lifting(view, now_s, trace) or bool(trace.pressed),
    )


def name_of(character: Character, words: Speech) -> str:
    """The short name of a character in the language of the picture."""
    return character.short[words.language]


# --- who sits opposite ------------------------------------------------------------------------


def _opposite(
    session: Session,
    character: Character,
    table: Table,
    movement: Movement | None,
    now_s: float,
    words: Speech,
) -> tuple[Sprite, ...]:
    """The character's cards: backs, and faces where the rules turn them up."""
    deal = session.deal
    if deal is None:
        return ()
    sprites: list[Sprite] = []
    is_open = deal.outcome is not None and deal.folded is None
    shown = 0
    for place, card in enumerate(deal.character.cards, start=1):
        flight = None if movement is None else movement.of(PartKind.FLIGHT, OPPOSITE + place)
        flip = None if movement is None else movement.of(PartKind.FLIP, OPPOSITE + place)
        x = float(BACKS_X + BACK_STEP * (place - 1))
        if flight is not None and now_s < flight.ends_s:
            if now_s < flight.begins_s:
                continue
            x += (1 - flight.progress(now_s) ** 0.6) * (SCENE.x - BACKS_X)
        is_up = is_open and (flip is None or now_s >= (flip.begins_s + flip.ends_s) / 2)
        shown += is_up
        paint = (
            Paint(draw_small_face, (str(card), BACK_SCALE))
            if is_up
            else Paint(draw_small_back, (BACK_SCALE,))
        )
        sprites.append(Sprite(paint, x, BACKS_Y, f"opposite.{place}"))
    name = name_of(character, words)
    text = ""
    if is_open and shown == len(deal.character.cards):
        made = evaluate(deal.character.cards, session.terms.ranking)
        text = words.text("strip.their_hand", name=name, hand=title(made))
    elif table.phase in (Phase.B2_FIRST, Phase.B2_FACING) and deal.character.change is not None:
        text = words.text("strip.changed", name=name, cards=len(deal.character.change))
    if text:
        sprites.append(line(text, THEIR_HAND, BACKS_X, 170, "opposite.hand", width=LEFT_W))
    return tuple(sprites)


def title(made: Made) -> Message:
    """A hand in capitals, with the rank that names it where people say it."""
    has_rank = made.category.value in ("pair", "trips", "full_house", "quads")
    rank = made.ranks[0].name.lower() if has_rank else ""
    values = (("ranks", Message(f"ranks.{rank}")),) if rank else ()
    return Message(f"strip.{made.category.value}", values)


# --- the player -------------------------------------------------------------------------------


def _own(
    strip: StripTable,
    session: Session,
    movement: Movement | None,
    now_s: float,
    words: Speech,
) -> tuple[Sprite, ...]:
    deal = session.deal
    sprites: list[Sprite] = []
    if deal is not None and not _is_dealing(movement, now_s):
        made = evaluate(deal.player.cards, session.terms.ranking)
        sprites.append(line(words.text("strip.your_hand"), LABEL, 44, 196, "hand"))
        sprites.append(line(words.message(title(made)), HAND, 44, 230, "hand", width=LEFT_W))
    wear = session.player.wear
    if wear:
        label = words.text("strip.your_lives")
        x = 44 + width_of(label, LABEL) + 18
        step = min(LIFE_STEP, (POT.x - 8 - x) / len(wear))
        sprites.append(line(label, LABEL, 44, 277, "lives"))
        names = tuple(life(strip.game, place) for place in range(len(wear)))
        sprites += lives(names, tuple(each.value for each in wear), x, 248, step)
    return tuple(sprites)


def _is_dealing(movement: Movement | None, now_s: float) -> bool:
    """Whether a card of the player's still flies or turns."""
    return movement is not None and any(
        part.kind in (PartKind.FLIGHT, PartKind.FLIP)
        and part.position < OPPOSITE
        and now_s < part.ends_s
        for part in movement.parts
    )


def _looks(
    view: View,
    table: Table,
    session: Session,
    movement: Movement | None,
    now_s: float,
    trace: Trace,
    words: Speech,
) -> list[Look | None]:
    """The player's five; backs before the first deal."""
    deal = session.deal
    if deal is None:
        return [Look(BACK, box.x, CARD_Y) for box in CARD_BOXES]
    winning = _winning(session, deal, table, movement, now_s)
    return [
        _look(view, table, deal, place, card, winning, movement, now_s, trace, words)
        for place, card in enumerate(deal.player.cards, start=1)
    ]


def _look(
    view: View,
    table: Table,
    deal: Deal,
    place: int,
    card: Card,
    winning: tuple[int, ...],
    movement: Movement | None,
    now_s: float,
    trace: Trace,
    words: Speech,
) -> Look | None:
    x, turn = float(CARD_BOXES[place - 1].x), 1.0
    if movement is not None:
        flight = movement.of(PartKind.FLIGHT, place)
        flip = movement.of(PartKind.FLIP, place)
        if flight is not None and now_s < flight.ends_s:
            if now_s < flight.begins_s:
                return None
            return Look(BACK, flight_x(place, flight.progress(now_s)), CARD_Y, turn=0.0)
        if flip is not None:
            turn = flip.progress(now_s)
    look = Look(str(card), x, CARD_Y, turn)
    if table.phase is Phase.DRAW:
        if movement is not None:
            return look
        risen = lift(view, place, now_s, trace)
        look = look._replace(y=CARD_Y - HELD_LIFT * risen)
        if place in deal.marks:
            return look._replace(veil=1.0)
        return look._replace(outline="held", tag=words.text("key.hold"), tag_grown=risen)
    if place in winning:
        return look._replace(outline="won")
    is_lost = deal.outcome is Outcome.CHARACTER and not _is_revealing(movement, now_s)
    return look._replace(dim=1.0) if is_lost and table.phase is not Phase.SHOWDOWN else look


def _is_revealing(movement: Movement | None, now_s: float) -> bool:
    return movement is not None and any(
        part.kind is PartKind.FLIP and now_s < part.ends_s for part in movement.parts
    )


def _winning(
    session: Session, deal: Deal, table: Table, movement: Movement | None, now_s: float
) -> tuple[int, ...]:
    """Places of the player's cards that have won the deal, once that is seen."""
    if deal.outcome is not Outcome.PLAYER or deal.folded or _is_revealing(movement, now_s):
        return ()
    if table.phase not in (Phase.SHOWDOWN, Phase.BETWEEN, Phase.END):
        return ()
    return evaluate(deal.player.cards, session.terms.ranking).positions or (1, 2, 3, 4, 5)


# --- the middle -------------------------------------------------------------------------------


def _said(
    view: View,
    table: Table,
    character: Character,
    movement: Movement | None,
    now_s: float,
    words: Speech,
) -> tuple[Sprite, ...]:
    """The bubble, unless there is nothing to say."""
    if table.phase is Phase.SHOWDOWN and _is_revealing(movement, now_s):
        return ()
    has_theme = view.setup.strip is None or view.setup.strip.game.has_theme
    text = talk.words(character, table, words.language, has_theme=has_theme)
    if movement is None and view.state.dark_since_s is None:
        waits_s = now_s - view.state.waiting_since_s
        if waits_s >= IDLE_WORDS_S:
            found = talk.Remark(Situation.IDLE)
            variants = character.said(found.situation, words.language)
            number = int(waits_s // IDLE_WORDS_S) - 1
            text = variants[number % len(variants)] if variants else text
    if not text:
        return ()
    lines, style = _set(text)
    middle = BUBBLE.y + BUBBLE.h / 2
    first = middle - 16 * (len(lines) - 1) + 0.33 * style.size
    return (
        bubble(),
        *(
            line(each, style, BUBBLE.middle_x, first + 32 * index, "bubble", width=SAID_W, floor=18)
            for index, each in enumerate(lines)
        ),
    )


def _set(text: str) -> tuple[tuple[str, ...], Style]:
    """A remark in two lines, as large as it goes."""
    style = SAID
    lines = wrapped(text, style, SAID_W)
    while len(lines) > 2 and style.size > 19:
        style = style._replace(size=style.size - 1)
        lines = wrapped(text, style, SAID_W)
    return lines, style


def _pot(session: Session, character: Character, table: Table, words: Speech) -> tuple[Sprite, ...]:
    name = name_of(character, words).upper()
    label, sum_ = words.text("strip.pot"), session.pot
    if table.phase in (Phase.BETWEEN, Phase.END) and session.last is not None:
        sum_ = session.last.pot
        match session.last.outcome:
            case Outcome.PLAYER:
                label = words.text("strip.won")
            case Outcome.CHARACTER:
                label = words.text("strip.lost", name=name)
            case _:
                label = words.text("strip.push")
    if session.result is not None and table.phase is Phase.END:
        is_won = session.result is Result.WON
        label = words.text("strip.end.won" if is_won else "strip.end.lost", name=name)
    figure = words.text("strip.dollars", amount=sum_)
    colour = theme.AMBER
    return (
        *pot(sum_),
        line(label, POT_LABEL, POT_X, 190, "pot", width=200, floor=16),
        *shining(figure, POT_AMOUNT, colour, colour, 8.0, POT_X, 252, "pot.amount"),
    )


def _meters(
    view: View, table: Table, session: Session, character: Character, words: Speech
) -> tuple[Sprite, ...]:
    def dollars(value: int) -> str:
        return words.text("strip.dollars", amount=value)

    is_own_turn = table.phase in SPEAKING and table.dealt is not None
    is_own_turn = is_own_turn and table.dealt.turn is Seat.PLAYER if table.dealt else False
    to_pay = amount.amount_in_force(table) if is_own_turn else 0
    theirs = words.text("meter.their_money", name=name_of(character, words).upper())
    return (
        *meter(MONEY_METER, words.text("meter.money"), dollars(session.player.bank), "money"),
        *meter(
            PAY_METER,
            words.text("meter.to_pay"),
            dollars(to_pay),
            "to_pay",
            is_hot=to_pay > 0,
            is_dull=to_pay == 0,
        ),
        *meter(CREDIT_METER, words.text("meter.credit"), words.number(view.state.credit), "credit"),
        *meter(THEIR_METER, theirs, dollars(session.character.bank), "theirs"),
    )


def _next_frame_s(
    view: View, movement: Movement | None, now_s: float, trace: Trace
) -> float | None:
    due = [next_figure_s(now_s)]
    if movement is not None or is_lifting(view, now_s, trace):
        due.append(now_s + FRAME_S)
    if trace.pressed:
        due.append(min(when for _, when in trace.pressed) + theme.PRESS_S)
    if any(key.light is Light.NEXT for key in view.panel.values()):
        due.append(next_blink_s(now_s))
    return min(due)
