"""MEM, RES, REC: what is kept and found again. The table: docs/promises.md."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from blank_display import made, played
from cabinet_bench import Bench
from places import IN_A_ROUND

from firmware.app.script import parse_script
from firmware.ledger.chain import KEY
from firmware.ledger.database import DATABASE

EVENING = """
coin 200
settle
lang en
press HOLD2
settle
press BET
deck KH KD 9S 4C 2D KS 7H 7C
press DEAL
settle
press DEAL
settle
deck 5C 9H 2D 3S 4C
press DOUBLE
settle
wait 2
"""
"""Into an open double of seven credits."""
KEPT = ("mode", "state", "credit", "win", "bet", "cards", "language", "chip_value")


def left_by_a_cut(data: Path) -> dict[str, Any]:
    """Play there until the power goes; the report before it."""
    story = made(data)
    story.boot()
    for step in parse_script(EVENING, "evening", has_seed=True):
        story.play(step)
    before = story.report()
    for step in parse_script("crash", "evening", has_seed=True):
        story.play(step)
    story.stop()
    return before


def test_mem_1_database_and_key_alone_make_the_same_cabinet(tmp_path: Path) -> None:
    before = left_by_a_cut(tmp_path / "data")
    (tmp_path / "other").mkdir()
    for name in (DATABASE, f"{DATABASE}-wal", KEY):
        shutil.copy(tmp_path / "data" / name, tmp_path / "other")
    after = played("", tmp_path / "other").report
    assert {name: after[name] for name in KEPT} == {name: before[name] for name in KEPT}
    of_boots = ("power_ups", "unclean_boots", "games_since_power_up")
    for name, value in before["meters"].items():
        assert name in of_boots or after["meters"][name] == value, name
    picked = played("press HOLD2\nsettle", tmp_path / "other").report
    assert (picked["cards"], picked["win"]) == (["5C", "9H", "2D", "3S", "4C"], 14)


@pytest.mark.parametrize("place", IN_A_ROUND)
def test_res_1_every_state_of_a_round_stands_as_it_stood(place: Any) -> None:
    bench: Bench = place()
    bench.wait(1.1)
    before, lamps = bench.state, bench.lit
    bench.cut()
    bench.settle()
    assert (bench.state.saved, bench.state.balances) == (before.saved, before.balances)
    assert bench.lit == lamps


@pytest.mark.parametrize("place", IN_A_ROUND)
def test_res_2_no_second_choice_after_a_cut(place: Any) -> None:
    """With a source that is silent after the cut, the round is played to its end all the same."""
    bench: Bench = place()
    bench.wait(1.1)
    bench.cut()
    bench.settle()
    bench.chance.is_broken = True
    for button in ("HOLD2", "DEAL"):
        bench.press(button)
        bench.settle()
    assert bench.faults == []
