"""Who a ccTalk unit is and what it takes, as texts that the books can be kept under."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Identity:
    """Who answered, and what it takes.

    Attributes:
        text: kind, maker, product and serial number.
        positions_minor: position -> minor units, of those that it can name.
        values_minor: first byte of an event -> minor units; the position, as a rule.
        money_set: a short text that changes with all this.
    """

    text: str = ""
    positions_minor: Mapping[int, int] = field(default_factory=dict)
    values_minor: Mapping[int, int] = field(default_factory=dict)
    money_set: str = ""


def word(raw: bytes | None) -> str:
    """An ASCII answer as a part of an identity: its padding gone, nothing odd in it.

    >>> word(b"SR5..  "), word(b"a:b"), word(None)
    ('SR5', 'a_b', '-')
    """
    text = (raw or b"").decode("ascii", "replace").strip(" .\0")
    plain = (c if c.isascii() and c.isprintable() and c != ":" else "_" for c in text)
    return "".join(plain) or "-"


def money_set(edition: bytes | None, ids: Mapping[int, str]) -> str:
    """A short text that changes with the edition of its coin set and with its ids by position."""
    listed = " ".join(f"{place}={text}" for place, text in sorted(ids.items()))
    text = f"{edition[0] if edition else '-'} {listed}"
    return hashlib.blake2b(text.encode(), digest_size=6).hexdigest()
