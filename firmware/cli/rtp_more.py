"""What else `cabinato rtp` answers: tables made to a return, many tables, a chart of best play."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from firmware.cli.data import named_path
from firmware.errors import RuleError
from firmware.odds.game import Game

Answer = Callable[[argparse.Namespace, Game, int], str]
"""Options, game and chips -> what is printed."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Give `rtp` the options of this room."""
    design = parser.add_argument_group("a table made to a return")
    design.add_argument("--target", metavar="P", help="the return wanted, in percent, as 97.5")
    design.add_argument(
        "--vary", metavar="HANDS", help="one to three rows that may move: full_house,flush"
    )
    many = parser.add_argument_group("many tables")
    many.add_argument(
        "--batch",
        type=named_path,
        metavar="F",
        help="a file of comma-separated lines, a pay table each: the first line names the "
        "columns, name and hands; a cell is what a hand wins for each chip bet",
    )
    chart = parser.add_argument_group("how to play")
    chart.add_argument(
        "--chart",
        action="store_true",
        help="best play as a short list in words, with what following it costs",
    )


def other_answer(args: argparse.Namespace) -> Answer | None:
    """What answers instead of the analysis of one table; None where that is asked for.

    Raises:
        RuleError: options that do not go together.
    """
    asked = [
        name
        for name, is_asked in (
            ("--target", args.target is not None or args.vary is not None),
            ("--batch", args.batch is not None),
            ("--chart", args.chart),
        )
        if is_asked
    ]
    if not asked:
        return None
    if len(asked) > 1:
        raise RuleError(f"{' and '.join(asked)} are answered one at a time")
    if args.engine != "reduced":
        raise RuleError(f"--engine {args.engine}: {asked[0]} is worked out by the reduced one")
    if asked == ["--target"]:
        if args.target is None or args.vary is None:
            raise RuleError("--target P and --vary HANDS belong together")
        from firmware.cli.rtp_design import design

        return design
    if asked == ["--batch"]:
        if args.paytable is not None:
            raise RuleError("--batch names the tables: there is nothing to do for --paytable")
        from firmware.cli.rtp_batch import batch

        return batch
    from firmware.cli.rtp_chart import chart

    return chart
