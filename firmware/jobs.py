"""What the operator's pages ask of the world beside the game, and what comes back.

A job goes out with the state, is done where nobody waits for it, and comes back as an event.
Nothing about play hangs on it: a job that is never answered leaves a page that says so.
"""

from __future__ import annotations

from dataclasses import dataclass

from firmware.words import Message


@dataclass(frozen=True, slots=True)
class FindRounds:
    """Rounds to be recalled, newest first.

    Attributes:
        number: the round to begin at, or the newest before it; None: the newest of all.
        is_older: whether to look towards older rounds.
        least_win: only rounds that won at least so many credits.
        day: only rounds that began on that day, ISO 8601, as the cabinet's clock had it; or "".
        is_disputed: only rounds that are in dispute.
    """

    number: int | None = None
    is_older: bool = True
    least_win: int = 0
    day: str = ""
    is_disputed: bool = False


@dataclass(frozen=True, slots=True)
class ReadLog:
    """Lines of the event log.

    Attributes:
        before: only lines of rows before this one; None: the newest.
        count: at most so many.
    """

    before: int | None = None
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


Wanted = FindRounds | ReadLog | ExportBooks | PowerOff | Restart | SetClock


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
        text: its record, as the ledger keeps it.
        at: wall time of its last row, ISO 8601.
        credit_before, credit_after: the credit meter before its stake and after its last row.
        added: credits that came in since the round before it.
        is_disputed: whether it is in dispute.
        is_over: whether nothing about it can change any more.
    """

    number: int
    game: str
    text: str
    at: str = ""
    credit_before: int = 0
    credit_after: int = 0
    added: int = 0
    is_disputed: bool = False
    is_over: bool = True


@dataclass(frozen=True, slots=True)
class RoundsFound:
    """The round that was looked for, and whether there are more each way; None: there is none."""

    round: RoundFound | None
    has_older: bool = False
    has_newer: bool = False


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the event log.

    Attributes:
        row: of the ledger.
        at: wall time, ISO 8601.
        is_synced: whether the clock was set then.
        kind, subject: by their fixed names.
        details: more, as text pairs.
    """

    row: int
    at: str
    is_synced: bool
    kind: str
    subject: str = ""
    details: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class LogRead:
    """Lines of the event log, newest first."""

    lines: tuple[LogLine, ...]
    has_older: bool = False


@dataclass(frozen=True, slots=True)
class Done:
    """It is done; `told` says what came of it."""

    told: Message


@dataclass(frozen=True, slots=True)
class Failed:
    """It could not be done; `why` says why, and what to do."""

    why: Message


Answer = RoundsFound | LogRead | Done | Failed


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
