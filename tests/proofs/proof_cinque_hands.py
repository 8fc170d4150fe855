"""The hands of Cinque Mani rank as a list says that was put down from the rules, hand by hand.

Nested loops write every hand of the 32 cards in order, from the lowest to the highest: first by
category, then by ranks, last by suits, as the rules name them. Nothing of it counts or sorts
as the program does. If the program's strength rises strictly along the list, then it compares
every two hands as the list does, and only identical ones are equal.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise, product

from proof import Report, Track

from firmware.cards.card import Card
from firmware.games.cinque_mani.hands import (
    DECK,
    Category,
    FlushOrder,
    Ranking,
    Reason,
    Winner,
    beats,
    best_of,
    compare,
    evaluate,
    strength,
)

COUNTS = {
    "nothing": 52_020,
    "pair": 107_520,
    "two_pair": 24_192,
    "trips": 10_752,
    "straight": 5_100,
    "full_house": 1_344,
    "flush": 204,
    "quads": 224,
    "straight_flush": 20,
}
"""Of the 201,376 hands, as the rules state them, from the lowest category to the highest."""

Hand = tuple[Card, ...]

LINE, SUITS = "789TJQKA", "SCDH"
"""Ranks and suits, each from the lowest."""
LADDER = ("A789T", *(LINE[at : at + 5] for at in range(4)))
"""The five straights, each from its lowest card: the low ace stands before the seven."""
CARDS = {str(card): card for card in DECK}

SUIT_FIRST = Ranking(FlushOrder.SUIT_FIRST)
MINIMA = Ranking(minima_batte_massima=True)


def prove(full: bool, track: Track) -> Report:
    """Every hand; pairs of them; the options."""
    pairs = 500_000 if full else 20_000
    return every_hand(track) + flushes_by_suit() + circle() + sampled_pairs(pairs, track)


# --- the order, put down by hand --------------------------------------------------------------


def _by_top(line: str, count: int) -> list[str]:
    """All choices of `count` letters, highest first in each, ordered by their highest letter,
    then the next, ..."""
    if count == 0:
        return [""]
    return [line[at] + rest for at in range(len(line)) for rest in _by_top(line[:at], count - 1)]


def _others(out: str) -> str:
    return "".join(letter for letter in LINE if letter not in out)


def _unlike() -> list[str]:
    """Five different ranks that are no straight, highest first, in order."""
    straights = [set(five) for five in LADDER]
    return [five for five in _by_top(LINE, 5) if set(five) not in straights]


def _suited(ranks: str, suits: str) -> Iterator[str]:
    yield from (rank + suit for rank, suit in zip(ranks, suits, strict=True))


def _mixed_suits(count: int) -> Iterator[str]:
    """The suits of `count` cards, the first deciding first; never all the same for five."""
    for suits in product(SUITS, repeat=count):
        if count < 5 or len(set(suits)) > 1:
            yield "".join(suits)


def lines() -> Iterator[tuple[str, list[str]]]:
    """Category and cards of every hand, from the lowest to the highest."""
    twos, threes = _by_top(SUITS, 2), _by_top(SUITS, 3)
    for five in _unlike():
        for suits in _mixed_suits(5):
            yield "nothing", [*_suited(five, suits)]
    for rank in LINE:
        for sides in _by_top(_others(rank), 3):
            for suits in _mixed_suits(3):
                for two in twos:
                    yield "pair", [*_suited(rank * 2, two), *_suited(sides, suits)]
    for at, high in enumerate(LINE):
        for low in LINE[:at]:
            for fifth, suit in product(_others(high + low), SUITS):
                for upper, lower in product(twos, twos):
                    pairs = [*_suited(high * 2, upper), *_suited(low * 2, lower)]
                    yield "two_pair", [*pairs, fifth + suit]
    for rank in LINE:
        for sides in _by_top(_others(rank), 2):
            for suits in _mixed_suits(2):
                for three in threes:
                    yield "trips", [*_suited(rank * 3, three), *_suited(sides, suits)]
    for ladder in LADDER:
        for suits in _mixed_suits(5):
            yield "straight", [*_suited(ladder[::-1], suits)]
    for rank in LINE:
        for other in _others(rank):
            for three, two in product(threes, twos):
                yield "full_house", [*_suited(rank * 3, three), *_suited(other * 2, two)]
    for five in _unlike():
        for suit in SUITS:
            yield "flush", [*_suited(five, suit * 5)]
    for rank in LINE:
        for fifth, suit in product(_others(rank), SUITS):
            yield "quads", [*_suited(rank * 4, SUITS), fifth + suit]
    for ladder in LADDER:
        for suit in SUITS:
            yield "straight_flush", [*_suited(ladder, suit * 5)]


@cache
def order() -> tuple[tuple[str, Hand], ...]:
    """The same with cards."""
    return tuple((category, tuple(map(CARDS.__getitem__, codes))) for category, codes in lines())


# --- held against the program -----------------------------------------------------------------


def every_hand(track: Track) -> Report:
    """Each hand stands in the list once, is what the list says, and is above those before it."""
    listed = order()
    fell, count, before = [], Counter[str](), -1
    heights = {category.height: category.value for category in Category}
    for category, hand in track(listed, "hands", len(listed)):
        found = strength(hand)
        count[category] += 1
        if found <= before:
            fell.append(f"{_text(hand)} is not above the hand before it")
        if heights[found >> 32] != category:
            fell.append(f"{_text(hand)} is {heights[found >> 32]}, not {category}")
        before = found
    if len({frozenset(hand) for _, hand in listed}) != 201_376 or count != COUNTS:
        fell.append(f"the list of the proof has {dict(count)}")
    return Report((f"all {len(listed):,} hands of 32 cards, in order",), tuple(fell[:20]))


def flushes_by_suit() -> Report:
    """Under the option every flush of a suit stands above all flushes of the suits below it,
    and everything else is as it was."""
    flushes = [hand for category, hand in order() if category == "flush"]
    wanted = [hand for suit in SUITS for hand in flushes if str(hand[0])[1] == suit]
    rising = [strength(hand, SUIT_FIRST) for hand in wanted]
    fell = [f"{low} is not below {high}" for low, high in pairwise(rising) if low >= high]
    others = [hand for category, hand in order()[::97] if category != "flush"]
    fell += [
        f"{_text(hand)} has changed"
        for hand in others
        if strength(hand) != strength(hand, SUIT_FIRST)
    ]
    full, quads = Category.FULL_HOUSE.height, Category.QUADS.height
    if not full < rising[0] >> 32 <= rising[-1] >> 32 < quads:
        fell.append("flushes have left their place")
    return Report((f"{len(wanted)} flushes with the suit first",), tuple(fell[:20]))


def circle() -> Report:
    """Every two straight flushes, and every three, under the option with the circle.

    The lowest beats the highest, the highest those between, these the lowest; within one rung
    of the ladder the suit decides.
    """
    hands = [evaluate(hand) for category, hand in order() if category == "straight_flush"]
    rung = {hand: at // len(SUITS) for at, hand in enumerate(hands)}
    last = len(LADDER) - 1

    def wins(first: int, second: int) -> bool:
        rungs = rung[hands[first]], rung[hands[second]]
        if rungs in ((0, last), (last, 0)):
            return rungs == (0, last)
        return first > second

    places = range(len(hands))
    fell = [
        f"{_text(hands[one].cards)} and {_text(hands[two].cards)}"
        for one, two in product(places, places)
        if beats(hands[one], hands[two], MINIMA) is not wins(one, two)
    ]
    for three in combinations(places, 3):
        best = [at for at in three if all(wins(at, other) for other in three if other != at)]
        found = best_of([hands[at] for at in three], MINIMA)
        if best != ([] if found is None else [three[found]]):
            fell.append(f"the best of {three} is {found}")
    return Report((f"every two and three of {len(hands)} straight flushes",), tuple(fell[:20]))


def sampled_pairs(count: int, track: Track) -> Report:
    """Two hands of two decks, some of them alike, compared both ways round."""
    chance, listed = random.Random(11), order()
    fell, equal = [], 0
    for _ in track(range(count), "pairs of hands", count):
        ours = chance.randrange(len(listed))
        near = chance.randrange(-3, 4) if chance.random() < 0.5 else chance.randrange(len(listed))
        theirs = (ours + near) % len(listed)
        equal += ours == theirs
        first, second = (chance.sample(listed[at][1], 5) for at in (ours, theirs))
        there, back = compare(first, second), compare(second, first)
        expected = _WINNERS[(ours > theirs) - (ours < theirs)]
        if (there.winner, back.winner) != expected:
            fell.append(f"{_text(first)} | {_text(second)}: {there.winner}, {back.winner}")
        if (there.reason is Reason.EQUAL) != (ours == theirs) or there.reason is not back.reason:
            fell.append(f"{_text(first)} | {_text(second)}: {there.reason}, {back.reason}")
    return Report((f"{count:,} pairs of hands, {equal:,} identical",), tuple(fell[:20]))


_WINNERS = {
    1: (Winner.FIRST, Winner.SECOND),
    0: (Winner.PUSH, Winner.PUSH),
    -1: (Winner.SECOND, Winner.FIRST),
}


def _text(cards: list[Card] | Hand) -> str:
    return " ".join(map(str, cards))
