"""The real loop of the cabinet, run in this process and watched from beside it."""

from __future__ import annotations

import tempfile
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from unittest.mock import patch

import pygame

from firmware.app import kiosk as kiosk_module
from firmware.app import simulation as simulation_module
from firmware.app.build import fair
from firmware.app.kiosk import Kiosk
from firmware.app.machine import Machine
from firmware.app.simulation import Simulation
from firmware.cabinet.state import CabinetState
from firmware.clock import MonotonicClock
from firmware.config import Config
from firmware.hardware.acceptor_emulator import AcceptorEmulator
from firmware.ledger.ledger import Ledger, Receipt
from firmware.panel import Button
from firmware.screens import window
from firmware.transaction import Transaction

ROOT = Path(__file__).resolve().parent.parent.parent
READY_MAX_S = 20.0
PRESS_S = 0.03


class KioskWatch:
    """What happens in a running kiosk.

    Attributes:
        machine: the kiosk's.
        world: its simulated hardware.
        commits_s: how long each transaction took, from the hand-over to the answer.
    """

    def __init__(self) -> None:
        self.machine: Machine | None = None
        self.world: Simulation | None = None
        self.commits_s: list[float] = []
        self.coins: list[int] = []
        self._shown: list[tuple[float, int, CabinetState]] = []
        self._news = threading.Condition()

    @property
    def state(self) -> CabinetState:
        """The cabinet now."""
        assert self.machine is not None
        return self.machine.cabinet.state

    def presented(self) -> None:
        """A frame is on the display."""
        if self.machine is None:
            return
        with self._news:
            self._shown.append((monotonic(), self.machine.presses, self.state))
            self._news.notify()

    def wait_for(self, what: Callable[[], bool], most_s: float = READY_MAX_S) -> None:
        """Until it is so.

        Raises:
            TimeoutError: it did not become so.
        """
        limit_s = monotonic() + most_s
        while not what():
            if monotonic() > limit_s:
                raise TimeoutError(f"the cabinet did not get there within {most_s:.0f} s")
            sleep(0.005)

    def settle(self) -> None:
        """Until nothing is on its way."""
        machine = self.machine
        assert machine is not None
        self.wait_for(machine.is_settled)

    def press(self, button: Button) -> tuple[float, float]:
        """Press it; seconds from the edge to the first frame, and to the first new state."""
        assert self.machine is not None
        assert self.world is not None
        assert self.world.fingers is not None
        fingers = self.world.fingers
        before, presses = self.state, self.machine.presses
        with self._news:
            self._shown.clear()
            edge_s = monotonic()
            fingers.down(button)
            first_s = self._first(lambda _, seen: seen > presses)
            new_s = self._first(lambda state, _: state.saved != before.saved)
        sleep(max(0.0, edge_s + PRESS_S - monotonic()))
        fingers.up(button)
        sleep(PRESS_S)
        return first_s - edge_s, new_s - edge_s

    def insert(self, value_minor: int) -> tuple[float, float]:
        """A coin into the acceptor, which must stand still; seconds until a frame shows its
        credit, from the moment the acceptor took it and from the moment its line told it."""
        assert self.world is not None
        unit = self.world.unit
        assert isinstance(unit, AcceptorEmulator)
        credit, accepted = self.state.credit, unit.accepted
        taken_s: list[float] = []
        told_s: list[float] = []
        hear = unit.hear

        def heard(now_s: float, received: bytes) -> bytes:
            out = hear(now_s, received)
            if unit.accepted > accepted:
                taken_s.append(monotonic())
                if out:
                    told_s.append(monotonic())
            return out

        with patch.object(unit, "hear", heard), self._news:
            self._shown.clear()
            self.coins.append(value_minor)
            shown_s = self._first(lambda state, _: state.credit > credit)
        return shown_s - taken_s[0], shown_s - told_s[0]

    def _first(self, matches: Callable[[CabinetState, int], bool]) -> float:
        limit_s = monotonic() + READY_MAX_S
        while True:
            for at_s, presses, state in self._shown:
                if matches(state, presses):
                    return at_s
            if not self._news.wait(limit_s - monotonic()):
                raise TimeoutError(f"nothing was shown within {READY_MAX_S:.0f} s of a press")


@contextmanager
def _patched(watch: KioskWatch) -> Iterator[None]:
    """The parts that the kiosk makes report to the watch."""

    class WatchedMachine(Machine):
        def __init__(self, *args: Any, **named: Any) -> None:
            super().__init__(*args, **named)
            watch.machine = self

    class WatchedSimulation(Simulation):
        def __init__(self, *args: Any, **named: Any) -> None:
            super().__init__(*args, **named)
            watch.world = self

    class WatchedWindow(window.Window):
        def present(self, regions: list[pygame.Rect]) -> None:
            super().present(regions)
            watch.presented()

        def intents(self) -> Iterator[window.Intent]:
            while watch.coins:
                yield window.Coin(watch.coins.pop())
            yield from super().intents()

        def has_intents(self) -> bool:
            return bool(watch.coins) or super().has_intents()

    real_commit = Ledger.commit

    def commit(ledger: Ledger, transaction: Transaction) -> Future[Receipt]:
        begin_s = monotonic()
        answer = real_commit(ledger, transaction)
        answer.add_done_callback(lambda _: watch.commits_s.append(monotonic() - begin_s))
        return answer

    with ExitStack() as stack:
        stack.enter_context(patch.object(kiosk_module, "Machine", WatchedMachine))
        stack.enter_context(patch.object(simulation_module, "Simulation", WatchedSimulation))
        stack.enter_context(patch.object(window, "Window", WatchedWindow))
        stack.enter_context(patch.object(Ledger, "commit", commit))
        yield


def run_beside(config: Config, person: Callable[[KioskWatch], None]) -> None:
    """Run the kiosk with a fresh ledger on this disk, and `person` on a thread beside it."""
    watch = KioskWatch()
    failed: list[BaseException] = []
    build = ROOT / "build"
    build.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="bench-", dir=build) as folder, _patched(watch):
        kiosk = Kiosk(config, Path(folder) / "data", fair(), MonotonicClock())

        def play() -> None:
            try:
                watch.wait_for(lambda: watch.machine is not None)
                watch.wait_for(
                    lambda: bool(watch.state.devices) and watch.machine.is_settled()  # type: ignore[union-attr]
                )
                person(watch)
            except (TimeoutError, AssertionError) as error:
                failed.append(error)
            finally:
                kiosk.stop()

        thread = threading.Thread(target=play, name="person")
        thread.start()
        kiosk.run(windowed=True)
        thread.join()
    if failed:
        raise failed[0]
