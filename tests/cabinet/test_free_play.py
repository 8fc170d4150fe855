"""Free play: the games are played as ever, and no account of the paid ones moves."""

from __future__ import annotations

from dataclasses import replace

import pytest
from cabinet_bench import HIGHER, KINGS, NOTHING, Bench, reply
from settings_bench import at_setting, choosable, note

from firmware.cabinet.actions import Change
from firmware.cabinet.best_results import Best, Run, StripBest
from firmware.cabinet.free_play import played
from firmware.cabinet.operator_menu.menu import Leaf
from firmware.cabinet.purse import LEAST_FULL, Purse
from firmware.cabinet.slots import Shut
from firmware.events import KeyTurned
from firmware.games.joker_poker.hands import Hand
from firmware.ledger.meters import moved_by
from firmware.money import FREE_ACCOUNTS, Account, GameId, Moment, Posting, Transfer
from firmware.panel import Button
from firmware.transaction import RoundRecord


def free_bench() -> Bench:
    """Free play was switched on by the operator."""
    bench = Bench(choosable())
    at_setting(bench, "cabinet.free_play")
    bench.press("HOLD4", "DEAL")
    bench.do(KeyTurned(False))
    bench.settle()
    assert bench.state.is_free_play
    return bench


def seated() -> Bench:
    bench = free_bench()
    bench.press("HOLD2")
    return bench


def deal(bench: Bench, deck: str, chips: int = 1) -> None:
    bench.press(*["BET"] * chips)
    bench.chance.tops = [deck]
    bench.press("DEAL")


def postings(bench: Bench) -> list[Posting]:
    return [each for told in bench.store.transactions for each in told.postings]


def test_the_purse_is_full_at_the_beginning() -> None:
    assert free_bench().credit == LEAST_FULL == 100


def test_no_slot_takes_money() -> None:
    assert free_bench().cabinet.shut_by("coin") is Shut.FREE_PLAY


def test_a_coin_that_falls_all_the_same_is_credit_and_stands() -> None:
    bench = free_bench()
    bench.do(reply(1, 1))
    assert bench.store.balances[Account.CREDIT] == 1
    assert bench.credit == 100


def test_a_lost_game_is_one_posting_of_free_play() -> None:
    bench = seated()
    deal(bench, NOTHING)
    assert postings(bench) == []
    assert bench.credit == 99
    bench.press("DEAL")
    (told,) = postings(bench)
    assert told.moment is Moment.FREE_GAME
    assert told.block is not None
    assert told.block.game is GameId.JOKER_POKER
    assert told.category == "lost"
    assert told.transfers == (Transfer(Account.FREE, Account.FREE_STAKED, 1),)


def test_a_collected_win_is_told_when_it_is_collected() -> None:
    bench = seated()
    deal(bench, KINGS, chips=2)
    bench.press("DEAL")
    assert postings(bench) == []
    bench.press("DEAL")
    (told,) = postings(bench)
    assert told.category == "won"
    assert told.transfers == (
        Transfer(Account.FREE, Account.FREE_STAKED, 2),
        Transfer(Account.FREE, Account.FREE_PAID, 2),
    )
    assert bench.credit == 100


def test_a_double_is_part_of_its_game() -> None:
    bench = seated()
    deal(bench, KINGS)
    bench.press("DEAL")
    bench.chance.tops = [HIGHER]
    bench.press("DOUBLE", "HOLD2")
    bench.settle()
    bench.press("DEAL")
    (told,) = postings(bench)
    assert told.transfers[1] == Transfer(Account.FREE, Account.FREE_PAID, 2)
    assert bench.credit == 101


def test_a_lost_double_is_a_game_won_that_paid_nothing() -> None:
    bench = seated()
    deal(bench, KINGS)
    bench.press("DEAL")
    bench.chance.tops = [HIGHER]
    bench.press("DOUBLE", "HOLD3")
    (told,) = postings(bench)
    assert (told.category, len(told.transfers)) == ("won", 1)


def test_no_account_and_no_meter_of_paid_games_moves() -> None:
    bench = seated()
    for deck in (NOTHING, KINGS, NOTHING):
        deal(bench, deck)
        bench.press("DEAL")
        bench.settle()
        if bench.win:
            bench.press("DEAL")
    moved = {name for each in postings(bench) for name in moved_by(each)}
    assert moved
    assert all(name.startswith("free") for name in moved)
    standing = {account for account, credits in bench.store.balances.items() if credits}
    assert standing <= FREE_ACCOUNTS


