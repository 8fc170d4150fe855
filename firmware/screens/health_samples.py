"""Machines well, ill and silent, on the page of their health, to look at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from firmware.cabinet.faults import with_facts
from firmware.cabinet.operator_menu.desk import at_page
from firmware.cabinet.operator_menu.menu import Leaf
from firmware.cabinet.state import CabinetState
from firmware.facts import MachineFacts, Reserve

Make = Callable[[], CabinetState]

WELL = MachineFacts(
    model="Raspberry Pi 4 Model B Rev 1.4", temperature_c=48.2, under_voltage=False,
    under_voltage_since_boot=False, throttled=False, throttled_since_boot=False,
    memory_free_bytes=1_460_000_000, memory_total_bytes=1_996_000_000,
    disk_free_bytes=6_120_000_000, disk_total_bytes=7_800_000_000, disk_read_only=False,
    root_read_only=False, root_overlay=True, storage="mmcblk0", storage_model="AGI0016",
    storage_made="08/2024", storage_worn_percent=10, storage_reserve=Reserve.NORMAL,
    clock_synced=True, clock_chip=False, year=2026, uptime_s=273_600.0,
)  # fmt: skip
ILL = replace(
    WELL, temperature_c=83.4, under_voltage=True, under_voltage_since_boot=True, throttled=True,
    throttled_since_boot=True, memory_free_bytes=41_000_000, disk_free_bytes=51_000_000,
    disk_read_only=True, root_overlay=False, storage_worn_percent=110,
    storage_reserve=Reserve.SPENT, clock_synced=False,
)  # fmt: skip
OF_A_PC = MachineFacts(
    model="LENOVO 20XWCTO1WW", temperature_c=43.5, memory_free_bytes=9_200_000_000,
    memory_total_bytes=16_500_000_000, disk_free_bytes=120_000_000_000,
    disk_total_bytes=500_000_000_000, disk_read_only=False, root_read_only=False,
    root_overlay=False, storage="nvme0n1", storage_model="SAMSUNG MZVLB512HBJQ-000L7",
    clock_chip=True, year=2026, uptime_s=512.0,
)  # fmt: skip
SINCE = "2026-03-01T21:18:42+00:00"


def health_samples(make: Make) -> Mapping[str, tuple[Make, float]]:
    """The states by name, each with the time to look at it, from a table at rest."""

    def page(facts: MachineFacts) -> Make:
        return lambda: at_page(with_facts(make(), facts, SINCE), Leaf.HEALTH)

    states = {
        "health": page(WELL),
        "health_ill": page(ILL),
        "health_pc": page(OF_A_PC),
        "health_untold": page(MachineFacts()),
    }
    return {name: (state, 0.3) for name, state in states.items()}
