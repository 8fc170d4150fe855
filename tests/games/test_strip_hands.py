"""Hands of Strip Poker: what they are, what of them is compared, what is a push."""

from __future__ import annotations

import pytest

from firmware.cards.card import parse_cards
from firmware.games.strip_poker.hands import (
    Category,
    Deck,
    FlushTie,
    Ranking,
    Reason,
    Winner,
    compare,
    evaluate,
)

SHORT, FULL = Ranking(Deck.SHORT), Ranking(Deck.FULL)
ALL_CARDS = Ranking(Deck.SHORT, flush_tie=FlushTie.ALL_CARDS)
NO_LOW_ACE = Ranking(Deck.SHORT, has_low_ace=False)


def winner(first: str, second: str, ranking: Ranking = SHORT) -> str:
    return compare(parse_cards(first), parse_cards(second), ranking).winner.value


def made(cards: str, ranking: Ranking = SHORT) -> str:
    return evaluate(parse_cards(cards), ranking).category.value


@pytest.mark.parametrize(
    ("cards", "category"),
    [
        ("AH KD QS JC 9H", "nothing"),
        ("AH AD QS JC 9H", "pair"),
        ("AH AD QS QC 9H", "two_pair"),
        ("AH AD AS JC 9H", "trips"),
        ("AH KD QS JC TH", "straight"),
        ("AH KH QH JH 9H", "flush"),
        ("AH AD AS JC JH", "full_house"),
        ("AH AD AS AC JH", "quads"),
        ("8H 9H TH JH QH", "straight_flush"),
    ],
)
def test_every_category_is_found(cards: str, category: str) -> None:
    assert made(cards) == category


def test_the_categories_rank_as_the_rules_list_them() -> None:
    ladder = [
        "AH KD QS JC 9H",
        "7H 7D 8S 9C JH",
        "7H 7D 8S 8C 9H",
        "7H 7D 7S 8C 9H",
        "7H 8D 9S TC JH",
        "7S 8S 9S TS QS",
        "7H 7D 7S 8C 8H",
        "7H 7D 7S 7C 8H",
        "7C 8C 9C TC JC",
    ]
    strengths = [evaluate(parse_cards(cards), SHORT).strength for cards in ladder]
    assert strengths == sorted(set(strengths))


def test_the_category_is_the_reason_where_it_decides() -> None:
    found = compare(parse_cards("7H 7D 8S 9C JH"), parse_cards("AH KD QS JC 9H"), SHORT)
    assert (found.winner, found.reason, found.ranks) == (Winner.FIRST, Reason.CATEGORY, None)


@pytest.mark.parametrize(
    ("first", "second", "reason"),
    [
        ("AH KD QS JC 9H", "KS QD JH TC 8S", Reason.COMBINATION),
        ("AH KD QS JC 9H", "AS QD JH TC 8S", Reason.SIDE_CARD),
        ("8H 8D AS KC QH", "7S 7C AD KH QD", Reason.COMBINATION),
        ("8H 8D AS KC QH", "8S 8C AD KH JH", Reason.SIDE_CARD),
        ("KH KD 8S 8C 9H", "KS KC 7S 7C AH", Reason.COMBINATION),
        ("KH KD 8S 8C 9H", "KS KC 8H 8D 7H", Reason.SIDE_CARD),
        ("AH KH QH JH 9H", "KS QS JS TS 8S", Reason.COMBINATION),
        ("AH KD QS JC 9H", "AS KC QD JH 9S", Reason.EQUAL),
    ],
)
def test_what_decided_is_named(first: str, second: str, reason: Reason) -> None:
    assert compare(parse_cards(first), parse_cards(second), SHORT).reason is reason


@pytest.mark.parametrize(
    ("better", "worse", "what"),
    [
        ("AH KD QS JC 9H", "AS KC QD JH 8S", "nothing by its fifth card"),
        ("8H 8D 9S TC JH", "7H 7D AS KC QH", "the higher pair, whatever lies beside it"),
        ("8H 8D AS TC 9H", "8S 8C KS QC JH", "equal pairs by the first side card"),
        ("8H 8D AS KC QH", "8S 8C AD KH JH", "equal pairs by the third side card"),
        ("KH KD 7S 7C 8H", "QH QD JS JC AH", "the higher of two pairs first"),
        ("KH KD 8S 8C 9H", "KS KC 7S 7C AH", "then the lower"),
        ("KH KD 8S 8C 9H", "KS KC 8H 8D 7H", "then the fifth card"),
        ("9H 9D 9S 7C 8H", "8D 8S 8C KC AH", "the rank of the three"),
        ("8H 9D TS JC QH", "7H 8D 9S TC JH", "the top of a straight"),
        ("AH 9H 8H 7H TD", "9D 9S 7C 8S 8C", "a low straight is a straight"),
        ("8H 8D 8S 7C 7H", "7D 7S 8C AH KH", "a full house by its three"),
        ("8H 8D 8S 8C 7H", "7D 7S 7C AH KH", "four by their rank"),
        ("8H 9H TH JH QH", "7S 8S 9S TS JS", "the top of a straight flush"),
    ],
)
def test_the_better_hand_wins(better: str, worse: str, what: str) -> None:
    assert (winner(better, worse), winner(worse, better)) == ("first", "second"), what


