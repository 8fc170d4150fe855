"""A session of one game, played in this process in virtual time; tells what each turn cost.

    session_child.py GAME SECONDS WIDTH HEIGHT SEED

Everything of the running cabinet is there: the panel on mock pins, the coin driver on a
pseudo-terminal, the ledger, the screens on a window. What runs on a thread or in a process of
its own in the kiosk (the ledger's commit, the solver of Cinque Mani) and the emulated acceptor
are taken out of a turn's time. A seed plays the same session again, so the cheapest of several
processes is what a turn costs when nobody disturbs. Prints one JSON object.
"""

from __future__ import annotations

import gc
import json
import random
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass, field
from pathlib import Path
from time import thread_time_ns
from typing import Any

from firmware.app import simulation as simulation_module
from firmware.app import story as story_module
from firmware.app.build import settings
from firmware.app.display import ScreenDisplay, setup_of
from firmware.app.frugal import Tidier, spare_what_stays
from firmware.app.machine import Machine, Store
from firmware.app.readiness import Readiness, readiness_of
from firmware.app.script import Step, Verb
from firmware.app.story import Story
from firmware.app.thinker import InlineThinker
from firmware.assets import cache_folder
from firmware.cabinet.state import Mode
from firmware.cards.shuffle import ScriptedShuffler, SeededSource
from firmware.clock import MonotonicClock
from firmware.config import load_config
from firmware.events import CopyState
from firmware.ledger.ledger import Ledger, Receipt
from firmware.money import GameId
from firmware.panel import Button, Light
from firmware.screens import stage as stage_module
from firmware.screens.kit import Kit
from firmware.screens.layout import layout_of
from firmware.screens.screen import Screen
from firmware.screens.sprites import SpriteStore
from firmware.screens.stage import Paint, Picture, PictureCache
from firmware.screens.window import Window
from firmware.transaction import Transaction

ENTRANCES = {
    GameId.STRIP_POKER: Button.HOLD1,
    GameId.JOKER_POKER: Button.HOLD2,
    GameId.CINQUE_MANI: Button.HOLD3,
}
MODES = {
    GameId.STRIP_POKER: Mode.STRIP_POKER,
    GameId.JOKER_POKER: Mode.JOKER_POKER,
    GameId.CINQUE_MANI: Mode.CINQUE_MANI,
}
LEAVES = frozenset({"key.menu", "key.exit"})
POOR = 200
"""Credits below which the player puts more in."""
FOLLOWS_LAMP = 0.55
"""How often the player presses the key that blinks."""
CUTS_SHORT = 0.15
"""How often the player does not wait for a movement to end."""


@dataclass(slots=True)
class Turn:
    """What one turn of the loop cost.

    Attributes:
        at_s: virtual time.
        cost_us: CPU of this thread.
        is_drawn: whether it drew a frame.
        where: mode and phase.
        widgets: what was redrawn.
        made: pictures drawn for the first time, with their microseconds.
        searched_us: in which the collector of garbage looked for some.
    """

    at_s: float
    cost_us: float
    is_drawn: bool
    where: str
    widgets: list[str]
    made: list[tuple[str, float]]
    searched_us: float


@dataclass(slots=True)
class Watch:
    """Collects turns; what is not the loop's own work is taken out."""

    turns: list[Turn] = field(default_factory=list)
    made: list[tuple[str, float]] = field(default_factory=list)
    elsewhere_ns: int = 0
    searched_ns: int = 0
    search_since_ns: int = 0
    screen: Screen | None = None

    def searching(self, phase: str, _told: dict[str, int]) -> None:
        """The collector begins or ends."""
        if phase == "start":
            self.search_since_ns = thread_time_ns()
        else:
            self.searched_ns += thread_time_ns() - self.search_since_ns


WATCH = Watch()


class ThreadClock(MonotonicClock):
    """The CPU time of this thread: what a screen measures its own work with when others work."""

    def now_s(self) -> float:
        return (thread_time_ns() - WATCH.elsewhere_ns) / 1e9


