"""Counts of comings and goings are exact, however fast they follow one another (MET-8)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.cabinet.fault_log import PAIR_S, Condition, FaultLog, conditions
from firmware.cabinet.operator_menu.menu import OperatorMenu
from firmware.cabinet.state import CabinetState, Fault, FaultName
from firmware.log import LogEntry

DOOR = Fault(FaultName.DOOR)
ACCEPTOR = (
    None,
    Fault(FaultName.COIN, "coin", "jam 4"),
    Fault(FaultName.COIN, "coin", "unplugged"),
)
"""States of one device: faults of one key."""
COPY = (None, Fault(FaultName.COPY_MISSING), Fault(FaultName.COPY_FOREIGN))
"""States of the second copy, which has one at a time."""


@dataclass(frozen=True)
class Look:
    """A look at what is there, so long after the one before; then a transaction, or not."""

    gap_s: float
    there: tuple[Condition, ...]
    is_followed: bool


@st.composite
def looks(draw: st.DrawFn) -> Look:
    faults = [draw(st.sampled_from(ACCEPTOR)), draw(st.sampled_from(COPY))]
    faults += [DOOR] if draw(st.booleans()) else []
    there = tuple(fault for fault in faults if fault is not None)
    state = CabinetState(faults=there, operator=OperatorMenu(is_open=draw(st.booleans())))
    gap_s = draw(st.sampled_from((0.0, 0.3, 9.0, 59.0, 61.0, 1000.0)))
    return Look(gap_s, conditions(state), draw(st.booleans()))


@dataclass
class Told:
    """A log that was shown all looks, and what it wrote."""

    log: FaultLog = field(default_factory=FaultLog)
    now_s: float = 0.0
    lines: list[LogEntry] = field(default_factory=list)

    def see(self, look: Look) -> None:
        self.now_s += look.gap_s
        self.log = self.log.looked(look.there, self.now_s)
        if look.is_followed:
            self._write(self.log.summed())

    def end(self) -> None:
        there = self.log._seen
        self._write(self.log.looked(there, self.now_s, is_last=True).summed())

    def _write(self, log: FaultLog) -> None:
        self.lines += log.waiting
        self.log = log.written()

    def counts(self) -> Counter[tuple[str, str]]:
        counts: Counter[tuple[str, str]] = Counter()
        for line in self.lines:
            counts[line.kind, line.subject] += line.times
        return counts


def shown(all_looks: list[Look]) -> Told:
    told = Told()
    for look in all_looks:
        told.see(look)
    told.end()
    return told


def happened(all_looks: list[Look]) -> Counter[tuple[str, str]]:
    """The counts by a look at neighbours only: what is new came, what is missing went."""
    counts: Counter[tuple[str, str]] = Counter()
    for before, after in pairwise([(), *(look.there for look in all_looks)]):
        is_copy_ill = any(each.comes.kind == "copy" for each in after)
        moved = [each.comes for each in after if each not in before]
        moved += [
            each.goes
            for each in before
            if each not in after and not (each.goes.kind == "copy" and is_copy_ill)
        ]
        counts.update((line.kind, line.subject) for line in moved)
    return counts


@pytest.mark.promise("ERR-1")
@given(st.lists(looks(), max_size=60))
def test_every_coming_and_going_is_counted(all_looks: list[Look]) -> None:
    assert shown(all_looks).counts() == happened(all_looks)


@given(st.lists(looks(), max_size=60))
def test_the_last_line_of_each_says_whether_it_is_there(all_looks: list[Look]) -> None:
    told = shown(all_looks)
    last: dict[str, bool] = {}
    for line in told.lines:
        if line.kind in ("door_opened", "door_closed"):
            last["door"] = line.kind == "door_opened"
        elif line.kind in ("key_on", "key_off"):
            last["key"] = line.kind == "key_on"
        elif line.subject == "coin":
            last["coin"] = line.kind == "fault"
    there = {each.key.split()[0] for each in told.log._seen}
    assert {name for name, is_there in last.items() if is_there} == there & {"door", "key", "coin"}


@given(st.lists(looks(), max_size=60))
def test_nothing_waits_longer_than_its_minute(all_looks: list[Look]) -> None:
    told = Told()
    for look in all_looks:
        told.see(look)
        due_s = told.log.due_s()
        assert due_s is None or told.now_s < due_s <= told.now_s + PAIR_S
