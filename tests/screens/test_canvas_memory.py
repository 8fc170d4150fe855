"""Freed pictures leave the process: a cabinet runs for months."""

import subprocess
import sys
from pathlib import Path

import pytest

from firmware.screens.canvas import return_large_blocks

SCRIPT = """
import sys
from pathlib import Path
from firmware.screens.canvas import return_large_blocks

def megabytes():
    status = Path("/proc/self/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024

if sys.argv[1] == "told":
    return_large_blocks()
bytearray(b"x") * (8 << 20)
before = megabytes()
pictures, pins = [], []
for _ in range(5):
    pictures.append(bytearray(b"x") * (8 << 20))
    pins.append(bytearray(b"x") * 100_000)
pictures.clear()
print(megabytes() - before)
"""


def left_behind(how: str) -> float:
    """Megabytes that stay after five pictures of 8 MB are freed."""
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT, how], capture_output=True, text=True, check=True,
        cwd=Path(__file__).parents[2],
    )  # fmt: skip
    return float(ran.stdout.split()[-1])


@pytest.mark.skipif(not return_large_blocks(), reason="another allocator than glibc's")
def test_large_blocks_are_given_back_once_the_allocator_is_told():
    assert left_behind("told") < 8
