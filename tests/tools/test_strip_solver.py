"""`tools/strip_solver`: its cards, its chances, its game and what it shipped."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path

import numpy as np
import pytest

from firmware.cards.card import Card, Rank, Suit
from firmware.games.strip_poker import hands
from firmware.games.strip_poker.abstraction import CALL, FOLD, PASS, Sizes, StepKind
from firmware.games.strip_poker.rules import StripPoker
from firmware.games.strip_poker.seat import Answer, MoveKind, Phase, Seat
from firmware.games.strip_poker.table import Table, Terms

ROOT = Path(__file__).resolve().parents[2]
SUITS = tuple(Suit)
SMALL = Sizes(((1, 3), (2,)), cap=6)


@pytest.fixture(scope="module", autouse=True)
def _solvers_importable():
    sys.path[:0] = [str(ROOT / "tools" / "benches"), str(ROOT / "tools")]
    yield
    del sys.path[:2]


@pytest.fixture(scope="module")
def deck():
    from solvers.strengths import build_deck

    return build_deck(32)


@pytest.fixture(scope="module")
def shipped(deck):
    """The shipped strategy of 32 cards, read as the bench reads it."""
    from strip_players import read

    return read(32, deck)


@pytest.fixture(scope="module")
def chance(deck, shipped):
    from solvers.deals import sample_chance

    rng = np.random.default_rng(5)
    return sample_chance(deck, shipped.buckets, shipped.buckets, 200_000, rng)


@pytest.fixture(scope="module")
def small(chance):
    """A small game, and what sixty iterations make of it."""
    from solvers.cfr import Solver
    from solvers.game import Evaluator, layout

    game = layout(SMALL)
    walker = Evaluator(game, chance, 0.0)
    solver = Solver(game, walker)
    solver.run(10, lambda _: 0.0)
    early = solver.average()
    solver.run(50, lambda _: 0.0)
    return walker, early, solver.average()


def card(number: int, lowest: int) -> Card:
    return Card(Rank(number // 4 + lowest), SUITS[number % 4])


# --- cards ------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [32, 52])
def test_hands_are_ranked_as_the_rules_rank_them(size: int) -> None:
    from solvers.strengths import hand_keys

    dice = random.Random(size)
    rows = [sorted(dice.sample(range(size), 5)) for _ in range(1500)]
    keys = hand_keys(np.array(rows, np.uint8), size // 4)
    ranking = hands.Ranking(hands.Deck(size))
    lowest = 15 - size // 4
    told = [hands.evaluate([card(n, lowest) for n in row], ranking).strength for row in rows]
    order = sorted(range(len(rows)), key=lambda at: told[at])
    for one, other in pairwise(order):
        assert (keys[one] == keys[other]) == (told[one] == told[other])
        assert keys[one] <= keys[other]


def test_the_categories_of_32_cards_are_as_often_as_they_are(deck) -> None:
    counts = Counter((deck.keys[deck.strength] >> 20).tolist())
    assert [counts[category] for category in range(9)] == [
        *(52_020, 107_520, 24_192, 10_752, 5_100, 204, 1_344, 224, 20),
    ]


def test_the_worth_of_a_hold_is_the_mean_over_all_replacements(deck) -> None:
    from solvers.buckets import keep_values
    from solvers.strengths import colex

    worth = np.random.default_rng(1).random(len(deck.hands))
    own = np.array([[31, 27, 22, 9, 2]], np.uint8)
    values = keep_values(deck, worth, own)[0]
    rest = [number for number in range(32) if number not in own[0]]
    for mask, kept in ((0b01111, own[0][:4]), (0b10001, own[0][[0, 4]]), (0b11111, own[0])):
        drawn = combinations(rest, 5 - len(kept))
        rows = np.sort(np.array([[*kept, *more] for more in drawn], np.int64), axis=1)
        assert values[mask] == pytest.approx(worth[colex(rows)].mean())


# --- chances ----------------------------------------------------------------------------------


def test_frequencies_add_up_and_neither_seat_is_favoured(chance) -> None:
    assert chance.before.sum() == pytest.approx(1, abs=1e-4)
    assert chance.both.sum((1, 2)) == pytest.approx(np.ones(36), abs=1e-4)
    for own in range(6):
        for other in range(6):
            won, lost = chance.won[own * 6 + other], chance.won[other * 6 + own]
            assert won == pytest.approx(-lost.T, abs=1e-6)


def test_two_hands_of_one_deck_are_not_independent(chance) -> None:
    """Who holds much leaves less: the best meets the best more seldom than by chance."""
    before = chance.before
    apart = before.sum(1)[:, None] * before.sum(0)[None]
    assert abs(before - apart).sum() > 0.05


# --- the game ---------------------------------------------------------------------------------


def test_what_one_seat_wins_the_other_loses(small) -> None:
    from solvers.game import follow

    walker, _, strategy = small
    first = walker.walk(0, strategy, follow(strategy)).sum()
    second = walker.walk(1, strategy, follow(strategy)).sum()
    assert first == pytest.approx(-second, abs=1e-4)
    assert abs(first) > 1e-3, "a game worth nothing would prove nothing"


def test_a_best_response_wins_no_less_than_the_strategy_itself(small) -> None:
    from solvers.game import measure

    walker, early, late = small
    for strategy in (early, late):
        found = measure(walker, strategy)
        assert found.first_loses > 0
        assert found.second_loses > 0


def test_more_iterations_leave_less_to_be_won(small) -> None:
    from solvers.game import measure

    walker, early, late = small
    assert measure(walker, late).exploitability < measure(walker, early).exploitability / 3


def test_who_never_bets_and_always_folds_loses_the_ante_to_a_best_response(small) -> None:
    from solvers.game import best

    walker, _, strategy = small
    coward = strategy.mapped(lambda each, _: each.copy())
    places = [*zip(walker.game.first.places, coward.first, strict=True)]
    for group, numbers in zip(walker.game.groups, coward.second, strict=True):
        places += zip(group.tree.places, numbers, strict=True)
    for place, numbers in places:
        if place.actor == 1:
            numbers[:] = 0
            numbers[place.steps.index(FOLD if place.facing else PASS)] = 1
    # Not quite one: chances after the exchange are joined for equal counts, whoever changed.
    assert walker.walk(0, coward, best).sum() == pytest.approx(1, abs=0.02)


# --- what is shipped --------------------------------------------------------------------------


def test_little_is_to_be_won_of_the_shipped_strategy() -> None:
    """On so few deals that the noise of them is most of it."""
    done = solver("32", "--check", "--deals", "200000")
    found = re.search(r"exploitability ([0-9.]+) antes a deal", done.stdout)
    assert found, done.stderr
    assert 0 < float(found[1]) < 0.06


@pytest.mark.parametrize("size", [32, 52])
def test_the_cabinet_tells_hands_apart_as_the_solver_does(size: int) -> None:
    """On hands picked at random: buckets before and after, and what is changed."""
    from solvers.buckets import ordered
    from solvers.ship import read_buckets
    from solvers.strengths import Deck, hand_keys

    from firmware.games.strip_poker.strategy import strategy

    dice = random.Random(size)
    lowest = 15 - size // 4
    rows = np.array([dice.sample(range(size), 5) for _ in range(400)], np.uint8)
    keys = hand_keys(rows, size // 4)
    solved = strategy(size)
    only = Deck(size, size // 4, rows, np.zeros(0, np.uint16), 0, keys)
    buckets = read_buckets(solved, only)
    order, patterns = ordered(rows)
    ranking = hands.Ranking(hands.Deck(size))
    for at, row in enumerate(rows):
        cards = [card(int(number), lowest) for number in row]
        assert solved.bucket_before(cards) == buckets.before[patterns[at]]
        for count in range(6):
            assert solved.bucket_after(cards, count, ranking) == buckets.after[count][at]
            kept = buckets.keep[patterns[at], count]
            goes = {int(order[at][place]) for place in range(5) if not kept >> place & 1}
            changed = {int(row[position - 1]) for position in solved.change(cards, count)}
            assert changed == goes
            assert len(goes) == count


def test_the_cabinet_reads_the_shares_that_the_bench_measures(shipped) -> None:
    dice = random.Random(3)
    file, numbers = shipped.file, shipped.numbers
    for _ in range(300):
        bucket, after, pair = dice.randrange(150), dice.randrange(60), dice.randrange(36)
        place = dice.randrange(len(file.first.places))
        assert file.shares_first(place, bucket) == _whole(numbers.first[place][:, bucket])
        group_at = dice.randrange(len(shipped.game.groups))
        group = shipped.game.groups[group_at]
        column = dice.randrange(len(group.ways))
        way, seat = group.ways[column], dice.randrange(2)
        assert file.shares_draw(seat, way, bucket) == _whole(numbers.draw[seat, way, :, bucket])
        place = dice.randrange(len(group.tree.places))
        exact = numbers.second[group_at][place][:, pair, after, column]
        assert file.shares_second(way, place, pair, after) == _whole(exact)


def _whole(shares) -> tuple[int, ...]:
    return tuple(np.rint(shares * 255).astype(int).tolist())


def test_rare_places_are_coarse_and_common_ones_are_not() -> None:
    from solvers.ship import shares

    exact = np.array([[0.62], [0.21], [0.17]], np.float32)
    assert shares(exact, 0).sum() == 255
    assert shares(exact, 0, 1).ravel().tolist() == [255, 0, 0]
    assert shares(exact, 0, 15).ravel().tolist() == [9 * 17, 3 * 17, 3 * 17]


def test_a_deck_that_is_none_is_refused() -> None:
    done = solver("40")
    assert done.returncode == 2
    assert "no deck of 40 cards; allowed: 32, 52" in done.stderr


def solver(*words: str) -> subprocess.CompletedProcess[str]:
    """The tool, run."""
    command = [sys.executable, str(ROOT / "tools" / "strip_solver"), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


# --- the fast simulator -----------------------------------------------------------------------


class Fixed:
    """Deals the cards it was given."""

    def __init__(self, cards: tuple[Card, ...]) -> None:
        self.cards = cards

    def shuffle(self, deck):
        return (*self.cards, *(each for each in deck if each not in self.cards))


def played_by_rules(cards, first, counts, changes, second) -> float:
    """What the first speaker wins, antes, when the rules play these steps."""
    game = StripPoker(Terms(start=5000, garment_value=500, lives=3, raise_cap=0))
    table = game.sit_down(game.choose_opponent(Table(), "x").table, 9, 1, 5).table
    table = game.deal(table, Fixed(cards)).table
    banks = table.session.player.bank + 5
    for path in (first, second):
        if path is None:
            continue
        if path is second:
            for seat, change in zip((Seat.PLAYER, Seat.CHARACTER), changes, strict=True):
                answer = Answer(MoveKind.EXCHANGE, change=change)
                table = game.answer(table, seat, answer).table
        for step in path:
            table = game.answer(table, table.session.deal.turn, _answer(table, step)).table
    if table.phase is Phase.SHOWDOWN:
        table = game.settle(table).table
    assert table.phase is Phase.BETWEEN
    won = table.session.player.bank - banks
    if table.session.pushes:
        won += table.session.pot / 2
    return won / 5


def _answer(table: Table, step) -> Answer:
    facing = table.session.deal.facing
    match step.kind:
        case StepKind.BET:
            return Answer(MoveKind.RAISE if facing else MoveKind.OPEN, step.antes * 5)
        case StepKind.FOLD:
            return Answer(MoveKind.FOLD)
        case StepKind.PASS if table.phase is Phase.B1_FIRST:
            return Answer(MoveKind.WAIT)
        case _:
            return Answer(MoveKind.CALL)


def test_the_fast_simulator_plays_by_the_rules(deck, shipped) -> None:
    """Equal steps and cards, through arrays and through the rules, move equal money."""
    from solvers.buckets import ordered
    from solvers.deals import hands_become
    from solvers.match import Mixed, Trail, play, steps_told

    rng = np.random.default_rng(8)
    numbers = rng.permuted(np.tile(np.arange(32, dtype=np.uint8), (250, 1)), axis=1)[:, :20]
    trail = Trail([], [], [])
    even = shipped.numbers.mapped(lambda each, axis: np.full_like(each, 1 / each.shape[axis]))
    wild = Mixed(shipped.buckets, even)
    keep = shipped.buckets.keep
    won = play(
        shipped.game, hands_become(deck, keep, numbers), (wild, shipped.player()), rng, trail
    )
    kinds = Counter()
    for deal, (first, counts, second) in enumerate(steps_told(trail, len(won))):
        row = numbers[deal]
        own = [row[:5], row[5:10]]
        changes = []
        for seat in range(2):
            order, pattern = ordered(own[seat][None])
            kept = keep[pattern[0], counts[seat]] if counts else 31
            goes = [int(order[0][at]) for at in range(5) if not kept >> at & 1]
            changes.append(tuple(sorted(own[seat].tolist().index(n) + 1 for n in goes)))
        dealt = _as_dealt(row, order_of_stock(row, changes, own, keep))
        expected = played_by_rules(dealt, first, counts, changes, second)
        assert won[deal] == pytest.approx(expected), (deal, first, counts, second)
        kinds[(second or first)[-1]] += 1
    assert kinds[CALL] > 20
    assert kinds[FOLD] > 20
    assert kinds[PASS] > 5


def test_the_stock_is_taken_in_order() -> None:
    from solvers.buckets import change

    own = np.array([[31, 27, 22, 9, 2]], np.uint8)
    stock = np.array([[0, 1, 3, 4, 5]], np.uint8)
    drawn = change(own, np.array([0b00101], np.uint8), stock)
    assert sorted(drawn[0].tolist()) == [0, 1, 3, 22, 31]


def _as_dealt(row, stock) -> tuple[Card, ...]:
    return tuple(card(int(number), 7) for number in (*row[:10], *stock))


def order_of_stock(row, changes, own, keep):
    """The stock as the rules take from it: the player's cards first, then the character's."""
    first, second = row[10:15], row[15:20]
    count = len(changes[0])
    return [*first[:count], *second, *first[count:]]


# --- amounts that the strategy does not know ----------------------------------------------------


def test_in_its_own_tree_a_strategy_stays_what_it_is(small) -> None:
    from solvers.mapped import mapped

    walker, _, strategy = small
    standing = np.full(150, 0.5, np.float32), np.full((6, 60), 0.5, np.float32)
    same = mapped(strategy, walker.game, walker.game, *standing)
    for one, other in zip(same.first, strategy.first, strict=True):
        assert one == pytest.approx(other, abs=1e-6)
    for group, others in zip(same.second, strategy.second, strict=True):
        for one, other in zip(group, others, strict=True):
            assert np.abs(one - other).max() < 1e-6


def test_an_unknown_amount_is_answered_as_both_neighbours_by_their_nearness(small) -> None:
    from solvers.game import layout
    from solvers.mapped import mapped

    from firmware.games.strip_poker.abstraction import Step
    from firmware.games.strip_poker.reading import share_of_lower

    walker, _, strategy = small
    richer = layout(Sizes(((1, 2, 3), (2,)), cap=6))
    standing = np.full(150, 0.5, np.float32), np.full((6, 60), 0.5, np.float32)
    found = mapped(strategy, walker.game, richer, *standing)
    asked, known = richer.first, walker.game.first
    two = asked.index((Step(StepKind.BET, 2),))
    one, three = (known.index((Step(StepKind.BET, antes),)) for antes in (1, 3))
    lower = share_of_lower(1, 3, 2, 2)
    calls = lower * strategy.first[one][0] + (1 - lower) * strategy.first[three][0]
    assert found.first[two][0] == pytest.approx(calls, abs=1e-5)
    for numbers in (*found.first, *(each for group in found.second for each in group)):
        assert numbers.sum(0) == pytest.approx(np.ones(numbers.shape[1:]), abs=1e-4)
