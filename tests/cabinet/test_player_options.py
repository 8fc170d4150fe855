"""A player's options: hers while she plays, the operator's for whoever comes next."""

from __future__ import annotations

from dataclasses import replace

import pytest
from cabinet_bench import SETTINGS, Bench

from firmware.cabinet import memory
from firmware.cabinet.idle import IDLE_S
from firmware.cabinet.options import Options, Speed, moved, rows
from firmware.cabinet.options_page import options_of
from firmware.cabinet.pace import PACES
from firmware.cabinet.state import Mode, Page, Saved
from firmware.events import OptionsAsked
from firmware.panel import Button

QUICK = Options(speed=Speed.QUICK)


def in_force(bench: Bench) -> Options:
    return options_of(bench.state, bench.settings)


def test_the_page_opens_from_the_lobby_and_shuts_again() -> None:
    bench = Bench()
    bench.press("BET")
    assert bench.state.saved.page is Page.OPTIONS
    assert bench.lit == "HOLD2 HOLD4 DEAL"
    bench.press("DEAL")
    assert bench.state.saved.page is Page.NONE


def test_whoever_opens_it_from_attract_is_a_player_from_then_on() -> None:
    bench = Bench()
    bench.press("BET", "DEAL")
    assert bench.state.mode is Mode.MENU


def test_it_opens_from_the_table_between_two_hands() -> None:
    bench = Bench()
    bench.coin(10)
    bench.press("HOLD2", "HOLD3", "DEAL")
    assert (bench.state.mode, bench.state.saved.page) == (Mode.JOKER_POKER, Page.NONE)


def test_a_keyboard_has_a_key_of_its_own_for_it() -> None:
    bench = Bench()
    bench.do(OptionsAsked())
    assert bench.state.saved.page is Page.OPTIONS
    bench.settle()
    bench.do(OptionsAsked())
    assert bench.state.saved.page is Page.NONE


def test_that_key_does_nothing_over_another_page() -> None:
    bench = Bench()
    bench.press("HOLD5")
    bench.settle()
    bench.do(OptionsAsked())
    assert bench.state.saved.page is Page.RULES


def test_a_row_is_changed_where_it_stands() -> None:
    bench = Bench()
    bench.press("BET", "HOLD2", "HOLD4")
    assert in_force(bench) == Options(four_colour=True)
    assert bench.lit == "HOLD1 HOLD2 HOLD3 DEAL DOUBLE"


def test_the_speed_has_three_steps() -> None:
    bench = Bench()
    bench.press("BET", "HOLD4", "HOLD4")
    assert in_force(bench).speed is Speed.INSTANT
    assert "HOLD4" not in bench.lit


def test_a_key_gives_the_operators_options_back() -> None:
    bench = Bench(replace(SETTINGS, options=QUICK))
    bench.press("BET", "HOLD4", "DOUBLE")
    assert bench.state.saved.options is None
    assert in_force(bench) == QUICK


def test_the_panel_is_dragged_only_where_there_is_a_mouse() -> None:
    assert "drag_double" in rows(has_pointer=True)
    assert "drag_double" not in rows(has_pointer=False)


@pytest.mark.parametrize("row", rows(has_pointer=True))
def test_every_row_goes_to_both_its_ends_and_no_further(row: str) -> None:
    options: Options | None = Options()
    steps = 0
    while options is not None:
        last, options = options, moved(options, row, 1)
        steps += options is not None
    assert steps == (2 if row == "speed" else 1)
    assert moved(last, row, -1) is not None


def test_the_next_player_finds_the_operators_options() -> None:
    bench = Bench()
    bench.press("BET", "HOLD4", "DEAL")
    assert in_force(bench) == QUICK
    bench.wait(IDLE_S + 1)
    assert bench.state.mode is Mode.ATTRACT
    assert in_force(bench) == Options()


def test_a_stake_that_waits_keeps_the_options_of_its_player() -> None:
    bench = Bench()
    bench.coin(10)
    bench.press("BET", "HOLD4", "DEAL", "HOLD2", "BET", "DEAL")
    bench.wait(IDLE_S + 10)
    assert bench.state.dark_since_s is not None
    assert in_force(bench) == QUICK


def test_a_power_cut_leaves_them_as_they_were() -> None:
    bench = Bench()
    bench.press("BET", "HOLD4")
    bench.wait(2.0)
    bench.cut()
    assert in_force(bench) == QUICK


def test_play_state_of_before_there_were_options_is_read() -> None:
    text = memory.write(Saved(options=QUICK)).replace(
        ',"options":' + memory.write(Saved(options=QUICK)).partition(',"options":')[2], "}"
    )
    assert "options" not in text
    assert memory.read_saved({memory.PLAY: text}, Saved()) == Saved()


def test_a_press_on_the_page_moves_no_money() -> None:
    bench = Bench()
    bench.coin(10)
    before = len(bench.store.moved())
    bench.press("BET", "HOLD4", "HOLD2", "HOLD4", Button.DEAL)
    bench.wait(2.0)
    assert len(bench.store.moved()) == before


def dealing_s(*presses: str) -> float:
    """How long the cards fly after these presses in the lobby."""
    bench = Bench()
    bench.coin(10)
    bench.press(*presses, "HOLD2", "BET", "DEAL")
    movement = bench.state.movement
    assert movement is not None
    return movement.ends_s - movement.begins_s


def test_the_speed_that_she_chose_is_that_of_the_table() -> None:
    calm = dealing_s()
    assert dealing_s("BET", "HOLD4", "DEAL") == pytest.approx(calm * PACES[Speed.QUICK].lasting(1))
    assert dealing_s("BET", "HOLD4", "HOLD4", "DEAL") < dealing_s("BET", "HOLD4", "DEAL")
