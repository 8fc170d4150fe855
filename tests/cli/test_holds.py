"""`cabinato holds`: answers, many at once, and what it refuses."""

import argparse
import io
import json
from pathlib import Path

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
        (["KH KD 9S 4C JK", "--chips", "0"], "--chips 0: a bet is 1 to 5 chips\n"),
        (["KH KD 9S 4C"], "a hand has 5 cards, not 4: KH KD 9S 4C\n"),
        (["KH KD 9S 4C KH"], "the card KH stands twice in 'KH KD 9S 4C KH'\n"),
        (
            ["KH KD 9S 4C JK", "--made", "--paytable", "x"],
            "--made looks at no --paytable: it is what the cabinet proposes\n",
        ),
        (["KH KD 9S 4C JK", "--paytable", "x"], "x: cannot be read: No such file or directory\n"),
    ],
)
def test_wrong_arguments_are_one_line_and_exit_2(
    words: list[str], error: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*words) == 2
    assert capsys.readouterr() == ("", error)


# --- what every hold is worth ------------------------------------------------------------------


def test_all_holds_with_the_best_first(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("AH KH QH JH 4C", "--json") == 0
    holds = json.loads(capsys.readouterr().out)["holds"]
    assert len({tuple(each["hold"]) for each in holds}) == 32
    # Four to the royal, 48 draws: 10H makes it (5000), JK another one (500), the other eight
    # hearts a flush (25), three tens a straight (15), six kings and aces a pair (5).
    value = 5000 + 500 + 8 * 25 + 3 * 15 + 6 * 5
    assert holds[0] == {
        "hold": ["AH", "KH", "QH", "JH"],
        "value": "1925/16",
        "credits": value / 48,
    }


def test_a_whole_value_is_a_fraction_too(capsys: pytest.CaptureFixture[str]) -> None:
    run("AH KH QH JH TH", "--json")
    best = json.loads(capsys.readouterr().out)["holds"][0]
    assert (best["hold"], best["value"]) == (["AH", "KH", "QH", "JH", "TH"], "5000/1")


def test_fewer_chips_are_paid_by_their_own_column(capsys: pytest.CaptureFixture[str]) -> None:
    run("AH KH QH JH TH", "--chips", "2", "--json")
    assert json.loads(capsys.readouterr().out)["holds"][0]["value"] == "1500/1"


def test_another_pay_table(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "flushes.toml"
    path.write_text("[hands]\nflush = 7\n")
    run("AH KH 9H JH 4H", "--paytable", str(path), "--chips", "1", "--json")
    assert json.loads(capsys.readouterr().out)["holds"][0]["value"] == "7/1"


def test_words_are_all_holds_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("AH KH QH JH TH") == 0
    title, best, *rest = capsys.readouterr().out.splitlines()
    assert title.split() == ["chips", "back", "hold"]
    assert best.split() == ["5000.00000", "AH", "KH", "QH", "JH", "TH"]
    assert len(rest) == 31


def test_dash_tells_all_holds_of_a_hand_a_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("JK QH 9S 4C 2D\nKH KD AS AC 4H\n"))
    assert run("-") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [len(json.loads(line)["holds"]) for line in lines] == [32, 32]


def test_wrong_line_of_standard_input_is_exit_2(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("KH KD AS AC 4H\nKH KD 9S\n"))
    assert run("-", "--made") == 2
    assert capsys.readouterr().err == "line 2: a hand has 5 cards, not 3: KH KD 9S\n"
