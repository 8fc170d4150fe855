"""Lines of a strategy chart in words."""

import pytest

from firmware.cards.card import Rank
from firmware.cli.rtp_chart import _merged, in_words
from firmware.games.joker_poker.hands import Hand
from firmware.odds.chart_lines import Kind, Line
from firmware.odds.game import JACKS_OR_BETTER, JOKER_POKER


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (Line(Kind.PAT, 5, hand=Hand.FULL_HOUSE), "full house: all five"),
        (Line(Kind.SAME, 4, counts=(2, 2)), "two pair"),
        (Line(Kind.SAME, 2, counts=(2,)), "a pair"),
        (Line(Kind.SAME, 2, counts=(2,), low=Rank.KING), "a pair of kings or higher"),
        (Line(Kind.SINGLE, 1, low=Rank.SIX, high=Rank.EIGHT), "one card, six to eight"),
        (Line(Kind.SINGLE, 1, low=Rank.NINE, high=Rank.NINE), "one card, a nine"),
        (Line(Kind.SINGLE, 1, low=Rank.ACE, high=Rank.ACE), "one card, an ace"),
        (Line(Kind.SINGLE, 1), "one card"),
        (Line(Kind.HIGH, 2), "two kings or aces of different ranks"),
        (Line(Kind.ROYAL, 3), "three of a royal"),
        (Line(Kind.ROYAL, 2, highs=1), "two of a royal with one or more kings or aces"),
        (Line(Kind.ROYAL, 2, highs=2), "two of a royal with two kings or aces"),
        (
            Line(Kind.STRAIGHT_FLUSH, 3, runs=2, highs=1),
            "three of a straight flush that fit two runs or more with one or more kings or aces",
        ),
        (Line(Kind.FLUSH, 4), "four of a flush"),
        (Line(Kind.STRAIGHT, 4, runs=1), "four of a straight"),
        (Line(Kind.NOTHING, 0), "nothing: five new cards"),
    ],
)
def test_a_line_in_words(line: Line, words: str) -> None:
    assert in_words(line, JOKER_POKER, has_joker=False) == words


def test_the_joker_is_held_with_it() -> None:
    pair = Line(Kind.SAME, 2, counts=(2,))
    assert in_words(pair, JOKER_POKER, has_joker=True) == "the joker and a pair"
    assert in_words(Line(Kind.NOTHING, 0), JOKER_POKER, has_joker=True) == "the joker alone"
    straight = Line(Kind.PAT, 5, hand=Hand.STRAIGHT)
    assert in_words(straight, JOKER_POKER, has_joker=True) == "straight: all five"


def test_high_cards_are_those_of_the_game() -> None:
    line = Line(Kind.HIGH, 2)
    words = in_words(line, JACKS_OR_BETTER, has_joker=False)
    assert words == "two jacks, queens, kings or aces of different ranks"


def test_hands_of_all_five_cards_that_follow_are_one_line() -> None:
    flush, straight = Line(Kind.PAT, 5, hand=Hand.FLUSH), Line(Kind.PAT, 5, hand=Hand.STRAIGHT)
    four = Line(Kind.FLUSH, 4)
    assert _merged([flush, straight, four, straight], JOKER_POKER, False) == [
        "flush or straight: all five",
        "four of a flush",
        "straight: all five",
    ]
