"""Debounce: one press for one press, whatever the contact does."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware.hardware.debounce import SOON_S, ButtonChange, ButtonLine, Change, Contact, Level
from firmware.hardware.edge_queue import LATEST_S

BOUNCE_S = 0.008
STUCK_S = 30.0
SPIKE_S = 0.001


def contact(is_down: bool = False, spike_s: float = 0.0) -> Contact:
    return Contact(is_down, bounce_s=BOUNCE_S, spike_s=spike_s)


def button(is_down: bool = False) -> ButtonLine:
    return ButtonLine(is_down, 0.0, bounce_s=BOUNCE_S, stuck_s=STUCK_S)


# --- contact ------------------------------------------------------------------------------------


def test_the_first_edge_is_reported_at_once() -> None:
    assert contact().edge(True, 1.0) == [Level(True, 1.0)]


def test_chatter_within_the_bounce_time_is_swallowed() -> None:
    line = contact()
    line.edge(True, 1.0)
    for at_s, is_down in ((1.001, False), (1.002, True), (1.003, False), (1.0079, True)):
        assert line.edge(is_down, at_s) == []
    assert line.until(2.0) == []


def test_a_press_shorter_than_the_bounce_time_is_not_lost() -> None:
    line = contact()
    line.edge(True, 1.0)
    line.edge(False, 1.003)
    (level,) = line.until(1.3)
    assert not level.is_down
    assert level.at_s == pytest.approx(1.008)


def test_the_short_press_ends_only_when_all_edges_of_the_bounce_time_are_told() -> None:
    line = contact()
    line.edge(True, 1.0)
    line.edge(False, 1.003)
    assert line.until(1.008 + LATEST_S - 0.0001) == []
    assert line.edge(True, 1.007) == []
    assert line.until(2.0) == []


def test_the_bounce_time_is_over_at_its_own_deadline() -> None:
    line = contact()
    line.edge(True, 0.1)
    line.edge(False, 0.103)
    deadline_s = line.deadline_s()
    assert deadline_s == pytest.approx(0.108 + LATEST_S)
    assert line.until(deadline_s)


def test_the_next_press_shows_at_once_that_the_short_one_has_ended() -> None:
    line = contact()
    line.edge(True, 1.0)
    line.edge(False, 1.003)
    assert line.edge(True, 1.100) == [Level(False, pytest.approx(1.008)), Level(True, 1.100)]


def test_a_late_reported_release_has_a_bounce_time_of_its_own() -> None:
    line = contact()
    line.edge(True, 1.0)
    line.edge(False, 1.003)
    assert [level.is_down for level in line.until(1.3)] == [False]
    assert line.edge(True, 1.010) == []
    assert [level.at_s for level in line.until(1.3)] == [pytest.approx(1.016)]


def test_a_contact_at_rest_asks_for_no_waking() -> None:
    line = contact()
    line.edge(True, 1.0)
    line.until(1.1)
    assert line.deadline_s() is None


def test_an_edge_to_the_level_that_is_already_there_says_nothing() -> None:
    assert contact(is_down=True).edge(True, 1.0) == []


# --- edges that are told late -------------------------------------------------------------------


def test_an_edge_counts_from_its_own_moment() -> None:
    line = contact()
    line.until(5.0)
    assert line.edge(True, 4.0) == [Level(True, 4.0)]


def test_an_edge_before_the_last_one_counts_as_that() -> None:
    line = contact()
    line.edge(True, 5.0)
    assert line.edge(False, 4.0) == []
    assert [level.at_s for level in line.until(6.0)] == [pytest.approx(5.008)]


def test_chatter_that_is_told_late_is_chatter() -> None:
    line = contact()
    line.edge(True, 1.0)
    line.until(1.1)
    assert line.edge(False, 1.002) == []
    assert line.until(1.2) == []
    assert line.edge(True, 1.003) == []
    assert line.until(2.0) == []


def test_a_spike_whose_end_is_told_late_is_nothing() -> None:
    line = contact(spike_s=SPIKE_S)
    line.edge(True, 1.0)
    assert line.until(1.001, lambda: False) == []
    assert line.deadline_s() == pytest.approx(1.001 + LATEST_S)
    assert line.edge(False, 1.0005) == []
    assert line.until(2.0, lambda: False) == []


def test_a_level_that_the_line_still_shows_has_lasted() -> None:
    line = contact(spike_s=SPIKE_S)
    line.edge(True, 1.0)
    assert line.until(1.001, lambda: True) == [Level(True, 1.0)]


def test_a_short_press_whose_end_is_told_late_is_a_press() -> None:
    line = contact(spike_s=SPIKE_S)
    line.edge(True, 1.0)
    line.until(1.010, lambda: False)
    assert line.edge(False, 1.005) == [Level(True, 1.0)]


def test_what_the_line_shows_long_after_an_edge_is_not_asked() -> None:
    """It may be the next spike."""
    line = contact(spike_s=SPIKE_S)
    line.edge(True, 1.0)
    assert line.until(1.001 + SOON_S + 0.001, lambda: True) == []
    assert line.until(1.1, lambda: True) == []
    assert line.until(1.001 + LATEST_S, lambda: True) == [Level(True, 1.0)]


def test_a_press_after_such_a_spike_waits_for_nothing() -> None:
    line = contact(spike_s=SPIKE_S)
    line.edge(True, 1.0)
    line.until(1.001, lambda: False)
    line.edge(False, 1.0005)
    line.edge(True, 2.0)
    assert line.until(2.001, lambda: True) == [Level(True, 2.0)]


def test_a_spike_whose_end_is_lost_is_nothing() -> None:
    line = contact(spike_s=SPIKE_S)
    line.edge(True, 1.0)
    for _ in range(3):
        assert line.until(line.deadline_s(), lambda: False) == []
    assert line.deadline_s() is None
    assert not line.is_down


def test_what_an_edge_on_its_way_may_explain_is_waited_for() -> None:
    """The press was real, and its end, much later, is told late."""
    line = contact(spike_s=SPIKE_S)
    line.edge(True, 1.0)
    line.until(1.1, lambda: True)
    assert line.until(1.3, lambda: False) == []
    assert line.deadline_s() == pytest.approx(1.3 + LATEST_S)
    assert line.edge(False, 1.28) == [Level(True, 1.0)]


# --- button -------------------------------------------------------------------------------------


def changes(line: ButtonLine, *edges: tuple[float, bool], until_s: float) -> list[ButtonChange]:
    found = [change for at_s, is_down in edges for change in line.edge(is_down, at_s)]
    return found + line.until(until_s)


def kinds(found: list[ButtonChange]) -> list[Change]:
    return [change.change for change in found]


def test_a_press_and_its_release() -> None:
    assert changes(button(), (1.0, True), (1.06, False), until_s=2.0) == [
        ButtonChange(Change.PRESSED, 1.0),
        ButtonChange(Change.RELEASED, 1.06),
    ]


def test_a_button_held_at_boot_is_not_a_press() -> None:
    assert changes(button(is_down=True), until_s=1.0) == []


def test_the_release_of_a_button_held_at_boot_says_nothing_and_arms_it() -> None:
    found = changes(button(is_down=True), (1.0, False), (2.0, True), until_s=3.0)
    assert found == [ButtonChange(Change.PRESSED, 2.0)]


def test_a_button_held_for_exactly_the_limit_is_stuck_once() -> None:
    line = button()
    line.edge(True, 1.0)
    assert line.until(30.9) == []
    assert kinds(line.until(31.0)) == [Change.STUCK]
    assert line.until(500.0) == []


def test_the_release_of_a_stuck_button_frees_it() -> None:
    found = changes(button(), (1.0, True), (40.0, False), until_s=50.0)
    assert found == [
        ButtonChange(Change.PRESSED, 1.0),
        ButtonChange(Change.STUCK, 31.0),
        ButtonChange(Change.RELEASED, 40.0),
        ButtonChange(Change.FREED, 40.0),
    ]


def test_a_freed_button_may_get_stuck_again() -> None:
    line = button()
    changes(line, (1.0, True), (40.0, False), (50.0, True), until_s=51.0)
    assert line.deadline_s() == 80.0
    assert kinds(line.until(80.0)) == [Change.STUCK]


def test_a_button_held_since_boot_gets_stuck_and_is_freed() -> None:
    assert kinds(changes(button(is_down=True), (40.0, False), until_s=41.0)) == [
        Change.STUCK,
        Change.FREED,
    ]


def test_a_pressed_button_asks_to_be_woken_when_it_would_be_stuck() -> None:
    line = button()
    line.edge(True, 1.0)
    line.until(1.1)
    assert line.deadline_s() == 31.0


def test_a_stuck_button_asks_for_no_waking() -> None:
    line = button()
    changes(line, (1.0, True), until_s=31.0)
    assert line.deadline_s() is None


# --- whatever the contact does ------------------------------------------------------------------

bounces = st.lists(st.floats(0.0, BOUNCE_S * 0.99), max_size=12).map(sorted)
"""Moments of chatter after an edge, each a change of level, all within the bounce time."""

gestures = st.lists(
    st.tuples(st.floats(0.001, 2.0), bounces, st.floats(0.001, 2.0), bounces), max_size=8
)
"""Rest before a press, its chatter, time after that until the release, its chatter."""


def chatter(level: bool, start_s: float, moments: list[float]) -> list[tuple[float, bool]]:
    """An edge to `level` with an even number of changes after it, so that it ends there."""
    even = moments[: len(moments) // 2 * 2]
    edges = [(start_s, level)]
    for number, moment_s in enumerate(even):
        edges.append((start_s + moment_s, level if number % 2 else not level))
    return edges


@given(gestures)
def test_every_press_of_a_chattering_button_is_one_press(
    presses: list[tuple[float, list[float], float, list[float]]],
) -> None:
    now_s, line, found, wanted = 0.0, button(), [], []
    for rest_s, down_bounces, hold_s, up_bounces in presses:
        down_s = now_s + rest_s
        up_s = down_s + BOUNCE_S + hold_s
        wanted += [ButtonChange(Change.PRESSED, down_s), ButtonChange(Change.RELEASED, up_s)]
        for at_s, is_down in chatter(True, down_s, down_bounces) + chatter(False, up_s, up_bounces):
            found += line.edge(is_down, at_s)
        now_s = up_s + BOUNCE_S
    assert found + line.until(now_s + 1.0) == wanted


edge_lists = st.lists(st.tuples(st.floats(0.0, 0.03), st.booleans()), max_size=60)
"""Any edges: the time since the one before, the level."""


@pytest.mark.promise("ERR-5")
@given(edge_lists)
def test_any_edges_end_at_the_level_last_seen(edges: list[tuple[float, bool]]) -> None:
    line, now_s, last = contact(), 0.0, False
    for gap_s, last in edges:
        now_s += gap_s
        line.edge(last, now_s)
    line.until(now_s + 1.0)
    assert line.is_down == last


@given(edge_lists)
def test_reported_levels_alternate_and_keep_the_bounce_time_apart(
    edges: list[tuple[float, bool]],
) -> None:
    line, now_s, found = contact(), 0.0, []
    for gap_s, is_down in edges:
        now_s += gap_s
        found += line.edge(is_down, now_s)
    found += line.until(now_s + 1.0)
    assert [level.is_down for level in found] == [n % 2 == 0 for n in range(len(found))]
    for before, after in pairwise(found):
        assert after.at_s - before.at_s >= BOUNCE_S - 1e-8


@given(edge_lists, st.lists(st.floats(0.0, 2.0), max_size=20))
def test_looking_more_often_changes_nothing(
    edges: list[tuple[float, bool]], looks_s: list[float]
) -> None:
    now_s, stamped = 0.0, []
    for gap_s, is_down in edges:
        now_s += gap_s
        stamped.append((now_s, is_down))
    rare, often = button(), button()
    wanted = changes(rare, *stamped, until_s=5.0)
    found, looks_s = [], sorted(looks_s)
    for at_s, is_down in stamped:
        while looks_s and looks_s[0] < at_s:
            found += often.until(looks_s.pop(0))
        found += often.edge(is_down, at_s)
    assert found + often.until(5.0) == wanted
