"""The rules of Strip Poker: sit down, ante, bet, change, bet, show, settle.

Draw poker for two. Both pay an ante, bet, change up to five cards once, bet again and show. Who
runs out of money pledges garments, the outermost first; a lost deal takes off what is at stake.
The session, bought with credits, lasts until the character's last garment is lost or the player
can pay no ante any more.

Every action stands here three times: `verify_x` raises the reason why it is not allowed,
`can(game.verify_x, ...)` asks it for the lamps, and `x` does it. `x` returns a `Play`. The game
knows two seats and not which of them a program plays: every move of a deal takes the seat.
Nothing here draws, stores or waits, and the only chance is the shuffler that is handed in.

Source: the three rule sheets of the game. They agree but for what `Terms` lets an operator choose.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from firmware.cards.evaluate import HAND_SIZE
from firmware.cards.shuffle import Shuffler
from firmware.errors import RuleError
from firmware.games.strip_poker.hands import Deck
from firmware.games.strip_poker.moves import Moves
from firmware.games.strip_poker.notation import BOUGHT_BACK
from firmware.games.strip_poker.play import BLOCK, Play, ending, session_in, verify_phase
from firmware.games.strip_poker.seat import Phase
from firmware.games.strip_poker.stakes import can_redeem, next_ante, pay, redeem
from firmware.games.strip_poker.table import (
    STOCK_CARDS,
    Deal,
    Holding,
    Outcome,
    Result,
    Session,
    Side,
    Table,
    Terms,
)
from firmware.money import Account, Moment, Posting, Transfer

LEVELS = (1, 2, 3)
"""How well a character may play."""


@dataclass(frozen=True, slots=True)
class StripPoker(Moves):
    """The game as this cabinet is set up.

    Attributes:
        terms: what the next session is played under; its deck is `fixed_deck` or the player's.
        price: credits a session costs.
        fixed_deck: the only deck; None where the player chooses.
        has_theme: whether garments are shown; else the sides have neutral lives.
    """

    terms: Terms = field(default_factory=Terms)
    price: int = 5
    fixed_deck: Deck | None = None
    has_theme: bool = True

    # --- the opponent's page ------------------------------------------------------------------

    def deck_of(self, table: Table) -> Deck:
        """The deck that the next session is played with."""
        return self.fixed_deck or table.deck

    def verify_choose_deck(self, table: Table) -> None:
        """The other deck: while choosing, unless the operator fixed it."""
        verify_phase(table, Phase.CHOOSE)
        if self.fixed_deck is not None:
            raise RuleError(f"this cabinet plays with {self.fixed_deck} cards")

    def choose_deck(self, table: Table) -> Play:
        """32 cards become 52, and back."""
        self.verify_choose_deck(table)
        other = Deck.FULL if table.deck is Deck.SHORT else Deck.SHORT
        return Play(replace(table, deck=other))

    def verify_choose_level(self, table: Table) -> None:
        """Another level: while choosing."""
        verify_phase(table, Phase.CHOOSE)

    def choose_level(self, table: Table) -> Play:
        """The next level; after the last the first."""
        self.verify_choose_level(table)
        after = LEVELS.index(table.level) + 1
        return Play(replace(table, level=LEVELS[after % len(LEVELS)]))

    def verify_choose_opponent(self, table: Table, opponent: str) -> None:
        """Another character: while choosing."""
        verify_phase(table, Phase.CHOOSE)
        if not opponent:
            raise RuleError("an opponent has a name")

    def choose_opponent(self, table: Table, opponent: str) -> Play:
        """The character by its name in its pack."""
        self.verify_choose_opponent(table, opponent)
        return Play(replace(table, opponent=opponent))

    def verify_sit_down(self, table: Table, credit: int) -> None:
        """The session: with an opponent chosen and the price in credit."""
        verify_phase(table, Phase.CHOOSE)
        self._verify_price(table, credit)

    def sit_down(self, table: Table, credit: int, number: int, garments: int) -> Play:
        """Buy a session: the price goes to the house at once.

        Args:
            table: the table, choosing.
            credit: the credit meter.
            number: the number of the new round.
            garments: how many the character wears, at least 1.
        """
        self.verify_sit_down(table, credit)
        return self._seated(table, credit, number, garments)

    def verify_rematch(self, table: Table, credit: int) -> None:
        """The same once more: when somebody has won, with the price in credit."""
        verify_phase(table, Phase.END)
        self._verify_price(table, credit)

    def rematch(self, table: Table, credit: int, number: int, garments: int) -> Play:
        """Buy another session against the same opponent; arguments as of `sit_down`."""
        self.verify_rematch(table, credit)
        return self._seated(table, credit, number, garments)

    def _verify_price(self, table: Table, credit: int) -> None:
        if not table.opponent:
            raise RuleError("no opponent is chosen")
        if credit < self.price:
            raise RuleError(f"a session costs {self.price}, the credit is {credit}")

    def _seated(self, table: Table, credit: int, number: int, garments: int) -> Play:
        if garments < 1:
            raise RuleError(f"a character with {garments} garments has nothing to lose")
        terms = replace(self.terms, deck=self.deck_of(table))
        session = Session(
            number=number,
            price=self.price,
            credit_before=credit,
            opponent=table.opponent,
            level=table.level,
            terms=terms,
            player=Side(terms.start, terms.lives),
            character=Side(terms.start, garments),
        )
        price = (
            Transfer(Account.CREDIT, Account.STAKE, self.price),
            Transfer(Account.STAKE, Account.HOUSE, self.price),
        )
        return Play(
            replace(table, phase=Phase.BETWEEN, session=session, amount=0),
            (Posting(Moment.STAKE, price, BLOCK),),
            session,
        )

    # --- between deals ------------------------------------------------------------------------

    def verify_deal(self, table: Table) -> None:
        """The next deal: between deals."""
        session_in(table, Phase.BETWEEN)

    def deal(self, table: Table, shuffler: Shuffler) -> Play:
        """Take both antes and deal five cards each.

        Args:
            table: the table, between deals.
            shuffler: the chance; the twenty cards this deal can need are fixed here.
        """
        self.verify_deal(table)
        session = session_in(table, Phase.BETWEEN)
        ante, terms = next_ante(session), session.terms
        cards = shuffler.shuffle(terms.deck.cards)
        dealt = Deal(
            number=len(session.told) + 1,
            first=session.first,
            ante=ante,
            carried=session.pot,
            pushes=session.pushes,
            player=Holding(cards[:HAND_SIZE]),
            character=Holding(cards[HAND_SIZE : 2 * HAND_SIZE]),
            stock=cards[2 * HAND_SIZE : 2 * HAND_SIZE + STOCK_CARDS],
            turn=session.first,
        )
        after = replace(
            session,
            player=pay(session.player, ante, terms).side,
            character=pay(session.character, ante, terms).side,
            pot=session.pot + 2 * ante,
            deal=dealt,
        )
        return Play(replace(table, phase=Phase.B1_FIRST, session=after, amount=0))

    def verify_buy_back(self, table: Table) -> None:
        """A garment back: once after a deal that the player won, with money to spare."""
        session = session_in(table, Phase.BETWEEN)
        last, terms = session.last, session.terms
        if last is None or last.outcome is not Outcome.PLAYER:
            raise RuleError("a garment is bought back after a deal that was won")
        if last.bought_back:
            raise RuleError("one garment a deal is bought back, and that was done")
        if not can_redeem(session.player, terms):
            raise RuleError(
                f"nothing to buy back: {session.player.lost} lost, bank {session.player.bank}, "
                f"needed {terms.start + terms.garment_value}"
            )

    def buy_back(self, table: Table) -> Play:
        """The player redeems the garment she lost last."""
        self.verify_buy_back(table)
        session = session_in(table, Phase.BETWEEN)
        assert session.last is not None
        after = replace(
            session,
            player=redeem(session.player, session.terms),
            last=replace(session.last, bought_back=True),
            told=(*session.told[:-1], f"{session.told[-1]} {BOUGHT_BACK}"),
        )
        return Play(replace(table, session=after), (), after)

    def verify_leave(self, table: Table) -> None:
        """Away from the table: between deals, or when somebody has won."""
        verify_phase(table, Phase.BETWEEN, Phase.END)

    def leave(self, table: Table) -> Play:
        """Back to the opponents; a session that goes on ends, and nobody has won it."""
        self.verify_leave(table)
        away = replace(table, phase=Phase.CHOOSE, session=None, amount=0)
        if table.session is None or table.session.result is not None:
            return Play(away)
        left = replace(table.session, result=Result.LEFT)
        return Play(away, ending(left), left)
