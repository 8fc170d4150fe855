"""What travels between the rooms: events in, transactions and cues out.

Everything here is a small frozen value. Hardware makes events, the cabinet answers
with at most one transaction and some cues; nobody shares anything that can change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum, unique

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
class Moment(StrEnum):
    """Why transfers happen; together with the amounts it decides which meters move."""

    COIN = "coin"
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


@dataclass(frozen=True, slots=True)
class Posting:
    """The transfers of one moment; `game` names the block of the books, None for coins."""

    moment: Moment
    transfers: tuple[Transfer, ...]
    game: GameId | None = None


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


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A line of the event log: what happened, with details as text pairs."""

    kind: str
    details: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Transaction:
    """Everything that becomes durable at once, or not at all.

    Attributes:
        postings: the money, in order.
        documents: named texts to keep (the play state, a coin device's counter);
            each replaces the earlier text of its name.
        round: the history entry touched, if any.
        log: lines for the event log.
    """

    postings: tuple[Posting, ...] = ()
    documents: Mapping[str, str] = field(default_factory=dict)
    round: RoundRecord | None = None
    log: tuple[LogEntry, ...] = ()


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
class CoinReply:
    """What a coin acceptor said to "read buffered credit", raw.

    What of it is new is decided against the last *committed* counter, not here.

    Attributes:
        device: identity of the unit: kind, maker, product and serial number.
        counter: its event counter, 0..255; 0 only after its own power-up.
        pairs: five (A, B) pairs, newest first: (coin position, sorter path), or
            (0, event code).
        values_minor: position of a coin (1..16) -> value in minor units, for the
            positions whose coin id could be read.
    """

    device: str
    counter: int
    pairs: tuple[tuple[int, int], ...]
    values_minor: Mapping[int, int]


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
    LEDGER_ERROR = "ledger_error"


@dataclass(frozen=True, slots=True)
class DeviceHealth:
    """A coin device changed its health; `detail` is a fault code or a path, or empty."""

    device: str
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
    | CoinReply
    | DeviceHealth
    | ButtonStuck
    | SoundChanged
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
