"""What becomes durable at once: the money of a step, its texts, its round and its log lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from firmware.log import LogEntry
from firmware.money import GameId, Posting


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """The history entry of one round as it stands: replaces the entry of the same number.

    Attributes:
        number: 1 for the first round ever played on this ledger.
        game: which game.
        text: the record itself, JSON, in the game's own shape.
        is_over: whether nothing about the round can change any more.
    """

    number: int
    game: GameId
    text: str
    is_over: bool


RECENT_ROUNDS = 50
"""Rounds at hand: what a boot reads back and the player's history shows; the rest is on disk."""


@dataclass(frozen=True, slots=True)
class Dispute:
    """A round is disputed, or no longer: what is disputed is kept whatever its age.

    Attributes:
        round_number: which.
        is_open: whether the dispute begins.
        by: the role of who says so.
    """

    round_number: int
    is_open: bool
    by: str


@dataclass(frozen=True, slots=True)
class Transaction:
    """Everything that becomes durable at once, or not at all.

    Attributes:
        postings: the money, in order.
        documents: named texts to keep (the play state, a coin device's counter);
            each replaces the earlier text of its name.
        round: the history entry touched, if any.
        log: lines for the event log.
        new_period_by: who begins a new accounting period with it; empty: nobody.
        dispute: the round whose dispute it opens or ends, if any.
    """

    postings: tuple[Posting, ...] = ()
    documents: Mapping[str, str] = field(default_factory=dict)
    round: RoundRecord | None = None
    log: tuple[LogEntry, ...] = ()
    new_period_by: str = ""
    dispute: Dispute | None = None
