"""The books: what the cabinet has taken, played and paid, as reports show it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from firmware.errors import LedgerCorruptError
from firmware.events import Account, GameId
from firmware.ledger.ledger import Ledger
from firmware.ledger.meters import BLOCK, METERS, of_game
from firmware.ledger.snapshot import reading
from firmware.ledger.store import read_stored
from firmware.ledger.totals import Totals


@dataclass(frozen=True, slots=True)
class Books:
    """Balances and meters at one row.

    Attributes:
        balances: credits on every account.
        meters: the meters of the whole cabinet, all of them, in the order of a report.
        games: by game its own played, won (games), staked, paid (credits).
        head: hash of the newest row, hex.
        rows: number of the newest row.
        boots: how many times the cabinet was switched on.
        is_test: whether stories play on this ledger.
    """

    balances: Mapping[Account, int]
    meters: Mapping[str, int]
    games: Mapping[GameId, Mapping[str, int]]
    head: str
    rows: int
    boots: int
    is_test: bool

    def as_report(self) -> dict[str, object]:
        """The JSON of `audit`: equal books give equal bytes."""
        return {
            "meters": dict(self.meters),
            "games": {game.value: dict(block) for game, block in self.games.items()},
            "balances": {account.value: n for account, n in self.balances.items()},
            "head": self.head,
            "rows": self.rows,
            "boots": self.boots,
            "is_test": self.is_test,
        }


def read_books(folder: Path) -> Books:
    """The books of the ledger in `folder`; writes nothing, works while the cabinet runs.

    Raises:
        LedgerError: when there is no ledger, or it cannot be read.
    """
    with reading(folder) as connection:
        stored = read_stored(connection)
    if stored is None:
        raise LedgerCorruptError(f"the ledger in {folder} has no rows")
    last = stored.last
    return _books(
        stored.totals, last.hash.hex(), last.sequence, last.stamp.boot, is_test=stored.is_test
    )


def books_of(ledger: Ledger) -> Books:
    """The books of an open ledger."""
    totals = Totals(ledger.balances, ledger.meters)
    return _books(totals, ledger.head, ledger.sequence, ledger.boot, is_test=ledger.is_test)


def _books(totals: Totals, head: str, rows: int, boots: int, *, is_test: bool) -> Books:
    return Books(
        balances=totals.balances,
        meters={name: totals.meters[name] for name in METERS},
        games={
            game: {name: totals.meters[of_game(game, name)] for name in BLOCK} for game in GameId
        },
        head=head,
        rows=rows,
        boots=boots,
        is_test=is_test,
    )
