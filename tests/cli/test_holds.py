"""`cabinato holds --made`: answers, many at once, and what it refuses."""

import argparse
import io
import json

import pytest

from firmware.cli import holds


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    holds.add_parser(parser.add_subparsers())
    args = parser.parse_args(["holds", *words])
    code: int = args.run(args)
    return code


def test_cards_are_named_in_the_order_given(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("KH KD 9S 4C JK", "--made", "--json") == 0
    assert json.loads(capsys.readouterr().out) == {"hold": ["KH", "KD", "JK"]}


def test_words_without_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("KH KD 9S 4C JK", "--made") == 0
    assert capsys.readouterr().out == "hold: KH KD JK\n"


def test_nothing_to_hold_is_an_empty_list(capsys: pytest.CaptureFixture[str]) -> None:
    run("4H 4D 9S 2C 7H", "--made", "--json")
    assert json.loads(capsys.readouterr().out) == {"hold": []}


def test_dash_reads_a_hand_a_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("JK QH 9S 4C 2D\n\nKH KD AS AC 4H\n"))
    assert run("-", "--made") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [json.loads(line)["hold"] for line in lines] == [["JK"], ["KH", "KD", "AS", "AC"]]


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (
            ["KH KD 9S 4C 1X", "--made"],
            "not a card: '1X' (rank 23456789TJQKA then suit SHDC, or JK)\n",
        ),
        (["KH KH 9S 4C JK", "--made"], "the card KH stands twice in 'KH KH 9S 4C JK'\n"),
        (["KH KD", "--made"], "a hand has 5 cards, not 2: KH KD\n"),
        (["KH KD 9S 4C JK", "--made", "--chips", "6"], "--chips 6: a bet is 1 to 5 chips\n"),
        (
            ["KH KD 9S 4C JK"],
            "only the machine's own proposal is there yet: add --made\n",
        ),
    ],
)
def test_wrong_arguments_are_one_line_and_exit_2(
    words: list[str], error: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*words) == 2
    assert capsys.readouterr() == ("", error)


def test_wrong_line_of_standard_input_is_exit_2(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("KH KD AS AC 4H\nKH KD 9S\n"))
    assert run("-", "--made") == 2
    assert capsys.readouterr().err == "line 2: a hand has 5 cards, not 3: KH KD 9S\n"
