"""What a frame costs, how soon a press is seen, and what it costs when nothing moves."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from evening import measure_idle, measure_presses
from measured import Figure, Say, least_cpu_ms
from naive import NaivePainter

from firmware.cabinet import motion
from firmware.cards.shuffle import FairShuffler, SystemSource
from firmware.config import load_config
from firmware.games.joker_poker.configured import joker_poker
from firmware.games.joker_poker.rules import JokerPoker
from firmware.games.joker_poker.table import Phase, Table
from firmware.screens.samples import NOW_S, dealt, drawn, sample, table_state, view_of
from firmware.screens.screen import Screen
from firmware.screens.sprites import SpriteStore
from firmware.screens.theme import FRAME_S
from firmware.screens.view import View
from firmware.screens.window import Window

SIZES = ((1280, 720), (1920, 1080))
RUNS = 25
ROUNDS = 4000


@dataclass(frozen=True, slots=True)
class Scenario:
    """Something to watch.

    Attributes:
        name: of it.
        view: the state.
        before: what is on the display when it begins.
        lasts_s: how long it is watched.
        is_moving: whether it is drawn at the display's rate; else when it says it changes.
    """

    name: str
    view: View
    before: View
    lasts_s: float
    is_moving: bool


def scenarios() -> tuple[Scenario, ...]:
    """The four that are compared."""
    attract, _ = sample("attract")
    hold, _ = sample("hold")
    betting, _ = sample("betting")
    dealing = motion.dealing(NOW_S, has_proposal=True)
    won = drawn()
    assert won.round is not None
    counting = motion.drawing(NOW_S, won.round)
    count = counting.of(motion.PartKind.COUNT)
    assert count is not None
    early = count.begins_s - NOW_S
    shifted = motion.drawing(NOW_S - early, won.round)  # the count begins at NOW_S
    count_state = table_state(won, movement=shifted, won_at_s=NOW_S)
    return (
        Scenario("attract", attract, attract, 12.0, False),
        Scenario("hold", hold, hold, 6.0, False),
        Scenario(
            "deal animation",
            view_of(table_state(dealt(), movement=dealing)),
            betting,
            dealing.ends_s - NOW_S,
            True,
        ),
        Scenario("count-up", view_of(count_state), hold, count.ends_s - count.begins_s, True),
    )


def measure(say: Say) -> list[Figure]:
    """All figures of this topic."""
    with tempfile.TemporaryDirectory(prefix="cabinato-bench-") as folder:
        figures: list[Figure] = []
        for size in SIZES:
            store = SpriteStore(Path(folder) / "cache")
            for scenario in scenarios():
                say(f"frames: {scenario.name} at {size[0]}x{size[1]}")
                figures += _frames(scenario, size, store)
    say("frames: presses")
    figures += measure_presses()
    say("frames: nothing moves (half a minute)")
    figures += measure_idle()
    say("frames: rounds of the pure rules")
    return [*figures, _rounds_a_second()]


# --- frames -----------------------------------------------------------------------------------


def _frames(scenario: Scenario, size: tuple[int, int], store: SpriteStore) -> list[Figure]:
    window = Window(size)
    try:
        screen = Screen(window.surface, store)
        moments = _moments(scenario, screen)
        painter = NaivePainter(window.surface, store)

        def ours() -> None:
            for now_s in moments:
                window.present(screen.draw(scenario.view, now_s))

        def naive() -> None:
            for now_s in moments:
                painter.draw(scenario.view, now_s)

        def begin() -> None:
            screen.draw(scenario.before, NOW_S - 2)
            screen.draw(scenario.before, NOW_S - 1)

        ours_ms = naive_ms = float("inf")
        for _ in range(RUNS):  # in turn, so that a busy moment of the machine hits both
            begin()
            ours_ms = min(ours_ms, least_cpu_ms(ours, runs=1))
            naive_ms = min(naive_ms, least_cpu_ms(naive, runs=1))
            screen.forget()
    finally:
        window.close()
    count = len(moments)
    label = f"{scenario.name} {size[0]}x{size[1]}"
    found = [
        Figure(
            f"{label}, CPU a frame",
            ours_ms / count,
            "ms",
            f"naive redraw of the same {count} frames",
            naive_ms / count,
            "ratio at most 0.25" if scenario.name == "deal animation" else "",
        )
    ]
    if not scenario.is_moving:
        found.append(
            Figure(
                f"{label}, CPU a second",
                ours_ms / scenario.lasts_s,
                "ms",
                "naive redraw, 60 frames a second",
                naive_ms / count * 60,
            )
        )
    return found


def _moments(scenario: Scenario, screen: Screen) -> list[float]:
    """When the running cabinet would draw; drawing them once also fills the caches."""
    screen.draw(scenario.before, NOW_S - 2)
    screen.draw(scenario.before, NOW_S - 1)
    moments = []
    now_s = NOW_S
    while now_s < NOW_S + scenario.lasts_s:
        screen.draw(scenario.view, now_s)
        moments.append(now_s)
        next_s = screen.next_frame_s
        if next_s is None:
            break
        now_s = max(next_s, now_s + FRAME_S)
    return moments


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
