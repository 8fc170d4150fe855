"""The keyed chain: what makes the rows prove themselves.

Each row carries a hash over itself and the hash of the row before it, made with a key
that stands outside the database. Whoever edits, removes or moves a row without the key
breaks the chain from there on. What is kept beside the rows for speed (how the books stand,
documents) is bound to the newest row by a seal of the same key.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

from firmware.errors import LedgerCorruptError

HASH_BYTES = 32
_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)
KEY = "ledger.key"
"""The key's file, beside the database or a copy."""
BEFORE_THE_FIRST = bytes(HASH_BYTES)
"""What stands in for the hash of the row before row 1."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """When a row was written: information, the order of rows is their sequence.

    Attributes:
        boot: number of the boot, 1 for the first.
        monotonic_ms: milliseconds of that boot's monotonic clock.
        wall: wall time, ISO 8601; a Pi without network has it wrong.
        is_clock_synced: whether the wall time was known to be right.
    """

    boot: int
    monotonic_ms: int
    wall: str
    is_clock_synced: bool


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the ledger; never changed once written."""

    sequence: int
    stamp: Stamp
    kind: str
    payload: str
    hash: bytes


def link(
    key: bytes, hash_before: bytes, sequence: int, stamp: Stamp, kind: str, payload: str
) -> bytes:
    """The hash of a row: over everything in it and the hash before it."""
    told = [
        hash_before.hex(),
        sequence,
        stamp.boot,
        stamp.monotonic_ms,
        stamp.wall,
        stamp.is_clock_synced,
        kind,
        payload,
    ]
    return _keyed(key, b"cabinato row", told)


def proven(key: bytes, rows: Iterable[Row], after: Row | None) -> Iterator[Row]:
    """Pass on the rows that follow `after` (None: from the first), each once it is proven.

    Raises:
        LedgerCorruptError: naming the first row that is missing or not what was written.
    """
    sequence = 0 if after is None else after.sequence
    hash_before = BEFORE_THE_FIRST if after is None else after.hash
    for row in rows:
        sequence += 1
        if row.sequence != sequence:
            raise LedgerCorruptError(f"row {sequence} is missing: row {row.sequence} comes next")
        made = link(key, hash_before, row.sequence, row.stamp, row.kind, row.payload)
        if made != row.hash:
            raise LedgerCorruptError(
                f"row {sequence} ({row.kind!r}) is not what was written: it was edited, moved or "
                "replaced, or the key is another one"
            )
        hash_before = row.hash
        yield row


def seal(
    key: bytes,
    row: Row,
    texts: Mapping[str, str],
    documents: Mapping[str, str],
    *,
    is_test: bool,
) -> str:
    """The mark that binds how the books stand to the `row` after which they do: number and hash.

    Args:
        key: of the ledger.
        row: the one.
        texts: how the books stand after it, each text by its digest.
        documents: the documents then, each by its digest.
        is_test: whether this is a ledger for stories.
    """
    told = f"{row.sequence} {row.hash.hex()} {is_test} {_listed(texts)} {_listed(documents)}"
    made = blake2b(told.encode(), key=key, person=b"cabinato seal 2", digest_size=HASH_BYTES)
    return f"{row.sequence} {made.hexdigest()}"


def _listed(texts: Mapping[str, str]) -> str:
    """Names and digests in one unmistakable spelling."""
    listed = [f"{len(name)} {name} {texts[name]}" for name in sorted(texts)]
    return f"{len(listed)} {' '.join(listed)}"


def newest_mark(key: bytes, row: Row, *, is_test: bool) -> str:
    """The mark that says that `row` is the newest: its number and a hash."""
    told = f"{row.sequence} {row.hash.hex()} {is_test}"
    made = blake2b(told.encode(), key=key, person=b"cabinato newest", digest_size=HASH_BYTES)
    return f"{row.sequence} {made.hexdigest()}"


