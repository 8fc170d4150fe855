"""What was changed in the settings, for the event log: by the file at a boot, or on the screen.

The ledger keeps the settings it was last played under. Those in force are held against them:
every key that differs is a line of the log, with its old and its new value. What a credit is
worth cannot be changed while somebody's credit stands.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping

from firmware.config import Config
from firmware.errors import LedgerCorruptError
from firmware.games.joker_poker.paytable import PayTable
from firmware.games.joker_poker.records import PAY_TABLE
from firmware.log import LogEntry, LogKind
from firmware.money import Account
from firmware.operator.settings import CHOICES, Chosen, write_choices
from firmware.operator.settings_kept import EDITION, SETTINGS
from firmware.transaction import Transaction

BY = "hw_config.toml"
"""Who changed them at a boot."""
PROGRAM = "cabinato"
"""Who dropped a choice of the operator's that may not be any more."""

CREDIT_WORTH = ("coin.credit_minor", "coin.currency")
"""Keys that say what a credit is worth."""
FREE_PLAY = "cabinet.free_play"
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


def changes(
    before: Flat, now: Flat, by: str = BY, dropped: Collection[str] = ()
) -> tuple[LogEntry, ...]:
    """A line for each key that differs, in the order of the keys; none on a new ledger.

    Args:
        before: the settings last in force.
        now: those in force from now on.
        by: who changed them.
        dropped: keys whose change the program itself has made.
    """
    if not before:
        return ()
    return tuple(
        _entry(key, before.get(key, ""), now.get(key, ""), PROGRAM if key in dropped else by)
        for key in sorted({*before, *now})
        if before.get(key, "") != now.get(key, "")
    )


def unchanged(now: Flat, key: str, by: str) -> tuple[LogEntry, ...]:
    """The line of a choice that is what the file says already: it holds though the file change."""
    return (_entry(key, now[key], now[key], by),) if key in now else ()


def refusal(
    before: Flat, now: Flat, balances: Mapping[Account, int], *, has_game: bool = False
) -> str | None:
    """Why the change of settings is refused, and what to do; None where nothing is against it.

    Args:
        before: the settings last in force.
        now: those of the file, with the operator's choices.
        balances: credits by account.
        has_game: whether a game is open.
    """
    standing = sum(balances.get(account, 0) for account in STANDING)
    worth = {*CREDIT_WORTH, FREE_PLAY}
    changed = [key for key in sorted(worth) if _before(before, now, key) != now[key]]
    if not changed or not (standing or (has_game and FREE_PLAY in changed)):
        return None
    what = ", ".join(f"{key} from {_before(before, now, key)} to {now[key]}" for key in changed)
    if not standing:
        return f"{what} was changed while a game is open: put it back, and finish the game first"
    return (
        f"{what} was changed while {standing} credits stand: put it back, "
        "or pay the credit out under the old value first"
    )


def _before(before: Flat, now: Flat, key: str) -> str:
    """What a key was: a ledger that does not know free play yet was never played for nothing."""
    return before.get(key, "false" if before and key == FREE_PLAY else now[key])


def transaction(
    documents: Mapping[str, str], now: Flat, pay_table: PayTable, chosen: Chosen | None = None
) -> Transaction | None:
    """What the ledger must be told at a boot; None where it knows everything already.

    Args:
        documents: of the ledger.
        now: the settings in force.
        pay_table: of Joker Poker.
        chosen: behind them; choices that were refused are taken away.

    Raises:
        LedgerCorruptError: as `read`.
    """
    before = read(documents)
    fresh = kept(documents, now, pay_table)
    dropped = {} if chosen is None else chosen.refused
    if chosen is not None and dropped:
        fresh[CHOICES] = write_choices(chosen.choices)
    if not fresh:
        return None
    told = changes(before, now, dropped=dropped)
    lines = {dict(line.details)["key"] for line in told}
    silent = tuple(_entry(key, "", now.get(key, ""), PROGRAM) for key in sorted({*dropped} - lines))
    return Transaction(documents=fresh, log=(*told, *silent))


def kept(documents: Mapping[str, str], now: Flat, pay_table: PayTable) -> dict[str, str]:
    """The documents that the ledger lacks for these settings.

    Raises:
        LedgerCorruptError: as `read`.
    """
    fresh: dict[str, str] = {}
    if read(documents) != now:
        fresh[SETTINGS] = json.dumps(now, separators=(",", ":"), ensure_ascii=False)
    table = PAY_TABLE + pay_table.edition
    if table not in documents:
        fresh[table] = pay_table.stored
    return fresh


def _leaves(path: str, value: object) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, below in value.items():
            yield from _leaves(f"{path}.{key}" if path else str(key), below)
    elif value is not None:
        yield path, value if isinstance(value, str) else json.dumps(value)


def _entry(key: str, old: str, new: str, by: str) -> LogEntry:
    details = ("key", key), ("old", old), ("new", new), ("by", by)
    return LogEntry(LogKind.SETTING, details=details)