READY_STEP_S = 0.01
"""What a step of making ready takes at most of a rest, but for the longest."""


class LaterStore:
    """A ledger that answers in the next turn, as the one on a thread does."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._out: list[tuple[Future[Receipt], Future[Receipt]]] = []

    @property
    def copy(self) -> CopyState:
        """How the second copy stands."""
        return self._store.copy

    @property
    def is_out(self) -> bool:
        """Whether an answer is on its way."""
        return bool(self._out)

    def commit(self, transaction: Transaction) -> Future[Receipt]:
        """Make a transaction durable now, and say so later."""
        answer: Future[Receipt] = Future()
        self._out.append((answer, self._store.commit(transaction)))
        return answer

    def answer(self) -> None:
        """The answers arrive."""
        out, self._out = self._out, []
        for answer, known in out:
            error = known.exception()
            if error is not None:
                answer.set_exception(error)
            else:
                answer.set_result(known.result())


class TimedMachine(Machine):
    """A machine whose turns are timed; between them games are made ready as in the kiosk."""

    readiness = Readiness(iter(()))
    tidier = Tidier()

    @property
    def later(self) -> LaterStore:
        """The ledger, which answers a turn later."""
        store = self.ports.store
        if not isinstance(store, LaterStore):
            store = self.ports.store = LaterStore(store)
        return store

    def deadline_s(self) -> float | None:
        return self.ports.clock.now_s() if self.later.is_out else super().deadline_s()

    def look_ahead(self, steps: int) -> bool:
        left_s = steps * story_module.AHEAD_STEP_S
        self.tidier.rest(self.ports.clock.now_s(), left_s)
        while self.readiness.step(left_s):
            left_s -= READY_STEP_S
        return super().look_ahead(steps)

    def turn(self) -> None:
        frames = self.frames
        self.later.answer()
        WATCH.made = []
        WATCH.elsewhere_ns = WATCH.searched_ns = 0
        begin_ns = thread_time_ns()
        super().turn()
        cost_ns = thread_time_ns() - begin_ns - WATCH.elsewhere_ns
        is_drawn = self.frames > frames
        widgets = sorted(WATCH.screen.drawn) if WATCH.screen is not None and is_drawn else []
        WATCH.turns.append(
            Turn(
                self.ports.clock.now_s(),
                cost_ns / 1000,
                is_drawn,
                where(self),
                widgets,
                WATCH.made,
                WATCH.searched_ns / 1000,
            )
        )


def where(machine: Machine) -> str:
    """Mode and phase, and whether something moves."""
    state = machine.cabinet.state
    saved = state.saved
    table = {
        Mode.JOKER_POKER: saved.joker,
        Mode.STRIP_POKER: saved.strip,
        Mode.CINQUE_MANI: saved.cinque,
    }.get(state.mode)
    phase = "" if table is None else f" {table.phase.value}"
    moves = ", moving" if state.front.moving(machine.ports.clock.now_s()) is not None else ""
    return f"{state.mode.value}{phase}{moves}"


def elsewhere(method: Callable[..., Any]) -> Callable[..., Any]:
    """The same, its time taken out of the turn's."""

    def timed(*args: Any, **named: Any) -> Any:
        begin_ns = thread_time_ns()
        try:
            return method(*args, **named)
        finally:
            WATCH.elsewhere_ns += thread_time_ns() - begin_ns

    return timed


def told_get(get: Callable[..., Picture]) -> Callable[..., Picture]:
    """`PictureCache.get` that tells what it has drawn."""

    def timed(cache: PictureCache, paint: Paint, kit: Kit) -> Picture:
        if (paint, kit) in cache:
            return get(cache, paint, kit)
        begin_ns = thread_time_ns()
        picture = get(cache, paint, kit)
        cost_us = (thread_time_ns() - begin_ns) / 1000
        WATCH.made.append((f"{paint.draw.__name__}{paint.args!r}"[:120], cost_us))
        return picture

    return timed


