"""The note inside an SSP validator, by the events it tells: what is money and what is a doubt.

Pure. A unit says after a power cut which way a note went. That is money only where this driver saw
the note in escrow and no credit for it; of a note that an earlier life of the program may have
booked nobody can know, so it goes into quarantine for the operator to make good.
"""

from __future__ import annotations

from enum import Enum, auto, unique

from firmware.hardware.ssp import PollEvent, Told


@unique
class Says(Enum):
    """What an event says of money."""

    MONEY = auto()
    """A note is in the box, or cannot come back any more."""
    KNOWN = auto()
    """So it is, and it was told before."""
    DOUBT = auto()
    """So it is, and it may have been told before."""


class NoteWatch:
    """The note inside.

    Attributes:
        escrow: channel of the note that waits for a decision, 0 for none.
        is_inside: whether there is one.
    """

    def __init__(self) -> None:
        self.escrow = 0
        self.is_inside = False
        self._seen = self._credited = 0

    def next_poll(self) -> None:
        """The unit is asked again, which takes a note that was held."""
        self.escrow = 0

    def restarted(self) -> None:
        """The unit is found anew; what it does with a note that was inside it will tell."""
        self.escrow = 0
        self.is_inside = False

    def hear(self, event: PollEvent) -> Says | None:
        """What an event says of money; None where nothing.

        >>> watch = NoteWatch()
        >>> watch.hear(PollEvent(Told.READ, 3)), watch.hear(PollEvent(Told.CLEARED_TO_CASHBOX, 3))
        (None, <Says.MONEY: 1>)
        >>> NoteWatch().hear(PollEvent(Told.CLEARED_TO_CASHBOX, 3))
        <Says.DOUBT: 3>
        """
        match event.told:
            case Told.READ:
                self.is_inside = True
                self.escrow = event.channel
                self._seen, self._credited = event.channel, 0
            case Told.CREDIT:
                self._credited = event.channel
                return Says.MONEY
            case Told.CLEARED_TO_CASHBOX:
                self.is_inside = False
                if self._credited:
                    return Says.KNOWN
                self._credited = event.channel
                return Says.MONEY if event.channel and event.channel == self._seen else Says.DOUBT
            case Told.STACKED | Told.REJECTED | Told.CLEARED_TO_FRONT:
                self.is_inside = False
                self._seen = self._credited = 0
        return None

    def settled(self, event: PollEvent) -> None:
        """What was told of is booked, and the unit thanked where it wants that."""
        if event.told is Told.CLEARED_TO_CASHBOX:
            self._seen = self._credited = 0

    def not_booked(self) -> None:
        """What was told may not be in the books: it has to be told again, whichever way the unit
        repeats it."""
        self._credited = 0
