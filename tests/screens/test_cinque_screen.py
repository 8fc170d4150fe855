"""The table of Cinque Mani: what is shown, what is hidden, what moves, what is said."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

import pygame
import pytest

from firmware.cabinet import cinque_motion
from firmware.cabinet.state import CabinetState
from firmware.cards.card import parse_cards
from firmware.games.cinque_mani.hands import Ranking
from firmware.games.cinque_mani.table import Arrangement, Table, Terms
from firmware.screens import cinque_samples as made
from firmware.screens import samples
from firmware.screens.card_strip import STRIP_W
from firmware.screens.cinque_art import (
    COLUMN_Y,
    SUITS_Y,
    draw_hand,
    draw_row,
    draw_star,
    draw_suit_tile,
    draw_tag,
    draw_tile,
)
from firmware.screens.cinque_bands import draw_band, draw_slot
from firmware.screens.cinque_columns import MOVE_S, head_lines
from firmware.screens.cinque_duel import _mark, draw_veiled, row_boxes, shown_now
from firmware.screens.cinque_words import signed, totals
from firmware.screens.fault import HAND
from firmware.screens.lettering import draw_line
from firmware.screens.scene import Scene
from firmware.screens.screen import Screen, scene_of
from firmware.screens.speech import speech
from firmware.screens.stage import Sprite
from firmware.screens.theme import COLUMNS_X, Style
from firmware.screens.view import Trace, View
from firmware.words import Language

NAMES = [name for name in samples.SAMPLES if name.startswith("cinque")]
NOW_S = made.NOW_S
MINE = made.arrangement()
RULES = made.game()


def scene(view: View, now_s: float = NOW_S + 0.3, trace: Trace | None = None) -> Scene:
    seen = Trace().seen(view, now_s - 5.0) if trace is None else trace
    return scene_of(view)(view, now_s, seen, speech(Language.EN))


def state_of(table: Table, **more: object) -> View:
    state = samples.sample("cinque_table")[0].state
    state = replace(state, saved=replace(state.saved, cinque=table), **more)  # type: ignore[arg-type]  # names of fields
    return samples.view_of(state)


def sample(name: str) -> Scene:
    view, now_s = samples.sample(name, Language.EN)
    return scene(view, now_s)


def said(sprites: Iterable[Sprite], widget: str = "") -> list[str]:
    return [
        sprite.paint.args[0]
        for sprite in sprites
        if sprite.paint.draw is draw_line and sprite.widget.startswith(widget)
    ]


def hands_in(sprites: Iterable[Sprite]) -> list[tuple[str, ...]]:
    """The hands that lie open, wherever and however they are drawn."""
    found = []
    for sprite in sprites:
        draw, args = sprite.paint
        if draw is draw_veiled:
            draw, args = args
        if draw in (draw_hand, draw_row):
            found.append(args[0])
    return [*found, *cards_in(sprites).values()]


def cards_in(sprites: Iterable[Sprite]) -> dict[str, tuple[str, ...]]:
    """The cards of each column from the hindmost, "" where one is out."""
    found: dict[str, tuple[str, ...]] = {}
    for sprite in sprites:
        draw, args = sprite.paint
        if draw in (draw_band, draw_slot):
            name = args[0] if draw is draw_band else ""
            found[sprite.widget] = (*found.get(sprite.widget, ()), name)
    return found


def columns_in(sprites: Iterable[Sprite]) -> dict[str, Sprite]:
    """The hindmost card of each column, which stands where the column does."""
    bands = [each for each in sprites if each.paint.draw in (draw_band, draw_slot)]
    return {each.widget: each for each in reversed(bands)}


def table(hands: Arrangement = MINE) -> Table:
    return made.on_table(made.laid(made.dealt(), made.other_hands()), hands)


# --- what is hidden ---------------------------------------------------------------------------


@pytest.mark.parametrize("shown", range(6))
def test_of_the_others_lies_open_what_is_turned_up_and_no_more(shown: int) -> None:
    others = made.weak_hands()
    after = made.turned(made.confirmed(2, others), shown)
    seen = hands_in(scene(state_of(after)).sprites)
    assert [hand for hand in others if tuple(map(str, hand)) in seen] == list(others[:shown])


def test_before_the_reveal_nothing_of_the_others_is_drawn() -> None:
    dealt = made.laid(made.dealt(), made.weak_hands())
    for at in (dealt, made.on_table(dealt, MINE), made.confirmed(2, made.weak_hands())):
        seen = hands_in(scene(state_of(at)).sprites)
        assert not {tuple(map(str, hand)) for hand in made.weak_hands()} & set(seen)


def test_a_position_is_not_counted_before_its_hand_has_turned() -> None:
    before = made.turned(made.confirmed(2, made.weak_hands()), 1)
    after = made.turned(before, 1)
    move = cinque_motion.revealing(NOW_S, before, after)
    view = state_of(after, movement=move)
    turning, turned = scene(view, move.ends_s - 0.01), scene(view, move.ends_s + 0.01)
    assert said(turning.sprites, "score.0") == ["3"]
    assert said(turned.sprites, "score.0") == ["7"]


def test_of_all_at_once_each_is_counted_when_it_has_turned() -> None:
    before = made.confirmed(2, made.weak_hands())
    after = RULES.reveal_all(before).table
    move = cinque_motion.revealing(NOW_S, before, after)
    assert after.dealt is not None
    flips = [part for part in move.parts if part.position > 10]
    counts = [shown_now(after.dealt, move, flip.ends_s + 0.001) for flip in flips]
    assert counts == [1, 2, 3, 4, 5]


def test_the_result_is_not_told_before_the_last_hand_has_turned() -> None:
    before = made.turned(made.confirmed(2, made.weak_hands()), 4)
    after = made.turned(before, 1)
    move = cinque_motion.revealing(NOW_S, before, after)
    view = state_of(after, movement=move)
    early = said(scene(view, NOW_S + 0.05).sprites)
    assert "25 TO 0" not in early
    assert "25 TO 0" in said(scene(view, move.ends_s).sprites)
    assert "4" not in said(scene(view, NOW_S + 0.05).sprites, "win")


def test_while_the_cards_come_nothing_is_offered() -> None:
    dealt = made.dealt()
    move = cinque_motion.dealing(NOW_S)
    view = state_of(dealt, movement=move)
    assert columns_in(scene(view, move.ends_s - 0.01).sprites) == {}
    assert len(columns_in(scene(view, move.ends_s).sprites)) == 5


def test_a_card_out_of_play_is_there_once_it_has_come() -> None:
    move = cinque_motion.dealing(NOW_S)
    view = state_of(made.dealt(), movement=move)
    third = next(part for part in move.parts if part.position == 3)
    come = [
        sprite.paint.args[0]
        for sprite in scene(view, third.begins_s - 0.001).sprites
        if sprite.paint.draw is draw_tile
    ]
    assert come == ["AD", "JC"]


# --- building and arranging -------------------------------------------------------------------


def test_the_star_marks_the_suggestion_alone() -> None:
    stars = [each for each in sample("cinque_build").sprites if each.paint.draw is draw_star]
    assert [each.widget for each in stars] == ["head.1"]


def test_where_the_star_is_not_on_the_page_the_message_says_so() -> None:
    view, now_s = samples.sample("cinque_build_others", Language.EN)
    sprites = scene(view, now_s).sprites
    assert draw_star not in {each.paint.draw for each in sprites}
    assert "The suggestion is on another page." in said(sprites, "message")


def test_the_laid_hands_stand_small_in_their_places_while_the_others_are_built() -> None:
    after = RULES.pick(made.dealt(), 1).table
    small = [each for each in scene(state_of(after)).sprites if each.paint.draw is draw_hand]
    assert [(each.widget, each.paint.args[0]) for each in small] == [
        ("rack.5", ("AH", "KH", "QH", "JH", "TH"))
    ]


def test_a_lifted_hand_stands_higher_and_the_others_are_offered() -> None:
    sprites = sample("cinque_lifted").sprites
    columns = columns_in(sprites)
    assert columns["column.3"].y < COLUMN_Y == columns["column.1"].y
    tags = [each.widget for each in sprites if each.paint.draw is draw_tag]
    assert tags == ["column.1", "column.2", "column.4", "column.5"]


def test_the_card_in_hand_leaves_its_place_and_lies_beside_the_question() -> None:
    sprites = sample("cinque_card_in_hand").sprites
    assert [name == "" for name in cards_in(sprites)["column.3"]] == [
        False,
        False,
        False,
        True,
        False,
    ]
    beside = [each for each in sprites if each.paint.draw is draw_tile and each.widget == "message"]
    assert [each.paint.args for each in beside] == [("9H",)]


def test_each_preview_says_what_both_hands_are_and_would_be() -> None:
    at = RULES.toward(RULES.take(RULES.open(RULES.lift(table(), 3).table).table, 4).table, 1).table
    sprites = scene(state_of(at)).sprites
    # the nine of hearts goes to 7S 7D AC KC TS, which gives its first card back
    assert said(sprites, "preview.1") == ["FULL HOUSE", "TRIPS", "PAIR", "NOTHING"]
    assert said(sprites, "preview.4") == ["FULL HOUSE", "TRIPS", "PAIR", "PAIR"]


@pytest.mark.parametrize("name", [n for n in NAMES if "stake" in n or "table" in n])
def test_the_columns_are_headed_by_their_points(name: str) -> None:
    points = [each.paint.args[0] for each in sample(name).sprites if _is_head(each)]
    assert points == [3, 4, 5, 6, 7]


def _is_head(sprite: Sprite) -> bool:
    return sprite.widget.startswith("head") and isinstance(sprite.paint.args[0], int)


@pytest.mark.parametrize(("clock_s", "gone_s", "shown"), [(90, 83.0, "0:07"), (90, 0.5, "1:30")])
def test_the_clock_shows_the_whole_seconds_that_are_left(
    clock_s: int, gone_s: float, shown: str
) -> None:
    at = made.on_table(made.dealt(terms=Terms(clock_s=clock_s)), MINE)
    view = state_of(at, arranging_since_s=NOW_S - gone_s)
    assert said(scene(view, NOW_S).sprites, "clock") == [shown]


def test_the_clock_is_drawn_again_when_the_second_is_over() -> None:
    at = made.on_table(made.dealt(terms=Terms(clock_s=90)), MINE)
    view = state_of(at, arranging_since_s=NOW_S - 82.75)
    assert scene(view, NOW_S).next_frame_s == pytest.approx(NOW_S + 0.25)


def test_without_a_clock_none_is_shown() -> None:
    assert said(sample("cinque_table").sprites, "clock") == []


# --- what moves -------------------------------------------------------------------------------


def swapped() -> tuple[View, Trace]:
    lifted = RULES.lift(table(), 2).table
    view = state_of(RULES.swap(lifted, 5).table)
    before = Trace().seen(state_of(lifted), NOW_S - 5.0)
    return view, before.seen(view, NOW_S)


@pytest.mark.parametrize(("late_s", "is_there"), [(0.0, False), (0.05, False), (MOVE_S, True)])
def test_hands_that_change_places_fly(late_s: float, is_there: bool) -> None:
    view, trace = swapped()
    columns = columns_in(scene(view, NOW_S + late_s, trace).sprites)
    assert (columns["column.5"].x == COLUMNS_X[4]) is is_there
    assert (columns["column.2"].x == COLUMNS_X[1]) is is_there
    assert columns["column.3"].x == COLUMNS_X[2]


def test_a_flight_begins_where_the_hand_stood() -> None:
    view, trace = swapped()
    columns = columns_in(scene(view, NOW_S, trace).sprites)
    assert (columns["column.5"].x, columns["column.2"].x) == (COLUMNS_X[1], COLUMNS_X[4])


def test_the_picture_settles_when_the_flight_is_over() -> None:
    view, trace = swapped()
    flying, settled = (scene(view, NOW_S + late_s, trace) for late_s in (0.05, MOVE_S))
    assert (flying.is_settling, settled.is_settling) == (True, False)
    assert flying.next_frame_s == pytest.approx(NOW_S + 0.05 + 1 / 60)


def test_a_first_look_moves_nothing() -> None:
    view = state_of(table())
    assert not scene(view, NOW_S, Trace().seen(view, NOW_S)).is_settling


def test_hands_that_the_others_lay_move_nothing() -> None:
    waiting = made.on_table(made.dealt(), MINE)
    view = state_of(made.laid(waiting, made.other_hands()))
    trace = Trace().seen(state_of(waiting), NOW_S - 5.0).seen(view, NOW_S)
    columns = columns_in(scene(view, NOW_S, trace).sprites)
    assert sorted(each.x for each in columns.values()) == [*COLUMNS_X]


@pytest.mark.parametrize("name", ["cinque_table", "cinque_opened", "cinque_won", "cinque_review"])
def test_while_nothing_moves_nothing_is_drawn_again(name: str) -> None:
    view, _ = samples.sample(name)
    screen = Screen(pygame.Surface((640, 360), 0, 32))
    screen.draw(view, 200.1)
    assert [screen.draw(view, 200.1 + step / 50) for step in range(10)] == [[]] * 10


# --- reveal and result ------------------------------------------------------------------------


def test_two_equal_best_hands_are_level_and_the_others_lost() -> None:
    hands = (MINE, made.trapped(MINE), (MINE[1], *MINE[1:]))
    assert [_mark(seat, 1, None, hands, Ranking()) for seat in range(3)] == [
        "lost", "level", "level",
    ]  # fmt: skip


def test_in_a_circle_all_are_level() -> None:
    circle = [parse_cards(hand) for hand in ("TH 9H 8H 7H AH", "AS KS QS JS TS", "KD QD JD TD 9D")]
    hands = tuple((hand, *MINE[1:]) for hand in circle)
    ranking = Ranking(minima_batte_massima=True)
    assert {_mark(seat, 1, None, hands, ranking) for seat in range(3)} == {"level"}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_has_a_row_above_the_rail_and_the_player_the_lowest(players: int) -> None:
    boxes = row_boxes(players)
    assert len(boxes) == players
    assert all(above.bottom < below.y for above, below in itertools.pairwise(boxes))
    assert boxes[-1].bottom <= 548


def test_behind_an_open_door_each_hand_keeps_its_place_in_the_panel() -> None:
    sprites = sample("fault_cinque_door").sprites
    places = [
        each for each in sprites if each.widget == "hand" and each.paint.draw is not draw_line
    ]
    assert len(places) == 5
    assert hands_in(places) == [("AH", "KH", "QH", "JH", "TH")]
    assert places[-1].paint.draw is draw_row
    assert places[-1].x + STRIP_W <= HAND.right
    assert "Cinque Mani, bet 2" in said(sprites)


def test_the_review_shows_the_best_answer_and_what_it_would_have_made() -> None:
    view, now_s = samples.sample("cinque_review", Language.EN)
    best, deal = view.state.best, view.state.saved.cinque.dealt
    assert best is not None
    assert deal is not None
    sprites = scene(view, now_s).sprites
    assert {tuple(map(str, hand)) for hand in best} <= set(hands_in(sprites))
    # the answer takes all but the 6 points where the royal straight flush of hearts lies
    assert said(sprites, "score.0") + said(sprites, "score.1") == ["19", "6"]


def test_the_review_says_what_the_own_hands_were_worth_against_the_whole_mix() -> None:
    text = " ".join(said(sample("cinque_review").sprites, "message"))
    assert "\u221211.2 points" in text
    assert "\u22121.00 stakes" in text


def test_at_a_table_of_four_the_worth_is_said_to_be_that_between_two() -> None:
    text = " ".join(said(sample("cinque_review_four").sprites, "message"))
    assert text.startswith("Between two, against all that one opponent")


@pytest.mark.parametrize(
    ("value", "digits", "language", "text"),
    [
        (Fraction(14, 10), 1, Language.IT, "+1,4"),
        (Fraction(-1, 4), 2, Language.RU, "\u22120,25"),
        (Fraction(0), 1, Language.EN, "+0.0"),
        (Fraction(-1, 1000), 2, Language.EN, "+0.00"),
    ],
)
def test_values_carry_their_sign(
    value: Fraction, digits: int, language: Language, text: str
) -> None:
    assert signed(value, digits, language) == text


def test_the_totals_of_a_match_grow_with_what_is_turned_up() -> None:
    view, _ = samples.sample("cinque_match")
    played = view.state.saved.cinque.round
    assert played is not None
    assert played.deal is not None
    # 7 : 18 and 0 : 12 in the two deals; the second one's first hand is lost
    assert totals(played, played.deal, 5, is_counted=True) == (7, 30)
    assert totals(played, played.deal, 0, is_counted=True) == (7, 18)
    assert totals(played, played.deal, 1, is_counted=True) == (7, 21)


def test_a_lost_stake_takes_the_light_and_a_won_one_does_not() -> None:
    assert [each.widget for each in sample("cinque_lost").sprites if each.widget == "duel.dim"]
    assert "duel.dim" not in {each.widget for each in sample("cinque_won").sprites}


def test_a_win_counts_up_in_its_meter_and_in_the_message_alike() -> None:
    before = made.turned(made.confirmed(2, made.weak_hands()), 4)
    after = made.turned(before, 1)
    move = cinque_motion.revealing(NOW_S, before, after)
    count = move.parts[-1]
    sprites = scene(state_of(after, movement=move), (count.begins_s + count.ends_s) / 2).sprites
    assert "2" in said(sprites, "win")  # half of four
    figures = {each.paint.args[0] for each in sprites if each.widget == "message.amount"}
    assert figures == {"2"}


# --- money ---


def test_a_player_without_credit_is_called_for_coins_in_step_with_the_keys() -> None:
    view, now_s = samples.sample("cinque_lost_no_credit", Language.EN)
    found = scene(view, now_s)
    assert "INSERT COINS" in said(found.sprites, "message")
    assert found.next_frame_s == pytest.approx(NOW_S + 0.5)


def test_with_credit_nobody_is_called_for_coins() -> None:
    assert "INSERT COINS" not in said(sample("cinque_lost").sprites)


def test_coins_that_do_not_come_in_are_told_before_the_stake() -> None:
    told = " ".join(said(sample("cinque_no_coins").sprites, "message"))
    assert "The coin slot is out of order" in told


# --- always -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_the_order_of_the_suits_always_lies_on_the_table(name: str) -> None:
    suits = [each.paint.args for each in sample(name).sprites if each.paint.draw is draw_suit_tile]
    assert suits == [("H",), ("D",), ("C",), ("S",)]


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", NAMES)
def test_the_message_stays_above_the_suits(name: str, language: Language) -> None:
    view, now_s = samples.sample(name, language)
    trace = Trace().seen(view, now_s - 5.0)
    sprites = scene_of(view)(view, now_s, trace, speech(language)).sprites
    lines = [each for each in sprites if each.widget.startswith("message")]
    assert max(each.y for each in lines) <= SUITS_Y - 8


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("FULL", ("FULL",)),
        ("SCALA REALE", ("SCALA", "REALE")),
        ("СТРИТ-ФЛЕШ", ("СТРИТ-", "ФЛЕШ")),
    ],
)
def test_a_long_name_is_broken_in_its_head(text: str, lines: tuple[str, ...]) -> None:
    assert head_lines(text, Style("play_bold", 20, (255, 255, 255)), 90) == lines


def test_a_credit_that_comes_in_redraws_its_meter_alone() -> None:
    view = state_of(table())
    screen = Screen(pygame.Surface((640, 360), 0, 32))
    screen.draw(view, 200.2)
    screen.draw(view, 200.4)
    state: CabinetState = view.state
    richer = replace(state, balances={key: value + 10 for key, value in state.balances.items()})
    screen.draw(samples.view_of(richer), 200.41)
    assert screen.drawn == {"credit"}
