"""`cabinato rtp`: its JSON, its words, its warnings and what it refuses."""

import argparse
import json
import subprocess
import sys
from pathlib import Path

import pytest

from firmware.cli import rtp


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    rtp.add_parser(parser.add_subparsers())
    args = parser.parse_args(["rtp", *words])
    code: int = args.run(args)
    return code


def told(capsys: pytest.CaptureFixture[str], *words: str) -> dict:
    assert run(*words, "--json") == 0
    return json.loads(capsys.readouterr().out)


def test_the_shipped_table_for_five_chips(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys)
    assert found["rtp"] == {
        "fraction": "183519471067/186127769100",
        "percent": float(18351947106700 / 186127769100),
    }
    assert (found["game"], found["paytable"], found["chips"]) == (
        "joker-poker",
        "kings_or_better",
        5,
    )


def test_fewer_chips(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, "--chips", "1")["rtp"]["fraction"] == "501429737789/511851365025"


def test_hands_stand_from_the_royal_down_and_make_up_the_return(
    capsys: pytest.CaptureFixture[str],
) -> None:
    found = told(capsys)
    hands = found["hands"]
    assert next(iter(hands)) == "natural_royal"
    assert list(hands)[-1] == "nothing"
    assert sum(hand["count"] for hand in hands.values()) == found["outcomes"]
    assert sum(hand["probability"] for hand in hands.values()) == pytest.approx(1)
    back = sum(hand["return"] for hand in hands.values())
    assert back == pytest.approx(found["rtp"]["percent"] / 100)


def test_hit_rate_is_what_is_not_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    found = told(capsys)
    assert found["hit_rate"] == pytest.approx(1 - found["hands"]["nothing"]["probability"])


def test_one_table_is_numpys_whatever_is_installed(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys)["kernel"] == "numpy"


def test_seconds_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert set(told(capsys)["seconds"]) == {"tables", "analysis", "total"}


def test_the_double_has_a_line_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys)["double"] == {
        "pairs": 2652,
        "won": 1248,
        "tied": 156,
        "lost": 1248,
        "return": "1/1",
    }


@pytest.mark.parametrize("game", ["jacks-or-better", "jacks_or_better"])
def test_the_game_of_52_cards(capsys: pytest.CaptureFixture[str], game: str) -> None:
    found = told(capsys, "--game", game)
    assert found["rtp"]["fraction"] == "1653526326983/1661102543100"
    assert "jacks_or_better" in found["hands"]
    assert "five_of_a_kind" not in found["hands"]
    assert "double" not in found


def test_a_table_of_ones_own(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "two_pair.toml"
    path.write_text(
        "[hands]\nnatural_royal = 1000\nfive_of_a_kind = 100\njoker_royal = 50\n"
        "straight_flush = 50\nquads = 20\nfull_house = 10\nflush = 6\nstraight = 5\n"
        "trips = 2\ntwo_pair = 1\n"
    )
    found = told(capsys, "--paytable", str(path))
    assert found["rtp"]["fraction"] == "1319005637/1320055100"
    assert found["hands"]["kings_or_better"]["pays"] == 0


def test_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert run() == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert out.startswith("joker-poker, pay table kings_or_better, 5 chips\n")
    assert "183519471067/186127769100 = 98.598652 %" in out
    assert "2,652 pairs of cards 1,248 win, 156 tie, 1,248 lose: it returns 100 %" in out
    assert rtp.TIE_BREAK in out


def test_words_of_a_table_that_pays_nothing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "free.toml"
    path.write_text("[hands]\nflush = 0\n")
    assert run("--paytable", str(path), "--chips", "1") == 0
    assert "return    0/1 = 0.000000 %" in capsys.readouterr().out


def test_a_file_whose_own_return_is_wrong_is_told_so(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "wrong.toml"
    path.write_text('[hands]\nflush = 0\n[returns]\nexact = ["1/2", "1/2", "1/2", "1/2", "3/4"]\n')
    assert run("--paytable", str(path)) == 0
    assert capsys.readouterr().err == (
        "wrong: the file says that it returns 3/4, which is not so\n"
    )


def test_a_lower_hand_that_pays_more_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "odd.toml"
    path.write_text("[hands]\nflush = 1\nstraight = 2\n")
    run("--paytable", str(path))
    assert capsys.readouterr().err == (
        "odd: straight pays more than flush, but hands count by their order\n"
    )


def loaded(command: str) -> set[str]:
    """What a Python of its own has loaded before the command begins to answer."""
    code = f"import sys, firmware.cli.main, firmware.cli.{command}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize("command", ["rtp", "holds"])
def test_nothing_slow_is_loaded_before_it_is_needed(command: str) -> None:
    assert loaded(command) & {"numpy", "numba", "pydantic", "rich", "babel", "tempfile"} == set()


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["--chips", "6"], "--chips 6: a bet is 1 to 5 chips\n"),
        (
            ["--game", "joker-pokr"],
            "--game joker-pokr: did you mean 'joker-poker'? allowed: joker-poker, "
            "jacks-or-better\n",
        ),
        (["--engine", "ful"], "--engine ful: did you mean 'full'? allowed: reduced, full\n"),
        (["--paytable", "none.toml"], "none.toml: cannot be read: No such file or directory\n"),
    ],
)
def test_wrong_arguments_are_one_line_and_exit_2(
    words: list[str], error: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*words) == 2
    assert capsys.readouterr() == ("", error)
