"""What the reduced engine needs of a game, whatever the pay table: built in a moment.

Every deal class is laid out by the shape of its suits, so which card belongs to which suit is
the same for a whole block of classes. A block is a grid: an axis for each run of suits with as many
cards, along it what those suits may hold. So whatever depends on some suits only is worked out
along their axes, and the class of each of a deal's 32 subsets for all of the block at once.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb, factorial
from typing import TYPE_CHECKING, Any

from firmware.cards.card import Rank
from firmware.cards.evaluate import HAND_SIZE
from firmware.games.joker_poker.hands import Hand
from firmware.odds.classes import (
    MOST_KEPT,
    RANKS,
    SUITS,
    Shape,
    natural_subsets,
    run_size,
    runs,
    shape_size,
    shapes,
    starts,
    subsets,
)
from firmware.odds.deal import counted_path
from firmware.odds.deal import hands_with as kept_hands_with
from firmware.odds.game import HANDS, Game

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]
    Masks = NDArray[np.uint16]
    Numbers = NDArray[np.uint16]

PARTS = 2**HAND_SIZE
"""Subsets of a deal: bit p of a subset's number stands for the card in place p."""


@dataclass(frozen=True, eq=False)
class Tables:
    """A game laid out in classes.

    Attributes:
        game: which.
        masks: (4, classes) the ranks of each suit of a deal, bit 0 the two.
        weight: (classes) deals of each class.
        hand: (classes) the number of what the five cards are, in `HANDS`.
        subset: (31, classes) for each subset but the whole deal, the number of its class.
        cards: (5, classes) rank of the card in each place, 2..14; 15 the joker.
        suits: (5, classes) suit of the card in each place, 0..3; the longest first, the joker's 0.
        hands_with: (subsets, 12) hands that contain a subset's cards, by what they are.
    """

    game: Game
    masks: Masks
    weight: Ints
    hand: NDArray[np.uint8]
    subset: NDArray[np.uint16]
    cards: NDArray[np.uint8]
    suits: NDArray[np.uint8]
    hands_with: Ints


@dataclass(frozen=True, eq=False)
class _Block:
    """The classes of one shape.

    Attributes:
        shape: cards of each suit.
        has_joker: whether the joker is the last card.
        grid: how many ways along each axis; the classes are numbered in the order of C.
        places: for each suit what it holds, along its axis: an array that fits the grid.
        weight: (classes) in how many ways the suits can be named.
    """

    shape: Shape
    has_joker: bool
    grid: tuple[int, ...]
    places: Sequence[Any]
    weight: Any


def build_tables(game: Game, *, recount: bool = False) -> Tables:
    """Lay out a game; less than 0.1 s.

    Args:
        game: which.
        recount: count the hands that contain each subset even where `tools/odds` has done so.

    Raises:
        OddsError: the counted hands beside the program are not whole.
    """
    import numpy as np

    blocks = [_block(shape, False) for shape in shapes(HAND_SIZE)]
    if game.jokers:
        blocks += [_block(shape, True) for shape in shapes(HAND_SIZE - 1)]
    classes = sum(len(block.weight) for block in blocks)
    masks = np.zeros((SUITS, classes), np.uint16)
    weight = np.empty(classes, np.int64)
    hand = np.empty(classes, np.uint8)
    subset = np.empty((PARTS - 1, classes), np.uint16)
    cards = np.empty((HAND_SIZE, classes), np.uint8)
    suits = np.zeros((HAND_SIZE, classes), np.uint8)
    end = 0
    for block in blocks:
        begin, end = end, end + len(block.weight)
        here = slice(begin, end)
        weight[here] = block.weight
        held = [_masks(count)[at] for count, at in zip(block.shape, block.places, strict=True)]
        for suit, mask in enumerate(held):
            masks[suit, here].reshape(block.grid)[...] = mask
        hand[here].reshape(block.grid)[...] = _hands(held, block, game)
        for part, numbers in enumerate(_subset_numbers(block, range(PARTS - 1))):
            subset[part, here].reshape(block.grid)[...] = numbers
        _fill_cards(cards[:, here], suits[:, here], block)
    if recount or not counted_path(game).exists():
        hands_with = _hands_with(subset, weight, hand, game)
    else:
        hands_with = np.array(kept_hands_with(game), np.int64).reshape(-1, len(HANDS))
    return Tables(game, masks, weight, hand, subset, cards, suits, hands_with)


# --- classes ----------------------------------------------------------------------------------


@cache
def _masks(cards: int) -> Masks:
    """The masks of so many cards, each at its place."""
    import numpy as np

    found = sorted(sum(1 << bit for bit in bits) for bits in combinations(range(RANKS), cards))
    return np.array(found, np.uint16)


