"""Finds the command and runs it; only the module of that command is imported."""

from __future__ import annotations

import argparse
import io
import logging
import os
import sys
from collections.abc import Sequence
from itertools import takewhile
from typing import Any, NoReturn

from firmware import __version__
from firmware.cli.commands import COMMANDS, add_commands
from firmware.errors import CabinatoError, ConfigError, StoryError
from firmware.suggestion import nearest, suggestion


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line and exits with 2; takes options only as they are written.

    The parsers of the commands are of this class too.
    """

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{**settings, "allow_abbrev": False})

    def parse_known_args(  # type: ignore[override]  # typeshed has overloads for it
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[Any, list[str]]:
        """Refuse what it does not know itself: argparse leaves that to the parser above it."""
        words = sys.argv[1:] if args is None else list(args)
        self._refuse(self._unknown(words))
        parsed, unknown = super().parse_known_args(words, namespace)
        self._refuse(unknown)
        return parsed, []

    def _unknown(self, words: Sequence[str]) -> list[str]:
        """Words that are written like a long option and are none of ours."""
        known = self._option_string_actions
        if self._subparsers is None:
            ours = takewhile(lambda word: word != "--", words)
        else:  # from the command's name on they are its own
            ours = takewhile(lambda word: word.startswith("-"), words)
        return [
            word
            for word in ours
            if word.startswith("--") and " " not in word and word.partition("=")[0] not in known
        ]

    def _refuse(self, unknown: Sequence[str]) -> None:
        if not unknown:
            return
        word = unknown[0].partition("=")[0]
        if not word.startswith("-"):
            self.error(f"'{word}' is one word too many")
        near = nearest(word, self._option_string_actions)
        hint = f" (did you mean '{near}'?)" if near else ""
        self.error(f"unknown option '{word}'{hint}")

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (see '{self.prog} --help')\n")


def run(arguments: Sequence[str]) -> int:
    """Run one command; 0 good, 1 the answer is no, 2 unusable arguments or configuration."""
    _mend_streams()
    _speak_utf8()
    logging.basicConfig(format="%(levelname)s %(message)s", level=logging.WARNING)
    command = next((word for word in arguments if not word.startswith("-")), None)
    if command is not None and command not in COMMANDS:
        hint = suggestion(command, COMMANDS)
        print(f"cabinato: unknown command '{command}' ({hint})", file=sys.stderr)
        return 2
    # An option before a command is of the program itself, whose help names all of them.
    parser = _parser(command, is_alone=list(arguments[:1]) == [command])
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
        _drop_output()
        return 1
    except OSError as error:  # a full disk behind our output or the folder for what is temporary
        _drop_output()
        print(f"cabinato: {error}", file=sys.stderr)
        return 2
    return code


def _mend_streams() -> None:
    """Make the three standard streams usable whatever we were started with.

    The number of a closed one would go to the next file opened, a ledger or a coin line, and
    foreign libraries write their complaints to it.
    """
    number = os.open(os.devnull, os.O_RDWR)
    while number <= 2:
        number = os.open(os.devnull, os.O_RDWR)
    os.close(number)
    sys.stdin = sys.stdin or open(0, encoding="utf-8")  # noqa: SIM115 - as long as the process
    sys.stdout = sys.stdout or open(1, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = sys.stderr or open(2, "w", encoding="utf-8")  # noqa: SIM115


def _drop_output() -> None:
    """What standard output still holds must not fail once more at the exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _speak_utf8() -> None:
    """Reports speak three languages: UTF-8, whatever the locale of a service or a cron job."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def _parser(command: str | None, *, is_alone: bool) -> argparse.ArgumentParser:
    parser = _Parser(
        prog="cabinato",
        description="The firmware of an arcade cabinet: three card games, eight buttons, "
        "a coin line and a ledger. Amusement only: it pays nothing out.",
    )
    parser.add_argument("--version", action="version", version=f"cabinato {__version__}")
    add_commands(parser, command, is_alone=is_alone)
    return parser
