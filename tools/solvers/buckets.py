"""Hands before the exchange: what to keep of them for every number of cards, and 150 buckets.

A hand's *pattern* is its five ranks and how its suits matter: none of them, four of one suit
(and where the odd card stands), or all five. It decides everything here; that three cards of
one suit may make a flush with two more is left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import NDArray

from solvers.strengths import HAND, Deck, Ints, colex

SUITED = 7
"""Ways the suits of a pattern matter: 0 not, 1..5 the odd card's place, 6 a flush."""
COUNTS = 6
"""0..5 cards may be changed."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Patterns:
    """Per pattern number (place of the ranks * `SUITED` + suits).

    Attributes:
        exists: whether a hand can have it.
        weight: share of all hands.
        value: (patterns, 6) worth of the hand if so many cards are changed: mean of the
            percentile of what it becomes.
        keep: (patterns, 6) five bits, bit p the card in place p of `ordered`.
        bucket: before the exchange, 0..149.
    """

    exists: NDArray[np.bool_]
    weight: Floats
    value: Floats
    keep: NDArray[np.uint8]
    bucket: NDArray[np.uint8]


def ordered(hands: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], Ints]:
    """Hands with the cards in their pattern's order, and the patterns' numbers.

    Highest rank first; of equal ranks the odd card of four to a flush first.
    """
    suits = hands % 4
    counts = (suits[:, :, None] == np.arange(4)).sum(1)
    main = counts.argmax(1)
    most = counts.max(1)
    is_odd = (suits != main[:, None]) & (most == 4)[:, None]
    sort = np.argsort(-((hands // 4).astype(np.int16) * 2 + is_odd), axis=1, kind="stable")
    cards = np.take_along_axis(hands, sort, 1)
    odd_place = np.take_along_axis(is_odd, sort, 1).argmax(1)
    suited = np.where(most == 5, 6, np.where(most == 4, odd_place + 1, 0))
    return cards, _multiset(cards[:, ::-1] // 4) * SUITED + suited


def pattern_count(ranks: int) -> int:
    """How many pattern numbers there are, possible or not."""
    return comb(ranks + HAND - 1, HAND) * SUITED


def _multiset(ascending: NDArray[np.integer]) -> Ints:
    """The place of ascending ranks, repeats allowed, among all of them."""
    return colex(ascending.astype(np.int64) + np.arange(HAND))


def representatives(ranks: int) -> tuple[NDArray[np.uint8], Ints]:
    """One hand, in order, of every pattern that can exist, and the patterns' numbers."""
    rows = []
    for heights in combinations_with_replacement(range(ranks - 1, -1, -1), HAND):
        if heights[0] == heights[-1]:
            continue
        rows.append([height * 4 + place % 4 for place, height in enumerate(heights)])
        if len(set(heights)) == HAND:
            rows.append([height * 4 for height in heights])
        for odd in range(HAND):
            rest = heights[:odd] + heights[odd + 1 :]
            if len(set(rest)) == HAND - 1 and (odd == 0 or heights[odd - 1] != heights[odd]):
                rows.append([h * 4 + (place == odd) for place, h in enumerate(heights)])
    hands = np.array(rows, np.uint8)
    cards, numbers = ordered(hands)
    assert (cards == hands).all()
    assert len(set(numbers.tolist())) == len(numbers)
    return cards, numbers


def keep_values(deck: Deck, worth: Floats, cards: NDArray[np.uint8]) -> Floats:
    """(hands, 32): the mean worth of what a hand becomes, for every set of kept places.

    Exact over all replacements: sums over all hands that hold a set, then inclusion and
    exclusion over the cards thrown away, which cannot come back.

    Args:
        deck: all hands of a deck.
        worth: of every hand of the deck, by colex rank.
        cards: hands, in order.
    """
    subsets = [list(combinations(range(HAND), size)) for size in range(HAND + 1)]
    sums = [np.array([worth.sum()])]
    for size in range(1, HAND + 1):
        total = np.zeros(comb(deck.size, size))
        for places in subsets[size]:
            at = colex(deck.hands[:, places])
            total += np.bincount(at, weights=worth, minlength=len(total))
        sums.append(total)
    table = np.empty((len(cards), 1 << HAND))
    table[:, 0] = sums[0][0]
    for size in range(1, HAND + 1):
        for places in subsets[size]:
            at = colex(np.sort(cards[:, places], axis=1))
            table[:, sum(1 << place for place in places)] = sums[size][at]
    for bit in range(HAND):
        for mask in range(1 << HAND):
            if not mask >> bit & 1:
                table[:, mask] -= table[:, mask | 1 << bit]
    changed = np.array([HAND - mask.bit_count() for mask in range(1 << HAND)])
    ways = np.array([comb(deck.size - HAND, count) for count in range(COUNTS)])
    return table / ways[changed]


