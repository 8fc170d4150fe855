"""An hour of attract, drawn in virtual time: how much memory it takes, and what a frame allocates.

    attract_child.py WIDTH HEIGHT SECONDS

Prints a JSON object: resident megabytes after a minute and at the end, blocks of Python's
allocator at both, and the net blocks and the peak of blocks in flight of a frame.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from pathlib import Path

from firmware.app.frugal import spare_what_stays
from firmware.assets import cache_folder
from firmware.screens.samples import NOW_S, sample
from firmware.screens.screen import Screen
from firmware.screens.sprites import SpriteStore
from firmware.screens.theme import FRAME_S
from firmware.screens.window import Window

MINUTE_S = 60.0
_PAGE_MB = os.sysconf("SC_PAGE_SIZE") / 1024 / 1024


def resident_mb() -> float:
    """Of this process, now."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * _PAGE_MB


def main() -> None:
    """Draw and tell."""
    width, height, seconds = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
    window = Window((width, height))
    screen = Screen(window.surface, SpriteStore(cache_folder()))
    view, _ = sample("attract")
    screen.draw(view, NOW_S)
    spare_what_stays()
    now_s, frames = NOW_S, 0
    minute_mb = minute_blocks = 0.0
    grown: list[int] = []
    while now_s < NOW_S + seconds:
        before = sys.getallocatedblocks()
        window.present(screen.draw(view, now_s))
        grown.append(sys.getallocatedblocks() - before)
        frames += 1
        next_s = screen.next_frame_s
        now_s = max(now_s + 1.0 if next_s is None else next_s, now_s + FRAME_S)
        if not minute_mb and now_s >= NOW_S + MINUTE_S:
            minute_mb, minute_blocks = resident_mb(), sys.getallocatedblocks()
    steady = sorted(grown[len(grown) // 2 :])
    told = {
        "minute_mb": minute_mb,
        "end_mb": resident_mb(),
        "minute_blocks": minute_blocks,
        "end_blocks": sys.getallocatedblocks(),
        "frames": frames,
        "frame_blocks": steady[len(steady) // 2],
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main()
