"""A kept round of Cinque Mani as it looked."""

from __future__ import annotations

from firmware.games.cinque_mani.shown import show
from firmware.screens.cinque_samples import round_record
from firmware.shown import Mark
from firmware.words import Message


def test_the_cards_out_of_play_are_shown() -> None:
    row = show(round_record(2), {})[1].rows[0]
    assert row.faces == ("AD", "JC", "QS", "9S", "8D", "7H", "7C")


def test_every_position_has_the_hands_of_all() -> None:
    steps = show(round_record(3), {})
    assert [len(step.rows) for step in steps[2:7]] == [3, 3, 3, 3, 3]


def test_the_points_of_two_add_up_to_all_of_them() -> None:
    whole = show(round_record(2), {})[7]
    (_, points), *_ = whole.told[0].values
    first, second = str(points).split(" : ")
    assert int(first) + int(second) == 25


def test_beside_the_whole_arrangement_lies_that_of_the_other() -> None:
    row = show(round_record(2), {})[7].rows[0]
    assert (len(row.faces), row.faces[5]) == (11, "")


def test_one_of_two_hands_counts() -> None:
    for step in show(round_record(2), {})[2:7]:
        marks = [row.marks[0] for row in step.rows]
        assert sorted(marks) == sorted([Mark.NONE, Mark.COUNTS])


def test_the_end_says_who_has_won() -> None:
    assert show(round_record(2), {})[-1].told[0] == Message("recall.cinque.lost")
