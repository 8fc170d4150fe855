"""Long evenings of anything at all: lamps stay honest, credits are conserved, nothing raises."""

from __future__ import annotations

from typing import Any

import pytest
from cabinet_bench import COINS, HIGHER, KINGS, NOTHING, ROYAL, Bench, reply
from hypothesis import given, settings
from hypothesis import strategies as st
from test_lamps_equal_presses import deceivers

from firmware.cards.shuffle import FairShuffler, SeededSource
from firmware.errors import LedgerError
from firmware.events import (
    ButtonStuck,
    DeviceHealth,
    DoorMoved,
    Event,
    Health,
    KeyTurned,
    LanguageChosen,
    Pressed,
    QueueFull,
    Released,
    RulesAsked,
    SoundChanged,
)
from firmware.games.joker_poker.double_up import Outcome
from firmware.games.joker_poker.table import Phase, Round
from firmware.money import Account, Moment
from firmware.panel import Button, Light
from firmware.words import Language

Step = tuple[str, Any]

PLAYFUL = [Button.DEAL, Button.BET, Button.DOUBLE, Button.HOLD2, Button.HOLD3]
OTHER: list[Event] = [
    RulesAsked(),
    Released(Button.DEAL),
    QueueFull(),
    SoundChanged(True),
    SoundChanged(False),
    ButtonStuck(Button.BET, True),
    ButtonStuck(Button.BET, False),
    DeviceHealth("coin", Health.UNPLUGGED, "/dev/coin"),
    DeviceHealth("coin", Health.READY),
    *(LanguageChosen(language) for language in Language),
    *(KeyTurned(is_on) for is_on in (True, False)),
    *(DoorMoved(is_open) for is_open in (True, False)),
]


def step(kind: str, values: st.SearchStrategy[Any]) -> st.SearchStrategy[Step]:
    return st.tuples(st.just(kind), values)


PLAY = (
    step("press", st.sampled_from(PLAYFUL)),
    step("press", st.sampled_from(Button)),
    step("hasty press", st.sampled_from(Button)),
    step("coins", st.lists(st.sampled_from(sorted(COINS)), min_size=1, max_size=5)),
    step("deck", st.sampled_from([KINGS, ROYAL, NOTHING, HIGHER])),
)
WORLD = (
    step("wait", st.sampled_from([0.05, 0.25, 0.6, 1.1, 5.0, 61.0, 91.0])),
    step("event", st.sampled_from(OTHER)),
    step("same reply", st.none()),
    step("chance", st.booleans()),
)
POWER = (step("cut", st.none()), step("store", st.booleans()))


def take(bench: Bench, kind: str, value: Any) -> None:
    match kind:
        case "press":
            bench.press(value)
        case "hasty press":
            bench.do(Pressed(value))
        case "coins":  # as many coins as one reply can tell
            bench.coins_taken += len(value)
            bench.do(reply(bench.coins_taken, *value))
        case "same reply":
            bench.do(reply(bench.coins_taken, *[5] * 5) if bench.coins_taken else reply(0))
        case "deck":
            bench.chance.tops = [value]
        case "wait":
            bench.wait(value)
        case "chance":
            bench.chance.is_broken = value
        case "store":
            bench.store.failure = LedgerError("the disk is full") if value else None
        case "cut":
            bench.cut()
        case _:
            bench.do(value)


def booked(bench: Bench) -> int:
    """Credits of every coin in the books."""
    return sum(
        transfers[0].credits for moment, transfers in bench.store.moved() if moment is Moment.COIN
    )


def in_test(bench: Bench) -> int:
    """Credits' worth of every coin that fell on the page of the coin test."""
    return sum(
        transfers[0].credits
        for moment, transfers in bench.store.moved()
        if moment is Moment.COIN_TEST
    )


def lost_to_the_house(played: Round) -> int:
    """What a round has cost its player so far, less what it paid her."""
    doubles = sum(
        {Outcome.WON: -each.stake, Outcome.LOST: each.stake}.get(each.outcome, 0)
        for each in played.doubles
        if each.outcome is not None
    )
    return (played.bet if played.final is not None else 0) - played.paid + doubles


def check_money(bench: Bench) -> None:
    """What the player has is what she put in, less her bets, and what the rounds gave back."""
    state = bench.state
    balances, rounds, table = state.balances, state.history, state.saved.joker
    bets = sum(played.bet for played in rounds)
    collected = sum(played.collected for played in rounds)
    at = {phase: table.phase is phase for phase in Phase}
    staked = table.round.bet if table.round is not None else 0
    assert balances[Account.CREDIT] == booked(bench) - bets + collected >= 0
    assert balances[Account.PENDING] == table.win * at[Phase.WIN]
    assert balances[Account.GAMBLE] == table.win * at[Phase.DOUBLE]
    assert balances[Account.STAKE] == staked * at[Phase.HOLD]
    assert balances[Account.HOUSE] == sum(map(lost_to_the_house, rounds))


def check_keys(bench: Bench) -> None:
    assert sum(key.light is Light.NEXT for key in bench.panel.values()) <= 1
    if bench.now_s >= bench.state.locked_until_s:
        assert deceivers(bench) == []


def evening(seed: int) -> Bench:
    bench = Bench()
    bench.chance.fair = FairShuffler(SeededSource(seed))
    return bench


@pytest.mark.promise("ERR-5")
@given(st.lists(st.one_of(*PLAY, *WORLD), min_size=20, max_size=50), st.integers(0, 1000))
@settings(max_examples=30, deadline=None)
def test_an_evening_of_anything(steps: list[Step], seed: int) -> None:
    bench = evening(seed)
    inserted = 0
    for kind, value in steps:
        take(bench, kind, value)
        if kind == "coins":
            inserted += sum(COINS[coin] for coin in value) // 10
        assert booked(bench) + in_test(bench) == inserted
        check_money(bench)
        check_keys(bench)


@given(st.lists(st.one_of(*PLAY, *PLAY), min_size=20, max_size=50), st.integers(0, 1000))
@settings(max_examples=30, deadline=None)
def test_an_evening_of_play(steps: list[Step], seed: int) -> None:
    bench = evening(seed)
    for kind, value in [("coins", [5]), ("press", Button.HOLD2), *steps]:
        take(bench, kind, value)
        check_money(bench)
        check_keys(bench)


@pytest.mark.promise("RES-1")
@given(
    st.lists(st.one_of(*PLAY, *WORLD, *POWER, *POWER), min_size=20, max_size=50),
    st.integers(0, 1000),
)
@settings(max_examples=30, deadline=None)
def test_an_evening_with_bad_power_and_a_bad_disk(steps: list[Step], seed: int) -> None:
    bench = evening(seed)
    for kind, value in steps:
        before = bench.state
        take(bench, kind, value)
        check_money(bench)
        check_keys(bench)
        if kind == "cut":
            assert bench.state.balances == before.balances
            assert bench.state.history == before.history
            assert bench.state.saved.joker.phase is before.saved.joker.phase
            assert bench.state.saved.joker.cards == before.saved.joker.cards


@given(st.lists(st.one_of(*PLAY, *WORLD), min_size=10, max_size=40), st.integers(0, 1000))
@settings(max_examples=25, deadline=None)
def test_a_cut_takes_back_nothing_after_a_quiet_second(steps: list[Step], seed: int) -> None:
    bench = evening(seed)
    for kind, value in steps:
        take(bench, kind, value)
    bench.wait(1.0)
    before = bench.state.saved
    bench.cut()
    assert bench.state.saved == before
