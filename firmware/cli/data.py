"""Which ledger a reading command reads, and how it says that it cannot."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from firmware.config import load_config


def add_data_options(parser: argparse.ArgumentParser) -> None:
    """Give a reading command `--data` and `--config`."""
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help="data folder (default: the configured one)"
    )
    parser.add_argument(
        "--config", type=Path, metavar="F", help="configuration (default: the shipped one)"
    )


def data_folder(args: argparse.Namespace) -> Path:
    """The folder to read; `--data` wins over the configuration.

    Raises:
        ConfigError: when the configuration is needed and unusable.
    """
    folder: Path | None = args.data
    return load_config(args.config).data_folder if folder is None else folder


def copy_folder(args: argparse.Namespace, named: Path | str | None) -> Path | None:
    """The folder of the second copy: the one named, or the configured one; None without any.

    Raises:
        ConfigError: when the configuration is needed and unusable.
    """
    return load_config(args.config).copy_folder if named is None else Path(named)


def complain(error: Exception | str) -> None:
    """Print what is wrong on standard error, one line per fault."""
    print(error, file=sys.stderr)
