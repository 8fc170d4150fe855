"""Rounds of Cinque Mani as the ledger keeps them, read back."""

from __future__ import annotations

from dataclasses import replace

from firmware.errors import LedgerCorruptError
from firmware.games.cinque_mani.table import Round
from firmware.money import GameId
from firmware.stored import read_stored, stored_text
from firmware.transaction import RoundRecord


def record_of(played: Round) -> RoundRecord:
    """The ledger's entry of a round: how it stands, and each finished deal in a line.

    The deal in play is not in it, nor are the hands that the others hide in it. It stands in
    the cabinet's own state, which every action stores, and enters when it is over.
    """
    kept = replace(played, deal=None)
    is_over = played.result is not None
    return RoundRecord(played.number, GameId.CINQUE_MANI, stored_text(kept), is_over)


def read_round(text: str) -> Round:
    """The round that `record_of` wrote.

    Raises:
        LedgerCorruptError: when it wrote no such thing.
    """
    try:
        return read_stored(Round, text)
    except ValueError as error:
        raise LedgerCorruptError(f"a round cannot be read ({error}): {text[:80]!r}") from error
