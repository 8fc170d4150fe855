"""The driver of units that tell of money in one-way frames, as a pure machine.

What a frame means is the profile's; what a channel or a unit is worth is the configuration's.
Such a unit tells once and cannot be asked again. Silence is its normal state.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from dataclasses import dataclass

from firmware.events import DeviceHealth, Event, Health, LineCounts, MoneyQuestioned, MoneyTaken
from firmware.hardware.acceptor_profiles import FrameProfile
from firmware.hardware.frame_shape import ShapeReader
from firmware.hardware.frame_total import TotalWatch
from firmware.hardware.line_tally import WINDOW_S, CountTeller, FraudLock, Recent
from firmware.money import Tender

IDLE_S = 5.0
"""A unit that speaks while it idles and is silent for this long is gone."""
BAD_PERCENT = 5.0
LEAST_BAD = 3
"""One damaged frame in a quiet minute is no bad line."""
JAMS_IN_WINDOW = 3
FULL_HOLD_S = 30.0
SEQUENCE_S = 2.0
"""The frames that tell of one coin come within this long."""
COMMAND_EVERY_S = 1.0
"""An open or closed unit is told so again: it says nothing when it has lost its power, and until
it is told it does the other thing than the cabinet shows."""
AUDIT_EVERY_S = 10.0


@dataclass(frozen=True, slots=True)
class FrameSettings:
    """What the configuration says about one such unit.

    Attributes:
        slot: name of its slot.
        tender: what it takes.
        accepted_minor: values (minor units) that the cabinet takes; others are in the box
            all the same.
        unit_minor: worth of one unit or pulse.
        channels_minor: worth of channel 1, 2, ...; of a pulse on it where pulses are counted.
        profile: how it talks.
        has_inhibit: money is refused by a wire, which may be the unit's supply: while it is
            closed it need not speak.
    """

    slot: str
    tender: Tender
    accepted_minor: frozenset[int]
    unit_minor: int
    channels_minor: tuple[int, ...]
    profile: FrameProfile
    has_inhibit: bool = False


class SerialFrameDriver:
    """One such unit on its line."""

    def __init__(self, settings: FrameSettings) -> None:
        self._settings = settings
        self._profile = settings.profile
        self._device = f"serial_frame:{settings.profile.name}"
        self._events: list[Event] = []
        self._now_s = 0.0
        self._health: tuple[Health, str] | None = None
        self._is_wanted_open = False
        self._commanded: bool | None = None
        self._command_s = self._audit_s = self._full_until_s = float("-inf")
        self._heard_s: float | None = None
        self._steps: deque[int] = deque()
        self._step_s = float("-inf")
        self._reader = ShapeReader(self._profile.frame)
        self._fraud = FraudLock()
        self._good, self._bad, self._jams = Recent(), Recent(), Recent()
        self._teller = CountTeller(settings.slot)
        self._frames = self._bad_frames = self._rejected = self._quarantined = 0
        self._accepted: int | None = None
        self._total = TotalWatch()
        self._was_open = self._speaks_shut = False
        self._moved_s = float("-inf")

    @property
    def slots(self) -> tuple[str, ...]:
        """Its one slot."""
        return (self._settings.slot,)

    @property
    def is_open(self) -> bool:
        """Whether money may come now: what the port's inhibit pin has to say to the unit."""
        is_held = self._now_s < self._full_until_s or self._is_jammed()
        return self._is_wanted_open and not is_held and not self._fraud.is_locked(self._now_s)

    def set_open(self, open_slots: Collection[str]) -> None:
        """The slots that may take money now."""
        self._is_wanted_open = self._settings.slot in open_slots

    def booked(self, slot: str, token: str) -> None:
        """The unit forgets by itself."""

    def pump(self, now_s: float, received: bytes) -> tuple[bytes, tuple[Event, ...]]:
        """Take in what came by `now_s`; return what to send and what there is to report."""
        self._now_s = now_s
        if self._health is None:
            self._heard_s = self._moved_s = now_s
            self._show(Health.STARTING)
        if self.is_open is not self._was_open:
            self._was_open, self._moved_s = self.is_open, now_s
        bad = self._reader.bad
        for frame in self._reader.feed(received, now_s):
            self._heard_s = now_s
            self._speaks_shut |= not self._was_open and now_s - self._moved_s > IDLE_S
            odd = self._bad_frames
            self._look_at(frame)
            self._note_good(odd == self._bad_frames)
        self._note_bad(self._reader.bad - bad)
        self._show_state()
        out = self._commands() + self._audit()
        if self._teller.is_due(now_s):
            self._events += self._teller.tell(self._counts(), now_s)
        events, self._events = tuple(self._events), []
        return out, events

    def deadline_s(self) -> float | None:
        """Once a second, for the states that end by themselves; at once to open or close, and
        when what has begun is given up."""
        is_due = self._profile.has_commands and self._commanded is not self.is_open
        if is_due or self._health is None:
            return self._now_s
        given_up_s = self._reader.deadline_s()
        return min(self._now_s + 1.0, given_up_s if given_up_s is not None else float("inf"))

    def has_undelivered(self) -> bool:
        """Whether it is in the middle of telling."""
        return bool(self._steps) and self._now_s - self._step_s <= SEQUENCE_S

    def goodbye(self) -> bytes:
        """The last bytes before the port closes: refuse, where there is such a command."""
        return bytes(self._profile.commands.close)

    def forget_line(self) -> None:
        """The line went away: what had begun will not be ended."""
        self._reader = ShapeReader(self._profile.frame)
        self._steps.clear()
        self._health = self._commanded = None

    # --- frames -------------------------------------------------------------------------------

    def _look_at(self, frame: bytes) -> None:
        profile, sign = self._profile, self._profile.signs
        audit = profile.audit
        if audit is not None and _is_audit(frame, audit.answer, audit.counts):
            counts = frame[3 : 3 + 4 * audit.counts]
            self._accepted = sum(
                int.from_bytes(counts[place : place + 4], "little")
                for place in range(0, len(counts), 4)
            )
            self._compare(self._accepted)
        elif frame[0] in sign.rejected:
            self._steps.clear()
            self._rejected += 1
        elif frame[0] in sign.jammed:
            self._steps.clear()
            self._jams.add(self._now_s)
        elif frame[0] in sign.fraud:
            self._fraud.attempt(self._now_s)
        elif frame[0] in sign.full:
            self._full_until_s = self._now_s + FULL_HOLD_S
        elif frame[0] in sign.unsure:
            self._question("cleared", frame)
        elif frame[0] not in (*sign.idle, *sign.ignored):
            self._follow_sequence(frame)

    def _follow_sequence(self, frame: bytes) -> None:
        """Money when the last frame of the sequence comes behind all the others."""
        sequence = self._profile.money.sequence
        if not sequence:
            self._take(frame)
            return
        if self._now_s - self._step_s > SEQUENCE_S or frame[0] == sequence[0]:
            self._steps.clear()
        self._step_s = self._now_s
        self._steps.append(frame[0])
        if frame[0] != sequence[-1]:
            return
        is_whole = tuple(self._steps) == sequence
        self._steps.clear()
        if is_whole:
            self._take(frame)
        else:
            self._question("incomplete", frame)

    def _take(self, frame: bytes) -> None:
        """A right frame tells of money in the box: its worth, or a question."""
        money, settings = self._profile.money, self._settings
        if money.at + 2 * (money.by == "pulses") >= len(frame):
            self._note_bad(1)
            return
        said = frame[money.at]
        self._total.told(_pulses(frame, money.at) if money.by == "pulses" else 1)
        if money.by == "value":
            value_minor = said * settings.unit_minor
        elif not self._profile.frame.headers and not 1 <= said <= money.channels:
            self._note_bad(1)  # without a check any other byte is noise
            return
        elif money.by == "channel":
            value_minor = self._worth(said) or 0
            if not value_minor:
                self._question("unknown_channel", frame)
                return
        else:
            is_known = 1 <= said <= money.channels
            worth = self._worth(said) if settings.channels_minor else settings.unit_minor
            if not is_known or not worth:
                self._question("unknown_channel", frame)
                return
            value_minor = _pulses(frame, money.at) * worth
        if not value_minor:
            self._question("zero_value", frame)
            return
        self._events.append(MoneyTaken(settings.slot, self._device, settings.tender, value_minor))

    def _compare(self, total: int) -> None:
        missing = self._total.read(total)
        if missing:
            self._quarantined += 1
            slot, seen = self._settings.slot, f"{missing} in the unit's total, in no frame"
            self._events.append(MoneyQuestioned(slot, self._device, "untold", seen))

    def _worth(self, channel: int) -> int | None:
        worths = self._settings.channels_minor
        return worths[channel - 1] if 1 <= channel <= len(worths) else None

    def _question(self, reason: str, frame: bytes) -> None:
        self._quarantined += 1
        slot = self._settings.slot
        self._events.append(MoneyQuestioned(slot, self._device, reason, frame.hex(" ")))

    # --- what is sent -------------------------------------------------------------------------

    def _commands(self) -> bytes:
        is_open = self.is_open
        is_old = self._now_s - self._command_s >= COMMAND_EVERY_S
        if not self._profile.has_commands or (self._commanded is is_open and not is_old):
            return b""
        self._commanded, self._command_s = is_open, self._now_s
        commands = self._profile.commands
        return bytes(commands.open if is_open else commands.close)

    def _audit(self) -> bytes:
        audit = self._profile.audit
        if audit is None or self._now_s - self._audit_s < AUDIT_EVERY_S:
            return b""
        self._audit_s = self._now_s
        return bytes(audit.ask)

    # --- health and counts --------------------------------------------------------------------

    def _note_good(self, was_understood: bool) -> None:
        if was_understood:
            self._good.add(self._now_s)
            self._frames += 1

    def _note_bad(self, count: int) -> None:
        self._bad.add(self._now_s, count)
        self._bad_frames += count

    def _is_jammed(self) -> bool:
        return self._jams.count(self._now_s) >= JAMS_IN_WINDOW

    def _show(self, health: Health, detail: str = "") -> None:
        if self._health != (health, detail):
            self._health = health, detail
            self._events.append(DeviceHealth(self._settings.slot, health, detail))

    def _show_state(self) -> None:
        good, bad = self._good.count(self._now_s), self._bad.count(self._now_s)
        is_mute = self._is_mute()
        if not good and bad >= LEAST_BAD:
            self._show(Health.WIRING, "garbled")
        elif self._profile.is_chatty and is_mute:
            self._show(Health.NO_ANSWER)
        elif self._is_jammed():
            self._show(Health.JAM)
        elif self._now_s < self._full_until_s:
            self._show(Health.FULL, "full")
        elif self._fraud.is_locked(self._now_s):
            self._show(Health.FRAUD_LOCK)
        elif not self.is_open:
            self._show(Health.CLOSED)
        elif bad >= LEAST_BAD and 100.0 * bad > BAD_PERCENT * (good + bad):
            self._show(Health.DEGRADED, "bad_frames")
        else:
            self._show(Health.READY)

    def _is_mute(self) -> bool:
        """Whether it has been silent for too long while it could have spoken.

        One that its closed wire leaves without power cannot; that it is no such one it shows by
        speaking while it is closed.
        """
        if self._heard_s is None:
            return False
        if not self._settings.has_inhibit or self._speaks_shut:
            return self._now_s - self._heard_s >= IDLE_S
        return self._was_open and self._now_s - max(self._heard_s, self._moved_s) >= IDLE_S

    def _counts(self) -> LineCounts:
        return LineCounts(
            polls=self._frames,
            polls_per_s=round(self._good.count(self._now_s) / WINDOW_S, 1),
            bad_frames=self._bad_frames,
            rejected=self._rejected,
            quarantined=self._quarantined,
            accepted=self._accepted,
        )


def _pulses(frame: bytes, at: int) -> int:
    """The pulses that a frame tells of, behind the input at `at`."""
    return int.from_bytes(frame[at + 1 : at + 3], "little")


def _is_audit(frame: bytes, answer: int, counts: int) -> bool:
    """Whether a counted frame holds the answer and as many four-byte counts."""
    return len(frame) > 2 and frame[1] == 1 + 4 * counts and frame[2] == answer
