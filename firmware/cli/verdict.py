"""What `cabinato compare` answers, whatever the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from firmware.cards.card import Card
from firmware.errors import RuleError


@dataclass(frozen=True, slots=True)
class Verdict:
    """Two hands against each other.

    Attributes:
        winner: `first`, `second` or `push`.
        first: what JSON tells of the first hand.
        second: what it tells of the second.
        why: what decided, as a sentence.
    """

    winner: str
    first: Mapping[str, object]
    second: Mapping[str, object]
    why: str


Judge = Callable[[Sequence[str]], Verdict]
"""Compares hands by the rules of a game; raises ValueError for what cannot be compared."""


def verify_two(hands: Sequence[str]) -> None:
    """Refuse anything but two hands.

    Raises:
        RuleError: naming them.
    """
    if len(hands) != 2:
        raise RuleError(f"two hands are compared, not {len(hands)}: {' | '.join(hands)}")


def verify_in_deck(cards: Sequence[Card], deck: Sequence[Card]) -> None:
    """Refuse a card that this deck has not.

    Raises:
        RuleError: naming it.
    """
    for card in cards:
        if card not in deck:
            lowest = min(each.rank for each in deck if each.rank is not None).letter
            raise RuleError(
                f"the card {card} is not in the deck of {len(deck)}: {lowest} to A, no joker"
            )
