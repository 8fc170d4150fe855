"""The hands of Cinque Mani and which of two is better: a total order, for suits rank too.

Everybody plays with a deck of 32 cards of his own, so the same cards may stand on both sides.
Whatever differs decides: first what the hands are, then the ranks, last the suits. Only the
identical five cards are equal. As in Italian poker a flush stands above a full house, and
A-7-8-9-10 is the lowest straight.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum, unique
from functools import cache
from typing import NamedTuple

from firmware.cards.card import Card, Rank, Suit, standard_deck
from firmware.cards.evaluate import HAND_SIZE, Pattern, RuleSet, Shape, pattern, shape

RULE_SET = RuleSet(lowest=Rank.SEVEN)
"""How the evaluator sees five cards of this deck."""

DECK: tuple[Card, ...] = tuple(
    card for card in standard_deck() if card.rank is not None and card.rank >= RULE_SET.lowest
)
"""The 32 cards, by suit and rank."""

SUITS = (Suit.SPADES, Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS)
"""The suits as they rank, from the lowest."""

SUIT_HEIGHT: Mapping[Suit, int] = {suit: height for height, suit in enumerate(SUITS)}


@unique
class FlushOrder(StrEnum):
    """What decides first between two flushes."""

    RANKS_FIRST = "ranks_first"
    """The five ranks from the highest down, then the suit, as with every other hand."""
    SUIT_FIRST = "suit_first"
    """The suit, then the ranks."""


@dataclass(frozen=True, slots=True)
class Ranking:
    """What decides which hand is better.

    Attributes:
        flush: what decides first between two flushes.
        minima_batte_massima: whether the lowest straight flush beats the highest. That closes
            a circle: the lowest beats the highest, which beats those between, which beat the
            lowest. No order holds it, so sorting (`Made.strength`) leaves it out and only
            `compare` and `best_of` know it; of three hands that beat each other in a circle
            none is the best.
    """

    flush: FlushOrder = FlushOrder.RANKS_FIRST
    minima_batte_massima: bool = False


PLAIN = Ranking()
"""Without any option."""


@unique
class Category(StrEnum):
    """What five cards make, from the lowest to the highest."""

    NOTHING = "nothing"
    PAIR = "pair"
    TWO_PAIR = "two_pair"
    TRIPS = "trips"
    STRAIGHT = "straight"
    FULL_HOUSE = "full_house"
    FLUSH = "flush"
    QUADS = "quads"
    STRAIGHT_FLUSH = "straight_flush"

    @property
    def height(self) -> int:
        """0 for nothing .. 8 for the straight flush."""
        return _HEIGHTS[self]


_HEIGHTS = {category: height for height, category in enumerate(Category)}


class Made(NamedTuple):
    """A hand.

    Attributes:
        category: what it is.
        ranks: the ranks that are compared with another hand of its category, in this order.
        cards: the five in the order in which their suits are compared after that.
        positions: 1..5, ascending, of the cards that make it; empty for nothing.
        strength: greater is better, equal are identical cards alone.
    """

    category: Category
    ranks: tuple[Rank, ...]
    cards: tuple[Card, ...]
    positions: tuple[int, ...]
    strength: int


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
    """The ranks that make the hand: the higher pair, trips, top card ..."""
    SIDE_CARD = "side_card"
    """The rank of a card beside the combination."""
    SUIT = "suit"
    """A suit, the ranks being the same or, of a flush by the option, asked after it."""
    MINIMA = "minima"
    """The lowest straight flush beats the highest, by the option."""
    EQUAL = "equal"
    """The identical five cards: nobody scores."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two hands against each other.

    Attributes:
        winner: who scores.
        first: what the first hand is.
        second: what the second hand is.
        reason: what decided.
        ranks: the two ranks that decided, the first hand's and the second's; None where no
            ranks did.
        cards: the two cards whose suits decided, likewise.
    """

    winner: Winner
    first: Made
    second: Made
    reason: Reason
    ranks: tuple[Rank, Rank] | None = None
    cards: tuple[Card, Card] | None = None


def evaluate(cards: Sequence[Card], ranking: Ranking = PLAIN) -> Made:
    """What five cards are.

    >>> from firmware.cards.card import parse_cards
    >>> made = evaluate(parse_cards("KS 9H KH 7D AC"))
    >>> made.category, "".join(rank.letter for rank in made.ranks), made.positions
    (<Category.PAIR: 'pair'>, 'KA97', (1, 3))
    >>> " ".join(map(str, made.cards))
    'AC 9H 7D KH KS'

    Raises:
        ValueError: when there are not five cards, or one that this deck has not.
    """
    seen = _verdict(pattern(cards))
    places = seen.places
    ordered = sorted(cards, key=lambda card: _place(card, places))
    positions = tuple([at for at, card in enumerate(cards, 1) if card.rank in seen.makers])
    return Made(seen.category, seen.ranks, tuple(ordered), positions, strength(cards, ranking))


def strength(cards: Sequence[Card], ranking: Ranking = PLAIN) -> int:
    """How good five cards are, as a number below 2**36: greater is better.

    From the highest bits down: the category (4), the suit of a flush where it goes first (2),
    five ranks (4 each), five suits (2 each).

    Raises:
        ValueError: as `evaluate`.
    """
    seen = _verdict(pattern(cards))
    places = seen.places
    suits = 0
    for place in sorted([_place(card, places) for card in cards]):
        suits = suits << 2 | 3 - place & 3
    if seen.category is Category.FLUSH and ranking.flush is FlushOrder.SUIT_FIRST:
        return seen.key | (suits & 3) << 30 | suits
    return seen.key | suits


def beats(first: Made, second: Made, ranking: Ranking = PLAIN) -> bool:
    """Whether the first hand is better, under every option."""
    if ranking.minima_batte_massima and _is_minima_and_massima(first, second):
        return first.strength < second.strength
    return first.strength > second.strength


def best_of(hands: Sequence[Made], ranking: Ranking = PLAIN) -> int | None:
    """Which of several hands beats every other: its place from 0.

    None where the best is there twice or where, by the option, they beat each other in a circle.
    """
    for place, hand in enumerate(hands):
        others = (*hands[:place], *hands[place + 1 :])
        if all(beats(hand, other, ranking) for other in others):
            return place
    return None


def compare(first: Sequence[Card], second: Sequence[Card], ranking: Ranking = PLAIN) -> Comparison:
    """Which of two hands wins, and what decides.

    >>> from firmware.cards.card import parse_cards
    >>> found = compare(parse_cards("AH KH 9H 8H 7H"), parse_cards("AS KS 9S 8S 7S"))
    >>> found.winner, found.reason, found.cards
    (<Winner.FIRST: 'first'>, <Reason.SUIT: 'suit'>, (Card('AH'), Card('AS')))

    Raises:
        ValueError: as `evaluate`.
    """
    ours, theirs = evaluate(first, ranking), evaluate(second, ranking)
    if ours.strength == theirs.strength:
        return Comparison(Winner.PUSH, ours, theirs, Reason.EQUAL)
    winner = Winner.FIRST if beats(ours, theirs, ranking) else Winner.SECOND
    if ours.category is not theirs.category:
        return Comparison(winner, ours, theirs, Reason.CATEGORY)
    if ranking.minima_batte_massima and _is_minima_and_massima(ours, theirs):
        tops = ours.ranks[0], theirs.ranks[0]
        return Comparison(winner, ours, theirs, Reason.MINIMA, ranks=tops)
    suit = _first_unlike_suit(ours, theirs)
    goes_first = ours.category is Category.FLUSH and ranking.flush is FlushOrder.SUIT_FIRST
    if suit is not None and (goes_first or ours.ranks == theirs.ranks):
        return Comparison(winner, ours, theirs, Reason.SUIT, cards=suit)
    pairs = zip(ours.ranks, theirs.ranks, strict=True)
    place, ranks = next((at, pair) for at, pair in enumerate(pairs) if pair[0] != pair[1])
    is_made = place < _COMBINED.get(ours.category, 1)
    reason = Reason.COMBINATION if is_made else Reason.SIDE_CARD
    return Comparison(winner, ours, theirs, reason, ranks=ranks)


_COMBINED = {
    Category.NOTHING: 0,
    Category.TWO_PAIR: 2,
    Category.FULL_HOUSE: 2,
    Category.FLUSH: HAND_SIZE,
}
"""How many of the compared ranks belong to the combination itself; one where not listed."""


def _first_unlike_suit(ours: Made, theirs: Made) -> tuple[Card, Card] | None:
    pairs = zip(ours.cards, theirs.cards, strict=True)
    return next((pair for pair in pairs if pair[0].suit is not pair[1].suit), None)


def _is_minima_and_massima(first: Made, second: Made) -> bool:
    """Whether these are the lowest and the highest straight flush, in either order."""
    if first.category is not second.category or first.category is not Category.STRAIGHT_FLUSH:
        return False
    return {first.ranks[0], second.ranks[0]} == {Rank.TEN, Rank.ACE}


class _Verdict(NamedTuple):
    """What follows from the pattern of a hand.

    Attributes:
        category: what it is.
        ranks: the ranks that are compared.
        makers: the ranks of the cards that make it.
        places: rank -> which of the ranks has its suits compared first, from 0.
        key: the strength but for the suits.
    """

    category: Category
    ranks: tuple[Rank, ...]
    makers: frozenset[Rank]
    places: Mapping[Rank, int]
    key: int


@cache  # there are 840 patterns
def _verdict(seen: Pattern) -> _Verdict:
    form = shape(seen, RULE_SET)
    category = _category(form)
    by_count = tuple(rank for _, rank in form.groups)
    equal = tuple(rank for count, rank in form.groups if count > 1)
    single = tuple(rank for count, rank in form.groups if count == 1)
    match category:
        case Category.STRAIGHT | Category.STRAIGHT_FLUSH:
            assert form.straight_top is not None
            ranks: tuple[Rank, ...] = (form.straight_top,)
            asked = _downward(form.straight_top, by_count)
        case Category.FULL_HOUSE | Category.FLUSH | Category.NOTHING:
            ranks = asked = by_count
        case _:  # side cards are asked for their suits before the combination
            ranks, asked = by_count, single + equal
    makers = frozenset(equal if category in _MADE_OF_EQUALS else by_count)
    places = {rank: place for place, rank in enumerate(asked)}
    return _Verdict(category, ranks, makers, places, _key(category, ranks))


_MADE_OF_EQUALS = (
    Category.NOTHING,
    Category.PAIR,
    Category.TWO_PAIR,
    Category.TRIPS,
    Category.QUADS,
)


def _downward(top: Rank, ranks: Sequence[Rank]) -> tuple[Rank, ...]:
    """The ranks of a straight from its top down; an ace that begins it comes last."""
    return tuple(sorted(ranks, key=lambda rank: (rank > top, -rank)))


def _key(category: Category, ranks: Sequence[Rank]) -> int:
    key = category.height << 2
    for place in range(HAND_SIZE):
        key = key << 4 | (ranks[place] if place < len(ranks) else 0)
    return key << 2 * HAND_SIZE


def _place(card: Card, places: Mapping[Rank, int]) -> int:
    """Where a card's suit is compared: by its rank, the highest suit first."""
    assert card.rank is not None
    assert card.suit is not None
    return places[card.rank] << 2 | 3 - SUIT_HEIGHT[card.suit]


def _category(form: Shape) -> Category:
    """The category of a shape, tried from the highest."""
    is_straight = form.straight_top is not None
    ladder: tuple[tuple[bool, Category], ...] = (
        (form.is_flush and is_straight, Category.STRAIGHT_FLUSH),
        (form.counts == (4, 1), Category.QUADS),
        (form.is_flush, Category.FLUSH),
        (form.counts == (3, 2), Category.FULL_HOUSE),
        (is_straight, Category.STRAIGHT),
        (form.counts == (3, 1, 1), Category.TRIPS),
        (form.counts == (2, 2, 1), Category.TWO_PAIR),
        (form.counts == (2, 1, 1, 1), Category.PAIR),
    )
    return next((category for is_made, category in ladder if is_made), Category.NOTHING)
