"""The easy opponent climbs, errs a little, and can be read: as the level is meant."""

from __future__ import annotations

from itertools import pairwise

import pytest

from firmware.cards.card import Card
from firmware.cards.shuffle import FairShuffler, SeededSource
from firmware.games.cinque_mani.easy import easy_mix
from firmware.games.cinque_mani.hands import DECK, PLAIN, Category, evaluate, strength
from firmware.games.cinque_mani.mix import worth, write_mix
from firmware.games.cinque_mani.table import Arrangement, verify_arrangement


def deal(seed: int) -> tuple[Card, ...]:
    return FairShuffler(SeededSource(seed)).shuffle(DECK)[:25]


def faults(arrangement: Arrangement) -> list[tuple[Category, Category]]:
    """Neighbours of which the lower place has the better hand."""
    return [
        (evaluate(low).category, evaluate(high).category)
        for low, high in pairwise(arrangement)
        if strength(low) > strength(high)
    ]


@pytest.mark.parametrize("seed", range(10))
def test_every_arrangement_uses_each_card_once(seed: int) -> None:
    cards = deal(seed)
    for arrangement in easy_mix(cards).arrangements:
        verify_arrangement(arrangement, cards)


@pytest.mark.parametrize("seed", range(10))
def test_at_most_two_neighbours_are_turned(seed: int) -> None:
    assert all(len(faults(each)) <= 1 for each in easy_mix(deal(seed)).arrangements)


@pytest.mark.parametrize("seed", range(10))
def test_turned_neighbours_are_near_equals(seed: int) -> None:
    turned = [fault for each in easy_mix(deal(seed)).arrangements for fault in faults(each)]
    assert all(low.height - high.height <= 1 for low, high in turned)


def test_it_climbs_without_a_fault_more_often_than_not() -> None:
    for seed in range(10):
        mix = easy_mix(deal(seed))
        whole = zip(mix.weights, mix.arrangements, strict=True)
        assert 2 * sum(w for w, each in whole if not faults(each)) > sum(mix.weights)


def test_the_same_cards_are_arranged_in_many_ways() -> None:
    assert all(len(easy_mix(deal(seed)).arrangements) >= 5 for seed in range(10))


def test_one_place_up_and_the_worst_for_seven_beats_it() -> None:
    """The lesson of the level."""
    cards = deal(4)
    mix = easy_mix(cards)
    weakest, *others = sorted(mix.arrangements[0], key=strength)
    assert worth((*others, weakest), write_mix(mix), PLAIN).points > 0


def test_the_order_of_the_cards_does_not_matter() -> None:
    assert easy_mix(deal(2)) == easy_mix(deal(2)[::-1])
