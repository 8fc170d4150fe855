"""The shipped sounds: one for every cue, each fit to be heard beside the others."""

from __future__ import annotations

import functools
import importlib.machinery
import importlib.util
import wave
from collections.abc import Sequence
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from firmware.assets import asset
from firmware.cabinet import motion
from firmware.cabinet.motion import Part
from firmware.events import TICKS, Cue
from firmware.screens.sound import OF_A_ROOM, ROOMS

# Longest allowed, in seconds: what answers a press must be over before the next one.
LONGEST_S = {
    Cue.PRESS: 0.1,
    Cue.HOLD: 0.2,
    Cue.RELEASE: 0.2,
    Cue.DEAL: 0.2,
    Cue.FLIP: 0.2,
    **dict.fromkeys(TICKS, 0.25),
    Cue.WIN_LARGE: 4.0,
    Cue.ATTRACT: 4.0,
}


# The set, and what Strip Poker and Cinque Mani have of their own.
OF_A_GAME = ("deal", "flip", "win_small", "win_medium", "win_large")
SOUNDS = (
    *Cue,
    *(f"{game}/{name}" for game in ("strip_poker", "cinque_mani") for name in OF_A_GAME),
)

# Sounds that may follow one another are equally loud: momentary loudness (LKFS), within 1 dB.
MATCHED = {
    "keys": (-31.0, ("press", "hold", "release", *TICKS)),
    "cards": (-27.0, ("deal", "flip", "chips")),
    "answers": (-20.5, ("proposal", "collect", "drum", "tie", "loss", "garment")),
    "coins": (-17.5, ("coin", "door", "fault")),
    "wins": (-16.5, ("win_small", "win_medium", "win_large", "double_won")),
    "attract": (-24.0, ("attract",)),
}


@functools.cache
def frames(name: str) -> tuple[int, NDArray[np.float64]]:
    """Rate, and the samples between -1 and 1."""
    with wave.open(str(asset("sounds", f"{name}.wav")), "rb") as stream:
        assert (stream.getnchannels(), stream.getsampwidth()) == (1, 2)
        raw = stream.readframes(stream.getnframes())
        return stream.getframerate(), np.frombuffer(raw, "<i2") / 32768


def biquad(f_hz: NDArray[np.float64], b: Sequence[float], a: Sequence[float]) -> Any:
    """What a filter of the second order, given for 48 kHz, makes of a frequency."""
    z = np.exp(-2j * np.pi * f_hz / 48_000)
    return np.polyval(b[::-1], z) / np.polyval([*a[::-1], 1.0], z)


def loudness_of(rate: int, samples: NDArray[np.float64]) -> float:
    """The loudest 400 ms as ITU-R BS.1770 weighs them, silence after a shorter sound."""
    size = round(0.4 * rate)
    both = np.concatenate((samples, np.zeros(size)))
    f_hz = np.fft.rfftfreq(2 * len(both), 1 / rate)  # as much silence: nothing comes round
    shelf = biquad(
        f_hz, (1.53512485958697, -2.69169618940638, 1.19839281085285),
        (-1.69065929318241, 0.73248077421585),
    )  # fmt: skip
    cut = biquad(f_hz, (1.0, -2.0, 1.0), (-1.99004745483398, 0.99007225036621))
    weighed = np.fft.irfft(np.fft.rfft(both, 2 * len(both)) * shelf * cut)[: len(both)]
    sums = np.cumsum(np.concatenate(([0.0], weighed**2)))
    return float(-0.691 + 10 * np.log10((sums[size:] - sums[:-size]).max() / size))


@functools.cache
def loudness(name: str) -> float:
    return loudness_of(*frames(name))


