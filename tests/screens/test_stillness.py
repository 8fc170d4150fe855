"""Reduced motion: nothing flies, sways or breathes; nothing flashes faster than the law allows."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import pygame
import pytest

from firmware.cabinet import lamps, motion
from firmware.cabinet.motion import PartKind
from firmware.cabinet.options import Options
from firmware.cabinet.slides import Here, Showing, slides_of
from firmware.money import GameId
from firmware.screens import theme
from firmware.screens.attract_film import film_scene
from firmware.screens.keys import blink_level
from firmware.screens.samples import sample
from firmware.screens.scene import Scene
from firmware.screens.screen import Screen, scene_of
from firmware.screens.speech import speech
from firmware.screens.stillness import stilled, trace_at_rest
from firmware.screens.view import Trace, View
from firmware.words import Language

STILL = Options(reduced_motion=True)
FLASHES_MAX_HZ = 3.0
BLINK_MAX_HZ = 1.0
WORDS = speech(Language.IT)
LYING_MOST = 3
"""Places of one card's sprites: the card, its middle where it leans or turns, a mark at it."""


def at_rest(name: str) -> tuple[View, float]:
    view, now_s = sample(name)
    saved = replace(view.state.saved, options=STILL)
    return replace(view, state=replace(view.state, saved=saved)), now_s


def places(name: str, moments: int = 12) -> set[tuple[str, float, float]]:
    """Where everything that is no key stood while the time went on, by its widget."""
    view, now_s = at_rest(name)
    screen = Screen(pygame.Surface((640, 360)))
    seen: set[tuple[str, float, float]] = set()
    for moment in range(moments):
        screen.draw(view, now_s + 0.06 * moment)
        seen |= {
            (each.sprite.widget, each.sprite.x, each.sprite.y)
            for each in screen.placed
            if each.sprite.widget.startswith(("card", "tag", "strip", "opposite"))
        }
    return seen


@pytest.mark.parametrize("name", ["dealing", "drawing", "reveal", "double"])
def test_a_card_has_one_place_however_the_time_goes_on(name: str) -> None:
    cards = [(widget, x) for widget, x, _ in places(name) if widget.startswith("card")]
    assert cards
    lying = {x + dx for x in theme.COLUMNS_X for dx in (0, theme.CARD_W / 2)}
    assert {x for _, x in cards} <= lying


def test_the_open_double_asks_for_no_frame_but_the_blink_of_a_key() -> None:
    view, now_s = at_rest("double")
    screen = Screen(pygame.Surface((640, 360)))
    screen.draw(view, now_s)
    moving, _ = sample("double")
    swaying = Screen(pygame.Surface((640, 360)))
    swaying.draw(moving, now_s)
    assert swaying.next_frame_s is not None
    assert screen.next_frame_s is None or screen.next_frame_s - now_s > 0.1


def test_what_is_known_when_does_not_change() -> None:
    movement = motion.dealing(5.0, True)
    still = stilled(movement)
    assert (still.begins_s, still.ends_s, still.cues) == (5.0, movement.ends_s, movement.cues)
    assert still.of(PartKind.FLIP, 1) == movement.of(PartKind.FLIP, 1)


TURNS = {
    "dealing": ("card.", "draw_card"),
    "drawing": ("card.", "draw_card"),
    "reveal": ("card.", "draw_card"),
    "strip_revealing": ("opposite.", "draw_small_face"),
    "cinque_turning": ("duel.", "draw_hand draw_veiled"),
}
"""States in which something turns: its widgets, and what draws a face."""


def turning(name: str, steps: int = 60) -> dict[str, list[int]]:
    """How strong the faces of each widget that turns were while the time went on."""
    view, _ = at_rest(name)
    movement = view.state.movement
    assert movement is not None
    widgets, face = TURNS[name]
    screen = Screen(pygame.Surface((640, 360)))
    seen: dict[str, list[int]] = {}
    for step in range(steps):
        at_s = movement.begins_s + (movement.ends_s - movement.begins_s) * step / (steps - 1)
        screen.draw(view, at_s)
        drawn = [each.sprite for each in screen.placed if each.sprite.widget.startswith(widgets)]
        assert not [each for each in drawn if "turning" in each.paint.draw.__name__]
        for widget in {each.widget for each in drawn}:
            faces = [
                each.alpha
                for each in drawn
                if each.widget == widget
                and each.paint.draw.__name__ in face.split()
                and each.paint.args != ("back",)
            ]
            seen.setdefault(widget, []).append(max(faces, default=0))
    return {widget: levels for widget, levels in seen.items() if len(set(levels)) > 1}


