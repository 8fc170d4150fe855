"""Process start to the first frame, and how much memory the program takes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from measured import Figure, Say

from firmware.assets import shipped_config

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
WARM_RUNS = 7
SIZES = ((1280, 720), (1920, 1080))
FIRST_FRAME_S = 1.0
MEMORY_MB = 150

_CABINET = """
import json, os, resource, sys, time
from firmware.screens import window

class Window(window.Window):
    def present(self, regions):
        super().present(regions)
        used = resource.getrusage(resource.RUSAGE_SELF)
        told = [time.monotonic(), used.ru_utime + used.ru_stime, used.ru_maxrss / 1024]
        os.write(int(sys.argv.pop()), json.dumps(told).encode())
        os._exit(0)

window.Window = Window
from firmware.__main__ import main
main(sys.argv[1:-1])
"""
"""What the `cabinato` script does, stopped at the first frame; prints when, CPU s and MB."""

_MINIMAL = """
import json, os, resource, sys, time
import pygame
pygame.display.init()
surface = pygame.display.set_mode((int(sys.argv[2]), int(sys.argv[3])))
surface.blit(pygame.image.load(sys.argv[1]).convert(), (0, 0))
pygame.display.flip()
used = resource.getrusage(resource.RUSAGE_SELF)
told = [time.monotonic(), used.ru_utime + used.ru_stime, used.ru_maxrss / 1024]
os.write(int(sys.argv.pop()), json.dumps(told).encode())
os._exit(0)
"""

_EVENING = """
import resource, sys
from firmware.__main__ import main
code = main(sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, file=sys.stderr)
sys.exit(code)
"""


class Start(NamedTuple):
    """One start: wall and CPU seconds until the first frame, memory then (MB)."""

    wall_s: float
    cpu_s: float
    memory_mb: float


def measure(say: Say) -> list[Figure]:
    """All figures of this topic."""
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory(prefix="cabinato-bench-") as name:
        folder = Path(name)
        for size in SIZES:
            label = f"{size[0]}x{size[1]}"
            config = _config(folder, size)
            say(f"boot: cold start at {label}")
            cold = _start_cabinet(folder, config)
            say(f"boot: {WARM_RUNS} warm starts at {label}")
            picture = _picture(folder, size)
            warm, minimal = [], []
            for _ in range(WARM_RUNS):  # in turn, so that a busy moment hits both
                warm.append(_start_cabinet(folder, config))
                minimal.append(_start_minimal(folder, picture, size))
            figures += _starts(label, cold, warm, minimal)
            say(f"boot: an evening at {label}")
            figures.append(
                Figure(
                    f"memory after an evening, {label}",
                    _evening_mb(folder, config),
                    "MB",
                    "limit",
                    MEMORY_MB,
                    "below",
                )
            )
    return figures


def _starts(label: str, cold: Start, warm: list[Start], minimal: list[Start]) -> list[Figure]:
    best = f"best of {WARM_RUNS}"
    return [
        Figure(
            f"process start to first frame, {label}, warm, {best}",
            min(each.wall_s for each in warm),
            "s",
            f"pygame window with one picture, {best}",
            min(each.wall_s for each in minimal),
            f"below {FIRST_FRAME_S} s",
        ),
        Figure(
            f"CPU until then, {label}, warm, {best}",
            min(each.cpu_s for each in warm),
            "s",
            f"pygame window with one picture, {best}",
            min(each.cpu_s for each in minimal),
        ),
        Figure(
            f"process start to first frame, {label}, no pictures kept yet",
            cold.wall_s,
            "s",
            "warm start",
            min(each.wall_s for each in warm),
        ),
        Figure(
            f"memory after the first frame, {label}",
            max(each.memory_mb for each in warm),
            "MB",
            "pygame window with one picture",
            max(each.memory_mb for each in minimal),
            f"below {MEMORY_MB} MB",
        ),
    ]


# --- processes --------------------------------------------------------------------------------


def _environment(folder: Path) -> dict[str, str]:
    """Pictures are kept in a folder of ours."""
    own = {"XDG_CACHE_HOME": str(folder / "cache"), "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    kept = {key: value for key, value in os.environ.items() if key != "CACHE_DIRECTORY"}
    return kept | own


def _start(folder: Path, program: str, arguments: list[str]) -> Start:
    reader, writer = os.pipe()
    try:
        begin_s = monotonic()
        done = subprocess.run(
            [sys.executable, "-c", program, *arguments, str(writer)],
            env=_environment(folder),
            cwd=ROOT,
            pass_fds=(writer,),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
        os.close(writer)
        writer = -1
        told = os.read(reader, 4096)
    finally:
        os.close(reader)
        if writer >= 0:
            os.close(writer)
    if not told:
        sys.exit(f"bench: the program showed no frame (exit {done.returncode}): {done.stderr}")
    at_s, cpu_s, memory_mb = json.loads(told)
    return Start(at_s - begin_s, cpu_s, memory_mb)


def _start_cabinet(folder: Path, config: Path) -> Start:
    data = folder / "data"
    arguments = ["run", "--windowed", "--config", str(config), "--data", str(data)]
    return _start(folder, _CABINET, arguments)


def _start_minimal(folder: Path, picture: Path, size: tuple[int, int]) -> Start:
    return _start(folder, _MINIMAL, [str(picture), str(size[0]), str(size[1])])


def _picture(folder: Path, size: tuple[int, int]) -> Path:
    """A picture as large as the display: what was last on it."""
    program = (
        "import sys, pathlib, pygame\n"
        "from firmware.screens.samples import sample\n"
        "from firmware.screens.screen import Screen\n"
        "from firmware.screens.sprites import SpriteStore\n"
        "surface = pygame.Surface((int(sys.argv[1]), int(sys.argv[2])))\n"
        "screen = Screen(surface, SpriteStore(pathlib.Path(sys.argv[3])))\n"
        "screen.draw(*sample('attract'))\n"
        "pygame.image.save(surface, sys.argv[4])\n"
    )
    path = folder / f"picture-{size[0]}.png"
    store = folder / "cache" / "cabinato"
    subprocess.run(
        [sys.executable, "-c", program, str(size[0]), str(size[1]), str(store), str(path)],
        env=_environment(folder),
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return path


def _evening_mb(folder: Path, config: Path) -> float:
    """Peak memory of a story in which everything that a player can see is seen."""
    script = folder / "evening.story"
    script.write_text(evening_story(), encoding="utf-8")
    done = subprocess.run(
        [
            *(sys.executable, "-c", _EVENING),
            *("run", "--headless", "--seed", "7", "--script", str(script)),
            *("--config", str(config)),
        ],
        env=_environment(folder),
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"bench: the evening failed (exit {done.returncode}): {done.stderr}")
    return float(done.stderr.split()[-1])


def evening_story() -> str:
    """Attract, coins, every page and language, sixty rounds with doubles."""
    lines = ["wait 45"]
    for language in ("en", "ru", "it"):
        lines += [f"lang {language}", "coin 200", "settle", "press HOLD5", "settle"]
        lines += ["press HOLD2", "wait 1"] * 3
        lines += ["press DEAL", "settle", "press HOLD2", "settle", "press BET"]
        for number in range(20):
            if number % 5 == 0:
                lines += ["coin 200", "settle"]
            lines += ["press DEAL", "settle", f"hold {number % 5 + 1}", "wait 1.2"]
            lines += ["press DEAL", "settle", "press DOUBLE", "settle"]
            lines += [f"press HOLD{number % 4 + 2}", "settle", "press DEAL", "settle", "wait 0.5"]
            lines += ["press DEAL", "settle", "press DEAL", "settle"]
        lines += ["press HOLD4", "settle", "press HOLD1", "wait 1", "press DEAL", "settle"]
        lines += ["press HOLD5", "settle"]
    lines += ["key operator on", "wait 2", "press HOLD2", "wait 1", "key operator off"]
    lines += ["door open", "wait 2", "door close", "wait 2"]
    return "\n".join(lines) + "\n"


def _config(folder: Path, size: tuple[int, int]) -> Path:
    """The shipped configuration with another display."""
    text = shipped_config().read_text(encoding="utf-8")
    lines = [
        f"size = [{size[0]}, {size[1]}]" if line.startswith("size ") else line
        for line in text.splitlines()
    ]
    path = folder / f"config-{size[0]}.toml"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path
