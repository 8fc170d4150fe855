"""Who plays against whom in `tools/bench opponents`: characters at their levels, simple bots.

All of them are strategies in the same trees. A character's is the shipped one leant as the
cabinet leans it, by the same function; the bots are what people who have thought about poker
for an evening play like.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from solvers import ship
from solvers.buckets import COUNTS
from solvers.deals import Buckets
from solvers.game import PAIRS, Array, Layout, Numbers, layout
from solvers.mapped import mapped
from solvers.match import Mixed
from solvers.strengths import Deck

from firmware.assets import asset
from firmware.games.strip_poker.abstraction import Place, StepKind
from firmware.games.strip_poker.cast import PlayStyle
from firmware.games.strip_poker.strategy import WHOLE, Strategy
from firmware.games.strip_poker.styles import lean, unnoticed

STYLES = {
    "Ottavia": PlayStyle(level=1, boldness=0.75, bluff=0.6, read=0.25),
    "Rocco": PlayStyle(level=2, boldness=0.4, bluff=0.1, read=0.5),
    "Vera": PlayStyle(level=3, boldness=0.5, bluff=0.3, read=0.9),
}
"""As the shipped pack has them."""
USUAL_CHANGE = 3
"""As the opponent supposes it, where it has not noticed the other's exchange."""

Rule = Callable[[Place, float], tuple[float, ...]]
"""What a bot does at a place with a hand that beats so many of the others: weights by step."""


@dataclass(frozen=True)
class Solved:
    """A shipped strategy, read."""

    file: Strategy
    game: Layout
    numbers: Numbers
    buckets: Buckets

    def player(self) -> Mixed:
        """It, playing."""
        return Mixed(self.buckets, self.numbers)


def read(size: int, deck: Deck) -> Solved:
    """The shipped strategy for a deck."""
    file = Strategy.load(path_of(size))
    game = layout(file.sizes)
    return Solved(file, game, ship.read(file, game), ship.read_buckets(file, deck))


def path_of(size: int) -> Path:
    """Where it is shipped."""
    return asset("strategies", f"strip_{size}.cfr")


def in_richer_tree(solved: Solved, asked: Layout) -> Numbers:
    """The strategy as it answers in a tree with more amounts."""
    before, after = _standings(solved.file)
    return mapped(solved.numbers, solved.game, asked, before, after)


def character(solved: Solved, style: PlayStyle, level: int) -> Mixed:
    """A character's play as a strategy."""
    leant = _each_place(
        solved,
        lambda place, shares, standing: lean(place, shares, standing, style, level),
    )
    missed = np.float32(unnoticed(style, level))
    if missed:
        for number, group in enumerate(solved.game.groups):
            for at, place in enumerate(group.tree.places):
                noticed = leant.second[number][at]
                usual = noticed[:, _usual_pairs(place.actor)]
                leant.second[number][at] = (1 - missed) * noticed + missed * usual
    return Mixed(solved.buckets, leant)


def bot(solved: Solved, rule: Rule) -> Mixed:
    """A bot that changes what is best by itself, and bets by a rule."""
    numbers = _each_place(solved, lambda place, _, standing: rule(place, standing))
    best = solved.numbers.draw.sum((0, 1)).argmax(0)
    numbers.draw[:] = np.eye(COUNTS, dtype=np.float32)[:, best]
    return Mixed(solved.buckets, numbers)


def honest(place: Place, standing: float) -> tuple[float, ...]:
    """Bets what it holds, folds the rest."""
    bets = _bets(place)
    if bets and standing > 0.7:
        return _only(place, bets[min(len(bets) - 1, int((standing - 0.7) / 0.3 * len(bets)))])
    return _only(place, 1 if place.facing and standing < 0.5 else 0)


def station(place: Place, standing: float) -> tuple[float, ...]:
    """A calling station: never bets, never folds."""
    del standing
    return _only(place, 0)


def maniac(place: Place, standing: float) -> tuple[float, ...]:
    """Bets and raises three times of four, whatever it holds; never folds."""
    del standing
    bets = _bets(place)
    if not bets:
        return _only(place, 0)
    return tuple(
        0.25 if at == 0 else 0.75 / len(bets) if at in bets else 0.0
        for at in range(len(place.steps))
    )


def anything(place: Place, standing: float) -> tuple[float, ...]:
    """Anything, each step alike."""
    del standing
    return (1.0,) * len(place.steps)


BOTS: dict[str, Rule] = {
    "honest": honest,
    "calling station": station,
    "maniac": maniac,
    "random": anything,
}


def _bets(place: Place) -> list[int]:
    return [at for at, step in enumerate(place.steps) if step.kind is StepKind.BET]


def _only(place: Place, step: int) -> tuple[float, ...]:
    return tuple(float(at == step) for at in range(len(place.steps)))


def _usual_pairs(seat: int) -> list[int]:
    """For each pair the one that is supposed when the other's exchange was not noticed."""
    if seat == 0:
        return [pair // COUNTS * COUNTS + USUAL_CHANGE for pair in range(PAIRS)]
    return [USUAL_CHANGE * COUNTS + pair % COUNTS for pair in range(PAIRS)]


def _standings(file: Strategy) -> tuple[Array, Array]:
    """How hands stand: by bucket before the exchange, by cards changed and bucket after it."""
    before = [file.standing_before(bucket) for bucket in range(file.before)]
    after = [[file.standing_after(count, b) for b in range(file.after)] for count in range(COUNTS)]
    return np.array(before, np.float32), np.array(after, np.float32)


Play = Callable[[Place, tuple[float, ...], float], tuple[float, ...]]


def _each_place(solved: Solved, play: Play) -> Numbers:
    """The strategy changed at every place; the exchange stays as it is."""
    numbers = solved.numbers
    before, after = _standings(solved.file)
    first = [
        _changed(place, each, before, play)
        for place, each in zip(solved.game.first.places, numbers.first, strict=True)
    ]
    second = []
    for group, places in zip(solved.game.groups, numbers.second, strict=True):
        changed = []
        for place, each in zip(group.tree.places, places, strict=True):
            own = np.arange(PAIRS) // COUNTS if place.actor == 0 else np.arange(PAIRS) % COUNTS
            standing = np.broadcast_to(after[own][:, :, None], each.shape[1:])
            changed.append(_changed(place, each, standing, play))
        second.append(changed)
    return Numbers(first, numbers.draw.copy(), second)


def _changed(place: Place, shares: Array, standing: np.ndarray, play: Play) -> Array:
    """One place's numbers changed; equal cases, which are many, are asked once."""
    steps = len(shares)
    rows = np.concatenate([shares.reshape(steps, -1), standing.reshape(1, -1)])
    packed = np.zeros(rows.shape[1], np.int64)
    for row in np.rint(rows * WHOLE).astype(np.int64):
        packed = packed * (WHOLE + 1) + row
    _, cases, which = np.unique(packed, return_index=True, return_inverse=True)
    told = [
        play(place, tuple(map(float, rows[:-1, case])), float(rows[-1, case])) for case in cases
    ]
    weights = np.array(told, np.float32)
    weights /= weights.sum(1, keepdims=True)
    return np.ascontiguousarray(weights[which.reshape(-1)].T.reshape(shares.shape))
