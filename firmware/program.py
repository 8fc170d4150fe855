"""Which program this is: its version, and a digest of its files.

The digest stands in the ledger's row of every boot, so that an auditor can tell under which
program each coin was booked, and notices one that was changed without a new version.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import blake2b
from pathlib import Path

import firmware

DIGEST_SIZE = 32
"""Bytes."""


@dataclass(frozen=True, slots=True)
class Program:
    """A program by its name in the books.

    Attributes:
        version: as released, such as "0.1.0".
        digest: BLAKE2b over its files, hex.
    """

    version: str
    digest: str


@cache
def program() -> Program:
    """The program that runs: its files as they stood when this was first asked."""
    return Program(firmware.__version__, digest_of(Path(firmware.__file__).parent))


def digest_of(package: Path) -> str:
    """A digest over every Python file below `package`, names and contents, hex.

    Each name and each content goes in with its length before it, so that no two sets of files
    give the same bytes.
    """
    files = {path.relative_to(package).as_posix(): path for path in package.rglob("*.py")}
    hasher = blake2b(digest_size=DIGEST_SIZE)
    for name in sorted(files):
        for part in (name.encode(), files[name].read_bytes()):
            hasher.update(len(part).to_bytes(8, "big") + part)
    return hasher.hexdigest()
