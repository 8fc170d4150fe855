"""SEC-1: no buttons of the player, held together or pressed in any order, open the operator's
pages: from every picture that a player can see, and once through the pins of the real panel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

import pytest
from machine_bench import SETTINGS, Unshuffled

from firmware.cabinet.cabinet import Cabinet
from firmware.cabinet.state import CabinetState, Mode
from firmware.clock import VirtualClock
from firmware.config import load_config
from firmware.events import Event, KeyTurned, Pressed
from firmware.hardware.fingers import TAP_S, Fingers
from firmware.hardware.gpio_panel import GpioPanel
from firmware.hardware.pins import open_pins
from firmware.money import Account
from firmware.panel import Button
from firmware.screens.samples import NOW_S, SAMPLES, sample
from firmware.transaction import Transaction

BUTTONS = tuple(Button)
CHORDS = [
    tuple(button for place, button in enumerate(BUTTONS) if chord >> place & 1)
    for chord in range(1, 2 ** len(BUTTONS))
]
"""All 255 sets of buttons that may be down together."""


def state_of(name: str) -> CabinetState:
    """The cabinet of a sample picture."""
    return sample(name)[0].state


def phase(state: CabinetState) -> str:
    """Of the game that is played, or nothing."""
    tables = {
        Mode.JOKER_POKER: state.saved.joker,
        Mode.STRIP_POKER: state.saved.strip,
        Mode.CINQUE_MANI: state.saved.cinque,
    }
    table = tables.get(state.saved.mode)
    return "" if table is None else table.phase


def players() -> Iterator[str]:
    """The samples of all that is seen while the key is off, one of each kind of state."""
    seen = set()
    for name in SAMPLES:
        state = state_of(name)
        kind = state.saved.mode, state.saved.page, state.blocking, phase(state)
        if not state.operator_on and kind not in seen:
            seen.add(kind)
            yield name


def booked(state: CabinetState, transaction: Transaction) -> dict[Account, int]:
    """The balances after a transaction that a disk has taken."""
    balances = Counter(state.balances)
    for posting in transaction.postings:
        for transfer in posting.transfers:
            balances[transfer.source] -= transfer.credits
            balances[transfer.target] += transfer.credits
    return dict(balances)


def after(state: CabinetState, button: Button, now_s: float) -> CabinetState:
    """The state after a press, on a disk that takes everything."""
    clock = VirtualClock(now_s)
    cabinet = Cabinet(SETTINGS, Unshuffled(), clock, state)
    effects = cabinet.step(Pressed(button), now_s)
    if effects.transaction is not None:
        cabinet.committed(booked(state, effects.transaction), now_s)
    return cabinet.state


def rested_s(state: CabinetState, now_s: float) -> float:
    """When the lock and the movement of the last press are over."""
    ends_s = now_s if state.movement is None else state.movement.ends_s
    return max(now_s, state.locked_until_s, ends_s) + 0.01


PLAYERS = list(players())


def test_every_game_page_and_kind_of_fault_is_among_the_pictures() -> None:
    states = [state_of(name) for name in PLAYERS]
    assert {state.mode for state in states} == {
        "attract", "menu", "joker_poker", "strip_poker", "cinque_mani", "fault"
    }  # fmt: skip
    assert {state.saved.page for state in states} == {"", "rules", "history", "options"}


@pytest.mark.promise("SEC-1")
@pytest.mark.parametrize("name", PLAYERS)
def test_no_three_presses_in_any_order_open_the_operators_pages(name: str) -> None:
    """Each after the lock and the movement of the one before: all 584 ways."""
    level = {id(state): (state, NOW_S) for state in [state_of(name)]}
    for _ in range(3):
        found = {}
        for (state, now_s), button in product(level.values(), BUTTONS):
            at_s = rested_s(state, now_s)
            there = after(state, button, at_s)
            assert not there.operator_on, button
            found[id(there)] = there, at_s
        level = found


@pytest.mark.promise("SEC-1")
@pytest.mark.parametrize("name", PLAYERS)
def test_no_buttons_held_together_open_the_operators_pages(name: str) -> None:
    """All 255 sets, in one instant."""
    start = state_of(name)
    at_s = rested_s(start, NOW_S)
    reached: dict[tuple[Button, ...], CabinetState] = {(): start}
    for chord in sorted(CHORDS, key=len):
        reached[chord] = after(reached[chord[:-1]], chord[-1], at_s)
    assert [chord for chord, state in reached.items() if state.operator_on] == []


# --- through the pins -------------------------------------------------------------------------


def events_of_chords() -> list[Event]:
    """What the panel tells while fingers hold and let go every set of buttons."""
    config = load_config()
    factory, clock = open_pins(config.hardware), VirtualClock(100.0)
    panel = GpioPanel(config.panel, factory, clock)
    fingers = Fingers(factory, config.panel)
    told = list(panel.pump(clock.now_s()))

    def wait(seconds: float) -> None:
        clock.advance_s(seconds)
        told.extend(panel.pump(clock.now_s()))

    wait(1.0)
    for chord in CHORDS:
        for move in (fingers.down, fingers.up):
            for button in chord:
                move(button)
            wait(TAP_S)
    panel.close()
    return told


def test_the_panel_tells_of_no_key_that_nobody_turned() -> None:
    told = events_of_chords()
    pressed = [event.button for event in told if isinstance(event, Pressed)]
    assert len(pressed) == sum(map(len, CHORDS))  # so every chord was heard
    assert [event for event in told if event == KeyTurned(is_on=True)] == []
