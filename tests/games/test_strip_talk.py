"""What a character speaks to, and that its face and words give nothing away."""

from __future__ import annotations

from dataclasses import replace

import pytest
from strip_play import at_random, turns

from firmware.cards.card import Card, parse_cards
from firmware.games.strip_poker import talk
from firmware.games.strip_poker.cast import Character, Face, Situation
from firmware.games.strip_poker.notation import read_answers
from firmware.games.strip_poker.packs import built_in, load_pack
from firmware.games.strip_poker.rules import StripPoker
from firmware.games.strip_poker.seat import MoveKind, Phase, Seat
from firmware.games.strip_poker.table import Holding, Result, Side, Table, Terms
from firmware.games.strip_poker.talk import Remark
from firmware.words import Language

GAME = StripPoker()
FLUSH, QUEENS, KINGS = "AH KH QH TH 8H", "QH QC AS 8D 7H", "KD KS 9C 8S 7S"
LOW, DRAWN = "AD JC TS 9S 7D", "9D JS TC 8C JD"


class Stacked:
    """The chosen cards on top."""

    def __init__(self, top: str) -> None:
        self._top = parse_cards(top)

    def shuffle(self, deck: tuple[Card, ...]) -> tuple[Card, ...]:
        return (*self._top, *(card for card in deck if card not in self._top))


def played(cards: str, *moves: tuple[Seat, str], character: Side | None = None) -> Table:
    table = GAME.sit_down(Table(opponent="anybody"), 20, 1, 5).table
    assert table.session is not None
    if character is not None:
        table = replace(table, session=replace(table.session, character=character))
    table = GAME.deal(table, Stacked(cards)).table
    for seat, move in moves:
        table = GAME.answer(table, seat, read_answers(move)[0]).table
    return table


ME, HER = Seat.PLAYER, Seat.CHARACTER
KEPT = ((ME, "O10"), (HER, "C"), (ME, "X"), (HER, "X"))
SHOWN = (*KEPT, (ME, "O10"), (HER, "C"))


@pytest.mark.parametrize(
    ("cards", "moves", "said"),
    [
        (f"{QUEENS} {KINGS}", (), Remark(Situation.DEAL)),
        (f"{QUEENS} {KINGS}", ((ME, "W"), (HER, "O5")), Remark(Situation.OPEN)),
        (f"{QUEENS} {KINGS}", ((ME, "O5"), (HER, "R5")), Remark(Situation.RAISE)),
        (f"{QUEENS} {KINGS}", ((ME, "O5"), (HER, "C")), Remark(Situation.CALL)),
        (f"{QUEENS} {KINGS}", ((ME, "W"), (HER, "C")), Remark(Situation.CHECK)),
        (f"{QUEENS} {KINGS}", ((ME, "O45"), (HER, "R25")), Remark(Situation.PLEDGE)),
        (f"{QUEENS} {KINGS} {DRAWN}", ((ME, "W"), (HER, "C"), (ME, "X"), (HER, "X45")),
         Remark(Situation.EXCHANGE, 2)),
        (f"{QUEENS} {KINGS}", ((ME, "O5"), (HER, "F")), Remark(Situation.FOLD)),
        (f"{QUEENS} {KINGS}", ((ME, "F"),), Remark(Situation.PLAYER_FOLDS)),
        (f"{QUEENS} {KINGS}", SHOWN, Remark(Situation.WIN)),
        (f"{FLUSH} {KINGS}", SHOWN, Remark(Situation.LOSE_DEAL)),
        (f"{LOW} {KINGS}", SHOWN, Remark(Situation.BLUFF_CALLED)),
        (f"{QUEENS} {LOW}", (*KEPT, (ME, "O5"), (HER, "R5"), (ME, "C")),
         Remark(Situation.CAUGHT_BLUFFING)),
        # who only calls does not bluff, nor who raised before the exchange
        (f"{QUEENS} {LOW}", SHOWN, Remark(Situation.LOSE_DEAL)),
        (f"{QUEENS} {LOW}", ((ME, "O5"), (HER, "R5"), (ME, "C"), *KEPT[2:], (ME, "O5"), (HER, "C")),
         Remark(Situation.LOSE_DEAL)),
        (f"{QUEENS} {KINGS}", (*KEPT, (ME, "O15"), (HER, "C")), Remark(Situation.BIG_WIN)),
        (f"{QUEENS} {KINGS}", (*KEPT, (ME, "O14"), (HER, "C")), Remark(Situation.WIN)),
    ],
)  # fmt: skip
def test_what_is_spoken_to(cards: str, moves: tuple[tuple[Seat, str], ...], said: Remark) -> None:
    assert talk.remark(played(cards, *moves)) == said


