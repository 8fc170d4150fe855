"""What a money line costs at rest, how soon a coin is credit, how fast frames are read.

The acceptor is emulated in a process of its own where the CPU is measured, so that only our
side of the line counts.
"""

from __future__ import annotations

import select
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic, process_time, sleep
from unittest.mock import patch

import serial
from evening import TWO_FRAMES_MS, is_coin_ready, quiet
from kiosk_watch import ROOT, KioskWatch, run_beside
from measured import Figure, Say, least_cpu_ms, quantile
from naive_frames import NaiveCctalk, NaiveDg600f, NaiveSsp

from firmware.app.parts import coin_ports
from firmware.app.simulation import Simulation
from firmware.cabinet.state import Mode
from firmware.config import Config, load_config
from firmware.events import DeviceHealth, Health
from firmware.hardware import cctalk, ssp
from firmware.hardware.acceptor_profiles import load_profile
from firmware.hardware.cctalk import Checksum, Header
from firmware.hardware.cctalk_unit import POLL_S
from firmware.hardware.frame_shape import ShapeReader, finished
from firmware.hardware.ports import CoinPort
from firmware.panel import Button

PLUGGED_MAX_S = 10.0
QUIET_S = 0.3
BAUD = 9600
SPREAD = 0.618
"""Coins come at every point of the time between two polls: multiples of this lie evenly."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How much is measured.

    Attributes:
        idle_s: how long an idle line is watched.
        coins: thrown in one after the other.
        frames: read in a run.
        runs: of each reader; the cheapest counts.
        has_cabinet: whether the whole cabinet is measured too.
    """

    idle_s: float = 10.0
    coins: int = 120
    frames: int = 4000
    runs: int = 9
    has_cabinet: bool = True


def measure(say: Say, plan: Plan | None = None) -> list[Figure]:
    """All figures of this topic."""
    plan = Plan() if plan is None else plan
    say("coins: an idle line")
    figures = _idle_lines(plan)
    if plan.has_cabinet:
        say("coins: an idle line in the whole cabinet")
        figures += _idle_cabinet(plan)
        say(f"coins: {plan.coins} coins")
        figures += _coins(plan)
    say("coins: frames")
    return [*figures, *_readers(plan)]


# --- an idle line -----------------------------------------------------------------------------


@contextmanager
def acceptor() -> Iterator[str]:
    """The path of a line with an emulated coin acceptor, in a process of its own."""
    with tempfile.TemporaryDirectory(prefix="cabinato-bench-") as folder:
        link = Path(folder) / "acceptor"
        command = [sys.executable, "-m", "firmware", "coins", "--link", str(link)]
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            limit_s = monotonic() + PLUGGED_MAX_S
            while not link.is_symlink():
                if monotonic() > limit_s or process.poll() is not None:
                    raise TimeoutError("bench: the emulated acceptor did not come up")
                sleep(0.02)
            yield str(link)
        finally:
            process.terminate()
            process.wait()


def _idle_lines(plan: Plan) -> list[Figure]:
    with acceptor() as path:
        ours = _port_share(path, plan.idle_s)
        naive = _naive_share(path, plan.idle_s)
    return [
        Figure(
            f"coin line polled every {1000 * POLL_S:.0f} ms, CPU of one core",
            100 * ours,
            "%",
            "the same poll as a plain pyserial loop",
            100 * naive,
        )
    ]


def _port_share(path: str, lasting_s: float) -> float:
    """CPU share of the cabinet's own port and driver, open and idle, in a loop that sleeps."""
    [port] = coin_ports(load_config(), None, _NO_CLOCK, {"coin": path})
    try:
        port.set_open(port.slots)
        limit_s = monotonic() + PLUGGED_MAX_S
        while not _is_ready(port):
            if monotonic() > limit_s:
                raise TimeoutError("bench: the emulated acceptor was not found")
        return _share(lasting_s, lambda: _pump_once(port))
    finally:
        port.close()


class _NoClock:
    """For a port that has no pins: nobody asks what time it is."""

    def now_s(self) -> float:
        raise AssertionError("a serial port was given its time")

    wall = is_synced = now_s


_NO_CLOCK = _NoClock()


def _pump_once(port: CoinPort) -> Sequence[object]:
    """Sleep until a byte comes or something is due, then do it."""
    due_s, line = port.deadline_s(), port.fileno()
    patience_s = 1.0 if due_s is None else max(0.0, due_s - monotonic())
    select.select([] if line is None else [line], [], [], patience_s)
    return port.pump(monotonic())


