"""How well the computer plays Cinque Mani: what can be won of its mixes, proved and searched.

Nothing here shares code with the solver. Exploitability is what the best answer that
`solvers.cinque_search` finds wins on average, in points (of 25) or in stakes; of a few deals it
is proved that nothing wins more. Budgets are CPU seconds of one core. Short by default (two
minutes); with --full over two hundred deals (about three quarters of an hour, on two cores).
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from time import process_time

import numpy as np
from measured import Figure, Say
from solvers.cinque_certificate import certify
from solvers.cinque_search import Answer, search
from solvers.cinque_table import Goal, Table, against, table_of

from firmware.cards.card import Card
from firmware.games.cinque_mani.hands import DECK, PLAIN
from firmware.games.cinque_mani.mix import Mix, read_mix
from firmware.games.cinque_mani.opponent import mixes, points_mixes
from firmware.games.cinque_mani.table import POINTS, Level, Terms

CHILD = Path(__file__).with_name("cinque_child.py")
UNITS = {Goal.POINTS: "of 25", Goal.STAKES: "stakes"}
TOP_LEVEL, POINTS_MIX = "top level", "points mix"
TARGETS = {(POINTS_MIX, 2.0): "at most 0.10 of 25", (TOP_LEVEL, 4.0): "at most 0.10 of a stake"}
MANY_ROUNDS = 10_000


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is measured.

    Attributes:
        deals: random ones.
        certified: the first so many of them are proved too.
        budgets: CPU seconds of the solver, ascending.
        compared: deals on which the plain solver is measured too.
        plain_s: CPU seconds that it is given.
        processes: at work at a time.
        rounds: of the solver, at most; None: as many as there is time for.
        starts: of the search; with many more it finds the same in nearly all deals.
        shakes: of the search.
    """

    deals: int = 8
    certified: int = 0
    budgets: tuple[float, ...] = (0.5, 1.0, 2.0, 4.0)
    compared: int = 1
    plain_s: float = 20.0
    processes: int = 2
    rounds: int | None = None
    starts: int = 4
    shakes: int = 2


FULL = Plan(deals=200, certified=3, compared=5)


def measure(say: Say, plan: Plan | None = None, *, full: bool = False) -> list[Figure]:
    """All figures of this topic."""
    plan = plan or (FULL if full else Plan())
    found = list(_measured(say, plan))
    figures = [*_by_budget(found, plan), *_by_level(found)]
    scored, theirs = zip(*(deal.scored for deal in found), strict=True)
    figures.append(
        Figure(
            f"hard scores of the best hand for 7, the next for 6 ... (worst {min(scored):.1f})",
            _mean(scored),
            UNITS[Goal.POINTS],
            beside="who lays so scores (the rest is drawn)",
            beside_value=_mean(theirs),
            target="at least 15 of 25",
        )
    )
    return figures + _proved(found) + _compared(say, plan)


# --- one deal ---------------------------------------------------------------------------------


@dataclass(slots=True)
class Measured:
    """What was found of one deal.

    Attributes:
        budgets: what the best answer wins, by the mix, its budget and the goal.
        levels: likewise by level.
        level_s: CPU seconds that a level's mix took.
        scored: points that hard scores of who climbs, and those of the other.
        proved: what was found, and what the best of all answers wins, by mix and goal.
    """

    budgets: dict[tuple[str, float], float] = field(default_factory=dict)
    levels: dict[tuple[Level, Goal], float] = field(default_factory=dict)
    level_s: dict[Level, float] = field(default_factory=dict)
    scored: tuple[float, float] = (0.0, 0.0)
    proved: dict[tuple[str, Goal], tuple[float, float]] = field(default_factory=dict)


def cards_of(seed: int) -> tuple[Card, ...]:
    """The twenty-five cards of a random deal, by suit and rank."""
    return tuple(sorted(random.Random(f"cinque {seed}").sample(DECK, 25), key=DECK.index))


