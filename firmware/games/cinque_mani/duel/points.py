"""The best answer to a mix, where points count: a sum over positions.

What a hand wins at a position depends on nothing else there is, so one table of what every hand
wins at every position says all about the mix, and the rest is to share out the cards.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from firmware.games.cinque_mani.duel.draws import Draws
from firmware.games.cinque_mani.duel.search import (
    ALL_CARDS,
    PAIRS,
    PLACEMENTS,
    anyhow,
    best,
    distinct,
    disturbed,
    splits,
)
from firmware.games.cinque_mani.duel.table import DuelTable, Floats, Ints
from firmware.games.cinque_mani.table import HANDS, POINTS

_PLACED, _BUILT, _DEALT, _DISTURBED = 16, 16, 16, 8
"""Beginnings of a search of effort 1, by where they come from."""
_BUILT_EVERY = 4
"""Building takes as long as the rest, so it is done in one search out of these."""
_TAKEN_SHORT = (0.02, 0.1, 0.3, 1.0)
"""By how many points a hand that is built may fall short of the best, if it is a lower one."""
_SWEEPS = 2


class PointsSearch:
    """Looks for good answers to mixes of one deal."""

    def __init__(self, table: DuelTable) -> None:
        self._table = table
        self._searches = 0

    def answers(
        self, mix: Ints, shares: NDArray[np.float64], pool: Ints, effort: int, draws: Draws
    ) -> tuple[Ints, Floats]:
        """Good answers to a mix and what they win of it on average, the best first.

        Args:
            mix: its arrangements, (m, 5).
            shares: how often each is played.
            pool: arrangements to begin at.
            effort: 1 for a quick look; 2, 4, 8 for as many times as much.
            draws: where else to begin.
        """
        turn, is_left_out = divmod(self._searches, _BUILT_EVERY)
        self._searches += 1
        short = _TAKEN_SHORT[turn % len(_TAKEN_SHORT)] if effort > 1 or not is_left_out else None
        by_place = worths(self._table, mix, shares)
        return searched(self._table, by_place, pool, effort, draws, short)


def searched(
    table: DuelTable,
    by_place: Floats,
    pool: Ints,
    effort: int,
    draws: Draws,
    short: float | None,
) -> tuple[Ints, Floats]:
    """Good arrangements and what they win, the best first.

    Args:
        table: of the deal.
        by_place: what every hand wins at every position, (5, hands).
        pool: arrangements to begin at.
        effort: how many times as long as a quick look.
        draws: where else to begin.
        short: as `built` has it; None to build none.
    """
    worth = table.by_number(by_place)
    begun = [
        _placed_best(table, worth, pool, _PLACED * effort),
        anyhow(draws, _DEALT * effort),
        disturbed(pool, draws, _DISTURBED * effort),
    ]
    if short is not None:
        made = built(table, by_place, short)
        begun.append(_placed_best(table, worth, made, _BUILT * effort))
    sweeps = _SWEEPS if effort == 1 else 2 * _SWEEPS
    hands, found = climbed(table, worth, np.concatenate(begun), sweeps, draws)
    return distinct(hands, found)


def worths(table: DuelTable, mix: Ints, shares: NDArray[np.float64]) -> Floats:
    """What every hand wins at every position, on average, (5, hands), by place."""
    every = len(table.hands)
    places = table.places(mix)
    found = np.empty((HANDS, every), np.float32)
    for at in range(HANDS):
        here = np.bincount(places[:, at], weights=shares, minlength=every)
        up_to = np.cumsum(here)
        won = 2 * up_to - here - up_to[-1]
        won[table.minima] += 2 * here[table.massima].sum()
        won[table.massima] -= 2 * here[table.minima].sum()
        found[at] = POINTS[at] * won
    return found


def total(table: DuelTable, worth: Floats, hands: Ints) -> Floats:
    """What arrangements win, (n,), `worth` being by number."""
    numbers = table.numbers(hands)
    found: Floats = worth[np.arange(HANDS), numbers].sum(axis=1)
    return found


def placed(table: DuelTable, worth: Floats, hands: Ints) -> Ints:
    """The same hands in their best places."""
    numbers = table.numbers(hands)
    sums = np.zeros((len(hands), len(PLACEMENTS)), np.float32)
    for at in range(HANDS):
        sums += worth[at][numbers][:, PLACEMENTS[:, at]]
    return np.take_along_axis(hands, PLACEMENTS[sums.argmax(axis=1)], axis=1)


def _placed_best(table: DuelTable, worth: Floats, hands: Ints, count: int) -> Ints:
    moved = np.unique(placed(table, worth, hands), axis=0)
    return best(moved, total(table, worth, moved), count)


def climbed(
    table: DuelTable, worth: Floats, hands: Ints, sweeps: int, draws: Draws
) -> tuple[Ints, Floats]:
    """Arrangements after splitting pair after pair of hands anew, and what they win.

    A sweep goes through the ten pairs once, in any order, then moves the hands about.
    """
    hands = hands.copy()
    every = np.arange(len(hands))
    reached = total(table, worth, hands)
    for _ in range(sweeps):
        for pair in draws.orders(1, len(PAIRS))[0]:
            first, second = PAIRS[pair]
            ours, theirs = splits(hands, first, second)
            sums = worth[first][table.numbers(ours)] + worth[second][table.numbers(theirs)]
            chosen = sums.argmax(axis=1)
            hands[:, first], hands[:, second] = ours[every, chosen], theirs[every, chosen]
        hands = placed(table, worth, hands)
        before, reached = reached, total(table, worth, hands)
        if (reached <= before + 1e-6).all():
            break
    return hands, reached


def built(table: DuelTable, by_place: Floats, short: float) -> Ints:
    """Arrangements built up hand by hand, the positions taken in every order.

    Each position gets the lowest of the hands left that wins as much as the best, nearly.

    Args:
        table: of the deal.
        by_place: as `worths` gives it.
        short: how much less a lower hand may win.
    """
    found = [
        [hands[at] for at in range(HANDS)]
        for hands in _built(
            table.hands, np.arange(len(table.hands)), by_place, short, tuple(range(HANDS))
        )
    ]
    for hands in found:
        hands[hands.index(0)] = ALL_CARDS & ~sum(hands)
    return np.unique(np.array(found, np.int32), axis=0)


def _built(
    left: Ints, places: NDArray[np.int64], by_place: Floats, short: float, free: tuple[int, ...]
) -> Iterator[dict[int, int]]:
    """Hands by position, one position left open (0)."""
    if len(free) == 1:
        yield {free[0]: 0}
        return
    for at in free:
        won = by_place[at][places]
        hand = int(left[np.argmax(won >= won.max() - short)])
        fits = (left & hand) == 0
        others = tuple(other for other in free if other != at)
        for hands in _built(left[fits], places[fits], by_place, short, others):
            yield {at: hand, **hands}
