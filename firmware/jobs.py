"""What the operator's pages ask of the world beside the game, and what comes back.

A job goes out with the state, is done where nobody waits for it, and comes back as an event.
Nothing about play hangs on it: a job that is never answered leaves a page that says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum, unique

from firmware.shown import ShownStep
from firmware.words import Message


@dataclass(frozen=True, slots=True)
class FindRounds:
    """A kept round to be recalled.

    Attributes:
        number: the round to begin at: that one or, where it does not fit, the next that does;
            None: the newest of all, or the oldest.
        is_older: whether to look towards older rounds.
        least_gain: only rounds that raised the credit by at least so many; 0 for any.
        day: only rounds that began on that day, ISO 8601, as the cabinet's clock had it; or "".
        is_disputed: only rounds that are in dispute.
    """

    number: int | None = None
    is_older: bool = True
    least_gain: int = 0
    day: str = ""
    is_disputed: bool = False

    @property
    def is_any(self) -> bool:
        """Whether every round fits."""
        return not (self.least_gain or self.day or self.is_disputed)


@unique
class Topic(StrEnum):
    """What the event log is read for, in the order in which DEAL goes through it."""

    ALL = "all"
    FAULTS = "faults"
    ACCESS = "access"
    """Doors, the key, who has said who is there."""
    MONEY = "money"
    SETTINGS = "settings"

    @property
    def following(self) -> Topic:
        """The next one in the ring.

        >>> Topic.SETTINGS.following
        <Topic.ALL: 'all'>
        """
        ring = tuple(Topic)
        return ring[(ring.index(self) + 1) % len(ring)]


@dataclass(frozen=True, slots=True)
class ReadLog:
    """Lines of the event log, newest first.

    Attributes:
        after: the line that they follow, `LogLine.place`; None: from the newest.
        topic: only lines about that.
        count: at most so many.
    """

    after: tuple[int, int] | None = None
    topic: Topic = Topic.ALL
    count: int = 12


@dataclass(frozen=True, slots=True)
class ExportBooks:
    """The books onto the stick that is plugged in."""


@dataclass(frozen=True, slots=True)
class PowerOff:
    """The machine is switched off, after a goodbye."""


@dataclass(frozen=True, slots=True)
class Restart:
    """The machine starts anew, after a goodbye."""


@dataclass(frozen=True, slots=True)
class SetClock:
    """The wall clock is set; `wall` is ISO 8601 without a zone: what the operator's watch shows."""

    wall: str


@dataclass(frozen=True, slots=True)
class HashPin:
    """A PIN is hashed, which takes a slow machine longer than a player may wait for a lamp.

    Attributes:
        pin: as it was entered; shown to nobody.
        salts: each gives a hash.
    """

    pin: str = field(repr=False)
    salts: tuple[bytes, ...]


Wanted = FindRounds | ReadLog | ExportBooks | PowerOff | Restart | SetClock | HashPin


@dataclass(frozen=True, slots=True)
class Job:
    """One wish; its number tells two equal ones apart."""

    number: int
    wanted: Wanted


@dataclass(frozen=True, slots=True)
class RoundFound:
    """A kept round.

    Attributes:
        number: of the round.
        game: by its fixed name.
        at: wall time of its stake, ISO 8601; empty where its row cannot be read.
        is_synced: whether the clock was set then.
        credit_before, credit_after: the credit meter before its stake and after its last change.
        added_before: credits that came in, less those taken out, since the round before it.
        added_during: the same between its stake and its last change.
        bet, won, collected: credits staked, paid by the game before any double, and taken over;
            None where its record cannot be read.
        is_disputed: whether it is in dispute.
        is_over: whether nothing about it can change any more.
        is_interrupted: whether the cabinet went off between its stake and its last change.
        steps: how it looked; none where its record cannot be read.
        differences: what does not agree when it is evaluated once more, a sentence each, in the
            program's own words.
    """

    number: int
    game: str
    at: str = ""
    is_synced: bool = True
    credit_before: int = 0
    credit_after: int = 0
    added_before: int = 0
    added_during: int = 0
    bet: int | None = None
    won: int | None = None
    collected: int | None = None
    is_disputed: bool = False
    is_over: bool = True
    is_interrupted: bool = False
    steps: tuple[ShownStep, ...] = ()
    differences: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RoundsFound:
    """The round that was looked for.

    Attributes:
        round: it; None: there is none.
        has_older, has_newer: whether any rounds are kept each way, whatever they are.
        newest: number of the newest round; 0 before the first.
        can_dispute: whether there is room for one more dispute.
        unread: what could not be read on the way, a sentence each, in the program's own words.
    """

    round: RoundFound | None
    has_older: bool = False
    has_newer: bool = False
    newest: int = 0
    can_dispute: bool = True
    unread: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the event log.

    Attributes:
        row: of the ledger.
        index: of the line among those of that row, from 0; the newest line has the greatest.
        at: wall time, ISO 8601.
        is_synced: whether the clock was set then.
        kind, subject: by their fixed names.
        details: more, as text pairs.
        is_wall_back: whether the wall time stands before that of the row before.
    """

    row: int
    at: str
    is_synced: bool
    kind: str
    subject: str = ""
    details: tuple[tuple[str, str], ...] = ()
    index: int = 0
    is_wall_back: bool = False

    @property
    def place(self) -> tuple[int, int]:
        """Where it stands in the log."""
        return self.row, self.index


@dataclass(frozen=True, slots=True)
class LogRead:
    """Lines of the event log, newest first.

    Attributes:
        lines: at most as many as were asked for.
        has_older: whether more may follow.
        unread: what could not be read on the way, a sentence each, in the program's own words.
    """

    lines: tuple[LogLine, ...]
    has_older: bool = False
    unread: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PinHashed:
    """The hashes of a PIN, by their salts."""

    hashes: Mapping[bytes, bytes]


@dataclass(frozen=True, slots=True)
class Done:
    """It is done; `told` says what came of it."""

    told: Message


@dataclass(frozen=True, slots=True)
class Failed:
    """It could not be done; `why` says why, and what to do."""

    why: Message


Answer = RoundsFound | LogRead | PinHashed | Done | Failed


@dataclass(frozen=True, slots=True)
class JobDone:
    """A job was answered."""

    number: int
    answer: Answer


@dataclass(frozen=True, slots=True)
class JobMoved:
    """How far a long job is, in percent."""

    number: int
    percent: int
