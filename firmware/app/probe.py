"""A look at the money lines while no cabinet runs: the real drivers, and nothing let in.

Every slot stays closed to money all the time. What a unit tells all the same is not booked and
not thanked for: a unit with a counter, or one that repeats, tells it to the cabinet again.
"""

from __future__ import annotations

import select
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from firmware.app.status import SlotStatus
from firmware.clock import Clock
from firmware.events import DeviceCounted, DeviceFound, DeviceHealth, Event, Health
from firmware.hardware.ports import CoinPort

LONGEST_S = 12.0
"""A search of all addresses of a ccTalk line takes most of it."""
LOOK_S = 0.05
_UNDECIDED = frozenset({Health.STARTING, Health.NO_ANSWER, Health.WIRING})
"""What a driver may still get over: it goes on trying."""


def probe(
    ports: Sequence[CoinPort],
    clock: Clock,
    on_wait: Callable[[float], None],
    wait: Callable[[list[int], float], object] = lambda lines, left_s: select.select(
        lines, [], [], left_s
    ),
) -> dict[str, SlotStatus]:
    """How each slot of `ports` stands, after `LONGEST_S` at most; closes the ports.

    Args:
        ports: fresh ones.
        clock: the machine's.
        on_wait: told the seconds that have passed, now and then.
        wait: until one of the descriptors is readable, or so many seconds have passed.
    """
    found = {slot: SlotStatus(Health.STARTING) for port in ports for slot in port.slots}
    begun_s = clock.now_s()
    try:
        while True:
            now_s = clock.now_s()
            for port in ports:
                port.set_open(())
                for event in port.pump(now_s):
                    _note(found, event)
            left_s = begun_s + LONGEST_S - now_s
            if left_s <= 0 or _is_decided(found):
                return found
            on_wait(now_s - begun_s)
            due = [at_s - now_s for port in ports if (at_s := port.deadline_s()) is not None]
            lines = [line for port in ports if (line := port.fileno()) is not None]
            wait(lines, max(0.0, min([*due, left_s, LOOK_S])))
    finally:
        for port in ports:
            port.close()


def _note(found: dict[str, SlotStatus], event: Event) -> None:
    match event:
        case DeviceHealth(slot, health, detail):
            found[slot] = replace(found[slot], health=health, detail=detail)
        case DeviceFound():
            found[event.slot] = replace(found[event.slot], identity=event.device)
        case DeviceCounted():
            found[event.slot] = replace(found[event.slot], counts=event.counts)


def _is_decided(found: Mapping[str, SlotStatus]) -> bool:
    return all(each.health not in _UNDECIDED for each in found.values())
