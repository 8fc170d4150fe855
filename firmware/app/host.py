"""What only the machine itself can do: switch off, start anew, set the clock, let a stick go.

The service has no right to any of it. It writes one word into one file, and a program of root's
own, which knows four words, does it and answers (tools/installing/files/host.py).
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from enum import Enum, unique
from pathlib import Path
from threading import Event, Lock
from typing import Protocol

from firmware.clock import Clock, MonotonicClock
from firmware.config import Config
from firmware.errors import HostError
from firmware.runtime import SERVICE_FOLDER
from firmware.words import Message

REQUESTS = SERVICE_FOLDER / "requests"
ASK, ANSWER = "ask", "answer"
UNIT = Path("/etc/systemd/system/cabinato-requests.path")
"""What watches for the file; tools/install lays it."""

PATIENCE_S = 8.0
"""Shorter than the service has for its goodbye."""
EJECT_PATIENCE_S = 25.0
"""A slow stick still writes what it was given."""
LOOK_S = 0.05

SWITCHED_OFF, RESTARTED = 10, 11
"""Exit codes of a simulated cabinet whose operator switched it off, or started it anew."""

CLOCK_SET = Message("host.clock_set")
SWITCHING_OFF = Message("host.switching_off")
RESTARTING = Message("host.restarting")
"""What the operator is told when it is done, or begins."""


@unique
class Ending(Enum):
    """What comes after the goodbye."""

    END = "end"
    POWER_OFF = "power-off"
    RESTART = "restart"


class Host(Protocol):
    """The machine that the cabinet runs on."""

    def verify(self) -> None:
        """See that it can be asked at all; before a goodbye that would be for nothing.

        Raises:
            HostError: it cannot.
        """

    def power_off(self) -> int:
        """Switch off; the exit code to end with. The books are closed.

        Raises:
            HostError: it does not.
        """

    def restart(self) -> int:
        """Start anew; as `power_off`."""

    def set_clock(self, wall: datetime) -> None:
        """Set the wall clock; a time without a zone is that of the machine's own zone.

        Raises:
            HostError: it was not set.
        """

    def eject(self) -> None:
        """Let the stick go, so that it may be pulled out.

        Raises:
            HostError: it still holds it.
        """


class PcHost:
    """Somebody's own computer, which a simulated cabinet leaves as it is."""

    def verify(self) -> None:
        """It can: only the program ends."""

    def power_off(self) -> int:
        return SWITCHED_OFF

    def restart(self) -> int:
        return RESTARTED

    def set_clock(self, wall: datetime) -> None:
        raise HostError(
            f"the clock was not set to {wall}: the cabinet is simulated",
            Message("host.clock_of_pc"),
        )

    def eject(self) -> None:
        raise HostError(
            "the stick was not unmounted: the cabinet is simulated", Message("host.stick_of_pc")
        )


class RequestHost:
    """The machine of a real cabinet, asked through a file. One question at a time, from any
    thread.

    Args:
        clock: counts the patience.
        folder: where the question goes.
        unit: what must be there to hear it.
        pause: waits some seconds; None lets them pass.
    """

    def __init__(
        self,
        clock: Clock,
        folder: Path = REQUESTS,
        unit: Path = UNIT,
        pause: Callable[[float], object] | None = None,
    ) -> None:
        self._clock = clock
        self._folder = folder
        self._unit = unit
        self._pause = Event().wait if pause is None else pause
        self._lock = Lock()

    def verify(self) -> None:
        if not self._unit.exists():
            raise HostError(
                f"nobody hears requests: there is no {self._unit}; run tools/install",
                Message("host.not_installed"),
            )

    def power_off(self) -> int:
        self._ask("power-off", PATIENCE_S)
        return 0

    def restart(self) -> int:
        self._ask("restart", PATIENCE_S)
        return 0

    def set_clock(self, wall: datetime) -> None:
        try:
            told = wall.astimezone(UTC).isoformat(timespec="seconds")
        except (OverflowError, ValueError, OSError) as error:
            raise _refused(f"clock {wall}", str(error)) from error
        self._ask(f"clock {told}", PATIENCE_S)

    def eject(self) -> None:
        self._ask("eject", EJECT_PATIENCE_S)

    def _ask(self, request: str, patience_s: float) -> None:
        """Raises HostError unless the answer is that it is done."""
        self.verify()
        with self._lock:
            try:
                self._write(request)
                answer = self._answer(self._clock.now_s() + patience_s)
            except OSError as error:
                raise _refused(request, str(error)) from error
        if answer is None:
            raise HostError(
                f"nobody answered {request!r} within {patience_s:g} s", Message("host.silent")
            )
        if answer != "done":
            raise _refused(request, answer)

    def _write(self, request: str) -> None:
        """Whole or not at all; an answer to an earlier question is gone before."""
        self._folder.mkdir(mode=0o700, exist_ok=True)
        (self._folder / ANSWER).unlink(missing_ok=True)
        new = self._folder / f"{ASK}.new"
        new.write_text(request, encoding="ascii")
        new.replace(self._folder / ASK)

    def _answer(self, until_s: float) -> str | None:
        while True:
            with suppress(FileNotFoundError):
                answer = (self._folder / ANSWER).read_text(encoding="utf-8", errors="replace")
                (self._folder / ANSWER).unlink()
                return answer.strip()
            if self._clock.now_s() >= until_s:
                break
            self._pause(LOOK_S)
        # What was not heard shall not be done an hour later either.
        (self._folder / ASK).unlink(missing_ok=True)
        return None


def _refused(request: str, answer: str) -> HostError:
    return HostError(
        f"{request!r} was not done: {answer}", Message("host.refused", (("detail", answer),))
    )


def host_of(config: Config) -> Host:
    """The machine of a configured cabinet; a real one never falls back."""
    return RequestHost(MonotonicClock()) if config.is_real else PcHost()


def after_goodbye(host: Host, ending: Ending) -> int:
    """Do what comes after the goodbye; the exit code of the program.

    Raises:
        HostError: the machine did not do it.
    """
    if ending is Ending.POWER_OFF:
        return host.power_off()
    if ending is Ending.RESTART:
        return host.restart()
    return 0
