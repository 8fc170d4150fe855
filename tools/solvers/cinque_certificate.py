"""The best answer of all to a mix of Cinque Mani, in points or in stakes: a proof, no search.

There are 6.2e14 arrangements. Nearly all of them are ruled out in bulk, by three facts:

1. What an arrangement wins depends on the *levels* of its hands alone (`cinque_table`), and a
   higher level in a slot never wins less, in points or in stakes: a point more of one deal never
   turns a win into a loss. So if every slot is given the highest level that *some* hand of the
   cards it may draw on reaches, as if the others drew on none of them, the result is no less
   than that of any arrangement there is. Where even that is not more than an answer already
   known, nothing better is hidden.
2. That highest level is kept for every set of cards at once: 2**25 sets, one byte each. A set
   reaches what any of its subsets of five does, so 25 passes of `maximum`, one for each card,
   carry it from the hands to all sets (as sums over subsets are made).
3. Sets of cards with equal levels are equal to us, and few different ones occur.

An arrangement is taken apart as meeting in the middle has it: ten cards for two slots, five for
the third, ten for the last two. After each choice what is left is bounded by (1):

- all 3,268,760 sets of ten for the first two slots, each with its other fifteen cards;
- of those that remain, the 252 divisions into two hands; of one set's only those that no other
  division betters in both hands, which by (1) cannot win more;
- of those, the 3,003 hands of the other fifteen cards for the third slot;
- of those, the 252 divisions of the last ten: these are arrangements, and counted exactly.

Whatever betters the best known answer takes its place, and bounds the rest. It begins with the
best of `cinque_search`: the nearer the truth that is, the less is left to look at. In whole
numbers from beginning to end; one to three minutes of one core and 0.6 GB.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np

from .cinque_search import Answer
from .cinque_table import ALL, CARDS, HANDS, SIZE, SLOTS, Against, Goal, Ints, Table

PAIR = 2 * SIZE
"""Cards of two hands."""
BLOCK = 2048
"""Sets of ten that are divided at a time: what they need stays in the cache."""
SAMPLE = 32
"""One of so many sets tells which two slots should come first."""


def certify(seen: Against, goal: Goal, known: Answer) -> Answer:
    """The best answer of all.

    Args:
        seen: the mix to be answered.
        goal: what is played for.
        known: any answer; the better it is, the quicker this is. It is what is returned when
            nothing wins more than its score.
    """
    proof, tens = Proof(seen, goal, known), _tens()
    return proof.run(tens, proof.order(tens[::SAMPLE]))


def reach(table: Table, levels: Ints) -> Ints:
    """The highest level that a hand of each set of cards has; uint8, by the set's mask.

    Args:
        table: the hands of the deal.
        levels: of each hand; uint8 `(53130,)`.
    """
    found = np.zeros(ALL + 1, np.uint8)
    found[table.masks] = levels
    for card in range(CARDS):
        step = 1 << card
        if step < 16:  # short rows are slow: long strides instead
            for place in range(step):
                having = found[place + step :: 2 * step]
                np.maximum(having, found[place :: 2 * step], out=having)
        else:
            rows = found.reshape(-1, 2, step)
            np.maximum(rows[:, 1], rows[:, 0], out=rows[:, 1])
    return found


@cache
def _tens() -> Ints:
    """The masks of all sets of ten cards; int32."""
    masks = np.arange(ALL + 1, dtype=np.int32)
    return masks[np.bitwise_count(masks) == PAIR]


@cache
def _chosen(of: int) -> Ints:
    """Which of `of` cards each set of five has, as a mask of their places; int64."""
    return np.array([sum(1 << at for at in hand) for hand in combinations(range(of), SIZE)])


def _hands_of(sets: Ints, of: int) -> Ints:
    """The masks of all hands of sets of `of` cards each; int32 `(sets, hands)`."""
    bits = np.empty((len(sets), of), np.int32)
    left = sets.copy()
    for at in range(of):
        bits[:, at] = left & -left
        left &= left - 1
    half = of // 2
    low, high = _unions(bits[:, :half]), _unions(bits[:, half:])
    chosen = _chosen(of)
    return low[:, chosen & (1 << half) - 1] | high[:, chosen >> half]


def _unions(bits: Ints) -> Ints:
    """The union of each subset of a row's bits, by the mask of their places."""
    found = np.zeros((len(bits), 1), np.int32)
    for at in range(bits.shape[1]):
        found = np.hstack([found, found | bits[:, at : at + 1]])
    return found


@dataclass(frozen=True, slots=True)
class Pairs:
    """Two hands of ten cards.

    Attributes:
        tens: the cards of both, as masks.
        first: the level of the one; of equal length.
        second: the level of the other.
    """

    tens: Ints
    first: Ints
    second: Ints


