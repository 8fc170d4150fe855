"""What the rows of the ledger tell: their kinds, and each kind's payload in JSON.

A row is a transaction, whole: what became durable at once stands in one line. The first
schema wrote a transaction in several rows; theirs are read as the parts they are.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import StrEnum, unique
from typing import Any

from firmware.errors import LedgerCorruptError, LedgerError
from firmware.ledger.chain import Row, canonical, digest, digests
from firmware.log import LogEntry, LogKind
from firmware.money import Account, Block, GameId, Moment, Posting, Transfer
from firmware.program import Program
from firmware.transaction import Dispute, Transaction


@unique
class Kind(StrEnum):
    """What a row tells; its payload is JSON in the shape that the functions below make."""

    BOOT = "boot"
    TRANSACTION = "transaction"
    CHECKPOINT = "checkpoint"
    """Older rows were replaced by their outcome, which this row names by its digest."""
    STOP = "stop"
    """A clean goodbye; a boot that follows anything else was unclean."""

    POSTING = "posting"
    """Of the first schema, as the three after it."""
    DOCUMENTS = "documents"
    ROUND = "round"
    LOG = "log"


Entry = tuple[Kind, str]
"""A row before it is chained: its kind and payload."""


@dataclass(frozen=True, slots=True)
class RoundTold:
    """A round as a row tells it: the record's text by its digest."""

    number: int
    game: GameId
    is_over: bool
    digest: str


@dataclass(frozen=True, slots=True)
class Told:
    """What a row tells of a transaction: texts by their digests.

    Attributes:
        postings: the money, in order.
        documents: the documents replaced, name -> digest.
        round: the round as it stands now, if it was touched.
        log: lines of the event log.
        new_period_by: who begins a new period; empty: nobody.
        dispute: the round whose dispute begins or ends, if any.
    """

    postings: tuple[Posting, ...] = ()
    documents: Mapping[str, str] = field(default_factory=dict)
    round: RoundTold | None = None
    log: tuple[LogEntry, ...] = ()
    new_period_by: str = ""
    dispute: Dispute | None = None


def told_by(transaction: Transaction) -> Told:
    """What the row of a transaction will tell."""
    record = transaction.round
    return Told(
        postings=transaction.postings,
        documents=digests(transaction.documents),
        round=None
        if record is None
        else RoundTold(record.number, record.game, record.is_over, digest(record.text)),
        log=transaction.log,
        new_period_by=transaction.new_period_by,
        dispute=transaction.dispute,
    )


@dataclass(frozen=True, slots=True)
class Predecessor:
    """The ledger that was closed for good before this one began, as its first row names it.

    Attributes:
        generation: how many ledgers the cabinet had before this one.
        head: hash of the newest row of the one before, hex.
        report: digest of the closing report, hex.
    """

    generation: int
    head: str
    report: str


@dataclass(frozen=True, slots=True)
class BootTold:
    """What the row of a boot tells.

    Attributes:
        was_clean: whether the run before it ended with a goodbye.
        is_test: whether this is a ledger for stories.
        switched_on: a name of the time since the machine was switched on; a run that ended
            without a goodbye, and under the same name, fell: no power was cut. Empty where
            nobody knows.
        predecessor: the ledger that was closed before this one; only the first boot tells it.
    """

    was_clean: bool
    is_test: bool
    switched_on: str = ""
    predecessor: Predecessor | None = None


def boot_entry(
    *,
    was_clean: bool,
    is_test: bool,
    program: Program | None = None,
    switched_on: str = "",
    predecessor: Predecessor | None = None,
) -> Entry:
    """A boot as its row keeps it, see `BootTold`, with the program that began."""
    told: dict[str, object] = {"was_clean": was_clean, "is_test": is_test}
    if switched_on:
        told["switched_on"] = switched_on
    if predecessor is not None:
        told["predecessor"] = predecessor_values(predecessor)
    if program is not None:
        told |= {"version": program.version, "program": program.digest}
    return Kind.BOOT, canonical(told)


def checkpoint_entry(upto: int, text: str) -> Entry:
    """Rows up to `upto` were replaced by the checkpoint with that text."""
    return Kind.CHECKPOINT, canonical({"upto": upto, "digest": digest(text)})


STOP_ENTRY: Entry = (Kind.STOP, canonical({}))


# --- writing ----------------------------------------------------------------------------------


def transaction_entry(told: Told) -> Entry:
    """A transaction as its row keeps it; what is empty is left out.

    >>> coin = Transfer(Account.COINBOX, Account.CREDIT, 10)
    >>> transaction_entry(Told((Posting(Moment.COIN, (coin,), category="coin:100"),)))[1]
    '{"postings":[["coin","","coin:100",[["coinbox","credit",10]]]]}'
    """
    payload: dict[str, object] = {}
    if told.postings:
        payload["postings"] = [_posting(posting) for posting in told.postings]
    if told.documents:
        payload["documents"] = dict(told.documents)
    if told.round is not None:
        payload["round"] = [
            told.round.number,
            told.round.game,
            told.round.is_over,
            told.round.digest,
        ]
    if told.log:
        payload["log"] = [
            [entry.kind, entry.subject, [list(pair) for pair in entry.details]]
            for entry in told.log
        ]
    if told.new_period_by:
        payload["new_period_by"] = told.new_period_by
    if told.dispute is not None:
        payload["dispute"] = [
            told.dispute.round_number,
            told.dispute.is_open,
            told.dispute.by,
        ]
    return Kind.TRANSACTION, canonical(payload)


def _posting(posting: Posting) -> list[object]:
    moves = [[move.source, move.target, move.credits] for move in posting.transfers]
    block = "" if posting.block is None else str(posting.block)
    return [posting.moment, block, posting.category, moves]


