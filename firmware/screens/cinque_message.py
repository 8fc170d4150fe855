"""The lower panel of Cinque Mani: the one question of the moment, or what has come of the deal.

The order of the suits lies below it at all times.
"""

from __future__ import annotations

from firmware.cabinet.motion import Movement
from firmware.games.cinque_mani.building import candidates
from firmware.games.cinque_mani.mix import worth
from firmware.games.cinque_mani.table import (
    HANDS,
    PERSON,
    POINTS,
    Deal,
    Phase,
    Result,
    Round,
    Table,
)
from firmware.screens import coin_notice, theme
from firmware.screens.cinque_art import LOWER, ROOM, TILE_W, draw_row, draw_tile
from firmware.screens.cinque_duel import shown_now
from firmware.screens.cinque_words import (
    in_a_row,
    names,
    player,
    reason,
    signed,
    totals,
    won_by,
)
from firmware.screens.joker_progress import counted
from firmware.screens.keys import blink_level
from firmware.screens.lettering import balanced, kept, line, shining, width_of, wrapped
from firmware.screens.message_panel import GEMS
from firmware.screens.panels import gem, rule
from firmware.screens.remembered import while_same
from firmware.screens.speech import Speech
from firmware.screens.stage import Paint, Sprite
from firmware.screens.theme import Style
from firmware.screens.view import View

WIDGET = "message"
MIDDLE = LOWER.middle_x
TEXT_W = LOWER.w - 36
CAPTION = Style("sans_bold", 20, ROOM.accent, "centre")
TITLE = Style("play_bold", 32, theme.IVORY, "centre")
SENTENCE = Style("sans", 21, theme.IVORY, "centre")
AMOUNT = Style("play_bold", 52, theme.rgb("#FFEBB4"))
UNIT = Style("sans_bold", 22, theme.SAND)
FOOT_Y = 464
"""The lowest baseline over the suits."""


def message(
    view: View, table: Table, movement: Movement | None, now_s: float, words: Speech
) -> tuple[Sprite, ...]:
    """What stands over the suits now."""
    played, deal = table.round, table.dealt
    if table.phase is Phase.STAKE or played is None or deal is None:
        return _stake(view, table, now_s, words)
    match table.phase:
        case Phase.BUILD:
            return _building(table, deal, words)
        case Phase.TABLE:
            return _plan(deal, words)
        case Phase.REVEAL:
            return _reveal(played, deal, movement, now_s, words)
        case Phase.RESULT:
            return _result(view, played, deal, movement, now_s, words)
        case Phase.OPENED_SECOND:
            return _second(table, deal, words)
        case Phase.CARD_IN_HAND:
            return _in_hand(table, deal, words)
        case phase:
            return asked(
                words.text(f"cinque.{phase.value}.title"), words.text(f"cinque.{phase.value}")
            )


def _title(
    text: str, baseline: float = 386, *, colour: theme.Colour = theme.IVORY, alpha: int = 255
) -> Sprite:
    style = TITLE._replace(colour=colour)
    return line(text, style, MIDDLE, baseline, WIDGET, width=TEXT_W, floor=22, alpha=alpha)


def _sentences(
    text: str,
    first: float,
    most: int,
    *,
    middle: float = MIDDLE,
    width: float = TEXT_W,
    colour: theme.Colour = theme.IVORY,
    step: float | None = None,
) -> tuple[Sprite, ...]:
    """A sentence or two, as large as they fit in so many lines, all about as long."""
    style = SENTENCE._replace(colour=colour)
    lines = wrapped(text, style, width)
    while len(lines) > most and style.size > 18:
        style = style._replace(size=style.size - 1)
        lines = wrapped(text, style, width)
    lines = balanced(text, style, width)
    apart = step or (26 if style.size > 19 else 24)
    return tuple(
        line(each, style, middle, first + apart * at, WIDGET, width=width, floor=17)
        for at, each in enumerate(lines)
    )


@kept(64)
def asked(title: str, sentence: str) -> tuple[Sprite, ...]:
    """A question, and a sentence or two about its answers."""
    return (_title(title, 384), _rule(403), *_sentences(sentence, 433, 2))


def _rule(y: float) -> Sprite:
    return rule(LOWER.x + 24, y, LOWER.w - 48, ROOM.edge, theme.AMBER, WIDGET)


# --- before the cards -------------------------------------------------------------------------


