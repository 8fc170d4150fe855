"""The command as a process: standard streams that are closed or full."""

import subprocess
import sys

CABINATO = f"{sys.executable} -m firmware"


def shell(line: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["sh", "-c", line], capture_output=True, text=True, timeout=60)


def test_a_closed_input_holds_no_hands() -> None:
    done = shell(f"{CABINATO} holds --made - <&-")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_nobody_reads_the_answer() -> None:
    done = shell(f"{CABINATO} holds --made 'KH KD 9S 4C JK' >&-")
    assert (done.returncode, done.stderr) == (0, "")


def test_complaints_never_end_up_in_the_report() -> None:
    done = shell(f"{CABINATO} holds --made 'KH' 2>&-")
    assert (done.returncode, done.stdout) == (2, "")


def test_an_output_that_takes_nothing() -> None:
    done = shell(f"{CABINATO} holds --made 'KH KD 9S 4C JK' >/dev/full")
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert "No space left on device" in line
