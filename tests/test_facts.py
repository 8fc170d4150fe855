"""When what a machine tells of itself is trouble, and when it is news."""

from __future__ import annotations

from dataclasses import fields, replace

import pytest

from firmware.facts import MachineFacts, Reserve, Trouble, is_news, troubles, with_fact

MB = 1_000_000
GB = 1_000 * MB


def has(trouble: Trouble, was: bool = False, **facts: object) -> bool:
    made = MachineFacts(**facts)  # type: ignore[arg-type]  # names are those of the fields
    return trouble in troubles(made, (trouble,) if was else ())


def test_a_machine_that_tells_nothing_has_no_trouble() -> None:
    assert troubles(MachineFacts()) == frozenset()


# --- heat -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("temperature_c", "was", "is_hot"),
    [
        (79.9, False, False),
        (80.0, False, True),
        (75.0, True, True),
        (74.9, True, False),
        (75.0, False, False),
    ],
)
def test_err_2_hot_from_80_degrees_until_below_75(
    temperature_c: float, was: bool, is_hot: bool
) -> None:
    assert has(Trouble.HOT, was, temperature_c=temperature_c) is is_hot


# --- supply -----------------------------------------------------------------------------------


def test_err_2_a_supply_that_is_too_low_is_told() -> None:
    assert has(Trouble.UNDER_VOLTAGE, under_voltage=True)


def test_a_dip_between_two_readings_is_told_all_the_same() -> None:
    assert has(Trouble.UNDER_VOLTAGE, under_voltage=False, under_voltage_since_boot=True)


DIPPED = MachineFacts(under_voltage=False, under_voltage_since_boot=True, boot_id="a")


def test_the_same_dip_is_told_once() -> None:
    assert troubles(DIPPED, (), DIPPED) == frozenset()


def test_a_dip_after_another_power_up_is_told_anew() -> None:
    assert troubles(replace(DIPPED, boot_id="b"), (), DIPPED) == {Trouble.UNDER_VOLTAGE}


def test_a_dip_that_is_over_stands_until_somebody_has_seen_it() -> None:
    assert troubles(DIPPED, [Trouble.UNDER_VOLTAGE], DIPPED) == {Trouble.UNDER_VOLTAGE}


# --- clock ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("is_synced", "has_chip", "is_unset"),
    [
        (False, False, True),
        (True, False, False),
        (False, True, False),
        (None, False, False),
        (False, None, False),
    ],
)
def test_a_clock_that_nobody_has_set_is_told(
    is_synced: bool | None, has_chip: bool | None, is_unset: bool
) -> None:
    found = has(Trouble.CLOCK_UNSET, year=2026, clock_synced=is_synced, clock_chip=has_chip)
    assert found is is_unset


@pytest.mark.parametrize(("year", "is_unset"), [(1970, True), (2024, True), (2025, False)])
def test_a_year_before_the_program_s_is_no_time_whoever_vouches(year: int, is_unset: bool) -> None:
    assert has(Trouble.CLOCK_UNSET, year=year, clock_synced=True, clock_chip=True) is is_unset


@pytest.mark.parametrize(("uptime_s", "is_unset"), [(179.9, False), (180.0, True)])
def test_a_time_server_has_three_minutes_to_answer(uptime_s: float, is_unset: bool) -> None:
    clock = {"clock_synced": False, "clock_chip": False, "uptime_s": uptime_s}
    assert has(Trouble.CLOCK_UNSET, **clock) is is_unset


# --- disk, memory -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("total", "free", "was", "is_low"),
    [
        (None, 63 * MB, False, True),
        (None, 64 * MB, False, False),
        (None, 79 * MB, True, True),
        (None, 80 * MB, True, False),
        (16 * GB, 319 * MB, False, True),
        (16 * GB, 320 * MB, False, False),
        (1_000 * GB, 499 * MB, False, True),
        (1_000 * GB, 500 * MB, False, False),
    ],
)
def test_err_3_little_room_is_told_below_64_mb_or_two_percent_of_at_most_500_mb(
    total: int | None, free: int, was: bool, is_low: bool
) -> None:
    found = has(Trouble.DISK_LOW, was, disk_total_bytes=total, disk_free_bytes=free)
    assert found is is_low


