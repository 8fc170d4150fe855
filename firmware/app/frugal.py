"""Keeps the process small over a long evening: what a picture took goes back when it is dropped.

The C library raises the size from which it asks the system for a block of its own each time
such a block is freed; after a few large pictures they all come from one heap, which cannot
shrink while anything above them lives. A fixed size keeps an evening some 20 to 40 MB smaller.
"""

from __future__ import annotations

import gc

_M_MMAP_THRESHOLD = -3
OWN_BLOCK_BYTES = 256 * 1024
"""Small enough for a card's picture, large enough that no frame pays for fresh pages."""


def return_freed_pictures() -> bool:
    """Fix the size from which a block is the system's own; False where the C library cannot."""
    import ctypes  # the kiosk calls this when its first picture is up

    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):  # another C library, as on Alpine
        return False
    return bool(mallopt(_M_MMAP_THRESHOLD, OWN_BLOCK_BYTES))


def spare_what_stays() -> None:
    """Let no later search for garbage look at what the start has made: it stays anyway.

    The search would stop everything, a commit as well as a frame, for as long as there are
    objects to look at.
    """
    gc.collect()
    gc.freeze()
