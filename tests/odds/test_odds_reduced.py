"""The reduced engine against published and separately computed values."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from firmware.cards.card import JOKER, Card, Rank, Suit, joker_deck, parse_cards
from firmware.errors import RuleError
from firmware.games.joker_poker.hands import evaluate
from firmware.games.joker_poker.paytable_file import load_pay_table
from firmware.odds.deal import class_number, hands_with, holds
from firmware.odds.game import HANDS, JACKS_OR_BETTER, JOKER_POKER, MAX_PAY
from firmware.odds.paytables import read_odds_table, shipped_table
from firmware.odds.reduced import Reduced
from firmware.odds.tables import build_tables


@pytest.fixture(scope="module")
def joker() -> Reduced:
    return Reduced.of(JOKER_POKER)


@pytest.fixture(scope="module")
def jacks() -> Reduced:
    return Reduced.of(JACKS_OR_BETTER)


def pays(top: str, two_pair: int = 1, pair: int = 1) -> tuple[int, ...]:
    """Of natural royal, five of a kind, joker royal, straight flush and so on to trips."""
    royal, five, wild, *rest = map(int, top.split("/"))
    return (0, pair, two_pair, *reversed(rest), wild, five, royal)


KINGS = [
    ("800/200/100/50/20/7/5/3/2", "412127554537/409481092020"),
    ("940/200/100/50/20/7/5/3/2", "689293543559/682468486700"),
    ("800/150/100/50/20/7/5/3/2", "170923595217/170617121675"),
    ("800/200/100/50/20/6/5/3/2", "676185090701/682468486700"),
    ("800/200/100/50/18/7/5/3/2", "337607612499/341234243350"),
    ("1000/200/100/50/17/7/5/3/2", "183519471067/186127769100"),
    ("800/200/100/50/17/7/5/3/2", "669402166343/682468486700"),
    ("800/200/100/50/15/8/5/3/2", "2005370307859/2047405460100"),
    ("800/200/100/50/16/7/5/3/2", "1990792501259/2047405460100"),
    ("1000/100/50/50/17/7/5/3/2", "99453632401/102370273005"),
    ("800/200/100/50/15/7/5/3/2", "65779586809/68246848670"),
    ("500/200/100/50/20/7/5/3/2", "292413011729/292486494300"),
    ("250/200/100/50/20/7/5/3/2", "1018754165201/1023702730050"),
]
TWO_PAIR = [
    ("1000/100/50/50/20/10/6/5/2", "1319005637/1320055100"),
    ("800/100/50/50/20/10/6/5/2", "1851736241/1861277691"),
    ("1000/100/50/50/20/8/7/5/2", "92203325791/93063884550"),
    ("800/800/100/100/16/8/5/4/2", "179903537/182478205"),
    ("100/800/100/100/16/8/5/4/2", "12515224663/12876763900"),
]
JACKS = [
    ((0, 1, 2, 3, 4, 6, 9, 25, 50, 0, 0, 800), "1653526326983/1661102543100"),
    ((0, 1, 2, 3, 4, 6, 9, 25, 50, 0, 0, 250), "35523565111/36110924850"),
    ((0, 1, 2, 3, 4, 5, 8, 25, 50, 0, 0, 800), "1616226757427/1661102543100"),
]


@pytest.mark.parametrize(("top", "rtp"), KINGS)
def test_return_of_kings_or_better(joker: Reduced, top: str, rtp: str) -> None:
    assert joker.rtp(pays(top), 1) == Fraction(rtp)


@pytest.mark.parametrize(("top", "rtp"), TWO_PAIR)
def test_return_of_two_pair_and_better(joker: Reduced, top: str, rtp: str) -> None:
    assert joker.rtp(pays(top, pair=0), 1) == Fraction(rtp)


@pytest.mark.parametrize(("paid", "rtp"), JACKS)
def test_return_of_jacks_or_better(jacks: Reduced, paid: tuple[int, ...], rtp: str) -> None:
    assert jacks.rtp(paid, 1) == Fraction(rtp)


@pytest.mark.parametrize("chips", range(1, 6))
def test_the_shipped_table_returns_what_stands_beside_it(joker: Reduced, chips: int) -> None:
    path = shipped_table(JOKER_POKER)
    paid = read_odds_table(path, JOKER_POKER).pays(chips)
    assert joker.rtp(paid, chips) == load_pay_table(path).return_of(chips)


@pytest.mark.parametrize(("chips", "percent"), [(1, 97.9639), (5, 98.5987)])
def test_the_shipped_table_returns_what_was_promised(
    joker: Reduced, chips: int, percent: float
) -> None:
    paid = read_odds_table(shipped_table(JOKER_POKER), JOKER_POKER).pays(chips)
    assert round(float(joker.rtp(paid, chips) * 100), 4) == percent


# --- the whole analysis -----------------------------------------------------------------------

# From the lowest hand up, under best play, over 8,561,520 x 2,869,685.
KINGS_COUNTS = (
    *(13661005450452, 3487746690372, 2724028817400, 3290682627144, 407718668724, 382699900596),
    *(385217432424, 210195973152, 14124168708, 2556304788, 2293355592, 596131848),
)
# The table of 9/6 that is published everywhere, over 7,669,695 x 2,598,960.
JACKS_COUNTS = (
    *(10872274993896, 4277372890968, 2576946164148, 1484003070324, 223837565784, 219554786160),
    *(229475482596, 47093167764, 2178883296, 0, 0, 493512264),
)


def test_how_often_each_hand_comes(joker: Reduced) -> None:
    assert joker.analyse(pays(KINGS[0][0]), 1).counts == KINGS_COUNTS


def test_how_often_each_hand_comes_of_52_cards(jacks: Reduced) -> None:
    assert jacks.analyse(JACKS[0][0], 1).counts == JACKS_COUNTS


def test_figures_that_follow_from_the_counts(joker: Reduced) -> None:
    found = joker.analyse(pays(KINGS[0][0]), 1)
    assert found.rtp == Fraction(KINGS[0][1])
    assert round(float(found.hit_rate), 5) == 0.44397
    assert round(float(found.variance) ** 0.5, 4) == 5.1230
    assert round(1 / float(found.share(HANDS[-1])), 1) == 41_213.8
    assert round(1 / float(found.share(HANDS[-2])), 1) == 10_713.1
    assert round(1 / float(found.share(HANDS[-3])), 1) == 9_611.1


def test_deals_by_what_is_held_and_those_with_two_best_holds(joker: Reduced) -> None:
    found = joker.analyse(pays(KINGS[0][0]), 1)
    assert found.held == (321_684, 473_112, 1_416_960, 326_964, 299_048, 31_917)
    assert found.tied == 1_092


def test_variance_is_that_of_one_chip_whatever_the_bet(joker: Reduced) -> None:
    one = joker.analyse(pays(KINGS[0][0]), 1)
    five = joker.analyse(tuple(5 * pay for pay in pays(KINGS[0][0])), 5)
    assert (five.rtp, five.variance, five.counts) == (one.rtp, one.variance, one.counts)


def test_the_highest_payments_are_counted_exactly(joker: Reduced) -> None:
    most = tuple(MAX_PAY if pay else 0 for pay in pays(KINGS[0][0]))
    one = tuple(1 if pay else 0 for pay in pays(KINGS[0][0]))
    assert joker.rtp(most, 1) == MAX_PAY * joker.rtp(one, 1)
    assert joker.analyse(most, 1).rtp == joker.rtp(most, 1)


def test_a_table_that_pays_nothing_holds_all_five(joker: Reduced) -> None:
    found = joker.analyse((0,) * 12, 1)
    assert (found.rtp, found.held[5]) == (0, JOKER_POKER.deals)


@pytest.mark.parametrize(
    ("paid", "error"),
    [
        ((0,) * 11, "12 hands are paid, not 11"),
        ((0,) * 11 + (MAX_PAY + 1,), "natural_royal pays 5000001: 0 to 5000000 chips"),
        ((0, -1, *(0,) * 10), "kings_or_better pays -1"),
        ((1, *(2,) * 11), "nothing pays 1: it pays 0"),
    ],
)
def test_what_cannot_be_counted_with_is_refused(
    joker: Reduced, paid: tuple[int, ...], error: str
) -> None:
    with pytest.raises(RuleError, match=error):
        joker.rtp(paid, 1)


def seen(kept: Sequence[Card], dealt: Sequence[Card]) -> list[list[str]]:
    """Each card's rank, with the ranks of its suit in the deal."""
    return sorted(
        [str(card.rank), *sorted(str(other.rank) for other in dealt if other.suit is card.suit)]
        for card in kept
    )


