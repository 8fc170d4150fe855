"""The running cabinet: a window, the machine's own clock, and a loop that mostly sleeps.

It wakes for a byte on the coin line, an edge on a pin, an answer of the ledger, a person at
the keyboard, or the next thing that is due; otherwise nothing runs and nothing is drawn.
"""

from __future__ import annotations

import logging
import os
import select
import signal
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from firmware.app.build import Books, cabinet, open_books
from firmware.app.clerk import DeskClerk
from firmware.app.desk_jobs import doers
from firmware.app.display import BooksShown, ScreenDisplay, setup_of
from firmware.app.errands import Errands
from firmware.app.fleet import Fleet, fleet_of
from firmware.app.frugal import Tidier, spare_what_stays
from firmware.app.hands import Hands
from firmware.app.host import Ending, Host, after_goodbye, host_of
from firmware.app.line_watch import line_watch_of
from firmware.app.machine import GOODBYE_S, Machine, Ports
from firmware.app.readiness import Readiness, readiness_of
from firmware.app.selftest import display_fault, faults, findings, restart_fault
from firmware.app.service import Service, service_of
from firmware.app.status import StatusFile
from firmware.app.teller import LedgerTeller, NoTeller
from firmware.app.thinker import NoThinker, Thinker
from firmware.assets import cache_folder
from firmware.cabinet.cabinet import Cabinet
from firmware.cabinet.settings import Settings
from firmware.cabinet.state import Fault, Mode
from firmware.cards.shuffle import Chance
from firmware.clock import Clock
from firmware.config import Config
from firmware.errors import ConfigError, DisplayError, LedgerError
from firmware.hardware.host_facts import HostFacts
from firmware.hardware.ports import CoinPort, PanelPort
from firmware.money import GameId
from firmware.screens import window
from firmware.screens.screen import Screen
from firmware.screens.sound import Sound
from firmware.screens.sprites import SpriteStore

if TYPE_CHECKING:
    from firmware.app.simulation import Simulation

ROOMS = {Mode(game): game for game in GameId}
"""Where the cards and wins of which game are heard."""

KEYBOARD_S = 1 / 60
"""How often the window is asked for keys; pins and coins wake the loop by themselves."""
KEYBOARD_RESTING_S = 1 / 8
"""How often while nobody has used them for a while."""
RESTING_AFTER_S = 10.0

AHEAD_S = 0.004
"""So long nothing must be due, when a little is found ahead of the next press."""
AHEAD_STEPS = 4
"""Of some tenths of a millisecond each, between two looks at lines, pins and keys."""

log = logging.getLogger(__name__)


