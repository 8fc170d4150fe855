"""Sessions of Strip Poker as the ledger keeps them, read back."""

from __future__ import annotations

from dataclasses import replace

from firmware.errors import LedgerCorruptError
from firmware.games.strip_poker.table import Session
from firmware.money import GameId
from firmware.stored import read_stored, stored_text
from firmware.transaction import RoundRecord


def record_of(session: Session) -> RoundRecord:
    """The ledger's entry of a session: how it stands, and each finished deal in a line.

    The deal in play is not in it. It stands in the cabinet's own state, which every move
    stores, and enters when it is over.
    """
    kept = replace(session, deal=None)
    is_over = session.result is not None
    return RoundRecord(session.number, GameId.STRIP_POKER, stored_text(kept), is_over)


def read_session(text: str) -> Session:
    """The session that `record_of` wrote.

    Raises:
        LedgerCorruptError: when it wrote no such thing.
    """
    try:
        return read_stored(Session, text)
    except ValueError as error:
        raise LedgerCorruptError(f"a session cannot be read ({error}): {text[:80]!r}") from error
