"""A foreign system whose python3 is, for a while, the one of this machine.

Below `chroot` programs of arm64 run here by QEMU's emulation, Python about fifty times slower: to
compile its library and to install with pip would take an hour. The two Pythons are of one Debian
and differ in nothing but machine code. So the one of this machine is mounted over the other, with
the libraries it needs, and says that it runs on arm64: pip asks it which wheels fit. Afterwards all
of that is gone.
"""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

PYTHON = "python3.13"
"""Debian 13's."""
LIBRARIES = "usr/lib/x86_64-linux-gnu"
MODULES = f"usr/lib/{PYTHON}/lib-dynload"
"""Of the library only this is not the same for every processor."""
LOADER = "usr/lib64"
"""Where a program of this machine has what loads it; arm64 has no such folder."""
LINK = "lib64"
"""Where it looks for that. A Debian takes nothing but a link here."""
AARCH64 = 183
"""The processor in the head of a program for arm64, as the ELF standard numbers them."""
_MACHINE_AT = 18
_VARIABLES = {
    "_PYTHON_HOST_PLATFORM": "linux-aarch64",
    "_PYTHON_SYSCONFIGDATA_NAME": "_sysconfigdata__linux_aarch64-linux-gnu",
}
"""What a Python says of itself when it builds for another processor; pip asks it for that."""


def loans(native: Path, root: Path) -> tuple[tuple[Path, Path], ...]:
    """What is mounted where: paths below `native`, a system of this machine, and below `root`."""
    return (
        (native / LIBRARIES, root / LIBRARIES),
        (native / LOADER, root / LOADER),
        (native / MODULES, root / MODULES),
        (native / "usr/bin" / PYTHON, root / "usr/bin" / PYTHON),
    )


@contextlib.contextmanager
def native_python(native: Path, root: Path) -> Iterator[Mapping[str, str]]:
    """While it lasts, python3 below `root` is that of this machine; yields its environment.

    Args:
        native: a system of this machine with the same Debian's Python.
        root: a system for arm64.

    Raises:
        OSError: something cannot be mounted; needs root.
    """
    made: list[Path] = []
    link = root / LINK
    mounted: list[Path] = []
    try:
        for source, target in loans(native, root):
            if not target.exists():
                target.mkdir()
                made.append(target)
            _do("mount", "--bind", source, target)
            mounted.append(target)
        link.symlink_to(LOADER)
        yield _VARIABLES
    finally:
        link.unlink(missing_ok=True)
        for target in reversed(mounted):
            _do("umount", "--lazy", target)
        for target in made:
            target.rmdir()


def _do(*argv: str | Path) -> None:
    done = subprocess.run(argv, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise OSError(f"{' '.join(map(str, argv))}: {done.stderr.strip()}")


def of_other_machines(folder: Path) -> list[Path]:
    """Programs and libraries below a folder that arm64 cannot run: there must be none."""
    found = []
    for path in sorted(folder.rglob("*")):
        if path.is_symlink() or not path.is_file():
            continue
        with path.open("rb") as file:
            head = file.read(_MACHINE_AT + 2)
        if head[:4] == b"\x7fELF" and int.from_bytes(head[_MACHINE_AT:], "little") != AARCH64:
            found.append(path)
    return found


def run_foreign() -> None:
    """Have this kernel run programs of arm64 by an emulator.

    Raises:
        OSError: it does not.
    """
    place = Path("/proc/sys/fs/binfmt_misc")
    if not (place / "register").exists():
        _do("mount", "-t", "binfmt_misc", "binfmt_misc", place)
    if not (place / "qemu-aarch64").exists():
        _do("update-binfmts", "--enable", "qemu-aarch64")
    if not (place / "qemu-aarch64").exists():
        raise OSError("this kernel cannot run programs of arm64: no qemu-aarch64 in binfmt_misc")
