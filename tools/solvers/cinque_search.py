"""The best answer to a mix of Cinque Mani that can be found quickly: a search of its own.

It has nothing in common with the solver's (which swaps cards): an arrangement is improved by
dividing the fifteen cards of three of its hands anew, in the best of all 756,756 ways, until
none of the ten threes gives anything; then a few of its cards are shaken and it begins again.
What it finds is a lower bound of what can be won; `cinque_certificate` knows the truth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np

from .cinque_table import CARDS, SIZE, SLOTS, Against, Goal, Ints, Masks

THREES = tuple(combinations(SLOTS, 3))
SHAKEN_CARDS = 4
"""Exchanged at random between hands before another descent."""

Standing = tuple[int, int]
"""The score, and the points: where no division wins a deal more, points show the way."""


@dataclass(frozen=True, slots=True)
class Answer:
    """An arrangement and what it wins.

    Attributes:
        masks: of its hands.
        score: on average, in points or in stakes.
    """

    masks: Masks
    score: float


def search(
    seen: Against, goal: Goal, *, starts: int, shakes: int, rng: np.random.Generator
) -> Answer:
    """The best answer found.

    Args:
        seen: the mix to be answered.
        goal: what is played for.
        starts: descents from an arrangement of its own, the more promising ones first.
        shakes: descents more, each from the best so far with some of its cards exchanged.
        rng: chances of the search.
    """
    found = [_descend(seen, goal, start) for start in _starts(seen, goal, starts, rng)]
    best = max(found)
    for _ in range(shakes):
        best = max(best, _descend(seen, goal, _shaken(best[1], rng)))
    return Answer(best[1], best[0] / seen.total)


def _starts(seen: Against, goal: Goal, count: int, rng: np.random.Generator) -> list[Masks]:
    """Arrangements of the mix, moved about, and random ones; a random one in four."""
    random_ones = max(1, count // 4)
    moved = {_ordered(masks, order) for masks in seen.arrangements for order in _orders()}
    ranked = sorted(moved)  # of a set, whose order is not the same in every process
    levels = np.array(ranked)
    scores = seen.score([seen.level(slot, levels[:, slot]) for slot in SLOTS], goal)
    best = np.argsort(-scores, kind="stable")
    # The best differ in little: every second one comes from anywhere.
    near = [ranked[at] for at in best[: (count - random_ones + 1) // 2]]
    far = [ranked[at] for at in rng.permutation(len(ranked))[: count - random_ones - len(near)]]
    return near + far + [_random(rng) for _ in range(random_ones)]


@cache
def _orders() -> tuple[tuple[int, ...], ...]:
    """Every hand as it lies, and one of them taken out and put in elsewhere."""
    orders = {tuple(SLOTS)}
    for taken in SLOTS:
        rest = [slot for slot in SLOTS if slot != taken]
        orders |= {(*rest[:to], taken, *rest[to:]) for to in SLOTS}
    return tuple(sorted(orders))


def _ordered(masks: Sequence[int], order: Sequence[int]) -> Masks:
    first, second, third, fourth, fifth = (masks[at] for at in order)
    return first, second, third, fourth, fifth


def _random(rng: np.random.Generator) -> Masks:
    return _of_cards(rng.permutation(CARDS))


def _of_cards(order: Ints) -> Masks:
    first, second, third, fourth, fifth = (
        int((1 << order[slot * SIZE : (slot + 1) * SIZE]).sum()) for slot in SLOTS
    )
    return first, second, third, fourth, fifth


def _shaken(masks: Masks, rng: np.random.Generator) -> Masks:
    cards = np.array([card for mask in masks for card in range(CARDS) if mask >> card & 1])
    places = rng.permutation(CARDS)[:SHAKEN_CARDS]
    cards[places] = cards[np.roll(places, 1)]
    return _of_cards(cards)


def _descend(seen: Against, goal: Goal, start: Masks) -> tuple[int, Masks]:
    """The score and the arrangement that no new division of three hands betters."""
    best, masks = _standing(seen, goal, start), start
    idle = 0
    for three in _around():
        divided = best_division(seen, goal, masks, three)
        standing = _standing(seen, goal, divided)
        idle = 0 if standing > best else idle + 1
        if standing > best:
            best, masks = standing, divided
        if idle == len(THREES):
            return best[0], masks
    raise AssertionError("threes come round for ever")


def _standing(seen: Against, goal: Goal, masks: Masks) -> Standing:
    return seen.score_of(masks, goal), seen.score_of(masks, Goal.POINTS)


def _around() -> Iterator[tuple[int, ...]]:
    while True:
        yield from THREES


@dataclass(frozen=True, slots=True)
class _Divisions:
    """Fifteen cards as three hands, in all ways.

    Attributes:
        hands: which of the fifteen each five-card set has; int32 `(3003, 15)` of 0 and 1.
        second: for each first hand, the second ones; uint16 `(3003, 252)`, rows of `hands`.
        third: what is left.
    """

    hands: Ints
    second: Ints
    third: Ints


@cache
def divisions() -> _Divisions:
    """All divisions of fifteen cards into three hands."""
    size = 3 * SIZE
    chosen = np.array(list(combinations(range(size), SIZE)))
    masks = (1 << chosen).sum(axis=1)
    row = np.zeros(1 << size, np.uint16)
    row[masks] = np.arange(len(masks))
    left = (1 << size) - 1 ^ masks
    inside = masks[np.newaxis] & ~left[:, np.newaxis] == 0
    second = np.nonzero(inside)[1].reshape(len(masks), -1)
    third = left[:, np.newaxis] ^ masks[second]
    hands = (masks[:, np.newaxis] >> np.arange(size) & 1).astype(np.int32)
    return _Divisions(hands, second.astype(np.uint16), row[third])


def best_division(seen: Against, goal: Goal, masks: Masks, three: tuple[int, ...]) -> Masks:
    """Three hands divided anew in the best way; as they are when none is better.

    Args:
        seen: the mix to be answered.
        goal: what is played for.
        masks: an arrangement.
        three: slots.
    """
    ways, standing = divisions(), _standing(seen, goal, masks)
    union = sum(masks[slot] for slot in three)
    bits = np.array([1 << card for card in range(CARDS) if union >> card & 1], np.int32)
    hands = ways.hands @ bits
    numbers = seen.table.number[hands]
    levels = [seen.levels[slot][numbers] for slot in three]
    # First hands that would not do though the other two were the best there are: not looked at.
    bounds = _told(seen, masks, three, [levels[0], levels[1].max(), levels[2].max()])
    score, points = seen.score(bounds, goal), seen.score(bounds, Goal.POINTS)
    rows = np.flatnonzero((score > standing[0]) | (score == standing[0]) & (points > standing[1]))
    if not len(rows):
        return masks
    second, third = ways.second[rows], ways.third[rows]
    ours = [levels[0][rows, np.newaxis], levels[1][second], levels[2][third]]
    if goal is Goal.POINTS:
        gains = zip(three, ours, strict=True)
        sums = sum((seen.gains[slot].astype(np.int32)[level] for slot, level in gains), np.int32(0))
        at = int(sums.argmax())
    else:
        at = _best_for_stakes(seen, masks, three, ours)
    row, column = divmod(at, second.shape[1])
    divided = list(masks)
    places = (rows[row], second[row, column], third[row, column])
    for slot, hand in zip(three, places, strict=True):
        divided[slot] = int(hands[hand])
    return _ordered(divided, SLOTS)


def _told(
    seen: Against, masks: Masks, three: tuple[int, ...], levels: Sequence[Ints]
) -> list[Ints]:
    """Levels of all slots, when three of them have these and the others lie as they are."""
    told = [seen.level(slot, masks[slot : slot + 1]) for slot in SLOTS]
    for slot, level in zip(three, levels, strict=True):
        told[slot] = level
    return list(np.broadcast_arrays(*told))


def _best_for_stakes(
    seen: Against, masks: Masks, three: tuple[int, ...], levels: Sequence[Ints]
) -> int:
    """The division that wins most often; only those that no other betters in all three."""
    sizes = [len(seen.gains[slot]) for slot in three]
    codes = levels[1].astype(np.uint32)
    codes *= np.uint32(sizes[2])
    codes += levels[2]
    codes += levels[0].astype(np.uint32) * np.uint32(sizes[1] * sizes[2])
    flat = codes.ravel()
    is_there = np.zeros(sizes[0] * sizes[1] * sizes[2], bool)
    is_there[flat] = True
    there = _undominated(is_there.reshape(sizes))
    told = _told(seen, masks, three, np.unravel_index(there, sizes))
    scores = seen.score(told, Goal.STAKES)
    tied = np.where(scores == scores.max(), seen.score(told, Goal.POINTS), -CARDS * seen.total)
    return int(np.argmax(flat == there[int(tied.argmax())]))


def _undominated(is_there: Ints) -> Ints:
    """The places, flat, of what is there and has nothing else there above it in all axes."""
    reached = is_there
    for axis in range(3):
        reached = np.flip(np.maximum.accumulate(np.flip(reached, axis), axis), axis)
    beyond = np.zeros_like(reached)
    beyond[:-1] |= reached[1:]
    beyond[:, :-1] |= reached[:, 1:]
    beyond[:, :, :-1] |= reached[:, :, 1:]
    return np.flatnonzero(is_there & ~beyond)
