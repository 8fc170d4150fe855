"""What a story expects of the report: a path and a value, compared as people write them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from firmware.panel import Button
from firmware.suggestion import suggestion

NOTHING = "nothing"
"""How a story writes an empty list or text; leaving the value out means the same."""

_DARK = {button.value: "" for button in Button}
_LEGENDS = frozenset(f"legends.{name}" for name in _DARK)
"""A dark key has no legend; asked for by name it is an empty one."""

SETS = frozenset({"lamps", "faults"})
"""Lists whose order tells nothing."""


def complaint(report: Mapping[str, Any], path: str, expected: str) -> str | None:
    """Why the report does not hold `expected` at `path`; None when it does.

    >>> complaint({"credit": 95}, "credit", "95")
    >>> complaint({"credit": 90}, "credit", "95")
    'expected credit 95, found 90'
    >>> complaint({"held": []}, "held", "nothing")
    >>> complaint({"legends": {"DEAL": "GIOCA"}}, "legends.BET", "nothing")
    """
    found: Any = report
    if path in _LEGENDS and isinstance(report.get("legends"), Mapping):
        found = {"legends": {**_DARK, **report["legends"]}}
    for name in path.split("."):
        if not isinstance(found, Mapping):
            return f"expected {path} {expected}, but '{name}' is looked for in {_shown(found)}"
        if name not in found:
            hint = suggestion(name, found)
            return f"expected {path} {expected}, but there is no '{name}' ({hint})"
        found = found[name]
    if _is_same(path, found, "" if expected == NOTHING else expected):
        return None
    return f"expected {path} {expected or NOTHING}, found {_shown(found)}"


def _is_same(path: str, found: Any, expected: str) -> bool:
    if isinstance(found, Mapping):
        try:
            return bool(dict(found) == json.loads(expected))
        except (ValueError, RecursionError):  # no JSON, or nested beyond all measure
            return not found and not expected
    if isinstance(found, list):
        wanted = [word.strip() for word in expected.strip("[]").split(",") if word.strip()]
        there = [str(each) for each in _flat(found)]
        if path in SETS:
            return sorted(map(str.casefold, wanted)) == sorted(map(str.casefold, there))
        return [each.casefold() for each in wanted] == [each.casefold() for each in there]
    if isinstance(found, bool):
        return expected.casefold() == str(found).casefold()
    if isinstance(found, int | float):
        try:
            return float(expected) == found
        except ValueError:
            return False
    return str(found).casefold() == expected.casefold()


def _flat(found: list[Any]) -> list[Any]:
    """A list of lists, such as the hands of several players, in one row as a story writes it."""
    return [part for each in found for part in (_flat(each) if isinstance(each, list) else [each])]


def _shown(found: Any) -> str:
    if isinstance(found, list):
        return ",".join(map(str, _flat(found))) or NOTHING
    if isinstance(found, Mapping):
        return json.dumps(found)
    return str(found) or NOTHING
