"""Options as they are typed: misspelt, empty, or naming what cannot be read."""

from pathlib import Path

import pytest

from firmware.cli import main

Capture = pytest.CaptureFixture[str]


def refused(capsys: Capture, *words: str) -> str:
    """What is said to words that the command line does not take."""
    with pytest.raises(SystemExit) as stop:
        main.run(words)
    assert stop.value.code == 2
    out, err = capsys.readouterr()
    assert out == ""
    return err


def test_a_misspelt_option_is_offered_as_its_command_spells_it(capsys: Capture) -> None:
    assert refused(capsys, "verify", "--hed", "x") == (
        "cabinato verify: unknown option '--hed' (did you mean '--head'?) "
        "(see 'cabinato verify --help')\n"
    )


def test_it_comes_before_what_is_missing(capsys: Capture) -> None:
    assert "unknown option '--ot' (did you mean '--out'?)" in refused(capsys, "export", "--ot=x")


def test_an_option_like_no_other_gets_no_guess(capsys: Capture) -> None:
    assert refused(capsys, "verify", "-x").startswith("cabinato verify: unknown option '-x' (see ")


def test_an_option_before_the_command(capsys: Capture) -> None:
    assert refused(capsys, "--versio").startswith(
        "cabinato: unknown option '--versio' (did you mean '--version'?)"
    )


def test_a_word_too_many(capsys: Capture) -> None:
    assert refused(capsys, "audit", "meters").startswith(
        "cabinato audit: 'meters' is one word too many"
    )


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (("run", "--data", ""), "--data"),
        (("run", "--config", ""), "--config"),
        (("run", "--headless", "--script", ""), "--script"),
        (("run", "--shots", ""), "--shots"),
        (("audit", "--data", ""), "--data"),
        (("verify", "--copy", ""), "--copy"),
        (("export", "--out", ""), "--out"),
        (("coins", "--link", ""), "--link"),
    ],
)
def test_an_empty_path_is_not_the_present_folder(
    capsys: Capture, words: tuple[str, ...], option: str
) -> None:
    assert f"argument {option}: the path is empty" in refused(capsys, *words)


@pytest.mark.parametrize("command", ["audit", "verify", "recall"])
def test_a_configuration_that_is_named_must_be_there(
    capsys: Capture, tmp_path: Path, command: str
) -> None:
    nowhere = tmp_path / "nope.toml"
    assert main.run([command, "--config", str(nowhere), "--data", str(tmp_path)]) == 2
    assert str(nowhere) in capsys.readouterr().err
