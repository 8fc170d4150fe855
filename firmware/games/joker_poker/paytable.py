"""Pay tables: what a hand wins for one to five chips, and the exact return beside it.

A table is data under `assets/paytables/` (`paytable_file` reads one); everything that is shown,
paid or counted comes from the one object made of it. A cabinet keeps every table it was ever
played by (`stored`), so that a round of years ago can still be paid by its own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from hashlib import blake2b
from types import MappingProxyType
from typing import Any

from firmware.errors import RuleError
from firmware.games.joker_poker.hands import Hand

MAX_CHIPS = 5

FINGERPRINT_SIZE = 4
"""Bytes, so eight hex digits: enough to tell apart the few tables of one cabinet."""

CHIPS_WON_MAX = 1_000_000
FRACTION = r"^[1-9][0-9]{0,39}/[1-9][0-9]{0,39}$"
"""How a return is spelt: exactly."""

PAYING_HANDS = tuple(hand for hand in reversed(Hand) if hand is not Hand.NOTHING)
"""The rows of a pay table from the top: the highest hand first."""


@dataclass(frozen=True)
class PayTable:
    """A pay table; `paytable_file.load_pay_table` reads and checks one.

    Attributes:
        id: its name, that of its file without the suffix.
        rows: paying hand -> chips won for 1..5 chips bet; the highest hand first.
        returns: exact return of best play for 1..5 chips, doubling left out; 1 is 100 %.
    """

    id: str
    rows: Mapping[Hand, tuple[int, ...]]
    returns: tuple[Fraction, ...]

    @cached_property
    def edition(self) -> str:
        """Its name with a fingerprint of its rows: "kings_or_better@5f2c7a10".

        A table whose rows were changed under the same name is another edition.
        """
        rows = {hand.value: self.rows[hand] for hand in PAYING_HANDS}
        fingerprint = blake2b(_compact(rows).encode(), digest_size=FINGERPRINT_SIZE)
        return f"{self.id}@{fingerprint.hexdigest()}"

    @property
    def stored(self) -> str:
        """The table as text to be kept for good: JSON, read by `stored_pay_table`."""
        rows = {hand.value: self.rows[hand] for hand in PAYING_HANDS}
        return _compact({"hands": rows, "returns": [str(exact) for exact in self.returns]})

    def pays(self, hand: Hand, chips: int) -> int:
        """Chips won by a hand for `chips` chips bet; 0 for nothing.

        Raises:
            RuleError: when `chips` is not 1..5.
        """
        _verify_chips(chips)
        return 0 if hand is Hand.NOTHING else self.rows[hand][chips - 1]

    def return_of(self, chips: int) -> Fraction:
        """The exact return for a bet of `chips` chips.

        Raises:
            RuleError: when `chips` is not 1..5.
        """
        _verify_chips(chips)
        return self.returns[chips - 1]


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


def _verify_chips(chips: int) -> None:
    if not 1 <= chips <= MAX_CHIPS:
        raise RuleError(f"a bet is 1 to {MAX_CHIPS} chips, not {chips}")


def stored_pay_table(edition: str, text: str) -> PayTable:
    """The pay table that `PayTable.stored` wrote.

    Args:
        edition: the one it was kept under.
        text: what was written.

    Raises:
        ValueError: when it wrote no such thing, or the rows are not those of the edition.
    """
    try:
        rows, returns = _of_stored(json.loads(text))
    except (ValueError, RecursionError) as error:
        raise ValueError(f"not a stored pay table: {error}") from error
    table = PayTable(edition.partition("@")[0], rows, returns)
    if table.edition != edition:
        raise ValueError(f"the rows of pay table {table.edition} stand under {edition}")
    return table


def _of_stored(told: Any) -> tuple[Mapping[Hand, tuple[int, ...]], tuple[Fraction, ...]]:
    """Rows and returns of a stored table, as `json` reads it."""
    if not isinstance(told, dict) or told.keys() != {"hands", "returns"}:
        raise ValueError(f"not hands and returns: {told!r}")
    hands, returns = told["hands"], told["returns"]
    if not isinstance(hands, dict) or hands.keys() != {hand.value for hand in PAYING_HANDS}:
        raise ValueError(f"not a row for each hand: {hands!r}")
    rows: dict[Hand, tuple[int, ...]] = {hand: _row(hands[hand]) for hand in PAYING_HANDS}
    return MappingProxyType(rows), tuple(map(_fraction, _five(returns)))


def _five(told: Any) -> list[Any]:
    if not isinstance(told, list) or len(told) != MAX_CHIPS:
        raise ValueError(f"not {MAX_CHIPS} values: {told!r}")
    return told


def _row(told: Any) -> tuple[int, ...]:
    row = tuple(_five(told))
    if not all(type(won) is int and 1 <= won <= CHIPS_WON_MAX for won in row):
        raise ValueError(f"not chips won: {told!r}")
    return row


def _fraction(told: Any) -> Fraction:
    if not isinstance(told, str) or not re.fullmatch(FRACTION, told):
        raise ValueError(f"not a return: {told!r}")
    return Fraction(told)
