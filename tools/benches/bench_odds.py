"""How long the exact odds take, beside the straightforward way to them.

The straightforward way is the full engine: sums over the subsets of all 2,869,685 deals in plain
numpy, without suit classes; of one deal, every hand looked at once. No tables are kept between
two processes, so every `cabinato rtp` is a cold one; the files alone are in memory, compiled as
an installation has them, and nothing tells the matrix library which processor this is: that
makes numpy load slowly, and some rented machines set it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import numpy as np
from measured import Figure, Say, least_cpu_ms
from simulated_rounds import simulated

from firmware.cards.card import Card, parse_cards
from firmware.cards.shuffle import FairShuffler, SeededSource
from firmware.odds.deal import holds
from firmware.odds.full import Full
from firmware.odds.game import HANDS, JOKER_POKER
from firmware.odds.kernel import NUMBA, best_kernel
from firmware.odds.paytables import read_odds_table, shipped_table
from firmware.odds.reduced import Reduced

ROOT = Path(__file__).resolve().parents[2]
CHIPS = 5
BATCH = 64
DEALS = 200
RUNS = 7
DEAL = "KH KD 9S 4C JK"
Pays = tuple[int, ...]
FOREIGN = ("PYTHONDONTWRITEBYTECODE", "OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE")
"""What a process as a person starts it does not have in its environment."""

_BUILD = """
import json, time
import numpy
from firmware.odds.game import JOKER_POKER
from firmware.odds.tables import build_tables
begin_s = time.process_time()
build_tables(JOKER_POKER)
print(json.dumps(time.process_time() - begin_s))
"""


def measure(say: Say) -> list[Figure]:
    """All figures of this topic."""
    pays = read_odds_table(shipped_table(JOKER_POKER), JOKER_POKER).pays(CHIPS)
    say("odds: whole processes")
    figures = _processes()
    say("odds: the straightforward way")
    full_tables_s, full = _timed(lambda: Full.of(JOKER_POKER))
    full_rtp_s, straight = _timed(lambda: full.rtp(pays, CHIPS))
    full_all_s, _ = _timed(lambda: full.analyse(pays, CHIPS))
    say("odds: the classes")
    engine = Reduced.of(JOKER_POKER)
    if engine.rtp(pays, CHIPS) != straight:
        raise AssertionError(f"{engine.rtp(pays, CHIPS)} is not {straight}")
    cold_s = min(json.loads(_python("-c", _BUILD)[2]) for _ in range(RUNS))
    one_ms = least_cpu_ms(lambda: engine.rtp(pays, CHIPS), runs=3 * RUNS)
    all_ms = least_cpu_ms(lambda: engine.analyse(pays, CHIPS), runs=RUNS)
    batch = _batch(pays)
    batch_ms = least_cpu_ms(lambda: [engine.rtp(each, CHIPS) for each in batch], runs=2)
    beside = "the same over all deals"
    figures += [
        Figure("tables from nothing, CPU", cold_s * 1000, "ms", beside, full_tables_s * 1000),
        Figure(
            "the return of one more pay table, CPU",
            one_ms,
            "ms",
            beside,
            full_rtp_s * 1000,
            "under 30 ms",
        ),
        _by_numba(engine, pays, one_ms),
        Figure("with hand table, variance and ties, CPU", all_ms, "ms", beside, full_all_s * 1000),
        Figure(
            f"each of a batch of {BATCH} pay tables, CPU",
            batch_ms / BATCH,
            "ms",
            "one by itself",
            one_ms,
        ),
    ]
    say("odds: holds")
    return figures + _holds(full, pays) + simulated(say, engine)


def _by_numba(engine: Reduced, pays: Pays, numpy_ms: float) -> Figure:
    """The return of one more pay table, compiled."""
    compiled = Reduced(engine.tables, best_kernel())
    what, target = "the same by numba (extra 'fast'), CPU", "under 8 ms"
    if compiled.kernel != NUMBA:
        return Figure(what, None, "ms", "numba is not installed", None, target)
    if compiled.rtp(pays, CHIPS) != engine.rtp(pays, CHIPS):
        raise AssertionError(f"numba and numpy differ for {pays}")
    ours_ms = least_cpu_ms(lambda: compiled.rtp(pays, CHIPS), runs=3 * RUNS)
    return Figure(what, ours_ms, "ms", "by numpy", numpy_ms, target)


# --- processes --------------------------------------------------------------------------------


def _processes() -> list[Figure]:
    """`cabinato rtp` and `holds` as a person starts them."""
    numpy_s = _best(lambda: _python("-c", "import numpy"))
    python_s = _best(lambda: _python("-c", "pass"))
    rtp_s = _best(lambda: _python("-m", "firmware", "rtp", "--json"))
    holds_s = _best(lambda: _python("-m", "firmware", "holds", DEAL, "--json"))
    return [
        Figure(
            "cabinato rtp, CPU",
            rtp_s[0] * 1000,
            "ms",
            "Python and numpy alone",
            numpy_s[0] * 1000,
            "under 800 ms",
        ),
        Figure(
            "cabinato rtp, wall",
            rtp_s[1] * 1000,
            "ms",
            "Python and numpy alone",
            numpy_s[1] * 1000,
            "under 350 ms on a PC at rest",
        ),
        Figure("cabinato holds, CPU", holds_s[0] * 1000, "ms", "Python alone", python_s[0] * 1000),
        Figure("cabinato holds, wall", holds_s[1] * 1000, "ms", "Python alone", python_s[1] * 1000),
    ]


def _python(*words: str) -> tuple[float, float, str]:
    """CPU and wall seconds of a Python of our own, and what it printed."""
    environment = {name: value for name, value in os.environ.items() if name not in FOREIGN}
    before, begin_s = os.times(), perf_counter()
    done = subprocess.run(
        [sys.executable, *words],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    wall_s, after = perf_counter() - begin_s, os.times()
    cpu_s = (
        after.children_user - before.children_user + after.children_system - before.children_system
    )
    return cpu_s, wall_s, done.stdout


def _best(run: Callable[[], tuple[float, float, str]]) -> tuple[float, float]:
    """The least CPU and the least wall seconds of several runs."""
    cpu_s, wall_s, _ = zip(*(run() for _ in range(RUNS)), strict=True)
    return min(cpu_s), min(wall_s)


def _timed(work: Callable[[], Any]) -> tuple[float, Any]:
    begin_s = process_time()
    found = work()
    return process_time() - begin_s, found


def _batch(pays: Pays) -> list[Pays]:
    """Tables round the shipped one: full house and flush by a chip up and down and so on."""
    return [
        tuple(
            pay + change
            for pay, change in zip(pays, (*(0,) * 5, nth % 8, nth // 8, *(0,) * 5), strict=True)
        )
        for nth in range(BATCH)
    ]


# --- holds ------------------------------------------------------------------------------------


def _holds(full: Full, pays: Pays) -> list[Figure]:
    shuffler = FairShuffler(SeededSource("bench"))
    deals = [shuffler.shuffle(JOKER_POKER.deck)[:5] for _ in range(DEALS)]
    holds(deals[0], pays)  # reads the counted hands
    ours_ms = least_cpu_ms(lambda: [holds(deal, pays) for deal in deals], runs=3) / DEALS
    looked_ms = least_cpu_ms(lambda: _looked_at(full, parse_cards(DEAL), pays), runs=3)
    return [
        Figure(
            "the 32 holds of a deal, CPU",
            ours_ms,
            "ms",
            "every hand looked at once",
            looked_ms,
            "at once: no table over 50 ms",
        )
    ]


def _looked_at(full: Full, deal: Sequence[Card], pays: Pays) -> list[float]:
    """What the holds are worth, from all hands: filed under the cards of the deal in them."""
    held = np.zeros(len(full.hand), np.int64)
    for place, card in enumerate(deal):
        number = 52 if card.rank is None else (card.rank - 2) * 4 + "SHDC".index(str(card.suit))
        held += (full.deals == number).any(0).astype(np.int64) << place
    filed = np.bincount(held * len(HANDS) + full.hand, minlength=32 * len(HANDS))
    rows = filed.reshape(32, len(HANDS))
    return list(rows @ np.array(pays) / rows.sum(1))
