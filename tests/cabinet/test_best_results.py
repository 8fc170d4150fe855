"""The best results: what counts as one and as a better one, and what a cut leaves of them."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from cabinet_bench import KINGS, SETTINGS, Bench
from cinque_table_bench import CLIMBING, NOTHING, REMOVED, TRAP, always, dealt, seated

from firmware.cabinet import memory
from firmware.cabinet.best_results import (
    Best,
    Run,
    StripBest,
    cinque_best,
    joker_best,
    run_after,
    strip_best,
)
from firmware.cabinet.purse import Purse
from firmware.cabinet.state import Saved
from firmware.cabinet.thinking import CinqueTable
from firmware.games.cinque_mani import table as cinque
from firmware.games.cinque_mani.rules import CinqueMani
from firmware.games.joker_poker import table as joker
from firmware.games.joker_poker.hands import Hand
from firmware.games.strip_poker import table as strip
from firmware.money import GameId


def session(
    deals: int, level: int = 2, result: strip.Result | None = strip.Result.WON
) -> strip.Session:
    side, told = strip.Side(50, 5), ("deal",) * deals
    begun = strip.Session(7, 5, 20, "pack/her", level, strip.Terms(), side, side)
    return replace(begun, told=told, result=result)


def stake(result: cinque.Result | None, points: int = 13) -> cinque.Round:
    terms = cinque.Terms()
    return cinque.Round(7, 1, 2, 20, terms, 0, points=(points, 25 - points), result=result)


# --- Strip Poker ------------------------------------------------------------------------------


def test_the_first_session_won_is_the_best() -> None:
    assert strip_best(None, session(9, 1)) == StripBest(9, "pack/her", 1)


@pytest.mark.parametrize("result", [None, strip.Result.LOST, strip.Result.LEFT])
def test_a_session_that_is_not_won_is_no_result(result: strip.Result | None) -> None:
    assert strip_best(None, session(3, result=result)) is None


@pytest.mark.parametrize(
    ("deals", "level", "is_better"),
    [(5, 2, True), (6, 2, False), (7, 2, False), (5, 1, False), (60, 3, True)],
)
def test_fewer_deals_are_better_and_a_higher_level_before_that(
    deals: int, level: int, is_better: bool
) -> None:
    before = StripBest(6, "pack/him", 2)
    after = strip_best(before, session(deals, level))
    assert after == (StripBest(deals, "pack/her", level) if is_better else before)


# --- Cinque Mani ------------------------------------------------------------------------------


def test_every_win_makes_the_run_longer() -> None:
    run = run_after(Run(2, 40), stake(cinque.Result.WON, 18))
    assert run == Run(3, 58)


@pytest.mark.parametrize("result", [cinque.Result.LOST, cinque.Result.LEVEL, cinque.Result.LEFT])
def test_anything_else_ends_it(result: cinque.Result) -> None:
    assert run_after(Run(2, 40), stake(result)) == Run()


def test_a_match_that_goes_on_changes_nothing() -> None:
    assert run_after(Run(2, 40), stake(None)) == Run(2, 40)


@pytest.mark.parametrize(
    ("before", "run", "after"),
    [
        (None, Run(1, 25), None),  # one win is no run
        (None, Run(2, 26), Run(2, 26)),
        (Run(2, 30), Run(2, 31), Run(2, 31)),
        (Run(2, 30), Run(2, 30), Run(2, 30)),
        (Run(3, 39), Run(2, 50), Run(3, 39)),
        (Run(3, 75), Run(4, 52), Run(4, 52)),
    ],
)
def test_the_longest_run_is_the_best_and_of_those_the_one_with_more_points(
    before: Run | None, run: Run, after: Run | None
) -> None:
    assert cinque_best(before, run) == after


def next_stake(bench: Bench) -> None:
    bench.chance.tops = [REMOVED]
    bench.press("DEAL")
    bench.settle()
    play_out(bench)


def play_out(bench: Bench) -> None:
    """AUTO, lay down, turn everything up."""
    for button in ("DOUBLE", "DEAL", "DOUBLE"):
        bench.press(button)
        bench.settle()


def test_two_stakes_won_at_the_table_are_a_run() -> None:
    bench = dealt(told=always(NOTHING))
    play_out(bench)
    assert bench.state.saved.bests == {}
    next_stake(bench)
    assert bench.state.saved.bests == {GameId.CINQUE_MANI: Run(2, 50)}


def test_a_run_is_stored_with_the_stake_that_it_comes_from() -> None:
    bench = dealt(told=always(NOTHING))
    play_out(bench)
    next_stake(bench)
    bench.cut()
    assert (bench.state.saved.cinque_run, bench.state.saved.cinque_best) == (Run(2, 50),) * 2
    with_round = [each for each in bench.store.transactions if each.round and each.round.is_over]
    assert '"cinque_best":{"wins":2,"points":50}' in with_round[-1].documents[memory.PLAY]


def test_it_goes_on_after_a_cut() -> None:
    bench = dealt(told=always(NOTHING))
    play_out(bench)
    bench.cut()
    next_stake(bench)
    assert bench.state.saved.cinque_best == Run(2, 50)


def test_who_gets_up_begins_another_run() -> None:
    bench = dealt(told=always(NOTHING))
    play_out(bench)
    bench.press("HOLD5")
    bench.settle()
    bench.press("HOLD3")
    bench.settle()
    next_stake(bench)
    assert bench.state.saved.cinque_run == Run(1, 25)
    assert bench.state.saved.cinque_best is None


def test_a_loss_is_the_end_of_it_and_not_of_the_best() -> None:
    bench = seated(told=always(TRAP))
    bench.put(saved=replace(bench.state.saved, cinque_run=Run(2, 50), cinque_best=Run(2, 50)))
    next_stake(bench)  # AUTO climbs, and the trap beats that
    assert bench.state.saved.cinque_run == Run()
    assert bench.state.saved.cinque_best == Run(2, 50)


def test_the_same_hands_are_no_win() -> None:
    bench = seated(told=always(CLIMBING))
    bench.put(saved=replace(bench.state.saved, cinque_run=Run(2, 50)))
    next_stake(bench)
    assert bench.state.saved.cinque_run == Run()


def test_free_play_is_no_run() -> None:
    cinque_table = CinqueTable(CinqueMani(cinque.Terms()), always(NOTHING))
    bench = Bench(replace(SETTINGS, cinque=cinque_table, is_free_play=True))
    bench.put(saved=replace(bench.state.saved, purse=Purse(100)))
    bench.press("HOLD3")
    bench.settle()
    bench.put(saved=replace(bench.state.saved, cinque_run=Run(1, 25)))
    next_stake(bench)
    next_stake(bench)
    assert bench.state.credit > 100
    assert bench.state.saved.cinque_run == Run(1, 25)
    assert bench.state.saved.bests == {}


# --- Joker Poker, and all of them -------------------------------------------------------------


def test_only_a_larger_win_is_a_better_one() -> None:
    bench = Bench()
    bench.play(KINGS, chips=3)
    bench.press("DEAL")
    played = bench.state.saved.joker.round
    assert isinstance(played, joker.Round)
    found = Best(3, Hand.KINGS_OR_BETTER, 3)
    assert joker_best(None, played) == found
    assert joker_best(Best(2, Hand.FLUSH, 1), played) == found
    assert joker_best(Best(3, Hand.FLUSH, 1), played) == Best(3, Hand.FLUSH, 1)


def test_a_play_state_of_an_older_version_has_the_win_it_had_and_no_others() -> None:
    """The ledgers of 0.7.0 and before know the best win of Joker Poker alone."""
    stored = json.loads(memory.write(Saved(best=Best(1000, Hand.FIVE_OF_A_KIND, 5))))
    for name in ("strip_best", "cinque_best", "cinque_run"):
        del stored[name]
    saved = memory.read_saved({memory.PLAY: json.dumps(stored)}, Saved())
    assert saved.bests == {GameId.JOKER_POKER: Best(1000, Hand.FIVE_OF_A_KIND, 5)}
    assert saved.cinque_run == Run()


def test_they_come_back_as_they_were_stored() -> None:
    saved = Saved(
        best=Best(3, Hand.FLUSH, 1),
        strip_best=StripBest(6, "pack/her", 3),
        cinque_best=Run(9, 140),
        cinque_run=Run(1, 13),
    )
    assert memory.read_saved({memory.PLAY: memory.write(saved)}, Saved()) == saved
    assert list(saved.bests.values()) == [saved.best, saved.strip_best, saved.cinque_best]


def test_they_take_no_more_room_with_age() -> None:
    """A thousand wins leave one result of each game."""
    best, run, longest = None, Run(), None
    for number in range(1000):
        best = strip_best(best, session(1 + number % 9))
        run = run_after(run, stake(cinque.Result.WON))
        longest = cinque_best(longest, run)
    text = memory.write(Saved(strip_best=best, cinque_best=longest, cinque_run=run))
    assert len(text) < len(memory.write(Saved())) + 150
