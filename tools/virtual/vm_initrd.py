"""The small first file system: a shell and the modules that find the disk.

Debian's own has 36 MB, which an emulated machine unpacks for a minute; this one has two.
"""

from __future__ import annotations

import lzma
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

NEEDED = ("virtio_pci", "virtio_blk", "crc32c_generic", "ext4")
"""What finds the disk and reads it; ext4 asks for its checksum without naming the module."""
LATER = (
    "virtio_gpu", "virtio_console", "virtio_rng", "xhci_pci", "usbserial", "ftdi_sio", "configfs",
    "evdev", "iTCO_wdt", "crc32c_generic",
)  # fmt: skip
"""What the running system loads. Any other module would only cost an emulated machine seconds."""
BUSYBOX = Path("/bin/busybox")
"""This machine's own."""
_INIT = """#!/bin/busybox sh
/bin/busybox mount -t devtmpfs dev /dev
/bin/busybox mount -t proc proc /proc
for module in {modules}; do
    /bin/busybox insmod /modules/$module
done
until /bin/busybox mount -t ext4 -o rw /dev/vda /root; do
    /bin/busybox sleep 0.1
done
first=/lib/systemd/systemd
for word in $(/bin/busybox cat /proc/cmdline); do
    case $word in init=*) first=${{word#init=}} ;; esac
done
/bin/busybox umount /proc
exec /bin/busybox switch_root /root $first
"""


def needs(modules_dep: str, wanted: tuple[str, ...]) -> list[str]:
    """Paths of the modules `wanted` and of all that they need, in the order of loading.

    Args:
        modules_dep: the text that depmod wrote: `path: needed needed ...` a line.
        wanted: names; one that is missing is built into the kernel.

    >>> needs("a/crc16.ko.xz:\\na/ext4.ko.xz: a/mbcache.ko.xz a/crc16.ko.xz\\na/mbcache.ko.xz:",
    ...       ("ext4", "virtio"))
    ['a/crc16.ko.xz', 'a/mbcache.ko.xz', 'a/ext4.ko.xz']
    """
    table = {}
    for line in modules_dep.splitlines():
        path, _, needed = line.partition(":")
        table[_name(path)] = (path, needed.split())
    found: list[str] = []
    for name in wanted:
        if name not in table:
            continue
        path, below = table[name]
        # depmod lists what is nearest first; what lies deepest must be loaded first.
        found += [each for each in (*reversed(below), path) if each not in found]
    return found


def _name(path: str) -> str:
    return path.rsplit("/", 1)[-1].split(".ko", 1)[0].replace("-", "_")


def make_initrd(modules: Path, out: Path, work: Path, busybox: Path = BUSYBOX) -> None:
    """Write the file system.

    Args:
        modules: the kernel's folder of modules, with its modules.dep.
        out: the file.
        work: a folder to lay it out in.
        busybox: a shell that needs no library, for the machine's processor.
    """
    for name in ("bin", "dev", "proc", "root", "modules"):
        (work / name).mkdir(parents=True, exist_ok=True)
    (work / "bin/busybox").write_bytes(busybox.read_bytes())
    names = list(_laid(modules, work / "modules"))
    init = work / "init"
    init.write_text(init_of(names))
    for each in (init, work / "bin/busybox"):
        each.chmod(0o755)
    listed = "\n".join(str(path.relative_to(work)) for path in sorted(work.rglob("*")))
    packed = subprocess.run(
        ["cpio", "--quiet", "-o", "-H", "newc"],
        cwd=work,
        input=listed.encode(),
        stdout=subprocess.PIPE,
        check=True,
    )
    out.write_bytes(packed.stdout)


def init_of(modules: Sequence[str]) -> str:
    """Its first program: loads `modules`, finds the disk, and starts systemd from there, or what
    `init=` of the kernel's line names."""
    return _INIT.format(modules=" ".join(modules))


def keep_only(modules: Path, wanted: tuple[str, ...]) -> None:
    """Take away every module that `wanted` does not need, and unpack the others.

    Run depmod afterwards.
    """
    kept = needs((modules / "modules.dep").read_text(), wanted)
    for path in kept:
        packed = modules / path
        if packed.suffix == ".xz":
            packed.with_suffix("").write_bytes(lzma.decompress(packed.read_bytes()))
            packed.unlink()
    names = {path.removesuffix(".xz") for path in kept}
    for module in [*modules.rglob("*.ko"), *modules.rglob("*.ko.xz")]:
        if str(module.relative_to(modules)) not in names:
            module.unlink()


def _laid(modules: Path, folder: Path) -> Iterator[str]:
    """Lay the modules there unpacked; their names in the order of loading."""
    for path in needs((modules / "modules.dep").read_text(), NEEDED):
        data = (modules / path).read_bytes()
        name = Path(path).name.removesuffix(".xz")
        (folder / name).write_bytes(lzma.decompress(data) if path.endswith(".xz") else data)
        yield name
