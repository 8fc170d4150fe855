"""One screen, another deck: what the options of a player change on the picture."""

from __future__ import annotations

import gc
import weakref
from dataclasses import replace
from typing import Any

import pygame
import pytest

from firmware.cabinet.options import Options, moved
from firmware.screens import screen as screen_module
from firmware.screens.kit import Kits
from firmware.screens.samples import sample
from firmware.screens.screen import Screen
from firmware.screens.view import View

SIZE = (640, 360)


def screen() -> Screen:
    return Screen(pygame.Surface(SIZE))


def chosen(view: View, options: Options | None) -> View:
    saved = replace(view.state.saved, options=options)
    return replace(view, state=replace(view.state, saved=saved))


def shown(shown_on: Screen, view: View, now_s: float) -> bytes:
    shown_on.draw(view, now_s)
    return pygame.image.tobytes(shown_on.picture(), "RGB")


def test_another_deck_is_on_the_table_at_once_and_the_old_one_comes_back() -> None:
    view, now_s = sample("hold")
    one = screen()
    before = shown(one, view, now_s)
    four = shown(one, chosen(view, Options(four_colour=True)), now_s)
    assert four != before
    assert shown(one, chosen(view, None), now_s) == before


def test_a_screen_that_changed_its_deck_is_like_one_that_began_with_it() -> None:
    view, now_s = sample("hold")
    dressed = chosen(view, Options(four_colour=True, safe_colours=True))
    changed, fresh = screen(), screen()
    shown(changed, view, now_s)
    assert shown(changed, dressed, now_s) == shown(fresh, dressed, now_s)


def test_the_dealers_card_has_another_colour_with_safe_colours() -> None:
    view, now_s = sample("double")
    one = screen()
    before = shown(one, view, now_s)
    assert shown(one, chosen(view, Options(safe_colours=True)), now_s) != before


def test_what_is_shown_is_hers_or_else_the_operators() -> None:
    view, _ = sample("hold")
    setup = replace(view.setup, options=Options(four_colour=True))
    view = replace(view, setup=setup)
    assert chosen(view, None).options == Options(four_colour=True)
    assert chosen(view, Options(large_text=True)).options == Options(large_text=True)


def widths(shown_on: Screen) -> dict[str, int]:
    """How wide each line is drawn, pixels."""
    lines = [each for each in shown_on.placed if each.sprite.paint.draw.__name__ == "draw_line"]
    return {each.sprite.paint.args[0]: each.surface.get_width() for each in lines}


def test_large_text_makes_lines_larger_and_none_smaller() -> None:
    view, now_s = sample("hold")
    one = screen()
    shown(one, view, now_s)
    before = widths(one)
    shown(one, chosen(view, Options(large_text=True)), now_s)
    after = widths(one)
    assert after.keys() == before.keys()
    assert all(after[text] >= width for text, width in before.items())
    assert sum(after[text] > width for text, width in before.items()) > len(before) / 2


def test_words_within_a_picture_grow_too() -> None:
    """TIENI at the foot of a card."""
    view, now_s = sample("hold")
    one = screen()

    def tags() -> list[bytes]:
        placed = [each for each in one.placed if each.sprite.widget.startswith("tag.")]
        return [pygame.image.tobytes(each.surface, "RGBA") for each in placed]

    shown(one, view, now_s)
    before = tags()
    shown(one, chosen(view, Options(large_text=True)), now_s)
    assert before
    assert all(was != now for was, now in zip(before, tags(), strict=True))


# --- what is let go ---------------------------------------------------------------------------


@pytest.fixture
def kits(monkeypatch: pytest.MonkeyPatch) -> list[weakref.ref[Kits]]:
    """Every set of kits that a screen has made, without keeping it."""
    made: list[weakref.ref[Kits]] = []

    class Seen(Kits):
        def __init__(self, *args: Any, **options: Any) -> None:
            super().__init__(*args, **options)
            made.append(weakref.ref(self))

    monkeypatch.setattr(screen_module, "Kits", Seen)
    return made


def alive(refs: list[weakref.ref[Any]]) -> int:
    gc.collect()
    return sum(each() is not None for each in refs)


def cards(one: Screen) -> list[weakref.ref[Any]]:
    """The pictures of the cards on the display."""
    found = [each.surface for each in one.placed if each.sprite.widget.startswith("card")]
    assert len(found) >= 5
    return [weakref.ref(surface) for surface in found]


@pytest.mark.parametrize(
    "options",
    [Options(four_colour=True), Options(safe_colours=True), Options(large_text=True)],
    ids=["four_colour", "safe_colours", "large_text"],
)
def test_of_the_old_deck_nothing_is_kept(options: Options, kits: list[weakref.ref[Kits]]) -> None:
    view, now_s = sample("hold")
    one = screen()
    shown(one, view, now_s)
    before = cards(one)
    assert alive(before) == len(before)
    shown(one, chosen(view, options), now_s)
    assert alive(kits) == 1
    assert alive(before) == 0


def test_a_player_who_goes_to_and_fro_keeps_one_deck(kits: list[weakref.ref[Kits]]) -> None:
    view, now_s = sample("hold")
    one = screen()
    for turn in range(6):
        shown(one, chosen(view, Options(four_colour=turn % 2 == 1)), now_s)
    assert len(kits) == 6
    assert alive(kits) == 1


@pytest.mark.parametrize("name", ["speed", "reduced_motion", "drag_double"])
def test_what_is_not_in_the_pictures_makes_none_anew(
    name: str, kits: list[weakref.ref[Kits]]
) -> None:
    view, now_s = sample("hold")
    one = screen()
    shown(one, view, now_s)
    options = moved(Options(), name, 1)
    shown(one, chosen(view, options), now_s)
    assert len(kits) == 1
