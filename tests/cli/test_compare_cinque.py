"""`cabinato compare --game cinque-mani`: two decks, suits that decide, and what it refuses."""

from __future__ import annotations

import argparse
import io
import json
from typing import Any

import pytest

from firmware.cli import compare


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    compare.add_parser(parser.add_subparsers())
    args = parser.parse_args(["compare", "--game", "cinque-mani", *words])
    code: int = args.run(args)
    return code


def told(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert run(*words, "--json") == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


STRAIGHTS = "KH QD JS TC 9H", "KH QS JH TH 9S"


def test_the_winner_and_the_reason_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*STRAIGHTS) == 0
    assert capsys.readouterr().out == (
        "first wins: both have a straight to the king: "
        "the suit of the queen, diamonds above spades\n"
    )


def test_json_names_ranks_and_suits_as_they_are_compared(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert told(capsys, "7H 7S AC KD QD", "8S 8C TS TC AH") == {
        "winner": "second",
        "first": {
            "cards": ["7H", "7S", "AC", "KD", "QD"],
            "name": "pair",
            "ranks": ["7", "A", "K", "Q"],
            "suits": ["C", "D", "D", "H", "S"],
            "positions": [1, 2],
        },
        "second": {
            "cards": ["8S", "8C", "TS", "TC", "AH"],
            "name": "two_pair",
            "ranks": ["T", "8", "A"],
            "suits": ["H", "C", "S", "C", "S"],
            "positions": [1, 2, 3, 4],
        },
        "why": "two pair, tens and eights above a pair of sevens",
    }


@pytest.mark.parametrize(
    ("hands", "why"),
    [
        (
            ("8S 9S TS QS KS", "AH AD AS KC KD"),
            "a flush, king high above a full house of aces and kings",
        ),
        (
            ("AH AD AC AS 9S", "AH AD AC AS 8H"),
            "both have four aces: side card nine above eight",
        ),
        (
            ("AH AD AC AS 9H", "AH AD AC AS 9S"),
            "both have four aces: the suit of the nine, hearts above spades",
        ),
        (
            ("AH AD AS KC KD", "AH AD AC QC QD"),
            "a full house of aces and kings above a full house of aces and queens",
        ),
        (
            ("AH QH TH 9H 8H", "AS JS TS 9S 8S"),
            "both have a flush, ace high: next card queen above jack",
        ),
        (("AH QH TH 9H 8H", "AS QS TS 9S 8S"), "both have a flush, ace high: hearts above spades"),
        (
            ("9H TH JH QH KH", "9D TD JD QD KD"),
            "both have a straight flush to the king: hearts above diamonds",
        ),
        (("9D TD JD QD KD", "TC 9C 8C 7C AC"), "a straight flush to the king above a straight "
         "flush to the ten"),
        (("AH KD QS JC 9H", "AS KC QD JH 8S"), "both have nothing, ace high: nine above eight"),
        (
            ("AH KD QS JC 9H", "AH KD QS JC 9H"),
            "both have nothing, ace high: the identical five cards, nobody scores",
        ),
    ],
)  # fmt: skip
def test_every_kind_of_reason_has_its_words(
    hands: tuple[str, str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert told(capsys, *hands)["why"] == why


def test_the_words_are_those_of_the_winner_when_it_is_the_second(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = told(capsys, *reversed(STRAIGHTS))
    assert found["winner"] == "second"
    assert found["why"].endswith("the suit of the queen, diamonds above spades")


def test_the_suit_may_go_first_between_flushes(capsys: pytest.CaptureFixture[str]) -> None:
    flushes = "KH QH TH 9H 8H", "AS QS TS 9S 8S"
    assert told(capsys, *flushes)["winner"] == "second"
    found = told(capsys, *flushes, "--flush", "suit_first")
    assert (found["winner"], found["why"]) == ("first", "two flushes: hearts above spades")


def test_the_lowest_straight_flush_may_beat_the_highest(
    capsys: pytest.CaptureFixture[str],
) -> None:
    ends = "AS 7S 8S 9S TS", "TH JH QH KH AH"
    assert told(capsys, *ends)["winner"] == "second"
    found = told(capsys, *ends, "--minima-batte-massima")
    assert (found["winner"], found["why"]) == (
        "first",
        "the lowest straight flush above the highest",
    )


def test_dash_reads_a_case_a_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{' | '.join(STRAIGHTS)}\n\n7S | 8S\n"))
    assert run("-") == 2
    out, error = capsys.readouterr()
    assert json.loads(out)["winner"] == "first"
    assert error == "line 3: a hand has 5 cards, not 1: 7S\n"


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["KH KH 9S 8C 7H", "KS KC TS 8D 7S"], "the card KH stands twice in 'KH KH 9S 8C 7H'\n"),
        (
            ["KH KD 9S 8C 7H", "KS KC TS 8D 6S"],
            "the card 6S is not in the deck of 32: 7 to A, no joker\n",
        ),
        (["KH KD 9S 8C 7H"], "two hands are compared, not 1: KH KD 9S 8C 7H\n"),
        ([*STRAIGHTS, "--deck", "52"], "--deck is an option of strip-poker, not of cinque-mani\n"),
        (
            [*STRAIGHTS, "--no-low-ace"],
            "--no-low-ace is an option of strip-poker, not of cinque-mani\n",
        ),
        (
            [*STRAIGHTS, "--game", "strip-poker", "--minima-batte-massima"],
            "--minima-batte-massima is an option of cinque-mani, not of strip-poker\n",
        ),
        (
            [*STRAIGHTS, "--flush", "suit"],
            "--flush suit: allowed: ranks_first, suit_first\n",
        ),
    ],
)
def test_wrong_arguments_are_one_line_and_exit_2(
    words: list[str], error: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*words) == 2
    assert capsys.readouterr() == ("", error)
