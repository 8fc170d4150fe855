"""`tools/bench coins`: both sides of a comparison read the same, and it measures to the end."""

from __future__ import annotations

from pathlib import Path

import pytest

BENCHES = Path(__file__).resolve().parents[2] / "tools" / "benches"
KINDS = ["ccTalk frames, 8-bit,", "ccTalk frames, crc-16,", "SSP frames", "DG600F frames"]
COUNT = 200


@pytest.fixture(autouse=True)
def _benches_importable(monkeypatch):
    monkeypatch.syspath_prepend(str(BENCHES))


def read_by(name):
    from bench_coins import readers

    [found] = [each for each in readers(COUNT) if each.name == name]
    return found


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("side", ["ours", "naive"])
def test_each_reader_finds_every_frame_of_a_good_line(name, side):
    from bench_coins import frames_found

    both = read_by(name)
    assert frames_found(getattr(both, side)(), both.frames) == COUNT


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize("side", ["ours", "naive"])
def test_no_reader_takes_a_damaged_frame(name, side):
    from bench_coins import frames_found

    both = read_by(name)
    damaged = [frame[:-2] + bytes((frame[-2] ^ 1,)) + frame[-1:] for frame in both.frames]
    assert frames_found(getattr(both, side)(), damaged) == 0


@pytest.mark.parametrize("name", KINDS)
def test_on_a_bad_line_ours_finds_every_frame_and_a_plain_one_does_not(name):
    from bench_coins import frames_found

    both = read_by(name)
    assert frames_found(both.ours(), both.frames, has_cuts=True) == COUNT
    assert frames_found(both.naive(), both.frames, has_cuts=True) < COUNT


def test_it_measures_to_the_end_without_a_cabinet():
    from bench_coins import Plan, measure

    figures = measure(lambda _: None, Plan(idle_s=0.3, frames=100, runs=1, has_cabinet=False))
    assert len(figures) == 1 + 2 * len(KINDS)
    assert all(figure.value > 0 and figure.beside_value for figure in figures)
