"""A whole cabinet on its own clock, played by a scripted window until somebody kills it.

Run as `python tests/app/kiosk_child.py FOLDER`. After every acknowledged transaction it prints
the ledger's sequence number and the play state that counts from then on.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from firmware.app import kiosk
from firmware.app.build import fair
from firmware.cabinet import memory
from firmware.cabinet.cabinet import Cabinet, Effects
from firmware.clock import MonotonicClock
from firmware.config import Config, load_config
from firmware.ledger.ledger import Ledger
from firmware.money import Account
from firmware.panel import Button
from firmware.screens import window
from firmware.screens.canvas import plain_surface

PRESS_EVERY_S = 0.035


class PlayingWindow:
    """A player in a hurry: a euro, Joker Poker, the maximum bet, then DEAL and a choice."""

    driver = "dummy"

    def __init__(self) -> None:
        self.surface = plain_surface((640, 360))
        self._steps = self._script()
        self._next_s = time.monotonic() + 0.3

    def _script(self) -> Iterator[window.Intent]:
        yield window.Coin(200)
        for button in (Button.HOLD2, Button.BET):
            yield window.ButtonDown(button)
            yield window.ButtonUp(button)
        turn = 0
        while True:
            turn += 1
            if turn % 5 == 0:  # soon: the first may have come before the acceptor was ready
                yield window.Coin(100)
            for button in (Button.DEAL, Button.HOLD3, Button.DEAL, Button.DOUBLE, Button.HOLD2):
                yield window.ButtonDown(button)
                yield window.ButtonUp(button)

    def intents(self) -> Iterator[window.Intent]:
        if time.monotonic() >= self._next_s:
            self._next_s = time.monotonic() + PRESS_EVERY_S
            yield next(self._steps)

    def has_intents(self) -> bool:
        return time.monotonic() >= self._next_s

    def present(self, regions: object) -> None:
        pass

    def close(self) -> None:
        pass


def main(folder: Path) -> None:
    """Play for ever."""
    opened: list[Ledger] = []
    open_ledger = Ledger.open

    def remember(*args: Any, **kwargs: Any) -> Ledger:
        opened.append(open_ledger(*args, **kwargs))
        return opened[-1]

    committed = Cabinet.committed

    def tell(cabinet: Cabinet, balances: Mapping[Account, int], now_s: float) -> Effects:
        effects = committed(cabinet, balances, now_s)
        sys.stdout.write(f"{opened[-1].sequence} {memory.write(cabinet.state.saved)}\n")
        sys.stdout.flush()
        return effects

    @contextmanager
    def playing(config: Config, *, windowed: bool) -> Iterator[PlayingWindow]:
        yield PlayingWindow()

    Ledger.open = remember  # type: ignore[method-assign,assignment]
    Cabinet.committed = tell  # type: ignore[method-assign]
    kiosk._window = playing  # type: ignore[assignment]
    silent = load_config().sound.model_copy(update={"enabled": False})
    config = load_config().model_copy(update={"sound": silent})
    kiosk.Kiosk(config, folder, fair(), MonotonicClock()).run(windowed=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
