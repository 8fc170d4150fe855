"""The games whose odds are known: which cards there are, and which hands have a name.

Every game counts by the twelve hands of Joker Poker, so one engine serves all of them; the
game of 52 cards, the yardstick that everybody publishes, never makes two of the twelve.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, lcm
from types import MappingProxyType

from firmware.cards.card import Card, Rank, joker_deck, standard_deck
from firmware.cards.evaluate import HAND_SIZE
from firmware.errors import RuleError
from firmware.games.joker_poker.hands import Hand, evaluate

HANDS = tuple(Hand)
"""From nothing up; a hand's place here is its number in every table of this room."""
MAX_PAY = 5_000_000
"""Chips for one hand: up to here no sum of an engine leaves 64 bits."""


@dataclass(frozen=True, eq=False)
class Game:
    """A deck and the hands it makes.

    Attributes:
        id: its name on the command line.
        jokers: 0 or 1 beside the 52 cards.
        lowest_pair: from this rank on a pair pays.
        names: the hands it makes -> what they are called in it, from nothing up.
    """

    id: str
    jokers: int
    lowest_pair: Rank
    names: Mapping[Hand, str]

    @property
    def deck(self) -> tuple[Card, ...]:
        """Its cards."""
        return joker_deck() if self.jokers else standard_deck()

    def hand(self, cards: Sequence[Card]) -> Hand:
        """What five of its cards are, by the cabinet's own rules but for the lowest pair.

        Raises:
            ValueError: when they are not five.
        """
        made = evaluate(cards).hand
        if made is Hand.NOTHING:
            pairs = [rank for rank, count in Counter(c.rank for c in cards).items() if count > 1]
            if any(rank is not None and rank >= self.lowest_pair for rank in pairs):
                return Hand.KINGS_OR_BETTER
        return made

    @property
    def size(self) -> int:
        """How many cards."""
        return len(Rank) * 4 + self.jokers

    @property
    def deals(self) -> int:
        """In how many ways five cards can be dealt; their order does not count."""
        return comb(self.size, HAND_SIZE)

    def draws(self, held: int) -> int:
        """In how many ways the draw can fill up `held` cards (0..5)."""
        return comb(self.size - HAND_SIZE, HAND_SIZE - held)

    @cached_property
    def draw_unit(self) -> int:
        """A number that `draws` of any hold divides, so that holds compare as whole numbers."""
        return lcm(*(self.draws(held) for held in range(HAND_SIZE + 1)))

    @cached_property
    def chip_units(self) -> tuple[int, ...]:
        """For 0..5 cards held, what a chip in one of the draws is worth in `draw_unit`s."""
        return tuple(self.draw_unit // self.draws(held) for held in range(HAND_SIZE + 1))

    @property
    def outcomes(self) -> int:
        """Deals times `draw_unit`: what the counts of an analysis add up to."""
        return self.deals * self.draw_unit


JOKER_POKER = Game("joker-poker", 1, Rank.KING, MappingProxyType({h: h.value for h in Hand}))
JACKS_OR_BETTER = Game(
    "jacks-or-better",
    0,
    Rank.JACK,
    MappingProxyType(
        {
            hand: "jacks_or_better" if hand is Hand.KINGS_OR_BETTER else hand.value
            for hand in Hand
            if hand not in (Hand.JOKER_ROYAL, Hand.FIVE_OF_A_KIND)
        }
    ),
)
GAMES = {game.id: game for game in (JOKER_POKER, JACKS_OR_BETTER)}


def verify_pays(pays: Sequence[int]) -> None:
    """Refuse what no engine can count with.

    Args:
        pays: chips won by each of `HANDS` for one whole bet.

    Raises:
        RuleError: another number of hands, a payment out of range, or nothing that pays.
    """
    if len(pays) != len(HANDS):
        raise RuleError(f"{len(HANDS)} hands are paid, not {len(pays)}: {list(pays)}")
    for hand, pay in zip(HANDS, pays, strict=True):
        if not 0 <= pay <= MAX_PAY:
            raise RuleError(f"{hand} pays {pay}: 0 to {MAX_PAY} chips can be counted with")
    if pays[0]:
        raise RuleError(f"nothing pays {pays[0]}: it pays 0")


@dataclass(frozen=True)
class Analysis:
    """What a pay table returns under optimal play: every figure follows from whole counts.

    Attributes:
        game: whose deck and hands.
        pays: chips won by each of `HANDS` for the whole bet.
        bet: chips staked.
        counts: how often each of `HANDS` ends a round, of `game.outcomes`.
        held: deals by the number of cards held, 0..5.
        tied: deals with more than one best hold.
    """

    game: Game
    pays: tuple[int, ...]
    bet: int
    counts: tuple[int, ...]
    held: tuple[int, ...]
    tied: int

    @property
    def rtp(self) -> Fraction:
        """The exact return; 1 is 100 %."""
        return self._mean(1)

    @property
    def variance(self) -> Fraction:
        """Of one round's return per chip bet."""
        return self._mean(2) - self.rtp**2

    @property
    def hit_rate(self) -> Fraction:
        """Share of rounds that pay anything."""
        hits = sum(count for pay, count in zip(self.pays, self.counts, strict=True) if pay)
        return Fraction(hits, self.game.outcomes)

    def share(self, hand: Hand) -> Fraction:
        """How often a round ends with this hand."""
        return Fraction(self.counts[HANDS.index(hand)], self.game.outcomes)

    def _mean(self, power: int) -> Fraction:
        total = sum(pay**power * count for pay, count in zip(self.pays, self.counts, strict=True))
        return Fraction(total, self.game.outcomes * self.bet**power)
