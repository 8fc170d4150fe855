"""Makes the disk of an arm64 virtual machine, the processor of a Raspberry Pi, on a PC.

A foreign system's programs run here by QEMU's emulation of them, thirty to fifty times slower.
What is called most is therefore lent by a Debian of this machine's own kind (vm_arm_python.py),
which also has the compilers for arm64.
"""

from __future__ import annotations

import contextlib
import gzip
import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from vm_arm_python import lent_programs, of_other_machines, run_foreign
from vm_image import (
    BASE,
    BUILDING,
    GUEST,
    PROGRAMS,
    SIZE,
    TREE,
    Image,
    ImageError,
    lay_certificates,
    missing_programs,
    trusting,
    wires_of_contacts,
    without_unexported,
)
from vm_initrd import LATER, NEEDED, keep_only, make_initrd

BOARD = ("qemu-system-aarch64", "-M", "virt", "-cpu", "cortex-a72")
"""The processor is that of a Raspberry Pi 4; the board is QEMU's own."""
LINE = "console=ttyAMA0 console=tty1 root=/dev/vda rw audit=0 mitigations=off nokaslr"
LENT_TO = ("ca-certificates", "python3", "python3-venv", "udev")
"""What is configured by lent programs: certificates, modules, names of devices by the hundred."""
INSTALLED = ("libgbm1", "libdrm2", "libegl1", "libgles2", "libgl1-mesa-dri", "libasound2t64")
"""What tools/install would fetch."""
CROSS = (
    "gcc-aarch64-linux-gnu", "libc6-dev-arm64-cross", "python3-venv", "openssl", "systemd",
    "ca-certificates",
    *BUILDING,
)  # fmt: skip
_NOT_AT_START = ("systemd-hwdb-update.service", "ldconfig.service")
_NO_SOURCES = "var/tmp/no_sources.conf"
PACKAGES = (
    "qemu-system-arm qemu-utils qemu-user-static binfmt-support mmdebstrap busybox-static cpio "
    "e2fsprogs kmod"
)


