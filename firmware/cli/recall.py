"""`cabinato recall`: rounds as they were played, each evaluated once more by the rules."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence

from firmware.cli.data import add_data_options, complain, data_folder
from firmware.errors import ConfigError, LedgerError
from firmware.games.telling import Step
from firmware.money import GameId
from firmware.operator.recall import LAST_ROUNDS, NotKeptError, Recalled, Rounds, reading_rounds

_SUITS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_RED = "HD"
PIPE_WIDTH = 160
"""Columns of a table that no terminal shows."""


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "recall",
        description="Show rounds as they were played, cards, holds and doubles included, and "
        "evaluate each once more from its cards by the pay table of its day. Changes nothing. "
        "Exit 1: a round does not evaluate to the same, or cannot be read.",
    )
    parser.add_argument(
        "number",
        nargs="?",
        type=_count,
        metavar="N",
        help=f"number of the round; without it the last {LAST_ROUNDS}, newest first",
    )
    parser.add_argument("--game", type=_game, metavar="G", help="only rounds of that game")
    parser.add_argument("--limit", type=_count, metavar="K", help="as many of the last rounds")
    add_data_options(parser)
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print the rounds; 0 all as they should be, 1 one is not, 2 unusable arguments."""
    if args.number is not None and (args.game or args.limit):
        complain("--game and --limit choose among the last rounds: leave out the number")
        return 2
    try:
        with reading_rounds(data_folder(args)) as rounds:
            found = _chosen(rounds, args)
            faults = tuple(dict.fromkeys(rounds.faults))
    except (ConfigError, NotKeptError) as error:
        complain(error)
        return 2
    except LedgerError as error:
        complain(error)
        return 1
    if args.json:
        print(json.dumps({"rounds": [each.as_report() for each in found]}, indent=2))
    else:
        _print(found, is_whole=args.number is not None)
    for fault in faults:
        complain(fault)
    return 1 if faults or any(each.differences for each in found) else 0


def _chosen(rounds: Rounds, args: argparse.Namespace) -> list[Recalled]:
    if args.number is None:
        return list(rounds.newest(args.limit or LAST_ROUNDS, args.game))
    one = rounds.one(args.number)
    return [] if one is None else [one]


