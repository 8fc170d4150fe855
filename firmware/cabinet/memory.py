"""What the cabinet writes into the ledger and reads back: play state, rounds, coin counters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import TypeAdapter, ValidationError

from firmware.cabinet.coins import Counter
from firmware.cabinet.state import Saved
from firmware.errors import LedgerCorruptError
from firmware.games.joker_poker.table import Round

PLAY = "play"
"""Name of the document that holds the play state."""
DEVICE = "device:"
"""Before the identity of a coin device: the name of its counter's document."""


_adapters: dict[type[Any], TypeAdapter[Any]] = {}


def _adapter(kind: type[Any]) -> TypeAdapter[Any]:
    """Made at the first use and kept: making one takes milliseconds."""
    if kind not in _adapters:
        _adapters[kind] = TypeAdapter(kind)
    return _adapters[kind]


def write(value: Saved | Round | Counter) -> str:
    """The stored text of a value: JSON."""
    return _adapter(type(value)).dump_json(value).decode()


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
    return tuple(_read(Round, text, "a round") for text in texts)


def read_counters(documents: Mapping[str, str]) -> dict[str, Counter]:
    """What is booked of each coin device, by its identity.

    Raises:
        LedgerCorruptError: as `read_saved`.
    """
    return {
        name.removeprefix(DEVICE): _read(Counter, text, f"document '{name}'")
        for name, text in documents.items()
        if name.startswith(DEVICE)
    }


def _read(kind: type[Any], text: str, what: str) -> Any:
    try:
        return _adapter(kind).validate_json(text)
    except ValidationError as error:
        raise LedgerCorruptError(
            f"{what} cannot be read ({error.error_count()} faults): {text[:80]!r}"
        ) from error