class ArmImage(Image):
    """The folder in which the image of an arm64 machine is made and kept. As `Image`."""

    board = BOARD
    bare_line = LINE

    @property
    def _building(self) -> Path:
        return self.folder / "building"

    @property
    def _making(self) -> Path:
        """The same folder that is /making in there."""
        return self._building / "making"

    def make(self) -> None:
        """Make what is not there yet.

        Raises:
            ImageError: programs are missing, or a step failed; says which.
        """
        if missing := missing_programs((BOARD[0], *PROGRAMS[1:], "update-binfmts")):
            raise ImageError(f"{', '.join(missing)} not found: sudo apt-get install {PACKAGES}")
        if os.getuid() != 0:
            raise ImageError("only root can make a system: sudo tools/vm ...")
        self.folder.mkdir(parents=True, exist_ok=True)
        self._step("building", "a Debian of this kind, with compilers", self._lay_building)
        self._step("base", "a small Debian for arm64", self._lay_base)
        self._step("kernel", "its kernel", self._lay_kernel)
        self._step("built", "wires and lgpio, which Debian does not have", self._build)
        self._step("cabinet", "the cabinet, by tools/install", self._lay_cabinet)
        self._step("disk", "the disk", self._lay_disk)

    # --- steps -----------------------------------------------------------------------------------

    def _lay_building(self) -> None:
        self._debian(CROSS, self._building)
        self._making.mkdir()
        shutil.copy(GUEST / "build_arm.sh", self._making / "build.sh")
        lay_certificates(self._making / "ca.crt")
        self._inside("fetch")

    def _run_foreign(self) -> None:
        try:
            run_foreign()
        except OSError as error:
            raise ImageError(str(error)) from error

    def _inside(self, *what: str) -> None:
        self._run(
            ["chroot", self._building, "sh", "/making/build.sh", *what],
            **trusting("/making/ca.crt"),
        )

    def _deb(self, name: str) -> Path:
        (found,) = (self._making / "debs").glob(f"{name}*.deb")
        return found

    def _lay_base(self) -> None:
        self._run_foreign()
        plain = [name for name in BASE if name not in LENT_TO]
        self._debian((*plain, "openssl", "passwd", *INSTALLED), self._root, "arm64")
        self._within(
            "apt-get -qq update && apt-get -qq install -y --download-only "
            '--no-install-recommends "$@" && '
            "dpkg --unpack --force-depends /var/cache/apt/archives/*.deb && apt-get clean",
            *LENT_TO,
        )
        with self._lent():
            self._within("mount -t proc proc /proc; trap 'umount /proc' EXIT; dpkg --configure -a")
        bundle = "etc/ssl/certs/ca-certificates.crt"
        shutil.copy(self._building / bundle, self._root / bundle)

    def _within(self, script: str, *words: str) -> None:
        """A shell's script in the arm64 system."""
        self._run(["chroot", self._root, "sh", "-ec", script, "sh", *words])

    @contextlib.contextmanager
    def _lent(self) -> Iterator[Mapping[str, str]]:
        try:
            with lent_programs(self._building, self._root) as variables:
                yield variables
        except OSError as error:
            raise ImageError(str(error)) from error

    def _lay_kernel(self) -> None:
        unpacked = self.folder / "kernel"
        shutil.rmtree(unpacked, ignore_errors=True)
        for name in ("linux-image-", "busybox-static"):
            self._run(["dpkg-deb", "-x", self._deb(name), unpacked])
        (kernel,) = (unpacked / "boot").glob("vmlinuz-*")
        version = kernel.name.removeprefix("vmlinuz-")
        shutil.copy(kernel, self.kernel)
        modules = self._root / "usr/lib/modules" / version
        shutil.rmtree(modules.parent, ignore_errors=True)
        shutil.copytree(unpacked / "usr/lib/modules" / version, modules)
        self._run(["depmod", "-b", self._root, version])
        keep_only(modules, (*NEEDED, *LATER))
        self._run(["depmod", "-b", self._root, version])
        work = self.folder / "initrd"
        shutil.rmtree(work, ignore_errors=True)
        (busybox,) = unpacked.glob("**/bin/busybox")
        make_initrd(modules, self.initrd, work, busybox)
        self.initrd.write_bytes(gzip.compress(self.initrd.read_bytes()))
        shutil.rmtree(unpacked)

    def _build(self) -> None:
        (modules,) = (self._root / "usr/lib/modules").iterdir()
        self._inside("unpack")
        source = self._making / "gpio-sim-core.c"
        source.write_text(wires_of_contacts(source.read_text()))
        irq = self._making / "irq_sim.c"
        irq.write_text(without_unexported(irq.read_text()))
        self._inside("build", modules.name)
        shutil.rmtree(self._built, ignore_errors=True)
        shutil.copytree(self._making / "out", self._built)

    def _install(self) -> None:
        self._run_foreign()
        # All that Debian has is there; for what it has not apt would read its lists for minutes.
        (self._root / _NO_SOURCES).write_text(
            'Dir::Etc::SourceList "/dev/null";\nDir::Etc::SourceParts "/dev/null";\n'
        )
        with self._lent() as variables:
            self._run(
                [TREE / "tools/install", "--root", self._root],
                **trusting("/var/tmp/ca.crt"),
                **variables,
                APT_CONFIG=f"/{_NO_SOURCES}",
            )
        if wrong := of_other_machines(self._root / "opt"):
            raise ImageError(f"not for arm64: {', '.join(map(str, wrong[:3]))}")

    def _lay_guest(self) -> None:
        super()._lay_guest()
        # What was left out when it was configured is not to be made up for at the first start.
        self._run(["chroot", self._root, "systemctl", "--quiet", "mask", *_NOT_AT_START])

    def _draw_pictures(self) -> None:
        """Drawn by this machine: the same program and art, hence the same names."""
        cache = self._root / "var/cache/cabinato"
        width, height = SIZE
        self._run(
            [sys.executable, "-m", "firmware", "pictures", "--size", f"{width}x{height}"],
            PYTHONPATH=str(TREE), CACHE_DIRECTORY=str(cache), SDL_VIDEODRIVER="dummy",
        )  # fmt: skip
        self._within("chown -R cabinet:cabinet /var/cache/cabinato")
