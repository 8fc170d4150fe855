"""Which hand of Cinque Mani is better: one fact of the rules each; the whole order is proved
elsewhere."""

from __future__ import annotations

import pytest

from firmware.cards.card import parse_cards
from firmware.games.cinque_mani.hands import (
    DECK,
    Category,
    FlushOrder,
    Ranking,
    Reason,
    Winner,
    best_of,
    compare,
    evaluate,
)

MINIMA = Ranking(minima_batte_massima=True)
LOWEST, MIDDLE, HIGHEST = "AS 7S 8S 9S TS", "9S TS JS QS KS", "TS JS QS KS AS"


def winner(first: str, second: str, ranking: Ranking | None = None) -> Winner:
    return compare(parse_cards(first), parse_cards(second), ranking or Ranking()).winner


def reason(first: str, second: str) -> Reason:
    return compare(parse_cards(first), parse_cards(second)).reason


def test_the_deck_has_32_cards_from_the_seven_up() -> None:
    assert len(DECK) == 32
    assert min(card.rank for card in DECK if card.rank is not None).letter == "7"


def test_the_categories_in_their_order() -> None:
    assert [category.value for category in Category] == [
        "nothing",
        "pair",
        "two_pair",
        "trips",
        "straight",
        "full_house",
        "flush",
        "quads",
        "straight_flush",
    ]


@pytest.mark.parametrize(
    ("better", "worse", "why"),
    [
        ("7S 8S 9S JS QS", "AH AD AC KS KH", Reason.CATEGORY),  # flush over full house
        ("TH JD QC KS AH", "AD 7H 8C 9S TD", Reason.COMBINATION),  # the low ace is the lowest
        ("7H 8D 9C TS JH", "AD 7S 8C 9S TD", Reason.COMBINATION),
        ("AD 7S 8C 9S TH", "AH 7H 8H 9H TD", Reason.SUIT),  # its top card is the ten
        ("AS 7S 8S 9D TH", "AH 7S 8S 9C TH", Reason.SUIT),  # then the nine ...
        ("AH 7S 8S 9C TH", "AS 7S 8S 9C TH", Reason.SUIT),  # ... and the ace last
        ("TS JH QH KH AD", "TH JH QH KH AC", Reason.SUIT),
        ("AH AD AC AS 8S", "AH AD AC AS 7H", Reason.SIDE_CARD),
        ("AH AD AC AS 8H", "AH AD AC AS 8S", Reason.SUIT),
        ("AS KS QS JS 8S", "AH KH QH TH 9H", Reason.COMBINATION),
        ("AH KH QH JH 8H", "AD KD QD JD 8D", Reason.SUIT),
        ("AS AC AD 8S 8C", "AH AD AC 7H 7D", Reason.COMBINATION),
        ("AH AD AS 8S 8C", "AH AC AS 8H 8D", Reason.SUIT),  # the three before the pair
        ("AH AD AS 8H 8S", "AH AD AS 8D 8C", Reason.SUIT),
        ("AS AC AD KS 9S", "AH AD AC KH 8H", Reason.SIDE_CARD),
        ("AS AC AD KH 9S", "AH AD AC KD 9H", Reason.SUIT),  # the highest side card first
        ("AS AC AD KH 9H", "AH AD AC KH 9D", Reason.SUIT),
        ("AH AC AD KH 9H", "AS AC AD KH 9H", Reason.SUIT),  # the three last
        ("AS AC KS KC 9S", "AH AD KH KD 8H", Reason.SIDE_CARD),
        ("AS AC KS KC 9H", "AH AD KH KD 9D", Reason.SUIT),
        ("AH AS KS KC 9H", "AD AC KH KD 9H", Reason.SUIT),  # the higher pair
        ("AH AS KH KC 9H", "AH AS KD KS 9H", Reason.SUIT),  # the lower one
        ("AS AC KS QS 9S", "AH AD KH QH 8H", Reason.SIDE_CARD),
        ("AS AC KH QS 9S", "AH AD KD QH 9H", Reason.SUIT),
        ("AS AC KH QH 9S", "AH AD KH QD 9H", Reason.SUIT),
        ("AH AC KH QH 9S", "AD AC KH QH 9S", Reason.SUIT),
        ("AS KS QS JD 9S", "AH KH QH JH 8D", Reason.SIDE_CARD),
        ("AH KS QS JS 9C", "AD KH QH JH 9H", Reason.SUIT),
        ("TS JS QS KS AS", "9H TH JH QH KH", Reason.COMBINATION),
        ("TH JH QH KH AH", "TD JD QD KD AD", Reason.SUIT),
    ],
)
def test_the_better_hand_and_what_decides(better: str, worse: str, why: Reason) -> None:
    assert winner(better, worse) is Winner.FIRST
    assert winner(worse, better) is Winner.SECOND
    assert reason(better, worse) is why


