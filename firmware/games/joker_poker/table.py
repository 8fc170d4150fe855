"""Where a game of Joker Poker stands: everything that a power cut must not change.

The values here are stored as JSON in the transaction of every action and read back at the
next boot, so a field is never renamed without a migration.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique

from firmware.cards.card import Card
from firmware.games.joker_poker.double_up import Outcome
from firmware.games.joker_poker.hands import Hand
from firmware.money import Block, GameId


@unique
class Phase(StrEnum):
    """What the table waits for; the names are those of the report."""

    BETTING = "betting"
    """A bet and DEAL; the last round stays in view."""
    HOLD = "hold"
    """Which of the five dealt cards to keep."""
    WIN = "win"
    """Collect, double or half double."""
    DOUBLE = "double"
    """The choice of one of four hidden cards."""


@dataclass(frozen=True, slots=True)
class Double:
    """One double or half double; a bet of its own.

    Attributes:
        cards: the dealer's card, then the four of HOLD2..HOLD5, all from one shuffle.
        stake: credits at risk.
        banked: credits that a half double took out of the win first; 0 for a whole one.
        pick: position of the chosen card, 2..5; None while it is open.
        outcome: None while it is open.
    """

    cards: tuple[Card, ...]
    stake: int
    banked: int = 0
    pick: int | None = None
    outcome: Outcome | None = None


@dataclass(frozen=True, slots=True)
class Round:
    """One game from its stake to its last double.

    Attributes:
        number: counts the rounds of this ledger from 1.
        chips: chips staked, 1..5.
        chip_value: credits a chip.
        credit_before: the credit meter before the stake was taken.
        dealt: the five cards of the first deal.
        stock: the next five of the same shuffle, which replace from left to right.
        held: positions kept, 1..5, ascending.
        final: the hand that counted; None before the draw.
        hand: what it was; None before the draw.
        paid: credits the hand paid, before any double.
        win: credits not yet collected, those at risk in a double included.
        doubles: every double of the round, oldest first.
        collected: credits that went from the win to the credit meter.
        table: edition of the pay table it was staked under, and is paid and counted by; empty
            in the rounds of version 0.1.0.
    """

    number: int
    chips: int
    chip_value: int
    credit_before: int
    dealt: tuple[Card, ...]
    stock: tuple[Card, ...]
    held: tuple[int, ...] = ()
    final: tuple[Card, ...] | None = None
    hand: Hand | None = None
    paid: int = 0
    win: int = 0
    doubles: tuple[Double, ...] = ()
    collected: int = 0
    table: str = ""

    @property
    def bet(self) -> int:
        """Credits staked."""
        return self.chips * self.chip_value

    @property
    def block(self) -> Block:
        """Where the books count it: rounds of one pay table and one number of chips."""
        return Block(GameId.JOKER_POKER, self.table, self.chips)

    @property
    def is_over(self) -> bool:
        """Whether nothing of it can change any more."""
        return self.final is not None and self.win == 0


@dataclass(frozen=True, slots=True)
class Table:
    """The state of the game between two presses.

    Attributes:
        phase: what it waits for.
        chips: the remembered bet in chips, 0..5; 0 only before the first bet of a ledger.
        chip_value: credits a chip.
        round: the round in play, or the last one; None before the first.
    """

    phase: Phase = Phase.BETTING
    chips: int = 0
    chip_value: int = 1
    round: Round | None = None

    @property
    def win(self) -> int:
        """Credits won and not collected, at risk or not."""
        return 0 if self.round is None else self.round.win

    @property
    def held(self) -> tuple[int, ...]:
        """Positions marked to be kept, while that is the question."""
        if self.phase is not Phase.HOLD or self.round is None:
            return ()
        return self.round.held

    @property
    def cards(self) -> tuple[Card | None, ...]:
        """The five places as the player sees them; None is a hidden card, () an empty table."""
        if self.round is None:
            return ()
        if self.round.doubles:
            last = self.round.doubles[-1]
            if last.outcome is None:
                return (last.cards[0], None, None, None, None)
            return last.cards
        return self.round.final or self.round.dealt
