"""The pages of slots, coin test and panel test: what they tell, and that it fits its panel."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware.cabinet.operator_menu.desk import moved
from firmware.cabinet.operator_menu.pages import LampTest
from firmware.events import Health, LineCounts
from firmware.panel import Button
from firmware.screens import operator_slots, samples, slot_samples
from firmware.screens.keys import draw_face
from firmware.screens.lettering import draw_line
from firmware.screens.screen import scene_of
from firmware.screens.slot_sign import Standing, draw_slot_sign, standing
from firmware.screens.speech import speech
from firmware.screens.stage import Sprite
from firmware.screens.view import Trace, View
from firmware.words import Language

PAIRS = [name for name in samples.SAMPLES if name.endswith("_beside")]
ALONE = [name.removesuffix("_beside") for name in PAIRS]


def sprites_of(view: View, language: Language = Language.EN) -> tuple[Sprite, ...]:
    return scene_of(view)(view, samples.NOW_S, Trace(), speech(language)).sprites


def lines_of(view: View, language: Language = Language.EN) -> list[Sprite]:
    return [each for each in sprites_of(view, language) if each.paint.draw is draw_line]


def said(name: str) -> list[str]:
    return [each.paint.args[0] for each in lines_of(english(name))]


def english(name: str) -> View:
    return samples.sample(name, Language.EN)[0]


# --- slots ------------------------------------------------------------------------------------


def test_every_health_has_a_state_to_look_at() -> None:
    decided_by_the_cabinet = {Health.WRONG_DEVICE, Health.LOST_EVENTS, Health.LEDGER_ERROR}
    shown = {health for health, _ in slot_samples.TROUBLES}
    assert shown | decided_by_the_cabinet == set(Health)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(
    "name", [*PAIRS, "slots", "slots_other_unit", "slots_other_coins", "slots_lost"]
)
def test_what_is_told_of_a_slot_stays_over_its_counts(name: str, language: Language) -> None:
    lines = lines_of(samples.sample(name, language)[0], language)
    styles = (operator_slots.SENTENCE.size, operator_slots.IDENTITY)
    told = [
        each.y
        for each in lines
        if each.widget == "body"
        and (each.paint.args[1].size == styles[0] or each.paint.args[1] == styles[1])
    ]
    assert max(told) <= operator_slots.TWO[0].bottom - 206


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", ALONE)
def test_what_is_told_of_a_single_slot_stays_in_its_panel(name: str, language: Language) -> None:
    lines = lines_of(samples.sample(name, language)[0], language)
    body = [each.y for each in lines if each.widget == "body"]
    assert max(body) <= operator_slots.ONE[0].bottom - 10


@pytest.mark.parametrize(
    ("health", "expected"),
    [
        (Health.READY, Standing.OPEN),
        (Health.DEGRADED, Standing.WATCH),
        (Health.LOST_EVENTS, Standing.WATCH),
        (Health.CLOSED, Standing.SHUT),
        (Health.JAM, Standing.TROUBLE),
        (Health.WRONG_DEVICE, Standing.TROUBLE),
    ],
)
def test_a_slot_has_the_sign_of_its_health(health: Health, expected: Standing) -> None:
    assert standing(health) is expected


def test_each_slot_shows_its_own_sign() -> None:
    shown = [
        each.paint.args[0]
        for each in sprites_of(english("slots"))
        if each.paint.draw is draw_slot_sign
    ]
    assert shown == [Standing.SHUT, Standing.OPEN]  # the coin slot, then the note slot


def test_a_code_is_told_in_words() -> None:
    told = " ".join(said("slot_fault_14"))
    assert "Code 14: credit sensor blocked." in told


def test_another_unit_is_named_beside_the_one_before() -> None:
    told = said("slots_other_unit")
    assert told[told.index("Was") + 1] == slot_samples.COIN_UNIT
    assert told[told.index("Is") + 1] == slot_samples.OTHER_UNIT


def test_other_coins_are_named_beside_the_ones_before() -> None:
    told = said("slots_other_coins")
    assert told[told.index("Was") + 1] == "1=10 2=20 3=50 4=100 5=200"
    assert told[told.index("Is") + 1] == "1=5 2=10 3=20 4=50 5=100 6=200"


def test_the_key_that_confirms_is_named() -> None:
    told = " ".join(said("slots_other_unit"))
    assert "CONFIRM UNIT takes it as it is now." in told


def test_a_figure_that_nobody_told_is_a_dash_and_not_naught() -> None:
    view = english("slot_ready")
    device = replace(view.state.devices["coin"], counts=LineCounts(), identity="")
    state = replace(view.state, devices={"coin": device}, counters={})
    told = [each.paint.args[0] for each in lines_of(replace(view, state=state))]
    for name in ("Booked", "Rejected", "Retries", "Polls a second", "Unit: accepted"):
        assert told[told.index(name) + 1] == "-", name


def test_the_counts_of_a_unit_are_told() -> None:
    told = said("slot_ready")
    figures = {"Booked": "14,877", "Retries": "312  (0.4%)", "Polls a second": "4.9"}
    assert {name: told[told.index(name) + 1] for name in figures} == figures


def test_a_cabinet_without_slots_says_so() -> None:
    told = said("slots_none")
    assert "No coin or bill unit is configured: this cabinet takes no money." in told


def test_the_machine_page_tells_what_a_lost_unit_means() -> None:
    told = said("operator_faults")
    place = told.index("Coin acceptor: unplugged")
    assert told[place + 2] == "C-01  goes by itself once mended"
    assert told[place + 3].startswith("The adapter of the unit is not there:")
    assert "Plug the adapter in, or correct the port in hw_config.toml." in " ".join(told)


# --- coin test --------------------------------------------------------------------------------


def test_the_last_coin_stands_large_with_count_and_sum() -> None:
    told = said("coin_test")
    place = told.index("Last coin")
    assert told[place + 1 : place + 3] == ["€2.00", "Coin acceptor: Coin 5"]
    assert told[told.index("Coins") + 1] == "15"  # 2.00 + 0.50 + 1.00 + 12 of 0.20
    assert told[told.index("Together") + 1] == "€5.90"


def test_what_was_no_coin_is_told_in_words() -> None:
    told = said("coin_test_refused")
    place = told.index("Last coin")
    assert told[place + 1 : place + 3] == ["Not taken", "coin on a string"]
    assert "coin of kind 3 while closed" in told
    assert "Code 77" in told


def test_what_is_in_quarantine_is_told_with_its_reason() -> None:
    assert "a single pulse, worth no coin" in said("coin_test_odd")


def test_a_note_that_fell_all_the_same_is_told_as_credit_and_is_in_no_sum() -> None:
    told = said("coin_test_odd")
    place = told.index("Last coin")
    assert told[place + 1 : place + 3] == ["€10.00", "Note acceptor: is credit"]
    assert told[told.index("Coins") + 1] == "1"
    assert told[told.index("Together") + 1] == "€1.00"


def test_coins_of_the_test_are_said_to_be_no_credit() -> None:
    assert "Coins fall into the box and become no credit." in said("coin_test_empty")


def test_the_coin_test_says_which_slot_is_open() -> None:
    told = said("coin_test")
    assert told[told.index("Coin acceptor") + 1] == "open"
    assert told[told.index("Note acceptor") + 1] == "closed: no notes here"


# --- panel test -------------------------------------------------------------------------------


def faces(view: View) -> dict[str, str]:
    return {
        each.widget: each.paint.args[3]
        for each in sprites_of(view)
        if each.paint.draw is draw_face and each.widget.startswith("try.")
    }


def test_only_the_button_that_is_down_is_drawn_down() -> None:
    shown = faces(english("panel_test"))
    assert [name for name, face in shown.items() if face == "down"] == [f"try.{Button.HOLD2}"]
    assert len(shown) == len(Button)


def test_every_press_is_counted_on_its_button() -> None:
    counts = {
        each.widget: each.paint.args[0]
        for each in lines_of(english("panel_test"))
        if each.widget.startswith("try.") and each.paint.args[0].isdigit()
    }
    assert counts[f"try.{Button.DEAL}"] == "14"
    assert counts[f"try.{Button.DOUBLE}"] == "0"


@pytest.mark.parametrize(
    ("name", "stands"), [("panel_test", "level"), ("panel_test_tilted", "tilted")]
)
def test_the_tilt_switch_is_told_as_it_stands(name: str, stands: str) -> None:
    told = said(name)
    assert told[told.index("Tilt") + 1] == stands


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("shown", LampTest)
def test_what_the_lamps_show_has_a_name(shown: LampTest, language: Language) -> None:
    view = samples.sample("panel_test", language)[0]
    view = replace(view, state=moved(view.state, lamp_test=shown))
    name = speech(language).text(f"operator.lamps.{shown}")
    assert name != f"operator.lamps.{shown}"
    assert name in [each.paint.args[0] for each in lines_of(view, language)]
