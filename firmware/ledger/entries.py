"""What the rows of the ledger tell: their kinds, and each kind's payload in JSON."""

from __future__ import annotations

import json
from collections.abc import Mapping
from enum import StrEnum, unique

from firmware.events import (
    Account,
    GameId,
    LogEntry,
    Moment,
    Posting,
    RoundRecord,
    Transaction,
    Transfer,
)
from firmware.ledger.chain import canonical, digest


@unique
class Kind(StrEnum):
    """What a row tells; its payload is JSON in the shape that the functions below make."""

    BOOT = "boot"
    POSTING = "posting"
    DOCUMENTS = "documents"
    ROUND = "round"
    LOG = "log"
    STOP = "stop"
    """A clean goodbye; a boot that follows anything else was unclean."""


Entry = tuple[Kind, str]
"""A row before it is chained: its kind and payload."""


def entries_of(transaction: Transaction) -> list[Entry]:
    """What the rows of a transaction tell, in the order they are written."""
    entries = [(Kind.POSTING, posting_payload(posting)) for posting in transaction.postings]
    if transaction.round is not None:
        entries.append((Kind.ROUND, round_payload(transaction.round)))
    if transaction.documents:
        entries.append((Kind.DOCUMENTS, documents_payload(transaction.documents)))
    entries.extend((Kind.LOG, log_payload(entry)) for entry in transaction.log)
    return entries


def boot_entry(*, was_clean: bool, is_test: bool) -> Entry:
    """A boot: how the run before it ended, and what kind of ledger this is."""
    return Kind.BOOT, canonical({"was_clean": was_clean, "is_test": is_test})


STOP_ENTRY: Entry = (Kind.STOP, canonical({}))


def posting_payload(posting: Posting) -> str:
    """A posting as a row keeps it.

    >>> coin = Transfer(Account.COINBOX, Account.CREDIT, 10)
    >>> posting_payload(Posting(Moment.COIN, (coin,)))
    '{"game":null,"moment":"coin","transfers":[["coinbox","credit",10]]}'
    """
    moves = [[move.source, move.target, move.credits] for move in posting.transfers]
    return canonical({"moment": posting.moment, "game": posting.game, "transfers": moves})


def posting_of(payload: str) -> Posting:
    """The posting that `payload` tells.

    Raises:
        ValueError, KeyError, TypeError: when it tells none.
    """
    told = json.loads(payload)
    moves = tuple(Transfer(Account(a), Account(b), int(n)) for a, b, n in told["transfers"])
    game = None if told["game"] is None else GameId(told["game"])
    return Posting(Moment(told["moment"]), moves, game)


def documents_payload(documents: Mapping[str, str]) -> str:
    """The documents replaced at once: name to digest."""
    return canonical({name: digest(text) for name, text in documents.items()})


def round_payload(record: RoundRecord) -> str:
    """A round as it stood: the record's text by its digest."""
    return canonical(
        {
            "number": record.number,
            "game": record.game,
            "is_over": record.is_over,
            "digest": digest(record.text),
        }
    )


def log_payload(entry: LogEntry) -> str:
    """A line of the event log."""
    return canonical({"kind": entry.kind, "details": [list(pair) for pair in entry.details]})