def test_err_2_a_disk_that_takes_no_writes_is_told() -> None:
    assert has(Trouble.DISK_READ_ONLY, disk_read_only=True)


def test_a_system_that_is_kept_from_writes_is_no_trouble() -> None:
    assert troubles(MachineFacts(root_read_only=True, root_overlay=True)) == frozenset()


@pytest.mark.parametrize(
    ("free", "was", "is_low"),
    [
        (63 * MB, False, True),
        (64 * MB, False, False),
        (95 * MB, True, True),
        (96 * MB, True, False),
    ],
)
def test_err_2_little_memory_is_told_below_64_mb_until_96(
    free: int, was: bool, is_low: bool
) -> None:
    assert has(Trouble.MEMORY_LOW, was, memory_free_bytes=free) is is_low


@pytest.mark.parametrize(
    ("worn_percent", "reserve", "is_worn"),
    [
        (80, Reserve.NORMAL, False),
        (90, None, True),
        (None, Reserve.LOW, True),
        (None, Reserve.SPENT, True),
        (10, None, False),
    ],
)
def test_a_card_at_the_end_of_its_life_is_told(
    worn_percent: int | None, reserve: Reserve | None, is_worn: bool
) -> None:
    worn = {"storage_worn_percent": worn_percent, "storage_reserve": reserve}
    assert has(Trouble.STORAGE_WORN, **worn) is is_worn


# --- news -------------------------------------------------------------------------------------

WELL = MachineFacts(
    temperature_c=50.0, memory_free_bytes=700 * MB, disk_free_bytes=3 * GB, uptime_s=600.0
)


@pytest.mark.parametrize(
    ("name", "text", "is_it"),
    [
        ("temperature_c", "50.9", False),
        ("temperature_c", "51", True),
        ("memory_free_bytes", "705000000", False),
        ("memory_free_bytes", "690000000", True),
        ("disk_free_bytes", "3004000000", False),
        ("disk_free_bytes", "2990000000", True),
        ("uptime_s", "659", False),
        ("uptime_s", "660", True),
        ("under_voltage", "on", True),
    ],
)
def test_only_what_would_be_seen_is_news(name: str, text: str, is_it: bool) -> None:
    assert is_news(with_fact(WELL, name, text), WELL) is is_it


@pytest.mark.parametrize(("free", "then"), [(246_800_000, 246_799_999), (308_499_999, 308_500_000)])
def test_a_limit_that_is_crossed_is_news_however_small_the_step(free: int, then: int) -> None:
    """Two percent of 12.34 GB, and a quarter more."""
    disk = MachineFacts(disk_total_bytes=12_340_000_000)
    assert is_news(replace(disk, disk_free_bytes=then), replace(disk, disk_free_bytes=free))


# --- words ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("temperature_c", "81.5", 81.5),
        ("disk_free_bytes", "12", 12),
        ("under_voltage", "ON", True),
        ("clock_synced", "off", False),
        ("storage_reserve", "low", Reserve.LOW),
        ("model", "A PC", "A PC"),
        ("model", "none", None),
    ],
)
def test_a_word_becomes_a_fact(name: str, text: str, value: object) -> None:
    assert getattr(with_fact(WELL, name, text), name) == value


@pytest.mark.parametrize("name", [field.name for field in fields(MachineFacts)])
def test_every_fact_can_be_one_that_is_not_told(name: str) -> None:
    assert getattr(with_fact(WELL, name, "none"), name) is None


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("temperature", "85", "did you mean 'temperature_c'?"),
        ("temperature_c", "warm", "'warm' is no temperature_c: a number"),
        ("under_voltage", "1", "'1' is no under_voltage: on, off"),
        ("disk_free_bytes", "1.5", "'1.5' is no disk_free_bytes: a whole number"),
        ("storage_reserve", "full", "normal, low, spent"),
    ],
)
def test_a_word_that_is_no_fact_is_quoted(name: str, text: str, said: str) -> None:
    with pytest.raises(ValueError, match=f"{name}.*|{text}.*") as caught:
        with_fact(WELL, name, text)
    assert said in str(caught.value)
