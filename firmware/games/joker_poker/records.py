"""Rounds and pay tables of Joker Poker as the ledger keeps them, read back.

The cabinet reads its own history here, and recall and export read those of any year.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from firmware.assets import asset
from firmware.errors import LedgerCorruptError
from firmware.games.joker_poker.paytable import PayTable, stored_pay_table
from firmware.games.joker_poker.table import Round
from firmware.stored import read_stored, stored_text

PAY_TABLE = "paytable:"
"""Before the edition of a pay table: the name of the document that keeps it."""
TABLE_OF_0_1_0 = "kings_or_better"
"""The one table that version 0.1.0 had; it kept no edition with its rounds."""


def write_round(played: Round) -> str:
    """The stored text of a round: JSON."""
    return stored_text(played)


def read_round(text: str) -> Round:
    """The round that `write_round` wrote.

    Raises:
        LedgerCorruptError: when it wrote no such thing.
    """
    try:
        return read_stored(Round, text)
    except ValueError as error:
        raise LedgerCorruptError(f"a round cannot be read ({error}): {text[:80]!r}") from error


def pay_table_of(played: Round, documents: Mapping[str, str]) -> PayTable:
    """The pay table that a round was staked under.

    Raises:
        LedgerCorruptError: it is not among the documents, or not what was kept.
    """
    return pay_table_named(played.table, documents)


def pay_table_named(edition: str, documents: Mapping[str, str]) -> PayTable:
    """The pay table of an edition, as rounds and the books name it; empty that of 0.1.0.

    Raises:
        LedgerCorruptError: it is not among the documents, or not what was kept.
    """
    if not edition:
        return _table_of_0_1_0()
    name = PAY_TABLE + edition
    if name not in documents:
        raise LedgerCorruptError(f"its pay table {edition} is not among the documents")
    return _read_pay_table(edition, documents[name])


def read_pay_tables(documents: Mapping[str, str]) -> dict[str, PayTable]:
    """Every pay table that this cabinet was played by, by its edition.

    `read_pay_tables(documents)[played.table]` pays a `Round` as it was paid.

    Raises:
        LedgerCorruptError: when one is not what was kept.
    """
    return {edition: _read_pay_table(edition, text) for edition, text in _kept(documents)}


def _kept(documents: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    for name, text in documents.items():
        if name.startswith(PAY_TABLE):
            yield name.removeprefix(PAY_TABLE), text


@cache  # an export asks once for each round
def _read_pay_table(edition: str, text: str) -> PayTable:
    try:
        return stored_pay_table(edition, text)
    except ValueError as error:
        raise LedgerCorruptError(
            f"document '{PAY_TABLE}{edition}' is not that pay table: {text[:80]!r}"
        ) from error


@cache
def _table_of_0_1_0() -> PayTable:
    from firmware.games.joker_poker.paytable_file import load_pay_table  # slow to import

    return load_pay_table(asset("paytables", f"{TABLE_OF_0_1_0}.toml"))
