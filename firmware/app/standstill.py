"""A service that cannot begin says so on its screen, instead of being started again for ever.

Only when a service manager started it: by hand the same is a line on standard error and exit
code 2. No pin, no coin line and no ledger is opened; the page waits until what it tells of has
changed, and then the program ends well, to be started anew. Where there is no display for a page
either, the service manager's sentence is all that can be said.
"""

from __future__ import annotations

import os
import re
import select
import signal
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from firmware.app.service import BEATS_PER_LIMIT, SOCKET, Notifier, watchdog_s
from firmware.assets import cache_folder
from firmware.cabinet.state import CabinetState, FaultName, Saved
from firmware.clock import Clock
from firmware.config import load_config
from firmware.errors import ConfigError, DisplayError, LedgerError, LedgerInUseError
from firmware.games.joker_poker.configured import joker_poker
from firmware.ledger.lock import is_held
from firmware.ledger.readable import read_last_books
from firmware.panel import panel
from firmware.screens.fault_signs import code
from firmware.screens.refusal import CODES, Refusal, RefusalKind, read_fault
from firmware.screens.screen import Screen
from firmware.screens.sprites import SpriteStore
from firmware.screens.view import Setup, View
from firmware.screens.window import Exposed, Quit, Window, missing_display
from firmware.toml_faults import TomlText
from firmware.words import Language

TURN_S = 0.25
"""How often the window is asked whether it was covered or closed."""
FILE_S = 1.0
"""How often the files are looked at."""
FOLDER_S = 10.0
"""How often the ledger's folder is tried again."""
DISPLAY_S = 5.0
"""How often a display is looked for where there was none."""

_STATUS: Mapping[RefusalKind, str] = {
    RefusalKind.CONFIG: "cannot begin: the configuration has faults",
    RefusalKind.IN_USE: "cannot begin: another cabinet runs on its ledger",
    RefusalKind.FOREIGN: "cannot begin: its folder holds a test ledger",
}
_NO_DISPLAY = f"The cabinet cannot begin: no display can be opened ({code(FaultName.HARDWARE)})."
_Stamp = tuple[int, int, int] | None


class FileWatch:
    """Whether files are still what they were.

    Args:
        paths: of files that may not exist.
    """

    def __init__(self, paths: Iterable[Path]) -> None:
        self._seen = {path: _stamp(path) for path in paths}

    def also(self, paths: Iterable[Path]) -> None:
        """Watch these too, as they are now."""
        for path in paths:
            self._seen.setdefault(path, _stamp(path))

    def has_changed(self) -> bool:
        """Whether one of them was written, replaced, laid or taken away."""
        return any(_stamp(path) != seen for path, seen in self._seen.items())


def _stamp(path: Path) -> _Stamp:
    try:
        told = path.stat()
    except (OSError, ValueError):
        return None
    return told.st_mtime_ns, told.st_size, told.st_ino


# --- what is to be told ---------------------------------------------------------------------------


def of_config(error: ConfigError, path: Path) -> Refusal:
    """What the page tells of a configuration that cannot be used."""
    return Refusal(RefusalKind.CONFIG, str(path), error.faults)


def of_folder(error: LedgerError, folder: Path) -> Refusal:
    """What the page tells of a ledger's folder that is not ours to use."""
    kind = RefusalKind.IN_USE if isinstance(error, LedgerInUseError) else RefusalKind.FOREIGN
    return Refusal(kind, str(folder), (str(error),))


def files_of(refusal: Refusal) -> list[Path]:
    """The files besides the configuration that the faults name."""
    named = {read_fault(told).file for told in refusal.faults}
    return [Path(name) for name in sorted(named) if name and re.match(r"[./]", name)]


def is_free(refusal: Refusal) -> bool:
    """Whether the folder may be used now, as far as a look can tell; writes nothing."""
    folder = Path(refusal.path)
    if refusal.kind is RefusalKind.IN_USE:
        return not is_held(folder)
    try:
        return not read_last_books(folder).standing.is_test
    except LedgerError:
        return True  # another trouble, which has its own page


def language_of(path: Path) -> Language:
    """The first language of a configuration that may be faulty; the shipped one where none is."""
    try:
        table = TomlText.read(path).parse()["cabinet"]
        return Language(table["language"])
    except (ConfigError, KeyError, TypeError, ValueError):
        return load_config().cabinet.language


# --- the service manager --------------------------------------------------------------------------


class SignsOfLife:
    """Says to the service manager once why nothing begins, and then that the program lives.

    Args:
        sentence: why.
        notifier: the line to it.
        limit_s: how long it may be silent; None: nobody counts.
    """

    def __init__(self, sentence: str, notifier: Notifier, limit_s: float | None) -> None:
        self._sentence = sentence
        self._notifier = notifier
        self._beat_s = None if limit_s is None else limit_s / BEATS_PER_LIMIT
        self._is_ready = False
        self._next_s = float("-inf")

    def give(self, now_s: float) -> None:
        """What is due at that time."""
        lines = []
        if not self._is_ready:
            self._is_ready = True
            lines += ["READY=1", f"STATUS={self._sentence}"]
        if self._beat_s is not None and now_s >= self._next_s:
            self._next_s = now_s + self._beat_s
            lines.append("WATCHDOG=1")
        if lines:
            self._notifier.send(*lines)


# --- without a display ----------------------------------------------------------------------------


