"""`cabinato simulate`: what it answers, and what it refuses."""

import argparse
import json

import pytest

from firmware.cli import simulate


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    simulate.add_parser(parser.add_subparsers())
    args = parser.parse_args(["simulate", *words])
    code: int = args.run(args)
    return code


def told(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    assert run("--game", "joker-poker", *words, "--json") == 0
    answer: dict[str, object] = json.loads(capsys.readouterr().out)
    del answer["seconds"], answer["rounds_per_second"]
    return answer


def test_optimal_player_has_the_return_of_the_table_beside(
    capsys: pytest.CaptureFixture[str],
) -> None:
    answer = told(capsys, "--rounds", "20_000", "--seed", "5")
    assert answer["exact"] == {
        "fraction": "183519471067/186127769100",
        "percent": pytest.approx(98.598651865),
    }
    assert (answer["rounds"], answer["staked"]) == (20_000, 100_000)


def test_underscores_name_the_game_and_one_chip_its_return(
    capsys: pytest.CaptureFixture[str],
) -> None:
    words = ["--game", "joker_poker", "--chips", "1", "--rounds", "10", "--seed", "1"]
    assert run(*words) == 0
    assert "exact     501429737789/511851365025 = 97.9639" in capsys.readouterr().out


def test_same_seed_same_answer(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--rounds", "400", "--seed", "x", "--player", "made"]
    first = told(capsys, *words)
    assert first["player"] == "made"
    assert told(capsys, *words) == first


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["--game", "joker-pocker"], "--game joker-pocker: did you mean 'joker-poker'?"),
        (["--player", "mad"], "--player mad: did you mean 'made'?"),
        (["--rounds", "0"], "--rounds 0: a whole number from 1 to 1000000000000"),
        (["--rounds", "1e6"], "--rounds 1e6: a whole number"),
        (["--chips", "6"], "--chips 6: a bet is 1 to 5 chips"),
    ],
)
def test_what_cannot_be_played_is_refused(
    capsys: pytest.CaptureFixture[str], words: list[str], error: str
) -> None:
    given = {"--game": "joker-poker", "--rounds": "5", "--seed": "1"}
    given[words[0]] = words[1]
    assert run(*(word for pair in given.items() for word in pair)) == 2
    assert capsys.readouterr().err.startswith(error)
