"""A double is fair: the pick is higher exactly as often as it is lower."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations

from proof import Report, Track

from firmware.cards.card import Card, joker_deck, standard_deck
from firmware.games.joker_poker.double_up import Outcome, outcome, pending_after


def prove(full: bool, track: Track) -> Report:
    """Every ordered pair of dealer's card and pick, of 52 cards and of 53."""
    return every_pair(standard_deck(), 156) + every_pair(joker_deck(), 156)


def every_pair(deck: Sequence[Card], ties: int) -> Report:
    """Count the outcomes; `ties` pairs are level (13 ranks of 4 x 3)."""
    counts = Counter(outcome(dealer, pick) for dealer, pick in permutations(deck, 2))
    decided = len(deck) * (len(deck) - 1) - ties
    expected = {Outcome.WON: decided // 2, Outcome.TIED: ties, Outcome.LOST: decided // 2}
    fell = [
        f"{len(deck)} cards: {counts[result]} pairs {result}, {expected[result]} expected"
        for result in Outcome
        if counts[result] != expected[result]
    ]
    back = Fraction(
        sum(pending_after(result, 1) * count for result, count in counts.items()), counts.total()
    )
    if back != 1:
        fell.append(f"{len(deck)} cards: a double returns {back}, not 1")
    tried = f"{counts.total():,} ordered pairs of {len(deck)} cards: "
    return Report((tried + ", ".join(f"{counts[r]:,} {r}" for r in Outcome),), tuple(fell))