@pytest.mark.parametrize("paid", [pays(KINGS[0][0]), (*(0,) * 11, 800), (0, *(1,) * 11)])
def test_best_play_of_a_class_is_that_of_its_deals(joker: Reduced, paid: tuple[int, ...]) -> None:
    tables = joker.tables
    taken, tied = joker.holds(paid)
    for at in [*range(0, len(taken), 1_009), *np.flatnonzero(tied)[::6_007]]:
        cards = [
            Card(Rank(rank), tuple(Suit)[suit]) if rank <= Rank.ACE else JOKER
            for rank, suit in zip(tables.cards[:, at], tables.suits[:, at], strict=True)
        ]
        best, second, *_ = holds(cards, paid)
        ours = [card for place, card in enumerate(cards) if taken[at] >> place & 1]
        theirs = [cards[place - 1] for place in best.positions]
        # Where two suits hold the same ranks, either may be the one that is kept.
        assert seen(ours, cards) == seen(theirs, cards), cards
        assert len(ours) == 5 or class_number(ours) == class_number(theirs), cards
        assert (best.value == second.value) == tied[at], cards


# --- its tables -------------------------------------------------------------------------------


def test_starting_hands_of_53_cards(joker: Reduced) -> None:
    tables = joker.tables
    dealt = np.bincount(tables.hand, tables.weight, 12)
    known = [2307672, 262956, 123552, 137280, 20532, 7804, 6552, 3120, 180, 20, 13, 4]
    assert dealt.tolist() == known
    assert len(tables.weight) == 150_891


