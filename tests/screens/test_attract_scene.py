"""Attract as a picture: real rounds on real tables, everybody dressed, nothing that burns in."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from firmware.cabinet.self_play import SPEED, film_of
from firmware.cabinet.slides import WHOLE, Here, Showing, loop_s, shipped_slides, slides_of
from firmware.cabinet.state import CabinetState, Mode
from firmware.games.strip_poker.cast import Character
from firmware.money import Account, GameId
from firmware.screens.attract import attract_scene
from firmware.screens.attract_cast import cast_page, cast_scene
from firmware.screens.attract_film import film_scene, rules_of
from firmware.screens.attract_samples import begun
from firmware.screens.joker import joker_scene
from firmware.screens.samples import NOW_S, sample, shipped_setup, view_of
from firmware.screens.screen import Screen
from firmware.screens.speech import speech
from firmware.screens.stage import Sprite
from firmware.screens.view import Trace, View, on_now
from firmware.words import Language

WORDS = speech(Language.IT)
LOOP = slides_of(Here(tuple(GameId)))
CAST = next(slide for slide in shipped_slides() if slide.kind == "cast")


def view(name: str = "attract") -> View:
    return sample(name, Language.IT)[0]


def film_slide(game: GameId, loop: int, into_s: float) -> Showing:
    slide = next(each for each in LOOP if each.kind == "film" and each.game is game)
    return Showing(slide, 1, loop, into_s, slide.seconds - into_s)


def said(sprites: tuple[Sprite, ...], widget: str) -> list[object]:
    return [sprite.paint.args[0] for sprite in sprites if sprite.widget == widget]


def scene_at(view: View, now_s: float = NOW_S) -> tuple[Sprite, ...]:
    return attract_scene(view, now_s, Trace().seen(view, now_s), WORDS).sprites


# --- what is on -------------------------------------------------------------------------------


def test_attract_knows_when_it_began_and_the_menu_when_it_was_entered() -> None:
    state = begun(view().state, "pays", None, 1.5)
    assert on_now(view_of(state), NOW_S, NOW_S - 50).slide.kind == "pays"
    menu = replace(state, saved=replace(state.saved, mode=Mode.MENU))
    assert on_now(view_of(menu), NOW_S, NOW_S).slide.kind == "title"


def test_a_slide_that_comes_is_a_new_place_and_the_menu_stays_entered() -> None:
    state = begun(view().state, "title", None, 0.0)
    menu = view_of(replace(state, saved=replace(state.saved, mode=Mode.MENU)))
    first = Trace().seen(menu, NOW_S)
    later = first.seen(menu, NOW_S + LOOP[0].seconds + 0.1)
    assert first.place != later.place
    assert first.place_since_s == later.place_since_s


@pytest.mark.parametrize("name", ["attract_joker_hold", "attract_strip_draw", "attract_cast"])
def test_the_keys_are_the_cabinets_own_on_every_slide(name: str) -> None:
    keys = [sprite for sprite in scene_at(view(name)) if sprite.widget.startswith("key.")]
    assert keys == [sprite for sprite in scene_at(view()) if sprite.widget.startswith("key.")]


@pytest.mark.parametrize("name", ["attract_how", "attract_best", "attract_pay", "attract_hands"])
def test_the_call_for_coins_begins_where_the_heading_does(name: str) -> None:
    sprites = scene_at(view(name))
    heading = next(sprite for sprite in sprites if sprite.widget.startswith("slide"))
    call = next(sprite for sprite in sprites if sprite.widget == "call")
    assert call.x == heading.x
    assert call.paint.args[1].align == "left"


@pytest.mark.parametrize("name", ["attract", "attract_pays"])
def test_the_call_for_coins_stands_in_the_middle_under_a_name_in_neon(name: str) -> None:
    call = next(sprite for sprite in scene_at(view(name)) if sprite.widget == "call")
    assert call.paint.args[1].align == "centre"


@pytest.mark.parametrize("credit", [0, 12])
def test_under_a_round_stands_the_cabinets_own_credit(credit: int) -> None:
    state = begun(view().state, "film", GameId.JOKER_POKER, 3.0)
    state = replace(state, balances={Account.CREDIT: credit})
    sprites = scene_at(view_of(state))
    assert str(credit) in said(sprites, "credit")
    call = WORDS.text("lobby.choose" if credit else "credit.insert")
    assert said(sprites, "call") == [call]
    assert said(sprites, "demo") == [WORDS.text("attract.demo")]


def test_no_meter_of_the_round_that_nobody_plays_is_shown() -> None:
    widgets = {sprite.widget for sprite in scene_at(view("attract_joker_win"))}
    assert not widgets & {"bet", "win", "value"}


def test_a_coin_is_seen_in_the_next_picture() -> None:
    """In the midst of a round: menu, posters and credit are there."""
    before = begun(view().state, "film", GameId.CINQUE_MANI, 6.0)
    trace = Trace().seen(view_of(before), NOW_S)
    saved = replace(before.saved, mode=Mode.MENU)
    after = view_of(replace(before, saved=saved, balances={Account.CREDIT: 5}))
    sprites = attract_scene(after, NOW_S + 0.02, trace.seen(after, NOW_S + 0.02), WORDS).sprites
    assert said(sprites, "call") == [WORDS.text("lobby.credit", credits=5)]
    assert any(sprite.widget == "poster.joker_poker" for sprite in sprites)


# --- the rounds -------------------------------------------------------------------------------


def test_a_round_is_drawn_by_the_games_own_scene_at_double_speed() -> None:
    shown = film_slide(GameId.JOKER_POKER, 0, 4.0)
    film = film_of(rules_of(shipped_setup()), GameId.JOKER_POKER, 0)
    assert film is not None
    at_s = film.begins_s + SPEED * 4.0
    state = film.shots[film.shot(at_s)].state
    scene = film_scene(view(), shown, NOW_S, WORDS)
    own = joker_scene(view_of(state), at_s, Trace().seen(view_of(state), at_s), WORDS)
    assert scene is not None
    for part in ("card.1", "card.5", "message", "paytable"):
        drawn = [sprite for sprite in scene.sprites if sprite.widget == part]
        assert drawn == [sprite for sprite in own.sprites if sprite.widget == part]


@pytest.mark.parametrize("game", GameId)
def test_the_next_picture_of_a_round_is_due_before_its_next_press(game: GameId) -> None:
    film = film_of(rules_of(shipped_setup()), game, 0)
    assert film is not None
    for left, right in zip(film.shots, film.shots[1:], strict=False):
        into_s = (left.at_s - film.begins_s) / SPEED
        scene = film_scene(view(), film_slide(game, 0, into_s), NOW_S, WORDS)
        assert scene is not None
        assert scene.next_frame_s is not None
        assert scene.next_frame_s - NOW_S <= max(1 / 60, (right.at_s - left.at_s) / SPEED) + 1e-9


def test_where_nobody_can_sit_opposite_the_name_is_shown_instead() -> None:
    strip = shipped_setup().strip
    assert strip is not None
    empty = replace(shipped_setup(), strip=replace(strip, cast=dict))
    state = begun(view().state, "cast", None, 1.0)
    sprites = scene_at(replace(view_of(state), setup=empty))
    assert any(sprite.widget == "poster.strip_poker" for sprite in sprites)


# --- dressed ----------------------------------------------------------------------------------


def worn(character: Character) -> set[str]:
    """The pictures of everything that somebody wears over the last garment."""
    return {str(layer.file) for piece in character.garments[:-1] for layer in piece.layers}


def files(sprites: tuple[Sprite, ...]) -> set[str]:
    found: set[str] = set()
    for sprite in sprites:
        for arg in sprite.paint.args:
            if isinstance(arg, tuple):
                found |= {each for each in arg if isinstance(each, str)}
    return found


def test_the_whole_cast_is_shown_with_everything_on() -> None:
    strip = shipped_setup().strip
    assert strip is not None
    pages = [cast_page(tuple(strip.cast().values()), loop) for loop in range(3)]
    assert {guest.character.id for page in pages for guest in page} == {
        guest.character.id for guest in strip.cast().values()
    }
    scene = cast_scene(view(), Showing(CAST, 1, 0, CAST.seconds - 1, 1.0), NOW_S, WORDS)
    assert scene is not None
    for guest in strip.cast().values():
        assert worn(guest.character) <= files(scene.sprites)


def test_names_and_ages_stand_under_them() -> None:
    scene = cast_scene(view(), Showing(CAST, 1, 0, CAST.seconds - 1, 1.0), NOW_S, WORDS)
    strip = shipped_setup().strip
    assert scene is not None
    assert strip is not None
    for place, guest in enumerate(strip.cast().values()):
        name, facts = said(scene.sprites, f"cast.{place}.plate")[1:]
        assert name == guest.character.name[Language.IT].upper()
        assert str(guest.character.age) in str(facts)


def test_a_larger_cast_is_shown_page_by_page() -> None:
    strip = shipped_setup().strip
    assert strip is not None
    seven = (tuple(strip.cast().values()) * 3)[:7]
    assert [len(cast_page(seven, loop)) for loop in range(4)] == [3, 3, 1, 3]


@pytest.mark.parametrize("loop", range(3))
def test_in_a_round_nothing_is_ever_off_and_nothing_hangs_on_the_rack(loop: int) -> None:
    strip = shipped_setup().strip
    film = film_of(rules_of(shipped_setup()), GameId.STRIP_POKER, loop)
    assert strip is not None
    assert film is not None
    character = strip.character(film.shots[0].state.saved.strip)
    hung = {str(piece.rack) for piece in character.garments}
    for into_s in range(1, 12):
        scene = film_scene(view(), film_slide(GameId.STRIP_POKER, loop, into_s), NOW_S, WORDS)
        assert scene is not None
        assert worn(character) <= files(scene.sprites)
        assert not hung & files(scene.sprites)


# --- burn-in ----------------------------------------------------------------------------------

SIZE = (320, 180)
CELL = 8
BRIGHT = 115
"""Of 255: about a sixth of the light of white; darker than that nothing burns in."""
STEP_S = 2.7
"""No multiple of a blink or of a step of the chase."""
LONGEST_S = 90.0


def longest_bright_s(state: CabinetState, seconds: float) -> float:
    """The longest time that a cell of the picture is bright and does not change."""
    surface = pygame.Surface(SIZE)
    screen = Screen(surface)
    columns, rows = SIZE[0] // CELL, SIZE[1] // CELL
    since = [[0.0] * columns for _ in range(rows)]
    kept = [[-1] * columns for _ in range(rows)]
    longest, now_s = 0.0, NOW_S
    while now_s < NOW_S + seconds:
        shown = view_of(state, now_s)
        screen.draw(shown, now_s)
        screen.draw(shown, now_s + 0.3)  # a cross-fade has ended
        small = pygame.transform.average_color
        for row in range(rows):
            for column in range(columns):
                red, green, blue, _ = small(surface, (column * CELL, row * CELL, CELL, CELL))
                light = round(0.2126 * red + 0.7152 * green + 0.0722 * blue)
                if abs(light - kept[row][column]) > 3:
                    kept[row][column], since[row][column] = light, now_s
                elif light > BRIGHT:
                    longest = max(longest, now_s - since[row][column])
        now_s += STEP_S
    return longest


def longest_sprites_s(state: CabinetState, seconds: float) -> dict[str, float]:
    """The longest time that a sprite of each widget stays; not of ground and dead keys, so dark."""
    since: dict[Sprite, float] = {}
    longest: dict[str, float] = {}
    for step in range(round(seconds / STEP_S)):
        now_s = NOW_S + step * STEP_S
        shown = set(scene_at(view_of(state, now_s), now_s))
        since = {sprite: since.get(sprite, now_s) for sprite in shown}
        for sprite, at_s in since.items():
            longest[sprite.widget] = max(longest.get(sprite.widget, 0.0), now_s - at_s)
    dead = {f"key.{button}" for button, key in view_of(state).panel.items() if not key.is_lit}
    return {name: kept_s for name, kept_s in longest.items() if name not in {"ground"} | dead}


def test_nothing_stays_while_nobody_is_there() -> None:
    """Not by its pixels, for an hour of drawing takes too long: no sprite stays."""
    state = begun(view().state, "title", None, 0.0)
    found = longest_sprites_s(state, 3 * loop_s(LOOP))
    assert max(found.values()) < LONGEST_S, found


def test_nothing_bright_stays_over_a_game_that_waits() -> None:
    state = replace(view("waiting").state, attract_since_s=NOW_S)
    assert longest_bright_s(state, 120) < LONGEST_S


def test_a_picture_that_stays_would_be_found() -> None:
    """Somebody at the menu has her posters."""
    state = view("menu").state
    assert longest_bright_s(state, LONGEST_S + 10) >= LONGEST_S
    assert max(longest_sprites_s(state, LONGEST_S + 10).values()) >= LONGEST_S


def test_every_slide_that_takes_the_whole_picture_is_told_of() -> None:
    assert {slide.kind for slide in LOOP} >= WHOLE
