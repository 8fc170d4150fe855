"""The shape of five cards under a rule set: what all three games rank, each its own way.

This module never says what a hand is called or which hand is better: it counts equal ranks
and finds flushes and straights. The order of the hands belongs to the games, which differ
(Cinque Mani puts a flush above a full house, Joker Poker only asks what pays most).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from firmware.cards.card import Card, Rank

HAND_SIZE = 5
_NO_RANK = 0  # the joker's place in a pattern


@dataclass(frozen=True, slots=True)
class RuleSet:
    """What of a game's rules decides the shape of five cards.

    Attributes:
        lowest: the lowest rank of the deck: TWO of 52 cards, SEVEN of 32.
        has_low_ace: whether the ace may also stand below `lowest` in a straight.
        jokers: how many jokers a hand may hold, 0 or 1.
    """

    lowest: Rank = Rank.TWO
    has_low_ace: bool = True
    jokers: int = 0


class Pattern(NamedTuple):
    """All that can be seen of five cards where suits do not rank; small enough to look up.

    Attributes:
        ranks: the five ranks, ascending; 0 is the joker.
        is_flush: whether all cards that have a suit have the same.
    """

    ranks: tuple[int, ...]
    is_flush: bool


@dataclass(frozen=True, slots=True)
class Shape:
    """Five cards as every rule set sees them.

    Attributes:
        groups: (count, rank) of the natural cards, most cards first, then highest rank.
        is_flush: one suit, the joker taking any.
        straight_top: highest rank of the highest straight the cards make, the joker taking
            any rank; FIVE for A-2-3-4-5 (TEN for A-7-8-9-10 of 32 cards); None without one.
        has_joker: whether one of the five is the joker.
    """

    groups: tuple[tuple[int, Rank], ...]
    is_flush: bool
    straight_top: Rank | None
    has_joker: bool

    @property
    def counts(self) -> tuple[int, ...]:
        """How many natural cards of equal rank, most first: (3, 2) is a full house."""
        return tuple(count for count, _ in self.groups)


def pattern(cards: Sequence[Card]) -> Pattern:
    """What is to be ranked of five cards.

    >>> from firmware.cards.card import parse_cards
    >>> pattern(parse_cards("KH JK 2H 9H KD")) == Pattern((0, 2, 9, 13, 13), is_flush=False)
    True

    Raises:
        ValueError: when there are not five cards.
    """
    if len(cards) != HAND_SIZE:
        raise ValueError(f"a hand has {HAND_SIZE} cards, not {len(cards)}: {_listed(cards)}")
    ranks = tuple(sorted([card.rank or _NO_RANK for card in cards]))
    suits = {card.suit for card in cards}
    return Pattern(ranks, len(suits) == (2 if None in suits else 1))


def shape(seen: Pattern, rules: RuleSet) -> Shape:
    """The shape of a pattern under a rule set.

    >>> from firmware.cards.card import parse_cards
    >>> low = shape(pattern(parse_cards("AS 2H 3D 4C JK")), RuleSet(jokers=1))
    >>> low.straight_top, low.counts, low.has_joker
    (<Rank.FIVE: 5>, (1, 1, 1, 1), True)

    Raises:
        ValueError: when the hand holds more jokers or lower ranks than the rule set has.
    """
    naturals = [Rank(rank) for rank in seen.ranks if rank != _NO_RANK]
    jokers = HAND_SIZE - len(naturals)
    if jokers > rules.jokers:
        raise ValueError(f"{jokers} jokers in a hand that may hold {rules.jokers}")
    if naturals[0] < rules.lowest:
        raise ValueError(
            f"the rank {naturals[0].letter} is below {rules.lowest.letter}, the lowest of this deck"
        )
    groups = sorted(((count, rank) for rank, count in Counter(naturals).items()), reverse=True)
    return Shape(
        groups=tuple(groups),
        is_flush=seen.is_flush,
        straight_top=straights(rules).get(frozenset(naturals)) if _all_differ(naturals) else None,
        has_joker=jokers > 0,
    )


@lru_cache
def straights(rules: RuleSet) -> Mapping[frozenset[Rank], Rank]:
    """Every set of natural ranks that makes a straight -> its top rank, the highest possible.

    Four ranks are in it only where a joker may fill the fifth.
    """
    tops: dict[frozenset[Rank], Rank] = {}
    for ranks in _runs(rules):  # upwards, so that a higher straight replaces a lower one
        for missing in range(rules.jokers + 1):
            for naturals in combinations(ranks, HAND_SIZE - missing):
                tops[frozenset(naturals)] = ranks[-1]
    return tops


def _runs(rules: RuleSet) -> list[tuple[Rank, ...]]:
    """The five ranks of every straight, each from its lowest to its top, lowest straight first."""
    line = [rank for rank in Rank if rank >= rules.lowest]
    if rules.has_low_ace:
        line.insert(0, Rank.ACE)
    return [tuple(line[at : at + HAND_SIZE]) for at in range(len(line) - HAND_SIZE + 1)]


def _all_differ(ranks: Sequence[Rank]) -> bool:
    return len(set(ranks)) == len(ranks)


def _listed(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards)) or "none"