def test_starting_hands_of_52_cards(jacks: Reduced) -> None:
    tables = jacks.tables
    dealt = np.bincount(tables.hand, tables.weight, 12)
    known = [2062860, 337920, 123552, 54912, 10200, 5108, 3744, 624, 36, 0, 0, 4]
    assert dealt.tolist() == known
    assert len(tables.weight) == 134_459


def test_every_subset_is_in_as_many_hands_as_there_are_ways_to_fill_it_up(joker: Reduced) -> None:
    hands = joker.tables.hands_with.sum(1)
    assert hands[0] == comb(53, 5)
    assert set(hands[1:14]) | {hands[18_370]} == {comb(52, 4)}
    assert set(hands[1_938:18_370]) | set(hands[18_553:]) == {49}


def test_hands_with_three_cards_are_those_that_the_rules_make(joker: Reduced) -> None:
    kept = parse_cards("KH QH JK")
    others = [card for card in joker_deck() if card not in kept]
    made = [HANDS.index(evaluate((*kept, *two)).hand) for two in combinations(others, 2)]
    row = joker.tables.hands_with[class_number(kept)]
    assert row.tolist() == np.bincount(made, minlength=12).tolist()


def test_the_counted_hands_beside_the_program_are_those_counted_now() -> None:
    counted = build_tables(JOKER_POKER, recount=True).hands_with
    assert counted.ravel().tolist() == list(hands_with(JOKER_POKER))
