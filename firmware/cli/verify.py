"""`cabinato verify`: proves a ledger whole, beside a running cabinet or without one."""

from __future__ import annotations

import argparse
import re

from firmware.cli.data import add_data_options, complain, copy_folder, data_folder, named_path
from firmware.cli.progress import progress_bar
from firmware.clock import MonotonicClock
from firmware.errors import ConfigError
from firmware.ledger.closed import closed_ledgers, verify_closed
from firmware.ledger.verify import verify

_HEAD = re.compile(r"[0-9a-fA-F]{64}")


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "verify",
        description="Prove chain, balances, meters, documents and rounds against each other. "
        "Changes nothing. Exit 1: not proven; standard error names the faults, the first first.",
    )
    add_data_options(parser)
    parser.add_argument(
        "--head",
        metavar="H",
        type=_head,
        help="a head noted earlier, in quotes when in groups: prove that nothing up to it was "
        "rewritten",
    )
    parser.add_argument(
        "--copy",
        nargs="?",
        type=named_path,
        const=True,
        metavar="DIR",
        help="prove too that the ledger could be made again from its second copy (default: "
        "ledger.copy_to of the configuration)",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the verdict; 0 whole, 1 not proven, 2 unusable arguments."""
    try:
        folder = data_folder(args)
        copy = None
        if args.copy is not None:
            copy = copy_folder(args, None if args.copy is True else args.copy)
    except ConfigError as error:
        complain(error)
        return 2
    if args.copy is not None and copy is None:
        complain("cabinato verify: no second copy is configured; name its folder with --copy DIR")
        return 2
    with progress_bar("reading", "proving") as progress:
        verdict = verify(folder, args.head, progress)
    faults = list(verdict.faults)
    older = closed_ledgers(folder) if verdict.ok else ()
    if older:
        faults += verify_closed(folder)
    if copy is not None:
        from firmware.ledger.rebuild import verify_copy

        faults += verify_copy(folder, copy, MonotonicClock())
    for sentence in (*faults, *verdict.notes):
        complain(sentence)
    if faults:
        print(f"NOT PROVEN: {len(faults)} fault(s), {verdict.rows} rows proven")
        return 1
    print(f"whole: {verdict.rows} rows proven, head {verdict.head}")
    for closed in older:
        print(f"closed before it: {closed}, whole, and the next goes on from it")
    if copy is not None:
        print(f"the second copy in {copy} tells the same")
    return 0


def _head(text: str) -> str:
    """A head as it is copied from the screen: in groups, or in one piece."""
    digits = "".join(text.split())
    if not _HEAD.fullmatch(digits):
        raise argparse.ArgumentTypeError(f"{text!r} is no head: 64 digits 0-9, a-f are wanted")
    return digits.lower()