@pytest.mark.parametrize("name", TURNS)
def test_a_face_fades_in_over_its_back_once_and_never_out(name: str) -> None:
    turned = turning(name)
    assert turned
    for levels in turned.values():
        assert levels == sorted(levels)
        assert len(set(levels)) > 3, "a cut"


def test_a_card_that_fades_is_whole_all_the_time() -> None:
    """The back lies under the face until that is all there: nothing shines through."""
    view, _ = at_rest("reveal")
    movement = view.state.movement
    assert movement is not None
    flip = next(part for part in movement.parts if part.kind is PartKind.FLIP)
    screen = Screen(pygame.Surface((640, 360)))
    screen.draw(view, (flip.begins_s + flip.ends_s) / 2)
    name = f"card.{flip.position}"
    drawn = [each.sprite for each in screen.placed if each.sprite.widget == name]
    cards = [each for each in drawn if each.paint.draw.__name__ == "draw_card"]
    assert [each.alpha for each in cards] == [255, 128]
    assert cards[0].paint.args == ("back",)


def flashes_hz(levels: list[float], seconds: float) -> float:
    """How often a light goes from dark to bright in a second."""
    pairs = pairwise(levels)
    return sum(before < 0.5 <= after for before, after in pairs) / seconds


def test_nothing_flashes_more_than_three_times_a_second() -> None:
    assert 1 / theme.BLINK_S <= FLASHES_MAX_HZ
    assert 1 / theme.WON_BLINK_S <= FLASHES_MAX_HZ
    assert 1 / lamps.BLINK_S <= FLASHES_MAX_HZ
    assert lamps.CHASE_STEPS_PER_S / 4 <= FLASHES_MAX_HZ  # one bulb in four
    assert lamps.CHASE_STEPS_PER_S / 2 <= FLASHES_MAX_HZ  # a chase over two keys alone


def test_the_next_key_blinks_once_a_second_and_no_faster() -> None:
    levels = [blink_level(step / 240) for step in range(240 * 10)]
    assert 0 < flashes_hz(levels, 10.0) <= BLINK_MAX_HZ


@pytest.mark.parametrize("game", list(GameId))
def test_in_a_round_of_attract_nothing_flies_either(game: GameId) -> None:
    """Every sprite of a card stands where one lies, from the first card to the last."""
    view, now_s = at_rest("attract")
    slides = slides_of(Here(tuple(GameId)))
    slide = next(each for each in slides if each.kind == "film" and each.game is game)
    places: dict[str, set[float]] = {}
    bands: dict[str, set[tuple[float, float]]] = {}
    for step in range(round(slide.seconds * 20)):
        into_s = step / 20
        shown = Showing(slide, 0, 0, into_s, slide.seconds - into_s)
        scene = film_scene(view, shown, now_s, WORDS)
        assert scene is not None
        for sprite in scene.sprites:
            assert "turning" not in sprite.paint.draw.__name__
            if sprite.paint.draw.__name__ == "draw_card":
                assert sprite.y in (theme.CARD_Y, theme.CARD_Y - theme.HELD_LIFT)
            if sprite.paint.draw.__name__ == "draw_band":  # five to a column, however it is laid
                bands.setdefault(sprite.widget, set()).add((sprite.x, sprite.y))
            if sprite.widget.startswith(("card.", "opposite.", "strip.", "column.")):
                places.setdefault(sprite.widget, set()).add(sprite.x)
    assert places
    assert max(map(len, places.values())) <= LYING_MOST, places
    assert all(len(spots) <= 5 for spots in bands.values()), bands


# --- nothing but what is chosen ---------------------------------------------------------------

RESTING = [
    "attract", "attract_best", "betting", "hold", "double", "strip_choose", "strip_first",
    "strip_facing", "strip_draw", "cinque_stake", "cinque_build", "cinque_table", "options",
]  # fmt: skip
"""States in which everything has arrived."""
BLINKS = ("key.DEAL", "call", "notice", "credit", "bet")
"""What says that something is to be pressed or put in, once a second."""


