"""What every proof reports, so that `tools/proofs` and pytest run the same functions.

A proof lives in a file `proof_<name>.py` beside this one and offers
`prove(full, track) -> Report`; `tools/proofs` finds it by its file's name.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

Track = Callable[[Iterable[Any], str, int], Iterable[Any]]
"""Passes the items of an iterable through while it shows progress: (items, what, total)."""


@dataclass(frozen=True)
class Report:
    """What a proof tried, in plain lines, and what fell; nothing fell when it is proved."""

    tried: tuple[str, ...]
    fell: tuple[str, ...] = ()

    def __add__(self, other: Report) -> Report:
        return Report(self.tried + other.tried, self.fell + other.fell)


def untracked(items: Iterable[Any], what: str, total: int) -> Iterable[Any]:
    """Progress for nobody: what pytest passes as `track`."""
    return items


@contextmanager
def two_processes() -> Iterator[ProcessPoolExecutor]:
    """Workers for a proof; one where there is no second processor.

    Spawned, not forked: a fork of a process with threads may inherit a lock that nobody frees,
    and the signal handlers of whatever test ran before.
    """
    methods = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(2, os.cpu_count() or 1), mp_context=methods) as pool:
        yield pool