def measure_deal(seed: int, plan: Plan, *, is_proved: bool) -> Measured:
    """Everything about one deal."""
    cards, found = cards_of(seed), Measured()
    table = table_of(cards)

    @cache  # a mix may be that of several budgets, and of a level
    def answer_to(mix: Mix, goal: Goal) -> Answer:
        return _answer(table, mix, goal, plan)

    longest = plan.budgets[-1]
    points = _timed(points_mixes(cards, PLAIN, plan.rounds or MANY_ROUNDS), longest)
    top = _timed(mixes(cards, Terms(level=Level.HARD), plan.rounds), None)
    runs = ((POINTS_MIX, points, Goal.POINTS), (TOP_LEVEL, top, Goal.STAKES))
    for name, run, goal in runs:
        for budget in plan.budgets:
            found.budgets[name, budget] = answer_to(_after(run, budget), goal).score
    for level in Level:
        run = top if level is Level.HARD else _timed(mixes(cards, Terms(level=level)), None)
        found.level_s[level], mix = run[-1]
        for goal in Goal:
            found.levels[level, goal] = answer_to(mix, goal).score
    found.scored = _scored(table, top[-1][1])
    if is_proved:
        for name, run, goal in runs:
            mix = _after(run, longest / 2 if name == POINTS_MIX else longest)
            answer = answer_to(mix, goal)
            proof = certify(against(table, mix), goal, answer)
            found.proved[name, goal] = answer.score, proof.score
    return found


Run = list[tuple[float, Mix]]
"""Mixes, and the CPU seconds after which each was there."""


def _timed(steps: Iterator[Mix], longest_s: float | None) -> Run:
    """What comes within this time; None: all of it."""
    run: Run = []
    begin_s = process_time()
    for mix in steps:
        run.append((process_time() - begin_s, mix))
        if longest_s is not None and run[-1][0] > longest_s:
            break
    return run


def _after(run: Run, budget_s: float) -> Mix:
    """What is there when the time is up; the first, if that takes longer."""
    return next((mix for at_s, mix in reversed(run) if at_s <= budget_s), run[0][1])


def _answer(table: Table, mix: Mix, goal: Goal, plan: Plan) -> Answer:
    rng = np.random.default_rng(0)
    return search(against(table, mix), goal, starts=plan.starts, shakes=plan.shakes, rng=rng)


def _scored(table: Table, mix: Mix) -> tuple[float, float]:
    """Average points of a mix and of who lays the best hand for 7, the next for 6 and so on."""
    left, climbing = (1 << 25) - 1, []
    for _ in POINTS:
        best = int(table.masks[table.masks & ~left == 0][-1])
        climbing.insert(0, int(table.number[best]))
        left ^= best
    ours = table.number[np.array([table.read(each) for each in mix.arrangements])]
    won, lost = (ours > np.array(climbing)), (ours < np.array(climbing))
    shares = np.array(mix.weights) / sum(mix.weights)
    return float(shares @ won @ POINTS), float(shares @ lost @ POINTS)


# --- all deals --------------------------------------------------------------------------------


def _measured(say: Say, plan: Plan) -> Iterator[Measured]:
    seeds = range(plan.deals)
    if plan.processes == 1:
        for seed in seeds:
            say(f"cinque: deal {seed + 1} of {plan.deals}")
            yield measure_deal(seed, plan, is_proved=seed < plan.certified)
        return
    with ProcessPoolExecutor(plan.processes) as pool:
        waited = [
            pool.submit(measure_deal, seed, plan, is_proved=seed < plan.certified) for seed in seeds
        ]
        for seed, each in enumerate(waited):
            say(f"cinque: deal {seed + 1} of {plan.deals}")
            yield each.result()


