"""MET: what the meters promise and no other test holds yet. The table: docs/promises.md."""

from __future__ import annotations

from dataclasses import fields

import pytest
from cabinet_bench import KINGS, ROYAL, Bench

from firmware.cabinet.mechanical import steps_due
from firmware.events import MeterPulsed
from firmware.money import Account, MechanicalMeter, Transfer

MONEY_IN = MechanicalMeter.MONEY_IN


@pytest.mark.parametrize(("cards", "won"), [(KINGS, 5), (ROYAL, 5000)])
def test_met_9_a_win_is_stored_before_the_picture_counts_up(cards: str, won: int) -> None:
    bench = Bench()
    bench.play(cards, chips=5)
    bench.press("DEAL")
    assert bench.state.moving(bench.now_s) is not None
    assert bench.store.balances[Account.PENDING] == won
    bench.cut()
    assert (bench.win, bench.credit) == (won, 5)


def test_met_9_a_collected_win_is_stored_with_the_press() -> None:
    bench = Bench()
    bench.to_win(5)
    bench.press("DEAL")
    assert bench.store.balances[Account.CREDIT] == 10


def test_met_12_money_is_whole_credits() -> None:
    assert {each.name: each.type for each in fields(Transfer)}["credits"] == "int"
    bench = Bench()
    bench.to_double(5)
    bench.press("HOLD2")
    moved = [each.credits for _, transfers in bench.store.moved() for each in transfers]
    assert moved
    assert {type(credits) for credits in moved} == {int}


def stepped(bench: Bench) -> int:
    """Let the wheel of money that came in make the steps it owes; how many they were."""
    steps = 0
    while bench.cabinet.owes(MONEY_IN):
        bench.do(MeterPulsed(MONEY_IN))
        steps += 1
    return steps


@pytest.mark.parametrize("before", range(6))
def test_met_14_a_cut_among_the_steps_of_a_wheel_loses_none_and_doubles_none(before: int) -> None:
    bench = Bench()
    bench.coin(5)
    for _ in range(before):
        assert bench.cabinet.owes(MONEY_IN)
        bench.do(MeterPulsed(MONEY_IN))
    bench.wait(1.1)
    bench.cut()
    assert before + stepped(bench) == steps_due(MONEY_IN, bench.state.balances, 1) == 5


def test_met_14_a_step_of_the_last_second_is_made_again_rather_than_lost() -> None:
    bench = Bench()
    bench.coin(5)
    bench.wait(2)
    bench.do(MeterPulsed(MONEY_IN))
    bench.cut()
    assert stepped(bench) == 5
