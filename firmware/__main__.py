"""`cabinato` and `python -m firmware`: the command line, nothing else."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    from firmware.cli.main import run  # keeps `import firmware.__main__` free of work

    return run(sys.argv[1:] if arguments is None else arguments)


if __name__ == "__main__":
    sys.exit(main())
