"""Finds the command and runs it; only the module of that command is imported."""

from __future__ import annotations

import argparse
import importlib
import logging
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from firmware import __version__
from firmware.errors import CabinatoError, ConfigError, StoryError
from firmware.suggestion import suggestion

COMMANDS = ("run", "audit", "verify", "holds", "coins")
"""In the order of the help; `firmware.cli.<name>` has `add_parser` and `run`."""


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line and exits with 2; takes options only as they are written.

    The parsers of the commands are of this class too.
    """

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{**settings, "allow_abbrev": False})

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (see '{self.prog} --help')\n")


def run(arguments: Sequence[str]) -> int:
    """Run one command; 0 good, 1 the answer is no, 2 unusable arguments or configuration."""
    logging.basicConfig(format="%(levelname)s %(message)s", level=logging.WARNING)
    command = next((word for word in arguments if not word.startswith("-")), None)
    if command is not None and command not in COMMANDS:
        hint = suggestion(command, COMMANDS)
        print(f"cabinato: unknown command '{command}' ({hint})", file=sys.stderr)
        return 2
    parser = _parser((command,) if command is not None else COMMANDS)
    try:
        parsed = parser.parse_args(arguments)
        code: int = parsed.run(parsed)
        sys.stdout.flush()
    except (ConfigError, StoryError) as error:
        print(error, file=sys.stderr)
        return 2
    except CabinatoError as error:
        print(f"cabinato: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # the reader of our output has gone; nothing is left to say
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return code


def _parser(commands: Sequence[str]) -> argparse.ArgumentParser:
    parser = _Parser(
        prog="cabinato",
        description="The firmware of an arcade cabinet: three card games, eight buttons, "
        "a coin line and a ledger. Amusement only: it pays nothing out.",
    )
    parser.add_argument("--version", action="version", version=f"cabinato {__version__}")
    subparsers = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for name in commands:
        importlib.import_module(f"firmware.cli.{name}").add_parser(subparsers)
    return parser
