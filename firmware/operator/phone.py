"""The line that a phone reads off the screen: the main meters, and what proves them later.

`CABINATO:1 ID:1A2B3C4D ROW:9315 HEAD:6B1F... COINS:1500 ... GAMES:684`: words of a name and a
value, one space between them. Only capitals, digits, colon and space, which a QR code holds in
five and a half bits each: it stays coarse enough to be read at arm's length, and a person can
read it without a program. Names are added at the end and never change their meaning.
"""

from __future__ import annotations

from collections.abc import Mapping

REAL, TEST = "CABINATO:1", "CABINATO-TEST:1"
"""How the line begins: its edition; a ledger on which stories play says so first."""
METERS: Mapping[str, str] = {
    "COINS": "coin_in",
    "NOTES": "notes_in",
    "SERVICE": "service_in",
    "TRIED": "coin_test",
    "BET": "turnover",
    "WON": "won",
    "PAID": "hand_paid",
    "VOID": "cancelled",
    "GAMES": "games_played",
    "DOUBLED": "gamble_staked",
    "BACK": "gamble_returned",
}
"""Name in the line -> lifetime meter; credits, but for the games."""
LETTERS = frozenset("0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:")
"""What a QR code's alphanumeric mode holds."""
MAX_LETTERS = 300
"""Up to ten digits for each meter; a code of this length is 57 squares wide."""


def phone_line(
    meters: Mapping[str, int], ledger: str, row: int, head: str, *, is_test: bool = False
) -> str:
    """The line.

    Args:
        meters: lifetime meters by name.
        ledger: its name, see `chain.name_of`; empty where nobody knows it.
        row: number of the newest row.
        head: its hash, hex.
        is_test: whether stories play on this ledger.

    >>> phone_line({"coin_in": 15}, "1a2b3c4d", 7, "6b1f")[:50]
    'CABINATO:1 ID:1A2B3C4D ROW:7 HEAD:6B1F COINS:15 NO'
    """
    words = [TEST if is_test else REAL]
    words += [f"ID:{ledger.upper()}"] if ledger else []
    words += [f"ROW:{row}", f"HEAD:{head.upper()}"]
    words += [f"{name}:{meters.get(meter, 0)}" for name, meter in METERS.items()]
    return " ".join(words)


def read_phone_line(line: str) -> dict[str, str]:
    """Name -> value of what `phone_line` wrote: for a program that collects such lines.

    >>> read_phone_line("CABINATO:1 ROW:7 HEAD:6B1F")["ROW"]
    '7'

    Raises:
        ValueError: it is no such line.
    """
    words = [word.partition(":") for word in line.split(" ")]
    if not line.startswith((REAL, TEST)) or not all(colon for _, colon, _ in words):
        raise ValueError(f"not the line of a cabinet: {line[:80]!r}")
    return {name: value for name, _, value in words}
