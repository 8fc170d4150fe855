"""The plain words at the strip table: who begins, what the other did, what decided, who won."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware.cabinet.motion import PartKind
from firmware.cards.card import Card, parse_cards
from firmware.games.strip_poker.rules import StripPoker
from firmware.games.strip_poker.seat import Answer, MoveKind, Seat
from firmware.games.strip_poker.table import Result, Table
from firmware.screens import strip_middle
from firmware.screens.samples import sample
from firmware.screens.speech import Speech, speech
from firmware.screens.stage import Sprite
from firmware.screens.strip_samples import cast
from firmware.screens.strip_told import decision, ending, told
from firmware.words import Language

ME, HER = Seat.PLAYER, Seat.CHARACTER
GAME = StripPoker()
NAME = next(iter(cast()))
HER_CHARACTER = cast()[NAME].character
OPEN, RAISE = Answer(MoveKind.OPEN, 10), Answer(MoveKind.RAISE, 15)
CALL, WAIT, FOLD = Answer(MoveKind.CALL), Answer(MoveKind.WAIT), Answer(MoveKind.FOLD)
KEEP, TWO = Answer(MoveKind.EXCHANGE), Answer(MoveKind.EXCHANGE, change=(4, 5))
PLAIN = "AH KD QC TH 8H  AD KC QD TS 9S"


class Stacked:
    def __init__(self, top: str) -> None:
        self._top = parse_cards(top)

    def shuffle(self, deck: tuple[Card, ...]) -> tuple[Card, ...]:
        return (*self._top, *(card for card in deck if card not in self._top))


def played(*moves: tuple[Seat, Answer], cards: str = PLAIN, first: Seat = ME) -> Table:
    table = GAME.sit_down(Table(opponent=NAME), 20, 1, 5).table
    assert table.session is not None
    table = replace(table, session=replace(table.session, first=first))
    table = GAME.deal(table, Stacked(cards)).table  # type: ignore[arg-type]  # a tuple is a deck
    for seat, answer in moves:
        table = GAME.answer(table, seat, answer).table
    return table


def said(table: Table, language: Language = Language.IT) -> str:
    assert table.session is not None
    return told(table.session, table, HER_CHARACTER, speech(language))


BOTH = ((ME, OPEN), (HER, CALL), (ME, KEEP), (HER, TWO))


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (played(), "Cominci tu"),
        (played(first=HER), "Comincia Ottavia"),
        (played((HER, WAIT), first=HER), "Ottavia aspetta"),
        (played((HER, OPEN), first=HER), "Ottavia apre con $10"),
        (played((ME, OPEN)), ""),
        (played((ME, OPEN), (HER, RAISE)), "Ottavia rilancia di $15"),
        (played((ME, OPEN), (HER, CALL)), "Ottavia paga $10"),
        (played((ME, WAIT), (HER, CALL)), "Ottavia cambia gratis"),
        (played((ME, OPEN), (HER, FOLD)), "Ottavia passa"),
        (played((ME, OPEN), (HER, CALL), (ME, KEEP)), "Ottavia paga $10"),
        (played(*BOTH), "Ottavia cambia 2"),
        (played(*BOTH, (ME, OPEN), (HER, RAISE)), "Ottavia cambia 2, rilancia di $15"),
        (played(*BOTH, (ME, OPEN), (HER, FOLD)), "Ottavia cambia 2, passa"),
        (played(*BOTH[:3], (HER, KEEP)), "Ottavia non cambia"),
        (played(*BOTH[:3], (HER, KEEP), (ME, OPEN), (HER, FOLD)), "Ottavia non cambia, passa"),
        (played((ME, FOLD)), ""),
    ],
)  # fmt: skip
def test_what_she_did(table: Table, words: str) -> None:
    assert said(table) == words


def shown(cards: str) -> Table:
    return played((ME, OPEN), (HER, CALL), (ME, KEEP), (HER, KEEP), (ME, CALL), cards=cards)


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("AH KD QC TH 8H  AD KC QD TS 9S", "Decide 9 contro 8"),
        ("KH KD QC TH 8H  JD JC QD TS 9S", "Decide K contro J"),
        ("KH KD QC TH 8H  KS KC QD 9S 7S", "Decide 10 contro 9"),
        ("KH KD QC TH 8H  AD AC AS 9S 7S", ""),
        ("AH KD QC TH 8H  AD KC QD TS 8S", ""),
    ],
)
def test_what_decided_between_hands_of_one_kind(cards: str, words: str) -> None:
    session = shown(cards).session
    assert session is not None
    assert decision(session, speech(Language.IT)) == words


def test_nothing_is_told_of_hands_that_were_given_up() -> None:
    session = played((ME, FOLD)).session
    assert session is not None
    assert decision(session, speech(Language.IT)) == ""


@pytest.mark.parametrize(
    ("result", "words"), [(Result.WON, "HAI VINTO TU"), (Result.LOST, "HA VINTO OTTAVIA")]
)
def test_who_has_won_the_session(result: Result, words: str) -> None:
    session = played().session
    assert session is not None
    over = replace(session, result=result)
    assert ending(over, HER_CHARACTER, speech(Language.IT)) == words


# --- the middle of the table ------------------------------------------------------------------


def drawn(sprites: tuple[Sprite, ...]) -> list[str]:
    """The texts among sprites."""
    return [
        str(value) for sprite in sprites for value in sprite.paint.args if isinstance(value, str)
    ]


def meters(name: str) -> list[str]:
    view, _ = sample(name, Language.IT)
    table = view.state.saved.strip
    assert table.session is not None
    found = strip_middle.meters(
        view, table, table.session, HER_CHARACTER, view.state.movement, speech(Language.IT)
    )
    return drawn(found)


def test_what_is_owed_is_what_the_meter_says() -> None:
    texts = meters("strip_facing")
    assert texts[texts.index("DA METTERE") + 1] == "$10"


def test_where_nothing_is_owed_the_meter_names_the_bet() -> None:
    texts = meters("strip_first")
    assert "PUNTATA" in texts
    assert "DA METTERE" not in texts


def test_while_something_moves_nothing_is_to_be_paid() -> None:
    texts = meters("strip_dealing")
    assert "PUNTATA" not in texts
    assert "$0" in texts


def pot(table: Table) -> list[str]:
    assert table.session is not None
    words: Speech = speech(Language.IT)
    return drawn(strip_middle.the_pot(table.session, HER_CHARACTER, table, None, 0.0, words))


def test_the_label_names_the_winner_as_soon_as_the_hands_lie_open() -> None:
    assert "VINCE OTTAVIA" in pot(shown("AH KD QC TH 8H  AD KC QD TS 9S"))
    assert "IL PIATTO È TUO" in pot(shown("AH KD QC TH 9H  AD KC QD TS 8S"))
    assert "PIATTO" in pot(played())


def test_she_thinks_aloud_only_where_it_can_be_read() -> None:
    view, _ = sample("strip_thinking", Language.IT)
    movement = view.state.movement
    assert movement is not None
    think = next(part for part in movement.parts if part.kind is PartKind.THINK)
    for lasts_s, is_short in ((0.8, True), (1.2, False)):
        part = replace(think, ends_s=think.begins_s + lasts_s)
        moved = replace(movement, parts=(part,))
        texts = drawn(
            strip_middle.said(
                view, view.state.saved.strip, HER_CHARACTER, moved, part.begins_s,
                speech(Language.IT),
            )
        )  # fmt: skip
        assert (strip_middle.SHORT_THOUGHT in texts) is is_short
