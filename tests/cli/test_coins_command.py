"""`cabinato coins` as a person or a script meets it."""

import argparse
import os
import pty
import select
import signal
import subprocess
import sys
import tty
from pathlib import Path

import pytest

from firmware.cli import coins

STARTER = """
import argparse, sys
from firmware.cli import coins
parser = argparse.ArgumentParser()
coins.add_parser(parser.add_subparsers())
args = parser.parse_args()
sys.exit(coins.run(args))
"""
ROOT = Path(coins.__file__).parents[2]


def parsed(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    coins.add_parser(parser.add_subparsers())
    return parser.parse_args(["coins", *words])


def started(*words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", STARTER, "coins", *words],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--fault", "nois"], "did you mean 'noise'?"),
        (["--device", "cctalk_coin"], "did you mean 'cctalk-coin'?"),
        (["--device", "sewing-machine"], "allowed: cctalk-coin"),
        (["--sniff", "/dev/null", "--fault", "noise"], "listens only"),
        (["--sniff", "/dev/there-is-no-such-line"], "cannot be opened"),
    ],
)
def test_unusable_options_are_one_line_and_exit_2(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert coins.run(parsed(*words)) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert sentence in captured.err
    assert captured.err.count("\n") == 1


def test_every_unusable_option_has_its_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert coins.run(parsed("--fault", "x", "--device", "y")) == 2
    assert capsys.readouterr().err.count("\n") == 2


def test_a_file_in_the_place_of_the_link_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    precious = tmp_path / "precious"
    precious.write_text("mine")
    assert coins.run(parsed("--link", str(precious))) == 2
    assert str(precious) in capsys.readouterr().err
    assert precious.read_text() == "mine"


def test_it_offers_a_line_that_answers_and_tells_of_coins(tmp_path: Path) -> None:
    link = tmp_path / "acceptor"
    with started("--link", str(link)) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        assert process.stdout.readline().decode().strip() == str(link)
        line = os.open(link, os.O_RDWR | os.O_NOCTTY)
        os.write(line, bytes.fromhex("02 00 01 FE FF"))
        heard = b""
        while len(heard) < 10:
            assert select.select([line], [], [], 10)[0]
            heard += os.read(line, 100)
        os.close(line)
        assert heard == bytes.fromhex("02 00 01 FE FF 01 00 02 00 FD")
        process.stdin.write(b"100\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"returned 1, box 0\n"
        process.stdin.write(b"quit\n")
        process.stdin.close()
        assert process.wait(10) == 0
    assert not link.is_symlink()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_ends_it_cleanly(tmp_path: Path, number: int) -> None:
    link = tmp_path / "acceptor"
    with started("--link", str(link)) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.send_signal(number)
        assert process.wait(10) == 0
        assert b"Traceback" not in process.stderr.read()
    assert not link.is_symlink()


def test_the_monitor_shows_rows_and_ends_with_its_line() -> None:
    master, slave = pty.openpty()
    tty.setraw(slave)
    with started("--sniff", os.ttyname(slave)) as process:
        assert process.stdout is not None
        # Opening flushes what came before, so it is said until it is heard.
        while not select.select([process.stdout], [], [], 0.1)[0]:
            os.write(master, bytes.fromhex("02 00 01 FE FF"))
        row = process.stdout.readline().decode()
        os.close(slave)
        os.close(master)
        assert process.wait(10) == 0
    assert row.split()[1:] == ["host", "->", "2", "simple", "poll", "8-bit", "ok"]
