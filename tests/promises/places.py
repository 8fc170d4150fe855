"""The places where an evening can stand, as benches that have just got there."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

from cabinet_bench import KINGS, Bench
from cinque_table_bench import dealt, seated

from firmware.events import RulesAsked
from firmware.panel import Button


def attract() -> Bench:
    """Nobody is there."""
    return Bench()


def menu() -> Bench:
    """Ten credits, no game chosen."""
    bench = Bench()
    bench.coin(10)
    return bench


def rules() -> Bench:
    """Reading the rules from the menu."""
    bench = menu()
    bench.do(RulesAsked())
    bench.settle()
    return bench


def betting() -> Bench:
    """At Joker Poker with one chip chosen."""
    bench = menu()
    bench.press("HOLD2", "BET")
    return bench


def hold() -> Bench:
    """Five cards dealt."""
    bench = Bench()
    bench.play(KINGS)
    return bench


def win() -> Bench:
    """A win of five waits."""
    bench = Bench()
    bench.to_win(5)
    return bench


def double() -> Bench:
    """Five credits at risk, four hidden cards."""
    bench = Bench()
    bench.to_double(5)
    return bench


def cinque_stake() -> Bench:
    """At Cinque Mani before the cards."""
    return seated()


def cinque_arranging() -> Bench:
    """At Cinque Mani with twenty-five cards to arrange."""
    return dealt()


def cinque_revealing() -> Bench:
    """At Cinque Mani, all laid, nothing turned up yet."""
    return dealt("BET", "DEAL")


PLACES: tuple[Callable[[], Bench], ...] = (
    attract,
    menu,
    rules,
    betting,
    hold,
    win,
    double,
    cinque_stake,
    cinque_arranging,
    cinque_revealing,
)
"""Everywhere. Each call makes a new one."""

IN_A_ROUND = (hold, win, double, cinque_arranging, cinque_revealing)
"""Where something is at stake."""

CHORDS = [
    chord for size in range(2, len(Button) + 1) for chord in combinations(tuple(Button), size)
]
"""All 247 chords of two to eight buttons."""