@pytest.mark.parametrize(
    ("first", "second", "what"),
    [
        ("AH KD QS JC 9H", "AS KC QD JH 9S", "nothing"),
        ("8H 8D AS KC QH", "8S 8C AD KH QD", "pairs"),
        ("KH KD 8S 8C 9H", "KS KC 8H 8D 9S", "two pair"),
        ("8H 9D TS JC QH", "8S 9C TD JH QS", "straights of one top card"),
        ("AH KH QH JH 9H", "AS TS 9S 8S QS", "flushes of one top card, whatever follows"),
        ("8H 9H TH JH QH", "8S 9S TS JS QS", "straight flushes of one top card"),
    ],
)
def test_what_the_rules_cannot_tell_apart_is_a_push(first: str, second: str, what: str) -> None:
    assert winner(first, second) == "push", what


def test_a_flush_may_count_with_all_its_cards() -> None:
    assert winner("AH KH QH JH 9H", "AS KS QS JS 8S", ALL_CARDS) == "first"


def test_equal_flushes_are_a_push_with_all_cards_too() -> None:
    assert winner("AH KH QH JH 9H", "AS KS QS JS 9S", ALL_CARDS) == "push"


def test_the_rule_for_flushes_changes_nothing_else() -> None:
    assert winner("8H 9D TS JC QH", "8S 9C TD JH QS", ALL_CARDS) == "push"


# --- the low ace ------------------------------------------------------------------------------


def test_the_ace_begins_the_lowest_straight_of_32_cards() -> None:
    low = evaluate(parse_cards("AH 7D 8S 9C TH"), SHORT)
    assert (low.category, low.ranks[0].letter) == (Category.STRAIGHT, "T")


def test_the_low_straight_loses_to_the_next_one() -> None:
    assert winner("AH 7D 8S 9C TH", "7H 8D 9S TC JH") == "second"


def test_the_ace_begins_a_straight_of_52_cards_below_the_two() -> None:
    low = evaluate(parse_cards("AH 2D 3S 4C 5H"), FULL)
    assert (low.category, low.ranks[0].letter) == (Category.STRAIGHT, "5")


def test_the_ace_begins_a_straight_flush_too() -> None:
    assert made("AH 7H 8H 9H TH") == "straight_flush"


def test_the_ace_never_stands_in_the_middle() -> None:
    assert made("QH KD AS 7C 8H") == "nothing"


def test_seven_to_ten_with_the_ace_are_no_straight_of_52_cards() -> None:
    assert made("AH 7D 8S 9C TH", FULL) == "nothing"


def test_without_the_low_ace_it_is_nothing_with_an_ace() -> None:
    low = evaluate(parse_cards("AH 7D 8S 9C TH"), NO_LOW_ACE)
    assert (low.category, low.ranks[0].letter) == (Category.NOTHING, "A")


def test_without_the_low_ace_it_is_a_flush_topped_by_the_ace() -> None:
    low = evaluate(parse_cards("AH 7H 8H 9H TH"), NO_LOW_ACE)
    assert (low.category, low.ranks[0].letter) == (Category.FLUSH, "A")


# --- what makes the hand ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "positions"),
    [
        ("AH KD QS JC 9H", ()),
        ("9H KD QS 9C AH", (1, 4)),
        ("9H KD 9S KC AH", (1, 2, 3, 4)),
        ("9H KD 9S 9C AH", (1, 3, 4)),
        ("9H 8D JS QC TH", (1, 2, 3, 4, 5)),
        ("9H 8H JH QH AH", (1, 2, 3, 4, 5)),
        ("9H KD 9S 9C KH", (1, 2, 3, 4, 5)),
        ("9H KD 9S 9C 9D", (1, 3, 4, 5)),
    ],
)
def test_the_cards_that_make_the_hand_are_named(cards: str, positions: tuple[int, ...]) -> None:
    assert evaluate(parse_cards(cards), SHORT).positions == positions


@pytest.mark.parametrize("cards", ["AH KD QS JC 6H", "AH KD QS JC JK", "AH KD QS JC"])
def test_what_is_no_hand_of_this_deck_is_refused(cards: str) -> None:
    with pytest.raises(ValueError, match=r"below|jokers|five|5 cards"):
        evaluate(parse_cards(cards), SHORT)


@pytest.mark.parametrize(("deck", "count", "lowest"), [(Deck.SHORT, 32, "7"), (Deck.FULL, 52, "2")])
def test_the_decks_have_their_cards(deck: Deck, count: int, lowest: str) -> None:
    letters = {card.rank.letter for card in deck.cards if card.rank is not None}
    assert (len(set(deck.cards)), len(letters), lowest in letters) == (count, count // 4, True)
