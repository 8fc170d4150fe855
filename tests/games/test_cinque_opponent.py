"""What the computer draws from, at every level, and the best answer to cards that lie open."""

from __future__ import annotations

from functools import cache
from itertools import permutations

import pytest
from cinque_bench import LAID, REMOVED, TURNED, hands

from firmware.cards.card import parse_cards
from firmware.games.cinque_mani.building import completed
from firmware.games.cinque_mani.duel.outcome import Objective
from firmware.games.cinque_mani.easy import easy_mix
from firmware.games.cinque_mani.hands import DECK, PLAIN, FlushOrder, Ranking
from firmware.games.cinque_mani.mix import Mix, margin, worth, write_mix
from firmware.games.cinque_mani.opponent import (
    best_answer,
    exploit,
    mixes,
    points_mixes,
    stakes_mixes,
)
from firmware.games.cinque_mani.scoring import points, winners
from firmware.games.cinque_mani.table import Arrangement, Level, Terms, verify_arrangement

CARDS = tuple(card for card in DECK if card not in parse_cards(REMOVED))
WITH_MINIMA = Ranking(FlushOrder.SUIT_FIRST, minima_batte_massima=True)
CIRCLE = tuple(card for card in DECK if card not in parse_cards("7S 7C 8S 8C 9S QS KC"))
"""In hearts and diamonds lie the lowest and the highest straight flush and some between."""
CLIMBING = completed(CARDS)
"""The best hand for 7, the next for 6, and so on."""


@cache
def by_points(rounds: int) -> tuple[Mix, ...]:
    return tuple(points_mixes(CARDS, PLAIN, rounds))


@cache
def by_stakes(rounds: int) -> tuple[Mix, ...]:
    return tuple(stakes_mixes(CARDS, PLAIN, rounds, points_rounds=16))


def found_out(mix: Mix, objective: Objective) -> float:
    return exploit(CARDS, mix, PLAIN, objective, starts=200)[1]


# --- mixes ------------------------------------------------------------------------------------


def test_easy_is_the_easy_mix() -> None:
    assert list(mixes(CARDS, Terms(level=Level.EASY))) == [easy_mix(CARDS)]


def test_medium_is_three_rounds_for_points() -> None:
    assert tuple(mixes(CARDS, Terms(level=Level.MEDIUM))) == by_points(3)
    assert by_points(3)[-1].rounds == 3


def test_hard_goes_on_from_points_to_stakes() -> None:
    terms = Terms(level=Level.HARD)
    assert tuple(mixes(CARDS, terms, 8)) == tuple(stakes_mixes(CARDS, PLAIN, 8))


def test_the_same_cards_in_another_order_give_the_same_mixes() -> None:
    assert tuple(points_mixes(CARDS[::-1], PLAIN, 3)) == by_points(3)


def test_rounds_rise_and_end_where_they_should() -> None:
    rounds = [mix.rounds for mix in by_points(16)]
    assert rounds == sorted(set(rounds))
    assert rounds[-1] == 16


def test_rounds_for_stakes_are_counted_on() -> None:
    rounds = [mix.rounds for mix in by_stakes(28)]
    assert rounds == sorted(set(rounds))
    assert rounds[-1] == 28


@pytest.mark.parametrize("made", [by_points, by_stakes])
def test_every_arrangement_of_a_mix_is_complete_and_there_once(made: object) -> None:
    mix = by_points(16)[-1] if made is by_points else by_stakes(28)[-1]
    for arrangement in mix.arrangements:
        verify_arrangement(arrangement, CARDS)
    assert len({tuple(map(frozenset, each)) for each in mix.arrangements}) == len(mix.weights)


def test_a_mix_is_short_enough_to_be_stored() -> None:
    assert max(len(mix.weights) for mix in (*by_points(16), *by_stakes(28))) <= 64


def test_more_rounds_lose_fewer_points() -> None:
    early, late = (found_out(by_points(rounds)[-1], Objective.POINTS) for rounds in (3, 16))
    assert late < early / 2


def test_rounds_for_stakes_lose_fewer_deals_than_those_for_points() -> None:
    before, after = by_points(16)[-1], by_stakes(28)[-1]
    assert found_out(after, Objective.STAKES) < found_out(before, Objective.STAKES)


