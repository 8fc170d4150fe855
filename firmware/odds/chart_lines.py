"""What a line of a strategy chart may say: cards that a person can see at a glance.

A line names cards to hold and looks at nothing else: neither what is thrown away nor suits that
are missing elsewhere. How many straights the held cards may still become is said as *runs*: five
ranks in a row, the ace at either end, that contain them all. 6-7-8 fits three runs, 6-7-9 two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum, unique

from firmware.cards.card import Card, Rank
from firmware.cards.evaluate import HAND_SIZE, straights
from firmware.games.joker_poker.hands import RULES, Hand
from firmware.odds.game import Game

PAT = (
    Hand.NATURAL_ROYAL,
    Hand.FIVE_OF_A_KIND,
    Hand.JOKER_ROYAL,
    Hand.STRAIGHT_FLUSH,
    Hand.FULL_HOUSE,
    Hand.FLUSH,
    Hand.STRAIGHT,
)
"""Hands that all five cards make."""
_RUNS = tuple(run for run in straights(RULES) if len(run) == HAND_SIZE)


@unique
class Kind(StrEnum):
    """What the held cards, but for the joker, have in common."""

    PAT = "pat"
    """All five make a hand."""
    SAME = "same"
    """Ranks that are equal."""
    ROYAL = "royal"
    """One suit, of the ranks of a royal."""
    STRAIGHT_FLUSH = "straight_flush"
    """One suit, within a run."""
    FLUSH = "flush"
    """One suit."""
    HIGH = "high"
    """Different ranks that pay as a pair."""
    STRAIGHT = "straight"
    """Different ranks within a run."""
    SINGLE = "single"
    """One card."""
    NOTHING = "nothing"
    """None."""


@dataclass(frozen=True, slots=True)
class Held:
    """Up to four held cards, the joker left out, as a line sees them.

    Attributes:
        counts: cards of equal rank, most first.
        low, high: the lowest and the highest rank; None of no card.
        is_suited: whether all are of one suit.
        runs: how many runs contain them; 0 where ranks are equal.
        highs: how many of them pay as a pair.
    """

    counts: tuple[int, ...]
    low: Rank | None
    high: Rank | None
    is_suited: bool
    runs: int
    highs: int

    @classmethod
    def of(cls, cards: Sequence[Card], game: Game) -> Held:
        """What is seen of cards; a joker among them is passed over."""
        ranks = [card.rank for card in cards if card.rank is not None]
        suits = {card.suit for card in cards if card.suit is not None}
        different = frozenset(ranks)
        differ = len(different) == len(ranks)
        return cls(
            tuple(sorted(Counter(ranks).values(), reverse=True)),
            min(ranks, default=None),
            max(ranks, default=None),
            len(suits) == 1,
            sum(different <= run for run in _RUNS) if differ else 0,
            sum(rank >= game.lowest_pair for rank in ranks),
        )


@dataclass(frozen=True, slots=True)
class Line:
    """One line: hold such cards, and the joker with them where it was dealt.

    Attributes:
        kind: what they have in common.
        cards: how many, the joker not counted.
        hand: of `Kind.PAT`, what all five make.
        counts: of `Kind.SAME`, cards of equal rank, most first.
        runs: at least so many runs contain them.
        highs: at least so many of them pay as a pair.
        low, high: of `Kind.SAME` and `Kind.SINGLE`, the rank (of the highest card) lies there.
    """

    kind: Kind
    cards: int
    hand: Hand | None = None
    counts: tuple[int, ...] = ()
    runs: int = 0
    highs: int = 0
    low: Rank = Rank.TWO
    high: Rank = Rank.ACE

    def fits(self, held: Held) -> bool:
        """Whether held cards (not all five) are such cards."""
        if sum(held.counts) != self.cards or self.kind is Kind.PAT:
            return False
        if held.low is None or held.high is None:
            return True
        is_within = self.low <= held.high <= self.high
        has_kind = {
            Kind.SAME: held.counts == self.counts and is_within,
            Kind.ROYAL: held.is_suited and held.runs > 0 and held.low >= Rank.TEN,
            Kind.STRAIGHT_FLUSH: held.is_suited and held.runs > 0,
            Kind.FLUSH: held.is_suited,
            Kind.HIGH: len(held.counts) == held.highs == self.cards,
            Kind.STRAIGHT: held.runs > 0,
            Kind.SINGLE: is_within,
        }
        return has_kind[self.kind] and held.runs >= self.runs and held.highs >= self.highs


def lines() -> Iterator[Line]:
    """Every line that may be said, the plainer of two that mean the same first."""
    for hand in PAT:
        yield Line(Kind.PAT, HAND_SIZE, hand=hand)
    for counts in ((4,), (3,), (2, 2)):
        yield Line(Kind.SAME, sum(counts), counts=counts)
    for low in Rank:
        yield Line(Kind.SAME, 2, counts=(2,), low=low)
    for low in Rank:
        yield Line(Kind.SINGLE, 1, low=low)
    for low in Rank:
        for high in Rank:
            if low <= high < Rank.ACE:
                yield Line(Kind.SINGLE, 1, low=low, high=high)
    for cards in (4, 3, 2):
        for highs in range(cards + 1):
            yield Line(Kind.ROYAL, cards, highs=highs)
        for highs in range(cards + 1):
            for runs in range(HAND_SIZE):
                yield Line(Kind.STRAIGHT_FLUSH, cards, runs=runs, highs=highs)
            yield Line(Kind.FLUSH, cards, highs=highs)
        yield Line(Kind.HIGH, cards)
        for highs in range(cards + 1):
            for runs in range(HAND_SIZE):
                yield Line(Kind.STRAIGHT, cards, runs=runs, highs=highs)
    yield Line(Kind.NOTHING, 0)
