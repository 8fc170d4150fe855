"""What travels between the rooms: events in, cues out.

Everything here is a small frozen value. Hardware makes events, the cabinet answers
with at most one `Transaction` and some cues; nobody shares anything that can change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum, unique

from firmware.facts import MachineFacts
from firmware.jobs import JobDone, JobMoved
from firmware.money import MechanicalMeter, Tender
from firmware.panel import Button
from firmware.words import Language

# --- events in --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button went down (debounced)."""

    button: Button


@dataclass(frozen=True, slots=True)
class Released:
    """A button came up (debounced)."""

    button: Button


@dataclass(frozen=True, slots=True)
class RulesAsked:
    """The rules key of a keyboard (F1)."""


@dataclass(frozen=True, slots=True)
class OptionsAsked:
    """The options key of a keyboard (F8)."""


@dataclass(frozen=True, slots=True)
class LanguageChosen:
    """Somebody chose a language directly."""

    language: Language


@dataclass(frozen=True, slots=True)
class KeyTurned:
    """The operator's key switch."""

    is_on: bool


@dataclass(frozen=True, slots=True)
class DoorMoved:
    """The cabinet's door."""

    is_open: bool


@dataclass(frozen=True, slots=True)
class TiltMoved:
    """The tilt switch: the cabinet is shaken or leaned, or stands again."""

    is_tilted: bool


@dataclass(frozen=True, slots=True)
class MeterPulsed:
    """A mechanical meter made one whole step."""

    meter: MechanicalMeter


@dataclass(frozen=True, slots=True)
class Thought:
    """Whoever thinks beside the game has an answer.

    Attributes:
        about: the question, as text.
        answer: what was found, as text.
        is_final: whether nothing better will follow; until then each answer may already be
            used.
    """

    about: str
    answer: str
    is_final: bool = True


@dataclass(frozen=True, slots=True)
class ThinkerLost:
    """Nobody thinks any more, for this reason; the log is told, and the game goes on without."""

    reason: str


@dataclass(frozen=True, slots=True)
class BufferReply:
    """What a ccTalk unit said to "read buffered credit" or "read buffered bill events", raw.

    What of it is new is decided against the last *committed* counter, not here.

    Attributes:
        device: identity of the unit: kind, maker, product and serial number.
        counter: its event counter, 0..255; 0 only after its own power-up.
        pairs: five (A, B) pairs, newest first. A coin: (position, sorter path). A bill:
            (position, 0) stacked, (position, 1) held in escrow. Either: (0, event code).
        values_minor: position (1..16) -> value in minor units, for the positions whose
            id could be read.
        slot: name of the slot the unit serves, which the books count its money under.
        tender: whether these are coins or notes.
        is_first: the first reply since the line was opened or the unit was armed anew.
        accepted: how many coins the unit says it ever took, read while it stood still between
            two equal replies; None where it was not read or the unit does not count.
    """

    device: str
    counter: int
    pairs: tuple[tuple[int, int], ...]
    values_minor: Mapping[int, int]
    slot: str = "coin"
    tender: Tender = Tender.COIN
    is_first: bool = False
    accepted: int | None = None


@dataclass(frozen=True, slots=True)
class MoneyTaken:
    """A unit without a counter took a coin or a note: it tells once, or until it is thanked.

    Attributes:
        slot: name of the slot.
        device: identity of the unit or, where a line has none, of its profile.
        tender: coin or note.
        value_minor: what it is worth, in minor units; 0 where the unit cannot say.
        token: empty where the unit forgets by itself. Else the unit repeats it until the port's
            `booked` was called with this token, which the cabinet does when it is durable.
        is_first: the first since the line was opened: it may repeat what was booked just
            before a crash.
    """

    slot: str
    device: str
    tender: Tender
    value_minor: int
    token: str = ""
    is_first: bool = False


@dataclass(frozen=True, slots=True)
class MoneyThanked:
    """The unit has forgotten what it was thanked for and cannot repeat it any more.

    It waits: the port's `booked` with the same token lets it go on.
    """

    slot: str
    device: str
    token: str