def test_equal_hands_are_a_push() -> None:
    table = played("AH KD QC TH 8H AD KC QD TS 8S", *SHOWN)
    assert talk.remark(table) == Remark(Situation.PUSH)
    assert talk.remark(GAME.settle(table).table) == Remark(Situation.PUSH)


def test_a_lost_garment_is_spoken_to_by_its_number() -> None:
    table = played(f"{FLUSH} {KINGS}", *SHOWN, character=Side(12, 5, lost=1))
    assert talk.remark(GAME.settle(table).table) == Remark(Situation.LOSE_GARMENT, 2)


@pytest.mark.parametrize(
    ("result", "situation"),
    [(Result.WON, Situation.FAREWELL), (Result.LOST, Situation.PLAYER_BEATEN)],
)
def test_the_last_word(result: Result, situation: Situation) -> None:
    table = GAME.settle(played(f"{FLUSH} {KINGS}", *SHOWN)).table
    assert table.session is not None
    over = replace(table, phase=Phase.END, session=replace(table.session, result=result))
    assert talk.remark(over) == Remark(situation)


def hidden(table: Table) -> Table:
    """The same table with other cards in the character's hand, where they are not on view."""
    deal = table.dealt
    if table.session is None or deal is None or (deal.outcome and not deal.folded):
        return table
    cards = parse_cards("AC AD AH AS KH")
    theirs = Holding(cards, deal.character.change, deal.character.final and cards)
    return replace(table, session=replace(table.session, deal=replace(deal, character=theirs)))


def test_neither_face_nor_words_tell_of_hidden_cards() -> None:
    anybody = {Seat.PLAYER: at_random, Seat.CHARACTER: at_random}
    for seed in range(30):
        for turn in turns(anybody, seed, Terms(), deals=20):
            other = hidden(turn.table)
            assert talk.face(other) is talk.face(turn.table)
            assert talk.remark(other) == talk.remark(turn.table)


def test_a_raise_is_made_with_a_closed_face() -> None:
    assert talk.face(played(f"{QUEENS} {KINGS}", (ME, "O5"), (HER, "R5"))) is Face.POKER


CAST = load_pack(built_in()).characters


@pytest.mark.parametrize("character", CAST, ids=lambda each: each.id)
@pytest.mark.parametrize("language", Language)
def test_the_same_table_is_always_answered_with_the_same_words(
    character: Character, language: Language
) -> None:
    table = played(f"{QUEENS} {KINGS}", (ME, "O5"), (HER, "R5"))
    said = talk.words(character, table, language)
    assert said in character.said(Situation.RAISE, language)
    assert talk.words(character, table, language) == said


@pytest.mark.parametrize("character", CAST, ids=lambda each: each.id)
def test_without_the_theme_nobody_speaks_of_garments(character: Character) -> None:
    table = played(f"{FLUSH} {KINGS}", *SHOWN, character=Side(12, 5, lost=1))
    said = talk.words(character, GAME.settle(table).table, Language.EN, has_theme=False)
    assert said in character.said(Situation.LOSE_DEAL, Language.EN)


def test_every_move_has_its_situation() -> None:
    for kind in (MoveKind.OPEN, MoveKind.WAIT, MoveKind.RAISE, MoveKind.FOLD):
        assert Situation(kind.value)


@pytest.mark.parametrize(("bet", "said"), [("O15", Situation.BIG_WIN), ("O14", Situation.WIN)])
def test_a_big_pot_that_was_taken_is_worth_a_bigger_word(bet: str, said: Situation) -> None:
    shown = played(f"{QUEENS} {KINGS}", *KEPT, (ME, bet), (HER, "C"))
    assert talk.remark(GAME.settle(shown).table) == Remark(said)
