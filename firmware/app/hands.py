"""What a person does at keyboard, mouse and touch, done to the pins of the cabinet.

On a simulated cabinet every press goes through the mock pins, and coins, notes, key, door, tilt and
cables are there to be moved. On a real one the world has its own; only presses are taken from here.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from firmware.app.machine import Machine
from firmware.cabinet.state import Mode
from firmware.clock import Clock
from firmware.config import COIN_SLOT, NOTE_SLOT
from firmware.events import OptionsAsked, Pressed, RulesAsked
from firmware.games.cinque_mani import table as cinque
from firmware.games.joker_poker.table import Phase
from firmware.panel import HOLDS, Button
from firmware.screens import window
from firmware.screens.cinque_touch import TOUCHED, Spot, spot_at

if TYPE_CHECKING:
    from firmware.app.simulation import Simulation  # loaded after the first picture


MENU = Button.HOLD5
"""Where MENU lies in every place that has it."""

CARD_LEGENDS = ("key.hold", "key.pick", "key.opponent", "key.deck")
"""Keys that a touch on what stands over them presses: cards, guests, the deck."""


PATIENCE_S = 1.0
"""A drag whose next press cannot be made for so long is given up."""


class Hands:
    """Follows intents.

    A drag is several presses, and each must wait until the cabinet has followed the one before:
    call `pump` whenever something may have happened.

    Args:
        machine: whose keys are lit.
        simulation: the world to act on; None on a real cabinet.
        clock: the cabinet's.
    """

    def __init__(self, machine: Machine, simulation: Simulation | None, clock: Clock) -> None:
        self._machine = machine
        self._simulation = simulation
        self._clock = clock
        self._unplugged: set[str] = set()
        self._drag: Spot | None = None
        self._steps: deque[tuple[Button, cinque.Phase]] = deque()
        self._moved_s = float("-inf")

    def follow(self, intent: window.Intent) -> None:
        """Do it; what only a simulated cabinet has is nothing on a real one."""
        match intent:
            case window.ButtonDown(button):
                self._down(button)
            case window.ButtonUp(button):
                if self._simulation is not None:
                    self._simulation.up(button)
            case window.CardTouch(button):
                self._tap_legend(*CARD_LEGENDS, only=button)
            case window.ColumnTouch(chips):
                for _ in range(self._bets_to(chips)):
                    self._tap(Button.BET)
            case window.TableTouch(x, y):
                self._touch(spot_at(x, y))
            case window.TableDrop(x, y):
                self._drop(spot_at(x, y))
            case window.MenuKey():
                if self._machine.cabinet.state.asked is MENU:
                    self._tap(MENU)
                else:
                    self._tap_legend("key.menu")
            case window.RulesKey():
                self._machine.post(RulesAsked())
            case window.OptionsKey():
                self._machine.post(OptionsAsked())
            case _:
                if self._simulation is not None:
                    self._to_the_world(intent, self._simulation)

    def pump(self) -> None:
        """The next press of a drag, if the cabinet takes it now."""
        if not self._steps:
            return
        state, now_s = self._machine.cabinet.state, self._clock.now_s()
        button, phase = self._steps[0]
        is_due = state.mode is Mode.CINQUE_MANI and state.saved.cinque.phase is phase
        if is_due and now_s >= state.locked_until_s:
            self._steps.popleft()
            self._moved_s = now_s
            self._tap(button)
        elif now_s - self._moved_s > PATIENCE_S:
            self._steps.clear()

    def _touch(self, spot: Spot | None) -> None:
        """A finger on the table of Cinque Mani: the key under it; a hand there may be dragged."""
        state = self._machine.cabinet.state
        phase = state.saved.cinque.phase
        self._drag = None
        if spot is None or state.mode is not Mode.CINQUE_MANI or phase not in TOUCHED:
            return
        button = HOLDS[spot.column - 1]
        if not self._machine.cabinet.panel(self._clock.now_s())[button].is_lit:
            return
        if phase is cinque.Phase.TABLE:
            self._drag = spot
            self._steps.clear()
            self._then((button, phase))
        else:
            self._tap(button)

    def _drop(self, spot: Spot | None) -> None:
        """The finger is lifted: on another hand the two change places, from card to card those
        two do; beside the table the hand goes back."""
        drag, self._drag = self._drag, None
        if drag is None or (spot is not None and spot.column == drag.column):
            return
        if spot is None:
            self._then((Button.BET, cinque.Phase.LIFTED))
        elif drag.card and spot.card:
            self._then(
                (HOLDS[drag.column - 1], cinque.Phase.LIFTED),
                (HOLDS[drag.card - 1], cinque.Phase.OPENED),
                (HOLDS[spot.column - 1], cinque.Phase.CARD_IN_HAND),
                (HOLDS[spot.card - 1], cinque.Phase.OPENED_SECOND),
            )
        else:
            self._then((HOLDS[spot.column - 1], cinque.Phase.LIFTED))

    def _then(self, *steps: tuple[Button, cinque.Phase]) -> None:
        """Presses to be made one after another, each in its phase."""
        if not self._steps:
            self._moved_s = self._clock.now_s()
        self._steps.extend(steps)
        self.pump()

    def _to_the_world(self, intent: window.Intent, world: Simulation) -> None:
        match intent:
            case window.Coin(value_minor):
                world.feed(value_minor)
            case window.Note(value_minor):
                world.feed(value_minor, NOTE_SLOT)
            case window.OperatorKey():
                world.turn_key(not world.is_key_on)
            case window.Door():
                world.move_door(not world.is_door_open)
            case window.Tilt():
                world.tilt(not world.is_tilted)
            case window.UnplugCoin():
                self._pull(COIN_SLOT, world)
            case window.UnplugNote():
                self._pull(NOTE_SLOT, world)

    def _pull(self, slot: str, world: Simulation) -> None:
        """The cable of a slot: out, or in again."""
        self._unplugged ^= {slot}
        if slot in self._unplugged:
            world.unplug(slot)
        else:
            world.plug(slot)

    def _down(self, button: Button) -> None:
        if self._simulation is not None:
            self._simulation.down(button)
        else:
            self._machine.post(Pressed(button))

    def _tap(self, button: Button) -> None:
        if self._simulation is not None and self._simulation.fingers is not None:
            self._simulation.fingers.tap(button, self._clock.now_s())
        else:
            self._machine.post(Pressed(button))

    def _tap_legend(self, *legends: str, only: Button | None = None) -> None:
        """Tap the key that is called so now; `only` that one, if it is."""
        for button, key in self._machine.cabinet.panel(self._clock.now_s()).items():
            is_meant = only is None or button is only
            if is_meant and key.legend is not None and key.legend.key in legends:
                self._tap(button)

    def _bets_to(self, chips: int) -> int:
        """Presses of UNA PUNTATA from the bet in force to `chips`; none where that cannot be."""
        state = self._machine.cabinet.state
        table, game = state.saved.joker, self._machine.cabinet.settings.joker
        affordable = game.chips_affordable(table, state.credit)
        if state.mode is not Mode.JOKER_POKER or table.phase is not Phase.BETTING:
            return 0
        if not 1 <= chips <= affordable:
            return 0
        return (chips - game.chips_in_force(table, state.credit)) % affordable
