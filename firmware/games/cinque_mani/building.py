"""What the machine offers while the hands are built, and how it composes them all at once.

From the cards that are left it offers the best hand of every category that they make, in the
form that spoils the rest least, and the five cards that the rest needs least. It is quick, not
perfect: it takes hands one after another and looks ahead only as far as the same habit leads.
It never sees the opponents' cards and draws nothing, so the same cards give the same offer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import islice, product

from firmware.cards.card import Card
from firmware.cards.evaluate import HAND_SIZE
from firmware.games.cinque_mani.forms import (
    OF_RANK,
    PLACES,
    RANKS,
    ROW,
    RUNS,
    Bits,
    bits_of,
    cards_of,
    forms_of,
    split,
)
from firmware.games.cinque_mani.hands import DECK, SUIT_HEIGHT, Category, evaluate, strength
from firmware.games.cinque_mani.table import POINTS, Hand

_TRIED = 6
"""Forms of a hand that are played on to see what they leave."""
_FALLING = tuple(reversed(Category))


@dataclass(frozen=True, slots=True)
class Candidate:
    """A hand that may be laid next.

    Attributes:
        cards: the five, as they are to lie.
        category: what they make.
        is_recommended: whether DEAL takes it; so for one of the first four.
    """

    cards: Hand
    category: Category
    is_recommended: bool = False


SHOWN_AT_ONCE = 4
"""Candidates on a page, above HOLD1..HOLD4."""


def candidates(left: Sequence[Card], page: int = 0) -> tuple[Candidate, ...]:
    """The best hand of each category that the cards make, the strongest category first: four.

    Args:
        left: the cards not laid yet: 10, 15, 20 or 25.
        page: which four, from 0.

    >>> from firmware.cards.card import parse_cards
    >>> cards = parse_cards("AH AD AC AS KH KD QS 9C 8D 7S")
    >>> [str(found.category) for found in candidates(cards)]
    ['quads', 'full_house', 'trips', 'two_pair']
    """
    return _candidates(bits_of(left), page)


def pages(left: Sequence[Card]) -> int:
    """How many pages of candidates there are, at least one."""
    return -(-len(_makeable(bits_of(left))) // SHOWN_AT_ONCE)


def recommended(left: Sequence[Card]) -> Hand:
    """The candidate that DEAL takes: with what it leaves, it makes most of the points of the
    positions that are free; of equal ones the strongest."""
    return next(found.cards for found in candidates(left) if found.is_recommended)


def discard(left: Sequence[Card]) -> Hand:
    """The five cards that the rest needs least: the weakest hand of what it would make."""
    return laid_out(cards_of(_weakest(bits_of(left))))


def completed(left: Sequence[Card]) -> tuple[Hand, ...]:
    """All the hands of the cards left, taking the recommended one each time; weakest first."""
    hands = []
    cards = tuple(left)
    while len(cards) > HAND_SIZE:
        hands.append(recommended(cards))
        cards = tuple(card for card in cards if card not in hands[-1])
    hands.append(laid_out(cards))
    return climbing(hands)


def otherwise(cards: Sequence[Card], than: Sequence[Hand]) -> tuple[Hand, ...] | None:
    """Other hands of the same cards, weakest first; None where nothing else comes to mind.

    Args:
        cards: the twenty-five.
        than: the hands that it must differ from, apart from their order.
    """
    known = {frozenset(hand) for hand in than}
    firsts = [found.cards for found in candidates(cards) if not found.is_recommended]
    for first in (*firsts, discard(cards)):
        rest = completed([card for card in cards if card not in first])
        hands = climbing((first, *rest))
        if {frozenset(hand) for hand in hands} != known:
            return hands
    return None


def compositions(
    cards: Sequence[Card], categories: int, forms: int
) -> tuple[tuple[Hand, ...], ...]:
    """Several ways to make five hands of the cards, each weakest first, no two alike.

    Args:
        cards: the twenty-five.
        categories: how many of the categories that they make are begun with, from the strongest.
        forms: how many forms of the best hand of each; the rest of the cards always makes the
            strongest category next.
    """
    bits = bits_of(cards)
    count = bits.bit_count() // HAND_SIZE
    found: dict[frozenset[Bits], tuple[Hand, ...]] = {}
    for category in _makeable(bits)[:categories]:
        for first in _cheapest(bits, category, forms):
            hands = [first, *_composed(bits & ~first, count - 1)]
            known = frozenset(hands)
            if known not in found:
                laid = [laid_out(cards_of(hand)) for hand in sorted(hands, key=_strength)]
                found[known] = tuple(laid)
    return tuple(found.values())


def climbing(hands: Iterable[Hand]) -> tuple[Hand, ...]:
    """The hands from the weakest to the strongest, apart from any circle among them."""
    return tuple(sorted(hands, key=strength))


def laid_out(cards: Sequence[Card]) -> Hand:
    """Five cards as they are best read: what makes the hand first, then from the highest down.

    >>> from firmware.cards.card import parse_cards
    >>> " ".join(map(str, laid_out(parse_cards("KS 9H KH 7D AC"))))
    'KH KS AC 9H 7D'
    """
    made = evaluate(cards)
    if made.category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH):
        return made.cards  # a low ace comes last

    def place(card: Card) -> tuple[int, int, int]:
        assert card.rank is not None
        assert card.suit is not None
        count = sum(1 for other in cards if other.rank is card.rank)
        return -count, -card.rank, -SUIT_HEIGHT[card.suit]

    return tuple(sorted(cards, key=place))


# --- ahead ------------------------------------------------------------------------------------


def offered_ahead(left: Sequence[Card], page: int = 0) -> Iterator[None]:
    """Find what is offered of these cards, and what every press may ask after it, little by little.

    All of it is remembered, and nothing else comes of it: who asks sooner finds it for himself,
    and finds the same. A step takes about a tenth of a millisecond on a PC.

    Args:
        left: the cards not laid yet.
        page: which four are shown.
    """
    bits = bits_of(left)
    yield from _found(bits, page)
    laid = [bits_of(found.cards) for found in _candidates(bits, page)]
    for hand in (*laid, _weakest(bits)):
        yield from _found(bits & ~hand)
        _weakest(bits & ~hand)
    if pages(left) > 1:
        yield from _found(bits, (page + 1) % pages(left))
    yield from _completed_ahead(bits)


def completed_ahead(cards: Sequence[Card]) -> Iterator[None]:
    """The same for `completed` and `otherwise` of all the cards."""
    bits = bits_of(cards)
    yield from _completed_ahead(bits)
    for found in candidates(cards):
        if not found.is_recommended:
            yield from _completed_ahead(bits & ~bits_of(found.cards))
            return


def _completed_ahead(left: Bits) -> Iterator[None]:
    while left.bit_count() > HAND_SIZE:
        yield from _found(left)
        left &= ~bits_of(next(hand.cards for hand in _candidates(left, 0) if hand.is_recommended))


def _found(left: Bits, page: int = 0) -> Iterator[None]:
    """The parts of `_candidates`, one at a step."""
    if left.bit_count() <= HAND_SIZE:
        return
    for category in _FALLING:
        _cheapest(left, category, 1)
        yield
    for category in _makeable(left)[page * SHOWN_AT_ONCE : (page + 1) * SHOWN_AT_ONCE]:
        for hand in _cheapest(left, category, _TRIED):
            _worth(left & ~hand)
            yield
        _least_spoiling(left, category)
    _candidates(left, page)
    yield


# --- choosing ---------------------------------------------------------------------------------


@lru_cache(maxsize=128)
def _candidates(left: Bits, page: int) -> tuple[Candidate, ...]:
    shown = _makeable(left)[page * SHOWN_AT_ONCE : (page + 1) * SHOWN_AT_ONCE]
    found = [(category, *_least_spoiling(left, category)) for category in shown]
    worth = POINTS[left.bit_count() // HAND_SIZE - 1]
    worths = [worth * category.height + rest for category, _, rest in found]
    star = worths.index(max(worths)) if page == 0 else None
    return tuple(
        Candidate(laid_out(cards_of(hand)), category, place == star)
        for place, (category, hand, _) in enumerate(found)
    )


@lru_cache(maxsize=128)
def _makeable(left: Bits) -> tuple[Category, ...]:
    """The categories that the cards make, the strongest first."""
    return tuple(category for category in _FALLING if _cheapest(left, category, 1))


@lru_cache(maxsize=512)
def _least_spoiling(left: Bits, category: Category) -> tuple[Bits, int]:
    """The form of a category's best hand that leaves most, and what it leaves."""
    tried = [(hand, _worth(left & ~hand)) for hand in _cheapest(left, category, _TRIED)]
    return max(tried, key=lambda each: (each[1], _strength(each[0])))


