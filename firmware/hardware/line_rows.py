"""What a line monitor shows: rows, whatever the protocol."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Row:
    """One packet as a person reads it.

    Attributes:
        time_s: when it was complete, in the clock that fed the monitor.
        direction: `host -> 2`, `2 -> host`, or empty when it is no packet.
        name: the command's name; of an answer the name of what it answers.
        meaning: its data in words, or in hexadecimal figures.
        verdict: which checksum fits, or what is wrong.
    """

    time_s: float
    direction: str
    name: str
    meaning: str
    verdict: str

    def __str__(self) -> str:
        return (
            f"{self.time_s:10.3f}  {self.direction:<10}  {self.name:<24}  "
            f"{self.meaning:<40}  {self.verdict}"
        )

    @property
    def is_packet(self) -> bool:
        """Whether it is one, and not bytes that are none."""
        return bool(self.direction)


class LineMonitor(Protocol):
    """Turns the bytes of a line, both directions mixed, into rows."""

    def feed(self, received: bytes, now_s: float) -> list[Row]:
        """The rows that `received` completes; b"" lets a broken packet time out."""

    def deadline_s(self) -> float | None:
        """When a broken packet will have timed out, or None."""


def not_a_packet(raw: bytes, reason: str, now_s: float) -> Row:
    """The row for bytes that are none."""
    return Row(now_s, "", "not a packet", raw.hex(" "), reason)