@pytest.mark.parametrize("pair", ["HD", "DC", "CS"])
def test_hearts_diamonds_clubs_spades(pair: str) -> None:
    high, low = (" ".join(rank + suit for rank in "AKQJ9") for suit in pair)
    assert winner(high, low) is Winner.FIRST


def test_identical_cards_are_level_however_they_lie() -> None:
    assert winner("AH KD QS JC 9H", "9H JC QS KD AH") is Winner.PUSH


def test_the_suit_goes_before_the_ranks_of_a_flush_by_the_option() -> None:
    suit_first = Ranking(FlushOrder.SUIT_FIRST)
    assert winner("7H 8H 9H JH QH", "AS KS QS JS 9S", suit_first) is Winner.FIRST
    assert winner("7H 8H 9H JH QH", "AS KS QS JS 9S") is Winner.SECOND


def test_the_suit_of_a_flush_puts_it_above_no_quads() -> None:
    suit_first = Ranking(FlushOrder.SUIT_FIRST)
    assert winner("7H 8H 9H JH QH", "7H 7D 7C 7S 8S", suit_first) is Winner.SECOND


def test_the_lowest_straight_flush_beats_the_highest_by_the_option() -> None:
    assert winner(LOWEST, HIGHEST, MINIMA) is Winner.FIRST
    assert winner(HIGHEST, LOWEST, MINIMA) is Winner.SECOND
    assert winner(LOWEST, HIGHEST) is Winner.SECOND


def test_by_the_option_the_highest_beats_the_middle_and_that_the_lowest() -> None:
    assert winner(HIGHEST, MIDDLE, MINIMA) is Winner.FIRST
    assert winner(MIDDLE, LOWEST, MINIMA) is Winner.FIRST


def test_a_plain_straight_from_the_ace_up_beats_no_high_straight_by_the_option() -> None:
    assert winner("AS 7S 8S 9S TH", "TS JS QS KS AH", MINIMA) is Winner.SECOND


def test_the_best_of_several_is_the_one_that_beats_every_other() -> None:
    three = [evaluate(parse_cards(text)) for text in (LOWEST, HIGHEST, MIDDLE)]
    assert best_of(three) == 1


def test_of_three_in_a_circle_none_is_the_best() -> None:
    three = [evaluate(parse_cards(text)) for text in (LOWEST, HIGHEST, MIDDLE)]
    assert best_of(three, MINIMA) is None


def test_of_two_identical_hands_at_the_top_none_is_the_best() -> None:
    three = [evaluate(parse_cards(text)) for text in (HIGHEST, LOWEST, HIGHEST)]
    assert best_of(three) is None


def test_two_identical_hands_below_the_best_matter_to_nobody() -> None:
    three = [evaluate(parse_cards(text)) for text in (LOWEST, HIGHEST, LOWEST)]
    assert best_of(three) == 1


def test_the_cards_that_make_it_are_named_by_their_places() -> None:
    assert evaluate(parse_cards("KS 9H KH 7D AC")).positions == (1, 3)


def test_nothing_is_made_by_no_card() -> None:
    assert evaluate(parse_cards("KS 9H QH 7D AC")).positions == ()


def test_a_card_below_the_seven_is_refused() -> None:
    with pytest.raises(ValueError, match="the rank 6 is below 7"):
        evaluate(parse_cards("KS 9H QH 6D AC"))
