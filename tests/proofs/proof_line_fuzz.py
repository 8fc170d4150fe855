"""A line of random and mutated frames: no exception, no phantom money, no good money lost for
good, soon in use again.

Real money goes into the emulated unit while its line damages what it says, and again when the line
is sane. What the books make of it is held against what the unit took: nothing is booked that was
not taken, nothing twice; a unit that keeps what it could not tell loses nothing without a word;
and within two seconds of a sane line every unit is in use and its money is told.
"""

from __future__ import annotations

from concurrent.futures import as_completed
from dataclasses import dataclass, field
from random import Random

from fuzzed_lines import LINES, FuzzedLine
from proof import Report, Track, two_processes

from firmware.cabinet.coins import Counter, book, book_taken, thanked
from firmware.events import BufferReply, DeviceHealth, Event, Health, MoneyTaken, MoneyThanked
from firmware.money import Posting

FRAMES, FRAMES_FULL = 100_000, 1_000_000
A_LINE = 2_500
SANE_WITHIN_S = 2.0
SETTLE_S, LONGEST_S = 1.0, 300.0
"""Whatever is inside or waits at the slot is told by then: after so much quiet, at most."""
STEP_S = 0.05
CREDIT_MINOR = 10
IN_USE = (Health.READY, Health.DEGRADED)
"""Both are open; a line that was bad a moment ago is told as degraded."""
KINDS = tuple(LINES)


@dataclass(frozen=True)
class Fuzzed:
    """What a line came to."""

    kind: str
    frames: int
    taken: int
    booked: int
    lost: int
    slowest_s: float
    fell: tuple[str, ...]


@dataclass
class Till:
    """What is booked of the one unit on the line, by the cabinet's own rules."""

    counter: Counter | None = None
    device: str = ""
    booked: list[int] = field(default_factory=list)
    strange: str = ""

    def hear(self, event: Event) -> tuple[tuple[str, str], ...]:
        """Book what it tells; slot and token to be thanked for."""
        if isinstance(event, BufferReply | MoneyTaken):
            self.device = self.device or event.device
            if event.device != self.device:
                self.strange = event.device
        if isinstance(event, BufferReply):
            booking = book(self.counter, event, CREDIT_MINOR)
            if booking is not None:
                self._note(booking.postings)
                self.counter = booking.counter
        elif isinstance(event, MoneyTaken):
            booked = book_taken(self.counter, event, CREDIT_MINOR)
            self._note(booked.postings)
            self.counter = booked.counter
            return ((event.slot, event.token),) if event.token else ()
        elif isinstance(event, MoneyThanked):
            self.counter = thanked(self.counter)
            return ((event.slot, event.token),)
        return ()

    @property
    def lost(self) -> int:
        """Events that the unit overwrote, and said so."""
        return self.counter.lost if self.counter is not None else 0

    def _note(self, postings: tuple[Posting, ...]) -> None:
        self.booked += [int(posting.category.partition(":")[2]) for posting in postings]