def _by_budget(found: Sequence[Measured], plan: Plan) -> list[Figure]:
    figures = []
    for name, goal in ((POINTS_MIX, Goal.POINTS), (TOP_LEVEL, Goal.STAKES)):
        for budget in plan.budgets:
            scores = [deal.budgets[name, budget] for deal in found]
            what = f"{name} after {budget:g} s: the best answer found wins"
            target = TARGETS.get((name, budget), "")
            figures.append(_exploited(what, scores, goal, target))
    return figures


def _by_level(found: Sequence[Measured]) -> list[Figure]:
    figures = []
    for level in Level:
        taken_s = _mean([deal.level_s[level] for deal in found])
        for goal in Goal:
            scores = [deal.levels[level, goal] for deal in found]
            what = f"{level} ({taken_s:.2f} s): the best answer found wins"
            figures.append(_exploited(what, scores, goal, ""))
    return figures


def _exploited(what: str, scores: Sequence[float], goal: Goal, target: str) -> Figure:
    few = sum(score <= 0.1 for score in scores)
    told = f"{what} (worst {max(scores):.2f}; at most 0.10 in {few} of {len(scores)} deals)"
    return Figure(told, _mean(scores), UNITS[goal], target=target)


def _proved(found: Sequence[Measured]) -> list[Figure]:
    proved = [deal.proved for deal in found if deal.proved]
    figures = []
    for name, goal in proved[0] if proved else ():
        pairs = [each[name, goal] for each in proved]
        listed = ", ".join(f"{exact:.3f}" for _, exact in pairs)
        figures.append(
            Figure(
                f"{name}: the best of all answers wins, proved ({listed})",
                _mean([exact for _, exact in pairs]),
                UNITS[goal],
                beside="found by the search",
                beside_value=_mean([searched for searched, _ in pairs]),
            )
        )
    return figures


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


# --- beside the plain solver ------------------------------------------------------------------


def _compared(say: Say, plan: Plan) -> list[Figure]:
    """CPU seconds to equally good mixes for points, and memory, each solver in a process."""
    taken: list[tuple[float, float]] = []
    peaks: list[tuple[float, float]] = []
    reached = []
    for seed in range(plan.compared):
        say(f"cinque: deal {seed + 1} of {plan.compared}, the plain solver")
        cards = cards_of(seed)
        table = table_of(cards)
        plain, plain_mb = _solved_apart("plain", cards, plan.plain_s)
        ours, ours_mb = _solved_apart("ours", cards, plan.plain_s)
        plain_s, mix = plain[-1]
        reached.append(_answer(table, mix, Goal.POINTS, plan).score)
        taken.append((_first_as_good(table, ours, reached[-1], plan), plain_s))
        peaks.append((ours_mb, plain_mb))
    if not taken:
        return []
    return [
        Figure(
            f"to a points mix of which {_mean(reached):.2f} can be won, CPU ({len(taken)} deals)",
            _mean([ours for ours, _ in taken]),
            "s",
            beside="the same algorithm written plainly",
            beside_value=_mean([plain for _, plain in taken]),
        ),
        Figure(
            "most memory of the process, Python and numpy in it",
            max(ours for ours, _ in peaks),
            "MB",
            beside="the same algorithm written plainly",
            beside_value=max(plain for _, plain in peaks),
        ),
    ]


def _solved_apart(who: str, cards: Sequence[Card], longest_s: float) -> tuple[Run, float]:
    """The mixes of a solver in a process of its own, and the most memory that had, MB."""
    command = [sys.executable, str(CHILD), who, " ".join(map(str, cards)), str(longest_s)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    told = json.loads(done.stdout)
    return [(at_s, read_mix(text)) for at_s, text in told["run"]], told["peak_mb"]


def _first_as_good(table: Table, run: Run, wanted: float, plan: Plan) -> float:
    """CPU seconds until no more than this can be won; all of the time, if never."""
    for at_s, mix in run:
        if _answer(table, mix, Goal.POINTS, plan).score <= wanted:
            return at_s
    return run[-1][0]
