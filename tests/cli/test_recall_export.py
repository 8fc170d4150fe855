"""`cabinato recall` and `cabinato export`: what goes where, and the exit codes."""

import argparse
import json
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest
from blank_display import played

from firmware.cli import export, recall
from firmware.ledger.chain import KEY
from firmware.ledger.database import DATABASE

STORY = """
coin 100
settle
press HOLD2
settle
press BET
deck KH KD 9S 4C 2D 3H 7H TC
press DEAL
settle
press DEAL
settle
deck 9H KD 3S 4C JH
press DOUBLE
settle
press HOLD2
settle
press DEAL
settle
deck 2H 5D 9S JC KD 3H 4D 6S 7C 8H
press DEAL
settle
cut
settle
"""
"""A pair of kings, doubled and collected; then a round that is open when the power goes."""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The ledger of the story."""
    folder = tmp_path_factory.mktemp("told")
    outcome = played(STORY, folder)
    assert outcome.failures == ()
    return folder


@pytest.fixture
def folder(told: Path, tmp_path: Path) -> Path:
    """A copy that a test may damage."""
    copy = tmp_path / "data"
    copy.mkdir()
    for path in told.iterdir():
        (copy / path.name).write_bytes(path.read_bytes())
    return copy


def cabinato(*words: str) -> int:
    parser = argparse.ArgumentParser(prog="cabinato")
    commands = parser.add_subparsers(required=True)
    recall.add_parser(commands)
    export.add_parser(commands)
    args = parser.parse_args(words)
    code: int = args.run(args)
    return code


def forged(folder: Path, statement: str) -> None:
    with closing(sqlite3.connect(folder / DATABASE)) as database, database:
        database.execute(statement)


Capture = pytest.CaptureFixture[str]


# --- recall -----------------------------------------------------------------------------------


def test_the_last_rounds_for_people(folder: Path, capsys: Capture) -> None:
    assert cabinato("recall", "--data", str(folder)) == 0
    out, err = capsys.readouterr()
    newest, first = (line for line in out.splitlines() if "joker_poker" in line)
    assert "incomplete, interrupted" in newest
    assert "kings or better" in first
    assert "the same" in first
    assert err == ""


def test_one_round_for_people(folder: Path, capsys: Capture) -> None:
    assert cabinato("recall", "1", "--data", str(folder)) == 0
    out, _ = capsys.readouterr()
    lines = [" ".join(line.strip("│").split()) for line in out.splitlines()]
    assert "dealt │ [K♥] [K♦] 9♠ 4♣ 2♦ │ held 1 2" in lines
    assert "final │ K♥ K♦ 3♥ 7♥ 10♣ │ kings or better, pays 1" in lines
    assert "double 1 │ 9♥ [K♦] 3♠ 4♣ J♥ │ stake 1: won, 2" in lines
    assert "collected │ │ 2" in lines
    assert "it evaluates to the same win" in lines


def test_an_open_round_for_people(folder: Path, capsys: Capture) -> None:
    assert cabinato("recall", "2", "--data", str(folder)) == 0
    out, _ = capsys.readouterr()
    assert "round 2, joker_poker: incomplete, the cabinet went off in between" in out
    assert "still open: not told before the round is over" in out


def test_recall_json(folder: Path, capsys: Capture) -> None:
    assert cabinato("recall", "--json", "--data", str(folder)) == 0
    report = json.loads(capsys.readouterr().out)
    assert [(each["number"], each["is_over"]) for each in report["rounds"]] == [
        (2, False),
        (1, True),
    ]


def test_recall_json_of_one_round_has_the_same_shape(folder: Path, capsys: Capture) -> None:
    assert cabinato("recall", "1", "--json", "--data", str(folder)) == 0
    (only,) = json.loads(capsys.readouterr().out)["rounds"]
    assert (only["number"], only["collected"], only["same"]) == (1, 2, True)


def test_as_many_as_asked_for(folder: Path, capsys: Capture) -> None:
    assert cabinato("recall", "--json", "--limit", "1", "--data", str(folder)) == 0
    (only,) = json.loads(capsys.readouterr().out)["rounds"]
    assert only["number"] == 2


@pytest.mark.parametrize(("game", "count"), [("joker-poker", 2), ("strip_poker", 0)])
def test_rounds_of_a_game(folder: Path, capsys: Capture, game: str, count: int) -> None:
    assert cabinato("recall", "--json", "--game", game, "--data", str(folder)) == 0
    assert len(json.loads(capsys.readouterr().out)["rounds"]) == count


def test_a_round_that_is_not_kept_is_exit_2_with_the_range(folder: Path, capsys: Capture) -> None:
    assert cabinato("recall", "3", "--data", str(folder)) == 2
    out, err = capsys.readouterr()
    assert (out, err) == ("", "round 3 is not kept: kept are 1 to 2\n")


@pytest.mark.parametrize("number", ["0", "x", "1.5", "-3"])
def test_what_is_no_number_is_exit_2(folder: Path, capsys: Capture, number: str) -> None:
    with pytest.raises(SystemExit) as stop:
        cabinato("recall", "--data", str(folder), "--", number)
    assert stop.value.code == 2
    assert f"'{number}' is not a whole number from 1 on" in capsys.readouterr().err


def test_an_unknown_game_is_exit_2_with_those_there_are(folder: Path, capsys: Capture) -> None:
    with pytest.raises(SystemExit) as stop:
        cabinato("recall", "--game", "bridge", "--data", str(folder))
    assert stop.value.code == 2
    assert "'bridge' is no game: strip-poker, joker-poker, cinque-mani" in capsys.readouterr().err


def test_a_number_beside_a_limit_is_exit_2(folder: Path, capsys: Capture) -> None:
    assert cabinato("recall", "1", "--limit", "2", "--data", str(folder)) == 2
    assert "leave out the number" in capsys.readouterr().err


def test_a_changed_win_is_exit_1_and_named(folder: Path, capsys: Capture) -> None:
    forged(folder, "UPDATE rounds SET text = replace(text, '\"paid\":1', '\"paid\":9')")
    assert cabinato("recall", "1", "--data", str(folder)) == 1
    out, _ = capsys.readouterr()
    assert "it does NOT evaluate to the same:" in out
    assert "round 1: paid is 9, the rules make it 1" in out


def test_a_missing_round_is_exit_1_and_the_others_are_shown(folder: Path, capsys: Capture) -> None:
    forged(folder, "DELETE FROM rounds WHERE number = 1")
    assert cabinato("recall", "--json", "--data", str(folder)) == 1
    out, err = capsys.readouterr()
    assert [each["number"] for each in json.loads(out)["rounds"]] == [2]
    assert err == "round 1 is missing\n"


def test_markup_in_a_damaged_ledger_is_shown_as_it_is(folder: Path, capsys: Capture) -> None:
    forged(folder, "DROP TRIGGER rows_are_never_edited")
    forged(folder, "UPDATE rows SET wall = '[/red]'")
    assert cabinato("recall", "1", "--data", str(folder)) == 0  # verify tells of it
    assert "[/red], boot 1" in capsys.readouterr().out


# --- export -----------------------------------------------------------------------------------


def test_export_says_what_it_wrote(folder: Path, capsys: Capture, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert cabinato("export", "--out", str(out), "--data", str(folder)) == 0
    said, err = capsys.readouterr()
    assert said.startswith(f"{out}: 2 rounds and ")
    assert err == ""
    assert (out / "rounds.csv").is_file()


def test_an_unproven_export_is_exit_1_and_says_so(
    folder: Path, capsys: Capture, tmp_path: Path
) -> None:
    (folder / KEY).unlink()
    assert cabinato("export", "--out", str(tmp_path / "out"), "--data", str(folder)) == 1
    said, err = capsys.readouterr()
    assert "NOT PROVEN: 1 fault(s), listed in NOT_PROVEN.txt" in said
    assert "the key of the ledger is missing" in err


def test_a_folder_of_something_else_is_exit_2(folder: Path, capsys: Capture) -> None:
    assert cabinato("export", "--out", str(folder), "--data", str(folder)) == 2
    said, err = capsys.readouterr()
    assert (said, len(err.splitlines())) == ("", 1)
    assert "which is not of an export" in err


def test_export_needs_a_place(folder: Path, capsys: Capture) -> None:
    with pytest.raises(SystemExit) as stop:
        cabinato("export", "--data", str(folder))
    assert stop.value.code == 2
    assert "--out" in capsys.readouterr().err


def test_a_bar_is_shown_to_somebody_who_sees_it(
    folder: Path, capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert cabinato("export", "--out", str(tmp_path / "out"), "--data", str(folder)) == 0
    said, err = capsys.readouterr()
    assert "proving" in err
    assert "proving" not in said


@pytest.mark.parametrize("words", [("recall",), ("recall", "1"), ("export", "--out", "x")])
def test_no_ledger_is_exit_1_with_one_line(
    words: tuple[str, ...], capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cabinato(*words, "--data", str(tmp_path)) == 1
    assert capsys.readouterr() == ("", f"there is no ledger in {tmp_path}\n")
    assert list(tmp_path.iterdir()) == []
