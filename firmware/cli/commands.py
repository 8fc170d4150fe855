"""The commands of `cabinato`: their names and what the help says of each.

The help is made of this table alone: a command's own module, with all that it needs, is imported
only when it is the one to run.
"""

from __future__ import annotations

import argparse
import importlib
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

COMMANDS: Mapping[str, str] = MappingProxyType(
    {
        "run": "the cabinet, or a story with --headless --script",
        "audit": "meters, balances and returns",
        "report": "the books on a few sheets to be printed, with pictures",
        "verify": "prove the ledger whole",
        "rebuild": "make the ledger again from its second copy, or the copy from the ledger",
        "recall": "rounds as they were played",
        "export": "rounds, events, coins and meters as CSV and JSON",
        "rtp": "what a pay table returns, exactly",
        "holds": "what every hold of five cards is worth",
        "simulate": "play rounds of a game, without a ledger",
        "compare": "which of two hands wins, and why",
        "arrange": "how the computer lays twenty-five cards",
        "coins": "an emulated coin or note unit on a pseudo-terminal, or the line monitor",
        "pictures": "draw beforehand what the screens keep",
        "doctor": "how this machine stands, and what to do",
    }
)
"""In the order of the help; `firmware.cli.<name>` has `add_parser` and `run`."""

if TYPE_CHECKING:
    _Subparsers = argparse._SubParsersAction[argparse.ArgumentParser]
else:
    _Subparsers = argparse._SubParsersAction


class _Commands(_Subparsers):
    """Says of each command what stands in the table, whatever adds it."""

    def add_parser(self, name: str, **settings: Any) -> argparse.ArgumentParser:
        return super().add_parser(name, **{**settings, "help": COMMANDS[name]})


def add_commands(parser: argparse.ArgumentParser, command: str | None, *, is_alone: bool) -> None:
    """Let a parser know every command by name, and one of them whole.

    Args:
        parser: that of `cabinato`.
        command: a key of `COMMANDS`; None where no command was named.
        is_alone: whether no other is added, since nobody will be told their names.
    """
    subparsers = parser.add_subparsers(
        title="commands", metavar="COMMAND", required=True, action=_Commands, prog=parser.prog
    )
    for name in COMMANDS if command is None or not is_alone else (command,):
        if name == command:
            importlib.import_module(f"firmware.cli.{name}").add_parser(subparsers)
        else:
            subparsers.add_parser(name)
