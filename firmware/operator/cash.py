"""The cash block: what should be in the boxes since they were last emptied, and what was counted.

Coins and notes fall into boxes of their own. A count is stored as a document with the coins
that the books knew of at that moment, so the next one begins there; the log keeps every count.
A difference is told with the signals that may explain it and is never explained away.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from firmware.errors import LedgerCorruptError, RuleError
from firmware.log import LogEntry, LogKind
from firmware.money import Tender
from firmware.transaction import Transaction

CASH = "cash"
"""Name of the document that holds the last count of each box."""

SIGNALS = (
    LogKind.COIN_UNBOOKED,
    LogKind.COIN_UNACCOUNTED,
    LogKind.COIN_SWALLOWED,
    LogKind.COIN_LOST,
    LogKind.COIN_RESET,
    LogKind.COIN_BACKWARDS,
    LogKind.COIN_DISCONTINUITY,
    LogKind.COIN_QUARANTINED,
    LogKind.COIN_SUSPECT,
)
"""Lines of the log after which a box may hold more, or less, than the books know of."""


@dataclass(frozen=True, slots=True)
class CashCount:
    """What somebody found in a box that he emptied.

    Attributes:
        number: 1 for the first count of this box.
        counted_minor: what he counted, in minor units.
        expected_minor: what the books made it.
        by: who, as the log tells it.
        wall: when, ISO 8601; information only.
        pieces: pieces ever by "slot:minor", as the books had them then.
        signals: lines of the log ever by "kind:slot", likewise.
    """

    number: int
    counted_minor: int
    expected_minor: int
    by: str
    wall: str
    pieces: Mapping[str, int] = field(default_factory=dict)
    signals: Mapping[str, int] = field(default_factory=dict)

    @property
    def difference_minor(self) -> int:
        """Above 0 there was too much in the box, below 0 too little."""
        return self.counted_minor - self.expected_minor


@dataclass(frozen=True, slots=True)
class Pieces:
    """Coins or notes of one value that came in by one slot."""

    slot: str
    value_minor: int
    number: int

    @property
    def sum_minor(self) -> int:
        """What they come to."""
        return self.value_minor * self.number


@dataclass(frozen=True, slots=True)
class CashBox:
    """What is in a box, by the books, since it was last emptied.

    Attributes:
        tender: whether it is the one of the coins or of the notes.
        pieces: by slot, the smallest value first; those of the coin test are among them.
        signals: how often something came by "kind:slot" that may make a difference.
        last: the last count; None before the first.
        pieces_ever: as `CashCount.pieces`, now.
        signals_ever: as `CashCount.signals`, now.
    """

    tender: Tender
    pieces: tuple[Pieces, ...]
    signals: Mapping[str, int]
    last: CashCount | None
    pieces_ever: Mapping[str, int]
    signals_ever: Mapping[str, int]

    @property
    def expected_minor(self) -> int:
        """What is in the box, in minor units."""
        return sum(each.sum_minor for each in self.pieces)

    def as_report(self) -> dict[str, object]:
        """Its JSON."""
        last = self.last
        return {
            "expected_minor": self.expected_minor,
            "pieces": [
                {"slot": each.slot, "value_minor": each.value_minor, "number": each.number}
                for each in self.pieces
            ],
            "signals": dict(self.signals),
            "last_count": None
            if last is None
            else {
                "number": last.number,
                "counted_minor": last.counted_minor,
                "expected_minor": last.expected_minor,
                "difference_minor": last.difference_minor,
                "by": last.by,
                "wall": last.wall,
            },
        }


def cash_box(
    tender: Tender,
    coins: Mapping[str, int],
    events: Mapping[str, int],
    documents: Mapping[str, str],
) -> CashBox:
    """What should be in a box now; from the first row on where it was never counted.

    Args:
        tender: which box.
        coins: pieces ever by "slot:minor", as `Counts.coins` has them.
        events: lines of the log ever by "kind:slot", as `Counts.events`.
        documents: the ledger's.

    Raises:
        LedgerCorruptError: the stored counts cannot be read, or tell of more than there ever was.
    """
    last = read_counts(documents).get(tender)
    pieces = {name: n for name, n in coins.items() if _tender(name.partition(":")[0]) is tender}
    signals = {name: n for name, n in events.items() if _is_signal(name, tender)}
    before = _NEVER if last is None else last
    return CashBox(
        tender,
        tuple(
            sorted(
                (_pieces(name, n) for name, n in _since(before.pieces, pieces).items()),
                key=lambda each: (each.slot, each.value_minor),
            )
        ),
        _since(before.signals, signals),
        last,
        pieces,
        signals,
    )


def cash_boxes(
    coins: Mapping[str, int],
    events: Mapping[str, int],
    documents: Mapping[str, str],
    faults: list[str],
) -> tuple[CashBox, ...]:
    """Every box, as `cash_box`; none, with a fault, where the stored counts cannot be read."""
    try:
        return tuple(cash_box(tender, coins, events, documents) for tender in Tender)
    except LedgerCorruptError as error:
        faults.append(str(error))
        return ()


def verify_count(counted_minor: int) -> None:
    """A sum of money is not below nothing."""
    if counted_minor < 0:
        raise RuleError(f"nobody counts {counted_minor} in a box")


def count(
    box: CashBox, documents: Mapping[str, str], counted_minor: int, by: str, wall: str
) -> Transaction:
    """The box was emptied and counted: the document and the line of the log that say so.

    Args:
        box: as the books had it when it was emptied; what fell since is in the next one.
        documents: the ledger's.
        counted_minor: what was found, in minor units.
        by: the role of who counted.
        wall: when.

    Raises:
        RuleError: it is no sum of money.
        LedgerCorruptError: as `cash_box`.
    """
    verify_count(counted_minor)
    made = CashCount(
        number=1 if box.last is None else box.last.number + 1,
        counted_minor=counted_minor,
        expected_minor=box.expected_minor,
        by=by,
        wall=wall,
        pieces=box.pieces_ever,
        signals=box.signals_ever,
    )
    counts = {**read_counts(documents), box.tender: made}
    details = (
        ("counted_minor", str(made.counted_minor)),
        ("expected_minor", str(made.expected_minor)),
        ("difference_minor", str(made.difference_minor)),
        ("by", by),
    )
    return Transaction(
        documents={CASH: _written(counts)},
        log=(LogEntry(LogKind.CASH_COUNTED, box.tender.value, details),),
    )


# --- the document -----------------------------------------------------------------------------


def read_counts(documents: Mapping[str, str]) -> dict[Tender, CashCount]:
    """The last count of each box that was ever counted.

    Raises:
        LedgerCorruptError: when the stored text is none that this program wrote.
    """
    text = documents.get(CASH)
    if text is None:
        return {}
    try:
        return {Tender(name): _count_of(told) for name, told in json.loads(text).items()}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise LedgerCorruptError(f"document '{CASH}' cannot be read: {text[:80]!r}") from error


def _written(counts: Mapping[Tender, CashCount]) -> str:
    told = {
        tender.value: {
            "number": made.number,
            "counted_minor": made.counted_minor,
            "expected_minor": made.expected_minor,
            "by": made.by,
            "wall": made.wall,
            "pieces": dict(made.pieces),
            "signals": dict(made.signals),
        }
        for tender, made in counts.items()
    }
    return json.dumps(told, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _count_of(told: Mapping[str, Any]) -> CashCount:
    return CashCount(
        number=int(told["number"]),
        counted_minor=int(told["counted_minor"]),
        expected_minor=int(told["expected_minor"]),
        by=str(told["by"]),
        wall=str(told["wall"]),
        pieces={str(name): int(n) for name, n in told["pieces"].items()},
        signals={str(name): int(n) for name, n in told["signals"].items()},
    )


_NEVER = CashCount(0, 0, 0, "", "")
"""What stands in for the count before the first."""


# --- names ------------------------------------------------------------------------------------


def _tender(slot: str) -> Tender:
    return Tender.NOTE if slot == Tender.NOTE else Tender.COIN


def _is_signal(name: str, tender: Tender) -> bool:
    kind, _, slot = name.partition(":")
    return kind in SIGNALS and _tender(slot) is tender


def _pieces(name: str, number: int) -> Pieces:
    slot, _, value = name.rpartition(":")
    return Pieces(slot, int(value), number)


def _since(before: Mapping[str, int], now: Mapping[str, int]) -> dict[str, int]:
    """What was added, without what was not; counts of the books only ever grow."""
    added = {name: now.get(name, 0) - before.get(name, 0) for name in sorted({*before, *now})}
    fallen = [name for name, n in added.items() if n < 0]
    if fallen:
        raise LedgerCorruptError(
            f"document '{CASH}' tells of more {fallen[0]} than there ever were"
        )
    return {name: n for name, n in added.items() if n}
