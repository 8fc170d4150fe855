"""What measures the computer's play in Cinque Mani: counted once more in plain ways."""

from __future__ import annotations

import random
import sys
from itertools import combinations, permutations, product
from pathlib import Path

import numpy as np
import pytest

from firmware.cards.card import parse_cards
from firmware.games.cinque_mani.building import completed
from firmware.games.cinque_mani.hands import DECK, PLAIN, Ranking, strength
from firmware.games.cinque_mani.mix import Mix, worth, write_mix
from firmware.games.cinque_mani.table import POINTS, verify_arrangement

ROOT = Path(__file__).resolve().parents[2]
REMOVED = parse_cards("7S KH 8C AD TD 9H QS")
CARDS = tuple(card for card in DECK if card not in REMOVED)
SLOTS = range(5)
LEVELS = 20


@pytest.fixture(scope="module", autouse=True)
def _tools_importable():
    sys.path[:0] = [str(ROOT / "tools" / "benches"), str(ROOT / "tools")]
    yield
    del sys.path[:2]


@pytest.fixture(scope="module")
def table():
    from solvers.cinque_table import table_of

    return table_of(CARDS)


@pytest.fixture(scope="module")
def mix():
    chance = random.Random(7)
    placed = chance.sample(list(permutations(completed(CARDS))), 12)
    return Mix(tuple(placed), tuple(chance.randint(1, 99) for _ in placed))


@pytest.fixture(scope="module")
def seen(table, mix):
    from solvers.cinque_table import against

    return against(table, mix)


def _shuffled(seed):
    cards = list(CARDS)
    random.Random(seed).shuffle(cards)
    return tuple(tuple(cards[5 * slot : 5 * slot + 5]) for slot in SLOTS)


def test_hands_are_numbered_from_the_weakest(table):
    hands = [table.write([int(mask)])[0] for mask in table.masks[::500]]
    strengths = [strength(hand) for hand in hands]
    assert strengths == sorted(strengths)


def test_an_arrangement_is_read_and_written(table):
    arrangement = _shuffled(1)
    written = table.write(table.read(arrangement))
    assert [set(hand) for hand in written] == [set(hand) for hand in arrangement]


@pytest.mark.parametrize("seed", range(6))
def test_scores_are_those_of_the_game(seen, mix, seed):
    from solvers.cinque_table import Goal

    arrangement = _shuffled(seed)
    masks, told = seen.table.read(arrangement), worth(arrangement, write_mix(mix), PLAIN)
    assert seen.score_of(masks, Goal.POINTS) == told.points * seen.total
    assert seen.score_of(masks, Goal.STAKES) == told.stakes * seen.total


def test_hands_that_beat_each_other_in_a_circle_are_refused():
    from solvers.cinque_table import table_of

    with pytest.raises(ValueError, match="circle"):
        table_of(CARDS, Ranking(minima_batte_massima=True))


def test_a_set_of_cards_reaches_its_highest_hand(table):
    from solvers.cinque_certificate import reach

    levels = np.random.default_rng(3).integers(0, 200, len(table.masks)).astype(np.uint8)
    reached = reach(table, levels)
    for cards in np.random.default_rng(4).integers(0, 1 << 25, 50):
        assert reached[cards] == max(levels[table.masks & ~cards == 0], default=0)


# --- a small part of all arrangements, counted out ------------------------------------------------


@pytest.fixture(scope="module")
def tens():
    """Sets of ten cards, many of which are disjoint."""
    chance, found = random.Random(5), set()
    for _ in range(5):
        kept = chance.sample(range(25), 20)
        for _ in range(3):
            chance.shuffle(kept)
            found |= {sum(1 << card for card in half) for half in (kept[:10], kept[10:])}
    return np.array(sorted(found), np.int32)


@pytest.fixture(scope="module")
def noise(table):
    """An opponent to whom every hand has a level by chance: hardly anything is ruled out."""
    from solvers.cinque_table import Against

    rng = np.random.default_rng(11)
    levels = rng.integers(0, LEVELS, (5, len(table.masks))).astype(np.uint8)
    weights = rng.integers(1, 50, 30)
    heights = np.arange(LEVELS)[:, np.newaxis]
    beaten = [rng.integers(1, LEVELS, (2, 30)) for _ in POINTS]
    won = tuple(
        (points * ((heights >= each[0]) + 1 * (heights >= each[1]) - 1)).astype(np.int8)
        for points, each in zip(POINTS, beaten, strict=True)
    )
    gains = tuple(each.astype(np.int64) @ weights for each in won)
    return Against(table, (), weights, int(weights.sum()), levels, won, gains)


def _halves(ten):
    cards = [card for card in range(25) if ten >> card & 1]
    ones = np.array([sum(1 << card for card in hand) for hand in combinations(cards, 5)])
    return ones, ten ^ ones


def _counted_out(seen, tens, order, goal):
    """The most that any arrangement wins whose outer hands in this order are of these sets."""
    scores = []
    for ten, other in permutations(map(int, tens), 2):
        if ten & other:
            continue
        (one, two), (four, five) = _halves(ten), _halves(other)
        three = np.array([(1 << 25) - 1 ^ ten ^ other])
        laid = (one[:, None], two[:, None], three[:, None], four[None], five[None])
        margins = 0
        for slot, hands in zip(order, laid, strict=True):
            margins = margins + seen.won[slot][seen.level(slot, hands)].astype(int)
        won = np.sign(margins) if goal == "stakes" else margins
        scores.append(int((won @ seen.weights).max()))
    return max(scores)


