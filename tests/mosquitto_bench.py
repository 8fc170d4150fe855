"""A real Mosquitto, and somebody who listens there: for the tests of the fleet."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from paho.mqtt.client import Client, MQTTMessage, MQTTv311
from paho.mqtt.enums import CallbackAPIVersion

HERE = "127.0.0.1"
USER, PASSWORD = "cabinet", "open sesame"
LISTENER = "listener"
LONGEST_S = 20.0
PATH = f"{os.environ.get('PATH', '')}:/usr/sbin"
MOSQUITTO = shutil.which("mosquitto", path=PATH)
NOT_RUN = "not run: there is no Mosquitto here (apt-get install mosquitto)"

needs_mosquitto = pytest.mark.skipif(MOSQUITTO is None, reason=NOT_RUN)


def until(is_so: Callable[[], bool], what: str) -> None:
    """Wait for it; the limit only ends a test that has failed."""
    end_s = time.monotonic() + LONGEST_S
    while not is_so():
        assert time.monotonic() < end_s, what
        time.sleep(0.01)


def free_port() -> int:
    with socket.socket() as line:
        line.bind((HERE, 0))
        port: int = line.getsockname()[1]
        return port


@dataclass(frozen=True, slots=True)
class Certificates:
    """Of a broker at `HERE`, and of who signed it."""

    authority: Path
    broker: Path
    key: Path


def certificates(folder: Path) -> Certificates:
    made = Certificates(folder / "ca.pem", folder / "broker.pem", folder / "broker.key")
    curve = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")

    def openssl(*words: str | Path) -> None:
        subprocess.run(["openssl", "req", *words], check=True, capture_output=True)

    authority = ("-subj", "/CN=Bar Roma", "-days", "2", "-out", made.authority)
    openssl("-x509", *curve, "-keyout", folder / "ca.key", *authority)
    signed_by = ("-CA", made.authority, "-CAkey", folder / "ca.key")
    name = ("-subj", "/CN=broker", "-addext", f"subjectAltName=IP:{HERE}", "-days", "2")
    openssl("-x509", *curve, "-keyout", made.key, *signed_by, *name, "-out", made.broker)
    made.key.chmod(0o644)  # Mosquitto steps back from root before it reads it
    return made


class Mosquitto:
    """A broker on a free port that knows two users; what it holds survives its stop.

    Args:
        folder: for its files.
        tls: its certificates; None: it speaks in clear.
    """

    def __init__(self, folder: Path, tls: Certificates | None = None) -> None:
        assert MOSQUITTO is not None
        self.port = free_port()
        self._configuration = folder / "mosquitto.conf"
        passwords = folder / "passwords"
        passwords.touch()
        for user in (USER, LISTENER):
            words = ["mosquitto_passwd", "-b", str(passwords), user, PASSWORD]
            subprocess.run(words, check=True, capture_output=True)
        lines = [
            f"listener {self.port} {HERE}",
            "allow_anonymous false",
            f"password_file {passwords}",
            "persistence true",
            f"persistence_location {folder}/",
            "max_queued_messages 0",
            "user root",
        ]
        if tls is not None:
            lines += [f"certfile {tls.broker}", f"keyfile {tls.key}"]
        self._configuration.write_text("\n".join(lines) + "\n")
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        assert MOSQUITTO is not None
        words = [MOSQUITTO, "-c", str(self._configuration)]
        self._process = subprocess.Popen(
            words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        until(self._answers, "the broker did not start")

    def _answers(self) -> bool:
        try:
            socket.create_connection((HERE, self.port), 1).close()
        except OSError:
            return False
        return True

    def stop(self) -> None:
        """It goes as at a restart of its machine."""
        if self._process is not None:
            self._process.send_signal(signal.SIGTERM)
            self._process.wait(LONGEST_S)
            self._process = None


class Listener:
    """Hears everything, also what was told while it was away."""

    def __init__(self, broker: Mosquitto) -> None:
        self.heard: list[tuple[str, str, bool]] = []
        """Topic, text, whether it was retained."""
        self._is_listening = threading.Event()
        name = LISTENER
        client = Client(CallbackAPIVersion.VERSION2, name, clean_session=False, protocol=MQTTv311)
        client.username_pw_set(LISTENER, PASSWORD)
        client.reconnect_delay_set(1, 1)
        client.on_connect = lambda *_: client.subscribe("#", 1)
        client.on_subscribe = lambda *_: self._is_listening.set()
        client.on_message = self._hear
        client.connect(HERE, broker.port)
        client.loop_start()
        self._client = client
        assert self._is_listening.wait(LONGEST_S)

    def _hear(self, client: Client, data: object, message: MQTTMessage) -> None:
        told = message.topic, message.payload.decode(), message.retain
        if not (message.dup and told in self.heard):  # the broker's own repetition, to us
            self.heard.append(told)

    def of(self, topic: str) -> list[str]:
        """Texts of a topic, in the order in which they came."""
        return [text for heard, text, _ in list(self.heard) if heard.endswith(topic)]

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()
