"""What was changed in the settings since the last boot, for the event log.

The ledger keeps the settings it was last played under. At a boot they are held against the
file: every key that differs is a line of the log, with its old and its new value. What a
credit is worth cannot be changed while somebody's credit stands.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from firmware.config import Config
from firmware.errors import LedgerCorruptError
from firmware.events import Account, LogEntry, LogKind, Transaction
from firmware.games.joker_poker.paytable import PayTable
from firmware.games.joker_poker.records import PAY_TABLE

SETTINGS = "settings"
"""Name of the document that holds the settings last in force."""
BY = "hw_config.toml"
"""Who changed them: nobody else can, so far."""
EDITION = "joker_poker.edition"
"""The pay table's edition stands with the settings: its rows may change under the same name."""

CREDIT_WORTH = ("coin.credit_minor", "coin.currency")
"""Keys that say what a credit is worth."""
STANDING = (Account.CREDIT, Account.PENDING, Account.STAKE, Account.GAMBLE)
"""Where the credits of a player stand."""

Flat = Mapping[str, str]
"""Every setting as text: "coin.credit_minor" -> "10"."""


def flattened(config: Config, pay_table: PayTable) -> dict[str, str]:
    """Every key of the configuration in force, the defaults included; none for what is absent."""
    flat = dict(_leaves("", config.model_dump(mode="json")))
    return {**flat, EDITION: pay_table.edition}


def read(documents: Mapping[str, str]) -> dict[str, str]:
    """The settings last in force; empty on a ledger that has kept none yet.

    Raises:
        LedgerCorruptError: when the stored text is none that this program wrote.
    """
    text = documents.get(SETTINGS)
    if text is None:
        return {}
    try:
        kept = json.loads(text)
        if not isinstance(kept, dict) or not all(key in kept for key in CREDIT_WORTH):
            raise ValueError("no settings")
        int(kept[CREDIT_WORTH[0]])
    except (ValueError, TypeError, RecursionError) as error:
        raise LedgerCorruptError(f"document '{SETTINGS}' cannot be read: {text[:80]!r}") from error
    return {str(key): str(value) for key, value in kept.items()}


def changes(before: Flat, now: Flat) -> tuple[LogEntry, ...]:
    """A line for each key that differs, in the order of the keys; none on a new ledger."""
    if not before:
        return ()
    return tuple(
        _entry(key, before.get(key, ""), now.get(key, ""))
        for key in sorted({*before, *now})
        if before.get(key, "") != now.get(key, "")
    )


def refusal(before: Flat, now: Flat, balances: Mapping[Account, int]) -> str | None:
    """Why the change of settings is refused, and what to do; None where nothing is against it."""
    standing = sum(balances.get(account, 0) for account in STANDING)
    changed = [key for key in CREDIT_WORTH if before.get(key, now[key]) != now[key]]
    if not standing or not changed:
        return None
    what = ", ".join(f"{key} from {before[key]} to {now[key]}" for key in changed)
    return (
        f"{what} was changed while {standing} credits stand: put it back, "
        "or pay the credit out under the old value first"
    )


def transaction(documents: Mapping[str, str], now: Flat, pay_table: PayTable) -> Transaction | None:
    """What the ledger must be told at a boot; None where it knows everything already.

    Raises:
        LedgerCorruptError: as `read`.
    """
    before = read(documents)
    fresh: dict[str, str] = {}
    if before != now:
        fresh[SETTINGS] = json.dumps(now, separators=(",", ":"), ensure_ascii=False)
    table = PAY_TABLE + pay_table.edition
    if table not in documents:
        fresh[table] = pay_table.stored
    if not fresh:
        return None
    return Transaction(documents=fresh, log=changes(before, now))


def _leaves(path: str, value: object) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, below in value.items():
            yield from _leaves(f"{path}.{key}" if path else str(key), below)
    elif value is not None:
        yield path, value if isinstance(value, str) else json.dumps(value)


def _entry(key: str, old: str, new: str) -> LogEntry:
    details = ("key", key), ("old", old), ("new", new), ("by", BY)
    return LogEntry(LogKind.SETTING, details=details)
