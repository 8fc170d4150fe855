"""One screen, another deck: what the options of a player change on the picture."""

from __future__ import annotations

from dataclasses import replace

import pygame

from firmware.cabinet.options import Options
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
