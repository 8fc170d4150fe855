"""A whole evening beside a fleet's broker: told from the first boot to the goodbye, and no wait."""

from __future__ import annotations

import json
import socket
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from mosquitto_bench import HERE, PASSWORD, USER, Listener, Mosquitto, needs_mosquitto

from firmware.app import kiosk
from firmware.app.build import fair
from firmware.app.fleet import NoFleet, fleet_of
from firmware.clock import MonotonicClock, VirtualClock
from firmware.config import Config, MqttTable, load_config
from firmware.events import FleetChanged
from firmware.ledger.ledger import Ledger
from firmware.screens import window
from firmware.screens.canvas import plain_surface


class PatientWindow:
    """Closed as soon as something has happened."""

    driver = "dummy"

    def __init__(self, is_over: Callable[[], bool]) -> None:
        self.surface = plain_surface((640, 360))
        self._is_over = is_over

    def intents(self) -> Iterator[window.Intent]:
        if self._is_over():
            yield window.Quit()

    def has_intents(self) -> bool:
        return False

    def present(self, regions: object) -> None:
        pass

    def close(self) -> None:
        pass


def evening(
    folder: Path, monkeypatch: pytest.MonkeyPatch, mqtt: MqttTable, is_over: Callable[[], bool]
) -> None:
    @contextmanager
    def opened(config: Config, *, windowed: bool) -> Iterator[PatientWindow]:
        yield PatientWindow(is_over)

    monkeypatch.setattr(kiosk, "_window", opened)
    monkeypatch.setattr(kiosk.Kiosk, "_thinker", lambda *_: kiosk.NoThinker())
    silent = load_config().sound.model_copy(update={"enabled": False})
    config = load_config().model_copy(update={"sound": silent, "mqtt": mqtt})
    kiosk.Kiosk(config, folder / "data", fair(), MonotonicClock()).run(windowed=True)


def table(folder: Path, port: int) -> MqttTable:
    secret = folder / "password"
    secret.write_text(PASSWORD)
    return MqttTable(
        host=HERE,
        port=port,
        tls=False,
        username=USER,
        password_file=str(secret),
        cabinet="uno",
    )


@needs_mosquitto
def test_an_evening_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broker = Mosquitto(tmp_path)
    broker.start()
    listener = Listener(broker)
    mqtt = table(tmp_path, broker.port)

    def has_heard_all() -> bool:
        found = [json.loads(text)["slots"] for text in listener.of("/health")]
        return bool(listener.of("/events") and found) and "coin" in found[-1]

    evening(tmp_path, monkeypatch, mqtt, has_heard_all)
    listener.close()
    broker.stop()
    assert listener.of("/online") == ["1", "0"]
    assert json.loads(listener.of("/events")[0])["kind"] == "boot"
    assert json.loads(listener.of("/meters")[-1])["meters"]["power_ups"] == 1


def test_a_broker_that_takes_the_line_and_says_nothing_stops_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks = iter(range(10))
    with socket.create_server((HERE, 0)) as silent:
        mqtt = table(tmp_path, silent.getsockname()[1])
        evening(tmp_path, monkeypatch, mqtt, lambda: next(looks) == 5)
    ledger = Ledger.open(tmp_path / "data", clock=VirtualClock(), executor=None, is_test=False)
    ledger.close()
    assert ledger.meters["unclean_boots"] == 0


def test_what_must_be_mended_reaches_the_cabinet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[str] = []
    post = kiosk.Machine.post

    def watched(self: kiosk.Machine, event: object) -> None:
        if isinstance(event, FleetChanged):
            heard.append(event.problem)
        post(self, event)  # type: ignore[arg-type]

    monkeypatch.setattr(kiosk.Machine, "post", watched)
    mqtt = table(tmp_path, 1)
    (tmp_path / "password").unlink()
    evening(tmp_path, monkeypatch, mqtt, lambda: bool(heard))
    assert heard[0].endswith("make it readable for the user of the cabinet")


def test_without_a_broker_nothing_of_the_network_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("firmware.app.mqtt_fleet", "firmware.app.mqtt", "paho"):
        monkeypatch.setitem(sys.modules, module, None)  # loading one would raise
    fleet = fleet_of(MqttTable(), None, MonotonicClock(), lambda: None)
    assert isinstance(fleet, NoFleet)
