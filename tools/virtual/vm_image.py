"""Makes the disk of the virtual machine: a small Debian, and the cabinet by tools/install on it.

Made once and kept; each step leaves a mark, so that an interrupted one begins where it was. What
is not the cabinet's own lies in guest/: the simulated wires, the hand, and a drop-in that says why.
"""

from __future__ import annotations

import gzip
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from vm_initrd import LATER, NEEDED, keep_only, make_initrd
from vm_machine import PC

SUITE = "trixie"
MIRROR = "http://deb.debian.org/debian"
BASE = (
    "systemd", "systemd-sysv", "udev", "kmod", "dbus", "procps", "python3", "python3-venv",
    "ca-certificates",
)  # fmt: skip
"""What any Debian has; what the cabinet needs beside it tools/install fetches."""
BUILDING = (
    "gcc", "libc6-dev", "make", "linux-headers-amd64", "linux-source-6.12", "xz-utils", "swig",
    "python3-dev", "python3-pip", "python3-setuptools", "python3-wheel", "kmod",
)  # fmt: skip
"""For what Debian does not have: the module of simulated wires, and lgpio for its Python."""
PROGRAMS = ("qemu-system-x86_64", "qemu-img", "mmdebstrap", "busybox", "cpio", "mke2fs", "depmod")
PACKAGES = "qemu-system-x86 qemu-utils mmdebstrap busybox-static cpio e2fsprogs kmod"
LINE = "console=ttyS0,115200 console=tty1 root=/dev/vda rw audit=0 mitigations=off nokaslr"
"""The kernel's line as a card comes; tools/install makes it quiet."""
SIZE = (640, 360)
"""The display: small, since an emulated machine draws many times slower."""
OUR = "usr/local/lib/cabinato-vm"
GUEST = Path(__file__).parent / "guest"
TREE = Path(__file__).resolve().parents[2]
_CA = Path("/etc/ssl/certs/ca-certificates.crt")
_DISK_MB = 2000
_OUR_WIRES = re.compile(r"\n(static int gpio_sim_set_config\(.*?\n\{).*?\n\}\n", re.DOTALL)


class ImageError(Exception):
    """The image cannot be made; says why."""


def missing_programs(programs: Sequence[str] = PROGRAMS) -> list[str]:
    """Programs that are not on this machine."""
    return [name for name in programs if shutil.which(name) is None]


