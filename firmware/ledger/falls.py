"""Whether a cabinet falls again and again: counted from the ledger's own rows of its boots.

A service manager starts it anew for ever, and nobody may notice. Only falls between which the
machine itself stayed on count: its monotonic clock goes on, while a power cut begins it anew.
"""

from __future__ import annotations

import sqlite3

from firmware.ledger.entries import Kind, boot_told

FALLS = 4
"""So many in a row are no accident."""
WITHIN_MS = 300_000
ROWS_LOOKED_AT = 1000
"""How far back the boots are looked for: a bound for a ledger of any length."""


def is_falling(connection: sqlite3.Connection) -> bool:
    """Whether the newest boot is one more after an end without a goodbye, `FALLS` within
    `WITHIN_MS`.

    Raises:
        LedgerCorruptError: a boot tells not how the run before it ended.
    """
    found = connection.execute(
        "SELECT monotonic_ms, payload FROM rows WHERE kind = ? "
        "AND sequence > (SELECT max(sequence) FROM rows) - ? ORDER BY sequence DESC LIMIT ?",
        (Kind.BOOT, ROWS_LOOKED_AT, FALLS),
    ).fetchall()
    times_ms = [int(monotonic_ms) for monotonic_ms, _ in found]
    if len(found) < FALLS or any(boot_told(payload).was_clean for _, payload in found):
        return False
    has_stayed_on = times_ms == sorted(times_ms, reverse=True)
    return has_stayed_on and times_ms[0] - times_ms[-1] <= WITHIN_MS
