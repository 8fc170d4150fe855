"""Pay tables: what a hand wins for one to five chips, and the exact return beside it.

A table is data under `assets/paytables/`; everything that is shown, paid or counted comes
from the one object read here.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, StrictInt, ValidationError

from firmware.errors import ConfigError, RuleError
from firmware.games.joker_poker.hands import Hand

MAX_CHIPS = 5

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

    def pays(self, hand: Hand, chips: int) -> int:
        """Chips won by a hand for `chips` chips bet; 0 for nothing.

        Raises:
            RuleError: when `chips` is not 1..5.
        """
        if not 1 <= chips <= MAX_CHIPS:
            raise RuleError(f"a bet is 1 to {MAX_CHIPS} chips, not {chips}")
        return 0 if hand is Hand.NOTHING else self.rows[hand][chips - 1]

    def return_of(self, chips: int) -> Fraction:
        """The exact return for a bet of `chips` chips.

        Raises:
            RuleError: when `chips` is not 1..5.
        """
        if not 1 <= chips <= MAX_CHIPS:
            raise RuleError(f"a bet is 1 to {MAX_CHIPS} chips, not {chips}")
        return self.returns[chips - 1]


def load_pay_table(path: Path) -> PayTable:
    """Read and check a pay table.

    Raises:
        ConfigError: one line per fault, naming file, key, value and what is allowed.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError([f"{path}: cannot be read: {error}"]) from error
    try:
        data = tomllib.loads(text)
    except ValueError as error:  # TOML's own error, or a number of thousands of digits
        raise ConfigError([f"{path}: is not TOML: {error}"]) from error
    try:
        read = _File.model_validate(data)
    except ValidationError as error:
        raise ConfigError(_fault_lines(path, error)) from error
    table = PayTable(
        id=read.id,
        rows=MappingProxyType(
            {hand: read.hands[hand] for hand in PAYING_HANDS if hand in read.hands}
        ),
        returns=tuple(Fraction(exact) for exact in read.returns.exact),
    )
    faults = [*_table_faults(table, path.stem), *_return_faults(read.returns)]
    if Hand.NOTHING in read.hands:
        faults.append("hands.nothing: is not allowed: it is not a hand that pays")
    if faults:
        raise ConfigError([f"{path}: {fault}" for fault in faults])
    return table


# --- the file ---------------------------------------------------------------------------------

_Five = Field(min_length=MAX_CHIPS, max_length=MAX_CHIPS)
_Chips = Annotated[StrictInt, Field(ge=1, le=1_000_000)]
_FractionText = Annotated[str, Field(pattern=r"^[1-9][0-9]{0,39}/[1-9][0-9]{0,39}$")]
_Percent = Annotated[float, Field(gt=0)]
_STRICT = ConfigDict(extra="forbid", frozen=True)


class _Returns(BaseModel):
    model_config = _STRICT
    exact: Annotated[tuple[_FractionText, ...], _Five]
    percent: Annotated[tuple[_Percent, ...], _Five]


class _File(BaseModel):
    model_config = _STRICT
    id: str
    hands: dict[Hand, Annotated[tuple[_Chips, ...], _Five]]
    returns: _Returns


def _table_faults(table: PayTable, stem: str) -> list[str]:
    """What no single value shows: the name, missing rows, rows in the wrong order."""
    if table.id != stem:
        return [f"id: '{table.id}' is not allowed: the file's own name, '{stem}', is"]
    missing = [hand for hand in PAYING_HANDS if hand not in table.rows]
    if missing:
        return [f"hands.{hand}: is missing: every paying hand needs its row" for hand in missing]
    falling = [
        f"hands.{hand}: {list(row)} is not allowed: more chips must win more"
        for hand, row in table.rows.items()
        if any(more <= less for less, more in pairwise(row))
    ]
    crossing = [
        f"hands.{lower}: {list(table.rows[lower])} is not allowed: at most {higher}'s "
        f"{list(table.rows[higher])}, since the joker takes the higher hand"
        for higher, lower in pairwise(PAYING_HANDS)
        if any(table.pays(lower, chips) > table.pays(higher, chips) for chips in _ALL_CHIPS)
    ]
    return falling + crossing


def _return_faults(returns: _Returns) -> list[str]:
    """Percentages that are not those of the fractions beside them."""
    return [
        f"returns.percent.{place}: {percent} is not allowed: {exact} is {_percent(exact)} %"
        for place, (exact, percent) in enumerate(
            zip(returns.exact, returns.percent, strict=True), start=1
        )
        if percent != _percent(exact)
    ]


_ALL_CHIPS = range(1, MAX_CHIPS + 1)


def _percent(exact: str) -> float:
    return round(float(Fraction(exact) * 100), 4)


def _fault_lines(path: Path, error: ValidationError) -> list[str]:
    """A line for each fault; one inside a row stands for that of the row as well."""
    faults = error.errors()
    inner = {fault["loc"][:-1] for fault in faults}
    return [_fault_line(path, fault) for fault in faults if fault["loc"] not in inner]


def _fault_line(path: Path, fault: Any) -> str:
    """One line for one of pydantic's faults."""
    key = ".".join(str(part + 1 if isinstance(part, int) else part) for part in fault["loc"])
    key = key.removesuffix(".[key]")
    if fault["type"] == "missing":
        return f"{path}: {key}: is missing"
    if fault["type"] == "extra_forbidden":
        return (
            f"{path}: {key}: is not known{_guess(key, [*_File.model_fields, 'exact', 'percent'])}"
        )
    if fault["type"] == "enum":
        return f"{path}: {key}: is not a hand{_guess(key, list(PAYING_HANDS))}"
    return f"{path}: {key}: {fault['input']!r} is not allowed: {_allowed(key)}"


def _guess(key: str, allowed: list[Any]) -> str:
    close = get_close_matches(key.rpartition(".")[2], [str(name) for name in allowed], n=1)
    hint = f"; did you mean '{close[0]}'?" if close else ""
    return f" (allowed: {', '.join(map(str, allowed))}){hint}"


def _allowed(key: str) -> str:
    if key.startswith("hands."):
        return f"{MAX_CHIPS} whole numbers of chips, 1 to 1,000,000, for 1 to {MAX_CHIPS} chips bet"
    if key.startswith("returns.exact"):
        return f'{MAX_CHIPS} fractions such as "183519471067/186127769100"'
    if key.startswith("returns.percent"):
        return f"{MAX_CHIPS} percentages such as 98.5987"
    return "a text" if key == "id" else "a table of keys"
