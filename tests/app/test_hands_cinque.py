"""Mouse and touch at the table of Cinque Mani: hands and cards are dragged onto each other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from blank_display import made

from firmware.app.hands import Hands
from firmware.app.script import parse_script
from firmware.app.story import Story
from firmware.screens import window
from firmware.screens.theme import COLUMN_W, COLUMNS_X

CARDS = """coin 100
settle
press HOLD3
settle
deck AD JC QS 9S 8D 7H 7C
lays 8H8C8S9H7D/ASKSJSTS7S/ACKCQCTC9C/KDQDJDTD9D/AHKHQHJHTH
press DEAL
settle"""
LAID = ["8H8C8S9H7D", "ASKSJSTS7S", "ACKCQCTC9C", "KDQDJDTD9D", "AHKHQHJHTH"]
Point = tuple[float, float]


class Visitor:
    """Somebody with a mouse at a cabinet in a story."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self.hands = Hands(story._running, story._world, story._clock)

    def plays(self, text: str) -> None:
        for step in parse_script(text, "visitor", has_seed=True):
            self.story.play(step)

    def waits(self, tenths: int = 25) -> None:
        for _ in range(tenths):
            self.hands.pump()
            self.plays("wait 0.1")

    def clicks(self, x: float, y: float) -> None:
        self.drags((x, y), (x, y))

    def drags(self, start: Point, end: Point) -> None:
        self.hands.follow(window.TableTouch(*start))
        self.waits(3)
        self.hands.follow(window.TableDrop(*end))
        self.waits()

    def throws(self, start: Point, end: Point) -> None:
        """A drag so quick that no press is followed before it ends."""
        self.hands.follow(window.TableTouch(*start))
        self.hands.follow(window.TableDrop(*end))
        self.waits()

    def sees(self, name: str) -> object:
        return self.story.report()[name]

    @property
    def laid(self) -> list[str]:
        hands = self.story.report()["cinque"]["hands"]
        return ["".join(hand) for hand in hands]


@pytest.fixture
def building(tmp_path: Path) -> Iterator[Visitor]:
    story = made(tmp_path)
    story.boot()
    visitor = Visitor(story)
    visitor.plays(CARDS)
    yield visitor
    story.stop()


@pytest.fixture
def visitor(building: Visitor) -> Visitor:
    building.plays("press DOUBLE\nsettle")
    assert building.laid == LAID
    return building


def heading(column: int) -> Point:
    return COLUMNS_X[column - 1] + COLUMN_W / 2, 114


def card(column: int, place: int) -> Point:
    return COLUMNS_X[column - 1] + COLUMN_W / 2, 152 + 64 * (place - 1) + 32


def test_a_heading_dragged_on_a_heading_swaps_the_hands(visitor: Visitor) -> None:
    visitor.drags(heading(2), heading(4))
    assert visitor.laid == [LAID[0], LAID[3], LAID[2], LAID[1], LAID[4]]


def test_a_card_dragged_on_a_card_exchanges_the_two(visitor: Visitor) -> None:
    visitor.drags(card(1, 4), card(2, 5))
    assert visitor.laid == ["8H8C8S7S7D", "ASKSJSTS9H", *LAID[2:]]


def test_however_quick_the_hand_no_press_is_dropped(visitor: Visitor) -> None:
    visitor.throws(card(1, 4), card(2, 5))
    assert visitor.laid == ["8H8C8S7S7D", "ASKSJSTS9H", *LAID[2:]]
    visitor.throws(card(2, 5), card(1, 4))
    assert visitor.laid == LAID


def test_a_card_dragged_on_a_heading_takes_its_hand_along(visitor: Visitor) -> None:
    visitor.drags(card(1, 4), heading(2))
    assert visitor.laid == [LAID[1], LAID[0], *LAID[2:]]


def test_a_hand_dropped_beside_the_table_goes_back(visitor: Visitor) -> None:
    visitor.drags(heading(2), (1100, 200))
    assert (visitor.sees("state"), visitor.laid) == ("table", LAID)


def test_a_hand_dropped_where_it_was_stays_lifted(visitor: Visitor) -> None:
    visitor.drags(heading(2), card(2, 3))
    assert visitor.sees("state") == "lifted"


def test_clicks_are_the_keys_below(visitor: Visitor) -> None:
    visitor.clicks(*card(2, 3))
    visitor.clicks(*card(4, 5))
    assert visitor.laid == [LAID[0], LAID[3], LAID[2], LAID[1], LAID[4]]


def test_five_clicks_exchange_two_cards_where_an_opened_hand_lies(visitor: Visitor) -> None:
    for column in (1, 1, 4, 2, 5):  # the hand, open it, its fourth card, to the second, its fifth
        visitor.clicks(*card(column, 3))
    assert visitor.laid == ["8H8C8S7S7D", "ASKSJSTS9H", *LAID[2:]]


@pytest.mark.parametrize("point", [(100, 560), (100, 80), (189, 200), (870, 200), (20, 200)])
def test_beside_the_columns_nothing_is_touched(visitor: Visitor, point: Point) -> None:
    visitor.clicks(*point)
    assert visitor.sees("state") == "table"


def test_a_click_on_a_candidate_lays_it(building: Visitor) -> None:
    building.clicks(*card(1, 2))
    assert building.sees("cards") == ["AH", "KH", "QH", "JH", "TH"]


def test_a_click_between_two_stakes_is_no_key(visitor: Visitor) -> None:
    visitor.plays("press DEAL\nsettle\npress DOUBLE\nsettle")
    visitor.clicks(*card(5, 1))  # MENU lies under it
    assert visitor.sees("state") == "result"


def test_a_drag_that_is_overtaken_by_a_key_is_given_up(visitor: Visitor) -> None:
    visitor.hands.follow(window.TableTouch(*card(1, 4)))
    visitor.waits(4)
    assert visitor.sees("state") == "lifted"
    visitor.plays("press BET\nsettle")
    visitor.hands.follow(window.TableDrop(*card(2, 5)))
    visitor.waits()
    visitor.plays("press HOLD1\nsettle")
    visitor.waits()
    assert (visitor.sees("state"), visitor.laid) == ("lifted", LAID)
