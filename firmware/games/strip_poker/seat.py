"""What somebody at the table sees, and what she may answer: all that an opponent is given.

A `View` is made of values that both players may know and of one's own cards. Nothing in it
leads to the table, so a hidden card cannot be reached from it, whatever reads it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique

from firmware.cards.card import Card
from firmware.games.strip_poker.hands import Ranking


@unique
class Seat(StrEnum):
    """The two who sit at the table."""

    PLAYER = "player"
    CHARACTER = "character"

    @property
    def other(self) -> Seat:
        """Who sits opposite."""
        return Seat.CHARACTER if self is Seat.PLAYER else Seat.PLAYER


@unique
class Phase(StrEnum):
    """What the table waits for; the names are those of the report."""

    CHOOSE = "choose"
    """Opponent, deck and level; then the price."""
    BETWEEN = "between"
    """The next deal."""
    B1_FIRST = "b1_first"
    """First round, nobody has spoken: open, wait or fold."""
    B1_AFTER_WAIT = "b1_after_wait"
    """First round, the first waited: open, change for nothing, or fold."""
    B1_FACING = "b1_facing"
    """First round, something is outstanding: raise, call or fold."""
    DRAW = "draw"
    """Which cards to change; both choose before either count is shown."""
    B2_FIRST = "b2_first"
    """Second round, nobody has spoken: open, show for nothing, or fold."""
    B2_FACING = "b2_facing"
    """Second round, something is outstanding: raise, call or fold."""
    SHOWDOWN = "showdown"
    """Both hands lie open; the pot is still on the table."""
    END = "end"
    """Somebody has won the session."""


@unique
class MoveKind(StrEnum):
    """What a player may do in a deal."""

    OPEN = "open"
    WAIT = "wait"
    RAISE = "raise"
    CALL = "call"
    """Change (first round) or show (second): pays what is outstanding and ends the round."""
    FOLD = "fold"
    EXCHANGE = "exchange"


@dataclass(frozen=True, slots=True)
class Move:
    """One public move of the deal, as a player sees it.

    Attributes:
        is_mine: whether the viewer made it.
        kind: what it was.
        amount: of an OPEN the amount, of a RAISE what came on top of the call, of a CALL
            what it paid; else 0.
        cards_changed: of an EXCHANGE how many cards, 0..5; else None.
    """

    is_mine: bool
    kind: MoveKind
    amount: int = 0
    cards_changed: int | None = None


@dataclass(frozen=True, slots=True)
class View:
    """A deal from one seat. Amounts are stripdollars.

    Attributes:
        ranking: deck and how hands are ranked.
        phase: what the table waits for.
        cards: the viewer's five, after the exchange the new ones.
        is_first: whether the viewer speaks first in this deal, in both rounds.
        moves: every public move of this deal in order, both rounds; the exchanges stand in it
            once both are made, the player's before the character's.
        pot: all that lies on the table, antes and carried pot included.
        carried: the part of it that earlier pushes left.
        carried_pushes: how many pushes in a row left it.
        ante: what each paid before this deal; less than 5 only for a carried pot.
        facing: outstanding against the viewer; 0 when it is not the viewer's turn.
        max_amount: the most that may be opened or raised now; 0 where neither is allowed.
        raises_left: how many raises this round still allows.
        own_bank: money in front of the viewer.
        other_bank: the same of the other.
        own_means: the bank and the worth of every garment that can still be pledged.
        other_means: the same of the other.
        own_garments_free: garments on and not at stake.
        other_garments_free: the same of the other.
        garment_value: what a pledged garment brings.
        exchanged_own: cards that the viewer changed; None before she chose.
        exchanged_other: the same of the other; None before both chose.
    """

    ranking: Ranking
    phase: Phase
    cards: tuple[Card, ...]
    is_first: bool
    moves: tuple[Move, ...]
    pot: int
    carried: int
    carried_pushes: int
    ante: int
    facing: int
    max_amount: int
    raises_left: int
    own_bank: int
    other_bank: int
    own_means: int
    other_means: int
    own_garments_free: int
    other_garments_free: int
    garment_value: int
    exchanged_own: int | None = None
    exchanged_other: int | None = None

    @property
    def deck(self) -> int:
        """32 or 52."""
        return int(self.ranking.deck)


@dataclass(frozen=True, slots=True)
class Answer:
    """What somebody does.

    Attributes:
        kind: the move.
        amount: of an OPEN or RAISE 1..`View.max_amount`; else 0.
        change: of an EXCHANGE the positions to change, 1..5, ascending; else empty.
    """

    kind: MoveKind
    amount: int = 0
    change: tuple[int, ...] = ()
