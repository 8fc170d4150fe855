"""Plays a story through the whole cabinet, headless and in virtual time.

The same panel code on mock pins, the same coin driver over a real pseudo-terminal, the same
ledger and the same screens as a running cabinet; only the clock is moved by hand, from one
thing that is due to the next, so ten minutes take seconds.
"""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from firmware.app.build import cabinet, open_books
from firmware.app.clerk import DeskClerk
from firmware.app.desk_jobs import doers
from firmware.app.display import BooksShown, setup_of
from firmware.app.errands import Errands, done_at_once
from firmware.app.expect import complaint
from firmware.app.host import Ending, PcHost
from firmware.app.line_watch import line_watch_of
from firmware.app.machine import GOODBYE_S, Display, Machine, Ports, Silence
from firmware.app.report import report
from firmware.app.script import Step, Verb
from firmware.app.simulation import Simulation
from firmware.app.thinker import InlineThinker
from firmware.cabinet.operator_menu.keys import way_to
from firmware.cabinet.operator_menu.menu import Leaf
from firmware.cabinet.settings import Settings
from firmware.cabinet.state import DeviceState
from firmware.cards.shuffle import Chance, ScriptedShuffler
from firmware.clock import VirtualClock
from firmware.config import NOTE_SLOT, Config
from firmware.errors import LedgerError, StoryError
from firmware.events import Health, LanguageChosen
from firmware.hardware.fingers import TAP_S
from firmware.ledger.ledger import Ledger
from firmware.ledger.readable import LastBooks
from firmware.operator.books import books_of
from firmware.panel import HOLDS, Button
from firmware.screens.view import Figures, Setup

log = logging.getLogger(__name__)

START_MAX_S = 15.0
"""Virtual seconds in which a coin device opens after a boot, or has a fault."""
SETTLE_MAX_S = 120.0
"""Virtual seconds after which a cabinet that does not come to rest is called out."""
PAGE_PRESSES_MAX = 60
"""More than there are pages."""
STILL_TURNS_MAX = 10_000
"""Turns at one moment of virtual time after which the story is called stuck."""

THINKER_ROUNDS = 2
"""Rounds of the solver for each deal of Cinque Mani: enough for a mix of its own, and quick."""

AHEAD_STEP_S = 0.001
"""What a step of finding ahead takes of virtual time, when nothing else is due in it."""

_UNDECIDED = frozenset({Health.STARTING, Health.OFF})


class Screenshots(Display, Protocol):
    """A display that can be photographed."""

    def save(self, path: Path) -> None:
        """The picture as it stands, as a PNG."""

    def set_up(self, setup: Setup) -> None:
        """From now on the cabinet is set up otherwise."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a story.

    Attributes:
        failures: expectations that were not met, a line each.
        report: the cabinet at the end.
        steps: how many were played.
        expectations: how many were checked.
        seconds: virtual time it took.
    """

    failures: tuple[str, ...]
    report: dict[str, Any]
    steps: int
    expectations: int
    seconds: float


