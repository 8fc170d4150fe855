"""The hands of Strip Poker and which of two is better, exactly as the rules of the game say.

Only what the rules name is compared. Equal pairs are decided by the side cards; two straights
or two flushes of one top card are a push, although the lower cards of a flush may differ. An
operator may have the lower cards of flushes count too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum, unique
from functools import cache
from typing import NamedTuple

from firmware.cards.card import Card, Rank, standard_deck
from firmware.cards.evaluate import Pattern, RuleSet, Shape, pattern, shape


@unique
class Deck(IntEnum):
    """How many cards are played with."""

    SHORT = 32
    """Seven to ace."""
    FULL = 52
    """Two to ace."""

    @property
    def lowest(self) -> Rank:
        """Its lowest rank."""
        return Rank.SEVEN if self is Deck.SHORT else Rank.TWO

    @property
    def cards(self) -> tuple[Card, ...]:
        """Its cards, by suit and rank."""
        return _cards_of(self)


@cache
def _cards_of(deck: Deck) -> tuple[Card, ...]:
    return tuple(
        card for card in standard_deck() if card.rank is not None and card.rank >= deck.lowest
    )


@unique
class FlushTie(StrEnum):
    """What decides between two flushes."""

    TOP_CARD = "top_card"
    """The highest card alone, then push: what the rules of the game say."""
    ALL_CARDS = "all_cards"
    """The five cards from the highest down, as most players expect."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """What decides which hand is better.

    Attributes:
        deck: 32 or 52 cards.
        has_low_ace: whether the ace may also stand below the deck's lowest card in a straight.
        flush_tie: what decides between two flushes.
    """

    deck: Deck = Deck.SHORT
    has_low_ace: bool = True
    flush_tie: FlushTie = FlushTie.TOP_CARD

    @property
    def rule_set(self) -> RuleSet:
        """The same for the evaluator."""
        return RuleSet(lowest=self.deck.lowest, has_low_ace=self.has_low_ace)


@unique
class Category(StrEnum):
    """What five cards make, from the lowest to the highest."""

    NOTHING = "nothing"
    PAIR = "pair"
    TWO_PAIR = "two_pair"
    TRIPS = "trips"
    STRAIGHT = "straight"
    FLUSH = "flush"
    FULL_HOUSE = "full_house"
    QUADS = "quads"
    STRAIGHT_FLUSH = "straight_flush"

    @property
    def height(self) -> int:
        """0 for nothing .. 8 for the straight flush."""
        return _HEIGHTS[self]


_HEIGHTS = {category: height for height, category in enumerate(Category)}


@dataclass(frozen=True, slots=True)
class Made:
    """A hand.

    Attributes:
        category: what it is.
        ranks: all that is compared with another hand of its category, in this order; ranks
            that the rules do not compare are left out.
        positions: 1..5, ascending, of the cards that make it; empty for nothing.
    """

    category: Category
    ranks: tuple[Rank, ...]
    positions: tuple[int, ...]

    @property
    def strength(self) -> tuple[int, tuple[Rank, ...]]:
        """Greater is better, equal is a push."""
        return self.category.height, self.ranks


@unique
class Winner(StrEnum):
    """Which of two hands wins."""

    FIRST = "first"
    SECOND = "second"
    PUSH = "push"


@unique
class Reason(StrEnum):
    """What decided."""

    CATEGORY = "category"
    """One category ranks above the other."""
    COMBINATION = "combination"
    """The cards that make the hand: the higher pair, trips, top card ..."""
    SIDE_CARD = "side_card"
    """A card beside the combination."""
    EQUAL = "equal"
    """Nothing that counts differs: the pot stays."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two hands against each other.

    Attributes:
        winner: who takes the pot.
        first: what the first hand is.
        second: what the second hand is.
        reason: what decided.
        ranks: the two ranks that decided, the first hand's and the second's; None where the
            category did, or nothing.
    """

    winner: Winner
    first: Made
    second: Made
    reason: Reason
    ranks: tuple[Rank, Rank] | None = None


def evaluate(cards: Sequence[Card], ranking: Ranking) -> Made:
    """What five cards are.

    >>> from firmware.cards.card import parse_cards
    >>> made = evaluate(parse_cards("KS 9H KH 7D AC"), Ranking())
    >>> made.category, "".join(rank.letter for rank in made.ranks), made.positions
    (<Category.PAIR: 'pair'>, 'KA97', (1, 3))

    Raises:
        ValueError: when there are not five cards, or one that this deck has not.
    """
    category, ranks, makers = _verdict(pattern(cards), ranking)
    positions = tuple([at for at, card in enumerate(cards, 1) if card.rank in makers])
    return Made(category, ranks, positions)


def compare(first: Sequence[Card], second: Sequence[Card], ranking: Ranking) -> Comparison:
    """Which of two hands wins, and what decides.

    >>> from firmware.cards.card import parse_cards
    >>> found = compare(
    ...     parse_cards("AH KH 9H 8H 7H"), parse_cards("AS QS TS 9S 8S"), Ranking()
    ... )
    >>> found.winner, found.reason
    (<Winner.PUSH: 'push'>, <Reason.EQUAL: 'equal'>)

    Raises:
        ValueError: as `evaluate`.
    """
    ours, theirs = evaluate(first, ranking), evaluate(second, ranking)
    if ours.strength == theirs.strength:
        return Comparison(Winner.PUSH, ours, theirs, Reason.EQUAL)
    winner = Winner.FIRST if ours.strength > theirs.strength else Winner.SECOND
    if ours.category is not theirs.category:
        return Comparison(winner, ours, theirs, Reason.CATEGORY)
    pairs = zip(ours.ranks, theirs.ranks, strict=True)
    place, ranks = next((at, pair) for at, pair in enumerate(pairs) if pair[0] != pair[1])
    is_made = place < _COMBINED.get(ours.category, 1)
    return Comparison(
        winner, ours, theirs, Reason.COMBINATION if is_made else Reason.SIDE_CARD, ranks
    )


_COMBINED = {Category.TWO_PAIR: 2, Category.FLUSH: 5}
"""How many of the compared ranks belong to the combination itself; one where not listed."""


class _Verdict(NamedTuple):
    """A category, the ranks that are compared, and the ranks of the cards that make it."""

    category: Category
    ranks: tuple[Rank, ...]
    makers: frozenset[Rank]


@cache  # there are 840 patterns of 32 cards and 7,462 of 52, for each ranking
def _verdict(seen: Pattern, ranking: Ranking) -> _Verdict:
    form = shape(seen, ranking.rule_set)
    category = _category(form)
    by_count = tuple(rank for _, rank in form.groups)
    match category:
        case Category.STRAIGHT | Category.STRAIGHT_FLUSH:
            assert form.straight_top is not None
            return _Verdict(category, (form.straight_top,), frozenset(by_count))
        case Category.FLUSH:
            counts_all = ranking.flush_tie is FlushTie.ALL_CARDS
            return _Verdict(category, by_count if counts_all else by_count[:1], frozenset(by_count))
        case Category.TRIPS | Category.QUADS:
            return _Verdict(category, by_count[:1], frozenset(by_count[:1]))
        case Category.FULL_HOUSE:
            return _Verdict(category, by_count[:1], frozenset(by_count))
        case _:
            equal = frozenset(rank for count, rank in form.groups if count > 1)
            return _Verdict(category, by_count, equal)


def _category(form: Shape) -> Category:
    """The category of a shape, tried from the highest."""
    is_straight = form.straight_top is not None
    ladder: tuple[tuple[bool, Category], ...] = (
        (form.is_flush and is_straight, Category.STRAIGHT_FLUSH),
        (form.counts == (4, 1), Category.QUADS),
        (form.counts == (3, 2), Category.FULL_HOUSE),
        (form.is_flush, Category.FLUSH),
        (is_straight, Category.STRAIGHT),
        (form.counts == (3, 1, 1), Category.TRIPS),
        (form.counts == (2, 2, 1), Category.TWO_PAIR),
        (form.counts == (2, 1, 1, 1), Category.PAIR),
    )
    return next((category for is_made, category in ladder if is_made), Category.NOTHING)
