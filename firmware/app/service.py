"""What systemd is told of a running cabinet: that it is ready, that it lives, how it stands.

One datagram each (sd_notify(3)); without a service manager nothing is sent and nothing waits.
A beat is sent only by a turn of the loop, and only when the ledger's thread has answered since
the last one: a loop or a ledger that hangs falls silent, and systemd starts the cabinet again.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping, MutableMapping
from concurrent.futures import Executor, Future
from contextlib import suppress

from firmware.cabinet.state import CabinetState, FaultName
from firmware.clock import Clock
from firmware.screens.fault_signs import code

SOCKET = "NOTIFY_SOCKET"
WATCHDOG_US = "WATCHDOG_USEC"
WATCHDOG_PID = "WATCHDOG_PID"
SEND_S = 0.5
"""A manager whose queue is full for longer is passed over, this once."""
BEATS_PER_LIMIT = 4
"""One beat that comes late, or an answer that takes a moment, is no reason to be killed."""


class Notifier:
    """The line to the service manager.

    Args:
        address: the datagram socket's path, "@name" for an abstract one, or empty: nobody listens.
    """

    def __init__(self, address: str = "") -> None:
        # An abstract name begins with a zero byte, which no variable can hold: hence the "@".
        self._address = "\0" + address[1:] if address.startswith("@") else address

    @property
    def is_heard(self) -> bool:
        """Whether somebody listens."""
        return bool(self._address)

    def send(self, *lines: str) -> None:
        """Tell it `lines`, such as "READY=1"; a manager that is gone is not missed."""
        if not self._address:
            return
        flags = socket.SOCK_DGRAM | socket.SOCK_CLOEXEC
        with suppress(OSError), socket.socket(socket.AF_UNIX, flags) as line:
            line.settimeout(SEND_S)
            line.sendto("\n".join(lines).encode(), self._address)


def watchdog_s(environment: Mapping[str, str], pid: int) -> float | None:
    """How long this process may be silent; None: nobody counts.

    >>> watchdog_s({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "7"}, 7)
    10.0
    >>> watchdog_s({"WATCHDOG_USEC": "10000000", "WATCHDOG_PID": "6"}, 7) is None
    True
    """
    if environment.get(WATCHDOG_PID, str(pid)) != str(pid):
        return None  # meant for another process, ours only inherited it
    told = environment.get(WATCHDOG_US, "")
    return int(told) / 1e6 if told.isascii() and told.isdigit() and int(told) > 0 else None


class Service:
    """The cabinet as its service manager sees it.

    Args:
        notifier: the line.
        limit_s: how long it may be silent; None: nobody counts.
        ledger: the ledger's thread; it is asked for a sign of life with every beat.
        clock: the machine's.
    """

    def __init__(
        self, notifier: Notifier, limit_s: float | None, ledger: Executor, clock: Clock
    ) -> None:
        self._notifier = notifier
        self._every_s = None if limit_s is None else limit_s / BEATS_PER_LIMIT
        self._ledger = ledger
        self._clock = clock
        self._answer: Future[None] | None = None
        self._next_s = float("-inf")
        self._told = ""
        self._is_ready = False

    @property
    def is_watched(self) -> bool:
        """Whether a service manager started this, and starts it again when it falls."""
        return self._notifier.is_heard

    def turned(self, state: CabinetState) -> None:
        """A turn is over: its picture was presented, or there was nothing new to present."""
        if not self.is_watched:
            return
        lines = []
        if not self._is_ready:
            self._is_ready = True
            lines.append("READY=1")
        sentence = standing(state)
        if sentence != self._told:
            self._told = sentence
            lines.append(f"STATUS={sentence}")
        if self._may_beat():
            lines.append("WATCHDOG=1")
        if lines:
            self._notifier.send(*lines)

    def deadline_s(self) -> float | None:
        """When a turn must come for the next beat, or None."""
        if not self.is_watched or self._every_s is None or not self._is_ready:
            return None
        return self._next_s

    def stopping(self) -> None:
        """The cabinet says goodbye."""
        self._notifier.send("STOPPING=1", "STATUS=The cabinet ends its evening.")

    def _may_beat(self) -> bool:
        now_s = self._clock.now_s()
        if self._every_s is None or now_s < self._next_s:
            return False
        self._next_s = now_s + self._every_s
        if self._answer is not None and not self._answer.done():
            return False
        self._answer = self._ledger.submit(_here)
        return True


def _here() -> None:
    """What the ledger's thread does to show that it is not stuck."""


def service_of(environment: MutableMapping[str, str], ledger: Executor, clock: Clock) -> Service:
    """The service that started this process, or one that is told nothing.

    The variables are taken out of `environment`: no process that we start is the cabinet.
    """
    limit_s = watchdog_s(environment, os.getpid())
    notifier = Notifier(environment.pop(SOCKET, ""))
    for name in (WATCHDOG_US, WATCHDOG_PID):
        environment.pop(name, None)
    return Service(notifier, limit_s, ledger, clock)


def standing(state: CabinetState) -> str:
    """How a cabinet stands, in one sentence.

    >>> standing(CabinetState())
    'The cabinet is ready; no fault.'
    """
    names = ", ".join(dict.fromkeys(_told(fault.name) for fault in state.faults))
    if not names:
        return "The cabinet is ready; no fault."
    stops = state.blocking is not None
    return f"Play has stopped: {names}." if stops else f"The cabinet is ready; to look at: {names}."


def _told(name: FaultName) -> str:
    """A fault with the code that the screen shows and docs/troubleshooting.md explains."""
    return f"{name.value} ({code(name)})"
