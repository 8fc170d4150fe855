"""The rules of Cinque Mani on the screen: true examples, and the options in force told rightly."""

from __future__ import annotations

import pytest

from firmware.cabinet.state import RULES_LEAVES
from firmware.cards.card import Card, Rank
from firmware.games.cinque_mani.hands import (
    DECK,
    Category,
    FlushOrder,
    Reason,
    Winner,
    compare,
    evaluate,
)
from firmware.games.cinque_mani.rules import CinqueMani
from firmware.games.cinque_mani.scoring import points, winners
from firmware.games.cinque_mani.table import Level, Terms, verify_arrangement
from firmware.money import GameId
from firmware.screens import theme
from firmware.screens.cinque_rules import (
    AFTER,
    BEFORE,
    EXAMPLES,
    OUT,
    PAIRS,
    THEIRS,
    TITLES,
    YOURS,
    cinque_leaf,
)
from firmware.screens.lettering import draw_line
from firmware.screens.speech import speech
from firmware.words import Language

WORDS = speech(Language.EN)


def said(leaf: int, terms: Terms | None = None) -> str:
    """All that a leaf says, in one line."""
    sprites = cinque_leaf(CinqueMani(terms or Terms()), leaf, WORDS)
    lines = [sprite.paint.args[0] for sprite in sprites if sprite.paint.draw is draw_line]
    return " ".join(lines)


DEAL, HANDS, EQUAL, KEYS, PRIZE = range(5)


# --- the examples -----------------------------------------------------------------------------


def test_the_deal_in_the_picture_is_a_deal() -> None:
    left = tuple(card for card in DECK if card not in OUT)
    assert len(set(OUT)) == 7
    verify_arrangement(YOURS, left)
    verify_arrangement(THEIRS, left)


def test_both_lay_the_same_hands_and_placing_alone_decides() -> None:
    assert sorted(map(str, YOURS)) == sorted(map(str, THEIRS))
    # 4 for a straight flush over a pair, 6 for the higher straight flush; 3, 5 and 7 lost.
    assert "You: 10 points" in said(DEAL)
    assert "The other: 15 points" in said(DEAL)


def test_the_names_of_the_hands_that_take_the_points_are_amber() -> None:
    sprites = cinque_leaf(CinqueMani(), DEAL, WORDS)
    lit = [
        sprite.paint.args[0]
        for sprite in sprites
        if sprite.paint.draw is draw_line and sprite.paint.args[1].colour == theme.AMBER_TEXT
    ]
    # At 3 points theirs, at 4 ours, at 5 theirs, at 6 ours, at 7 theirs.
    assert " ".join(lit) == ("STRAIGHT FLUSH STRAIGHT FLUSH FULL HOUSE STRAIGHT FLUSH STRAIGHT")


def test_every_leaf_has_its_number() -> None:
    assert RULES_LEAVES[GameId.CINQUE_MANI] == len(TITLES)


@pytest.mark.parametrize("flush", FlushOrder)
def test_the_picture_scores_alike_under_every_option(flush: FlushOrder) -> None:
    ranking = Terms(flush, minima_batte_massima=True).ranking
    assert points(winners((YOURS, THEIRS), ranking), players=2) == (10, 15)


def test_there_is_a_hand_of_every_kind_the_highest_first() -> None:
    assert [evaluate(hand).category for hand in EXAMPLES] == list(reversed(Category))


def test_the_straight_shown_is_the_lowest_with_the_ace_at_its_end() -> None:
    made = evaluate(EXAMPLES[4])
    assert (made.category, made.ranks, made.cards[-1].rank) == (
        Category.STRAIGHT,
        (Rank.TEN,),
        Rank.ACE,
    )


@pytest.mark.parametrize("flush", FlushOrder)
def test_the_first_of_two_hands_wins_for_the_reason_told(flush: FlushOrder) -> None:
    ranking = Terms(flush, minima_batte_massima=True).ranking
    found = {key: compare(ours, theirs, ranking) for key, ours, theirs in PAIRS}
    assert {key: (each.winner, each.reason) for key, each in found.items()} == {
        "side_card": (Winner.FIRST, Reason.SIDE_CARD),
        "side_suit": (Winner.FIRST, Reason.SUIT),
        "fifth_card": (Winner.FIRST, Reason.SIDE_CARD),
        "straight_suit": (Winner.FIRST, Reason.SUIT),
        "same": (Winner.PUSH, Reason.EQUAL),
    }
    assert found["side_card"].ranks == (Rank.ACE, Rank.QUEEN)
    assert found["side_suit"].cards == (Card.parse("AH"), Card.parse("AC"))


