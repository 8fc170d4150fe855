"""Attract from outside: when it begins, what ends it, and which of its loops begin with a sound."""

from __future__ import annotations

from dataclasses import replace

import pytest
from cabinet_bench import SETTINGS, Bench

from firmware.cabinet.settings import AttractSound
from firmware.cabinet.slides import Here, loop_s, slides_of
from firmware.cabinet.state import Mode, Page
from firmware.events import Cue, KeyTurned
from firmware.money import GameId

LOOP_S = loop_s(slides_of(Here((GameId.JOKER_POKER,), has_theme=False, bests=frozenset())))
"""Of the bench: Joker Poker alone, coins, nothing won yet."""


def bench(policy: AttractSound) -> Bench:
    made = Bench(replace(SETTINGS, attract_sound=policy))
    made.press("HOLD4")  # somebody is there
    made.press("HOLD5")
    made.wait(89.9)
    made.cues.clear()
    return made


def heard(policy: AttractSound, loops: int) -> list[bool]:
    """Whether each of so many loops began with the sound."""
    made, found = bench(policy), []
    made.wait(0.2)
    for _ in range(loops):
        found.append(Cue.ATTRACT in made.cues)
        made.cues.clear()
        made.wait(LOOP_S)
    return found


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        (AttractSound.ALWAYS, [True] * 6),
        (AttractSound.FOURTH, [True, False, False, False, True, False]),
        (AttractSound.NEVER, [False] * 6),
    ],
)
def test_the_operator_chooses_which_loops_begin_with_a_sound(
    policy: AttractSound, expected: list[bool]
) -> None:
    assert heard(policy, 6) == expected


def test_a_loop_sounds_once_and_at_its_beginning() -> None:
    made = bench(AttractSound.ALWAYS)
    made.wait(0.2)
    made.cues.clear()
    made.wait(LOOP_S - 0.2)
    assert made.cues == []
    made.wait(0.2)
    assert made.cues == [Cue.ATTRACT]


def test_a_silent_cabinet_is_not_woken_for_it() -> None:
    made = bench(AttractSound.NEVER)
    made.wait(5)  # what is there is stored by now
    assert made.state.mode is Mode.ATTRACT
    assert made.cabinet.deadline_s(made.now_s) is None


def test_after_a_visit_of_the_operator_only_the_loop_of_then_sounds() -> None:
    made = bench(AttractSound.ALWAYS)
    made.wait(0.2)
    made.do(KeyTurned(is_on=True))
    made.cues.clear()
    made.wait(3.5 * LOOP_S)
    assert Cue.ATTRACT not in made.cues
    made.do(KeyTurned(is_on=False))
    made.wait(LOOP_S)
    assert made.cues.count(Cue.ATTRACT) <= 2


def test_the_loops_go_on_over_a_game_that_waits() -> None:
    made = Bench(replace(SETTINGS, attract_sound=AttractSound.ALWAYS))
    made.coin(10)
    made.press("HOLD2", "BET", "DEAL")
    made.wait(90.1)
    assert made.state.dark_since_s is not None
    made.cues.clear()
    made.wait(LOOP_S)  # it is no longer than that without the films
    assert Cue.ATTRACT in made.cues


@pytest.mark.parametrize("into_s", [0.0, 12.0, 30.0, 500.0])
def test_a_coin_ends_it_at_once_whatever_is_on(into_s: float) -> None:
    made = bench(AttractSound.ALWAYS)
    made.wait(0.2 + into_s)
    assert made.state.mode is Mode.ATTRACT
    made.coin(2)
    assert (made.state.mode, made.credit) == (Mode.MENU, 2)


@pytest.mark.parametrize("into_s", [0.0, 12.0, 30.0, 500.0])
def test_a_games_key_enters_it_at_once_whatever_is_on(into_s: float) -> None:
    made = bench(AttractSound.ALWAYS)
    made.wait(0.2 + into_s)
    made.press("HOLD2")
    assert (made.state.mode, made.state.saved.page) == (Mode.JOKER_POKER, Page.NONE)


def test_its_films_move_nothing_of_the_cabinet() -> None:
    made = bench(AttractSound.ALWAYS)
    made.wait(0.2)
    made.wait(5)  # that nobody is there is stored once
    before = made.state.saved, len(made.store.transactions)
    made.wait(20 * LOOP_S)
    assert (made.state.saved, len(made.store.transactions)) == before
