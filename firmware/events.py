"""What travels between the rooms: events in, transactions and cues out.

Everything here is a small frozen value. Hardware makes events, the cabinet answers
with at most one transaction and some cues; nobody shares anything that can change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum, unique

from firmware.facts import MachineFacts
from firmware.jobs import JobDone, JobMoved
from firmware.panel import Button
from firmware.words import Language

# --- money ------------------------------------------------------------------------------------


@unique
class GameId(StrEnum):
    """The three games, by the name that books and reports use."""

    STRIP_POKER = "strip_poker"
    JOKER_POKER = "joker_poker"
    CINQUE_MANI = "cinque_mani"


@unique
class Account(StrEnum):
    """Where credits stand. Double entry: what leaves one account enters another."""

    COINBOX = "coinbox"
    NOTES = "notes"
    SERVICE = "service"
    CREDIT = "credit"
    STAKE = "stake"
    PENDING = "pending"
    """A win not yet collected."""
    GAMBLE = "gamble"
    """The part of a win that a double has put at risk."""
    HOUSE = "house"
    HANDPAY = "handpay"
    CANCELLED = "cancelled"
    COIN_TEST = "coin_test"
    """Coins of the coin-test page: in the box, never credit."""
    FREE = "free"
    """Where the credits of free play come from: they are worth nothing and are never credit."""
    FREE_STAKED = "free_staked"
    FREE_PAID = "free_paid"


FREE_ACCOUNTS = frozenset({Account.FREE, Account.FREE_STAKED, Account.FREE_PAID})
"""Accounts of free play, on which no credit stands that is worth anything."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """`credits` (whole, positive) move from `source` to `target`."""

    source: Account
    target: Account
    credits: int

    def __post_init__(self) -> None:
        if self.credits <= 0 or self.source is self.target:
            raise ValueError(f"not a transfer: {self.credits} from {self.source} to {self.target}")


@unique
class Tender(StrEnum):
    """What money comes in as."""

    COIN = "coin"
    NOTE = "note"


@unique
class MechanicalMeter(StrEnum):
    """Optional counters of wheels behind the door, driven by pulses; by their key in the
    configuration."""

    MONEY_IN = "money_in"
    """Credits of coins and notes that became credit."""
    MONEY_OUT = "money_out"
    """Credits paid by hand or cancelled."""
    CASH_BOX = "cash_box"
    """Credits of all coins and notes that fell, those of the coin test too."""


@unique
class Moment(StrEnum):
    """Why transfers happen; together with the amounts it decides which meters move."""

    COIN = "coin"
    NOTE = "note"
    SERVICE = "service"
    """Credit that the operator gives."""
    COIN_TEST = "coin_test"
    """A coin on the coin-test page."""
    STAKE = "stake"
    """A bet is placed."""
    LOST = "lost"
    """A game ends without a win."""
    WON = "won"
    """A game ends with a win."""
    LEVEL = "level"
    """A game ends level and returns a share (Cinque Mani)."""
    COLLECT = "collect"
    GAMBLE_STAKED = "gamble_staked"
    """A double begins; a half double banks the other half in the same posting."""
    GAMBLE_WON = "gamble_won"
    GAMBLE_TIED = "gamble_tied"
    GAMBLE_LOST = "gamble_lost"
    HAND_PAY = "hand_pay"
    """The attendant pays credit, or a waiting win, by hand."""
    CANCEL = "cancel"
    """The attendant takes credit off without paying it."""
    FREE_GAME = "free_game"
    """A game of free play, told once, when it is over."""


@dataclass(frozen=True, slots=True)
class Block:
    """The part of the books in which a game is counted: games that have one return.

    Attributes:
        game: which game.
        table: the rules it was played by, such as a pay table's name with its fingerprint;
            empty where a game has one set of rules.
        level: what else the return depends on: the chips of a bet; 0 where nothing.

    >>> str(Block(GameId.JOKER_POKER, "kings_or_better@5f2c7a10", 5))
    'joker_poker/kings_or_better@5f2c7a10/5'
    """

    game: GameId
    table: str = ""
    level: int = 0

    def __post_init__(self) -> None:
        if set("/.") & set(self.table) or self.level < 0:
            raise ValueError(f"not a block of the books: {self.table!r}, level {self.level}")

    def __str__(self) -> str:
        return f"{self.game}/{self.table}/{self.level}"

    @classmethod
    def parse(cls, text: str) -> Block:
        """The block that `str` wrote.

        Raises:
            ValueError: when it wrote no such thing.
        """
        game, table, level = text.split("/")
        return cls(GameId(game), table, int(level))


@dataclass(frozen=True, slots=True)
class Posting:
    """The transfers of one moment.

    Attributes:
        moment: why.
        transfers: the money, in order.
        block: where a game is counted; None for what is no game.
        category: what exactly, for the counts: the hand that ended a game, or slot and
            minor units of a coin ("coin:100"); letters, digits, "_" and ":".
    """

    moment: Moment
    transfers: tuple[Transfer, ...]
    block: Block | None = None
    category: str = ""


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """The history entry of one round as it stands: replaces the entry of the same number.

    Attributes:
        number: 1 for the first round ever played on this ledger.
        game: which game.
        text: the record itself, JSON, in the game's own shape.
        is_over: whether nothing about the round can change any more.
    """

    number: int
    game: GameId
    text: str
    is_over: bool


RECENT_ROUNDS = 50
"""Rounds at hand: what a boot reads back and the player's history shows; the rest is on disk."""


