"""`cabinato audit`: meters and balances of a ledger, read beside a running cabinet."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping

from firmware.cli.data import add_data_options, complain, data_folder
from firmware.errors import ConfigError, LedgerError
from firmware.operator.books import Books, read_books


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "audit",
        help="meters and balances",
        description="Show what the cabinet has taken, played and paid. Changes nothing. "
        "Exit 1: there is no ledger, or it cannot be read.",
    )
    add_data_options(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the books; 0 printed, 1 unreadable, 2 unusable arguments."""
    try:
        books = read_books(data_folder(args))
    except ConfigError as error:
        complain(error)
        return 2
    except LedgerError as error:
        complain(error)
        return 1
    if args.json:
        print(json.dumps(books.as_report(), indent=2))
    else:
        _print_tables(books)
    return 0


def _print_tables(books: Books) -> None:
    from rich.console import Console
    from rich.table import Table

    def table(title: str, *columns: str) -> Table:
        made = Table(title=title, title_justify="left", show_header=bool(columns))
        made.add_column(columns[0] if columns else "")
        for name in columns[1:] or ("",):
            made.add_column(name, justify="right")
        return made

    def pairs(title: str, values: Mapping[str, int]) -> Table:
        made = table(title)
        for name, value in values.items():
            made.add_row(name, f"{value:,}")
        return made

    games = table("games", "game", *next(iter(books.games.values())))
    for game, block in books.games.items():
        games.add_row(game.value, *(f"{value:,}" for value in block.values()))
    balances = {account.value: credits for account, credits in books.balances.items()}
    console = Console(highlight=False)
    console.print(pairs("meters", books.meters), games, pairs("balances (credits)", balances))
    kind = "test ledger" if books.is_test else "ledger"
    console.print(f"{kind}, boot {books.boots}, row {books.rows}, head:")
    console.print(books.head, soft_wrap=True)
