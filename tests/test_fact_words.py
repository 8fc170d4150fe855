"""What a machine tells of itself, in words: each value, each verdict, in every language."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware.catalogue import Catalogue
from firmware.fact_words import FactWords, fact_words
from firmware.facts import MachineFacts, Reserve, Trouble, with_fact
from firmware.hardware.scripted_facts import HEALTHY
from firmware.words import Language

EN = Catalogue.load(Language.EN, strict=True)


def told(
    facts: MachineFacts, before: tuple[Trouble, ...] = (), catalogue: Catalogue = EN
) -> dict[str, FactWords]:
    return {each.part: each for each in fact_words(catalogue, facts, before)}


def value(part: str, **facts: object) -> str | None:
    return told(MachineFacts(**facts))[part].value  # type: ignore[arg-type]  # names are the fields'


@pytest.mark.parametrize(
    ("part", "facts", "said"),
    [
        ("model", {"model": "Raspberry Pi 5"}, "Raspberry Pi 5"),
        ("uptime", {"uptime_s": 273_659.9}, "3 d 4 h 0 min"),
        ("temperature", {"temperature_c": 48.25}, "48.2 °C"),
        ("power", {"under_voltage": True, "under_voltage_since_boot": True}, "too low now"),
        (
            "power",
            {"under_voltage": False, "under_voltage_since_boot": True},
            "was too low since power-up",
        ),
        (
            "power",
            {"under_voltage": False, "under_voltage_since_boot": False},
            "steady since power-up",
        ),
        ("power", {"under_voltage": False}, "high enough now"),
        ("speed", {"throttled": True, "throttled_since_boot": True}, "slowed down now"),
        (
            "speed",
            {"throttled": False, "throttled_since_boot": True},
            "was slowed down since power-up",
        ),
        ("speed", {"throttled": False, "throttled_since_boot": False}, "full since power-up"),
        (
            "memory",
            {"memory_free_bytes": 41_900_000, "memory_total_bytes": 1_996_000_000},
            "41 MB of 2.0 GB free",
        ),
        (
            "disk",
            {"disk_free_bytes": 999_999_999, "disk_total_bytes": 1_000_000_000},
            "999 MB of 1.0 GB free",
        ),
        ("writes", {"disk_read_only": False}, "takes writes"),
        ("writes", {"disk_read_only": True}, "takes no writes"),
        ("storage", {"storage": "sda", "storage_model": "X1"}, "sda, X1"),
        ("storage", {"storage": "mmcblk0", "storage_made": "08/2021"}, "mmcblk0, 08/2021"),
        ("wear", {"storage_worn_percent": 30}, "at most 30% of its life"),
        ("wear", {"storage_worn_percent": 110}, "beyond its life"),
        ("wear", {"storage_reserve": Reserve.LOW}, "spare blocks: few"),
        ("system", {"root_overlay": True}, "protected: writes go to memory"),
        ("system", {"root_overlay": False, "root_read_only": True}, "protected: takes no writes"),
        ("system", {"root_overlay": False, "root_read_only": False}, "takes writes"),
        ("clock", {"year": 2026, "clock_synced": True}, "set by a time server"),
        ("clock", {"year": 2026, "clock_chip": True}, "kept by a clock module"),
        ("clock", {"year": 2026}, "goes"),
        ("clock", {"year": 1970, "clock_synced": True}, "not set"),
    ],
)
def test_what_is_told_is_said(part: str, facts: dict[str, object], said: str) -> None:
    assert value(part, **facts) == said


def test_what_is_not_told_has_no_value() -> None:
    assert {each.value for each in told(MachineFacts()).values()} == {None}


def test_numbers_are_written_as_the_language_has_them() -> None:
    italian = told(HEALTHY, catalogue=Catalogue.load(Language.IT, strict=True))
    assert italian["temperature"].value == "48,2 °C"


BAD = [
    ("temperature_c", "80", "temperature", "hot"),
    ("under_voltage", "on", "power", "under_voltage"),
    ("throttled", "on", "speed", "slow"),
    ("memory_free_bytes", "1000000", "memory", "memory_low"),
    ("disk_free_bytes", "1000000", "disk", "disk_low"),
    ("disk_read_only", "on", "writes", "disk_read_only"),
    ("storage_reserve", "low", "wear", "storage_worn"),
    ("year", "1970", "clock", "clock_unset"),
]


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(("name", "text", "part", "state"), BAD)
def test_only_what_is_bad_says_what_to_do(
    name: str, text: str, part: str, state: str, language: Language
) -> None:
    catalogue = Catalogue.load(language, strict=True)
    words = told(with_fact(HEALTHY, name, text), catalogue=catalogue)
    assert [(each.part, each.state) for each in words.values() if each.todo] == [(part, state)]


def test_what_cannot_be_bad_is_not_judged() -> None:
    unjudged = {each.part for each in told(HEALTHY).values() if not each.is_judged}
    assert unjudged == {"model", "uptime", "storage", "system"}


def test_a_machine_that_cools_is_hot_as_long_as_its_fault_says_so() -> None:
    cooling = replace(HEALTHY, temperature_c=77.0)
    assert told(cooling)["temperature"].state == "good"
    assert told(cooling, (Trouble.HOT,))["temperature"].state == "hot"