def _stake(view: View, table: Table, now_s: float, words: Speech) -> tuple[Sprite, ...]:
    cinque, credit = view.setup.cinque, view.state.credit
    stake = 0 if cinque is None else cinque.stake_in_force(table, credit)
    if stake == 0:
        title = _called(view, now_s, words)
        if coin_notice.is_out(view):
            return (title, _rule(403), *_sentences(words.text("coins.out"), 433, 2))
        price = words.money(view.setup.credit_minor, view.setup.currency)
        text = f"{words.text('credit.one')} {price}"
        style = UNIT._replace(align="centre")
        return (title, _rule(403), line(text, style, MIDDLE, 440, WIDGET, width=TEXT_W))
    notice = coin_notice.notice(view, words)
    if notice:
        title = _title(words.text("cinque.stake.title"), 384)
        return (title, _rule(403), *_sentences(notice, 433, 2, colour=theme.CORAL))
    is_match = cinque is not None and cinque.terms.deals > 1
    text = words.text(
        "cinque.stake.match" if is_match else "cinque.stake",
        players=table.players,
        stake=stake,
        deals=1 if cinque is None else cinque.terms.deals,
    )
    return asked(words.text("cinque.stake.title"), text)


def is_calling(view: View) -> bool:
    """Whether a player who has nothing left to stake is called upon for money."""
    table = view.state.saved.cinque
    return table.is_free and view.state.credit == 0 and not coin_notice.is_out(view)


def _called(view: View, now_s: float, words: Speech) -> Sprite:
    """The call for money, or that none can come in."""
    if coin_notice.is_out(view):
        return _title(words.text("coins.out.title"), 384, colour=theme.CORAL)
    alpha = round(255 * (0.25 + 0.75 * blink_level(now_s)))
    call = coin_notice.call(view, words)
    return _title(call, 384, colour=theme.AMBER_TEXT, alpha=alpha)


# --- arranging --------------------------------------------------------------------------------


@while_same
def _building(table: Table, deal: Deal, words: Speech) -> tuple[Sprite, ...]:
    points = POINTS[deal.building - 1]
    is_here = any(found.is_recommended for found in candidates(deal.left, table.page))
    state = words.text("cinque.ready.sentence" if deal.opponents else "cinque.thinks.sentence")
    star = words.text("cinque.build" if is_here else "cinque.build.elsewhere")
    text = f"{star}\n{state}"
    return asked(words.text("cinque.build.title", points=points), text)


@while_same
def _plan(deal: Deal, words: Speech) -> tuple[Sprite, ...]:
    plan = "mine" if deal.plan is None else deal.plan.value
    style = SENTENCE._replace(size=20.5)
    return (
        line(words.text("cinque.plan"), CAPTION, MIDDLE, 374, WIDGET, width=TEXT_W),
        _title(words.text(f"cinque.plan.{plan}"), 410),
        _rule(426),
        line(words.text("cinque.suits"), style, MIDDLE, 458, WIDGET, width=TEXT_W),
    )


@while_same
def _in_hand(table: Table, deal: Deal, words: Speech) -> tuple[Sprite, ...]:
    """Where the card goes, and the card."""
    card = deal.hands[table.lifted - 1][table.card - 1]
    left = LOWER.x + 18
    beside = left + TILE_W + 14
    width = LOWER.right - 18 - beside
    return (
        _title(words.text("cinque.card_in_hand.title"), 384),
        _rule(402),
        Sprite(Paint(draw_tile, (str(card),)), left, 413, WIDGET),
        *_sentences(
            words.text("cinque.card_in_hand"), 434, 2, middle=beside + width / 2, width=width
        ),
    )


@while_same
def _second(table: Table, deal: Deal, words: Speech) -> tuple[Sprite, ...]:
    """Which card comes back; beside the question the hand that it comes back to."""
    hand = deal.hands[table.lifted - 1]
    row = Paint(draw_row, (names(hand), 250.0, 64.0, table.card))
    label = words.text("cinque.hand", position=table.lifted)
    return (
        _title(words.text("cinque.opened_second.title"), 382),
        line(label, CAPTION._replace(align="left"), 900, 432, WIDGET, width=88, floor=15),
        Sprite(row, LOWER.right - 18 - 250, 396, WIDGET),
    )


# --- reveal and result ------------------------------------------------------------------------


def _reveal(
    played: Round, deal: Deal, movement: Movement | None, now_s: float, words: Speech
) -> tuple[Sprite, ...]:
    """Who has the position that was turned up last, and what decided."""
    return _revealed(played, deal, shown_now(deal, movement, now_s), words)


