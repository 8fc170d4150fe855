"""Every state in every language: what is redrawn is whole, and every word fits its place."""

from __future__ import annotations

import functools
import itertools
from dataclasses import replace

import pygame
import pytest
from art_in_memory import ART

from firmware.cabinet import motion
from firmware.cabinet.operator_menu.pages import PLAIN_PICTURES
from firmware.cards.card import Rank
from firmware.games.joker_poker.hands import Hand, Made
from firmware.panel import Button, Light
from firmware.screens import joker_samples, samples, theme
from firmware.screens.hand_words import rank_name, sheet, title
from firmware.screens.keys import PADDING, draw_arrow, legend_fits
from firmware.screens.lettering import draw_line, fit, width_of, wrapped
from firmware.screens.message_panel import ROOM_W, SENTENCE
from firmware.screens.pay_table import FIGURE, NAME_W
from firmware.screens.screen import Screen, scene_of
from firmware.screens.speech import speech
from firmware.screens.stage import Sprite
from firmware.screens.table_cards import TAG, TAG_W
from firmware.screens.theme import KEY_BOXES, MESSAGE
from firmware.screens.view import Trace, View
from firmware.screens.window import ButtonDown, CardTouch, ColumnTouch, target_at
from firmware.words import Language

SQUEEZED = 0.9
EVERYWHERE = list(itertools.product(samples.SAMPLES, Language))


def new_screen(size: tuple[int, int] = (1280, 720)) -> Screen:
    return Screen(pygame.Surface(size, 0, 32), ART)


@functools.cache  # several tests look at each
def sprites_of(name: str, language: Language) -> tuple[Sprite, ...]:
    view, now_s = samples.sample(name, language)
    trace = Trace().seen(view, samples.NOW_S - 0.5)
    return scene_of(view)(view, now_s, trace, speech(language)).sprites


def texts(sprites: tuple[Sprite, ...]) -> list[Sprite]:
    return [sprite for sprite in sprites if sprite.paint.draw is draw_line]


def ink(sprite: Sprite) -> pygame.Rect:
    """Where the letters of a line lie, roughly: from the top of capitals to the baseline."""
    text, style, squeeze = sprite.paint.args
    width = width_of(text, style) * squeeze
    left = sprite.x - {"left": 0.0, "centre": width / 2, "right": width}[style.align]
    return pygame.Rect(left, sprite.y - 0.7 * style.size, width, 0.7 * style.size)


# --- redrawing --------------------------------------------------------------------------------


def walk() -> list[tuple[View, float]]:
    """A long evening: every sample, each for a while, in one rising time."""
    steps: list[tuple[View, float]] = []
    now_s = samples.NOW_S
    for number, name in enumerate(samples.SAMPLES):
        language = list(Language)[number % 3]
        view, _ = samples.sample(name, language)
        steps += [(view, now_s + late_s) for late_s in (0.0, 0.05, 0.13, 0.4, 0.9)]
        now_s += 1.1
    return steps


@pytest.mark.timeout(600)  # 20 s on a PC, minutes on a busy one
def test_a_walk_through_all_states_shows_what_full_redraws_show() -> None:
    small = 640, 360  # what is compared is which regions are redrawn, not how finely
    kept, fresh = new_screen(small), new_screen(small)
    for view, now_s in walk():
        kept.draw(view, now_s)
        fresh.forget()  # which ends a fade: between two pictures there is nothing to redraw
        fresh.draw(view, now_s)
        if "fade" not in kept.drawn:
            assert pygame.image.tobytes(kept.picture(), "RGB") == pygame.image.tobytes(
                fresh.picture(), "RGB"
            )


@pytest.mark.parametrize("name", ["dealing", "counting", "reveal", "double"])
def test_a_movement_shows_what_full_redraws_show(name: str) -> None:
    view, now_s = samples.sample(name)
    movement = view.state.movement or motion.opening_double(now_s)
    state = replace(view.state, movement=movement)
    view = replace(view, state=state)
    kept, fresh = new_screen(), new_screen()
    for step in range(30):
        at_s = movement.begins_s + step * 0.043
        kept.draw(view, at_s)
        fresh.forget()
        fresh.draw(view, at_s)
        assert pygame.image.tobytes(kept.picture(), "RGB") == pygame.image.tobytes(
            fresh.picture(), "RGB"
        )


@pytest.mark.parametrize("name", ["hold", "win", "no_win", "fault_door", "operator_1", "rules_2"])
def test_while_nothing_moves_nothing_is_drawn(name: str) -> None:
    view, _ = samples.sample(name)
    screen = new_screen()
    screen.draw(view, 200.1)
    assert [screen.draw(view, 200.1 + step / 60) for step in range(20)] == [[]] * 20


