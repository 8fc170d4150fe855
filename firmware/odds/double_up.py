"""What a double returns: counted over every ordered pair of dealer's card and pick.

A line of its own, since a double is a bet of its own and no part of a pay table's return.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations

from firmware.cards.card import standard_deck
from firmware.games.joker_poker.double_up import Outcome, outcome, pending_after


@dataclass(frozen=True, slots=True)
class DoubleOdds:
    """The ordered pairs of two different cards, by how the double ends.

    Attributes:
        won, tied, lost: pairs.
        returned: credits that come back on average for each one staked.
    """

    won: int
    tied: int
    lost: int
    returned: Fraction

    @property
    def pairs(self) -> int:
        """All of them."""
        return self.won + self.tied + self.lost


def double_odds() -> DoubleOdds:
    """Count the deck that a double is played with."""
    pairs = Counter(outcome(dealer, pick) for dealer, pick in permutations(standard_deck(), 2))
    back = sum(pending_after(result, 1) * count for result, count in pairs.items())
    return DoubleOdds(
        pairs[Outcome.WON],
        pairs[Outcome.TIED],
        pairs[Outcome.LOST],
        Fraction(back, pairs.total()),
    )