class Kiosk:
    """A cabinet with its window, from power-up to goodbye.

    Args:
        config: how it is wired.
        data: the ledger's folder.
        shuffler: the chance.
        clock: the machine's own.
        host: the machine itself; None is the one that the configuration means.
    """

    def __init__(
        self,
        config: Config,
        data: Path,
        shuffler: Chance,
        clock: Clock,
        host: Host | None = None,
    ) -> None:
        self._config = config
        self._data = data
        self._shuffler = shuffler
        self._clock = clock
        self._status = StatusFile(data, clock)
        self._tidier = Tidier()
        self._readiness = Readiness(iter(()))
        self._host = host_of(config) if host is None else host
        self._is_stopping = False
        self._ending = Ending.END
        self._keyed_s = float("-inf")
        self._bell = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)

    def run(self, *, windowed: bool) -> int:
        """Play until somebody closes the window, the system says stop, or `stop` was called.

        Returns the program's exit code. Switching off and starting anew are asked of the machine
        when the coin lines and the books are closed.

        Raises:
            ConfigError: the pay table cannot be used.
            LedgerInUseError, LedgerRefusedError: this folder is not ours to play on.
            DisplayError: no display can be opened.
            HostError: the machine did not switch off, or start anew.
        """
        executor = ThreadPoolExecutor(1, thread_name_prefix="ledger")
        try:
            books = open_books(self._config, self._data, self._clock, executor, is_test=False)
            is_over = False
            service = service_of(os.environ, executor, self._clock)
            try:
                self._play(books, service, windowed=windowed)
                is_over = True
            except (ConfigError, DisplayError):
                is_over = True  # what is to be mended before the first turn is no crash
                raise
            finally:
                self._goodbye(books, is_clean=is_over)
            return after_goodbye(self._host, self._ending)
        finally:
            executor.shutdown()
            os.close(self._bell)

    def stop(self, ending: Ending = Ending.END) -> None:
        """Leave the loop after the present turn, say goodbye, and then do what `ending` says.

        Safe in a signal handler and from any thread. What is asked later does not take back
        what was asked before: the system's own stop comes while it switches off.
        """
        if self._ending is Ending.END:
            self._ending = ending
        self._is_stopping = True
        self._ring()

    # --- opening and closing ------------------------------------------------------------------

    def _goodbye(self, books: Books, *, is_clean: bool) -> None:
        """Close the ledger; an evening that an error ended is none that ended well."""
        if books.ledger is None:
            return
        try:
            books.ledger.close(clean=is_clean)
        except LedgerError as error:
            log.error("the ledger could not say goodbye: %s", error)

    def _play(self, books: Books, service: Service, *, windowed: bool) -> None:
        made = cabinet(self._config, books, self._shuffler, self._clock)
        with (
            _window(self._config, windowed=windowed) as opened,
            tempfile.TemporaryDirectory(prefix="cabinato-") as folder,
        ):
            teller = None if books.ledger is None else LedgerTeller(books.ledger)
            shown = BooksShown(books.known, None if teller is None else lambda: teller.told)
            screen = Screen(opened.surface, SpriteStore(cache_folder()), self._clock)
            opened.locate, opened.shield = screen.located, screen.covers
            display = ScreenDisplay(
                screen,
                setup_of(made.settings, self._config.coin.currency),
                shown.figures,
                self._config.display.fps_max,
                opened.present,
            )
            # The first picture comes before pins and lines: a person sees a machine that is awake.
            display.draw(made.state, made.panel(self._clock.now_s()), self._clock.now_s())
            self._test(made, books, service, opened.driver)
            thinker = self._thinker(made)
            simulation = self._simulation(Path(folder))
            panel, coins, fault = self._parts(simulation)
            if fault is not None:
                made.break_down(fault)
            chosen = made.settings.chosen
            wanted = (self._config if chosen is None else chosen.config).sound
            sound = Sound(wanted.enabled, wanted.volume_percent, groups=wanted.groups)
            machine = Machine(
                made,
                Ports(
                    self._clock,
                    books.store,
                    panel,
                    coins,
                    display,
                    sound,
                    thinker,
                    teller or NoTeller(),
                    self._clerk(books),
                    facts=HostFacts(self._data, self._clock),
                    lines=line_watch_of(self._config, coins),
                ),
                on_answer=self._ring,
                on_settings=partial(self._set_up, display, sound),
            )
            hands = Hands(machine, simulation, self._clock)
            fleet = fleet_of(self._config.mqtt, books.ledger, self._clock, self._ring)
            self._readiness = readiness_of(made.settings, screen.layout.scale)
            spare_what_stays()
            try:
                self._loop(machine, opened, display, sound, hands, simulation, service, fleet)
                service.stopping()
                self._finish(machine)
            finally:
                thinker.close()
                for port in coins:
                    port.close()
                panel.close()
                if simulation is not None:
                    simulation.close()
                sound.close()
                fleet.close()
                self._status.remove()

    def _set_up(self, display: ScreenDisplay, sound: Sound, settings: Settings) -> None:
        """The operator has changed how the cabinet is set up: picture and sound follow."""
        display.set_up(setup_of(settings, self._config.coin.currency))
        if settings.chosen is not None:
            wanted = settings.chosen.config.sound
            sound.adjust(
                enabled=wanted.enabled,
                volume_percent=wanted.volume_percent,
                groups=wanted.groups,
            )

    def _test(self, made: Cabinet, books: Books, service: Service, driver: str) -> None:
        """The rest of the self-test: before a pin or a line is opened, behind the first picture."""
        found = faults(list(findings(self._data)))
        if self._config.is_real:
            found += display_fault(driver, os.environ)
        if service.is_watched:
            found += restart_fault(books.ledger)
        for fault in found:
            log.error("self-test: %s: %s", fault.name, fault.detail)
            made.break_down(fault)

    def _clerk(self, books: Books) -> DeskClerk:
        errands = Errands(self._data, self._config, self._host, self.stop)
        return DeskClerk(doers(books.ledger, errands), self._ring)

    def _thinker(self, made: Cabinet) -> Thinker:
        """Begun before a pin is opened: no other process should know of one."""
        if made.settings.cinque is None:
            return NoThinker()
        from firmware.app.thinking_process import WorkerThinker  # not before the first picture

        thinker = WorkerThinker()
        thinker.start(self._clock.now_s())
        return thinker

    def _simulation(self, folder: Path) -> Simulation | None:
        if self._config.is_real:
            return None
        from firmware.app.simulation import Simulation  # as _parts

        return Simulation(self._config, self._clock, folder, is_virtual=False)

    def _parts(
        self, simulation: Simulation | None
    ) -> tuple[PanelPort, list[CoinPort], Fault | None]:
        if simulation is not None:
            return simulation.panel(), simulation.coin_ports(), None
        from firmware.app.parts import real_parts  # gpiozero: not before the first picture

        return real_parts(self._config, self._clock)

    # --- the loop -----------------------------------------------------------------------------

    def _loop(
        self,
        machine: Machine,
        opened: window.Window,
        display: ScreenDisplay,
        sound: Sound,
        hands: Hands,
        simulation: Simulation | None,
        service: Service,
        fleet: Fleet,
    ) -> None:
        while not self._is_stopping:
            for intent in opened.intents():
                self._keyed_s = self._clock.now_s()
                if isinstance(intent, window.Quit):
                    return
                if isinstance(intent, window.Exposed):
                    display.forget()
                elif isinstance(intent, window.SoundRemoved):
                    sound.device_removed()
                else:
                    if isinstance(intent, window.TableTouch | window.TableDrag | window.TableDrop):
                        display.point(intent)
                    hands.follow(intent)
            hands.pump()
            if simulation is not None:
                simulation.pump(self._clock.now_s())
            for change in fleet.pump():
                machine.post(change)
            machine.turn()
            sound.room = ROOMS.get(machine.cabinet.state.mode)
            fleet.publish(machine.cabinet.state)
            self._status.publish(machine.cabinet.state)
            service.turned(machine.cabinet.state)
            self._sleep(machine, opened, simulation, service)

    def _sleep(
        self,
        machine: Machine,
        opened: window.Window,
        simulation: Simulation | None,
        service: Service,
    ) -> None:
        """Until something happens; keys of a keyboard are looked for on the way.

        Coin lines that only say that all is well, and what the simulated world does by itself,
        need no turn.
        """
        loud = [machine.ports.panel.fileno(), self._bell]
        thinker = machine.ports.thinker.fileno()
        if thinker is not None:
            loud.append(thinker)
        told_due_s = self._status.deadline_s(machine.cabinet.state)
        due_s = min(map(_or_never, (machine.turn_due_s(), told_due_s, service.deadline_s())))
        now_s = self._clock.now_s()
        self._tidier.rest(now_s, due_s - now_s)
        is_resting = now_s - self._keyed_s > RESTING_AFTER_S
        look_s = KEYBOARD_RESTING_S if is_resting else KEYBOARD_S
        while not self._is_stopping:
            now_s = self._clock.now_s()
            if due_s <= now_s:
                return
            quiet = machine.coin_descriptors()
            quiet_due_s = _or_never(machine.listen_due_s())
            if simulation is not None:
                quiet += simulation.descriptors()
                quiet_due_s = min(quiet_due_s, _or_never(simulation.deadline_s()))
            left_s = max(0.0, min(due_s, quiet_due_s) - now_s)
            is_busy = left_s > AHEAD_S and machine.look_ahead(AHEAD_STEPS)
            is_busy = is_busy or self._readiness.step(left_s)
            wait_s = 0.0 if is_busy else min(left_s, look_s)
            ready = select.select([*loud, *quiet], [], [], wait_s)[0]
            if self._bell in ready:
                os.eventfd_read(self._bell)
            if opened.has_intents() or any(line in loud for line in ready):
                return
            if ready or quiet_due_s <= self._clock.now_s():
                if simulation is not None:
                    simulation.pump(self._clock.now_s())
                if machine.listen():
                    return

    def _finish(self, machine: Machine) -> None:
        """No more coins; then let what is on its way come home and be stored."""
        machine.close_coins()
        closed_s = self._clock.now_s()
        while self._clock.now_s() - closed_s < GOODBYE_S or machine.is_committing:
            self._listen(machine)
        machine.keep()
        while machine.is_committing:
            self._listen(machine)

    def _listen(self, machine: Machine) -> None:
        if select.select([self._bell], [], [], KEYBOARD_S)[0]:
            os.eventfd_read(self._bell)
        machine.turn()

    def _ring(self) -> None:
        os.eventfd_write(self._bell, 1)


def _or_never(due_s: float | None) -> float:
    return float("inf") if due_s is None else due_s


@contextmanager
def _window(config: Config, *, windowed: bool) -> Iterator[window.Window]:
    fullscreen = config.display.fullscreen and not windowed
    opened = window.Window(config.display.size, fullscreen=fullscreen)
    try:
        yield opened
    finally:
        opened.close()


def stop_on_signals(kiosk: Kiosk) -> None:
    """SIGTERM and SIGINT end the evening with a goodbye."""
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: kiosk.stop())
