"""What machines tell of themselves: a Pi 3, 4 and 5 and a PC, each a tree of the kernel's files."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from firmware.clock import VirtualClock
from firmware.facts import MachineFacts, Reserve, Trouble, troubles
from firmware.hardware.host_facts import HostFacts
from firmware.hardware.ports import FactsPort
from firmware.hardware.scripted_facts import HEALTHY, ScriptedFacts

DATA = Path("/var/lib/cabinato")
SPRING_2026_S = 1_774_000_000.0

COMMON = {
    "proc/meminfo": "MemTotal:  1893172 kB\nMemFree:  98092 kB\nMemAvailable:  1443920 kB\n",
    "proc/uptime": "93784.21 360112.50\n",
    "proc/sys/kernel/random/boot_id": "5c1d4f5e-6c6a-4d37-8a4b-8f0c64a5f0d2\n",
}
ON_CARD = (
    "25 1 179:2 / / rw,noatime shared:1 - ext4 /dev/mmcblk0p2 rw\n"
    "31 25 179:3 / /var/lib/cabinato rw,noatime shared:9 - ext4 /dev/mmcblk0p3 rw\n"
)
PI_3 = COMMON | {
    "proc/device-tree/model": "Raspberry Pi 3 Model B Plus Rev 1.3\0",
    "proc/self/mountinfo": ON_CARD,
    "sys/class/thermal/cooling_device0/type": "cpufreq-cpu0\n",
    "sys/class/thermal/thermal_zone0/type": "cpu-thermal\n",
    "sys/class/thermal/thermal_zone0/temp": "61224\n",
    "sys/devices/platform/soc/soc:firmware/get_throttled": "50005\n",
    "sys/class/rtc/": "",
    "run/systemd/timesync/": "",
    "sys/devices/mmc/block/mmcblk0/mmcblk0p3/partition": "3\n",
    "sys/devices/mmc/block/mmcblk0/device/name": "SC32G\n",
    "sys/devices/mmc/block/mmcblk0/device/date": "03/2019\n",
    "sys/dev/block/179:3 ->": "../../devices/mmc/block/mmcblk0/mmcblk0p3",
}
PI_4 = COMMON | {
    "proc/device-tree/model": "Raspberry Pi Compute Module 4 Rev 1.1\0",
    "proc/self/mountinfo": (
        "22 1 0:21 / / rw,relatime - overlay overlayroot rw,lowerdir=/media/root-ro\n"
        "31 22 179:3 / /var/lib/cabinato rw,noatime - ext4 /dev/mmcblk0p3 rw\n"
    ),
    "sys/class/thermal/thermal_zone0/type": "cpu-thermal\n",
    "sys/class/thermal/thermal_zone0/temp": "48199\n",
    "sys/devices/platform/soc/soc:firmware/get_throttled": "0\n",
    "sys/class/rtc/rtc0/name": "rtc-ds1307 1-0068\n",
    "run/systemd/timesync/synchronized": "",
    "sys/devices/mmc/block/mmcblk0/mmcblk0p3/partition": "3\n",
    "sys/devices/mmc/block/mmcblk0/device/name": "AJTD4R\n",
    "sys/devices/mmc/block/mmcblk0/device/date": "08/2021\n",
    "sys/devices/mmc/block/mmcblk0/device/life_time": "0x02 0x03\n",
    "sys/devices/mmc/block/mmcblk0/device/pre_eol_info": "0x01\n",
    "sys/dev/block/179:3 ->": "../../devices/mmc/block/mmcblk0/mmcblk0p3",
}
PI_5 = COMMON | {
    "proc/device-tree/model": "Raspberry Pi 5 Model B Rev 1.0\0",
    "proc/self/mountinfo": "25 1 259:2 / / rw,noatime - ext4 /dev/nvme0n1p2 rw\n",
    "sys/class/thermal/thermal_zone0/type": "cpu-thermal\n",
    "sys/class/thermal/thermal_zone0/temp": "82050\n",
    "sys/class/hwmon/hwmon0/name": "cpu_thermal\n",
    "sys/class/hwmon/hwmon2/name": "rpi_volt\n",
    "sys/class/hwmon/hwmon2/in0_lcrit_alarm": "1\n",
    "sys/class/rtc/rtc0/battery_voltage": "3143586\n",
    "run/systemd/timesync/synchronized": "",
    "sys/devices/pci/nvme0n1/nvme0n1p2/partition": "2\n",
    "sys/devices/pci/nvme0n1/device/model": "SAMSUNG MZ9LQ256\n",
    "sys/dev/block/259:2 ->": "../../devices/pci/nvme0n1/nvme0n1p2",
}
PC = COMMON | {
    "sys/class/dmi/id/sys_vendor": "LENOVO\n",
    "sys/class/dmi/id/product_name": "20XW\n",
    "proc/self/mountinfo": "25 1 0:24 / / rw,relatime - btrfs /dev/sda2 rw,subvol=/root\n",
    "sys/class/thermal/thermal_zone0/type": "acpitz\n",
    "sys/class/thermal/thermal_zone0/temp": "99000\n",
    "sys/class/hwmon/hwmon4/name": "k10temp\n",
    "sys/class/hwmon/hwmon4/temp1_input": "43500\n",
    "sys/class/rtc/rtc0/name": "rtc_cmos 00:01\n",
    "sys/devices/ata/sda/sda2/partition": "2\n",
    "sys/devices/ata/sda/device/model": "WDC WDS500G2B0A\n",
    "sys/class/block/sda2 ->": "../../devices/ata/sda/sda2",
}

Tree = Mapping[str, str]


def room(_folder: Path) -> os.statvfs_result:
    """4096 bytes a block, 250000 blocks, 100000 of them for everybody."""
    return os.statvfs_result((4096, 4096, 250_000, 120_000, 100_000, 0, 0, 0, 0, 255))


def no_room_told(_folder: Path) -> os.statvfs_result:
    raise OSError(5, "Input/output error")


def reader(tree: Tree, root: Path) -> HostFacts:
    """A reader of a machine; ` ->` after a name is a link, `/` a folder."""
    for name, content in tree.items():
        path = root / name.removesuffix(" ->")
        path.parent.mkdir(parents=True, exist_ok=True)
        if name.endswith("/"):
            path.mkdir()
        elif name.endswith(" ->"):
            path.symlink_to(content)
        else:
            path.write_text(content)
    return HostFacts(DATA, VirtualClock(SPRING_2026_S), root, room)


TOLD = [
    (PI_3, "model", "Raspberry Pi 3 Model B Plus Rev 1.3"),
    (PI_3, "temperature_c", 61.224),
    (PI_3, "under_voltage", True),
    (PI_3, "under_voltage_since_boot", True),
    (PI_3, "throttled", True),
    (PI_3, "throttled_since_boot", True),
    (PI_3, "memory_total_bytes", 1_893_172 * 1024),
    (PI_3, "memory_free_bytes", 1_443_920 * 1024),
    (PI_3, "disk_free_bytes", 409_600_000),
    (PI_3, "disk_total_bytes", 1_024_000_000),
    (PI_3, "disk_read_only", False),
    (PI_3, "root_overlay", False),
    (PI_3, "root_read_only", False),
    (PI_3, "storage", "mmcblk0"),
    (PI_3, "storage_model", "SC32G"),
    (PI_3, "storage_made", "03/2019"),
    (PI_3, "storage_worn_percent", None),
    (PI_3, "storage_reserve", None),
    (PI_3, "clock_chip", False),
    (PI_3, "clock_synced", False),
    (PI_3, "year", 2026),
    (PI_3, "uptime_s", 93_784.21),
    (PI_3, "boot_id", "5c1d4f5e-6c6a-4d37-8a4b-8f0c64a5f0d2"),
    (PI_4, "model", "Raspberry Pi Compute Module 4 Rev 1.1"),
    (PI_4, "under_voltage", False),
    (PI_4, "under_voltage_since_boot", False),
    (PI_4, "throttled", False),
    (PI_4, "root_overlay", True),
    (PI_4, "storage_worn_percent", 30),
    (PI_4, "storage_reserve", Reserve.NORMAL),
    (PI_4, "clock_chip", True),
    (PI_4, "clock_synced", True),
    (PI_5, "temperature_c", 82.05),
    (PI_5, "under_voltage", True),
    (PI_5, "under_voltage_since_boot", None),
    (PI_5, "throttled", None),
    (PI_5, "storage", "nvme0n1"),
    (PI_5, "storage_model", "SAMSUNG MZ9LQ256"),
    (PI_5, "clock_chip", True),
    (PC, "model", "LENOVO 20XW"),
    (PC, "temperature_c", 43.5),
    (PC, "under_voltage", None),
    (PC, "storage", "sda"),
    (PC, "storage_model", "WDC WDS500G2B0A"),
    (PC, "clock_chip", True),
    (PC, "clock_synced", None),
]


@pytest.mark.parametrize(("tree", "name", "value"), TOLD)
def test_a_machine_tells_what_its_kernel_keeps(
    tree: Tree, name: str, value: object, tmp_path: Path
) -> None:
    assert getattr(reader(tree, tmp_path).read(), name) == value


def changed(tree: Tree, name: str, content: str, tmp_path: Path) -> MachineFacts:
    """What a machine tells that has one file different."""
    return reader({**tree, name: content}, tmp_path).read()


WORD = "sys/devices/platform/soc/soc:firmware/get_throttled"


@pytest.mark.parametrize(
    ("word", "facts"),
    [
        ("1", (True, False, False, False)),
        ("10000", (False, True, False, False)),
        ("4", (False, False, True, False)),
        ("2", (False, False, True, False)),
        ("8", (False, False, True, False)),
        ("0x80000", (False, False, False, True)),
    ],
)
def test_each_bit_of_the_firmware_s_word(
    word: str, facts: tuple[bool, ...], tmp_path: Path
) -> None:
    told = changed(PI_4, WORD, word, tmp_path)
    assert facts == (
        told.under_voltage,
        told.under_voltage_since_boot,
        told.throttled,
        told.throttled_since_boot,
    )


@pytest.mark.parametrize(
    "path",
    [
        "sys/devices/platform/soc@107c000000/soc@107c000000:firmware/get_throttled",
        "sys/devices/platform/soc@107c000000:firmware/get_throttled",
    ],
)
def test_the_word_is_found_where_other_models_have_it(path: str, tmp_path: Path) -> None:
    assert changed(PI_5, path, "10000\n", tmp_path).under_voltage_since_boot


MOUNTS = "proc/self/mountinfo"


@pytest.mark.parametrize(
    ("line", "is_read_only"),
    [
        ("31 25 179:3 / /var/lib/cabinato ro,noatime - ext4 /dev/mmcblk0p3 rw", True),
        ("31 25 179:3 / /var/lib/cabinato rw,noatime - ext4 /dev/mmcblk0p3 ro", True),
        ("31 25 179:3 / /var/lib/cabinato rw - ext4 /dev/mmcblk0p3 rw,emergency_ro", True),
        ("31 25 179:3 / /var/lib/cabinato rw - ext4 /dev/mmcblk0p3 rw,errors=remount-ro", False),
        ("31 25 179:3 / /var/lib ro - ext4 /dev/mmcblk0p3 rw", True),
        ("31 25 179:3 / /var/lib/cab ro - ext4 /dev/mmcblk0p3 rw", False),
    ],
)
def test_err_2_a_mount_of_the_books_that_takes_no_writes(
    line: str, is_read_only: bool, tmp_path: Path
) -> None:
    root = "25 1 179:2 / / rw - ext4 /dev/mmcblk0p2 rw\n"
    assert changed(PI_3, MOUNTS, f"{root}{line}\n", tmp_path).disk_read_only is is_read_only


def test_a_mount_over_another_one_counts(tmp_path: Path) -> None:
    over = "40 31 0:50 / /var/lib/cabinato ro - tmpfs tmpfs rw\n"
    assert changed(PI_3, MOUNTS, ON_CARD + over, tmp_path).disk_read_only


def test_a_service_that_may_not_write_to_the_system_has_no_read_only_system(
    tmp_path: Path,
) -> None:
    lines = "25 1 179:2 / / ro,noatime - ext4 /dev/mmcblk0p2 rw\n"
    assert changed(PI_3, MOUNTS, lines, tmp_path).root_read_only is False


def test_a_disk_that_turns_read_only_is_seen_at_the_next_reading(tmp_path: Path) -> None:
    facts = reader(PI_3, tmp_path)
    assert facts.read().disk_read_only is False
    (tmp_path / MOUNTS).write_text(ON_CARD.replace("mmcblk0p3 rw", "mmcblk0p3 ro"))
    assert facts.read().disk_read_only


def test_a_folder_with_a_space_lies_in_its_mount(tmp_path: Path) -> None:
    lines = "25 1 8:1 / / rw - ext4 /dev/sda1 rw\n31 25 8:2 / /my\\040books ro - ext4 /dev/b rw\n"
    reader({MOUNTS: lines}, tmp_path)
    facts = HostFacts(Path("/my books/cabinato"), VirtualClock(), tmp_path, room)
    assert facts.read().disk_read_only


CARD = "sys/devices/mmc/block/mmcblk0/device"


@pytest.mark.parametrize(
    ("life", "percent"),
    [("0x01 0x01", 10), ("0x0B 0x01", 110), ("0x00 0x00", None), ("0x0F 0x02", 20), ("?", None)],
)
def test_the_spent_life_of_a_card(life: str, percent: int | None, tmp_path: Path) -> None:
    assert changed(PI_4, f"{CARD}/life_time", life, tmp_path).storage_worn_percent == percent


@pytest.mark.parametrize(
    ("told", "reserve"),
    [("0x02", Reserve.LOW), ("0x03", Reserve.SPENT), ("0x00", None), ("", None)],
)
def test_the_spare_blocks_of_a_card(told: str, reserve: Reserve | None, tmp_path: Path) -> None:
    assert changed(PI_4, f"{CARD}/pre_eol_info", told, tmp_path).storage_reserve is reserve


def test_a_pi_5_without_a_cell_has_no_clock_that_goes_on(tmp_path: Path) -> None:
    assert (
        changed(PI_5, "sys/class/rtc/rtc0/battery_voltage", "312\n", tmp_path).clock_chip is False
    )


@pytest.mark.parametrize("name", ["temp", "type"])
def test_a_sensor_that_says_nonsense_tells_nothing(name: str, tmp_path: Path) -> None:
    path = f"sys/class/thermal/thermal_zone0/{name}"
    assert changed(PI_3, path, "what?", tmp_path).temperature_c is None


def test_a_machine_without_any_such_file_tells_only_the_year(tmp_path: Path) -> None:
    facts = HostFacts(DATA, VirtualClock(SPRING_2026_S), tmp_path, no_room_told)
    assert facts.read() == MachineFacts(year=2026)


def test_folders_in_the_place_of_files_tell_nothing(tmp_path: Path) -> None:
    tree = {name if name.endswith("->") else f"{name}/": each for name, each in PI_3.items()}
    del tree["sys/class/rtc//"], tree["run/systemd/timesync//"]
    told = reader(tree, tmp_path).read()
    assert (told.model, told.temperature_c, told.under_voltage) == (None, None, None)


def test_what_the_machine_below_tells_is_read_without_an_error() -> None:
    assert HostFacts(Path.cwd(), VirtualClock()).read().year == 1970


def test_the_books_need_not_be_there_yet(tmp_path: Path) -> None:
    asked: list[Path] = []

    def ask(folder: Path) -> os.statvfs_result:
        asked.append(folder)
        return room(folder)

    HostFacts(tmp_path / "not" / "yet", VirtualClock(), tmp_path, ask).read()
    assert asked == [tmp_path.resolve()]


@pytest.mark.parametrize(
    ("tree", "found"),
    [
        (PI_3, {Trouble.UNDER_VOLTAGE, Trouble.CLOCK_UNSET}),
        (PI_4, set()),
        (PI_5, {Trouble.HOT, Trouble.UNDER_VOLTAGE}),
        (PC, set()),
    ],
)
def test_what_is_wrong_with_each(tree: Tree, found: set[Trouble], tmp_path: Path) -> None:
    assert troubles(reader(tree, tmp_path).read()) == found


# --- the contract -----------------------------------------------------------------------------


@pytest.fixture(params=["host", "empty", "scripted"])
def port(request: pytest.FixtureRequest, tmp_path: Path) -> FactsPort:
    match request.param:
        case "host":
            return reader(PI_4, tmp_path)
        case "empty":
            return HostFacts(DATA, VirtualClock(), tmp_path, no_room_told)
        case _:
            return ScriptedFacts()


def test_a_port_tells_facts_and_the_same_ones_while_nothing_happens(port: FactsPort) -> None:
    told = port.read()
    assert isinstance(told, MachineFacts)
    assert port.read() == told


def test_a_cabinet_of_a_story_is_in_good_order() -> None:
    assert troubles(HEALTHY) == frozenset()


def test_a_fact_that_was_told_is_read() -> None:
    facts = ScriptedFacts()
    facts.tell("temperature_c", "85")
    assert facts.read().temperature_c == 85.0
