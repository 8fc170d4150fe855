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
from firmware.hardware.cctalk import Checksum
from firmware.hardware.emulated_devices import DEVICES

DEVICE_NAMES = "allowed: cctalk-coin, cctalk-bill, dg600f, jy910, jy23, nv-simple, ssp"
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
        (
            ["--device", "sewing-machine"],
            "allowed: cctalk-coin, cctalk-bill, dg600f, jy910, jy23, nv-simple, ssp",
        ),
        (["--sniff", "/dev/null", "--fault", "noise"], "listens only"),
        (["--fault", "jam"], "no fault 'jam'"),
        (["--device", "cctalk-bill", "--fault", "burst-of-six"], "no fault 'burst-of-six'"),
        (["--checksum", "crc16"], "did you mean 'crc-16'?"),
        (["--device", "ssp", "--checksum", "crc-16"], "ssp has only one"),
        (["--protocol", "ssp"], "neither is there"),
        (["--sniff", "/dev/null", "--protocol", "cctak"], "did you mean 'cctalk'?"),
        (["--replay", "x", "--sniff", "/dev/null"], "are of a line"),
        (["--replay", "x", "--checksum", "8-bit"], "reads a file only"),
        (["--replay", "/there/is/no/such/file"], "No such file"),
        (["--record", "/there/is/no/such/file"], "--record /there/is/no/such/file: No such"),
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


def test_the_help_says_what_every_fault_does(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parsed("--help")
    assert ended.value.code == 0
    text = capsys.readouterr().out
    for name, kind in DEVICES.items():
        assert f"faults of {name}:" in text
        for fault, meaning in kind.faults.items():
            assert f"  {fault:<25} {meaning}\n" in text


@pytest.mark.parametrize("name", list(DEVICES))
def test_every_fault_of_every_device_can_be_made(name: str) -> None:
    kind = DEVICES[name]
    for fault in (None, *kind.faults):
        unit = kind.make(fault, Checksum.SUM8)
        assert (unit.in_box_minor, unit.accepted, unit.returned) == (0, 0, 0)


@pytest.mark.parametrize(
    ("words", "question", "answer"),
    [
        (["--device", "cctalk-bill"], "28 00 01 FE D9", "28 00 01 FE D9 01 00 28 00 D7"),
        (["--checksum", "crc-16"], "02 00 B1 FE 60", "02 00 B1 FE 60 01 00 30 00 37"),
        (["--device", "ssp"], "7F 80 01 11 65 82", "7F 80 01 F0 23 80"),
        (["--fault", "no-echo"], "02 00 01 FE FF", "01 00 02 00 FD"),
    ],
)
def test_the_device_that_was_asked_for_answers(
    tmp_path: Path, words: list[str], question: str, answer: str
) -> None:
    link = tmp_path / "unit"
    with started("--link", str(link), *words) as process:
        assert asked(process, link, question) == bytes.fromhex(answer)
        process.terminate()
        assert process.wait(10) == 0


def asked(process: subprocess.Popen[bytes], link: Path, question: str) -> bytes:
    """What comes back within a second of silence after it."""
    assert process.stdout is not None
    process.stdout.readline()
    line = os.open(link, os.O_RDWR | os.O_NOCTTY)
    os.write(line, bytes.fromhex(question))
    heard = b""
    while select.select([line], [], [], 1 if heard else 10)[0]:
        heard += os.read(line, 100)
    os.close(line)
    return heard


def test_what_it_records_can_be_replayed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    link, capture = tmp_path / "unit", tmp_path / "capture"
    with started("--link", str(link), "--record", str(capture)) as process:
        asked(process, link, "02 00 01 FE FF")
        process.terminate()
        assert process.wait(10) == 0
    assert coins.run(parsed("--replay", str(capture))) == 0
    rows = [line.split()[1:] for line in capsys.readouterr().out.splitlines()]
    assert rows == [
        ["host", "->", "2", "simple", "poll", "8-bit", "ok"],
        ["2", "->", "host", "=", "simple", "poll", "ack", "8-bit", "ok"],
    ]


def test_a_file_that_is_no_capture_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = tmp_path / "other"
    other.write_text("hello\n")
    assert coins.run(parsed("--replay", str(other))) == 2
    assert f"--replay {other}: line 1: 'hello'" in capsys.readouterr().err


def test_the_monitor_records_what_it_hears_and_writes_nothing(tmp_path: Path) -> None:
    master, slave = pty.openpty()
    tty.setraw(slave)
    capture = tmp_path / "capture"
    words = ["--sniff", os.ttyname(slave), "--protocol", "dg600f", "--record", str(capture)]
    with started(*words) as process:
        assert process.stdout is not None
        while not select.select([process.stdout], [], [], 0.1)[0]:
            os.write(master, bytes.fromhex("AA 32 98"))
        row = process.stdout.readline().decode()
        assert not select.select([master], [], [], 0)[0]
        process.terminate()
        assert process.wait(10) == 0
    os.close(slave)
    os.close(master)
    assert row.split()[1:] == ["unit", "->", "money", "value", "50", "xor", "ok"]
    assert "? aa 32 98" in capture.read_text()


@pytest.mark.parametrize(
    ("device", "value_minor", "message"),
    [
        ("dg600f", 500, "AA 32 98"),
        ("jy23", 50, "F2 03 01 05 00 07 F3"),
        # A coin of the second channel: the last of its three groups says so.
        ("jy910", 10, "94 00 00 02 96"),
    ],
)
def test_a_unit_that_only_talks_tells_of_a_coin(
    device: str, value_minor: int, message: str
) -> None:
    unit = DEVICES[device].make(None, Checksum.SUM8)
    unit.pump(0.0)
    unit.insert(value_minor, 0.0)
    assert unit.pump(0.5).endswith(bytes.fromhex(message))


def test_simple_notes_are_let_in_by_a_command() -> None:
    unit = DEVICES["nv-simple"].make(None, Checksum.SUM8)
    unit.pump(0.0, bytes((184,)))
    unit.insert(2000, 0.0)
    assert unit.pump(0.5) == b"\x03"