def test_a_picture_with_nothing_that_blinks_asks_for_no_frame() -> None:
    screen = new_screen()
    screen.draw(samples.sample("fault_door")[0], 200.0)
    assert screen.next_frame_s is None


def test_the_next_frame_is_when_the_blink_turns() -> None:
    screen = new_screen()
    screen.draw(samples.sample("hold")[0], 200.2)
    assert screen.next_frame_s == pytest.approx(200.5)


def test_a_blink_changes_nothing_but_its_key() -> None:
    view, _ = samples.sample("hold")
    screen = new_screen()
    screen.draw(view, 200.2)
    screen.draw(view, 200.7)
    assert screen.drawn == {"key.DEAL"}


def test_a_credit_that_comes_in_redraws_its_meter_only() -> None:
    view, _ = samples.sample("hold")
    screen = new_screen()
    screen.draw(view, 200.2)
    richer = samples.view_of(samples.table_state(joker_samples.dealt(), samples.CREDIT + 10))
    screen.draw(richer, 200.2)
    assert screen.drawn == {"credit"}


@pytest.mark.parametrize(("place", "is_cut"), [("fault_door", True), ("rules_1", False)])
def test_places_cross_fade_but_a_fault_cuts_at_once(place: str, is_cut: bool) -> None:
    screen, at_once = new_screen(), new_screen()
    screen.draw(samples.sample("hold")[0], 200.0)
    view, _ = samples.sample(place)
    screen.draw(view, 200.01)
    at_once.draw(view, 200.01)
    same = pygame.image.tobytes(screen.picture(), "RGB") == pygame.image.tobytes(
        at_once.picture(), "RGB"
    )
    assert same is is_cut


def test_a_result_is_not_shown_before_the_cards_have_come() -> None:
    table = samples.drawn()
    assert table.round is not None
    movement = motion.drawing(200.0, table.round)
    view = samples.view_of(samples.table_state(table, movement=movement, won_at_s=200.4))
    scene = scene_of(view)(view, 200.05, Trace().seen(view, 199.0), speech(Language.EN))
    said = {sprite.paint.args[0] for sprite in texts(scene.sprites)}
    assert "FOUR QUEENS" not in said
    assert "85" not in said


def test_a_hand_is_not_named_before_its_cards_have_turned() -> None:
    movement = motion.dealing(200.0, has_proposal=True)
    view = samples.view_of(samples.table_state(joker_samples.dealt(), movement=movement))
    scene = scene_of(view)(view, movement.ends_s - 0.01, Trace(), speech(Language.EN))
    said = {sprite.paint.args[0] for sprite in texts(scene.sprites)}
    assert "PAIR OF KINGS" not in said
    assert not {sprite.widget for sprite in scene.sprites} & {"tag.1", "paytable.row"}


def test_a_finished_movement_leaves_the_hand_named_and_held() -> None:
    movement = motion.dealing(200.0, has_proposal=True)
    view = samples.view_of(samples.table_state(joker_samples.dealt(), movement=movement))
    scene = scene_of(view)(view, movement.ends_s + 0.2, Trace(), speech(Language.EN))
    said = {sprite.paint.args[0] for sprite in texts(scene.sprites)}
    assert "PAIR OF KINGS" in said
    assert {sprite.widget for sprite in scene.sprites} >= {"tag.1", "tag.3", "paytable.row"}


# --- words ------------------------------------------------------------------------------------


@pytest.mark.words
@pytest.mark.parametrize(("name", "language"), EVERYWHERE)
def test_no_line_is_squeezed_beyond_what_the_look_allows(name: str, language: Language) -> None:
    tight = [
        sprite.paint.args
        for sprite in texts(sprites_of(name, language))
        if sprite.paint.args[2] < SQUEEZED
    ]
    assert tight == []


@pytest.mark.words
@pytest.mark.parametrize(("name", "language"), EVERYWHERE)
def test_every_line_lies_on_the_screen_and_off_every_other(name: str, language: Language) -> None:
    lines = {}
    for sprite in texts(sprites_of(name, language)):
        lines[sprite.paint.args[0], sprite.x, sprite.y] = ink(sprite)
    whole = pygame.Rect(0, 0, theme.WIDTH, theme.HEIGHT)
    assert [what for what, rect in lines.items() if not whole.contains(rect)] == []
    crossed = [
        (a, b)
        for (a, first), (b, second) in itertools.combinations(lines.items(), 2)
        if first.colliderect(second) and a[1:] != b[1:] and a[0] != b[0]
    ]
    assert crossed == []


