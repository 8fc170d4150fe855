"""Where a game of Strip Poker stands: everything that a power cut must not change.

The values here are stored as JSON in the transaction of every action and read back at the
next boot, so a field is never renamed without a migration. Amounts are stripdollars, which
are fiction: only a session's price is counted in credits.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique

from firmware.cards.card import Card
from firmware.games.strip_poker.hands import Deck, FlushTie, Ranking
from firmware.games.strip_poker.seat import MoveKind, Phase, Seat

ANTE = 5
"""Paid by both before every deal."""
STOCK_CARDS = 10
"""Cards that two exchanges can need."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What a session is played under, fixed when it is bought.

    Attributes:
        deck: 32 or 52 cards.
        start: money in front of each at the beginning.
        garment_value: what a pledged garment brings, and what it costs to buy one back.
        lives: what the player may pledge; 0: only the character pledges.
        flush_tie: what decides between two flushes.
        has_low_ace: whether the ace may also begin a straight.
        raise_cap: raises a round after its opening bet; 0 for no limit.
        has_one_pledge: whether an opening bet or raise may cost each side one new garment at
            most; else all that is on may go at once.
    """

    deck: Deck = Deck.SHORT
    start: int = 50
    garment_value: int = 25
    lives: int = 3
    flush_tie: FlushTie = FlushTie.TOP_CARD
    has_low_ace: bool = True
    raise_cap: int = 4
    has_one_pledge: bool = True

    @property
    def ranking(self) -> Ranking:
        """How hands are ranked."""
        return Ranking(self.deck, self.has_low_ace, self.flush_tie)


@unique
class Wear(StrEnum):
    """Where a garment is."""

    ON = "on"
    AT_STAKE = "at_stake"
    """Pledged: it comes off if this deal is lost."""
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Side:
    """What one of the two has.

    Garments are pledged from the outermost inward and bought back last lost first, so that
    three counts tell which is where.

    Attributes:
        bank: money in front.
        garments: how many there were at the beginning; lives, where nothing is worn.
        lost: how many of them are off, the outermost.
        at_stake: how many of the next are pledged.
    """

    bank: int
    garments: int
    lost: int = 0
    at_stake: int = 0

    @property
    def free(self) -> int:
        """Garments that can still be pledged."""
        return self.garments - self.lost - self.at_stake

    @property
    def wear(self) -> tuple[Wear, ...]:
        """Where each garment is, the outermost first."""
        return (
            *(Wear.OFF,) * self.lost,
            *(Wear.AT_STAKE,) * self.at_stake,
            *(Wear.ON,) * self.free,
        )


@dataclass(frozen=True, slots=True)
class Holding:
    """The cards of one side in a deal.

    Attributes:
        dealt: the first five.
        change: positions to change, 1..5, ascending; None before the choice.
        final: the five after the exchange; None before both have chosen.
    """

    dealt: tuple[Card, ...]
    change: tuple[int, ...] | None = None
    final: tuple[Card, ...] | None = None

    @property
    def cards(self) -> tuple[Card, ...]:
        """The present five."""
        return self.final or self.dealt


@dataclass(frozen=True, slots=True)
class Act:
    """One move of a deal as it was made.

    Attributes:
        seat: who.
        kind: what.
        amount: of an OPEN the amount, of a RAISE what came on top of the call, of a CALL
            what it paid; else 0.
        change: of an EXCHANGE the positions; else empty.
        pledged: garments that it put at stake.
    """

    seat: Seat
    kind: MoveKind
    amount: int = 0
    change: tuple[int, ...] = ()
    pledged: int = 0


@unique
class Outcome(StrEnum):
    """How a deal ended."""

    PLAYER = "player"
    CHARACTER = "character"
    PUSH = "push"
    """Equal hands: the pot stays on the table."""

    @property
    def winner(self) -> Seat | None:
        """Who takes the pot."""
        return None if self is Outcome.PUSH else Seat(self.value)


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal from its antes to its pot.

    Attributes:
        number: counts the deals of the session from 1.
        first: who speaks first, in both rounds.
        ante: what each paid.
        carried: what earlier pushes had left in the pot.
        pushes: how many pushes in a row had left it.
        player: the player's cards.
        character: the character's cards.
        stock: the next cards of the same shuffle; the player's exchange takes from the top,
            then the character's.
        marks: the player's positions that will be changed, ascending, while she chooses.
        turn: who must speak; None while both choose what to change, and at the end.
        facing: outstanding against `turn`.
        raises: raises so far in this round.
        acts: every move so far, both rounds; both exchanges enter together.
        outcome: None before the end.
    """

    number: int
    first: Seat
    ante: int
    carried: int
    pushes: int
    player: Holding
    character: Holding
    stock: tuple[Card, ...]
    marks: tuple[int, ...] = ()
    turn: Seat | None = None
    facing: int = 0
    raises: int = 0
    acts: tuple[Act, ...] = ()
    outcome: Outcome | None = None

    def holding(self, seat: Seat) -> Holding:
        """The cards of a side."""
        return self.player if seat is Seat.PLAYER else self.character

    @property
    def folded(self) -> Seat | None:
        """Who gave the deal up; then no hidden card is shown."""
        last = self.acts[-1] if self.acts else None
        return last.seat if last is not None and last.kind is MoveKind.FOLD else None


