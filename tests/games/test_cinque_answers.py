"""What a text must be to be an answer: whole, of this deal, and what was asked."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from cinque_bench import HANDS, LAID, TURNED

from firmware.cards.card import parse_cards
from firmware.cards.shuffle import SeededSource
from firmware.errors import RuleError
from firmware.games.cinque_mani.hands import PLAIN
from firmware.games.cinque_mani.mix import (
    Mix,
    Worth,
    draw_from,
    margin,
    read_mix,
    worth,
    worth_ahead,
    write_mix,
)
from firmware.games.cinque_mani.notation import write_arrangement
from firmware.games.cinque_mani.table import Terms
from firmware.games.cinque_mani.task import Kind, Task
from firmware.games.cinque_mani.thinking import verify_answer

CARDS = parse_cards(" ".join(HANDS))
MIX = Task(Kind.MIX, CARDS, 2, Terms())
BEST = replace(MIX, kind=Kind.BEST, against=(LAID,))
GOOD = write_mix(Mix((LAID, TURNED), (3, 4), 5))
HAND = write_arrangement(LAID)


def test_a_mix_is_an_answer() -> None:
    verify_answer(MIX, GOOD)


def test_an_arrangement_is_an_answer() -> None:
    verify_answer(BEST, HAND)


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        ("", "not a mix"),
        ("5", "not a mix"),
        ("x\n3 " + HAND, "not a mix"),
        ("-1\n3 " + HAND, "not a mix"),
        ("5\n" + HAND, "not a weight"),
        ("5\n0 " + HAND, "not a weight"),
        ("5\n3 " + HAND + " ", "not five hands"),
        ("5\n3 " + HAND + "\n", "not a weight"),
        ("5\n3 " + HAND[:-2], "not five hands"),
        ("5\n3 " + HAND.replace("/", "", 1), "not five hands"),
        ("5\n3 " + HAND.replace("7H", "6H"), "not five hands"),
        ("5\n3 " + HAND.replace("7H", "7S"), "not the cards of this deal"),
        ("5\n3 " + HAND.replace("7H", "7D"), "not the cards of this deal"),
        (GOOD + "\n1 " + HAND.replace("7H", "7S"), "not the cards of this deal"),
        (HAND, "not a mix"),
    ],
)
def test_what_is_no_mix(answer: str, complaint: str) -> None:
    with pytest.raises(RuleError, match=complaint):
        verify_answer(MIX, answer)


@pytest.mark.parametrize("answer", ["", GOOD, HAND + "\n", HAND.replace("7H", "7S")])
def test_what_is_no_arrangement(answer: str) -> None:
    with pytest.raises(RuleError):
        verify_answer(BEST, answer)


@pytest.mark.parametrize("seed", range(12))
def test_of_the_text_is_drawn_what_is_drawn_of_the_mix(seed: int) -> None:
    drawn = draw_from(GOOD, SeededSource(str(seed)))
    assert drawn == read_mix(GOOD).draw(SeededSource(str(seed)))


def test_what_is_drawn_follows_the_weights() -> None:
    chance = SeededSource("often")
    drawn = [draw_from(GOOD, chance) for _ in range(700)]
    assert 240 < drawn.count(LAID) < 360  # three of seven


def test_the_worth_is_the_mean_of_the_margins() -> None:
    # level with itself in three draws of seven
    gained = margin(LAID, TURNED, PLAIN)
    won = (gained > 0) - (gained < 0)
    assert worth(LAID, GOOD, PLAIN) == Worth(Fraction(4 * gained, 7), Fraction(4 * won, 7))


def test_a_worth_that_is_half_reckoned_is_finished() -> None:
    whole = worth(TURNED, GOOD, PLAIN)
    other = GOOD.replace("5\n", "6\n", 1)  # the same, not remembered
    next(worth_ahead(TURNED, other, PLAIN))
    assert worth(TURNED, other, PLAIN) == whole
    assert list(worth_ahead(TURNED, other, PLAIN)) == []