# --- reading ----------------------------------------------------------------------------------


def told_of(kind: str, payload: str) -> Told:
    """What a row of that kind and payload tells of a transaction; nothing for boots and stops.

    Raises:
        LedgerCorruptError: when it tells nothing that this program knows.
    """
    with _known(kind):
        return _told_of(kind, payload)


def boot_told(payload: str) -> BootTold:
    """What a boot tells.

    Raises:
        LedgerCorruptError: when it tells nothing of the kind.
    """
    with _known(Kind.BOOT):
        told = json.loads(payload)
        predecessor = told.get("predecessor")
        return BootTold(
            bool(told["was_clean"]),
            bool(told["is_test"]),
            _text(told.get("switched_on", "")),
            None if predecessor is None else predecessor_of(predecessor),
        )


def predecessor_values(predecessor: Predecessor) -> list[object]:
    """Its fields in their order, for JSON."""
    return [predecessor.generation, predecessor.head, predecessor.report]


def predecessor_of(values: list[Any]) -> Predecessor:
    """The predecessor that `predecessor_values` told.

    Raises:
        ValueError, TypeError: when it told none.
    """
    generation, head, report = values
    if int(generation) < 1:
        raise ValueError(f"no generation: {generation}")
    return Predecessor(int(generation), bytes.fromhex(head).hex(), bytes.fromhex(report).hex())


def round_told(kind: str, payload: str) -> RoundTold | None:
    """The round of `told_of` alone, for whoever reads a thousand rows for their rounds.

    Raises:
        LedgerCorruptError: as `told_of`.
    """
    with _known(kind):
        if kind != Kind.TRANSACTION:
            return _told_of(kind, payload).round
        return _round_of(json.loads(payload).get("round"))


UNREADABLE = (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError)
"""What a text raises that is not what was written: it may be anything that somebody forged."""


@contextmanager
def _known(kind: str) -> Iterator[None]:
    try:
        yield
    except UNREADABLE as error:
        raise LedgerCorruptError(
            f"a row of kind '{kind}' tells nothing that this program knows"
        ) from error


@contextmanager
def naming(row: Row) -> Iterator[None]:
    """Put the row before what is wrong with it, where somebody counts with what it tells.

    Raises:
        LedgerCorruptError: naming the row.
    """
    name = f"row {row.sequence} ({row.kind!r})"
    try:
        yield
    except LedgerError as error:
        raise LedgerCorruptError(f"{name}: {error}") from error
    except UNREADABLE as error:
        raise LedgerCorruptError(f"{name} tells nothing that this program knows") from error


def _told_of(kind: str, payload: str) -> Told:
    match Kind(kind):
        case Kind.TRANSACTION:
            return _transaction_of(json.loads(payload))
        case Kind.BOOT | Kind.CHECKPOINT | Kind.STOP:
            return Told()
        case Kind.POSTING:
            return Told(postings=(_old_posting_of(json.loads(payload)),))
        case Kind.DOCUMENTS:
            return Told(documents=json.loads(payload))
        case Kind.ROUND:
            told = json.loads(payload)
            number, game = int(told["number"]), GameId(told["game"])
            return Told(round=RoundTold(number, game, bool(told["is_over"]), told["digest"]))
        case Kind.LOG:
            return Told(log=_old_log_of(json.loads(payload)))


def _round_of(found: list[Any] | None) -> RoundTold | None:
    if found is None:
        return None
    number, game, is_over, its_digest = found
    return RoundTold(int(number), GameId(game), bool(is_over), its_digest)


def _transaction_of(payload: dict[str, Any]) -> Told:
    dispute = payload.get("dispute")
    return Told(
        postings=tuple(_posting_of(*each) for each in payload.get("postings", ())),
        documents=payload.get("documents", {}),
        round=_round_of(payload.get("round")),
        log=tuple(
            LogEntry(LogKind(kind), _text(subject), tuple((_text(a), _text(b)) for a, b in details))
            for kind, subject, details in payload.get("log", ())
        ),
        new_period_by=_text(payload.get("new_period_by", "")),
        dispute=None
        if dispute is None
        else Dispute(int(dispute[0]), bool(dispute[1]), _text(dispute[2])),
    )


def _text(told: object) -> str:
    if not isinstance(told, str):
        raise TypeError(f"not a text: {told!r}")
    return told


def _posting_of(moment: str, block: str, category: str, moves: list[Any]) -> Posting:
    return Posting(
        Moment(moment),
        tuple(Transfer(Account(a), Account(b), int(n)) for a, b, n in moves),
        Block.parse(block) if block else None,
        _text(category),
    )


# --- the first schema -------------------------------------------------------------------------


def _old_posting_of(payload: dict[str, Any]) -> Posting:
    """It told the game alone: its games are counted in a block without a table."""
    moves = tuple(Transfer(Account(a), Account(b), int(n)) for a, b, n in payload["transfers"])
    block = None if payload["game"] is None else Block(GameId(payload["game"]))
    return Posting(Moment(payload["moment"]), moves, block)


_OLD_SWITCHES = {
    ("door", "true"): LogKind.DOOR_OPENED,
    ("door", "false"): LogKind.DOOR_CLOSED,
    ("key", "true"): LogKind.KEY_ON,
    ("key", "false"): LogKind.KEY_OFF,
}


def _old_log_of(payload: dict[str, Any]) -> tuple[LogEntry, ...]:
    kind = payload["kind"]
    details = tuple((str(a), str(b)) for a, b in payload["details"])
    if kind in ("door", "key"):
        return (LogEntry(_OLD_SWITCHES[kind, dict(details)["on"]]),)
    if kind == "chance":
        return (LogEntry(LogKind.FAULT_CLEARED, "chance"),)
    return (LogEntry(LogKind(kind), details=details),)
