"""`cabinato doctor` as a person or a script meets it."""

import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path

import pytest

from firmware.app.selftest import Finding, Part
from firmware.app.status import SlotStatus, StatusFile
from firmware.assets import shipped_config
from firmware.cabinet.state import CabinetState, DeviceState
from firmware.catalogue import Catalogue
from firmware.cli import main
from firmware.cli.doctor import _machine, examined, slot_line
from firmware.clock import MonotonicClock, VirtualClock
from firmware.config import load_config
from firmware.device_words import health_words
from firmware.events import Health, LineCounts
from firmware.hardware.acceptor_emulator import AcceptorEmulator
from firmware.hardware.host_facts import HostFacts
from firmware.hardware.pty_line import EmulatorHost
from firmware.hardware.scripted_facts import ScriptedFacts
from firmware.ledger.lock import hold
from firmware.words import Language

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _run_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path / "run"))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    made = tmp_path / "data"
    made.mkdir()
    return made


def report(capsys: Capture, *words: str) -> tuple[int, dict[str, object], dict[str, dict]]:  # type: ignore[type-arg]
    code = main.run(["doctor", "--json", *words])
    told = json.loads(capsys.readouterr().out)
    return code, told, {f"{line['part']} {line['name']}".strip(): line for line in told["lines"]}


def real_config(folder: Path, port: Path) -> Path:
    """The shipped configuration on real pins, with the coin unit at `port`."""
    text = shipped_config().read_text()
    for old, new in (
        ('mode = "simulated"', 'mode = "real"'),
        ('pin_factory = "mock"', 'pin_factory = "lgpio"'),
        ('port = "emulator"', f'port = "{port}"'),
    ):
        assert old in text
        text = text.replace(old, new, 1)
    made = folder / "real.toml"
    made.write_text(text)
    return made


@contextmanager
def acceptor(link: Path) -> Iterator[AcceptorEmulator]:
    """An emulated acceptor that answers on its own."""
    unit, clock, is_over = AcceptorEmulator(), MonotonicClock(), threading.Event()
    host = EmulatorHost(unit, link)

    def serve() -> None:
        while not is_over.wait(0.002):
            host.pump(clock.now_s())

    server = threading.Thread(target=serve)
    server.start()
    try:
        yield unit
    finally:
        is_over.set()
        server.join()
        host.close()


@pytest.mark.parametrize("health", Health)
def test_every_health_is_told_with_its_words(health: Health) -> None:
    catalogue = Catalogue.load(Language.EN, strict=True)
    line = slot_line("coin", SlotStatus(health), catalogue)
    words = health_words(catalogue, health)
    assert (line.state, line.todo) == (health.value, words.todo)
    assert line.what == f"{words.name}: {words.what}"
    assert line.is_well is (health.value in ("off", "closed", "ready"))
    assert set(line.counts) == {each.name for each in fields(LineCounts)}


def test_a_simulated_machine_is_well_and_asks_nobody(capsys: Capture, data: Path) -> None:
    code, told, lines = report(capsys, "--data", str(data))
    assert (code, told["ok"]) == (0, True)
    assert lines["pins"]["state"] == lines["slot coin"]["state"] == "simulated"
    assert lines["ledger"]["state"] == "none"
    assert lines["slot note"]["state"] == "off"


def test_the_keys_of_a_line(capsys: Capture, data: Path) -> None:
    _, told, lines = report(capsys, "--data", str(data))
    assert list(told) == ["ok", "lines"]
    keys = {"part", "name", "ok", "state", "detail", "what", "todo", "counts"}
    assert all(set(line) == keys for line in lines.values())


def test_beside_a_running_cabinet_it_tells_what_that_one_told(capsys: Capture, data: Path) -> None:
    lock = hold(data)
    devices = {"coin": DeviceState(Health.JAM, "6", counts=LineCounts(polls=9))}
    StatusFile(data, VirtualClock()).publish(CabinetState(devices=devices))
    code, _, lines = report(capsys, "--data", str(data))
    os.close(lock)
    assert code == 1
    assert (lines["slot coin"]["state"], lines["slot coin"]["detail"]) == ("jam", "6")
    assert lines["slot coin"]["counts"]["polls"] == 9
    assert lines["cabinet"]["state"] == "running"


def test_a_cabinet_that_tells_nothing_is_not_called_well(capsys: Capture, data: Path) -> None:
    lock = hold(data)
    code, _, lines = report(capsys, "--data", str(data))
    os.close(lock)
    assert code == 1
    assert lines["cabinet"]["state"] == lines["slot coin"]["state"] == "unknown"


def test_a_unit_that_answers_is_found_and_stays_closed(
    capsys: Capture, data: Path, tmp_path: Path
) -> None:
    with acceptor(tmp_path / "unit") as unit:
        config = real_config(tmp_path, tmp_path / "unit")
        code, _, lines = report(capsys, "--data", str(data), "--config", str(config))
        unit.insert(100, MonotonicClock().now_s())
    assert code == 1  # no header here
    assert lines["pins"]["state"] == "fault"
    assert lines["pins"]["todo"]
    assert lines["slot coin"]["state"] == "closed"
    assert unit.in_box_minor == 0


