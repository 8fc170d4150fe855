"""The stored mix: whole, various, repeatable, and made without numpy."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import permutations, product
from operator import mul

import pytest
from cinque_bench import HANDS

from firmware.cards.card import Card, parse_cards
from firmware.cards.shuffle import FairShuffler, SeededSource
from firmware.games.cinque_mani.building import compositions
from firmware.games.cinque_mani.fallback import PLACEMENTS, SUPPORT_MAX, fallback_mix
from firmware.games.cinque_mani.hands import DECK, FlushOrder, Ranking, strength
from firmware.games.cinque_mani.table import POINTS, verify_arrangement

CARDS = parse_cards(" ".join(HANDS))
SEVERAL = 2
"""A deal that is composed in several ways, one of which is beaten by none of the others."""


def deal(seed: int) -> tuple[Card, ...]:
    return FairShuffler(SeededSource(seed)).shuffle(DECK)[:25]


@pytest.mark.parametrize("seed", range(10))
def test_every_arrangement_uses_each_card_once(seed: int) -> None:
    cards = deal(seed)
    for arrangement in fallback_mix(cards).arrangements:
        verify_arrangement(arrangement, cards)


def test_no_two_are_alike() -> None:
    laid = fallback_mix(CARDS).arrangements
    assert len(set(laid)) == len(laid)


def test_it_is_no_longer_than_is_worth_storing() -> None:
    assert len(fallback_mix(deal(1)).weights) <= SUPPORT_MAX


def test_the_order_of_the_cards_does_not_matter() -> None:
    assert fallback_mix(CARDS) == fallback_mix(CARDS[::-1])


def test_most_deals_are_composed_in_several_ways() -> None:
    mixes = [fallback_mix(deal(seed)) for seed in range(20)]
    ways = [len({frozenset(map(frozenset, each)) for each in mix.arrangements}) for mix in mixes]
    assert sum(way > 1 for way in ways) > len(ways) / 2


def test_no_arrangement_is_drawn_more_often_than_one_time_in_ten() -> None:
    for seed in range(10):
        mix = fallback_mix(deal(seed))
        assert max(mix.weights) * 10 <= sum(mix.weights)


def test_the_places_are_those_of_five_hands() -> None:
    orders = {"".join(order) for order in permutations("12345")}
    assert {places for places, _ in PLACEMENTS} <= orders


def test_the_flushes_are_placed_as_the_option_ranks_them() -> None:
    other = Ranking(FlushOrder.SUIT_FIRST)
    assert any(fallback_mix(deal(seed)) != fallback_mix(deal(seed), other) for seed in range(20))


def test_moving_the_hands_of_a_composition_about_wins_little_of_it() -> None:
    """Of one arrangement that it could know, a player wins eleven points."""
    mix = fallback_mix(deal(0))
    laid = [tuple(map(strength, each)) for each in mix.arrangements]
    own = tuple(sorted(map(strength, compositions(deal(0), 1, 1)[0])))

    def won(order: tuple[int, ...]) -> float:
        """What this order wins of the mix on average, in points."""
        margins = [
            sum(p * ((a > b) - (a < b)) for p, a, b in zip(POINTS, order, each, strict=True))
            for each in laid
        ]
        return sum(map(mul, mix.weights, margins)) / sum(mix.weights)

    assert max(map(won, permutations(own))) < 4.0


def test_no_other_composition_beats_the_one_that_is_taken_most() -> None:
    """Both placed as the mix places hands."""
    mix = fallback_mix(deal(SEVERAL))
    shares: Counter[tuple[int, ...]] = Counter()
    for weight, each in zip(mix.weights, mix.arrangements, strict=True):
        shares[tuple(sorted(map(strength, each)))] += weight
    (most, _), *others = shares.most_common()
    assert others
    assert min(margin(most, other) for other, _ in others) >= 0


def margin(own: Sequence[int], other: Sequence[int]) -> int:
    """What hands, weakest first, win of others where both are placed by chance."""
    placed = [(tuple(map(int, places)), weight) for places, weight in PLACEMENTS]
    return sum(
        mine * theirs * points * ((own[at] > other[there]) - (own[at] < other[there]))
        for (here, mine), (away, theirs) in product(placed, repeat=2)
        for points, at, there in zip(POINTS, _by_place(here), _by_place(away), strict=True)
    )


def _by_place(places: Sequence[int]) -> list[int]:
    """Which hand, from the weakest, lies first .. fifth."""
    return [places.index(place) for place in range(1, 6)]


def test_it_needs_no_numpy() -> None:
    program = (
        "import sys; sys.modules['numpy'] = None\n"
        "from firmware.games.cinque_mani.fallback import fallback_mix\n"
        "from firmware.games.cinque_mani.hands import DECK\n"
        "fallback_mix(DECK[:25])"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
