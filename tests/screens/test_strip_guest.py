"""Who sits opposite keeps in step with a session that was begun about other garments."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware.cabinet import strip_motion
from firmware.games.strip_poker.seat import Phase
from firmware.games.strip_poker.table import Side
from firmware.screens.samples import sample
from firmware.screens.speech import speech
from firmware.screens.stage import Sprite
from firmware.screens.strip_figure import draw_pledge_tag, figure_scene
from firmware.screens.strip_samples import strip_table
from firmware.words import Language

ON_ITS_WAY_S = strip_motion.BREATH_S + 0.4


def losing(garments: int, lost: int, now_s: float = ON_ITS_WAY_S) -> tuple[Sprite, ...]:
    """The figure while the garment of that number flies, of a session about so many."""
    view, _ = sample("strip_undressing", Language.IT)
    table = view.state.saved.strip
    assert table.session is not None
    before = replace(table.session, character=Side(12, garments, lost - 1, 1))
    after = replace(table.session, character=Side(12, garments, lost))
    ended = Phase.END if lost == garments else Phase.BETWEEN
    shown = replace(table, phase=ended, session=after)
    start = replace(table, phase=Phase.SHOWDOWN, session=before)
    movement = strip_motion.of_tables(0.0, start, [shown])
    words = speech(Language.IT)
    return figure_scene(strip_table(), shown, movement, now_s, words)


def flies(sprites: tuple[Sprite, ...]) -> bool:
    return any(sprite.widget == "garment" for sprite in sprites)


@pytest.mark.parametrize(
    ("garments", "lost", "is_seen"),
    [(5, 1, True), (7, 1, False), (7, 2, False), (7, 3, True), (7, 6, True), (3, 1, True)],
)
def test_garments_are_counted_from_the_last(garments: int, lost: int, is_seen: bool) -> None:
    assert flies(losing(garments, lost)) is is_seen


@pytest.mark.parametrize("garments", [3, 5, 7])
def test_the_last_one_leads_behind_the_screen(garments: int) -> None:
    def is_behind(lost: int) -> bool:
        return any(sprite.widget.startswith("farewell") for sprite in losing(garments, lost))

    assert (is_behind(garments - 1), is_behind(garments)) == (False, True)
    assert not flies(losing(garments, garments))


def screen_and_figure(now_s: float) -> tuple[float | None, bool]:
    """Where the folding screen is on its way in, and whether somebody still stands there."""
    sprites = losing(5, 5, strip_motion.BREATH_S + now_s)
    coming = [sprite.x for sprite in sprites if sprite.widget == "farewell.screen"]
    return (coming[0] if coming else None), any("figure" in sprite.widget for sprite in sprites)


def test_the_screen_comes_in_from_the_right_before_anybody_is_behind_it() -> None:
    first, second = screen_and_figure(0.05), screen_and_figure(0.25)
    assert first[1]
    assert second[1]
    assert first[0] is not None
    assert second[0] is not None
    assert first[0] > second[0]
    # A quarter of the 1.6 s of a farewell is its way in.
    assert screen_and_figure(0.41) == (None, False)


def test_every_garment_at_stake_stands_on_the_tag() -> None:
    view, _ = sample("strip_facing", Language.IT)
    table = view.state.saved.strip
    assert table.session is not None
    two = replace(table, session=replace(table.session, character=Side(0, 5, 1, 2)))
    sprites = figure_scene(strip_table(), two, None, 0.0, speech(Language.IT))
    (tag,) = [sprite for sprite in sprites if sprite.widget == "pledge"]
    assert tag.paint.draw is draw_pledge_tag
    assert tag.paint.args == ("PEGNO", ("Stola", "Guanti"))
