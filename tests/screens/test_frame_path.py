"""The frame path: a frame with many new pictures holds nothing up, and a fade ends exactly."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest

from firmware.clock import VirtualClock
from firmware.language import Language
from firmware.panel import Button
from firmware.screens import samples
from firmware.screens.fading import CrossFade
from firmware.screens.screen import LATE_MAX_S, PREPARE_S, WORKED_S, Screen
from firmware.screens.sprites import SpriteStore
from firmware.screens.stage import PictureCache
from firmware.screens.theme import FADE_S

SIZE = 320, 180


class Paced(VirtualClock):
    """Each look at it finds that a millisecond has gone."""

    def now_s(self) -> float:
        self.seconds += 0.001
        return self.seconds


def target() -> pygame.Surface:
    return pygame.Surface(SIZE, 0, 32)


def pixels(screen: Screen) -> bytes:
    return pygame.image.tobytes(screen.picture(), "RGB")


def settle(screen: Screen, name: str) -> None:
    """Show a state until it stands."""
    view, now_s = samples.sample(name)
    for later_s in (0.0, FADE_S + 0.01):
        screen.draw(view, now_s + later_s)
        while screen.is_late:
            screen.draw(view, now_s + later_s)


def drawn_at_once(name: str) -> Screen:
    screen = Screen(target())
    view, now_s = samples.sample(name)
    screen.draw(view, now_s)
    return screen


def test_the_first_picture_is_never_late() -> None:
    screen = Screen(target(), clock=Paced())
    screen.draw(*samples.sample("betting"))
    assert not screen.is_late
    assert pixels(screen) == pixels(drawn_at_once("betting"))


def test_many_new_pictures_are_drawn_over_several_turns_behind_the_old_picture() -> None:
    screen = Screen(target(), clock=Paced())
    screen.draw(*samples.sample("betting"))
    before = pixels(screen)
    view, now_s = samples.sample("fault_door")
    turns = 0
    while turns == 0 or screen.is_late:
        assert pixels(screen) == before
        assert screen.draw(view, now_s) == [] or not screen.is_late
        turns += 1
    assert turns > 3
    assert pixels(screen) == pixels(drawn_at_once("fault_door"))


def test_a_turn_draws_no_more_pictures_than_there_is_time_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = []
    get = PictureCache.get

    def counted(cache: PictureCache, paint: object, kit: object) -> object:
        made.append(paint)
        return get(cache, paint, kit)  # type: ignore[arg-type]

    screen = Screen(target(), clock=Paced())
    settle(screen, "betting")
    monkeypatch.setattr(PictureCache, "get", counted)
    screen.draw(*samples.sample("fault_door"))
    assert screen.is_late
    assert 1 <= len(made) <= PREPARE_S / 0.001


def test_who_is_too_late_draws_everything_at_once() -> None:
    clock = Paced()
    screen = Screen(target(), clock=clock)
    screen.draw(*samples.sample("betting"))
    view, now_s = samples.sample("fault_door")
    screen.draw(view, now_s)
    assert screen.is_late
    clock.advance_s(LATE_MAX_S)
    screen.draw(view, now_s)
    assert not screen.is_late


def test_without_a_clock_no_frame_is_late() -> None:
    screen = drawn_at_once("betting")
    screen.draw(*samples.sample("fault_door"))
    assert not screen.is_late


def test_a_fade_ends_on_the_new_picture_exactly() -> None:
    screen = drawn_at_once("betting")
    view, now_s = samples.sample("menu")
    for later_s in (0.0, 0.05, 0.1, 0.15, FADE_S + 0.01):
        screen.draw(view, now_s + later_s)
    fresh = Screen(target())
    fresh.draw(view, now_s + FADE_S + 0.01)
    assert pixels(screen) == pixels(fresh)


def test_half_way_through_a_fade_both_pictures_show_alike() -> None:
    shown = target()
    shown.fill((0, 0, 0))
    fade = CrossFade(shown, target())
    fade.canvas.fill((200, 100, 40))
    for share in (0.0, 0.25, 0.5):
        assert not fade.step(10 + share * FADE_S)
    assert all(
        abs(seen - meant) <= 2
        for seen, meant in zip(shown.get_at((5, 5)), (100, 50, 20))  # noqa: B905 - alpha is of no interest
    )


PLACES = ("betting", "menu", "fault_door", "rules_1", "strip_choose_rocco", "cinque_stake")


@pytest.mark.parametrize("turns", [1, 2, 5, 9, 14, 25])
@pytest.mark.parametrize("last", PLACES)
def test_whoever_hurries_through_places_ends_on_the_whole_picture_of_the_last(
    last: str, turns: int
) -> None:
    hurried, plain = Screen(target(), clock=Paced()), Screen(target())
    for screen in (hurried, plain):
        for name in ("betting", "rules_1", "menu", "fault_door"):
            view, now_s = samples.sample(name)
            for turn in range(turns):
                screen.draw(view, now_s + turn * FADE_S / 20)
        settle(screen, last)
    assert pixels(hurried) == pixels(plain)


def test_a_new_place_is_drawn_in_strips_that_no_one_sees() -> None:
    size = 1280, 720  # several strips high
    screen = Screen(pygame.Surface(size, 0, 32), clock=Paced())
    settle(screen, "betting")
    before = pixels(screen)
    view, now_s = samples.sample("fault_door")
    behind = 0
    screen.draw(view, now_s)
    while screen.is_late:
        assert pixels(screen) == before
        behind += screen._stage.is_behind
        screen.draw(view, now_s)
    assert behind > 3
    assert pixels(screen) != before


def test_what_is_presented_is_whole_however_many_turns_it_took() -> None:
    size = 1280, 720
    drawn = pygame.Surface(size, 0, 32)
    shown = drawn.copy()
    screen = Screen(drawn, clock=Paced())
    late = 0
    for name in ("betting", "hold", "win", "double", "menu", "strip_draw", "strip_show_won"):
        view, now_s = samples.sample(name)
        for later_s in (0.0, FADE_S / 2, FADE_S + 0.01):
            while True:
                before = pygame.image.tobytes(shown, "RGB")
                for region in screen.draw(view, now_s + later_s):
                    shown.blit(drawn, region, region)
                if not screen.is_late:
                    break
                late += 1
                assert pygame.image.tobytes(shown, "RGB") == before
        assert pygame.image.tobytes(shown, "RGB") == pixels(screen), name
    assert late > 20


def test_a_turn_that_has_worked_long_leaves_the_frame_to_the_next_and_no_further() -> None:
    clock = VirtualClock()
    screen = Screen(target(), clock=clock)
    for name in ("hold", "hold_nothing"):
        settle(screen, name)
    before = pixels(screen)
    view, now_s = samples.sample("hold")
    for is_late in (True, False):  # a slow machine works as long in every turn
        screen.begin()
        clock.advance_s(2 * WORKED_S)
        screen.draw(view, now_s)
        assert screen.is_late is is_late
        assert (pixels(screen) == before) is is_late


def test_a_turn_that_has_done_little_draws() -> None:
    screen = Screen(target(), clock=VirtualClock())
    settle(screen, "betting")
    screen.begin()
    screen.draw(*samples.sample("betting"))
    assert not screen.is_late


def test_nothing_moves_beneath_a_fade_unless_something_happens() -> None:
    screen = drawn_at_once("betting")
    view, now_s = samples.sample("menu")  # where bulbs run
    screen.draw(view, now_s)
    screen.draw(view, now_s + FADE_S / 2)
    assert screen.drawn == {"fade"}
    screen.press(Button.HOLD1, now_s + FADE_S / 2)
    screen.draw(view, now_s + FADE_S * 0.6)
    assert "key.HOLD1" in screen.drawn
    saved = replace(view.state.saved, language=Language.EN)
    screen.draw(replace(view, state=replace(view.state, saved=saved)), now_s + FADE_S * 0.8)
    assert "call" in screen.drawn


@pytest.mark.parametrize("share", [0.999, 0.9999, 1.0, 1.3])
def test_a_fade_as_good_as_over_is_over(share: float) -> None:
    fade = CrossFade(target(), target())
    assert not fade.step(10)
    assert fade.step(10 + share * FADE_S)


def test_a_cut_is_over_at_once() -> None:
    assert CrossFade(target(), target(), 0.0).step(10)


def test_a_covered_window_shows_the_new_place_whole() -> None:
    screen = drawn_at_once("betting")
    view, now_s = samples.sample("menu")
    screen.draw(view, now_s)
    screen.forget()
    screen.draw(view, now_s + 0.05)
    fresh = Screen(target())
    fresh.draw(view, now_s + 0.05)
    assert pixels(screen) == pixels(fresh)


# --- no disk ----------------------------------------------------------------------------------

OPENED: list[str] = []
_is_listening = [False]


def _heard(event: str, arguments: tuple[object, ...]) -> None:
    if event == "open" and _is_listening[0]:
        OPENED.append(str(arguments[0]))


sys.addaudithook(_heard)  # one cannot be taken away again


@pytest.fixture
def opened() -> Iterator[list[str]]:
    OPENED.clear()
    yield OPENED
    _is_listening[0] = False


HANDS = {
    "joker": ("betting", "dealing", "hold", "drawing", "counting", "double", "reveal"),
    "strip": ("strip_seated", "strip_dealing", "strip_facing", "strip_draw", "strip_show"),
    "cinque": ("cinque_stake", "cinque_build", "cinque_table", "cinque_turning", "cinque_won"),
}


def play(screen: Screen, names: tuple[str, ...], begin_s: float) -> None:
    for number, name in enumerate(names):
        view, _ = samples.sample(name)
        for frame in range(20):
            screen.draw(view, begin_s + number + frame / 20)


@pytest.mark.parametrize("game", HANDS)
def test_a_hand_whose_pictures_are_there_opens_no_file(
    game: str, tmp_path: Path, opened: list[str]
) -> None:
    screen = Screen(target(), SpriteStore(tmp_path))
    play(screen, HANDS[game], samples.NOW_S - 1)
    _is_listening[0] = True
    play(screen, HANDS[game], samples.NOW_S - 1)
    assert opened == []


def test_that_would_be_heard(tmp_path: Path, opened: list[str]) -> None:
    _is_listening[0] = True
    play(Screen(target(), SpriteStore(tmp_path)), ("betting",), samples.NOW_S)
    assert any("cards" in name for name in opened)
