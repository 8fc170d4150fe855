"""More coins at once than a person can feed: the acceptor closes, the coins stay booked."""

from __future__ import annotations

from dataclasses import replace

import pytest
from cabinet_bench import SETTINGS, Bench

from firmware.cabinet.coin_feed import Feed
from firmware.events import KeyTurned
from firmware.log import LogKind


def pour(bench: Bench, coins: int) -> None:
    """Coins of twenty credits, at once."""
    for _ in range(coins):
        bench.coin(20)


def test_as_many_coins_as_the_limit_pass() -> None:
    bench = Bench()
    pour(bench, 100)
    assert (bench.credit, bench.faults) == (2000, [])


@pytest.mark.promise("MET-11")
def test_more_coins_than_a_hand_can_feed_close_the_acceptor_and_are_booked() -> None:
    bench = Bench()
    pour(bench, 101)
    assert (bench.credit, bench.faults) == (2020, ["coin_jump"])
    assert bench.state.faults[0].detail.startswith("2020 credits at once")
    assert bench.cabinet.shut_by("coin")


def test_play_goes_on_behind_a_closed_acceptor() -> None:
    bench = Bench()
    pour(bench, 101)
    bench.press("HOLD2", "BET", "DEAL")
    assert bench.phase == "hold"


def test_outside_a_round_ten_seconds_begin_a_new_sum() -> None:
    bench = Bench()
    for _ in range(4):
        pour(bench, 50)
        bench.wait(10)
    assert bench.faults == []


def test_after_a_round_ten_seconds_begin_a_new_sum_too() -> None:
    bench = Bench()
    bench.play("2H 5D 9S JC KD 3H 4D 6S 7C 8H", credit=10)
    bench.press("DEAL")
    for _ in range(4):
        bench.wait(10)
        pour(bench, 50)
    assert bench.faults == []


def test_ten_seconds_are_counted_from_the_first_coin() -> None:
    feed = Feed().fed(5, 0, 100.0).fed(5, 0, 109.9)
    assert feed.credits == 10
    assert feed.fed(5, 0, 110.0).credits == 5


def test_within_a_round_no_time_begins_a_new_sum() -> None:
    bench = Bench()
    bench.play("KH KD 9S 4C 2D 3H 7H 8C", credit=10)
    for _ in range(2):
        pour(bench, 50)
        bench.wait(60)
    assert bench.faults == []
    pour(bench, 1)
    assert bench.faults == ["coin_jump"]


def test_a_new_round_begins_a_new_sum() -> None:
    bench = Bench()
    for _ in range(3):
        bench.play("2H 5D 9S JC KD 3H 4D 6S 7C 8H", credit=10)
        pour(bench, 60)
        bench.press("DEAL")
        bench.wait(11)
        bench.press("HOLD5")
    assert bench.faults == []


def test_the_operators_key_opens_the_acceptor_again() -> None:
    bench = Bench()
    pour(bench, 101)
    bench.do(KeyTurned(True))
    bench.do(KeyTurned(False))
    assert (bench.faults, bench.cabinet.shut_by("coin") is None) == ([], True)
    pour(bench, 1)
    assert bench.faults == []


def test_the_jump_is_one_transaction_with_its_coin_and_outlives_a_cut() -> None:
    bench = Bench()
    pour(bench, 101)
    (line,) = bench.store.transactions[-1].log
    assert (line.kind, line.subject) == (LogKind.FAULT, "coin_jump")
    bench.cut()
    assert bench.faults == ["coin_jump"]


def test_a_limit_of_nothing_lets_everything_pass() -> None:
    bench = Bench(replace(SETTINGS, jump_credits=0))
    pour(bench, 200)
    assert bench.faults == []