def name_of(key: bytes) -> str:
    """Eight hex digits that tell one ledger from another all its life; they betray no key."""
    return blake2b(key=key, person=b"cabinato name", digest_size=4).hexdigest()


def first_seal(
    key: bytes,
    row: Row,
    balances: Mapping[str, int],
    meters: Mapping[str, int],
    documents: Mapping[str, str],
    *,
    is_test: bool,
) -> bytes:
    """The seal as the first schema made it."""
    told = [row.sequence, row.hash.hex(), is_test, balances, meters, documents]
    return _keyed(key, b"cabinato seal", told)


def copy_seal(key: bytes, told: object) -> bytes:
    """The mark under what a journal of the second copy begins with."""
    return _keyed(key, b"cabinato copy", told)


def digest(text: str) -> str:
    """A text's fingerprint, as the rows keep it in place of the text, hex."""
    return blake2b(text.encode(), digest_size=HASH_BYTES).hexdigest()


def digests(texts: Mapping[str, str]) -> dict[str, str]:
    """The fingerprint of each text by its name."""
    return {name: digest(text) for name, text in texts.items()}


def canonical(value: object) -> str:
    """JSON with one spelling for equal values, so that it can be hashed."""
    return _ENCODER.encode(value)


def _keyed(key: bytes, purpose: bytes, told: object) -> bytes:
    return blake2b(
        canonical(told).encode(), key=key, person=purpose, digest_size=HASH_BYTES
    ).digest()


# --- key --------------------------------------------------------------------------------------


class Keys:
    """The key of a ledger in its folder.

    It is kept under its name only once the first boot is durable: so a key without a boot
    tells that the database is gone, and is never a beginning that a cut has ended.

    Args:
        folder: the data folder.
    """

    def __init__(self, folder: Path) -> None:
        self._kept = folder / KEY
        self._made = folder / f"{KEY}.made"

    def is_kept(self) -> bool:
        """Whether a ledger has begun under a key that is there."""
        return self._kept.exists()

    def make(self) -> bytes:
        """Make the key of a new ledger, durable before it is used.

        Key material comes from the operating system directly: it is no chance of a game.
        """
        import secrets  # a ledger gets its key once, and is read ever after

        key = secrets.token_bytes(HASH_BYTES)
        write_key(self._made, key)
        return key

    def keep(self) -> None:
        """The first boot is durable: the key takes its name."""
        self._made.rename(self._kept)
        sync_folder(self._kept.parent)

    def read(self) -> bytes:
        """The key of a ledger that has begun, under its name or not yet.

        Raises:
            LedgerCorruptError: when it is missing or of the wrong length.
            OSError: when it cannot be read.
        """
        is_new = not self._kept.exists() and self._made.exists()
        return read_key(self._made if is_new else self._kept)


def write_key(path: Path, key: bytes) -> None:
    """Keep a key, readable by its owner only, durable before it is used."""
    unfinished = path.with_suffix(".new")
    unfinished.unlink(missing_ok=True)
    file = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        write_all(file, key)
        os.fsync(file)
    finally:
        os.close(file)
    unfinished.rename(path)
    sync_folder(path.parent)


def write_all(file: int, content: bytes) -> None:
    """Write all of it: the system may take less at once, without an error."""
    while content:
        content = content[os.write(file, content) :]


def read_key(path: Path) -> bytes:
    """The key of a ledger.

    Raises:
        LedgerCorruptError: when it is missing or of the wrong length.
        OSError: when it cannot be read.
    """
    try:
        key = path.read_bytes()
    except FileNotFoundError:
        raise LedgerCorruptError(
            f"the key of the ledger is missing: {path}; put back the one that belongs to it"
        ) from None
    if len(key) != HASH_BYTES:
        raise LedgerCorruptError(
            f"the key of the ledger is damaged: {path} has {len(key)} bytes, not {HASH_BYTES}"
        )
    return key


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable: a file's own sync does not."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
