"""Pay tables: what a hand wins for one to five chips, and the exact return beside it.

A table is data under `assets/paytables/`; everything that is shown, paid or counted comes
from the one object read here. A cabinet keeps every table it was ever played by (`stored`), so
that a round of years ago can still be paid by its own.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Annotated

from pydantic import Field, ValidationError

from firmware.errors import ConfigError, RuleError
from firmware.games.joker_poker.hands import Hand
from firmware.toml_faults import Listed, TomlTable, TomlText

MAX_CHIPS = 5

FINGERPRINT_SIZE = 4
"""Bytes, so eight hex digits: enough to tell apart the few tables of one cabinet."""

PAYING_HANDS = tuple(hand for hand in reversed(Hand) if hand is not Hand.NOTHING)
"""The rows of a pay table from the top: the highest hand first."""


@dataclass(frozen=True)
class PayTable:
    """A pay table; `load_pay_table` reads and checks one.

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


def load_pay_table(path: Path) -> PayTable:
    """Read and check a pay table.

    Raises:
        ConfigError: one line per fault, naming file, line, key, value and what is allowed.
    """
    source = TomlText.read(path)
    try:
        read = _File.model_validate(source.parse())
    except ValidationError as error:
        raise ConfigError(source.model_faults(error, _File, ())) from error
    table = PayTable(
        id=read.id,
        rows=_rows(read.hands),
        returns=tuple(Fraction(exact) for exact in read.returns.exact),
    )
    faults = [
        *_name_faults(source, table, path.stem),
        *_order_faults(source, table),
        *_return_faults(source, read.returns),
    ]
    if faults:
        raise ConfigError(faults)
    return table


def stored_pay_table(edition: str, text: str) -> PayTable:
    """The pay table that `PayTable.stored` wrote.

    Args:
        edition: the one it was kept under.
        text: what was written.

    Raises:
        ValueError: when it wrote no such thing, or the rows are not those of the edition.
    """
    read = _Stored.model_validate_json(text)
    table = PayTable(
        id=edition.partition("@")[0],
        rows=_rows(read.hands),
        returns=tuple(Fraction(exact) for exact in read.returns),
    )
    if table.edition != edition:
        raise ValueError(f"the rows of pay table {table.edition} stand under {edition}")
    return table


# --- the file ---------------------------------------------------------------------------------

_Row = Annotated[
    tuple[Annotated[int, Field(ge=1, le=1_000_000)], ...],
    Listed,
    Field(
        min_length=MAX_CHIPS,
        max_length=MAX_CHIPS,
        description=f"a list of {MAX_CHIPS} whole numbers from 1 to 1000000: "
        f"the chips won for 1 to {MAX_CHIPS} chips bet",
    ),
]
_Fractions = Annotated[
    tuple[Annotated[str, Field(pattern=r"^[1-9][0-9]{0,39}/[1-9][0-9]{0,39}$")], ...],
    Listed,
    Field(
        min_length=MAX_CHIPS,
        max_length=MAX_CHIPS,
        description=f'a list of {MAX_CHIPS} fractions such as "183519471067/186127769100"',
    ),
]
_Percentages = Annotated[
    tuple[Annotated[float, Field(gt=0)], ...],
    Listed,
    Field(
        min_length=MAX_CHIPS,
        max_length=MAX_CHIPS,
        description=f"a list of {MAX_CHIPS} percentages such as 98.5987",
    ),
]


class _Hands(TomlTable):
    """`[hands]`: every paying hand has its row, so that none is ever paid by a default."""

    natural_royal: _Row
    five_of_a_kind: _Row
    joker_royal: _Row
    straight_flush: _Row
    quads: _Row
    full_house: _Row
    flush: _Row
    straight: _Row
    trips: _Row
    two_pair: _Row
    kings_or_better: _Row


class _Returns(TomlTable):
    """`[returns]`: the same returns twice, to be computed with and to be read."""

    exact: _Fractions
    percent: _Percentages


class _Stored(TomlTable):
    """What a cabinet keeps of a table."""

    hands: _Hands = Field(description="a table of the rows")
    returns: _Fractions


class _File(TomlTable):
    id: str = Field(description="the file's own name, without its ending")
    hands: _Hands = Field(description="a table of the rows")
    returns: _Returns = Field(description="a table of the returns")


def _rows(hands: _Hands) -> Mapping[Hand, tuple[int, ...]]:
    return MappingProxyType({hand: getattr(hands, hand) for hand in PAYING_HANDS})


def _name_faults(source: TomlText, table: PayTable, stem: str) -> list[str]:
    if table.id == stem:
        return []
    return [source.fault(("id",), f'must be the file\'s own name, "{stem}"', table.id)]


def _order_faults(source: TomlText, table: PayTable) -> list[str]:
    """What no single row shows: fewer chips that win more, a hand that wins more than a higher."""
    falling = [
        source.fault(("hands", hand), "more chips must win more", row)
        for hand, row in table.rows.items()
        if any(more <= less for less, more in pairwise(row))
    ]
    crossing = [
        source.fault(
            ("hands", lower),
            f"must be at most {higher}'s {list(table.rows[higher])}, "
            "since the joker takes the higher hand",
            table.rows[lower],
        )
        for higher, lower in pairwise(PAYING_HANDS)
        if any(
            less > more for less, more in zip(table.rows[lower], table.rows[higher], strict=True)
        )
    ]
    return falling + crossing


def _return_faults(source: TomlText, returns: _Returns) -> list[str]:
    """Percentages that are not those of the fractions beside them."""
    return [
        source.fault(("returns", "percent"), f"{exact} is {_percent(exact)} %", percent)
        for exact, percent in zip(returns.exact, returns.percent, strict=True)
        if percent != _percent(exact)
    ]


def _percent(exact: str) -> float:
    return round(float(Fraction(exact) * 100), 4)
