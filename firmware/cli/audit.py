"""`cabinato audit`: meters, balances and returns of a ledger, read beside a running cabinet."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping

from firmware.cli.data import add_data_options, add_rounds_option, complain, data_folder
from firmware.errors import ConfigError, LedgerError
from firmware.ledger.meters import GAME, SUMS
from firmware.operator.books import Books, reading_books
from firmware.operator.returns_books import Returns, read_returns
from firmware.operator.returns_report import returns_report

BLOCK_SHOWN = (*SUMS, "won", "lost")


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "audit",
        description="Show what the cabinet has taken, played and paid, and what it returned "
        "beside what chance alone explains. Changes nothing. "
        "Exit 1: there is no ledger, or it is damaged or was changed by another hand; what can "
        "be read of it is shown. Whether all rows are what was written is for 'verify' to prove.",
    )
    add_data_options(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")
    add_rounds_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the books; 0 printed, 1 unreadable, damaged or changed, 2 unusable arguments."""
    try:
        with reading_books(data_folder(args)) as (books, connection):
            returns = read_returns(connection, books, args.rounds)
    except ConfigError as error:
        complain(error)
        return 2
    except LedgerError as error:
        complain(error)
        return 1
    if args.json:
        print(json.dumps(books.as_report() | {"returns": returns_report(returns)}, indent=2))
    else:
        _print_tables(books, returns)
    for sentence in (*books.faults, *books.notes):
        complain(sentence)
    return 1 if books.faults else 0


def _print_tables(books: Books, returns: Returns) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    from firmware.cli import audit_returns

    def table(title: str, *columns: str) -> Table:
        made = Table(title=title, title_justify="left", box=SIMPLE_HEAD, padding=(0, 1, 0, 0))
        made.add_column(columns[0])
        for name in columns[1:]:
            made.add_column(name, justify="right")
        return made

    def both(title: str, life: Mapping[str, int], period: Mapping[str, int]) -> Table:
        made = table(title, "", "lifetime", "period")
        for name, value in life.items():
            made.add_row(name, f"{value:,}", f"{period[name]:,}")
        return made

    life, period = books.life, books.in_period
    games = table("games", "game", *GAME)
    for game, meters in life.games.items():
        games.add_row(game.value, *(f"{value:,}" for value in meters.values()))
    blocks = table("by pay table and chips", "game", "table", "chips", *BLOCK_SHOWN)
    for each in life.blocks:
        block = each.block
        values = (f"{each.meters[name]:,}" for name in BLOCK_SHOWN)
        blocks.add_row(block.game.value, block.table, str(block.level), *values)
    balances = table("balances (credits)", "", "")
    for account, credits in books.balances.items():
        balances.add_row(account.value, f"{credits:,}")
    console = Console(highlight=False)
    console.print(both("meters", life.meters, period.meters), games)
    if life.blocks:
        console.print(blocks)
    for title, counted, since in (
        ("coins by slot and minor units", life.coins, period.coins),
        ("events", life.events, period.events),
    ):
        if counted:
            console.print(both(title, counted, since))
    console.print(*audit_returns.tables(returns, table))
    for sentence in audit_returns.sentences(returns):
        console.print(sentence)
    console.print(balances)
    begun = f"begun {books.period.wall} by {books.period.by}" if books.period.by else "the first"
    console.print(f"period {books.period.number}, {begun}")
    kind = "test ledger" if books.is_test else "ledger"
    console.print(f"{kind}, boot {books.boots}, row {books.rows}, head:")
    console.print(books.head, soft_wrap=True)
