"""The contact sheet: what its checks find when it is there; the screens have none of it."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path

import pygame
import pytest
from art_in_memory import ART

from firmware.screens import table_cards, theme
from firmware.screens.kit import Kits
from firmware.screens.layout import Plan
from firmware.screens.lettering import line
from firmware.screens.panels import draw_plate, ground
from firmware.screens.samples import SAMPLES
from firmware.screens.stage import Paint, Sprite, Stage
from firmware.screens.theme import Box, Style
from firmware.words import Language

sys.path.append(str(Path(__file__).resolve().parents[2] / "tools" / "contacts"))

from contact_sheets import Made, jobs, rotating, write_index
from drawn_states import Easel
from picture_checks import Finding, findings_of
from picture_texts import texts_of

WIDE, UPRIGHT = (1280, 720), (720, 1280)
TABLES = (
    "operator_1", "returns_joker_poker", "returns_times", "operator_unseen", "operator_raw",
    "events", "health_ill", "operator_screen_text",
)  # fmt: skip
"""Pages that are as wide as the grid, and laid out anew on an upright display."""
EACH = 8
"""Of so many states one is looked at here; all of them by `tools/contact --check`."""
PANEL = Box(100, 100, 300, 200)
WORDS = Style("sans_bold", 24, theme.IVORY)


@cache
def easel(size: tuple[int, int] = WIDE) -> Easel:
    return Easel(size, ART)


def quick() -> list[tuple[str, Language]]:
    """Some states, one language each, another one from one to the next."""
    work = rotating(SAMPLES[::EACH], list(Language), WIDE)
    return [(state, Language(job.language)) for job in work for state in job.states]


@pytest.mark.words
@pytest.mark.parametrize(("state", "language"), quick())
def test_the_checks_of_the_contact_sheet_find_nothing(state: str, language: Language) -> None:
    easel().show(state, language)
    shown = easel()
    found = findings_of(shown.screen, state, language, shown.palette, shown.growth)
    assert [each.line for each in found] == []


@pytest.mark.words
@pytest.mark.parametrize("state", TABLES)
def test_the_tables_of_the_operator_can_be_read_on_an_upright_display(state: str) -> None:
    shown = easel(UPRIGHT)
    shown.show(state, Language.RU)
    found = findings_of(shown.screen, state, "ru", shown.palette)
    assert [each.line for each in found] == []


# --- what is found when it is there -----------------------------------------------------------


def found(*sprites: Sprite) -> list[Finding]:
    """Findings on one dark panel with these on it."""
    stage = Stage(pygame.Surface(WIDE, 0, 32), Kits(ART))
    stage.draw((ground(theme.JOKER_ROOM, (PANEL,)), *sprites))
    return findings_of(stage, "made", "en")


def kinds(*sprites: Sprite) -> list[str]:
    return [each.kind for each in found(*sprites)]


def said(text: str, x: float = 120, baseline: float = 160, style: Style = WORDS) -> Sprite:
    return line(text, style, x, baseline, "label")


def test_a_text_in_its_panel_is_right() -> None:
    assert kinds(said("CREDITO")) == []


def test_a_text_that_leaves_its_panel_is_found() -> None:
    assert kinds(said("CREDITO", x=320, baseline=130), said("SI", baseline=220)) == ["out"]


def test_a_text_that_leaves_the_screen_is_found() -> None:
    assert kinds(said("CREDITO", x=1240, baseline=400)) == ["out"]


def test_a_text_on_the_edge_of_a_panel_is_found() -> None:
    assert kinds(said("CREDITO", x=200, baseline=104)) == ["out"]


def test_two_texts_over_each_other_are_found() -> None:
    (first,) = found(said("CREDITO"), said("VINCITA", x=160, baseline=168))
    assert (first.kind, first.words) == ("overlap", "CREDITO")
    assert "VINCITA" in first.detail


def test_a_text_said_twice_at_one_place_is_a_blink_and_right() -> None:
    assert kinds(said("CREDITO"), said("CREDITO")) == []


def test_a_letter_that_the_face_has_not_is_found() -> None:
    (only,) = found(said("猫"))
    assert (only.kind, only.detail) == ("glyph", "sans_bold has no U+732B")


def test_a_squeezed_text_is_found() -> None:
    assert kinds(line("RADDOPPIO", WORDS, 120, 160, "label", width=90, floor=24)) == ["squeezed"]


@pytest.mark.parametrize(("widget", "size", "expected"), [
    ("label", 14, ["small"]), ("label", 17, []), ("key.DEAL", 17, ["small"]), ("key.DEAL", 18, []),
])  # fmt: skip
def test_a_text_is_not_set_smaller_than_the_look_allows(
    widget: str, size: float, expected: list[str]
) -> None:
    assert kinds(line("SI", WORDS._replace(size=size), 120, 160, widget)) == expected


@pytest.mark.parametrize(("panel_w", "expected"), [(1232, ["small"]), (840, [])])
def test_a_text_that_an_upright_display_makes_too_small_is_found(
    panel_w: int, expected: list[str]
) -> None:
    panel = Box(24, 66, panel_w, 300)
    stage = Stage(pygame.Surface(UPRIGHT, 0, 32), Kits(ART))
    text = line("CREDITO", WORDS._replace(size=18), 60, 120, "label")
    stage.draw((ground(theme.JOKER_ROOM, (panel,)), text), Plan.LEAF, (panel,))
    assert [each.kind for each in findings_of(stage, "made", "en")] == expected


def test_words_along_a_side_of_a_large_display_are_not_too_small() -> None:
    shown = Easel((1920, 1080), ART)
    shown.show("play_test_menu", Language.EN)
    found = findings_of(shown.screen, "play_test_menu", "en", shown.palette)
    assert [each.kind for each in found] == []


@pytest.mark.parametrize(
    ("colour", "expected"), [(theme.IVORY, []), (theme.SAND, []), ((110, 110, 110), ["contrast"])]
)
def test_a_text_that_hardly_stands_out_is_found(colour: theme.Colour, expected: list[str]) -> None:
    assert kinds(said("CREDITO", style=WORDS._replace(colour=colour))) == expected


def test_light_words_on_a_lit_face_are_found() -> None:
    plate = Sprite(Paint(draw_plate, (200, 60, 6.0)), 110, 120, "plate")
    dark = WORDS._replace(colour=theme.LAMP_INK)
    assert kinds(plate, said("CREDITO")) == []
    assert kinds(plate, said("CREDITO", style=dark)) == ["contrast"]


def test_a_text_that_something_lies_over_is_found() -> None:
    plate = Sprite(Paint(draw_plate, (200, 60, 6.0)), 180, 120, "plate")
    (only,) = found(said("CREDITO"), plate)
    assert only.kind == "covered"
    assert "plate" in only.detail


def test_a_text_that_is_hidden_whole_is_not_seen_and_right() -> None:
    plate = Sprite(Paint(draw_plate, (280, 80, 6.0)), 110, 120, "plate")
    assert kinds(said("CREDITO"), plate) == []


def test_words_inside_the_pay_table_and_the_tags_are_judged_too() -> None:
    easel().show("hold", Language.IT)
    read = {(text.widget, text.words) for text in texts_of(easel().screen.placed)}
    assert {("paytable", "Scala reale naturale"), ("paytable.column", "250")} <= read
    assert ("tag.1", "TIENI") in read


def test_words_inside_a_painting_are_judged_as_large_as_they_are_drawn() -> None:
    shown = easel()
    shown.show("hold_every", Language.IT)
    sizes = [
        text.style.size
        for growth in (1.0, shown.growth)
        for text in texts_of(shown.screen.placed, growth)
        if (text.widget, text.words) == ("tag.1", "TIENI")
    ]
    assert sizes[1] > sizes[0]


def test_a_dull_word_inside_a_painting_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(table_cards, "TAG", table_cards.TAG._replace(colour=(150, 100, 40)))
    tag = Sprite(Paint(table_cards.draw_tag, ("MIO", False, 6)), 300, 160, "tag.1")
    assert kinds(tag) == ["contrast"]


# --- the sheets -------------------------------------------------------------------------------


def test_every_state_is_on_one_sheet_of_each_language_and_size() -> None:
    work = jobs(SAMPLES, ["it", "en"], [WIDE, (800, 480)])
    for size in (WIDE, (800, 480)):
        for language in ("it", "en"):
            sheets = [job for job in work if (job.size, job.language) == (size, language)]
            assert [state for job in sheets for state in job.states] == list(SAMPLES)
            assert [job.number for job in sheets] == list(range(1, len(sheets) + 1))


def test_a_quick_look_is_at_every_state_once_in_all_languages() -> None:
    work = rotating(SAMPLES, ["it", "en", "ru"], WIDE)
    assert sorted(state for job in work for state in job.states) == sorted(SAMPLES)
    assert {job.language for job in work} == {"it", "en", "ru"}


def test_the_index_names_every_sheet_and_finding(tmp_path: Path) -> None:
    (job,) = jobs(["hold"], ["it"], [WIDE])
    bad = Finding("out", "hold", "it", WIDE, "credit", "<CREDITO>", "by 3", (1, 2, 3, 4))
    page = write_index([Made(job, "1280x720-it-01.png", (bad,))], tmp_path).read_text()
    assert "1280x720-it-01.png" in page
    assert "findings/1280x720-it-hold.png" in page
    assert "&lt;CREDITO&gt;" in page
