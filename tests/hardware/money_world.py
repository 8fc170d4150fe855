"""Every kind of money unit behind the port that the cabinet itself would make for it.

The ports come from the configuration, as in a cabinet; at the far end are the emulated units on
pseudo-terminals and mock pins; time is virtual. `Till` is a plain reading of what a port has to
tell, written apart from the cabinet's own books.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Literal

from firmware.app.simulation import Simulation
from firmware.assets import shipped_config
from firmware.clock import VirtualClock
from firmware.config import Config, parse_config
from firmware.events import (
    BufferReply,
    DeviceHealth,
    Event,
    Health,
    MoneyQuestioned,
    MoneyTaken,
    MoneyThanked,
)
from firmware.hardware.acceptor_profiles import profile_names
from firmware.hardware.fingers import Fingers
from firmware.hardware.pins import open_pins
from firmware.hardware.ports import CoinPort
from firmware.hardware.pty_line import EmulatedDevice, EmulatorHost
from firmware.money import Tender

COINS = (10, 20, 50, 100, 200)
NOTES = (500, 1_000, 2_000)
PULSE_PIN, INHIBIT_PIN = 8, 11
READY_S = 2.0
"""A unit that is there and well is open this long after it may be."""
MONEY_S, TRAIN_S = 2.5, 5.0
"""A note through escrow is told within the one, twenty pulses of 210 ms within the other."""
RETURNS_MOST = 200
"""Looks at one moment: more, and port and unit never come to rest."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A unit in a slot, and what is promised of it.

    Attributes:
        table: what the configuration says of it.
        slot: where it is.
        other: table of the other slot.
        refuses: how it is made to give money back: over its line, by a wire of its own, or never,
            so that what falls is taken all the same.
        missed_s: a unit that speaks without being fed is missed so long after it lost its power;
            None for one whose silence is normal.
        has_check: whether its frames carry a check; without one, noise can be money.
    """

    table: str
    slot: str = "coin"
    other: str = 'driver = "none"'
    refuses: Literal["line", "wire", "never"] = "line"
    missed_s: float | None = None
    has_check: bool = True

    @property
    def is_serial(self) -> bool:
        return "pulse_pin" not in self.table

    @property
    def is_deaf(self) -> bool:
        """Whether it cannot be asked: who it is, what has happened, whether it is open."""
        return "serial_frame" in self.table or not self.is_serial

    @property
    def values_minor(self) -> tuple[int, ...]:
        return COINS if self.slot == "coin" else NOTES

    @property
    def money_s(self) -> float:
        return MONEY_S if self.is_serial else TRAIN_S

    @property
    def tender(self) -> Tender:
        return Tender.COIN if self.slot == "coin" else Tender.NOTE


def _frames(
    profile: str,
    more: str = "",
    slot: str = "coin",
    *,
    refuses: Literal["line", "wire", "never"] = "never",
    missed_s: float | None = None,
    has_check: bool = True,
) -> Kind:
    table = f'driver = "serial_frame"\nprofile = "{profile}"\n{more}'
    return Kind(table, slot, refuses=refuses, missed_s=missed_s, has_check=has_check)


def _pulses(
    profile: str,
    more: str = "",
    slot: str = "coin",
    *,
    refuses: Literal["line", "wire", "never"] = "never",
) -> Kind:
    table = f'driver = "pulse"\nprofile = "{profile}"\npulse_pin = {PULSE_PIN}\n{more}'
    return Kind(table, slot, refuses=refuses)


INHIBIT = f"inhibit_pin = {INHIBIT_PIN}"
CCTALK = 'driver = "cctalk"'
CRC = 'checksum = "crc-16"'

CCTALK_S = 1.0
"""Without a valid reply for this long it is a state."""
SSP_S = 1.0
"""A poll every 200 ms, and three tries of a quarter second for its answer."""
IDLE_S = 6.0
"""A JY-910 says every second that nothing happens; five of these, and a look once a second."""
COIN_CHANNELS = f"channels_minor = {list(COINS)}"
NOTE_CHANNELS = f"channels_minor = {list(NOTES)}"

KINDS = {
    "cctalk coin": Kind(f'{CCTALK}\nchecksum = "8-bit"', missed_s=CCTALK_S),
    "cctalk coin, crc-16": Kind(f"{CCTALK}\n{CRC}", missed_s=CCTALK_S),
    "cctalk bill": Kind(f'{CCTALK}\nchecksum = "8-bit"', "note", missed_s=CCTALK_S),
    "cctalk bill, crc-16": Kind(f"{CCTALK}\n{CRC}", "note", missed_s=CCTALK_S),
    "cctalk bus, coin": Kind(CCTALK, "coin", CCTALK, missed_s=CCTALK_S),
    "cctalk bus, bill": Kind(CCTALK, "note", CCTALK, missed_s=CCTALK_S),
    "ssp": Kind('driver = "ssp"', "note", missed_s=SSP_S),
    "dg600f": _frames("dg600f"),
    "dg600f, inhibit": _frames("dg600f", INHIBIT, refuses="wire"),
    "jy910": _frames("jy910", COIN_CHANNELS, missed_s=IDLE_S),
    "jy910, inhibit": _frames(
        "jy910", f"{COIN_CHANNELS}\n{INHIBIT}", refuses="wire", missed_s=IDLE_S
    ),
    "jy23": _frames("jy23"),
    "nv_simple": _frames("nv_simple", NOTE_CHANNELS, "note", refuses="line", has_check=False),
    **{profile: _pulses(profile) for profile in profile_names("pulse")},
    "pulse, inhibit high": _pulses(
        "ch926_fast", f'{INHIBIT}\ninhibit_when = "high"', refuses="wire"
    ),
    "pulse, active high": _pulses("ch926_fast", 'pulse_when = "high"'),
    "pulse, notes": _pulses("ch926_medium", "unit_minor = 500", "note"),
}
assert set(profile_names("serial_frame")) == {"dg600f", "jy910", "jy23", "nv_simple"}


@dataclass(slots=True)
class Till:
    """What has been told, as books that outlive a port would have it.

    Attributes:
        money: slot, tender and minor units of each coin and note, oldest first.
    """

    money: list[tuple[str, Tender, int]] = field(default_factory=list)
    _counters: dict[str, int] = field(default_factory=dict)
    _unthanked: set[tuple[str, str]] = field(default_factory=set)

    def take(self, event: Event) -> tuple[str, str] | None:
        """Book what an event tells; slot and token to be thanked for, where there is one."""
        match event:
            case BufferReply():
                self._count(event)
            case MoneyTaken(token=""):
                self.money.append((event.slot, event.tender, event.value_minor))
            case MoneyTaken():
                key = event.slot, event.token
                if not (event.is_first and key in self._unthanked):
                    self.money.append((event.slot, event.tender, event.value_minor))
                self._unthanked.add(key)
                return key
            case MoneyThanked():
                self._unthanked.discard((event.slot, event.token))
                return event.slot, event.token
        return None

    def _count(self, reply: BufferReply) -> None:
        """Counter 0 is a power-up; it goes from 255 to 1."""
        last = self._counters.get(reply.device, reply.counter)
        self._counters[reply.device] = reply.counter
        if reply.counter == 0:
            return
        fresh = reply.counter if last == 0 else (reply.counter - last) % 255
        for first, second in reversed(reply.pairs[:fresh]):
            if first and (reply.tender is Tender.COIN or second == 0):
                self.money.append((reply.slot, reply.tender, reply.values_minor[first]))


class Chatter:
    """A device on a bad wire: random bytes come at any time, and in the middle of what it says;
    every third of its words has a bit turned."""

    EVERY_S = 0.07

    def __init__(self, device: EmulatedDevice, seed: int) -> None:
        self._device = device
        self._random = random.Random(seed)
        self._words = 0
        self._due_s = float("-inf")

    def pump(self, now_s: float, received: bytes = b"") -> bytes:
        said = self._spoiled(self._device.pump(now_s, received))
        if now_s < self._due_s and not said:
            return b""
        self._due_s = now_s + self.EVERY_S
        place = self._random.randint(0, len(said))
        return said[:place] + self._random.randbytes(self._random.randint(1, 12)) + said[place:]

    def deadline_s(self) -> float | None:
        own_s = self._device.deadline_s()
        return self._due_s if own_s is None else min(own_s, self._due_s)

    def _spoiled(self, said: bytes) -> bytes:
        self._words += bool(said)
        if not said or self._words % 3:
            return said
        turned = bytearray(said)
        turned[self._random.randrange(len(turned))] ^= 1 << self._random.randrange(8)
        return bytes(turned)


class MoneyWorld:
    """A port of a kind, its unit, a clock and a till.

    Attributes:
        open_slots: what may take money; the port is told so at every turn, as the cabinet's
            loop does it.
        looks: moments at which somebody wanted to be woken.
    """

    def __init__(self, kind: Kind, folder: Path) -> None:
        self.kind = kind
        self.clock = VirtualClock(100.0)
        self.simulation = Simulation(_config(kind), self.clock, folder, is_virtual=True)
        # Its pins without a panel, which would be most of the work.
        self.factory = self.simulation._factory = open_pins(_config(kind).hardware)
        self.simulation.fingers = Fingers(self.factory, _config(kind).panel)
        if 'pulse_when = "high"' in kind.table:
            self.drive(is_high=False)
        self.port = self._new_port()
        self.open_slots: tuple[str, ...] = ()
        self.till = Till()
        self.events: list[tuple[float, Event]] = []
        self.looks = 0

    # --- time ---------------------------------------------------------------------------------

    def run(self, seconds: float) -> MoneyWorld:
        """Let so much time pass, from deadline to deadline."""
        until_s = self.now_s + seconds
        while True:
            self.turn()
            due_s = self._due_s()
            if due_s is None or due_s > until_s:
                self.clock.seconds = until_s
                self.turn()
                return self
            self.clock.seconds = max(self.now_s, due_s)
            self.looks += 1

    def turn(self) -> None:
        """Everything that is to be done at this moment."""
        for _ in range(RETURNS_MOST):
            self.simulation.pump(self.now_s)
            self.port.set_open(self.open_slots)
            has_thanked = self._pump()
            self.port.set_open(self.open_slots)
            due_s = self._due_s()
            if not has_thanked and (due_s is None or due_s > self.now_s):
                return
        raise AssertionError("port and unit never come to rest")

    @property
    def now_s(self) -> float:
        return self.clock.now_s()

    # --- what is done -------------------------------------------------------------------------

    def ready(self) -> MoneyWorld:
        """Open and well."""
        self.open_slots = self.port.slots
        until_s = self.now_s + READY_S
        self.turn()
        while self.health is not Health.READY:
            assert self.now_s < until_s, f"{self.healths} after {READY_S} s"
            self.step()
        return self

    def insert(self, value_minor: int, seconds: float | None = None) -> MoneyWorld:
        """Money into the slot, and time for it to be told."""
        self.simulation.insert(value_minor, self.kind.slot)
        return self.run(self.kind.money_s if seconds is None else seconds)

    def step(self) -> None:
        """To the next moment at which something is due."""
        due_s = self._due_s()
        assert due_s is not None, "nothing is due any more"
        self.clock.seconds = max(self.now_s, due_s)
        self.turn()

    def new_process(self) -> None:
        """Another process opens the same line, with the same books."""
        self.port = self._new_port()

    def drive(self, *, is_high: bool) -> None:
        """The level of the pulse unit's wire."""
        pin = self.factory.pin(PULSE_PIN)
        if is_high:
            pin.drive_high()
        else:
            pin.drive_low()

    def pull(self, *, is_active: bool) -> None:
        """The pulse unit pulls its wire, or lets it go."""
        self.drive(is_high=is_active == ('pulse_when = "high"' in self.kind.table))

    def disturb(self, seconds: float) -> MoneyWorld:
        """Noise on the wire for so long: bytes that mean nothing, or needles too short to count."""
        if self.kind.is_serial:
            device = self.host._device
            self.host._device = Chatter(device, seed=20_261_130)
            self.run(seconds)
            self.host._device = device
            return self
        for _ in range(int(seconds / 0.250)):
            for is_active in (True, False):
                self.pull(is_active=is_active)
                self.run(0.001)
            self.run(0.248)
        return self

    def close(self) -> None:
        self.port.close()
        self.simulation.close()

    # --- what is seen -------------------------------------------------------------------------

    @property
    def host(self) -> EmulatorHost:
        return self.simulation.hosts[self.kind.slot]

    @property
    def money(self) -> list[int]:
        """Minor units of all that was told of the slot."""
        return [value for slot, _, value in self.till.money if slot == self.kind.slot]

    @property
    def healths(self) -> list[tuple[Health, str]]:
        return [
            (event.health, event.detail)
            for event in self._of(DeviceHealth)
            if event.slot == self.kind.slot
        ]

    @property
    def health(self) -> Health:
        return self.healths[-1][0]

    @property
    def reasons(self) -> list[str]:
        return [event.reason for event in self._of(MoneyQuestioned)]

    @property
    def lets_in(self) -> bool:
        """Whether the inhibit wire lets money in."""
        return self.let_in()[-1]

    def let_in(self) -> list[bool]:
        """Whether the inhibit wire let money in, at each level that it has had."""
        refuses_high = 'inhibit_when = "high"' in self.kind.table
        return [bool(each.state) != refuses_high for each in self.factory.pin(INHIBIT_PIN).states]

    @property
    def is_taking(self) -> bool:
        """Whether it is open to money, with a warning or without."""
        return self.health in (Health.READY, Health.DEGRADED)

    def since(self, at_s: float, health: Health) -> float:
        """Seconds from a moment until that health was told."""
        told = [
            when_s
            for when_s, event in self.events
            if when_s >= at_s and isinstance(event, DeviceHealth) and event.health is health
        ]
        assert told, f"{health} was never told; {self.healths}"
        return told[0] - at_s

    def _of(self, kind: type) -> list:
        return [event for _, event in self.events if isinstance(event, kind)]

    # --- inside -------------------------------------------------------------------------------

    def _new_port(self) -> CoinPort:
        return next(port for port in self.simulation.coin_ports() if self.kind.slot in port.slots)

    def _pump(self) -> bool:
        """Whether something was thanked for, so that the port may go on at once."""
        has_thanked = False
        for event in self.port.pump(self.now_s):
            self.events.append((self.now_s, event))
            key = self.till.take(event)
            if key is not None:
                self.port.booked(*key)
                has_thanked = True
        return has_thanked

    def _due_s(self) -> float | None:
        times = [self.simulation.deadline_s(), self.port.deadline_s()]
        return min((at_s for at_s in times if at_s is not None), default=None)


@cache
def _config(kind: Kind) -> Config:
    """The shipped configuration with these slots."""
    tables = {kind.slot: kind.table, "note" if kind.slot == "coin" else "coin": kind.other}
    text = shipped_config().read_text("utf-8")
    for slot, table in tables.items():
        text = re.sub(
            rf"(?m)^(\[{slot}\].*\n)driver = .*$", lambda found, new=table: found[1] + new, text
        )
    return parse_config(text)
