"""A machine whose facts are told it: that of stories, which must not depend on the one below."""

from __future__ import annotations

from firmware.facts import MachineFacts, Reserve, with_fact

HEALTHY = MachineFacts(
    model="Raspberry Pi 4 Model B Rev 1.4",
    temperature_c=48.2,
    under_voltage=False,
    under_voltage_since_boot=False,
    throttled=False,
    throttled_since_boot=False,
    memory_free_bytes=1_460_000_000,
    memory_total_bytes=1_996_000_000,
    disk_free_bytes=6_120_000_000,
    disk_total_bytes=7_800_000_000,
    disk_read_only=False,
    root_read_only=False,
    root_overlay=True,
    storage="mmcblk0",
    storage_model="AGI0016",
    storage_made="08/2024",
    storage_worn_percent=10,
    storage_reserve=Reserve.NORMAL,
    clock_synced=True,
    clock_chip=False,
    year=2026,
    uptime_s=273_600.0,
    boot_id="0b6e7a52-4d2f-4c1b-9d42-7f3b5c0e8a11",
)
"""A cabinet in good order, three days after power-up."""


class ScriptedFacts:
    """Tells what it was given.

    Args:
        facts: what it tells at first.
    """

    def __init__(self, facts: MachineFacts = HEALTHY) -> None:
        self._facts = facts

    def read(self) -> MachineFacts:
        """The facts as they were given last."""
        return self._facts

    def tell(self, name: str, text: str) -> None:
        """Change one fact, as `with_fact` does.

        Raises:
            ValueError: there is no such fact, or it cannot be that.
        """
        self._facts = with_fact(self._facts, name, text)
