"""The operator's page of returns: its rows, its sum, its charts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware.cabinet.operator_menu.desk import moved
from firmware.cabinet.operator_menu.pages import ReturnsPage, ReturnsRow, ReturnsView
from firmware.operator.books import Counts
from firmware.operator.chance import BANDS
from firmware.operator.chart_scale import bar_part, ticks
from firmware.operator.course import CurvePoint
from firmware.operator.returns_books import Returns, Span
from firmware.operator.rounds_told import RoundsTold
from firmware.screens import operator_chart, operator_returns, operator_shares, samples
from firmware.screens.card_art import CardArt
from firmware.screens.kit import Kit
from firmware.screens.lettering import draw_line
from firmware.screens.operator_chart import Plot, plot_of
from firmware.screens.operator_figures import decimal, percent, signed, small_percent
from firmware.screens.screen import scene_of
from firmware.screens.speech import speech
from firmware.screens.stage import Sprite
from firmware.screens.theme import Box
from firmware.screens.view import Figures, Trace, View
from firmware.words import Language

ENGLISH, ITALIAN = speech(Language.EN), speech(Language.IT)
DASH = "\N{EN DASH}"
SPACE = "\N{NO-BREAK SPACE}"


def sprites_of(view: View) -> tuple[Sprite, ...]:
    return scene_of(view)(view, samples.NOW_S, Trace(), ENGLISH).sprites


def lines_in(box: Box, view: View) -> list[Sprite]:
    return [
        each
        for each in sprites_of(view)
        if each.paint.draw is draw_line
        and box.x <= each.x <= box.right
        and box.y <= each.y <= box.bottom
    ]


def said_in(box: Box, name: str) -> list[str]:
    return [each.paint.args[0] for each in lines_in(box, english(name))]


def english(name: str) -> View:
    return samples.sample(name, Language.EN)[0]


def row(name: str, words: str) -> list[str]:
    """What stands in the row of the table that begins so."""
    lines = lines_in(operator_returns.TABLE, english(name))
    baseline = next(each.y for each in lines if each.paint.args[0] == words)
    return [each.paint.args[0] for each in lines if each.y == baseline]


# --- table ------------------------------------------------------------------------------------


def test_a_row_tells_games_credits_and_return_beside_the_exact_one() -> None:
    # 410,145 of 421,050; 98.60 % is the shipped table's, docs/games.md.
    assert row("returns_joker_poker", "Joker Poker, 5 chips")[1:6] == [
        "84,210", "421,050", "410,145", f"97.41{SPACE}%", f"98.60{SPACE}%",
    ]  # fmt: skip


def test_small_bets_are_those_of_less_than_five_chips() -> None:
    assert row("returns_joker_poker", "Joker Poker, 1 to 4 chips")[1:3] == ["21,466", "64,398"]


def test_all_of_joker_poker_is_the_sum_of_its_stakes() -> None:
    assert row("returns_joker_poker", "Joker Poker")[1] == "105,676"


def test_strip_poker_has_no_return() -> None:
    assert row("returns_joker_poker", "Strip Poker")[3:] == [DASH] * 5


def test_doubles_stand_apart() -> None:
    assert row("returns_joker_poker", "Doubles")[1:4] == ["9,318", "71,540", "73,112"]


def test_the_period_has_its_own_sums() -> None:
    assert row("returns_period", "Joker Poker, 5 chips")[1] == f"{84_210 // 8:,}"


def test_the_chosen_row_is_the_one_in_the_frame() -> None:
    name = "returns_doubles"
    plates = [
        each for each in sprites_of(english(name)) if each.paint.draw.__name__ == "draw_plate"
    ]
    lines = lines_in(operator_returns.TABLE, english(name))
    baseline = next(each.y for each in lines if each.paint.args[0] == "Doubles")
    assert [each.y < baseline < each.y + 33 for each in plates] == [True]


# --- summary ----------------------------------------------------------------------------------


def test_the_sum_has_a_verdict_in_a_word() -> None:
    assert "INSIDE" in said_in(operator_returns.SUMMARY, "returns_joker_poker")


def test_the_parts_of_the_result_add_up() -> None:
    said = said_in(operator_returns.SUMMARY, "returns_full_bet")
    minus = "\N{MINUS SIGN}"
    parts = [
        float(said[said.index(name) + 1].replace(minus, "-"))
        for name in ("Luck of the deal", "Skill", "Luck of the draw", "Difference in 84,210 games")
    ]
    assert sum(parts[:3]) == pytest.approx(parts[3], abs=0.016)


def test_of_a_period_there_is_no_split() -> None:
    assert "Skill" not in said_in(operator_returns.SUMMARY, "returns_period")


def test_a_game_without_a_return_has_its_pace() -> None:
    # 1,204 sessions brought 4,816 credits, 402 seconds each: 4 credits in 402 s, 35.8 an hour.
    said = said_in(operator_returns.SUMMARY, "returns_strip_poker")
    assert said[-6:] == [
        "Income, credits", "4,816", "Mean length, minutes", "6.7",
        "Credits an hour of play", "35.8",
    ]  # fmt: skip


def test_without_books_a_sentence_stands_there() -> None:
    view = replace(english("returns_joker_poker"), figures=Figures())
    said = [each.paint.args[0] for each in lines_in(operator_returns.CHART, view)]
    assert said == ["There are no books that can be read."]


@pytest.fixture(scope="module")
def empty() -> Returns:
    """Of a cabinet on which nobody has played."""
    nothing = Span.of(Counts({}, {}, (), {}, {}), lambda _: None)
    return Returns(nothing, nothing, RoundsTold(), (), ())


@pytest.mark.parametrize("row_chosen", ReturnsRow)
def test_where_nobody_has_played_no_row_has_a_return(
    row_chosen: ReturnsRow, empty: Returns
) -> None:
    view = english("returns_joker_poker")
    state = moved(view.state, returns=ReturnsPage(row=row_chosen))
    view = replace(view, state=state, figures=replace(view.figures, returns=lambda: empty))
    assert not any("%" in each.paint.args[0] for each in lines_in(operator_returns.TABLE, view))
    assert "%" not in "".join(each.paint.args[0] for each in lines_in(operator_returns.CHART, view))


@pytest.mark.parametrize("pictures", [ReturnsView.HANDS, ReturnsView.TIMES])
def test_where_nobody_has_played_the_other_pictures_say_so(
    pictures: ReturnsView, empty: Returns
) -> None:
    view = english("returns_joker_poker")
    state = moved(view.state, returns=ReturnsPage(view=pictures))
    view = replace(view, state=state, figures=replace(view.figures, returns=lambda: empty))
    said = {each.paint.args[0] for each in lines_in(Box(24, 66, 1232, 556), view)}
    assert said & {"Nothing was played yet.", "No game has a time that is known to be right."}


# --- other pictures ---------------------------------------------------------------------------


@pytest.mark.promise("SEC-4")
def test_every_hand_has_its_row() -> None:
    said = said_in(operator_shares.DEALT, "returns_hands")
    assert {"Natural royal flush", "Kings or better", "No winning hand"} <= set(said)


def test_a_bar_is_logarithmic() -> None:
    assert bar_part(1.0) == 1
    assert bar_part(1e-3) == pytest.approx(0.5)
    assert bar_part(1e-7) == 0


def test_hours_and_days_are_told_with_their_highest() -> None:
    assert f"Games, {19 * 640:,} at most" in said_in(operator_shares.HOURS, "returns_times")


# --- charts -----------------------------------------------------------------------------------

CURVE = (
    CurvePoint(10, 3.0, 0.0, 2.4),
    CurvePoint(500, 1.1, 0.8, 1.2),
    CurvePoint(1_000, 0.9, 0.86, 1.14),
)
PLOT_BOX = Box(100, 100, 600, 200)


def test_the_exact_return_lies_in_the_middle() -> None:
    assert plot_of(CURVE, 1.0, PLOT_BOX).y(1.0) == pytest.approx(200)


def test_the_band_as_wide_as_after_a_tenth_of_the_games_just_fits() -> None:
    plot = plot_of(CURVE, 1.0, PLOT_BOX)
    assert plot.high - 1.0 == pytest.approx(1.05 * 0.14 * 10**0.5)


def test_what_strays_later_still_fits() -> None:
    wild = (*CURVE[:2], CurvePoint(1_000, 2.0, 0.86, 1.14))
    assert plot_of(wild, 1.0, PLOT_BOX).high > 2.0


def test_what_lies_beyond_is_shown_at_the_edge() -> None:
    plot = Plot(PLOT_BOX, 1_000, 0.5, 1.5)
    assert (plot.y(9.0), plot.y(0.0), plot.x(1_000)) == (100, 300, 700)


def test_the_99_band_is_wider_than_that_of_95() -> None:
    plot = Plot(PLOT_BOX, 1_000, 0.5, 1.5)
    edges = operator_chart.chart(plot, CURVE, 1.0, "body")[0].paint.args[2]
    inner, outer = 100 - edges[0][-1][1], 100 - edges[2][-1][1]
    assert outer / inner == pytest.approx(BANDS[99] / BANDS[95], abs=0.01)


def test_a_single_game_can_be_drawn() -> None:
    one = (CurvePoint(1, 0.0, 0.0, 9.0),)
    plot = plot_of(one, 0.98, PLOT_BOX)
    kit = Kit(1.0, CardArt(1.0))
    parts = operator_chart.chart(plot, one, 0.98, "body")
    drawn = [part.paint.draw(kit, *part.paint.args) for part in parts]
    assert all(picture.surface.get_width() >= PLOT_BOX.w for picture in drawn)
    assert sum(picture.surface.get_height() for picture in drawn) >= PLOT_BOX.h


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [(0.0, 9.0, (0, 2, 4, 6, 8)), (0.0, 1.0, (0, 0.5, 1)), (0.88, 1.09, (0.9, 0.95, 1, 1.05))],
)
def test_ticks_are_round(low: float, high: float, expected: tuple[float, ...]) -> None:
    assert ticks(low, high) == expected


# --- figures ----------------------------------------------------------------------------------


def test_figures_are_written_as_the_language_writes_them() -> None:
    assert (percent(0.9741, ITALIAN), percent(0.9741, ENGLISH, 1)) == (
        f"97,41{SPACE}%",
        f"97.4{SPACE}%",
    )


def test_a_sign_is_always_written_but_before_nothing() -> None:
    assert [signed(value, ENGLISH) for value in (0.5, -0.5, 0.0, None)] == [
        "+0.50", "\N{MINUS SIGN}0.50", "0.00", DASH,
    ]  # fmt: skip


def test_what_is_not_known_is_a_dash() -> None:
    assert (decimal(None, ENGLISH), percent(None, ENGLISH)) == (DASH, DASH)


def test_a_rare_share_has_more_decimals() -> None:
    assert small_percent(0.000024, ENGLISH) == f"0.0024{SPACE}%"
