"""The best answer to a mix, where only winning counts: every opponent's arrangement for itself.

There is no sum over positions here. But of a hand at a position no more matters than which of
the mix's hands it beats, so all hands fall into a few classes, and each class has one row of
what it wins of every arrangement. A search adds up five rows and looks at the signs.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from firmware.games.cinque_mani.duel.draws import Draws
from firmware.games.cinque_mani.duel.outcome import Signs, beaten
from firmware.games.cinque_mani.duel.search import (
    PAIRS,
    anyhow,
    best,
    distinct,
    disturbed,
    replaced,
    splits,
)
from firmware.games.cinque_mani.duel.table import DuelTable, Floats, Ints
from firmware.games.cinque_mani.table import HANDS, POINTS

_POOLED, _REPLACED, _DEALT, _DISTURBED = 8, 8, 4, 4
"""Beginnings of a search of effort 1, by where they come from."""
_LOOKED_AT = 200
"""Rearrangements of the pool from which the beginnings are taken."""

_NEAR = 4
"""A margin up to which a sweep counts how nearly a deal is won or lost."""
_TOLD_APART = 8, 24
"""A margin up to which equal wins are told apart, and how much more a win counts for."""


@dataclass(frozen=True, eq=False)
class Rows:
    """What hands win of a mix.

    Attributes:
        classes: of every hand at every position, (5, hands), by number.
        wins: by position: what each class wins of each arrangement, in points, (classes, m).
    """

    classes: NDArray[np.uint16]
    wins: tuple[Signs, ...]


def rows(table: DuelTable, mix: Ints) -> Rows:
    """The rows of a mix."""
    every = len(table.hands)
    places = table.places(mix)
    odd = np.concatenate([table.minima, table.massima])
    classes = np.empty((HANDS, every), np.uint16)
    wins = []
    for at in range(HANDS):
        known = np.unique(np.concatenate([places[:, at], odd]))
        edges = np.zeros(every + 1, np.uint16)
        edges[known] += 1
        edges[known + 1] += 1
        classes[at] = np.cumsum(edges[:-1])
        # A place in each class: below the first known hand, that hand, above it, the next ...
        one_each = np.concatenate([known[:1] - 1, np.stack([known, known + 1], 1).ravel()])
        wins.append(POINTS[at] * beaten(table, one_each[:, None], places[None, :, at]))
    return Rows(table.by_number(classes), tuple(wins))


class StakesSearch:
    """Looks for good answers to mixes of one deal."""

    def __init__(self, table: DuelTable) -> None:
        self._table = table

    def answers(
        self, mix: Ints, shares: NDArray[np.float64], pool: Ints, effort: int, draws: Draws
    ) -> tuple[Ints, Floats]:
        """As `PointsSearch.answers`: what they win is stakes, on average."""
        against = rows(self._table, mix)
        played = shares.astype(np.float32)
        moved = replaced(pool, draws, _LOOKED_AT)
        begun = [
            best(pool, won(self._table, against, played, pool), _POOLED * effort),
            best(moved, won(self._table, against, played, moved), _REPLACED * effort),
            disturbed(pool, draws, _DISTURBED * effort),
            anyhow(draws, _DEALT * effort),
        ]
        hands, found = climbed(self._table, against, played, np.concatenate(begun), 2, draws)
        return distinct(hands, found)


def won(table: DuelTable, against: Rows, played: Floats, hands: Ints) -> Floats:
    """What arrangements win of a mix, in stakes, (n,)."""
    numbers = table.numbers(hands)
    margins = sum(against.wins[at][against.classes[at][numbers[:, at]]] for at in range(HANDS))
    found: Floats = np.sign(margins) @ played
    return found


def climbed(
    table: DuelTable, against: Rows, played: Floats, hands: Ints, sweeps: int, draws: Draws
) -> tuple[Ints, Floats]:
    """Arrangements after splitting pair after pair of hands anew, and what they win.

    The first sweep over the ten pairs counts how nearly a deal is won, the others what is won.
    """
    hands = hands.copy()
    every = np.arange(len(hands))
    numbers = table.numbers(hands)
    parts = np.stack([against.wins[at][against.classes[at][numbers[:, at]]] for at in range(HANDS)])
    for sweep in range(sweeps):
        for pair in draws.orders(1, len(PAIRS))[0]:
            first, second = PAIRS[pair]
            ours, theirs = splits(hands, first, second)
            our_class = against.classes[first][table.numbers(ours)]
            their_class = against.classes[second][table.numbers(theirs)]
            margins = against.wins[first][our_class]
            margins += against.wins[second][their_class]
            rest = parts.sum(axis=0, dtype=np.int8) - parts[first] - parts[second]
            margins += rest[:, None, :]
            chosen = (_counted(margins, sweep) @ played).argmax(axis=1)
            hands[:, first], hands[:, second] = ours[every, chosen], theirs[every, chosen]
            parts[first] = against.wins[first][our_class[every, chosen]]
            parts[second] = against.wins[second][their_class[every, chosen]]
    found: Floats = np.sign(parts.sum(axis=0, dtype=np.int8)) @ played
    return hands, found


def _counted(margins: Signs, sweep: int) -> Floats:
    """What margins count for in a sweep, up to a factor."""
    if not sweep:
        return margins.clip(-_NEAR, _NEAR).astype(np.float32)
    apart, more = _TOLD_APART
    counted = margins.clip(-1, 1)
    counted *= np.int8(more)
    counted += margins.clip(-apart, apart)
    return counted.astype(np.float32)
