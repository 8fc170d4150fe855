"""What the solver of the duel reckons with: every hand in its place, what wins of what, the
balance of a small game, and good answers."""

from __future__ import annotations

from itertools import combinations, pairwise, permutations

import numpy as np
import pytest
from cinque_bench import LAID, REMOVED, TURNED

from firmware.cards.card import Card, parse_cards
from firmware.games.cinque_mani.duel import points, stakes
from firmware.games.cinque_mani.duel.balance import balanced, few
from firmware.games.cinque_mani.duel.draws import Draws
from firmware.games.cinque_mani.duel.outcome import Objective, margins, payoffs
from firmware.games.cinque_mani.duel.search import (
    ALL_CARDS,
    anyhow,
    disturbed,
    replaced,
    splits,
)
from firmware.games.cinque_mani.duel.table import DuelTable, Ints, duel_table
from firmware.games.cinque_mani.hands import DECK, PLAIN, FlushOrder, Ranking, strength
from firmware.games.cinque_mani.mix import Mix, margin, worth, write_mix

CARDS = tuple(card for card in DECK if card not in parse_cards(REMOVED))
WITH_MINIMA = Ranking(FlushOrder.SUIT_FIRST, minima_batte_massima=True)
CIRCLE = tuple(card for card in DECK if card not in parse_cards("7S 7C 8S 8C 9S QS KC"))
"""In hearts and diamonds lie the lowest and the highest straight flush and one between."""


@pytest.fixture(scope="module")
def table() -> DuelTable:
    return duel_table(CARDS)


@pytest.fixture(scope="module")
def circle() -> DuelTable:
    return duel_table(CIRCLE, WITH_MINIMA)


def hands(*texts: str) -> set[frozenset[Card]]:
    return {frozenset(parse_cards(text)) for text in texts}


def cards(table: DuelTable, hand: int) -> list[Card]:
    return [card for at, card in enumerate(table.cards) if hand >> at & 1]


# --- the table --------------------------------------------------------------------------------


def test_every_hand_stands_where_its_strength_says(table: DuelTable) -> None:
    found = [strength(cards(table, hand)) for hand in table.hands.tolist()]
    assert len(found) == 53_130
    assert all(lower < higher for lower, higher in pairwise(found))


def test_hands_stand_where_their_strength_says_with_the_suit_of_flushes_first(
    circle: DuelTable,
) -> None:
    sample = np.concatenate([circle.hands[::40], circle.hands[-400:]])
    found = [strength(cards(circle, hand), WITH_MINIMA) for hand in np.unique(sample).tolist()]
    places = circle.places(np.unique(sample))
    assert np.argsort(found).tolist() == np.argsort(places).tolist()


def test_a_place_is_found_from_the_cards(table: DuelTable) -> None:
    assert (table.places(table.hands) == np.arange(53_130)).all()


def test_no_two_hands_have_one_number(table: DuelTable) -> None:
    assert (np.sort(table.numbers(table.hands)) == np.arange(53_130)).all()


def test_a_table_by_number_says_the_same(table: DuelTable) -> None:
    by_number = table.by_number(np.arange(53_130))
    assert (by_number[table.numbers(table.hands)] == np.arange(53_130)).all()


def test_hands_of_bits_are_hands_of_cards_again(table: DuelTable) -> None:
    (hands,) = table.bits([LAID])
    assert [set(hand) for hand in table.arrangement(hands)] == [set(hand) for hand in LAID]


def test_the_lowest_and_the_highest_straight_flush_are_known_by_the_option(
    circle: DuelTable,
) -> None:
    minima, massima = (
        {frozenset(cards(circle, circle.hands[place])) for place in places}
        for places in (circle.minima, circle.massima)
    )
    assert minima == hands("AH 7H 8H 9H TH", "AD 7D 8D 9D TD")
    assert massima == hands("AH KH QH JH TH", "AD KD QD JD TD")


def test_without_the_option_there_is_no_circle(table: DuelTable) -> None:
    assert not len(table.minima)
    assert not len(duel_table(CIRCLE).minima)


@pytest.mark.parametrize("dealt", [CARDS[:24], (*CARDS[:24], CARDS[0])])
def test_other_than_twenty_five_cards_are_refused(dealt: tuple[Card, ...]) -> None:
    with pytest.raises(ValueError, match="25 different cards"):
        duel_table(dealt)


# --- what wins of what ------------------------------------------------------------------------


