"""The shipped sounds: one for every cue, each fit to be heard beside the others."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import wave
from types import ModuleType

import numpy as np
import pytest
from numpy.typing import NDArray

from firmware.assets import asset
from firmware.events import Cue

# Longest allowed, in seconds: what answers a press must be over before the next one.
LONGEST_S = {
    Cue.PRESS: 0.1,
    Cue.HOLD: 0.2,
    Cue.RELEASE: 0.2,
    Cue.DEAL: 0.2,
    Cue.FLIP: 0.2,
    Cue.TICK: 0.25,
    Cue.WIN_LARGE: 4.0,
    Cue.ATTRACT: 4.0,
}


def frames(cue: Cue) -> tuple[int, NDArray[np.float64]]:
    """Rate, and the samples between -1 and 1."""
    with wave.open(str(asset("sounds", f"{cue}.wav")), "rb") as stream:
        assert (stream.getnchannels(), stream.getsampwidth()) == (1, 2)
        raw = stream.readframes(stream.getnframes())
        return stream.getframerate(), np.frombuffer(raw, "<i2") / 32768


def loudness_db(cue: Cue) -> float:
    """Effective value of the loudest 50 ms, in decibels below full scale."""
    rate, samples = frames(cue)
    size = rate // 20
    sums = np.cumsum(np.concatenate(([0.0], samples**2)))
    return float(10 * np.log10((sums[size:] - sums[:-size]).max() / size))


@pytest.fixture(scope="module")
def tool() -> ModuleType:
    path = asset().parent / "tools" / "sounds"
    loader = importlib.machinery.SourceFileLoader("sounds_tool", str(path))
    spec = importlib.util.spec_from_loader("sounds_tool", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


def test_every_cue_has_a_file_and_every_file_a_cue() -> None:
    assert {path.name for path in asset("sounds").iterdir()} == {f"{cue}.wav" for cue in Cue}


def test_all_together_are_small() -> None:
    assert sum(path.stat().st_size for path in asset("sounds").iterdir()) < 1_500_000


@pytest.mark.parametrize("cue", Cue)
def test_a_sound_is_short(cue: Cue) -> None:
    rate, samples = frames(cue)
    assert 0.05 <= len(samples) / rate <= LONGEST_S.get(cue, 2.0)


@pytest.mark.parametrize("cue", Cue)
def test_a_sound_never_clips(cue: Cue) -> None:
    assert 0.05 < np.abs(frames(cue)[1]).max() < 0.75


@pytest.mark.parametrize("cue", Cue)
def test_a_sound_starts_and_ends_in_silence(cue: Cue) -> None:
    samples = frames(cue)[1]
    assert np.abs(samples[[0, -1]]).max() < 0.001
    assert np.abs(samples[-32:]).max() < 0.02


@pytest.mark.parametrize("cue", Cue)
def test_a_sound_has_no_offset(cue: Cue) -> None:
    assert abs(frames(cue)[1].mean()) < 0.001


@pytest.mark.parametrize("cue", Cue)
def test_no_sound_is_out_of_the_set(cue: Cue) -> None:
    assert -27 <= loudness_db(cue) <= -11


def test_loudness_follows_the_weight_of_the_moment() -> None:
    order = [Cue.PRESS, Cue.DEAL, Cue.COLLECT, Cue.WIN_SMALL, Cue.WIN_MEDIUM, Cue.WIN_LARGE]
    heard = [loudness_db(cue) for cue in order]
    assert heard == sorted(heard)


def test_wins_have_three_lengths() -> None:
    lengths = [len(frames(cue)[1]) for cue in (Cue.WIN_SMALL, Cue.WIN_MEDIUM, Cue.WIN_LARGE)]
    assert lengths[1] > 1.5 * lengths[0]
    assert lengths[2] > 1.5 * lengths[1]


def test_the_tool_makes_what_is_shipped(tool: ModuleType) -> None:
    # One step of 16 bits of play: the last bit of a sine differs from processor to processor.
    made = tool.made()
    assert set(made) == set(Cue)
    for cue in Cue:
        shipped = np.round(frames(cue)[1] * 32768)
        assert np.abs(made[cue] - shipped).max() <= 1, cue


def test_two_runs_make_the_same(tool: ModuleType) -> None:
    first, second = tool.made(), tool.made()
    assert all((first[name] == second[name]).all() for name in first)
