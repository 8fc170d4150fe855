"""When each button and switch was last seen: a report of those that may be dead.

A dead button makes no error; it is only never pressed. So the games are counted since it was.
That is written along with transactions that are under way anyhow, and only once it has moved by
`GRAIN` games: no commit is made for it, and a row seldom carries it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from firmware.errors import LedgerCorruptError
from firmware.events import DoorMoved, Event, KeyTurned, Pressed

SWITCHES = "switches"
"""Name of the document that holds it."""
GRAIN = 20
"""Games by which what is stored may lag behind."""
SUSPICIOUS = 100
"""Games without a press after which a button is worth a look."""
DOOR, KEY = "door", "key"

Seen = Mapping[str, int]
"""Button, `DOOR` or `KEY` -> number of the last round when it was seen."""


def name_of(event: Event) -> str | None:
    """Which of them an event tells of; None for none."""
    match event:
        case Pressed(button):
            return button.value
        case DoorMoved():
            return DOOR
        case KeyTurned():
            return KEY
        case _:
            return None


def is_due(seen: Seen, stored: Seen) -> bool:
    """Whether it has moved by enough to be written."""
    return any(games - stored.get(name, 0) >= GRAIN for name, games in seen.items())


def unseen(seen: Seen, rounds: int) -> Seen:
    """Games since each was last seen; those not seen since the ledger began are missing."""
    return {name: max(rounds - games, 0) for name, games in seen.items()}


def written(seen: Seen) -> str:
    """As `read_seen` reads it."""
    return json.dumps(dict(sorted(seen.items())), separators=(",", ":"))


def read_seen(documents: Mapping[str, str]) -> Seen:
    """What was stored; nothing on a new ledger.

    Raises:
        LedgerCorruptError: when the stored text is none that this program wrote.
    """
    text = documents.get(SWITCHES)
    if text is None:
        return {}
    try:
        kept = json.loads(text)
        return {str(name): int(games) for name, games in kept.items()}
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise LedgerCorruptError(f"document '{SWITCHES}' cannot be read: {text[:80]!r}") from error
