"""`cabinato rebuild`: makes the ledger again from its second copy, or the copy from the ledger."""

from __future__ import annotations

import argparse

from firmware.cli.data import add_data_options, complain, copy_folder, data_folder, named_path
from firmware.clock import MonotonicClock
from firmware.errors import ConfigError, LedgerError
from firmware.ledger.rebuild import rebuild_copy, rebuild_ledger


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "rebuild",
        description="With the cabinet switched off: make the ledger again from its second copy, "
        "after a damaged or exchanged card. What was there is put aside, nothing is thrown "
        "away. With --copy the other way round: put the second copy aside, so that the next "
        "start begins a new one. Exit 1: it could not be done; what was there still is.",
    )
    add_data_options(parser)
    parser.add_argument(
        "--from",
        dest="source",
        type=named_path,
        metavar="DIR",
        help="folder of the second copy (default: ledger.copy_to of the configuration)",
    )
    parser.add_argument("--copy", action="store_true", help="begin a new second copy instead")
    parser.add_argument(
        "--discard",
        action="store_true",
        help="also replace a ledger that can be read and knows more than the copy",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Rebuild; 0 done, 1 not possible, 2 unusable arguments."""
    try:
        folder = data_folder(args)
        copy = copy_folder(args, args.source)
    except ConfigError as error:
        complain(error)
        return 2
    if args.copy and args.discard:
        complain("cabinato rebuild: --copy and --discard exclude each other")
        return 2
    if copy is None:
        complain("cabinato rebuild: no second copy is configured; name its folder with --from DIR")
        return 2
    try:
        if args.copy:
            done = rebuild_copy(folder, copy)
        else:
            done = rebuild_ledger(folder, copy, MonotonicClock(), may_lose=args.discard)
    except LedgerError as error:
        complain(error)
        return 1
    if args.copy:
        print(f"the next start begins a new second copy in {copy}")
    else:
        print(f"{folder} is made again from {copy}, up to row {done.rows}, and proven whole")
    if done.aside is not None:
        print(f"what was there lies in {done.aside}")
    return 0
