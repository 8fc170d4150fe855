"""The machine's own facts, read from the files that the kernel keeps for them.

No program is started and nothing is waited for: a reading costs well under a millisecond, so
that the loop does it beside play. What a machine does not tell is None; a file that cannot be
read, or says what nobody expects, is a machine that does not tell.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from firmware.clock import Clock
from firmware.facts import MachineFacts, Reserve

CPU_ZONES = ("cpu-thermal", "cpu_thermal", "soc-thermal", "soc_thermal", "x86_pkg_temp")
"""Thermal zones that are the processor's, the best first; others may be a battery or a radio."""
CPU_SENSORS = ("cpu_thermal", "coretemp", "k10temp")
"""The same for sensors of a PC."""
CELL_LEAST_UV = 2_000_000
"""Below this the cell of a Pi 5's clock is empty, or not there."""
_UNDER_VOLTAGE, _THROTTLED = 0b0001, 0b1110
"""Of the firmware's word: the supply; the processor capped, slowed down, at its soft limit."""
_SINCE_BOOT = 16
_RESERVES = {1: Reserve.NORMAL, 2: Reserve.LOW, 3: Reserve.SPENT}
_LIFE_STEPS = 11
"""A card tells its spent life in tenths, 1 to 10, and 11 for what is beyond it."""


@dataclass(frozen=True, slots=True)
class _Mount:
    """A line of mountinfo(5), as far as it matters here."""

    numbers: str
    point: str
    is_read_only: bool
    is_disk_read_only: bool
    file_system: str
    source: str


