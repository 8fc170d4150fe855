"""The port, the driver and the emulated acceptor over a real pseudo-terminal."""

import errno
import gc
import os
import select
import termios
import weakref
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial
from virtual_line import EURO

from firmware.errors import HardwareError
from firmware.events import BufferReply, DeviceHealth, Event, Health
from firmware.hardware import coin_port, pty_line
from firmware.hardware.acceptor_emulator import AcceptorEmulator
from firmware.hardware.cctalk_bus import CctalkBus
from firmware.hardware.cctalk_coin import CctalkCoin
from firmware.hardware.cctalk_script import UnitSettings
from firmware.hardware.coin_port import NoCoinPort, SerialCoinPort
from firmware.hardware.pty_line import EmulatorHost, LineStuckError


class PtyLine:
    """A port and an acceptor; time moves from deadline to deadline."""

    def __init__(self, folder: Path) -> None:
        self.unit = AcceptorEmulator()
        self.host = EmulatorHost(self.unit, folder / "run" / "acceptor")
        self.units: list[CctalkCoin] = []
        self.port = self.new_port()
        self.now_s = 0.0
        self.events: list[Event] = []

    @property
    def retries(self) -> int:
        """Questions that the newest port asked twice."""
        return self.units[-1].exchange.retries

    def new_port(self) -> SerialCoinPort:
        self.units.append(CctalkCoin(UnitSettings("coin", EURO)))
        driver = CctalkBus(self.units[-1:])
        return SerialCoinPort(str(self.host.link), driver)

    def run(self, seconds: float) -> None:
        until_s = self.now_s + seconds
        while True:
            self.events += self.host.wait_quiet(self.port, self.now_s)
            wishes = (self.port.deadline_s(), self.host.deadline_s())
            next_s = min((wish for wish in wishes if wish is not None), default=until_s)
            if next_s > until_s:
                self.now_s = until_s
                return
            self.now_s = next_s

    def ready(self) -> None:
        self.port.set_open({"coin"})
        self.run(0.5)
        assert self.health is Health.READY

    @property
    def health(self) -> Health:
        return [e.health for e in self.events if isinstance(e, DeviceHealth)][-1]

    @property
    def replies(self) -> list[BufferReply]:
        return [event for event in self.events if isinstance(event, BufferReply)]


@pytest.fixture
def line(tmp_path: Path) -> Iterator[PtyLine]:
    found = PtyLine(tmp_path)
    yield found
    found.port.close()
    found.host.close()


def test_a_coin_comes_over_the_terminal(line: PtyLine) -> None:
    line.ready()
    line.unit.insert(100, line.now_s)
    line.run(0.5)
    assert line.replies[-1].pairs[0] == (5, 1)
    assert line.unit.in_box_minor == 100


def test_nothing_is_in_flight_when_the_line_is_quiet(line: PtyLine) -> None:
    line.ready()
    assert not line.host.in_flight(line.port)
    assert not line.port.has_undelivered()


def test_what_the_port_has_written_is_in_flight_until_it_is_read(line: PtyLine) -> None:
    line.ready()
    line.now_s += 0.2
    line.port.pump(line.now_s)
    assert line.host.in_flight(line.port)
    line.run(0.0)
    assert not line.host.in_flight(line.port)


def test_every_poll_of_a_minute_is_answered_at_its_moment(line: PtyLine) -> None:
    line.ready()
    line.run(60.0)
    assert line.retries == 0


def test_bytes_that_never_arrive_are_named(line: PtyLine, monkeypatch: pytest.MonkeyPatch) -> None:
    line.ready()
    monkeypatch.setattr(pty_line, "MOST_LOOKS", 20)
    line.port.bytes_written += 1
    with pytest.raises(LineStuckError, match="acceptor"):
        line.host.wait_quiet(line.port, line.now_s)


def test_unplugging_is_a_health_state_and_plugging_brings_it_back(line: PtyLine) -> None:
    line.ready()
    line.host.unplug()
    line.run(0.2)
    assert line.events[-1] == DeviceHealth("coin", Health.UNPLUGGED, str(line.host.link))
    assert line.port.fileno() is None
    line.run(20.0)
    line.host.plug()
    line.run(6.0)
    assert line.health is Health.READY
    line.unit.insert(50, line.now_s)
    line.run(0.5)
    assert line.unit.in_box_minor == 50
    assert line.replies[-1].pairs[0] == (4, 1)


def test_a_coin_during_the_unplugging_is_told_afterwards(line: PtyLine) -> None:
    line.ready()
    line.unit.insert(200, line.now_s)
    line.host.unplug()
    line.run(0.3)
    assert line.unit.in_box_minor == 200
    line.host.plug()
    line.run(6.0)
    assert [reply.counter for reply in line.replies] == [0, 1]


def test_unplugged_from_the_first_moment_it_waits_for_its_path(line: PtyLine) -> None:
    line.host.unplug()
    line.port.set_open({"coin"})
    line.run(12.0)
    assert line.events == [DeviceHealth("coin", Health.UNPLUGGED, str(line.host.link))]
    line.host.plug()
    line.run(6.0)
    assert line.health is Health.READY


def test_it_tries_again_after_half_a_second_and_later_every_five(line: PtyLine) -> None:
    line.host.unplug()
    waits, now_s = [], 0.0
    for _ in range(6):
        line.port.pump(now_s)
        deadline_s = line.port.deadline_s()
        assert deadline_s is not None
        waits.append(deadline_s - now_s)
        now_s = deadline_s
    assert waits == [0.5, 1.0, 2.0, 4.0, 5.0, 5.0]


