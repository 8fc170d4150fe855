"""Evenings of an emulated money unit, its real driver and a real cabinet, in virtual time.

The world may end at any step between the unit and the screen; what the books say afterwards is
held against what the unit has in its box. Money goes in by turns of sixteen worths, so that the
order of what is booked tells which piece each booking is of.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum, auto, unique
from random import Random
from typing import Any

from firmware.cabinet import memory
from firmware.cabinet.cabinet import Cabinet
from firmware.cabinet.coins import Counter
from firmware.cabinet.settings import Settings
from firmware.cabinet.slots import SlotSettings
from firmware.cabinet.state import CabinetState
from firmware.cards.shuffle import FairShuffler, SeededSource
from firmware.clock import VirtualClock
from firmware.config import load_config
from firmware.errors import LedgerError
from firmware.events import Event
from firmware.games.joker_poker.configured import joker_poker
from firmware.hardware.coin_port import LineDriver
from firmware.money import Account, Tender
from firmware.transaction import Transaction

CREDIT_MINOR = 10
START_S = 4.0
"""A start, and whatever the unit still has to tell, is over by then."""
SETTLE_S, LONGEST_SETTLE_S = 6.0, 600.0


@unique
class Point(Enum):
    """Where the program may end, on the way of a piece of money to the screen."""

    BEFORE_READ = auto()
    AFTER_READ = auto()
    BEFORE_COMMIT = auto()
    AFTER_COMMIT = auto()
    AFTER_PUBLISH = auto()
    AFTER_THANKS = auto()


class Ended(Exception):  # noqa: N818 - the end of a process, not an error
    """The program is gone."""


@dataclass
class Books:
    """What is durable, and the worth of every piece booked, in order."""

    balances: dict[Account, int] = field(default_factory=lambda: dict.fromkeys(Account, 0))
    documents: dict[str, str] = field(default_factory=dict)
    booked: list[int] = field(default_factory=list)
    is_failing: bool = False

    def commit(self, transaction: Transaction) -> Mapping[Account, int]:
        """All of it or nothing."""
        if self.is_failing:
            raise LedgerError("the disk is gone")
        for posting in transaction.postings:
            for transfer in posting.transfers:
                self.balances[transfer.source] -= transfer.credits
                self.balances[transfer.target] += transfer.credits
            self.booked.append(int(posting.category.partition(":")[2]))
        self.documents.update(transaction.documents)
        return dict(self.balances)


_SETTINGS: dict[Tender, Settings] = {}


def _settings(slot: str, tender: Tender) -> Settings:
    if tender not in _SETTINGS:
        joker = joker_poker(load_config().joker_poker)
        slots = {slot: SlotSettings(tender, 1)}
        _SETTINGS[tender] = Settings(joker, CREDIT_MINOR, slots, credit_ceiling=10**9)
    return _SETTINGS[tender]


class Evening:
    """One unit and one ledger, and as many lives of the program as it takes.

    Attributes:
        taken: worth of every piece that the unit took, in order; the unit's subclass fills it.
        fell: what must not be and was.
    """

    def __init__(
        self,
        unit: Any,
        taken: list[int],
        driver: Callable[[], LineDriver],
        slot: str,
        tender: Tender,
    ) -> None:
        self.unit, self.taken, self.slot = unit, taken, slot
        self.books = Books()
        self.now_s = 0.0
        self.fell: list[str] = []
        self.lives = 0
        self._new_driver, self._settings = driver, _settings(slot, tender)
        self._trap: Point | None = None
        self._seen = self._matched = 0
        self._is_plugged = True
        self.start()

    def start(self) -> None:
        """A new life: driver and cabinet know what is durable, and nothing else."""
        self.lives += 1
        documents = self.books.documents
        self._clock = VirtualClock(1000.0 + self.now_s)
        self._driver: LineDriver | None = self._new_driver()
        self._to_unit = b""
        state = CabinetState(
            saved=memory.read_saved(documents, CabinetState().saved),
            balances=dict(self.books.balances),
            faults=memory.read_faults(documents),
            counters=memory.read_counters(documents),
            confirmed=memory.read_confirmed(documents),
        )
        self.cabinet = Cabinet(
            self._settings, FairShuffler(SeededSource("evening")), self._clock, state
        )

    def end(self) -> None:
        """The program is gone from one moment to the next."""
        self._driver, self._trap = None, None

    def set_trap(self, point: Point) -> None:
        """The next thing that becomes durable ends the program at this point of its way."""
        self._trap = point

    def unplug(self) -> None:
        """What is on the way is gone, and the driver is told as the port does it."""
        self._is_plugged, self._to_unit = False, b""
        if self._driver is not None:
            self._driver.forget_line()

    def plug(self) -> None:
        """The same path is there again."""
        self._is_plugged = True

    def run(self, seconds: float) -> None:
        """Let time pass; a trap on the way ends the program, the unit goes on."""
        until_s = self.now_s + seconds
        while True:
            try:
                self._exchange()
            except Ended:
                self.end()
            moments = [self.unit.deadline_s()]
            if self._driver is not None and self._is_plugged:
                moments.append(self._driver.deadline_s())
            next_s = min((each for each in moments if each is not None), default=float("inf"))
            if next_s > until_s:
                self.now_s = until_s
                return
            self.now_s = max(self.now_s, next_s)

    def settle(self) -> None:
        """Everything whole again, everything told, and a last start that reads the audit."""
        self.books.is_failing = False
        self.unit.power_up()
        self.plug()
        last_s = self.now_s + LONGEST_SETTLE_S
        for _ in range(2):
            self.end()
            self.start()
            self.run(SETTLE_S)
            while self.unit.has_undelivered() and self.now_s < last_s:
                self.run(SETTLE_S)  # notes wait in a row before the slot

    @property
    def counter(self) -> Counter:
        """The record of the unit."""
        found = memory.read_counters(self.books.documents)
        return next(iter(found.values()), Counter())

    def _exchange(self) -> None:
        for _ in range(500):
            heard = self.unit.pump(self.now_s, self._to_unit)
            self._to_unit = b""
            if self._trap is Point.AFTER_THANKS and self._seen:
                self._seen = 0
                raise Ended
            if self._driver is None or not self._is_plugged:
                return
            self._to_unit, events = self._driver.pump(self.now_s, heard)
            is_thanked = False
            for event in events:
                is_thanked |= self._hear(event)
            may_take = self.cabinet.shut_by(self.slot) is None
            self._driver.set_open({self.slot} if may_take else ())
            if not (self._to_unit or is_thanked):
                return
        raise AssertionError("driver and unit never come to rest")

    def _hear(self, event: Event) -> bool:
        """The way of one event through the cabinet, as the loop takes it."""
        clock_s = 1000.0 + self.now_s
        self._clock.seconds = clock_s
        self._pass(Point.AFTER_READ, event)
        effects = self.cabinet.step(event, clock_s)
        thanks = list(effects.thanks)
        if effects.transaction is not None:
            self._pass(Point.BEFORE_COMMIT, event)
            try:
                balances = self.books.commit(effects.transaction)
            except LedgerError as error:
                self.cabinet.commit_failed(error)
                return False
            self._look()
            self._pass(Point.AFTER_COMMIT, event)
            thanks += self.cabinet.committed(balances, clock_s).thanks
            self._pass(Point.AFTER_PUBLISH, event)
        for slot, token in thanks:
            assert self._driver is not None
            self._driver.booked(slot, token)
            self._seen = 1
        return bool(thanks)

    def _pass(self, point: Point, event: Event) -> None:
        is_money = type(event).__name__ in ("BufferReply", "MoneyTaken", "MoneyThanked")
        if self._trap is point and is_money:
            raise Ended

    def _look(self) -> None:
        """Every booking is of a piece that was taken, in its order: none twice or of thin air."""
        for value in self.books.booked[self._looked :]:
            while self._matched < len(self.taken) and self.taken[self._matched] != value:
                self._matched += 1
            if self._matched >= len(self.taken):
                if not self.fell:
                    number = len(self.books.booked)
                    self.fell.append(
                        f"booking {number} of {value} is of no piece that was taken and not booked"
                        f" ({len(self.taken)} taken)"
                    )
                break
            self._matched += 1
        self._looked = len(self.books.booked)

    _looked = 0

    def balance(self) -> list[str]:
        """What the books say against the box, once it has settled."""
        taken, booked, counter = len(self.taken), len(self.books.booked), self.counter
        fell = list(self.fell)
        told = booked + counter.unaccounted
        # What a validator tells only after its power came back may be in the books already.
        if not told <= taken <= told + counter.quarantined:
            fell.append(
                f"{taken} taken, {booked} booked, {counter.unaccounted} told as unaccounted,"
                f" {counter.quarantined} in quarantine ({counter.lost} events lost)"
            )
        if self.books.balances[Account.CREDIT] * CREDIT_MINOR != sum(self.books.booked):
            fell.append(f"credit {self.books.balances[Account.CREDIT]} is not what was booked")
        return fell


def disturb(evening: Evening, random: Random, insert: Callable[[int], None]) -> None:
    """One thing that may happen to a cabinet, with money falling before and into it."""
    insert(random.randint(1, 12))
    evening.run(random.uniform(0.0, 1.0))
    what = random.random()
    if what < 0.5:
        evening.run(random.uniform(0.5, 1.5))
    elif what < 0.8:
        point = random.choice(list(Point))
        if point is Point.BEFORE_READ:
            evening.end()
        else:
            evening.set_trap(point)
        insert(random.randint(0, 3))
        evening.run(random.uniform(0.0, 1.0))
        evening.end()
        evening.run(random.choice((0.0, random.uniform(0.0, 2.0))))
        evening.start()
        evening.run(random.uniform(0.0, START_S))
    elif what < 0.88:
        is_both = random.random() < 0.5
        if is_both:
            evening.end()
        evening.unit.power_cut(evening.now_s)
        evening.run(random.uniform(0.05, 1.5))
        evening.unit.power_up()
        if is_both:
            evening.start()
        evening.run(random.uniform(0.0, START_S))
    elif what < 0.96:
        evening.unplug()
        evening.run(random.uniform(0.05, 2.5))
        evening.plug()
        evening.run(random.uniform(0.0, START_S))
    else:
        evening.books.is_failing = True
        evening.run(random.uniform(0.1, 1.0))
        evening.end()
        evening.books.is_failing = False
        evening.start()
        evening.run(random.uniform(0.0, START_S))