def test_a_round_is_neither_kept_nor_counted_nor_a_record() -> None:
    bench = seated()
    deal(bench, KINGS)
    bench.press("DEAL", "DEAL")
    assert bench.store.rounds == {}
    assert bench.state.saved.rounds == 0
    assert bench.state.saved.best is None
    assert bench.state.history == ()


def test_a_cut_in_the_middle_changes_nothing() -> None:
    bench = seated()
    deal(bench, KINGS)
    before = bench.state.saved
    bench.cut()
    assert bench.state.saved == before
    assert bench.credit == 99
    bench.press("DEAL", "DEAL")
    assert bench.credit == 100


@pytest.mark.parametrize("place", range(5))
def test_a_cut_after_any_press_of_a_game_leaves_its_end(place: int) -> None:
    bench = seated()
    for at, button in enumerate(("BET", "DEAL", "DEAL", "DOUBLE", "HOLD2")):
        bench.chance.tops = [HIGHER if button == "DOUBLE" else KINGS]
        bench.press(button)
        bench.settle()
        if at == place:
            bench.wait(2)  # what is soft is stored by itself
            bench.cut()
    bench.press("DEAL")
    (told,) = postings(bench)
    assert told.transfers[1] == Transfer(Account.FREE, Account.FREE_PAID, 2)
    assert bench.credit == 101


def test_an_empty_purse_is_filled_between_two_games() -> None:
    bench = seated()
    bench.put(saved=replace(bench.state.saved, purse=Purse(5)))
    deal(bench, NOTHING)
    bench.press("DEAL")
    assert bench.credit == 100  # 4 would not pay for a session of 5


def test_a_purse_covers_a_stake_many_times() -> None:
    assert Purse(9).between_games(10).credit == 200
    assert Purse(10).between_games(10).credit == 10


def test_cinque_mani_is_played_from_the_purse() -> None:
    bench = free_bench()
    bench.press("HOLD3", "DEAL")
    assert bench.state.saved.cinque.round is not None
    assert bench.credit == 99
    assert postings(bench) == []


def test_strip_poker_is_played_from_the_purse() -> None:
    bench = free_bench()
    bench.press("HOLD1", "DEAL")
    assert bench.state.saved.strip.session is not None
    assert bench.credit == 95
    assert postings(bench) == []


def test_it_cannot_be_switched_off_in_a_game() -> None:
    bench = seated()
    deal(bench, KINGS)
    at_setting(bench, "cabinet.free_play")
    bench.press("DOUBLE")
    assert note(bench) == "operator.settings.open_game"
    assert bench.state.is_free_play


def test_afterwards_the_books_go_on_where_they_were() -> None:
    bench = seated()
    deal(bench, NOTHING)
    bench.press("DEAL")
    at_setting(bench, "cabinet.free_play")
    bench.press("DOUBLE")
    bench.do(KeyTurned(False))
    bench.settle()
    assert not bench.state.is_free_play
    assert bench.credit == 0
    bench.coin(10)
    bench.chance.tops = [NOTHING]
    bench.press("DEAL", "DEAL")
    assert bench.store.rounds[1].is_over
    assert bench.credit == 9


def test_only_paid_credit_is_offered_to_be_paid_by_hand() -> None:
    bench = free_bench()
    bench.store.give(7)
    bench.cut()
    assert bench.credit != 7  # which is the purse's
    bench.do(KeyTurned(True))
    bench.to_page(Leaf.CREDIT)
    assert bench.panel[Button.DEAL].credits == bench.panel[Button.DOUBLE].credits == 7


def test_no_best_result_of_any_game_comes_of_it() -> None:
    state = free_bench().state
    better = replace(
        state.saved,
        best=Best(9, Hand.FLUSH, 1),
        strip_best=StripBest(3, "pack/her", 3),
        cinque_best=Run(7, 90),
        cinque_run=Run(7, 90),
    )
    record = RoundRecord(1, GameId.STRIP_POKER, "{}", is_over=False)
    change = Change(replace(state, saved=better), record=record, is_hard=True)
    counted = played(state, change, choosable()).state.saved
    assert (counted.bests, counted.cinque_run) == ({}, Run())
