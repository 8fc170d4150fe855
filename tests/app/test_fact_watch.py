"""The loop looks at the machine's facts every ten seconds, and says only what is new."""

from __future__ import annotations

from dataclasses import replace

from machine_bench import Bench

from firmware.app.fact_watch import FactWatch, NoFacts
from firmware.app.machine import Machine
from firmware.events import FactsRead
from firmware.hardware.scripted_facts import HEALTHY, ScriptedFacts


def watched() -> tuple[ScriptedFacts, FactWatch]:
    facts = ScriptedFacts()
    return facts, FactWatch(facts)


def test_the_first_look_comes_at_once_and_is_news() -> None:
    _, watch = watched()
    due_s = watch.deadline_s()
    assert due_s is not None
    assert due_s <= 0
    assert watch.pump(5.0) == [FactsRead(HEALTHY)]


def test_the_next_look_comes_after_ten_seconds() -> None:
    facts, watch = watched()
    watch.pump(5.0)
    assert watch.deadline_s() == 15.0
    facts.tell("temperature_c", "85")
    assert watch.pump(14.9) == []
    (event,) = watch.pump(15.0)
    assert event.facts.temperature_c == 85.0


def test_what_was_told_is_not_told_again() -> None:
    _, watch = watched()
    watch.pump(0.0)
    assert watch.pump(10.0) == []
    assert watch.deadline_s() == 20.0


def test_small_steps_add_up_to_news() -> None:
    facts, watch = watched()
    facts.tell("temperature_c", "50.0")
    watch.pump(0.0)
    facts.tell("temperature_c", "50.6")
    assert watch.pump(10.0) == []
    facts.tell("temperature_c", "51.2")
    assert len(watch.pump(20.0)) == 1


def test_a_machine_that_tells_nothing_wakes_nobody() -> None:
    watch = FactWatch(NoFacts())
    assert watch.deadline_s() is None
    assert watch.pump(0.0) == []


# --- in the loop ------------------------------------------------------------------------------


def machine_on(facts: ScriptedFacts, bench: Bench) -> Machine:
    return Machine(bench.machine.cabinet, replace(bench.machine.ports, facts=facts))


def test_err_2_the_loop_wakes_for_a_look_and_the_cabinet_warns() -> None:
    facts, bench = ScriptedFacts(), Bench()
    machine = machine_on(facts, bench)
    machine.turn()
    assert machine.cabinet.state.facts == HEALTHY
    due_s = machine.turn_due_s()
    assert due_s is not None
    assert due_s <= 110.0
    facts.tell("temperature_c", "85")
    bench.clock.advance_s(10.0)
    machine.turn()
    assert [fault.name.value for fault in machine.cabinet.state.faults] == ["hot"]
