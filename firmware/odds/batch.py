"""Many pay tables in one file: a line each, as a spreadsheet writes it.

Comma-separated, the first line names the columns: `name`, and the hands of the game in any order.
A cell is what the hand wins for each chip bet; a hand without a column, or with an empty cell,
wins nothing.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Sequence
from pathlib import Path

from firmware.errors import ConfigError
from firmware.games.joker_poker.hands import Hand
from firmware.odds.game import MAX_PAY, Game
from firmware.odds.paytables import MOST_CHIPS, OddsTable
from firmware.suggestion import suggestion

_NAME = "name"
_MOST_A_CHIP = MAX_PAY // MOST_CHIPS

_Line = tuple[int, list[str]]
"""Number in the file, and the cells."""


def read_batch(path: Path, game: Game) -> list[OddsTable]:
    """Read and check the pay tables of a file.

    Raises:
        ConfigError: one line per fault, naming file, line, column, value and what is allowed.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
        reader = csv.reader(text.splitlines(), strict=True, skipinitialspace=True)
        lines = [(reader.line_num, [cell.strip() for cell in cells]) for cells in reader if cells]
    except (OSError, ValueError, csv.Error) as error:
        raise ConfigError([f"{path}: {getattr(error, 'strerror', None) or error}"]) from error
    faults = list(_faults(lines, game))
    if faults:
        raise ConfigError([f"{path}: {fault}" for fault in faults])
    (_, columns), *rest = lines
    named = {name: hand for hand, name in game.names.items()}
    return [_table(columns, cells, named) for _, cells in rest]


def _table(columns: Sequence[str], cells: Sequence[str], named: dict[str, Hand]) -> OddsTable:
    row = dict(zip(columns, cells, strict=True))
    name = row.pop(_NAME)
    rows = {
        named[hand]: tuple(int(cell) * chips for chips in range(1, MOST_CHIPS + 1))
        for hand, cell in row.items()
        if cell
    }
    return OddsTable(name, rows)


def _faults(lines: Sequence[_Line], game: Game) -> Iterator[str]:
    hands = [name for hand, name in game.names.items() if hand is not Hand.NOTHING][::-1]
    if not lines:
        yield f"is empty; its first line is {_NAME},{','.join(hands)}"
        return
    (number, columns), *rest = lines
    for at, column in enumerate(columns):
        if column not in (_NAME, *hands):
            yield f"line {number}: '{column}' is no column; {suggestion(column, (_NAME, *hands))}"
        elif column in columns[:at]:
            yield f"line {number}: '{column}' stands twice"
    if _NAME not in columns:
        yield f"line {number}: no column '{_NAME}'"
    if not rest:
        yield "has no pay table: a line each after the columns"
    for number, cells in rest:
        if len(cells) != len(columns):
            yield f"line {number}: {len(cells)} cells for {len(columns)} columns"
            continue
        for column, cell in zip(columns, cells, strict=True):
            if column != _NAME and cell and not _is_amount(cell):
                allowed = f"a whole number from 0 to {_MOST_A_CHIP}"
                yield f"line {number}: {column} is '{cell}', not {allowed}"


def _is_amount(cell: str) -> bool:
    return cell.isascii() and cell.isdecimal() and len(cell) <= 9 and int(cell) <= _MOST_A_CHIP
