"""What the loop must do about an event that the cabinet has taken."""

from __future__ import annotations

from dataclasses import dataclass

from firmware.events import Cue
from firmware.transaction import Transaction


@dataclass(frozen=True, slots=True)
class Effects:
    """What the loop must do about an event.

    Attributes:
        transaction: to be made durable; then `committed` or `commit_failed`.
        cues: sounds to start now.
        thanks: units whose money is booked and that may forget it: (slot, token).
        is_soft: the transaction only stores what already counts, so presses may wait for it.
    """

    transaction: Transaction | None = None
    cues: tuple[Cue, ...] = ()
    thanks: tuple[tuple[str, str], ...] = ()
    is_soft: bool = False


NOTHING = Effects()
