"""Where a game of Cinque Mani stands: everything that a power cut must not change.

The values here are stored as JSON in the transaction of every action and read back at the
next boot, so a field is never renamed without a migration. Players are told apart by their
seat: 0 is the person at the buttons, 1..3 are the computer's.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique
from functools import lru_cache

from firmware.cards.card import Card
from firmware.cards.evaluate import HAND_SIZE
from firmware.games.cinque_mani.hands import DECK, FlushOrder, Ranking

REMOVED_CARDS = 7
"""Drawn blindly by the dealer, and out of play for everybody."""
HANDS = 5
POINTS = (3, 4, 5, 6, 7)
"""What winning the first .. the fifth hand is worth."""
ALL_POINTS = sum(POINTS)
PERSON = 0
"""The seat at the buttons."""

Hand = tuple[Card, ...]
"""Five cards, in the order in which they lie; () where none lie yet."""
Arrangement = tuple[Hand, ...]
"""Five hands, first to fifth."""

NOTHING_LAID: Arrangement = ((),) * HANDS


@unique
class Phase(StrEnum):
    """What the table waits for; the names are those of the report."""

    STAKE = "stake"
    """Players and stake; then the cards."""
    BUILD = "build"
    """The hand for 7 points, then for 6, 5 and 4; the last five cards go for 3."""
    TABLE = "table"
    """A complete arrangement: confirm it, or change it."""
    LIFTED = "lifted"
    """One hand is lifted: which one does it change places with?"""
    OPENED = "opened"
    """It lies open: which of its cards goes away?"""
    CARD_IN_HAND = "card_in_hand"
    """Where does that card go?"""
    OPENED_SECOND = "opened_second"
    """The other hand lies open too: which of its cards comes back?"""
    REVEAL = "reveal"
    """Hands are turned up, first against first and so on."""
    RESULT = "result"
    """Everything is turned up and counted."""


ARRANGING = (
    Phase.TABLE,
    Phase.LIFTED,
    Phase.OPENED,
    Phase.CARD_IN_HAND,
    Phase.OPENED_SECOND,
)
"""Where the player's arrangement is complete and not yet confirmed."""
ARRANGEABLE = (Phase.BUILD, *ARRANGING)
"""Where the player has not confirmed yet."""
HALF_MADE = ARRANGING[1:]
"""Where a move is begun and not ended."""


@unique
class Level(StrEnum):
    """How well the computer arranges."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


@dataclass(frozen=True, slots=True)
class Terms:
    """What a stake is played under, fixed when it is taken.

    Attributes:
        flush: what decides first between two flushes.
        minima_batte_massima: whether the lowest straight flush beats the highest; of hands
            that then beat each other in a circle none is the best, and nobody scores.
        deals: deals that one stake is for: 1, or 5 for a match on total points.
        bonus: stakes that the house adds to a prize for every deal of it in which the player
            took all 25 points; 0 for none.
        clock_s: time to arrange a deal, seconds; 0 for no clock.
        level: how well the computer arranges.
    """

    flush: FlushOrder = FlushOrder.RANKS_FIRST
    minima_batte_massima: bool = False
    deals: int = 1
    bonus: int = 0
    clock_s: int = 0
    level: Level = Level.HARD

    @property
    def ranking(self) -> Ranking:
        """How hands are ranked."""
        return Ranking(self.flush, self.minima_batte_massima)


@unique
class Plan(StrEnum):
    """How the arrangement on the table came about, and what PROPOSTA leads through."""

    CLIMBING = "climbing"
    """The best hand for 7, the next for 6, and so on."""
    TRAP = "trap"
    """The worst for 7 and every other one place up: beats climbing 18 to 7."""
    MIXED = "mixed"
    """Drawn, as often this way or that as good play has it."""
    OTHER = "other"
    """Other hands of the same cards, climbing."""
    MINE = "mine"
    """The player's own last arrangement."""


@dataclass(frozen=True, slots=True)
class Deal:
    """One deal from its cards to its points.

    Attributes:
        number: counts the deals of the stake from 1.
        dealer: the seat that drew the seven.
        removed: the seven cards out of play, as they were drawn.
        hands: the player's, as far as they are laid; complete from TABLE on.
        own: the player's last arrangement that was not a plan's; None before there is one.
        plan: how `hands` came about; None while they are being built.
        opponents: the arrangements of seats 1.., fixed before the player can confirm; ()
            before they are.
        is_confirmed: whether the player has laid hers down.
        shown: how many positions are turned up.
    """

    number: int
    dealer: int
    removed: tuple[Card, ...]
    hands: Arrangement = NOTHING_LAID
    own: Arrangement | None = None
    plan: Plan | None = None
    opponents: tuple[Arrangement, ...] = ()
    is_confirmed: bool = False
    shown: int = 0

    @property
    def cards(self) -> tuple[Card, ...]:
        """The twenty-five that everybody plays with, by suit and rank."""
        return _in_play(self.removed)

    @property
    def left(self) -> tuple[Card, ...]:
        """Those of them that the player has not laid yet, by suit and rank."""
        return _left(self.removed, self.hands)

    @property
    def building(self) -> int:
        """The position that the next hand is for, 5 down to 2; 1 when that is the last; 0 when
        all are laid."""
        return next((at for at in range(HANDS, 0, -1) if not self.hands[at - 1]), 0)

    @property
    def arrangements(self) -> tuple[Arrangement, ...]:
        """Those of all seats, the player's first."""
        return (self.hands, *self.opponents)

    def seen(self, seat: int) -> tuple[Hand | None, ...]:
        """The hands of a seat as the player may see them, first to fifth; None face down."""
        if seat == PERSON:
            return self.hands
        if not self.opponents:
            return (None,) * HANDS
        turned = self.opponents[seat - 1][: self.shown]
        return turned + (None,) * (HANDS - len(turned))


