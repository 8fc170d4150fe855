"""A real Mosquitto is told of a cabinet: meters, health, and every event once over an outage."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest
from joker_evening import temporary_folder
from money import coin
from mosquitto_bench import (
    HERE,
    PASSWORD,
    USER,
    Certificates,
    Listener,
    Mosquitto,
    certificates,
    free_port,
    needs_mosquitto,
    until,
)

from firmware.app.fleet import NoFleet, fleet_of
from firmware.app.mqtt_fleet import CURSOR, MqttFleet, Pace, health_of
from firmware.cabinet.state import CabinetState, DeviceState, Fault, FaultName
from firmware.clock import MonotonicClock
from firmware.config import MqttTable
from firmware.events import Health, LineCounts
from firmware.facts import MachineFacts, Reserve
from firmware.ledger.ledger import Ledger
from firmware.log import LogEntry, LogKind
from firmware.operator.books import books_of
from firmware.operator.telemetry import Cursor
from firmware.transaction import Transaction

PACE = Pace(pause_s=0.02, retries_s=(1, 1), goodbye_s=5.0)
NAME = "bar-roma-1"
ONLINE, METERS, HEALTH, EVENTS = (
    f"cabinato/{NAME}/{what}" for what in ("online", "meters", "health", "events")
)


@pytest.fixture
def folder() -> Iterator[Path]:
    with temporary_folder() as name:
        yield Path(name)


@pytest.fixture(scope="module")
def tls(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    return certificates(tmp_path_factory.mktemp("tls"))


@contextmanager
def running(folder: Path, tls: Certificates | None = None) -> Iterator[Mosquitto]:
    place = folder / "broker"
    place.mkdir(exist_ok=True)
    broker = Mosquitto(place, tls)
    broker.start()
    try:
        yield broker
    finally:
        broker.stop()


@pytest.fixture
def broker(folder: Path) -> Iterator[Mosquitto]:
    with running(folder) as made:
        yield made


@pytest.fixture
def listener(broker: Mosquitto) -> Iterator[Listener]:
    made = Listener(broker)
    yield made
    made.close()


def table(folder: Path, port: int, password: str = PASSWORD, **more: object) -> MqttTable:
    secret = folder / "password"
    secret.write_text(f"{password}\n")
    chosen = {"host": HERE, "port": port, "tls": False, "username": USER, "cabinet": NAME}
    return MqttTable.model_validate({**chosen, "password_file": str(secret), **more})


class Cabinet:
    """A ledger and who tells of it.

    Attributes:
        problems: what the loop was told.
        rung: set whenever the loop was to wake.
    """

    def __init__(self, folder: Path, chosen: MqttTable, pace: Pace = PACE) -> None:
        self.executor = ThreadPoolExecutor(1)
        self.ledger = Ledger.open(
            folder / "ledger", clock=MonotonicClock(), executor=self.executor, is_test=True
        )
        self.rung = threading.Event()
        self.state = CabinetState()
        self.problems: list[str] = []
        self.fleet = MqttFleet(chosen, self.ledger, MonotonicClock(), self.rung.set, pace)
        self.fleet.start()
        self.fleet.publish(self.state)

    def log(self, *kinds: LogKind) -> None:
        self.tell(Transaction(log=tuple(map(LogEntry, kinds))))

    def tell(self, transaction: Transaction) -> None:
        self.ledger.commit(transaction).result()
        self.fleet.publish(self.state)

    def become(self, state: CabinetState) -> None:
        self.state = state
        self.fleet.publish(state)

    def look(self) -> list[str]:
        """What the loop was told so far."""
        self.problems += [change.problem for change in self.fleet.pump()]
        return self.problems

    def acknowledged_row(self) -> int:
        """Up to which row the broker has the events."""
        kept = self.ledger.folder / CURSOR
        cursor = Cursor.parse(kept.read_text()) if kept.exists() else None
        return 0 if cursor is None else cursor.row

    def close(self) -> None:
        self.fleet.close()
        self.ledger.close()
        self.executor.shutdown()


@contextmanager
def cabinet(folder: Path, chosen: MqttTable, pace: Pace = PACE) -> Iterator[Cabinet]:
    made = Cabinet(folder, chosen, pace)
    with ExitStack() as stack:
        stack.callback(made.close)
        yield made


def ids(listener: Listener) -> list[tuple[int, int]]:
    events = map(json.loads, listener.of("/events"))
    return [(event["sequence"], event["line"]) for event in events]


# --- without a broker -----------------------------------------------------------------------------


def test_without_a_host_nobody_tells(folder: Path) -> None:
    made = fleet_of(MqttTable(), None, MonotonicClock(), lambda: None)
    made.publish(CabinetState())
    assert (type(made), made.pump()) == (NoFleet, ())
    made.close()


def test_an_unreachable_broker_is_no_fault_and_the_goodbye_is_short(folder: Path) -> None:
    with cabinet(folder, table(folder, free_port())) as made:
        until(lambda: made.fleet._thread.is_alive(), "the thread")
        made.log(LogKind.DOOR_OPENED)
    assert made.look() == []
    assert not made.fleet._thread.is_alive()


def test_a_package_that_is_missing_is_named_with_what_to_install(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "paho.mqtt.client", None)
    with cabinet(folder, table(folder, free_port())) as made:
        assert made.rung.wait(20)
        assert made.look() == [
            "the package paho-mqtt, 2.1 or newer, is not installed; "
            "install it with: pip install 'paho-mqtt>=2.1'"
        ]


def test_a_password_that_cannot_be_read_is_named(folder: Path) -> None:
    chosen = table(folder, free_port(), password_file=str(folder / "gone"))
    with cabinet(folder, chosen) as made:
        assert made.rung.wait(20)
        assert made.look() == [
            f"mqtt.password_file {folder / 'gone'}: No such file or directory; "
            "make it readable for the user of the cabinet"
        ]


class Deaf:
    """A broker that lets a cabinet in and acknowledges nothing."""

    def __init__(self) -> None:
        self._server = socket.create_server((HERE, 0))
        self.port: int = self._server.getsockname()[1]
        self.heard = b""
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    def _serve(self) -> None:
        line, _ = self._server.accept()
        with line:
            line.recv(4096)
            line.sendall(bytes([0x20, 2, 0, 0]))  # CONNACK: accepted
            while data := line.recv(4096):
                self.heard += data

    def close(self) -> None:
        self._thread.join()
        self._server.close()


def test_what_was_sent_and_not_acknowledged_is_not_told(folder: Path) -> None:
    deaf = Deaf()
    with cabinet(folder, table(folder, deaf.port), replace(PACE, goodbye_s=0.1)) as made:
        until(lambda: b'"kind":"boot"' in deaf.heard, "the event")
        kept = made.ledger.folder / CURSOR
    deaf.close()
    assert not kept.exists()


def test_nothing_is_sent_twice_while_it_waits_for_an_answer(folder: Path) -> None:
    deaf = Deaf()
    with cabinet(folder, table(folder, deaf.port), replace(PACE, goodbye_s=0.1)) as made:
        until(lambda: b'"kind":"boot"' in deaf.heard, "the event")
        made.become(CabinetState(faults=(Fault(FaultName.SOUND),)))
        until(lambda: b"S-01" in deaf.heard, "another look")
    deaf.close()
    assert deaf.heard.count(b'"kind":"boot"') == 1


# --- with a broker --------------------------------------------------------------------------------


@needs_mosquitto
def test_a_cabinet_is_online_until_it_says_goodbye(
    folder: Path, broker: Mosquitto, listener: Listener
) -> None:
    with cabinet(folder, table(folder, broker.port)):
        until(lambda: listener.of(ONLINE) == ["1"], "online")
    until(lambda: listener.of(ONLINE) == ["1", "0"], "goodbye")


@needs_mosquitto
def test_of_a_cabinet_that_falls_silent_the_broker_tells(
    folder: Path, broker: Mosquitto, listener: Listener
) -> None:
    with cabinet(folder, table(folder, broker.port)) as made:
        until(lambda: listener.of(ONLINE) == ["1"], "online")
        made.log(LogKind.DOOR_OPENED)
        until(lambda: len(ids(listener)) == 2, "the event")
        line = made.fleet._line
        assert line is not None
        cut = line._client.socket()
        assert cut is not None
        cut.shutdown(socket.SHUT_RDWR)
        until(lambda: "0" in listener.of(ONLINE), "the will")
        until(lambda: listener.of(ONLINE)[-1] == "1", "back again")


@needs_mosquitto
def test_who_comes_later_finds_online_meters_and_health_but_no_event(
    folder: Path, broker: Mosquitto
) -> None:
    first = Listener(broker)
    with cabinet(folder, table(folder, broker.port)):
        until(lambda: bool(first.of(EVENTS) and first.of(METERS) and first.of(HEALTH)), "told")
        first.close()
        late = Listener(broker)
        until(lambda: len(late.heard) >= 3, "retained")
        late.close()
    assert sorted(topic for topic, _, is_retained in late.heard if is_retained) == [
        HEALTH,
        METERS,
        ONLINE,
    ]


@needs_mosquitto
def test_the_meters_are_those_of_the_audit(
    folder: Path, broker: Mosquitto, listener: Listener
) -> None:
    with cabinet(folder, table(folder, broker.port)) as made:
        until(lambda: bool(listener.of(METERS)), "meters")
        made.tell(Transaction((coin(10),)))
        audited = json.loads(json.dumps(books_of(made.ledger).as_report()))
    until(lambda: len(listener.of(METERS)) >= 2, "the last meters")
    told = json.loads(listener.of(METERS)[-1])
    assert told.pop("at")
    assert told.pop("ledger") == made.ledger.name
    assert told == audited


@needs_mosquitto
def test_a_fault_is_told_when_it_comes_and_when_it_goes(
    folder: Path, broker: Mosquitto, listener: Listener
) -> None:
    with cabinet(folder, table(folder, broker.port)) as made:
        until(lambda: len(listener.of(HEALTH)) == 1, "health")
        made.become(CabinetState(faults=(Fault(FaultName.SOUND),)))
        until(lambda: len(listener.of(HEALTH)) == 2, "the fault")
        made.become(CabinetState())
        until(lambda: len(listener.of(HEALTH)) == 3, "no fault")
    told = [json.loads(text)["faults"] for text in listener.of(HEALTH)]
    assert [[fault["code"] for fault in each] for each in told] == [[], ["S-01"], []]


@needs_mosquitto
def test_over_an_outage_every_event_is_told_in_order_and_none_twice(
    folder: Path, broker: Mosquitto, listener: Listener
) -> None:
    with cabinet(folder, table(folder, broker.port)) as made:
        made.log(LogKind.DOOR_OPENED, LogKind.KEY_ON)
        until(lambda: made.acknowledged_row() == 2, "before the outage")
        broker.stop()
        for _ in range(100):
            made.log(LogKind.DOOR_CLOSED)
            made.tell(Transaction((coin(10),)))
        broker.start()
        until(lambda: len(ids(listener)) >= 103, "after the outage")
        made.log(LogKind.KEY_OFF)
        last = made.ledger.sequence, 0
        until(lambda: ids(listener)[-1] == last, "after all")
    assert ids(listener) == [
        (1, 0),
        (2, 0),
        (2, 1),
        *((row, 0) for row in range(3, 203, 2)),
        (203, 0),
    ]


@needs_mosquitto
def test_of_a_broker_that_goes_in_the_middle_nothing_is_lost(
    folder: Path, broker: Mosquitto, listener: Listener
) -> None:
    """What was on its way may come twice, by the same numbers."""
    with cabinet(folder, table(folder, broker.port)) as made:
        until(lambda: len(ids(listener)) == 1, "begun")
        lines = tuple(LogEntry(LogKind.COPY, f"no-{number}") for number in range(600))
        made.tell(Transaction(log=lines))
        until(lambda: len(ids(listener)) > 100, "in the middle")
        broker.stop()
        broker.start()
        until(lambda: len(set(ids(listener))) == 601, "all")
    assert sorted(set(ids(listener))) == [(1, 0), *((2, number) for number in range(600))]


@needs_mosquitto
def test_the_next_boot_goes_on_where_the_last_stopped(
    folder: Path, broker: Mosquitto, listener: Listener
) -> None:
    chosen = table(folder, broker.port)
    with cabinet(folder, chosen) as made:
        made.log(LogKind.DOOR_OPENED)
        until(lambda: made.acknowledged_row() == 2, "the first evening")
    with cabinet(folder, chosen):
        until(lambda: len(ids(listener)) == 4, "the second")
    kinds = [json.loads(text)["kind"] for text in listener.of(EVENTS)]
    assert kinds == ["boot", "door_opened", "stop", "boot"]


@needs_mosquitto
def test_after_a_power_cut_in_an_outage_its_events_follow(
    folder: Path, broker: Mosquitto, listener: Listener
) -> None:
    chosen = table(folder, broker.port)
    with cabinet(folder, chosen) as made:
        until(lambda: made.acknowledged_row() == 1, "the first boot")
        broker.stop()
        made.log(LogKind.DOOR_OPENED)
        made.ledger.abandon()
    broker.start()
    with cabinet(folder, chosen):
        until(lambda: len(ids(listener)) == 3, "the rest")
    kinds = [json.loads(text)["kind"] for text in listener.of(EVENTS)]
    assert kinds == ["boot", "door_opened", "boot"]


@needs_mosquitto
def test_a_wrong_password_is_a_fault_and_goes_when_it_is_right(
    folder: Path, broker: Mosquitto, listener: Listener
) -> None:
    with cabinet(folder, table(folder, broker.port, password="wrong")) as made:
        assert made.rung.wait(20)
        (problem,) = made.look()
    assert problem.startswith(f"the broker {HERE}:{broker.port} refuses the cabinet: ")
    assert listener.heard == []


# --- with TLS -------------------------------------------------------------------------------------


@needs_mosquitto
def test_a_broker_that_proves_itself_is_told(folder: Path, tls: Certificates) -> None:
    with running(folder, tls) as secret:
        chosen = table(folder, secret.port, tls=True, ca_file=str(tls.authority))
        with cabinet(folder, chosen) as made:
            until(lambda: made.acknowledged_row() == 1, "the boot")
            assert made.look() == []


@needs_mosquitto
def test_a_broker_that_nobody_trusts_is_told_nothing(folder: Path, tls: Certificates) -> None:
    with (
        running(folder, tls) as secret,
        cabinet(folder, table(folder, secret.port, tls=True)) as made,
    ):
        assert made.rung.wait(20)
        (problem,) = made.look()
    assert problem.startswith(f"the broker {HERE}:{secret.port} is not trusted: ")
    assert not (folder / "ledger" / CURSOR).exists()


# --- health ---------------------------------------------------------------------------------------


def test_health_tells_of_each_slot_what_it_counts_apart() -> None:
    device = DeviceState(health=Health.JAM, detail="x", counts=LineCounts(polls=7))
    ledger = cast("Ledger", SimpleNamespace(name="L", boot=3))
    told = health_of(replace(CabinetState(), devices={"coin": device}), ledger, "then")
    assert (told.slots["coin"]["health"], told.counts["coin"]["polls"]) == ("jam", 7)


def test_health_tells_what_the_machine_tells_of_itself() -> None:
    ledger = cast("Ledger", SimpleNamespace(name="L", boot=3))
    state = CabinetState(facts=MachineFacts(temperature_c=51.5, storage_reserve=Reserve.LOW))
    told = json.loads(health_of(state, ledger, "then").text("now"))["facts"]
    assert (told["temperature_c"], told["storage_reserve"], told["model"]) == (51.5, "low", None)
