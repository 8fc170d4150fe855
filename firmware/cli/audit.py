"""`cabinato audit`: meters, balances and returns of a ledger, read beside a running cabinet."""

from __future__ import annotations

import argparse
import json

from firmware.cli.data import add_data_options, add_rounds_option, complain, data_folder
from firmware.errors import ConfigError, LedgerError
from firmware.ledger.readable import readable_documents
from firmware.operator.books import Books, reading_books
from firmware.operator.cash import CashBox, cash_boxes
from firmware.operator.reliability import reliability
from firmware.operator.returns_books import Returns, read_returns
from firmware.operator.returns_report import returns_report
from firmware.operator.settings_kept import kept_settings


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
    faults: list[str] = []
    try:
        with reading_books(data_folder(args)) as (books, connection):
            returns = read_returns(connection, books, args.rounds)
            life, documents = books.life, readable_documents(connection, [])
            boxes = cash_boxes(life.coins, life.events, documents, faults)
    except ConfigError as error:
        complain(error)
        return 2
    except LedgerError as error:
        complain(error)
        return 1
    if args.json:
        identity = kept_settings(documents).identity
        print(json.dumps(audit_report(books, returns, boxes, identity), indent=2))
    else:
        _print_tables(books, returns, boxes)
    faults = [*books.faults, *faults]
    for sentence in (*faults, *books.notes):
        complain(sentence)
    return 1 if faults else 0


def audit_report(
    books: Books, returns: Returns, boxes: tuple[CashBox, ...], configuration: str
) -> dict[str, object]:
    """The JSON of `audit --json`: equal books give equal bytes."""
    return books.as_report() | {
        "cash": {box.tender.value: box.as_report() for box in boxes},
        "reliability": reliability(books, configuration=configuration).as_report(),
        "returns": returns_report(returns),
    }


def _print_tables(books: Books, returns: Returns, boxes: tuple[CashBox, ...]) -> None:
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    from firmware.cli import audit_books, audit_returns

    def table(title: str, *columns: str) -> Table:
        has_head = any(columns)
        made = Table(
            title=title,
            title_justify="left",
            box=SIMPLE_HEAD,
            padding=(0, 1, 0, 0),
            show_header=has_head,
        )
        made.add_column(columns[0])
        for name in columns[1:]:
            made.add_column(name, justify="right")
        return made

    console = Console(highlight=False)
    console.print(*audit_books.tables(books, boxes, table))
    console.print(*audit_returns.tables(returns, table))
    for sentence in audit_returns.sentences(returns):
        console.print(sentence)
    console.print(audit_books.balances(books, table))
    begun = f"begun {books.period.wall} by {books.period.by}" if books.period.by else "the first"
    console.print(f"period {books.period.number}, {begun}")
    kind = "test ledger" if books.is_test else "ledger"
    console.print(f"{kind}, boot {books.boots}, row {books.rows}, head:")
    console.print(books.head, soft_wrap=True)