@while_same
def _revealed(played: Round, deal: Deal, shown: int, words: Speech) -> tuple[Sprite, ...]:
    if not shown:
        return asked(words.text("cinque.reveal.title"), words.text("cinque.reveal.sentence"))
    won = won_by(deal.arrangements, played.terms.ranking)[shown - 1]
    points = POINTS[shown - 1]
    if won is None:
        title = words.counted("cinque.position.level", points)
    elif won == PERSON:
        title = words.counted("cinque.position.yours", points)
    else:
        title = words.counted("cinque.position.lost", points)
    if played.players == 2:
        own, other = (each[shown - 1] for each in deal.arrangements)
        sentence = reason(own, other, played.terms.ranking, words)
    elif won is None:
        sentence = words.text("cinque.position.nobody")
    else:
        who = player(won, played.players, words)
        sentence = words.text("cinque.position.taken", player=who)
    return asked(title, sentence)


def _result(
    view: View,
    played: Round,
    deal: Deal,
    movement: Movement | None,
    now_s: float,
    words: Speech,
) -> tuple[Sprite, ...]:
    if shown_now(deal, movement, now_s) < HANDS:
        return _reveal(played, deal, movement, now_s, words)
    if view.state.is_reviewing and view.state.best is not None:
        return _review(view, played, deal, words)
    if played.result is None:
        text = in_a_row(totals(played, deal, HANDS, is_counted=True), words)
        title = words.text("cinque.match", number=deal.number, deals=played.terms.deals)
        return (
            line(title, CAPTION, MIDDLE, 376, WIDGET, width=TEXT_W),
            line(text, AMOUNT._replace(align="centre"), MIDDLE, 426, WIDGET, width=TEXT_W),
            *_sentences(words.text("cinque.match.goes_on"), 458, 1),
        )
    running = counted(movement, now_s)
    amount = played.paid if running is None else running[0]
    sentence = _explained(played, words)
    if not played.paid:
        head = _title(words.text("cinque.paid.nothing"), 384)
        if view.state.credit == 0:
            head = _called(view, now_s, words)
        return (head, _rule(403), *_sentences(sentence, 433, 2))
    label = words.text("cinque.paid.back" if played.result is Result.LEVEL else "cinque.paid.yours")
    share = 1.0 if running is None else running[1]
    return (
        *_labelled(label, words.number(amount), 390),
        *_gems(share),
        *_sentences(sentence, 438, 2, step=23),
    )


def _gems(share: float) -> tuple[Sprite, ...]:
    """The lozenges that fill while a win counts up."""
    left = MIDDLE - 9.5 * (GEMS - 1)
    filled = round(share * GEMS)
    return tuple(
        gem(
            left + 19 * place,
            405,
            10,
            15,
            theme.AMBER if place < filled else theme.rgb("#2C1C06"),
            f"{WIDGET}.gems",
        )
        for place in range(GEMS)
    )


def _labelled(label: str, figure: str, baseline: float) -> tuple[Sprite, ...]:
    """A label and an amount beside it, centred together."""
    gap = 16
    width = width_of(label, UNIT) + gap + width_of(figure, AMOUNT)
    left = MIDDLE - width / 2
    return (
        line(label, UNIT, left, baseline - 4, WIDGET),
        *shining(
            figure,
            AMOUNT,
            theme.AMBER,
            theme.AMBER,
            6.0,
            left + width_of(label, UNIT) + gap,
            baseline,
            f"{WIDGET}.amount",
        ),
    )


def _explained(played: Round, words: Speech) -> str:
    """What the stake came to, in a sentence; of a match with its points."""
    total = words.text("cinque.match.ended", totals=in_a_row(played.points, words))
    match played.result:
        case Result.WON if played.sweeps and played.terms.bonus:
            bonus = played.sweeps * played.terms.bonus * played.stake
            text = words.counted("cinque.explained.bonus", bonus)
        case Result.LOST:
            text = words.text("cinque.explained.lost")
        case _ if played.is_match:
            return total
        case Result.LEVEL:
            text = words.text("cinque.explained.level")
        case _:
            text = words.text("cinque.explained.won", stake=played.stake, players=played.players)
    return f"{total}\n{text}" if played.is_match else text


def _review(view: View, played: Round, deal: Deal, words: Speech) -> tuple[Sprite, ...]:
    """What the player's own arrangement was worth against all that might have been laid."""
    if not view.state.mix:
        return _sentences(words.text("cinque.review.no_mix"), 394, 3)
    found = worth(deal.hands, view.state.mix, played.terms.ranking)
    text = words.text(
        "cinque.review.worth" if played.players == 2 else "cinque.review.worth_of_two",
        points=signed(found.points, 1, words.language),
        stakes=signed(found.stakes, 2, words.language),
    )
    return _sentences(text, 378, 4)
