"""Deal luck, skill and draw luck: exactly the result, each where it belongs."""

from fractions import Fraction
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.assets import asset
from firmware.cards.card import joker_deck, parse_cards
from firmware.games.joker_poker.hands import evaluate
from firmware.games.joker_poker.paytable_file import load_pay_table
from firmware.games.joker_poker.table import Round
from firmware.odds.game import HANDS
from firmware.odds.known import Exact, exact
from firmware.operator.chance import Verdict
from firmware.operator.luck import Judged, Luck, judged

TABLE = load_pay_table(asset("paytables", "kings_or_better.toml"))


def known(chips: int) -> Exact:
    return exact(tuple(TABLE.pays(hand, chips) for hand in HANDS), chips)


def played(cards: str, held: tuple[int, ...], chips: int = 5, chip_value: int = 1) -> Round:
    """A round by its first five cards and the next five, drawn and paid."""
    shuffled = parse_cards(cards)
    dealt, stock = shuffled[:5], list(shuffled[5:])
    final = tuple(card if at in held else stock.pop(0) for at, card in enumerate(dealt, 1))
    hand = evaluate(final).hand
    paid = TABLE.pays(hand, chips) * chip_value
    return Round(
        number=1,
        chips=chips,
        chip_value=chip_value,
        credit_before=1000,
        dealt=dealt,
        stock=shuffled[5:],
        held=held,
        final=final,
        hand=hand,
        paid=paid,
    )


def luck(one: Round) -> Luck:
    return Luck.of(judged(one, TABLE)[0], known(one.chips))


rounds = st.builds(
    lambda cards, held, chips, value: played(
        " ".join(map(str, cards)), tuple(sorted(held)), chips, value
    ),
    st.lists(st.sampled_from(joker_deck()), min_size=10, max_size=10, unique=True),
    st.sets(st.integers(1, 5)),
    st.integers(1, 5),
    st.integers(1, 20),
)


@settings(max_examples=40)
@given(st.lists(rounds, min_size=1, max_size=3))
def test_the_three_are_exactly_the_result(many: list[Round]) -> None:
    lucks = [luck(one) for one in many]
    total = sum(lucks[1:], lucks[0])
    mean = sum((known(one.chips).analysis.rtp * one.bet for one in many), Fraction(0))
    assert total.deal + total.skill + total.draw == sum(one.paid for one in many) - mean


@settings(max_examples=40)
@given(rounds)
def test_nobody_holds_better_than_best(one: Round) -> None:
    assert luck(one).skill <= 0


ROYAL = "AH KH QH JH TH 2S 3S 4S 5S 6S"


def test_a_dealt_royal_kept_is_luck_with_the_deal() -> None:
    found = luck(played(ROYAL, (1, 2, 3, 4, 5)))
    mean = 5 * Fraction(183519471067, 186127769100)
    assert (found.deal, found.skill, found.draw) == (5000 - mean, 0, 0)


def test_a_royal_thrown_away_is_skill() -> None:
    found = luck(played(ROYAL, ()))
    assert found.skill < -4990
    assert found.skill + found.draw == 250 - 5000  # 2 to 6 of spades came


def test_a_card_that_came_is_luck_with_the_draw() -> None:
    # Four to a royal, and of 48 cards the ten of hearts.
    found = luck(played("AH KH QH JH 2S TH 3S 4S 5S 6S", (1, 2, 3, 4)))
    assert found.skill == 0
    assert found.draw > 4000


def test_a_pat_hand_has_no_luck_with_the_draw() -> None:
    assert luck(played(ROYAL, (1, 2, 3, 4, 5))).draw_deviation == 0


def test_credits_follow_the_worth_of_a_chip() -> None:
    cards = "KH KD 9S 4C 2D 3H 7H 8C 5D 6C"
    small, large = luck(played(cards, (1, 2))), luck(played(cards, (1, 2), chip_value=20))
    assert (large.deal, large.draw) == (20 * small.deal, 20 * small.draw)
    assert large.draw_deviation == pytest.approx(20 * small.draw_deviation)
    assert large.deal_deviation == pytest.approx(20 * small.deal_deviation)


def test_deal_deviation_by_the_exact_variance() -> None:
    one = luck(played(ROYAL, (), chips=5, chip_value=2))
    assert one.deal_deviation == pytest.approx(10 * sqrt(known(5).deal_variance))


def test_deviations_add_up_as_squares() -> None:
    one = luck(played("KH KD 9S 4C 2D 3H 7H 8C 5D 6C", (1, 2)))
    two = one + one
    assert two.draw_deviation == pytest.approx(one.draw_deviation * sqrt(2))
    assert two.deal_deviation == pytest.approx(one.deal_deviation * sqrt(2))


def test_z_of_both_lucks() -> None:
    one = luck(played("AH KH QH JH 2S TH 3S 4S 5S 6S", (1, 2, 3, 4)))
    assert one.deal_z == pytest.approx(float(one.deal) / one.deal_deviation)
    assert one.draw_z == pytest.approx(float(one.draw) / one.draw_deviation)
    assert one.draw_verdict is Verdict.ALARM


def test_sums_only_add_up() -> None:
    cards = "KH KD 9S 4C 2D 3H 7H 8C 5D 6C"
    one, two = judged(played(cards, (1, 2)), TABLE)[0], judged(played(cards, ()), TABLE)[0]
    both = one + two
    assert both == Judged(
        2,
        10,
        one.paid + two.paid,
        50,
        2 * one.best,
        one.chosen + two.chosen,
        one.spread + two.spread,
    )


def test_a_round_without_five_cards_is_refused() -> None:
    whole = played(ROYAL, ())
    broken = Round(1, 5, 1, 100, whole.dealt[:4], whole.stock, final=whole.final)
    with pytest.raises(ValueError, match="5 cards, not 4"):
        judged(broken, TABLE)


def test_a_round_without_a_stake_is_refused() -> None:
    with pytest.raises(ValueError, match="nobody stakes 0 credits"):
        judged(played(ROYAL, (), chip_value=0), TABLE)