def build_patterns(deck: Deck, buckets: int, final_share: Floats) -> Patterns:
    """What to keep of every pattern, and its bucket.

    Args:
        deck: all hands.
        buckets: how many.
        final_share: of each strength class, how often hands end in it.
    """
    below = np.cumsum(final_share) - final_share / 2
    cards, numbers = representatives(deck.ranks)
    worth = keep_values(deck, below[deck.strength], cards)
    size = pattern_count(deck.ranks)
    keep = np.zeros((size, COUNTS), np.uint8)
    value = np.zeros((size, COUNTS))
    masks = np.arange(1 << HAND)
    changed = np.array([HAND - int(mask).bit_count() for mask in masks])
    for count in range(COUNTS):
        own = masks[changed == count]
        best = worth[:, own].argmax(1)
        keep[numbers, count] = own[best]
        value[numbers, count] = worth[np.arange(len(cards)), own[best]]
    weight = np.bincount(_pattern_numbers(deck), minlength=size) / len(deck.hands)
    exists = np.zeros(size, bool)
    exists[numbers] = True
    bucket = _buckets(value, weight, exists, buckets)
    return Patterns(exists, weight, value, keep, bucket)


def best_counts(value: Floats) -> Ints:
    """By pattern, how many cards are best changed; of equals the fewest, so quads stay whole."""
    counts: Ints = (value - 1e-9 * np.arange(COUNTS)).argmax(1)
    return counts


def final_share(deck: Deck, patterns: Patterns | None, rng: np.random.Generator) -> Floats:
    """How often hands end in each strength class: undrawn, or each changed as is best."""
    if patterns is None:
        return np.bincount(deck.strength, minlength=deck.classes) / len(deck.hands)
    deals = 400_000
    cards = deal(deck.size, deals, 10, rng)
    own, numbers = ordered(cards[:, :HAND])
    count = best_counts(patterns.value)[numbers]
    drawn = change(own, patterns.keep[numbers, count], cards[:, HAND:])
    strength = deck.strength[colex(np.sort(drawn, axis=1))]
    return (np.bincount(strength, minlength=deck.classes) + 1e-3) / (deals + 1e-3 * deck.classes)


def deal(size: int, deals: int, cards: int, rng: np.random.Generator) -> NDArray[np.uint8]:
    """(deals, cards) different cards of a deck, in random order."""
    keys = rng.random((deals, size), np.float32)
    return keys.argsort(axis=1)[:, :cards].astype(np.uint8)


def change(
    own: NDArray[np.uint8], keep: NDArray[np.uint8], stock: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    """The hands after the exchange: places not kept take the stock's cards, first to last."""
    kept = (keep[:, None] >> np.arange(HAND)) & 1
    nth = np.cumsum(1 - kept, axis=1) - 1
    fresh = np.take_along_axis(stock, np.maximum(nth, 0), 1)
    return np.where(kept == 1, own, fresh)


def _pattern_numbers(deck: Deck) -> Ints:
    step = 200_000
    parts = [ordered(deck.hands[at : at + step])[1] for at in range(0, len(deck.hands), step)]
    return np.concatenate(parts)


def _buckets(
    value: Floats, weight: Floats, exists: NDArray[np.bool_], buckets: int
) -> NDArray[np.uint8]:
    """Patterns of one best number of cards, ordered by worth, cut into equal shares.

    Each number of cards gets buckets by the square root of its share, so that the rare and
    strong ones are told apart as well.
    """
    best = np.where(exists, best_counts(value), -1)
    share = np.array([weight[best == count].sum() for count in range(COUNTS)])
    room = np.sqrt(share) / np.sqrt(share).sum() * buckets
    room = np.where(share > 0, np.maximum(1, np.floor(room)), 0).astype(int)
    room[share.argmax()] += buckets - room.sum()
    bucket = np.zeros(len(value), np.uint8)
    begin = 0
    for count in range(COUNTS):
        members = np.flatnonzero(best == count)
        members = members[np.argsort(value[members, count], kind="stable")]
        rank = np.cumsum(weight[members]) - weight[members] / 2
        of_all = np.minimum(rank / max(share[count], 1e-12) * room[count], room[count] - 1)
        bucket[members] = begin + of_all.astype(int)
        begin += room[count]
    return bucket
