"""`tools/vm --arch arm64` without a virtual machine: its board, its image, the borrowed Python."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PROGRAM_OF = {"arm64": 183, "amd64": 62}
"""`e_machine` of the ELF standard."""


@pytest.fixture(autouse=True)
def _virtual_importable(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "tools" / "virtual"))


def _program(path: Path, arch: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    head = b"\x7fELF" + bytes(14) + PROGRAM_OF[arch].to_bytes(2, "little")
    path.write_bytes(head + bytes(44))
    return path


# --- the machine ---------------------------------------------------------------------------------


def test_another_processor_than_there_is_is_refused() -> None:
    said = subprocess.run(
        [ROOT / "tools/vm", "--arch", "z80", "--boot"], capture_output=True, text=True, check=False
    )
    assert said.returncode == 2
    assert "arm64" in said.stderr


def test_the_board_has_the_processor_of_a_pi_4_and_never_kvm() -> None:
    from vm_arm_image import ArmImage
    from vm_machine import Parts, arguments

    path = Path("/vm/x")
    told = arguments(Parts(path, path, "", path, (640, 360), ArmImage.board), Path("/run"))
    assert told[0] == "qemu-system-aarch64"
    assert told[told.index("-M") + 1] == "virt"
    assert told[told.index("-cpu") + 1] == "cortex-a72"
    assert told[told.index("-accel") + 1] == "tcg,thread=multi"


def test_the_serial_console_is_not_the_one_that_the_installer_takes_for_itself() -> None:
    # tools/install silences "console=ttyAMA0,115200", and there would be no log.
    from vm_arm_image import LINE

    assert "console=ttyAMA0" in LINE.split()


def test_the_images_of_two_processors_lie_in_two_folders(monkeypatch) -> None:
    import vm_command

    folders = set()
    for arch in ("amd64", "arm64"):
        monkeypatch.setattr("sys.argv", ["vm", "--boot", "--arch", arch])
        folders.add(vm_command._options().folder)
    assert len(folders) == 2


def test_a_missing_emulator_is_named_with_what_brings_it(tmp_path: Path, monkeypatch) -> None:
    from vm_arm_image import ArmImage
    from vm_image import ImageError

    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ImageError, match=r"qemu-system-aarch64.*apt-get install qemu-system-arm"):
        ArmImage(tmp_path / "image", print).make()


# --- the first file system ------------------------------------------------------------------------


@pytest.mark.skipif(not Path("/usr/bin/cpio").exists(), reason="no cpio here")
def test_the_first_file_system_has_the_shell_of_its_processor(tmp_path: Path) -> None:
    from vm_initrd import make_initrd

    modules = tmp_path / "modules"
    modules.mkdir()
    (modules / "modules.dep").write_text("")
    shell = _program(tmp_path / "busybox", "arm64")
    make_initrd(modules, tmp_path / "out", tmp_path / "work", shell)
    assert shell.read_bytes() in (tmp_path / "out").read_bytes()


# --- the borrowed Python --------------------------------------------------------------------------


@pytest.fixture
def systems(tmp_path: Path) -> tuple[Path, Path]:
    """A system of this machine and one for arm64, as far as they matter here."""
    from vm_arm_python import LEFT_OUT, PROGRAMS, PYTHON

    native, root = tmp_path / "native", tmp_path / "root"
    for system, arch in ((native, "amd64"), (root, "arm64")):
        for name in (*PROGRAMS, *LEFT_OUT):
            _program(system / "usr" / name, arch)
        (system / "usr/lib" / PYTHON / "lib-dynload").mkdir(parents=True)
    (native / "usr/lib/x86_64-linux-gnu").mkdir()
    (native / "usr/lib64").mkdir()
    return native, root


def _orders(monkeypatch, failing: str = "") -> list[list[str]]:
    """Takes the place of mounting; what was asked for. `failing`: a target that will not."""
    given: list[list[str]] = []

    def run(argv, **_):
        given.append([str(word) for word in argv])
        is_wrong = bool(failing) and argv[0] == "mount" and str(argv[-1]).endswith(failing)
        return subprocess.CompletedProcess(argv, int(is_wrong), "", "no such device")

    monkeypatch.setattr("vm_arm_python.subprocess.run", run)
    return given


def test_pip_is_told_that_it_runs_on_arm64(systems, monkeypatch) -> None:
    from vm_arm_python import lent_programs

    _orders(monkeypatch)
    with lent_programs(*systems) as variables:
        assert variables["_PYTHON_HOST_PLATFORM"] == "linux-aarch64"


def test_all_that_was_lent_is_taken_back(systems, monkeypatch) -> None:
    from vm_arm_python import lent_programs

    given = _orders(monkeypatch)
    with pytest.raises(ZeroDivisionError), lent_programs(*systems):
        raise ZeroDivisionError
    lent = [argv[-1] for argv in given if argv[0] == "mount"]
    back = [argv[-1] for argv in given if argv[0] == "umount"]
    assert {"python3.13", "perl", "dash", "lib-dynload"} <= {Path(each).name for each in lent}
    assert back == lent[::-1]


def test_folders_that_arm64_does_not_have_are_gone_afterwards(systems, monkeypatch) -> None:
    from vm_arm_python import lent_programs

    _native, root = systems
    before = sorted(root.rglob("*"))
    _orders(monkeypatch)
    with lent_programs(*systems):
        assert (root / "lib64").is_symlink()  # a folder there is no Debian with a merged /usr
        assert (root / "lib64").is_dir()
    assert sorted(root.rglob("*")) == before


def test_what_was_lent_before_a_failure_is_taken_back_too(systems, monkeypatch) -> None:
    from vm_arm_python import lent_programs

    given = _orders(monkeypatch, failing="lib-dynload")
    with pytest.raises(OSError, match="no such device"), lent_programs(*systems):
        pytest.fail("it must not begin")
    assert [argv[0] for argv in given] == ["mount", "mount", "mount", "umount", "umount"]


def test_a_library_for_another_processor_is_found(tmp_path: Path) -> None:
    from vm_arm_python import of_other_machines

    _program(tmp_path / "a/right.so", "arm64")
    wrong = _program(tmp_path / "a/wrong.so", "amd64")
    (tmp_path / "a/words.txt").write_text("\x7fEL")
    (tmp_path / "a/link.so").symlink_to(wrong)
    assert of_other_machines(tmp_path) == [wrong]


# --- the image ------------------------------------------------------------------------------------


def test_the_installer_finds_all_packages_there() -> None:
    # What it would fetch by an emulated apt, for minutes, is laid with the rest of Debian.
    from vm_arm_image import INSTALLED, LENT_TO
    from vm_image import BASE

    script = (
        f"HERE={ROOT} SUITE=trixie ARCH=arm64 READ_ONLY= IS_PI=yes; "
        "for part in steps program system; do . $HERE/tools/installing/$part.sh; done; packages"
    )
    wanted = subprocess.run(["sh", "-c", script], capture_output=True, text=True, check=True).stdout
    assert set(wanted.split()) - {"python3-lgpio"} <= {*BASE, *INSTALLED, *LENT_TO}
