"""What PROPOSTA leads through: the same five hands in other places, and other hands.

Only the name of a plan is ever shown, no advice on which is best: placing is the whole duel.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate, permutations

from firmware.cards.shuffle import Source, below
from firmware.games.cinque_mani.building import climbing, completed, otherwise
from firmware.games.cinque_mani.table import HANDS, Arrangement, Deal, Hand, Plan


def next_plan(deal: Deal, chance: Source) -> tuple[Plan, Arrangement]:
    """The plan that follows the one on the table, and its arrangement.

    The hands that are placed are the player's own, once she has made some, else those of AUTO.
    What there is not, such as LA MIA before there is one, is passed over.

    Args:
        deal: with a complete arrangement.
        chance: draws the mixed plan.
    """
    hands = climbing(deal.own or completed(deal.cards))
    ring = tuple(Plan)
    begun = 0 if deal.plan is None else ring.index(deal.plan) + 1
    plans = (*ring[begun:], *ring[:begun])
    made = ((plan, _arranged(plan, deal, hands, chance)) for plan in plans)
    return next((plan, found) for plan, found in made if found is not None)


def _arranged(plan: Plan, deal: Deal, hands: Sequence[Hand], chance: Source) -> Arrangement | None:
    match plan:
        case Plan.CLIMBING:
            return tuple(hands)
        case Plan.TRAP:
            return (*hands[1:], hands[0])
        case Plan.MIXED:
            return mixed(hands, chance)
        case Plan.OTHER:
            return otherwise(deal.cards, hands)
        case Plan.MINE:
            return deal.own


def mixed(hands: Sequence[Hand], chance: Source) -> Arrangement:
    """The hands, weakest first, in places drawn as good play draws them.

    Where both players hold the same five hands, the best play for points puts the strongest at
    7, 6 or 5, the weakest at either end, and the second best mostly at 5 or 4. The places of
    these three have those shares, each taken for itself; how they go together is not known,
    and the other two take what is left.
    """
    placements = tuple(permutations(range(HANDS)))  # hand from the weakest -> position from 0
    sums = tuple(accumulate(map(_weight, placements)))
    placement = placements[bisect_right(sums, below(chance, sums[-1]))]
    return tuple(hands[placement.index(at)] for at in range(HANDS))


def _weight(placement: Sequence[int]) -> int:
    weakest, second, strongest = placement[0], placement[-2], placement[-1]
    return _WEAKEST[weakest] * _SECOND[second] * _STRONGEST[strongest]


_STRONGEST = (0, 0, 393, 472, 1000)
_SECOND = (118, 763, 1000, 228, 300)
_WEAKEST = (620, 438, 66, 400, 1000)
"""Weights by position from 0. Two hands never share a place, so these are no shares themselves:
they are the ones whose product over the 120 placements gives the strongest 19, 33, 48 % of the
deals at 5, 6, 7 points, the second best 37 and 44 % at 4 and 5, and the weakest 39, 18, 2, 17,
24 % at 3 .. 7."""
