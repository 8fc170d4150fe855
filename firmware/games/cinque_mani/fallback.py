"""The stored mix: what the computer draws from when nobody has found a better one in time.

It is made in some milliseconds, in this process and without numpy. Several compositions of the
cards are held against each other, the better ones are taken more often, and their hands are put
in places as often as good play put them in deals that were solved beforehand. What AUTO lays has
no part in it: that is another search, and without chance. The best answer to it wins two or three
of the 25 points on average.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache

from firmware.cards.card import Card
from firmware.games.cinque_mani.building import compositions
from firmware.games.cinque_mani.hands import PLAIN, Ranking, strength
from firmware.games.cinque_mani.mix import Mix
from firmware.games.cinque_mani.table import HANDS, POINTS, Arrangement

CATEGORIES, FORMS = 4, 3
"""How many compositions are looked at: begun with so many categories, in so many forms."""
SUPPORT_MAX = 64
"""Arrangements in the mix."""
HALVES_PER_POINT = 2


def fallback_mix(cards: Sequence[Card], ranking: Ranking = PLAIN) -> Mix:
    """A mix of the twenty-five cards, at once; equal cards give the same one.

    Args:
        cards: of the deal.
        ranking: how hands are ranked; a circle among them is left out of account.
    """
    made = compositions(cards, CATEGORIES, FORMS)
    ranked = [sorted((strength(hand, ranking), hand) for hand in hands) for hands in made]
    shares = _shares([[height for height, _ in hands] for hands in ranked])
    weighed = [
        (round(share * weight), _placed([hand for _, hand in hands], places))
        for share, hands in zip(shares, ranked, strict=True)
        for places, weight in PLACEMENTS
    ]
    heaviest = sorted(weighed, key=lambda entry: -entry[0])[:SUPPORT_MAX]
    kept = [(weight, arrangement) for weight, arrangement in heaviest if weight]
    weights, arrangements = zip(*kept, strict=True)
    return Mix(arrangements, weights)


def _placed(hands: Sequence[tuple[Card, ...]], places: str) -> Arrangement:
    """The hands, weakest first, each at its place."""
    return tuple(hands[places.index(place)] for place in _PLACES)


def _shares(heights: Sequence[Sequence[int]]) -> Sequence[float]:
    """How often each composition is taken, the best one most: half as often for every half point
    that it loses to that one.

    Args:
        heights: of each composition, how good its hands are, weakest first.
    """
    margins = [[_margin(own, other) for other in heights] for own in heights]
    best = max(margins, key=min)
    return [2.0 ** (-HALVES_PER_POINT * max(0.0, margin)) for margin in best]


def _margin(own: Sequence[int], other: Sequence[int]) -> float:
    """What one composition wins of another on average, in points, where both are placed so."""
    return sum(
        weight * ((own[mine] > other[theirs]) - (own[mine] < other[theirs]))
        for mine, row in enumerate(_meeting())
        for theirs, weight in enumerate(row)
    )


@cache
def _meeting() -> tuple[tuple[float, ...], ...]:
    """How many points are at stake on average between a hand of each place in one composition
    and one in another, counted from the weakest."""
    total = sum(weight for _, weight in PLACEMENTS)
    at = [
        [sum(w for places, w in PLACEMENTS if places[hand] == place) / total for place in _PLACES]
        for hand in range(HANDS)
    ]
    return tuple(
        tuple(
            sum(map(math.prod, zip(POINTS, at[mine], at[theirs], strict=True)))
            for theirs in range(HANDS)
        )
        for mine in range(HANDS)
    )


_PLACES = "12345"
PLACEMENTS = (
    ("42135", 489),
    ("12435", 466),
    ("43125", 464),
    ("12534", 449),
    ("52134", 430),
    ("23145", 427),
    ("24135", 425),
    ("13425", 423),
    ("13524", 423),
    ("14235", 422),
    ("53124", 402),
    ("13245", 400),
    ("41235", 357),
    ("21435", 352),
    ("21534", 346),
    ("51234", 319),
    ("15234", 254),
    ("25134", 252),
    ("32145", 241),
    ("34125", 229),
    ("35124", 177),
    ("31425", 176),
    ("41523", 171),
    ("31245", 152),
    ("31524", 148),
    ("14523", 136),
    ("52143", 130),
    ("12543", 114),
    ("21543", 114),
    ("51423", 113),
    ("54123", 112),
    ("51243", 70),
)
"""Where the five hands go, the weakest first, and how often: "13425" puts the weakest for 3 points,
the next for 5 and the strongest for 7. These are the shares, in ten-thousandths, that good play
of the points gave each on average, over seventy deals in which both players chose among the
compositions of `building.compositions` and all 120 placements; the 32 most frequent."""
