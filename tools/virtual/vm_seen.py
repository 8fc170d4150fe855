"""How the cabinet in the guest stands, told from its ledger, its status file and its unit."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from typing import Any

KEPT = ("credit", "stake", "gamble", "pending", "mode", "state", "cards", "round")
"""What a power cut may not change."""


def seen(books: Mapping[str, Any], status: str, unit: str) -> dict[str, Any]:
    """What a story may expect, under the names that the program's own stories use.

    Args:
        books: the ledger's `documents`, JSON texts by name, and its `rows` that move credits.
        status: the status file, JSON; "" when there is none.
        unit: what `systemctl show` says of the service.
    """
    play = _document(books, "play")
    balances = balances_of(books.get("rows", ()))
    joker = play.get("joker", {})
    current = joker.get("round") or {}
    slots = (json.loads(status) if status.strip() else {}).get("slots", {})
    faults = (json.loads(status) if status.strip() else {}).get("faults", [])
    lines = dict(line.split("=", 1) for line in unit.splitlines() if "=" in line)
    return {
        "credit": balances.get("credit", 0),
        "stake": balances.get("stake", 0),
        "gamble": balances.get("gamble", 0),
        "pending": balances.get("pending", 0),
        "mode": play.get("mode", ""),
        "state": joker.get("phase", ""),
        "round": current.get("number", 0),
        "cards": current.get("final") or current.get("dealt", []),
        "drawn": current.get("final") is not None,
        "coin_in": -balances.get("coinbox", 0),
        "pins": sorted(_document(books, "pins").get("hashes", {})),
        "slots": slots,
        "health": {name: slot["health"] for name, slot in slots.items()},
        "faults": [fault[0] for fault in faults],
        "unit": f"{lines.get('ActiveState', '')}/{lines.get('SubState', '')}",
        "restarts": int(lines.get("NRestarts", 0)),
        "pid": int(lines.get("MainPID", 0)),
    }


def _document(books: Mapping[str, Any], name: str) -> dict[str, Any]:
    told = json.loads(books.get("documents", {}).get(name, "{}"))
    return told if isinstance(told, dict) else {}


def balances_of(rows: Iterable[str]) -> dict[str, int]:
    """What each account holds, credits, after the rows of a ledger.

    >>> balances_of(['{"postings": [["coin", "", "", [["coinbox", "credit", 10]]]]}'])
    {'coinbox': -10, 'credit': 10}
    """
    held: dict[str, int] = {}
    for row in rows:
        for *_, moves in json.loads(row)["postings"]:
            for source, target, count in moves:
                held[source] = held.get(source, 0) - count
                held[target] = held.get(target, 0) + count
    return held


def at(told: Mapping[str, Any], path: str) -> Any:
    """The value at a path such as `meters.coin_in`; None where there is none."""
    value: Any = told
    for name in path.split("."):
        if not isinstance(value, Mapping) or name not in value:
            return None
        value = value[name]
    return value


def as_text(value: Any) -> str:
    """A value as a story writes it: `10`, `true`, `ready`, `7C,7D`.

    >>> as_text(["7C", "7D"]), as_text(True), as_text(10), as_text(None)
    ('7C,7D', 'true', '10', 'nothing')
    """
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return ",".join(map(str, value))
    return str(value)


def lost(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """What differs of that which a power cut may not change; a line each.

    Where nothing is at stake the attract screen comes after a while, as it should; a win that
    nobody took is collected after a minute, to the credit.
    """
    before = _collected(before, after)
    is_idle = after["mode"] == "attract" and not after["stake"]
    return [
        f"{name}: {as_text(before[name])} before, {as_text(after[name])} after"
        for name in KEPT
        if before[name] != after[name] and not (name == "mode" and is_idle)
    ]


def _collected(before: Mapping[str, Any], after: Mapping[str, Any]) -> Mapping[str, Any]:
    """What was seen before, with its win collected where that has happened since."""
    if before["state"] != "win" or after["state"] != "betting":
        return before
    credit = before["credit"] + before["pending"]
    return {**before, "state": "betting", "credit": credit, "pending": 0}


def rows_lost(before: Sequence[str], after: Sequence[str]) -> str:
    """Which row of a ledger is not there any more, or is another one; "" when all are.

    >>> rows_lost(["coin", "bet"], ["coin", "bet", "deal"])
    ''
    >>> rows_lost(["coin", "bet"], ["coin"])
    'row 2 of 2: bet before, now None'
    """
    for number, (row, kept) in enumerate(zip_longest(before, after[: len(before)]), start=1):
        if row != kept:
            return f"row {number} of {len(before)}: {row} before, now {kept}"
    return ""
