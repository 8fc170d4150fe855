"""How an evening of the kiosk ends in the books: well when it was closed, unwell after an error."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from firmware.app import kiosk
from firmware.app.build import fair
from firmware.clock import MonotonicClock, VirtualClock
from firmware.config import Config, load_config
from firmware.ledger.ledger import Ledger
from firmware.screens import window
from firmware.screens.canvas import plain_surface


class BrokenLoopError(Exception):
    """What a defect of the program raises in the loop."""


class ShortWindow:
    """A window that is closed, or that breaks, at its first look at the keys."""

    driver = "dummy"

    def __init__(self, *, breaks: bool) -> None:
        self.surface = plain_surface((640, 360))
        self._breaks = breaks

    def intents(self) -> Iterator[window.Intent]:
        if self._breaks:
            raise BrokenLoopError
        yield window.Quit()

    def has_intents(self) -> bool:
        return True

    def present(self, regions: object) -> None:
        pass

    def close(self) -> None:
        pass


def run(folder: Path, monkeypatch: pytest.MonkeyPatch, *, breaks: bool) -> None:
    @contextmanager
    def opened(config: Config, *, windowed: bool) -> Iterator[ShortWindow]:
        yield ShortWindow(breaks=breaks)

    monkeypatch.setattr(kiosk, "_window", opened)
    silent = load_config().sound.model_copy(update={"enabled": False})
    config = load_config().model_copy(update={"sound": silent})
    kiosk.Kiosk(config, folder, fair(), MonotonicClock()).run(windowed=True)


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
