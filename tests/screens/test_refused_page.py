"""The page of a cabinet that cannot begin: every fault is on it, in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware.cabinet.state import FaultName
from firmware.screens import samples
from firmware.screens.fault_signs import code
from firmware.screens.lettering import draw_line
from firmware.screens.refusal import CODES, Refusal, RefusalKind, fault_text, read_fault
from firmware.screens.refused import LEAF_S, ROWS, leaves_of, refused_scene
from firmware.screens.refused_samples import REFUSALS
from firmware.screens.screen import scene_of
from firmware.screens.speech import speech
from firmware.screens.view import Trace
from firmware.words import Language

MANY = REFUSALS["refused_config_many"]
ENGLISH = speech(Language.EN)
FILE = "/etc/hw.toml"


def refused(*faults: str) -> Refusal:
    return Refusal(RefusalKind.CONFIG, FILE, faults)


def texts(refusal: Refusal, now_s: float) -> set[str]:
    view, _ = samples.sample("refused_config", Language.EN)
    scene = refused_scene(replace(view, refusal=refusal), now_s, Trace(), ENGLISH)
    return {each.paint.args[0] for each in scene.sprites if each.paint.draw is draw_line}


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (
            "cabinet.langage: unknown key; did you mean 'language'? allowed: language, data",
            "cabinet.langage: no such entry; perhaps language?",
        ),
        ("sounds: unknown table; allowed: sound", "sounds: no such entry"),
        (
            "coin.driver: missing; must be one of them",
            "coin.driver is missing. Allowed: one of them",
        ),
        ("coin.port = 3: must be a path", "coin.port = 3 cannot be. Allowed: a path"),
        (
            "panel.lamps.BET = 4: pin already used by buttons.HOLD1",
            "panel.lamps.BET = 4: this pin is already that of buttons.HOLD1",
        ),
        ("not TOML: Invalid value", "this cannot be read as TOML: Invalid value"),
        ("cannot be read: No such file", "the file cannot be read: No such file"),
        ("what nobody has foreseen", "what nobody has foreseen"),
    ],
)
def test_the_usual_faults_are_told_in_the_readers_words(told: str, words: str) -> None:
    assert fault_text(told, ENGLISH) == words


@pytest.mark.parametrize(
    ("told", "words"),
    [
        (
            "coin.jump_credits = 5: must be 0, or at least the largest coin, 20 credits",
            "coin.jump_credits = 5 не",
        ),
        (
            "coin.credit_ceiling = 5: must be at least the largest coin, 20 credits",
            "coin.credit_ceiling = 5 не",
        ),
        (
            "coin.coins_minor: coin 10 is not a whole number of credits of 20",
            "coin.coins_minor: 10 не делится",
        ),
        (
            "note.notes_minor: the largest note is 900 credits, above coin.credit_ceiling",
            "note.notes_minor: крупнейшая купюра",
        ),
        ("coin.x = 0: must be a whole number from 1 to 9 (credits)", "coin.x = 0: недопустимо"),
        ('cabinet.language = "fr": must be "it", "en" or "ru"', 'cabinet.language = "fr": не'),
        ("display.fullscreen = 3: must be true or false", "display.fullscreen = 3: не"),
    ],
)
def test_what_the_program_itself_says_has_no_english_in_russian(told: str, words: str) -> None:
    said = fault_text(told, speech(Language.RU))
    assert said.startswith(words)
    assert not {"must", "or", "whole", "largest", "credits"} & set(said.split())


@pytest.mark.parametrize(
    ("told", "line", "problem"),
    [
        ("/etc/hw.toml:41: x = 3: must be y", 41, "x = 3: must be y"),
        ("/etc/hw.toml: x: missing; must be y", None, "x: missing; must be y"),
        ("a sentence: without a file", None, "a sentence: without a file"),
    ],
)
def test_a_fault_is_taken_apart(told: str, line: int | None, problem: str) -> None:
    found = read_fault(told)
    assert (found.line, found.problem) == (line, problem)


def test_the_line_stands_before_its_fault() -> None:
    [(row,)] = leaves_of(refused(f"{FILE}:41: new"), ENGLISH)
    assert (row.at, row.said) == ("line 41", "new")


def test_a_fault_of_another_file_names_it() -> None:
    [(row,)] = leaves_of(refused("/opt/tables/ours.toml:7: new"), ENGLISH)
    assert row.said == "ours.toml: new"


@pytest.mark.parametrize("language", Language)
def test_every_fault_is_on_some_leaf(language: Language) -> None:
    leaves = leaves_of(MANY, speech(language))
    begun = [row.at for leaf in leaves for row in leaf if row.at]
    assert len(begun) == len(MANY.faults)
    assert all(1 <= len(leaf) <= ROWS for leaf in leaves)


def test_the_leaves_are_turned_by_time_and_come_again() -> None:
    leaves = leaves_of(MANY, ENGLISH)
    seen = [texts(MANY, LEAF_S * number) for number in range(len(leaves) + 1)]
    for number, leaf in enumerate(leaves):
        assert {row.said for row in leaf} <= seen[number]
    assert seen[-1] == seen[0]


def test_one_leaf_stands_still() -> None:
    view, now_s = samples.sample("refused_config", Language.EN)
    assert refused_scene(view, now_s, Trace(), ENGLISH).next_frame_s is None


def test_several_leaves_ask_for_the_next_turn() -> None:
    view, _ = samples.sample("refused_config_many", Language.EN)
    assert refused_scene(view, 17.0, Trace(), ENGLISH).next_frame_s == 3 * LEAF_S


def test_a_refusal_comes_before_any_other_page() -> None:
    view, _ = samples.sample("operator_1", Language.EN)
    assert scene_of(replace(view, refusal=MANY)) is refused_scene


def test_its_codes_are_those_of_no_fault() -> None:
    assert set(CODES) == set(RefusalKind)
    assert len(set(CODES.values())) == len(CODES)
    assert not set(CODES.values()) & {code(name) for name in FaultName}
