"""Proof that a ledger is whole: everything that stands is counted again from the rows.

Writes nothing and works while the cabinet runs.
"""

from __future__ import annotations

import json
import sqlite3
import stat
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from firmware.errors import LedgerCorruptError, LedgerError
from firmware.ledger.chain import KEY, Keys, Row, canonical, digest, digests, proven
from firmware.ledger.checkpoint import Checkpoint, proven_stretch
from firmware.ledger.database import plain_errors, verify_objects
from firmware.ledger.entries import checkpoint_entry, naming
from firmware.ledger.meters import CABINET
from firmware.ledger.snapshot import reading
from firmware.ledger.standing import BALANCES, BEFORE_THE_FIRST_BOOT, METERS, RoundLine, Standing
from firmware.ledger.store import (
    Stored,
    read_checkpoint,
    read_last_row,
    read_rounds,
    read_rows,
    read_stored,
    sealed_sequence,
)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the proof found.

    Attributes:
        faults: plain sentences, the first fault first; none when the ledger is whole.
        head: hash of the newest row that is proven, hex; empty when there is none.
        rows: how many rows are proven.
        notes: what is no fault of the ledger and should be mended all the same.
    """

    faults: tuple[str, ...]
    head: str
    rows: int
    notes: tuple[str, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether the ledger is proven whole."""
        return not self.faults


Progress = Callable[[int, int], None]
"""Told how much is done, and of how much."""


def unseen(_done: int, _of: int) -> None:
    """The progress that nobody watches."""


def verify(folder: Path, head: str | None = None, progress: Progress = unseen) -> Verdict:
    """Prove the ledger in `folder`: chain, checkpoint, balances, meters, documents and rounds.

    Args:
        folder: the data folder.
        head: a head written down earlier, hex. Some row must carry it: then nothing up to
            that row was rewritten since, not even by someone who has the key.
        progress: told the row that is proven, and the newest.

    A store that cannot be read at all is a fault like any other; nothing is raised.
    """
    proof = _Proof(noted=None if head is None else head.lower(), progress=progress)
    notes: tuple[str, ...] = ()
    try:
        with reading(folder) as connection:
            with plain_errors("read", folder / KEY):
                key = Keys(folder).read()
                notes = _notes_of_key(folder)
            proof.run(connection, key)
    except LedgerError as error:
        proof.faults.append(str(error))
    last = proof.standing.last
    return Verdict(
        faults=tuple(proof.faults),
        head="" if last is None else last.hash.hex(),
        rows=0 if last is None else last.sequence,
        notes=notes,
    )


_FOR_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def _notes_of_key(folder: Path) -> tuple[str, ...]:
    """Whoever reads the key can write rows that prove themselves."""
    path = folder / KEY
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        return ()  # the first boot has not kept it yet
    if not mode & _FOR_OTHERS:
        return ()
    return (
        f"{path} is open to others (mode {mode:04o}): who reads it can forge the ledger; "
        f"chmod 600 {path}",
    )


