"""What the kept rounds tell that no meter does, as a sum that goes on from the last round seen.

How a result splits into luck and skill, what was dealt, how long a game takes, how a return went
over the games, and when people play. A round costs half a millisecond to judge, so this is done
beside the game, a few rounds at a time, and what was summed up is kept as a text: no round is
read twice, and those that are no longer kept stay in it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from firmware.errors import LedgerCorruptError
from firmware.games.joker_poker.hands import Hand
from firmware.games.joker_poker.records import pay_table_named, read_round
from firmware.ledger.chain import Stamp
from firmware.ledger.readable import newest_round, oldest_round, readable_round, readable_rows
from firmware.ledger.store import KeptRound
from firmware.money import Block, GameId
from firmware.operator.course import Course, Times
from firmware.operator.luck import Judged, judged
from firmware.stored import read_stored, stored_text

DOCUMENT = "rounds_told"
"""The name under which a cabinet keeps the text among the ledger's documents."""


@dataclass(frozen=True, slots=True)
class Length:
    """How long games took.

    Attributes:
        rounds: whose beginning and end the same boot saw.
        ms: from stake to the last change, all of them together.
    """

    rounds: int = 0
    ms: int = 0


@dataclass(frozen=True, slots=True)
class RoundsTold:
    """The running sum.

    Attributes:
        first: number of the first round that was looked at; 0 before it.
        upto: number of the last one.
        missing: rounds between them that could not be read or judged, or were gone before.
        judged: by block of Joker Poker, written as `Block` writes itself.
        dealt: Joker Poker's deals, by what the five cards were.
        lengths: by game.
        course: of Joker Poker's return.
        times: when people play.
    """

    first: int = 0
    upto: int = 0
    missing: int = 0
    judged: Mapping[str, Judged] = field(default_factory=dict)
    dealt: Mapping[Hand, int] = field(default_factory=dict)
    lengths: Mapping[GameId, Length] = field(default_factory=dict)
    course: Course = field(default_factory=Course)
    times: Times = field(default_factory=Times)

    def text(self) -> str:
        """As it is kept: JSON, read by `read_told`."""
        return stored_text(self)

    def after(
        self,
        kept: KeptRound,
        documents: Mapping[str, str],
        opened: Stamp | None,
        changed: Stamp | None,
    ) -> RoundsTold:
        """The sum with the next round.

        Args:
            kept: a round that is over.
            documents: the ledger's, with the pay tables.
            opened: of the row of its stake; None where that cannot be read.
            changed: of the row of its last change; None likewise.
        """
        line = kept.line
        told = replace(self, first=self.first or line.number, upto=line.number)
        if line.game is GameId.JOKER_POKER:
            told = told._with_choice(kept, documents)
        if opened is not None:
            credits_in = line.added_before + line.added_during
            told = replace(told, times=told.times.after(opened, credits_in))
        if opened is None or changed is None or opened.boot != changed.boot:
            return told
        before = told.lengths.get(line.game, Length())
        length_ms = changed.monotonic_ms - opened.monotonic_ms
        length = Length(before.rounds + 1, before.ms + length_ms)
        return replace(told, lengths={**told.lengths, line.game: length})

    def without(self, number: int) -> RoundsTold:
        """The sum with the next round left out, since nothing can be made of it."""
        return replace(self, first=self.first or number, upto=number, missing=self.missing + 1)

    def _with_choice(self, kept: KeptRound, documents: Mapping[str, str]) -> RoundsTold:
        try:
            played = read_round(kept.text)
            sums, made = judged(played, pay_table_named(played.table, documents))
        except (LedgerCorruptError, ValueError):
            return replace(self, missing=self.missing + 1)
        block = str(played.block)
        return replace(
            self,
            judged={**self.judged, block: self.judged.get(block, Judged()) + sums},
            dealt={**self.dealt, made: self.dealt.get(made, 0) + 1},
            course=self.course.after(sums.staked, sums.paid),
        )


def read_told(text: str) -> RoundsTold:
    """The sum that `RoundsTold.text` wrote.

    Raises:
        LedgerCorruptError: when it wrote no such thing.
    """
    try:
        told = read_stored(RoundsTold, text)
        for block in told.judged:
            Block.parse(block)
    except ValueError as error:
        raise LedgerCorruptError(f"what the rounds told cannot be read: {text[:80]!r}") from error
    return told


# --- reading on -------------------------------------------------------------------------------


def read_on(
    connection: sqlite3.Connection,
    documents: Mapping[str, str],
    told: RoundsTold,
    limit: int | None = None,
) -> RoundsTold:
    """Go on with the rounds after the last one seen, oldest first.

    The newest round is left for later while it is not over. What is damaged is passed over and
    counted as missing; `recall` and `verify` name it.

    Args:
        connection: a ledger open for reading.
        documents: its documents.
        told: the sum so far.
        limit: rounds at most; None for all there are.
    """
    faults: list[str] = []  # named by those who are asked for rounds
    first, last = oldest_round(connection, faults), newest_round(connection, None)
    begin = max(told.upto + 1, first)
    if told.upto and begin > told.upto + 1:
        gone = begin - told.upto - 1
        told = replace(told, upto=begin - 1, missing=told.missing + gone)
    end = last if limit is None else min(last, begin + limit - 1)
    for number in range(begin, end + 1):
        kept = readable_round(connection, number, faults)
        if kept is None:
            told = told.without(number)
        elif not kept.line.is_over:
            break
        else:
            opened = _stamp(connection, kept.line.opened)
            changed = _stamp(connection, kept.line.changed)
            told = told.after(kept, documents, opened, changed)
    return told


def newest_told(
    connection: sqlite3.Connection, documents: Mapping[str, str], rounds: int | None
) -> RoundsTold:
    """What is kept among the documents, read on; or else the newest rounds by themselves.

    Args:
        rounds: to be read at most; None for all there are.
    """
    told = kept_told(documents)
    if told.upto == 0 and rounds is not None:
        oldest = oldest_round(connection, [])
        told = RoundsTold(upto=max(newest_round(connection, None) - rounds, oldest - 1))
    return read_on(connection, documents, told, rounds)


def kept_told(documents: Mapping[str, str]) -> RoundsTold:
    """What is kept among the documents of a ledger; nothing where that cannot be read."""
    try:
        return read_told(documents[DOCUMENT]) if DOCUMENT in documents else RoundsTold()
    except LedgerCorruptError:  # it is made again from the rounds
        return RoundsTold()


def _stamp(connection: sqlite3.Connection, sequence: int) -> Stamp | None:
    row = next(readable_rows(connection, [], sequence - 1, sequence), None)
    return None if row is None else row.stamp
