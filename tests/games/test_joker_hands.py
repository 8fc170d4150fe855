"""Joker Poker hands: named cases of the rules, and errors that others have shipped."""

import pytest

from firmware.cards.card import Rank, parse_cards
from firmware.games.joker_poker.hands import Hand, Made, evaluate, proposal

ALL = (1, 2, 3, 4, 5)


@pytest.mark.parametrize(
    ("cards", "held"),
    [
        ("AS AH AD AC JK", ALL),
        ("JK KH 9S 4C 2D", (1, 2)),
        ("4C JK 9S 2D 9H", (2, 3, 5)),
        ("4H 4D 9S JC 2D", ()),
        ("QH QD 9S JC 2D", ()),
        ("KH KD AS AC 4H", (1, 2, 3, 4)),
        ("JK QH 9S 4C 2D", (1,)),
        ("JK KH AS 9C 4D", (1, 3)),
        ("KH 2D 9S KC 4H", (1, 4)),
        ("7H 7D 2S 7C 4H", (1, 2, 4)),
        ("7H 7D 2S 7C 7S", (1, 2, 4, 5)),
        ("7H JK 2S 7C 7S", (1, 2, 4, 5)),
        ("9H TD JS QC KH", ALL),
        ("2H 9H JH KH 4H", ALL),
        ("7H 7D 2S 7C 2H", ALL),
        ("AH KH QH JH 4C", ()),
    ],
)
def test_proposal(cards: str, held: tuple[int, ...]) -> None:
    assert proposal(parse_cards(cards)) == held


@pytest.mark.parametrize(
    ("cards", "hand", "rank"),
    [
        ("AH KH QH JH TH", Hand.NATURAL_ROYAL, Rank.ACE),
        ("AH KH QH JH JK", Hand.JOKER_ROYAL, Rank.ACE),
        ("JK KH QH JH TH", Hand.JOKER_ROYAL, Rank.ACE),
        ("JK 9H QH JH TH", Hand.STRAIGHT_FLUSH, Rank.KING),
        ("AH 2H 3H 4H 5H", Hand.STRAIGHT_FLUSH, Rank.FIVE),
        ("AH 2H JK 4H 5H", Hand.STRAIGHT_FLUSH, Rank.FIVE),
        ("2S 2H 2D 2C JK", Hand.FIVE_OF_A_KIND, Rank.TWO),
        ("2S 2H 2D AC JK", Hand.QUADS, Rank.TWO),
        ("2S 2H 2D 2C AS", Hand.QUADS, Rank.TWO),
        ("KS KH AD AC JK", Hand.FULL_HOUSE, Rank.ACE),
        ("KS KH KD AC AS", Hand.FULL_HOUSE, Rank.KING),
        ("KS 2S 9S 7S JK", Hand.FLUSH, Rank.KING),
        ("QS QH 9D 7C JK", Hand.TRIPS, Rank.QUEEN),
        ("2S 2H 9D 9C AS", Hand.TWO_PAIR, Rank.NINE),
        ("AS AH 9D 7C 2S", Hand.KINGS_OR_BETTER, Rank.ACE),
        ("QS QH 9D 7C AS", Hand.NOTHING, None),
    ],
)
def test_hands_and_the_rank_that_names_them(cards: str, hand: Hand, rank: Rank | None) -> None:
    made = evaluate(parse_cards(cards))
    assert (made.hand, made.rank) == (hand, rank)


def test_three_cards_and_a_wide_gap_are_no_straight() -> None:
    # pinkkis/phaser-video-poker #3
    made = evaluate(parse_cards("JK 9H 7D 8S KC"))
    assert made == Made(Hand.KINGS_OR_BETTER, (1, 5), Rank.KING)


def test_joker_inside_a_straight_does_not_lift_its_top() -> None:
    # goldfire/pokersolver #32
    assert evaluate(parse_cards("5S 6H JK 8C 9D")) == Made(Hand.STRAIGHT, ALL, Rank.NINE)


def test_ace_begins_a_straight() -> None:
    # ishikota/PyPokerEngine #69
    assert evaluate(parse_cards("5S 4H 3D 2C AS")) == Made(Hand.STRAIGHT, ALL, Rank.FIVE)


def test_ace_begins_a_straight_that_the_joker_fills() -> None:
    # pokerth #369
    assert evaluate(parse_cards("5S JK 3D 2C AS")) == Made(Hand.STRAIGHT, ALL, Rank.FIVE)


def test_straight_does_not_turn_the_corner() -> None:
    assert evaluate(parse_cards("QS KH AD 2C 3S")).hand is Hand.NOTHING


def test_joker_beside_an_ace_that_turns_no_corner() -> None:
    assert evaluate(parse_cards("JK KH AD 2C 3S")).hand is Hand.KINGS_OR_BETTER


def test_two_jokers_are_refused() -> None:
    joker = parse_cards("JK")
    with pytest.raises(ValueError, match="2 jokers"):
        evaluate((*joker, *joker, *parse_cards("2S 3S 4S")))


def test_six_cards_are_refused() -> None:
    with pytest.raises(ValueError, match="not 6"):
        evaluate(parse_cards("2S 3S 4S 5S 6S 7S"))