def test_each_two_hands_are_told_by_their_kind() -> None:
    kinds = [{evaluate(hand).category for hand in pair} for _, *pair in PAIRS]
    assert kinds == [
        {Category.PAIR},
        {Category.PAIR},
        {Category.QUADS},
        {Category.STRAIGHT},
        {Category.PAIR},
    ]


def test_two_cards_change_hands_as_the_keys_say() -> None:
    assert [evaluate(hand).category for hand in BEFORE] == [Category.PAIR, Category.STRAIGHT]
    assert [evaluate(hand).category for hand in AFTER] == [Category.TRIPS, Category.NOTHING]
    assert sorted(map(str, (*BEFORE[0], *BEFORE[1]))) == sorted(map(str, (*AFTER[0], *AFTER[1])))
    assert "PAIR becomes TRIPS, STRAIGHT becomes NOTHING" in said(KEYS)


# --- the rules in force -----------------------------------------------------------------------


def test_a_flush_beats_a_full_house() -> None:
    assert "a flush beats a full house" in said(HANDS)


@pytest.mark.parametrize(
    ("flush", "on_hands", "on_equal"),
    [
        (FlushOrder.RANKS_FIRST, "the ranks decide", "Only the same five cards are equal."),
        (FlushOrder.SUIT_FIRST, "the suit decides first", "Only between two flushes"),
    ],
)
def test_what_decides_between_flushes(flush: FlushOrder, on_hands: str, on_equal: str) -> None:
    assert f"Between two flushes {on_hands}" in said(HANDS, Terms(flush))
    assert on_equal in said(EQUAL, Terms(flush))


def test_the_lowest_straight_flush_over_the_highest_only_by_the_option() -> None:
    assert "beats the highest" not in said(HANDS)
    told = said(HANDS, Terms(minima_batte_massima=True))
    assert "beats the highest" in told
    assert "in a circle, nobody takes those points" in told


def test_the_clock_only_where_there_is_one() -> None:
    assert "seconds" not in said(KEYS)
    assert "You have 90 seconds to arrange." in said(KEYS, Terms(clock_s=90))


def test_a_match_only_where_there_is_one() -> None:
    assert "match" not in said(PRIZE)
    assert "A stake is for a match of 5 deals" in said(PRIZE, Terms(deals=5))


def test_a_bonus_only_where_there_is_one() -> None:
    assert "times his stake" not in said(PRIZE)
    assert "gets 3 times his stake more for every deal of 25 points" in said(PRIZE, Terms(bonus=3))


@pytest.mark.parametrize(
    ("level", "how"),
    [(Level.EASY, "casually"), (Level.MEDIUM, "with care"), (Level.HARD, "in earnest")],
)
def test_how_well_the_others_play(level: Level, how: str) -> None:
    assert f"The others play {how}." in said(PRIZE, Terms(level=level))


def test_the_prizes_are_the_stakes_of_all() -> None:
    told = said(PRIZE)
    assert "2 players 2 4 6 8 10 3 players 3 6 9 12 15 4 players 4 8 12 16 20" in told


def test_keys_are_named_as_they_are_drawn() -> None:
    told = said(KEYS)
    for key in ("discard", "auto", "propose", "redo", "lay_down", "reveal_all", "next_deal"):
        assert told.count(WORDS.text(f"key.{key}")) >= 1


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("leaf", range(len(TITLES)))
def test_no_text_stays_unfilled(leaf: int, language: Language) -> None:
    every = Terms(FlushOrder.SUIT_FIRST, True, deals=5, bonus=2, clock_s=90)
    for sprite in cinque_leaf(CinqueMani(every), leaf, speech(language)):
        if sprite.paint.draw is draw_line:
            assert not set("{}\n") & set(sprite.paint.args[0])
            assert "rules." not in sprite.paint.args[0]
