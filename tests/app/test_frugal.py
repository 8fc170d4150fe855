"""A freed picture goes back to the system, whatever was freed before it."""

from __future__ import annotations

import gc
import subprocess
import sys

import pytest

from firmware.app.frugal import (
    BREATH_S,
    REST_S,
    TIDY_EVERY_S,
    YOUNG_MANY,
    YOUNG_MAX,
    Tidier,
    spare_what_stays,
)

_CHILD = """
import sys
from firmware.app.frugal import return_freed_pictures

def resident_kb():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))

if not return_freed_pictures():
    sys.exit(77)
bytearray(24 * 1024 * 1024)  # freed at once: would raise the size of an own block to 24 MB
pictures = [bytearray(b"x" * 4_000_000) for _ in range(10)]
last = bytearray(b"x" * 4_000_000)
full = resident_kb()
del pictures
print(full - resident_kb())
"""


def test_freed_pictures_go_back_though_a_later_one_lives() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _CHILD], capture_output=True, text=True, check=False
    )
    if done.returncode == 77:
        pytest.skip("this C library has no mallopt")
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 35_000  # nine of the ten, at least


_DRAWING = """
import resource, sys
from firmware.app.frugal import return_freed_pictures

def faults():
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt

if not return_freed_pictures():
    sys.exit(77)
for _ in range(10):
    bytearray(600_000)
before = faults()
for _ in range(100):
    bytearray(600_000)  # 147 pages, each of which would be a fault
print(faults() - before)
"""


def test_what_a_frame_draws_anew_takes_no_fresh_pages() -> None:
    done = subprocess.run(
        [sys.executable, "-c", _DRAWING], capture_output=True, text=True, check=False
    )
    if done.returncode == 77:
        pytest.skip("this C library has no mallopt")
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < 1_000


@pytest.fixture
def collected(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    done: list[str] = []
    monkeypatch.setattr(gc, "collect", lambda *young: done.append("young" if young else "all"))
    monkeypatch.setattr(gc, "get_count", lambda: (YOUNG_MANY - 1, 0, 0))
    return done


def test_garbage_is_looked_for_where_nothing_is_to_be_done(collected: list[str]) -> None:
    assert Tidier().rest(TIDY_EVERY_S, 2 * REST_S)
    assert collected == ["all"]


def test_not_between_two_frames(collected: list[str]) -> None:
    assert not Tidier().rest(TIDY_EVERY_S, REST_S / 2)
    assert collected == []


def test_not_at_every_rest(collected: list[str]) -> None:
    tidier = Tidier()
    tidier.rest(TIDY_EVERY_S, 1.0)
    assert not tidier.rest(1.5 * TIDY_EVERY_S, 1.0)
    assert tidier.rest(2 * TIDY_EVERY_S, 1.0)
    assert collected == ["all", "all"]


def test_what_is_new_is_looked_at_in_a_breath_once_there_is_much(
    collected: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not Tidier().rest(0.0, BREATH_S)
    monkeypatch.setattr(gc, "get_count", lambda: (YOUNG_MANY, 0, 0))
    assert not Tidier().rest(0.0, BREATH_S / 2)
    assert Tidier().rest(0.0, BREATH_S)
    assert collected == ["young"]


def test_no_frame_looks_for_garbage() -> None:
    before = gc.get_threshold()
    try:
        spare_what_stays()
        assert gc.get_threshold()[0] == YOUNG_MAX
        assert gc.get_threshold()[2] > 100_000
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
