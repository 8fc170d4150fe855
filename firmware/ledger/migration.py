"""Bringing an older ledger up to date: forward only, each step whole or not at all.

What the tables of the older schema held is proven against its rows, told to a `Standing`
and stored in the new form. The rows themselves stay as they were written, so the chain goes
on. A copy of the database as it was is left beside it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from pathlib import Path

from firmware.errors import LedgerCorruptError
from firmware.ledger import database, store
from firmware.ledger.chain import digest, digests, first_seal, proven
from firmware.ledger.standing import RoundLine, Standing
from firmware.money import Account, GameId


def has_begun(connection: sqlite3.Connection) -> bool:
    """Whether a boot was ever written."""
    if database.verified_schema(connection) == 0:
        return False
    return connection.execute("SELECT 1 FROM rows LIMIT 1").fetchone() is not None


def migrate(connection: sqlite3.Connection, key: bytes, path: Path) -> None:
    """Bring the database at `path` to the schema of this program.

    Raises:
        LedgerCorruptError: it is not whole, so that nothing can be carried over; or its
            tables are not as cabinato made them.
    """
    if has_begun(connection):
        _leave_copy(connection, path)
    for schema in range(database.verified_schema(connection) + 1, len(database.MIGRATIONS) + 1):
        database.verify_objects(connection)
        with database.atomic(connection):
            _STEPS[schema](connection, key)
    database.verify_objects(connection)


def _leave_copy(connection: sqlite3.Connection, path: Path) -> None:
    schema = database.verified_schema(connection)
    if schema == len(database.MIGRATIONS):
        return
    beside = path.with_name(f"{path.stem}-schema-{schema}{path.suffix}")
    beside.unlink(missing_ok=True)  # of a try that was cut short
    connection.execute("VACUUM INTO ?", (str(beside),))


def _to_first(connection: sqlite3.Connection, _key: bytes) -> None:
    database.make_objects(connection, 1)


# --- 1 to 2 -----------------------------------------------------------------------------------


def _to_second(connection: sqlite3.Connection, key: bytes) -> None:
    if not has_begun(connection):
        database.make_objects(connection, 2)
        return
    texts = dict(connection.execute("SELECT number, text FROM rounds").fetchall())
    standing, lines = _told(connection, key)
    _prove_first(connection, key, standing, lines, texts)
    database.make_objects(connection, 2)
    assert standing.last is not None
    for number, line in lines.items():
        store.write_round(connection, line, texts[number])
    store.write_standing(connection, key, standing)
    store.write_mark(connection, is_test=standing.is_test)


def _told(connection: sqlite3.Connection, key: bytes) -> tuple[Standing, dict[int, RoundLine]]:
    standing, lines = Standing(), {}
    for row in proven(key, store.read_rows(connection), None):
        standing = standing.after(row)
        if standing.round is not None:
            lines[standing.round.number] = standing.round
    return standing, lines


# What the first schema had is written down here and derived from nothing: it never changes again.
_FIRST_ACCOUNTS = (
    Account.COINBOX,
    Account.NOTES,
    Account.SERVICE,
    Account.CREDIT,
    Account.STAKE,
    Account.PENDING,
    Account.GAMBLE,
    Account.HOUSE,
    Account.HANDPAY,
    Account.CANCELLED,
)
_FIRST_METERS = (
    "coin_in",
    "notes_in",
    "service_in",
    "coin_test",
    "turnover",
    "won",
    "hand_paid",
    "cancelled",
    "games_played",
    "games_won",
    "games_lost",
    "gamble_rounds",
    "gamble_wins",
    "gamble_ties",
    "gamble_losses",
    "gamble_staked",
    "gamble_returned",
    "power_ups",
    "unclean_boots",
    *(f"games.{game}.{name}" for game in GameId for name in ("played", "won", "staked", "paid")),
)


def _prove_first(
    connection: sqlite3.Connection,
    key: bytes,
    standing: Standing,
    lines: Mapping[int, RoundLine],
    texts: Mapping[int, str],
) -> None:
    """Everything that the first schema kept beside its rows is what the rows make it."""
    last = standing.last
    assert last is not None
    balances: dict[str, int] = {
        account: standing.totals.balances[account] for account in _FIRST_ACCOUNTS
    }
    meters = {name: standing.totals.meters[name] for name in _FIRST_METERS}
    documents = digests(store.read_documents(connection))
    mark = first_seal(key, last, balances, meters, documents, is_test=standing.is_test)
    told = connection.execute("SELECT is_test, sequence, seal FROM store").fetchone()
    has_same_totals = (
        dict(connection.execute("SELECT account, credits FROM balances")) == balances
        and dict(connection.execute("SELECT name, value FROM meters")) == meters
    )
    if not has_same_totals or documents != standing.documents:
        raise LedgerCorruptError("balances, meters or documents are not what the rows make them")
    if told != (standing.is_test, last.sequence, mark):
        raise LedgerCorruptError(f"the seal is not that of row {last.sequence}, the newest")
    rounds = connection.execute("SELECT number, game, is_over FROM rounds ORDER BY number")
    if [(*each, digest(texts[each[0]])) for each in rounds] != [
        (line.number, line.game, line.is_over, line.digest) for line in lines.values()
    ]:
        raise LedgerCorruptError("the rounds are not what the rows make them")


_STEPS: Mapping[int, Callable[[sqlite3.Connection, bytes], None]] = {1: _to_first, 2: _to_second}
"""What leads to each schema."""
