"""Looks at the machine's own facts beside play, and tells of them when that is worth a word."""

from __future__ import annotations

from firmware.events import FactsRead
from firmware.facts import NOTHING, MachineFacts, is_news
from firmware.hardware.ports import FactsPort

EVERY_S = 10.0
"""Heat, disk and memory move more slowly; a short dip of the supply is remembered by the board."""


class NoFacts:
    """A machine that tells nothing: benches."""

    def read(self) -> MachineFacts:
        """Nothing is told."""
        return NOTHING


class FactWatch:
    """Reads a port now and then.

    Args:
        port: what tells; `NoFacts` is never asked.
    """

    def __init__(self, port: FactsPort) -> None:
        self._port = port
        self._due_s: float | None = None if isinstance(port, NoFacts) else float("-inf")
        self._told = NOTHING

    def deadline_s(self) -> float | None:
        """When `pump` wants to be called; None: never."""
        return self._due_s

    def pump(self, now_s: float) -> list[FactsRead]:
        """What is new, at most once in `EVERY_S`."""
        if self._due_s is None or now_s < self._due_s:
            return []
        self._due_s = now_s + EVERY_S
        facts = self._port.read()
        if not is_news(facts, self._told):
            return []
        self._told = facts
        return [FactsRead(facts)]
