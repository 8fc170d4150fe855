"""The leaf of Strip Poker's rules that shows the hands: a hand of every kind, in their order."""

from __future__ import annotations

from itertools import pairwise

import pytest

from firmware.games.strip_poker.hands import (
    Category,
    Deck,
    FlushTie,
    Ranking,
    Winner,
    compare,
    evaluate,
)
from firmware.screens.strip_rules import EXAMPLES

RANKINGS = [Ranking(deck, low, tie) for deck in Deck for low in (True, False) for tie in FlushTie]


@pytest.mark.parametrize("ranking", RANKINGS)
def test_every_kind_of_hand_is_shown_once(ranking: Ranking) -> None:
    assert sorted(evaluate(hand, ranking).category for hand in EXAMPLES) == sorted(Category)


@pytest.mark.parametrize("ranking", RANKINGS)
def test_each_hand_beats_the_next_one(ranking: Ranking) -> None:
    for better, worse in pairwise(EXAMPLES):
        assert compare(better, worse, ranking).winner is Winner.FIRST


def test_no_card_is_shown_that_a_deck_of_32_lacks() -> None:
    assert {card.rank.letter for hand in EXAMPLES for card in hand} <= set("789TJQKA")
