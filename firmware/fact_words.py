"""What the machine tells of itself, in words: for the operator's page and the doctor alike."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from firmware.catalogue import Catalogue
from firmware.facts import MachineFacts, Trouble, troubles
from firmware.words import Message

MB, GB = 1_000_000, 1_000_000_000
JUDGED = {
    "temperature": Trouble.HOT,
    "power": Trouble.UNDER_VOLTAGE,
    "memory": Trouble.MEMORY_LOW,
    "disk": Trouble.DISK_LOW,
    "writes": Trouble.DISK_READ_ONLY,
    "wear": Trouble.STORAGE_WORN,
    "clock": Trouble.CLOCK_UNSET,
}
"""What can be bad, by its part, and the trouble that says so; the rest is only told."""


@dataclass(frozen=True, slots=True)
class FactWords:
    """One part of what the machine tells of itself.

    Attributes:
        part: which, by a fixed word.
        name: of the part.
        value: what the machine tells; None where it does not.
        is_judged: whether it can be bad.
        state: `good`, the trouble, or `slow`.
        todo: what to do about it; empty where it is well.
    """

    part: str
    name: str
    value: str | None
    is_judged: bool = False
    state: str = "good"
    todo: str = ""


def fact_words(
    catalogue: Catalogue, facts: MachineFacts, before: Collection[Trouble] = ()
) -> tuple[FactWords, ...]:
    """Every part, in the order of the page; `before` as in `troubles`.

    >>> from firmware.words import Language
    >>> told = fact_words(Catalogue.load(Language.EN), MachineFacts(temperature_c=81.0))
    >>> next((each.value, each.state) for each in told if each.part == "temperature")
    ('81.0 °C', 'hot')
    """
    values = {
        "model": facts.model,
        "uptime": _uptime(catalogue, facts),
        "temperature": _temperature(catalogue, facts),
        "power": _power(catalogue, facts),
        "speed": _speed(catalogue, facts),
        "memory": _free(catalogue, facts.memory_free_bytes, facts.memory_total_bytes),
        "disk": _free(catalogue, facts.disk_free_bytes, facts.disk_total_bytes),
        "writes": _writes(catalogue, facts),
        "storage": _storage(facts),
        "wear": _wear(catalogue, facts),
        "system": _system(catalogue, facts),
        "clock": _clock(catalogue, facts),
    }
    there = troubles(facts, before)
    slow = "slow" if facts.throttled else ""
    states = {part: trouble.value for part, trouble in JUDGED.items() if trouble in there}
    return tuple(
        _judged(catalogue, part, value, slow if part == "speed" else states.get(part, ""))
        for part, value in values.items()
    )


def _judged(catalogue: Catalogue, part: str, value: str | None, wrong: str) -> FactWords:
    name = catalogue.text(Message(f"facts.{part}"))
    if not wrong:
        return FactWords(part, name, value, part in JUDGED or part == "speed")
    todo = "facts.speed.todo" if part == "speed" else f"fault.todo.{wrong}"
    return FactWords(part, name, value, True, wrong, catalogue.text(Message(todo)))


def _uptime(catalogue: Catalogue, facts: MachineFacts) -> str | None:
    if facts.uptime_s is None:
        return None
    hours, minutes = divmod(int(facts.uptime_s) // 60, 60)
    days, hours = divmod(hours, 24)
    return _said(catalogue, "facts.uptime.value", days=days, hours=hours, minutes=minutes)


def _temperature(catalogue: Catalogue, facts: MachineFacts) -> str | None:
    if facts.temperature_c is None:
        return None
    return _said(
        catalogue, "facts.temperature.value", degrees=catalogue.decimal(facts.temperature_c)
    )


def _power(catalogue: Catalogue, facts: MachineFacts) -> str | None:
    if facts.under_voltage is None and facts.under_voltage_since_boot is None:
        return None
    if facts.under_voltage:
        return _said(catalogue, "facts.power.is")
    if facts.under_voltage_since_boot is None:
        return _said(catalogue, "facts.power.steady")
    return _said(catalogue, f"facts.power.{'was' if facts.under_voltage_since_boot else 'well'}")


def _speed(catalogue: Catalogue, facts: MachineFacts) -> str | None:
    if facts.throttled is None:
        return None
    if facts.throttled:
        return _said(catalogue, "facts.speed.is")
    return _said(catalogue, f"facts.speed.{'was' if facts.throttled_since_boot else 'well'}")


def _free(catalogue: Catalogue, free: int | None, total: int | None) -> str | None:
    if free is None or total is None:
        return None
    return _said(
        catalogue, "facts.free", free=_size(catalogue, free), total=_size(catalogue, total)
    )


def _size(catalogue: Catalogue, count: int) -> str:
    if count < GB:
        return _said(catalogue, "facts.megabytes", amount=catalogue.number(count // MB))
    return _said(catalogue, "facts.gigabytes", amount=catalogue.decimal(count / GB))


def _writes(catalogue: Catalogue, facts: MachineFacts) -> str | None:
    if facts.disk_read_only is None:
        return None
    return _said(catalogue, f"facts.writes.{'off' if facts.disk_read_only else 'on'}")


def _storage(facts: MachineFacts) -> str | None:
    told = (facts.storage, facts.storage_model, facts.storage_made)
    return ", ".join(each for each in told if each is not None) or None


def _wear(catalogue: Catalogue, facts: MachineFacts) -> str | None:
    told: list[str] = []
    percent = facts.storage_worn_percent
    if percent is not None and percent > 100:
        told.append(_said(catalogue, "facts.wear.beyond"))
    elif percent is not None:
        told.append(_said(catalogue, "facts.wear.percent", percent=percent))
    if facts.storage_reserve is not None:
        told.append(_said(catalogue, f"facts.reserve.{facts.storage_reserve}"))
    return ", ".join(told) or None


def _system(catalogue: Catalogue, facts: MachineFacts) -> str | None:
    if facts.root_overlay is None:
        return None
    if facts.root_overlay:
        return _said(catalogue, "facts.system.overlay")
    return _said(catalogue, f"facts.system.{'read_only' if facts.root_read_only else 'open'}")


def _clock(catalogue: Catalogue, facts: MachineFacts) -> str | None:
    if facts.year is None:
        return None
    if Trouble.CLOCK_UNSET in troubles(facts):
        return _said(catalogue, "facts.clock.unset")
    if facts.clock_synced:
        return _said(catalogue, "facts.clock.synced")
    return _said(catalogue, f"facts.clock.{'chip' if facts.clock_chip else 'set'}")


def _said(catalogue: Catalogue, key: str, **values: int | str) -> str:
    return catalogue.text(Message(key, tuple(values.items())))