class Image:
    """The folder in which the image is made and kept: of a PC, and what another board shares.

    Args:
        folder: outside the tree.
        say: told what is being done.
    """

    board = PC
    bare_line = LINE

    def __init__(self, folder: Path, say: Callable[[str], None]) -> None:
        self.folder = folder
        self._say = say
        self._root = folder / "root"
        self._built = folder / "built"

    @property
    def kernel(self) -> Path:
        """The kernel."""
        return self.folder / "vmlinuz"

    @property
    def initrd(self) -> Path:
        """The small first file system."""
        return self.folder / "initrd.img"

    @property
    def disk(self) -> Path:
        """The disk as installed, never started."""
        return self.folder / "disk.img"

    @property
    def ready(self) -> Path:
        """The disk after its first start, with PINs of its own; what each run begins with."""
        return self.folder / "ready.qcow2"

    @property
    def line(self) -> str:
        """The kernel's line, as tools/install left it."""
        return (self.folder / "cmdline.txt").read_text().strip()

    def make(self) -> None:
        """Make what is not there yet.

        Raises:
            ImageError: programs are missing, or a step failed; says which.
        """
        if missing := missing_programs():
            raise ImageError(f"{', '.join(missing)} not found: sudo apt-get install {PACKAGES}")
        if os.getuid() != 0:
            raise ImageError("only root can make a system: sudo tools/vm ...")
        self.folder.mkdir(parents=True, exist_ok=True)
        self._step("base", "a small Debian", self._lay_base)
        self._step("kernel", "its kernel", self._lay_kernel)
        self._step("initrd", "its first file system", self._lay_initrd)
        self._step("built", "wires and lgpio, which Debian does not have", self._build)
        self._step("cabinet", "the cabinet, by tools/install", self._lay_cabinet)
        self._step("disk", "the disk", self._lay_disk)

    def forget_cabinet(self) -> None:
        """Install the tree's cabinet anew with the next `make`; the Debian stays."""
        for name in ("initrd", "cabinet", "disk"):
            self._mark(name).unlink(missing_ok=True)
        self.ready.unlink(missing_ok=True)

    # --- steps -----------------------------------------------------------------------------------

    def _mark(self, name: str) -> Path:
        return self.folder / f"{name}.done"

    def _step(self, name: str, what: str, do: Callable[[], None]) -> None:
        if self._mark(name).exists():
            return
        self._say(f"making {what} ...")
        do()
        self._mark(name).touch()

    def _run(self, argv: Sequence[str | Path], **variables: str) -> None:
        log = self.folder / "make.log"
        with log.open("a") as said:
            done = subprocess.run(
                [str(each) for each in argv],
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                env={**environment(), **variables},
                check=False,
            )
        if done.returncode != 0:
            raise ImageError(f"{' '.join(map(str, argv))[:120]}: failed, see {log}")

    def _debian(self, packages: Sequence[str], place: Path, arch: str = "amd64") -> None:
        # an installation that was killed may have left this machine's /dev below it
        self._run(["rm", "-rf", "--one-file-system", place])
        self._run([
            "mmdebstrap", "--mode=root", "--variant=minbase", f"--arch={arch}",
            f"--include={','.join(packages)}", '--aptopt=APT::Install-Recommends "false"',
            "--dpkgopt=path-exclude=/usr/share/doc/*",
            "--dpkgopt=path-exclude=/usr/share/locale/*", SUITE, place, MIRROR,
        ])  # fmt: skip

    def _lay_base(self) -> None:
        self._debian(BASE, self._root)

    def _lay_kernel(self) -> None:
        """The kernel unpacked, not installed: installing would make an initrd of 36 MB."""
        self._run(["chroot", self._root, "apt-get", "-qq", "update"])
        depends = subprocess.run(
            ["chroot", self._root, "apt-cache", "depends", "linux-image-amd64"],
            capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip
        found = re.search(r"Depends: (linux-image-(\S+))", depends)
        if found is None:
            raise ImageError(f"no kernel behind linux-image-amd64: {depends!r}")
        package, version = found.groups()
        inside = 'cd /var/tmp && apt-get download -o APT::Sandbox::User=root "$1"'
        self._run(["chroot", self._root, "sh", "-c", inside, "sh", package])
        (deb,) = (self._root / "var/tmp").glob("linux-image-*.deb")
        unpacked = self.folder / "kernel"
        shutil.rmtree(unpacked, ignore_errors=True)
        self._run(["dpkg-deb", "-x", deb, unpacked])
        deb.unlink()
        shutil.copy(unpacked / f"boot/vmlinuz-{version}", self.kernel)
        modules = self._root / "usr/lib/modules" / version
        shutil.copytree(unpacked / "usr/lib/modules" / version, modules, dirs_exist_ok=True)
        shutil.rmtree(unpacked)
        self._run(["depmod", "-b", self._root, version])
        keep_only(modules, (*NEEDED, *LATER))
        self._run(["depmod", "-b", self._root, version])

    def _lay_initrd(self) -> None:
        (modules,) = (self._root / "usr/lib/modules").iterdir()
        work = self.folder / "initrd"
        shutil.rmtree(work, ignore_errors=True)
        make_initrd(modules, self.initrd, work)
        self.initrd.write_bytes(gzip.compress(self.initrd.read_bytes()))

    def _build(self) -> None:
        place = self.folder / "building"
        self._debian(BUILDING, place)
        headers = sorted(place.glob("usr/src/linux-headers-*-amd64"))
        there = {path.name for path in self._root.glob("usr/lib/modules/*")}
        version = next(
            (each.name.removeprefix("linux-headers-") for each in headers
             if each.name.removeprefix("linux-headers-") in there), None
        )  # fmt: skip
        if version is None:
            raise ImageError(f"headers {[each.name for each in headers]} for a kernel {there}")
        work = place / "making"
        work.mkdir(exist_ok=True)
        shutil.copy(GUEST / "build.sh", work / "build.sh")
        lay_certificates(work / "ca.crt")
        self._run(["chroot", place, "sh", "/making/build.sh", "unpack"])
        source = work / "gpio-sim-core.c"
        source.write_text(wires_of_contacts(source.read_text()))
        irq = work / "irq_sim.c"
        irq.write_text(without_unexported(irq.read_text()))
        self._run(
            ["chroot", place, "sh", "/making/build.sh", "build", version],
            **trusting("/making/ca.crt"),
        )
        shutil.rmtree(self._built, ignore_errors=True)
        shutil.copytree(work / "out", self._built)
        shutil.rmtree(place)

    def _lay_cabinet(self) -> None:
        root = self._root
        (root / "boot/firmware").mkdir(parents=True, exist_ok=True)
        # These two tell the installer that this is a Raspberry Pi's card.
        (root / "boot/firmware/cmdline.txt").write_text(self.bare_line + "\n")
        (root / "boot/firmware/config.txt").write_text("")
        shutil.rmtree(root / "etc/cabinato", ignore_errors=True)
        for wheel in self._built.glob("*.whl"):
            shutil.unpack_archive(wheel, root / "usr/lib/python3/dist-packages", "zip")
        lay_certificates(root / "var/tmp/ca.crt")
        self._install()
        config = root / "etc/cabinato/hw_config.toml"
        config.write_text(with_size(with_acceptor(config.read_text()), SIZE))
        self._lay_guest()
        self._draw_pictures()
        shutil.copy(root / "boot/firmware/cmdline.txt", self.folder / "cmdline.txt")

    def _install(self) -> None:
        """The very installer of a cabinet, on the card that is this folder."""
        self._run([TREE / "tools/install", "--root", self._root], **trusting("/var/tmp/ca.crt"))

    def _draw_pictures(self) -> None:
        """Those of this small display, which no installer knows."""
        root = self._root
        width, height = SIZE
        pictures = 'CACHE_DIRECTORY=/var/cache/cabinato SDL_VIDEODRIVER=dummy "$0" pictures --size'
        program = "/opt/cabinato/current/.venv/bin/cabinato"
        inside = f"exec env {pictures} {width}x{height}"
        self._run(["chroot", root, "runuser", "-u", "cabinet", "--", "sh", "-c", inside, program])

    def _lay_guest(self) -> None:
        """What stands for the Pi's hardware, and the hand."""
        ours = self._root / OUR
        ours.mkdir(parents=True, exist_ok=True)
        for name in ("agent.py", "pins.sh", "bare.sh", "cpuinfo"):
            shutil.copy(GUEST / name, ours / name)
        (ours / "bare.sh").chmod(0o755)  # the kernel starts it itself
        shutil.copy(self._built / "gpio-sim.ko", ours / "gpio-sim.ko")
        units = self._root / "etc/systemd/system"
        (units / "cabinet.service.d").mkdir(exist_ok=True)
        shutil.copy(GUEST / "cabinet.conf", units / "cabinet.service.d/vm.conf")
        for name in ("cabinato-vm-pins.service", "cabinato-vm-agent.service"):
            shutil.copy(GUEST / name, units / name)
            self._run(["chroot", self._root, "systemctl", "--quiet", "enable", name])
        for name in ("systemd-timesyncd.service", "fstrim.timer", "e2scrub_all.timer"):
            self._run(["chroot", self._root, "systemctl", "--quiet", "mask", name])

    def _lay_disk(self) -> None:
        self.disk.unlink(missing_ok=True)
        self.ready.unlink(missing_ok=True)  # it lies upon the disk
        with self.disk.open("wb") as file:
            file.truncate(_DISK_MB * 1024 * 1024)
        self._run(["mke2fs", "-q", "-t", "ext4", "-d", self._root, self.disk])


def environment() -> Mapping[str, str]:
    """This machine's own, without its places of packages and certificates: no chroot has them."""
    foreign = re.compile(r"PIP_(FIND_LINKS|.*INDEX_URL|CERT)|SSL_CERT_.*|REQUESTS_CA_BUNDLE")
    return {name: value for name, value in os.environ.items() if not foreign.fullmatch(name)}


def lay_certificates(path: Path) -> None:
    """Copy those that this machine trusts: a network may sit behind a proxy with one of its own."""
    if _CA.exists():
        shutil.copy(_CA, path)


def trusting(bundle: str) -> Mapping[str, str]:
    """For pip: the certificates that this machine trusts, where they were copied to."""
    return {"PIP_CERT": bundle, "SSL_CERT_FILE": bundle} if _CA.exists() else {}


def with_acceptor(configuration: str) -> str:
    """The configuration of a real cabinet with the emulated acceptor's adapter.

    Raises:
        ImageError: it is not what tools/install writes for a Raspberry Pi.
    """
    found = configuration
    for old, new in (
        ('driver = "none"  ', 'driver = "cctalk"'),
        ('port = "emulator"', 'port = "/dev/ttyUSB0"'),
    ):
        if old not in found:
            raise ImageError(f"no {old!r} in the installed configuration")
        found = found.replace(old, new, 1)
    if 'mode = "real"' not in found:
        raise ImageError("the installed configuration is not that of a real cabinet")
    return found


def with_size(configuration: str, size: tuple[int, int]) -> str:
    """The configuration with a display of that size, for a start without one of the card's own.

    Raises:
        ImageError: it is not what tools/install writes.
    """
    old = "size = [1280, 720] "
    if old not in configuration:
        raise ImageError(f"no {old!r} in the installed configuration")
    return configuration.replace(old, "size = [{}, {}] ".format(*size), 1)


def wires_of_contacts(source: str) -> str:
    """gpio-sim.c in which a contact is stronger than a pull-up, as on a cabinet.

    As it is, a program that asks for a pull-up would open the door.

    Raises:
        ImageError: the source is another one.
    """
    found, count = _OUR_WIRES.subn(r"\n\1\n\treturn 0;\n}\n", source)
    if count != 1:
        raise ImageError("gpio-sim.c has another gpio_sim_set_config")
    return found


def without_unexported(source: str) -> str:
    """irq_sim.c without the one function that no module may call.

    Raises:
        ImageError: the source is another one.
    """
    old = "handle_simple_irq(irq_to_desc(irqnum))"
    if old not in source:
        raise ImageError(f"irq_sim.c has no {old}")
    return source.replace(old, "generic_handle_irq(irqnum)")
