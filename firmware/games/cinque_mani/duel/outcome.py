"""What arrangements win of each other, all pairs at once."""

from __future__ import annotations

from enum import StrEnum, unique

import numpy as np
from numpy.typing import NDArray

from firmware.games.cinque_mani.duel.table import DuelTable, Ints
from firmware.games.cinque_mani.table import HANDS, POINTS

Signs = NDArray[np.int8]


@unique
class Objective(StrEnum):
    """What is to be won."""

    POINTS = "points"
    """Points more than the other's, on average."""
    STAKES = "stakes"
    """The deal: 1 for more points than the other, -1 for fewer."""


def beaten(table: DuelTable, first: Ints, second: Ints) -> Signs:
    """1 where the first hand wins, -1 where it loses, 0 where they are the same cards.

    Args:
        table: of the deal.
        first, second: places of hands, in shapes that go together.
    """
    found: Signs = np.sign(first - second).astype(np.int8)
    if len(table.minima) and len(table.massima):
        minima = np.isin(first, table.minima) & np.isin(second, table.massima)
        massima = np.isin(first, table.massima) & np.isin(second, table.minima)
        found[minima] = 1
        found[massima] = -1
    return found


def margins(table: DuelTable, first: Ints, second: Ints) -> Signs:
    """Points of each first arrangement less those of each second, (n, m).

    Args:
        table: of the deal.
        first, second: arrangements as hands of bits, (n, 5) and (m, 5).
    """
    ours, theirs = table.places(first), table.places(second)
    found = np.zeros((len(first), len(second)), np.int8)
    for at in range(HANDS):
        found += POINTS[at] * beaten(table, ours[:, at, None], theirs[None, :, at])
    return found


def payoffs(table: DuelTable, first: Ints, second: Ints, objective: Objective) -> Signs:
    """What each first arrangement wins of each second by an objective, (n, m)."""
    found = margins(table, first, second)
    return found if objective is Objective.POINTS else np.sign(found)
