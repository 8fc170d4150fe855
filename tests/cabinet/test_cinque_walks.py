"""Evenings of anything at all at the table of Cinque Mani: lamps honest, stakes accounted for."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from cabinet_bench import COINS, Bench
from cinque_table_bench import REMOVED, seated
from hypothesis import given, settings
from hypothesis import strategies as st
from test_cabinet_walks import POWER, WORLD, Step, booked, check_keys, in_test, step, take

from firmware.cards.shuffle import Chance, FairShuffler, SeededSource, below
from firmware.games.cinque_mani.building import completed
from firmware.games.cinque_mani.records import read_round
from firmware.games.cinque_mani.table import (
    ALL_POINTS,
    ARRANGEABLE,
    NOTHING_LAID,
    Arrangement,
    Deal,
    Phase,
    Round,
    Terms,
    verify_arrangement,
)
from firmware.money import Account, GameId
from firmware.panel import Button

BEGUN = (
    "",
    "DEAL",
    "DEAL DOUBLE",
    "DEAL DOUBLE HOLD3 HOLD3 HOLD1",
    "DEAL DOUBLE DEAL",
    "DEAL DOUBLE DEAL DOUBLE",
)
"""Presses after which an evening of anything begins."""
PLAY = (
    step("lit", st.integers(0, 7)),
    step("lit", st.integers(0, 7)),
    step("press", st.sampled_from([Button.DEAL, Button.DOUBLE])),
    step("hasty press", st.sampled_from(Button)),
    step("coins", st.lists(st.sampled_from(sorted(COINS)), min_size=1, max_size=5)),
    step("deck", st.sampled_from([REMOVED, "AH KH QH JH TH 9H 8H"])),
)
TERMS = st.builds(
    Terms,
    deals=st.sampled_from([1, 5]),
    bonus=st.sampled_from([0, 2]),
    clock_s=st.sampled_from([0, 0, 30]),
    minima_batte_massima=st.booleans(),
)
GIVEN = 30


def told(chance: Chance, deal: Deal, count: int) -> tuple[Arrangement, ...]:
    """Climbing like AUTO, the same as a trap, or whatever comes: each drawn."""
    climbing = completed(deal.cards)
    table = (
        climbing,
        (*climbing[1:], climbing[0]),
        tuple(deal.cards[at::5] for at in range(5)),
    )
    return tuple(table[below(chance.source, len(table))] for _ in range(count))


def evening(seed: int, terms: Terms, begun: str) -> Bench:
    """At the table with some credit, after these presses."""
    bench = seated(GIVEN, told, terms)
    bench.chance.fair = FairShuffler(SeededSource(seed))
    bench.chance.source = SeededSource(seed)
    bench.press(*begun.split())
    return bench


def do(bench: Bench, kind: str, value: Any) -> None:
    if kind != "lit":
        take(bench, kind, value)
    elif bench.lit:  # one of the keys that do something
        keys = bench.lit.split()
        bench.press(keys[value % len(keys)])


def rounds(bench: Bench) -> list[Round]:
    return [
        read_round(record.text)
        for record in bench.store.rounds.values()
        if record.game is GameId.CINQUE_MANI
    ]


def check_money(bench: Bench) -> None:
    """Every credit of a stake is at stake, paid back, or the house's."""
    balances, played = bench.state.balances, rounds(bench)
    stakes, paid = sum(each.stake for each in played), sum(each.paid for each in played)
    open_stakes = [each.stake for each in played if each.result is None]
    # a hand of Joker Poker may lie on the table as well; its money is the other walks' business
    if bench.store.rounds.keys() - {each.number for each in played}:
        return
    assert balances[Account.CREDIT] == GIVEN + booked(bench) - stakes + paid >= 0
    assert balances[Account.STAKE] == sum(open_stakes)
    assert balances[Account.HOUSE] == stakes - sum(open_stakes) - paid
    assert balances[Account.PENDING] == balances[Account.GAMBLE] == 0
    assert len(open_stakes) <= 1


def check_cards(bench: Bench) -> None:
    """Everybody plays with the same twenty-five; points are given once."""
    table = bench.state.saved.cinque
    if table.round is None or table.dealt is None:
        return
    laid = table.cards
    assert len(set(laid)) == len(laid)
    assert set(laid) <= set(table.dealt.cards)
    if table.phase is not Phase.BUILD:
        assert len(laid) == len(table.dealt.cards)
    for arrangement in table.dealt.opponents:
        verify_arrangement(arrangement, table.dealt.cards)
    assert sum(table.round.points) <= ALL_POINTS * len(table.round.told)


def check(bench: Bench) -> None:
    check_money(bench)
    check_cards(bench)
    check_keys(bench)


def fixed(bench: Bench) -> tuple[Any, ...]:
    """What no cut takes back: the deal, what the others laid, what is confirmed and shown."""
    table = bench.state.saved.cinque
    played, deal = table.round, table.dealt
    if played is None or deal is None:
        return ()
    soft = replace(deal, hands=NOTHING_LAID, own=None, plan=None)
    return table.phase in ARRANGEABLE, replace(played, deal=soft)


@given(
    st.lists(st.one_of(*PLAY, *PLAY, *WORLD), min_size=20, max_size=40),
    st.integers(0, 99),
    TERMS,
    st.sampled_from(BEGUN),
)
@settings(max_examples=15, deadline=None)
def test_an_evening_of_anything(steps: list[Step], seed: int, terms: Terms, begun: str) -> None:
    bench = evening(seed, terms, begun)
    for kind, value in steps:
        do(bench, kind, value)
        check(bench)
    assert booked(bench) + in_test(bench) == sum(
        COINS[coin] // 10 for kind, coins in steps if kind == "coins" for coin in coins
    )


@given(
    st.lists(st.one_of(*PLAY, *PLAY, *WORLD, *POWER), min_size=20, max_size=40),
    st.integers(0, 99),
    TERMS,
    st.sampled_from(BEGUN),
)
@settings(max_examples=15, deadline=None)
def test_an_evening_with_bad_power_and_a_bad_disk(
    steps: list[Step], seed: int, terms: Terms, begun: str
) -> None:
    bench = evening(seed, terms, begun)
    for kind, value in steps:
        before, was_fixed = bench.state, fixed(bench)
        do(bench, kind, value)
        check(bench)
        if kind == "cut":
            assert bench.state.balances == before.balances
            assert was_fixed in ((), fixed(bench))


@given(
    st.lists(st.one_of(*PLAY, *PLAY, *WORLD), min_size=10, max_size=40),
    st.integers(0, 99),
    st.sampled_from(BEGUN),
)
@settings(max_examples=15, deadline=None)
def test_a_cut_takes_back_nothing_after_a_quiet_second(
    steps: list[Step], seed: int, begun: str
) -> None:
    bench = evening(seed, Terms(), begun)
    for kind, value in steps:
        do(bench, kind, value)
    bench.wait(1.0)
    before = bench.state.saved
    bench.cut()
    assert bench.state.saved == before
