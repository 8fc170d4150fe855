"""How an evening of the kiosk ends in the books: well when it was closed, unwell after an error."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from firmware.app import kiosk
from firmware.app.build import fair
from firmware.app.host import RESTARTED, SWITCHED_OFF, Ending, Host, PcHost
from firmware.clock import MonotonicClock, VirtualClock
from firmware.config import Config, load_config
from firmware.ledger.ledger import Ledger
from firmware.ledger.lock import is_held
from firmware.screens import window
from firmware.screens.canvas import plain_surface


class BrokenLoopError(Exception):
    """What a defect of the program raises in the loop."""


class ShortWindow:
    """A window that is closed, or that breaks, at its first look at the keys."""

    driver = "dummy"

    def __init__(self, *, breaks: bool, looked: Callable[[], None] = lambda: None) -> None:
        self.surface = plain_surface((640, 360))
        self._breaks = breaks
        self._looked = looked

    def intents(self) -> Iterator[window.Intent]:
        self._looked()
        if self._breaks:
            raise BrokenLoopError
        yield window.Quit()

    def has_intents(self) -> bool:
        return True

    def present(self, regions: object) -> None:
        pass

    def close(self) -> None:
        pass


class WatchfulHost(PcHost):
    """A machine that notes whether the books were closed when it was switched off."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.were_closed: list[bool] = []

    def power_off(self) -> int:
        self.were_closed.append(not is_held(self._folder))
        return super().power_off()


def run(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    *,
    breaks: bool,
    ending: Ending = Ending.END,
    host: Host | None = None,
) -> int:
    """The exit code of an evening in which the operator asks for `ending`."""

    @contextmanager
    def opened(config: Config, *, windowed: bool) -> Iterator[ShortWindow]:
        yield ShortWindow(breaks=breaks, looked=lambda: made.stop(ending))

    monkeypatch.setattr(kiosk, "_window", opened)
    silent = load_config().sound.model_copy(update={"enabled": False})
    config = load_config().model_copy(update={"sound": silent})
    made = kiosk.Kiosk(config, folder, fair(), MonotonicClock(), host)
    return made.run(windowed=True)


def unclean_boots(folder: Path) -> int:
    ledger = Ledger.open(folder, clock=VirtualClock(), executor=None, is_test=False)
    ledger.close()
    return ledger.meters["unclean_boots"]


def test_an_evening_that_is_closed_ended_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(tmp_path, monkeypatch, breaks=False)
    assert unclean_boots(tmp_path) == 0


def test_an_evening_that_an_error_ends_did_not_end_well(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(BrokenLoopError):
        run(tmp_path, monkeypatch, breaks=True)
    assert unclean_boots(tmp_path) == 1


def test_the_machine_is_switched_off_when_the_books_are_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = WatchfulHost(tmp_path)
    code = run(tmp_path, monkeypatch, breaks=False, ending=Ending.POWER_OFF, host=host)
    assert (code, host.were_closed) == (SWITCHED_OFF, [True])
    assert unclean_boots(tmp_path) == 0


def test_an_evening_that_an_error_ends_switches_nothing_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = WatchfulHost(tmp_path)
    with pytest.raises(BrokenLoopError):
        run(tmp_path, monkeypatch, breaks=True, ending=Ending.POWER_OFF, host=host)
    assert host.were_closed == []


@pytest.mark.parametrize(("ending", "code"), [(Ending.END, 0), (Ending.RESTART, RESTARTED)])
def test_the_exit_code_says_how_it_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: Ending, code: int
) -> None:
    assert run(tmp_path, monkeypatch, breaks=False, ending=ending) == code


def test_the_systems_own_stop_does_not_take_back_what_was_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = kiosk.Kiosk(load_config(), tmp_path, fair(), MonotonicClock())
    monkeypatch.setattr(made, "_play", lambda *_, **__: None)
    made.stop(Ending.RESTART)
    made.stop()
    assert made.run(windowed=True) == RESTARTED
