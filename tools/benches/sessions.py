"""Sessions of each game, frame by frame: how many frames cost how much, and which the most."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from measured import Figure, Say, quantile

HERE = Path(__file__).resolve().parent
GAMES = ("joker_poker", "strip_poker", "cinque_mani")
SIZES = ((1280, 720), (1920, 1080))
SECONDS, SECONDS_FULL = 60, 600
REPEATS = 3
"""Runs of the same session that count; one before them draws the pictures that are kept."""
SEED = 1
BUDGET_MS = 4.2
"""A quarter of a frame, for a core four times slower."""
NAMED = 3
"""Worst moments that are named."""


class Moment(NamedTuple):
    """The dearest turn of the loop at one moment of a session.

    Attributes:
        at_s: virtual time.
        cost_ms: CPU of the frame's thread.
        where: mode, phase, and whether something moves.
        why: what took it: pictures drawn for the first time, or the widgets redrawn.
    """

    at_s: float
    cost_ms: float
    where: str
    why: str


def measure_sessions(say: Say, *, full: bool = False) -> list[Figure]:
    """A figure for every game and size."""
    figures: list[Figure] = []
    seconds = SECONDS_FULL if full else SECONDS
    with tempfile.TemporaryDirectory(prefix="cabinato-bench-") as folder:
        for size in SIZES if full else SIZES[:1]:
            for game in GAMES:
                runs = []
                for number in range(REPEATS + 1):
                    say(f"frames: {game}, {seconds} s, {number + 1} of {REPEATS + 1}")
                    runs.append(_play(game, seconds, size, Path(folder) / str(size[1])))
                found = cheapest(runs[1:])
                figures += figures_of(f"{game} {size[0]}x{size[1]}", seconds, found)
    return figures


def figures_of(name: str, seconds: float, moments: Sequence[Moment]) -> list[Figure]:
    """How the moments of a session are spread, and the worst ones by name."""
    costs = [each.cost_ms for each in moments]
    over = [each for each in moments if each.cost_ms > BUDGET_MS]
    worst = sorted(moments, key=lambda each: -each.cost_ms)[:NAMED]
    group = f"a session of {seconds:.0f} s, CPU of a turn that draws"
    spread = ", ".join(
        f"{sum(low <= cost < high for cost in costs)} of {low:g}-{high:g} ms"
        for low, high in ((0, 1), (1, 2), (2, BUDGET_MS))
    )
    figures = [
        Figure(f"{name}, median", quantile(costs, 0.5), "ms", group=group),
        Figure(
            f"{name}, turns over {BUDGET_MS} ms",
            len(over),
            "",
            target="0",
            group=group,
            note=f"{len(costs)} turns: {spread}, {len(over)} over",
        ),
    ]
    figures += [
        Figure(
            f"{name}, worst {place}",
            each.cost_ms,
            "ms",
            target=f"below {BUDGET_MS} ms",
            group=group,
            note=f"{each.at_s:.2f} s, {each.where}: {each.why}",
        )
        for place, each in enumerate(worst, start=1)
    ]
    return figures


def cheapest(runs: Sequence[Sequence[Moment]]) -> list[Moment]:
    """Of each moment the cheapest of the runs: what it costs when nobody disturbs."""
    found: dict[float, Moment] = {}
    for run in runs:
        for moment in run:
            known = found.get(moment.at_s)
            if known is None or moment.cost_ms < known.cost_ms:
                found[moment.at_s] = moment
    return list(found.values())


def moments_of(turns: Sequence[Sequence[object]]) -> list[Moment]:
    """The dearest turn that drew a frame, or pictures for one, at each moment of a session."""
    found: dict[float, Moment] = {}
    for at_s, cost_us, is_drawn, where, widgets, made, searched_us in turns:  # type: ignore[misc]
        if not is_drawn and not made:
            continue
        moment = Moment(at_s, cost_us / 1000, where, _why(widgets, made, searched_us))
        known = found.get(at_s)
        if known is None or moment.cost_ms > known.cost_ms:
            found[at_s] = moment
    return list(found.values())


def _why(widgets: Sequence[str], made: Sequence[tuple[str, float]], searched_us: float) -> str:
    parts = []
    if made:
        dearest = max(made, key=lambda each: each[1])
        total_ms = sum(each[1] for each in made) / 1000
        parts.append(f"{len(made)} new pictures {total_ms:.1f} ms, dearest {dearest[0][:40]}")
    else:
        parts.append(", ".join(widgets[:4]))
    if searched_us > 500:
        parts.append(f"garbage searched {searched_us / 1000:.1f} ms")
    return "; ".join(parts)


def measure_attract(say: Say, *, full: bool = False) -> list[Figure]:
    """Memory after a minute of attract and after many, and what its frames allocate."""
    seconds = 3600 if full else 600
    figures: list[Figure] = []
    with tempfile.TemporaryDirectory(prefix="cabinato-bench-") as folder:
        for width, height in SIZES:
            label = f"attract {width}x{height}"
            say(f"frames: {label}, {seconds} s")
            arguments = [str(width), str(height), str(seconds)]
            told = json.loads(_told_by("attract_child.py", arguments, Path(folder)))
            figures += [
                Figure(
                    f"{label}, memory after {seconds // 60} minutes",
                    told["end_mb"],
                    "MB",
                    "after one minute",
                    told["minute_mb"],
                    "ratio 1",
                ),
                Figure(
                    f"{label}, blocks that Python keeps from a frame",
                    told["frame_blocks"],
                    "",
                    target="0",
                ),
            ]
    return figures


def _play(game: str, seconds: float, size: tuple[int, int], folder: Path) -> list[Moment]:
    arguments = [game, str(seconds), str(size[0]), str(size[1]), str(SEED)]
    return moments_of(json.loads(_told_by("session_child.py", arguments, folder))["turns"])


def _told_by(child: str, arguments: list[str], folder: Path) -> str:
    """What a program beside this file prints; its pictures are kept in `folder`."""
    own = {
        "XDG_CACHE_HOME": str(folder / "cache"),
        "PYTHONPYCACHEPREFIX": str(folder / "compiled"),
        "PYTHONDONTWRITEBYTECODE": "",  # an installed program is compiled: not in a frame
        "PYTHONPATH": str(HERE.parent.parent),
        "PYGAME_HIDE_SUPPORT_PROMPT": "1",
    }
    done = subprocess.run(
        [sys.executable, str(HERE / child), *arguments],
        env={**os.environ, **own},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        sys.exit(f"bench: {child} {' '.join(arguments)} failed: {done.stderr[-2000:]}")
    return done.stdout
