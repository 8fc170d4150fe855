"""A whole cabinet counts its doors and keys exactly, and logs a key that a boot finds turned."""

from __future__ import annotations

from pathlib import Path

import pytest
from blank_display import made, played

from firmware.app.script import parse_script
from firmware.clock import VirtualClock
from firmware.ledger.ledger import Ledger
from firmware.operator.event_log import read_events


def counts(data: Path) -> tuple[int, int]:
    """How often the door opened and closed, by the books."""
    ledger = Ledger.open(data, clock=VirtualClock(), executor=None, is_test=True)
    ledger.close()
    meters = ledger.meters
    return meters.get("counts.door_opened", 0), meters.get("counts.door_closed", 0)


def openings(gap_s: float, between: str = "") -> str:
    """Thirty openings; `gap_s` from one to the next, half of it open."""
    half = f"wait {gap_s / 2}"
    return "\n".join(["door open", half, "door close", between, half] * 30)


@pytest.mark.parametrize("gap_s", [9.0, 0.3])
def test_thirty_openings_are_thirty(gap_s: float, tmp_path: Path) -> None:
    played(openings(gap_s), tmp_path)
    assert counts(tmp_path) == (30, 30)


@pytest.mark.parametrize("gap_s", [9.0, 0.3])
def test_thirty_openings_among_coins_and_presses_are_thirty(gap_s: float, tmp_path: Path) -> None:
    between = "coin 100\npress HOLD2\npress BET\npress DEAL\npress DEAL"
    played(openings(gap_s, between), tmp_path)
    assert counts(tmp_path) == (30, 30)


def test_a_door_left_open_has_opened_once_more_than_it_closed(tmp_path: Path) -> None:
    played(openings(0.3) + "\ndoor open", tmp_path)
    assert counts(tmp_path) == (31, 30)


def test_a_power_cut_a_minute_later_takes_none(tmp_path: Path) -> None:
    played(openings(0.3) + "\nwait 62\ncut", tmp_path)
    assert counts(tmp_path) == (30, 30)


def key_lines(data: Path) -> list[tuple[int, str]]:
    """Boot and kind of every line about the operator's key, the oldest first."""
    lines = [(event.stamp.boot, event.kind) for event in read_events(data, 100)]
    return [line for line in reversed(lines) if line[1].startswith("key_")]


def test_a_key_that_a_boot_finds_turned_is_logged_in_that_boot(tmp_path: Path) -> None:
    played("key operator on\nsettle\ncut\nsettle", tmp_path)
    assert key_lines(tmp_path) == [(1, "key_on"), (2, "key_on")]


def test_the_head_that_such_a_boot_shows_is_noted_in_the_books(tmp_path: Path) -> None:
    story = made(tmp_path)
    story.boot()
    for step in parse_script("key operator on\nsettle\ncut\nsettle", "a.story", has_seed=True):
        story.play(step)
    ledger = story._ledger
    assert ledger is not None
    noted, head = ledger.standing.noted, ledger.head
    story.stop()
    assert head in noted
