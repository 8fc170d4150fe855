"""Makes money out of the edges of a pulse wire, and never guesses.

The unit pulls its wire so many times as the money is worth. Pulses that follow each other
closely are one train, and its count is the money; what no coins can make, and trains with a
pulse that is none, go into quarantine. Pure: time comes in with each call.

Edges are judged by their own moments, and come in the order of those, but late: that nothing came
says something about the wire only `LATEST_S` afterwards.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass

from firmware.hardware.acceptor_profiles import PulseProfile
from firmware.hardware.edge_queue import LATEST_S

SPIKE_S = 0.004
"""A level that lasts shorter is static: it is bridged, high or low, and counted."""
STUCK_S = 1.0
"""A wire that is active for longer is stuck."""
_ROUNDING_S = 1e-9


@dataclass(frozen=True, slots=True)
class Train:
    """A whole train whose pulses some coins make: `value_minor`, over at `at_s`."""

    pulses: int
    value_minor: int
    at_s: float


@dataclass(frozen=True, slots=True)
class Doubtful:
    """A train that is no sure money.

    Attributes:
        reason: `impossible_count`, `lone_pulse`, `bad_width`, `lost_edge`, `late_edge`,
            `extra_edge` or `startup`.
        detail: what was seen: `7 pulses`, or `7 pulses, 210 ms`.
        at_s: when it was over.
    """

    reason: str
    detail: str
    at_s: float


@dataclass(frozen=True, slots=True)
class Stuck:
    """The wire is active for too long, or comes free."""

    is_stuck: bool
    at_s: float


Said = Train | Doubtful | Stuck


class PulseTrains:
    """A pulse wire.

    Attributes:
        spikes: levels that were too short for anything, and pulses that were noise.
    """

    def __init__(
        self,
        profile: PulseProfile,
        *,
        unit_minor: int,
        accepted_minor: Iterable[int],
        is_active: bool,
        at_s: float,
        is_after_noise: bool = False,
    ) -> None:
        """Listen from `at_s` on.

        Args:
            profile: widths and silences of the unit.
            unit_minor: minor units per pulse.
            accepted_minor: minor units of the coins it takes.
            is_active: the first reading, a level and no edge.
            at_s: its moment.
            is_after_noise: whether the wire moved so short before that a train may be under way.

        Raises:
            ValueError: no coin is worth a whole number of pulses.
        """
        self.spikes = 0
        accepted = sorted(accepted_minor)
        self._coins = [worth // unit_minor for worth in accepted if worth % unit_minor == 0]
        if not self._coins or self._coins[0] <= 0:
            raise ValueError(f"no coin of {accepted} is worth whole pulses of {unit_minor}")
        self._unit_minor = unit_minor
        # A pulse of exactly the limit is inside, whatever the clock rounds.
        self._shortest_s = profile.shortest_ms / 1000 - _ROUNDING_S
        self._longest_s = profile.longest_ms / 1000 + _ROUNDING_S
        self._noise_s = profile.noise_below_ms / 1000 - _ROUNDING_S
        self._switching_s = profile.switching_ms / 1000
        self._gap_s = profile.gap_periods * profile.period_ms / 1000
        self._extra_edges = int(profile.extra_edge_at_start)
        self._raw = self._level = is_active
        self._raw_since_s = self._level_since_s = self._decided_s = at_s
        self._idle_spike_s = float("-inf")
        self._switched_s: deque[float] = deque()
        self._is_stuck = False
        self._pulses, self._bad_s, self._doubt = 0, 0.0, ""
        self._begin_again()
        if is_active or is_after_noise:
            self._is_open, self._doubt = True, "startup"

    @property
    def is_active(self) -> bool:
        """The level of the wire as the edges told it."""
        return self._raw

    @property
    def is_stuck(self) -> bool:
        """Whether the wire is stuck."""
        return self._is_stuck

    def has_open_train(self) -> bool:
        """Whether a pulse or a train is under way."""
        return self._is_open or self._raw != self._level

    def hush(self, now_s: float) -> None:
        """Something that disturbs the wire is switched now.

        Pulses count as ever; only a train of nothing but short ones, while it lasts, is static.
        """
        oldest_s = now_s - self._switching_s - STUCK_S - LATEST_S
        while self._switched_s and self._switched_s[0] < oldest_s:
            self._switched_s.popleft()
        self._switched_s.append(now_s)

    def edge(self, is_active: bool, at_s: float) -> list[Said]:
        """An edge to `is_active` at `at_s`: all that is said up to then, oldest first.

        One before what is decided already came too late: its train is doubtful.
        """
        if at_s < self._decided_s - _ROUNDING_S:
            self._is_open, self._doubt = True, self._doubt or "late_edge"
            if not self._level and not self._raw:
                self._level_since_s = self._decided_s  # the silence was none
        said = self._decide(at_s)
        at_s = self._decided_s = max(at_s, self._decided_s)
        if is_active == self._raw:
            # A stuck wire that is pulled once more came free unseen: this is a train of its own.
            said += self._unstick(at_s)
            self._level_since_s = at_s
            return said + self.lost_edge(is_active, at_s)
        if self._raw != self._level:
            self.spikes += 1  # back before it lasted
            if not is_active:
                self._idle_spike_s = at_s
            self._raw, self._raw_since_s = is_active, self._level_since_s
        else:
            self._raw, self._raw_since_s = is_active, at_s
        return said

    def lost_edge(self, is_active: bool, at_s: float) -> list[Said]:
        """The wire was at a level to which no edge led, or edges are known to be lost.

        All that happened until `at_s` has been told, and nothing after it.
        """
        said = self._decide(at_s)
        at_s = self._decided_s = max(at_s, self._decided_s)
        if not self._is_stuck:  # a stuck wire's train is told already
            self._is_open, self._doubt = True, self._doubt or "lost_edge"
        self._raw = is_active
        if is_active != self._level:
            self._level = is_active
            said += self._unstick(at_s)
        self._raw_since_s = self._level_since_s = at_s
        return said

    def until(self, now_s: float) -> list[Said]:
        """All that comes of waiting until `now_s`, oldest first; edges may be on their way yet."""
        return self._decide(now_s - LATEST_S)

    def deadline_s(self) -> float | None:
        """When `until` may have something to say without an edge; None at rest."""
        due_s = self._due_s()
        return None if due_s is None else due_s + LATEST_S

    def _decide(self, end_s: float) -> list[Said]:
        """All that happens until `end_s` without another edge, oldest first."""
        said: list[Said] = []
        while (due_s := self._due_s()) is not None and due_s <= end_s + _ROUNDING_S:
            self._decided_s = max(due_s, self._decided_s)
            said += self._step(due_s)
        return said

    def _due_s(self) -> float | None:
        if self._raw != self._level:
            return self._raw_since_s + SPIKE_S
        if self._level:
            return None if self._is_stuck else self._level_since_s + STUCK_S
        return self._level_since_s + self._gap_s if self._is_open else None

    def _step(self, due_s: float) -> list[Said]:
        if self._raw != self._level:
            return self._settle()
        if self._level:
            self._is_stuck = True
            self._bad_s, self._is_all_noise = self._bad_s or STUCK_S, False
            return [*self._end(due_s), Stuck(is_stuck=True, at_s=due_s)]
        return self._end(due_s)

    def _settle(self) -> list[Said]:
        """A level has lasted: it counts, from when it began."""
        width_s = self._raw_since_s - self._level_since_s
        self._level, self._level_since_s = self._raw, self._raw_since_s
        if self._level:
            if not self._is_open and self._may_be_extra(self._level_since_s - self._idle_spike_s):
                self._doubt = "extra_edge"
            self._is_open = True
            return []
        if self._is_stuck:
            return self._unstick(self._level_since_s)
        self._count(width_s)
        return []

    def _unstick(self, at_s: float) -> list[Said]:
        if not self._is_stuck:
            return []
        self._is_stuck = False
        return [Stuck(is_stuck=False, at_s=at_s)]

    def _count(self, width_s: float) -> None:
        """A pulse is over."""
        self._widths += 1
        self._is_all_noise = self._is_all_noise and self._is_noise(width_s)
        if self._extras_left and width_s <= self._longest_s:
            self._extras_left -= 1
        elif self._shortest_s <= width_s <= self._longest_s:
            self._pulses += 1
        else:
            self._bad_s = self._bad_s or width_s

    def _is_noise(self, width_s: float) -> bool:
        """Whether a pulse is none if all that come with it are none either: too short by the unit's
        data sheet, or too short while something was switched."""
        end_s = self._level_since_s
        begin_s = end_s - width_s
        if begin_s - self._idle_spike_s < SPIKE_S:
            return False  # perhaps a spike cut it short
        return width_s < self._noise_s or (
            width_s < self._shortest_s
            and any(
                switched_s <= begin_s and end_s <= switched_s + self._switching_s
                for switched_s in self._switched_s
            )
        )

    def _may_be_extra(self, before_s: float) -> bool:
        """Whether a spike so long before a train may be its extra edge, or the first pulse: which
        of them was none, nobody knows."""
        return bool(self._extra_edges) and before_s <= self._gap_s

    def _end(self, at_s: float) -> list[Said]:
        pulses, bad_s, doubt = self._pulses, self._bad_s, self._doubt
        only_extra = bool(self._extra_edges) and not self._extras_left
        has_odd_edge = doubt in ("lost_edge", "late_edge")
        noises = self._widths if self._is_all_noise and not has_odd_edge else 0
        self._begin_again()
        if noises:
            self.spikes += noises
            return []
        if bad_s and doubt != "startup":
            return [Doubtful("bad_width", f"{pulses} pulses, {bad_s * 1000:.0f} ms", at_s)]
        if has_odd_edge or (doubt and (pulses or bad_s)):
            return [Doubtful(doubt, f"{pulses} pulses", at_s)]
        if not pulses:
            lone = Doubtful("lone_pulse", "0 pulses", at_s)
            return [lone] if only_extra else []
        if self._can_make(pulses):
            return [Train(pulses, pulses * self._unit_minor, at_s)]
        reason = "lone_pulse" if pulses == 1 else "impossible_count"
        return [Doubtful(reason, f"{pulses} pulses", at_s)]

    def _begin_again(self) -> None:
        self._is_open = False
        self._pulses, self._bad_s, self._doubt = 0, 0.0, ""
        self._widths, self._is_all_noise = 0, True
        self._extras_left = self._extra_edges

    def _can_make(self, pulses: int) -> bool:
        """Whether some coins are worth exactly that many pulses together."""
        makes = [True]
        for count in range(1, pulses + 1):
            makes.append(any(coin <= count and makes[count - coin] for coin in self._coins))
        return makes[pulses]