def some(table: DuelTable, count: int) -> Ints:
    """Arrangements with strong hands in several places, and some without any thought."""
    draws = Draws("some")
    strong = points.built(table, np.tile(np.arange(53_130, dtype=np.float32), (5, 1)), short=0.0)
    found = np.concatenate([replaced(strong, draws, count // 2), anyhow(draws, count // 2)])
    if len(table.minima):  # where they do not fit, but meet each other for 7
        found[:4, 4] = table.hands[[*table.minima, *table.massima]]
    return found


@pytest.mark.parametrize("name", ["table", "circle"])
def test_margins_are_those_of_the_rules(name: str, request: pytest.FixtureRequest) -> None:
    table: DuelTable = request.getfixturevalue(name)
    ranking = WITH_MINIMA if name == "circle" else PLAIN
    hands = some(table, 16)
    laid = [table.arrangement(each) for each in hands]
    wanted = [[margin(first, second, ranking) for second in laid] for first in laid]
    assert margins(table, hands, hands).tolist() == wanted


def test_minima_beats_massima_in_every_suit(circle: DuelTable) -> None:
    minima, massima = (circle.hands[places] for places in (circle.minima, circle.massima))
    rest = np.full((2, 4), circle.hands[0])
    found = margins(circle, np.column_stack([rest, minima]), np.column_stack([rest, massima]))
    assert found.tolist() == [[7, 7], [7, 7]]


def test_stakes_are_the_signs_of_margins(table: DuelTable) -> None:
    hands = some(table, 16)
    wanted = np.sign(margins(table, hands, hands))
    assert (payoffs(table, hands, hands, Objective.STAKES) == wanted).all()


@pytest.mark.parametrize("name", ["table", "circle"])
def test_what_hands_win_at_their_positions_adds_up_to_points(
    name: str, request: pytest.FixtureRequest
) -> None:
    table: DuelTable = request.getfixturevalue(name)
    hands = some(table, 32)
    mix, shares = hands[::2], np.arange(1, 17) / 136
    by_number = table.by_number(points.worths(table, mix, shares))
    wanted = margins(table, hands, mix) @ shares
    assert points.total(table, by_number, hands) == pytest.approx(wanted, abs=1e-4)


@pytest.mark.parametrize("name", ["table", "circle"])
def test_rows_of_classes_add_up_to_stakes(name: str, request: pytest.FixtureRequest) -> None:
    table: DuelTable = request.getfixturevalue(name)
    hands = some(table, 32)
    mix, shares = hands[::2], np.arange(1, 17, dtype=np.float32) / 136
    wanted = np.sign(margins(table, hands, mix)) @ shares
    found = stakes.won(table, stakes.rows(table, mix), shares, hands)
    assert found == pytest.approx(wanted, abs=1e-5)


# --- beginnings and steps ---------------------------------------------------------------------


def is_arranged(hands: Ints) -> bool:
    """Whether each hand has five cards and each arrangement all of them."""
    counts = {hand.bit_count() for hand in hands.ravel().tolist()}
    return counts == {5} and set(np.bitwise_or.reduce(hands, axis=1).tolist()) == {ALL_CARDS}


def test_all_beginnings_use_every_card_once(table: DuelTable) -> None:
    draws = Draws("beginnings")
    dealt = anyhow(draws, 50)
    assert is_arranged(dealt)
    assert is_arranged(disturbed(dealt, draws, 50))
    assert is_arranged(replaced(dealt, draws, 50))
    by_place = np.tile(np.arange(53_130, dtype=np.float32), (5, 1))
    assert is_arranged(points.built(table, by_place, short=100.0))


def test_two_hands_are_split_in_every_way() -> None:
    hands = anyhow(Draws("splits"), 1)
    ours, theirs = splits(hands, 1, 3)
    together = int(hands[0, 1] | hands[0, 3])
    ten = [1 << at for at in range(25) if together >> at & 1]
    assert sorted(ours[0].tolist()) == sorted(map(sum, combinations(ten, 5)))
    assert set((ours | theirs)[0].tolist()) == {together}
    assert (ours[0, 0], theirs[0, 0]) == (hands[0, 1], hands[0, 3])


def test_building_begins_with_the_best_hand(table: DuelTable) -> None:
    by_place = np.tile(np.arange(53_130, dtype=np.float32), (5, 1))
    made = points.built(table, by_place, short=0.0)
    assert (made == table.hands[-1]).any(axis=1).all()


def test_draws_are_the_same_for_the_same_text() -> None:
    first, second, other = Draws("a"), Draws("a"), Draws("b")
    assert first.below(1000, 5).tolist() == second.below(1000, 5).tolist()
    assert first.below(1000, 5).tolist() != other.below(1000, 5).tolist()


def test_draws_go_on_and_never_repeat_themselves() -> None:
    draws = Draws("a")
    assert draws.below(1 << 31, 4).tolist() != draws.below(1 << 31, 4).tolist()


def test_draws_reach_every_number_alike() -> None:
    counts = np.bincount(Draws("alike").below(10, 100_000), minlength=10)
    assert len(counts) == 10
    assert counts.min() > 9_500  # five standard deviations are 475
    assert counts.max() < 10_500


# --- the best answer --------------------------------------------------------------------------


def test_climbing_reaches_the_best_placement_of_fixed_hands(table: DuelTable) -> None:
    (laid,) = table.bits([LAID])
    mix, shares = table.bits([TURNED, LAID]), np.array([0.7, 0.3])
    by_number = table.by_number(points.worths(table, mix, shares))
    every = np.array(list(permutations(laid)), np.int32)
    placed = points.placed(table, by_number, laid[None, ::-1])
    wanted = (margins(table, every, mix) @ shares).max()
    assert (margins(table, placed, mix) @ shares).max() == pytest.approx(wanted)


@pytest.mark.parametrize("objective", Objective)
def test_an_answer_is_better_than_any_that_one_split_away_lies(
    table: DuelTable, objective: Objective
) -> None:
    mix, shares = some(table, 12), np.full(12, 1 / 12)
    search = (
        points.PointsSearch(table) if objective is Objective.POINTS else stakes.StakesSearch(table)
    )
    found, won = search.answers(mix, shares, mix, 2, Draws("answers"))
    near = [found[0]]
    for first, second in combinations(range(5), 2):
        for ours, theirs in zip(*splits(found[:1], first, second), strict=True):
            each = np.tile(found[0], (252, 1))
            each[:, first], each[:, second] = ours, theirs
            near.extend(each)
    reached = payoffs(table, np.array(near), mix, objective) @ shares
    assert won[0] == pytest.approx(reached[0], abs=1e-5)
    assert reached.max() <= reached[0] + 1e-5


@pytest.mark.parametrize("objective", Objective)
def test_what_answers_win_is_what_the_rules_say(table: DuelTable, objective: Objective) -> None:
    mix = some(table, 6)
    search = (
        points.PointsSearch(table) if objective is Objective.POINTS else stakes.StakesSearch(table)
    )
    found, won = search.answers(mix, np.full(6, 1 / 6), mix, 1, Draws("answers"))
    against = Mix(tuple(table.arrangement(each) for each in mix), (1,) * 6)
    wanted = worth(table.arrangement(found[0]), write_mix(against), PLAIN)
    figure = wanted.points if objective is Objective.POINTS else wanted.stakes
    assert won[0] == pytest.approx(float(figure), abs=1e-5)
    assert (np.diff(won) <= 0).all()


# --- the balance ------------------------------------------------------------------------------


def test_scissors_paper_stone_are_played_alike() -> None:
    shares, others = balanced(np.array([[0.0, 1, -1], [-1, 0, 1], [1, -1, 0]]), 1e-6)
    assert shares == pytest.approx([1 / 3] * 3, abs=1e-5)
    assert others == pytest.approx([1 / 3] * 3, abs=1e-5)


def test_a_game_of_two_by_two_has_its_known_balance() -> None:
    # Rows gain 3 and -1 of the first, -2 and 1 of the second: columns 3/7 and 4/7, rows 2/7
    # and 5/7, and the rows win 1/7.
    gains = np.array([[3.0, -2], [-1, 1]])
    shares, others = balanced(gains, 1e-6)
    assert shares == pytest.approx([3 / 7, 4 / 7], abs=1e-5)
    assert others == pytest.approx([2 / 7, 5 / 7], abs=1e-5)
    assert (gains @ shares).max() == pytest.approx(1 / 7, abs=1e-5)


def test_what_is_always_worse_is_not_played() -> None:
    shares, _ = balanced(np.array([[0.0, 1, 5], [-1, 0, 5], [-5, -5, 0]]), 1e-6)
    assert shares == pytest.approx([1, 0, 0], abs=1e-5)


def test_a_few_columns_do_as_well_where_columns_are_there_twice() -> None:
    stone = np.array([[0.0, 1, -1], [-1, 0, 1], [1, -1, 0]])
    gains = np.tile(stone, (3, 3))
    centre, _ = balanced(gains, 1e-6)
    kept, shares = few(gains, centre, 5, 1e-6)
    assert len(kept) <= 5
    assert shares.sum() == pytest.approx(1)
    assert (gains[:, kept] @ shares).max() == pytest.approx(0, abs=1e-4)
