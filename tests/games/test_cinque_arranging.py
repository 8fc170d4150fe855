"""Building the hands and changing them: candidates, AUTO, plans, the swap grammar."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest
from cinque_bench import GAME, HANDS, LAID, TURNED, arranged, confirmed, dealt, hands, the_deal

from firmware.cards.card import parse_cards
from firmware.cards.shuffle import SeededSource
from firmware.errors import RuleError
from firmware.games.action import can
from firmware.games.cinque_mani.building import (
    candidates,
    climbing,
    completed,
    discard,
    laid_out,
    otherwise,
    pages,
    recommended,
)
from firmware.games.cinque_mani.hands import DECK, Category, evaluate, strength
from firmware.games.cinque_mani.plans import mixed
from firmware.games.cinque_mani.table import Phase, Plan, Table

CHANCE = SeededSource(5)


def names(table: Table) -> list[str]:
    """What the hands make, first to fifth; empty where none lies."""
    deal = the_deal(table)
    return [evaluate(hand).category.value if hand else "" for hand in deal.hands]


def sets(laid: tuple[tuple[object, ...], ...]) -> set[frozenset[object]]:
    return {frozenset(hand) for hand in laid}


# --- what the machine offers ------------------------------------------------------------------


def test_four_candidates_of_the_strongest_categories_strongest_first() -> None:
    deal = the_deal(dealt())
    shown = candidates(deal.left)
    assert [found.category for found in shown] == [
        Category.STRAIGHT_FLUSH,
        Category.QUADS,
        Category.FLUSH,
        Category.FULL_HOUSE,
    ]


def test_the_candidates_are_what_they_are_called() -> None:
    chance = random.Random(2)
    for _ in range(10):
        left = chance.sample(DECK, 25)
        for page in range(pages(left)):
            for found in candidates(left, page):
                assert evaluate(found.cards).category is found.category
                assert set(found.cards) <= set(left)


def test_one_candidate_of_the_first_page_is_recommended_and_none_of_the_others() -> None:
    left = the_deal(dealt()).left
    stars = [sum(found.is_recommended for found in candidates(left, page)) for page in range(3)]
    assert stars == [1, 0, 0]


def test_a_category_that_cannot_be_made_is_not_offered() -> None:
    left = parse_cards("AH AD AC AS KH KD QS 9C 8D 7S")
    offered = [found.category for page in range(2) for found in candidates(left, page)]
    assert Category.FLUSH not in offered
    assert Category.STRAIGHT not in offered
    assert offered[0] is Category.QUADS


def test_the_three_dearest_hands_are_chosen_from_two_pages_at_least() -> None:
    chance = random.Random(4)
    for _ in range(5):
        left = tuple(chance.sample(DECK, 25))
        while len(left) > 10:
            assert pages(left) >= 2
            left = tuple(card for card in left if card not in recommended(left))


def test_the_recommended_hand_is_the_strongest_where_that_costs_nothing() -> None:
    """Two straight flushes that share no card: the higher one is for 7."""
    left = parse_cards("TH JH QH KH AH 9S TS JS QS KS 7D 8C 9D JC QD")
    assert recommended(left) == parse_cards("AH KH QH JH TH")


def test_the_best_straight_flush_is_offered() -> None:
    """Hearts and diamonds from the seven to the ace: the highest of each is the royal one."""
    found = candidates(the_deal(dealt()).left)[0]
    royal = "AH KH QH JH TH", "AD KD QD JD TD"
    assert found.cards in hands(*royal)


def test_the_side_card_of_quads_spoils_nothing() -> None:
    """Four aces, a straight flush, and one card that nobody needs."""
    left = parse_cards("AH AD AC AS 9S 8D TD JD QD KD")
    (quads,) = (found for found in candidates(left) if found.category is Category.QUADS)
    assert set(quads.cards) == set(parse_cards("AH AD AC AS 9S"))


def test_the_discard_is_what_the_rest_does_not_need() -> None:
    """Two straight flushes leave five cards of every sort."""
    left = parse_cards("TH JH QH KH AH TS JS QS KS AS 7D 8C 9D JC QD")
    assert set(discard(left)) == set(parse_cards("7D 8C 9D JC QD"))


def test_hands_completed_climb_and_use_every_card() -> None:
    left = the_deal(dealt()).left
    found = completed(left)
    assert sorted(map(str, (card for hand in found for card in hand))) == sorted(map(str, left))
    assert all(strength(low) < strength(high) for low, high in pairwise(found))


def test_other_hands_differ_from_those_known() -> None:
    left = the_deal(dealt()).left
    known = completed(left)
    other = otherwise(left, known)
    assert other is not None
    assert sets(other) != sets(known)


def test_a_low_ace_lies_last() -> None:
    assert laid_out(parse_cards("AH 8D 7S TC 9H")) == parse_cards("TC 9H 8D 7S AH")


def test_the_same_cards_give_the_same_offer() -> None:
    left = the_deal(dealt()).left
    assert completed(left) == completed(tuple(reversed(left)))


# --- build ------------------------------------------------------------------------------------


def test_a_pick_lies_at_seven_and_the_next_at_six() -> None:
    table = GAME.pick(dealt(), 2).table
    assert names(table) == ["", "", "", "", "quads"]
    table = GAME.discard(table).table
    assert [bool(name) for name in names(table)] == [False, False, False, True, True]


def test_after_four_picks_the_last_five_cards_are_the_first_hand() -> None:
    table = dealt()
    for _ in range(4):
        assert table.phase is Phase.BUILD
        table = GAME.take_recommended(table).table
    assert table.phase is Phase.TABLE
    assert the_deal(table).left == ()
    assert the_deal(table).plan is Plan.MINE


def test_the_next_page_is_left_with_a_pick() -> None:
    table = GAME.others(dealt()).table
    assert table.page == 1
    assert GAME.pick(table, 1).table.page == 0


def test_after_the_last_page_comes_the_first() -> None:
    table = dealt()
    for _ in range(pages(the_deal(table).left)):
        table = GAME.others(table).table
    assert table.page == 0


def test_a_page_with_one_candidate_has_one() -> None:
    table = GAME.others(GAME.others(dealt()).table).table  # nine categories
    assert can(GAME.verify_pick, table, 1)
    with pytest.raises(RuleError, match=r"no candidate 2, only 1\.\.1"):
        GAME.pick(table, 2)


def test_auto_lays_all_five_climbing() -> None:
    table = GAME.auto(dealt()).table
    deal = the_deal(table)
    assert (table.phase, deal.plan, deal.own) == (Phase.TABLE, Plan.CLIMBING, None)
    assert deal.hands == climbing(deal.hands)


def test_auto_leaves_what_was_picked() -> None:
    table = GAME.discard(dealt()).table
    picked = the_deal(table).hands[4]
    deal = the_deal(GAME.auto(table).table)
    assert deal.hands[4] == picked
    assert deal.hands[:4] == climbing(deal.hands[:4])
    assert deal.plan is Plan.MINE


def test_redo_takes_all_up_and_remembers_them() -> None:
    table = GAME.redo(arranged()).table
    assert (table.phase, the_deal(table).left) == (Phase.BUILD, the_deal(table).cards)
    assert the_deal(table).own == LAID


# --- plans ------------------------------------------------------------------------------------


def plans(table: Table, count: int) -> list[Plan | None]:
    found = []
    for _ in range(count):
        table = GAME.propose(table, CHANCE).table
        found.append(the_deal(table).plan)
    return found


def test_proposals_after_auto() -> None:
    assert plans(GAME.auto(dealt()).table, 4) == [
        Plan.TRAP,
        Plan.MIXED,
        Plan.OTHER,
        Plan.CLIMBING,
    ]


def test_proposals_lead_back_to_ones_own() -> None:
    assert plans(arranged(), 5) == [
        Plan.CLIMBING,
        Plan.TRAP,
        Plan.MIXED,
        Plan.OTHER,
        Plan.MINE,
    ]


def test_ones_own_comes_back_as_it_was() -> None:
    table = arranged(laid=TURNED)
    for _ in range(5):
        table = GAME.propose(table, CHANCE).table
    assert the_deal(table).hands == TURNED


def test_climbing_has_ones_own_hands_in_order() -> None:
    table = GAME.propose(arranged(), CHANCE).table
    nothing, tens, flush, kings, aces = LAID
    assert the_deal(table).hands == (nothing, tens, aces, kings, flush)


def test_the_trap_has_the_worst_for_seven_and_every_other_one_up() -> None:
    table = GAME.propose(GAME.propose(arranged(), CHANCE).table, CHANCE).table
    nothing, tens, flush, kings, aces = LAID
    assert the_deal(table).hands == (tens, aces, kings, flush, nothing)


def test_the_trap_beats_climbing_18_to_7() -> None:
    climb = GAME.propose(arranged(), CHANCE).table
    trap = GAME.propose(climb, CHANCE).table
    table = confirmed(the_deal(climb).hands, own=the_deal(trap).hands)
    assert GAME.reveal_all(table).table.round is not None
    played = GAME.reveal_all(table).table.round
    assert played is not None
    assert played.points == (18, 7)


def test_the_mixed_plan_places_hands_as_often_as_good_play_does() -> None:
    """The shares that the rules name, in hundredths, of 4,000 draws; none is off by three."""
    chance, draws = SeededSource(8), 4_000
    placed = [mixed(climbing(LAID), chance) for _ in range(draws)]
    weakest, strongest, second = climbing(LAID)[0], climbing(LAID)[-1], climbing(LAID)[-2]

    def shares(hand: tuple[object, ...]) -> list[float]:
        return [100 * sum(each[at] == hand for each in placed) / draws for at in range(5)]

    assert shares(strongest) == pytest.approx([0, 0, 19, 33, 48], abs=3)
    assert shares(weakest) == pytest.approx([39, 18, 2, 17, 24], abs=3)
    assert shares(second)[1:3] == pytest.approx([37, 44], abs=3)


def test_a_plan_that_was_changed_is_ones_own() -> None:
    table = GAME.swap(GAME.lift(GAME.auto(dealt()).table, 1).table, 2).table
    assert the_deal(table).plan is Plan.MINE
    assert the_deal(table).own == the_deal(table).hands


# --- the swap grammar -------------------------------------------------------------------------


def opened(first: int = 1, card: int = 1, second: int = 2) -> Table:
    """A card of one hand carried to another, which lies open."""
    table = GAME.open(GAME.lift(arranged(), first).table).table
    return GAME.toward(GAME.take(table, card).table, second).table


def test_two_presses_change_two_hands() -> None:
    table = GAME.swap(GAME.lift(arranged(), 1).table, 4).table
    nothing, tens, flush, kings, aces = LAID
    assert the_deal(table).hands == (kings, tens, flush, nothing, aces)
    assert (table.phase, table.lifted) == (Phase.TABLE, 0)


def test_five_presses_change_two_cards_each_where_the_other_lay() -> None:
    table = GAME.exchange(opened(first=1, card=2, second=2), 5).table
    assert the_deal(table).hands[:2] == hands("7H JC 9H JS QC", "7D 8H TC TD 8D")
    assert the_deal(table).hands[2:] == LAID[2:]


def test_the_phases_of_an_exchange() -> None:
    table, phases = arranged(), []
    for step in (
        lambda t: GAME.lift(t, 1),
        GAME.open,
        lambda t: GAME.take(t, 3),
        lambda t: GAME.toward(t, 5),
        lambda t: GAME.exchange(t, 4),
    ):
        table = step(table).table
        phases.append(table.phase.value)
    assert phases == ["lifted", "opened", "card_in_hand", "opened_second", "table"]


def test_the_preview_tells_what_both_hands_become() -> None:
    """The ten of hearts, for the jack that the pair of tens has beside it."""
    seen = GAME.preview(opened(first=5, card=1, second=2), 5)
    assert [made.category for made in seen.second] == [Category.PAIR, Category.TRIPS]
    assert [made.category for made in seen.lifted] == [Category.PAIR, Category.TWO_PAIR]


def test_a_preview_changes_nothing() -> None:
    table = opened()
    GAME.preview(table, 1)
    assert the_deal(table).hands == LAID


@pytest.mark.parametrize(
    "table",
    [
        GAME.lift(arranged(), 3).table,
        GAME.open(GAME.lift(arranged(), 3).table).table,
        GAME.take(GAME.open(GAME.lift(arranged(), 3).table).table, 2).table,
        opened(),
    ],
)
def test_cancel_leads_back_from_every_half_made_move(table: Table) -> None:
    assert GAME.cancel(table).table == arranged()


def test_there_is_nothing_to_cancel_on_the_table() -> None:
    assert not can(GAME.verify_cancel, arranged())


def test_a_hand_changes_with_another_one_only() -> None:
    with pytest.raises(RuleError, match="hand 3 is the one that is lifted"):
        GAME.swap(GAME.lift(arranged(), 3).table, 3)


@pytest.mark.parametrize("position", [0, 6])
def test_there_are_five_hands(position: int) -> None:
    with pytest.raises(RuleError, match=f"there is no hand {position}, only 1"):
        GAME.lift(arranged(), position)


def test_nothing_is_confirmed_in_the_middle_of_a_move() -> None:
    table = GAME.lay(arranged(), (LAID,)).table
    assert not can(GAME.verify_confirm, GAME.lift(table, 1).table)


# --- the clock --------------------------------------------------------------------------------


def test_out_of_time_an_unfinished_build_is_completed_as_by_auto() -> None:
    table = GAME.discard(dealt()).table
    assert GAME.finish(table) == GAME.auto(table)


def test_out_of_time_a_half_made_move_is_cancelled() -> None:
    assert GAME.finish(opened()).table == arranged()


def test_the_hands_of_this_bench_are_what_they_are_called() -> None:
    made = [evaluate(hand).category.value for hand in hands(*HANDS)]
    assert made == ["nothing", "pair", "flush", "trips", "pair"]
