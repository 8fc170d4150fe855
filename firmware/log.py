"""Lines of the event log: what an operator or a maintainer may want to know of years later."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique


@unique
class LogKind(StrEnum):
    """What the event log tells of; each line is also counted under its kind and subject."""

    DOOR_OPENED = "door_opened"
    DOOR_CLOSED = "door_closed"
    KEY_ON = "key_on"
    """The operator's pages are open: the chain's head is on the screen."""
    KEY_OFF = "key_off"
    FAULT = "fault"
    """A fault came; the subject is its name."""
    FAULT_CLEARED = "fault_cleared"
    FAULT_MENDED = "fault_mended"
    """Somebody says that he has dealt with a fault; the subject is its name."""
    SETTING = "setting"
    """A setting changed; details: key, old, new, by."""
    CLOCK_SET = "clock_set"
    """The wall clock jumped; details: was, now. Written by the ledger itself."""
    COIN_FIRST_CONTACT = "coin_first_contact"
    COIN_RESET = "coin_reset"
    COIN_BACKWARDS = "coin_backwards"
    COIN_LOST = "coin_lost"
    COIN_UNBOOKED = "coin_unbooked"
    COIN_UNACCOUNTED = "coin_unaccounted"
    """The unit took more coins than it ever told of: in the box, credited to nobody."""
    COIN_DISCONTINUITY = "coin_discontinuity"
    """What the unit still remembers does not continue what it said last."""
    COIN_QUARANTINED = "coin_quarantined"
    """Signals that could be no money."""
    COIN_SWALLOWED = "coin_swallowed"
    """A coin is inside and the unit does not know which."""
    COIN_REPEATED = "coin_repeated"
    """The unit told again, after a crash, of money that was booked; it was not booked twice."""
    COIN_SUSPECT = "coin_suspect"
    """Signs of fraud: the credit of the coins round it is kept and marked."""
    CLEARING = "clearing"
    """A full clear was asked for, or could not be; the subject says which."""
    CASH_COUNTED = "cash_counted"
    """A box was emptied and counted; the subject says whether that of the coins or the notes."""
    DEVICE_OTHER = "device_other"
    """Another unit, or other coins, at a slot; closed until it is confirmed."""
    DEVICE_CONFIRMED = "device_confirmed"
    """The operator took another unit, or other coins, for his own."""
    COPY = "copy"
    """The second copy of the ledger came, went or was brought up to date."""
    THINKER_LATE = "thinker_late"
    """No mix was found in time: the computer laid its hands by the stored one."""
    BY_HAND = "by_hand"
    """Credit paid by hand, taken off or given; the subject is the moment."""
    LOGIN = "login"
    """Somebody said by a PIN who he is; the subject is the role."""
    PIN_REFUSED = "pin_refused"
    PIN_CHANGED = "pin_changed"
    """The subject is the role whose PIN it is."""
    BEST_CLEARED = "best_cleared"
    """The best result was taken away; the subject is the game."""
    REBUILT = "rebuilt"
    """The ledger was made again from its copy."""
    POWER_ASKED = "power_asked"
    """Somebody switches the machine off or starts it anew; the subject says which."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A line of the event log.

    Attributes:
        kind: what happened.
        subject: to what, by a fixed name (a fault, a device's slot), or empty; part of the
            count, so never free text.
        details: more, as text pairs.
    """

    kind: LogKind
    subject: str = ""
    details: tuple[tuple[str, str], ...] = ()

    @property
    def times(self) -> int:
        """How often it happened: once, and as often as the detail "unlogged" says before that."""
        return 1 + int(dict(self.details).get(UNLOGGED, "0"))


UNLOGGED = "unlogged"
"""The detail that says how often something came and went too fast for a line each."""
