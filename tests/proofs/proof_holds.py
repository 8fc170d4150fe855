"""What `cabinato holds` says of a deal is what comes of looking at every hand there is.

The hands that a hold can become are those that contain the held cards and none of the others
of the deal. So every one of the 2,869,685 hands is filed under the cards of the deal that it
contains, and what lies under a hold is paid and added up: no sums over subsets, no classes.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

import numpy as np
from numpy.typing import NDArray
from proof import Report, Track
from proof_odds import full_engine, shipped

from firmware.cards.card import Card, Rank, Suit
from firmware.cards.shuffle import FairShuffler, SeededSource
from firmware.odds.deal import Hold, holds
from firmware.odds.game import HANDS, JOKER_POKER

DEALS, FEW = 2_000, 50
SEED = "holds"


def prove(full: bool, track: Track) -> Report:
    """2,000 random deals; 50 without `full`."""
    return random_deals(DEALS if full else FEW, track)


def random_deals(count: int, track: Track) -> Report:
    """So many deals of one seed."""
    shuffler = FairShuffler(SeededSource(SEED))
    pays = shipped(JOKER_POKER)
    fell: list[str] = []
    for _ in track(range(count), "deals", count):
        deal = shuffler.shuffle(JOKER_POKER.deck)[:5]
        fell += faults(deal, holds(deal, pays), enumerated(deal, pays))
    return Report((f"{count:,} deals, 32 holds each, of seed '{SEED}'",), tuple(fell))


def faults(deal: Sequence[Card], told: Sequence[Hold], values: Sequence[Fraction]) -> list[str]:
    """Where what was told is not the value, or not in order."""
    shown = " ".join(map(str, deal))
    wrong = [
        f"{shown}, held {hold.positions}: {hold.value}, enumerated {value}"
        for hold in told
        if hold.value != (value := values[sum(1 << at - 1 for at in hold.positions)])
    ]
    if len({hold.positions for hold in told}) != len(values):
        wrong.append(f"{shown}: not every hold once")
    ordered = sorted(told, key=lambda hold: (hold.value, len(hold.positions)), reverse=True)
    if [(h.value, len(h.positions)) for h in ordered] != [
        (h.value, len(h.positions)) for h in told
    ]:
        wrong.append(f"{shown}: the best is not first")
    return wrong


def enumerated(deal: Sequence[Card], pays: Sequence[int]) -> list[Fraction]:
    """The mean of what each hold can become; bit p of a hold's place keeps the card in place p."""
    engine = full_engine(JOKER_POKER)
    held = np.zeros(len(engine.hand), np.int16)
    for place, card in enumerate(deal):
        held += contains(card) * np.int16(1 << place)
    filed = np.bincount(held * np.int16(len(HANDS)) + engine.hand, minlength=32 * len(HANDS))
    return [
        Fraction(sum(pay * int(n) for pay, n in zip(pays, row, strict=True)), int(row.sum()))
        for row in filed.reshape(32, len(HANDS))
    ]


@cache
def contains(card: Card) -> NDArray[np.int16]:
    """For each hand whether the card is one of its five."""
    number = len(Rank) * 4
    if card.rank is not None and card.suit is not None:
        number = (card.rank - Rank.TWO) * 4 + tuple(Suit).index(card.suit)
    return (full_engine(JOKER_POKER).deals == number).any(0).astype(np.int16)
