"""The strip hands rank as an order says that was written down from the rules, class by class.

The order is a list: nested loops put down every kind of hand from the lowest to the highest, and
what the rules cannot tell apart stands on one step. Nothing of it counts or sorts as the
program does. If the program's strength grows with the steps, strictly and for every hand, then it
compares every two hands as the list does.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, pairwise
from math import comb

from proof import Report, Track

from firmware.cards.card import Card, Rank
from firmware.games.strip_poker.hands import (
    Deck,
    FlushTie,
    Made,
    Ranking,
    Reason,
    Winner,
    compare,
    evaluate,
)

SHORT_COUNTS = {
    "nothing": 52_020,
    "pair": 107_520,
    "two_pair": 24_192,
    "trips": 10_752,
    "straight": 5_100,
    "flush": 204,
    "full_house": 1_344,
    "quads": 224,
    "straight_flush": 20,
}
"""Of the 201,376 hands of 32 cards with the low ace, as the rules state them."""

FULL_COUNTS = {
    "nothing": 1_302_540,
    "pair": 1_098_240,
    "two_pair": 123_552,
    "trips": 54_912,
    "straight": 10_200,
    "flush": 5_108,
    "full_house": 3_744,
    "quads": 624,
    "straight_flush": 40,
}
"""Of the 2,598,960 hands of 52 cards: in every book."""

Pattern = tuple[str, bool]
"""Five ranks as letters, each as often as it is there, in the order of the deck; one suit?"""

SHORT, FULL = Ranking(Deck.SHORT), Ranking(Deck.FULL)
RANKINGS = tuple(
    Ranking(deck, has_low_ace, tie)
    for deck in Deck
    for has_low_ace in (True, False)
    for tie in FlushTie
)
EACH_OPTION = (*RANKINGS[:4], FULL, Ranking(Deck.FULL, False, FlushTie.ALL_CARDS))
"""The same in less time."""


def prove(full: bool, track: Track) -> Report:
    """Every hand of 32 cards, and of 52 where there is time; every option."""
    report = every_class() + every_hand(SHORT, SHORT_COUNTS, track)
    report += every_hand(FULL, FULL_COUNTS, track) if full else sampled_hands(FULL, 50_000)
    pairs = 500_000 if full else 20_000
    return report + sampled_pairs(SHORT, pairs, track) + sampled_pairs(FULL, pairs, track)


# --- the order, put down by hand --------------------------------------------------------------


def steps(ranking: Ranking) -> Iterator[tuple[str, set[Pattern]]]:
    """Category and patterns of every step, from the lowest hand to the highest."""
    line = "789TJQKA" if ranking.deck is Deck.SHORT else "23456789TJQKA"
    ladder = [line[at : at + 5] for at in range(len(line) - 4)]
    if ranking.has_low_ace:
        ladder.insert(0, line[:4] + "A")
    unlike = [five for five in _by_top(line, 5) if five not in ladder]

    def held(*cards: str) -> str:
        return "".join(sorted("".join(cards), key=line.index))

    def others(out: str) -> str:
        return "".join(letter for letter in line if letter not in out)

    for five in unlike:
        yield "nothing", {(five, False)}
    for two in line:
        for three in _by_top(others(two), 3):
            yield "pair", {(held(two * 2, three), False)}
    for at, high in enumerate(line):
        for low in line[:at]:
            for one in others(high + low):
                yield "two_pair", {(held(high * 2, low * 2, one), False)}
    for three in line:
        yield "trips", {(held(three * 3, two), False) for two in _by_top(others(three), 2)}
    for five in ladder:
        yield "straight", {(five, False)}
    if ranking.flush_tie is FlushTie.TOP_CARD:
        for top in line:
            alike = {(five, True) for five in unlike if five[-1] == top}
            if alike:
                yield "flush", alike
    else:
        for five in unlike:
            yield "flush", {(five, True)}
    for three in line:
        yield "full_house", {(held(three * 3, two * 2), False) for two in others(three)}
    for four in line:
        yield "quads", {(held(four * 4, one), False) for one in others(four)}
    for five in ladder:
        yield "straight_flush", {(five, True)}


def _by_top(line: str, count: int) -> list[str]:
    """All choices of `count` letters, ordered by their highest letter, then the next, ..."""
    if count == 0:
        return [""]
    return [below + line[at] for at in range(len(line)) for below in _by_top(line[:at], count - 1)]


def order(ranking: Ranking) -> dict[Pattern, tuple[int, str]]:
    """Pattern -> (step, category)."""
    return {
        pattern: (step, category)
        for step, (category, patterns) in enumerate(steps(ranking))
        for pattern in patterns
    }


# --- held against the program -----------------------------------------------------------------


def every_class(rankings: Sequence[Ranking] = RANKINGS) -> Report:
    """Under these options: one hand of each class is as strong as its step is high."""
    fell, count = [], 0
    for ranking in rankings:
        wanted = order(ranking)
        count += len(wanted)
        hands = ((_hand(pattern), place) for pattern, place in wanted.items())
        rising = ((cards, evaluate(cards, ranking), place) for cards, place in hands)
        fell += [f"{fault} ({ranking})" for fault in _not_rising(rising)]
        if len(wanted) != (840 if ranking.deck is Deck.SHORT else 7_462):
            fell.append(f"{ranking}: {len(wanted)} classes in the order of the proof")
    return Report(
        (f"{count:,} classes of hands under {len(rankings)} sets of options",), tuple(fell)
    )


def every_hand(ranking: Ranking, counts: dict[str, int], track: Track) -> Report:
    """All hands of a deck: how many are what, and each as strong as its step is high."""
    deck = sorted([str(card) for card in ranking.deck.cards], key=_place)
    cards_of = {code: Card.parse(code) for code in deck}
    wanted = order(ranking)
    found: Counter[str] = Counter()

    def placed() -> Iterator[Placed]:
        hands = combinations(deck, 5)  # each in the order of the deck, as a pattern is
        for codes in track(hands, f"hands of {len(deck)} cards", comb(len(deck), 5)):
            cards = [cards_of[code] for code in codes]
            made = evaluate(cards, ranking)
            found[made.category.value] += 1
            letters, suits = zip(*codes, strict=True)
            yield cards, made, wanted["".join(letters), len({*suits}) == 1]

    fell = _not_rising(placed())
    fell += [
        f"{category}: {found[category]:,} hands, {count:,} expected"
        for category, count in counts.items()
        if found[category] != count
    ]
    return Report((f"all {found.total():,} hands of {len(deck)} cards",), tuple(fell))


def sampled_hands(ranking: Ranking, count: int) -> Report:
    """Some hands of a deck, each as strong as its step is high."""
    chance, deck, wanted = random.Random(5), ranking.deck.cards, order(ranking)
    hands = (chance.sample(deck, 5) for _ in range(count))
    fell = _not_rising(
        (cards, evaluate(cards, ranking), wanted[_pattern(cards)]) for cards in hands
    )
    return Report((f"{count:,} hands of {len(deck)} cards drawn",), tuple(fell))


def sampled_pairs(ranking: Ranking, count: int, track: Track) -> Report:
    """Two hands of one deck, compared both ways round."""
    chance, deck, wanted = random.Random(7), ranking.deck.cards, order(ranking)
    fell, pushes = [], 0
    for _ in track(range(count), f"pairs of hands of {len(deck)} cards", count):
        ten = chance.sample(deck, 10)
        first, second = ten[:5], ten[5:]
        ours, theirs = wanted[_pattern(first)][0], wanted[_pattern(second)][0]
        there, back = compare(first, second, ranking), compare(second, first, ranking)
        pushes += ours == theirs
        expected = _WINNERS[(ours > theirs) - (ours < theirs)]
        if (there.winner, back.winner) != expected:
            fell.append(f"{_text(first)} | {_text(second)}: {there.winner}, {back.winner}")
        if (there.reason is Reason.EQUAL) != (ours == theirs) or there.reason is not back.reason:
            fell.append(f"{_text(first)} | {_text(second)}: {there.reason}, {back.reason}")
    tried = f"{count:,} pairs of hands of {len(deck)} cards, {pushes} of them a push"
    return Report((tried,), tuple(fell[:20]))


_WINNERS = {
    1: (Winner.FIRST, Winner.SECOND),
    0: (Winner.PUSH, Winner.PUSH),
    -1: (Winner.SECOND, Winner.FIRST),
}


Placed = tuple[Sequence[Card], Made, tuple[int, str]]
"""A hand, what the program makes of it, and its step and category in the order."""


def _not_rising(hands: Iterable[Placed]) -> list[str]:
    """What is against: strength and step are not one to one, or do not rise together."""
    rising: dict[int, tuple[int, tuple[Rank, ...]]] = {}
    fell = []
    for cards, made, (step, category) in hands:
        if made.category.value != category:
            fell.append(f"{_text(cards)} is {made.category}, not {category}")
        elif rising.setdefault(step, made.strength) != made.strength:
            fell.append(f"{_text(cards)} is not as strong as others of its step")
    ladder = [rising[step] for step in sorted(rising)]
    fell += [f"{low} is not below {high}" for low, high in pairwise(ladder) if not low < high]
    return fell[:20]


def _pattern(cards: Sequence[Card]) -> Pattern:
    letters, suits = zip(*sorted([str(card) for card in cards], key=_place), strict=True)
    return "".join(letters), len({*suits}) == 1


def _place(code: str) -> int:
    return "23456789TJQKA".index(code[0])


def _hand(pattern: Pattern) -> list[Card]:
    """Five cards of a pattern."""
    letters, is_flush = pattern
    suits = "SSSSS" if is_flush else "SHDCS"  # equal ranks lie together, four at most
    return [Card.parse(letter + suit) for letter, suit in zip(letters, suits, strict=True)]


def _text(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))
