"""Makes money out of the edges of a pulse wire, and never guesses.

The unit pulls its wire so many times as the money is worth. Pulses that follow each other
closely are one train, and its count is the money; what no coins can make, and trains with a
pulse that is none, go into quarantine. Pure: time comes in with each call.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from firmware.hardware.acceptor_profiles import PulseProfile

SPIKE_S = 0.004
"""A level that lasts shorter is static: it is bridged, high or low, and counted."""
STUCK_S = 1.0
"""A wire that is active for longer is stuck."""
HUSH_S = 0.030
"""How long the switching of a lamp or a meter may disturb the wire."""
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
        reason: `impossible_count`, `lone_pulse`, `bad_width`, `lost_edge` or `startup`.
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
        spikes: levels that were too short for anything.
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
        self._gap_s = profile.gap_periods * profile.period_ms / 1000
        self._extra_edges = int(profile.extra_edge_at_start)
        self._raw = self._level = is_active
        self._raw_since_s = self._level_since_s = self._latest_s = at_s
        self._hush_end_s = float("-inf")
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

        Whole pulses count as ever; only a single one of bad width is taken for static.
        """
        self._hush_end_s = max(self._hush_end_s, now_s + HUSH_S)

    def edge(self, is_active: bool, at_s: float) -> list[Said]:
        """An edge to `is_active` at `at_s`: all that is said up to then, oldest first."""
        said = self.until(at_s)
        at_s = self._latest_s
        if is_active == self._raw:
            # A stuck wire that is pulled once more came free unseen: this is a train of its own.
            said += self._unstick(at_s)
            self._level_since_s = at_s
            return said + self.lost_edge(is_active, at_s)
        if self._raw != self._level:
            self.spikes += 1  # back before it lasted
            self._raw, self._raw_since_s = is_active, self._level_since_s
        else:
            self._raw, self._raw_since_s = is_active, at_s
        return said

    def lost_edge(self, is_active: bool, at_s: float) -> list[Said]:
        """The wire is found at a level to which no edge led, or edges are known to be lost."""
        said = self.until(at_s)
        at_s = self._latest_s
        if not self._is_stuck:  # a stuck wire's train is told already
            self._is_open, self._doubt = True, self._doubt or "lost_edge"
        self._raw = is_active
        if is_active != self._level:
            self._level = is_active
            said += self._unstick(at_s)
        self._raw_since_s = self._level_since_s = at_s
        return said

    def until(self, now_s: float) -> list[Said]:
        """All that comes of waiting until `now_s`, oldest first."""
        self._latest_s = max(now_s, self._latest_s)
        said: list[Said] = []
        while (due_s := self.deadline_s()) is not None and due_s <= self._latest_s + _ROUNDING_S:
            said += self._step(due_s)
        return said

    def deadline_s(self) -> float | None:
        """When `until` may have something to say without an edge; None at rest."""
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
            self._bad_s = self._bad_s or STUCK_S
            return [*self._end(due_s), Stuck(is_stuck=True, at_s=due_s)]
        return self._end(due_s)

    def _settle(self) -> list[Said]:
        """A level has lasted: it counts, from when it began."""
        width_s = self._raw_since_s - self._level_since_s
        self._level, self._level_since_s = self._raw, self._raw_since_s
        if self._level:
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
        if self._extras_left:
            self._extras_left -= 1
        elif self._shortest_s <= width_s <= self._longest_s:
            self._pulses += 1
        elif self._is_alone() and self._level_since_s - width_s <= self._hush_end_s:
            self.spikes += 1
        else:
            self._bad_s = self._bad_s or width_s

    def _is_alone(self) -> bool:
        return not (self._pulses or self._bad_s or self._doubt)

    def _end(self, at_s: float) -> list[Said]:
        pulses, bad_s, doubt = self._pulses, self._bad_s, self._doubt
        only_extra = bool(self._extra_edges) and not self._extras_left
        self._begin_again()
        if bad_s and doubt != "startup":
            return [Doubtful("bad_width", f"{pulses} pulses, {bad_s * 1000:.0f} ms", at_s)]
        if doubt == "lost_edge" or (doubt and (pulses or bad_s)):
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
        self._extras_left = self._extra_edges

    def _can_make(self, pulses: int) -> bool:
        """Whether some coins are worth exactly that many pulses together."""
        makes = [True]
        for count in range(1, pulses + 1):
            makes.append(any(coin <= count and makes[count - coin] for coin in self._coins))
        return makes[pulses]
