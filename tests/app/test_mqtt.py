"""What keeps a line to a broker shut, in words; and the broker as it is configured."""

from __future__ import annotations

import errno
import os
import ssl
from pathlib import Path

import pytest

from firmware.app.mqtt import Broker, Line, broker_of, trouble_of
from firmware.config import MqttTable
from firmware.errors import BrokerError

BROKER = Broker("b", 8883)


def table(**keys: object) -> MqttTable:
    return MqttTable.model_validate({"host": "b", "cabinet": "uno", **keys})


def error(number: int) -> OSError:
    return OSError(number, os.strerror(number))


@pytest.mark.parametrize(
    ("keys", "port"), [({}, 8883), ({"tls": False}, 1883), ({"tls": False, "port": 99}, 99)]
)
def test_the_port_follows_from_tls_unless_it_is_named(keys: dict[str, object], port: int) -> None:
    assert broker_of(table(**keys)).port == port


def test_the_end_of_the_line_is_no_part_of_a_password(tmp_path: Path) -> None:
    (tmp_path / "p").write_bytes(b" two words \r\n")
    broker = broker_of(table(username="u", password_file=str(tmp_path / "p")))
    assert broker.password == " two words "


@pytest.mark.parametrize("text", [b"", b"\n", b"a\nb\n"])
def test_a_file_with_no_password_or_two_is_refused(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "p").write_bytes(text)
    with pytest.raises(BrokerError, match="not one line"):
        broker_of(table(username="u", password_file=str(tmp_path / "p")))


def test_a_password_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "p").write_bytes(b"\xff")
    with pytest.raises(BrokerError, match="not a text in UTF-8"):
        broker_of(table(username="u", password_file=str(tmp_path / "p")))


def test_a_password_is_never_shown() -> None:
    assert "sesame" not in repr(Broker("b", 1, password="sesame"))


@pytest.mark.parametrize("text", [None, "no certificate"])
def test_a_ca_file_that_is_none_is_named(tmp_path: Path, text: str | None) -> None:
    path = tmp_path / "ca.pem"
    if text is not None:
        path.write_text(text)
    with pytest.raises(BrokerError, match=f"mqtt.ca_file {path}"):
        Line(Broker("b", 1, is_tls=True, ca_file=path), "c", None, lambda: None)


@pytest.mark.parametrize("number", [errno.EAFNOSUPPORT, errno.EPERM])
def test_a_system_that_forbids_the_network_is_told_apart(number: int) -> None:
    trouble = trouble_of(BROKER, error(number))
    assert trouble.is_lasting
    assert "docs/mqtt.md" in trouble.text


@pytest.mark.parametrize("number", [errno.ECONNREFUSED, errno.ENETUNREACH, errno.ETIMEDOUT])
def test_an_outage_is_nothing_to_mend(number: int) -> None:
    trouble = trouble_of(BROKER, error(number))
    assert not trouble.is_lasting
    assert os.strerror(number) in trouble.text


@pytest.mark.parametrize("failure", [ssl.SSLEOFError(), ConnectionResetError()])
def test_a_broker_that_restarts_is_nothing_to_mend(failure: OSError) -> None:
    assert not trouble_of(BROKER, failure).is_lasting


def test_another_tls_is_to_be_mended() -> None:
    assert trouble_of(BROKER, ssl.SSLError(1, "[SSL] wrong version number")).is_lasting


def test_what_is_forgotten_is_not_taken_for_acknowledged() -> None:
    """Numbers of messages begin anew after 65535."""
    line = Line(BROKER, "c", None, lambda: None)
    line._published(line._client, None, 7, None, None)
    assert line.has({7})
    line.forget()
    assert not line.has({7})