@pytest.mark.parametrize(
    "error",
    [
        OSError(errno.EIO, "gone"),
        serial.SerialException("gone"),
        termios.error(5, "gone"),
    ],
    ids=["OSError", "SerialException", "termios.error"],
)
@pytest.mark.parametrize("site", ["open", "select", "read", "write", "close"])
def test_no_call_on_a_vanished_line_raises(
    line: PtyLine, monkeypatch: pytest.MonkeyPatch, site: str, error: Exception
) -> None:
    if site != "open":
        line.ready()

    def fail(*args: object, **kwargs: object) -> None:
        raise error

    with monkeypatch.context() as patch:
        if site == "open":
            patch.setattr(coin_port.serial, "Serial", fail)
        elif site == "select":
            patch.setattr(coin_port.select, "select", fail)
        elif site == "read":
            patch.setattr(coin_port.select, "select", lambda *a: ([1], [], []))
            patch.setattr(coin_port.os, "read", fail)
        elif site == "write":
            patch.setattr(coin_port.os, "write", fail)
        else:
            patch.setattr(coin_port.os, "write", fail)
            patch.setattr(line.port._line, "close", fail)
        line.now_s += 0.2
        events = line.port.pump(line.now_s)
    assert list(events) == [DeviceHealth("coin", Health.UNPLUGGED, str(line.host.link))]
    line.port.set_open({"coin"})
    line.run(2.0)
    line.events += line.port.pump(line.now_s)
    assert line.health is Health.READY


def test_two_ports_cannot_share_one_line(line: PtyLine) -> None:
    line.ready()
    other = line.new_port()
    assert [event.health for event in other.pump(0.0)] == [Health.UNPLUGGED]
    other.close()


def test_after_a_crash_the_next_process_hears_of_the_coin(line: PtyLine) -> None:
    line.ready()
    line.port.abandon()  # our process dies: nobody says goodbye
    line.unit.insert(100, line.now_s)
    line.host.pump(line.now_s + 0.5)
    line.now_s += 0.5
    line.port = line.new_port()
    line.run(1.0)
    assert [reply.counter for reply in line.replies] == [0, 1]
    assert line.replies[-1].pairs[0] == (5, 1)


def test_bytes_of_a_dead_process_do_not_confuse_the_next(line: PtyLine) -> None:
    line.ready()
    line.port.pump(line.now_s + 0.2)  # a poll is out, and nobody waits for its answer
    line.port.abandon()
    line.port = line.new_port()
    line.ready()
    line.run(5.0)
    assert line.retries == 0


def test_no_new_port_is_taken_for_one_that_is_gone(line: PtyLine) -> None:
    # A port that is gone leaves its address to the next: it is told apart by being kept.
    line.ready()
    gone = weakref.ref(line.port)
    line.port.abandon()
    del line.port
    gc.collect()
    assert gone() is not None
    line.port = line.new_port()
    line.ready()
    gc.collect()
    assert gone() is None


def test_a_new_port_meets_a_terminal_without_old_bytes(line: PtyLine) -> None:
    line.ready()
    line.port.pump(line.now_s + 0.2)  # the dead process leaves a question ...
    line.port.abandon()
    line.port = line.new_port()
    line.port.pump(line.now_s)
    assert line.host._master is not None
    os.write(line.host._master, b"stale")  # ... and an answer
    assert not line.host.in_flight(line.port)
    ends = [line.host.fileno(), line.port.fileno()]
    assert select.select(ends, [], [], 0.02)[0] == []


def test_closing_refuses_coins_and_may_be_repeated(line: PtyLine) -> None:
    line.ready()
    line.port.close()
    line.port.close()
    for _ in range(100):
        line.host.pump(line.now_s)
        if line.unit._mask == 0:
            break
        os.sched_yield()
    assert line.unit._mask == 0
    assert line.port.fileno() is None
    assert line.port.pump(1.0) == ()
    assert line.port.deadline_s() is None


# --- the host -----------------------------------------------------------------------------------


def test_the_link_stays_the_same_and_its_terminal_does_not_matter(line: PtyLine) -> None:
    link = line.host.link
    assert link.is_symlink()
    line.host.unplug()
    assert not link.is_symlink()
    line.host.plug()
    assert link.is_symlink()


def test_a_file_in_the_place_of_the_link_is_not_touched(tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("mine")
    with pytest.raises(HardwareError, match="precious"):
        EmulatorHost(AcceptorEmulator(), precious)
    assert precious.read_text() == "mine"


def test_another_ones_link_is_not_taken_away(tmp_path: Path) -> None:
    precious = tmp_path / "usb-FTDI"
    precious.symlink_to(tmp_path / "ttyUSB0")
    with pytest.raises(HardwareError, match="usb-FTDI"):
        EmulatorHost(AcceptorEmulator(), precious)
    assert precious.readlink() == tmp_path / "ttyUSB0"


def test_a_link_left_by_an_emulator_that_was_killed_is_replaced(tmp_path: Path) -> None:
    link = tmp_path / "acceptor"
    link.symlink_to("/dev/pts/4711")
    host = EmulatorHost(AcceptorEmulator(), link)
    assert link.readlink() != Path("/dev/pts/4711")
    host.close()


def test_without_an_acceptor_the_port_says_off_once() -> None:
    port = NoCoinPort("coin")
    assert port.deadline_s() == 0.0
    assert list(port.pump(0.0)) == [DeviceHealth("coin", Health.OFF)]
    assert list(port.pump(1.0)) == []
    assert (port.fileno(), port.deadline_s(), port.has_undelivered()) == (None, None, False)
    port.set_open({"coin"})
    port.close()
    port.close()
