"""The attract loop: which slides there are, which is on, and what its file may say."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.cabinet.slides import (
    Here,
    Slide,
    loop_s,
    read_slides,
    shipped_slides,
    showing,
    slides_of,
)
from firmware.catalogue import Catalogue
from firmware.errors import ConfigError
from firmware.money import GameId
from firmware.words import Language, Message

FIRST, SECOND = Slide(kind="title", seconds=5), Slide(kind="pays", seconds=3)
LOOP = (FIRST, SECOND)
JOKER, STRIP, CINQUE = GameId.JOKER_POKER, GameId.STRIP_POKER, GameId.CINQUE_MANI
EVERYTHING = Here((STRIP, JOKER, CINQUE))


@pytest.mark.parametrize(
    ("since_s", "slide", "loop"),
    [(0.0, 0, 0), (4.9, 0, 0), (5.0, 1, 0), (7.9, 1, 0), (8.0, 0, 1), (805.0, 1, 100)],
)
def test_slides_follow_each_other_endlessly(since_s: float, slide: int, loop: int) -> None:
    shown = showing(LOOP, since_s)
    assert (shown.slide, shown.number, shown.loop) == (LOOP[slide], slide, loop)


def test_it_says_how_long_a_slide_has_been_on_and_how_long_it_stays() -> None:
    shown = showing(LOOP, 14.0)  # the second loop's sixth second
    assert (shown.into_s, shown.rest_s) == (1.0, 2.0)


def test_a_loop_is_as_long_as_its_slides() -> None:
    assert loop_s(LOOP) == 8


def test_the_shipped_loop_begins_with_the_name_and_has_words_for_all_it_says() -> None:
    slides = shipped_slides()
    assert slides[0].kind == "title"
    for language in Language:
        words = Catalogue.load(language)
        for key in {key for slide in slides for key in (slide.title, *slide.lines) if key}:
            assert words.text(Message(key)) != key


def test_the_shipped_loop_shows_everything_that_sells() -> None:
    kinds = [slide.kind for slide in slides_of(EVERYTHING)]
    assert {"title", "pays", "cast", "hand", "hands", "best", "pay"} <= set(kinds)
    films = [slide.game for slide in slides_of(EVERYTHING) if slide.kind == "film"]
    assert sorted(map(str, films)) == sorted(map(str, GameId))


@pytest.mark.parametrize("game", [STRIP, CINQUE])
def test_nothing_is_shown_of_a_game_that_cannot_be_entered(game: GameId) -> None:
    place = EVERYTHING._replace(games=tuple(each for each in GameId if each is not game))
    assert game not in {slide.game for slide in slides_of(place)}
    assert game in {slide.game for slide in slides_of(EVERYTHING)}


def test_nothing_is_shown_of_strip_poker_where_its_theme_is_off() -> None:
    place = EVERYTHING._replace(has_theme=False)
    assert STRIP not in {slide.game for slide in slides_of(place)}


def test_how_to_pay_is_not_told_of_where_nobody_can() -> None:
    assert "pay" in {slide.kind for slide in slides_of(EVERYTHING)}
    place = EVERYTHING._replace(has_price=False)
    assert "pay" not in {slide.kind for slide in slides_of(place)}


@pytest.mark.parametrize("games", [(), (JOKER,), (STRIP, CINQUE), tuple(GameId)])
def test_each_game_boasts_of_its_own_best_result(games: tuple[GameId, ...]) -> None:
    slides = slides_of(EVERYTHING._replace(bests=frozenset(games)))
    boasts = [slide.game for slide in slides if slide.kind == "best"]
    assert sorted(map(str, boasts)) == sorted(games)


def test_the_posters_stay_while_somebody_is_at_the_menu_or_a_game_waits() -> None:
    kinds = {slide.kind for slide in slides_of(EVERYTHING._replace(is_alone=False))}
    assert not kinds & {"film", "cast"}
    assert {"title", "pays", "hand"} <= kinds


def test_the_posters_are_never_away_or_there_for_a_minute() -> None:
    """So that nothing bright burns in: they come and go, whatever is switched off."""
    for games in ((JOKER,), (STRIP, JOKER), (JOKER, CINQUE), (STRIP, JOKER, CINQUE)):
        for has_theme in (True, False):
            slides = slides_of(Here(games, has_theme, has_price=False, bests=frozenset()))
            since_s = {True: 0.0, False: 0.0}
            for slide in slides * 2:
                is_whole = slide.kind in ("film", "cast")
                since_s[is_whole] += slide.seconds
                since_s[not is_whole] = 0.0
                assert max(since_s.values()) < 60


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[slide]]\nkind = 'dance'\nseconds = 5", "kind"),
        ("[[slide]]\nkind = 'title'\nseconds = 0", "seconds"),
        ("[[slide]]\nkind = 'title'\nseconds = 5\ngame = 'bridge'", "game"),
        ("[[slide]]\nkind = 'title'\nseconds = 5\ncolour = 'red'", "colour"),
        ("[[slide]]\nkind = 'best'\nseconds = 5", "name it"),
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
