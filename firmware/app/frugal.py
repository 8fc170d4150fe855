"""Keeps the search for garbage out of frames and commits, over a long evening."""

from __future__ import annotations

import gc

TIDY_EVERY_S = 60.0
REST_S = 0.1
"""So long nothing is to be done, when a search for garbage may take its milliseconds."""
BREATH_S = 0.02
"""So long, when what is new may be looked at, about a millisecond."""
YOUNG_MANY, YOUNG_MAX = 700, 100_000
"""So many new objects: a breath is used to look at them; nobody waits for a breath any longer."""
_NEVER = 1_000_000


def spare_what_stays() -> None:
    """Let no later search for garbage look at what the start has made: it stays anyway.

    The search would stop everything, a commit as well as a frame, for as long as there are
    objects to look at.
    """
    gc.collect()
    gc.freeze()
    _, middle, _ = gc.get_threshold()
    gc.set_threshold(YOUNG_MAX, middle, _NEVER)  # before that it is `Tidier`'s to look


class Tidier:
    """Looks for garbage while nothing is to be done: in a frame it could be seen.

    Among what is new as soon as there is much of it, among everything now and then.
    """

    def __init__(self) -> None:
        self._tidied_s = 0.0

    def rest(self, now_s: float, left_s: float) -> bool:
        """Nothing is to be done for `left_s`; whether it was used for that."""
        if left_s >= REST_S and now_s - self._tidied_s >= TIDY_EVERY_S:
            self._tidied_s = now_s
            gc.collect()
            return True
        if left_s < BREATH_S or gc.get_count()[0] < YOUNG_MANY:
            return False
        gc.collect(1)
        return True
