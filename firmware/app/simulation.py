"""The simulated world round a cabinet: fingers on mock pins, an emulated acceptor on a pty.

It outlives the cabinet's process, as the real world does: after a crash the acceptor is still
powered, after a cut it is not, and a button that was held down still is.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from firmware.app.parts import coin_port, no_coin_port
from firmware.clock import Clock
from firmware.config import COIN_SLOT, Config
from firmware.events import Event
from firmware.hardware.acceptor_emulator import AcceptorEmulator
from firmware.hardware.coin_port import SerialCoinPort
from firmware.hardware.fingers import Fingers
from firmware.hardware.gpio_panel import GpioPanel
from firmware.hardware.pins import open_pins
from firmware.hardware.ports import CoinPort
from firmware.hardware.pty_line import EmulatorHost
from firmware.panel import Button


class EmulatedCoinPort:
    """The cabinet's own coin port, with the emulated acceptor at the far end of its line.

    In virtual time driver and acceptor are pumped in turn until the line is quiet, so that no
    byte is on its way when the clock moves. In real time nobody waits for a byte.
    """

    def __init__(
        self,
        port: SerialCoinPort,
        host: EmulatorHost,
        unit: AcceptorEmulator,
        *,
        is_virtual: bool,
    ) -> None:
        self._is_virtual = is_virtual
        self._port = port
        self._host = host
        self._unit = unit

    @property
    def slots(self) -> tuple[str, ...]:
        return self._port.slots

    def fileno(self) -> int | None:
        return self._port.fileno()

    def set_open(self, open_slots: Collection[str]) -> None:
        self._port.set_open(open_slots)

    def booked(self, slot: str, token: str) -> None:
        self._port.booked(slot, token)

    def pump(self, now_s: float) -> Sequence[Event]:
        if self._is_virtual:
            return self._host.wait_quiet(self._port, now_s)
        return self._port.pump(now_s)  # the loop pumps the world, and with it the far end

    def deadline_s(self) -> float | None:
        times = [self._port.deadline_s(), self._host.deadline_s()]
        return min((at_s for at_s in times if at_s is not None), default=None)

    def has_undelivered(self) -> bool:
        is_on_line = self._host.fileno() is not None and self._unit.has_undelivered()
        return is_on_line or self._port.has_undelivered()

    def abandon(self) -> None:
        self._port.abandon()

    def close(self) -> None:
        self._port.close()


class Simulation:
    """What surrounds the cabinet on an ordinary PC.

    Args:
        config: `mode = "simulated"`.
        clock: the cabinet's.
        folder: where the line's stable link lies while this runs.
        is_virtual: whether the clock is moved by hand, and only when the line is quiet.
    """

    def __init__(self, config: Config, clock: Clock, folder: Path, *, is_virtual: bool) -> None:
        self._is_virtual = is_virtual
        self._config = config
        self._clock = clock
        self._held: set[Button] = set()
        self._is_key_on = False
        self._is_door_open = False
        self.fingers: Fingers | None = None
        self.unit: AcceptorEmulator | None = None
        self.host: EmulatorHost | None = None
        if config.coin.driver == "cctalk":
            self.unit = AcceptorEmulator()
            self.host = EmulatorHost(self.unit, folder / COIN_SLOT)

    # --- the cabinet's parts ------------------------------------------------------------------

    def panel(self) -> GpioPanel:
        """A panel on fresh mock pins, under the same fingers as before."""
        factory = open_pins(self._config.hardware)
        made = GpioPanel(self._config.panel, factory, self._clock)
        self.fingers = Fingers(factory, self._config.panel)
        for button in self._held:
            self.fingers.down(button)
        self.turn_key(self._is_key_on)
        self.move_door(self._is_door_open)
        return made

    def coin_ports(self) -> list[CoinPort]:
        """The acceptor's port, opened by the path that survives a replug."""
        if self.host is None or self.unit is None:
            return [no_coin_port()]
        port = coin_port(self._config.coin, str(self.host.link))
        return [EmulatedCoinPort(port, self.host, self.unit, is_virtual=self._is_virtual)]

    # --- what people do -----------------------------------------------------------------------

    def down(self, button: Button) -> None:
        """Press and hold."""
        self._held.add(button)
        if self.fingers is not None:
            self.fingers.down(button)

    def up(self, button: Button) -> None:
        """Let go."""
        self._held.discard(button)
        if self.fingers is not None:
            self.fingers.up(button)

    def turn_key(self, is_on: bool) -> None:
        """Turn the operator's key; nothing where the wiring table has none."""
        self._is_key_on = is_on
        if self.fingers is not None and self._config.panel.switches.operator_key is not None:
            self.fingers.key(is_on)

    def move_door(self, is_open: bool) -> None:
        """Open or shut the door; nothing where the wiring table has none."""
        self._is_door_open = is_open
        if self.fingers is not None and self._config.panel.switches.door is not None:
            self.fingers.door(is_open)

    @property
    def is_key_on(self) -> bool:
        """Whether the operator's key is turned."""
        return self._is_key_on

    @property
    def is_door_open(self) -> bool:
        """Whether the door is open."""
        return self._is_door_open

    def insert(self, value_minor: int) -> None:
        """A coin into the slot; nothing without an acceptor."""
        if self.unit is not None:
            self.unit.insert(value_minor, self._clock.now_s())

    def unplug(self) -> None:
        """Pull the acceptor's adapter."""
        if self.host is not None:
            self.host.unplug()

    def plug(self) -> None:
        """Put the adapter back."""
        if self.host is not None:
            self.host.plug()

    def cut_power(self) -> None:
        """The acceptor loses power with the cabinet, and has it again."""
        if self.unit is not None:
            self.unit.power_cut(self._clock.now_s())
            self.unit.power_up()

    # --- time ---------------------------------------------------------------------------------

    def pump(self, now_s: float) -> None:
        """Let fingers and acceptor do what is due, with or without a cabinet."""
        if self.fingers is not None:
            self.fingers.pump(now_s)
        if self.host is not None:
            self.host.pump(now_s)

    def deadline_s(self) -> float | None:
        """When `pump` wants to be called, or None."""
        parts = [self.fingers, self.host]
        times = [part.deadline_s() for part in parts if part is not None]
        return min((at_s for at_s in times if at_s is not None), default=None)

    def descriptors(self) -> list[int]:
        """What to wait on for the emulated acceptor."""
        descriptor = None if self.host is None else self.host.fileno()
        return [] if descriptor is None else [descriptor]

    def close(self) -> None:
        """Take the line away."""
        if self.host is not None:
            self.host.close()