def _block(shape: Shape, has_joker: bool) -> _Block:
    """Every class of a shape."""
    import numpy as np

    if not shape:
        return _Block(shape, has_joker, (1,), (), np.ones(1, np.int64))
    digits = [_multisets(comb(RANKS, count), suits) for count, suits in runs(shape)]
    grid = tuple(len(each) for each in digits)
    axes = [tuple(-1 if at == axis else 1 for at in range(len(grid))) for axis in range(len(grid))]
    places = [
        column.reshape(axis)
        for each, axis in zip(digits, axes, strict=True)
        for column in np.ascontiguousarray(each.T)
    ]
    same: Ints = np.array(factorial(SUITS - len(shape)))
    for each, axis in zip(digits, axes, strict=True):
        same = same * _orders(each).reshape(axis)
    return _Block(shape, has_joker, grid, places, (factorial(SUITS) // same).ravel())


@cache
def _multisets(count: int, suits: int) -> Ints:
    """(multisets, suits) the places of each, ascending, in the order of their numbers."""
    import numpy as np

    if suits == 1:
        return np.arange(count)[:, None]
    found = np.array(list(combinations_with_replacement(range(count), suits)))
    return found[np.lexsort(found.T)]


def _orders(multisets: Ints) -> Ints:
    """In how many ways the suits of each may be exchanged without a change."""
    import numpy as np

    orders = np.ones(len(multisets), np.int64)
    run = np.ones(len(multisets), np.int64)
    for left, right in zip(multisets.T, multisets.T[1:], strict=False):
        run = np.where(left == right, run + 1, 1)
        orders *= run
    return orders


def _fill_cards(cards: Any, suits: Any, block: _Block) -> None:
    """Rank and suit of the card in each place, of every class of a block."""
    import numpy as np

    at = 0
    for suit, (count, places) in enumerate(zip(block.shape, block.places, strict=True)):
        ranks = np.array(list(combinations(range(RANKS), count)))
        order = np.argsort((1 << ranks).sum(1))
        for column in (ranks[order] + int(Rank.TWO)).T:
            cards[at].reshape(block.grid)[...] = column[places]
            suits[at] = suit
            at += 1
    if block.has_joker:
        cards[at] = int(Rank.ACE) + 1


# --- subsets ----------------------------------------------------------------------------------


def _subset_numbers(block: _Block, parts: Iterable[int]) -> Iterator[Numbers | int]:
    """For each of these subsets, the number of its class of every class of the block.

    They fit the grid: no axis is filled along which they are all the same.
    """
    left = [
        _sub_places(count)[:, places]
        for count, places in zip(block.shape, block.places, strict=True)
    ]
    for part in parts:
        columns, at = [], 0
        for count, places in zip(block.shape, left, strict=True):
            kept = part >> at & (1 << count) - 1
            at += count
            if kept:
                columns.append((kept.bit_count(), places[kept]))
        columns.sort(key=lambda column: -column[0])
        shape = tuple(count for count, _ in columns)
        start = starts()[shape]
        if block.has_joker and part >> at:
            start += natural_subsets()
        yield _number(runs(shape), [places for _, places in columns], start)


def _number(shape: Sequence[tuple[int, int]], columns: Sequence[Ints], start: int) -> Numbers | int:
    """The number from `start`, of many subsets at once: the runs are its digits.

    Everything but the last addition is of fewer classes than the block has.
    """
    number: Numbers | int = 0
    taken = 0
    for left, (count, suits) in zip(range(len(shape))[::-1], shape, strict=True):
        run = columns[taken : taken + suits]
        digit = _run_numbers(comb(RANKS, count), suits)[tuple(run)]
        if not left:
            digit = digit + start
        number = number * run_size(count, suits) + digit if taken else digit
        taken += suits
    return number if taken else start


@cache
def _sub_places(count: int) -> Ints:
    """(2**count, masks of `count` cards) the place of what a choice of the cards leaves.

    Bit b of a choice stands for the b-th lowest card.
    """
    import numpy as np

    masks = [int(mask) for mask in _masks(count)]
    where = np.zeros(2**RANKS, np.int64)
    for cards in range(1, count + 1):
        where[_masks(cards)] = np.arange(comb(RANKS, cards))
    single = np.array([[1 << bit for bit in range(RANKS) if mask >> bit & 1] for mask in masks])
    chosen = np.array([[choice >> bit & 1 for bit in range(count)] for choice in range(2**count)])
    left: Ints = where[chosen @ single.T]
    return left


@cache
def _run_numbers(count: int, suits: int) -> Numbers:
    """The multiset number of `suits` places below `count`, in any order.

    No class has a number that 16 bits do not hold, so none of its digits has.
    """
    import numpy as np

    places = np.sort(np.indices((count,) * suits, np.int64), axis=0)
    number: Ints = np.zeros_like(places[0])
    for nth, each in enumerate(places, start=1):
        number += _choose(each + nth - 1, nth)
    return number.astype(np.uint16)


def _choose(n: Ints, k: int) -> Ints:
    """In how many ways k of each n can be chosen."""
    product = n.copy()
    for each in range(1, k):
        product = product * (n - each)
    return product // factorial(k)


# --- what five cards are ----------------------------------------------------------------------


def _hands(masks: Sequence[Masks], block: _Block, game: Game) -> Any:
    """What the classes of a block are, from their masks alone: one for each suit, on the grid."""
    import numpy as np

    one = two = three = four = np.zeros((1,) * len(block.grid), np.uint16)
    for mask in masks:
        four = four | three & mask
        three = three | two & mask
        two = two | one & mask
        one = one | mask
    pairs = _bits()[two]
    high = np.uint16(2**RANKS - 2 ** (game.lowest_pair - Rank.TWO))
    straight = _straights(block.has_joker)[one]
    is_flush = np.array(len(block.shape) == 1)
    if block.has_joker:
        made = [
            (four != 0, Hand.FIVE_OF_A_KIND),
            (is_flush & (straight == 2), Hand.JOKER_ROYAL),
            (is_flush & (straight > 0), Hand.STRAIGHT_FLUSH),
            (three != 0, Hand.QUADS),
            (pairs == 2, Hand.FULL_HOUSE),
            (is_flush, Hand.FLUSH),
            (straight > 0, Hand.STRAIGHT),
            (pairs == 1, Hand.TRIPS),
            (one & high != 0, Hand.KINGS_OR_BETTER),
        ]
    else:
        made = [
            (is_flush & (straight == 2), Hand.NATURAL_ROYAL),
            (is_flush & (straight > 0), Hand.STRAIGHT_FLUSH),
            (four != 0, Hand.QUADS),
            ((three != 0) & (pairs == 2), Hand.FULL_HOUSE),
            (is_flush, Hand.FLUSH),
            (straight > 0, Hand.STRAIGHT),
            (three != 0, Hand.TRIPS),
            (pairs == 2, Hand.TWO_PAIR),
            (two & high != 0, Hand.KINGS_OR_BETTER),
        ]
    return np.select([test for test, _ in made], [HANDS.index(hand) for _, hand in made], 0)


@cache
def _bits() -> Any:
    """How many ranks each mask has."""
    import numpy as np

    return np.array([mask.bit_count() for mask in range(2**RANKS)], np.uint8)


@cache
def _straights(has_joker: bool) -> Any:
    """For each mask of ranks that all differ: 2 the highest straight, 1 another one, 0 none.

    With the joker four ranks are one if any fifth completes them, the highest if any can.
    """
    import numpy as np

    found = np.zeros(2**RANKS, np.uint8)
    wheel = 1 << (RANKS - 1) | 0b1111
    for run in (wheel, *(0b11111 << low for low in range(RANKS - HAND_SIZE + 1))):
        worth = 2 if run == 0b11111 << (RANKS - HAND_SIZE) else 1
        missing = (1 << bit for bit in range(RANKS) if run >> bit & 1) if has_joker else (0,)
        for each in missing:
            found[run - each] = worth
    return found


# --- hands with a subset ----------------------------------------------------------------------


def _hands_with(subset: NDArray[np.uint16], weight: Ints, hand: Any, game: Game) -> Ints:
    """For every subset class, how many hands contain its cards, by what they are.

    The deals are asked for their sets of four cards only; what is counted of those goes on to
    the sets of three within them, and so on down. A hand then reaches a set of k cards in
    (5 - k)! ways, and each of a class's sets counted.
    """
    import numpy as np

    kinds = len(HANDS)
    each = np.arange(kinds)
    size = subsets(game.jokers)
    found = np.zeros(size * kinds)
    for part in range(PARTS - 1):
        if part.bit_count() == MOST_KEPT:
            key = subset[part].astype(np.int64) * kinds + hand
            found += np.bincount(key, weight, size * kinds)
    sets = np.ones((size, 1), np.int64)
    for cards in range(MOST_KEPT, -1, -1):
        for block, here in _subset_blocks(game, cards):
            counted = found[here.start * kinds : here.stop * kinds]
            sets[here, 0] = block.weight * factorial(HAND_SIZE - cards)
            smaller = (2**cards - 1 ^ 1 << at for at in range(cards))
            for numbers in _subset_numbers(block, smaller):
                which = np.broadcast_to(numbers, block.grid).ravel()[:, None].astype(np.int64)
                where = which * kinds + each
                seen = np.bincount(where.ravel(), counted)
                found[: len(seen)] += seen
    return found.astype(np.int64).reshape(-1, kinds) // sets


def _subset_blocks(game: Game, cards: int) -> Iterator[tuple[_Block, slice]]:
    """The classes of so many cards, and their numbers."""
    for joker in range(min(game.jokers, cards) + 1):
        for shape in shapes(cards - joker):
            start = starts()[shape] + (natural_subsets() if joker else 0)
            yield _block(shape, bool(joker)), slice(start, start + shape_size(shape))
