"""What the machine tells of itself, and when that is trouble.

One rule for each trouble, whoever asks: the running cabinet, `cabinato doctor`, the operator's
page. A fact that a machine does not tell is None and never trouble. Limits that come and go at
different values keep a fault from flickering.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, fields, replace
from enum import StrEnum, unique
from typing import Any, get_args, get_type_hints

from firmware.suggestion import suggestion

HOT_C = 80.0
"""At this a Raspberry Pi begins to slow down."""
COOL_C = 75.0
"""Below this it is no longer called hot."""
FIRST_YEAR = 2025
"""No clock that is right shows an earlier year: this program was not written yet."""
CLOCK_GRACE_S = 180.0
"""So long after power-up the clock may still be looking for a time server."""
DISK_LEAST_BYTES = 64_000_000
"""Less free than this is little: the books take months to fill it, so there is time to act."""
DISK_LEAST_PERCENT = 2
DISK_LEAST_AT_MOST_BYTES = 500_000_000
"""Where two percent of a large disk would be more, they are not asked for."""
DISK_EASED = 1.25
"""So many times the least must be free before a low disk is no longer called low."""
MEMORY_LEAST_BYTES = 64_000_000
MEMORY_EASED_BYTES = 96_000_000
WORN_PERCENT = 90
"""A storage device that has spent so much of its life is to be replaced."""
COARSE_BYTES = 10_000_000
"""A change of memory or disk below this is not worth a new picture."""


@unique
class Reserve(StrEnum):
    """The spare blocks of a memory card, as it tells of them."""

    NORMAL = "normal"
    LOW = "low"
    """Four fifths are spent."""
    SPENT = "spent"
    """Nine tenths are spent."""


@dataclass(frozen=True, slots=True)
class MachineFacts:
    """What this machine tells of itself; None is what it does not tell.

    Attributes:
        model: of the board or the computer.
        temperature_c: of the processor, in degrees Celsius.
        under_voltage: the supply is too low now.
        under_voltage_since_boot: it is, or was at some time since power-up.
        throttled: the processor is slowed down now, by heat or supply.
        throttled_since_boot: it is, or was.
        memory_free_bytes: what programs can still have.
        memory_total_bytes: what there is.
        disk_free_bytes: room for the books, on their disk.
        disk_total_bytes: its size.
        disk_read_only: nothing can be written where the books are.
        root_read_only: the system's own disk takes no writes; for a cabinet that is well.
        root_overlay: what is written to it goes to memory and is gone at power-down.
        storage: the device that the books are on, by its name in the kernel.
        storage_model: what it calls itself.
        storage_made: month and year of its making, as it tells them.
        storage_worn_percent: how much of its life is spent at most, in tens; 110 is beyond it.
        storage_reserve: its spare blocks.
        clock_synced: a time server has set the wall clock since power-up.
        clock_chip: a clock goes on while the power is off.
        year: that the wall clock shows.
        uptime_s: since power-up.
        boot_id: another one after each power-up.
    """

    model: str | None = None
    temperature_c: float | None = None
    under_voltage: bool | None = None
    under_voltage_since_boot: bool | None = None
    throttled: bool | None = None
    throttled_since_boot: bool | None = None
    memory_free_bytes: int | None = None
    memory_total_bytes: int | None = None
    disk_free_bytes: int | None = None
    disk_total_bytes: int | None = None
    disk_read_only: bool | None = None
    root_read_only: bool | None = None
    root_overlay: bool | None = None
    storage: str | None = None
    storage_model: str | None = None
    storage_made: str | None = None
    storage_worn_percent: int | None = None
    storage_reserve: Reserve | None = None
    clock_synced: bool | None = None
    clock_chip: bool | None = None
    year: int | None = None
    uptime_s: float | None = None
    boot_id: str | None = None


@unique
class Trouble(StrEnum):
    """What can be wrong with a machine, by the name of the fault that tells of it."""

    HOT = "hot"
    UNDER_VOLTAGE = "under_voltage"
    CLOCK_UNSET = "clock_unset"
    DISK_LOW = "disk_low"
    DISK_READ_ONLY = "disk_read_only"
    MEMORY_LOW = "memory_low"
    STORAGE_WORN = "storage_worn"


NOTHING = MachineFacts()
"""Of a machine that tells nothing."""


def troubles(
    facts: MachineFacts, before: Collection[Trouble] = (), last: MachineFacts = NOTHING
) -> frozenset[Trouble]:
    """What is wrong now.

    Args:
        facts: what the machine tells.
        before: what was wrong until now: it must be well beyond its limit to be gone.
        last: what the machine told before. A supply that was too low since power-up is told
            once, when that is new, and stands for as long as `before` has it.

    >>> sorted(troubles(MachineFacts(temperature_c=80.0)))
    [<Trouble.HOT: 'hot'>]
    >>> sorted(troubles(MachineFacts(temperature_c=75.0), before=[Trouble.HOT]))
    [<Trouble.HOT: 'hot'>]
    >>> sorted(troubles(MachineFacts(temperature_c=74.9), before=[Trouble.HOT]))
    []
    """
    found = {
        Trouble.HOT: _is_hot(facts, Trouble.HOT in before),
        Trouble.UNDER_VOLTAGE: _is_short_of_power(facts, Trouble.UNDER_VOLTAGE in before, last),
        Trouble.CLOCK_UNSET: _is_clock_unset(facts),
        Trouble.DISK_LOW: _is_disk_low(facts, Trouble.DISK_LOW in before),
        Trouble.DISK_READ_ONLY: facts.disk_read_only is True,
        Trouble.MEMORY_LOW: _is_memory_low(facts, Trouble.MEMORY_LOW in before),
        Trouble.STORAGE_WORN: _is_worn(facts),
    }
    return frozenset(trouble for trouble, is_there in found.items() if is_there)


def detail_of(trouble: Trouble, facts: MachineFacts) -> str:
    """What exactly is told of a trouble, in figures that need no language; or nothing.

    >>> detail_of(Trouble.DISK_LOW, MachineFacts(disk_free_bytes=51_300_000))
    '51 MB'
    """

    def megabytes(count: int | None) -> str:
        return "" if count is None else f"{count // 1_000_000} MB"

    match trouble:
        case Trouble.HOT:
            return f"{facts.temperature_c:.0f} °C"
        case Trouble.CLOCK_UNSET:
            return "" if facts.year is None else str(facts.year)
        case Trouble.DISK_LOW:
            return megabytes(facts.disk_free_bytes)
        case Trouble.MEMORY_LOW:
            return megabytes(facts.memory_free_bytes)
        case Trouble.DISK_READ_ONLY:
            return facts.storage or ""
        case Trouble.STORAGE_WORN:
            worn = facts.storage_worn_percent
            spent = "" if worn is None else f"{min(worn, 100)} %"
            return " ".join(part for part in (facts.storage, spent) if part)
        case Trouble.UNDER_VOLTAGE:
            return ""


def is_news(facts: MachineFacts, told: MachineFacts) -> bool:
    """Whether facts differ from those told last by enough to be told, too.

    >>> is_news(MachineFacts(temperature_c=51.9), MachineFacts(temperature_c=51.2))
    False
    >>> is_news(MachineFacts(temperature_c=52.0), MachineFacts(temperature_c=51.9))
    True
    """
    return _coarse(facts) != _coarse(told) or any(
        troubles(facts, before) != troubles(told, before) for before in ((), tuple(Trouble))
    )


def with_fact(facts: MachineFacts, name: str, text: str) -> MachineFacts:
    """The facts with one of them as a word says it: `none`, `on` or `off`, a number, a text.

    Raises:
        ValueError: for an unknown name, or a word that is no such fact.

    >>> with_fact(MachineFacts(), "temperature_c", "85").temperature_c
    85.0
    """
    names = [field.name for field in fields(MachineFacts)]
    if name not in names:
        raise ValueError(f"unknown fact '{name}' ({suggestion(name, names)})")
    kind = get_args(get_type_hints(MachineFacts)[name])[0]
    value: Any = None
    if text.lower() != "none":
        try:
            value = _SWITCH[text.lower()] if kind is bool else kind(text)
        except (KeyError, ValueError):
            raise ValueError(f"'{text}' is no {name}: {_ALLOWED[kind]}, or none") from None
    return replace(facts, **{name: value})


_SWITCH = {"on": True, "off": False}
_ALLOWED: dict[type, str] = {
    bool: "on, off",
    int: "a whole number",
    float: "a number",
    str: "a text",
    Reserve: ", ".join(Reserve),
}


def disk_least_bytes(total_bytes: int | None) -> int:
    """How much room the books' disk must have so that it is not called low.

    >>> [disk_least_bytes(total) for total in (None, 1_000_000_000, 10**10, 10**12)]
    [64000000, 64000000, 200000000, 500000000]
    """
    share = (total_bytes or 0) * DISK_LEAST_PERCENT // 100
    return max(DISK_LEAST_BYTES, min(share, DISK_LEAST_AT_MOST_BYTES))


# --- the rules ------------------------------------------------------------------------------------


def _is_hot(facts: MachineFacts, was: bool) -> bool:
    limit_c = COOL_C if was else HOT_C
    return facts.temperature_c is not None and facts.temperature_c >= limit_c


def _is_short_of_power(facts: MachineFacts, was: bool, last: MachineFacts) -> bool:
    is_new = facts.under_voltage_since_boot is True and not (
        last.under_voltage_since_boot and last.boot_id == facts.boot_id
    )
    return was or facts.under_voltage is True or is_new


def _is_clock_unset(facts: MachineFacts) -> bool:
    if facts.uptime_s is not None and facts.uptime_s < CLOCK_GRACE_S:
        return False
    if facts.year is not None and facts.year < FIRST_YEAR:
        return True
    return facts.clock_synced is False and facts.clock_chip is False


def _is_disk_low(facts: MachineFacts, was: bool) -> bool:
    least = disk_least_bytes(facts.disk_total_bytes) * (DISK_EASED if was else 1)
    return facts.disk_free_bytes is not None and facts.disk_free_bytes < least


def _is_memory_low(facts: MachineFacts, was: bool) -> bool:
    least = MEMORY_EASED_BYTES if was else MEMORY_LEAST_BYTES
    return facts.memory_free_bytes is not None and facts.memory_free_bytes < least


def _is_worn(facts: MachineFacts) -> bool:
    is_reserve_low = facts.storage_reserve not in (None, Reserve.NORMAL)
    return is_reserve_low or (facts.storage_worn_percent or 0) >= WORN_PERCENT


def _coarse(facts: MachineFacts) -> MachineFacts:
    """As finely as it is shown."""

    def steps(value: float | None, step: int) -> int | None:
        return None if value is None else int(value // step)

    return replace(
        facts,
        temperature_c=steps(facts.temperature_c, 1),
        memory_free_bytes=steps(facts.memory_free_bytes, COARSE_BYTES),
        disk_free_bytes=steps(facts.disk_free_bytes, COARSE_BYTES),
        uptime_s=steps(facts.uptime_s, 60),
    )
