"""The kiosk's sound is as loud as configured, and follows what the operator changes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from machine_bench import DisplayStub
from settings_bench import choosable

from firmware.app import kiosk
from firmware.app.build import fair
from firmware.clock import MonotonicClock
from firmware.config import Config, load_config
from firmware.events import CueGroup
from firmware.screens import window
from firmware.screens.canvas import plain_surface

PARTS = {
    "coins_percent": 10,
    "keys_percent": 20,
    "cards_percent": 30,
    "wins_percent": 40,
    "attract_percent": 50,
}
GROUPS = {
    CueGroup.COINS: 10,
    CueGroup.KEYS: 20,
    CueGroup.CARDS: 30,
    CueGroup.WINS: 40,
    CueGroup.ATTRACT: 50,
}


class Speaker:
    """Remembers how it is set."""

    made: Speaker

    def __init__(self, enabled: bool, volume_percent: int, **more: Any) -> None:
        Speaker.made = self
        self.is_lost = False
        self.adjust(enabled=enabled, volume_percent=volume_percent, **more)

    def adjust(self, *, enabled: bool, volume_percent: int, groups: Any = None) -> None:
        self.told = enabled, volume_percent, groups

    def close(self) -> None:
        pass

    def play(self, _cue: object) -> None:
        pass

    def __getattr__(self, name: str) -> Any:
        return lambda *_args, **_more: None


class Leaving:
    """A window that somebody closes at once."""

    driver = "dummy"

    def __init__(self) -> None:
        self.surface = plain_surface((64, 36))

    def intents(self) -> Iterator[window.Intent]:
        yield window.Quit()

    def has_intents(self) -> bool:
        return True

    def present(self, _regions: object) -> None:
        pass


def kiosk_of(folder: Path, **sound: object) -> kiosk.Kiosk:
    shipped = load_config()
    config = shipped.model_copy(update={"sound": shipped.sound.model_copy(update=sound)})
    return kiosk.Kiosk(config, folder / "data", fair(), MonotonicClock())


def test_it_begins_as_loud_as_configured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def opened(_config: Config, *, windowed: bool) -> Iterator[Leaving]:
        yield Leaving()

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(kiosk, "_window", opened)
    monkeypatch.setattr(kiosk, "Sound", Speaker)
    monkeypatch.setattr(kiosk, "ScreenDisplay", lambda *_: DisplayStub())
    kiosk_of(tmp_path, volume_percent=35, **PARTS).run(windowed=True)
    assert Speaker.made.told == (True, 35, GROUPS)


def test_it_follows_what_the_operator_changes(tmp_path: Path) -> None:
    speaker = Speaker(True, 70)
    chosen = choosable(
        sound__enabled=False,
        sound__volume_percent=25,
        **{f"sound__{name}": percent for name, percent in PARTS.items()},
    )
    shown: list[object] = []
    display = DisplayStub()
    display.set_up = shown.append  # type: ignore[attr-defined]
    kiosk_of(tmp_path)._set_up(display, speaker, chosen)  # type: ignore[arg-type]
    assert speaker.told == (False, 25, GROUPS)
    assert len(shown) == 1
