"""A line of random and mutated frames: no exception, no phantom money, soon in use again.

Real frames of the emulated unit are turned into damaged ones and mixed with random bytes; what a
driver reports as money is held against what the unit took. Then the line is sane, and within two
seconds the driver is ready.
"""

from __future__ import annotations

from concurrent.futures import as_completed
from dataclasses import dataclass
from random import Random
from typing import Any

from proof import Report, Track, two_processes

from firmware.events import BufferReply, DeviceHealth, Event, Health, MoneyTaken
from firmware.hardware.acceptor_emulator import AcceptorEmulator
from firmware.hardware.cctalk import Checksum
from firmware.hardware.cctalk_bus import CctalkBus
from firmware.hardware.cctalk_coin import CctalkCoin
from firmware.hardware.cctalk_script import UnitSettings
from firmware.hardware.ssp_emulator import SspEmulator
from firmware.hardware.ssp_validator import SspSettings, SspValidator

FRAMES, FRAMES_FULL = 100_000, 1_000_000
A_LINE = 2_500
SANE_WITHIN_S = 2.0
IN_USE = (Health.READY, Health.DEGRADED)
"""Both are open; a line that was bad a moment ago is told as degraded."""
KINDS = ("cctalk sum8", "cctalk crc16", "ssp")

DANGEROUS = (b"\x01", b"\x01\x01", b"\xee\x01", b"\xe2\x01", b"\x7f", b"\xff")
"""What makes money of an answer where nothing checks it: a coin, a credit, a note in the box."""


@dataclass(frozen=True)
class Fuzzed:
    """What a line came to."""

    kind: str
    frames: int
    slowest_s: float
    fell: tuple[str, ...]


def fuzz(kind: str, seed: int, frames: int = A_LINE) -> Fuzzed:
    """A driver that hears so many frames which nobody sent as it hears them."""
    random = Random(f"{kind} {seed}")
    driver, unit, slot, checksum = _made(kind)
    now_s, heard, to_unit = 0.0, 0, b""
    fell: list[str] = []
    health, is_open_s = Health.OFF, 0.0

    def step(damage: bool) -> None:
        nonlocal now_s, heard, to_unit, health
        answer = unit.pump(now_s, to_unit)
        if damage:
            answer = _damaged(answer, random, checksum)
            heard += 1
        to_unit, events = driver.pump(now_s, answer)
        driver.set_open({slot})
        for event in events:
            health = event.health if isinstance(event, DeviceHealth) else health
            if _is_money(event):
                fell.append(f"{kind}, seed {seed}: phantom money after {heard} frames: {event}")
        moments = [each for each in (driver.deadline_s(), unit.deadline_s()) if each is not None]
        if not to_unit:
            now_s = max(now_s, min(now_s + 0.05, *moments) if moments else now_s + 0.05)

    slowest_s = 0.0
    while heard < frames and not fell:
        for _ in range(random.randint(1, 250)):
            step(damage=True)
        is_open_s = now_s
        while health not in IN_USE and now_s - is_open_s < 2 * SANE_WITHIN_S:
            step(damage=False)
        slowest_s = max(slowest_s, now_s - is_open_s)
    if slowest_s > SANE_WITHIN_S:
        fell.append(f"{kind}, seed {seed}: {health} {slowest_s:.2f} s after the line was sane")
    return Fuzzed(kind, heard, slowest_s, tuple(fell))


def _made(kind: str) -> tuple[Any, Any, str, Checksum | None]:
    if kind == "ssp":
        return SspValidator(SspSettings("note", frozenset({500}))), SspEmulator(), "note", None
    checksum = Checksum.CRC16 if kind.endswith("crc16") else Checksum.SUM8
    driver = CctalkBus([CctalkCoin(UnitSettings("coin", frozenset({100})))], checksum)
    return driver, AcceptorEmulator(checksum=checksum), "coin", checksum


def _damaged(answer: bytes, random: Random, checksum: Checksum | None) -> bytes:
    """Most often what was said with a few bytes changed, lost or put in; else anything."""
    what = random.random()
    if what < 0.3:
        return answer
    out = bytearray(answer)
    if what < 0.8 and out:
        for _ in range(random.randint(1, 3)):
            place = random.randrange(len(out) + 1)
            if random.random() < 0.4 and place < len(out):
                out[place] ^= 1 << random.randrange(8)
            elif random.random() < 0.5 and place < len(out):
                del out[place]
            else:
                out[place : place + random.randint(0, 2)] = random.choice(DANGEROUS)
        return bytes(out)
    noise = random.randbytes(random.randint(0, 24))
    return random.choice((noise, noise + answer, answer + noise))


def _is_money(event: Event) -> bool:
    """No money went in: whatever is told of it is of thin air."""
    if isinstance(event, BufferReply):
        return event.counter != 0 and any(first for first, _ in event.pairs)
    return isinstance(event, MoneyTaken)


def prove(full: bool, track: Track) -> Report:
    """Every kind of line, in processes."""
    lines = (FRAMES_FULL if full else FRAMES) // A_LINE
    with two_processes() as pool:
        jobs = [pool.submit(fuzz, KINDS[n % len(KINDS)], n) for n in range(lines)]
        found = [job.result() for job in track(as_completed(jobs), "lines", len(jobs))]
    tried = tuple(
        f"{kind}: {sum(each.frames for each in found if each.kind == kind)} frames, ready"
        f" {max(each.slowest_s for each in found if each.kind == kind):.2f} s after at the latest"
        for kind in KINDS
    )
    return Report(tried, tuple(line for each in found for line in each.fell))
