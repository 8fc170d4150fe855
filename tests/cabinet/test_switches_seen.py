"""Buttons and switches that nobody has used for long: told, at no cost of a commit."""

from __future__ import annotations

from dataclasses import replace

import pytest
from cabinet_bench import NOTHING, Bench

from firmware.cabinet.switches_seen import GRAIN, SWITCHES, read_seen, written
from firmware.errors import LedgerCorruptError
from firmware.events import DoorMoved, KeyTurned
from firmware.money import GameId
from firmware.transaction import RoundRecord


def after(rounds: int, bench: Bench | None = None) -> Bench:
    """A cabinet at the table with that many games behind it."""
    bench = bench or Bench()
    bench.put(saved=replace(bench.state.saved, rounds=rounds))
    return bench


def test_games_since_a_button_was_last_pressed() -> None:
    bench = Bench()
    bench.press("HOLD4")
    after(250, bench).press("HOLD5")
    bench.do(KeyTurned(True))
    unseen = bench.state.operator.unseen
    assert (unseen["HOLD4"], unseen["HOLD5"]) == (250, 0)


def test_a_dark_button_that_is_pressed_is_not_dead() -> None:
    bench = after(250)
    bench.press("DOUBLE")
    bench.do(KeyTurned(True))
    assert bench.state.operator.unseen["DOUBLE"] == 0


def test_the_door_and_the_key_are_switches_too() -> None:
    bench = Bench()
    bench.do(DoorMoved(True))
    bench.do(DoorMoved(False))
    bench.do(KeyTurned(True))
    bench.do(KeyTurned(False))
    after(30, bench).do(KeyTurned(True))
    assert (bench.state.operator.unseen["door"], bench.state.operator.unseen["key"]) == (30, 30)


def test_a_press_makes_no_commit_of_its_own() -> None:
    bench = after(250)
    bench.press("HOLD5")
    bench.wait(5)
    before = len(bench.store.transactions)
    bench.press("DOUBLE")
    bench.wait(5)
    assert len(bench.store.transactions) == before


def test_it_rides_on_a_game_and_outlives_a_cut() -> None:
    bench = Bench()
    bench.coin(10)
    bench.press("HOLD2", "BET")
    after(GRAIN, bench)
    for number in range(1, GRAIN + 1):
        record = RoundRecord(number, GameId.STRIP_POKER, "{}", is_over=True)
        bench.store.rounds[number] = record
    bench.chance.tops = [NOTHING]
    bench.press("DEAL")
    assert read_seen(bench.store.documents)["DEAL"] == GRAIN
    bench.cut()
    bench.do(KeyTurned(True))
    assert bench.state.operator.unseen["BET"] == bench.state.saved.rounds


def test_it_is_not_written_with_every_game() -> None:
    bench = Bench()
    bench.coin(10)
    bench.press("HOLD2", "BET", "DEAL", "DEAL")
    assert SWITCHES not in bench.store.documents


def test_what_was_written_is_read_back() -> None:
    assert read_seen({SWITCHES: written({"HOLD1": 7, "door": 2})}) == {"HOLD1": 7, "door": 2}


@pytest.mark.parametrize("text", ["", "[]", '{"HOLD1": "x"}', "nonsense"])
def test_a_damaged_document_is_refused(text: str) -> None:
    with pytest.raises(LedgerCorruptError, match=SWITCHES):
        read_seen({SWITCHES: text})
