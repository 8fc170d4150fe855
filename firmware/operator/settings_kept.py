"""The settings last in force, as the ledger keeps them: for whoever reads its books."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field

SETTINGS = "settings"
"""Name of the document that holds them."""
EDITION = "joker_poker.edition"
"""The pay table's edition stands with the settings: its rows may change under the same name."""
CURRENCY = "coin.currency"
"""The key that says in which money coins and notes are counted."""


@dataclass(frozen=True, slots=True)
class Kept:
    """The settings that a ledger was last played under.

    Attributes:
        values: every one as text, by its key in the configuration; none where a ledger has kept
            none yet, or what it kept cannot be read.
    """

    values: Mapping[str, str] = field(default_factory=dict)

    @property
    def edition(self) -> str:
        """Of Joker Poker's pay table; empty where that is not known."""
        return self.values.get(EDITION, "")

    @property
    def identity(self) -> str:
        """Sixteen digits that are others as soon as one setting is; empty where none is known.

        >>> Kept().identity, len(Kept({"coin.credit_minor": "10"}).identity)
        ('', 16)
        """
        if not self.values:
            return ""
        told = json.dumps(dict(sorted(self.values.items())), ensure_ascii=False)
        return hashlib.blake2b(told.encode(), digest_size=8).hexdigest()

    @property
    def currency(self) -> str:
        """Letters of the currency; empty where that is not known."""
        return self.values.get(CURRENCY, "")


def kept_settings(documents: Mapping[str, str]) -> Kept:
    """Those among the documents of a ledger."""
    try:
        told = json.loads(documents.get(SETTINGS, "{}"))
    except (ValueError, RecursionError):  # `verify` names what is damaged
        return Kept()
    if not isinstance(told, dict):
        return Kept()
    return Kept({str(key): str(value) for key, value in sorted(told.items())})
