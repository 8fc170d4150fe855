"""A service that cannot begin says so on its screen, instead of being started again for ever.

Only when a service manager started it: by hand the same is a line on standard error and exit
code 2. No pin, no coin line and no ledger is opened; the page waits until what it tells of has
changed, and then the program ends well, to be started anew.
"""

from __future__ import annotations

import os
import re
import select
import signal
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from firmware.app.service import BEATS_PER_LIMIT, SOCKET, Notifier, watchdog_s
from firmware.assets import cache_folder
from firmware.cabinet.state import CabinetState, Saved
from firmware.clock import Clock
from firmware.config import load_config
from firmware.errors import ConfigError, LedgerError, LedgerInUseError
from firmware.games.joker_poker.configured import joker_poker
from firmware.ledger.lock import is_held
from firmware.ledger.readable import read_last_books
from firmware.panel import panel
from firmware.screens.refusal import CODES, Refusal, RefusalKind, read_fault
from firmware.screens.screen import Screen
from firmware.screens.sprites import SpriteStore
from firmware.screens.view import Setup, View
from firmware.screens.window import Exposed, Quit, Window
from firmware.toml_faults import TomlText
from firmware.words import Language

TURN_S = 0.25
"""How often the window is asked whether it was covered or closed."""
FILE_S = 1.0
"""How often the files are looked at."""
FOLDER_S = 10.0
"""How often the ledger's folder is tried again."""

_STATUS: Mapping[RefusalKind, str] = {
    RefusalKind.CONFIG: "cannot begin: the configuration has faults",
    RefusalKind.IN_USE: "cannot begin: another cabinet runs on its ledger",
    RefusalKind.FOREIGN: "cannot begin: its folder holds a test ledger",
}
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
        self._notifier = notifier
        self._beat_s = None if limit_s is None else limit_s / BEATS_PER_LIMIT
        self._watch = watch
        self._clock = clock
        self._is_ready = False
        self._next_beat_s = float("-inf")
        self._next_file_s = clock.now_s()
        self._next_folder_s = clock.now_s() + FOLDER_S

    def turn(self) -> bool:
        """Draw, give a sign of life, look; whether the program may begin anew."""
        now_s = self._clock.now_s()
        self._show(now_s)
        lines = []
        if not self._is_ready:
            self._is_ready = True
            code, status = CODES[self._refusal.kind], _STATUS[self._refusal.kind]
            lines += ["READY=1", f"STATUS=The cabinet {status} ({code})."]
        if self._beat_s is not None and now_s >= self._next_beat_s:
            self._next_beat_s = now_s + self._beat_s
            lines.append("WATCHDOG=1")
        if lines:
            self._notifier.send(*lines)
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
        HardwareError: no display can be opened.
    """
    watch.also(files_of(refusal))
    shipped = load_config()
    bell = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
    is_stopped = False

    def stop(*_: object) -> None:
        nonlocal is_stopped
        is_stopped = True
        os.eventfd_write(bell, 1)

    before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
    window = Window(shipped.display.size, fullscreen=not windowed)
    try:
        screen = Screen(window.surface, SpriteStore(cache_folder()))
        state = CabinetState(saved=Saved(language=language))
        setup = Setup(joker_poker(shipped.joker_poker))
        view = View(state, panel({}), setup, refusal=refusal)

        def show(now_s: float) -> None:
            window.present(screen.draw(view, now_s))

        still = Standstill(refusal, show, started.notifier, started.limit_s, watch, clock)
        while not is_stopped and not still.turn():
            for intent in window.intents():
                is_stopped = is_stopped or isinstance(intent, Quit)
                if isinstance(intent, Exposed):
                    screen.forget()
            select.select([bell], [], [], 0 if is_stopped else TURN_S)
        what = "ends" if is_stopped else "begins anew"
        started.notifier.send("STOPPING=1", f"STATUS=The cabinet {what}.")
        return 0
    finally:
        window.close()
        for number, handler in before.items():
            signal.signal(number, handler)
        os.close(bell)
