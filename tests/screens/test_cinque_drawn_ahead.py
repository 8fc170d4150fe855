"""What the next press at the table of Cinque Mani shows is drawn before it is pressed."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest

from firmware.clock import VirtualClock
from firmware.games.cinque_mani.table import Table
from firmware.screens import cinque_samples as made
from firmware.screens import samples
from firmware.screens.screen import Screen
from firmware.screens.view import View

RULES = made.game()
LAID = made.on_table(made.laid(made.dealt(), made.other_hands()), made.arrangement())
REVEALED = RULES.confirm(LAID).table


NOW_S = 100.0


def view_of(table: Table) -> View:
    state = samples.sample("cinque_table")[0].state
    return samples.view_of(replace(state, saved=replace(state.saved, cinque=table)))


def shown(table: Table) -> Screen:
    """A screen that has come to rest at a table."""
    screen = Screen(pygame.Surface((640, 360), 0, 32), clock=VirtualClock())
    for step in range(400):
        screen.draw(view_of(table), NOW_S - 8 + step / 50)
    screen.draw(view_of(table), NOW_S)
    assert not screen.is_late
    return screen


@pytest.mark.parametrize(
    ("before", "after"), [(LAID, REVEALED), (REVEALED, RULES.reveal(REVEALED).table)]
)
def test_the_next_picture_has_its_pictures(before: Table, after: Table) -> None:
    screen = shown(before)
    known = len(screen._stage.cache)
    while screen.look_ahead():
        pass
    ahead = len(screen._stage.cache)
    assert ahead > known
    view = replace(view_of(after), panel=view_of(before).panel)
    screen.draw(view, NOW_S + 1)
    assert len(screen._stage.cache) == ahead


def test_it_changes_nothing_on_the_display() -> None:
    screen = shown(LAID)
    before = pygame.image.tobytes(screen.picture(), "RGB")
    while screen.look_ahead():
        pass
    assert screen.draw(view_of(LAID), NOW_S) == []
    assert pygame.image.tobytes(screen.picture(), "RGB") == before


def test_elsewhere_nothing_is_drawn_ahead() -> None:
    screen = Screen(pygame.Surface((640, 360), 0, 32), clock=VirtualClock())
    for step in range(400):
        screen.draw(samples.sample("hold")[0], 100 + step / 50)
    assert not screen.look_ahead()
