"""The middle of the Strip Poker table: what is said, what lies in the pot, what is to be paid."""

from __future__ import annotations

from firmware.cabinet.motion import Movement, PartKind
from firmware.games.strip_poker import amount, talk
from firmware.games.strip_poker.cast import Character, Situation
from firmware.games.strip_poker.moves import SPEAKING
from firmware.games.strip_poker.seat import Phase, Seat
from firmware.games.strip_poker.table import Outcome, Session, Table
from firmware.screens import theme
from firmware.screens.credit import credit_meter
from firmware.screens.lettering import balanced, kept, line, shining, width_of, wrapped
from firmware.screens.panels import meter
from firmware.screens.speech import Speech
from firmware.screens.stage import Sprite
from firmware.screens.strip_art import BUBBLE, POT, bubble, pot
from firmware.screens.strip_told import decision, ending, name_of
from firmware.screens.theme import Box, Style
from firmware.screens.view import View

MONEY_METER = Box(24, theme.METER_Y, 330, theme.METER_H)
PAY_METER = Box(364, theme.METER_Y, 330, theme.METER_H)
CREDIT_METER = Box(704, theme.METER_Y, 160, theme.METER_H)
THEIR_METER = Box(884, theme.METER_Y, 372, theme.METER_H)
METERS = (MONEY_METER, PAY_METER, CREDIT_METER, THEIR_METER)

SAID = Style("sans_italic", 25, theme.rgb("#3A1B3D"), "centre")
SAID_W = BUBBLE.w - 36
POT_LABEL = Style("sans_bold", 22, theme.STRIP_ROOM.accent, "centre", 0.4)
POT_AMOUNT = Style("play_bold", 62, theme.rgb("#FFE3A3"), "centre")
POT_NOTE = Style("sans_bold", 18, theme.SAND, "centre")
POT_X, NOTED_X = 723, 704
"""Middle of the amount beside the chips; a little nearer to them over a note."""
ENDED_W = 370
IDLE_WORDS_S = 25.0
"""Somebody who waits that long at the table is spoken to."""
LONG_THOUGHT_S = 1.0
"""A thought that lasts so long is one of words; a shorter one nobody could read."""
SHORT_THOUGHT = "\u2026"


def is_revealing(movement: Movement | None, now_s: float) -> bool:
    """Whether a card still turns."""
    return movement is not None and any(
        part.kind is PartKind.FLIP and now_s < part.ends_s for part in movement.parts
    )


def said(
    view: View,
    table: Table,
    character: Character,
    movement: Movement | None,
    now_s: float,
    words: Speech,
) -> tuple[Sprite, ...]:
    """The bubble, unless there is nothing to say."""
    if table.phase is Phase.SHOWDOWN and is_revealing(movement, now_s):
        return ()
    text = _text(view, table, character, movement, now_s, words)
    if not text:
        return ()
    lines, style = _set(text)
    middle = BUBBLE.y + BUBBLE.h / 2
    first = middle - 16 * (len(lines) - 1) + 0.33 * style.size
    return (
        bubble(is_below=view.is_upright),
        *(
            line(each, style, BUBBLE.middle_x, first + 32 * index, "bubble", width=SAID_W, floor=18)
            for index, each in enumerate(lines)
        ),
    )


