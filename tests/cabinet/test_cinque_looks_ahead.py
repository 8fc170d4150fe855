"""The cabinet finds what the next press may need while nothing else is to be done."""

from __future__ import annotations

from cabinet_bench import Bench
from cinque_table_bench import dealt, nothing_yet, phase, seated

from firmware.games.cinque_mani.table import Phase


def steps(bench: Bench) -> int:
    taken = 0
    while bench.cabinet.look_ahead():
        taken += 1
    return taken


def test_there_is_something_to_be_found_once_a_deal_lies() -> None:
    bench = dealt(told=nothing_yet)
    assert steps(bench) > 10
    assert steps(bench) == 0


def test_another_press_asks_for_more() -> None:
    bench = dealt(told=nothing_yet)
    steps(bench)
    bench.press("DEAL")
    assert phase(bench) is Phase.BUILD
    assert steps(bench) > 10


def test_before_the_cards_and_in_the_menu_there_is_nothing() -> None:
    assert steps(seated()) == 0
    assert steps(Bench()) == 0


def test_it_changes_nothing() -> None:
    bench = dealt(told=nothing_yet)
    before, panel = bench.state, bench.cabinet.panel(bench.now_s)
    steps(bench)
    assert bench.state is before
    assert bench.cabinet.panel(bench.now_s) is panel
