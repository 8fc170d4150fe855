"""`cabinato rtp` asked for tables near a return, for many tables, and what does not go together."""

import argparse
import json
from pathlib import Path

import pytest

from firmware.cli import rtp
from firmware.odds import reduced

BATCH = """name,natural_royal,five_of_a_kind,joker_royal,straight_flush,quads,full_house,flush,\
straight,trips,two_pair,kings_or_better
20/7,800,200,100,50,20,7,5,3,2,1,1
two pair,1000,100,50,50,20,8,7,5,2,1,
"""


def run(*words: str) -> int:
    parser = argparse.ArgumentParser()
    rtp.add_parser(parser.add_subparsers())
    args = parser.parse_args(["rtp", *words])
    code: int = args.run(args)
    return code


def test_proposals_with_their_exact_returns(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--target", "98.6", "--vary", "quads", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["target"] == {"fraction": "493/500", "percent": pytest.approx(98.6)}
    assert told["proposals"][0]["pays_a_chip"] == {"quads": 17}
    assert told["proposals"][0]["moved"] == {"quads": 0}
    assert told["proposals"][0]["rtp"]["fraction"] == "183519471067/186127769100"


class AskedError(Exception):
    """numba was asked for."""


@pytest.fixture
def _asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def best_kernel() -> str:
        raise AskedError

    monkeypatch.setattr(reduced, "best_kernel", best_kernel)


@pytest.mark.usefixtures("_asked")
def test_few_returns_are_numpys_whatever_is_installed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--target", "98.6", "--vary", "quads", "--json") == 0
    assert json.loads(capsys.readouterr().out)["kernel"] == "numpy"


@pytest.mark.usefixtures("_asked")
def test_three_rows_are_numbas_where_it_is_installed() -> None:
    with pytest.raises(AskedError):
        run("--target", "98.6", "--vary", "quads,flush,trips")


def test_proposals_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--target", "98.6", "--vary", "quads") == 0
    said = capsys.readouterr().out
    assert "returns 98.598652 %, wanted 98.600000 %" in said
    assert "17 (+0)   183519471067/186127769100" in said


def test_a_batch_in_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "tables.csv"
    path.write_text(BATCH, encoding="utf-8")
    assert run("--batch", str(path), "--json") == 0
    found = json.loads(capsys.readouterr().out)["tables"]
    assert [(each["paytable"], each["rtp"]["fraction"]) for each in found] == [
        ("20/7", "412127554537/409481092020"),
        ("two pair", "92203325791/93063884550"),
    ]
    assert found[0]["hit_rate"] == pytest.approx(0.44397, abs=1e-5)


def test_a_batch_in_words_warns_of_hands_out_of_order(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "tables.csv"
    path.write_text("name,natural_royal,five_of_a_kind\nodd,100,800\n", encoding="utf-8")
    assert run("--batch", str(path)) == 0
    said = capsys.readouterr()
    assert said.err == "odd: five_of_a_kind pays more than natural_royal\n"
    assert "pay tables analysed: 1, in" in said.out


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["--target", "98"], "--target P and --vary HANDS belong together\n"),
        (["--vary", "quads"], "--target P and --vary HANDS belong together\n"),
        (["--chart", "--batch", "f"], "--batch and --chart are answered one at a time\n"),
        (
            ["--chart", "--engine", "full"],
            "--engine full: --chart is worked out by the reduced one\n",
        ),
        (
            ["--batch", "f", "--paytable", "g"],
            "--batch names the tables: there is nothing to do for --paytable\n",
        ),
        (["--target", "98", "--vary", "quads", "--chips", "9"], "--chips 9: a bet is 1 to 5"),
        (["--batch", "no.csv"], "no.csv: No such file or directory\n"),
    ],
)
def test_what_does_not_go_together_is_refused(
    capsys: pytest.CaptureFixture[str], words: list[str], error: str
) -> None:
    assert run(*words) == 2
    assert capsys.readouterr().err.startswith(error)
