"""Two options of the operator's: how often a win may be doubled, and a win that somebody sees."""

from __future__ import annotations

from dataclasses import replace

from cabinet_bench import SETTINGS, Bench

from firmware.cabinet.state import FaultName
from firmware.events import KeyTurned
from firmware.games.joker_poker.rules import JokerPoker

WON, LOST = "2D 3H 4S 5C 6D", "KD 3H 4S 5C 6D"


def doubled(bench: Bench, deck: str) -> None:
    """Double the win that waits, and pick the second card."""
    bench.chance.tops = [deck]
    bench.press("DOUBLE", "HOLD2")
    bench.settle()


def game(**changes: int) -> JokerPoker:
    return replace(SETTINGS.joker, **changes)  # type: ignore[arg-type]  # names are those of the fields


def test_gam_2_a_win_is_doubled_so_often_and_no_more() -> None:
    made = Bench(replace(SETTINGS, joker=game(most_doubles=2)))
    made.to_win(2)
    doubled(made, WON)
    doubled(made, WON)
    assert (made.win, made.lit) == (8, "DEAL")


def test_gam_2_without_a_limit_of_steps_the_amount_alone_decides() -> None:
    made = Bench(replace(SETTINGS, joker=game(double_limit=8)))
    made.to_win(2)
    for _ in range(2):
        doubled(made, WON)
    assert "DOUBLE" in made.lit.split()
    doubled(made, WON)
    assert (made.win, made.lit) == (16, "DEAL")


def attended(limit: int) -> Bench:
    return Bench(replace(SETTINGS, attended_win=limit))


def test_lim_4_a_large_win_waits_for_the_key_and_is_in_the_credit() -> None:
    made = attended(750)
    made.to_win(750)
    made.press("DEAL")
    assert made.faults == ["large_win"]
    assert (made.credit >= 750, made.lit) == (True, "")
    made.do(KeyTurned(is_on=True))
    made.do(KeyTurned(is_on=False))
    assert made.faults == []
    assert "DEAL" in made.lit.split()


def test_lim_4_the_lock_outlives_a_power_cut() -> None:
    made = attended(750)
    made.to_win(750)
    made.press("DEAL")
    made.cut()
    assert FaultName.LARGE_WIN in {fault.name for fault in made.state.faults}


def test_a_smaller_win_waits_for_nobody() -> None:
    made = attended(751)
    made.to_win(750)
    made.press("DEAL")
    assert made.faults == []


def test_gam_6_a_large_win_that_a_double_lost_is_none() -> None:
    made = attended(4)
    made.to_win(2)
    doubled(made, WON)
    assert made.faults == []
    doubled(made, LOST)
    assert (made.win, made.faults) == (0, [])


def test_gam_6_what_half_doubles_took_home_counts() -> None:
    made = attended(2)
    made.to_win(4)
    made.chance.tops = [LOST]
    made.press("BET", "HOLD2")
    made.settle()
    assert made.faults == ["large_win"]
