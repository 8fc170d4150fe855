"""Recall: a round as it was played, and the proof that it was played by the rules.

A round is read as its game wrote it and as the rows of the ledger have it, and the two are held
against each other, against the round before and against the rules. Reading one round takes the
same time however many there are. Nothing is written.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from firmware.errors import LedgerCorruptError, LedgerError, LedgerRefusedError
from firmware.games.tellers import TELLERS
from firmware.games.telling import Retold
from firmware.ledger.chain import Row, Stamp
from firmware.ledger.entries import told_of
from firmware.ledger.readable import (
    newest_round,
    oldest_round,
    readable_documents,
    readable_round,
    readable_rows,
    readable_standing,
    reading_what_is_left,
)
from firmware.ledger.standing import RoundLine, Standing
from firmware.ledger.store import KeptRound
from firmware.money import GameId
from firmware.transaction import RoundRecord

LAST_ROUNDS = 10
"""Rounds recalled when none is named: the last play and nine before it."""


class NotKeptError(LedgerRefusedError):
    """A round that was not played yet, or that is not kept any more."""


@dataclass(frozen=True, slots=True)
class Recalled:
    """One round.

    Attributes:
        line: what the ledger knows of it, whatever its game.
        opened: stamp of the row of its stake; None where that row cannot be read.
        changed: stamp of the row of its last change; None likewise.
        is_interrupted: whether the cabinet went off between its stake and its last change, or
            since then with the round still open.
        is_disputed: whether it is kept for a dispute.
        told: what its game tells of it; None where the record cannot be read.
        differences: what does not agree, a sentence each; none when the round evaluates to the
            same win and its credits follow from each other.
    """

    line: RoundLine
    opened: Stamp | None
    changed: Stamp | None
    is_interrupted: bool
    is_disputed: bool
    told: Retold | None
    differences: tuple[str, ...]

    def as_report(self) -> dict[str, object]:
        """Its JSON: the same round gives the same bytes."""
        line, told = self.line, self.told
        return {
            "number": line.number,
            "game": line.game.value,
            "is_over": line.is_over,
            "interrupted": self.is_interrupted,
            "disputed": self.is_disputed,
            "opened": _when(line.opened, self.opened),
            "changed": _when(line.changed, self.changed),
            "bet": None if told is None else told.bet,
            "result": None if told is None else told.result,
            "won": None if told is None else told.won,
            "collected": None if told is None else told.collected,
            "credit_before": line.credit_before,
            # Of an open round they are those of its last change: coins may have come since.
            "credit_after": line.credit_after if line.is_over else None,
            "added_before": line.added_before,
            "added_during": line.added_during if line.is_over else None,
            "play": None if told is None else dict(told.facts),
            "same": not self.differences,
            "differences": list(self.differences),
        }


def _when(row: int, stamp: Stamp | None) -> dict[str, object]:
    if stamp is None:
        return {"row": row, "boot": None, "wall": None, "synced": None}
    return {
        "row": row,
        "boot": stamp.boot,
        "wall": stamp.wall,
        "synced": stamp.is_clock_synced,
    }


@dataclass(slots=True)
class Rounds:
    """The rounds of one unchanging view of a ledger; see `reading_rounds`.

    Attributes:
        faults: what could not be read so far, a sentence each.
    """

    connection: sqlite3.Connection
    standing: Standing | None
    documents: Mapping[str, str]
    faults: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, connection: sqlite3.Connection, faults: list[str]) -> Rounds:
        """Those of an open ledger; `faults` is gone on with."""
        standing = readable_standing(connection, faults)
        return cls(connection, standing, readable_documents(connection, faults), faults)

    # --- which are there ----------------------------------------------------------------------

    @property
    def last(self) -> int:
        """Number of the newest round; 0 before the first."""
        return newest_round(self.connection, self.standing)

    @property
    def disputed(self) -> tuple[int, ...]:
        """Numbers of the rounds in dispute: kept whatever their age."""
        return () if self.standing is None else self.standing.disputed

    def numbers(self) -> Iterator[int]:
        """Of every round that is kept, ascending."""
        first = oldest_round(self.connection, self.faults)
        yield from (number for number in self.disputed if number < first)
        yield from range(first, self.last + 1)

    # --- reading ------------------------------------------------------------------------------

    def one(self, number: int) -> Recalled | None:
        """The round of that number; None, with a fault, where it cannot be read.

        Raises:
            NotKeptError: there is no such round; names those that are kept.
        """
        first, last = oldest_round(self.connection, self.faults), self.last
        if not (first <= number <= last or number in self.disputed):
            raise NotKeptError(f"round {number} is not kept: {self._kept(first, last)}")
        return self._recalled(number)

    def _kept(self, first: int, last: int) -> str:
        if not last:
            return "none was played yet"
        older = [str(number) for number in self.disputed if number < first]
        also = f", and in dispute {', '.join(older)}" if older else ""
        return f"kept are {first} to {last}{also}"

    def record(self, number: int) -> RoundRecord:
        """The record of a kept round, as its game wrote it.

        Raises:
            LedgerCorruptError: it is missing.
        """
        found = self._kept_round(number)
        if found is None:
            raise LedgerCorruptError(f"round {number} is missing")
        return found.record

    def newest(self, limit: int, game: GameId | None = None) -> Iterator[Recalled]:
        """The last `limit` rounds (of `game`), newest first; those that cannot be read left out."""
        left = limit
        first = oldest_round(self.connection, self.faults)
        for number in range(self.last, first - 1, -1):
            if left == 0:
                return
            found = self._kept_round(number)
            if found is None:
                left -= game is None
            elif game in (None, found.line.game):
                left -= 1
                yield self._told(found)

    def every(self) -> Iterator[Recalled]:
        """Every round that is kept, oldest first; those that cannot be read left out."""
        before: KeptRound | None = None
        for number in self.numbers():
            found = self._kept_round(number)
            if found is not None:
                known = before if before and before.line.number == number - 1 else None
                yield self._told(found, known)
            before = found

    def _recalled(self, number: int) -> Recalled | None:
        found = self._kept_round(number)
        return None if found is None else self._told(found)

    def _kept_round(self, number: int) -> KeptRound | None:
        count = len(self.faults)
        found = readable_round(self.connection, number, self.faults)
        if found is None and len(self.faults) == count:
            self.faults.append(f"round {number} is missing")
        return found

    def _told(self, found: KeptRound, before: KeptRound | None = None) -> Recalled:
        line = found.line
        opened, changed = self._row(line.opened), self._row(line.changed)
        told, differences = self._retold(found)
        if before is None:
            before = readable_round(self.connection, line.number - 1, [])
        differences += _money_differences(line, before, told)
        differences += _row_differences(line, changed)
        return Recalled(
            line=line,
            opened=None if opened is None else opened.stamp,
            changed=None if changed is None else changed.stamp,
            is_interrupted=self._is_interrupted(line, opened, changed),
            is_disputed=line.number in self.disputed,
            told=told,
            differences=tuple(differences),
        )

    def _retold(self, found: KeptRound) -> tuple[Retold | None, list[str]]:
        line = found.line
        teller = TELLERS.get(line.game)
        if teller is None:
            return None, [f"this program cannot tell rounds of {line.game.value}"]
        try:
            told = teller.tell(found.record, self.documents)
        except LedgerError as error:
            return None, [str(error)]
        differences = list(told.differences)
        for name, here, there in (
            ("number", told.number, line.number),
            ("is_over", told.is_over, line.is_over),
            ("credit_before", told.credit_before, line.credit_before),
        ):
            if here != there:
                differences.append(f"{name} is {here} in its record, {there} in the ledger")
        return told, differences

    def _row(self, sequence: int) -> Row | None:
        unread: list[str] = []  # the round that is told tells of it
        return next(readable_rows(self.connection, unread, sequence - 1, sequence), None)

    def _is_interrupted(self, line: RoundLine, opened: Row | None, changed: Row | None) -> bool:
        if opened is None or changed is None:
            return False
        newest = changed.stamp.boot
        if not line.is_over and self.standing is not None:
            newest = self.standing.boot
        return newest > opened.stamp.boot


def _money_differences(
    line: RoundLine, before: KeptRound | None, told: Retold | None
) -> Iterator[str]:
    """Credits that do not follow from each other."""
    start: int | None = None
    if line.number == 1:
        start = 0
    elif before is not None:
        start = before.line.credit_after
    if start is not None and start + line.added_before != line.credit_before:
        yield (
            f"credit before is {line.credit_before}, but {start} after the round before "
            f"and {line.added_before} added make {start + line.added_before}"
        )
    if told is None:
        return
    made = line.credit_before + line.added_during - told.bet + told.collected
    if made != line.credit_after:
        yield (
            f"credit after is {line.credit_after}, but {line.credit_before} before, "
            f"{line.added_during} added, {told.bet} staked and {told.collected} collected "
            f"make {made}"
        )


def _row_differences(line: RoundLine, changed: Row | None) -> Iterator[str]:
    """A record that is not the one its row tells of."""
    if changed is None:
        yield f"row {line.changed}, which tells of it, cannot be read"
        return
    try:
        told = told_of(changed.kind, changed.payload).round
    except LedgerError:
        told = None
    if told is None or (told.number, told.digest) != (line.number, line.digest):
        yield f"its record is not the one that row {line.changed} tells of"


@contextmanager
def reading_rounds(folder: Path) -> Iterator[Rounds]:
    """The rounds of the ledger in `folder`, beside a running cabinet or not.

    Raises:
        LedgerError: when there is no ledger, or nothing of it can be read.
    """
    faults: list[str] = []
    with reading_what_is_left(folder, faults) as connection:
        yield Rounds.of(connection, faults)