@pytest.mark.words
@pytest.mark.parametrize(("name", "language"), EVERYWHERE)
def test_the_message_stays_in_its_panel(name: str, language: Language) -> None:
    panel = pygame.Rect(*MESSAGE)
    outside = [
        sprite.paint.args[0]
        for sprite in texts(sprites_of(name, language))
        if sprite.widget.startswith("message") and not panel.contains(ink(sprite))
    ]
    assert outside == []


@pytest.mark.words
@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("hand", [hand for hand in Hand if hand is not Hand.NOTHING])
def test_the_name_of_every_hand_fits_its_title(hand: Hand, language: Language) -> None:
    for rank in Rank:
        text = speech(language).message(title(Made(hand, (1,), rank)))
        assert fit(text, theme.TITLE, ROOM_W, 24).squeeze >= SQUEEZED, text


@pytest.mark.words
@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("rank", Rank)
def test_what_to_beat_in_a_double_fits_two_lines(rank: Rank, language: Language) -> None:
    text = speech(language).text("double.pick", rank=rank_name(rank))
    assert len(wrapped(text, SENTENCE._replace(size=19), ROOM_W)) <= 2


@pytest.mark.parametrize("language", Language)
def test_the_names_of_the_pay_table_fit_before_its_figures(language: Language) -> None:
    view, _ = samples.sample("hold")
    for name, _ in sheet(speech(language), view.setup, 1).rows:
        assert fit(name, FIGURE, NAME_W, 18).squeeze >= SQUEEZED, name


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("key", ["key.hold", "double.bank"])
def test_tags_fit(key: str, language: Language) -> None:
    assert fit(speech(language).text(key), TAG, TAG_W - 12, 15).squeeze >= SQUEEZED


UNDISTURBED = {f"operator_screen_{picture}" for picture in PLAIN_PICTURES}
"""Plain colours, on which a line of words stands for the keys."""


@pytest.mark.words
@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", sorted(UNDISTURBED))
def test_a_plain_colour_says_which_keys_lead_on_and_back(name: str, language: Language) -> None:
    how = speech(language).text("operator.picture.how")
    assert how in [sprite.paint.args[0] for sprite in texts(sprites_of(name, language))]
    lit = [button for button, key in samples.sample(name, language)[0].panel.items() if key.is_lit]
    assert set(lit) <= {Button.HOLD1, Button.HOLD2, Button.HOLD5, Button.BET}


@pytest.mark.words
@pytest.mark.promise("SEC-2")
@pytest.mark.parametrize(("name", "language"), EVERYWHERE)
def test_every_lit_key_has_a_legend_that_fits(name: str, language: Language) -> None:
    view, _ = samples.sample(name, language)
    words = speech(language)
    drawn = {
        sprite.widget
        for sprite in sprites_of(name, language)
        if sprite.paint.draw in (draw_line, draw_arrow)
    }
    for button, key in view.panel.items():
        if key.light is Light.OFF:
            continue
        text = words.legend(key)
        assert text
        assert legend_fits(text, "", KEY_BOXES[button].w - 2 * PADDING), text
        assert f"key.{button}" in drawn or name in UNDISTURBED


@pytest.mark.words
@pytest.mark.parametrize("name", samples.SAMPLES)
def test_a_dark_key_says_nothing(name: str) -> None:
    view, _ = samples.sample(name)
    dark = {f"key.{button}" for button, key in view.panel.items() if not key.is_lit}
    said = {sprite.widget for sprite in texts(sprites_of(name, Language.IT))}
    assert not dark & said


# --- where a finger lands ---------------------------------------------------------------------


@pytest.mark.parametrize("button", Button)
def test_a_finger_on_a_drawn_key_presses_that_key(button: Button) -> None:
    face = next(
        sprite
        for sprite in sprites_of("hold", Language.IT)
        if sprite.widget == f"key.{button}" and sprite.paint.draw is not draw_line
    )
    width, height = face.paint.args[:2]
    assert target_at(face.x + width / 2, face.y + height / 2) == ButtonDown(button)
    assert target_at(face.x + width + 4, face.y + 5) != ButtonDown(button)


@pytest.mark.parametrize("place", range(5))
def test_a_finger_on_a_card_means_that_card(place: int) -> None:
    box = theme.CARD_BOXES[place]
    assert target_at(box.middle_x, box.middle_y) == CardTouch(list(Button)[place])


@pytest.mark.parametrize(("x", "chips"), [(400, 1), (500, 2), (600, 3), (700, 4), (800, 5)])
def test_a_finger_on_a_column_of_the_pay_table_chooses_its_bet(x: int, chips: int) -> None:
    assert target_at(x, 150) == ColumnTouch(chips)


def test_a_finger_on_nothing_does_nothing() -> None:
    assert target_at(1100, 100) is None