def scene_at(view: View, now_s: float) -> Scene:
    trace = trace_at_rest(Trace().seen(view, now_s))
    return scene_of(view)(view, now_s, trace, WORDS)


@pytest.mark.parametrize("name", RESTING)
def test_at_rest_only_what_is_to_be_pressed_blinks(name: str) -> None:
    """Nobody breathes, no bulb walks, no card sways, no key is chased."""
    view, now_s = at_rest(name)
    kept = None
    for step in range(40):
        sprites = scene_at(view, now_s + 0.09 * step).sprites
        stays = [each for each in sprites if not each.widget.startswith(BLINKS)]
        assert kept is None or stays == kept
        kept = stays


@pytest.mark.parametrize("name", RESTING)
def test_no_frame_is_asked_for_in_which_nothing_changes(name: str) -> None:
    view, now_s = at_rest(name)
    for _ in range(20):
        scene = scene_at(view, now_s)
        due_s = scene.next_frame_s
        if due_s is None:
            return
        assert scene_at(view, due_s + 0.001).sprites != scene.sprites
        now_s = due_s + 0.001


@pytest.mark.parametrize(
    ("name", "widgets"),
    [("strip_dealing", ("card.", "opposite.")), ("cinque_dealing", ("strip.",))],
)
def test_what_is_dealt_has_one_place(name: str, widgets: tuple[str, ...]) -> None:
    view, _ = at_rest(name)
    movement = view.state.movement
    assert movement is not None
    view = replace(view, state=replace(view.state, movement=stilled(movement)))
    seen: dict[str, set[float]] = {}
    for step in range(40):
        at_s = movement.begins_s + (movement.ends_s - movement.begins_s) * step / 39
        for sprite in scene_at(view, at_s).sprites:
            if sprite.widget.startswith(widgets):
                seen.setdefault(sprite.widget, set()).add(sprite.x)
    assert seen
    assert all(len(places) == 1 for places in seen.values()), seen


def test_a_garment_is_off_without_a_way() -> None:
    view, _ = at_rest("strip_undressing")
    movement = view.state.movement
    assert movement is not None
    screen, flown = Screen(pygame.Surface((640, 360))), Screen(pygame.Surface((640, 360)))
    moving, _ = sample("strip_undressing")
    ways = set()
    for step in range(30):
        at_s = movement.begins_s + (movement.ends_s - movement.begins_s) * step / 29
        screen.draw(view, at_s)
        assert not [each for each in screen.placed if each.sprite.widget.startswith("garment")]
        flown.draw(moving, at_s)
        ways |= {each.sprite for each in flown.placed if each.sprite.widget.startswith("garment")}
    assert ways  # it flies for whoever likes that


def test_a_card_that_is_held_rises_at_once() -> None:
    view, now_s = at_rest("hold_nothing")
    screen = Screen(pygame.Surface((640, 360)))
    screen.draw(view, now_s)
    joker = view.state.saved.joker
    assert joker.round is not None
    held = replace(joker, round=replace(joker.round, held=(2,)))
    later = replace(view.state, saved=replace(view.state.saved, joker=held))
    screen.draw(replace(view, state=later), now_s + 0.02)
    tops = {each.sprite.y for each in screen.placed if each.sprite.widget == "card.2"}
    assert tops == {theme.CARD_Y - theme.HELD_LIFT}


def test_what_the_machine_proposes_to_hold_rises_at_once_when_all_lie() -> None:
    view, _ = at_rest("dealing")
    movement = view.state.movement
    assert movement is not None
    screen = Screen(pygame.Surface((640, 360)))
    tops = set()
    for step in range(80):
        screen.draw(view, movement.begins_s + 0.02 * step)
        tops |= {
            each.sprite.y
            for each in screen.placed
            if each.sprite.paint.draw.__name__ == "draw_card"
        }
    assert tops == {theme.CARD_Y, theme.CARD_Y - theme.HELD_LIFT}
    screen.draw(view, movement.ends_s)
    held = {each.sprite.y for each in screen.placed if each.sprite.widget == "card.1"}
    assert theme.CARD_Y - theme.HELD_LIFT in held
