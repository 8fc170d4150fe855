"""No power cut loses what was acknowledged, or leaves half of a transaction.

Evenings are played on a recorded disk (`recording_vfs`). For every place in the record the
disks are made that a cut there may leave (`crash_disk`), and the ledger is opened on each of
them: what stands must be what stood after the last acknowledged step, or after the one that
was on its way.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field, fields
from functools import partial
from itertools import count
from pathlib import Path

from apsw_connection import ApswConnection, Connect, ledgers_over, unrecorded
from crash_disk import Disk, disk_after
from evenings import End, Standing, often, opened, script, standing_of
from looker import EVERY, Looker, in_memory, leave, made_folder, wrong
from proof import Report, Track, two_processes
from recording_vfs import Entry, Recorder

from firmware.ledger.database import DATABASE
from firmware.ledger.ledger import Ledger
from firmware.transaction import Transaction

EVENINGS, EVENINGS_FULL = 4, 40
STEPS = 30
PER_KIND = 2
SHOWN = 10
"""Falls in a report: the first tell enough."""


def prove(full: bool, track: Track) -> Report:
    """Play the evenings and cut them everywhere."""
    evenings, every = (EVENINGS_FULL, 1) if full else (EVENINGS, EVERY)
    return crashes(evenings, every, track).report()


def crashes(evenings: int, every: int, track: Track) -> Figures:
    """Evenings of other seeds, on two processors; `every`: see `Looker`."""
    with two_processes() as pool:
        made = pool.map(partial(evening, ApswConnection, every=every), range(evenings))
        return sum(track(made, "evenings", evenings), Figures())


# --- one evening ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Figures:
    """What was tried and what fell.

    Attributes:
        evenings: how many.
        steps: boots, transactions and goodbyes in them.
        operations: what they did on the disk.
        database_syncs: how often the log was carried into the database, about.
        images: how many disks were made, by kind.
        distinct: how many of them were not the same; SQLite read them all.
        opened: on how many of these a ledger was opened: see `Looker`.
        verified: on how many of these it was verified before and after.
        lost: how many images had not what was acknowledged, or half of something.
        fell: for each acknowledged step the first that had it not, in plain lines.
    """

    evenings: int = 0
    steps: int = 0
    operations: int = 0
    database_syncs: int = 0
    images: Counter[str] = field(default_factory=Counter)
    distinct: int = 0
    opened: int = 0
    verified: int = 0
    lost: int = 0
    fell: tuple[str, ...] = ()

    def __add__(self, other: Figures) -> Figures:
        added = {
            each.name: getattr(self, each.name) + getattr(other, each.name) for each in fields(self)
        }
        return Figures(**added)

    def report(self) -> Report:
        """The figures in plain lines."""
        kinds = ", ".join(f"{kind} {number}" for kind, number in sorted(self.images.items()))
        tried = (
            f"{self.evenings} evenings of {self.steps} steps: {self.operations} operations on "
            f"the disk, {self.database_syncs} syncs of the database file",
            f"{self.images.total()} images of the disk after a power cut: {kinds}",
            f"{self.distinct} of them distinct, all read by SQLite, {self.opened} of these opened "
            f"by the ledger, {self.verified} verified before and after (all that came to "
            f"databases of their own); images that fell: {self.lost}",
        )
        return Report(tried, self.fell[:SHOWN])


def evening(
    connect: Connect,
    seed: int,
    steps: int = STEPS,
    per_kind: int = PER_KIND,
    every: int = EVERY,
) -> Figures:
    """Record an evening and check every disk that a cut in it may leave."""
    with in_memory() as folder, often():
        played = _Evening(seed, folder)
        with played.recorder.installed(), ledgers_over(connect):
            played.play(steps)
        return _checked(played, per_kind, Looker(folder, every))


class _Evening:
    """An evening in the making: everything that is done, and what must stand after each step."""

    def __init__(self, seed: int, folder: Path) -> None:
        self._folders = (made_folder(folder / f"run-{number}") for number in count())
        self._looks = folder
        self.seed = seed
        self._dice = random.Random(seed)
        self.recorder = Recorder(next(self._folders))
        self.standings = [Standing()]
        self._ledger: Ledger

    def play(self, steps: int) -> None:
        """Ends early when something acknowledged is gone: that is in the record then."""
        self._boot()
        for step in script(self.seed, steps):
            if not isinstance(step, End):
                self._commit(step)
                last = step
            elif not self._end(step, last):
                return
        self._stop()

    def _begin(self) -> None:
        self.recorder.log.append(("begun", len(self.standings)))

    def _acknowledge(self, standing: Standing) -> None:
        self.standings.append(standing)
        self.recorder.log.append(("acknowledged", len(self.standings) - 1))

    def _boot(self) -> bool:
        self._begin()
        self._ledger = opened(self.recorder.folder)
        self._acknowledge(self.standings[-1].booted())
        return standing_of(self._ledger) == self.standings[-1]

    def _commit(self, transaction: Transaction) -> None:
        self._begin()
        self._ledger.commit(transaction).result()
        self._acknowledge(self.standings[-1].after(transaction))

    def _stop(self) -> None:
        self._begin()
        self._ledger.close()
        self._acknowledge(self.standings[-1].stopped())

    def _end(self, how: End, last: Transaction) -> bool:
        """End the run and boot again; whether everything is there."""
        left = self._ledger
        match how:
            case End.STOP:
                self._stop()
            case End.FAULT:
                left.close(clean=False)
            case End.KILL:
                self.recorder.kill(next(self._folders))
                leave(left)
            case End.CUT:
                return self._cut(last)
        return self._boot()

    def _cut(self, last: Transaction) -> bool:
        """Cut the power within the last transaction, boot, and do it again if it is not there."""
        log, left = self.recorder.log, self._ledger
        done = self.standings.pop()
        begun = max(place for place, entry in enumerate(log) if entry[0] == "begun")
        place = self._dice.randint(begun + 1, len(log))
        was_acknowledged = place == len(log)
        del log[place:]
        image = disk_after(log).subset(self._dice)
        with ledgers_over(unrecorded):
            found = Looker(self._looks).look(image)
        allowed = [done] if was_acknowledged else [self.standings[-1], done]
        if wrong(found, allowed):
            self.standings.append(done)
            return False
        self.recorder.cut(next(self._folders), image)
        leave(left)
        self._acknowledge(next(s for s in allowed if s.booted() == found.standing))
        is_there = self.standings[-1] == done
        is_good = self._boot()
        if not is_there:
            self._commit(last)
        return is_good


# --- its images -------------------------------------------------------------------------------


def _checked(played: _Evening, per_kind: int, looker: Looker) -> Figures:
    log, standings = played.recorder.log, played.standings
    disk = Disk()
    images: Counter[str] = Counter()
    fell: dict[int, str] = {}
    lost = begun = acknowledged = 0
    for place, entry in enumerate(log):
        disk.follow(entry)
        match entry:
            case ("begun", number):
                begun = number
            case ("acknowledged", number):
                acknowledged = number
        allowed = standings[acknowledged : begun + 1]
        name = f"seed {played.seed}, place {place} ({entry[0]})"
        for kind, image in disk.images(name, per_kind):
            images[kind] += 1
            if said := wrong(looker.look(image), allowed):
                lost += 1
                fell.setdefault(acknowledged, f"{name}, {kind}: {said}")
    return Figures(
        evenings=1,
        steps=len(standings) - 1,
        operations=sum(entry[0] not in ("begun", "acknowledged", "cut") for entry in log),
        database_syncs=_database_syncs(log),
        images=images,
        distinct=looker.distinct,
        opened=looker.opened,
        verified=looker.verified,
        lost=lost,
        fell=tuple(fell.values()),
    )


def _database_syncs(log: list[Entry]) -> int:
    databases: set[int] = set()
    syncs = 0
    for entry in log:
        match entry:
            case ("create", inode, name) if name == DATABASE:
                databases.add(inode)
            case ("cut", _, inodes):
                databases |= {inode for name, inode in inodes.items() if name == DATABASE}
            case ("sync", inode):
                syncs += inode in databases
    return syncs
