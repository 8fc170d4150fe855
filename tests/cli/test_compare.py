"""`cabinato compare`: who wins and why, many at once, and what it refuses."""

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
    args = parser.parse_args(["compare", "--game", "strip-poker", *words])
    code: int = args.run(args)
    return code


def told(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert run(*words, "--json") == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


PAIRS = "KH KD 9S 8C 7H", "KS KC TS 8D 7S"
FLUSHES = "AH KH 9H 8H 7H", "AS QS TS 9S 8S"


def test_the_winner_and_the_reason_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*PAIRS) == 0
    expected = "second wins: both have a pair of kings: side card ten above nine\n"
    assert capsys.readouterr().out == expected


def test_json_names_both_hands_and_what_counts_of_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, *PAIRS) == {
        "winner": "second",
        "first": {
            "cards": ["KH", "KD", "9S", "8C", "7H"],
            "name": "pair",
            "ranks": ["K", "9", "8", "7"],
            "positions": [1, 2],
        },
        "second": {
            "cards": ["KS", "KC", "TS", "8D", "7S"],
            "name": "pair",
            "ranks": ["K", "T", "8", "7"],
            "positions": [1, 2],
        },
        "why": "both have a pair of kings: side card ten above nine",
    }


def test_flushes_of_one_top_card_are_a_push(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, *FLUSHES)["winner"] == "push"


def test_all_cards_of_a_flush_count_where_that_is_asked(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = told(capsys, *FLUSHES, "--flush-tie", "all_cards")
    assert (found["winner"], found["why"]) == (
        "first",
        "both have a flush, ace high: next card king above queen",
    )


def test_the_low_ace_makes_a_straight(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "AH 7D 8C 9S TH", "KH KD KS 8D 7H")
    assert found["why"] == "a straight to the ten above three kings"


def test_the_low_ace_may_be_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "AH 7D 8C 9S TH", "KH KD KS 8D 7H", "--no-low-ace")
    assert found["why"] == "three kings above nothing, ace high"


def test_a_deck_of_52_has_a_five(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys, "AH 2D 3C 4S 5H", "KH KD KS 8D 7H", "--deck", "52")
    assert found["first"]["name"] == "straight"


@pytest.mark.parametrize(
    ("hands", "why"),
    [
        (
            ("AH AD KS KC 7H", "AS AC QS QC JH"),
            "two pair, aces and kings above two pair, aces and queens",
        ),
        (("AH KD QS JC 9H", "AS KC QD JH 8S"), "both have nothing, ace high: nine above eight"),
        (("AH KD QS JC 9H", "KS QC JD TH 8S"), "nothing, ace high above nothing, king high"),
        (
            ("AH KD QS JC 9H", "AS KC QD JH 9S"),
            "both have nothing, ace high: equal in all that counts, the pot stays",
        ),
        (("8H 8D 8S 7C 7H", "AS KS QS TS 9S"), "a full house of eights above a flush, ace high"),
        (("8H 8D 8S 8C 7H", "7S KH KD KS AH"), "four eights above three kings"),
        (
            ("TH JH QH KH AH", "9S TS JS QS KS"),
            "a straight flush to the ace above a straight flush to the king",
        ),
        (("AH KH QH JH 9H", "KS QS JS TS 8S"), "a flush, ace high above a flush, king high"),
    ],
)
def test_every_kind_of_reason_has_its_words(
    hands: tuple[str, str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert told(capsys, *hands)["why"] == why


def test_dash_reads_a_case_a_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = f"{' | '.join(PAIRS)}\n\n{' | '.join(FLUSHES)}\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    assert run("-") == 0
    found = [json.loads(line)["winner"] for line in capsys.readouterr().out.splitlines()]
    assert found == ["second", "push"]


def test_wrong_line_of_standard_input_is_exit_2(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{' | '.join(PAIRS)}\nKH KD\n"))
    assert run("-") == 2
    assert capsys.readouterr().err == "line 2: two hands are compared, not 1: KH KD\n"


def test_the_game_is_also_taken_with_an_underscore() -> None:
    assert run("--game", "strip_poker", *PAIRS) == 0


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (
            ["KH KD 9S 8C 7H", "KH KC TS 8D 7S"],
            "the card KH stands twice in 'KH KD 9S 8C 7H KH KC TS 8D 7S'\n",
        ),
        (
            ["KH KD 9S 8C 6H", "KS KC TS 8D 7S"],
            "the card 6H is not in the deck of 32: 7 to A, no joker\n",
        ),
        (
            ["KH KD 9S 8C JK", "KS KC TS 8D 7S", "--deck", "52"],
            "the card JK is not in the deck of 52: 2 to A, no joker\n",
        ),
        (["KH KD 9S 8C", "KS KC TS 8D 7S"], "a hand has 5 cards, not 4: KH KD 9S 8C\n"),
        (["KH KD 9S 8C 7H"], "two hands are compared, not 1: KH KD 9S 8C 7H\n"),
        ([*PAIRS, "--deck", "40"], "--deck 40: a deck has 32 or 52 cards\n"),
        (
            [*PAIRS, "--game", "strip-poke"],
            "--game strip-poke: did you mean 'strip-poker'? allowed: strip-poker, cinque-mani\n",
        ),
        (
            [*PAIRS, "--flush-tie", "suit"],
            "--flush-tie suit: allowed: top_card, all_cards\n",
        ),
    ],
)
def test_wrong_arguments_are_one_line_and_exit_2(
    words: list[str], error: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*words) == 2
    assert capsys.readouterr() == ("", error)
