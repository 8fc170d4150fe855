"""Classes of hands: how many there are, and that a number is one class and only one."""

from collections import Counter
from itertools import combinations, combinations_with_replacement, permutations

import pytest

from firmware.cards.card import standard_deck
from firmware.odds.classes import (
    multiset_number,
    natural_subsets,
    place,
    shape_size,
    shapes,
    subset_number,
    subsets,
)


@pytest.mark.parametrize(
    ("cards", "classes"), [(0, 1), (1, 13), (2, 169), (3, 1_755), (4, 16_432), (5, 134_459)]
)
def test_classes_of_so_many_cards(cards: int, classes: int) -> None:
    assert sum(map(shape_size, shapes(cards))) == classes


def test_subsets_of_each_game() -> None:
    assert subsets(jokers=0) == 18_370
    assert subsets(jokers=1) == 20_308


def masks_of(cards) -> tuple[int, ...]:
    masks = dict.fromkeys("SHDC", 0)
    for card in cards:
        masks[card.suit] |= 1 << (card.rank - 2)
    return tuple(masks.values())


@pytest.mark.parametrize(("cards", "first", "end"), [(1, 1, 14), (2, 14, 183), (3, 183, 1_938)])
def test_every_number_of_a_count_is_taken(cards: int, first: int, end: int) -> None:
    hands = combinations(standard_deck(), cards)
    assert {subset_number(masks_of(hand), False) for hand in hands} == set(range(first, end))


def test_one_number_is_one_multiset_of_masks() -> None:
    seen: dict[int, set[tuple[int, ...]]] = {}
    for hand in combinations(standard_deck(), 3):
        masks = masks_of(hand)
        seen.setdefault(subset_number(masks, False), set()).add(tuple(sorted(masks)))
    assert Counter(map(len, seen.values())) == {1: 1_755}


def test_suits_may_be_called_as_one_likes() -> None:
    masks = (0b11, 0b1, 0b100, 0)
    assert len({subset_number(order, False) for order in permutations(masks)}) == 1


def test_the_joker_stands_behind_all_that_have_none() -> None:
    assert subset_number((0, 0, 0, 0), has_joker=True) == natural_subsets() == 18_370
    last = max(subset_number((1 << a, 1 << a, 1 << a, 0), True) for a in range(13))
    assert last == 20_307


def test_places_of_two_ranks_are_their_colexicographic_order() -> None:
    pairs = sorted(combinations(range(13), 2), key=lambda pair: pair[::-1])
    assert [place(1 << low | 1 << high) for low, high in pairs] == list(range(78))


def test_multisets_are_numbered_without_a_gap() -> None:
    numbers = [multiset_number(each) for each in combinations_with_replacement(range(6), 3)]
    assert sorted(numbers) == list(range(56))
