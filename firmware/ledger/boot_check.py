"""What a boot proves before anything is played: it costs the same however long the ledger is.

`verify` proves all of it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

from firmware.errors import LedgerCorruptError
from firmware.ledger import store
from firmware.ledger.chain import proven
from firmware.ledger.checkpoint import checkpoint_of
from firmware.ledger.entries import round_told
from firmware.ledger.standing import Standing
from firmware.transaction import RECENT_ROUNDS

ROWS_PROVEN_AT_OPEN = 1000
"""How far back the chain is followed."""


def proven_at_boot(
    connection: sqlite3.Connection, key: bytes, stored: store.Stored
) -> tuple[Standing, int]:
    """How the books stand, and the oldest round that is kept.

    Args:
        connection: the database.
        key: of the chain.
        stored: what is kept beside the rows.

    Raises:
        IdentityError: the sums of the books do not hold.
        LedgerCorruptError: seal, checkpoint, one of the newest rows or of the rounds at hand is
            not what was written.
    """
    stored.verify_seal(key)
    standing = stored.standing()
    standing.totals.check()
    stored.verify_documents(standing)
    checkpoint = checkpoint_of(connection, standing)
    upto = 0 if checkpoint is None else checkpoint.last.sequence
    newest = store.read_newest_rows(connection, ROWS_PROVEN_AT_OPEN, after=upto)
    known = None if newest[0].sequence == 1 else newest.pop(0)
    told: dict[int, str] = {}
    for row in proven(key, newest, known):
        round_ = round_told(row.kind, row.payload)
        if round_ is not None:
            told[round_.number] = round_.digest
    _verify_recent(connection, standing, told)
    return standing, 1 if checkpoint is None else checkpoint.first_round


def _verify_recent(
    connection: sqlite3.Connection, standing: Standing, told: Mapping[int, str]
) -> None:
    """The rounds at hand are what the rows tell; the newest is what the seal binds."""
    kept = {each.line.number: each.line for each in store.read_rounds(connection, RECENT_ROUNDS)}
    newest = standing.round
    if newest is not None and kept.get(newest.number) != newest:
        raise LedgerCorruptError(f"round {newest.number} is not what was written")
    for number, line in kept.items():
        if told.get(number, line.digest) != line.digest:
            raise LedgerCorruptError(f"round {number} is not what was written")
