"""The returns of a cabinet: its books, its pay tables and its kept rounds put together."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property

from firmware.errors import LedgerCorruptError, OddsError, RuleError
from firmware.games.joker_poker.hands import Hand
from firmware.games.joker_poker.paytable import PAYING_HANDS
from firmware.games.joker_poker.records import pay_table_named
from firmware.ledger.readable import readable_documents
from firmware.money import Block, GameId
from firmware.odds.game import HANDS
from firmware.odds.known import Exact, dealt_counts, exact
from firmware.operator.books import BlockBooks, Books, Counts
from firmware.operator.chance import Fit, fit
from firmware.operator.course import CurvePoint
from firmware.operator.luck import Luck
from firmware.operator.returns import Doubles, Part, Returned, Sums
from firmware.operator.rounds_told import Length, RoundsTold, newest_told

Ask = Callable[[tuple[int, ...], int], Exact | None]
"""Where exact figures come from: `exact`, which may take a second, or `kept_exact`."""

HANDS_FALLING = (*PAYING_HANDS, Hand.NOTHING)


@dataclass(frozen=True, slots=True)
class HandShare:
    """A row of a table of hands.

    Attributes:
        hand: which.
        games: how often it came.
        share: of all games; None before the first.
        exact: how often it comes, of 1; None where that is not known.
    """

    hand: Hand
    games: int
    share: Fraction | None
    exact: Fraction | None


@dataclass(frozen=True, slots=True)
class HandTable:
    """Hands as they came, beside how often they come.

    Attributes:
        rows: the highest hand first.
        fit: how well the two go together; None while too few came.
    """

    rows: tuple[HandShare, ...]
    fit: Fit | None

    @classmethod
    def of(cls, counts: Mapping[Hand, int], shares: Mapping[Hand, Fraction] | None) -> HandTable:
        """The table of these counts; `shares` are of 1, None where they are not known."""
        games = sum(counts.values())
        rows = tuple(
            HandShare(
                hand,
                counts.get(hand, 0),
                Fraction(counts.get(hand, 0), games) if games else None,
                None if shares is None else shares[hand],
            )
            for hand in HANDS_FALLING
        )
        known = [(row.games, row.exact) for row in rows if row.exact is not None]
        fitted = fit([count for count, _ in known], [share for _, share in known])
        return cls(rows, fitted)


@dataclass(frozen=True, slots=True)
class Line:
    """The return of some games.

    Attributes:
        game: which game; None for all.
        table: edition of the pay table; None for all of the game.
        chips: of a bet; None for any number.
        returned: what they returned.
        doubles: their doubles.
    """

    game: GameId | None
    table: str | None
    chips: int | None
    returned: Returned
    doubles: Doubles

    @property
    def ends(self) -> HandTable | None:
        """How games of Joker Poker ended; None for others. The exact shares hold for best play,
        so a poor fit tells of the player as much as of the cabinet."""
        if self.game is not GameId.JOKER_POKER:
            return None
        counts = {Hand(hand): n for hand, n in self.returned.hands.items() if hand in _NAMES}
        shares = {hand: self.returned.exact_share(hand) for hand in HANDS}
        known = {hand: share for hand, share in shares.items() if share is not None}
        return HandTable.of(counts, known if len(known) == len(HANDS) else None)


_NAMES = frozenset(hand.value for hand in Hand)


@dataclass(frozen=True, slots=True)
class Span:
    """The returns of a span of time: of the cabinet's whole life, or of a period.

    Attributes:
        blocks: by pay table and chips.
        tables: by pay table.
        games: by game; those that were played.
        total: of all games.
    """

    blocks: tuple[Line, ...]
    tables: tuple[Line, ...]
    games: tuple[Line, ...]
    total: Line

    @classmethod
    def of(cls, counts: Counts, exact_of: Callable[[Block], Exact | None]) -> Span:
        """Those of the books of a span."""
        blocks = tuple(_block_line(each, exact_of(each.block)) for each in counts.blocks)
        tables = dict.fromkeys((line.game, line.table) for line in blocks)
        games = dict.fromkeys(line.game for line in blocks)
        return cls(
            blocks,
            tuple(
                _together(game, table, [b for b in blocks if (b.game, b.table) == (game, table)])
                for game, table in tables
            ),
            tuple(_together(game, None, [b for b in blocks if b.game is game]) for game in games),
            _together(None, None, blocks),
        )


def _block_line(books: BlockBooks, known: Exact | None) -> Line:
    block = books.block
    part = Part(block.game, Sums.of(books.meters), books.hands, known)
    doubles = Doubles.of(books.meters)
    return Line(block.game, block.table, block.level, Returned((part,)), doubles)


def _together(game: GameId | None, table: str | None, lines: tuple[Line, ...] | list[Line]) -> Line:
    parts = tuple(part for line in lines for part in line.returned.parts)
    doubles = sum((line.doubles for line in lines), Doubles())
    return Line(game, table, None, Returned(parts), doubles)


@dataclass(frozen=True, slots=True)
class Pace:
    """How a game is played and what it brings.

    Attributes:
        game: which.
        played, won: games.
        staked, paid: credits, doubles apart.
        endings: how its games ended, by the game's own names, such as "left".
        length: of the rounds whose length is known.
    """

    game: GameId
    played: int
    won: int
    staked: int
    paid: int
    endings: Mapping[str, int]
    length: Length

    @property
    def income(self) -> int:
        """Credits that stayed."""
        return self.staked - self.paid

    @property
    def mean_length_s(self) -> float | None:
        """Seconds from stake to the end."""
        return self.length.ms / self.length.rounds / 1000 if self.length.rounds else None

    @property
    def income_per_hour(self) -> float | None:
        """Credits an hour of play: the mean of all games by the length of those whose length is
        known."""
        length_s = self.mean_length_s
        if not self.played or not length_s:
            return None
        return self.income / self.played / length_s * 3600


@dataclass(frozen=True)
class Returns:
    """All of it.

    Attributes:
        life: since the first boot.
        period: since the present period began.
        told: what the kept rounds told.
        luck: by block, those with exact figures.
        paces: by game.
        faults: what could not be computed, a sentence each.
    """

    life: Span
    period: Span
    told: RoundsTold
    luck: tuple[tuple[Block, Luck], ...]
    paces: tuple[Pace, ...]
    faults: tuple[str, ...] = ()

    @classmethod
    def of(
        cls, books: Books, documents: Mapping[str, str], told: RoundsTold, ask: Ask = exact
    ) -> Returns:
        """Those of the books.

        Args:
            books: of the cabinet.
            documents: of its ledger, with the pay tables.
            told: what its rounds told so far.
            ask: where exact figures come from; a block without any is shown without.
        """
        figures = _Figures(documents, ask)
        lucks = [
            (block, Luck.of(sums, known))
            for block, sums in ((Block.parse(text), sums) for text, sums in told.judged.items())
            if (known := figures.of(block)) is not None
        ]
        return cls(
            Span.of(books.life, figures.of),
            Span.of(books.in_period, figures.of),
            told,
            tuple(sorted(lucks, key=lambda each: str(each[0]))),
            tuple(_pace(game, books.life, told) for game in books.life.games),
            tuple(figures.faults),
        )

    @property
    def luck_total(self) -> Luck | None:
        """The split of all blocks together; None before the first judged round."""
        lucks = [luck for _, luck in self.luck]
        return sum(lucks[1:], lucks[0]) if lucks else None

    @property
    def curve(self) -> tuple[CurvePoint, ...]:
        """Joker Poker's return over the rounds judged, with the band of all its games' mix of
        stakes; empty without exact figures."""
        joker = [line.returned for line in self.life.games if line.game is GameId.JOKER_POKER]
        return self.told.course.curve(joker[0]) if joker else ()

    @cached_property
    def dealt(self) -> HandTable:
        """The hands as they were dealt: whatever the player does, their shares are exact."""
        try:
            counts = dealt_counts()
        except OddsError:
            return HandTable.of(self.told.dealt, None)
        deals = sum(counts.values())
        return HandTable.of(self.told.dealt, {h: Fraction(n, deals) for h, n in counts.items()})


def _pace(game: GameId, life: Counts, told: RoundsTold) -> Pace:
    meters, endings = life.games[game], dict[str, int]()
    for block in life.blocks:
        if block.block.game is game:
            for name, games in block.hands.items():
                endings[name] = endings.get(name, 0) + games
    return Pace(
        game=game,
        played=meters["played"],
        won=meters["won"],
        staked=meters["staked"],
        paid=meters["paid"],
        endings=endings,
        length=told.lengths.get(game, Length()),
    )


class _Figures:
    """The exact figures of blocks, and why there are none."""

    def __init__(self, documents: Mapping[str, str], ask: Ask) -> None:
        self._documents = documents
        self._ask = ask
        self._found: dict[Block, Exact | None] = {}
        self.faults: list[str] = []

    def of(self, block: Block) -> Exact | None:
        """Those of a block; None, with a fault, where its pay table is lost."""
        if block.game is not GameId.JOKER_POKER:
            return None
        if block not in self._found:
            self._found[block] = self._asked(block)
        return self._found[block]

    def _asked(self, block: Block) -> Exact | None:
        try:
            table = pay_table_named(block.table, self._documents)
            pays = tuple(table.pays(hand, block.level) for hand in HANDS)
            return self._ask(pays, block.level)
        except (LedgerCorruptError, OddsError, RuleError) as error:
            self.faults.append(f"no exact return of {block}: {error}")
            return None


def read_returns(
    connection: sqlite3.Connection, books: Books, rounds: int | None, ask: Ask = exact
) -> Returns:
    """The returns in a ledger that is open for reading; `books` are the ones read from it.

    Args:
        rounds: kept rounds to be judged at most; None for all. What the cabinet has kept of
            rounds that it judged before is gone on with.
    """
    documents = readable_documents(connection, [])
    try:
        told = newest_told(connection, documents, rounds)
    except OddsError as error:
        found = Returns.of(books, documents, RoundsTold(), ask)
        return replace(found, faults=(*found.faults, f"no round can be judged: {error}"))
    return Returns.of(books, documents, told, ask)