class Proof:
    """The best arrangement so far, and the ways in which better ones are looked for."""

    def __init__(self, seen: Against, goal: Goal, known: Answer) -> None:
        self.seen, self.goal = seen, goal
        self.masks, self.best = known.masks, round(known.score * seen.total)
        self._reach = [reach(seen.table, seen.levels[slot]) for slot in SLOTS]

    def order(self, sample: Ints) -> tuple[int, ...]:
        """The slots as they are best taken: two, one and two.

        Args:
            sample: sets of ten cards, of which as few as can be should remain.
        """
        remaining = {
            pair: np.count_nonzero(self._remains(sample, *pair)) for pair in combinations(SLOTS, 2)
        }
        apart = [
            (*one, *(set(SLOTS) - {*one, *other}), *other)
            for one in remaining
            for other in remaining
            if not {*one} & {*other}
        ]
        return min(apart, key=lambda each: (remaining[each[:2]], remaining[each[3:]]))

    def run(self, tens: Ints, order: tuple[int, ...]) -> Answer:
        """The best of all arrangements of which the first two and the last two hands in this
        order of slots are made of sets in `tens`, if it betters what is known."""
        pairs = self._pairs(tens, order)
        self._last = PairsBySet(self._pairs(tens, order[3:] + order[:3]))
        for first, second, sets in _grouped(pairs):
            self._complete(order, (first, second), sets)
        return Answer(self.masks, self.best / self.seen.total)

    def _pairs(self, tens: Ints, order: Sequence[int]) -> Pairs:
        return self._divided(tens[self._remains(tens, *order[:2])], order)

    def _remains(self, tens: Ints, one: int, two: int) -> Ints:
        """Which sets of ten, given to these two slots, may hold something better."""
        levels = [
            self._reach[slot][tens if slot in (one, two) else ALL ^ tens].astype(np.int64)
            for slot in SLOTS
        ]
        codes = _packed(levels)
        different, which = np.unique(codes, return_inverse=True)
        return (self._scores(different) > self.best)[which]

    def _scores(self, codes: Ints) -> Ints:
        """Of packed levels of slots 0..4."""
        parts = range(0, len(codes), 1 << 16)
        return np.concatenate(
            [self.seen.score(_unpacked(codes[at : at + (1 << 16)]), self.goal) for at in parts]
            or [np.zeros(0, np.int64)]
        )

    def _divided(self, tens: Ints, order: Sequence[int]) -> Pairs:
        """Sets of ten as two hands, in the ways that may lead to something better."""
        one, two, *rest = order
        found = [
            self._divided_alike(sets, one, two, dict(zip(rest, bounds, strict=True)))
            for bounds, sets in self._alike(tens, rest)
        ]
        found.append(Pairs(np.zeros(0, np.int32), np.zeros(0, int), np.zeros(0, int)))
        return Pairs(
            np.concatenate([each.tens for each in found]),
            np.concatenate([each.first for each in found]),
            np.concatenate([each.second for each in found]),
        )

    def _alike(self, tens: Ints, rest: Sequence[int]) -> Iterator[tuple[Sequence[int], Ints]]:
        """Sets whose other cards reach the same levels in the other slots, with those levels."""
        levels = [self._reach[slot][ALL ^ tens].astype(np.int64) for slot in rest]
        codes = _packed(levels)
        for code in np.unique(codes):
            yield [int(level) for level in _unpacked(code, len(rest))], tens[codes == code]

    def _divided_alike(self, tens: Ints, one: int, two: int, bounds: dict[int, int]) -> Pairs:
        levels = [
            np.arange(len(gains)) if slot in (one, two) else np.array([bounds[slot]])
            for slot, gains in enumerate(self.seen.gains)
        ]
        is_better = self._table(levels).squeeze(tuple(bounds)) > self.best
        if one > two:
            is_better = is_better.T
        found: list[Ints] = []
        for begin in range(0, len(tens), BLOCK):
            block = tens[begin : begin + BLOCK]
            hands = _hands_of(block, PAIR)
            first = self.seen.level(one, hands)
            second = self.seen.level(two, block[:, np.newaxis] ^ hands)
            rows, columns = np.nonzero(is_better[first, second])
            told = rows, first[rows, columns], second[rows, columns]
            rows, *pair = _frontier(*told)
            found.append(np.array([block[rows], *pair]))
        masks, first, second = np.concatenate(found, axis=1)
        return Pairs(masks.astype(np.int32), first, second)

    def _table(self, levels: Sequence[Ints]) -> Ints:
        """Scores of all combinations of some levels of each slot, as an array of five axes."""
        grids = np.meshgrid(*levels, indexing="ij")
        codes = _packed([grid.ravel().astype(np.int64) for grid in grids])
        return self._scores(codes).reshape(grids[0].shape)

    def _complete(self, order: Sequence[int], pair: tuple[int, int], tens: Ints) -> None:
        """Lay the last three hands after two of these levels."""
        one, two, third, fourth, fifth = order
        levels = [np.arange(len(gains)) for gains in self.seen.gains]
        levels[one], levels[two] = np.array([pair[0]]), np.array([pair[1]])
        scores = self._table(levels).transpose(order)[0, 0]  # by third, fourth, fifth
        for begin in range(0, len(tens), BLOCK // 8):
            rests = ALL ^ tens[begin : begin + BLOCK // 8]
            hands = _hands_of(rests, CARDS - PAIR)
            left = rests[:, np.newaxis] ^ hands
            level = self.seen.level(third, hands)
            bound = scores[level, self._reach[fourth][left], self._reach[fifth][left]]
            at = np.flatnonzero(bound > self.best)
            left, level = left.ravel()[at], level.ravel()[at]
            where, pairs = self._last.of(left)
            found = scores[level[where], pairs.first, pairs.second]
            if len(found) and found.max() > self.best:
                most = where[found.argmax()]
                self._better(order, int(rests[at[most] // hands.shape[1]]), int(left[most]))

    def _better(self, order: Sequence[int], rest: int, left: int) -> None:
        """Remember what was found, by the cards of the last three and of the last two hands."""
        pairs = np.array([ALL ^ rest, left], np.int32)
        ours, last = _hands_of(pairs, PAIR)
        masks = np.empty((len(ours), len(last), HANDS), np.int32)
        ours, last = ours[:, np.newaxis], last[np.newaxis]
        laid = (ours, pairs[0] ^ ours, rest ^ left, last, pairs[1] ^ last)
        for slot, hand in zip(order, laid, strict=True):
            masks[..., slot] = hand
        masks = masks.reshape(-1, HANDS)
        levels = [self.seen.level(slot, masks[:, slot]) for slot in SLOTS]
        scores = self.seen.score(levels, self.goal)
        at = int(scores.argmax())
        first, second, third, fourth, fifth = (int(mask) for mask in masks[at])
        self.best, self.masks = int(scores[at]), (first, second, third, fourth, fifth)


class PairsBySet:
    """Pairs of hands by the ten cards that they are made of."""

    def __init__(self, pairs: Pairs) -> None:
        order = np.argsort(pairs.tens, kind="stable")
        self._pairs = Pairs(pairs.tens[order], pairs.first[order], pairs.second[order])
        sets, self._begin, self._count = np.unique(
            self._pairs.tens, return_index=True, return_counts=True
        )
        self._place = np.zeros(ALL + 1, np.int32)  # from 1; 0: no pair of these cards
        self._place[sets] = np.arange(1, len(sets) + 1)

    def of(self, tens: Ints) -> tuple[Ints, Pairs]:
        """All pairs of each of these sets: the places in `tens`, and the pairs."""
        place = self._place[tens]
        places = np.flatnonzero(place)
        sets = place[places] - 1
        counts = self._count[sets]
        where = np.repeat(places, counts)
        # The n-th pair of a set lies n behind its first.
        nth = np.arange(len(where)) - np.repeat(np.cumsum(counts) - counts, counts)
        at = np.repeat(self._begin[sets], counts) + nth
        pairs = self._pairs
        return where, Pairs(pairs.tens[at], pairs.first[at], pairs.second[at])


def _packed(levels: Sequence[Ints]) -> Ints:
    code = levels[0]
    for level in levels[1:]:
        code = code << 8 | level
    return code


def _unpacked(codes: Ints, count: int = HANDS) -> list[Ints]:
    return [codes >> 8 * (count - 1 - at) & 255 for at in range(count)]


def _frontier(rows: Ints, first: Ints, second: Ints) -> tuple[Ints, Ints, Ints]:
    """Of each row's pairs of levels, those that no other pair of the row has in both."""
    order = np.lexsort((-second.astype(int), -first.astype(int), rows))
    rows, first, second = rows[order], first[order], second[order]
    # Rows ascend, so the highest second level so far of a row is a running maximum of this.
    standing = rows.astype(np.int64) << 8 | second
    before = np.maximum.accumulate(np.concatenate([[-1], standing]))[:-1]
    is_new = (standing > before) | (np.diff(rows, prepend=-1) > 0)
    return rows[is_new], first[is_new], second[is_new]


def _grouped(pairs: Pairs) -> Iterator[tuple[int, int, Ints]]:
    """The sets of ten of each pair of levels."""
    codes = pairs.first.astype(np.int64) << 8 | pairs.second
    for code in np.unique(codes)[::-1]:
        yield int(code) >> 8, int(code) & 255, pairs.tens[codes == code]