def brightness_hz(name: str) -> float:
    """The middle of its spectrum by power."""
    rate, samples = frames(name)
    power = np.abs(np.fft.rfft(samples)) ** 2
    return float((power * np.fft.rfftfreq(len(samples), 1 / rate)).sum() / power.sum())


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    path = asset().parent / "tools" / "sounds"
    loader = importlib.machinery.SourceFileLoader("sounds_tool", str(path))
    spec = importlib.util.spec_from_loader("sounds_tool", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


def test_every_cue_has_a_file_and_every_file_is_some_sound() -> None:
    folder = asset("sounds")
    there = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
    assert there == {f"{name}.wav" for name in SOUNDS}


def test_the_speaker_knows_which_games_have_sounds_of_their_own() -> None:
    assert {f"{game}/{cue}" for game in ROOMS for cue in OF_A_ROOM} == set(SOUNDS) - set(Cue)


def test_all_together_are_small() -> None:
    assert sum(path.stat().st_size for path in asset("sounds").rglob("*.wav")) < 1_500_000


@pytest.mark.parametrize("name", SOUNDS)
def test_a_sound_is_short(name: str) -> None:
    rate, samples = frames(name)
    assert 0.05 <= len(samples) / rate <= LONGEST_S.get(Cue(name.split("/")[-1]), 2.0)


@pytest.mark.parametrize("name", SOUNDS)
def test_a_sound_never_clips(name: str) -> None:
    assert 0.05 < np.abs(frames(name)[1]).max() < 0.75


@pytest.mark.parametrize("name", SOUNDS)
def test_a_sound_starts_and_ends_in_silence(name: str) -> None:
    samples = frames(name)[1]
    assert np.abs(samples[[0, -1]]).max() < 0.001
    assert np.abs(samples[-32:]).max() < 0.02


@pytest.mark.parametrize("name", SOUNDS)
def test_a_sound_does_not_begin_or_end_with_a_step(name: str) -> None:
    edges = np.concatenate(([0.0], frames(name)[1][:8])), np.append(frames(name)[1][-8:], 0.0)
    assert max(np.abs(np.diff(edge)).max() for edge in edges) < 0.02


@pytest.mark.parametrize("name", SOUNDS)
def test_a_sound_has_no_offset(name: str) -> None:
    assert abs(frames(name)[1].mean()) < 0.001


def test_the_meter_shows_what_its_standard_says() -> None:
    # BS.1770: a sine of 997 Hz at full scale in one channel is -3.01 LKFS.
    sine = np.sin(2 * np.pi * 997 * np.arange(22_050) / 22_050)
    assert loudness_of(22_050, sine) == pytest.approx(-3.01, abs=0.05)


@pytest.mark.parametrize("matched", MATCHED)
def test_sounds_of_a_sort_are_equally_loud(matched: str) -> None:
    wanted, names = MATCHED[matched]
    there = [name for name in SOUNDS if name.split("/")[-1] in names]
    assert {name: loudness(name) for name in there} == pytest.approx(
        dict.fromkeys(there, wanted), abs=1.0
    )


def test_every_sound_is_of_some_sort() -> None:
    assert sorted(name for _, names in MATCHED.values() for name in names) == sorted(Cue)


def test_the_larger_win_is_the_louder_one() -> None:
    for room in ("", "strip_poker/", "cinque_mani/"):
        heard = [loudness(f"{room}win_{size}") for size in ("small", "medium", "large")]
        assert heard == sorted(heard)


def on_a_small_speaker(rate: int, samples: NDArray[np.float64]) -> NDArray[np.float64]:
    """What is left where nothing below 250 Hz is heard: 24 dB an octave."""
    spectrum = np.fft.rfft(samples, 2 * len(samples))
    f_hz = np.fft.rfftfreq(2 * len(samples), 1 / rate)
    f_hz[0] = 1e-9
    return np.fft.irfft(spectrum / np.sqrt(1 + (250 / f_hz) ** 8))[: len(samples)]


@pytest.mark.parametrize("name", SOUNDS)
def test_a_small_speaker_does_not_swallow_it(name: str) -> None:
    rate, samples = frames(name)
    assert loudness_of(rate, on_a_small_speaker(rate, samples)) > loudness(name) - 7


@pytest.mark.parametrize("name", SOUNDS)
def test_nothing_hisses(name: str) -> None:
    rate, samples = frames(name)
    power = np.abs(np.fft.rfft(samples)) ** 2
    assert power[np.fft.rfftfreq(len(samples), 1 / rate) > 8_000].sum() < 0.01 * power.sum()


def test_a_count_rises_by_a_fourth_in_the_key_of_the_wins() -> None:
    found = []
    for cue in TICKS:
        rate, samples = frames(cue)
        power = np.abs(np.fft.rfft(samples, 8 * rate))
        found.append(power.argmax() / 8)
    # A5, B5, C#6 and D6 in equal temperament
    assert found == pytest.approx([880.0, 987.77, 1108.73, 1174.66], abs=3)


@pytest.mark.parametrize("room", ["", "strip_poker/", "cinque_mani/"])
@pytest.mark.parametrize(("credits", "win"), [(5, "small"), (40, "medium"), (5_000, "large")])
def test_a_win_and_its_count_do_not_clip_together(room: str, credits: int, win: str) -> None:
    parts: list[Part] = []
    cues: list[tuple[float, Cue]] = []
    motion.counting(parts, cues, 0.0, 0, credits)
    rate, jingle = frames(f"{room}win_{win}")
    heard = np.zeros(8 * rate)
    heard[: len(jingle)] += jingle
    for at_s, cue in cues:
        tick = frames(cue)[1]
        heard[round(at_s * rate) : round(at_s * rate) + len(tick)] += tick
    assert np.abs(heard).max() < 0.95  # at full volume


@pytest.mark.parametrize("name", OF_A_GAME)
def test_strip_poker_is_warmer_than_joker_poker(name: str) -> None:
    assert brightness_hz(f"strip_poker/{name}") < 0.9 * brightness_hz(name)


def test_wins_have_three_lengths() -> None:
    for room in ("", "strip_poker/", "cinque_mani/"):
        sizes = ("small", "medium", "large")
        lengths = [len(frames(f"{room}win_{size}")[1]) for size in sizes]
        assert lengths[1] > 1.5 * lengths[0]
        assert lengths[2] > 1.5 * lengths[1]


def test_the_tool_makes_what_is_shipped(tool: ModuleType) -> None:
    # One step of 16 bits of play: the last bit of a sine differs from processor to processor.
    made = tool.made()
    assert set(made) == set(SOUNDS)
    for name in SOUNDS:
        shipped = np.round(frames(name)[1] * 32768)
        assert np.abs(made[name] - shipped).max() <= 1, name


def test_two_runs_make_the_same(tool: ModuleType) -> None:
    first, second = tool.made(), tool.made()
    assert all((first[name] == second[name]).all() for name in first)