class Story:
    """A cabinet in a simulated world, played step by step.

    Args:
        config: `mode = "simulated"`.
        data: the ledger's folder; must be new or hold a test ledger.
        shuffler: the chance; a `ScriptedShuffler` where the story may fix decks.
        make_display: makes the screen of each boot; told where the books are read.
        shots: folder for pictures, or None.
    """

    def __init__(
        self,
        config: Config,
        data: Path,
        shuffler: Chance,
        make_display: Callable[[Callable[[], Figures]], Screenshots],
        shots: Path | None = None,
    ) -> None:
        self._config = config
        self._data = data
        self._shuffler = shuffler
        self._make_display = make_display
        self._shots = shots
        self._clock = VirtualClock(switched_on_name="0")
        self._run_folder = tempfile.TemporaryDirectory(prefix="cabinato-")
        self._world = Simulation(config, self._clock, Path(self._run_folder.name), is_virtual=True)
        self._machine: Machine | None = None
        self._ledger: Ledger | None = None
        self._known: Ledger | LastBooks | None = None
        self._display: Screenshots | None = None
        self._died: dict[str, Any] = {}
        self._ending: Ending | None = None
        self._boots = 0
        self._presses = 0
        self._frames = 0

    # --- a life -------------------------------------------------------------------------------

    def boot(self) -> None:
        """Start the cabinet and wait until it is ready.

        Raises:
            LedgerInUseError, LedgerRefusedError, LedgerError: the folder cannot be used.
        """
        books = open_books(self._config, self._data, self._clock, None, is_test=True)
        self._ledger = books.ledger
        known = self._known = books.known
        self._display = self._make_display(BooksShown(known).figures)
        panel = self._world.panel()
        coins = self._world.coin_ports()  # after the panel, on whose pins some of them are
        self._machine = Machine(
            cabinet(self._config, books, self._shuffler, self._clock),
            Ports(
                clock=self._clock,
                store=books.store,
                panel=panel,
                coins=coins,
                display=self._display,
                speaker=Silence(),
                thinker=InlineThinker(THINKER_ROUNDS),
                clerk=DeskClerk(doers(books.ledger, self._errands(), done_at_once)),
                facts=self._world.facts,
                lines=line_watch_of(self._config, coins),
            ),
            on_settings=self._set_up,
        )
        chosen = self._machine.cabinet.settings.chosen
        if chosen is not None and chosen.choices:
            self._set_up(self._machine.cabinet.settings)
        self._boots += 1
        self._start()

    def _set_up(self, settings: Settings) -> None:
        """The screen of a cabinet that the operator has set up otherwise than its file."""
        assert self._display is not None
        self._display.set_up(setup_of(settings, self._config.coin.currency))

    def _errands(self) -> Errands:
        return Errands(self._data, self._config, PcHost(), self._end_with, begin=done_at_once)

    def _end_with(self, ending: Ending) -> None:
        """The operator switches off, or starts anew; done when the present turn is over."""
        self._ending = ending

    def _end(self) -> None:
        """The goodbye that the operator asked for, and the boot after it."""
        ending, self._ending = self._ending, None
        self._leave(is_clean=True)
        if ending is Ending.RESTART:
            self.boot()

    def stop(self) -> None:
        """The goodbye of an evening: acceptor closed, ledger closed clean."""
        if self._machine is not None:
            self._leave(is_clean=True)
        self._world.close()
        self._run_folder.cleanup()

    def _start(self) -> None:
        limit_s = self._clock.now_s() + START_MAX_S
        while True:
            self._running.turn()
            devices = self._running.cabinet.state.devices
            is_there = self._wired <= devices.keys() and all(
                self._is_decided(slot, device) for slot, device in devices.items()
            )
            if is_there or self._clock.now_s() >= limit_s:
                return
            self._move_on(limit_s)

    @property
    def _wired(self) -> set[str]:
        """The slots that have a device."""
        return set(self._running.cabinet.settings.slots)

    def _is_decided(self, slot: str, device: DeviceState) -> bool:
        """Whether the device is open, where it may be, or has said why not."""
        if slot not in self._wired:
            return True
        is_shut = self._running.cabinet.shut_by(slot) is not None
        awaited = Health.CLOSED if is_shut else Health.READY
        is_elsewhere = device.health not in _UNDECIDED and device.health is not Health.CLOSED
        return device.health is awaited or is_elsewhere

    def _leave(self, *, is_clean: bool) -> None:
        """End the process: with a goodbye, or as a cut or a crash leaves it."""
        machine = self._running
        self._died = self.report()
        if is_clean:
            machine.close_coins()
            self._advance(self._clock.now_s() + GOODBYE_S)
            machine.keep()
        self._presses += machine.presses
        self._frames += machine.frames
        for port in machine.ports.coins:
            if is_clean:
                port.close()
            else:
                port.abandon()
        machine.ports.panel.close()
        if self._ledger is not None:
            if is_clean:
                try:
                    self._ledger.close()
                except LedgerError as error:  # what the story found is told all the same
                    log.error("the ledger could not say goodbye: %s", error)
            else:
                self._ledger.abandon()
        self._machine = self._ledger = self._known = self._display = None

    @property
    def _running(self) -> Machine:
        if self._machine is None:
            raise StoryError("the cabinet is not running")
        return self._machine

    # --- steps --------------------------------------------------------------------------------

    def play(self, step: Step) -> str | None:
        """Do a step; the complaint of an `expect` that was not met, or None."""
        argument: Any = step.argument
        match step.verb:
            case Verb.COIN:
                self._world.feed(argument)
            case Verb.NOTE:
                self._note(argument)
            case Verb.PRESS | Verb.HOLD:
                self._press(argument)
            case Verb.DOWN:
                self._world.down(argument)
            case Verb.UP:
                self._world.up(argument)
            case Verb.WAIT:
                self._advance(self._clock.now_s() + argument)
            case Verb.SETTLE:
                self._settle()
            case Verb.KEY:
                self._world.turn_key(argument)
            case Verb.DOOR:
                self._world.move_door(argument)
            case Verb.TILT:
                self._tilt(argument)
            case Verb.UNPLUG:
                self._world.unplug(argument)
            case Verb.PLUG:
                self._world.plug(argument)
            case Verb.PAGE:
                self._page(argument)
            case Verb.PIN:
                self._pin(argument)
            case Verb.LANG:
                self._running.post(LanguageChosen(argument))
            case Verb.FACTS:
                self._world.facts.tell(*argument)
            case Verb.CUT:
                if self._machine is not None:
                    self._leave(is_clean=False)
                self._world.cut_power()
                self._clock.switched_on_name = str(self._boots)
                self.boot()
            case Verb.CRASH:
                self._leave(is_clean=False)
            case Verb.BOOT:
                self.boot()
            case Verb.DECK:
                self._scripted.fix_top(argument)
            case Verb.ANSWERS | Verb.LAYS:
                self._scripted.fix_answers(argument)
            case Verb.SHOT:
                self._shot(argument)
            case Verb.EXPECT:
                return complaint(self.report(), *argument)
        self._turn()
        return None

    def report(self) -> dict[str, Any]:
        """The cabinet as it stands; after a crash as it stood when it died."""
        if self._machine is None:
            return self._died
        fingers = self._world.fingers
        assert fingers is not None
        lamps = {button: fingers.lamp(button) for button in Button}
        books = {} if self._known is None else books_of(self._known).as_report()
        told = report(self._running, lamps, books, self._boots)
        told["presses"] += self._presses
        told["frames"] += self._frames
        return told

    @property
    def seconds(self) -> float:
        """Virtual time since the beginning."""
        return self._clock.now_s()

    @property
    def _scripted(self) -> ScriptedShuffler:
        if not isinstance(self._shuffler, ScriptedShuffler):
            raise StoryError("chance is not ours to fix without --seed")
        return self._shuffler

    def _press(self, button: Button) -> None:
        self._world.down(button)
        self._advance(self._clock.now_s() + TAP_S)
        self._world.up(button)

    def _page(self, name: str) -> None:
        """Go to a page of the operator's by the keys that lead there."""
        for _ in range(PAGE_PRESSES_MAX):
            self._settle()
            state = self._running.cabinet.state
            button = way_to(None if name == "index" else Leaf(name), state.operator)
            if button is None:
                return
            if not self._running.cabinet.panel(self._clock.now_s())[button].is_lit:
                break
            self._press(button)
        raise StoryError(f"there is no way to the page '{name}' from here")

    def _pin(self, digits: str) -> None:
        """Enter a PIN on the pad; from the index the pad is opened first."""
        self._settle()
        if self._running.cabinet.state.operator.pad is None:
            self._press(Button.DOUBLE)
        for digit in digits:
            self._settle()
            self._press(HOLDS[int(digit) - 1])
        self._settle()
        self._press(Button.DEAL)

    def _note(self, value_minor: int) -> None:
        if self._config.note.driver == "none":
            raise StoryError('there is no bill validator; [note] needs a driver: "cctalk", "ssp"')
        self._world.feed(value_minor, NOTE_SLOT)

    def _tilt(self, is_tilted: bool) -> None:
        if self._config.panel.switches.tilt is None:
            raise StoryError("there is no tilt switch; [panel.switches] needs its pin: tilt = 2")
        self._world.tilt(is_tilted)

    def _shot(self, name: str) -> None:
        if self._shots is None or self._display is None:
            return
        try:
            self._shots.mkdir(parents=True, exist_ok=True)
            self._display.save(self._shots / f"{name}.png")
        except OSError as error:
            raise StoryError(f"the picture cannot be kept in {self._shots}: {error}") from error

    # --- virtual time -------------------------------------------------------------------------

    def _turn(self) -> None:
        """Everything that is to be done at this moment."""
        if self._machine is None:
            self._world.pump(self._clock.now_s())
            return
        for _ in range(STILL_TURNS_MAX):
            self._world.pump(self._clock.now_s())
            self._machine.turn()
            due_s = self._due_s()
            if self._ending is not None:
                self._end()
                return
            if due_s is None or due_s > self._clock.now_s():
                return
        raise StoryError(f"the cabinet does not come to rest at {self._clock.now_s():.3f} s")

    def _advance(self, until_s: float) -> None:
        """Let time pass, stopping at everything that is due on the way."""
        self._turn()
        while self._clock.now_s() < until_s:
            self._move_on(until_s)
            self._turn()

    def _move_on(self, until_s: float) -> None:
        """Move the clock to the next thing that is due, at most to `until_s`."""
        now_s = self._clock.now_s()
        due_s = self._due_s()
        next_s = until_s if due_s is None else min(until_s, max(due_s, now_s))
        if self._machine is not None:
            self._machine.look_ahead(int((next_s - now_s) / AHEAD_STEP_S))
        self._clock.seconds = next_s

    def _due_s(self) -> float | None:
        times = [self._world.deadline_s()]
        if self._machine is not None:
            times.append(self._machine.deadline_s())
        return min((at_s for at_s in times if at_s is not None), default=None)

    def _settle(self) -> None:
        limit_s = self._clock.now_s() + SETTLE_MAX_S
        self._turn()
        while not self._running.is_settled():
            if self._clock.now_s() >= limit_s:
                raise StoryError(f"nothing came to rest within {SETTLE_MAX_S:.0f} s")
            self._move_on(limit_s)
            self._turn()


@contextmanager
def data_folder(data: Path | None) -> Iterator[Path]:
    """The ledger's folder of a story: the one named, or a fresh one that is thrown away."""
    if data is not None:
        yield data
        return
    with tempfile.TemporaryDirectory(prefix="cabinato-story-") as folder:
        yield Path(folder)


def play(name: str, steps: Sequence[Step], story: Story) -> Outcome:
    """Play all steps, the boot before and the goodbye after.

    Args:
        name: of the story's file, for its failures.
        steps: what to do.
        story: a cabinet that is not running yet.

    Raises:
        StoryError: a step cannot be played; names file and line.
        LedgerError: the data folder cannot be used.
    """
    failures: list[str] = []
    try:
        story.boot()
        for step in steps:
            try:
                failed = story.play(step)
            except StoryError as error:
                raise StoryError(f"{name}:{step.line}: {step.text}: {error}") from error
            if failed is not None:
                failures.append(f"{name}:{step.line}: {failed}")
        told = story.report()
    finally:
        story.stop()
    return Outcome(
        failures=tuple(failures),
        report=told,
        steps=len(steps),
        expectations=sum(step.verb is Verb.EXPECT for step in steps),
        seconds=story.seconds,
    )
