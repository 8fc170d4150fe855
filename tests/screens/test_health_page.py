"""The page of the machine's health: every part has its row, and all of it fits the panel."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from firmware.cabinet.state import Fault, FaultName
from firmware.facts import MachineFacts, Reserve
from firmware.hardware.scripted_facts import HEALTHY
from firmware.screens import joker_samples, samples
from firmware.screens.layout import Shape
from firmware.screens.lettering import width_of
from firmware.screens.operator_health import (
    PANEL,
    TODO,
    VALUE_X,
    VERDICT_X,
    health_body,
    health_panels,
)
from firmware.screens.speech import speech
from firmware.screens.stage import Sprite
from firmware.words import Language

ALL_BAD = replace(
    HEALTHY,
    temperature_c=83.4,
    under_voltage=True,
    throttled=True,
    memory_free_bytes=41_000_000,
    disk_free_bytes=51_000_000,
    disk_read_only=True,
    storage_worn_percent=110,
    storage_reserve=Reserve.SPENT,
    year=1970,
)
LONG = replace(
    HEALTHY,
    model="Raspberry Pi Compute Module 4 Rev 1.1",
    under_voltage_since_boot=True,
    throttled_since_boot=True,
    uptime_s=86_400.0 * 9_999,
    storage_worn_percent=100,
)


def body(
    facts: MachineFacts, language: Language = Language.EN, *faults: Fault
) -> tuple[Sprite, ...]:
    state = samples.table_state(joker_samples.BETTING, facts=facts, faults=faults)
    return health_body(samples.view_of(state), speech(language))


def said(sprites: tuple[Sprite, ...], x: float) -> list[str]:
    return [each.paint.args[0] for each in sprites if each.x == x]


def test_a_machine_in_good_order_says_so_of_all_that_can_be_bad() -> None:
    assert said(body(HEALTHY), VERDICT_X) == ["in order"] * 8


def test_each_value_stands_beside_its_name() -> None:
    sprites = body(HEALTHY)
    (name,) = [each for each in sprites if each.paint.args[0] == "Temperature"]
    (value,) = [each for each in sprites if each.paint.args[0] == "48.2 °C"]
    assert (name.y, value.x) == (value.y, VALUE_X)


def test_a_bad_one_says_what_to_do_instead() -> None:
    told = said(body(replace(HEALTHY, temperature_c=83.4)), VERDICT_X)
    assert told.count("in order") == 7
    assert told[0].startswith("The processor slows down.")


def test_a_machine_that_cools_is_judged_as_its_fault_is() -> None:
    cooling = replace(HEALTHY, temperature_c=77.0)
    told = said(body(cooling, Language.EN, Fault(FaultName.HOT)), VERDICT_X)
    assert told.count("in order") == 7


def test_what_a_machine_does_not_tell_is_not_called_well() -> None:
    sprites = body(MachineFacts())
    assert said(sprites, VERDICT_X) == []
    assert said(sprites, VALUE_X) == ["this machine does not tell"] * 12


@pytest.mark.parametrize("language", Language)
def test_every_sentence_fits_its_place(language: Language) -> None:
    sprites = [each for each in body(ALL_BAD, language) if each.x == VERDICT_X]
    baselines = [each.y for each in sprites]
    assert len(sprites) > 8
    assert all(after - before >= 18 for before, after in itertools.pairwise(baselines))
    assert min(baselines) - TODO.size >= PANEL.y
    assert max(baselines) + 6 <= PANEL.bottom
    assert all(width_of(each.paint.args[0], TODO) <= PANEL.right - VERDICT_X for each in sprites)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("facts", [ALL_BAD, LONG, HEALTHY])
def test_no_value_runs_into_the_verdict(facts: MachineFacts, language: Language) -> None:
    values = [each for each in body(facts, language) if each.x == VALUE_X]
    assert len(values) == 12
    assert all(width_of(*each.paint.args[:2]) < VERDICT_X - VALUE_X for each in values)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("facts", [ALL_BAD, LONG, HEALTHY])
def test_on_an_upright_display_no_verdict_reaches_the_next_row(
    facts: MachineFacts, language: Language
) -> None:
    state = samples.table_state(joker_samples.BETTING, facts=facts)
    view = replace(samples.view_of(state), shape=Shape.UPRIGHT)
    (panel,) = health_panels(view)
    lines = [each for each in health_body(view, speech(language)) if each.x == VALUE_X]
    values = [each.y for each in lines if each.paint.args[1].size > TODO.size]
    assert max(each.y for each in lines) + 6 <= panel.bottom
    for each in lines:
        assert width_of(*each.paint.args[:2]) <= panel.right - 20 - VALUE_X + 1
        if each.y not in values:
            below = [y for y in values if y > each.y]
            assert not below or min(below) - each.y >= 18
