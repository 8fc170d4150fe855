"""Which ledger a reading command reads, and how it says that it cannot.

The configuration is loaded where it is read: that takes longer than some commands do.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path


def add_data_options(parser: argparse.ArgumentParser) -> None:
    """Give a reading command `--data` and `--config`."""
    parser.add_argument(
        "--data", type=named_path, metavar="DIR", help="data folder (default: the configured one)"
    )
    parser.add_argument(
        "--config",
        type=named_path,
        metavar="F",
        help="configuration (default: the shipped one)",
    )


JUDGED = 25
"""Rounds that are judged unasked: an audit opens at once."""


def add_rounds_option(parser: argparse.ArgumentParser) -> None:
    """Give a command that tells of returns `--rounds`."""
    parser.add_argument(
        "--rounds",
        type=_rounds,
        default=JUDGED,
        metavar="N",
        help="kept rounds to split into luck and skill: the newest N, or 'all'; "
        f"default {JUDGED}, 2000 take a second",
    )


def _rounds(text: str) -> int | None:
    if text == "all":
        return None
    if not text.isascii() or not text.isdigit():
        raise argparse.ArgumentTypeError(f"a number of rounds or 'all', not {text!r}")
    return int(text)


def named_path(text: str) -> Path:
    """A path of an option. Python takes an empty one for the present folder; nobody means that.

    Raises:
        argparse.ArgumentTypeError: it is empty.
    """
    if not text:
        raise argparse.ArgumentTypeError("the path is empty")
    return Path(text)


def data_folder(args: argparse.Namespace) -> Path:
    """The folder to read; `--data` wins over the configuration.

    Raises:
        ConfigError: when the configuration is named, or needed, and unusable.
    """
    folder: Path | None = args.data
    if folder is not None and args.config is None:
        return folder
    from firmware.config import load_config

    config = load_config(args.config)
    return config.data_folder if folder is None else folder


def copy_folder(args: argparse.Namespace, named: Path | str | None) -> Path | None:
    """The folder of the second copy: the one named, or the configured one; None without any.

    Raises:
        ConfigError: when the configuration is needed and unusable.
    """
    from firmware.config import load_config

    return load_config(args.config).copy_folder if named is None else Path(named)


def complain(error: Exception | str) -> None:
    """Print what is wrong on standard error, one line per fault."""
    print(error, file=sys.stderr)
