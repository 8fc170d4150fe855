"""`cabinato run`: options that do not go together, stories, exit codes, never a traceback."""

import io
import json
import re
import sys
from pathlib import Path

import pytest

from firmware.app.script import Verb
from firmware.assets import shipped_config
from firmware.cli import main
from firmware.clock import VirtualClock
from firmware.ledger.ledger import Ledger


@pytest.fixture
def story(tmp_path: Path) -> Path:
    path = tmp_path / "a.story"
    path.write_text("coin 100\nsettle\nexpect credit 10\n")
    return path


def told(capsys: pytest.CaptureFixture[str]) -> list[str]:
    out, err = capsys.readouterr()
    assert out == ""
    return err.splitlines()


@pytest.mark.promise("RNG-1")
@pytest.mark.parametrize(
    ("words", "lines"),
    [
        (["--headless"], ["--headless plays a story: name it with --script FILE"]),
        (
            ["--headless", "--script", "x.story", "--windowed"],
            ["--headless and --windowed exclude each other"],
        ),
        (["--script", "x.story"], ["--script belongs to a story: add --headless --script FILE"]),
        (["--seed", "0"], ["--seed belongs to a story: add --headless --script FILE"]),
        (
            ["--report", "json", "--shots", "d"],
            [
                "--report belongs to a story: add --headless --script FILE",
                "--shots belongs to a story: add --headless --script FILE",
            ],
        ),
        (
            ["--headless", "--windowed"],
            [
                "--headless plays a story: name it with --script FILE",
                "--headless and --windowed exclude each other",
            ],
        ),
    ],
)
def test_options_that_do_not_go_together(
    words: list[str], lines: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.run(["run", *words]) == 2
    assert told(capsys) == [f"cabinato run: {line}" for line in lines]


@pytest.mark.parametrize("words", [["--seed", "many"], ["--report", "xml"], ["--hedless"]])
def test_unusable_options(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main.run(["run", *words])
    assert caught.value.code == 2
    (line,) = told(capsys)
    assert words[-1] in line


def test_a_story_that_is_met(
    story: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"
    words = ["run", "--headless", "--script", str(story), "--data", str(data)]
    assert main.run(words) == 0
    out, err = capsys.readouterr()
    assert err == ""
    assert "3 steps" in out
    assert "1 of 1 expectations met" in out


def test_the_report_alone_is_on_standard_output(
    story: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.run(["run", "--headless", "--script", str(story), "--report", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["credit"] == 10


@pytest.mark.parametrize("has_data", [True, False])
def test_a_ledger_that_is_thrown_away_has_no_second_copy(
    story: Path, tmp_path: Path, has_data: bool
) -> None:
    stick, config = tmp_path / "stick", tmp_path / "with_copy.toml"
    shipped = shipped_config().read_text(encoding="utf-8")
    config.write_text(shipped.replace('copy_to = ""', f'copy_to = "{stick}"'), encoding="utf-8")
    words = ["run", "--headless", "--script", str(story), "--config", str(config)]
    assert main.run([*words, "--data", str(tmp_path / "data")] if has_data else words) == 0
    assert stick.exists() is has_data


def test_a_story_that_is_not_met(story: Path, capsys: pytest.CaptureFixture[str]) -> None:
    story.write_text("coin 100\nsettle\nexpect credit 11\n")
    words = ["run", "--headless", "--script", str(story), "--report", "json"]
    assert main.run(words) == 1
    out, err = capsys.readouterr()
    assert err.splitlines() == [f"{story}:3: expected credit 11, found 10"]
    assert json.loads(out)["credit"] == 10


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("pres DEAL\ncoin x\n", 2),
        ("deck AH KH\n", 1),
        (None, 1),
    ],
)
def test_an_unusable_story(
    text: str | None, lines: int, story: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if text is None:
        story.unlink()
    else:
        story.write_text(text)
    assert main.run(["run", "--headless", "--script", str(story)]) == 2
    found = told(capsys)
    assert len(found) == lines
    assert all(line.startswith(str(story)) for line in found)


def test_a_real_ledger_is_refused(
    story: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"
    Ledger.open(data, clock=VirtualClock(), executor=None, is_test=False).close()
    assert main.run(["run", "--headless", "--script", str(story), "--data", str(data)]) == 2
    (line,) = told(capsys)
    assert "holds a real ledger" in line


def test_a_folder_in_use_is_refused(
    story: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "data"
    ledger = Ledger.open(data, clock=VirtualClock(), executor=None, is_test=True)
    try:
        words = ["run", "--headless", "--script", str(story), "--data", str(data)]
        assert main.run(words) == 2
    finally:
        ledger.close()
    (line,) = told(capsys)
    assert "another cabinet is running on this folder" in line


@pytest.mark.parametrize("option", ["--data", "--shots"])
def test_a_folder_that_is_a_file(
    option: str, story: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main.run(["run", "--headless", "--script", str(story), option, str(story)]) == 2
    assert told(capsys) == [f"cabinato run: {option} {story}: is not a folder"]


def test_pictures_that_cannot_be_kept(
    story: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    story.write_text("shot a\n")
    below = story / "shots"  # no folder can be made below a file
    words = ["run", "--headless", "--script", str(story), "--shots", str(below)]
    assert main.run(words) == 2
    (line,) = told(capsys)
    assert line.startswith(f"{story}:1: shot a: the picture cannot be kept in {below}")


def test_a_configuration_that_is_not_there(
    story: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = tmp_path / "no.toml"
    words = ["run", "--headless", "--script", str(story), "--config", str(config)]
    assert main.run(words) == 2
    (line,) = told(capsys)
    assert str(config) in line


def test_an_unknown_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.run(["rnu"]) == 2
    (line,) = told(capsys)
    assert "did you mean 'run'?" in line


@pytest.mark.parametrize(
    ("option", "code", "said"),
    [("--shots", 2, "File name too long"), ("--data", 1, "expected mode attract, found fault")],
)
def test_a_folder_that_the_system_refuses(
    option: str,
    code: int,
    said: str,
    story: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    story.write_text("shot a\nexpect mode attract\n")
    folder = tmp_path / ("x" * 300)  # longer than a name may be
    words = ["run", "--headless", "--script", str(story), "--report", "json", option, str(folder)]
    assert main.run(words) == code
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    "words",
    [["run", "--head"], ["audit", "--dat", "x"], ["verify", "--hea", "0"], ["coins", "--l"]],
)
def test_an_option_is_taken_only_as_it_is_written(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        main.run(words)
    assert caught.value.code == 2
    (line,) = told(capsys)
    assert words[1] in line


def test_a_report_is_utf8_whatever_the_locale_is(
    story: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    story.write_text("lang ru\nsettle\n")
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding="ascii"))
    assert main.run(["run", "--headless", "--script", str(story), "--report", "json"]) == 0
    legends = json.loads(written.getvalue().decode("utf-8"))["legends"]
    assert legends["DEAL"] == "ИГРАТЬ"


@pytest.mark.parametrize("verb", Verb)
def test_the_help_names_every_step_of_a_story(
    verb: Verb, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main.run(["run", "--help"])
    steps = capsys.readouterr().out.partition("one a line:")[2]
    assert re.search(rf"\b{verb}\b", steps)