def _text(
    view: View,
    table: Table,
    character: Character,
    movement: Movement | None,
    now_s: float,
    words: Speech,
) -> str:
    """What is said: a thought, what has happened, or a word to somebody who waits long."""
    thought = _thought(table, character, movement, now_s, words)
    if thought:
        return thought
    has_theme = view.setup.strip is None or view.setup.strip.game.has_theme
    text = talk.words(character, table, words.language, has_theme=has_theme)
    if movement is None and view.state.dark_since_s is None:
        waits_s = now_s - view.state.waiting_since_s
        if waits_s >= IDLE_WORDS_S:
            variants = character.said(Situation.IDLE, words.language, None)
            number = int(waits_s // IDLE_WORDS_S) - 1
            text = variants[number % len(variants)] if variants else text
    return text


def _thought(
    table: Table, character: Character, movement: Movement | None, now_s: float, words: Speech
) -> str:
    """What stands in the bubble while the character thinks; empty when she does not."""
    thoughts = () if movement is None else movement.parts
    for part in thoughts:
        if part.kind is PartKind.THINK and part.begins_s <= now_s < part.ends_s:
            if part.ends_s - part.begins_s < LONG_THOUGHT_S:
                return SHORT_THOUGHT
            found = talk.Remark(Situation.THINKING)
            return talk.words_for(character, table, found, words.language) or SHORT_THOUGHT
    return ""


@kept(64)
def _set(text: str) -> tuple[tuple[str, ...], Style]:
    """A remark in two lines, as large as it goes."""
    style = SAID
    lines = wrapped(text, style, SAID_W)
    while len(lines) > 2 and style.size > 19:
        style = style._replace(size=style.size - 1)
        lines = wrapped(text, style, SAID_W)
    return balanced(text, style, SAID_W), style


def the_pot(
    session: Session,
    character: Character,
    table: Table,
    movement: Movement | None,
    now_s: float,
    words: Speech,
) -> tuple[Sprite, ...]:
    """The pot while it lies there; then what it was and who has taken it, without its chips;
    at the end of an evening who has won that."""
    deal, sum_, chips = session.deal, session.pot, session.pot
    outcome: Outcome | None = None
    if table.phase in (Phase.BETWEEN, Phase.END) and session.last is not None:
        outcome, sum_ = session.last.outcome, session.last.pot
    elif table.phase is Phase.SHOWDOWN and deal is not None:
        outcome = None if is_revealing(movement, now_s) else deal.outcome
    if session.result is not None:
        return (*pot(0), *_ended(session, character, words))
    figure = words.text("strip.dollars", amount=sum_)
    note = decision(session, words) if outcome is not None else ""
    middle = POT.middle_x if not chips else NOTED_X if note else POT_X
    style, label_y, amount_y = POT_AMOUNT, 190, 252
    if note:  # three lines within the oval: the amount makes room
        style, label_y, amount_y = POT_AMOUNT._replace(size=52), 184, 233
    return (
        *pot(chips),
        line(_pot_label(outcome, character, words), POT_LABEL, middle, label_y, "pot", width=200,
             floor=16),
        *shining(figure, style, theme.AMBER, theme.AMBER, 8.0, middle, amount_y, "pot.amount"),
        *((line(note, POT_NOTE, middle, 258, "pot", width=170, floor=15),) if note else ()),
    )  # fmt: skip


def _ended(session: Session, character: Character, words: Speech) -> tuple[Sprite, ...]:
    """Who has won the evening, where its pots lay."""
    text, style = ending(session, character, words), POT_AMOUNT._replace(size=50)
    while style.size > 30 and width_of(text, style) > ENDED_W:
        style = style._replace(size=style.size - 2)
    middle = POT.middle_x
    return (
        line(words.text("strip.end"), POT_LABEL, middle, 190, "pot", width=240, floor=16),
        *shining(text, style, theme.AMBER, theme.AMBER, 8.0, middle, 246, "pot.amount"),
    )


def _pot_label(outcome: Outcome | None, character: Character, words: Speech) -> str:
    match outcome:
        case None:
            return words.text("strip.pot")
        case Outcome.PLAYER:
            return words.text("strip.won")
        case Outcome.CHARACTER:
            return words.text("strip.lost", name=name_of(character, words).upper())
        case _:
            return words.text("strip.push")


def meters(
    view: View,
    table: Table,
    session: Session,
    character: Character,
    movement: Movement | None,
    words: Speech,
) -> tuple[Sprite, ...]:
    """Both banks, the credit, and between them what the player owes or would bet."""

    def dollars(value: int) -> str:
        return words.text("strip.dollars", amount=value)

    theirs = words.text("meter.their_money", name=name_of(character, words).upper())
    return (
        *meter(MONEY_METER, words.text("meter.money"), dollars(session.player.bank), "money"),
        *_own_move(table, session, movement, words),
        *credit_meter(CREDIT_METER, view, words),
        *meter(THEIR_METER, theirs, dollars(session.character.bank), "theirs"),
    )


def _own_move(
    table: Table, session: Session, movement: Movement | None, words: Speech
) -> tuple[Sprite, ...]:
    """What is outstanding against the player, hot; where nothing is, what an OPEN would bet."""
    deal = session.deal
    label, sum_, is_owed = "meter.to_pay", 0, False
    if table.phase in SPEAKING and deal and deal.turn is Seat.PLAYER and movement is None:
        is_owed = deal.facing > 0
        sum_ = deal.facing or amount.amount_in_force(table)
        label = "meter.to_pay" if is_owed else "meter.own_bet"
    figure = words.text("strip.dollars", amount=sum_)
    return meter(PAY_METER, words.text(label), figure, "to_pay", is_hot=is_owed, is_dull=sum_ == 0)