def test_an_adapter_that_is_not_there_is_named(capsys: Capture, data: Path, tmp_path: Path) -> None:
    config = real_config(tmp_path, tmp_path / "nothing")
    code, _, lines = report(capsys, "--data", str(data), "--config", str(config))
    assert code == 1
    assert lines["slot coin"]["state"] == "unplugged"
    assert lines["slot coin"]["detail"] == str(tmp_path / "nothing")


def test_a_configuration_that_cannot_be_used_exits_2(capsys: Capture, tmp_path: Path) -> None:
    broken = tmp_path / "broken.toml"
    broken.write_text("[cabinet]\n")
    assert main.run(["doctor", "--config", str(broken)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "broken.toml" in captured.err


def test_a_misspelt_option_is_offered_as_it_is_spelt(capsys: Capture) -> None:
    with pytest.raises(SystemExit) as stop:
        main.run(["doctor", "--jsn"])
    assert stop.value.code == 2
    assert "did you mean '--json'?" in capsys.readouterr().err


MACHINE = [
    "model", "uptime", "temperature", "power", "speed", "memory", "disk", "writes", "storage",
    "wear", "system", "clock",
]  # fmt: skip


@pytest.fixture
def facts(monkeypatch: pytest.MonkeyPatch) -> ScriptedFacts:
    """A machine that is told what it is like."""
    told = ScriptedFacts()
    monkeypatch.setattr(HostFacts, "read", lambda _: told.read())
    return told


@pytest.mark.usefixtures("facts")
def test_a_person_gets_one_line_each(capsys: Capture, data: Path) -> None:
    assert main.run(["doctor", "--data", str(data)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0].split(None, 1) for line in lines] == [
        ["ok", "configuration"],
        ["ok", "program"],
        ["ok", "chance"],
        *(["ok", part] for part in MACHINE),
        ["ok", "broker"],
        ["ok", "pins"],
        ["ok", "ledger"],
        ["ok", "slot coin"],
        ["ok", "slot note"],
    ]


# --- what the machine tells of itself ---------------------------------------------------------


def test_what_the_machine_tells_is_said_with_its_value(
    capsys: Capture, data: Path, facts: ScriptedFacts
) -> None:
    facts.tell("temperature_c", "51.25")
    _, _, lines = report(capsys, "--data", str(data))
    assert (lines["temperature"]["state"], lines["temperature"]["detail"]) == ("good", "51,2 °C")


def test_what_the_machine_does_not_tell_has_no_line(
    capsys: Capture, data: Path, facts: ScriptedFacts
) -> None:
    facts.tell("temperature_c", "none")
    _, _, lines = report(capsys, "--data", str(data))
    assert "temperature" not in lines


@pytest.mark.parametrize(
    ("name", "text", "part", "state"),
    [
        ("temperature_c", "80", "temperature", "hot"),
        ("under_voltage_since_boot", "on", "power", "under_voltage"),
        ("throttled", "on", "speed", "slow"),
        ("memory_free_bytes", "1000000", "memory", "memory_low"),
        ("disk_free_bytes", "63000000", "disk", "disk_low"),
        ("disk_read_only", "on", "writes", "disk_read_only"),
        ("storage_worn_percent", "90", "wear", "storage_worn"),
        ("year", "1970", "clock", "clock_unset"),
    ],
)
def test_trouble_of_a_real_cabinet_is_named_with_what_to_do(
    name: str, text: str, part: str, state: str, data: Path, facts: ScriptedFacts
) -> None:
    facts.tell(name, text)
    shipped = load_config()
    hardware = shipped.hardware.model_copy(update={"mode": "real"})
    lines = _machine(shipped.model_copy(update={"hardware": hardware}), data)
    wrong = [line for line in lines if not line.is_well]
    assert [(line.part, line.state) for line in wrong] == [(part, state)]
    assert wrong[0].todo != "Nothing."


def test_a_pc_that_plays_a_cabinet_may_be_hot(
    capsys: Capture, data: Path, facts: ScriptedFacts
) -> None:
    facts.tell("temperature_c", "93")
    code, _, lines = report(capsys, "--data", str(data))
    assert (code, lines["temperature"]["ok"], lines["temperature"]["state"]) == (0, True, "hot")


@pytest.mark.usefixtures("facts")
def test_a_disk_that_is_full_has_the_line_of_the_lock(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = Finding(Part.DISK, False, "full", "", "It is full.")
    monkeypatch.setattr("firmware.app.selftest.disk_space", lambda _: full)
    disk = [line for line in examined(load_config(), data) if line.part == "disk"]
    assert [line.state for line in disk] == ["full"]
