"""The solver's own numbers, which only look random: the same deal is thought over the same way.

They decide where a search begins, never what is drawn from the mix it finds; that comes from
the cabinet's one source. The generator is written out here (SplitMix64, counted up), so that it
gives the same on every machine and with every version of numpy.
"""

from __future__ import annotations

from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)


class Draws:
    """A sequence of numbers that follows from a text."""

    def __init__(self, seed: str) -> None:
        digest = blake2b(seed.encode(), digest_size=8).digest()
        self._next = int.from_bytes(digest, "little")

    def below(self, limit: int, count: int) -> NDArray[np.int64]:
        """`count` numbers from 0 to `limit` - 1; `limit` is at most 2**31."""
        upper = self._bits(count) >> np.uint64(33)
        return (upper * np.uint64(limit) >> np.uint64(31)).astype(np.int64)

    def orders(self, count: int, size: int) -> NDArray[np.int64]:
        """`count` orders of 0 .. `size` - 1, one a row."""
        keys = self._bits(count * size).reshape(count, size)
        return np.argsort(keys, axis=1, kind="stable")

    def _bits(self, count: int) -> NDArray[np.uint64]:
        steps = np.arange(1, count + 1, dtype=np.uint64)
        mixed = steps * _STEP + np.uint64(self._next)
        self._next = int(mixed[-1]) if count else self._next
        mixed = (mixed ^ mixed >> np.uint64(30)) * _FIRST
        mixed = (mixed ^ mixed >> np.uint64(27)) * _SECOND
        return mixed ^ mixed >> np.uint64(31)
