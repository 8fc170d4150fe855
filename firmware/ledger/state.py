"""What an open ledger holds in memory: how things stand, and what of it was stored last.

Pure values, replaced whole once a row is durable.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType

from firmware.ledger.chain import Row, Stamp
from firmware.ledger.entries import Told
from firmware.ledger.standing import Standing
from firmware.log import LogEntry, LogKind
from firmware.transaction import RECENT_ROUNDS, RoundRecord, Transaction

CLOCK_JUMP_S = 5
"""The wall clock was set when it moved this much more, or less, than time passed."""


@dataclass(frozen=True, slots=True)
class Sealed:
    """How the books stood when that was last stored, and its texts."""

    standing: Standing
    texts: Mapping[str, str]

    @property
    def sequence(self) -> int:
        """Number of the row it was stored with."""
        assert self.standing.last is not None
        return self.standing.last.sequence


@dataclass(frozen=True, slots=True)
class State:
    """Everything durable that the cabinet asks for; replaced whole, after the commit."""

    standing: Standing
    documents: Mapping[str, str]
    rounds: tuple[RoundRecord, ...]
    """The newest first, at most RECENT_ROUNDS."""

    @property
    def last(self) -> Row:
        assert self.standing.last is not None
        return self.standing.last


def following(
    before: State, row: Row, told: Told | None = None, transaction: Transaction | None = None
) -> State:
    """What stands once the next row is durable."""
    standing = before.standing.after(row, told)
    if transaction is None:
        return replace(before, standing=standing)
    documents = before.documents
    if transaction.documents:
        documents = MappingProxyType({**documents, **transaction.documents})
    return State(standing, documents, _with_round(before.rounds, transaction.round))


def _with_round(
    rounds: tuple[RoundRecord, ...], record: RoundRecord | None
) -> tuple[RoundRecord, ...]:
    """The rounds at hand once `record` is among them: the newest one again, or the next."""
    if record is None:
        return rounds
    older = rounds[1:] if rounds and rounds[0].number == record.number else rounds
    return (record, *older)[:RECENT_ROUNDS]


def clock_set(last: Stamp, now: Stamp) -> tuple[LogEntry, ...]:
    """A line for the event log when the wall clock was set between two rows of a boot."""
    passed_s = (now.monotonic_ms - last.monotonic_ms) / 1000
    if last.wall == now.wall and passed_s <= CLOCK_JUMP_S:
        return ()
    wall_s = (datetime.fromisoformat(now.wall) - datetime.fromisoformat(last.wall)).total_seconds()
    if abs(wall_s - passed_s) <= CLOCK_JUMP_S:
        return ()
    return (LogEntry(LogKind.CLOCK_SET, details=(("was", last.wall), ("now", now.wall))),)
