"""Freed pictures leave the process: a cabinet runs for months."""

from __future__ import annotations

import subprocess
import sys

import pytest


def told_by(script: str) -> int:
    """The number that another Python prints; a C library without mallopt skips the test."""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    if done.returncode == 77:
        pytest.skip("this C library has no mallopt")
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


_CHILD = """
import sys
from firmware.screens.canvas import return_freed_pictures

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
    assert told_by(_CHILD) > 35_000  # nine of the ten, at least


_SCREEN = _CHILD.replace(
    "if not return_freed_pictures():\n    sys.exit(77)",
    "import pygame\nfrom firmware.screens.screen import Screen\nScreen(pygame.Surface((64, 36)))",
)


def test_whoever_makes_a_screen_need_not_think_of_it() -> None:
    assert "Screen(" in _SCREEN
    assert told_by(_CHILD) > 35_000
    assert told_by(_SCREEN) > 35_000


_DRAWING = """
import resource, sys
from firmware.screens.canvas import return_freed_pictures

def faults():
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt

if not return_freed_pictures():
    sys.exit(77)
for _ in range(10):
    bytearray(200_000)
before = faults()
for _ in range(100):
    bytearray(200_000)  # 49 pages, each of which would be a fault
print(faults() - before)
"""


def test_what_a_frame_draws_anew_takes_no_fresh_pages() -> None:
    assert told_by(_DRAWING) < 500
