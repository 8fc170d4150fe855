"""The best answer that is found: to a mix, and to arrangements that lie open."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from firmware.games.cinque_mani.duel.draws import Draws
from firmware.games.cinque_mani.duel.oracle import search_for
from firmware.games.cinque_mani.duel.outcome import Objective, beaten
from firmware.games.cinque_mani.duel.points import searched, total
from firmware.games.cinque_mani.duel.table import DuelTable, Floats, Ints
from firmware.games.cinque_mani.table import ALL_POINTS, HANDS, POINTS

_EFFORT = 8
_BEGUN = {Objective.POINTS: 56 * _EFFORT, Objective.STAKES: 24 * _EFFORT}
"""Beginnings of one search."""
_OPEN_SEARCHES = 2
_FIRST = 2 * ALL_POINTS + 1
"""What a point of one's own counts for where a margin counts for one: no margin makes up for it."""
_SHORT = 0.5


def best_reply(
    table: DuelTable,
    mix: Ints,
    shares: NDArray[np.float64],
    objective: Objective,
    starts: int,
    draws: Draws,
) -> tuple[Ints, float]:
    """The best answer found to a mix, (5,), and what it wins of it on average.

    Args:
        table: of the deal.
        mix: its arrangements, (m, 5).
        shares: how often each is played.
        objective: what is to be won.
        starts: where to begin, so many times at least.
        draws: those beginnings.
    """
    search = search_for(objective, table)
    searches = -(-starts // _BEGUN[objective])
    found = [search.answers(mix, shares, mix, _EFFORT, draws) for _ in range(searches)]
    hands, won = max(found, key=lambda each: float(each[1][0]))
    return hands[0], float(won[0])


def best_open(table: DuelTable, against: Ints, objective: Objective, draws: Draws) -> Ints:
    """The best answer found to arrangements that lie open, (5,).

    For points, the one that scores most of the 25, and of those the one that leaves the others
    least; for stakes, one that has more than each of the others comes before that.

    Args:
        table: of the deal.
        against: one arrangement of each other player, (n, 5).
        objective: what is to be won.
        draws: where to begin.
    """
    others = table.places(against)
    own, theirs = _open_worths(table, others)
    left = theirs.sum(axis=0)
    by_place = (_FIRST * own - left).astype(np.float32)
    found = [
        searched(table, by_place, against, _EFFORT, draws, _SHORT)[0] for _ in range(_OPEN_SEARCHES)
    ]
    hands = np.unique(np.concatenate(found), axis=0)
    score = total(table, table.by_number(by_place), hands)
    if objective is Objective.STAKES:
        places = table.places(hands)
        every = np.arange(HANDS)
        points = own[every, places].sum(axis=1)
        most = theirs[:, every, places].sum(axis=2).max(axis=0)
        score += np.sign(points - most) * _FIRST * _FIRST
    best: Ints = hands[int(score.argmax())]
    return best


def _open_worths(table: DuelTable, others: Ints) -> tuple[Floats, Floats]:
    """What every hand scores at every position, (5, hands), and what it leaves to each of the
    other players, (players, 5, hands): the best hand of all takes the points."""
    every = np.arange(len(table.hands), dtype=np.int32)
    own = np.zeros((HANDS, len(every)), np.float32)
    theirs = np.zeros((len(others), HANDS, len(every)), np.float32)
    for at in range(HANDS):
        lying = others[:, at]
        won = beaten(table, every[None, :], lying[:, None])
        own[at] = POINTS[at] * (won > 0).all(axis=0)
        for player, best in _unbeaten(table, lying):
            theirs[player, at] = POINTS[at] * (won[player] < 0) * best
    return own, theirs


def _unbeaten(table: DuelTable, lying: Ints) -> Iterator[tuple[int, bool]]:
    """Of each player, whether the hand is better than those of the others."""
    won = beaten(table, lying[:, None], lying[None, :]) > 0
    for player in range(len(lying)):
        yield player, bool(np.delete(won[player], player).all())
