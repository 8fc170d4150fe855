"""Pay tables to be analysed: read leniently, since nothing is paid by them yet.

A cabinet's own table is one, and so is a draft: rows that are left out pay nothing (two pair and
better has no row for a pair), a single number is paid for each chip, the returns may be missing
or wrong, for they are what is asked. Misspelt hands and amounts are refused all the same.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

from firmware.assets import asset
from firmware.errors import ConfigError, RuleError
from firmware.games.joker_poker.hands import Hand
from firmware.odds.game import HANDS, JOKER_POKER, Game
from firmware.suggestion import suggestion

MOST_CHIPS = 5
"""As the cabinet's own; said here again, since its reader takes long to load."""
_MOST_PAID = 1_000_000
_FRACTION = re.compile(r"[1-9][0-9]{0,39}/[1-9][0-9]{0,39}")

_Fault = tuple[tuple[str, ...], str, object]
"""Key, what is wrong, value."""


@dataclass(frozen=True)
class OddsTable:
    """A pay table to be analysed.

    Attributes:
        name: its file's, without the ending.
        rows: hand -> chips won for 1..5 chips bet; hands that are not in it win nothing.
        returns: what the file says that it returns, for 1..5 chips; () where it says nothing.
    """

    name: str
    rows: Mapping[Hand, tuple[int, ...]]
    returns: tuple[Fraction, ...] = ()

    def pays(self, chips: int) -> tuple[int, ...]:
        """Chips won by each of `HANDS` for `chips` chips bet.

        Raises:
            RuleError: when `chips` is not 1..5.
        """
        if not 1 <= chips <= MOST_CHIPS:
            raise RuleError(f"a bet is 1 to {MOST_CHIPS} chips, not {chips}")
        return tuple(self.rows[hand][chips - 1] if hand in self.rows else 0 for hand in HANDS)

    def crossing(self, chips: int) -> tuple[Hand, Hand] | None:
        """A hand that pays more than the next higher one, with that one; None as a rule.

        Hands count by their order all the same: the joker takes the higher, not the dearer.
        """
        paid = [(hand, self.rows[hand][chips - 1]) for hand in HANDS if hand in self.rows]
        for (lower, less), (higher, more) in pairwise(paid):
            if less > more:
                return lower, higher
        return None


def chips_named(text: str) -> int:
    """The chips of an option `--chips`.

    Raises:
        RuleError: not 1..5.
    """
    if text not in map(str, range(1, MOST_CHIPS + 1)):
        raise RuleError(f"--chips {text}: a bet is 1 to {MOST_CHIPS} chips")
    return int(text)


def shipped_table(game: Game) -> Path:
    """The table that a game is analysed with when none is named."""
    if game is JOKER_POKER:
        return asset("paytables", "kings_or_better.toml")
    return asset("odds", f"{game.id}.toml")


def read_odds_table(path: Path, game: Game) -> OddsTable:
    """Read and check a pay table of a game.

    Raises:
        ConfigError: one line per fault, naming file, line, key, value and what is allowed.
    """
    try:
        read = tomllib.loads(path.read_bytes().decode("utf-8-sig"))
    except (OSError, ValueError, RecursionError):
        from firmware.toml_faults import TomlText  # slow to load, and seldom needed

        read = TomlText.read(path).parse()
    faults = list(_faults(read, game))
    if faults:
        from firmware.toml_faults import TomlText

        text = TomlText.read(path)
        raise ConfigError([text.fault(*fault) for fault in faults])
    named = {name: hand for hand, name in game.names.items()}
    rows = {named[name]: _row(value) for name, value in read["hands"].items()}
    exact = read.get("returns", {}).get("exact", ())
    return OddsTable(path.stem, rows, tuple(Fraction(each) for each in exact))


def _row(value: int | list[int]) -> tuple[int, ...]:
    if isinstance(value, int):
        return tuple(value * chips for chips in range(1, MOST_CHIPS + 1))
    return tuple(value)


# --- what is wrong with a file ----------------------------------------------------------------


def _faults(read: dict[str, object], game: Game) -> Iterator[_Fault]:
    for key in read:
        if key not in ("id", "hands", "returns"):
            yield (key,), f"unknown key; {suggestion(key, ('id', 'hands', 'returns'))}", None
    if not isinstance(read.get("id", ""), str):
        yield ("id",), "must be a name", read["id"]
    yield from _row_faults(read.get("hands"), game)
    yield from _return_faults(read.get("returns", {}))


def _row_faults(hands: object, game: Game) -> Iterator[_Fault]:
    names = [name for hand, name in game.names.items() if hand is not Hand.NOTHING]
    if not isinstance(hands, dict) or not hands:
        allowed = f"the rows of a pay table, of {', '.join(reversed(names))}"
        yield ("hands",), f"must be a table: {allowed}", hands
        return
    for name, row in hands.items():
        if name not in names:
            yield ("hands", name), f"no hand of {game.id}; {suggestion(name, names)}", None
        elif not _is_row(row):
            problem = (
                f"must be a whole number from 0 to {_MOST_PAID}, the chips won for each chip "
                f"bet, or a list of {MOST_CHIPS}: those won for 1 to {MOST_CHIPS} chips"
            )
            yield ("hands", name), problem, row


def _is_row(row: object) -> bool:
    if isinstance(row, list):
        return len(row) == MOST_CHIPS and all(map(_is_amount, row))
    return _is_amount(row)


def _is_amount(value: object) -> bool:
    return type(value) is int and 0 <= value <= _MOST_PAID


def _return_faults(returns: object) -> Iterator[_Fault]:
    if not isinstance(returns, dict):
        yield ("returns",), "must be a table: [returns]", returns
        return
    for key in returns:
        if key not in ("exact", "percent"):
            problem = f"unknown key; {suggestion(key, ('exact', 'percent'))}"
            yield ("returns", key), problem, None
    exact = returns.get("exact")
    if exact is not None and not _are_fractions(exact):
        problem = f'must be a list of {MOST_CHIPS} fractions such as "183519471067/186127769100"'
        yield ("returns", "exact"), problem, exact


def _are_fractions(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) == MOST_CHIPS
        and all(isinstance(each, str) and _FRACTION.fullmatch(each) for each in value)
    )
