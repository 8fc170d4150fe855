"""Balances and meters together, and the sums that must hold between them.

Pure values: the ledger, the verifier and the books all count through here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from operator import itemgetter
from types import MappingProxyType

from firmware.errors import IdentityError, LedgerError
from firmware.ledger.meters import (
    BLOCK,
    BLOCKS,
    CABINET,
    FIXED_METERS,
    FREE,
    FREE_GAMES,
    GAMBLE,
    GAME,
    METERS,
    Groups,
    added,
    grouped,
    joined,
    moved_by,
    moved_by_boot,
    moved_by_log,
)
from firmware.log import LogEntry
from firmware.money import Account, GameId, Moment, Posting

MAY_GO_BELOW_ZERO = frozenset(
    {Account.COINBOX, Account.NOTES, Account.SERVICE, Account.HOUSE, Account.FREE},
)
"""Where credits come from: these show minus what they gave. The house wins and loses."""

CHECKED_FIRST = frozenset({Moment.STAKE, Moment.HAND_PAY, Moment.CANCEL})
"""Moments before which the books are checked: no stake is taken and nothing is paid on books
that do not hold."""


@dataclass(frozen=True, slots=True)
class Totals:
    """How things stand after some number of postings.

    Attributes:
        balances: credits on every account.
        groups: every meter by its group and name, see `meters`.
    """

    balances: Mapping[Account, int]
    groups: Groups

    @property
    def meters(self) -> dict[str, int]:
        """Every meter by its flat name."""
        return {
            joined(group, name): value
            for group, values in self.groups.items()
            for name, value in values.items()
        }

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
        return Totals(balances, added(self.groups, moved))

    def after_all(self, postings: Iterable[Posting]) -> Totals:
        """The totals once all are booked; the books are checked on the way and at the end.

        Raises:
            LedgerError: as `after`.
            IdentityError: as `check`.
        """
        totals = self
        for posting in postings:
            if posting.moment in CHECKED_FIRST:
                totals.check()
            totals = totals.after(posting)
        if totals is not self:
            totals.check()
        return totals

    def after_boot(self, *, was_clean: bool, has_fallen: bool = False) -> Totals:
        """The totals once a boot is counted."""
        moved = moved_by_boot(self.meters, was_clean=was_clean, has_fallen=has_fallen)
        return Totals(self.balances, added(self.groups, moved))

    def after_log(self, entries: Iterable[LogEntry]) -> Totals:
        """The totals once lines of the event log are counted."""
        totals = self
        for entry in entries:
            moved = moved_by_log(totals.meters, entry)
            totals = Totals(totals.balances, added(totals.groups, moved))
        return totals

    @property
    def money_in(self) -> int:
        """Credits that players were given for money or by the operator, less what was taken out.

        Between two moments it grows by exactly what play did not change of the credit.
        """
        count = self.groups[CABINET]
        came_in = count["coin_in"] + count["notes_in"] + count["service_in"]
        return came_in - count["hand_paid"] - count["cancelled"]

    def check(self) -> None:
        """Prove that the balances follow from the meters.

        The first line is the identity of the books. The others tie down what it leaves
        open, so that no single balance or meter of money can be off by one unseen.

        Raises:
            IdentityError: naming the first sum that does not hold, with both sides.
        """
        lefts, rights = self._sides()
        if lefts == rights:
            return
        for name, left, right in zip(_IDENTITIES, lefts, rights, strict=True):
            if left != right:
                raise IdentityError(f"the books do not hold: {name}, but {left} is not {right}")

    def _sides(self) -> tuple[list[int], list[int]]:
        """Both sides of each of `_IDENTITIES`; at every commit, so all is fetched at once."""
        balances = _all_balances(self.balances)
        (coinbox, notes, service, credit, stake, pending, gamble, _, handpay, off) = balances[:10]
        (test, free, free_staked, free_paid) = balances[10:]
        count = _all_meters(self.groups[CABINET])
        (coin_in, notes_in, service_in, coin_test, turnover, won, hand_paid, cancelled) = count[:8]
        (games_played, games_won, games_lost, *gambles) = count[8:17]
        (rounds, wins, ties, losses, staked, returned) = gambles
        games = _sums(_all_of_game(self.groups[f"games.{game}"]) for game in GameId)
        blocks = _sums(
            _all_of_block(values)
            for group, values in self.groups.items()
            if group.startswith(BLOCKS)
        )
        free_games = _sums(
            _all_of_game(values)
            for group, values in self.groups.items()
            if group.startswith(FREE_GAMES)
        )
        frees = [self.groups[CABINET].get(name, 0) for name in FREE]
        lefts = [
            credit + pending,
            sum(balances),
            coinbox,
            test,
            notes,
            service,
            handpay,
            off,
            *(games_played, games_won, turnover, won),
            *(games_played, turnover - stake, won, games_won, games_lost),
            *gambles,
            rounds - wins - ties - losses,
            *(free, free_staked, free_paid),
            *frees,
        ]
        came_in = coin_in + notes_in + service_in
        rights = [
            came_in + won + returned - turnover - staked - hand_paid - cancelled,
            0,
            -coin_in - coin_test,
            coin_test,
            -notes_in,
            -service_in,
            hand_paid,
            cancelled,
            *games,
            *(blocks[0], blocks[1], blocks[2], blocks[6], blocks[7]),
            *blocks[8:],
            int(gamble > 0),
            *(-frees[2] - frees[3], frees[2], frees[3]),
            *free_games[: len(FREE)],
        ]
        return lefts, rights


_IDENTITIES = (
    "credit + pending = coins, notes and service in + won + gamble_returned"
    " - turnover - gamble_staked - hand_paid - cancelled",
    "the sum of all accounts = 0",
    "coinbox = - coin_in - coin_test",
    "coin_test account = coin_test",
    "notes = - notes_in",
    "service = - service_in",
    "handpay = hand_paid",
    "cancelled account = cancelled",
    "games_played = played of all games",
    "games_won = won of all games",
    "turnover = staked of all games",
    "won = paid of all games",
    "games_played = N of all blocks",
    "turnover - stake = B of all blocks",
    "won = W of all blocks",
    "games_won = won of all blocks",
    "games_lost = lost of all blocks",
    *(f"{name} = that of all blocks" for name in GAMBLE),
    "gamble_rounds - wins - ties - losses = doubles open",
    "free account = - free_staked - free_paid",
    "free_staked account = free_staked",
    "free_paid account = free_paid",
    *(f"{name} = that of all games in free play" for name in FREE),
)
"""What `check` proves, in the order of its sums."""


NOTHING = Totals(
    MappingProxyType(dict.fromkeys(Account, 0)),
    MappingProxyType(grouped(dict.fromkeys(FIXED_METERS, 0))),
)
"""An empty cabinet before its first boot."""


_all_balances = itemgetter(*Account)
_all_meters = itemgetter(*METERS)
_all_of_game = itemgetter(*GAME)
_all_of_block = itemgetter(*BLOCK)


def _sums(groups: Iterable[tuple[int, ...]]) -> list[int]:
    """The sum of each meter over some groups; of no group the sums of a block, all 0."""
    return [sum(values) for values in zip(*groups, strict=True)] or [0] * len(BLOCK)
