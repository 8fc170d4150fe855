"""What root does for the cabinet, by its own units in the container: what is forged is refused
with a line in the journal, and a stick is mounted with the rights that its unit leaves.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from living import PATIENCE_S

pytestmark = pytest.mark.timeout(600)

FOLDER = "/run/cabinato/requests"
STICK = "/run/cabinato-usb/stick"
FORGED = {
    "a word of its own": "printf 'power-off; reboot' | lay",
    "too long": "printf 'restart%01000d' 0 | lay",
    "a clock that never was": "printf 'clock 2026-13-01T00:00:00+00:00' | lay",
    "a link": "printf power-off > word; ln -s word ask",
    "a pipe": "mkfifo ask",
    "a folder": "mkdir ask",
}
"""What a cabinet gone mad may lay down, by its own user."""


@pytest.fixture
def asking(machine):
    """The container with the cabinet's folder, whether its service runs or not."""
    for folder in ("/run/cabinato", FOLDER):
        machine.run("install", "-d", "-o", "cabinet", "-g", "cabinet", folder)
    machine.run("systemctl", "reset-failed", "cabinato-requests.service")  # many are asked in a row
    return machine


def by_cabinet(machine, script: str) -> None:
    lay = "lay() { cat >ask.new; mv ask.new ask; }"
    whole = f"cd {FOLDER}; {lay}; {script}"
    done = machine.run("runuser", "-u", "cabinet", "--", "sh", "-euc", whole)
    assert done.returncode == 0, done.stderr


def said(machine) -> str:
    """What the unit's last run left in the journal."""
    return machine.run(
        "journalctl", "-u", "cabinato-requests.service", "-n", "4", "-o", "cat", "--no-pager"
    ).stdout


def answered(machine) -> str:
    """The answer, once it is there."""
    from nspawn_machine import until

    path = machine.file(f"{FOLDER.lstrip('/')}/answer")
    until("answered", path.exists, PATIENCE_S)
    answer = path.read_text()
    machine.run("rm", "-f", f"{FOLDER}/answer", f"{FOLDER}/word")
    assert not machine.file(f"{FOLDER.lstrip('/')}/ask").exists()
    return answer


def test_what_is_forged_is_refused_with_a_line_in_the_journal(asking) -> None:
    for what, script in FORGED.items():
        by_cabinet(asking, script)
        answer = answered(asking)
        assert answer.startswith("refused "), what
        assert answer.strip() in said(asking), what


def test_somebody_elses_file_is_refused(asking) -> None:
    asking.run(
        "sh", "-c", f"printf power-off >{FOLDER}/ask.new && mv {FOLDER}/ask.new {FOLDER}/ask"
    )
    assert answered(asking) == "refused the request is no file of the cabinet's user\n"


def test_what_is_allowed_is_tried_and_its_failure_told(asking) -> None:
    by_cabinet(asking, "printf eject | lay")
    assert answered(asking) == "failed no stick is there\n"


# --- a stick --------------------------------------------------------------------------------------


@pytest.fixture(params=["ext4", "vfat", "exfat"])
def stick(request: pytest.FixtureRequest, machine, tmp_path: Path) -> Iterator[str]:
    """The kind of a file system on a block device that is called sda1 in the container."""
    kind = request.param
    image = tmp_path / "stick"
    image.write_bytes(b"")
    with image.open("r+b") as file:
        file.truncate(16 << 20)
    made = tool("mkfs." + kind, str(image))
    if made is None or made.returncode != 0:
        pytest.skip(f"not run: no mkfs.{kind} here")
    tool("modprobe", "-q", kind)
    if kind not in Path("/proc/filesystems").read_text().split():
        pytest.skip(f"not run: this machine's kernel has no {kind}")
    looped = tool("losetup", "--find", "--show", str(image))
    if looped is None or looped.returncode != 0:
        pytest.skip("not run: no loop device here")
    device = looped.stdout.strip()
    lay_stick(machine, device)
    yield kind
    machine.systemctl("stop", "stick-bench")
    machine.run("rm", "-f", "/dev/sda1")
    tool("losetup", "--detach", device)


def tool(*argv: str) -> subprocess.CompletedProcess[str] | None:
    """A program of this machine; None where it has none of that name."""
    try:
        return subprocess.run(argv, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return None


def lay_stick(machine, device: str) -> None:
    """The device by its name, and the shipped unit for it: without udev no device ever comes."""
    number = Path("/sys/class/block", Path(device).name, "dev").read_text().strip()
    major, _, minor = number.partition(":")
    machine.run("mknod", "/dev/sda1", "b", major, minor)
    unit = machine.file("etc/systemd/system/cabinato-usb@.service").read_text()
    lines = [line for line in unit.splitlines() if not line.startswith(("BindsTo=", "After="))]
    bench = machine.file("etc/systemd/system/stick-bench.service")
    bench.write_text("\n".join(lines).replace("%i", "sda1") + "\n")
    machine.systemctl("daemon-reload")


def test_a_stick_is_given_to_the_cabinet_and_taken_back(asking, stick: str) -> None:
    started = asking.systemctl("start", "stick-bench")
    told = asking.run(
        "journalctl", "-u", "stick-bench", "-n", "9", "-o", "cat", "--no-pager"
    ).stdout
    assert started.returncode == 0, told
    assert f"sda1 ({stick}) is the stick for the books" in told
    room = f"{STICK}/cabinato" if stick == "ext4" else STICK
    by_cabinet(asking, f"echo books > {room}/books")
    options = asking.run("findmnt", "-n", "-o", "OPTIONS", STICK).stdout
    assert {"nosuid", "nodev", "noexec"} <= set(options.strip().split(","))
    by_cabinet(asking, "printf eject | lay")
    assert answered(asking) == "done\n"
    assert asking.run("findmnt", STICK).returncode != 0
