"""What the service manager is told: when, and when it hears nothing any more."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from pathlib import Path

import pytest

from firmware.app.service import Notifier, Service, service_of, standing, watchdog_s
from firmware.cabinet.state import CabinetState, Fault, FaultName
from firmware.clock import VirtualClock

LIMIT_S = 10.0
WELL = CabinetState()


class LedgerThread(Executor):
    """Answers at once, until it hangs."""

    def __init__(self) -> None:
        self.hangs = False
        self.waiting: list[Future[None]] = []

    def submit(self, task: Callable[..., None], /, *_: object, **__: object) -> Future[None]:  # type: ignore[override]
        answer: Future[None] = Future()
        if self.hangs:
            self.waiting.append(answer)
        else:
            answer.set_result(task())
        return answer


class Manager:
    """A service manager on a socket of its own."""

    def __init__(self, address: str) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind("\0" + address[1:] if address.startswith("@") else address)
        self._socket.setblocking(False)
        self.address = address

    def heard(self) -> list[str]:
        """The lines since the last look."""
        lines: list[str] = []
        while True:
            try:
                lines += self._socket.recv(4096).decode().split("\n")
            except BlockingIOError:
                return lines

    def close(self) -> None:
        self._socket.close()


@pytest.fixture(params=["path", "abstract"])
def manager(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Manager]:
    abstract = f"@cabinato-test-{os.getpid()}-{tmp_path.name}"
    made = Manager(str(tmp_path / "notify") if request.param == "path" else abstract)
    yield made
    made.close()


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock(100.0)


@pytest.fixture
def ledger() -> LedgerThread:
    return LedgerThread()


@pytest.fixture
def service(manager: Manager, ledger: LedgerThread, clock: VirtualClock) -> Service:
    return Service(Notifier(manager.address), LIMIT_S, ledger, clock)


def beats(service: Service, manager: Manager, clock: VirtualClock, seconds: float) -> int:
    """Beats heard while a turn comes whenever one is due, for so long."""
    end_s = clock.now_s() + seconds
    manager.heard()
    heard = 0
    while (due_s := service.deadline_s()) is not None and max(due_s, clock.now_s()) < end_s:
        clock.advance_s(max(0.0, due_s - clock.now_s()))
        service.turned(WELL)
        heard += manager.heard().count("WATCHDOG=1")
    return heard


def test_nothing_is_told_before_the_first_turn(service: Service, manager: Manager) -> None:
    assert manager.heard() == []
    assert service.deadline_s() is None


def test_the_first_turn_says_ready_how_it_stands_and_that_it_lives(
    service: Service, manager: Manager
) -> None:
    service.turned(WELL)
    assert manager.heard() == ["READY=1", "STATUS=The cabinet is ready; no fault.", "WATCHDOG=1"]


def test_a_turn_with_nothing_new_is_silent(service: Service, manager: Manager) -> None:
    service.turned(WELL)
    manager.heard()
    service.turned(WELL)
    assert manager.heard() == []


def test_it_beats_four_times_within_the_limit(
    service: Service, manager: Manager, clock: VirtualClock
) -> None:
    service.turned(WELL)
    assert beats(service, manager, clock, 4 * LIMIT_S) in (15, 16)


def test_a_ledger_that_hangs_silences_it(
    service: Service, manager: Manager, clock: VirtualClock, ledger: LedgerThread
) -> None:
    service.turned(WELL)
    ledger.hangs = True
    assert beats(service, manager, clock, LIMIT_S) == 1  # of the last answer
    assert beats(service, manager, clock, 5 * LIMIT_S) == 0


def test_a_ledger_that_only_took_its_time_lets_it_beat_again(
    service: Service, manager: Manager, clock: VirtualClock, ledger: LedgerThread
) -> None:
    service.turned(WELL)
    ledger.hangs = True
    beats(service, manager, clock, LIMIT_S)
    ledger.hangs = False
    for answer in ledger.waiting:
        answer.set_result(None)
    assert beats(service, manager, clock, LIMIT_S) > 1


def test_a_fault_is_told_when_it_comes(service: Service, manager: Manager) -> None:
    service.turned(WELL)
    manager.heard()
    service.turned(CabinetState(faults=(Fault(FaultName.LEDGER_FULL),)))
    assert manager.heard() == ["STATUS=Play has stopped: ledger_full (L-02)."]


def test_a_fault_that_does_not_stop_play_is_told_so() -> None:
    state = CabinetState(faults=(Fault(FaultName.COIN, "coin"), Fault(FaultName.COIN, "note")))
    assert standing(state) == "The cabinet is ready; to look at: coin (C-01)."


def test_the_goodbye_is_told(service: Service, manager: Manager) -> None:
    service.stopping()
    assert manager.heard()[0] == "STOPPING=1"


def test_without_a_limit_nothing_beats(
    manager: Manager, ledger: LedgerThread, clock: VirtualClock
) -> None:
    service = Service(Notifier(manager.address), None, ledger, clock)
    service.turned(WELL)
    assert "WATCHDOG=1" not in manager.heard()
    assert service.deadline_s() is None


def test_a_manager_that_is_gone_is_not_missed(service: Service, manager: Manager) -> None:
    manager.close()
    if not manager.address.startswith("@"):
        Path(manager.address).unlink()
    service.turned(WELL)


def test_without_a_manager_nobody_is_asked(ledger: LedgerThread, clock: VirtualClock) -> None:
    service = service_of({"WATCHDOG_USEC": "10000000"}, ledger, clock)
    ledger.hangs = True
    service.turned(WELL)
    assert ledger.waiting == []
    assert service.deadline_s() is None


def test_no_process_of_ours_inherits_the_line(
    manager: Manager, ledger: LedgerThread, clock: VirtualClock
) -> None:
    environment = {
        "NOTIFY_SOCKET": manager.address,
        "WATCHDOG_USEC": "10000000",
        "WATCHDOG_PID": str(os.getpid()),
        "HOME": "/",
    }
    service_of(environment, ledger, clock).turned(WELL)
    assert environment == {"HOME": "/"}
    assert "WATCHDOG=1" in manager.heard()


@pytest.mark.parametrize(
    ("told", "limit_s"),
    [
        ({}, None),
        ({"WATCHDOG_USEC": "2500000"}, 2.5),
        ({"WATCHDOG_USEC": "2500000", "WATCHDOG_PID": "7"}, 2.5),
        ({"WATCHDOG_USEC": "2500000", "WATCHDOG_PID": "8"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({"WATCHDOG_USEC": "soon"}, None),
    ],
)
def test_the_limit_is_that_of_this_process(told: dict[str, str], limit_s: float | None) -> None:
    assert watchdog_s(told, 7) == limit_s
