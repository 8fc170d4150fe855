"""What single pages of the operator's remember: what is looked at, chosen, entered.

Everything here begins anew when the key is turned.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum, unique

from firmware.events import Cue, CueGroup
from firmware.jobs import FindRounds, LogLine, RoundFound, RoundsFound, Topic
from firmware.money import Tender
from firmware.operator.roles import Pins, Role
from firmware.operator.settings import Value


@unique
class ReturnsView(StrEnum):
    """What the page of the returns shows, in the order in which DEAL goes through it."""

    TABLE = "table"
    """The return over the games, and a row for each game and stake."""
    HANDS = "hands"
    """How often each hand came, beside how often it comes."""
    TIMES = "times"
    """Games and credits by hour and by day."""

    @property
    def following(self) -> ReturnsView:
        """The next one in the ring.

        >>> ReturnsView.TIMES.following
        <ReturnsView.TABLE: 'table'>
        """
        ring = tuple(ReturnsView)
        return ring[(ring.index(self) + 1) % len(ring)]


@unique
class ReturnsRow(StrEnum):
    """The rows of its table, from the top."""

    JOKER_POKER = "joker_poker"
    FULL_BET = "full_bet"
    """Joker Poker with all five chips, for which the royal pays more."""
    SMALL_BETS = "small_bets"
    DOUBLES = "doubles"
    STRIP_POKER = "strip_poker"
    CINQUE_MANI = "cinque_mani"


RETURNS_ROWS = tuple(ReturnsRow)


@dataclass(frozen=True, slots=True)
class ReturnsPage:
    """What of the returns is looked at.

    Attributes:
        view: which of its pictures.
        row: of the table.
        is_period: whether of the present period only, not of the cabinet's whole life.
    """

    view: ReturnsView = ReturnsView.TABLE
    row: ReturnsRow = ReturnsRow.JOKER_POKER
    is_period: bool = False


@unique
class FindRow(StrEnum):
    """What a round is looked for by, from the top."""

    NUMBER = "number"
    GAIN = "gain"
    DAY = "day"
    DISPUTED = "disputed"


FIND_ROWS = tuple(FindRow)


@dataclass(frozen=True, slots=True)
class RecallPage:
    """What of the kept rounds is looked at.

    Attributes:
        found: the round that is shown, with what lies round it; None before the first answer.
        step: of that round, from 0.
        is_finding: whether the search lies over it.
        number: from where it is looked for; 0 is the newest round.
        jump: by how much a press changes that number.
        wish: which rounds are gone through; its number counts for nothing here.
    """

    found: RoundsFound | None = None
    step: int = 0
    is_finding: bool = False
    number: int = 0
    jump: int = 10
    wish: FindRounds = field(default_factory=FindRounds)

    @property
    def round(self) -> RoundFound | None:
        """The round that is shown."""
        return None if self.found is None else self.found.round


@dataclass(frozen=True, slots=True)
class EventsPage:
    """What of the event log is looked at.

    Attributes:
        topic: what it is read for.
        lines: those that are shown, newest first; None before the first answer.
        has_older: whether more may follow.
        starts: the lines that the screenfuls so far follow, the present one's last; None is
            the top of the log.
        unread: what of it could not be read.
    """

    topic: Topic = Topic.ALL
    lines: tuple[LogLine, ...] | None = None
    has_older: bool = False
    starts: tuple[tuple[int, int] | None, ...] = (None,)
    unread: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SettingsPage:
    """What is being changed on the page of the settings.

    Attributes:
        draft: what the chosen row would become; None: it stays.
    """

    draft: Value | None = None


@dataclass(frozen=True, slots=True)
class CashPage:
    """A count of a box, as far as it is entered.

    Attributes:
        tender: which box.
        place: the digit that is turned, 1 the leftmost; 0 is the choice of the box.
        counted_minor: the amount, in minor units.
    """

    tender: Tender = Tender.COIN
    place: int = 3
    counted_minor: int = 0


GIFTS = (1, 5, 10, 20, 50, 100)
"""Credits that may be given at a time."""


@unique
class LampTest(StrEnum):
    """What the lamps show on the page of the panel test."""

    KEYS = "keys"
    """What they always show."""
    ALL = "all"
    DIM = "dim"
    CHASE = "chase"
    """One after the other."""
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Tested:
    """A coin, or what was no coin, on the page of the coin test.

    Attributes:
        slot: where it fell.
        position: of the coin in the unit's table; 0 where there is none.
        value_minor: its worth; 0 when it was not taken.
        code: what the unit said instead of a coin, else 0.
        reason: why it is in quarantine, by the fixed word of `MoneyQuestioned`, or `odd_value`
            where it is in the box and no whole number of credits; else empty.
        is_credit: whether it is no test but credit: a note that fell all the same.
    """

    slot: str
    position: int
    value_minor: int
    code: int = 0
    reason: str = ""
    is_credit: bool = False


@dataclass(frozen=True, slots=True)
class LineShown:
    """The raw line on the page of the slots.

    Attributes:
        slot: whose line.
        lines: the last packets, oldest first: direction, name, meaning, verdict.
    """

    slot: str
    lines: tuple[tuple[str, str, str, str], ...] = ()


@unique
class TestPicture(StrEnum):
    """The pictures of the screen test, in the order in which HOLD2 goes through them."""

    GRID = "grid"
    """Frames at the edges, a grid, circles."""
    BARS = "bars"
    GREYS = "greys"
    TEXT = "text"
    """Every size and alphabet that the screens use."""
    RED = "red"
    GREEN = "green"
    BLUE = "blue"
    WHITE = "white"
    BLACK = "black"


TEST_PICTURES = tuple(TestPicture)
PLAIN_PICTURES = TEST_PICTURES[TEST_PICTURES.index(TestPicture.RED) :]
"""Those of one colour, under which no key is drawn."""


TEST_CUES = tuple(cue for group in CueGroup for cue in Cue if cue.group is group)
"""The rows of the sound test, group by group."""


@unique
class PowerRow(StrEnum):
    """What may be done on the page of the power."""

    OFF = "off"
    RESTART = "restart"


POWER_ROWS = tuple(PowerRow)


@unique
class ClockField(StrEnum):
    """What of the clock is changed by itself, from the top."""

    YEAR = "year"
    MONTH = "month"
    DAY = "day"
    HOUR = "hour"
    MINUTE = "minute"


CLOCK_FIELDS = tuple(ClockField)


@dataclass(frozen=True, slots=True)
class ClockPage:
    """The clock as it was read, and as it is to be set.

    Attributes:
        wall: local wall time, ISO 8601 without a zone; empty before the page was opened.
        read_s: the cabinet's time when that was read.
        is_synced: whether a time server had set it then.
        chosen: what it is to be set to, as `wall`; empty where nobody has changed anything.
    """

    wall: str = ""
    read_s: float = 0.0
    is_synced: bool = False
    chosen: str = ""


# --- the PIN pad ------------------------------------------------------------------------------


@unique
class Asking(StrEnum):
    """What the PIN pad is open for."""

    LOGIN = "login"
    """Somebody says who is there."""
    NEW = "new"
    """A new PIN is chosen."""
    AGAIN = "again"
    """The same once more, so that a slip of the finger locks nobody out."""


@dataclass(frozen=True, slots=True)
class PinPad:
    """The PIN that is being entered.

    Attributes:
        asking: what for.
        target: whose new PIN it is; of no meaning at a login.
        digits: entered so far, "1" to "5".
        first: the new PIN as it was entered before.
        pins: the PINs once it is entered again; None before.
    """

    asking: Asking = Asking.LOGIN
    target: Role = Role.OPERATOR
    digits: str = ""
    first: str = ""
    pins: Pins | None = None