def _is_ready(port: CoinPort) -> bool:
    return any(
        isinstance(event, DeviceHealth) and event.health is Health.READY
        for event in _pump_once(port)
    )


def _naive_share(path: str, lasting_s: float) -> float:
    """CPU share of a loop that asks, waits for the answer, adds it up and sleeps."""
    question = cctalk.ask(Header.READ_BUFFERED_CREDIT)
    with serial.Serial(path, BAUD, timeout=QUIET_S, exclusive=True) as line:
        while line.read(1):  # the answer to the goodbye of who was here before
            pass
        line.timeout = PLUGGED_MAX_S  # a busy machine is no bad line

        def poll() -> None:
            begin_s = monotonic()
            line.write(question)
            line.read(len(question))  # the echo
            answer = line.read(2)
            answer += line.read(answer[1] + 3)
            if sum(answer) % 256:
                raise ValueError(f"bench: a wrong checksum: {answer.hex(' ')}")
            sleep(max(0.0, begin_s + POLL_S - monotonic()))

        return _share(lasting_s, poll)


def _share(lasting_s: float, turn: Callable[[], object]) -> float:
    """Share of one core (0..1) that a loop of turns takes."""
    begin_s, cpu_s = monotonic(), process_time()
    while monotonic() - begin_s < lasting_s:
        turn()
    return (process_time() - cpu_s) / (monotonic() - begin_s)


def _idle_cabinet(plan: Plan) -> list[Figure]:
    """The whole program on a page where nothing moves, with the acceptor and without one."""
    config = quiet(load_config())
    without = config.model_copy(update={"coin": config.coin.model_copy(update={"driver": "none"})})
    with acceptor() as path, _line_at(path):
        polled = _still(config, plan.idle_s)
    return [
        Figure(
            "whole cabinet, nothing moves, coin line polled, CPU of one core",
            100 * polled,
            "%",
            "the same without an acceptor",
            100 * _still(without, plan.idle_s),
        )
    ]


@contextmanager
def _line_at(path: str) -> Iterator[None]:
    """The simulated cabinet's coin line is the one at `path`, not one in this process."""

    def ports(world: Simulation) -> list[CoinPort]:
        return coin_ports(world._config, world._factory, world._clock, {"coin": path})

    with patch.object(Simulation, "coin_ports", ports):
        yield


def _still(config: Config, lasting_s: float) -> float:
    told: list[float] = []

    def person(watch: KioskWatch) -> None:
        assert watch.world is not None
        if config.coin.driver != "none":
            watch.wait_for(lambda: is_coin_ready(watch))
        watch.world.turn_key(True)
        watch.wait_for(lambda: watch.state.mode is Mode.OPERATOR)
        sleep(2.0)  # the change itself is over, what it wrote is stored
        told.append(_share(lasting_s, lambda: sleep(lasting_s)))

    run_beside(config, person)
    return told[0]


# --- coins ------------------------------------------------------------------------------------


def _coins(plan: Plan) -> list[Figure]:
    """Coins one by one into the running cabinet, over a pseudo-terminal and the real ledger.

    In a game: the pages that attract people do not all show the credit.
    """
    taken_s: list[float] = []
    told_s: list[float] = []
    commits_s: list[float] = []

    def person(watch: KioskWatch) -> None:
        watch.wait_for(lambda: is_coin_ready(watch))
        watch.press(Button.HOLD2)
        watch.settle()
        del watch.commits_s[:]
        for number in range(plan.coins):
            sleep(POLL_S * (number * SPREAD % 1))
            taken, told = watch.insert(load_config().coin.coins_minor[0])
            taken_s.append(taken)
            told_s.append(told)
            watch.settle()
        commits_s.extend(watch.commits_s)

    run_beside(quiet(load_config()), person)
    figures = []
    for share, name in ((0.5, "median"), (0.99, "99 of 100")):
        commit_ms = 1000 * quantile(commits_s, share)
        wait_ms = 1000 * POLL_S * share
        figures += [
            Figure(
                f"coin told on the line to its credit on the screen, {name} of {len(told_s)}",
                1000 * quantile(told_s, share),
                "ms",
                f"two frames + {commit_ms:.1f} ms commit",
                TWO_FRAMES_MS + commit_ms,
                "below",
            ),
            Figure(
                f"coin taken by the acceptor to its credit on the screen, {name}",
                1000 * quantile(taken_s, share),
                "ms",
                f"{wait_ms:.0f} ms to the next poll + the same",
                wait_ms + TWO_FRAMES_MS + commit_ms,
                "below",
            ),
        ]
    return figures


