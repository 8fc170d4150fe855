"""What a frame costs: every screen, every animation, whole sessions; and how soon a press shows."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter, thread_time_ns

from evening import measure_idle, measure_presses
from frame_scenes import Scenario, animations, screens
from layered import LayeredPainter
from measured import Figure, Say
from naive import NaivePainter
from sessions import measure_attract, measure_sessions

from firmware.cards.shuffle import FairShuffler, SystemSource
from firmware.config import load_config
from firmware.games.joker_poker.configured import joker_poker
from firmware.games.joker_poker.rules import JokerPoker
from firmware.games.joker_poker.table import Phase, Table
from firmware.screens.screen import Screen
from firmware.screens.sprites import SpriteStore
from firmware.screens.theme import FRAME_S
from firmware.screens.view import View
from firmware.screens.window import Window

SIZES = ((1280, 720), (1920, 1080))
RUNS = 5
RUNS_FULL = 25
ROUNDS = 4000
Draw = Callable[[View, float], None]


def measure(say: Say, *, full: bool = False) -> list[Figure]:
    """All figures of this topic; with `full` more runs, and sessions of ten minutes."""
    figures: list[Figure] = []
    runs = RUNS_FULL if full else RUNS
    with tempfile.TemporaryDirectory(prefix="cabinato-bench-") as folder:
        store = SpriteStore(Path(folder) / "cache")
        for size in SIZES:
            for scenario in (*animations(), *screens()):
                say(f"frames: {scenario.name} at {size[0]}x{size[1]}")
                figures.append(_frames(scenario, size, store, runs))
    figures += measure_sessions(say, full=full)
    figures += measure_attract(say, full=full)
    say("frames: presses")
    figures += measure_presses()
    say("frames: nothing moves (half a minute)")
    figures += measure_idle()
    say("frames: rounds of the pure rules")
    return [*figures, _rounds_a_second()]


# --- frames -----------------------------------------------------------------------------------


@dataclass(slots=True)
class Frames:
    """The cheapest of several runs of each frame, microseconds."""

    cost_us: list[float]

    def take(self, costs_us: list[float]) -> None:
        """Another run of the same frames."""
        known = self.cost_us or costs_us
        self.cost_us = [min(pair) for pair in zip(known, costs_us, strict=True)]

    @property
    def mean_ms(self) -> float:
        """Of a frame."""
        return sum(self.cost_us) / len(self.cost_us) / 1000


def _frames(scenario: Scenario, size: tuple[int, int], store: SpriteStore, runs: int) -> Figure:
    window = Window(size)
    try:
        screen = Screen(window.surface, store)
        naive, layered = (
            painter(window.surface, store) for painter in (NaivePainter, LayeredPainter)
        )
        widgets: list[list[str]] = []

        def draw(view: View, now_s: float) -> None:
            window.present(screen.draw(view, now_s))

        moments = _moments(scenario, screen, widgets)
        ours, redrawn, groups = Frames([]), Frames([]), Frames([])
        for _ in range(runs):  # in turn, so that a busy moment of the machine hits all
            screen.forget()
            ours.take(_costs_us(draw, scenario, moments))
            redrawn.take(_costs_us(naive.draw, scenario, moments))
            groups.take(_costs_us(layered.draw, scenario, moments))
    finally:
        window.close()
    worst = max(range(len(moments)), key=lambda index: ours.cost_us[index])
    drawn = ", ".join(widgets[worst][:3]) or "nothing"
    return Figure(
        scenario.name,
        ours.mean_ms,
        "ms",
        "naive redraw",
        redrawn.mean_ms,
        group=f"CPU a frame at {size[0]}x{size[1]}",
        also=(("LayeredDirty", groups.mean_ms),),
        note=f"worst of {len(moments)}: {ours.cost_us[worst] / 1000:.2f} ms ({drawn})",
    )


def _rest(draw: Draw, scenario: Scenario) -> None:
    """What is there before has come to rest, and what was left has faded."""
    for before_s in (3.0, 2.0, 1.0):
        draw(scenario.before, scenario.begins_s - before_s)


def _moments(scenario: Scenario, screen: Screen, widgets: list[list[str]]) -> list[float]:
    """When the running cabinet would draw; drawing them once also fills the caches."""

    def draw(view: View, now_s: float) -> None:
        screen.draw(view, now_s)

    _rest(draw, scenario)
    moments = []
    now_s = scenario.begins_s
    while now_s < scenario.begins_s + scenario.lasts_s:
        screen.draw(scenario.view, now_s)
        moments.append(now_s)
        widgets.append(sorted(screen.drawn))
        next_s = screen.next_frame_s
        if next_s is None:
            break
        now_s = max(next_s, now_s + FRAME_S)
    return moments


def _costs_us(draw: Draw, scenario: Scenario, moments: list[float]) -> list[float]:
    """CPU of this thread for each of the frames, after `before` has come to rest."""
    _rest(draw, scenario)
    costs = []
    for now_s in moments:
        begin_ns = thread_time_ns()
        draw(scenario.view, now_s)
        costs.append((thread_time_ns() - begin_ns) / 1000)
    return costs


# --- rules ------------------------------------------------------------------------------------


def _rounds_a_second() -> Figure:
    game = joker_poker(load_config().joker_poker)
    shuffler = FairShuffler(SystemSource())
    best = 0.0
    for _ in range(3):
        begin_s = perf_counter()
        _play_rounds(game, shuffler)
        best = max(best, ROUNDS / (perf_counter() - begin_s))
    return Figure(
        "pure rules (deal, proposal, draw, collect)",
        best,
        "rounds/s",
        "a player who plays a round every two seconds",
        0.5,
    )


def _play_rounds(game: JokerPoker, shuffler: FairShuffler) -> None:
    table = Table(chips=5)
    for number in range(ROUNDS):
        table = game.deal(table, 1000, number, shuffler).table
        table = game.draw(table).table
        if table.phase is Phase.WIN:
            table = game.collect(table).table