class HostFacts:
    """Reads the facts of the machine that this runs on.

    Args:
        data: the folder of the books; it need not be there yet.
        clock: whose wall time is looked at.
        root: where the kernel's files begin; another one for a machine that is made up.
        statvfs: tells the room on a disk.
    """

    def __init__(
        self,
        data: Path,
        clock: Clock,
        root: Path = Path("/"),
        statvfs: Callable[[Path], os.statvfs_result] = os.statvfs,
    ) -> None:
        self._data = data.resolve()
        self._clock = clock
        self._root = str(root).rstrip("/")
        self._statvfs = statvfs
        self._mountinfo: str | None = None
        self._mounted: tuple[_Mount | None, _Mount | None] = None, None
        self._disks: dict[tuple[str, str], Path | None] = {}
        self._model = self._model_name()
        self._boot_id = self._text("proc/sys/kernel/random/boot_id")

    def read(self) -> MachineFacts:
        """The facts as they are now; never raises."""
        word = self._throttled()
        sensors = {self._text(f"{folder}/name"): folder for folder in self._folders("class/hwmon")}
        data, system = self._mounts()
        disk = self._disk_of(data)
        free, total = self._room()
        memory = self._memory()
        return MachineFacts(
            model=self._model,
            temperature_c=self._temperature(sensors),
            under_voltage=self._under_voltage(word, sensors),
            under_voltage_since_boot=_bits(word, _UNDER_VOLTAGE << _SINCE_BOOT),
            throttled=_bits(word, _THROTTLED),
            throttled_since_boot=_bits(word, _THROTTLED << _SINCE_BOOT),
            memory_free_bytes=memory.get("MemAvailable"),
            memory_total_bytes=memory.get("MemTotal"),
            disk_free_bytes=free,
            disk_total_bytes=total,
            disk_read_only=None if data is None else data.is_read_only or data.is_disk_read_only,
            root_read_only=None if system is None else system.is_disk_read_only,
            root_overlay=None if system is None else system.file_system == "overlay",
            storage=None if disk is None else disk.name,
            storage_model=self._of_disk(disk, "name") or self._of_disk(disk, "model"),
            storage_made=self._of_disk(disk, "date"),
            storage_worn_percent=_worn(self._of_disk(disk, "life_time")),
            storage_reserve=_reserve(self._of_disk(disk, "pre_eol_info")),
            clock_synced=self._is_synced(),
            clock_chip=self._has_clock_chip(),
            year=_number(self._clock.wall()[:4]),
            uptime_s=self._uptime_s(),
            boot_id=self._boot_id,
        )

    # --- files --------------------------------------------------------------------------------

    def _text(self, path: str) -> str | None:
        return _said(self._path(path))

    def _path(self, path: str) -> Path:
        return Path(f"{self._root}/{path}")

    def _folders(self, path: str) -> tuple[str, ...]:
        """The entries of a folder of sysfs, each by its path."""
        folder = f"sys/{path}"
        return tuple(f"{folder}/{name}" for name in self._names(folder) or ())

    def _names(self, folder: str) -> list[str] | None:
        try:
            return sorted(entry.name for entry in self._path(folder).iterdir())
        except OSError:
            return None

    # --- board, heat, power -------------------------------------------------------------------

    def _model_name(self) -> str | None:
        maker = self._text("sys/class/dmi/id/sys_vendor")
        product = self._text("sys/class/dmi/id/product_name")
        board = self._text("proc/device-tree/model")
        return board or " ".join(part for part in (maker, product) if part) or None

    def _temperature(self, sensors: dict[str | None, str]) -> float | None:
        zones = {
            self._text(f"{folder}/type"): folder
            for folder in self._folders("class/thermal")
            if folder.rpartition("/")[2].startswith("thermal_zone")
        }
        paths = [f"{zones[zone]}/temp" for zone in CPU_ZONES if zone in zones]
        paths += [f"{sensors[name]}/temp1_input" for name in CPU_SENSORS if name in sensors]
        told = (_number(self._text(path)) for path in paths)
        found = next((value for value in told if value is not None), None)
        return None if found is None else found / 1000

    def _throttled(self) -> int | None:
        """The word of a Pi's firmware; its place differs between models and kernels."""
        for folder in ("sys/devices/platform", *self._platforms()):
            for name in self._names(folder) or ():
                if name.endswith(":firmware"):
                    word = _number(self._text(f"{folder}/{name}/get_throttled"), base=16)
                    if word is not None:
                        return word
        return None

    def _platforms(self) -> Iterator[str]:
        for name in self._names("sys/devices/platform") or ():
            if name.partition("@")[0] == "soc":
                yield f"sys/devices/platform/{name}"

    def _under_voltage(self, word: int | None, sensors: dict[str | None, str]) -> bool | None:
        if word is not None:
            return bool(word & _UNDER_VOLTAGE)
        if "rpi_volt" not in sensors:  # the sensor that newer kernels have instead of the word
            return None
        alarm = _number(self._text(f"{sensors['rpi_volt']}/in0_lcrit_alarm"))
        return None if alarm is None else alarm != 0

    # --- memory, disk -------------------------------------------------------------------------

    def _memory(self) -> dict[str, int]:
        """Bytes by the names of meminfo; what is asked for stands in its first lines, in kB."""
        found = {}
        for line in (self._text("proc/meminfo") or "").splitlines()[:3]:
            name, _, rest = line.partition(":")
            amount, _, unit = rest.strip().partition(" ")
            kilobytes = _number(amount)
            if kilobytes is not None and unit == "kB":
                found[name] = kilobytes * 1024
        return found

    def _room(self) -> tuple[int | None, int | None]:
        """Free and total bytes where the books are, or will be."""
        try:
            folder = next(each for each in (self._data, *self._data.parents) if each.exists())
            told = self._statvfs(folder)
        except (OSError, StopIteration):
            return None, None
        return told.f_bavail * told.f_frsize, told.f_blocks * told.f_frsize

    def _mounts(self) -> tuple[_Mount | None, _Mount | None]:
        """What the books are on, and what the system is on; read anew when a mount has changed."""
        text = self._text("proc/self/mountinfo")
        if text != self._mountinfo:
            self._mountinfo = text
            self._mounted = _mounts_of((text or "").splitlines(), self._data)
        return self._mounted

    def _disk_of(self, mount: _Mount | None) -> Path | None:
        """The whole device behind a mount, by its folder in sysfs; looked for once a mount."""
        if mount is None:
            return None
        key = mount.numbers, mount.source
        if key not in self._disks:
            self._disks[key] = self._found_disk(*key)
        return self._disks[key]

    def _found_disk(self, numbers: str, source: str) -> Path | None:
        links = [f"sys/dev/block/{numbers}"]
        if source.startswith("/dev/"):
            links.append(f"sys/class/block/{source.removeprefix('/dev/')}")
        for link in links:
            folder = self._path(link).resolve()
            if folder.is_dir():
                return folder.parent if (folder / "partition").exists() else folder
        return None

    def _of_disk(self, disk: Path | None, name: str) -> str | None:
        return None if disk is None else _said(disk / "device" / name)

    # --- clock --------------------------------------------------------------------------------

    def _is_synced(self) -> bool | None:
        """Only systemd-timesyncd, which Raspberry Pi OS runs, tells; another service does not."""
        told = self._names("run/systemd/timesync")
        return None if told is None else "synchronized" in told

    def _has_clock_chip(self) -> bool | None:
        names = self._names("sys/class/rtc")
        if names is None:
            return None
        cells = (self._text(f"sys/class/rtc/{name}/battery_voltage") for name in names)
        # a Pi 5 has the chip, and without a cell it forgets the time all the same
        return any(cell is None or (_number(cell) or 0) >= CELL_LEAST_UV for cell in cells)

    def _uptime_s(self) -> float | None:
        first, _, _ = (self._text("proc/uptime") or "").partition(" ")
        try:
            return float(first)
        except ValueError:
            return None


