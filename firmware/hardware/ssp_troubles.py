"""What keeps an SSP validator closed: jams, a full stacker, tries at fraud.

Such a unit tells a lasting state with every poll; it is over when it stops telling. Pure.
"""

from __future__ import annotations

from dataclasses import dataclass

from firmware.events import Health
from firmware.hardware.line_tally import FraudLock
from firmware.hardware.ssp import Told

JAM_HOLD_S = 5.0
"""A jam is over when the unit did not tell of it for this long."""
FULL_HOLD_S = 30.0


@dataclass(frozen=True, slots=True)
class _Hold:
    """A state of the unit, and when it is over if it is not told again."""

    health: Health
    detail: str
    until_s: float


class SspTroubles:
    """The troubles of one unit."""

    def __init__(self) -> None:
        self._hold: _Hold | None = None
        self._fraud = FraudLock()

    def hear(self, told: Told, now_s: float) -> None:
        """An event of a poll."""
        match told:
            case Told.FRAUD:
                self._fraud.attempt(now_s)
            case Told.SAFE_JAM | Told.UNSAFE_JAM:
                name = "safe" if told is Told.SAFE_JAM else "unsafe"
                self._hold = _Hold(Health.JAM, name, now_s + JAM_HOLD_S)
            case Told.FULL:
                self._hold = _Hold(Health.FULL, "full", now_s + FULL_HOLD_S)
            case Told.CASHBOX_REMOVED:
                self._hold = _Hold(Health.FULL, "stacker_out", float("inf"))
            case Told.CASHBOX_REPLACED:
                self._hold = None

    def forget(self) -> None:
        """The unit starts anew and will tell what is still wrong. A lock on fraud stays."""
        self._hold = None

    def expire(self, now_s: float) -> None:
        """Whatever was not told again is over."""
        if self._hold is not None and now_s >= self._hold.until_s:
            self._hold = None

    def present(self, now_s: float) -> tuple[Health, str] | None:
        """What keeps it closed."""
        if self._hold is not None:
            return self._hold.health, self._hold.detail
        return (Health.FRAUD_LOCK, "") if self._fraud.is_locked(now_s) else None
