"""Every order of a deck is exactly equally likely, shown by feeding in every draw.

A shuffler is run on each possible sequence of draws of its source, rejected draws included;
a sequence of b bits weighs 2**-b. All orders must weigh exactly the same. Draws may be
rejected without end, so sequences are followed up to a number of draws and the rest counted
as unfinished: a rejected draw leaves everything as it was, so the weights stay equal.
"""

from __future__ import annotations

import inspect
import os
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import factorial, log2
from unittest.mock import patch

from proof import Report, Track
from wrong_shuffles import ClockSeed, ModuloBias, SortByShortKey, SwapWithAny

from firmware.cards.card import Card, joker_deck
from firmware.cards.shuffle import FairShuffler, SeededSource, Shuffler, Source, SystemSource
from firmware.errors import ChanceError

MakeShuffler = Callable[[Source], Shuffler]

_SCALE_BITS = 64
_WIDEST_BITS = 12

WRONG: dict[str, MakeShuffler] = {
    "remainder instead of rejection": ModuloBias,
    "swap with any of n": SwapWithAny,
    "sort by a key of 6 bits": SortByShortKey,
    "generator seeded by a clock of 32 bits": ClockSeed,
    "generator seeded by a clock of 10 bits": partial(ClockSeed, seed_bits=10),
}


def prove(full: bool, track: Track) -> Report:
    """The fair shuffle stands, the planted wrong ones fall; --full: rejections up to n = 7 too."""
    report = fair_is_fair(7, 1 if full else 0, track)
    if not full:
        report += fair_is_fair(6, 1, track)
    return report + wrong_are_caught() + chance_stands_alone()


def fair_is_fair(largest: int, rejections: int, track: Track) -> Report:
    """The product's shuffle for 1..`largest` cards with up to `rejections` rejected draws."""
    sizes = range(1, largest + 1)
    fell = [
        fault
        for size in track(sizes, f"orders, {rejections} rejected draws", largest)
        for fault in faults_of(FairShuffler, size, rejections)
    ]
    tried = f"every draw for decks of 1 to {largest} cards, up to {rejections} draws rejected"
    return Report((tried,), tuple(fell))


def wrong_are_caught() -> Report:
    """The same check catches each planted shuffle with at most five cards."""
    fell = [
        f"planted and not caught: {name}"
        for name, make in WRONG.items()
        if not any(faults_of(make, size) for size in range(2, 6))
    ]
    return Report((f"{len(WRONG)} wrong shuffles planted: {', '.join(WRONG)}",), tuple(fell))


def chance_stands_alone() -> Report:
    """A shuffle sees nothing but the deck, and a failing source stops it with a named fault."""
    fell = []
    seen = list(inspect.signature(FairShuffler.shuffle).parameters)
    if seen != ["self", "deck"]:
        fell.append(f"a shuffle takes {seen}: only the deck may reach it")
    for name, urandom in _BROKEN.items():
        try:
            with patch.object(os, "urandom", urandom):
                FairShuffler(SystemSource()).shuffle(joker_deck() * 3)
        except ChanceError:
            continue
        fell.append(f"planted and not noticed: {name}")
    tried = f"a shuffle takes only the deck; failing sources planted: {', '.join(_BROKEN)}"
    return Report((tried,), tuple(fell))


def faults_of(make: MakeShuffler, size: int, rejections: int = 0) -> list[str]:
    """What is unfair about a shuffle of `size` cards; empty when nothing is.

    Args:
        make: builds the shuffler on a source.
        size: number of cards, at most 7.
        rejections: draws that may be rejected along one sequence.
    """
    bits = bits_used(make)
    needed = log2(factorial(len(joker_deck())))
    if bits < needed:
        return [f"{bits} bits drawn for 53 cards: {needed:.1f} are needed to reach every order"]
    weights = order_weights(make, size, draws=size + rejections)
    values = set(weights.values())
    if len(weights) != factorial(size):
        return [f"{size} cards: {len(weights)} of {factorial(size)} orders occur"]
    if len(values) != 1:
        return [f"{size} cards: likeliest order {max(values) / min(values):.3f} times the rarest"]
    return []


def order_weights(make: MakeShuffler, size: int, draws: int) -> Counter[tuple[Card, ...]]:
    """Order -> its probability times 2**64, over all sequences of at most `draws` draws."""
    deck = joker_deck()[:size]
    weights: Counter[tuple[Card, ...]] = Counter()
    waiting: list[tuple[tuple[int, ...], int]] = [((), 0)]
    while waiting:
        fed, bits = waiting.pop()
        try:
            weights[make(_Fed(fed)).shuffle(deck)] += 1 << (_SCALE_BITS - bits)
        except _WantsMoreError as wish:
            if len(fed) < draws:
                waiting += [((*fed, draw), bits + wish.count) for draw in range(1 << wish.count)]
    return weights


def bits_used(make: MakeShuffler) -> int:
    """How many random bits a shuffle of 53 cards draws: the least of 20 runs."""
    return min(_bits_of_a_run(make, seed) for seed in range(20))


def _bits_of_a_run(make: MakeShuffler, seed: int) -> int:
    meter = _Metered(SeededSource(seed))
    make(meter).shuffle(joker_deck())
    return meter.bits_drawn


class _WantsMoreError(Exception):
    """The shuffler asks for a draw of `count` bits that nobody has fed in yet."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        if count > _WIDEST_BITS:
            raise ValueError(f"a draw of {count} bits is too wide to try every value of it")
        self.count = count


@dataclass
class _Fed:
    """A source that gives exactly the draws it was fed."""

    draws: Sequence[int]
    used: int = 0

    def bits(self, count: int) -> int:
        if self.used == len(self.draws):
            raise _WantsMoreError(count)
        self.used += 1
        return self.draws[self.used - 1]


@dataclass
class _Metered:
    """A source that counts the bits drawn from it."""

    source: Source
    bits_drawn: int = field(default=0)

    def bits(self, count: int) -> int:
        self.bits_drawn += count
        return self.source.bits(count)


def _unreadable(count: int) -> bytes:
    raise OSError("no entropy device")


def _stuck(count: int) -> bytes:
    return bytes(range(count))


def _dead(count: int) -> bytes:
    return bytes(count)


def _short(count: int) -> bytes:
    return bytes(range(count - 1))


_BROKEN = {
    "unreadable": _unreadable,
    "repeating itself": _stuck,
    "all zeros": _dead,
    "giving too few bytes": _short,
}
