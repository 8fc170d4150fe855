"""The proofs as checks: in full where that is quick, else the part that is."""

from functools import partial

import proof_battery
import proof_double
import proof_hands
import proof_shuffle
import pytest
from proof import untracked
from statistics_tests import chi_square_p, complete_at_p, counts_p, distinct_p, normal_p
from wrong_shuffles import ClockSeed, ModuloBias, SortByShortKey, SwapWithAny

from firmware.cards.shuffle import FairShuffler, SeededSource, SystemSource

pytestmark = pytest.mark.proof

# A fair source is below this twice in a row in one run of 10**8: no red by bad luck.
SURE = 0.0001


@pytest.mark.timeout(600)  # 15 s on a PC, minutes on a busy Raspberry Pi
def test_every_hand_of_53_cards_is_classified() -> None:
    assert proof_hands.every_hand(untracked).fell == ()


def test_joker_is_worth_the_best_card_it_can_be() -> None:
    assert proof_hands.joker_is_best(untracked).fell == ()


@pytest.mark.promise("GAM-1")
def test_double_is_fair() -> None:
    assert proof_double.prove(False, untracked).fell == ()


def test_every_order_is_equally_likely() -> None:
    assert proof_shuffle.fair_is_fair(6, 0, untracked).fell == ()


@pytest.mark.promise("RNG-2")
def test_every_order_is_equally_likely_when_draws_are_rejected() -> None:
    assert proof_shuffle.fair_is_fair(5, 2, untracked).fell == ()


@pytest.mark.promise("RNG-7")
@pytest.mark.parametrize("name", proof_shuffle.WRONG)
def test_planted_shuffle_is_caught_by_feeding_in_every_draw(name: str) -> None:
    make = proof_shuffle.WRONG[name]
    assert any(proof_shuffle.faults_of(make, size) for size in range(2, 6))


@pytest.mark.promise("RNG-5")
def test_failing_sources_are_named_and_a_shuffle_sees_only_the_deck() -> None:
    assert proof_shuffle.chance_stands_alone().fell == ()


@pytest.mark.promise("RNG-3", "RNG-4")
def test_system_source_passes_the_battery() -> None:
    assert proof_battery.prove(False, untracked, decks=3_000, level=SURE).fell == ()


def test_seeded_source_passes_the_battery() -> None:
    shuffler = FairShuffler(SeededSource("battery"))
    assert proof_battery.battery(shuffler, 3_000, proof_battery.LEVEL, untracked).fell == ()


@pytest.mark.promise("RNG-7")
@pytest.mark.parametrize(
    "make", [ModuloBias, SwapWithAny, SortByShortKey, partial(ClockSeed, seed_bits=10)]
)
def test_planted_shuffle_is_caught_by_the_battery(make: proof_shuffle.MakeShuffler) -> None:
    assert proof_battery.battery(make(SystemSource()), 3_000, SURE, untracked).fell != ()


def test_proof_of_the_shuffle_is_whole_at_seven_cards() -> None:
    assert proof_shuffle.faults_of(FairShuffler, 7) == []


@pytest.mark.promise("RNG-4")
def test_low_p_is_taken_once_more() -> None:
    report = proof_battery.battery(FairShuffler(SeededSource(1)), 1_000, 1.1, untracked)
    assert all("once more" in line for line in report.tried[1:])


# --- the probabilities, against printed tables ------------------------------------------------


@pytest.mark.parametrize(
    ("statistic", "freedom", "p"),
    [
        (3.841, 1, 0.05),
        (6.635, 1, 0.01),
        (9.488, 4, 0.05),
        (23.209, 10, 0.01),
        (124.342, 100, 0.05),
    ],
)
def test_chi_square_is_that_of_the_tables(statistic: float, freedom: int, p: float) -> None:
    assert chi_square_p(statistic, freedom) == pytest.approx(p, abs=2e-5)


def test_normal_is_that_of_the_tables() -> None:
    assert normal_p(2.575829) == pytest.approx(0.01, abs=1e-6)


def test_counts_as_expected_are_no_evidence() -> None:
    assert counts_p([10, 20, 30], [10, 20, 30]) == 1.0


def test_too_few_counts_are_refused() -> None:
    with pytest.raises(ValueError, match="too few counts"):
        counts_p([1, 2], [1, 2])


def test_poker_probabilities_add_up() -> None:
    assert sum(distinct_p(5, 13, distinct) for distinct in range(1, 6)) == pytest.approx(1)


def test_coupon_needs_four_draws_for_four_suits() -> None:
    assert complete_at_p(4, 4) == pytest.approx(24 / 256)
