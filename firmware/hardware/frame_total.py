"""A unit's own total, held against what its frames told: a coin whose frame was lost is noticed.

The total is an audit and never money: which coins are missing in it nobody can say.
"""

from __future__ import annotations


class TotalWatch:
    """Compares the two while neither moves; what differed at the first look was before our time.

    >>> watch = TotalWatch()
    >>> watch.read(100), watch.read(100)
    (0, 0)
    >>> watch.told(5)
    >>> watch.read(107), watch.read(107), watch.read(107)
    (0, 2, 0)
    """

    def __init__(self) -> None:
        self._told = 0
        self._last: tuple[int, int] | None = None
        self._ahead: int | None = None

    def told(self, count: int) -> None:
        """A frame told of so many."""
        self._told += count

    def read(self, total: int) -> int:
        """What `total` counts beyond what was told, as far as no earlier call has said so.

        A train that is on its way is in the total before its frame is on the line, so only a
        total that was read twice over with no frame between counts. One that fell is that of a
        unit which has forgotten it: the comparison begins anew.
        """
        is_still = self._last == (total, self._told)
        self._last = total, self._told
        if not is_still:
            return 0
        before, self._ahead = self._ahead, total - self._told
        return 0 if before is None else max(0, self._ahead - before)
