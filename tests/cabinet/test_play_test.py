"""The play test: real games on a table where nothing counts."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from cabinet_bench import HIGHER, KINGS, NOTHING, SETTINGS, Bench, reply
from cinque_table_bench import seated as at_cinque_mani

from firmware.cabinet.operator_menu.menu import Leaf
from firmware.cabinet.play_test import TEST_CREDITS
from firmware.cabinet.slots import Shut
from firmware.cabinet.state import CabinetState, Fault, FaultName, Mode
from firmware.cards.shuffle import FairShuffler, SeededSource
from firmware.events import DoorMoved, KeyTurned, LanguageChosen, RulesAsked
from firmware.money import MechanicalMeter
from firmware.words import Language


def begun(bench: Bench | None = None) -> Bench:
    """A test is open, over a player's hand where nothing else is said."""
    if bench is None:
        bench = Bench()
        bench.play(KINGS)
    bench.do(KeyTurned(True))
    bench.pin("12345")
    bench.to_page(Leaf.PLAY_TEST)
    bench.press("DEAL")
    assert bench.state.operator.play is not None
    return bench


def inside(bench: Bench) -> CabinetState:
    """The cabinet of the test."""
    play = bench.state.operator.play
    assert play is not None
    return play


def hundred_games(bench: Bench) -> None:
    """Bet, deal, draw, and double whatever wins."""
    bench.chance.fair = FairShuffler(SeededSource("a test"))
    bench.press("HOLD2", "BET")
    for _ in range(100):
        bench.press("DEAL", "DEAL")
        bench.settle()
        if inside(bench).saved.joker.win:
            bench.press("DOUBLE", "HOLD2")
            bench.settle()
            if inside(bench).saved.joker.win:
                bench.press("DEAL")
                bench.settle()


@pytest.mark.promise("SEC-5")
def test_a_hundred_games_are_played() -> None:
    bench = begun()
    hundred_games(bench)
    assert inside(bench).saved.rounds == 100
    assert inside(bench).credit != TEST_CREDITS


@pytest.mark.promise("SEC-5")
@pytest.mark.parametrize(
    "look",
    [
        lambda bench: bench.state.saved,
        lambda bench: bench.state.balances,
        lambda bench: bench.state.history,
        lambda bench: (bench.store.balances, bench.store.documents, bench.store.rounds),
        lambda bench: len(bench.store.transactions),
        lambda bench: bench.cabinet.owes(MechanicalMeter.MONEY_IN),
    ],
    ids=["play state", "credit", "history", "books", "transactions", "wheels"],
)
def test_nothing_of_them_counts(look: Callable[[Bench], object]) -> None:
    bench = begun()
    before = look(bench)
    hundred_games(bench)
    bench.wait(300)
    assert look(bench) == before


def test_the_real_shuffler_deals() -> None:
    bench = begun()
    bench.press("HOLD2", "BET")
    bench.chance.tops = [NOTHING]
    bench.press("DEAL")
    bench.settle()
    assert [str(card) for card in inside(bench).saved.joker.cards] == NOTHING.split()[:5]


def test_a_win_is_paid_in_test_credits() -> None:
    bench = begun()
    bench.press("HOLD2", "BET")
    bench.chance.tops = [KINGS, HIGHER]
    bench.press("DEAL", "DEAL")
    bench.settle()
    bench.press("DEAL")
    bench.settle()
    assert inside(bench).credit == TEST_CREDITS


def test_a_coin_is_refused_meanwhile() -> None:
    bench = begun()
    assert bench.cabinet.shut_by("coin") is Shut.OPERATOR


def test_a_coin_that_was_on_its_way_is_real_credit() -> None:
    bench = begun()
    before = bench.credit
    bench.do(reply(bench.coins_taken + 1, 4))
    assert (bench.credit, inside(bench).credit) == (before + 10, TEST_CREDITS)


def test_the_key_ends_it_and_the_players_hand_is_as_it_was() -> None:
    bench = Bench()
    bench.play(KINGS)
    before = bench.state.saved
    begun(bench)
    hundred_games(bench)
    bench.do(KeyTurned(False))
    assert bench.state.operator.play is None
    assert bench.state.saved == before
    assert bench.state.mode is Mode.JOKER_POKER


@pytest.mark.parametrize(
    "stop",
    [
        lambda bench: bench.do(DoorMoved(True)),
        lambda bench: bench.cabinet.break_down(Fault(FaultName.HARDWARE)),
        lambda bench: bench.cut(),
    ],
    ids=["door", "fault", "power cut"],
)
def test_whatever_stops_play_ends_it(stop: Callable[[Bench], object]) -> None:
    bench = begun()
    stop(bench)
    assert bench.state.operator.play is None


def test_a_silent_source_ends_it_and_says_so() -> None:
    bench = begun()
    bench.press("HOLD2", "BET")
    bench.chance.is_broken = True
    bench.press("DEAL")
    assert bench.state.operator.play is None
    note = bench.state.operator.note
    assert note is not None
    assert note.key == "operator.play.ended"


def test_double_at_the_menu_leads_back_to_the_page() -> None:
    bench = begun()
    bench.press("DOUBLE")
    assert (bench.state.operator.play, bench.state.leaf) == (None, Leaf.PLAY_TEST)


def test_new_test_credits_at_the_menu() -> None:
    bench = begun()
    bench.press("HOLD2", "BET")
    bench.chance.tops = [NOTHING]
    bench.press("DEAL", "DEAL")
    bench.settle()
    bench.press("HOLD5")
    assert inside(bench).credit == TEST_CREDITS - 1
    bench.press("BET")
    assert inside(bench).credit == TEST_CREDITS


def test_left_alone_it_goes_back_to_attract_and_no_further() -> None:
    bench = begun()
    bench.press("HOLD2")
    bench.wait(100)
    assert inside(bench).mode is Mode.ATTRACT


def test_its_rules_can_be_read() -> None:
    bench = begun()
    bench.do(RulesAsked())
    assert inside(bench).saved.page == "rules"
    assert bench.state.saved.page == ""


def test_the_players_language_is_not_changed_by_it() -> None:
    bench = begun()
    before = bench.state.saved.language
    other = next(each for each in Language if each is not before)
    bench.do(LanguageChosen(other))
    assert (inside(bench).saved.language, bench.state.saved.language) == (other, before)


def test_the_others_of_cinque_mani_are_asked_what_they_lay() -> None:
    bench = at_cinque_mani(told=lambda chance, deal, count: ())
    bench.press("HOLD5")
    begun(bench)
    assert bench.cabinet.task is None
    bench.press("HOLD3", "DEAL")
    bench.settle()
    assert bench.cabinet.task is not None


def test_only_an_operator_opens_it() -> None:
    bench = Bench(SETTINGS)
    bench.do(KeyTurned(True))
    while bench.state.operator.cursor is not Leaf.PLAY_TEST:
        bench.press("HOLD2")
    bench.press("DEAL")
    assert bench.state.operator.pad is not None
