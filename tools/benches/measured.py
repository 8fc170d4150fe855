"""A measured figure and what it is compared to; how to measure on a machine that others use."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import process_time

Say = Callable[[str], None]
"""Told what is being measured now."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the report.

    Attributes:
        what: is measured.
        value: of it; None where it cannot be measured here.
        unit: of both values.
        beside: what it is compared to.
        beside_value: of that; None where there is only a target.
        target: what is to be reached, in words.
        ratio: `value` to `beside_value`.
        group: the table it belongs to; empty for that of its topic.
        also: more that it is compared to, in the same unit: names and values.
        note: a remark on it.
    """

    what: str
    value: float | None
    unit: str
    beside: str = ""
    beside_value: float | None = None
    target: str = ""
    ratio: float | None = None
    group: str = ""
    also: tuple[tuple[str, float], ...] = ()
    note: str = ""

    def __post_init__(self) -> None:
        if self.ratio is None and self.value is not None and self.beside_value:
            object.__setattr__(self, "ratio", round(self.value / self.beside_value, 4))

    def said(self, value: float | None) -> str:
        """The value with its unit, as exact as it is worth; nothing for None."""
        if value is None:
            return ""
        digits = 0 if value >= 1000 or value == int(value) else 1 if value >= 100 else 2
        return f"{value:,.{digits}f} {self.unit}".strip()


def least_cpu_ms(work: Callable[[], None], *, runs: int) -> float:
    """CPU milliseconds of the cheapest of several runs: what it costs when nobody disturbs."""
    least = math.inf
    for _ in range(runs):
        begin_s = process_time()
        work()
        least = min(least, process_time() - begin_s)
    return least * 1000


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which `share` of them lie (nearest rank).

    >>> quantile([3, 1, 2], 0.5)
    2
    """
    ranked = sorted(values)
    return ranked[max(0, math.ceil(share * len(ranked)) - 1)]
