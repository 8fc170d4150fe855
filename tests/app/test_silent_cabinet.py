"""A silent cabinet is a whole one: what is played does not depend on what is heard."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest
from blank_display import played

from firmware.app import story
from firmware.cabinet.state import FaultName
from firmware.clock import VirtualClock
from firmware.events import Cue
from firmware.screens.sound import RETRY_GAP_S, Sound

EVENING = (Path(__file__).parent.parent / "stories" / "chips.story").read_text("utf-8")


class Mixer:
    """A device that can be pulled out and put in again."""

    def __init__(self) -> None:
        self.is_there = True
        self.is_open = False
        self.started: list[str] = []

    def init(self, *_: int) -> None:
        if not self.is_there:
            raise pygame.error("no such audio device")
        self.is_open = True

    def quit(self) -> None:
        self.is_open = False

    def get_init(self) -> tuple[int, int, int] | None:
        return (22_050, -16, 1) if self.is_open else None

    def sound(self, path: str) -> Started:
        return Started(self, Path(path).stem)


class Started:
    def __init__(self, mixer: Mixer, name: str) -> None:
        self.mixer, self.name = mixer, name

    def set_volume(self, _: float) -> None:
        pass

    def play(self) -> None:
        if not self.mixer.is_there:
            raise pygame.error("the device was removed")
        self.mixer.started.append(self.name)


@pytest.fixture
def mixer(monkeypatch: pytest.MonkeyPatch) -> Mixer:
    made = Mixer()
    for name in ("init", "quit", "get_init"):
        monkeypatch.setattr(pygame.mixer, name, getattr(made, name))
    monkeypatch.setattr(pygame.mixer, "Sound", made.sound)
    monkeypatch.setattr(pygame.mixer, "set_num_channels", lambda _count: None)
    return made


def report_with(
    speaker: Sound, evening: str, data: Path, monkeypatch: pytest.MonkeyPatch
) -> dict[str, Any]:
    monkeypatch.setattr(story, "Silence", lambda: speaker)
    outcome = played(evening, data)
    assert not outcome.failures
    return outcome.report


@pytest.mark.parametrize("silence", ["switched off", "no device"])
def test_an_evening_is_the_same_in_silence(
    silence: str, mixer: Mixer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loud = report_with(Sound(True, 70, VirtualClock()), EVENING, tmp_path / "loud", monkeypatch)
    assert {"coin", "deal", "press"} <= set(mixer.started)

    mixer.quit()
    mixer.started.clear()
    mixer.is_there = silence != "no device"
    dumb = Sound(silence != "switched off", 70, VirtualClock())
    quiet = report_with(dumb, EVENING, tmp_path / "quiet", monkeypatch)

    assert mixer.started == []
    told = quiet.pop("faults")
    assert told == (["sound"] if silence == "no device" else [])
    assert loud.pop("faults") == []
    assert quiet == loud


def test_a_lost_device_is_told_and_the_fault_goes_when_it_is_back(
    mixer: Mixer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = VirtualClock()
    speaker = Sound(True, 70, clock)
    told: list[list[str]] = []

    class Watched(story.Machine):
        def turn(self) -> None:
            super().turn()
            faults = [fault.name for fault in self.cabinet.state.faults]
            if not told or told[-1] != faults:
                told.append(faults)
            if Cue.COIN in mixer.started and mixer.is_there and len(told) == 1:
                mixer.is_there = False
                speaker.device_removed()
            elif FaultName.SOUND in faults:
                mixer.is_there = True
                clock.advance_s(RETRY_GAP_S)

    monkeypatch.setattr(story, "Machine", Watched)
    evening = "coin 100\nsettle\npress HOLD2\nsettle\npress BET\nsettle\npress BET\nsettle\n"
    report = report_with(speaker, evening, tmp_path / "data", monkeypatch)
    assert told == [[], [FaultName.SOUND], []]
    assert report["faults"] == []