def _count(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or not 0 < int(text) < 2**63:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 1 on")
    return int(text)


def _game(text: str) -> GameId:
    try:
        return GameId(text.replace("-", "_"))
    except ValueError:
        names = ", ".join(game.value.replace("_", "-") for game in GameId)
        raise argparse.ArgumentTypeError(f"{text!r} is no game: {names}") from None


# --- for people -------------------------------------------------------------------------------


def _print(found: Sequence[Recalled], *, is_whole: bool) -> None:
    if is_whole:
        for each in found:
            _print_whole(each)
    elif found:
        _print_list(found)
    else:
        print("no rounds")
    for each in found:
        for difference in each.differences:
            print(f"round {each.line.number}: {difference}")


def _width() -> int | None:
    """A pipe has no width: nothing is broken or cut short for it."""
    return None if sys.stdout.isatty() else PIPE_WIDTH


def _print_list(found: Iterable[Recalled]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(title="rounds, the newest first", title_justify="left")
    for name in ("round", "game", "opened", "bet", "decided by", "result", "won", "collected"):
        is_number = name in ("round", "bet", "won", "collected")
        table.add_column(
            name, justify="right" if is_number else "left", no_wrap=name == "decided by"
        )
    table.add_column("credit", justify="right")
    table.add_column("evaluates")
    for each in found:
        line, told = each.line, each.told
        table.add_row(
            str(line.number),
            line.game.value,
            "?" if each.opened is None else _plain(each.opened.wall[:16].replace("T", " ")),
            "?" if told is None else str(told.bet),
            "?" if told is None else _plain(told.score) or _cards(_last_hand(told.steps)),
            _plain(_result(each)),
            "?" if told is None else str(told.won),
            "?" if told is None else str(told.collected),
            f"{line.credit_before} → {line.credit_after if line.is_over else 'open'}",
            "otherwise" if each.differences else "the same",
        )
    Console(highlight=False, width=_width()).print(table)


def _last_hand(steps: Sequence[Step]) -> Step:
    """The cards that decided the game, or lie there."""
    laid = [step for step in steps if step.cards and not step.name.startswith("double")]
    return laid[-1] if laid else Step("")


def _result(each: Recalled) -> str:
    told = [each.told.result.replace("_", " ")] if each.told and each.told.result else []
    return ", ".join(told + _marks(each, "interrupted")[each.line.is_over :])


def _marks(each: Recalled, interrupted: str) -> list[str]:
    """How it stands with a round, beyond its result; whether it is complete comes first."""
    marks = ["complete" if each.line.is_over else "incomplete"]
    if each.is_interrupted:
        marks.append(interrupted)
    if each.is_disputed:
        marks.append("in dispute")
    return marks


def _print_whole(each: Recalled) -> None:
    from rich.console import Console
    from rich.table import Table

    line, told = each.line, each.told
    state = ", ".join(_marks(each, "the cabinet went off in between"))
    print(f"round {line.number}, {line.game.value}: {state}")
    table = Table(show_header=False)
    for name, row, stamp in (
        ("opened", line.opened, each.opened),
        ("last change", line.changed, each.changed),
    ):
        when = "" if stamp is None else f"{stamp.wall}, boot {stamp.boot}, "
        table.add_row(name, "", _plain(f"{when}row {row}"))
    table.add_row(
        "credit before", "", f"{line.credit_before}, of it {line.added_before} since the last round"
    )
    if told is not None:
        table.add_row("bet", "", str(told.bet))
        for step in told.steps:
            table.add_row(step.name, _cards(step), _plain(step.note))
    if not line.is_over:
        table.add_row("credit after", "", "still open: not told before the round is over")
    else:
        if line.added_during:
            table.add_row("added meanwhile", "", str(line.added_during))
        table.add_row("credit after", "", str(line.credit_after))
    Console(highlight=False, width=_width()).print(table)
    if told is not None:
        _print_pay_table(told.facts.get("pay_table"))
    if each.differences:
        print("it does NOT evaluate to the same:")
    else:
        print("it evaluates to the same win" if line.is_over else "so far it evaluates to the same")


def _print_pay_table(pay_table: object) -> None:
    """The pay table of the day, where a game has one."""
    from rich.console import Console
    from rich.table import Table

    if not isinstance(pay_table, dict):
        return
    table = Table(title=f"pay table {pay_table['edition']}", title_justify="left")
    table.add_column("hand")
    rows = pay_table["rows"]
    for chips in range(1, 1 + max(map(len, rows.values()))):
        table.add_column(str(chips), justify="right")
    for hand, row in rows.items():
        table.add_row(hand.replace("_", " "), *map(str, row))
    Console(highlight=False, width=_width()).print(table)


def _cards(step: Step) -> str:
    """The cards with their suits, the chosen ones in brackets; in rich's markup."""
    shown = []
    for place, code in enumerate(step.cards, start=1):
        face, colour = _face(code)
        framed = f"[{face}]" if place in step.marked else f" {face} "
        shown.append(f"[{colour}]{_plain(framed.rjust(5))}[/{colour}]")
    return "".join(shown)


def _face(code: str) -> tuple[str, str]:
    """A card as it is read at the table, and its colour: `KH` is K♥, `TD` 10♦."""
    if len(code) != 2 or code[1] not in _SUITS:
        return code or "·", "bold"
    return code[0].replace("T", "10") + _SUITS[code[1]], "red" if code[1] in _RED else "bold"


def _plain(text: str) -> str:
    """Text in which rich finds no markup, whatever a damaged ledger says."""
    from rich.markup import escape

    return escape(text)
