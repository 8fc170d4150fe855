"""A kept round of Joker Poker as it looked: bet, deal, holds, draw, every double, and its end."""

from __future__ import annotations

from collections.abc import Iterator

from firmware.cards.card import Card
from firmware.errors import LedgerCorruptError
from firmware.games.joker_poker.double_up import pending_after
from firmware.games.joker_poker.hands import Hand, evaluate
from firmware.games.joker_poker.paytable import MAX_CHIPS, PAYING_HANDS
from firmware.games.joker_poker.records import pay_table_of, read_round
from firmware.games.joker_poker.table import Double, Round
from firmware.games.telling import Documents
from firmware.shown import BACK, Mark, ShownCards, ShownPays, ShownStep, marked
from firmware.transaction import RoundRecord
from firmware.words import Message

_DEALT, _FINAL = Message("history.dealt"), Message("history.final")


def show(record: RoundRecord, documents: Documents) -> tuple[ShownStep, ...]:
    """The steps of a record.

    Raises:
        LedgerCorruptError: when no program of ours wrote it.
    """
    kept = read_round(record.text)
    steps = [_bet(kept, documents), _dealt(kept)]
    if kept.final is not None:
        steps.append(_drawn(kept))
    steps += _doubles(kept)
    if kept.is_over and kept.final is not None:
        steps.append(_end(kept))
    return tuple(steps)


def _bet(kept: Round, documents: Documents) -> ShownStep:
    chips = Message("recall.chips", (("value", kept.chip_value),), kept.chips)
    return ShownStep(
        Message("recall.step.bet"),
        told=(chips,),
        sums=((Message("history.bet"), kept.bet),),
        pays=_pays(kept, documents),
    )


def _pays(kept: Round, documents: Documents) -> ShownPays | None:
    try:
        table = pay_table_of(kept, documents)
    except LedgerCorruptError:
        return None  # the telling says why
    rows = tuple(
        (hand.value, tuple(table.pays(hand, n) * kept.chip_value for n in range(1, MAX_CHIPS + 1)))
        for hand in PAYING_HANDS
    )
    return ShownPays(table.edition, kept.chips, kept.chip_value, rows)


def _dealt(kept: Round) -> ShownStep:
    rows = (_held_row(kept),)
    if kept.final is None:
        return ShownStep(Message("recall.step.dealt"), rows, (Message("recall.not_drawn"),))
    held = Message("recall.held", count=len(kept.held))
    return ShownStep(Message("recall.step.dealt"), rows, (held,))


def _held_row(kept: Round) -> ShownCards:
    return ShownCards(_DEALT, _faces(kept.dealt), marked(5, kept.held, Mark.HELD))


def _final_row(kept: Round) -> ShownCards:
    assert kept.final is not None
    made = evaluate(kept.final)
    marks = marked(5, made.positions, Mark.COUNTS, Mark.OUT if made.positions else Mark.NONE)
    values = () if made.rank is None else (("ranks", Message(f"ranks.{made.rank.name.lower()}")),)
    return ShownCards(_FINAL, _faces(kept.final), marks, Message(f"made.{made.hand.value}", values))


def _drawn(kept: Round) -> ShownStep:
    return ShownStep(
        Message("recall.step.drawn"),
        (_held_row(kept), _final_row(kept)),
        () if kept.hand is not Hand.NOTHING else (Message("recall.pays_nothing"),),
        ((Message("history.paid"), kept.paid),),
    )


def _doubles(kept: Round) -> Iterator[ShownStep]:
    for number, double in enumerate(kept.doubles, start=1):
        half = "recall.step.half_double" if double.banked else "recall.step.double"
        sums = [(Message("recall.stake"), double.stake)]
        if double.banked:
            sums.append((Message("recall.banked"), double.banked))
        if double.outcome is None:
            told: tuple[Message, ...] = (Message("recall.double_open"),)
        else:
            told = (Message(f"recall.double.{double.outcome.value}"),)
            sums.append((Message("recall.came_back"), pending_after(double.outcome, double.stake)))
        title = Message(half, (("number", number), ("count", len(kept.doubles))))
        yield ShownStep(title, (_double_row(double),), told, tuple(sums))


def _double_row(double: Double) -> ShownCards:
    """Cards that nobody has seen stay face down, even here: the player is still to choose."""
    faces, marks = _faces(double.cards), []
    if double.outcome is None:
        faces = (faces[0], *(BACK,) * (len(faces) - 1))
    for place in range(1, len(faces) + 1):
        is_open = double.outcome is None
        rest = Mark.NONE if is_open else Mark.OUT
        marks.append(Mark.BANK if place == 1 else Mark.PICKED if place == double.pick else rest)
    return ShownCards(Message("recall.double_cards"), faces, tuple(marks))


def _end(kept: Round) -> ShownStep:
    """What it came to, above the cards that lay there last."""
    last = _double_row(kept.doubles[-1]) if kept.doubles else _final_row(kept)
    rows = (_final_row(kept), last) if kept.doubles else (last,)
    told = "recall.collected" if kept.collected else "recall.nothing_left"
    return ShownStep(
        Message("recall.step.end"),
        rows,
        (Message(told),),
        ((Message("history.bet"), kept.bet), (Message("history.collected"), kept.collected)),
    )


def _faces(cards: tuple[Card, ...]) -> tuple[str, ...]:
    return tuple(map(str, cards))
