"""What root does for the cabinet: four words and a stick, on a made-up system.

Programs of the system are stubs there that write down how they were called.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from firmware.assets import asset

FILES = asset().parent / "tools" / "installing" / "files"
HOST = FILES / "host.py"
ANALYZE = shutil.which("systemd-analyze")
LARGEST_EXPOSURE = 49
"""In tenths; systemd calls more "MEDIUM". Mounting and the clock are rights that cost some."""
needs_systemd = pytest.mark.skipif(ANALYZE is None, reason="not run: no systemd-analyze here")

STUB = """#!/bin/sh
echo "$(basename "$0") $*" >> "{calls}"
{does}
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A system with the cabinet's folder, its user and the programs that are called."""
    root = tmp_path / "root"
    (root / "run/cabinato/requests").mkdir(parents=True)
    (root / "run/cabinato-usb/stick").mkdir(parents=True)
    (root / "etc").mkdir()
    (root / "etc/passwd").write_text(f"cabinet:x:{os.getuid()}:{os.getgid()}::/:/bin/false\n")
    (root / "proc/self").mkdir(parents=True)
    mounts(root)
    for name in ("systemctl", "date", "mount", "umount"):
        stub(root, f"usr/bin/{name}")
    stub(root, "usr/sbin/blkid", "echo vfat")
    plug(root, "sda", "8", "sda1")
    return root


def stub(root: Path, program: str, does: str = "") -> None:
    path = root / program
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(STUB.format(calls=root / "calls", does=does))
    path.chmod(0o755)


def plug(root: Path, disk: str, major: str, *partitions: str) -> None:
    """A disk with partitions, as sysfs shows them."""
    place = root / "sys/devices" / disk
    for minor, name in enumerate((disk, *partitions)):
        folder = place if name == disk else place / name
        folder.mkdir(parents=True)
        if name != disk:
            (folder / "partition").write_text(f"{minor}\n")
        for link in (f"sys/class/block/{name}", f"sys/dev/block/{major}:{minor}"):
            (root / link).parent.mkdir(parents=True, exist_ok=True)
            (root / link).symlink_to(folder)


def mounts(root: Path, *lines: str) -> None:
    (root / "proc/self/mountinfo").write_text("".join(f"{line}\n" for line in lines))


def stick_there(root: Path, device: str = "/dev/sda1") -> str:
    return f"40 22 8:1 / {root}/run/cabinato-usb/stick rw,nosuid - vfat {device} rw"


def host(root: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-I", str(HOST), "--root", str(root), *words],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def calls(root: Path) -> list[str]:
    """How programs were called, in order."""
    path = root / "calls"
    return path.read_text().splitlines() if path.exists() else []


def asked(root: Path, request: bytes) -> str:
    """The answer to a request."""
    folder = root / "run/cabinato/requests"
    (folder / "ask").write_bytes(request)
    host(root, "requests")
    assert not (folder / "ask").exists(), "it would be done again without end"
    return (folder / "answer").read_text()


# --- the four words ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("request_", "target"), [(b"power-off", "poweroff"), (b"restart\n", "reboot")]
)
def test_the_machine_goes_down(root: Path, request_: bytes, target: str) -> None:
    assert asked(root, request_) == "done\n"
    (call,) = calls(root)
    assert call.startswith("systemctl --no-block ")
    assert call.endswith(f" start {target}.target")


def test_the_clock_is_set_by_a_number_that_root_reckoned_itself(root: Path) -> None:
    # `date -u -d 2026-11-30T12:00:00 +%s`
    assert asked(root, b"clock 2026-11-30T12:00:00+00:00") == "done\n"
    assert calls(root) == ["date --utc --set=@1796040000"]


def test_a_clock_that_keeps_time_without_power_is_set_too(root: Path) -> None:
    stub(root, "usr/sbin/hwclock")
    (root / "dev").mkdir()
    (root / "dev/rtc0").touch()
    asked(root, b"clock 2026-11-30T12:00:00+00:00")
    assert calls(root)[1:] == ["hwclock --systohc --utc"]


def test_a_stick_is_let_go(root: Path) -> None:
    mounts(root, stick_there(root))
    assert asked(root, b"eject") == "done\n"
    assert calls(root) == [f"umount {root}/run/cabinato-usb/stick"]


def test_no_stick_is_said_to_be_none(root: Path) -> None:
    assert asked(root, b"eject") == "failed no stick is there\n"
    assert calls(root) == []


def test_what_a_program_says_against_it_is_the_answer(root: Path) -> None:
    mounts(root, stick_there(root))
    stub(root, "usr/bin/umount", "echo 'umount: target is busy.' >&2; exit 32")
    assert asked(root, b"eject") == "failed umount: target is busy.\n"


# --- everything else --------------------------------------------------------------------------


