"""The hands of Joker Poker, which cards make one, and the hold that the machine proposes.

The joker takes whatever pays best. With the pay tables' order of hands that is:

- joker and four of a rank: five of a kind, even beside any other reading;
- joker and trips: quads, never a full house; joker and two pair: full house;
- joker and a pair: trips, never two pair;
- joker and four of different ranks: a royal, straight flush, flush or straight at its
  highest (a joker with 9-10-J-Q tops it as the king), else a pair of its highest king or
  ace, else nothing.

A royal with the joker in it is never the natural one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum, unique
from functools import cache
from typing import NamedTuple

from firmware.cards.card import Card, Rank
from firmware.cards.evaluate import Pattern, RuleSet, Shape, pattern, shape

RULES = RuleSet(lowest=Rank.TWO, has_low_ace=True, jokers=1)


@unique
class Hand(StrEnum):
    """What five cards are worth, from the lowest to the highest."""

    NOTHING = "nothing"
    """No hand that pays; a pair below kings too."""
    KINGS_OR_BETTER = "kings_or_better"
    """A pair of kings or aces, or one of them and the joker."""
    TWO_PAIR = "two_pair"
    """Two pairs, without the joker."""
    TRIPS = "trips"
    """Three of a rank, or any pair and the joker."""
    STRAIGHT = "straight"
    """Five consecutive ranks; the ace ends or begins it."""
    FLUSH = "flush"
    """Five of one suit."""
    FULL_HOUSE = "full_house"
    """Three and two of a rank, or two pairs and the joker."""
    QUADS = "quads"
    """Four of a rank, or three and the joker."""
    STRAIGHT_FLUSH = "straight_flush"
    """Five consecutive ranks of one suit below the royal."""
    JOKER_ROYAL = "joker_royal"
    """A K Q J 10 of one suit in which the joker stands for one card."""
    FIVE_OF_A_KIND = "five_of_a_kind"
    """Four of a rank and the joker."""
    NATURAL_ROYAL = "natural_royal"
    """A K Q J 10 of one suit without the joker."""


@dataclass(frozen=True, slots=True)
class Made:
    """A hand and the cards that make it.

    Attributes:
        hand: which hand.
        positions: 1..5, ascending, of the cards that make it, the joker included; empty for
            nothing. Of two pair and quads only four: the fifth card adds nothing.
        rank: the rank that names it: of the pair, trips, quads or five of a kind, of the
            higher pair, of a full house's three (the joker's side counted), the top of a
            straight or royal, the highest natural card of a flush; None for nothing.
    """

    hand: Hand
    positions: tuple[int, ...]
    rank: Rank | None


_NOTHING = Made(Hand.NOTHING, (), None)


def evaluate(cards: Sequence[Card]) -> Made:
    """The best paying hand of five cards of the 53.

    >>> from firmware.cards.card import parse_cards
    >>> evaluate(parse_cards("9S KH JK KD 4C"))
    Made(hand=<Hand.TRIPS: 'trips'>, positions=(2, 3, 4), rank=<Rank.KING: 13>)

    Raises:
        ValueError: when there are not five cards, or more than one joker.
    """
    hand, rank, makers = _verdict(pattern(cards))
    if not makers:
        return _NOTHING
    positions = tuple([at for at, card in enumerate(cards, 1) if (card.rank or 0) in makers])
    return Made(hand, positions, rank)


def proposal(cards: Sequence[Card]) -> tuple[int, ...]:
    """The positions (1..5) that the machine proposes to hold of the first five cards.

    Made winners only, never draws; but a joker always, since it is worth most of all cards.

    >>> from firmware.cards.card import parse_cards
    >>> proposal(parse_cards("JK QH 9S 4C 2D"))
    (1,)

    Raises:
        ValueError: as `evaluate`.
    """
    made = evaluate(cards)
    if made.hand is Hand.NOTHING:
        return tuple(at for at, card in enumerate(cards, 1) if card.is_joker)
    return made.positions


class _Verdict(NamedTuple):
    """A hand, the rank that names it, and the ranks (0 the joker) of the cards that make it."""

    hand: Hand
    rank: Rank | None
    makers: frozenset[int]


_PARTIAL = frozenset({Hand.KINGS_OR_BETTER, Hand.TWO_PAIR, Hand.TRIPS, Hand.QUADS})
"""Hands that fewer than five cards make."""


@cache  # there are only about 9,300 patterns
def _verdict(seen: Pattern) -> _Verdict:
    """What a pattern is worth."""
    form = shape(seen, RULES)
    hand, rank = _named(form)
    present = frozenset(seen.ranks)
    if rank is None:
        return _Verdict(hand, None, frozenset())
    if hand in _PARTIAL:
        equal = {group for count, group in form.groups if count > 1}
        return _Verdict(hand, rank, present & ((equal or {rank}) | {0}))
    return _Verdict(hand, rank, present)


def _named(form: Shape) -> tuple[Hand, Rank | None]:
    """The hand of a shape, tried from the highest, and the rank that names it."""
    (most, rank), *_ = form.groups
    most += form.has_joker
    top = form.straight_top
    is_straight_flush = form.is_flush and top is not None
    ladder: tuple[tuple[bool, Hand, Rank | None], ...] = (
        (most == 5, Hand.FIVE_OF_A_KIND, rank),
        (
            is_straight_flush and top is Rank.ACE,
            Hand.JOKER_ROYAL if form.has_joker else Hand.NATURAL_ROYAL,
            top,
        ),
        (is_straight_flush, Hand.STRAIGHT_FLUSH, top),
        (most == 4, Hand.QUADS, rank),
        (most == 3 and len(form.groups) == 2, Hand.FULL_HOUSE, rank),
        (form.is_flush, Hand.FLUSH, rank),
        (top is not None, Hand.STRAIGHT, top),
        (most == 3, Hand.TRIPS, rank),
        (form.counts == (2, 2, 1), Hand.TWO_PAIR, rank),
        (most == 2 and rank >= Rank.KING, Hand.KINGS_OR_BETTER, rank),
    )
    return next(
        ((hand, name) for is_made, hand, name in ladder if is_made),
        (Hand.NOTHING, None),
    )
