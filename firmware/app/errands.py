"""What the operator's pages ask of the machine and of a stick, as the clerk has it done.

Each errand runs on a thread of its own, which nobody waits for, not even the end of the program:
a stick or a helper that hangs must not keep the cabinet from its goodbye.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from concurrent.futures import Future
from datetime import datetime
from pathlib import Path
from threading import Thread
from typing import Any

from firmware.app.clerk import Doer, Progress
from firmware.app.host import CLOCK_SET, RESTARTING, SWITCHING_OFF, Ending, Host
from firmware.app.stick import BooksTaken, export_to_stick
from firmware.config import Config
from firmware.errors import HostError, StickError
from firmware.jobs import Answer, Done, ExportBooks, Failed, PowerOff, Restart, SetClock
from firmware.words import Message

Begin = Callable[[Callable[[], Answer]], "Future[Answer]"]
"""Has work done, somewhere."""


class Errands:
    """Switching off, starting anew, the clock, the books onto a stick.

    Args:
        ledger: the data folder.
        config: tells where the books go.
        host: the machine.
        stop: ends the evening, and then does that; safe from any thread.
        export: as `export_to_stick`.
        begin: does the work; a story does it at once.
    """

    def __init__(
        self,
        ledger: Path,
        config: Config,
        host: Host,
        stop: Callable[[Ending], None],
        export: Callable[[Path, Config, Host, Progress], BooksTaken] = export_to_stick,
        begin: Begin | None = None,
    ) -> None:
        self._ledger = ledger
        self._config = config
        self._host = host
        self._stop = stop
        self._export = export
        self._begin = begun if begin is None else begin
        self._exporting: Future[Answer] | None = None
        self._watches: Progress = lambda _: None

    def doers(self) -> Mapping[type[Any], Doer]:
        """By the type of the wish."""
        return {
            ExportBooks: self._take_home,
            PowerOff: lambda _, __: self._begin(lambda: self._end(Ending.POWER_OFF, SWITCHING_OFF)),
            Restart: lambda _, __: self._begin(lambda: self._end(Ending.RESTART, RESTARTING)),
            SetClock: lambda wish, _: self._begin(lambda: self._set_clock(wish.wall)),
        }

    def _take_home(self, _wish: ExportBooks, progress: Progress) -> Future[Answer]:
        """One at a time: who asks while the books are on their way hears of the same."""
        self._watches = progress
        if self._exporting is None or self._exporting.done():
            self._exporting = self._begin(self._taken)
        return self._exporting

    def _taken(self) -> Answer:
        told = self._export(self._ledger, self._config, self._host, self._moved)
        return Done(told.told)

    def _moved(self, percent: int) -> None:
        self._watches(percent)

    def _end(self, ending: Ending, told: Message) -> Answer:
        self._host.verify()  # a goodbye for nothing would only frighten
        self._stop(ending)
        return Done(told)

    def _set_clock(self, wall: str) -> Answer:
        try:
            moment = datetime.fromisoformat(wall)
        except ValueError as error:
            return Failed(Message("host.refused", (("detail", str(error)),)))
        self._host.set_clock(moment)
        return Done(CLOCK_SET)


def begun(work: Callable[[], Answer]) -> Future[Answer]:
    """Done on a thread of its own."""
    answer: Future[Answer] = Future()
    Thread(target=_do, args=(work, answer), name="errand", daemon=True).start()
    return answer


def done_at_once(work: Callable[[], Answer]) -> Future[Answer]:
    """Done before anybody goes on: in a story, where no time passes meanwhile."""
    answer: Future[Answer] = Future()
    _do(work, answer)
    return answer


def _do(work: Callable[[], Answer], answer: Future[Answer]) -> None:
    try:
        done = work()
    except (HostError, StickError) as error:
        done = Failed(error.why)
    except BaseException as error:  # noqa: BLE001  it is raised again where it was asked for
        answer.set_exception(error)
        return
    answer.set_result(done)
