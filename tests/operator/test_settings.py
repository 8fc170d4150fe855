"""The table of the settings: what each may be comes from the configuration, to both its ends."""

from __future__ import annotations

import pytest

from firmware.app.build import settings
from firmware.config import Config, load_config
from firmware.config_tables import CoinTable, SoundTable
from firmware.errors import LedgerCorruptError
from firmware.operator.roles import Role
from firmware.operator.settings import (
    BY_KEY,
    CHOICES,
    SETTINGS,
    Choice,
    Kind,
    Setting,
    Value,
    When,
    fault_of,
    in_force,
    read_choices,
    write_choices,
)

FILE = load_config()
EACH = pytest.mark.parametrize("setting", SETTINGS, ids=lambda each: each.key)


def end_of(setting: Setting, direction: int) -> Value:
    """Where less, or more, leads to in the end."""
    value = setting.of(FILE)
    for _ in range(1000):
        after = setting.moved(FILE, value, direction)
        if after is None:
            return value
        assert fault_of(FILE, setting.key, after) is None
        value = after
    raise AssertionError(f"{setting.key} has no end")


@EACH
@pytest.mark.parametrize("direction", [-1, 1])
def test_less_and_more_lead_to_both_ends(setting: Setting, direction: int) -> None:
    ends = setting.ends if setting.kind is Kind.NUMBER else (setting.values[0], setting.values[-1])
    assert end_of(setting, direction) == ends[0 if direction < 0 else 1]


@EACH
@pytest.mark.parametrize("direction", [-1, 1])
def test_an_end_is_in_force_or_refused_with_a_sentence(setting: Setting, direction: int) -> None:
    value = end_of(setting, direction)
    chosen = in_force(FILE, {setting.key: Choice(value)})
    if chosen.refused:
        assert ": must be" in chosen.refused[setting.key] or "credits of" in str(chosen.refused)
        assert chosen.config == FILE
    else:
        assert setting.of(chosen.config) == value
        settings(chosen.config)


@pytest.mark.parametrize(
    ("key", "value", "sentence"),
    [
        ("sound.volume_percent", 101, "must be a whole number from 0 to 100 (percent)"),
        ("sound.volume_percent", True, "must be a whole number from 0 to 100 (percent)"),
        ("sound.enabled", 1, "must be true or false"),
        ("cabinet.language", "fr", 'must be "it", "en" or "ru"'),
        ("strip_poker.bank", 52, "must be a multiple of 5 from 5 to 10000 (stripdollars)"),
        ("cinque_mani.clock_s", 29, "must be 0 (none) or a whole number from 30 to 600 (seconds)"),
        ("panel.bounce_ms", 5, "no setting of this program"),
        ("joker_poker.chip_values", (5, 1), "must be a list of 1 to 10 whole numbers above 0"),
    ],
)
def test_what_a_key_cannot_be_is_said(key: str, value: Value, sentence: str) -> None:
    assert sentence in str(fault_of(FILE, key, value))


def test_a_pay_table_that_is_not_there_is_refused() -> None:
    assert fault_of(FILE, "joker_poker.paytable", "missing") is not None


def test_the_ends_are_those_of_the_configuration() -> None:
    found = SoundTable.model_fields["volume_percent"].metadata
    assert BY_KEY["sound.volume_percent"].ends == (found[0].ge, found[1].le) == (0, 100)


def test_nothing_that_is_wired_is_a_setting() -> None:
    wired = {"driver", "port", "profile", "channels_minor", "coins_minor"}
    assert not wired & {each.name for each in SETTINGS}
    assert wired <= set(CoinTable.model_fields)
    assert {"hardware", "panel", "note", "display", "mqtt"}.isdisjoint(
        each.section for each in SETTINGS
    )


def test_the_mathematics_need_a_technician_and_no_credit() -> None:
    maths = [each for each in SETTINGS if each.is_maths]
    assert {each.when for each in maths} == {When.NO_CREDIT}
    others = {each.key for each in maths if each.role is not Role.TECHNICIAN}
    assert others == {"joker_poker.double_limit", "joker_poker.most_doubles"}  # the gamble's
    assert BY_KEY["joker_poker.paytable"].is_maths


# --- contradictions -------------------------------------------------------------------------------


def test_a_choice_that_contradicts_the_file_is_left_out_with_the_reason() -> None:
    chosen = in_force(FILE, {"coin.jump_credits": Choice(5), "sound.volume_percent": Choice(0)})
    assert set(chosen.choices) == {"sound.volume_percent"}
    assert chosen.refused == {
        "coin.jump_credits": "coin.jump_credits = 5: must be 0, or at least the largest coin, "
        "20 credits"
    }


def test_two_choices_that_are_only_allowed_together_stay_together() -> None:
    """A credit of 1 cent makes the largest coin 200 credits; the ceiling 100 forbids that."""
    ceiling = {"coin.credit_ceiling": Choice(100)}
    price = {"coin.credit_minor": Choice(1)}
    both = in_force(FILE, {**ceiling, **price})
    assert len(both.choices) == 1
    dear = {"coin.credit_minor": Choice(5), "coin.jump_credits": Choice(40)}
    assert in_force(FILE, dear).refused == {}


def test_a_choice_no_program_knows_is_left_out() -> None:
    chosen = in_force(FILE, {"sound.pitch": Choice(1)})
    assert (dict(chosen.choices), set(chosen.refused)) == ({}, {"sound.pitch"})


def test_without_choices_the_file_holds() -> None:
    assert in_force(FILE, {}).config == FILE


# --- the document ---------------------------------------------------------------------------------


def test_choices_are_read_as_they_were_written() -> None:
    choices = {
        "joker_poker.chip_values": Choice((1, 2), "operator", "2026-03-01T21:18:42"),
        "sound.enabled": Choice(False, "operator"),
        "cabinet.language": Choice("ru"),
        "coin.jump_credits": Choice(0),
    }
    assert read_choices({CHOICES: write_choices(choices)}) == choices


@pytest.mark.parametrize("text", ["", "[]", "{", '{"a":1}', '{"a":{"value":{}}}', "null"])
def test_a_document_that_is_none_is_said_to_be_corrupt(text: str) -> None:
    with pytest.raises(LedgerCorruptError, match="document 'choices' cannot be read"):
        read_choices({CHOICES: text})


def test_every_section_is_one_of_the_configuration() -> None:
    assert {each.section for each in SETTINGS} <= set(Config.model_fields)
