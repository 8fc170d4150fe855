"""A mix of Cinque Mani the plain way: what the game's own solver is measured beside.

The same algorithm as anybody would first write it down. Double oracle: answer the mix so far,
add the answer, solve the game of all answers, begin again. An answer is found by laying the
cheapest hand of the greatest gain, slot by slot in a random order, and then by exchanging the
one pair of cards that gives most, one tried after another; the game of the answers is solved by
regret matching from nothing, every time.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from firmware.cards.card import Card
from firmware.games.cinque_mani.hands import PLAIN, Ranking, strength
from firmware.games.cinque_mani.mix import Mix
from firmware.games.cinque_mani.table import HANDS, POINTS

Floats = npt.NDArray[np.floating]
SIZE = 5
STARTS = 40
MATCHINGS = 2000
SMOOTHED_RANKS = 2000
"""A hand's gain is at first that of so many hands around it, lest descents end on a plain."""
PARTS = 10_000
"""The weights of a mix in all, about."""


@dataclass(frozen=True, slots=True)
class Step:
    """A round of the solver.

    Attributes:
        mix: so far.
        gain: points won by the best answer found to it.
    """

    mix: Mix
    gain: float


def steps(cards: Sequence[Card], seed: int, ranking: Ranking = PLAIN) -> Iterator[Step]:
    """Better and better mixes for points, one a round, for ever."""
    chance = random.Random(seed)
    hands = _Hands(cards, ranking)
    pool = [hands.laid(range(HANDS), [hands.ranks_as_gain] * HANDS)]
    rounds = 0
    while True:
        shares = _solved(np.array([[hands.margin(one, other) for other in pool] for one in pool]))
        gains = hands.gains(pool, shares)
        answer = max((hands.answer(gains, chance) for _ in range(STARTS)), key=lambda each: each[0])
        rounds += 1
        yield Step(hands.mix(pool, shares, rounds), answer[0])
        if answer[1] in pool:
            pool.append(hands.answer(gains, chance)[1])
        else:
            pool.append(answer[1])


class _Hands:
    """All hands of a deal by rank, as masks of its cards."""

    def __init__(self, cards: Sequence[Card], ranking: Ranking) -> None:
        self.cards = cards
        chosen = sorted(
            combinations(range(len(cards)), SIZE),
            key=lambda hand: strength([cards[at] for at in hand], ranking),
        )
        self.masks = np.array([sum(1 << at for at in hand) for hand in chosen])
        self.rank = {int(mask): rank for rank, mask in enumerate(self.masks)}
        self.ranks_as_gain: Floats = np.arange(len(chosen), dtype=float)

    def margin(self, one: tuple[int, ...], other: tuple[int, ...]) -> int:
        won = 0
        for slot in range(HANDS):
            mine, theirs = self.rank[one[slot]], self.rank[other[slot]]
            won += POINTS[slot] * ((mine > theirs) - (mine < theirs))
        return won

    def gains(self, pool: Sequence[tuple[int, ...]], shares: Floats) -> list[Floats]:
        """What every hand wins in each slot."""
        found = []
        for slot in range(HANDS):
            met = np.zeros(len(self.masks))
            for arrangement, share in zip(pool, shares, strict=True):
                met[self.rank[arrangement[slot]]] += share
            below = np.cumsum(met) - met
            found.append(POINTS[slot] * (2 * below + met - 1))
        return found

    def laid(self, order: Sequence[int], gains: Sequence[Floats]) -> tuple[int, ...]:
        """The hand of most gain in every slot, in this order of slots; of several the lowest."""
        left, found = (1 << len(self.cards)) - 1, [0] * HANDS
        for slot in order:
            allowed = np.flatnonzero(self.masks & ~left == 0)
            found[slot] = int(self.masks[allowed[gains[slot][allowed].argmax()]])
            left &= ~found[slot]
        return tuple(found)

    def answer(
        self, gains: Sequence[Floats], chance: random.Random
    ) -> tuple[float, tuple[int, ...]]:
        """What the best found wins, and it."""
        start = self.laid(chance.sample(range(HANDS), HANDS), gains)
        kernel = np.ones(SMOOTHED_RANKS) / SMOOTHED_RANKS
        # Sums of a window, not a convolution: that would take longer than all else.
        smoothed = [_windowed(each, len(kernel)) for each in gains]
        _, near = self._descended(start, smoothed)
        return max(self._descended(near, gains), self._descended(start, gains))

    def _descended(
        self, start: tuple[int, ...], gains: Sequence[Floats]
    ) -> tuple[float, tuple[int, ...]]:
        hands = list(start)
        while True:
            best, move = 1e-9, None
            for one, other in combinations(range(HANDS), 2):
                now = self._gain(gains, one, hands[one]) + self._gain(gains, other, hands[other])
                for out in _bits(hands[one]):
                    for back in _bits(hands[other]):
                        swapped = hands[one] ^ out ^ back, hands[other] ^ out ^ back
                        then = self._gain(gains, one, swapped[0])
                        then += self._gain(gains, other, swapped[1])
                        if then - now > best:
                            best, move = then - now, (one, other, *swapped)
            if move is None:
                total = sum(self._gain(gains, slot, hands[slot]) for slot in range(HANDS))
                return total, tuple(hands)
            hands[move[0]], hands[move[1]] = move[2], move[3]

    def _gain(self, gains: Sequence[Floats], slot: int, hand: int) -> float:
        return float(gains[slot][self.rank[hand]])

    def mix(self, pool: Sequence[tuple[int, ...]], shares: Floats, rounds: int) -> Mix:
        parts: dict[tuple[int, ...], int] = {}
        for arrangement, share in zip(pool, shares, strict=True):
            if round(share * PARTS):
                parts[arrangement] = parts.get(arrangement, 0) + round(share * PARTS)
        read = {
            mask: tuple(self.cards[at] for at in _places(mask)) for each in parts for mask in each
        }
        arrangements = tuple(tuple(read[mask] for mask in each) for each in parts)
        return Mix(arrangements, tuple(parts.values()), rounds)


def _windowed(values: Floats, width: int) -> Floats:
    padded = np.pad(values, width // 2, mode="edge")
    sums = np.concatenate([[0.0], np.cumsum(padded)])
    return (sums[width:] - sums[:-width])[: len(values)] / width


def _bits(mask: int) -> list[int]:
    return [1 << at for at in _places(mask)]


def _places(mask: int) -> list[int]:
    return [at for at in range(mask.bit_length()) if mask >> at & 1]


def _solved(margins: Floats) -> Floats:
    """How often to play each, by regret matching against itself, averaged over all times."""
    regrets, played = np.zeros(len(margins)), np.zeros(len(margins))
    for time in range(1, MATCHINGS + 1):
        total = regrets.sum()
        shares = regrets / total if total else np.full(len(margins), 1 / len(margins))
        won = margins @ shares
        regrets = np.maximum(regrets + won - shares @ won, 0)
        played += time * shares
    return played / played.sum()