@pytest.mark.parametrize(
    "request_",
    [
        b"",
        b"halt",
        b"power-off now",
        b"power-off; reboot",
        b"power-off\n\n",
        b"POWER-OFF",
        b"clock",
        b"clock 2026-11-30T12:00:00",
        b"clock 2026-11-30T12:00:00+00:00 $(reboot)",
        b"clock 2026-13-30T12:00:00+00:00",
        b"clock 1999-11-30T12:00:00+00:00",
        b"clock \xd9\xa22026-11-30T12:00:00+00:00",
        b"eject /dev/sda",
        b"restart" + b"\0" * 100,
        b"restart" + b" " * 10_000,
    ],
)
def test_any_other_word_is_refused_and_nothing_is_called(root: Path, request_: bytes) -> None:
    mounts(root, stick_there(root))
    assert asked(root, request_).startswith("refused ")
    assert calls(root) == []


def test_a_refusal_is_in_the_journal(root: Path) -> None:
    (root / "run/cabinato/requests/ask").write_bytes(b"halt")
    done = host(root, "requests")
    assert done.returncode == 1
    assert "unknown request b'halt'" in done.stderr


def test_a_link_is_not_followed(root: Path) -> None:
    (root / "word").write_text("power-off")
    (root / "run/cabinato/requests/ask").symlink_to(root / "word")
    assert host(root, "requests").returncode == 1
    assert calls(root) == []
    assert [path.name for path in (root / "run/cabinato/requests").iterdir()] == ["answer"]
    assert (root / "word").exists()


def test_a_pipe_is_not_waited_for(root: Path) -> None:
    os.mkfifo(root / "run/cabinato/requests/ask")
    assert host(root, "requests").returncode == 1
    assert not (root / "run/cabinato/requests/ask").exists()


def test_a_folder_in_place_of_the_request_is_taken_away(root: Path) -> None:
    (root / "run/cabinato/requests/ask").mkdir()
    assert host(root, "requests").returncode == 1
    assert not (root / "run/cabinato/requests/ask").exists()


def test_a_link_in_place_of_the_folder_is_not_followed(root: Path) -> None:
    elsewhere = root / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "ask").write_text("power-off")
    (root / "run/cabinato/requests").rmdir()
    (root / "run/cabinato/requests").symlink_to(elsewhere)
    assert host(root, "requests").returncode == 1
    assert sorted(path.name for path in elsewhere.iterdir()) == ["ask"]
    assert calls(root) == []


def test_an_answer_is_not_written_through_a_link(root: Path) -> None:
    (root / "precious").write_text("mine")
    for name in ("answer", "answer.new"):
        (root / "run/cabinato/requests" / name).symlink_to(root / "precious")
    assert asked(root, b"restart") == "done\n"
    assert (root / "precious").read_text() == "mine"


@pytest.mark.skipif(os.getuid() != 0, reason="not run: only root can make another user's file")
def test_a_file_of_somebody_else_is_refused(root: Path) -> None:
    ask = root / "run/cabinato/requests/ask"
    ask.write_text("power-off")
    os.chown(ask, 12345, 12345)
    assert host(root, "requests").returncode == 1
    assert calls(root) == []


# --- the stick --------------------------------------------------------------------------------


def test_a_stick_is_mounted_for_the_cabinets_user_and_nothing_on_it_runs(root: Path) -> None:
    assert host(root, "mount", "sda1").returncode == 0
    _blkid, call = calls(root)
    words = call.split()
    assert words[:4] == ["mount", "-i", "-t", "vfat"]
    assert words[-2:] == ["/dev/sda1", f"{root}/run/cabinato-usb/stick"]
    wanted = {"nosuid", "nodev", "noexec", f"uid={os.getuid()}", f"gid={os.getgid()}"}
    assert wanted <= set(words[5].split(","))


def test_a_file_system_that_knows_owners_gets_a_folder_for_the_cabinet(root: Path) -> None:
    stub(root, "usr/sbin/blkid", "echo ext4")
    host(root, "mount", "sda1")
    assert (root / "run/cabinato-usb/stick/cabinato").is_dir()
    assert not any("uid=" in call for call in calls(root))


def test_a_strangers_link_is_no_folder_for_the_cabinet(root: Path) -> None:
    stub(root, "usr/sbin/blkid", "echo ext4")
    (root / "run/cabinato-usb/stick/cabinato").symlink_to(root / "etc")
    done = host(root, "mount", "sda1")
    assert "no folder cabinato on the stick" in done.stderr


@pytest.mark.parametrize("kind", ["ntfs", "crypto_LUKS", ""])
def test_another_file_system_is_left_alone(root: Path, kind: str) -> None:
    stub(root, "usr/sbin/blkid", f"echo {kind}")
    done = host(root, "mount", "sda1")
    assert (done.returncode, "left alone" in done.stdout) == (0, True)
    assert not any(call.startswith("mount") for call in calls(root))


