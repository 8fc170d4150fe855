"""What the loop expects of a piece of hardware, a page of Protocols.

Each has one contract test that every implementation passes, real or simulated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from firmware.events import Event
from firmware.panel import Button


class PanelPort(Protocol):
    """Buttons, lamps and switches."""

    def fileno(self) -> int:
        """A descriptor that becomes readable when an edge waits, for the loop's `select`."""

    def pump(self, now_s: float) -> Sequence[Event]:
        """Debounced events up to `now_s`, oldest first; never blocks.

        Yields Pressed, Released, KeyTurned, DoorMoved, ButtonStuck and QueueFull.
        """

    def deadline_s(self) -> float | None:
        """When `pump` wants to be called even without an edge, or None."""

    def show(self, levels: Mapping[Button, float]) -> None:
        """Set every lamp, 0.0 dark to 1.0 full; a lamp without PWM is on above zero."""

    def close(self) -> None:
        """Dark lamps, free pins; may be called twice."""


class CoinPort(Protocol):
    """A coin acceptor on its line: owns the port, speaks the protocol, credits nothing."""

    device: str
    """Name of the slot in hw_config.toml, such as `coin`."""

    def fileno(self) -> int | None:
        """The line's descriptor for `select`; None while it is unplugged."""

    def set_open(self, is_open: bool) -> None:
        """Whether the cabinet can take money now; False inhibits the acceptor."""

    def pump(self, now_s: float) -> Sequence[Event]:
        """Read what has come, write what is due, report CoinReply and DeviceHealth.

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
        """Inhibit the acceptor and free the port; may be called twice."""
