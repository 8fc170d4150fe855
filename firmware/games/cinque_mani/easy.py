"""The easy opponent: it takes the best hand it sees, lays it for 7, and goes on with what is left.

It errs as a beginner does. Of hands that look alike to it any may be taken, and of two neighbours
that look alike either may stand higher; but it always climbs, so a player who notices can answer
with every hand one place up and the worst for 7, which wins 18 to 7. Its chances are its own and
never those of the proposal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from firmware.cards.card import Card
from firmware.games.cinque_mani.building import compositions
from firmware.games.cinque_mani.hands import PLAIN, Made, Ranking, evaluate
from firmware.games.cinque_mani.mix import Mix
from firmware.games.cinque_mani.table import HANDS, Arrangement

CATEGORIES, FORMS = 2, 3
"""It begins with one of the two strongest categories, in one of so many forms."""
CLIMBING_WEIGHT, TURNED_WEIGHT = 5, 1
"""How often the hands of a composition climb without a fault, against each of at most four."""
Orders = Iterator[tuple[int, Arrangement]]


def easy_mix(cards: Sequence[Card], ranking: Ranking = PLAIN) -> Mix:
    """What the easy opponent draws from; equal cards give the same mix.

    Args:
        cards: the twenty-five of the deal.
        ranking: how hands are ranked; a circle among them is left out of account.
    """
    weights: dict[Arrangement, int] = {}
    for hands in compositions(cards, CATEGORIES, FORMS):
        for weight, arrangement in _orders(hands, ranking):
            weights[arrangement] = weight
    return Mix(tuple(weights), tuple(weights.values()))


def _orders(hands: Sequence[tuple[Card, ...]], ranking: Ranking) -> Orders:
    """The hands as they climb, and with two neighbours turned that look alike."""
    made = sorted(
        ((evaluate(hand, ranking), hand) for hand in hands), key=lambda one: one[0].strength
    )
    climbing = tuple(hand for _, hand in made)
    yield CLIMBING_WEIGHT, climbing
    for at in range(HANDS - 1):
        if _look_alike(made[at][0], made[at + 1][0]):
            turned = (climbing[at + 1], climbing[at])
            yield TURNED_WEIGHT, (*climbing[:at], *turned, *climbing[at + 2 :])


def _look_alike(lower: Made, higher: Made) -> bool:
    """Whether a beginner may take one for the other: they are of one category, or the next."""
    return higher.category.height - lower.category.height <= 1
