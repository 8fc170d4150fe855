"""Double oracle: a mix that cannot be gained much against, of arrangements found on the way.

A round balances the arrangements known so far against each other, looks for the best answers to
that balance and adds them. What the best of them gains is the measure: when none gains
anything, nothing is left to find. Played mixes are kept to a few arrangements, so that they can
be stored with the deal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from firmware.games.cinque_mani.duel.balance import balanced, few
from firmware.games.cinque_mani.duel.draws import Draws
from firmware.games.cinque_mani.duel.outcome import Objective, payoffs
from firmware.games.cinque_mani.duel.points import PointsSearch
from firmware.games.cinque_mani.duel.stakes import StakesSearch
from firmware.games.cinque_mani.duel.table import DuelTable, Floats, Ints

PLAYED = 64
"""Arrangements that a mix may have."""
_COLUMNS = 140
"""Arrangements among which the played ones are looked for: those that matter most so far."""
_POOL = 500
"""Arrangements known, against all of which a mix is balanced; above it those that matter least
are forgotten."""
_ADDED = 6
"""Answers added in a round, at most."""
_WORTH_ADDING = 0.35
"""What an answer must gain, as a share of what the best gains."""
_MOST_EFFORT = 8


@dataclass(frozen=True, slots=True)
class _Measure:
    """The sizes of one objective.

    Attributes:
        nothing: a gain as good as none.
        close: from this gain on what is balanced is the few arrangements that are played.
        rough: how well to balance before.
        fine: and after.
    """

    nothing: float
    close: float
    rough: float
    fine: float


_MEASURES = {
    Objective.POINTS: _Measure(nothing=0.01, close=0.3, rough=0.1, fine=0.02),
    Objective.STAKES: _Measure(nothing=0.005, close=0.2, rough=0.05, fine=0.01),
}


class Search(Protocol):
    """Looks for good answers to mixes."""

    def answers(
        self, mix: Ints, shares: NDArray[np.float64], pool: Ints, effort: int, draws: Draws
    ) -> tuple[Ints, Floats]:
        """Good answers to a mix and what each wins of it on average, the best first."""


def search_for(objective: Objective, table: DuelTable) -> Search:
    """The search that goes with an objective."""
    return PointsSearch(table) if objective is Objective.POINTS else StakesSearch(table)


@dataclass(frozen=True, eq=False)
class Played:
    """A mix.

    Attributes:
        hands: its arrangements, (n, 5).
        shares: how often each is played; 1 in sum.
        gain: what the best answer found wins of it.
        answers: the best answers found, (m, 5).
    """

    hands: Ints
    shares: NDArray[np.float64]
    gain: float
    answers: Ints


def rounds_of(
    table: DuelTable,
    objective: Objective,
    pool: Ints,
    draws: Draws,
) -> Iterator[Played]:
    """Round after round the mix that is held.

    Ends when even a long search finds nothing to gain.

    Args:
        table: of the deal.
        objective: what is to be won.
        pool: arrangements to begin with.
        draws: where searches begin.
    """
    search = search_for(objective, table)
    measure = _MEASURES[objective]
    pool = np.unique(pool, axis=0)
    gains = payoffs(table, pool, pool, objective).astype(np.float64)
    matters = np.ones(len(pool))
    gain = float("inf")
    while True:
        tolerance = measure.fine if gain < measure.close else measure.rough
        columns = np.argsort(-matters, kind="stable")[:_COLUMNS]
        against = gains[:, columns]
        centre, matters = balanced(against, tolerance)
        matters[columns] = np.maximum(matters[columns], centre)
        kept, shares = few(against, centre, PLAYED, tolerance)
        mix = pool[columns[kept]]
        known_gain = float((against[:, kept] @ shares).max())
        effort, fresh = 1, pool[:0]
        while not len(fresh):
            if effort > _MOST_EFFORT:
                return
            found, won = search.answers(mix, shares, pool, effort, draws)
            gain = float(won[0])
            yield Played(mix, shares, gain, found[:_ADDED])
            fresh = _fresh(found, won - known_gain, pool, measure.nothing)
            effort *= 2
        staying = np.sort(np.argsort(-matters, kind="stable")[: _POOL - len(fresh)])
        pool, gains = pool[staying], gains[np.ix_(staying, staying)]
        matters = np.concatenate([matters[staying], np.ones(len(fresh))])
        across = payoffs(table, fresh, pool, objective)
        among = payoffs(table, fresh, fresh, objective)
        gains = np.block([[gains, -across.T], [across, among]])
        pool = np.concatenate([pool, fresh])


def _fresh(found: Ints, more: Floats, pool: Ints, nothing: float) -> Ints:
    """The best answers that are not known yet.

    Args:
        found: answers, the best first.
        more: how much more each wins than the best known arrangement.
        pool: the arrangements known.
        nothing: so much more is as good as none.
    """
    gaining = found[more > max(nothing, _WORTH_ADDING * float(more[0]))]
    known = set(map(tuple, pool.tolist()))
    unknown = [hands for hands in gaining.tolist() if tuple(hands) not in known]
    return np.array(unknown[:_ADDED], np.int32).reshape(-1, pool.shape[1])