def _said(path: Path) -> str | None:
    """What a file says, without the zero byte of a device tree; None where it says nothing."""
    try:
        return path.read_bytes().decode(errors="replace").strip("\0 \n\t") or None
    except OSError:
        return None


def _number(text: str | None, base: int = 10) -> int | None:
    try:
        return None if text is None else int(text, base)
    except ValueError:
        return None


def _bits(word: int | None, mask: int) -> bool | None:
    return None if word is None else bool(word & mask)


def _worn(life: str | None) -> int | None:
    """The worse of the two kinds of memory on a card, from a line such as `0x02 0x01`."""
    tenths = [_number(part, base=16) for part in (life or "").split()]
    known = [each for each in tenths if each is not None and 0 < each <= _LIFE_STEPS]
    return max(known) * 10 if known else None


def _reserve(told: str | None) -> Reserve | None:
    number = _number(told, base=16)
    return None if number is None else _RESERVES.get(number)


def _mounts_of(lines: Iterable[str], folder: Path) -> tuple[_Mount | None, _Mount | None]:
    """The mount that a folder is on, and that of the root; of two at one place the later."""
    own = system = None
    for line in lines:
        found = _mount(line)
        if found is not None and folder.is_relative_to(found.point):
            own = found if own is None or len(found.point) >= len(own.point) else own
            system = found if found.point == "/" else system
    return own, system


def _mount(line: str) -> _Mount | None:
    """A line such as `36 35 179:2 / /data rw,noatime shared:1 - ext4 /dev/mmcblk0p2 rw`."""
    front, dash, back = line.partition(" - ")
    first, last = front.split(" "), back.split(" ")
    if not dash or len(first) < 6 or len(last) < 3:
        return None
    return _Mount(
        numbers=first[2],
        point=_unescaped(first[4]),
        is_read_only="ro" in first[5].split(","),
        is_disk_read_only=bool({"ro", "emergency_ro"} & set(last[2].split(","))),
        file_system=last[0],
        source=_unescaped(last[1]),
    )


def _unescaped(path: str) -> str:
    """A path with the octal escapes of mountinfo undone."""
    for code, sign in (("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")):
        path = path.replace(code, sign)
    return path
