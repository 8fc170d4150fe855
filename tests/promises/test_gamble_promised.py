"""GAM: the double. The table: docs/promises.md."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from cabinet_bench import HIGHER, JOKER, SETTINGS, Bench

from firmware.cabinet.state import Fault, FaultName
from firmware.errors import LedgerFullError
from firmware.events import DoorMoved, KeyTurned
from firmware.money import Account

LOWER = "AC 9H 2D 5S 4C"
"""A double that no pick wins."""


@pytest.mark.parametrize("half", [False, True])
@pytest.mark.parametrize("win", range(2, 6))
def test_gam_3_only_the_win_just_made_is_ever_at_risk(win: int, half: bool) -> None:
    bench = Bench()
    bench.to_win(win, credit=200)
    banked = bench.credit
    bench.chance.tops = [LOWER]
    bench.press("BET" if half else "DOUBLE")
    kept = win - win // 2 if half else 0
    assert bench.store.balances[Account.GAMBLE] == win - kept
    assert bench.credit == banked + kept  # half double banks the other half at once
    bench.press("HOLD2")
    bench.settle()
    assert (bench.credit, bench.win) == (banked + kept, 0)


def test_gam_3_without_a_win_there_is_no_double() -> None:
    bench = Bench()
    bench.coin(200)
    bench.press("HOLD2", "BET")
    bench.press("DOUBLE")  # the highest bet: it deals
    bench.settle()
    assert bench.phase == "hold"
    assert bench.store.balances[Account.GAMBLE] == 0


def doubled_to(win: int) -> Bench:
    """A win that was doubled until it is that."""
    bench = Bench()
    bench.to_win(5)
    while bench.win < win:
        bench.chance.tops = [HIGHER]
        bench.press("DOUBLE", "HOLD2")
        bench.settle()
    return bench


@pytest.mark.parametrize(("limit", "doubles"), [(1000, 10), (100, 7), (1, 1)])
def test_gam_2_the_limit_ends_every_row_of_won_doubles(limit: int, doubles: int) -> None:
    """The operator limits an amount; so many won in a row lead above it, from the least win."""
    bench = Bench(replace(SETTINGS, joker=replace(JOKER, double_limit=limit)))
    bench.to_win(1)
    count = 0
    while "DOUBLE" in bench.lit.split():
        bench.chance.tops = [HIGHER]
        bench.press("DOUBLE", "HOLD2")
        bench.settle()
        count += 1
    assert (count, bench.lit) == (doubles, "DEAL")


def test_gam_4_a_win_above_the_limit_waits_to_be_collected_and_is_whole() -> None:
    assert "DOUBLE" in doubled_to(640).lit  # 5 doubled seven times; the limit is 1000
    bench = doubled_to(1280)
    assert (bench.win, bench.lit) == (1280, "DEAL")
    bench.press("DEAL")
    assert bench.credit == 5 + 1280


def test_gam_5_collecting_is_always_offered_beside_the_double() -> None:
    bench = Bench()
    bench.to_win(5)
    assert {"DEAL", "DOUBLE"} <= set(bench.lit.split())
    bench.press("DEAL")
    assert (bench.credit, bench.win) == (10, 0)


def cut(bench: Bench) -> None:
    bench.cut()
    bench.settle()


def door(bench: Bench) -> None:
    bench.do(DoorMoved(is_open=True))
    bench.wait(600)
    bench.do(DoorMoved(is_open=False))


def key(bench: Bench) -> None:
    bench.do(KeyTurned(is_on=True))
    bench.wait(600)
    bench.do(KeyTurned(is_on=False))


def silent_source(bench: Bench) -> None:
    bench.chance.is_broken = True
    bench.press("DOUBLE")
    bench.wait(600)
    bench.chance.is_broken = False
    bench.wait(6)


def full_disk(bench: Bench) -> None:
    bench.store.failure = LedgerFullError("no space")
    bench.press("DOUBLE")
    bench.wait(600)
    bench.store.failure = None
    bench.cut()


def broken_part(bench: Bench) -> None:
    bench.cabinet.break_down(Fault(FaultName.HARDWARE))
    bench.wait(600)
    bench.cut()


@pytest.mark.parametrize("mishap", [cut, door, key, silent_source, full_disk, broken_part])
def test_gam_5_whatever_happens_at_the_offer_the_win_is_safe(
    mishap: Callable[[Bench], None],
) -> None:
    bench = Bench()
    bench.to_win(5)
    mishap(bench)
    bench.settle()
    assert (bench.win, bench.credit, bench.faults) == (5, 5, [])


def test_gam_5_whoever_goes_away_from_the_offer_is_paid() -> None:
    bench = Bench()
    bench.to_win(5)
    bench.wait(61)
    assert (bench.win, bench.credit) == (0, 10)