class Player:
    """Plays one game all the time: mostly what the lamp suggests, else any key that is lit."""

    def __init__(self, story: Story, game: GameId, seed: int) -> None:
        self._story = story
        self._game = game
        self._chance = random.Random(seed)

    def play(self, seconds: float) -> None:
        """For so long."""
        end_s = self._story.seconds + seconds
        while self._story.seconds < end_s:
            self._next()

    def _next(self) -> None:
        machine = self._story._running
        if self._chance.random() > CUTS_SHORT:
            self._do(Verb.SETTLE)
        self._do(Verb.WAIT, self._chance.uniform(0.15, 0.9))
        state = machine.cabinet.state
        if state.credit < POOR:
            self._do(Verb.COIN, 200)
            self._do(Verb.WAIT, 0.8)
            return
        button = self._choice(machine)
        if button is not None:
            self._do(Verb.PRESS, button)

    def _choice(self, machine: Machine) -> Button | None:
        state = machine.cabinet.state
        if state.mode in (Mode.ATTRACT, Mode.MENU):
            return ENTRANCES[self._game]
        keys = machine.cabinet.panel(self._story.seconds)
        lit = [button for button, key in keys.items() if key.is_lit]
        suggested = [button for button in lit if keys[button].light is Light.NEXT]
        if suggested and self._chance.random() < FOLLOWS_LAMP:
            return suggested[0]
        staying = [
            button
            for button in lit
            if keys[button].legend is not None and keys[button].legend.key not in LEAVES
        ]
        if not lit:
            return None
        if not staying or self._chance.random() < 0.01:
            return self._chance.choice(lit)
        return self._chance.choice(staying)

    def _do(self, verb: Verb, argument: Any = None) -> None:
        self._story.play(Step(0, verb, argument, verb.value))


def main() -> None:
    """Play and tell."""
    game, seconds = GameId(sys.argv[1]), float(sys.argv[2])
    size, seed = (int(sys.argv[3]), int(sys.argv[4])), int(sys.argv[5])
    config = load_config()
    config = config.model_copy(
        update={"display": config.display.model_copy(update={"size": size})}
    ).without_copy()
    window = Window(size)
    setup = setup_of(settings(config), config.coin.currency)

    def display(figures: Callable[[], Any]) -> ScreenDisplay:
        WATCH.screen = Screen(window.surface, SpriteStore(cache_folder()), ThreadClock())
        return ScreenDisplay(WATCH.screen, setup, figures, config.display.fps_max, window.present)

    story_module.Machine = TimedMachine  # type: ignore[misc]
    Ledger.commit = elsewhere(Ledger.commit)  # type: ignore[method-assign]
    InlineThinker.ask = elsewhere(InlineThinker.ask)  # type: ignore[method-assign]
    port = simulation_module.EmulatedCoinPort
    port.pump = elsewhere(port.pump)  # type: ignore[method-assign]
    stage_module.PictureCache.get = told_get(PictureCache.get)  # type: ignore[method-assign]
    with tempfile.TemporaryDirectory(prefix="cabinato-session-") as folder:
        shuffler = ScriptedShuffler(SeededSource(f"session {seed}"))
        story = Story(config, Path(folder), shuffler, display)
        story.boot()
        layout = WATCH.screen.layout if WATCH.screen is not None else layout_of(*size)
        TimedMachine.readiness = readiness_of(settings(config), layout.scale)
        spare_what_stays()
        gc.callbacks.append(WATCH.searching)
        del WATCH.turns[:]
        try:
            Player(story, game, seed).play(seconds)
        finally:
            gc.callbacks.clear()
        turns, seconds = WATCH.turns, story.seconds
        rounds = story.report().get("rounds")
        story.stop()
    window.close()
    print(
        json.dumps(
            {
                "seconds": seconds,
                "rounds": rounds,
                "turns": [
                    (t.at_s, t.cost_us, t.is_drawn, t.where, t.widgets, t.made, t.searched_us)
                    for t in turns
                ],
            }
        )
    )


if __name__ == "__main__":
    main()
