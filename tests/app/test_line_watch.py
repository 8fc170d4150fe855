"""The raw line on the operator's page: in words while it is read, and silence otherwise."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import pytest

from firmware.app.line_watch import EVERY_S, LINES, LineWatch, Listening
from firmware.events import Event
from firmware.hardware.cctalk_monitor import Monitor
from firmware.hardware.coin_port import NoCoinPort
from firmware.hardware.ports import Ear

POLL = bytes.fromhex("02 00 01 fe ff")


class Port:
    """A port on a line; says who listens."""

    slots = ("coin",)

    def __init__(self) -> None:
        self.ear: Ear | None = None

    def overhear(self, ear: Ear | None) -> None:
        self.ear = ear

    def fileno(self) -> int | None:
        return None

    def set_open(self, open_slots: Collection[str]) -> None:
        pass

    def booked(self, slot: str, token: str) -> None:
        pass

    def pump(self, now_s: float) -> Sequence[Event]:
        return ()

    def deadline_s(self) -> float | None:
        return None

    def has_undelivered(self) -> bool:
        return False

    def abandon(self) -> None:
        pass

    def close(self) -> None:
        pass


def followed(hears_own: bool = False) -> tuple[LineWatch, Port, Ear]:
    port = Port()
    watch = LineWatch([port], {"coin": Listening(Monitor, hears_own)})
    watch.follow("coin", 0.0)
    assert port.ear is not None
    return watch, port, port.ear


def test_a_packet_is_told_in_words() -> None:
    watch, _, ear = followed()
    ear(POLL, 0.1, False)
    [heard] = watch.pump(EVERY_S)
    assert heard.slot == "coin"
    assert heard.lines == (("host -> 2", "simple poll", "", "8-bit ok"),)


def test_no_more_often_than_a_person_reads() -> None:
    watch, _, ear = followed()
    ear(POLL, 0.1, False)
    assert watch.pump(EVERY_S - 0.1) == []
    assert watch.deadline_s() == EVERY_S


def test_only_what_is_new_is_told() -> None:
    watch, _, ear = followed()
    ear(POLL, 0.1, False)
    watch.pump(EVERY_S)
    assert watch.pump(2 * EVERY_S) == []


def test_the_last_ones_only() -> None:
    watch, _, ear = followed()
    for _ in range(LINES + 5):
        ear(POLL, 0.1, False)
    [heard] = watch.pump(EVERY_S)
    assert len(heard.lines) == LINES


@pytest.mark.parametrize(("hears_own", "told"), [(False, 0), (True, 1)])
def test_our_own_bytes_count_only_where_the_line_does_not_echo_them(
    hears_own: bool, told: int
) -> None:
    watch, _, ear = followed(hears_own)
    ear(POLL, 0.1, True)
    assert len(watch.pump(EVERY_S)) == told


def test_a_page_that_is_shut_costs_nothing() -> None:
    watch, port, _ = followed()
    watch.follow("", 1.0)
    assert port.ear is None
    assert watch.deadline_s() is None


@pytest.mark.parametrize("slot", ["note", "coin"])
def test_a_slot_without_a_line_is_silent(slot: str) -> None:
    watch = LineWatch([NoCoinPort("coin")], {"coin": Listening(Monitor)})
    watch.follow(slot, 0.0)
    assert watch.deadline_s() is None
