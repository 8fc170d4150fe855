"""The clerk looks rounds and events up in an open ledger, on its thread."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event as Flag

import pytest

from firmware.app.clerk import CANNOT, DeskClerk
from firmware.app.desk_jobs import doers
from firmware.clock import VirtualClock
from firmware.errors import LedgerError
from firmware.jobs import FindRounds, Job, JobDone, LogRead, ReadLog, RoundsFound
from firmware.ledger import round_search
from firmware.ledger.ledger import Ledger
from firmware.log import LogEntry, LogKind
from firmware.money import GameId
from firmware.operator.lookup import RoundSearch
from firmware.transaction import RoundRecord, Transaction

ANSWER_S = 20.0


@pytest.fixture
def threaded(tmp_path: Path) -> Iterator[Ledger]:
    """A test ledger with its own thread, and three rounds of which no record can be read."""
    with ThreadPoolExecutor(1) as executor:
        ledger = Ledger.open(
            tmp_path / "ledger", clock=VirtualClock(), executor=executor, is_test=True
        )
        for number in (1, 2, 3):
            record = RoundRecord(number, GameId.JOKER_POKER, "{}", is_over=True)
            ledger.commit(Transaction(round=record)).result()
        yield ledger
        ledger.close()


@pytest.fixture
def inline(tmp_path: Path) -> Iterator[Ledger]:
    ledger = Ledger.open(tmp_path / "ledger", clock=VirtualClock(), executor=None, is_test=True)
    yield ledger
    ledger.close()


def answered(ledger: Ledger, wish: FindRounds | ReadLog) -> object:
    told = Flag()
    clerk = DeskClerk(doers(ledger), told.set)
    clerk.ask(Job(1, wish), 0.0)
    assert told.wait(ANSWER_S)
    (done,) = clerk.pump(0.0)
    assert isinstance(done, JobDone)
    return done.answer


def test_a_round_is_found_beside_the_loop(threaded: Ledger) -> None:
    found = answered(threaded, FindRounds())
    assert isinstance(found, RoundsFound)
    assert found.round is not None
    assert found.round.number == 3


def test_a_search_of_several_stretches_ends(
    threaded: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(round_search, "STRETCH", 1)
    found = answered(threaded, FindRounds(least_gain=10))
    assert isinstance(found, RoundsFound)
    assert (found.round, found.newest) == (None, 3)


def test_events_are_read_where_nobody_has_a_thread(inline: Ledger) -> None:
    inline.commit(Transaction(log=(LogEntry(LogKind.DOOR_OPENED),))).result()
    read = answered(inline, ReadLog())
    assert isinstance(read, LogRead)
    assert [line.kind for line in read.lines] == ["door_opened", "boot"]


def test_a_goodbye_ends_a_search(inline: Ledger) -> None:
    inline.close()
    assert answered(inline, FindRounds()) == CANNOT


def test_a_ledger_that_cannot_be_read_is_told_of(
    inline: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise LedgerError("the disk is gone")

    monkeypatch.setattr(RoundSearch, "step", broken)
    assert answered(inline, FindRounds()) == CANNOT


def test_without_a_ledger_there_is_nobody() -> None:
    clerk = DeskClerk(doers(None))
    clerk.ask(Job(1, FindRounds()), 0.0)
    assert clerk.pump(0.0) == (JobDone(1, CANNOT),)


def test_a_new_search_ends_the_one_before(
    threaded: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first would go on for ever."""
    whole, looks = RoundSearch.step, []

    def endless(search: RoundSearch, ledger: object) -> RoundsFound | None:
        looks.append(search)
        return None if search._wish.day else whole(search, ledger)  # type: ignore[arg-type]

    monkeypatch.setattr(RoundSearch, "step", endless)
    told = Flag()
    clerk = DeskClerk(doers(threaded), told.set)
    clerk.ask(Job(1, FindRounds(day="2026-01-01")), 0.0)
    clerk.ask(Job(2, FindRounds()), 0.0)
    assert told.wait(ANSWER_S)
    (done,) = clerk.pump(0.0)
    assert isinstance(done, JobDone)
    assert done.number == 2
    threaded.ask(lambda _: None).result()  # what was on its way is through
    before = len(looks)
    threaded.ask(lambda _: None).result()
    threaded.ask(lambda _: None).result()
    assert len(looks) == before