@dataclass(frozen=True, slots=True)
class MoneyQuestioned:
    """Signals that look like money and are not booked: they go into quarantine and are counted.

    Attributes:
        slot: name of the slot.
        device: as in `MoneyTaken`.
        reason: a fixed word, such as `impossible_count`, `lone_pulse`, `bad_width`, `cleared`.
        detail: what was seen, for the operator.
    """

    slot: str
    device: str
    reason: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class LineHeard:
    """What passed on a money line, for the operator who reads it.

    Attributes:
        slot: whose line.
        lines: the last packets, oldest first: direction, name, meaning, verdict.
    """

    slot: str
    lines: tuple[tuple[str, str, str, str], ...]


@dataclass(frozen=True, slots=True)
class DeviceFound:
    """A unit has told who it is; it stays closed until the cabinet opens its slot.

    Attributes:
        slot: name of the slot.
        device: identity, as in `BufferReply`.
        money_set: what it takes and what that is worth, as a short text that changes with it.
    """

    slot: str
    device: str
    money_set: str


@dataclass(frozen=True, slots=True)
class LineCounts:
    """What a device and its line count; since the program's start unless it says ever.

    Attributes:
        polls: readings made.
        polls_per_s: over the last minute.
        retries: questions asked again.
        retries_percent: of the questions of the last minute.
        bad_frames: packets with a wrong checksum, or noise.
        resets: times the unit lost its memory.
        rearms: times it had forgotten that it was open.
        late_polls: readings that came so late that it may have closed itself.
        rejected: coins it did not know.
        inhibited: coins that came while it was closed to them.
        quarantined: signals put into quarantine.
        inserted, accepted, reject_count, fraud_count: the unit's own counters, ever; None
            where it has none.
    """

    polls: int = 0
    polls_per_s: float = 0.0
    retries: int = 0
    retries_percent: float = 0.0
    bad_frames: int = 0
    resets: int = 0
    rearms: int = 0
    late_polls: int = 0
    rejected: int = 0
    inhibited: int = 0
    quarantined: int = 0
    inserted: int | None = None
    accepted: int | None = None
    reject_count: int | None = None
    fraud_count: int | None = None


@dataclass(frozen=True, slots=True)
class DeviceCounted:
    """The counts of a slot's device; told at most every few seconds."""

    slot: str
    counts: LineCounts


@unique
class Health(StrEnum):
    """State of a coin device, as the operator reads it."""

    OFF = "off"
    STARTING = "starting"
    UNPLUGGED = "unplugged"
    NO_ANSWER = "no_answer"
    WIRING = "wiring"
    WRONG_DEVICE = "wrong_device"
    CLOSED = "closed"
    """Closed by the game: operator's pages, fault, ceiling, shutdown."""
    READY = "ready"
    DEGRADED = "degraded"
    LOST_EVENTS = "lost_events"
    JAM = "jam"
    FAULT = "fault"
    OPEN = "open"
    """Its return lever or flight deck is open."""
    FRAUD_LOCK = "fraud_lock"
    FULL = "full"
    """A bill unit is full, or its stacker is out (the detail says which)."""
    LEDGER_ERROR = "ledger_error"


@dataclass(frozen=True, slots=True)
class DeviceHealth:
    """A slot's device changed its health; `detail` is a fault code or a path, or empty."""

    slot: str
    health: Health
    detail: str = ""


@dataclass(frozen=True, slots=True)
class ButtonStuck:
    """A button has been down longer than a person holds one; it is ignored till released."""

    button: Button
    is_stuck: bool


@dataclass(frozen=True, slots=True)
class SoundChanged:
    """The audio device was lost, or came back."""

    is_lost: bool


@unique
class CopyHealth(StrEnum):
    """State of the ledger's second copy, as the operator reads it."""

    OFF = "off"
    """None is configured."""
    WELL = "well"
    MISSING = "missing"
    """Its device is not there, or does not take what is written."""
    BEHIND = "behind"
    """It was older than the ledger by more than one transaction; it was brought up to date."""
    FOREIGN = "foreign"
    """What is there belongs to another ledger; it is left alone."""


@dataclass(frozen=True, slots=True)
class CopyState:
    """The second copy; `detail` says which device, or what is wrong with it."""

    health: CopyHealth = CopyHealth.OFF
    detail: str = ""


