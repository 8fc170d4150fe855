"""`tools/install` on small made-up systems: what it decides, and that a dry run changes nothing.

Packages, environments and units are installed for real in a bare Debian by hand.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import tarfile
import tomllib
from dataclasses import asdict
from io import BytesIO
from pathlib import Path

import pytest

from firmware.app.status import status_of
from firmware.assets import asset
from firmware.cabinet.state import CabinetState
from firmware.money import Account

ROOT = asset().parent
LINE = "console=serial0,115200 console=tty1 root=PARTUUID=1234-02 rootfstype=ext4 quiet splash\n"

pytestmark = pytest.mark.skipif(shutil.which("dpkg-query") is None, reason="Debian's own tools")


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    """The files of a Raspberry Pi's system that the installer looks at."""
    root = tmp_path / "a card"
    for folder in ("etc", "var/lib/dpkg", "var/tmp", "boot/firmware"):
        (root / folder).mkdir(parents=True)
    (root / "etc/debian_version").write_text("12.11\n")
    (root / "etc/os-release").write_text("ID=debian\nVERSION_CODENAME=bookworm\n")
    (root / "etc/passwd").write_text("root:x:0:0::/root:/bin/sh\n")
    (root / "etc/group").write_text("root:x:0:\n")
    (root / "var/lib/dpkg/status").write_text("")
    (root / "var/lib/dpkg/arch").write_text("arm64\n")
    (root / "boot/firmware/cmdline.txt").write_text(LINE)
    (root / "boot/firmware/config.txt").write_text("dtparam=audio=on\n")
    return root


