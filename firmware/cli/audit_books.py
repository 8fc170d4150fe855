"""The books of `cabinato audit` for people: meters, cash, reliability, in 80 columns."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING

from firmware.ledger.meters import GAME
from firmware.operator.books import BlockBooks, Books
from firmware.operator.cash import CashBox
from firmware.operator.reliability import Reliability, reliability

if TYPE_CHECKING:
    from rich.table import Table

NewTable = Callable[..., "Table"]
"""(title, *columns): the first column to the left, the others to the right."""
NONE = "-"
_GAMES = ("", "games", "won", "lost", "staked", "paid")
_SQUARES = ("", "SBB", "SBW", "SWW")


def tables(books: Books, boxes: tuple[CashBox, ...], table: NewTable) -> Iterator[Table]:
    """Everything of the books but the returns."""
    life, period = books.life, books.in_period
    yield _both(table("meters", *_SPANS), life.meters, period.meters)
    games = table("games", "game", *GAME)
    for game, meters in life.games.items():
        games.add_row(game.value, *(f"{value:,}" for value in meters.values()))
    yield games
    if life.blocks:
        yield _blocks(life.blocks, table("by pay table and chips", *_GAMES))
        yield _squares(life.blocks, table("sums of squares and products", *_SQUARES))
    if life.coins:
        yield _both(table("coins by slot and minor units", *_SPANS), life.coins, period.coins)
    for box in boxes:
        if box.pieces_ever:
            yield _cash(box, table(f"the box of {box.tender}s (minor units)", "", ""))
    if life.events:
        yield _both(table("events", *_SPANS), life.events, period.events)
    yield _reliability(reliability(books), table("reliability", "", ""))


def balances(books: Books, table: NewTable) -> Table:
    """Where the credits stand."""
    made = table("balances (credits)", "", "")
    for account, credits in books.balances.items():
        made.add_row(account.value, f"{credits:,}")
    return made


_SPANS = ("", "lifetime", "period")


def _both(table: Table, life: Mapping[str, int], period: Mapping[str, int]) -> Table:
    for name, value in life.items():
        table.add_row(name, f"{value:,}", f"{period[name]:,}")
    return table


def block_name(table: str, chips: int | None) -> str:
    """A pay table and a number of chips, as narrow as they can be told.

    >>> block_name("kings_or_better@5f2c7a10", 1)
    'kings_or_better\\n@5f2c7a10, 1 chip'
    """
    name = table.replace("@", "\n@", 1)
    if not chips:
        return name
    counted = "1 chip" if chips == 1 else f"{chips} chips"
    return f"{name}, {counted}" if name else counted


def _blocks(blocks: tuple[BlockBooks, ...], table: Table) -> Table:
    for each in blocks:
        meters = each.meters
        values = (meters[name] for name in ("N", "won", "lost", "B", "W"))
        table.add_row(_name(each), *(f"{value:,}" for value in values))
    return table


def _squares(blocks: tuple[BlockBooks, ...], table: Table) -> Table:
    for each in blocks:
        table.add_row(_name(each), *(f"{each.meters[name]:,}" for name in _SQUARES[1:]))
    return table


def _name(books: BlockBooks) -> str:
    block = books.block
    return block_name(block.table, block.level) if "@" in block.table else block.game.value


def _cash(box: CashBox, table: Table) -> Table:
    for each in box.pieces:
        name = f"{each.number:,} of {each.value_minor:,} by {each.slot}"
        table.add_row(name, f"{each.sum_minor:,}")
    table.add_row("in it now, by the books", f"{box.expected_minor:,}")
    last = box.last
    if last is None:
        table.add_row("never counted", NONE)
    else:
        table.add_row(f"last counted, {last.wall} by {last.by}", f"{last.counted_minor:,}")
        table.add_row("by the books then", f"{last.expected_minor:,}")
        table.add_row("difference", f"{last.difference_minor:+,}")
    for name, times in box.signals.items():
        table.add_row(f"since then: {name}", f"{times:,}")
    return table


def _reliability(found: Reliability, table: Table) -> Table:
    rows = {
        "power-ups": found.power_ups,
        "of them after a hard stop": found.unclean_boots,
        "of those with the machine still on (crash, watchdog)": found.falls,
        "games since power-up": found.games_since_power_up,
        "games since the door was shut": found.games_since_door_closed,
        **{f"door opened: {name}": times for name, times in found.doors.items()},
        **{f"fault: {name}": times for name, times in found.faults.items()},
        **{f"second copy: {name}": times for name, times in found.copies.items()},
        "which ledger of the cabinet this is": found.generation,
    }
    for name, value in rows.items():
        table.add_row(name, f"{value:,}")
    return table