@unique
class LogKind(StrEnum):
    """What the event log tells of; each line is also counted under its kind and subject."""

    DOOR_OPENED = "door_opened"
    DOOR_CLOSED = "door_closed"
    KEY_ON = "key_on"
    """The operator's pages are open: the chain's head is on the screen."""
    KEY_OFF = "key_off"
    FAULT = "fault"
    """A fault came; the subject is its name."""
    FAULT_CLEARED = "fault_cleared"
    FAULT_MENDED = "fault_mended"
    """Somebody says that he has dealt with a fault; the subject is its name."""
    SETTING = "setting"
    """A setting changed; details: key, old, new, by."""
    CLOCK_SET = "clock_set"
    """The wall clock jumped; details: was, now. Written by the ledger itself."""
    COIN_FIRST_CONTACT = "coin_first_contact"
    COIN_RESET = "coin_reset"
    COIN_BACKWARDS = "coin_backwards"
    COIN_LOST = "coin_lost"
    COIN_UNBOOKED = "coin_unbooked"
    COIN_UNACCOUNTED = "coin_unaccounted"
    """The unit took more coins than it ever told of: in the box, credited to nobody."""
    COIN_DISCONTINUITY = "coin_discontinuity"
    """What the unit still remembers does not continue what it said last."""
    COIN_QUARANTINED = "coin_quarantined"
    """Signals that could be no money."""
    COIN_SWALLOWED = "coin_swallowed"
    """A coin is inside and the unit does not know which."""
    COIN_REPEATED = "coin_repeated"
    """The unit told again, after a crash, of money that was booked; it was not booked twice."""
    COIN_SUSPECT = "coin_suspect"
    """Signs of fraud: the credit of the coins round it is kept and marked."""
    CLEARING = "clearing"
    """A full clear was asked for, or could not be; the subject says which."""
    CASH_COUNTED = "cash_counted"
    """A box was emptied and counted; the subject says whether that of the coins or the notes."""
    DEVICE_OTHER = "device_other"
    """Another unit, or other coins, at a slot; closed until it is confirmed."""
    DEVICE_CONFIRMED = "device_confirmed"
    """The operator took another unit, or other coins, for his own."""
    COPY = "copy"
    """The second copy of the ledger came, went or was brought up to date."""
    THINKER_LATE = "thinker_late"
    """No mix was found in time: the computer laid its hands by the stored one."""
    BY_HAND = "by_hand"
    """Credit paid by hand, taken off or given; the subject is the moment."""
    LOGIN = "login"
    """Somebody said by a PIN who he is; the subject is the role."""
    PIN_REFUSED = "pin_refused"
    PIN_CHANGED = "pin_changed"
    """The subject is the role whose PIN it is."""
    BEST_CLEARED = "best_cleared"
    """The best result was taken away; the subject is the game."""
    REBUILT = "rebuilt"
    """The ledger was made again from its copy."""
    POWER_ASKED = "power_asked"
    """Somebody switches the machine off or starts it anew; the subject says which."""


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A line of the event log.

    Attributes:
        kind: what happened.
        subject: to what, by a fixed name (a fault, a device's slot), or empty; part of the
            count, so never free text.
        details: more, as text pairs.
    """

    kind: LogKind
    subject: str = ""
    details: tuple[tuple[str, str], ...] = ()

    @property
    def times(self) -> int:
        """How often it happened: once, and as often as the detail "unlogged" says before that."""
        return 1 + int(dict(self.details).get(UNLOGGED, "0"))


UNLOGGED = "unlogged"
"""The detail that says how often something came and went too fast for a line each."""


@dataclass(frozen=True, slots=True)
class Dispute:
    """A round is disputed, or no longer: what is disputed is kept whatever its age.

    Attributes:
        round_number: which.
        is_open: whether the dispute begins.
        by: the role of who says so.
    """

    round_number: int
    is_open: bool
    by: str


@dataclass(frozen=True, slots=True)
class Transaction:
    """Everything that becomes durable at once, or not at all.

    Attributes:
        postings: the money, in order.
        documents: named texts to keep (the play state, a coin device's counter);
            each replaces the earlier text of its name.
        round: the history entry touched, if any.
        log: lines for the event log.
        new_period_by: who begins a new accounting period with it; empty: nobody.
        dispute: the round whose dispute it opens or ends, if any.
    """

    postings: tuple[Posting, ...] = ()
    documents: Mapping[str, str] = field(default_factory=dict)
    round: RoundRecord | None = None
    log: tuple[LogEntry, ...] = ()
    new_period_by: str = ""
    dispute: Dispute | None = None


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
    """The win counts up."""
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