@dataclass(frozen=True, slots=True)
class Settlement:
    """What the last deal came to, for whoever shows it.

    Attributes:
        outcome: who took the pot.
        pot: what was taken, or stays.
        came_off: garments that the loser took off.
        released: garments that the winner had at stake and keeps.
        bought_back: whether the winner has redeemed a garment since.
    """

    outcome: Outcome
    pot: int
    came_off: int = 0
    released: int = 0
    bought_back: bool = False


@unique
class Result(StrEnum):
    """How a session ended."""

    WON = "won"
    """The character's last garment is lost."""
    LOST = "lost"
    """The player can pay no ante any more."""
    LEFT = "left"
    """The player went before anybody had won."""


@dataclass(frozen=True, slots=True)
class Session:
    """What was bought with one price: deals until somebody has won.

    Attributes:
        number: of the round on this ledger.
        price: credits it cost.
        credit_before: the credit meter before the price was taken.
        opponent: the character's name in its pack.
        level: how well she plays, 1..3.
        terms: the rules in force.
        player: what the player has.
        character: what the character has.
        first: who speaks first in the present deal, or in the next one between deals.
        pot: what lies on the table.
        pushes: pushes in a row since somebody took a pot.
        deal: the deal in play, or the last one; None before the first.
        last: what the last deal came to; None before the first is over.
        told: each finished deal in one line, oldest first; see `notation`.
        result: None while it goes on.
    """

    number: int
    price: int
    credit_before: int
    opponent: str
    level: int
    terms: Terms
    player: Side
    character: Side
    first: Seat = Seat.PLAYER
    pot: int = 0
    pushes: int = 0
    deal: Deal | None = None
    last: Settlement | None = None
    told: tuple[str, ...] = ()
    result: Result | None = None

    def side(self, seat: Seat) -> Side:
        """What `seat` has."""
        return self.player if seat is Seat.PLAYER else self.character


@dataclass(frozen=True, slots=True)
class Table:
    """The state of the game between two presses.

    Attributes:
        phase: what it waits for.
        deck: the deck that the player has chosen for her next session.
        opponent: the character chosen; empty before the first choice.
        level: the level chosen, 1..3.
        amount: what the player has set for her next bet; 0 for the proposal.
        session: the one in play, or at END the one that is over; None at CHOOSE.
    """

    phase: Phase = Phase.CHOOSE
    deck: Deck = Deck.SHORT
    opponent: str = ""
    level: int = 2
    amount: int = 0
    session: Session | None = None

    @property
    def held(self) -> tuple[int, ...]:
        """Positions that the player keeps, while that is the question."""
        deal = self.dealt
        if self.phase is not Phase.DRAW or deal is None:
            return ()
        return tuple(at for at in range(1, len(deal.player.cards) + 1) if at not in deal.marks)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The player's five; empty before the first deal."""
        return () if self.dealt is None else self.dealt.player.cards

    @property
    def dealt(self) -> Deal | None:
        """The deal in play, or the last one."""
        return None if self.session is None else self.session.deal