@dataclass(frozen=True, slots=True)
class CopyChanged:
    """The ledger's second copy changed its state."""

    state: CopyState


@dataclass(frozen=True, slots=True)
class FleetChanged:
    """A fleet's broker cannot be told for a reason that somebody must mend; or it can again.

    An outage is none: what could not be told follows.

    Attributes:
        problem: the reason and what to do; empty where there is none any more.
    """

    problem: str


@dataclass(frozen=True, slots=True)
class FactsRead:
    """What the machine tells of itself has changed by enough to be told."""

    facts: MachineFacts


@dataclass(frozen=True, slots=True)
class QueueFull:
    """The bounded queue of edges overflowed; presses were lost, coins and doors never are."""


@dataclass(frozen=True, slots=True)
class Tick:
    """A moment that the cabinet asked to be woken at has come."""


Event = (
    Pressed
    | Released
    | RulesAsked
    | OptionsAsked
    | LanguageChosen
    | KeyTurned
    | DoorMoved
    | TiltMoved
    | MeterPulsed
    | Thought
    | ThinkerLost
    | BufferReply
    | MoneyTaken
    | MoneyThanked
    | MoneyQuestioned
    | DeviceFound
    | DeviceCounted
    | DeviceHealth
    | LineHeard
    | ButtonStuck
    | SoundChanged
    | CopyChanged
    | FactsRead
    | FleetChanged
    | JobDone
    | JobMoved
    | QueueFull
    | Tick
)

# --- cues out ---------------------------------------------------------------------------------


@unique
class CueGroup(StrEnum):
    """Sounds whose volume is set together."""

    COINS = "coins"
    """Money, the door, a fault: what the house wants to be heard."""
    KEYS = "keys"
    CARDS = "cards"
    WINS = "wins"
    """How a game ends, and the way there."""
    ATTRACT = "attract"


@unique
class Cue(StrEnum):
    """A moment worth a sound; the file of the same name under `assets/sounds/`."""

    COIN = "coin"
    PRESS = "press"
    HOLD = "hold"
    RELEASE = "release"
    DEAL = "deal"
    """One card."""
    FLIP = "flip"
    PROPOSAL = "proposal"
    """The machine proposes a hold."""
    TICK = "tick"
    """The win counts up; the later, the higher (`TICKS`)."""
    TICK_SECOND = "tick_second"
    TICK_THIRD = "tick_third"
    TICK_FOURTH = "tick_fourth"
    WIN_SMALL = "win_small"
    WIN_MEDIUM = "win_medium"
    WIN_LARGE = "win_large"
    COLLECT = "collect"
    DRUM = "drum"
    """A double is open."""
    DOUBLE_WON = "double_won"
    TIE = "tie"
    LOSS = "loss"
    FAULT = "fault"
    DOOR = "door"
    ATTRACT = "attract"
    CHIPS = "chips"
    """Chips go to the pot."""
    GARMENT = "garment"
    """A garment flies."""

    @property
    def group(self) -> CueGroup:
        """What it is as loud as."""
        return _GROUPS.get(self, CueGroup.WINS)


TICKS = (Cue.TICK, Cue.TICK_SECOND, Cue.TICK_THIRD, Cue.TICK_FOURTH)
"""The four quarters of a count, which rises by a fourth."""

_GROUPS: Mapping[Cue, CueGroup] = {
    Cue.COIN: CueGroup.COINS,
    Cue.DOOR: CueGroup.COINS,
    Cue.FAULT: CueGroup.COINS,
    Cue.PRESS: CueGroup.KEYS,
    Cue.HOLD: CueGroup.KEYS,
    Cue.RELEASE: CueGroup.KEYS,
    **dict.fromkeys(TICKS, CueGroup.KEYS),
    Cue.DEAL: CueGroup.CARDS,
    Cue.FLIP: CueGroup.CARDS,
    Cue.PROPOSAL: CueGroup.CARDS,
    Cue.CHIPS: CueGroup.CARDS,
    Cue.GARMENT: CueGroup.CARDS,
    Cue.ATTRACT: CueGroup.ATTRACT,
}
"""All others tell how a game ends."""
