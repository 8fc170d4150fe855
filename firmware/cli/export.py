"""`cabinato export`: the ledger as files for a spreadsheet and for a script."""

from __future__ import annotations

import argparse

from firmware.cli.data import add_data_options, complain, data_folder, named_path
from firmware.cli.progress import progress_bar
from firmware.errors import ConfigError, LedgerError
from firmware.operator.export import NOT_PROVEN, ExportError, export


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "export",
        description="Write the ledger as files: rounds, events (boots, doors, faults, settings) "
        "and coins, each as CSV (comma, UTF-8) for a spreadsheet and as JSON (an array, one "
        "object a line) for a script, and meters.json, the same as 'audit --json'. Changes "
        "nothing in the ledger. Equal books give equal bytes. "
        f"Exit 1: not proven whole; what can be read is there, and {NOT_PROVEN} beside it.",
    )
    parser.add_argument(
        "--out",
        type=named_path,
        metavar="DIR",
        required=True,
        help="folder to write: a new one, an empty one, or that of an earlier export",
    )
    add_data_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the files; 0 written and proven, 1 not proven or no room, 2 unusable arguments."""
    try:
        folder = data_folder(args)
        with progress_bar("proving", "writing") as progress:
            done = export(folder, args.out, progress)
    except (ConfigError, ExportError) as error:
        complain(error)
        return 2
    except LedgerError as error:
        complain(error)
        return 1
    for fault in done.faults:
        complain(fault)
    print(f"{args.out}: {done.rounds} rounds and {done.rows} rows in {len(done.files)} files")
    if done.faults:
        print(f"NOT PROVEN: {len(done.faults)} fault(s), listed in {NOT_PROVEN}")
        return 1
    return 0
