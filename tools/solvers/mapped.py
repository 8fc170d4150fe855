"""A strategy as it answers amounts that it does not know, in a tree that has them.

What the cabinet does at the table (`reading`) is done here for every place at once: an unknown
amount is taken for a known one below or above, anew at every decision, and what is bet is
fitted to the pot. So a rival may bet what he likes and still be answered exactly.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from firmware.games.strip_poker.abstraction import CALL, PASS, Path, Place, Round, StepKind
from firmware.games.strip_poker.opponent import DOUBT
from firmware.games.strip_poker.reading import share_of_lower
from solvers.buckets import COUNTS
from solvers.game import PAIRS, Array, Layout, Numbers

Meant = list[tuple[Path, float]]
"""Paths of the known tree that a path is taken for, and how often."""


def mapped(
    numbers: Numbers,
    known: Layout,
    asked: Layout,
    standing_before: Array,
    standing_after: Array,
) -> Numbers:
    """The same player in a richer tree.

    Args:
        numbers: the strategy.
        known: its trees.
        asked: the richer ones; as many raises, no lower cap.
        standing_before: (150) how hands stand before the exchange; for places where the known
            trees have ended.
        standing_after: (6, 60) the same after it.
    """
    before, after = numbers.draw.shape[-1], numbers.second[0][0].shape[2]
    found = Numbers.zeros(asked, before, after)
    for at, place in enumerate(asked.first.places):
        for path, weight in _meant(known.first, place.path, 1):
            there = _place(known.first, path, place)
            if there is None:
                found.first[at] += weight * _by_price(place, standing_before)
            else:
                shares = numbers.first[known.first.index(path)]
                found.first[at] += weight * _fitted(place, there, shares)
    ways = {path: way for way, (path, _) in enumerate(known.first.ends)}
    homes = {
        way: (number, group.ways.index(way))
        for number, group in enumerate(known.groups)
        for way in group.ways
    }
    meant_ways = [
        [(ways[_closed(path)], weight) for path, weight in _meant(known.first, end[:-1], 1)]
        for end, _ in asked.first.ends
    ]
    for way, meant in enumerate(meant_ways):
        for there, weight in meant:
            found.draw[:, way] += np.float32(weight) * numbers.draw[:, there]
    for number, group in enumerate(asked.groups):
        for at, place in enumerate(group.tree.places):
            own = np.arange(PAIRS) // COUNTS if place.actor == 0 else np.arange(PAIRS) % COUNTS
            blind = _by_price(place, standing_after[own])
            total = found.second[number][at]
            for column, way in enumerate(group.ways):
                for there, weight in meant_ways[way]:
                    home, index = homes[there]
                    tree = known.groups[home].tree
                    for path, likely in _meant(tree, place.path, group.level):
                        seen = _place(tree, path, place)
                        if seen is None:
                            add = blind
                        else:
                            shares = numbers.second[home][tree.index(path)][..., index]
                            add = _fitted(place, seen, shares)
                        total[..., column] += np.float32(weight * likely) * add
    return found


def _meant(tree: Round, path: Path, level: float) -> Meant:
    """What a path is taken for, by the rules of `reading`."""
    meant: Meant = [((), 1.0)]
    even = level
    for step in path:
        if step.kind is StepKind.PASS:
            meant = [((*known, step), weight) for known, weight in meant]
            continue
        following: Meant = []
        for known, weight in meant:
            following += _after(tree, known, step.antes, even, weight)
        meant = following
        even += step.antes
    return meant


def _after(tree: Round, known: Path, antes: float, even: float, weight: float) -> Meant:
    place = tree.places[tree.index(known)]
    bets = [step for step in place.steps if step.kind is StepKind.BET]
    if not bets:
        return [(known, weight)]  # the known tree has no more: `_place` finds nobody there
    here = place.level + place.facing
    amount = antes * here / even
    above = [step for step in bets if step.antes >= amount]
    below = [step for step in bets if step.antes <= amount]
    if not above:
        return [((*known, bets[-1]), weight)]
    if not below or below[-1] is above[0]:
        return [((*known, above[0]), weight)]
    lower = share_of_lower(below[-1].antes, above[0].antes, amount, 2 * here)
    return [((*known, below[-1]), weight * lower), ((*known, above[0]), weight * (1 - lower))]


def _closed(path: Path) -> Path:
    """The end of the first round that begins with a path of bets."""
    return (*path, CALL if path and path[-1].kind is StepKind.BET else PASS)


def _place(tree: Round, path: Path, asked: Place) -> Place | None:
    """The known place, if it is the same player's and asks the same."""
    place = tree.places[tree.index(path)]
    fits = place.actor == asked.actor and (place.facing > 0) == (asked.facing > 0)
    return place if fits else None


def _fitted(asked: Place, known: Place, shares: Array) -> Array:
    """The shares of a known place as shares of the steps that are asked."""
    fitted = np.zeros((len(asked.steps), *shares.shape[1:]), np.float32)
    scale = (asked.level + asked.facing) / (known.level + known.facing)
    for at, step in enumerate(known.steps):
        fitted[_nearest(asked, step.kind, step.antes * scale)] += shares[at]
    return fitted


def _nearest(asked: Place, kind: StepKind, antes: float) -> int:
    """The number of the asked step that a step becomes; a bet that is not allowed is a call."""
    same = [at for at, step in enumerate(asked.steps) if step.kind is kind]
    if not same:
        return 0
    return min(same, key=lambda at: abs(asked.steps[at].antes - antes))


def _by_price(place: Place, standing: NDArray[np.floating]) -> Array:
    """What is done where the strategy knows nothing, as the opponent does it."""
    stays = np.ones(standing.shape, bool)
    if place.facing:
        stays = standing >= place.facing / (2 * place.level + 2 * place.facing) + DOUBT
    shares = np.zeros((len(place.steps), *standing.shape), np.float32)
    shares[0] = stays
    if place.facing:
        shares[1] = ~stays
    return shares
