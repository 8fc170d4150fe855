"""The attract loop: which slide is on, and what its file may say."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.errors import ConfigError
from firmware.money import GameId
from firmware.screens.slides import (
    CROSS_S,
    Slide,
    read_slides,
    shipped_slides,
    showing,
    slides_of,
)
from firmware.screens.speech import speech
from firmware.words import Language

FIRST, SECOND = Slide(kind="title", seconds=5), Slide(kind="pays", seconds=3)
LOOP = (FIRST, SECOND)


@pytest.mark.parametrize(
    ("since_s", "slide"), [(0.0, FIRST), (4.5, FIRST), (5.1, SECOND), (8.0, FIRST), (805.0, SECOND)]
)
def test_slides_follow_each_other_endlessly(since_s: float, slide: Slide) -> None:
    shown, _ = showing(LOOP, since_s)
    assert [(each.slide, each.alpha) for each in shown] == [(slide, 255)]


def test_two_slides_cross_at_the_end_of_one() -> None:
    shown, change_s = showing(LOOP, 5.0 - CROSS_S / 2)
    assert [(each.slide, each.alpha) for each in shown] == [(FIRST, 128), (SECOND, 128)]
    assert 0 < change_s < CROSS_S


def test_the_next_change_is_when_the_crossing_begins() -> None:
    assert showing(LOOP, 1.0)[1] == pytest.approx(4.0 - CROSS_S)


def test_a_single_slide_stays() -> None:
    shown, _ = showing((FIRST,), 4.99)
    assert [(each.slide, each.alpha) for each in shown] == [(FIRST, 255)]


def test_the_shipped_loop_begins_with_the_name_and_has_words_for_all_it_says() -> None:
    slides = shipped_slides()
    assert slides[0].kind == "title"
    assert len(slides) >= 3
    keys = {key for slide in slides for key in (slide.title, *slide.lines) if key}
    for language in Language:
        for key in keys:
            assert speech(language).text(key) != key


def test_a_slide_of_a_game_is_shown_only_where_it_can_be_entered() -> None:
    joker, cinque = GameId.JOKER_POKER, GameId.CINQUE_MANI
    assert cinque not in {slide.game for slide in slides_of((joker,))}
    assert cinque in {slide.game for slide in slides_of((joker, cinque))}
    assert [slide for slide in shipped_slides() if slide.game is None] == list(slides_of((joker,)))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[slide]]\nkind = 'dance'\nseconds = 5", "kind"),
        ("[[slide]]\nkind = 'title'\nseconds = 0", "seconds"),
        ("[[slide]]\nkind = 'title'\nseconds = 5\ngame = 'bridge'", "game"),
        ("[[slide]]\nkind = 'title'\nseconds = 5\ncolour = 'red'", "colour"),
        ("slide = []", "slide"),
        ("[[slide", "cannot be read"),
    ],
)
def test_a_wrong_file_is_refused_with_its_name_and_the_key(
    tmp_path: Path, text: str, said: str
) -> None:
    path = tmp_path / "attract.toml"
    path.write_text(text)
    with pytest.raises(ConfigError) as refused:
        read_slides(path)
    assert said in str(refused.value)
    assert "attract.toml" in str(refused.value)
