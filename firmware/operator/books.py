"""The books: what the cabinet has taken, played and paid, as reports show it."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.errors import LedgerCorruptError, LedgerError
from firmware.ledger.chain import KEY, Keys
from firmware.ledger.database import plain_errors
from firmware.ledger.entries import Predecessor
from firmware.ledger.meters import (
    BLOCK,
    DOOR_CLOSED,
    FALLS,
    FREE,
    GAMBLE,
    GAME,
    METERS,
    POWER_UP,
    of_block,
    of_free,
    of_game,
)
from firmware.ledger.readable import LastBooks, prove_seal, readable_standing, reading_what_is_left
from firmware.ledger.standing import Period, Standing
from firmware.money import Account, Block, GameId

if TYPE_CHECKING:  # who only reads needs nothing of what writes
    from firmware.ledger.ledger import Ledger


@dataclass(frozen=True, slots=True)
class BlockBooks:
    """The games of one return: by one pay table, for one number of chips.

    Attributes:
        block: which.
        meters: `meters.BLOCK`: the six sums, games won and lost, the doubles.
        hands: how its games ended, hand -> games.
    """

    block: Block
    meters: Mapping[str, int]
    hands: Mapping[str, int]

    def as_report(self) -> dict[str, object]:
        """Its JSON; doubles stand apart from the turnover."""
        return {
            "game": self.block.game.value,
            "table": self.block.table,
            "chips": self.block.level,
            **{name: self.meters[name] for name in BLOCK if name not in GAMBLE},
            "gamble": {name: self.meters[name] for name in GAMBLE},
            "hands": dict(self.hands),
        }


@dataclass(frozen=True, slots=True)
class Counts:
    """Every meter of a span of time: of the cabinet's whole life, or of a period.

    Attributes:
        meters: the meters of the whole cabinet, all of them, in the order of a report.
        games: by game its own played, won (games), staked, paid (credits).
        blocks: by pay table and chips, sorted.
        coins: coins by slot and minor units.
        events: lines of the event log by kind and subject.
        free: as `games`, of free play, whose games and credits are in no other figure.
    """

    meters: Mapping[str, int]
    games: Mapping[GameId, Mapping[str, int]]
    blocks: tuple[BlockBooks, ...]
    coins: Mapping[str, int]
    events: Mapping[str, int]
    free: Mapping[GameId, Mapping[str, int]] = field(default_factory=dict)

    def as_report(self) -> dict[str, object]:
        """Its JSON."""
        return {
            "meters": dict(self.meters),
            "games": {game.value: dict(block) for game, block in self.games.items()},
            "free": {game.value: dict(played) for game, played in self.free.items()},
            "blocks": [block.as_report() for block in self.blocks],
            "coins": dict(self.coins),
            "events": dict(self.events),
        }


@dataclass(frozen=True, slots=True)
class Books:
    """Balances and meters at one row.

    Attributes:
        balances: credits on every account.
        life: what was counted since the first boot; never cleared.
        in_period: what was counted since the present period began.
        period: that period.
        games_since_power_up: games ended since the cabinet was switched on.
        games_since_door_closed: games ended since the door was last shut, or ever.
        disputed: numbers of the rounds in dispute.
        head: hash of the newest row, hex.
        rows: number of the newest row.
        boots: how many times the cabinet was switched on.
        is_test: whether stories play on this ledger.
        falls: how often the program ended without a goodbye while the machine stayed on.
        predecessor: the ledger that was closed for good before this one, if there was one.
        faults: what could not be read, or does not hold, a sentence each; no part of the report.
        notes: what keeps all this from being proven and is no fault of the ledger; likewise.
    """

    balances: Mapping[Account, int]
    life: Counts
    in_period: Counts
    period: Period
    games_since_power_up: int
    games_since_door_closed: int
    disputed: tuple[int, ...]
    head: str
    rows: int
    boots: int
    is_test: bool
    falls: int = 0
    predecessor: Predecessor | None = None
    faults: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def as_report(self) -> dict[str, object]:
        """The JSON of `audit`: equal books give equal bytes."""
        return {
            **self.life.as_report(),
            "period": {
                "number": self.period.number,
                "begun_at_row": self.period.sequence,
                "begun": self.period.wall,
                "begun_by": self.period.by,
                **self.in_period.as_report(),
            },
            "games_since_power_up": self.games_since_power_up,
            "games_since_door_closed": self.games_since_door_closed,
            "balances": {account.value: n for account, n in self.balances.items()},
            "disputed": list(self.disputed),
            "head": self.head,
            "rows": self.rows,
            "boots": self.boots,
            "falls": self.falls,
            "generation": 1 if self.predecessor is None else self.predecessor.generation + 1,
            "is_test": self.is_test,
        }


def read_books(folder: Path) -> Books:
    """The books of the ledger in `folder`; writes nothing, works while the cabinet runs.

    Of a damaged ledger they are what can be read, with its faults. Their seal is proven with
    the key, where this user may read it; `verify` alone proves the rows.

    Raises:
        LedgerError: when there is no ledger, or nothing of it can be read.
    """
    with reading_books(folder) as (books, _connection):
        return books


@contextmanager
def reading_books(folder: Path) -> Iterator[tuple[Books, sqlite3.Connection]]:
    """As `read_books`, with the one unchanging view of the ledger that they were read from.

    Raises:
        LedgerError: as `read_books`.
    """
    faults: list[str] = []
    notes: list[str] = []
    with reading_what_is_left(folder, faults) as connection:
        books = books_in(connection)
        faults += books.faults
        key = _key(folder, faults, notes)
        if key is not None:
            prove_seal(connection, key, faults)
        yield replace(books, faults=tuple(dict.fromkeys(faults)), notes=tuple(notes)), connection


def _key(folder: Path, faults: list[str], notes: list[str]) -> bytes | None:
    keys = Keys(folder)
    try:
        with plain_errors("read", folder / KEY):
            return keys.read()
    except LedgerError as error:
        if isinstance(error, LedgerCorruptError) and keys.is_kept():
            faults.append(str(error))
        else:  # it lies elsewhere, or is not for this user: who may look need not prove
            notes.append(f"what is shown is not proven: {error}")
        return None


def books_in(connection: sqlite3.Connection) -> Books:
    """The books of a ledger that is open for reading, as `read_books`."""
    faults: list[str] = []
    standing = readable_standing(connection, faults)
    if standing is None:
        raise LedgerCorruptError("; ".join(faults) or "the ledger has no rows")
    return replace(_books(standing), faults=tuple(faults))


def books_of(ledger: Ledger | LastBooks) -> Books:
    """The books of an open ledger, or of one that could not be opened."""
    return _books(ledger.standing)


def _books(standing: Standing) -> Books:
    last, meters = standing.last, standing.totals.meters
    assert last is not None
    played = meters["games_played"]
    return Books(
        balances=standing.totals.balances,
        life=_counts(meters),
        in_period=_counts(standing.period.since(meters)),
        period=standing.period,
        games_since_power_up=played - meters.get(f"marks.{POWER_UP}", 0),
        games_since_door_closed=played - meters.get(f"marks.{DOOR_CLOSED}", 0),
        disputed=standing.disputed,
        head=last.hash.hex(),
        rows=last.sequence,
        boots=standing.boot,
        is_test=standing.is_test,
        falls=meters.get(FALLS, 0),
        predecessor=standing.predecessor,
    )


def _counts(meters: Mapping[str, int]) -> Counts:
    return Counts(
        meters={
            **{name: meters[name] for name in METERS},
            **{name: meters.get(name, 0) for name in FREE},
        },
        games={game: {name: meters[of_game(game, name)] for name in GAME} for game in GameId},
        free={game: {name: meters.get(of_free(game, name), 0) for name in GAME} for game in GameId},
        blocks=tuple(_blocks(meters)),
        coins=_under("coins.", meters),
        events=_under("counts.", meters),
    )


def _blocks(meters: Mapping[str, int]) -> list[BlockBooks]:
    texts = dict.fromkeys(
        name.removeprefix("blocks.").rpartition(".")[0]
        for name in meters
        if name.startswith("blocks.")
    )
    blocks = [Block.parse(text) for text in texts]
    return [
        BlockBooks(
            block,
            {name: meters.get(of_block(block, name), 0) for name in BLOCK},
            _under(f"hands.{block}.", meters),
        )
        for block in sorted(blocks, key=lambda each: (each.game, each.table, each.level))
    ]


def _under(start: str, meters: Mapping[str, int]) -> dict[str, int]:
    found = {
        name.removeprefix(start): value for name, value in meters.items() if name.startswith(start)
    }
    return dict(sorted(found.items()))
