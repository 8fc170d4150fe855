"""DOOR and ERR: doors, faults, odd inputs, in every place. The table: docs/promises.md."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from cabinet_bench import Bench
from places import CHORDS, IN_A_ROUND, PLACES, betting, double, hold, win
from test_cabinet_walks import check_money

from firmware.cabinet.state import Effect, Fault, FaultName, Mode
from firmware.events import Cue, DoorMoved, Pressed, RulesAsked, Tick
from firmware.panel import Button, lit

Place = Callable[[], Bench]
STOPPING = [name for name in FaultName if name.effect is not Effect.WARNS]
WARNING = [name for name in FaultName if name.effect is Effect.WARNS]


def dead(bench: Bench) -> bool:
    """Whether no key is lit, and none does anything: neither to the money nor to the game."""
    before = bench.state
    for button in Button:
        bench.settle()
        bench.do(Pressed(button))
    bench.do(RulesAsked())
    bench.settle()
    stands = (bench.state.saved, bench.state.balances) == (before.saved, before.balances)
    return stands and not lit(bench.panel)


# --- doors ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("place", PLACES)
def test_door_1_an_open_door_stops_play_and_coins_everywhere(place: Place) -> None:
    bench = place()
    bench.do(DoorMoved(is_open=True))
    bench.settle()
    assert (bench.state.mode, bench.faults) == (Mode.FAULT, ["door"])
    assert bench.cabinet.shut_by("coin") is not None
    assert dead(bench)


@pytest.mark.parametrize("place", PLACES)
def test_door_1_an_open_door_is_heard_and_logged(place: Place) -> None:
    bench = place()
    bench.do(DoorMoved(is_open=True))
    assert bench.cues[-1] is Cue.DOOR
    assert bench.store.log()[-1].kind == "door_opened"


@pytest.mark.parametrize("place", PLACES)
def test_door_1_no_time_runs_while_it_is_open(place: Place) -> None:
    bench = place()
    before = bench.state
    bench.do(DoorMoved(is_open=True))
    bench.wait(3600)
    assert (bench.state.saved, bench.state.balances) == (before.saved, before.balances)


@pytest.mark.parametrize("place", PLACES)
def test_door_2_a_closed_door_gives_back_the_very_same_state(place: Place) -> None:
    bench = place()
    before, lamps = bench.state, bench.lit
    bench.do(DoorMoved(is_open=True))
    bench.settle()
    bench.do(DoorMoved(is_open=False))
    bench.settle()
    assert (bench.state.saved, bench.state.balances) == (before.saved, before.balances)
    assert (bench.lit, bench.faults) == (lamps, [])
    assert bench.cabinet.shut_by("coin") is None


def to_the_end(bench: Bench) -> tuple[int, int]:
    """Draw or pick, then collect; credit and number of postings."""
    bench.press("HOLD2" if bench.phase == "double" else "DEAL")
    bench.settle()
    if bench.phase == "win":
        bench.press("DEAL")
    bench.settle()
    return bench.credit, len(bench.store.moved())


@pytest.mark.parametrize("place", [hold, win, double])
def test_door_2_the_result_of_the_game_is_the_same(place: Place) -> None:
    undisturbed = to_the_end(place())
    bench = place()
    bench.do(DoorMoved(is_open=True))
    bench.wait(200)
    bench.do(DoorMoved(is_open=False))
    bench.settle()
    assert to_the_end(bench) == undisturbed


# --- faults ---------------------------------------------------------------------------------------


def broken(place: Place, name: FaultName) -> Bench:
    """A cabinet there, with that fault, which stays."""
    bench = place()
    bench.chance.is_broken = name is FaultName.CHANCE
    bench.cabinet.break_down(Fault(name))
    return bench


@pytest.mark.parametrize("name", STOPPING)
def test_err_1_a_fault_that_stops_play_stops_every_key_and_every_coin(name: FaultName) -> None:
    for place in (betting, *IN_A_ROUND):
        bench = broken(place, name)
        assert dead(bench), place.__name__
        assert bench.cabinet.shut_by("coin") is not None


@pytest.mark.parametrize("name", STOPPING)
def test_err_1_it_stays_however_long_nobody_comes(name: FaultName) -> None:
    bench = broken(win, name)
    bench.wait(3600)
    bench.do(Tick())
    assert (bench.faults, bench.win) == ([name.value], 5)


@pytest.mark.parametrize("name", WARNING)
def test_err_1_a_fault_that_warns_lets_the_round_be_finished(name: FaultName) -> None:
    bench = broken(hold, name)
    assert to_the_end(bench)[0] == 10


@pytest.mark.parametrize("place", IN_A_ROUND)
def test_err_4_a_silent_source_offers_no_new_game(place: Place) -> None:
    bench = place()
    before = bench.credit
    bench.chance.is_broken = True
    bench.cabinet.break_down(Fault(FaultName.CHANCE))
    bench.wait(600)
    assert dead(bench)
    assert (bench.credit, bench.faults) == (before, ["chance"])


# --- inputs in any order --------------------------------------------------------------------------


@pytest.mark.parametrize("place", PLACES)
def test_err_5_a_chord_is_one_key_after_the_other_and_no_more(place: Place) -> None:
    """Every chord of two to eight buttons, all in one instant: at most one of them is durable."""
    start = place()
    for chord in CHORDS:
        bench = start.twin()
        for button in chord:
            bench.do(Pressed(button))
        assert sum(bool(each.postings) for each in bench.store.transactions) <= 1, chord
        assert len(bench.store.rounds) <= len(start.store.rounds) + 1, chord


@pytest.mark.parametrize("place", [betting, hold, win, double])
def test_err_5_no_chord_makes_or_loses_a_credit(place: Place) -> None:
    start = place()
    for chord in CHORDS:
        bench = start.twin()
        for button in chord:
            bench.do(Pressed(button))
        bench.store.transactions = [*start.store.transactions, *bench.store.transactions]
        check_money(bench)
