"""What `cabinato doctor` says of a fleet's broker."""

from __future__ import annotations

from pathlib import Path

import pytest
from mosquitto_bench import (
    HERE,
    PASSWORD,
    USER,
    Listener,
    Mosquitto,
    certificates,
    free_port,
    needs_mosquitto,
)

from firmware.assets import shipped_config
from firmware.cli.doctor import Line, examined
from firmware.config import Config, load_config, parse_config


def configured(folder: Path, port: int, password: str = PASSWORD, tls: str = "false") -> Config:
    secret = folder / "password"
    secret.write_text(password)
    text = shipped_config().read_text(encoding="utf-8")
    for old, new in (
        ('host = ""', f'host = "{HERE}"\nport = {port}'),
        ("tls = true", f"tls = {tls}"),
        ('username = ""', f'username = "{USER}"'),
        ('password_file = ""', f'password_file = "{secret}"'),
        ('cabinet = ""', 'cabinet = "uno"'),
    ):
        assert old in text
        text = text.replace(old, new, 1)
    return parse_config(text)


def line(config: Config, folder: Path) -> Line:
    (found,) = (each for each in examined(config, folder / "data") if each.part == "broker")
    return found


def test_without_a_broker_it_is_off_and_well(tmp_path: Path) -> None:
    found = line(load_config(), tmp_path)
    assert (found.state, found.is_well) == ("off", True)


def test_a_broker_that_is_not_there_is_told_with_what_to_check(tmp_path: Path) -> None:
    port = free_port()
    found = line(configured(tmp_path, port), tmp_path)
    assert (found.state, found.is_well) == ("unreachable", False)
    assert found.what == f"the broker {HERE}:{port} cannot be reached: Connection refused"
    assert found.todo == "check mqtt.host, mqtt.port and the network"


def test_what_is_missing_on_our_side_is_a_fault(tmp_path: Path) -> None:
    config = configured(tmp_path, free_port())
    (tmp_path / "password").unlink()
    found = line(config, tmp_path)
    assert (found.state, found.todo) == (
        "fault",
        "make it readable for the user of the cabinet",
    )


@needs_mosquitto
def test_a_broker_that_takes_the_password_is_reachable_and_told_nothing(tmp_path: Path) -> None:
    broker = Mosquitto(tmp_path)
    broker.start()
    listener = Listener(broker)
    found = line(configured(tmp_path, broker.port), tmp_path)
    listener.close()
    broker.stop()
    assert (found.state, found.is_well, listener.heard) == ("reachable", True, [])


@needs_mosquitto
def test_refused_credentials_are_told(tmp_path: Path) -> None:
    broker = Mosquitto(tmp_path)
    broker.start()
    found = line(configured(tmp_path, broker.port, password="wrong"), tmp_path)
    broker.stop()
    assert (found.state, found.is_well) == ("refused", False)
    assert "mqtt.password_file" in found.todo


@needs_mosquitto
@pytest.mark.parametrize(("is_there", "tls"), [(True, "false"), (False, "true")])
def test_tls_on_one_side_only_names_the_key(tmp_path: Path, is_there: bool, tls: str) -> None:
    broker = Mosquitto(tmp_path, certificates(tmp_path) if is_there else None)
    broker.start()
    found = line(configured(tmp_path, broker.port, tls=tls), tmp_path)
    broker.stop()
    assert found.state == "unreachable"
    assert "mqtt.tls" in found.todo
