"""Hands that differ only by which suit is called which, counted as one.

A hand is written as up to four rank masks, one for each suit in it. Suits do not rank, so its
*class* is the multiset of its masks: 134,459 classes of five cards for 2,598,960 hands. Each
class has a number that follows from its masks, so nothing needs to be searched:

- a mask's *place* is its rank among the masks of as many cards (colexicographic);
- equal numbers of cards stand together: the sorted places of such a run have one number;
- the runs, longest masks first, are the digits; a *shape* such as (3, 1) has its own range.

The joker, if there is one, is no part of the masks: hands with it follow those without.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import groupby
from math import comb

RANKS = 13
SUITS = 4
MOST_KEPT = 4
"""Cards of the largest subset that has a number: of all five there is nothing left to sum."""

Shape = tuple[int, ...]
"""Cards of each suit, most first."""


@cache
def shapes(cards: int) -> tuple[Shape, ...]:
    """The ways to part `cards` among four suits, the longest suit first.

    >>> shapes(3)
    ((3,), (2, 1), (1, 1, 1))
    """
    return tuple(_partitions(cards, cards, SUITS))


def _partitions(cards: int, most: int, parts: int) -> Iterator[Shape]:
    if cards == 0:
        yield ()
    elif parts:
        for first in range(min(cards, most), 0, -1):
            for rest in _partitions(cards - first, first, parts - 1):
                yield (first, *rest)


@cache
def runs(shape: Shape) -> tuple[tuple[int, int], ...]:
    """Cards of a suit, and how many suits in turn have so many.

    >>> runs((2, 1, 1))
    ((2, 1), (1, 2))
    """
    return tuple((cards, len(list(equal))) for cards, equal in groupby(shape))


@cache
def run_size(cards: int, suits: int) -> int:
    """How many multisets of `suits` masks of `cards` cards there are."""
    return comb(comb(RANKS, cards) + suits - 1, suits)


@cache
def shape_size(shape: Shape) -> int:
    """How many classes have this shape."""
    size = 1
    for cards, suits in runs(shape):
        size *= run_size(cards, suits)
    return size


@cache
def starts() -> dict[Shape, int]:
    """The first number of each shape of 0..4 cards without the joker, fewest cards first."""
    found, number = {}, 0
    for cards in range(MOST_KEPT + 1):
        for shape in shapes(cards):
            found[shape] = number
            number += shape_size(shape)
    return found


@cache
def natural_subsets(cards: int = MOST_KEPT) -> int:
    """How many classes of 0..`cards` cards there are without the joker."""
    return sum(shape_size(shape) for count in range(cards + 1) for shape in shapes(count))


def subsets(jokers: int) -> int:
    """How many numbers there are: 18,370 of 52 cards, 20,308 with the joker."""
    return natural_subsets() + (natural_subsets(MOST_KEPT - 1) if jokers else 0)


@cache
def place(mask: int) -> int:
    """The rank of a mask among those of as many cards.

    >>> [place(mask) for mask in (0b011, 0b101, 0b110)]
    [0, 1, 2]
    """
    bits = (bit for bit in range(RANKS) if mask >> bit & 1)
    return sum(comb(bit, nth) for nth, bit in enumerate(bits, start=1))


def multiset_number(places: Sequence[int]) -> int:
    """The number of a run's places, given in ascending order."""
    if len(places) == 1:
        return places[0]
    return sum(comb(each + nth - 1, nth) for nth, each in enumerate(places, start=1))


def subset_number(masks: Sequence[int], has_joker: bool) -> int:
    """The number of the class of 0..4 cards.

    Args:
        masks: the ranks of each suit (bit 0 the two), in any order; 0 for a suit without a card.
        has_joker: whether the joker is one of the cards.
    """
    sized = sorted([(mask.bit_count(), place(mask)) for mask in masks if mask], reverse=True)
    shape = tuple([cards for cards, _ in sized])
    number, taken = 0, 0
    for cards, suits in runs(shape):
        run = [at for _, at in sized[taken : taken + suits]]
        taken += suits
        number = number * run_size(cards, suits) + multiset_number(run[::-1])
    number += starts()[shape]
    return number + natural_subsets() if has_joker else number