def test_a_stick_that_the_system_runs_from_is_left_alone_with_all_its_parts(root: Path) -> None:
    plug(root, "sdb", "9", "sdb1", "sdb2")
    mounts(root, "22 1 9:2 / / rw - ext4 /dev/sdb2 rw")
    assert "uses it itself" in host(root, "mount", "sdb1").stdout
    assert calls(root) == []


def test_a_stick_with_a_place_of_its_own_is_left_alone(root: Path) -> None:
    by_label = root / "dev/disk/by-label"
    by_label.mkdir(parents=True)
    (root / "dev/sda1").touch()
    (by_label / "COPY").symlink_to(root / "dev/sda1")
    (root / "etc/fstab").write_text("# sticks\n\nLABEL=COPY /mnt/copy vfat noauto 0 0\n")
    assert "uses it itself" in host(root, "mount", "sda1").stdout


def test_a_second_stick_waits_outside(root: Path) -> None:
    plug(root, "sdb", "9", "sdb1")
    mounts(root, stick_there(root))
    assert "another stick is there" in host(root, "mount", "sdb1").stdout


@pytest.mark.parametrize("name", ["", "../sda1", "nvme0n1", "sda1;reboot", "mmcblk0p2"])
def test_a_name_that_is_none_of_a_stick_is_left_alone(root: Path, name: str) -> None:
    host(root, "mount", name)
    assert calls(root) == []


def test_a_stick_that_was_pulled_out_is_forgotten(root: Path) -> None:
    mounts(root, stick_there(root))
    stub(root, "usr/bin/umount", '[ "$1" = --lazy ]')
    assert host(root, "unmount", "sda1").returncode == 0
    place = f"{root}/run/cabinato-usb/stick"
    assert calls(root) == [f"umount {place}", f"umount --lazy {place}"]


def test_another_sticks_end_takes_nothing_away(root: Path) -> None:
    mounts(root, stick_there(root))
    host(root, "unmount", "sdb1")
    assert calls(root) == []


# --- units and rule ---------------------------------------------------------------------------


def analyzed(folder: Path, *words: str, ending: str = "") -> subprocess.CompletedProcess[str]:
    """What systemd says of the units with that ending, where none of their programs is."""
    units = []
    for path in sorted(FILES.glob(f"cabinato-*{ending}")):
        text = path.read_text("utf-8").replace("/usr/local/lib/cabinato/host.py", "/dev/null")
        name = path.name.replace("@", "@sda1")
        (folder / name).write_text(text.replace("/usr/bin/python3", "/bin/true"))
        units.append(str(folder / name))
    assert ANALYZE is not None
    return subprocess.run(
        [ANALYZE, *words, *units], check=False, capture_output=True, text=True, timeout=60
    )


@needs_systemd
def test_systemd_finds_nothing_to_say_of_the_units(tmp_path: Path) -> None:
    found = analyzed(tmp_path, "verify")
    assert len(list(tmp_path.iterdir())) == 3
    assert (found.returncode, found.stdout, found.stderr) == (0, "", "")


@needs_systemd
def test_the_exposure_of_what_runs_as_root_is_still_ok(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("security", "--offline=true", f"--threshold={LARGEST_EXPOSURE}", "--no-pager")
    found = analyzed(tmp_path, *words, ending=".service")
    told = [line for line in found.stdout.splitlines() if "Overall exposure" in line]
    with capsys.disabled():
        sys.stdout.write(f" {' '.join(told)} ")
    assert len(told) == 2
    assert found.returncode == 0, found.stdout


@pytest.mark.parametrize("name", ["cabinato-requests.service", "cabinato-usb@.service"])
def test_no_unit_of_root_has_mounts_that_others_do_not_see(name: str) -> None:
    """Each of these lines brings a name space for mounts: the stick would be seen in it alone."""
    lines = (FILES / name).read_text("utf-8").splitlines()
    settings = [line.partition("=")[0] for line in lines if not line.startswith("#")]
    assert [each for each in settings if each.startswith(("Protect", "Private", "ReadW"))] == []


def test_the_rule_asks_for_the_unit_that_is_shipped() -> None:
    rule = (FILES / "71-cabinato-usb.rules").read_text("utf-8")
    assert 'ENV{SYSTEMD_WANTS}+="cabinato-usb@%k.service"' in rule
    assert 'ENV{ID_BUS}!="usb"' in rule


def test_the_cabinet_may_write_where_the_stick_is_mounted() -> None:
    unit = (asset().parent / "cabinet.service").read_text("utf-8")
    assert "-/run/cabinato-usb\n" in unit
    assert "/run/cabinato-usb/stick " in (FILES / "tmpfiles.conf").read_text("utf-8")
