"""The rules of Cinque Mani: stake, deal, arrange, confirm, reveal, share out.

Everybody has a deck of 32 cards. The dealer draws seven blindly and everybody lays the same
seven out of play, so that all hold the same twenty-five. Each lays them as five hidden hands in
a row. Then the hands are turned up, first against first and so on; the best at each place takes
its 3, 4, 5, 6 or 7 points, and the best total takes the stakes of all. Any hand may lie
anywhere: where one hides the strong ones is the game.

Every action stands here three times: `verify_x` raises the reason why it is not allowed,
`can(game.verify_x, ...)` asks it for the lamps, and `x` does it. `x` returns a `Play`. What the
computer's players lay is handed in as a value and fixed before the player can confirm. Nothing
here draws, stores or waits, and the only chance is what is handed in.

Source: the game's sheet. It leaves the end and the money open; `Terms` has what an operator
chooses.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from firmware.cards.shuffle import Shuffler
from firmware.errors import RuleError
from firmware.games.cinque_mani.arranging import Arranging
from firmware.games.cinque_mani.hands import DECK
from firmware.games.cinque_mani.play import Play, deal_in, round_in, verify_phase
from firmware.games.cinque_mani.scoring import BLOCK, ending, settled
from firmware.games.cinque_mani.table import (
    ARRANGEABLE,
    HANDS,
    REMOVED_CARDS,
    Arrangement,
    Deal,
    Phase,
    Result,
    Round,
    Table,
    Terms,
    verify_arrangement,
)
from firmware.money import Account, Moment, Posting, Transfer

STAKES = (1, 2, 3, 4, 5)
"""Credits that may be staked."""
PLAYERS = (2, 3, 4)
"""How many may play, the person included."""


@dataclass(frozen=True, slots=True)
class CinqueMani(Arranging):
    """The game as this cabinet is set up.

    Attributes:
        terms: what the next stake is played under.
    """

    terms: Terms = field(default_factory=Terms)

    # --- stake --------------------------------------------------------------------------------

    def stake_in_force(self, table: Table, credit: int) -> int:
        """The stake chosen, or less while the credit does not cover it; 0 without credit."""
        return min(table.stake, max(credit, 0))

    def verify_stake(self, table: Table, credit: int) -> None:
        """Another stake: between two stakes, where the credit covers more than one."""
        _verify_no_stake(table)
        if credit < 2:
            raise RuleError(f"a credit of {credit} leaves no other stake")

    def stake(self, table: Table, credit: int) -> Play:
        """One credit more; past five, or past what the credit covers, back to one."""
        self.verify_stake(table, credit)
        more = self.stake_in_force(table, credit) + 1
        return Play(replace(table, stake=more if more <= min(STAKES[-1], credit) else 1))

    def verify_choose_players(self, table: Table) -> None:
        """Another number of players: before the first deal."""
        verify_phase(table, Phase.STAKE)

    def choose_players(self, table: Table) -> Play:
        """One more; after four two."""
        self.verify_choose_players(table)
        after = PLAYERS.index(table.players) + 1
        return Play(replace(table, players=PLAYERS[after % len(PLAYERS)]))

    # --- deal ---------------------------------------------------------------------------------

    def takes_stake(self, table: Table) -> bool:
        """Whether the next deal begins a new round: all but those within a match."""
        return table.is_free

    def verify_deal(self, table: Table, credit: int) -> None:
        """The cards: with a stake that the credit covers, or within a match."""
        verify_phase(table, Phase.STAKE, Phase.RESULT)
        if self.takes_stake(table) and self.stake_in_force(table, credit) == 0:
            raise RuleError(f"there is no stake in a credit of {credit}")

    def deal(self, table: Table, credit: int, number: int, shuffler: Shuffler) -> Play:
        """Take the stake, unless a match goes on, and draw the seven cards.

        Args:
            table: the table, before a deal.
            credit: the credit meter.
            number: the number of the new round; of no account within a match.
            shuffler: the chance.
        """
        self.verify_deal(table, credit)
        is_new = self.takes_stake(table)
        played = self._begun(table, credit, number) if is_new else _in_match(table)
        dealer = (played.dealer + len(played.told)) % played.players
        dealt = Deal(
            number=len(played.told) + 1,
            dealer=dealer,
            removed=shuffler.shuffle(DECK)[:REMOVED_CARDS],
        )
        after = replace(
            table,
            phase=Phase.BUILD,
            dealer=(dealer + 1) % played.players,
            page=0,
            round=replace(played, deal=dealt),
        )
        if not is_new:
            return Play(after)
        stake = Transfer(Account.CREDIT, Account.STAKE, played.stake)
        return Play(after, (Posting(Moment.STAKE, (stake,), BLOCK),), played)

    def _begun(self, table: Table, credit: int, number: int) -> Round:
        return Round(
            number=number,
            stake=self.stake_in_force(table, credit),
            players=table.players,
            credit_before=credit,
            terms=self.terms,
            dealer=table.dealer % table.players,
            points=(0,) * table.players,
        )

    # --- confirm ------------------------------------------------------------------------------

    def verify_lay(self, table: Table, arrangements: tuple[Arrangement, ...]) -> None:
        """The hands of the computer's players: once a deal, while the player arranges."""
        played, deal = round_in(table, *ARRANGEABLE), deal_in(table, *ARRANGEABLE)
        if deal.opponents:
            raise RuleError("the others have laid their hands")
        if len(arrangements) != played.players - 1:
            raise RuleError(f"{played.players - 1} others play, not {len(arrangements)}")
        for arrangement in arrangements:
            try:
                verify_arrangement(arrangement, deal.cards)
            except ValueError as error:
                raise RuleError(f"these hands cannot be laid: {error}") from error

    def lay(self, table: Table, arrangements: tuple[Arrangement, ...]) -> Play:
        """They are fixed, face down; to be stored before CONFERMA is lit."""
        self.verify_lay(table, arrangements)
        played, deal = round_in(table, *ARRANGEABLE), deal_in(table, *ARRANGEABLE)
        return Play(
            replace(table, round=replace(played, deal=replace(deal, opponents=arrangements)))
        )

    def verify_confirm(self, table: Table) -> None:
        """CONFERMA: with a complete arrangement, when the others have laid theirs."""
        if not deal_in(table, Phase.TABLE).opponents:
            raise RuleError("the others have not laid their hands yet")

    def confirm(self, table: Table) -> Play:
        """Lay the hands face down: nothing about the deal can change any more."""
        self.verify_confirm(table)
        played, deal = round_in(table, Phase.TABLE), deal_in(table, Phase.TABLE)
        laid = replace(played, deal=replace(deal, is_confirmed=True))
        return Play(replace(table, phase=Phase.REVEAL, round=laid))

    # --- reveal -------------------------------------------------------------------------------

    def verify_reveal(self, table: Table) -> None:
        """SCOPRI and TUTTE: when all hands are laid."""
        deal_in(table, Phase.REVEAL)

    def reveal(self, table: Table) -> Play:
        """Turn the next position up; the last one counts the deal."""
        return _revealed(table, deal_in(table, Phase.REVEAL).shown + 1)

    def reveal_all(self, table: Table) -> Play:
        """Turn all that is hidden up, and count the deal."""
        return _revealed(table, HANDS)

    # --- the end ------------------------------------------------------------------------------

    def verify_leave(self, table: Table) -> None:
        """Away from the table: before a deal."""
        verify_phase(table, Phase.STAKE, Phase.RESULT)

    def leave(self, table: Table) -> Play:
        """Back to the stake; a match that goes on ends, and its stake is lost."""
        self.verify_leave(table)
        away = replace(table, phase=Phase.STAKE, round=None)
        if table.round is None or table.round.result is not None:
            return Play(away)
        left = replace(table.round, result=Result.LEFT)
        return Play(away, ending(left), left)


def _verify_no_stake(table: Table) -> None:
    """Refuse all but the moment between two stakes."""
    verify_phase(table, Phase.STAKE, Phase.RESULT)
    if table.round is not None and table.round.result is None:
        raise RuleError("one stake is for the whole match")


def _in_match(table: Table) -> Round:
    assert table.round is not None
    return table.round


def _revealed(table: Table, shown: int) -> Play:
    """The table with `shown` positions turned up; counted when that is all of them."""
    played, deal = round_in(table, Phase.REVEAL), deal_in(table, Phase.REVEAL)
    turned = replace(deal, shown=shown)
    if shown < HANDS:
        return Play(replace(table, round=replace(played, deal=turned)))
    after = settled(played, turned)
    return Play(replace(table, phase=Phase.RESULT, round=after), ending(after), after)
