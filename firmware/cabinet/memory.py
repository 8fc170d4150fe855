"""What the cabinet writes into the ledger and reads back.

Play state, coin counters and faults that outlive a boot; rounds and pay tables are read by
their game.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from firmware.cabinet.coins import Counter
from firmware.cabinet.state import KEPT_FAULTS, Confirmed, Fault, Saved
from firmware.errors import LedgerCorruptError
from firmware.games.joker_poker.records import read_round
from firmware.games.joker_poker.table import Round
from firmware.stored import read_stored, stored_text

PLAY = "play"
"""Name of the document that holds the play state."""
DEVICE = "device:"
"""Before the identity of a coin device: the name of its counter's document."""
SLOT = "slot:"
"""Before the name of a slot: the document that says whose unit belongs there."""
FAULTS = "faults"
"""Name of the document that holds the faults which a boot does not end."""


def write(value: Saved | Counter | Confirmed) -> str:
    """The stored text of a value: JSON."""
    return stored_text(value)


def kept_faults(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """Those that a boot does not end."""
    return tuple(fault for fault in faults if fault.name in KEPT_FAULTS)


def write_faults(faults: Iterable[Fault]) -> str:
    """The stored text of the faults to keep."""
    return stored_text(tuple(faults))


def read_faults(documents: Mapping[str, str]) -> tuple[Fault, ...]:
    """The faults that were there at power-off and that a boot does not end.

    Raises:
        LedgerCorruptError: as `read_saved`.
    """
    text = documents.get(FAULTS)
    if text is None:
        return ()
    faults: tuple[Fault, ...] = _read(tuple[Fault, ...], text, f"document '{FAULTS}'")
    return faults


def read_saved(documents: Mapping[str, str], fresh: Saved) -> Saved:
    """The play state as it was stored; `fresh` on a new ledger.

    Raises:
        LedgerCorruptError: when the stored text is none that this program wrote.
    """
    text = documents.get(PLAY)
    if text is None:
        return fresh
    saved: Saved = _read(Saved, text, f"document '{PLAY}'")
    return saved


def read_rounds(texts: Iterable[str]) -> tuple[Round, ...]:
    """Stored rounds, in the order given.

    Raises:
        LedgerCorruptError: as `read_saved`.
    """
    return tuple(map(read_round, texts))


def read_counters(documents: Mapping[str, str]) -> dict[str, Counter]:
    """What is booked of each coin device, by its identity.

    Raises:
        LedgerCorruptError: as `read_saved`.
    """
    return dict(_read_all(Counter, documents, DEVICE))


def read_confirmed(documents: Mapping[str, str]) -> dict[str, Confirmed]:
    """The unit that belongs to each slot, by the slot's name.

    Raises:
        LedgerCorruptError: as `read_saved`.
    """
    return dict(_read_all(Confirmed, documents, SLOT))


def _read_all(
    kind: type[Any], documents: Mapping[str, str], prefix: str
) -> Iterator[tuple[str, Any]]:
    for name, text in documents.items():
        if name.startswith(prefix):
            yield name.removeprefix(prefix), _read(kind, text, f"document '{name}'")


def _read(kind: type[Any], text: str, what: str) -> Any:
    try:
        return read_stored(kind, text)
    except ValueError as error:
        raise LedgerCorruptError(f"{what} cannot be read ({error}): {text[:80]!r}") from error
