"""Several ccTalk units on one wire, each at its address: one asks at a time."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from firmware.events import Event
from firmware.hardware.cctalk import Checksum
from firmware.hardware.cctalk_exchange import Wire
from firmware.hardware.cctalk_unit import CctalkUnit


class CctalkBus:
    """The units of one line as one line driver.

    What comes in belongs to the unit that has asked; when it has its answer the next in the
    queue may ask, so a unit that is silent or at its start keeps no other from being read.
    """

    def __init__(
        self, units: Sequence[CctalkUnit], checksum: Checksum | None = Checksum.SUM8
    ) -> None:
        """`checksum` None: found out, by the first unit that answers."""
        self._units = tuple(units)
        self._wire = Wire(checksum)
        self._wire.is_shared = len(self._units) > 1
        for unit in units:
            unit.join(self._wire, self._is_taken)

    @property
    def slots(self) -> tuple[str, ...]:
        """The slots of its units."""
        return tuple(slot for unit in self._units for slot in unit.slots)

    def set_open(self, open_slots: Collection[str]) -> None:
        """The slots that may take money now."""
        for unit in self._units:
            unit.set_open(open_slots)

    def booked(self, slot: str, token: str) -> None:
        """Counters say what is booked: nothing to forget."""

    def pump(self, now_s: float, received: bytes) -> tuple[bytes, tuple[Event, ...]]:
        """Take in what came by `now_s`; return what to send and what there is to report."""
        out = b""
        events: list[Event] = []
        holder = self._wire.holder
        if received and holder is None:
            self._wire.heard(now_s)
        is_moving = True
        while is_moving:
            is_moving = False
            for unit in self._units:
                heard = received if unit.exchange is holder else b""
                sent, told = unit.pump(now_s, heard)
                out += sent
                events += told
                is_moving |= bool(sent or told)
            received, holder = b"", None
        return out, tuple(events)

    def deadline_s(self) -> float | None:
        """When `pump` is wanted even without bytes."""
        moments = [unit.deadline_s() for unit in self._units]
        return min((moment for moment in moments if moment is not None), default=None)

    def has_undelivered(self) -> bool:
        """Whether one of them may be about to report money."""
        return any(unit.has_undelivered() for unit in self._units)

    def goodbye(self) -> bytes:
        """The last bytes before the port closes: every unit that answers is closed."""
        return b"".join(unit.goodbye() for unit in self._units)

    def forget_line(self) -> None:
        """The line went away."""
        for unit in self._units:
            unit.forget_line()

    def _is_taken(self, address: int) -> bool:
        return any(unit.address == address and unit.has_answered for unit in self._units)
