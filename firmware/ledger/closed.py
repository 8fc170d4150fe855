"""The ledgers that were closed for good: where they lie, and the proof that each goes on in the
next.

A full clear takes nothing away: the old ledger lies whole, with its key and its closing report,
in a folder of its own, where `verify`, `recall` and `audit` read it like any other.
"""

from __future__ import annotations

from pathlib import Path

from firmware.errors import LedgerError
from firmware.ledger import chain, store
from firmware.ledger.database import plain_errors
from firmware.ledger.entries import Predecessor
from firmware.ledger.snapshot import reading
from firmware.ledger.verify import verify

CLOSED = "closed"
"""The folder, in the data folder, that holds them, oldest first by number."""
REPORT = "closing.json"
"""The closing report, beside each."""


def name_of(generation: int, head: str) -> str:
    """Its folder's name.

    >>> name_of(1, "5f2c7a10" + 56 * "0")
    '1-5f2c7a10'
    """
    return f"{generation}-{head[:8]}"


def closed_ledgers(folder: Path) -> tuple[Path, ...]:
    """The folders of the ledgers that were closed in the data folder, the newest first."""
    found = [each for each in (folder / CLOSED).glob("*-*") if each.is_dir()]
    return tuple(sorted(found, key=_number, reverse=True))


def _number(folder: Path) -> int:
    number = folder.name.partition("-")[0]
    return int(number) if number.isdecimal() else 0


def verify_closed(folder: Path) -> tuple[str, ...]:
    """Prove that each ledger in the data folder goes on from the one before, back to the first.

    Returns:
        What is wrong, in plain sentences; nothing when all of them are whole and follow each
        other. The ledger in use is proven by `verify` alone.
    """
    faults: list[str] = []
    here = folder
    while (before := _predecessor(here, faults)) is not None:
        name = name_of(before.generation, before.head)
        here = folder / CLOSED / name
        if not here.is_dir():
            return (*faults, f"ledger {before.generation} is missing: {CLOSED}/{name}")
        verdict = verify(here)
        faults += [f"ledger {before.generation}: {fault}" for fault in verdict.faults]
        if verdict.ok and verdict.head != before.head:
            faults.append(f"ledger {before.generation} ends otherwise than the next one says")
        faults += _faults_of_report(here, before)
    return tuple(faults)


def _predecessor(folder: Path, faults: list[str]) -> Predecessor | None:
    try:
        with reading(folder) as connection, plain_errors("read", folder):
            stored = store.read_stored(connection)
            return None if stored is None else stored.standing().predecessor
    except LedgerError as error:
        faults.append(str(error))
        return None


def _faults_of_report(folder: Path, before: Predecessor) -> list[str]:
    try:
        with plain_errors("read", folder / REPORT):
            text = (folder / REPORT).read_text("utf-8")
    except LedgerError as error:
        return [str(error)]
    if chain.digest(text) != before.report:
        return [f"the closing report of ledger {before.generation} is not what was written"]
    return []
