"""The port of a unit that tells money by pulses on a GPIO pin.

A pulse is told once and never again, so nothing is thrown away: edges are never dropped, money
that falls while the slot is closed is told as well, and what is in doubt goes into quarantine.
An edge counts at the moment that its pin stamped, however late its callback comes.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from typing import Any, Literal

from gpiozero import InputDevice

from firmware.clock import Clock
from firmware.errors import HardwareError
from firmware.events import (
    DeviceCounted,
    DeviceHealth,
    Event,
    Health,
    LineCounts,
    MoneyQuestioned,
    MoneyTaken,
)
from firmware.hardware.acceptor_profiles import PulseProfile
from firmware.hardware.edge_queue import LATEST_S, Edge, EdgeQueue
from firmware.hardware.inhibit_line import InhibitLine
from firmware.hardware.pins import PinFactory, moment_s, pin_errors, using
from firmware.hardware.ports import CoinPort
from firmware.hardware.pulse_train import Doubtful, PulseTrains, Said, Train
from firmware.money import Tender

LEVEL_CHECK_S = 1.0
"""How often the level is read, for an edge that was lost."""
COUNTS_S = 5.0
"""How seldom changed counts are told."""
QUARANTINE_LIMIT = 3
QUARANTINE_WINDOW_S = 60.0
"""So many doubtful trains in so long, and the wire is not to be trusted."""


@dataclass(frozen=True, slots=True)
class PulseSettings:
    """What the configuration says of a pulse unit.

    Attributes:
        slot: name of the slot.
        tender: coin or note.
        profile: how its pulses look.
        unit_minor: minor units per pulse.
        accepted_minor: minor units of what it takes.
        pin: BCM number.
        active: the level of the pin during a pulse.
    """

    slot: str
    tender: Tender
    profile: PulseProfile
    unit_minor: int
    accepted_minor: tuple[int, ...]
    pin: int
    active: Literal["low", "high"] = "low"

    @property
    def device(self) -> str:
        """The identity that its money is told under."""
        return f"pulse:{self.profile.name}"


class PulsePort(CoinPort):
    """A pulse unit on a pin, with or without a wire that makes it refuse money."""

    def __init__(
        self,
        settings: PulseSettings,
        factory: PinFactory,
        clock: Clock,
        inhibit: InhibitLine | None = None,
    ) -> None:
        """Claim the pin; nothing counts before the profile's quiet time is over.

        Raises:
            HardwareError: the pin cannot be used; names its key. Nothing stays claimed.
            ValueError: no coin is worth a whole number of pulses.
        """
        self._settings = settings
        self._factory = factory
        self._clock = clock
        self._inhibit = inhibit
        self._queue: EdgeQueue[str] = EdgeQueue()
        self._device: Any = None
        self._is_wanted_open = False
        self._is_closed = False
        self._pin_failed = False
        self._trains: PulseTrains | None = None
        self._said: list[Said] = []
        self._quiet_end_s = clock.now_s() + settings.profile.startup_quiet_ms / 1000
        self._first_edges: list[Edge[str]] = []
        self._lost_first_edge = False
        self._check_at_s = self._quiet_end_s + LATEST_S
        self._odd_since_s: float | None = None
        self._doubtful_s: deque[float] = deque(maxlen=QUARANTINE_LIMIT)
        self._quarantined = self._inhibited = 0
        self._told_health: tuple[Health, str] | None = None
        self._told_counts = LineCounts()
        self._counts_due_s = float("-inf")
        self._make_trains(is_active=False, at_s=clock.now_s())  # unusable worths are told now
        with ExitStack() as undo:
            undo.callback(self.close)
            self._claim()
            undo.pop_all()

    @property
    def slots(self) -> tuple[str, ...]:
        return (self._settings.slot,)

    def fileno(self) -> int | None:
        return None if self._is_closed else self._queue.descriptor

    def set_open(self, open_slots: Collection[str]) -> None:
        """The slots that may take money now; the inhibit wire follows unless the unit is not
        fit to take money. Without such a wire the unit takes it anyhow."""
        self._is_wanted_open = self._settings.slot in open_slots
        if not self._is_wanted_open:
            self._move_inhibit()  # refusing never waits for the next pump

    def booked(self, slot: str, token: str) -> None:
        """Nothing to do: the unit forgets by itself."""

    def hush(self, now_s: float) -> None:
        """A lamp, a meter or the inhibit wire is switched now, which may disturb the wire."""
        if self._trains is not None:
            self._trains.hush(now_s)

    def pump(self, now_s: float) -> Sequence[Event]:
        if self._is_closed:
            return ()
        events = self._listen(now_s)
        self._move_inhibit()
        return [*events, *self._health(now_s), *self._counts(now_s)]

    def deadline_s(self) -> float | None:
        if self._is_closed:
            return None
        if self._told_health is None:
            return self._clock.now_s()
        moments = [self._check_at_s, self._doubts_over_s()]
        if self._trains is not None:
            moments.append(self._trains.deadline_s())
        if self._line_counts() != self._told_counts:
            moments.append(self._counts_due_s)
        return min(moment for moment in moments if moment is not None)

    def has_undelivered(self) -> bool:
        if self._is_closed:
            return False
        is_open = self._trains is not None and self._trains.has_open_train()
        has_edges = bool(self._first_edges) or self._queue.has_waiting()
        return bool(self._said) or is_open or has_edges

    def abandon(self) -> None:
        self.close()  # a pin has no last word: to free it is all that a crash does too

    def close(self) -> None:
        """Refuse money and free the pins; may be called twice."""
        self._is_closed = True
        if self._inhibit is not None:
            self._inhibit.close()
        device, self._device = self._device, None
        if device is not None:
            with suppress(*pin_errors()):
                device.pin.when_changed = None
            with suppress(*pin_errors()):
                device.close()
        self._queue.close()

    # --- the pin ------------------------------------------------------------------------------

    def _claim(self) -> None:
        pin = self._settings.pin
        with using(self._key, pin):
            # Not gpiozero's event devices: they swallow an edge to the level they had last,
            # which is just how a lost edge shows.
            self._device = InputDevice(
                pin, pull_up=self._settings.active == "low", pin_factory=self._factory
            )
            self._device.pin.bounce = None
            self._device.pin.edges = "both"
            # The pin holds its callback weakly; a method lives as long as this port.
            self._device.pin.when_changed = self._report

    @property
    def _key(self) -> str:
        return f"{self._settings.slot}.pulse_pin"

    def _report(self, ticks: float, state: int) -> None:
        try:
            is_active = bool(state) == (self._settings.active == "high")
            at_s = moment_s(ticks, self._factory, self._clock)
            self._queue.put(Edge(self._settings.slot, is_active, at_s))
        except Exception:  # noqa: BLE001 - raising would kill lgpio's only thread for good
            self._queue.spoil()

    def _reads_active(self) -> bool:
        with using(self._key, self._settings.pin):
            return bool(self._device.is_active)

    # --- listening ----------------------------------------------------------------------------

    def _make_trains(
        self, *, is_active: bool, at_s: float, is_after_noise: bool = False
    ) -> PulseTrains:
        return PulseTrains(
            self._settings.profile,
            unit_minor=self._settings.unit_minor,
            accepted_minor=self._settings.accepted_minor,
            is_active=is_active,
            at_s=at_s,
            is_after_noise=is_after_noise,
        )

    def _listen(self, now_s: float) -> list[Event]:
        if self._trains is None:
            self._start(now_s)
        if self._trains is None:
            return []
        self._catch_up(self._trains)
        self._said += self._trains.until(now_s)
        if now_s >= self._check_at_s:
            self._check_level(self._trains, now_s)
        said, self._said = self._said, []
        return [event for each in said for event in self._events(each)]

    def _start(self, now_s: float) -> None:
        """End the quiet time, when all its edges are told; a train that began in it is told, but
        not taken for money."""
        edges, was_spoiled = self._queue.take()
        self._first_edges += edges
        self._lost_first_edge = self._lost_first_edge or was_spoiled
        if now_s < self._quiet_end_s + LATEST_S:
            return
        early = [edge.at_s for edge in self._first_edges if edge.at_s < self._quiet_end_s]
        late = self._first_edges[len(early) :]
        profile = self._settings.profile
        gap_s = profile.gap_periods * profile.period_ms / 1000
        latest_early_s = max(early, default=float("-inf"))
        try:
            is_active = not late[0].is_down if late else self._reads_active()
        except HardwareError:
            self._pin_failed = True
            self._quiet_end_s = now_s + LEVEL_CHECK_S
            self._check_at_s = self._quiet_end_s + LATEST_S
            return
        self._pin_failed = False
        self._trains = self._make_trains(
            is_active=is_active,
            at_s=self._quiet_end_s,
            is_after_noise=self._lost_first_edge or latest_early_s > self._quiet_end_s - gap_s,
        )
        self._first_edges = []
        for edge in late:
            self._said += self._trains.edge(edge.is_down, edge.at_s)
        self._check_at_s = now_s + LEVEL_CHECK_S

    def _catch_up(self, trains: PulseTrains) -> None:
        edges, was_spoiled = self._queue.take()
        if edges:
            self._odd_since_s = None  # they may lead to the level that was read
        for edge in edges:
            self._said += trains.edge(edge.is_down, edge.at_s)
        if was_spoiled:
            self._said += trains.lost_edge(trains.is_active, self._clock.now_s() - LATEST_S)

    def _check_level(self, trains: PulseTrains, now_s: float) -> None:
        """Find an edge that was lost: the pin is at a level to which none led, and still is when
        each that happened has been told."""
        self._check_at_s = now_s + LEVEL_CHECK_S
        odd_since_s, self._odd_since_s = self._odd_since_s, None
        try:
            is_active = self._reads_active()
        except HardwareError:
            self._pin_failed = True
            return
        self._pin_failed = False
        if is_active == trains.is_active or self._queue.has_waiting():
            return
        if odd_since_s is None:
            self._odd_since_s = now_s
            self._check_at_s = now_s + LATEST_S
        else:
            self._said += trains.lost_edge(is_active, odd_since_s)

    def _events(self, said: Said) -> list[Event]:
        slot, device = self._settings.slot, self._settings.device
        if isinstance(said, Train):
            self._inhibited += not self._is_wanted_open
            return [MoneyTaken(slot, device, self._settings.tender, said.value_minor)]
        if isinstance(said, Doubtful):
            self._quarantined += 1
            self._doubtful_s.append(said.at_s)
            return [MoneyQuestioned(slot, device, said.reason, said.detail)]
        return []

    # --- what it says of itself ---------------------------------------------------------------

    def _is_fit(self) -> bool:
        return self._trains is not None and not self._trains.is_stuck and not self._pin_failed

    def _move_inhibit(self) -> None:
        if self._inhibit is None or self._is_closed:
            return
        is_open = self._is_wanted_open and self._is_fit()
        if is_open != self._inhibit.is_open:
            self.hush(self._clock.now_s())
        try:
            self._inhibit.set(is_open)
        except HardwareError:
            self._pin_failed = True

    def _doubts_over_s(self) -> float | None:
        """When the oldest of the last doubtful trains is forgotten; None while they are few."""
        if len(self._doubtful_s) < QUARANTINE_LIMIT:
            return None
        return self._doubtful_s[0] + QUARANTINE_WINDOW_S

    def _state(self, now_s: float) -> tuple[Health, str]:
        over_s = self._doubts_over_s()
        if over_s is not None and now_s >= over_s:
            self._doubtful_s.popleft()
            over_s = None
        if self._pin_failed:
            return Health.FAULT, "pin"
        if self._trains is None:
            return Health.STARTING, ""
        if self._trains.is_stuck:
            return Health.JAM, ""
        if not self._is_wanted_open:
            return Health.CLOSED, ""
        return (Health.READY, "") if over_s is None else (Health.DEGRADED, "quarantine")

    def _health(self, now_s: float) -> list[Event]:
        state = self._state(now_s)
        if state == self._told_health:
            return []
        self._told_health = state
        return [DeviceHealth(self._settings.slot, *state)]

    def _line_counts(self) -> LineCounts:
        return LineCounts(
            bad_frames=self._trains.spikes if self._trains is not None else 0,
            inhibited=self._inhibited,
            quarantined=self._quarantined,
        )

    def _counts(self, now_s: float) -> list[Event]:
        counts = self._line_counts()
        if counts == self._told_counts or now_s < self._counts_due_s:
            return []
        self._told_counts = counts
        self._counts_due_s = now_s + COUNTS_S
        return [DeviceCounted(self._settings.slot, counts)]
