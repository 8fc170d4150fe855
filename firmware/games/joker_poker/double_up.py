"""The double: one card against the dealer's, and the arithmetic of what is at stake.

The dealer turns up one card of a fresh shuffled deck of 52 and lays four face down; the
player picks one. By symmetry a pick is higher exactly as often as it is lower, so a double
returns exactly 100 % (`tools/proofs double` counts every pair).
"""

from __future__ import annotations

from enum import StrEnum, unique

from firmware.cards.card import Card
from firmware.errors import RuleError

CARDS_LAID = 5
"""The dealer's card and the four to pick from, all from one shuffle before the choice."""

_ABOVE_ACE = 15


@unique
class Outcome(StrEnum):
    """How a double ends."""

    WON = "won"
    """The pick is higher: twice the stake."""
    TIED = "tied"
    """Equal ranks: the stake comes back and may be doubled again."""
    LOST = "lost"
    """The pick is lower: the stake is gone."""


def outcome(dealer: Card, pick: Card) -> Outcome:
    """Compare ranks, 2 lowest and ace highest; suits never count.

    A joker, should the deck hold one, is above every card on either side.

    >>> outcome(Card.parse("QH"), Card.parse("KC"))
    <Outcome.WON: 'won'>
    """
    difference = _height(pick) - _height(dealer)
    if difference == 0:
        return Outcome.TIED
    return Outcome.WON if difference > 0 else Outcome.LOST


def pending_after(result: Outcome, stake: int) -> int:
    """The pending win, in credits, after a double of `stake` credits.

    >>> [pending_after(result, 25) for result in Outcome]
    [50, 25, 0]

    Raises:
        RuleError: when the stake is not at least 1.
    """
    if stake < 1:
        raise RuleError(f"a stake is at least 1 credit, not {stake}")
    return {Outcome.WON: 2 * stake, Outcome.TIED: stake, Outcome.LOST: 0}[result]


def can_halve(win: int) -> bool:
    """Whether half of a win of `win` credits is still a stake."""
    return win >= 2


def half_stake(win: int) -> int:
    """The stake of a half double; the rest, the larger half of an odd win, is banked at once.

    >>> half_stake(25), half_rest(25)
    (12, 13)

    Raises:
        RuleError: when the win cannot be halved.
    """
    if not can_halve(win):
        raise RuleError(f"a win of {win} cannot be halved")
    return win // 2


def half_rest(win: int) -> int:
    """The credits banked at once by a half double of a win of `win` credits.

    Raises:
        RuleError: when the win cannot be halved.
    """
    return win - half_stake(win)


def _height(card: Card) -> int:
    return _ABOVE_ACE if card.rank is None else card.rank
