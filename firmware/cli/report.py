"""`cabinato report`: the books on a few sheets of A4, as one file for a browser and a printer."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from firmware.cli.data import add_data_options, add_rounds_option, complain, data_folder
from firmware.errors import ConfigError, LedgerError
from firmware.words import Language

STDOUT = "-"


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "report",
        description="Write the books as one HTML file to be printed on A4: meters, cash, returns "
        "with their pictures, hands, luck and skill, reliability, events, settings. It needs no "
        "other file and runs nothing. Changes nothing in the ledger. Equal books give equal bytes. "
        "Exit 1: no ledger, or it is damaged or was changed by another hand; what can be read of "
        "it is written, and the first sheet says so.",
    )
    parser.add_argument(
        "--out", default=STDOUT, metavar="FILE", help="file to write (default: standard output, -)"
    )
    parser.add_argument(
        "--lang",
        type=Language,
        choices=list(Language),
        metavar="L",
        help=f"{', '.join(Language)} (default: the cabinet's)",
    )
    add_data_options(parser)
    add_rounds_option(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the report; 0 written, 1 unreadable, damaged or no room, 2 unusable arguments."""
    from firmware.operator.report_page import read_report

    try:
        text, books = read_report(data_folder(args), args.lang or _language(args), args.rounds)
    except ConfigError as error:
        complain(error)
        return 2
    except LedgerError as error:
        complain(error)
        return 1
    for sentence in (*books.faults, *books.notes):
        complain(sentence)
    if args.out == STDOUT:
        sys.stdout.write(text)
    else:
        try:
            Path(args.out).write_text(text, encoding="utf-8")
        except OSError as error:
            complain(f"{args.out} cannot be written: {error.strerror}")
            return 1
    return 1 if books.faults else 0


def _language(args: argparse.Namespace) -> Language:
    """That of the configuration.

    Raises:
        ConfigError: it is unusable.
    """
    from firmware.config import load_config

    return load_config(args.config).cabinet.language