@lru_cache(maxsize=16)  # asked several times a frame
def _in_play(removed: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(card for card in DECK if card not in removed)


@lru_cache(maxsize=64)
def _left(removed: tuple[Card, ...], hands: Arrangement) -> tuple[Card, ...]:
    laid = {card for hand in hands for card in hand}
    return tuple(card for card in _in_play(removed) if card not in laid)


@unique
class Result(StrEnum):
    """How a stake ended for the player."""

    WON = "won"
    LEVEL = "level"
    """Others have as many points: the stakes are shared."""
    LOST = "lost"
    LEFT = "left"
    """She went away in the middle of a match."""


@dataclass(frozen=True, slots=True)
class Round:
    """What is played for one stake: a deal, or a match of five.

    Attributes:
        number: of the round on this ledger.
        stake: credits staked, by every player alike.
        players: 2..4, the person included.
        credit_before: the credit meter before the stake was taken.
        terms: the rules in force.
        dealer: the seat that drew the seven of its first deal; the others follow in turn.
        points: what each seat has, over all finished deals.
        sweeps: finished deals in which the player took all 25 points.
        deal: the deal in play, or the last one; None before the first.
        told: each finished deal in one line, oldest first; see `notation`.
        result: None while it goes on.
        paid: credits that came back; 0 while it goes on.
    """

    number: int
    stake: int
    players: int
    credit_before: int
    terms: Terms
    dealer: int
    points: tuple[int, ...]
    sweeps: int = 0
    deal: Deal | None = None
    told: tuple[str, ...] = ()
    result: Result | None = None
    paid: int = 0

    @property
    def is_match(self) -> bool:
        """Whether one stake is for more than one deal."""
        return self.terms.deals > 1


@dataclass(frozen=True, slots=True)
class Table:
    """The state of the game between two presses.

    Attributes:
        phase: what it waits for.
        stake: the stake chosen, 1..5; less is in force while the credit does not cover it.
        players: how many will play, 2..4.
        dealer: the seat that deals next, taken modulo the players.
        page: which four candidates of BUILD are shown, from 0.
        lifted: the first hand of a half-made move, 1..5; 0 for none.
        card: the position in it, 1..5, of the card in hand; 0 for none.
        second: the hand that the card goes to, 1..5; 0 for none.
        round: the one in play, or at RESULT the one that may be over; None at STAKE.
    """

    phase: Phase = Phase.STAKE
    stake: int = 1
    players: int = 2
    dealer: int = PERSON
    page: int = 0
    lifted: int = 0
    card: int = 0
    second: int = 0
    round: Round | None = None

    @property
    def is_free(self) -> bool:
        """Whether nothing is at stake."""
        if self.round is None:
            return True
        return self.phase is Phase.RESULT and self.round.result is not None

    @property
    def dealt(self) -> Deal | None:
        """The deal in play, or the last one."""
        return None if self.round is None else self.round.deal

    @property
    def cards(self) -> tuple[Card, ...]:
        """The player's cards as they lie: the hands laid, first to fifth."""
        if self.dealt is None:
            return ()
        return tuple(card for hand in self.dealt.hands for card in hand)


def verify_arrangement(arrangement: Arrangement, cards: tuple[Card, ...]) -> None:
    """Refuse what is not five hands of five that use each of `cards` once.

    Raises:
        ValueError: saying what is wrong.
    """
    sizes = [len(hand) for hand in arrangement]
    if sizes != [HAND_SIZE] * HANDS:
        raise ValueError(f"an arrangement is {HANDS} hands of {HAND_SIZE} cards, not {sizes}")
    laid = [card for hand in arrangement for card in hand]
    wrong = sorted({str(card) for card in set(laid) ^ set(cards)})
    if wrong:  # a card laid twice leaves another one out
        twice = sorted({str(card) for card in laid if laid.count(card) > 1})
        raise ValueError(f"not the cards of this deal: {' '.join(wrong + twice)}")