def install(root: Path, *options: str) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of a dry run."""
    command = [str(ROOT / "tools/install"), "--root", str(root), "--dry-run", *options]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    return done.returncode, done.stdout, done.stderr


def shell(root: Path, script: str, **env: str) -> tuple[int, str]:
    """Exit code and output of some of the installer's functions, for the system at `root`."""
    parts = ("steps", "program", "system")
    sources = "\n".join(f'. "$HERE/tools/installing/{part}.sh"' for part in parts)
    done = subprocess.run(
        ["sh", "-euc", f"{sources}\n{script}"],
        env={**os.environ, "HERE": str(ROOT), "ROOT": str(root), "DRY": "", "BUNDLE": "", **env},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    return done.returncode, done.stdout


def files(root: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_a_dry_run_prints_the_steps_and_changes_nothing(pi: Path) -> None:
    before = files(pi)
    code, out, err = install(pi)
    assert (code, err) == (0, "")
    for word in ("install -y", "useradd", "-m venv", "MANIFEST.sha256", "cmdline.txt"):
        assert word in out
    assert "enable cabinet.service" in out
    assert "enable cabinato-requests.path" in out
    assert "python3-lgpio" in out
    assert files(pi) == before


def test_a_dry_run_of_the_end_keeps_ledger_and_configuration(pi: Path) -> None:
    code, out, _ = install(pi, "--uninstall")
    assert code == 0
    removed = [line for line in out.splitlines() if " rm " in line]
    assert any("/opt/cabinato" in line for line in removed)
    assert not any("/var/lib/cabinato" in line or "/etc/cabinato" in line for line in removed)


def test_a_pc_gets_no_pins(pi: Path) -> None:
    shutil.rmtree(pi / "boot")
    _, out, _ = install(pi)
    assert "python3-lgpio" not in out


def of_32_bits(pi: Path, suite: str) -> None:
    """The files of a 32-bit Raspberry Pi OS."""
    (pi / "var/lib/dpkg/arch").write_text("armhf\n")
    (pi / "etc/os-release").write_text(f"ID=raspbian\nVERSION_CODENAME={suite}\n")


def test_32_bits_get_debians_own_pygame_and_all_else_by_pip(pi: Path) -> None:
    of_32_bits(pi, "trixie")
    code, out, err = install(pi)
    assert (code, err) == (0, "")
    (packages,) = [line for line in out.splitlines() if "python3-pygame" in line]
    assert "python3-numpy" in packages
    assert "python3-lgpio" in out
    alone, others = [line for line in out.splitlines() if "-m pip install" in line]
    assert "--no-deps" in alone
    assert alone.endswith(" cabinato")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["mqtt"]]
    for each in wanted:
        is_debians = each.startswith(("pygame-ce>", "numpy>"))
        assert (f" {each}" in f" {others} ") is not is_debians, each


def test_32_bits_of_bookworm_are_refused_since_their_pygame_is_too_old(pi: Path) -> None:
    of_32_bits(pi, "bookworm")
    before = files(pi)
    code, _, err = install(pi)
    assert code == 1
    assert "Trixie" in err
    assert files(pi) == before


def test_another_system_is_refused(pi: Path) -> None:
    (pi / "etc/os-release").write_text("VERSION_CODENAME=bullseye\n")
    code, _, err = install(pi)
    assert code == 1
    assert "'bullseye'" in err


def test_an_unknown_option_is_named(pi: Path) -> None:
    code, _, err = install(pi, "--unistall")
    assert code == 2
    assert "--unistall" in err


def test_a_read_only_system_needs_a_partition_for_the_ledger(pi: Path) -> None:
    assert install(pi, "--read-only-root")[0] == 1
    (pi / "etc/fstab").write_text("LABEL=ledger /var/lib/cabinato ext4 noatime 0 2\n")
    code, out, _ = install(pi, "--read-only-root")
    assert code == 0
    assert "overlayroot" in out


def test_there_is_nothing_to_go_back_to_at_first(pi: Path) -> None:
    code, _, err = install(pi, "--rollback")
    assert code == 1
    assert "no version before" in err


def bundle_for(folder: Path, suite: str, arch: str) -> Path:
    """A bundle with nothing in it but what it is for."""
    told = f"version=9.9.9-abc\nsuite={suite}\narch={arch}\n".encode()
    entry = tarfile.TarInfo("cabinato-bundle/bundle.txt")
    entry.size = len(told)
    path = folder / "bundle.tar"
    with tarfile.open(path, "w") as archive:
        archive.addfile(entry, BytesIO(told))
    return path


def test_a_bundle_is_installed_without_a_network(pi: Path, tmp_path: Path) -> None:
    bundle = bundle_for(tmp_path, "bookworm", "arm64")
    code, out, err = install(pi, "--bundle", str(bundle))
    assert (code, err) == (0, "")
    assert "/opt/cabinato/9.9.9-abc" in out
    assert "--no-index" in out
    assert "Dir::Etc::SourceParts=-" in out  # apt reads the bundle's list alone


def test_a_bundle_for_another_system_is_refused(pi: Path, tmp_path: Path) -> None:
    bundle = bundle_for(tmp_path, "trixie", "arm64")
    code, _, err = install(pi, "--bundle", str(bundle))
    assert code == 1
    assert "trixie arm64" in err
    assert "bookworm arm64" in err


def test_the_kernels_line_is_quiet_and_keeps_the_builders_words(pi: Path) -> None:
    line = pi / "boot/firmware/cmdline.txt"
    _, once = shell(pi, 'quiet_line "$ROOT/boot/firmware/cmdline.txt"')
    words = once.split()
    assert words[:2] == ["root=PARTUUID=1234-02", "rootfstype=ext4"]
    assert {"quiet", "logo.nologo", "console=tty3"} <= set(words)
    assert not {"splash", "console=tty1", "console=serial0,115200"} & set(words)
    line.write_text(once)
    assert shell(pi, 'quiet_line "$ROOT/boot/firmware/cmdline.txt"')[1] == once


def test_boot_files_are_changed_once_and_come_back(pi: Path) -> None:
    boot = pi / "boot/firmware"
    shell(pi, "BOOT=/boot/firmware; lay_boot")
    once = {name: (boot / name).read_text() for name in ("cmdline.txt", "config.txt")}
    shell(pi, "BOOT=/boot/firmware; lay_boot")
    assert {name: (boot / name).read_text() for name in once} == once
    assert once["config.txt"].startswith("dtparam=audio=on\n# >>> cabinato\n")
    assert (boot / "cmdline.txt.before-cabinato").read_text() == LINE
    shell(pi, "BOOT=/boot/firmware; DRY=yes; take_away")
    assert (boot / "cmdline.txt").read_text() == once["cmdline.txt"]


def test_a_manifest_names_every_file_and_a_touched_one_is_noticed(pi: Path) -> None:
    place = pi / "opt/cabinato/1-a"
    (place / "deep").mkdir(parents=True)
    (place / "deep" / "a file").write_bytes(b"one")
    shell(pi, "write_manifest /opt/cabinato/1-a")
    expected = f"{hashlib.sha256(b'one').hexdigest()}  ./deep/a file\n"
    assert (place / "MANIFEST.sha256").read_text() == expected
    assert shell(pi, "is_whole 1-a")[0] == 0
    (place / "deep" / "a file").write_bytes(b"two")
    assert shell(pi, "is_whole 1-a")[0] != 0


def test_a_touched_version_in_use_is_laid_anew_while_it_stands_still(pi: Path) -> None:
    (pi / "opt/cabinato/1-a").mkdir(parents=True)
    script = "point current 1-a; DRY=yes VERSION=1-a; is_running() { :; }; lay_program"
    _, out = shell(pi, script)
    steps = [line.strip() for line in out.splitlines()]
    stop = steps.index("systemctl stop cabinet.service")
    assert any("wait until nobody" in step for step in steps[:stop])
    assert any(step.startswith("rm -rf") for step in steps[stop:])


def test_the_version_before_stays_and_older_ones_go(pi: Path) -> None:
    home = pi / "opt/cabinato"
    for name in ("1-a", "2-b", "3-c"):
        (home / name).mkdir(parents=True)
    shell(pi, "point previous 2-b; point current 3-c; VERSION=3-c; prune")
    assert sorted(path.name for path in home.iterdir()) == ["2-b", "3-c", "current", "previous"]
    assert (home / "current").resolve() == home / "3-c"


def answers(pi: Path, **codes: int) -> str:
    """Versions that end with those codes when asked: `audit_new` for the audit of 2-new."""
    data = pi / "var/lib/cabinato"
    data.mkdir(parents=True)
    (data / "ledger.db").touch()
    cases = "".join(
        f"*-{version}/*{'audit' if job == 'audit' else 'python'}*) return {code} ;; "
        for job, version, code in ((*name.split("_"), code) for name, code in codes.items())
    )
    return f'there() {{ case "$*" in {cases} esac; }}'


@pytest.mark.parametrize(
    ("codes", "is_refused"),
    [
        ({}, False),
        ({"audit_new": 1}, False),  # a damaged ledger, or one that it carries over
        ({"schema_new": 1}, True),  # of a newer program
        ({"audit_new": 2}, True),  # the configuration has faults for it
        ({"schema_new": 1, "schema_old": 1}, False),  # no version can: the new one may say so
    ],
)
def test_a_version_that_cannot_use_ledger_or_configuration_does_not_get_them(
    pi: Path, codes: dict[str, int], is_refused: bool
) -> None:
    code, _ = shell(pi, f"{answers(pi, **codes)}\nis_refused 2-new 1-old")
    assert (code == 0) is is_refused


def test_a_first_version_that_cannot_use_a_kept_ledger_does_not_get_it(pi: Path) -> None:
    assert shell(pi, f'{answers(pi, schema_new=1)}\nis_refused 2-new ""')[0] == 0


@pytest.mark.parametrize(("credit", "code"), [(0, 1), (3, 0)])
def test_it_knows_whether_somebody_has_credit(pi: Path, credit: int, code: int) -> None:
    status = status_of(CabinetState(balances={Account.CREDIT: credit}), 1, "2026-01-01")
    (pi / "status-0.json").write_text(json.dumps(asdict(status)))
    assert shell(pi, 'RUN="$ROOT"; is_paid')[0] == code


def test_on_a_pi_the_configuration_is_for_real_pins(pi: Path) -> None:
    from firmware.config import load_config

    shell(pi, "IS_PI=yes; lay_configuration")
    config = load_config(pi / "etc/cabinato/hw_config.toml")
    assert config.is_real
    assert config.display.fullscreen
    assert config.coin.driver == "none"


def test_what_root_does_for_the_cabinet_is_laid_and_taken_away(pi: Path) -> None:
    def laid() -> set[str]:
        return {name.removeprefix(f"{pi}/") for name in files(pi) if "cabinato" in name}

    shell(pi, "systemctl_there() { :; }; lay_host")
    there = laid()
    assert there == {
        "usr/local/lib/cabinato/host.py",
        "etc/tmpfiles.d/cabinato.conf",
        "etc/systemd/system/cabinato-requests.path",
        "etc/systemd/system/cabinato-requests.service",
        "etc/systemd/system/cabinato-usb@.service",
        "etc/udev/rules.d/71-cabinato-usb.rules",
    }
    shell(pi, "BOOT=; systemctl_there() { :; }; take_away")
    assert laid() == set()


def test_a_configuration_that_is_there_stays(pi: Path) -> None:
    kept = pi / "etc/cabinato/hw_config.toml"
    kept.parent.mkdir()
    kept.write_text("mine\n")
    shell(pi, "IS_PI=yes; lay_configuration")
    assert kept.read_text() == "mine\n"


@pytest.mark.skipif(shutil.which("systemctl") is None, reason="not run: no systemctl here")
def test_the_three_keys_are_masked_though_the_first_start_laid_a_link_for_them(pi: Path) -> None:
    link = pi / "etc/systemd/system/ctrl-alt-del.target"
    link.parent.mkdir(parents=True)
    link.symlink_to("/lib/systemd/system/reboot.target")
    masks = 'case "$*" in *mask*) systemctl --root "$ROOT" "$@" ;; esac'
    code, _ = shell(pi, f"systemctl_there() {{ {masks}; }}; lay_system")
    assert code == 0
    assert link.readlink() == Path("/dev/null")
