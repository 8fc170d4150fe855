"""What the loop expects of a piece of hardware, a page of Protocols.

Each has one contract test that every implementation passes, real or simulated.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Protocol, runtime_checkable

from firmware.events import Event
from firmware.facts import MachineFacts
from firmware.money import MechanicalMeter
from firmware.panel import Button


class PanelPort(Protocol):
    """Buttons, lamps and switches."""

    def fileno(self) -> int:
        """A descriptor that becomes readable when an edge waits, for the loop's `select`."""

    def pump(self, now_s: float) -> Sequence[Event]:
        """Debounced events up to `now_s`, oldest first; never blocks.

        Yields Pressed, Released, KeyTurned, DoorMoved, TiltMoved, ButtonStuck, QueueFull
        and MeterPulsed.
        """

    def deadline_s(self) -> float | None:
        """When `pump` wants to be called even without an edge, or None."""

    def show(self, levels: Mapping[Button, float]) -> None:
        """Set every lamp, 0.0 dark to 1.0 full; a lamp without PWM is on above zero."""

    def meters(self) -> Collection[MechanicalMeter]:
        """The mechanical meters that are wired."""

    def pulse(self, meter: MechanicalMeter) -> bool:
        """Let a meter make one step; False while its last one is not over. MeterPulsed tells
        when it is made."""

    def close(self) -> None:
        """Dark lamps, free pins; may be called twice."""


class CoinPort(Protocol):
    """What takes money, on its line: owns the port, speaks the protocol, credits nothing.

    One line may serve two slots: a coin acceptor and a bill validator on one ccTalk bus.
    """

    @property
    def slots(self) -> tuple[str, ...]:
        """Names of the slots it serves, as in hw_config.toml: `coin`, `note`."""

    def fileno(self) -> int | None:
        """The line's descriptor for `select`; None while it is unplugged."""

    def set_open(self, open_slots: Collection[str]) -> None:
        """The slots that may take money now; the others are inhibited."""

    def booked(self, slot: str, token: str) -> None:
        """Money that was told with this token is durable: its unit may forget it."""

    def pump(self, now_s: float) -> Sequence[Event]:
        """Read what has come, write what is due, report money, health, identity and counts.

        Never blocks and never raises for what happens on the line: an unplugged adapter
        is a health state.
        """

    def deadline_s(self) -> float | None:
        """When `pump` wants to be called even without bytes, or None."""

    def has_undelivered(self) -> bool:
        """Whether a coin it could still report may be on its way (stories wait for it)."""

    def abandon(self) -> None:
        """Free the port without a word, as a crash does; may be called twice."""

    def close(self) -> None:
        """Inhibit every slot and free the port; may be called twice."""


Ear = Callable[[bytes, float, bool], None]
"""Told bytes of a line, the cabinet's time, and whether they are our own."""


@runtime_checkable
class HeardPort(Protocol):
    """A coin port on a line that somebody may listen to; not every one has a line."""

    def overhear(self, ear: Ear | None) -> None:
        """From now on `ear` is told all bytes of the line; None: nobody is."""


class FactsPort(Protocol):
    """What the machine tells of itself: heat, supply, disk, memory, clock."""

    def read(self) -> MachineFacts:
        """The facts as they are now, in about a millisecond; never raises and never waits.

        What the machine does not tell is None.
        """
