"""The slides that boast: of each game its own, with a name only where somebody is there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware.cabinet.best_results import Run, StripBest
from firmware.cabinet.slides import Here, slides_of
from firmware.money import GameId
from firmware.screens.attract_bests import FIGURE_W, best_slide
from firmware.screens.attract_slides import slide_sprites
from firmware.screens.samples import sample
from firmware.screens.speech import speech
from firmware.screens.stage import Sprite
from firmware.screens.view import View
from firmware.words import Language

SLIDES = {slide.game: slide for slide in slides_of(Here(tuple(GameId))) if slide.kind == "best"}
LANGUAGES = (Language.IT, Language.EN, Language.RU)


def view(**bests: object) -> View:
    shown = sample("attract_best", Language.IT)[0]
    saved = replace(shown.state.saved, **bests)  # type: ignore[arg-type]
    return replace(shown, state=replace(shown.state, saved=saved))


def said(sprites: tuple[Sprite, ...]) -> list[str]:
    return [
        str(sprite.paint.args[0])
        for sprite in sprites
        if sprite.paint.draw.__name__ in ("draw_line", "draw_shaded")
    ]


def slide(game: GameId, shown: View, language: Language = Language.EN) -> list[str]:
    return said(best_slide(SLIDES[game], shown, speech(language)))


@pytest.mark.parametrize(
    ("language", "deals", "unit"),
    [
        (Language.EN, 1, "deal"),
        (Language.EN, 6, "deals"),
        (Language.IT, 1, "mano"),
        (Language.IT, 6, "mani"),
        (Language.RU, 21, "сдача"),
        (Language.RU, 3, "сдачи"),
        (Language.RU, 11, "сдач"),
    ],
)
def test_the_quickest_win_is_counted_in_deals(language: Language, deals: int, unit: str) -> None:
    shown = view(strip_best=StripBest(deals, "club-notte/vera", 2))
    told = slide(GameId.STRIP_POKER, shown, language)
    assert unit in told
    assert "".join(each for each in told if each.isdigit()) == str(deals)


def test_it_names_whoever_was_beaten_and_the_level() -> None:
    shown = view(strip_best=StripBest(6, "club-notte/vera", 3))
    strip = shown.setup.strip
    assert strip is not None
    name = strip.cast()["club-notte/vera"].character.name[Language.EN]
    assert f"Against {name}, level 3" in slide(GameId.STRIP_POKER, shown)


def test_of_somebody_whose_pack_is_gone_only_the_level_is_told() -> None:
    shown = view(strip_best=StripBest(6, "gone/nobody", 3))
    assert "Level 3" in slide(GameId.STRIP_POKER, shown)


def test_the_longest_run_is_told_with_its_points() -> None:
    told = slide(GameId.CINQUE_MANI, view(cinque_best=Run(4, 61)))
    assert {"4", "wins in a row", "61 points in all"} <= set(told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_run_of_any_length_has_room(language: Language) -> None:
    shown = view(cinque_best=Run(123_456, 999_999))
    sprites = best_slide(SLIDES[GameId.CINQUE_MANI], shown, speech(language))
    figure = [each for each in sprites if each.paint.draw.__name__ == "draw_shaded"]
    assert max(each.x for each in figure) - min(each.x for each in figure) < FIGURE_W


@pytest.mark.parametrize(
    ("game", "field"),
    [
        (GameId.JOKER_POKER, "best"),
        (GameId.STRIP_POKER, "strip_best"),
        (GameId.CINQUE_MANI, "cinque_best"),
    ],
)
def test_where_the_result_was_cleared_meanwhile_the_name_is_shown(game: GameId, field: str) -> None:
    gone = slide_sprites(SLIDES[game], view(**{field: None}), speech(Language.EN))
    there = slide_sprites(SLIDES[game], view(), speech(Language.EN))
    neon = [each.paint.draw.__name__ for each in gone]
    assert "draw_neon" in neon
    assert "draw_neon" not in [each.paint.draw.__name__ for each in there]