class Blind:
    """What is done while there is no display: signs of life, and a look now and then.

    Args:
        can_open: whether there is one now.
        notifier: the line to the service manager.
        limit_s: how long it may be silent; None: nobody counts.
        clock: the machine's.
    """

    def __init__(
        self, can_open: Callable[[], bool], notifier: Notifier, limit_s: float | None, clock: Clock
    ) -> None:
        self._can_open = can_open
        self._life = SignsOfLife(_NO_DISPLAY, notifier, limit_s)
        self._clock = clock
        self._next_look_s = clock.now_s() + DISPLAY_S

    def turn(self) -> bool:
        """Give a sign of life, look; whether the program may begin anew."""
        now_s = self._clock.now_s()
        self._life.give(now_s)
        if now_s < self._next_look_s:
            return False
        self._next_look_s = now_s + DISPLAY_S
        return self._can_open()


# --- the page -------------------------------------------------------------------------------------


class Standstill:
    """What the service manager and the screen are told while nothing can begin.

    Args:
        refusal: why.
        show: draws the page as it looks at a time, and presents it.
        notifier: the line to the service manager.
        limit_s: how long it may be silent; None: nobody counts.
        watch: the files; when one has changed the wait is over.
        clock: the machine's.
    """

    def __init__(
        self,
        refusal: Refusal,
        show: Callable[[float], None],
        notifier: Notifier,
        limit_s: float | None,
        watch: FileWatch,
        clock: Clock,
    ) -> None:
        self._refusal = refusal
        self._show = show
        status = f"The cabinet {_STATUS[refusal.kind]} ({CODES[refusal.kind]})."
        self._life = SignsOfLife(status, notifier, limit_s)
        self._watch = watch
        self._clock = clock
        self._next_file_s = clock.now_s()
        self._next_folder_s = clock.now_s() + FOLDER_S

    def turn(self) -> bool:
        """Draw, give a sign of life, look; whether the program may begin anew."""
        now_s = self._clock.now_s()
        self._show(now_s)
        self._life.give(now_s)
        return self._is_over(now_s)

    def _is_over(self, now_s: float) -> bool:
        if now_s >= self._next_file_s:
            self._next_file_s = now_s + FILE_S
            if self._watch.has_changed():
                return True
        if self._refusal.kind is not RefusalKind.CONFIG and now_s >= self._next_folder_s:
            self._next_folder_s = now_s + FOLDER_S
            return is_free(self._refusal)
        return False


# --- waiting --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Started:
    """How the service was started: taken before anything of it is used up.

    Attributes:
        notifier: the line to the service manager.
        limit_s: how long it may be silent; None: nobody counts.
    """

    notifier: Notifier
    limit_s: float | None

    @classmethod
    def by(cls, environment: Mapping[str, str]) -> Started:
        """What the service manager has said in the variables."""
        limit_s = watchdog_s(environment, os.getpid())
        return cls(Notifier(environment.get(SOCKET, "")), limit_s)


def wait(
    refusal: Refusal,
    language: Language,
    watch: FileWatch,
    started: Started,
    clock: Clock,
    *,
    windowed: bool,
) -> int:
    """Show the page until something has changed, or the service is stopped; the exit code.

    Raises:
        DisplayError: no display can be opened.
    """
    watch.also(files_of(refusal))
    shipped = load_config()
    with _stop_asked() as stop:
        window = Window(shipped.display.size, fullscreen=not windowed)
        try:
            screen = Screen(window.surface, SpriteStore(cache_folder()))
            state = CabinetState(saved=Saved(language=language))
            setup = Setup(joker_poker(shipped.joker_poker))
            view = View(state, panel({}), setup, refusal=refusal)

            def show(now_s: float) -> None:
                window.present(screen.draw(view, now_s))

            still = Standstill(refusal, show, started.notifier, started.limit_s, watch, clock)
            while not stop.is_asked and not still.turn():
                for intent in window.intents():
                    stop.is_asked = stop.is_asked or isinstance(intent, Quit)
                    if isinstance(intent, Exposed):
                        screen.forget()
                stop.sleep(TURN_S)
        finally:
            window.close()
    return _end(started, stop)


def wait_for_display(started: Started, clock: Clock, *, windowed: bool) -> int:
    """Wait until a display can be opened, or the service is stopped; the exit code."""
    size = load_config().display.size

    def can_open() -> bool:
        if missing_display() is not None:
            return False
        try:
            Window(size, fullscreen=not windowed).close()
        except DisplayError:
            return False
        return True

    with _stop_asked() as stop:
        blind = Blind(can_open, started.notifier, started.limit_s, clock)
        while not stop.is_asked and not blind.turn():
            stop.sleep(TURN_S)
    return _end(started, stop)


class _Stop:
    """Whether the service was asked to stop."""

    def __init__(self) -> None:
        self.is_asked = False
        self._bell = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)

    def ask(self, *_: object) -> None:
        """A signal."""
        self.is_asked = True
        os.eventfd_write(self._bell, 1)

    def sleep(self, longest_s: float) -> None:
        """Until that time is over, or somebody asks."""
        select.select([self._bell], [], [], 0 if self.is_asked else longest_s)

    def close(self) -> None:
        """Nobody asks any more."""
        os.close(self._bell)


@contextmanager
def _stop_asked() -> Iterator[_Stop]:
    """SIGTERM and SIGINT ask for an end; whoever calls keeps his own way afterwards."""
    stop = _Stop()
    asking = (signal.SIGTERM, signal.SIGINT)
    before = {number: signal.signal(number, stop.ask) for number in asking}
    try:
        yield stop
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        stop.close()


def _end(started: Started, stop: _Stop) -> int:
    what = "ends" if stop.is_asked else "begins anew"
    started.notifier.send("STOPPING=1", f"STATUS=The cabinet {what}.")
    return 0