# --- frames -----------------------------------------------------------------------------------

FRAME_EVERY_S = 0.1
CUT_EVERY = 10
"""Every so many-th frame of a bad line comes cut short before it comes whole."""
Feed = Callable[[bytes, float], Sequence[object]]
"""Takes bytes and the moment that they came; gives the frames that are whole."""


@dataclass(frozen=True, slots=True)
class Readers:
    """Two readers of one kind of frame.

    Attributes:
        name: of the frames.
        frames: as they come from a line.
        ours: makes a reader of the program.
        naive: makes a plain one.
    """

    name: str
    frames: list[bytes]
    ours: Callable[[], Feed]
    naive: Callable[[], Feed]


def readers(count: int) -> list[Readers]:
    """Readers of every protocol, with so many frames each."""
    shape = load_profile("dg600f", "serial_frame").frame
    values = [number % 100 + 1 for number in range(count)]
    told = [bytes((value, *(1, value) * cctalk.EVENTS_IN_REPLY)) for value in values]
    found = [
        Readers(
            f"ccTalk frames, {checksum.value},",
            [cctalk.reply(Header.ACK, data, checksum=checksum) for data in told],
            lambda checksum=checksum: _of_packets(cctalk.FrameReader(checksum)),
            lambda checksum=checksum: _untimed(NaiveCctalk(checksum).feed),
        )
        for checksum in Checksum
    ]
    credit = [bytes((ssp.Status.OK, ssp.Told.CREDIT, value)) for value in values]
    return [
        *found,
        Readers(
            "SSP frames",
            [ssp.Frame(0, True, data).to_bytes() for data in credit],
            lambda: _untimed(ssp.FrameReader().feed),
            lambda: _untimed(NaiveSsp().feed),
        ),
        Readers(
            "DG600F frames",
            [finished(shape, bytes((NaiveDg600f.HEADER, value))) for value in values],
            lambda: ShapeReader(shape).feed,
            lambda: _untimed(NaiveDg600f().feed),
        ),
    ]


def _untimed(feed: Callable[[bytes], Sequence[object]]) -> Feed:
    return lambda received, _: feed(received)


def _of_packets(reader: cctalk.FrameReader) -> Feed:
    """Only what is a packet, not what was thrown away."""
    return lambda received, now_s: [
        found for found in reader.feed(received, now_s) if isinstance(found, cctalk.Frame)
    ]


def frames_found(feed: Feed, frames: Sequence[bytes], *, has_cuts: bool = False) -> int:
    """How many of the frames, one every tenth of a second, are read; `has_cuts`: on a bad line."""
    found = 0
    for number, frame in enumerate(frames):
        at_s = FRAME_EVERY_S * number
        if has_cuts and number % CUT_EVERY == 0:
            length = 1 + number // CUT_EVERY % (len(frame) - 1)
            found += len(feed(frame[:length], at_s - 0.6 * FRAME_EVERY_S))
        found += len(feed(frame, at_s))
    return found


def _readers(plan: Plan) -> list[Figure]:
    both = readers(plan.frames)
    return [
        *(_speed(plan, each) for each in both),
        *(
            Figure(
                f"{each.name} read where every tenth was cut short before",
                100 * frames_found(each.ours(), each.frames, has_cuts=True) / plan.frames,
                "%",
                "a plain parser",
                100 * frames_found(each.naive(), each.frames, has_cuts=True) / plan.frames,
                "100 %",
            )
            for each in both
        ),
    ]


def _speed(plan: Plan, each: Readers) -> Figure:
    def read(make: Callable[[], Feed]) -> None:
        found = frames_found(make(), each.frames)
        if found != len(each.frames):
            raise ValueError(f"bench: {found} {each.name} read, {len(each.frames)} were there")

    ours_ms = naive_ms = float("inf")
    for _ in range(plan.runs):  # in turn, so that a busy moment of the machine hits both
        ours_ms = min(ours_ms, least_cpu_ms(lambda: read(each.ours), runs=1))
        naive_ms = min(naive_ms, least_cpu_ms(lambda: read(each.naive), runs=1))
    length = len(each.frames[0])
    return Figure(
        f"{each.name} of {length} bytes (a line carries {BAUD / 10 / length:.0f} a second)",
        1000 * len(each.frames) / ours_ms,
        "frames/s",
        "a plain parser, byte by byte",
        1000 * len(each.frames) / naive_ms,
    )
