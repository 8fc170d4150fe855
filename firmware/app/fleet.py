"""Who tells a fleet's broker of the cabinet, as the loop sees him; where none is wanted, nobody.

Nothing of the network is loaded without a broker, and with one not before the first picture.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from firmware.cabinet.state import CabinetState
from firmware.clock import Clock
from firmware.config import MqttTable
from firmware.events import FleetChanged
from firmware.ledger.ledger import Ledger


class Fleet(Protocol):
    """Who tells the broker, as the loop sees him."""

    def publish(self, state: CabinetState) -> None:
        """Take over the newest state; never waits."""

    def pump(self) -> Sequence[FleetChanged]:
        """What the cabinet must know; never waits."""

    def close(self) -> None:
        """Say goodbye, in a second or two at most; nothing is told after that."""


class NoFleet:
    """Where no broker is configured."""

    def publish(self, state: CabinetState) -> None:
        """Nobody is told."""

    def pump(self) -> Sequence[FleetChanged]:
        return ()

    def close(self) -> None:
        """There is nothing to end."""


def fleet_of(
    table: MqttTable, ledger: Ledger | None, clock: Clock, wake: Callable[[], None]
) -> Fleet:
    """Who tells the configured broker, begun; nobody without a broker or a ledger."""
    if not table.is_wanted or ledger is None:
        return NoFleet()
    from firmware.app.mqtt_fleet import MqttFleet

    fleet = MqttFleet(table, ledger, clock, wake)
    fleet.start()
    return fleet
