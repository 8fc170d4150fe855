"""The shape of five cards under the rule sets of the three games."""

import pytest

from firmware.cards.card import Rank, parse_cards
from firmware.cards.evaluate import RuleSet, Shape, pattern, shape

FULL_DECK = RuleSet()
WITH_JOKER = RuleSet(jokers=1)
SHORT_DECK = RuleSet(lowest=Rank.SEVEN)


def of(cards: str, rules: RuleSet) -> Shape:
    return shape(pattern(parse_cards(cards)), rules)


@pytest.mark.parametrize(
    ("cards", "rules", "top"),
    [
        ("AS KD QH JC TS", FULL_DECK, Rank.ACE),
        ("AS 2D 3H 4C 5S", FULL_DECK, Rank.FIVE),
        ("AS 2D 3H 4C 5S", RuleSet(has_low_ace=False), None),
        ("KS AD 2H 3C 4S", FULL_DECK, None),
        ("AS 7D 8H 9C TS", SHORT_DECK, Rank.TEN),
        ("AS 7D 8H 9C TS", FULL_DECK, None),
        ("7S 8D 9H TC JS", SHORT_DECK, Rank.JACK),
        ("9S 9D TH JC QS", FULL_DECK, None),
        ("JK 9D TH JC QS", WITH_JOKER, Rank.KING),
        ("JK 9D TH QC KS", WITH_JOKER, Rank.KING),
        ("JK JD QH KC AS", WITH_JOKER, Rank.ACE),
        ("JK AD 2H 3C 4S", WITH_JOKER, Rank.FIVE),
        ("JK AD 3H 4C 5S", WITH_JOKER, Rank.FIVE),
        ("JK 2D 3H 4C 5S", WITH_JOKER, Rank.SIX),
        ("JK 9D 9H TC JS", WITH_JOKER, None),
    ],
)
def test_straights(cards: str, rules: RuleSet, top: Rank | None) -> None:
    assert of(cards, rules).straight_top is top


def test_groups_stand_by_number_then_by_rank() -> None:
    found = of("2S 2D 9H 9C AS", FULL_DECK)
    assert found.groups == ((2, Rank.NINE), (2, Rank.TWO), (1, Rank.ACE))
    assert found.counts == (2, 2, 1)


def test_joker_is_in_no_group() -> None:
    found = of("2S JK 2D 9H AS", WITH_JOKER)
    assert found.groups == ((2, Rank.TWO), (1, Rank.ACE), (1, Rank.NINE))
    assert found.has_joker


@pytest.mark.parametrize(
    ("cards", "is_flush"),
    [
        ("2S 5S 9S JS AS", True),
        ("2S 5S 9S JS AH", False),
        ("2S 5S 9S JS JK", True),
        ("2S 5S 9S JH JK", False),
    ],
)
def test_flushes(cards: str, is_flush: bool) -> None:
    assert of(cards, WITH_JOKER).is_flush is is_flush


def test_order_of_the_cards_is_nothing() -> None:
    assert pattern(parse_cards("2S JK 2D 9H AS")) == pattern(parse_cards("AS 9H 2D 2S JK"))


@pytest.mark.parametrize(("cards", "listed"), [("", "0: none"), ("AS KS", "2: AS KS")])
def test_hand_of_another_size_is_refused(cards: str, listed: str) -> None:
    with pytest.raises(ValueError, match=f"a hand has 5 cards, not {listed}"):
        pattern(parse_cards(cards))


def test_joker_is_refused_where_the_rules_have_none() -> None:
    with pytest.raises(ValueError, match="1 jokers in a hand that may hold 0"):
        of("2S JK 2D 9H AS", FULL_DECK)


def test_rank_below_the_deck_is_refused() -> None:
    with pytest.raises(ValueError, match="the rank 6 is below 7, the lowest of this deck"):
        of("6S 7D 8H 9C TS", SHORT_DECK)