def test_climbing_wins_nothing_of_hard() -> None:
    assert worth(CLIMBING, write_mix(by_stakes(28)[-1]), PLAIN).stakes < 0.1


def test_options_are_thought_of() -> None:
    terms = Terms(FlushOrder.SUIT_FIRST, minima_batte_massima=True)
    *_, mix = mixes(CIRCLE, terms, 12)
    found, won = exploit(CIRCLE, mix, WITH_MINIMA, Objective.POINTS, starts=200)
    assert won == pytest.approx(float(worth(found, write_mix(mix), WITH_MINIMA).points), abs=1e-4)
    *_, plain = mixes(CIRCLE, Terms(), 12)
    assert plain != mix


def test_other_than_twenty_five_cards_are_refused() -> None:
    with pytest.raises(ValueError, match="25 different cards"):
        next(points_mixes(CARDS[:24], PLAIN, 1))


# --- being found out --------------------------------------------------------------------------


@pytest.mark.parametrize("objective", Objective)
def test_what_is_found_out_is_what_the_rules_say(objective: Objective) -> None:
    mix = Mix((LAID, TURNED, CLIMBING), (5, 3, 2))
    found, won = exploit(CARDS, mix, PLAIN, objective, starts=200)
    wanted = worth(found, write_mix(mix), PLAIN)
    figure = wanted.points if objective is Objective.POINTS else wanted.stakes
    assert won == pytest.approx(float(figure), abs=1e-4)


def test_climbing_alone_always_loses_with_eleven_points() -> None:
    # Every hand one place up and the worst for 7 takes 18 of 25.
    assert found_out(Mix((CLIMBING,), (1,)), Objective.POINTS) >= 11
    assert found_out(Mix((CLIMBING,), (1,)), Objective.STAKES) == 1


# --- the best answer --------------------------------------------------------------------------


def scored(own: Arrangement, others: tuple[Arrangement, ...], ranking: Ranking) -> list[int]:
    all_hands = (own, *others)
    return list(points(winners(all_hands, ranking), len(all_hands)))


def test_an_answer_uses_the_cards_of_the_deal() -> None:
    verify_arrangement(best_answer(CARDS, PLAIN, [CLIMBING]), CARDS)


@pytest.mark.parametrize("others", [(CLIMBING,), (LAID, CLIMBING), (LAID, TURNED, CLIMBING)])
def test_no_placement_of_known_hands_answers_better(others: tuple[Arrangement, ...]) -> None:
    own, *_ = scored(best_answer(CARDS, PLAIN, others), others, PLAIN)
    known = [placed for five in (LAID, CLIMBING) for placed in permutations(five)]
    assert own >= max(scored(placed, others, PLAIN)[0] for placed in known)


def test_of_equal_points_the_answer_leaves_less() -> None:
    own, theirs = scored(best_answer(CARDS, PLAIN, [CLIMBING]), (CLIMBING,), PLAIN)
    assert own >= 18
    assert own + theirs <= 25
    assert margin(best_answer(CARDS, PLAIN, [CLIMBING]), CLIMBING, PLAIN) == own - theirs


def test_for_the_stake_an_answer_wins_the_deal() -> None:
    others = (LAID, TURNED, CLIMBING)
    own, *theirs = scored(best_answer(CARDS, PLAIN, others, Objective.STAKES), others, PLAIN)
    assert own > max(theirs)


def test_an_answer_knows_the_circle() -> None:
    # Both highest straight flushes lie there. The two lowest beat them, and four jacks, kings
    # full of aces and queens full of tens are left for the others.
    lying = hands(
        "TS JS KS AS 9C", "7H 8H 9H 7D 8D", "9D TC JC QC AC", "TD JD QD KD AD", "TH JH QH KH AH"
    )
    answer = best_answer(CIRCLE, WITH_MINIMA, [lying])
    assert scored(answer, (lying,), WITH_MINIMA) == [25, 0]
    assert scored(best_answer(CIRCLE, PLAIN, [lying]), (lying,), PLAIN)[0] < 25


def test_nothing_to_answer_is_refused() -> None:
    with pytest.raises(ValueError, match="no arrangement"):
        best_answer(CARDS, PLAIN, [])


def test_another_deal_cannot_be_answered() -> None:
    with pytest.raises(ValueError, match="not the cards of this deal"):
        best_answer(CIRCLE, PLAIN, [LAID])
