"""The computer's play: what it draws its arrangement from, and the best answer to open cards.

All of it takes seconds and needs numpy, so only the worker process and the tools import it.
It comes to mixes for two players; with three or four at the table the computer's players draw
from that mix, each for itself. The same cards, terms and rounds give the same mixes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

import numpy as np

from firmware.cards.card import Card
from firmware.games.cinque_mani.building import compositions
from firmware.games.cinque_mani.duel.answer import best_open, best_reply
from firmware.games.cinque_mani.duel.draws import Draws
from firmware.games.cinque_mani.duel.oracle import Played, rounds_of
from firmware.games.cinque_mani.duel.outcome import Objective, payoffs
from firmware.games.cinque_mani.duel.search import replaced
from firmware.games.cinque_mani.duel.table import DuelTable, Ints, duel_table
from firmware.games.cinque_mani.easy import easy_mix
from firmware.games.cinque_mani.hands import DECK, Ranking
from firmware.games.cinque_mani.mix import Mix
from firmware.games.cinque_mani.table import Arrangement, Level, Terms

POINTS_ROUNDS = 24
"""Rounds for points, after which the top level goes on for stakes."""
ROUNDS = {Level.MEDIUM: 3, Level.HARD: 96}
"""How long a level thinks if it may."""

_FORMS = 3
_BEGUN_WITH = 40
"""Arrangements that are known from the start: hands as the proposal makes them, anywhere."""
_PARTS = 10_000
_LEAST_PARTS = 5
"""Of a mix; what is played less is not worth storing."""


def mixes(cards: Sequence[Card], terms: Terms, rounds: int | None = None) -> Iterator[Mix]:
    """Better and better mixes for a deal, at least one; the last is the best.

    Args:
        cards: the twenty-five, in any order.
        terms: the rules in force, the level among them.
        rounds: how many to think; None: as many as the level has. It may be done sooner.

    Raises:
        ValueError: when they are not twenty-five different cards of the deck.
    """
    match terms.level:
        case Level.EASY:
            yield easy_mix(cards, terms.ranking)
        case Level.MEDIUM:
            yield from points_mixes(cards, terms.ranking, rounds or ROUNDS[Level.MEDIUM])
        case Level.HARD:
            yield from stakes_mixes(cards, terms.ranking, rounds or ROUNDS[Level.HARD])


def points_mixes(cards: Sequence[Card], ranking: Ranking, rounds: int) -> Iterator[Mix]:
    """As `mixes`: what wins most points, so and so many rounds."""
    table, pool, draws = _begun(cards, ranking)
    steps = rounds_of(table, Objective.POINTS, pool, draws)
    for _, mix in _improving(table, Objective.POINTS, islice(steps, rounds), 0):
        yield mix


def stakes_mixes(
    cards: Sequence[Card], ranking: Ranking, rounds: int, points_rounds: int = POINTS_ROUNDS
) -> Iterator[Mix]:
    """As `mixes`: what wins most deals, begun with what wins most points.

    Args:
        cards: the twenty-five.
        ranking: how hands are ranked.
        rounds: of both together.
        points_rounds: of them for points, at most.
    """
    table, pool, draws = _begun(cards, ranking)
    first = min(rounds, points_rounds)
    steps = rounds_of(table, Objective.POINTS, pool, draws)
    done = 0
    for held, mix in _improving(table, Objective.POINTS, islice(steps, first), 0):
        pool, done = held.hands, mix.rounds
        yield mix
    steps = rounds_of(table, Objective.STAKES, pool, draws)
    for _, mix in _improving(table, Objective.STAKES, islice(steps, rounds - done), done):
        yield mix


def best_answer(
    cards: Sequence[Card],
    ranking: Ranking,
    against: Sequence[Arrangement],
    objective: Objective = Objective.POINTS,
) -> Arrangement:
    """The best answer found to arrangements that lie open.

    For points, the one that scores most of the 25, and of those the one that leaves the others
    least; for stakes, one that has more than each of the others comes before that.

    Args:
        cards: the twenty-five.
        ranking: how hands are ranked.
        against: one arrangement of each other player.
        objective: what is to be won.

    Raises:
        ValueError: when they are not arrangements of these cards, or there is none.
    """
    if not against:
        raise ValueError("no arrangement to answer")
    table = duel_table(_in_order(cards), ranking)
    best = best_open(table, table.bits(against), objective, _draws(table))
    return table.arrangement(best.tolist())


def exploit(
    cards: Sequence[Card], mix: Mix, ranking: Ranking, objective: Objective, starts: int = 1000
) -> tuple[Arrangement, float]:
    """The best answer found to a mix, and what it wins of it on average.

    Args:
        cards: the twenty-five.
        mix: what the other player draws from.
        ranking: how hands are ranked.
        objective: what is to be won: the figure is in points or in stakes.
        starts: how often to begin the search anew, at least.

    Raises:
        ValueError: when its arrangements are not of these cards.
    """
    table = duel_table(_in_order(cards), ranking)
    shares = np.array(mix.weights, np.float64) / sum(mix.weights)
    hands = table.bits(mix.arrangements)
    best, won = best_reply(table, hands, shares, objective, starts, _draws(table))
    return table.arrangement(best.tolist()), won


def _begun(cards: Sequence[Card], ranking: Ranking) -> tuple[DuelTable, Ints, Draws]:
    """The table, the arrangements known from the start, and where searches begin."""
    table = duel_table(_in_order(cards), ranking)
    draws = _draws(table)
    known = table.bits(compositions(table.cards, _FORMS, _FORMS))
    return table, replaced(known, draws, _BEGUN_WITH), draws


def _in_order(cards: Sequence[Card]) -> list[Card]:
    return sorted(cards, key=DECK.index)


def _draws(table: DuelTable) -> Draws:
    return Draws(" ".join(map(str, table.cards)))


def _improving(
    table: DuelTable, objective: Objective, steps: Iterator[Played], done: int
) -> Iterator[tuple[Played, Mix]]:
    """Each step against which less is gained than before, and the best again at the end.

    What answers gain against the best one so far is looked up again with those found later:
    a search that found little may have been the worse search.

    Args:
        table: of the deal.
        objective: what is to be won.
        steps: rounds for it.
        done: rounds before these.
    """
    best: tuple[Played, Mix] | None = None
    gain = 0.0
    for held in steps:
        done += 1
        if best is not None:
            won = payoffs(table, held.answers, best[0].hands, objective) @ best[0].shares
            gain = max(gain, float(won.max()))
        if best is None or held.gain < gain:
            best, gain = (held, _mix(table, held, done)), held.gain
            yield best
    if best is not None and best[1].rounds < done:
        yield best[0], replace(best[1], rounds=done)


def _mix(table: DuelTable, held: Played, rounds: int) -> Mix:
    """A mix in whole parts."""
    parts = [int(share * _PARTS + 0.5) for share in held.shares.tolist()]
    least = min(_LEAST_PARTS, max(parts))
    kept = [
        (table.arrangement(hands), weight)
        for hands, weight in zip(held.hands.tolist(), parts, strict=True)
        if weight >= least
    ]
    arrangements, weights = zip(*kept, strict=True)
    return Mix(arrangements, weights, rounds)
