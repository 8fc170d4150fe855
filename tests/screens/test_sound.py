"""Sound follows the cues, and no failure of it reaches the game."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from firmware.assets import asset
from firmware.clock import VirtualClock
from firmware.events import TICKS, Cue, CueGroup
from firmware.money import GameId
from firmware.screens import sound as subject
from firmware.screens.sound import HUSH_MS, Sound


@pytest.fixture(autouse=True)
def quiet_device(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    pygame.mixer.quit()
    yield
    pygame.mixer.quit()


@pytest.fixture
def clock() -> VirtualClock:
    return VirtualClock()


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the files whose sounds were started."""
    names: list[str] = []

    class Recorder:
        def __init__(self, path: str) -> None:
            self.name = str(Path(path).relative_to(asset("sounds")).with_suffix(""))

        def set_volume(self, _: float) -> None:
            pass

        def play(self) -> None:
            names.append(self.name)

    monkeypatch.setattr(pygame.mixer, "Sound", Recorder)
    return names


@pytest.fixture
def openings(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A device that cannot be opened; one entry for every try."""
    tries: list[float] = []

    def refuse(*_: object) -> None:
        tries.append(1)
        raise pygame.error("no such audio device")

    monkeypatch.setattr(pygame.mixer, "init", refuse)
    return tries


@pytest.mark.parametrize("jingle", [Cue.WIN_LARGE, Cue.LOSS])
def test_the_end_of_a_hand_fades_away_when_the_next_one_is_dealt(
    jingle: Cue, clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    faded: list[tuple[str, int]] = []

    class Fading:
        def __init__(self, path: str) -> None:
            self.name = Path(path).stem

        def set_volume(self, _: float) -> None:
            pass

        def play(self) -> None:
            pass

        def fadeout(self, ms: int) -> None:
            faded.append((self.name, ms))

    monkeypatch.setattr(pygame.mixer, "Sound", Fading)
    sound = Sound(True, 80, clock)
    for cue in (jingle, Cue.COIN, Cue.PRESS):
        sound.play(cue)
    assert faded == []
    sound.play(Cue.DEAL)
    assert faded == [(jingle.value, HUSH_MS)]


def test_nothing_is_opened_before_the_first_cue(clock: VirtualClock) -> None:
    Sound(True, 80, clock)
    assert pygame.mixer.get_init() is None


def test_the_first_cue_opens_only_the_mixer(clock: VirtualClock) -> None:
    pygame.quit()
    Sound(True, 80, clock).play(Cue.COIN)
    assert pygame.mixer.get_init() is not None
    assert not pygame.display.get_init()


def test_every_cue_sounds_without_a_complaint(
    clock: VirtualClock, caplog: pytest.LogCaptureFixture
) -> None:
    sound = Sound(True, 80, clock)
    for cue in Cue:
        sound.play(cue)
    assert caplog.records == []
    assert not sound.is_lost
    assert pygame.mixer.get_busy()


@pytest.mark.parametrize(("enabled", "volume"), [(False, 80), (True, 0)])
def test_a_silenced_cabinet_opens_no_device(
    enabled: bool, volume: int, openings: list[float], clock: VirtualClock
) -> None:
    sound = Sound(enabled, volume, clock)
    sound.play(Cue.COIN)
    assert openings == []
    assert not sound.is_lost


@pytest.mark.parametrize("volume", [-1, 101])
def test_a_volume_out_of_range_is_refused(volume: int) -> None:
    with pytest.raises(ValueError, match=str(volume)):
        Sound(True, volume)


def test_the_volume_reaches_the_sound(clock: VirtualClock) -> None:
    sound = Sound(True, 25, clock)
    sound.play(Cue.WIN_LARGE)
    channel = next(c for c in map(pygame.mixer.Channel, range(8)) if c.get_busy())
    playing = channel.get_sound()
    assert playing is not None
    assert playing.get_volume() == pytest.approx(0.25, abs=0.01)


def test_no_device_is_a_flag_and_not_an_error(openings: list[float], clock: VirtualClock) -> None:
    sound = Sound(True, 80, clock)
    sound.play(Cue.COIN)
    assert sound.is_lost


def test_a_device_that_failed_is_tried_again_after_ten_seconds(
    openings: list[float], clock: VirtualClock
) -> None:
    sound = Sound(True, 80, clock)
    sound.play(Cue.COIN)
    clock.advance_s(9.9)
    sound.play(Cue.COIN)
    assert len(openings) == 1
    clock.advance_s(0.1)
    sound.play(Cue.COIN)
    assert len(openings) == 2


def test_the_same_failure_is_logged_once(
    openings: list[float], clock: VirtualClock, caplog: pytest.LogCaptureFixture
) -> None:
    sound = Sound(True, 80, clock)
    for _ in range(3):
        sound.play(Cue.COIN)
        clock.advance_s(11)
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert "no such audio device" in caplog.text


def test_a_removed_device_is_lost_and_comes_back(clock: VirtualClock) -> None:
    sound = Sound(True, 80, clock)
    sound.play(Cue.COIN)
    sound.device_removed()
    assert sound.is_lost
    sound.play(Cue.COIN)
    assert pygame.mixer.get_init() is None
    clock.advance_s(10)
    sound.play(Cue.COIN)
    assert not sound.is_lost
    assert pygame.mixer.get_busy()


def test_a_device_that_fails_while_playing_is_lost(
    clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken:
        def __init__(self, _: str) -> None:
            pass

        def set_volume(self, _: float) -> None:
            pass

        def play(self) -> None:
            raise pygame.error("mixer not initialized")

    monkeypatch.setattr(pygame.mixer, "Sound", Broken)
    sound = Sound(True, 80, clock)
    sound.play(Cue.COIN)
    assert sound.is_lost


def test_a_missing_file_silences_its_cue_alone(
    clock: VirtualClock,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(subject, "asset", lambda *parts: tmp_path.joinpath(*parts))
    sound = Sound(True, 80, clock)
    sound.play(Cue.DEAL)
    sound.play(Cue.DEAL)
    assert not sound.is_lost
    assert len(caplog.records) == 1
    assert "deal.wav" in caplog.text


def test_a_file_that_is_no_sound_silences_its_cue_alone(
    clock: VirtualClock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sounds").mkdir()
    (tmp_path / "sounds" / "deal.wav").write_text("no wave")
    monkeypatch.setattr(subject, "asset", lambda *parts: tmp_path.joinpath(*parts))
    sound = Sound(True, 80, clock)
    sound.play(Cue.DEAL)
    assert not sound.is_lost


def test_ticks_keep_their_distance(clock: VirtualClock, played: list[str]) -> None:
    sound = Sound(True, 80, clock)
    for _ in range(10):
        sound.play(Cue.TICK)
        clock.advance_s(0.02)
    # 0, 60, 120 and 180 ms: the first at or after 50 ms from the last one heard.
    assert played == ["tick"] * 4


def test_ticks_of_every_pitch_keep_their_distance(clock: VirtualClock, played: list[str]) -> None:
    sound = Sound(True, 80, clock)
    for cue in TICKS:
        sound.play(cue)
        clock.advance_s(0.03)
    assert played == ["tick", "tick_third"]


def test_only_ticks_are_held_back(clock: VirtualClock, played: list[str]) -> None:
    sound = Sound(True, 80, clock)
    sound.play(Cue.DEAL)
    sound.play(Cue.DEAL)
    assert played == ["deal", "deal"]


def test_a_new_volume_reaches_what_is_loaded(
    clock: VirtualClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    volumes: list[float] = []

    class Loud:
        def __init__(self, _: str) -> None:
            pass

        def set_volume(self, volume: float) -> None:
            volumes.append(volume)

        def play(self) -> None:
            pass

    monkeypatch.setattr(pygame.mixer, "Sound", Loud)
    sound = Sound(True, 70, clock)
    sound.play(Cue.COIN)
    sound.adjust(enabled=True, volume_percent=20)
    assert volumes == [0.7, 0.2]


def test_sound_that_is_switched_off_is_none_and_is_not_missed(
    clock: VirtualClock, openings: list[float]
) -> None:
    sound = Sound(True, 70, clock)
    sound.play(Cue.COIN)
    assert sound.is_lost
    sound.adjust(enabled=False, volume_percent=70)
    assert not sound.is_lost
    clock.seconds += 60
    sound.play(Cue.COIN)
    assert len(openings) == 1


def test_a_volume_that_is_none_is_refused(clock: VirtualClock) -> None:
    with pytest.raises(ValueError, match="0 to 100, not 101"):
        Sound(True, 70, clock).adjust(enabled=True, volume_percent=101)


# --- groups and rooms -------------------------------------------------------------------------


class Volumes:
    """A mixer's sounds: the volume of each by its file, and what was started."""

    def __init__(self) -> None:
        self.of: dict[str, float] = {}
        self.started: list[str] = []

    def sound(self, path: str) -> Loudspeaker:
        return Loudspeaker(self, Path(path).stem)


class Loudspeaker:
    def __init__(self, volumes: Volumes, name: str) -> None:
        self.volumes, self.name = volumes, name

    def set_volume(self, volume: float) -> None:
        self.volumes.of[self.name] = volume

    def play(self) -> None:
        self.volumes.started.append(self.name)


@pytest.fixture
def volumes(monkeypatch: pytest.MonkeyPatch) -> Volumes:
    made = Volumes()
    monkeypatch.setattr(pygame.mixer, "Sound", made.sound)
    return made


def test_a_group_has_its_part_of_the_volume(clock: VirtualClock, volumes: Volumes) -> None:
    sound = Sound(True, 50, clock, groups={CueGroup.WINS: 40})
    for cue in (Cue.WIN_LARGE, Cue.COIN):
        sound.play(cue)
    assert volumes.of == {"win_large": pytest.approx(0.2), "coin": pytest.approx(0.5)}


def test_a_new_part_reaches_its_group_alone(clock: VirtualClock, volumes: Volumes) -> None:
    sound = Sound(True, 50, clock)
    for cue in (Cue.WIN_LARGE, Cue.COIN):
        sound.play(cue)
    sound.adjust(enabled=True, volume_percent=50, groups={CueGroup.COINS: 10})
    assert volumes.of == {"win_large": pytest.approx(0.5), "coin": pytest.approx(0.05)}


def test_a_silenced_group_opens_no_device(clock: VirtualClock, openings: list[float]) -> None:
    sound = Sound(True, 50, clock, groups={CueGroup.ATTRACT: 0})
    sound.play(Cue.ATTRACT)
    assert openings == []
    sound.play(Cue.COIN)
    assert len(openings) == 1


def test_a_part_out_of_range_is_refused() -> None:
    with pytest.raises(ValueError, match="wins_percent is 0 to 100, not 101"):
        Sound(True, 50, groups={CueGroup.WINS: 101})


@pytest.mark.parametrize("group", CueGroup)
def test_every_group_has_a_sound(group: CueGroup) -> None:
    assert any(cue.group is group for cue in Cue)


@pytest.mark.parametrize(
    ("room", "heard"),
    [
        (None, ["deal", "coin"]),
        (GameId.JOKER_POKER, ["deal", "coin"]),
        (GameId.STRIP_POKER, ["strip_poker/deal", "coin"]),
        (GameId.CINQUE_MANI, ["cinque_mani/deal", "coin"]),
    ],
)
def test_cards_sound_as_the_table_they_fall_on(
    room: GameId | None, heard: list[str], clock: VirtualClock, played: list[str]
) -> None:
    sound = Sound(True, 80, clock)
    sound.room = room
    sound.play(Cue.DEAL)
    sound.play(Cue.COIN)
    assert played == heard


def test_whoever_leaves_a_table_hears_the_set_again(clock: VirtualClock, played: list[str]) -> None:
    sound = Sound(True, 80, clock)
    for room in (GameId.STRIP_POKER, GameId.JOKER_POKER):
        sound.room = room
        sound.play(Cue.FLIP)
    assert played == ["strip_poker/flip", "flip"]