@lru_cache(maxsize=1024)
def _worth(left: Bits) -> int:
    """What the cards would make: the heights of the categories by the points of the lowest
    positions, climbing."""
    hands = _composed(left, left.bit_count() // HAND_SIZE)
    heights = sorted(_strength(hand) >> _CATEGORY_BITS for hand in hands)
    return sum(worth * height for worth, height in zip(POINTS, heights, strict=False))


_CATEGORY_BITS = 32


@lru_cache(maxsize=128)
def _weakest(left: Bits) -> Bits:
    """The weakest of the hands that the cards would make."""
    return min(_composed(left, left.bit_count() // HAND_SIZE), key=_strength)


def _composed(left: Bits, count: int) -> list[Bits]:
    """`count` hands of the cards, the strongest category first; what remains is the last."""
    hands = []
    for _ in range(count - 1):
        hand = _strongest(left)
        hands.append(hand)
        left &= ~hand
    return [*hands, left] if left else hands


@lru_cache(maxsize=1024)  # what a hand leaves is looked at again when that hand is laid
def _strongest(left: Bits) -> Bits:
    for category in _FALLING:
        for hand in _cheapest(left, category, 1):
            return hand
    raise ValueError(f"no hand in {left.bit_count()} cards; at least {HAND_SIZE} are needed")


@lru_cache(maxsize=512)
def _cheapest(left: Bits, category: Category, count: int) -> tuple[Bits, ...]:
    """The forms of a category's best hand whose cards the rest needs least, up to `count`."""
    needs = _needs(left)
    need = needs.__getitem__
    rated = [
        [[(sum(map(need, split(part))), part) for part in parts] for parts in group]
        for group in forms_of(left, category, needs)
        if all(group)  # too few other cards beside what makes the hand: no form
    ]
    if count == 1 and rated:  # the parts are chosen apart: no form but the cheapest is made
        cheapest = min(_joined(map(min, group)) for group in rated)[1]
        if _strength(cheapest) >> _CATEGORY_BITS == category.height:
            return (cheapest,)
    forms = sorted(_joined(parts) for group in rated for parts in product(*group))
    fitting = (form for _, form in forms if _strength(form) >> _CATEGORY_BITS == category.height)
    return tuple(islice(fitting, count))


def _joined(parts: Iterable[tuple[int, Bits]]) -> tuple[int, Bits]:
    """A hand of parts: what the rest needs of it, and its cards."""
    need, hand = 0, 0
    for part_need, part in parts:
        need += part_need
        hand |= part
    return need, hand


@lru_cache(maxsize=256)
def _needs(left: Bits) -> Mapping[Bits, int]:
    """How much the cards left need each of them, as a rule of thumb; lower ranks less."""
    by_equals = [_BY_EQUALS[(left & equals).bit_count()] for equals in OF_RANK]
    of_suits = [_needs_of_suit(left >> at & ROW) for at in range(0, len(DECK), RANKS)]
    return {
        bit: (of_suits[suit][rank] + by_equals[rank]) * RANKS + rank
        for bit, suit, rank in PLACES
        if left & bit
    }


@cache
def _needs_of_suit(row: Bits) -> tuple[int, ...]:
    """What of that comes from the other cards of a suit, by rank."""
    runs = [run for run in RUNS if row & run == run]
    flush = _OF_FLUSH if row.bit_count() >= HAND_SIZE else 0
    return tuple(flush + sum(_OF_RUN for run in runs if run >> rank & 1) for rank in range(RANKS))


_BY_EQUALS = (0, 0, 1, 3, 5)
_OF_FLUSH = 2
_OF_RUN = 4


@lru_cache(maxsize=4096)
def _strength(hand: Bits) -> int:
    return strength(cards_of(hand))