class Fuzz:
    """One line in virtual time."""

    def __init__(self, kind: str, seed: int) -> None:
        self.kind, self.seed = kind, seed
        self.line: FuzzedLine = LINES[kind]()
        self.till = Till()
        self.random = Random(f"{kind} {seed}")
        self.now_s, self.heard, self.slowest_s = 0.0, 0, 0.0
        self.fell: list[str] = []
        self.health = Health.OFF
        self._to_unit = b""
        self._turn = self._matched = self._looked = 0

    def run(self, frames: int) -> Fuzzed:
        """Bad stretches and sane ones by turns, until so many frames were bad."""
        self._sane(first=True)
        while self.heard < frames and not self.fell:
            for _ in range(self.random.randint(1, 250)):
                if self.random.random() < 0.03:
                    self._insert()
                self._step(is_bad=True)
            while self.line.is_one_way and self.line.unit.has_undelivered():
                self._step(is_bad=True)
            self._sane()
        taken = len(self.line.unit.taken)
        booked, lost = len(self.till.booked), self.till.lost
        return Fuzzed(
            self.kind, self.heard, taken, booked, lost, self.slowest_s, tuple(self.fell[:1])
        )

    def _sane(self, *, first: bool = False) -> None:
        """The line is well: in use within its time, all is told that was kept, and more money
        is told as it is taken."""
        unit, till, since_s = self.line.unit, self.till, self.now_s
        taken, booked = len(unit.taken), len(till.booked)
        if self.line.is_one_way:
            self._insert()  # such a unit is in use when its money is told
        while not self._is_in_use(booked) and self.now_s - since_s < 2 * SANE_WITHIN_S:
            self._step(is_bad=False)
        took_s = self.now_s - since_s
        self.slowest_s = self.slowest_s if first else max(self.slowest_s, took_s)
        if took_s > SANE_WITHIN_S:
            self._fall(f"{self.health} {took_s:.2f} s after the line was sane")
        if not self.line.is_one_way:
            self._settle()  # what is inside was begun on a bad line
            taken, booked = len(unit.taken), len(till.booked)
        for _ in range(2):
            self._insert()
        self._settle()
        fresh, told = unit.taken[taken:], till.booked[booked:]
        if fresh != told[-len(fresh) :]:  # a frame of before may end late, and is told first
            self._fall(f"took {fresh} on a sane line, booked {told}")
        missing = len(unit.taken) - len(till.booked)
        if self.line.keeps and missing > till.lost:
            self._fall(f"{missing} of {len(unit.taken)} missing, {till.lost} told as lost")

    def _settle(self) -> None:
        """Until neither unit nor driver has had anything to tell for a while."""
        last_s = quiet_s = self.now_s
        while self.now_s < quiet_s + SETTLE_S and self.now_s < last_s + LONGEST_S:
            if self.line.unit.has_undelivered():
                quiet_s = self.now_s
            self._step(is_bad=False)

    def _is_in_use(self, booked: int) -> bool:
        if self.line.is_one_way:
            return len(self.till.booked) > booked
        return self.health in IN_USE

    def _insert(self) -> None:
        worths = self.line.worths
        self.line.unit.insert(worths[self._turn % len(worths)], self.now_s)
        self._turn += 1

    def _step(self, is_bad: bool) -> None:
        line = self.line
        answer = line.unit.pump(self.now_s, self._to_unit)
        if is_bad:
            answer = line.damage(answer, self.random)
            self.heard += 1
        self._to_unit, events = line.driver.pump(self.now_s, answer)
        line.driver.set_open({line.slot})
        thanks = False
        for event in events:
            if isinstance(event, DeviceHealth):
                self.health = event.health
            for slot, token in self.till.hear(event):
                line.driver.booked(slot, token)
                thanks = True
        self._look()
        if self._to_unit or thanks:
            return
        moments = [line.driver.deadline_s(), line.unit.deadline_s(), self.now_s + STEP_S]
        self.now_s = max(self.now_s, min(each for each in moments if each is not None))

    def _look(self) -> None:
        """Every booking is of a piece that was taken, in order: none twice or of thin air."""
        taken, booked = self.line.unit.taken, self.till.booked
        for value in booked[self._looked :]:
            while self._matched < len(taken) and taken[self._matched] != value:
                self._matched += 1
            if self._matched == len(taken):
                self._fall(f"phantom money, booking {len(booked)} of {value}")
                break
            self._matched += 1
        self._looked = len(booked)
        if self.till.strange:
            self._fall(f"a unit called {self.till.strange}")

    def _fall(self, why: str) -> None:
        self.fell.append(f"{self.kind}, seed {self.seed}, after {self.heard} frames: {why}")


def fuzz(kind: str, seed: int, frames: int = A_LINE) -> Fuzzed:
    """A driver that hears so many frames of which most were never sent as it hears them."""
    return Fuzz(kind, seed).run(frames)


def prove(full: bool, track: Track) -> Report:
    """Every kind of line, in processes."""
    lines = (FRAMES_FULL if full else FRAMES) // A_LINE
    with two_processes() as pool:
        jobs = [pool.submit(fuzz, KINDS[n % len(KINDS)], n) for n in range(lines)]
        found = [job.result() for job in track(as_completed(jobs), "lines", len(jobs))]
    return Report(
        tuple(_told([each for each in found if each.kind == kind]) for kind in KINDS),
        tuple(line for each in found for line in each.fell),
    )


def _told(found: list[Fuzzed]) -> str:
    frames, taken, booked, lost = (
        sum(getattr(each, name) for each in found) for name in ("frames", "taken", "booked", "lost")
    )
    slowest_s = max(each.slowest_s for each in found)
    return (
        f"{found[0].kind}: {frames} frames, {taken} taken, {booked} booked, {lost} told as lost,"
        f" in use {slowest_s:.2f} s after at the latest"
    )