@pytest.mark.parametrize(
    ("goal", "order"), [("points", (1, 3, 4, 0, 2)), ("stakes", (4, 0, 1, 3, 2))]
)
def test_the_certificate_finds_the_best_of_all(noise, tens, goal, order):
    from solvers.cinque_certificate import Proof
    from solvers.cinque_search import Answer
    from solvers.cinque_table import Goal

    best = _counted_out(noise, tens, order, goal)
    proof = Proof(noise, Goal(goal), Answer(noise.table.read(_shuffled(1)), -25.0))
    for known in (proof.best, best - 1):  # nothing is ruled out, and nearly everything
        proof.best = known
        found = proof.run(tens, order)
        assert found.score == best / noise.total
        assert noise.score_of(found.masks, Goal(goal)) == best
        verify_arrangement(noise.table.write(found.masks), noise.table.cards)


def test_the_search_finds_nothing_that_the_certificate_misses(seen):
    from solvers.cinque_certificate import Proof
    from solvers.cinque_search import Answer, search
    from solvers.cinque_table import Goal

    rng = np.random.default_rng(1)
    searched = search(seen, Goal.STAKES, starts=1, shakes=0, rng=rng)
    masks = searched.masks
    tens = np.array(sorted({masks[1] | masks[3], masks[0] | masks[4]}), np.int32)
    known = Answer(seen.table.read(_shuffled(1)), -1.0)
    found = Proof(seen, Goal.STAKES, known).run(tens, (1, 3, 2, 0, 4))
    assert found.score >= searched.score > 0


def test_all_pairs_of_the_sets_asked_for_are_found():
    from solvers.cinque_certificate import Pairs, PairsBySet

    kept = Pairs(*(np.array(each) for each in ([9, 5, 9, 5], [1, 2, 3, 4], [10, 20, 30, 40])))
    where, found = PairsBySet(kept).of(np.array([9, 7, 5, 9]))
    told = zip(where.tolist(), found.first.tolist(), found.second.tolist(), strict=True)
    assert sorted(told) == [(0, 1, 10), (0, 3, 30), (2, 2, 20), (2, 4, 40), (3, 1, 10), (3, 3, 30)]


def test_it_begins_with_all_sets_of_ten():
    from solvers.cinque_certificate import _tens

    tens = _tens()
    assert len(tens) == 3_268_760  # 25 over 10
    assert (np.diff(tens) > 0).all()
    assert {int(ten).bit_count() for ten in tens[::1000]} == {10}


def _divisions(seen, masks, slots):
    """The levels of all slots in every division of the cards of three hands."""
    cards = [card for card in range(25) if sum(masks[slot] for slot in slots) >> card & 1]
    hands = [sum(1 << card for card in hand) for hand in combinations(cards, 5)]
    told = {mask: [int(seen.level(slot, [mask])[0]) for slot in slots] for mask in hands}
    every = sum(1 << card for card in cards)
    reached = {
        (told[one][0], told[two][1], told[every ^ one ^ two][2])
        for one in hands
        for two in hands
        if not one & two
    }
    levels = [seen.level(slot, [masks[slot]]).repeat(len(reached)) for slot in SLOTS]
    for slot, level in zip(slots, np.array(sorted(reached)).T, strict=True):
        levels[slot] = level
    return levels


def test_the_search_divides_three_hands_in_the_best_way(noise):
    from solvers.cinque_search import best_division
    from solvers.cinque_table import Goal

    masks, slots = noise.table.read(_shuffled(2)), (0, 2, 4)
    levels = _divisions(noise, masks, slots)
    points = noise.score(levels, Goal.POINTS)
    near = best_division(noise, Goal.POINTS, masks, slots)
    cards = [[card for card in range(25) if near[slot] >> card & 1] for slot in slots]
    starts = [masks]
    for one, two in zip(
        cards[0][:2], cards[1], strict=False
    ):  # one pair of cards exchanged: hardly worse
        swap = 1 << one | 1 << two
        starts.append((near[0] ^ swap, near[1], near[2] ^ swap, *near[3:]))
    for start, goal in product(starts, Goal):
        divided = best_division(noise, goal, start, slots)
        assert [divided[slot] for slot in (1, 3)] == [masks[slot] for slot in (1, 3)]
        scores = noise.score(levels, goal)
        assert noise.score_of(divided, goal) == scores.max()
        assert noise.score_of(divided, Goal.POINTS) == points[scores == scores.max()].max()


# --- the bench ------------------------------------------------------------------------------------


def test_the_bench_measures_a_small_plan():
    from bench_cinque import Plan, measure

    few = {"processes": 1, "rounds": 2, "starts": 1, "shakes": 0}
    plan = Plan(deals=1, budgets=(0.1, 0.2), compared=0, **few)
    figures = {each.what.split(" (")[0]: each for each in measure(lambda _: None, plan)}
    assert len(figures) == 2 * 2 + 3 + 1  # by budget, by level (their two units are alike), scored
    assert figures["top level after 0.2 s: the best answer found wins"].unit == "stakes"
