"""The errands of the operator's pages: each answered, none waited for by the loop."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from firmware.app.clerk import Progress
from firmware.app.errands import Errands
from firmware.app.host import CLOCK_SET, RESTARTING, SWITCHING_OFF, Ending, Host, PcHost
from firmware.app.stick import BooksTaken, Trouble
from firmware.config import Config, load_config
from firmware.errors import ConfigError, HostError
from firmware.jobs import Answer, Done, ExportBooks, Failed, PowerOff, Restart, SetClock
from firmware.words import Message

SOON_S = 30.0
"""How long an answer that comes at once is waited for on a loaded machine."""
TAKEN = BooksTaken("cabinato-bar-row-9", 11, 4096, 2, 9, is_proven=True)


class ObedientHost(PcHost):
    """A machine whose clock can be set."""

    def __init__(self) -> None:
        self.clock: datetime | None = None

    def set_clock(self, wall: datetime) -> None:
        self.clock = wall


class DeafHost(PcHost):
    """A machine that nobody can ask."""

    def verify(self) -> None:
        raise HostError("nobody hears", Message("host.not_installed"))


class Desk:
    """Errands, and what was asked of the kiosk."""

    def __init__(
        self, host: Host | None = None, export: Callable[..., BooksTaken] = lambda *_: TAKEN
    ) -> None:
        self.endings: list[Ending] = []
        self.moved: list[int] = []
        machine = PcHost() if host is None else host
        self.doers = Errands(
            Path("/ledger"), load_config(), machine, self.endings.append, export
        ).doers()

    def answer(self, wish: Any) -> Answer:
        return self.doers[type(wish)](wish, self.moved.append).result(SOON_S)


@pytest.mark.parametrize(
    ("wish", "ending", "told"),
    [
        (PowerOff(), Ending.POWER_OFF, SWITCHING_OFF),
        (Restart(), Ending.RESTART, RESTARTING),
    ],
)
def test_the_evening_ends_as_the_operator_wants(
    wish: object, ending: Ending, told: Message
) -> None:
    desk = Desk()
    assert desk.answer(wish) == Done(told)
    assert desk.endings == [ending]


def test_no_evening_ends_for_a_machine_that_cannot_be_switched_off() -> None:
    desk = Desk(DeafHost())
    assert desk.answer(PowerOff()) == Failed(Message("host.not_installed"))
    assert desk.endings == []


def test_the_clock_is_set_to_what_the_operators_watch_shows() -> None:
    host = ObedientHost()
    assert Desk(host).answer(SetClock("2026-11-30T15:04:00")) == Done(CLOCK_SET)
    assert host.clock == datetime(2026, 11, 30, 15, 4)


def test_a_time_that_is_none_is_refused() -> None:
    answer = Desk(ObedientHost()).answer(SetClock("25:00"))
    assert isinstance(answer, Failed)
    assert answer.why.key == "host.refused"


def test_the_books_are_taken_home_and_how_far_they_are_is_told() -> None:
    def export(ledger: Path, config: Config, host: Host, progress: Progress) -> BooksTaken:
        assert ledger == Path("/ledger")
        progress(40)
        return TAKEN

    desk = Desk(export=export)
    assert desk.answer(ExportBooks()) == Done(TAKEN.told)
    assert desk.moved == [40]


def test_trouble_with_the_stick_is_the_answer() -> None:
    def export(*_: object) -> BooksTaken:
        raise Trouble.FULL.error("No space left")

    answer = Desk(export=export).answer(ExportBooks())
    assert isinstance(answer, Failed)
    assert answer.why.key == Trouble.FULL


def test_who_asks_again_while_the_books_are_on_their_way_hears_of_the_same() -> None:
    may_end, runs = Event(), list[int]()

    def export(_ledger: Path, _config: Config, _host: Host, progress: Progress) -> BooksTaken:
        runs.append(1)
        may_end.wait(SOON_S)
        progress(50)
        return TAKEN

    desk = Desk(export=export)
    second: list[int] = []
    do = desk.doers[ExportBooks]
    first = do(ExportBooks(), desk.moved.append)
    again = do(ExportBooks(), second.append)
    may_end.set()
    assert first.result(SOON_S) == again.result(SOON_S) == Done(TAKEN.told)
    assert (len(runs), desk.moved, second) == (1, [], [50])


def test_the_stick_can_be_asked_for_a_second_time() -> None:
    desk = Desk()
    assert desk.answer(ExportBooks()) == desk.answer(ExportBooks()) == Done(TAKEN.told)


def test_an_error_that_nobody_expected_is_not_swallowed() -> None:
    def export(*_: object) -> BooksTaken:
        raise ConfigError(["no home"])

    with pytest.raises(ConfigError):
        Desk(export=export).answer(ExportBooks())
