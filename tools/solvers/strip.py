"""Solves Strip Poker for one deck after another, and measures what is shipped."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from time import process_time

import numpy as np

from firmware.assets import asset
from firmware.games.strip_poker.abstraction import Sizes
from firmware.games.strip_poker.strategy import Strategy
from solvers import ship
from solvers.buckets import Patterns, best_counts, build_patterns, final_share
from solvers.cfr import Solver
from solvers.deals import Buckets, Chance, cut_buckets, sample_chance, standings
from solvers.game import Evaluator, Layout, Measure, Numbers, layout, measure
from solvers.strengths import Deck, build_deck

SIZES = Sizes(bets=((1, 2, 3, 5, 12), (1, 2, 3, 5, 12), (5, 12)), cap=16)
"""An ante is $5: opens and first raises of $5, $10, $15, $25 and about the most, a second raise
of $25 or the most. What lies between costs more than it seems: see `mapped`."""
BEFORE, AFTER = 150, 60
SEED = 20_261_130
TARGET = 0.006
"""Antes a deal that a best response may still win when the solver stops."""
CARRY_VALUE = 0.09
"""What the first seat is worth, antes; the solver finds it, a push needs it beforehand."""
Say = Callable[[str], None]


def main(words: list[str]) -> int:
    """The command line of tools/strip_solver."""
    parser = argparse.ArgumentParser(prog="tools/strip_solver", description=__doc__)
    parser.add_argument("decks", nargs="*", type=int, default=[32, 52], metavar="DECK")
    parser.add_argument("--iterations", type=int, default=500, help="at most (500)")
    parser.add_argument("--deals", type=int, default=4_000_000, help="sampled (4,000,000)")
    parser.add_argument("--check", action="store_true", help="only measure what is shipped")
    given = parser.parse_args(words)
    for size in given.decks:
        if size not in (32, 52):
            parser.error(f"no deck of {size} cards; allowed: 32, 52")
        if given.check:
            found = check(size, given.deals)
            print(f"{size} cards: exploitability {found.exploitability:.4f} antes a deal")
        else:
            solve(size, given.iterations, given.deals, lambda line: print(line, flush=True))
    return 0


def hands_of(deck: Deck) -> tuple[Patterns, Buckets]:
    """How hands of a deck are told apart."""
    rng = np.random.default_rng((SEED, deck.size, 0))
    patterns = build_patterns(deck, BEFORE, final_share(deck, None, rng))
    for _ in range(2):
        patterns = build_patterns(deck, BEFORE, final_share(deck, patterns, rng))
    return patterns, cut_buckets(deck, patterns, BEFORE, AFTER, rng)


def chance_of(deck: Deck, buckets: Buckets, deals: int) -> Chance:
    """The chances that the shipped strategy was solved for, if `deals` is what it was solved
    with."""
    rng = np.random.default_rng((SEED, deck.size, 1))
    return sample_chance(deck, buckets, buckets, deals, rng)


def tremble(iteration: int) -> float:
    """How much everybody does at random: less and less, never nothing."""
    return max(0.001, 0.05 / (1 + iteration / 10))


def solve(size: int, iterations: int, deals: int, say: Say) -> None:
    """Solve for a deck and ship the strategy."""
    deck = build_deck(size)
    patterns, buckets = hands_of(deck)
    chance = chance_of(deck, buckets, deals)
    game = layout(SIZES)
    walker = Evaluator(game, chance, CARRY_VALUE)
    solver = Solver(game, walker)
    begin_s = process_time()
    found = None
    while solver.iterations < iterations:
        solver.run(min(50, iterations - solver.iterations), tremble)
        found = measure(walker, solver.average())
        say(
            f"{size} cards, {solver.iterations} iterations, {process_time() - begin_s:.0f} s: "
            f"exploitability {found.exploitability:.4f}, first seat {found.value:+.4f} antes"
        )
        if found.exploitability <= TARGET:
            break
    path = asset("strategies", f"strip_{size}.cfr")
    say(
        ship_solved(
            deck, patterns, buckets, walker, solver.average(), solver.iterations, deals, path
        )
    )


def ship_solved(
    deck: Deck,
    patterns: Patterns,
    buckets: Buckets,
    walker: Evaluator,
    average: Numbers,
    iterations: int,
    deals: int,
    path: Path,
) -> str:
    """Thin a strategy out, write it, and say what became of it."""
    shipped = ship.thinned(average, walker.game, walker)
    found = measure(walker, shipped)
    facts: dict[str, object] = {
        "exploitability": round(found.exploitability, 5),
        "first_seat": round(found.value, 5),
        "iterations": iterations,
        "deals": deals,
    }
    rng = np.random.default_rng((SEED, deck.size, 2))
    standing = standings(deck, buckets, best_counts(patterns.value), rng)
    solved = ship.Solved(deck, patterns, buckets, standing, walker.game, shipped, facts)
    written = ship.write(path, solved)
    return f"{path.name}: {written:,} bytes, exploitability {found.exploitability:.4f} as shipped"


def check(size: int, deals: int) -> Measure:
    """Measure the shipped strategy of a deck."""
    strategy = Strategy.load(asset("strategies", f"strip_{size}.cfr"))
    game: Layout = layout(strategy.sizes)
    deck = build_deck(size)
    chance = chance_of(deck, ship.read_buckets(strategy, deck), deals)
    return measure(Evaluator(game, chance, CARRY_VALUE), ship.read(strategy, game))
