"""The simulated world round a cabinet: fingers on mock pins, emulated money units on pty lines.

It outlives the cabinet's process, as the real world does: after a crash the units are still
powered, after a cut they are not, and a button that was held down still is.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from firmware.app.parts import coin_ports, is_shared, slot_tables
from firmware.clock import Clock
from firmware.config import COIN_SLOT, NOTE_SLOT, Config, SlotTable
from firmware.events import Event
from firmware.hardware.acceptor_emulator import AcceptorEmulator
from firmware.hardware.acceptor_profiles import load_profile
from firmware.hardware.bill_emulator import BillEmulator
from firmware.hardware.cctalk import Checksum
from firmware.hardware.cctalk_emulator import SharedWire
from firmware.hardware.cctalk_script import checksum_of
from firmware.hardware.coin_port import SerialCoinPort
from firmware.hardware.emulated_devices import EmulatedUnit
from firmware.hardware.fingers import Fingers
from firmware.hardware.frame_emulator import FrameEmulator
from firmware.hardware.gpio_panel import GpioPanel
from firmware.hardware.inhibit_line import InhibitedPort
from firmware.hardware.pins import PinFactory, open_pins
from firmware.hardware.ports import CoinPort, Ear
from firmware.hardware.pty_line import EmulatorHost
from firmware.hardware.scripted_facts import ScriptedFacts
from firmware.hardware.ssp_emulator import SspEmulator
from firmware.panel import Button


class EmulatedCoinPort:
    """The cabinet's own port, with the emulated units at the far end of its line.

    In virtual time driver and units are pumped in turn until the line is quiet, so that no
    byte is on its way when the clock moves. In real time nobody waits for a byte.

    Args:
        port: what the cabinet opens and shuts.
        line: the serial port in it.
        host: owns the far end.
        units: what is there.
        is_virtual: whether the clock is moved by hand.
    """

    def __init__(
        self,
        port: CoinPort,
        line: SerialCoinPort,
        host: EmulatorHost,
        units: Sequence[EmulatedUnit],
        *,
        is_virtual: bool,
    ) -> None:
        self._is_virtual = is_virtual
        self._port = port
        self._line = line
        self._host = host
        self._units = tuple(units)

    @property
    def slots(self) -> tuple[str, ...]:
        return self._port.slots

    def fileno(self) -> int | None:
        return self._port.fileno()

    def set_open(self, open_slots: Collection[str]) -> None:
        self._port.set_open(open_slots)

    def booked(self, slot: str, token: str) -> None:
        self._port.booked(slot, token)

    def overhear(self, ear: Ear | None) -> None:
        self._line.overhear(ear)

    def pump(self, now_s: float) -> Sequence[Event]:
        if self._is_virtual:
            return self._host.wait_quiet(self._line, now_s)
        return self._port.pump(now_s)  # the loop pumps the world, and with it the far end

    def deadline_s(self) -> float | None:
        times = [self._port.deadline_s(), self._host.deadline_s()]
        return min((at_s for at_s in times if at_s is not None), default=None)

    def has_undelivered(self) -> bool:
        is_on_line = self._host.fileno() is not None
        is_held = is_on_line and any(unit.has_undelivered() for unit in self._units)
        return is_held or self._port.has_undelivered()

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
        self._factory: PinFactory | None = None
        self._is_tilted = False
        self.fingers: Fingers | None = None
        self.facts = ScriptedFacts()
        self.units: dict[str, EmulatedUnit] = {}
        self.hosts: dict[str, EmulatorHost] = {}
        for slot, table in slot_tables(config).items():
            if table.is_serial:
                self.units[slot] = emulated(table, slot)
        self._wire(folder)

    def _wire(self, folder: Path) -> None:
        """A pseudo-terminal for every line; two ccTalk units share one."""
        if is_shared(self._config):
            wire = SharedWire(*self.units.values())  # type: ignore[arg-type]  # both are ccTalk
            shared = EmulatorHost(wire, folder / COIN_SLOT)
            self.hosts = dict.fromkeys(self.units, shared)
            return
        self.hosts = {slot: EmulatorHost(unit, folder / slot) for slot, unit in self.units.items()}

    @property
    def unit(self) -> EmulatedUnit | None:
        """The coin acceptor on its line."""
        return self.units.get(COIN_SLOT)

    @property
    def host(self) -> EmulatorHost | None:
        """The far end of its line."""
        return self.hosts.get(COIN_SLOT)

    # --- the cabinet's parts ------------------------------------------------------------------

    def panel(self) -> GpioPanel:
        """A panel on fresh mock pins, under the same fingers as before."""
        self._factory = open_pins(self._config.hardware)
        made = GpioPanel(self._config.panel, self._factory, self._clock)
        self.fingers = Fingers(self._factory, self._config.panel)
        for button in self._held:
            self.fingers.down(button)
        self.turn_key(self._is_key_on)
        self.move_door(self._is_door_open)
        self.tilt(self._is_tilted)
        return made

    def coin_ports(self) -> list[CoinPort]:
        """The ports of the slots, opened by paths that survive a replug; after `panel`, on whose
        pins some of them are."""
        paths = {slot: str(host.link) for slot, host in self.hosts.items()}
        ports = coin_ports(self._config, self._factory, self._clock, paths)
        return [self._emulated(port) for port in ports]

    def _emulated(self, port: CoinPort) -> CoinPort:
        line = port.port if isinstance(port, InhibitedPort) else port
        if not isinstance(line, SerialCoinPort):
            return port
        host = self.hosts[port.slots[0]]
        units = [self.units[slot] for slot in port.slots]
        return EmulatedCoinPort(port, line, host, units, is_virtual=self._is_virtual)

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

    @property
    def is_tilted(self) -> bool:
        """Whether the cabinet leans over."""
        return self._is_tilted

    def tilt(self, is_tilted: bool) -> None:
        """Lean the cabinet over, or stand it up; nothing where it would not notice."""
        self._is_tilted = is_tilted
        if self.fingers is not None and self._config.panel.switches.tilt is not None:
            self.fingers.tilt(is_tilted)

    def feed(self, value_minor: int, slot: str = COIN_SLOT) -> None:
        """A coin or a note into a slot; what its inhibit wire refuses comes back without a word."""
        if not self._is_refused(slot_tables(self._config)[slot]):
            self.insert(value_minor, slot)

    def insert(self, value_minor: int, slot: str = COIN_SLOT) -> None:
        """A coin or a note that has come as far as the unit; nothing without a device."""
        table = slot_tables(self._config)[slot]
        unit = self.units.get(slot)
        if unit is not None:
            unit.insert(value_minor, self._clock.now_s())
        elif table.pulse_pin is not None and self.fingers is not None:
            self._pulse(table, table.pulse_pin, value_minor)

    def _is_refused(self, table: SlotTable) -> bool:
        """Whether the inhibit wire of a slot refuses; while nobody drives its pin, the board beside
        the unit does."""
        if table.inhibit_pin is None or self._factory is None:
            return False
        pin = self._factory.pin(table.inhibit_pin)
        is_refusing = bool(pin.state) is (table.inhibit_when == "high")
        return pin.function != "output" or is_refusing

    def _pulse(self, table: SlotTable, pin: int, value_minor: int) -> None:
        """What a pulse unit knows it tells in pulses; the rest comes back without a word."""
        count, rest = divmod(value_minor, table.unit_minor)
        if rest or self.fingers is None:
            return
        profile = load_profile(table.profile, "pulse")
        width_s = (profile.shortest_ms + profile.longest_ms) / 2000
        pause_s = max(profile.period_ms / 1000 - width_s, width_s)
        self.fingers.pulses(
            pin,
            count,
            self._clock.now_s(),
            active=table.pulse_when,
            width_s=width_s,
            pause_s=pause_s,
        )

    def unplug(self, slot: str = COIN_SLOT) -> None:
        """Pull the adapter of a slot's line."""
        if slot in self.hosts:
            self.hosts[slot].unplug()

    def plug(self, slot: str = COIN_SLOT) -> None:
        """Put the adapter back."""
        if slot in self.hosts:
            self.hosts[slot].plug()

    def cut_power(self) -> None:
        """The units lose power with the cabinet, and have it again."""
        for unit in self.units.values():
            unit.power_cut(self._clock.now_s())
            unit.power_up()

    # --- time ---------------------------------------------------------------------------------

    def pump(self, now_s: float) -> None:
        """Let fingers and units do what is due, with or without a cabinet."""
        if self.fingers is not None:
            self.fingers.pump(now_s)
        for host in self._ends():
            host.pump(now_s)

    def deadline_s(self) -> float | None:
        """When `pump` wants to be called, or None."""
        times = [host.deadline_s() for host in self._ends()]
        if self.fingers is not None:
            times.append(self.fingers.deadline_s())
        return min((at_s for at_s in times if at_s is not None), default=None)

    def descriptors(self) -> list[int]:
        """What to wait on for the emulated units."""
        found = [host.fileno() for host in self._ends()]
        return [descriptor for descriptor in found if descriptor is not None]

    def close(self) -> None:
        """Take the lines away."""
        for host in self._ends():
            host.close()

    def _ends(self) -> list[EmulatorHost]:
        """The far ends, each once."""
        return list(dict.fromkeys(self.hosts.values()))


def emulated(table: SlotTable, slot: str) -> EmulatedUnit:
    """The unit at the far end of a slot's line, as its driver expects it.

    Raises:
        ConfigError: its profile cannot be used.
    """
    match table.driver_name:
        case "cctalk" if slot == NOTE_SLOT:
            return BillEmulator(checksum=checksum_of(table.checksum) or Checksum.SUM8)
        case "cctalk":
            return AcceptorEmulator(checksum=checksum_of(table.checksum) or Checksum.SUM8)
        case "ssp":
            return SspEmulator()
        case _:
            return FrameEmulator(
                load_profile(table.profile, "serial_frame"),
                unit_minor=table.unit_minor,
                channels_minor=table.channels_minor,
            )
