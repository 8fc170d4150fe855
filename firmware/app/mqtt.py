"""The line to a fleet's MQTT broker: it goes out, subscribes to nothing, and nobody waits for it.

paho-mqtt is loaded when a line is made and not before; it reconnects by itself, on a thread of its
own. Every message has QoS 1: it is sent until the broker has acknowledged it.
"""

from __future__ import annotations

import errno
import logging
import ssl
import sys
import threading
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from firmware.config import MqttTable
from firmware.errors import BrokerError

if TYPE_CHECKING:  # an extra, loaded only where a broker is wanted
    from paho.mqtt.client import Client

PORT, TLS_PORT = 1883, 8883
QOS = 1
KEEPALIVE_S = 30
"""A cabinet that fell silent is told of by the broker after one and a half times as long."""
CONNECT_S = 5.0
RETRIES_S = (1, 60)
"""Between two tries to connect: the first pause, and the longest."""

_CREDENTIALS = frozenset({134, 135})
"""Reason codes of MQTT: bad user name or password, not authorized."""
_NO_NETWORK = frozenset({errno.EAFNOSUPPORT, errno.EPERM, errno.EACCES})

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Broker:
    """Where a broker is and how it knows us.

    Attributes:
        host: its name or address.
        port: of TCP.
        is_tls: whether all is encrypted.
        ca_file: who signed its certificate; None: whom the system trusts.
        username: empty where it asks for none.
        password: as `username`; never shown.
    """

    host: str
    port: int
    is_tls: bool = False
    ca_file: Path | None = None
    username: str = ""
    password: str = field(default="", repr=False)

    @property
    def address(self) -> str:
        """As people are told it."""
        return f"{self.host}:{self.port}"


def broker_of(table: MqttTable) -> Broker:
    """The broker as configured, with the password from its file.

    Raises:
        BrokerError: the file of the password cannot be read, or holds none.
    """
    return Broker(
        table.host,
        table.port or (TLS_PORT if table.tls else PORT),
        table.tls,
        _path("ca_file", table.ca_file) if table.ca_file else None,
        table.username,
        _password(_path("password_file", table.password_file)) if table.password_file else "",
    )


def _path(key: str, text: str) -> Path:
    try:
        return Path(text).expanduser()
    except RuntimeError as error:
        raise BrokerError(
            f'mqtt.{key} = "{text}": this user has no home folder; name an absolute path'
        ) from error


