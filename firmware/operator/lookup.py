"""What the operator's pages look up in the books: kept rounds and the lines of the event log.

Both are searches that go on a stretch at a time, so that nothing waits long for them however
much is kept. What cannot be read is told of and passed over.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from firmware.errors import LedgerError
from firmware.games.tellers import SHOWN
from firmware.jobs import FindRounds, LogLine, LogRead, ReadLog, RoundFound, RoundsFound
from firmware.ledger import event_search
from firmware.ledger.readable import newest_sequence, oldest_round
from firmware.ledger.round_search import STRETCH, Wanted, look
from firmware.ledger.standing import DISPUTES_MAX, Standing
from firmware.money import GameId
from firmware.operator.event_log import Event, event_windows, is_about
from firmware.operator.recall import Recalled, Rounds
from firmware.shown import ShownStep


@dataclass(frozen=True, slots=True)
class Open:
    """An open ledger, for one step of a search.

    Attributes:
        connection: where it is read.
        standing: how its books stand.
        documents: its texts by name.
    """

    connection: sqlite3.Connection
    standing: Standing
    documents: Mapping[str, str]


# --- rounds -----------------------------------------------------------------------------------


class RoundSearch:
    """Looks for the round that a wish names.

    Args:
        wish: what is looked for.
    """

    def __init__(self, wish: FindRounds) -> None:
        self.percent = 0
        self._wish = wish
        self._at = wish.number
        self._begun_at = 0
        self._unread: list[str] = []

    def step(self, ledger: Open) -> RoundsFound | None:
        """Look at one more stretch; None when it must go on."""
        rounds = Rounds(ledger.connection, ledger.standing, ledger.documents)
        first = oldest_round(ledger.connection, rounds.faults)
        last, wish = rounds.last, self._wish
        start = _within(self._at, first, last, rounds.disputed, is_older=wish.is_older)
        if start is None:
            return self._answer(None, first, rounds)
        if wish.is_any:
            return self._answer(start, first, rounds)
        self._begun_at = self._begun_at or start
        wanted = Wanted(
            wish.least_gain, wish.day, rounds.disputed if wish.is_disputed else None
        )  # fmt: skip
        try:
            stretch = look(ledger.connection, wanted, start, is_older=wish.is_older)
        except LedgerError as error:
            self._unread.append(str(error))
            self._at = start - STRETCH if wish.is_older else start + STRETCH
            return None
        if stretch.number is not None or stretch.onward is None:
            return self._answer(stretch.number, first, rounds)
        self._at = stretch.onward
        way = (self._begun_at - first) if wish.is_older else (last - self._begun_at)
        self.percent = min(99, 100 * abs(self._at - self._begun_at) // max(1, way))
        return None

    def _answer(self, number: int | None, first: int, rounds: Rounds) -> RoundsFound:
        found = None if number is None else _round(number, rounds)
        last, disputed = rounds.last, rounds.disputed
        can_dispute = len(disputed) < DISPUTES_MAX
        unread = tuple(dict.fromkeys((*self._unread, *rounds.faults)))
        if number is None:
            return RoundsFound(None, newest=last, can_dispute=can_dispute, unread=unread)
        return RoundsFound(
            found,
            has_older=number > first or any(each < number for each in disputed),
            has_newer=number < last,
            newest=last,
            can_dispute=can_dispute,
            unread=unread,
        )


def _within(
    at: int | None, first: int, last: int, disputed: tuple[int, ...], *, is_older: bool
) -> int | None:
    """The nearest kept round from `at` on in one direction; None when there is none."""
    older = sorted(number for number in disputed if number < first)
    if not last:
        return None
    if at is None:
        at = last if is_older else 1
    if at > last:
        return last if is_older else None
    if at >= first:
        return at
    if is_older:
        return next((number for number in reversed(older) if number <= at), None)
    return next((number for number in older if number >= at), first if first <= last else None)


def _round(number: int, rounds: Rounds) -> RoundFound:
    told = rounds.one(number)
    if told is None:  # and `rounds.faults` says why
        return RoundFound(number, "", is_disputed=number in rounds.disputed)
    return _found(told, rounds)


def _found(told: Recalled, rounds: Rounds) -> RoundFound:
    line, retold = told.line, told.told
    return RoundFound(
        number=line.number,
        game=line.game.value,
        at="" if told.opened is None else told.opened.wall,
        is_synced=told.opened is None or told.opened.is_clock_synced,
        credit_before=line.credit_before,
        credit_after=line.credit_after,
        added_before=line.added_before,
        added_during=line.added_during,
        bet=None if retold is None else retold.bet,
        won=None if retold is None else retold.won,
        collected=None if retold is None else retold.collected,
        is_disputed=told.is_disputed,
        is_over=line.is_over,
        is_interrupted=told.is_interrupted,
        steps=() if retold is None else _steps(line.game, line.number, rounds),
        differences=told.differences,
    )


def _steps(game: GameId, number: int, rounds: Rounds) -> tuple[ShownStep, ...]:
    """How it looked; nothing where a record holds what no round can have held."""
    try:
        return SHOWN[game](rounds.record(number), rounds.documents)
    except (LedgerError, ValueError, IndexError) as error:
        rounds.faults.append(f"round {number} cannot be shown: {error}")
        return ()


# --- the event log ----------------------------------------------------------------------------


@dataclass(slots=True)
class LogSearch:
    """Looks for the lines that a wish names.

    Attributes:
        wish: what is looked for.
        percent: how far it is.
    """

    wish: ReadLog
    percent: int = 0
    _windows: Iterator[tuple[tuple[int, Event], ...]] | None = None
    _lines: list[LogLine] = field(default_factory=list)
    _faults: list[str] = field(default_factory=list)
    _rows: int = 0
    _looked_at: int = 0

    def step(self, ledger: Open) -> LogRead | None:
        """Look at one more stretch; None when it must go on."""
        wish = self.wish
        if self._windows is None:
            below = None if wish.after is None else wish.after[0] + 1
            self._rows = newest_sequence(ledger.connection)
            self._windows = event_windows(ledger.connection, self._faults, below)
        window = next(self._windows, None)
        if window is None:
            return self._answer(has_older=False)
        for index, event in window:
            is_shown = wish.after is not None and (event.sequence, index) >= wish.after
            if is_shown or not is_about(event.kind, wish.topic):
                continue
            if len(self._lines) == wish.count:
                return self._answer(has_older=True)
            self._lines.append(_line(index, event))
        self._looked_at += event_search.STRETCH
        self.percent = min(99, 100 * self._looked_at // max(1, self._rows))
        return None

    def _answer(self, *, has_older: bool) -> LogRead:
        return LogRead(tuple(self._lines), has_older, tuple(dict.fromkeys(self._faults)))


def _line(index: int, event: Event) -> LogLine:
    stamp = event.stamp
    return LogLine(
        row=event.sequence,
        at=stamp.wall,
        is_synced=stamp.is_clock_synced,
        kind=event.kind,
        subject=event.subject,
        details=event.details,
        index=index,
        is_wall_back=event.is_wall_back,
    )
