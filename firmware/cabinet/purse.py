"""The credits of free play: worth nothing, part of the play state, told to the books game by game.

The games stake and pay as ever; what they post moves this purse and no account. A game that is
over makes one posting, so that the books can tell how much was played for nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from firmware.ledger.meters import free_game
from firmware.money import Account, Block, GameId, Moment, Posting, Transfer

_ENDED = {Moment.WON: "won", Moment.LOST: "lost", Moment.LEVEL: "level"}
LEAST_FULL = 100
"""Credits of a full purse, at least."""
STAKES_FULL = 20
"""And at least so many of the stake that it must always cover."""


@dataclass(frozen=True, slots=True)
class Purse:
    """What is there to be played with for nothing.

    Attributes:
        credit: as the credit meter would show it.
        staked: what the open game has cost.
        paid: what it has brought so far.
        ended: how its hand ended, by the word of the books; empty while that is open.
    """

    credit: int = 0
    staked: int = 0
    paid: int = 0
    ended: str = ""

    def after(self, posting: Posting) -> Purse:
        """The purse after a posting of a game."""
        out = _sum(posting.transfers, Account.CREDIT, is_target=False)
        back = _sum(posting.transfers, Account.CREDIT, is_target=True)
        return replace(
            self,
            credit=self.credit - out + back,
            staked=self.staked + out,
            paid=self.paid + back,
            ended=_ENDED.get(posting.moment, self.ended),
        )

    def told(self, game: GameId) -> Posting:
        """What the books are told of the game that is over."""
        return free_game(Block(game), self.ended, staked=self.staked, paid=self.paid)

    def between_games(self, least: int) -> Purse:
        """The purse when no game is open: full again where it cannot cover the stake `least`."""
        credit = self.credit if self.credit >= least else max(LEAST_FULL, STAKES_FULL * least)
        return Purse(credit)


def _sum(transfers: tuple[Transfer, ...], account: Account, *, is_target: bool) -> int:
    return sum(
        each.credits for each in transfers if (each.target if is_target else each.source) is account
    )
