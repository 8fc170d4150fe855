"""The cast that comes with the program: everybody has something to say, in every language."""

from __future__ import annotations

import tomllib
from typing import Any

import pytest

from firmware.games.strip_poker.cast import NUMBERED, Situation
from firmware.games.strip_poker.packs import MANIFEST, built_in, check_pack
from firmware.words import Language

OFTEN = {
    Situation.DEAL,
    Situation.OPEN,
    Situation.WAIT,
    Situation.RAISE,
    Situation.CALL,
    Situation.CHECK,
    Situation.FOLD,
    Situation.WIN,
    Situation.LOSE_DEAL,
    Situation.PLAYER_FOLDS,
    Situation.PLEDGE,
    Situation.THINKING,
    Situation.IDLE,
}
"""What comes again and again in one session."""


def people() -> list[dict[str, Any]]:
    manifest = tomllib.loads((built_in() / MANIFEST).read_text(encoding="utf-8"))
    return list(manifest["character"])


@pytest.fixture(params=people(), ids=lambda person: person["id"])
def person(request: pytest.FixtureRequest) -> dict[str, Any]:
    return dict(request.param)


def test_there_is_nothing_to_be_mended() -> None:
    assert [str(finding) for finding in check_pack(built_in())] == []


def test_the_cast_is_three_grown_ups() -> None:
    assert {person["id"]: person["age"] for person in people()} == {
        "ottavia": 48,
        "rocco": 55,
        "vera": 39,
    }


def test_levels_rise_from_ottavia_to_vera() -> None:
    assert [person["play"]["level"] for person in people()] == [1, 2, 3]


def test_everybody_has_five_garments(person: dict[str, Any]) -> None:
    assert len(person["garment"]) == 5


@pytest.mark.parametrize("language", Language)
def test_nobody_is_ever_at_a_loss_for_words(person: dict[str, Any], language: Language) -> None:
    lines = person["lines"][language]
    for situation in Situation:
        if situation is not Situation.EXCHANGE:
            assert lines[situation], f"nothing for {situation}"
    for number in NUMBERED[Situation.EXCHANGE]:
        assert len(lines[f"exchange_{number}"]) >= 2
    for number in range(1, len(person["garment"])):
        assert lines[f"lose_garment_{number}"]


@pytest.mark.parametrize("language", Language)
def test_what_is_often_said_is_said_in_several_ways(
    person: dict[str, Any], language: Language
) -> None:
    lines = person["lines"][language]
    few = [situation.value for situation in OFTEN if len(set(lines[situation])) < 3]
    assert few == []


def test_every_language_has_the_same_number_of_lines(person: dict[str, Any]) -> None:
    counts = [
        {key: len(variants) for key, variants in person["lines"][language].items()}
        for language in Language
    ]
    assert counts[0] == counts[1] == counts[2]


@pytest.mark.parametrize("language", Language)
def test_no_line_is_said_twice(person: dict[str, Any], language: Language) -> None:
    said = [line for variants in person["lines"][language].values() for line in variants]
    assert len(said) == len(set(said))
