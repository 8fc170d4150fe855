"""Pace: three speeds, DEAL ends any picture, and money never waits for one."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pytest
from cabinet_bench import KINGS, NOTHING, SETTINGS, Bench

from firmware.cabinet import motion
from firmware.cabinet.motion import Movement, Part, PartKind
from firmware.cabinet.options import Options, Speed
from firmware.cabinet.pace import PACES, TICK_GAP_S, Pace
from firmware.events import Cue, Pressed
from firmware.money import Account
from firmware.panel import Button

GAP_S = 0.25
"""Between two presses of somebody in a hurry; a lit key is not pressed sooner."""
HANDS_AN_HOUR = 900
EACH = pytest.mark.parametrize("speed", Speed)


def bench_at(speed: Speed, credit: int = 100) -> Bench:
    bench = Bench(replace(SETTINGS, options=Options(speed=speed)))
    bench.coin(credit)
    bench.press("HOLD2", "BET")
    return bench


def hurry(bench: Bench, button: str) -> None:
    """Press a key `GAP_S` after the last one, or as soon as it is lit and takes a press."""
    bench.wait(GAP_S)
    for _ in range(1000):
        if button in bench.lit.split() and bench.now_s >= bench.state.locked_until_s:
            bench.do(Pressed(Button(button)))
            return
        bench.wait(0.01)
    raise AssertionError(f"{button} is never lit")


def hands_an_hour(bench: Bench, decks: tuple[str, ...], hands: int = 20) -> float:
    """Hands of somebody who presses nothing but DEAL, whatever it says."""
    began_s, number = bench.now_s, bench.state.saved.rounds
    bench.chance.tops = [decks[index % len(decks)] for index in range(hands + 1)]
    while bench.state.saved.rounds < number + hands + 1:
        hurry(bench, "DEAL")
    return hands / (bench.now_s - began_s) * 3600


@EACH
@pytest.mark.parametrize("decks", [(NOTHING,), (KINGS,), (NOTHING, KINGS)], ids=str)
def test_nine_hundred_hands_an_hour_with_deal_alone(speed: Speed, decks: tuple[str, ...]) -> None:
    assert hands_an_hour(bench_at(speed), decks) >= HANDS_AN_HOUR


@pytest.mark.parametrize("speed", [Speed.QUICK, Speed.INSTANT])
def test_nine_hundred_hands_an_hour_without_cutting_a_picture_short(speed: Speed) -> None:
    bench = bench_at(speed)
    began_s, number = bench.now_s, bench.state.saved.rounds
    bench.chance.tops = [NOTHING, KINGS] * 10
    while bench.state.saved.rounds < number + 20 or bench.phase != "betting":
        bench.settle()
        hurry(bench, "DEAL")
    assert 20 / (bench.now_s - began_s) * 3600 >= HANDS_AN_HOUR


@EACH
def test_a_win_is_in_the_books_before_it_is_counted_up(speed: Speed) -> None:
    bench = bench_at(speed)
    bench.chance.tops = [KINGS]
    bench.press("DEAL")
    bench.settle()
    bench.do(Pressed(Button.DEAL))
    assert bench.store.balances[Account.PENDING] == 1
    movement = bench.state.moving(bench.now_s)
    assert movement is not None
    assert movement.of(PartKind.COUNT) is not None


@EACH
def test_a_collected_win_is_credit_at_once(speed: Speed) -> None:
    bench = bench_at(speed)
    bench.chance.tops = [KINGS]
    bench.press("DEAL", "DEAL")
    bench.settle()
    before = bench.credit
    bench.do(Pressed(Button.DEAL))
    assert bench.credit == before + 1


@EACH
def test_deal_ends_a_movement_on_its_last_picture(speed: Speed) -> None:
    bench = bench_at(speed)
    bench.do(Pressed(Button.DEAL))
    bench.wait(0.0)
    if bench.state.moving(bench.now_s) is None:
        return  # faster than the lock
    assert bench.lit == "DEAL"
    bench.put(locked_until_s=0.0)
    bench.do(Pressed(Button.DEAL))
    assert bench.state.movement is None


def test_a_movement_at_twice_the_pace_takes_half_the_time() -> None:
    calm = motion.dealing(10.0, True)
    quick = Pace(2.0).paced(calm)
    assert quick.ends_s - 10.0 == pytest.approx((calm.ends_s - 10.0) / 2)
    assert [part.kind for part in quick.parts] == [part.kind for part in calm.parts]
    assert [cue for _, cue in quick.cues] == [cue for _, cue in calm.cues]
    assert quick.parts[-1].ends_s == pytest.approx(quick.ends_s)


def test_calm_is_the_motion_table_itself() -> None:
    calm = motion.dealing(10.0, True)
    assert PACES[Speed.CALM].paced(calm) is calm


def test_ticks_never_come_so_close_that_they_buzz() -> None:
    part = Part(PartKind.COUNT, 0, 0.0, 3.0, 0, 1000)
    ticks = tuple((0.075 * index, Cue.TICK) for index in range(40))
    heard = PACES[Speed.INSTANT].paced(Movement((part,), ticks, 0.0, 3.0)).cues
    times = [when_s for when_s, _ in heard]
    assert times
    assert all(b - a >= TICK_GAP_S for a, b in pairwise(times))
