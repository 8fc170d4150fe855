"""A foreign system whose Python and shell are, for a while, those of this machine.

Below `chroot` programs of arm64 run here by QEMU's emulation, Python about fifty times slower: to
configure the system and to install with pip would take an hour or more. The same programs of this
machine's Debian differ in nothing but machine code. So they are mounted over those of arm64, with
the libraries they need, and its Python says that it runs on arm64: pip asks it which wheels fit.
Afterwards all of that is gone.
"""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path

PYTHON = "python3.13"
"""Debian 13's."""
LIBRARIES = "usr/lib/x86_64-linux-gnu"
PROGRAMS = (
    *(
        f"bin/{name}"
        for name in (
            PYTHON, "perl", "dash", "sed", "grep", "mawk", "find", "xargs", "basename", "cat",
            "chgrp", "chmod", "chown", "cp", "cut", "dirname", "env", "expr", "head", "id",
            "install", "ln", "ls", "mkdir", "mktemp", "mv", "openssl", "readlink", "rm", "rmdir",
            "sort", "stat", "systemctl", "tail", "touch", "tr", "true", "uname", "wc",
        )
    ),
    *(f"sbin/{name}" for name in ("groupadd", "runuser", "useradd", "usermod")),
)  # fmt: skip
"""Of /usr: what the packages' scripts call by the thousand, and tools/install."""
LEFT_OUT = ("bin/systemd-hwdb", "sbin/update-ca-certificates")
"""These work for minutes. No cabinet needs names of mice; the certificates are copied instead."""
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
        *((native / "usr" / name, root / "usr" / name) for name in PROGRAMS),
        *((native / "usr/bin/true", root / "usr" / name) for name in LEFT_OUT),
    )


@contextlib.contextmanager
def lent_programs(native: Path, root: Path) -> Iterator[Mapping[str, str]]:
    """While it lasts, `PROGRAMS` below `root` are those of this machine.

    Yields what its Python must be told by the environment.

    Args:
        native: a system of this machine with the same Debian.
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
