"""At the table of Cinque Mani too a lamp is lit exactly where a press does something."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from cabinet_bench import Bench
from cinque_table_bench import CLIMBING, NOTHING, always, dealt, nothing_yet, phase, seated
from test_lamps_equal_presses import changes, deceivers

from firmware.cabinet.actions import LOCK_S
from firmware.events import DoorMoved, KeyTurned, RulesAsked
from firmware.games.cinque_mani.notation import read_arrangement
from firmware.games.cinque_mani.table import Phase, Terms
from firmware.panel import Button, Light

ALL = "HOLD1 HOLD2 HOLD3 HOLD4 HOLD5 DEAL BET DOUBLE"
HALF_MADE = "HOLD1 HOLD2 HOLD3 HOLD4 HOLD5 BET"
MATCH = Terms(deals=5)


def after(bench: Bench, *events: object) -> Bench:
    for event in events:
        bench.do(event)  # type: ignore[arg-type]  # each is an Event
    bench.settle()
    return bench


def waited(bench: Bench, seconds: float) -> Bench:
    bench.wait(seconds)
    return bench


def pressed_alone(bench: Bench, button: str) -> Bench:
    """The lock has ended, the movement has not."""
    bench.press(button)
    bench.wait(LOCK_S + 0.005)
    assert bench.state.moving(bench.now_s)
    return bench


def with_the_best_answer() -> Bench:
    bench = dealt("DOUBLE", "DEAL", "DOUBLE")
    bench.put(best=read_arrangement(CLIMBING))
    return bench


def without_credit() -> Bench:
    bench = dealt("DOUBLE", "DEAL", "DOUBLE", credit=1)
    assert bench.credit == 0
    return bench


STATES: dict[str, tuple[str, Callable[[], Bench]]] = {
    "stake": ("HOLD1 HOLD3 HOLD4 HOLD5 DEAL BET", seated),
    "stake_of_one_credit": ("HOLD1 HOLD3 HOLD4 HOLD5 DEAL", lambda: seated(credit=1)),
    "stake_without_credit": ("HOLD1 HOLD3 HOLD4 HOLD5", lambda: seated(credit=0)),
    "cards_fly": ("DEAL", lambda: pressed_alone(seated(), "DEAL")),
    "build": (ALL, dealt),
    "build_last_page": ("HOLD1 HOLD5 DEAL BET DOUBLE", lambda: dealt("BET", "BET")),
    "build_last_hand": (ALL, lambda: dealt("DEAL", "DEAL", "DEAL")),
    "build_while_they_think": (ALL, lambda: dealt(told=nothing_yet)),
    "table": (ALL, lambda: dealt("DOUBLE")),
    "table_while_they_think": (
        "HOLD1 HOLD2 HOLD3 HOLD4 HOLD5 BET DOUBLE",
        lambda: dealt("DOUBLE", told=nothing_yet),
    ),
    "lifted": (HALF_MADE, lambda: dealt("DOUBLE", "HOLD3")),
    "opened": (HALF_MADE, lambda: dealt("DOUBLE", "HOLD3", "HOLD3")),
    "card_in_hand": (
        "HOLD1 HOLD2 HOLD4 HOLD5 BET",
        lambda: dealt("DOUBLE", "HOLD3", "HOLD3", "HOLD1"),
    ),
    "opened_second": (HALF_MADE, lambda: dealt("DOUBLE", "HOLD3", "HOLD3", "HOLD1", "HOLD5")),
    "reveal": ("DEAL DOUBLE", lambda: dealt("DOUBLE", "DEAL")),
    "reveal_between": ("DEAL DOUBLE", lambda: dealt("DOUBLE", "DEAL", "DEAL")),
    "all_turn": ("DEAL", lambda: pressed_alone(dealt("DOUBLE", "DEAL"), "DOUBLE")),
    "lost": ("HOLD5 DEAL BET", lambda: dealt("DOUBLE", "DEAL", "DOUBLE")),
    "won": ("HOLD5 DEAL BET", lambda: dealt("DOUBLE", "DEAL", "DOUBLE", told=always(NOTHING))),
    "level": ("HOLD5 DEAL BET", lambda: dealt("DOUBLE", "DEAL", "DOUBLE", told=always(CLIMBING))),
    "lost_the_last_credit": ("HOLD5", without_credit),
    "best_answer_known": ("HOLD1 HOLD5 DEAL BET", with_the_best_answer),
    "in_a_match": ("HOLD5 DEAL", lambda: dealt("DOUBLE", "DEAL", "DOUBLE", terms=MATCH)),
    "leaving_a_match": (
        "HOLD5 DEAL",
        lambda: dealt("DOUBLE", "DEAL", "DOUBLE", "HOLD5", terms=MATCH),
    ),
    "pictures_over_build": (ALL, lambda: waited(dealt(), 91)),
    "pictures_over_a_lifted_hand": (HALF_MADE, lambda: waited(dealt("DOUBLE", "HOLD1"), 91)),
    "rules_over_build": ("HOLD2 DEAL", lambda: after(dealt(), RulesAsked())),
    "key_over_build": ("HOLD2 HOLD4 DEAL BET DOUBLE", lambda: after(dealt(), KeyTurned(True))),
    "door_over_build": ("", lambda: after(dealt(), DoorMoved(True))),
    "door_over_the_reveal": ("", lambda: after(dealt("DOUBLE", "DEAL"), DoorMoved(True))),
}


@pytest.mark.parametrize("name", STATES)
def test_lamps_are_those_of_the_table(name: str) -> None:
    lamps, made = STATES[name]
    assert made().lit == lamps


@pytest.mark.parametrize("name", STATES)
def test_lit_where_a_press_acts_and_dark_where_it_does_not(name: str) -> None:
    bench = STATES[name][1]()
    assert bench.now_s >= bench.state.locked_until_s
    assert deceivers(bench) == []


@pytest.mark.parametrize("name", STATES)
def test_one_key_at_most_is_the_next(name: str) -> None:
    panel = STATES[name][1]().panel
    assert sum(key.light is Light.NEXT for key in panel.values()) <= 1


@pytest.mark.parametrize("name", STATES)
def test_a_lock_leaves_the_lamps_and_drops_the_press(name: str) -> None:
    bench = STATES[name][1]()
    lamps = bench.lit
    bench.put(locked_until_s=bench.now_s + 0.1)
    assert bench.lit == lamps
    assert [button for button in Button if changes(bench, button)] == []


def test_the_rules_are_read_in_the_middle_and_everything_is_as_it_was() -> None:
    bench = dealt("DOUBLE", "HOLD3", "HOLD3")
    before = bench.state.saved
    after(bench, RulesAsked())
    assert bench.state.saved != before
    bench.press("DEAL")
    assert phase(bench) is Phase.OPENED
    assert bench.state.saved == replace(before, page_number=bench.state.saved.page_number)


@pytest.mark.parametrize("name", ["pictures_over_build", "pictures_over_a_lifted_hand"])
@pytest.mark.parametrize("button", ["HOLD1", "HOLD5", "BET"])
def test_a_key_over_the_pictures_only_takes_them_away(name: str, button: str) -> None:
    bench = STATES[name][1]()
    before = bench.state.saved
    assert bench.state.dark_since_s is not None
    bench.press(button)
    assert bench.state.dark_since_s is None
    assert bench.state.saved == before
