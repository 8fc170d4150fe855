"""The forms of a hand: which five of the cards make a category as well as they can.

Cards are bits here: bit i of a `Bits` is card i of `DECK`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations

from firmware.cards.card import Card
from firmware.cards.evaluate import HAND_SIZE
from firmware.games.cinque_mani.hands import DECK, Category

Bits = int

RANKS = 8
"""In a suit."""
_SUITS = len(DECK) // RANKS
ROW = (1 << RANKS) - 1
"""The cards of a suit, moved to the first."""
_BIT: Mapping[Card, Bits] = {card: 1 << place for place, card in enumerate(DECK)}
OF_RANK = tuple(sum(1 << suit * RANKS + rank for suit in range(_SUITS)) for rank in range(RANKS))
PLACES = tuple((1 << place, *divmod(place, RANKS)) for place in range(len(DECK)))
"""Of each card its bit, and the numbers of its suit and rank."""
RUNS = (*(0b11111 << low for low in range(3, -1, -1)), 0b10001111)
"""The ranks of the straights, the highest first; the last is A-7-8-9-10."""


Group = tuple[Sequence[Bits], ...]
"""Hands of the same parts: any one of the first, with any one of the second, and so on."""


def forms_of(left: Bits, category: Category, needs: Mapping[Bits, int]) -> list[Group]:
    """Hands of a category that are as good as it gets in what makes them: the rank of the
    quads, the top of the straight ... A few of them make more than the category."""
    match category:
        case Category.STRAIGHT_FLUSH:
            return _straight_flushes(left)
        case Category.FLUSH:
            return _flushes(left)
        case Category.STRAIGHT:
            return _straights(left, needs)
        case Category.FULL_HOUSE:
            return _full_houses(left)
        case _:
            return _equals(left, _EQUALS[category], needs)


_EQUALS = {
    Category.QUADS: (4,),
    Category.TRIPS: (3,),
    Category.TWO_PAIR: (2, 2),
    Category.PAIR: (2,),
    Category.NOTHING: (1,),
}


def _straight_flushes(left: Bits) -> list[Group]:
    for run in RUNS:
        found = [run << at for at in range(0, len(DECK), RANKS) if left >> at & run == run]
        if found:
            return [(found,)]
    return []


def _straights(left: Bits, needs: Mapping[Bits, int]) -> list[Group]:
    ranks = [split(left & each) for each in OF_RANK]
    for run in RUNS:
        held = [ranks[rank] for rank in range(RANKS) if run >> rank & 1]
        if all(held):
            return [tuple(sorted(bits, key=needs.__getitem__)[:3] for bits in held)]
    return []


def _flushes(left: Bits) -> list[Group]:
    rows = [left & ROW << at for at in range(0, len(DECK), RANKS)]
    rows = [row for row in rows if row.bit_count() >= HAND_SIZE]
    tops = [(row.bit_length() - 1) % RANKS for row in rows]
    found: list[Group] = []
    for row, top in zip(rows, tops, strict=True):
        if top == max(tops):
            *lower, highest = split(row)
            found.append(((highest,), [sum(four) for four in combinations(lower, HAND_SIZE - 1)]))
    return found


def _full_houses(left: Bits) -> list[Group]:
    ranks = [split(left & each) for each in OF_RANK]
    threes = [rank for rank in range(RANKS) if len(ranks[rank]) >= 3]
    if not threes:
        return []
    pairs = [
        sum(two)
        for rank in range(RANKS)
        if rank != threes[-1]
        for two in combinations(ranks[rank], 2)
    ]
    return [([sum(three) for three in combinations(ranks[threes[-1]], 3)], pairs)]


def _equals(left: Bits, sizes: Sequence[int], needs: Mapping[Bits, int]) -> list[Group]:
    """The highest ranks that are there often enough, with the side cards needed least."""
    ranks = [split(left & each) for each in OF_RANK]
    makers: list[int] = []
    for size in sizes:
        fit = [at for at in range(RANKS) if len(ranks[at]) >= size and at not in makers]
        if not fit:
            return []
        makers.append(fit[-1])
    cores = [
        [sum(some) for some in combinations(ranks[at], size)]
        for at, size in zip(makers, sizes, strict=True)
    ]
    sides = [
        min(bits, key=needs.__getitem__)
        for rank, bits in enumerate(ranks)
        if bits and rank not in makers
    ]
    beside = [sum(some) for some in combinations(sides, HAND_SIZE - sum(sizes))]
    return [(*cores, beside)]


# --- bits -------------------------------------------------------------------------------------


def bits_of(cards: Iterable[Card]) -> Bits:
    """Cards as bits."""
    return sum(_BIT[card] for card in cards)


def cards_of(bits: Bits) -> tuple[Card, ...]:
    """Bits as cards, in the order of the deck."""
    return tuple(card for place, card in enumerate(DECK) if bits >> place & 1)


@lru_cache(maxsize=4096)
def split(bits: Bits) -> tuple[Bits, ...]:
    """The single bits, lowest first."""
    found = []
    while bits:
        found.append(bits & -bits)
        bits &= bits - 1
    return tuple(found)
