"""Balances and meters together, and the sums that must hold between them.

Pure values: the ledger, the verifier and the books all count through here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from firmware.errors import IdentityError, LedgerError
from firmware.events import Account, GameId, Moment, Posting
from firmware.ledger.meters import ALL_METERS, moved_by, moved_by_boot, of_game

MAY_GO_BELOW_ZERO = frozenset(
    {Account.COINBOX, Account.NOTES, Account.SERVICE, Account.HOUSE},
)
"""Where credits come from: these show minus what they gave. The house wins and loses."""


@dataclass(frozen=True, slots=True)
class Totals:
    """How things stand after some number of postings.

    Attributes:
        balances: credits on every account.
        meters: every meter by its flat name, see `meters.ALL_METERS`.
    """

    balances: Mapping[Account, int]
    meters: Mapping[str, int]

    def after(self, posting: Posting) -> Totals:
        """The totals once `posting` is booked.

        Raises:
            LedgerError: when an account would go below zero, or no meter rule fits.
        """
        balances = dict(self.balances)
        for move in posting.transfers:
            balances[move.source] -= move.credits
            balances[move.target] += move.credits
            if balances[move.source] < 0 and move.source not in MAY_GO_BELOW_ZERO:
                raise LedgerError(
                    f"{move.credits} credits cannot go from {move.source} to {move.target} at "
                    f"{posting.moment}: only {balances[move.source] + move.credits} are there"
                )
        try:
            moved = moved_by(posting)
        except ValueError as error:
            raise LedgerError(str(error)) from error
        return Totals(MappingProxyType(balances), _added(self.meters, moved))

    def after_all(self, postings: Iterable[Posting]) -> Totals:
        """The totals once all are booked; the books are checked before each stake and at the end.

        Raises:
            LedgerError: as `after`.
            IdentityError: as `check`.
        """
        totals = self
        for posting in postings:
            if posting.moment is Moment.STAKE:
                totals.check()
            totals = totals.after(posting)
        totals.check()
        return totals

    def after_boot(self, *, was_clean: bool) -> Totals:
        """The totals once a boot is counted."""
        moved = moved_by_boot(was_clean=was_clean)
        return Totals(self.balances, _added(self.meters, moved))

    def check(self) -> None:
        """Prove that the balances follow from the meters.

        The first line is the identity of the books. The others tie down what it leaves
        open, so that no single balance can be off by one unseen.

        Raises:
            IdentityError: naming the first sum that does not hold, with both sides.
        """
        for name, left, right in self._sums():
            if left != right:
                raise IdentityError(f"the books do not agree: {name}: {left} is not {right}")

    def _sums(self) -> tuple[tuple[str, int, int], ...]:
        credits, count = self.balances, self.meters
        came_in = count["coin_in"] + count["notes_in"] + count["service_in"]
        given_back = count["won"] + count["gamble_returned"]
        put_in = count["turnover"] + count["gamble_staked"]
        went_out = count["hand_paid"] + count["cancelled"]
        return (
            (
                "credit + pending = coins, notes and service in + won + gamble_returned"
                " - turnover - gamble_staked - hand_paid - cancelled",
                credits[Account.CREDIT] + credits[Account.PENDING],
                came_in + given_back - put_in - went_out,
            ),
            ("the sum of all accounts = 0", sum(credits.values()), 0),
            ("coinbox = - coin_in", credits[Account.COINBOX], -count["coin_in"]),
            ("notes = - notes_in", credits[Account.NOTES], -count["notes_in"]),
            ("service = - service_in", credits[Account.SERVICE], -count["service_in"]),
            ("handpay = hand_paid", credits[Account.HANDPAY], count["hand_paid"]),
            ("cancelled account = cancelled", credits[Account.CANCELLED], count["cancelled"]),
            ("turnover = staked of all games", count["turnover"], self._all_games("staked")),
            ("won = paid of all games", count["won"], self._all_games("paid")),
            ("games_played = played of all games", *self._pair("games_played", "played")),
            ("games_won = won of all games", *self._pair("games_won", "won")),
            (
                "gamble_rounds - wins - ties - losses = doubles open",
                count["gamble_rounds"]
                - count["gamble_wins"]
                - count["gamble_ties"]
                - count["gamble_losses"],
                int(credits[Account.GAMBLE] > 0),
            ),
        )

    def _pair(self, meter: str, name: str) -> tuple[int, int]:
        return self.meters[meter], self._all_games(name)

    def _all_games(self, name: str) -> int:
        return sum(self.meters[of_game(game, name)] for game in GameId)


NOTHING = Totals(
    MappingProxyType(dict.fromkeys(Account, 0)),
    MappingProxyType(dict.fromkeys(ALL_METERS, 0)),
)
"""An empty cabinet before its first boot."""


def _added(meters: Mapping[str, int], moved: Mapping[str, int]) -> Mapping[str, int]:
    return MappingProxyType({**meters, **{name: meters[name] + n for name, n in moved.items()}})
