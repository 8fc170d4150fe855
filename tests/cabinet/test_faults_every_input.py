"""ERR-1 as a table: each fault that stops play, each input, with a hand on the table.

That money is refused is the slots' being shut. What falls all the same is in the box: it is
booked once, or stays with its unit while nothing can be stored, and starts no play.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from cabinet_bench import KINGS, SETTINGS, Bench, reply

from firmware.cabinet.slots import SlotSettings
from firmware.cabinet.state import STORE_FAULTS, Effect, Fault, FaultName
from firmware.events import BufferReply, Event, MoneyTaken, Pressed, RulesAsked
from firmware.money import Tender
from firmware.panel import Button

BOTH = replace(
    SETTINGS,
    slots={"coin": SlotSettings(Tender.COIN, 20), "note": SlotSettings(Tender.NOTE, 200)},
)
STOPPING = [name for name in FaultName if name.effect is not Effect.WARNS]
PRESSES: list[Event] = [*map(Pressed, Button), RulesAsked()]
MONEY: dict[str, Callable[[Bench], BufferReply | MoneyTaken]] = {
    "coin": lambda bench: reply(bench.coins_taken + 1, 4),
    "note": lambda _: MoneyTaken("note", "ssp:NV:EUR:7", Tender.NOTE, 1_000, "t1"),
}
WORTH = {"coin": 10, "note": 100}
"""Credits."""


def stopped(name: FaultName) -> Bench:
    """A hand of one chip on the table, nine credits, and that fault."""
    bench = Bench(BOTH)
    bench.play(KINGS)
    bench.chance.is_broken = name is FaultName.CHANCE
    bench.cabinet.break_down(Fault(name))
    bench.settle()
    return bench


@pytest.mark.parametrize("name", STOPPING)
def test_no_key_does_anything(name: FaultName) -> None:
    bench = stopped(name)
    before, written = bench.state, len(bench.store.transactions)
    for event in PRESSES:
        bench.do(event)
        assert bench.state is before, event
    assert len(bench.store.transactions) == written


@pytest.mark.parametrize("slot", MONEY)
@pytest.mark.parametrize("name", STOPPING)
def test_no_money_is_let_in(name: FaultName, slot: str) -> None:
    assert stopped(name).cabinet.shut_by(slot) is not None


@pytest.mark.parametrize("slot", MONEY)
@pytest.mark.parametrize("name", STOPPING)
def test_what_falls_all_the_same_starts_no_play_and_is_booked_once(
    name: FaultName, slot: str
) -> None:
    bench = stopped(name)
    before = bench.state
    fallen = MONEY[slot](bench)
    bench.do(fallen)
    bench.do(replace(fallen, is_first=True))  # told again, by a line that was opened anew
    assert bench.state.saved.joker == before.saved.joker
    assert bench.state.mode is before.mode
    worth = 0 if name in STORE_FAULTS else WORTH[slot]
    assert bench.credit == before.credit + worth
