"""Reads a pay table that somebody wrote: a file under `assets/paytables/`.

Apart from the table itself, since what judges a file takes longer to load than most commands
take that only need a table which the ledger keeps.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Annotated

from pydantic import Field, ValidationError

from firmware.errors import ConfigError
from firmware.games.joker_poker.hands import Hand
from firmware.games.joker_poker.paytable import (
    CHIPS_WON_MAX,
    FRACTION,
    MAX_CHIPS,
    PAYING_HANDS,
    PayTable,
)
from firmware.toml_faults import Listed, TomlTable, TomlText


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


# --- the file ---------------------------------------------------------------------------------

_Row = Annotated[
    tuple[Annotated[int, Field(ge=1, le=CHIPS_WON_MAX)], ...],
    Listed,
    Field(
        min_length=MAX_CHIPS,
        max_length=MAX_CHIPS,
        description=f"a list of {MAX_CHIPS} whole numbers from 1 to {CHIPS_WON_MAX}: "
        f"the chips won for 1 to {MAX_CHIPS} chips bet",
    ),
]
_Fractions = Annotated[
    tuple[Annotated[str, Field(pattern=FRACTION)], ...],
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