@dataclass(slots=True)
class _Proof:
    """The rows told once more, from the first, or the checkpoint, to the newest."""

    noted: str | None
    progress: Progress
    faults: list[str] = field(default_factory=list)
    standing: Standing = BEFORE_THE_FIRST_BOOT
    rounds: dict[int, bytes] = field(default_factory=dict)
    """The rounds as the rows have them, each by a fingerprint: there may be very many."""
    was_noted: bool = False
    sealed_sequence: int = 0
    sealed: Standing | None = None
    """How the books stood after the row that the seal was made for."""

    def run(self, connection: sqlite3.Connection, key: bytes) -> None:
        """Collect the faults; raises LedgerError where the proof cannot go on."""
        found = read_checkpoint(connection)
        checkpoint = None if found is None else Checkpoint.parse(found[1])
        if checkpoint is not None:
            self._begin_behind(checkpoint)
            self._tell_stretches(connection, key, checkpoint)
        self.sealed_sequence = sealed_sequence(connection)
        self._note_sealed()
        begin = self.standing.last
        rows = read_rows(connection, after=0 if begin is None else begin.sequence)
        newest = read_last_row(connection)
        for row in proven(key, rows, begin):
            self._tell(row)
            self.progress(row.sequence, 0 if newest is None else newest.sequence)
        stored = read_stored(connection)
        if stored is None:
            raise LedgerCorruptError("the ledger has no rows")
        stored.verify_not_cut()
        self._compare_checkpoint(connection, found, checkpoint)
        self._compare_standing(stored)
        self._compare_documents(stored)
        self._compare_rounds(connection)
        self._find_noted(checkpoint)
        if not self.faults:
            stored.verify_seal(key)
        self._check_objects(connection)
        self._check_pages(connection)

    def _begin_behind(self, checkpoint: Checkpoint) -> None:
        self.standing = checkpoint.standing
        line = checkpoint.standing.round
        if line is not None and line.number >= checkpoint.first_round:
            self.rounds[line.number] = _fingerprint(line)
        self.was_noted = self.noted in (*self.standing.noted, checkpoint.last.hash.hex())

    def _tell_stretches(
        self, connection: sqlite3.Connection, key: bytes, checkpoint: Checkpoint
    ) -> None:
        for stretch in checkpoint.stretches:
            for row in proven_stretch(connection, key, stretch):
                self.was_noted |= row.hash.hex() == self.noted
            self.rounds[stretch.line.number] = _fingerprint(stretch.line)

    def _tell(self, row: Row) -> None:
        before = self.standing
        with naming(row):
            self.standing = before.after(row)
        self._note_sealed()
        line = self.standing.round
        if line is not None and line is not before.round:
            self.rounds[line.number] = _fingerprint(line)
        self.was_noted |= row.hash.hex() == self.noted

    def _note_sealed(self) -> None:
        last = self.standing.last
        if last is not None and last.sequence == self.sealed_sequence:
            self.sealed = self.standing

    def _compare_checkpoint(
        self,
        connection: sqlite3.Connection,
        found: tuple[int, str] | None,
        checkpoint: Checkpoint | None,
    ) -> None:
        if found is None or checkpoint is None:
            return  # all rows are there, from the first
        upto, text = found
        if self.standing.checkpoint != checkpoint_entry(upto, text)[1]:
            self.faults.append("the checkpoint is not the one that the rows tell of")
        (behind,) = connection.execute(
            "SELECT count(*) FROM rows WHERE sequence <= ?", (upto,)
        ).fetchone()
        kept = sum(each.line.changed - each.line.opened + 1 for each in checkpoint.stretches)
        if behind != kept or upto != checkpoint.last.sequence:
            self.faults.append(f"behind the checkpoint stand {behind} rows instead of {kept}")

    def _compare_standing(self, stored: Stored) -> None:
        if stored.is_test != self.standing.is_test:
            self.faults.append("the mark of a test ledger was changed")
        if self.sealed is None:
            self.faults.append(
                f"no row that is proven has the number {self.sealed_sequence} of the seal"
            )
            return
        told, there = self.sealed.texts(), stored.texts
        for name in sorted(told.keys() | there.keys()):
            if told.get(name) != there.get(name):
                self.faults += _differences(name, there.get(name), told.get(name))
        if stored.told != self.sealed.documents:
            self.faults.append("the digests of the documents are not what the rows make them")
        try:
            self.standing.totals.check()
        except LedgerError as error:
            self.faults.append(str(error))

    def _compare_documents(self, stored: Stored) -> None:
        there, told = digests(stored.documents), self.standing.documents
        for name in sorted(there.keys() | told.keys()):
            self._compare(f"document {name!r}", there.get(name), told.get(name))

    def _compare_rounds(self, connection: sqlite3.Connection) -> None:
        left = dict(self.rounds)
        for kept in read_rounds(connection):
            number, there = kept.line.number, _fingerprint(kept.line)
            self._compare(f"round {number}", there, left.pop(number, None))
        for number in left:
            self._compare(f"round {number}", None, left[number])

    def _compare(self, name: str, there: object, told: object) -> None:
        if told is None:
            self.faults.append(f"{name} was added: no row tells of it")
        elif there is None:
            self.faults.append(f"{name} is missing")
        elif there != told:
            self.faults.append(f"{name} is not what was written")

    def _find_noted(self, checkpoint: Checkpoint | None) -> None:
        if self.noted is None or self.was_noted:
            return
        told = f"no row has the head {self.noted}: "
        if checkpoint is not None:
            told += (
                f"either it is older than row {checkpoint.last.sequence}, up to which rows were "
                "replaced by a checkpoint, or "
            )
        self.faults.append(
            f"{told}what was written up to it was rewritten or cut off since it was noted"
        )

    def _check_objects(self, connection: sqlite3.Connection) -> None:
        try:
            verify_objects(connection)
        except LedgerCorruptError as error:
            self.faults.append(str(error))

    def _check_pages(self, connection: sqlite3.Connection) -> None:
        for (found,) in connection.execute("PRAGMA integrity_check(1)"):
            if found != "ok":
                self.faults.append(f"the database is damaged: {' '.join(found.split())}")


def _fingerprint(line: RoundLine) -> bytes:
    return bytes.fromhex(digest(canonical(line.values())))


def _differences(name: str, there: str | None, told: str | None) -> list[str]:
    """What differs in a text of how the books stand, a sentence for each value."""
    if there is None or told is None:
        return [f"{name} of the books is {'missing' if there is None else 'too much'}"]
    should = json.loads(told)
    try:
        is_ = json.loads(there)
    except (ValueError, RecursionError):
        is_ = None
    if not isinstance(is_, type(should)):
        return [f"{name} of the books is damaged"]
    if name != BALANCES and not name.startswith(METERS):
        return [f"{name} of the books is {there}, the rows make it {told}"]
    start = "balance of " if name == BALANCES else _meter_start(name)
    return [
        f"{start}{each} is {is_.get(each)}, the rows make it {should.get(each)}"
        for each in sorted(is_.keys() | should.keys())
        if is_.get(each) != should.get(each)
    ] or [f"{name} of the books is stored in a form that is not ours"]


def _meter_start(name: str) -> str:
    its_group = name.removeprefix(METERS)
    return "meter " if its_group == CABINET else f"meter {its_group}."