def _password(path: Path) -> str:
    try:
        password = path.read_text(encoding="utf-8").rstrip("\r\n")
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "not a text in UTF-8"
        raise BrokerError(
            f"mqtt.password_file {path}: {why}; make it readable for the user of the cabinet"
        ) from error
    if not password or "\n" in password:
        raise BrokerError(f"mqtt.password_file {path}: not one line; write the password alone")
    return password


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why the line is not open.

    Attributes:
        text: the reason and, after the last semicolon, what to do.
        is_lasting: whether somebody must mend it; an outage ends by itself.
        is_refused: whether the broker is there and does not want us.
    """

    text: str
    is_lasting: bool = False
    is_refused: bool = False


class Line:
    """A line to a broker, open or trying to be.

    Args:
        broker: where to.
        client: our name there; a second one of it would throw out the first.
        will: topic and text that the broker tells, retained, when we fall silent; None: nothing.
        on_change: called on the line's own thread whenever it was opened, lost, or a message was
            acknowledged; must not block.
        retries_s: between two tries to connect, the first pause and the longest.

    Raises:
        BrokerError: paho-mqtt is not installed, or the certificates cannot be used.
    """

    def __init__(
        self,
        broker: Broker,
        client: str,
        will: tuple[str, str] | None,
        on_change: Callable[[], None],
        retries_s: tuple[int, int] = RETRIES_S,
    ) -> None:
        self._broker = broker
        self._on_change = on_change
        self._acknowledged: set[int] = set()
        self._is_closing = False
        self.is_open = False
        self.openings = 0
        """How often it was opened: whoever sees another number tells all anew."""
        self.trouble: Trouble | None = None
        """Why it could not be opened, at the last try; None when it could."""
        self._client = _client(broker, client)
        if will is not None:
            self._client.will_set(*will, qos=QOS, retain=True)
        self._client.reconnect_delay_set(*retries_s)
        self._client.connect_timeout = CONNECT_S
        self._client.on_connect = self._connected
        self._client.on_connect_fail = self._failed
        self._client.on_disconnect = self._lost
        self._client.on_publish = self._published

    def begin(self) -> None:
        """Connect, and again whenever it is lost; comes back at once."""
        self._client.connect_async(self._broker.host, self._broker.port, KEEPALIVE_S)
        self._client.loop_start()

    def send(self, topic: str, text: str, *, is_retained: bool) -> int:
        """Send a message now, or as soon as the line is open again; its number."""
        return self._client.publish(topic, text, QOS, is_retained).mid

    def forget(self) -> None:
        """No number of a message that was sent so far will be asked for any more."""
        self._acknowledged.clear()

    def has(self, numbers: Collection[int]) -> bool:
        """Whether the broker has acknowledged all these messages."""
        return self._acknowledged.issuperset(numbers)

    def close(self) -> None:
        """End it; the broker tells no will. Waits for a try to connect that is under way."""
        self._is_closing = True
        self._client.disconnect()
        self._client.loop_stop()

    # --- on the line's own thread -----------------------------------------------------------------

    def _connected(self, client: Client, data: Any, flags: Any, reason: Any, more: Any) -> None:  # noqa: ARG002 - paho's
        if reason.is_failure:
            self._stumble(_refusal(self._broker, reason.value, str(reason)))
            return
        self.trouble = None
        self.is_open = True
        self.openings += 1
        log.info("the broker %s is told", self._broker.address)
        self._on_change()

    def _failed(self, client: Client, data: Any) -> None:  # noqa: ARG002 - paho's
        error = sys.exception()  # paho tells of it while it handles it
        self._stumble(trouble_of(self._broker, error if isinstance(error, OSError) else OSError()))

    def _lost(self, client: Client, data: Any, flags: Any, reason: Any, more: Any) -> None:  # noqa: ARG002 - paho's
        if self._is_closing:
            pass
        elif self.is_open:
            log.warning("the broker %s was lost: %s", self._broker.address, reason)
        elif self.trouble is None:
            self._stumble(trouble_of(self._broker, ConnectionResetError()))
        self.is_open = False
        self._on_change()

    def _published(self, client: Client, data: Any, mid: int, reason: Any, more: Any) -> None:  # noqa: ARG002 - paho's
        self._acknowledged.add(mid)
        self._on_change()

    def _stumble(self, trouble: Trouble) -> None:
        if trouble != self.trouble:
            log.warning("%s", trouble.text)
        self.trouble = trouble
        self._on_change()


@dataclass(frozen=True, slots=True)
class Answer:
    """What a broker says to somebody who only asks.

    Attributes:
        state: "reachable", "refused", "unreachable", or "fault" for what is wrong on our side.
        text: in words; what is to be done stands after the last semicolon.
    """

    state: str
    text: str


def asked(table: MqttTable) -> Answer:
    """Connect once, tell nothing, and go again; takes `CONNECT_S` at most where nobody answers.

    It does so under another name than the cabinet's, which would be thrown out.
    """
    changed = threading.Event()
    try:
        broker = broker_of(table)
        line = Line(broker, f"cabinato-{table.cabinet}-doctor", None, changed.set)
    except BrokerError as error:
        return Answer("fault", str(error))
    line.begin()
    changed.wait(CONNECT_S)
    trouble = line.trouble
    is_open = line.is_open
    if is_open or trouble is not None:  # else it still tries, and is not waited for
        line.close()
    if is_open:
        return Answer("reachable", f"The broker {broker.address} takes what it is told.")
    if trouble is None:
        trouble = trouble_of(broker, OSError())
    return Answer("refused" if trouble.is_refused else "unreachable", trouble.text)


def _client(broker: Broker, name: str) -> Client:
    try:
        from paho.mqtt.client import Client, MQTTv311
        from paho.mqtt.enums import CallbackAPIVersion
    except ImportError as error:  # Debian 12 has an older one
        raise BrokerError(
            "the package paho-mqtt, 2.1 or newer, is not installed; "
            "install it with: pip install 'paho-mqtt>=2.1'"
        ) from error
    client = Client(CallbackAPIVersion.VERSION2, name, clean_session=True, protocol=MQTTv311)
    if broker.username:
        client.username_pw_set(broker.username, broker.password or None)
    if broker.is_tls:
        client.tls_set_context(_certificates(broker.ca_file))
    return client


def _certificates(ca_file: Path | None) -> ssl.SSLContext:
    try:
        return ssl.create_default_context(cafile=ca_file)
    except OSError as error:  # an SSLError is one
        why = "no certificate" if isinstance(error, ssl.SSLError) else error.strerror
        raise BrokerError(
            f"mqtt.ca_file {ca_file}: {why}; name a PEM file of who signed the broker's"
        ) from error


def _refusal(broker: Broker, code: int, words: str) -> Trouble:
    if code in _CREDENTIALS:
        todo = "check mqtt.username, mqtt.password_file and what the broker lets that user write"
        return Trouble(
            f"the broker {broker.address} refuses the cabinet: {words}; {todo}",
            is_lasting=True,
            is_refused=True,
        )
    return Trouble(f"the broker {broker.address} refuses the cabinet: {words}; look at the broker")


def trouble_of(broker: Broker, error: OSError) -> Trouble:
    """What a failure to connect means."""
    where = f"the broker {broker.address}"
    match error:
        case ssl.SSLCertVerificationError():
            todo = "see that mqtt.ca_file signed its certificate, and mqtt.host is the name in it"
            text = f"{where} is not trusted: {error.verify_message}; {todo}"
            return Trouble(text, is_lasting=True)
        case ssl.SSLEOFError() | ConnectionResetError():  # it may just be restarting
            return Trouble(
                f"{where} hangs up; check mqtt.tls and mqtt.port, and look at the broker"
            )
        case ssl.SSLError():
            todo = "check mqtt.tls and mqtt.port, 8883 with tls and 1883 without"
            text = f"{where} speaks no TLS, or another: {error.strerror}; {todo}"
            return Trouble(text, is_lasting=True)
        case OSError(errno=code) if code in _NO_NETWORK:
            todo = "let the service use the network, as docs/mqtt.md says"
            text = f"{where}: the system forbids it: {error.strerror}; {todo}"
            return Trouble(text, is_lasting=True)
    why = error.strerror or str(error) or "no answer"
    return Trouble(f"{where} cannot be reached: {why}; check mqtt.host, mqtt.port and the network")
