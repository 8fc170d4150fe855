"""The wire that makes an acceptor refuse money, and a port that moves it with its slot.

It refuses from the moment its pin is claimed, and again when the program ends; the board
beside the acceptor must refuse by itself while nobody drives the pin.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from typing import Any, Literal

from gpiozero import OutputDevice

from firmware.events import Event
from firmware.hardware.pins import PinFactory, pin_errors, using
from firmware.hardware.ports import CoinPort, Ear, HeardPort


class InhibitLine:
    """An output on the inhibit wire of a slot."""

    def __init__(
        self,
        pin: int,
        refuses_when: Literal["low", "high"],
        factory: PinFactory,
        key: str = "coin.inhibit_pin",
    ) -> None:
        """Claim the pin, refusing.

        Raises:
            HardwareError: the pin cannot be used; names its key.
        """
        self._pin = pin
        self._key = key
        self._is_open = False
        self._device: Any = None
        with using(key, pin):
            self._device = OutputDevice(
                pin,
                active_high=refuses_when == "low",
                initial_value=False,
                pin_factory=factory,
            )

    @property
    def is_open(self) -> bool:
        """Whether money is let in."""
        return self._is_open

    def set(self, is_open: bool) -> None:
        """Let money in, or refuse it; nothing when it is so already, or closed.

        Raises:
            HardwareError: the pin failed.
        """
        if self._device is None or is_open == self._is_open:
            return
        with using(self._key, self._pin):
            self._device.value = is_open
        self._is_open = is_open

    def close(self) -> None:
        """Refuse, and free the pin; may be called twice."""
        device, self._device, self._is_open = self._device, None, False
        if device is None:
            return
        with suppress(*pin_errors()):
            device.off()
        with suppress(*pin_errors()):
            device.close()


class InhibitedPort(CoinPort):
    """A port of one slot whose unit has no command to refuse money: its wire does it."""

    def __init__(
        self, port: CoinPort, line: InhibitLine, may_open: Callable[[], bool] = lambda: True
    ) -> None:
        """`may_open`: whether its driver and its line are well enough to hear what falls."""
        self._port = port
        self._line = line
        self._may_open = may_open

    @property
    def port(self) -> CoinPort:
        """The port itself."""
        return self._port

    @property
    def slots(self) -> tuple[str, ...]:
        return self._port.slots

    def fileno(self) -> int | None:
        return self._port.fileno()

    def set_open(self, open_slots: Collection[str]) -> None:
        """The slots that may take money now; the wire follows.

        Raises:
            HardwareError: the pin of the wire failed.
        """
        self._port.set_open(open_slots)
        is_wanted = any(slot in open_slots for slot in self.slots)
        self._line.set(is_wanted and self._may_open())

    def booked(self, slot: str, token: str) -> None:
        self._port.booked(slot, token)

    def pump(self, now_s: float) -> Sequence[Event]:
        return self._port.pump(now_s)

    def deadline_s(self) -> float | None:
        return self._port.deadline_s()

    def overhear(self, ear: Ear | None) -> None:
        if isinstance(self._port, HeardPort):
            self._port.overhear(ear)

    def has_undelivered(self) -> bool:
        return self._port.has_undelivered()

    def abandon(self) -> None:
        self._line.close()  # a dead process drives no pin: the board refuses
        self._port.abandon()

    def close(self) -> None:
        self._line.close()
        self._port.close()
