"""Ledgers as years of play leave them, made without the years.

An evening of the real cabinet is played again and again with the round numbers going on.
`play` does so through the ledger itself. `make` writes the same store in seconds: it makes
only the rows that retention keeps and the checkpoint that stands for the others.

Why both come to the same: an evening begins and ends with an empty cabinet, so each
repetition moves every balance, every meter, the boots, the period and the number of rows by
the same amount, and leaves the same texts with other round numbers in them. The books after
any evening are therefore those after the third plus so many times what the third added; and
a checkpoint is written after the first row of each 16th round, so the number of any row can
be said without the rows before it. What cannot be had without them is a hash: the rows that
are kept are chained to a made-up one, which the checkpoint signs like any other, and what
only tells of rows that are gone (digests of checkpoints that were replaced, heads noted
years ago) is made up in its true size. The test plays a small case through the ledger and
compares every table; the store that is made passes `verify`.
"""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any

from ledger_evening import Evening, Timed

from firmware.ledger import chain, database, store
from firmware.ledger.chain import Row, Stamp, canonical, digest, digests
from firmware.ledger.checkpoint import BATCH_ROUNDS, Checkpoint
from firmware.ledger.entries import (
    STOP_ENTRY,
    Entry,
    Kind,
    Told,
    boot_entry,
    checkpoint_entry,
    told_by,
    transaction_entry,
)
from firmware.ledger.ledger import Ledger
from firmware.ledger.migration import migrate
from firmware.ledger.second_copy import SecondCopy
from firmware.ledger.standing import (
    BALANCES,
    METERS,
    NOTED_MAX,
    Period,
    RoundLine,
    Standing,
)
from firmware.log import LogKind
from firmware.transaction import RoundRecord, Transaction

FIRST_EVENING = datetime(2026, 1, 1, 18, tzinfo=UTC)
FOLDED = 3
"""Evenings told to the books row by row; those after them follow."""

_NUMBERED = re.compile(r'(?<="number":)\d+|(?<="rounds":)\d+')
"""Round numbers in the texts of the cabinet."""


@dataclass(slots=True)
class EveningClock:
    """The time of an evening: each begins at zero, a day after the one before."""

    evening: int = 0
    at_ms: int = 0

    def now_s(self) -> float:
        return (self.at_ms + 0.5) / 1000

    def wall(self) -> str:
        at = FIRST_EVENING + timedelta(days=self.evening, seconds=self.at_ms // 1000)
        return at.isoformat(timespec="seconds")

    def is_synced(self) -> bool:
        return True

    def switched_on(self) -> str:
        return switched_on(self.evening)


def switched_on(evening: int) -> str:
    """The name of the time since the machine was switched on for an evening."""
    return f"{evening:08x}"


# --- an evening, again ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Text:
    """A text of the cabinet, cut at the round numbers in it."""

    parts: tuple[str, ...]
    numbers: tuple[int, ...]

    @classmethod
    def cut(cls, text: str) -> Text:
        return cls(tuple(_NUMBERED.split(text)), tuple(map(int, _NUMBERED.findall(text))))

    def shifted(self, by: int) -> str:
        """The text with every round number higher."""
        pieces = [self.parts[0]]
        for number, part in zip(self.numbers, self.parts[1:], strict=True):
            pieces += (str(number + by), part)
        return "".join(pieces)


class Again:
    """A transaction to be repeated with other round numbers."""

    def __init__(self, timed: Timed) -> None:
        self.at_ms = timed.at_ms
        self._plain = timed.transaction
        cut = {name: Text.cut(text) for name, text in timed.transaction.documents.items()}
        self._cut = {name: text for name, text in cut.items() if text.numbers}
        record = timed.transaction.round
        self.number = None if record is None else record.number
        self._round = None if record is None else Text.cut(record.text)
        self.key_turns = tuple(
            entry.kind is LogKind.KEY_ON
            for entry in timed.transaction.log
            if entry.kind in (LogKind.KEY_ON, LogKind.KEY_OFF)
        )
        self._payload = self._cut_payload()

    def documents(self, by: int) -> dict[str, str]:
        """Its documents."""
        shifted = {name: text.shifted(by) for name, text in self._cut.items()}
        return {**self._plain.documents, **shifted}

    def record(self, by: int) -> RoundRecord | None:
        """Its round."""
        record = self._plain.round
        if record is None or self._round is None:
            return None
        return replace(record, number=record.number + by, text=self._round.shifted(by))

    def transaction(self, by: int) -> Transaction:
        """All of it."""
        return replace(self._plain, documents=self.documents(by), round=self.record(by))

    def told(self, by: int) -> Told:
        """What its row tells."""
        return told_by(self.transaction(by))

    def entry(self, by: int) -> Entry:
        """Its row."""
        fresh = [digest(text.shifted(by)) for text in self._cut.values()]
        if self._round is not None and self.number is not None:
            fresh += (digest(self._round.shifted(by)), f'"round":[{self.number + by},')
        pieces = [self._payload[0]]
        for slot, piece in self._payload[1:]:
            pieces += (fresh[slot], piece)
        return Kind.TRANSACTION, "".join(pieces)

    def _cut_payload(self) -> tuple[Any, ...]:
        """The payload of the row, cut where a round number or a digest of it stands.

        Encoding each payload anew would take most of the time.
        """
        told = told_by(self._plain)
        stale = [told.documents[name] for name in self._cut]
        if told.round is not None:
            stale += (told.round.digest, f'"round":[{told.round.number},')
        payload = transaction_entry(told)[1]
        if not stale:
            return (payload,)
        found = re.split(f"({'|'.join(map(re.escape, stale))})", payload)
        slots = [stale.index(each) for each in found[1::2]]
        return found[0], *zip(slots, found[2::2], strict=True)

    def round_text(self, by: int) -> str | None:
        """The text of its round."""
        return None if self._round is None else self._round.shifted(by)


class Evenings:
    """One evening after the other without end: the first, then the second again and again.

    Rows are found by the number of their evening from 0, and by their place in it: 0 is the
    boot, the last is the stop. Rows of checkpoints have no place, they follow another row.

    Args:
        first: of a new cabinet.
        later: the one after it.
        keep_rounds: as for `Ledger.open`.
    """

    def __init__(self, first: Evening, later: Evening, keep_rounds: int) -> None:
        if first.rounds != later.rounds:
            raise ValueError(f"evenings of {first.rounds} and of {later.rounds} rounds")
        self.rounds = first.rounds
        self._keep_rounds = keep_rounds
        self._forms = (_Form.of(first), _Form.of(later))

    def form(self, evening: int) -> _Form:
        """What is committed in an evening."""
        return self._forms[evening > 0]

    def shift(self, evening: int) -> int:
        """What is added to the round numbers."""
        return max(0, evening - 1) * self.rounds

    def places(self, evening: int) -> int:
        """How many rows an evening has, those of checkpoints not counted."""
        return len(self.form(evening).transactions) + 2

    def checkpoints(self, evening: int, place: int) -> int:
        """How many checkpoints were made before a row."""
        rounds = evening * self.rounds + self.form(evening).begun[place]
        return max(0, rounds - self._keep_rounds) // BATCH_ROUNDS

    def sequence(self, evening: int, place: int) -> int:
        """Number of a row."""
        before = self.places(0) + (evening - 1) * self.places(1) if evening else 0
        return before + place + 1 + self.checkpoints(evening, place)

    def opening(self, number: int) -> tuple[int, int]:
        """Where a round begins."""
        evening, within = divmod(number - 1, self.rounds)
        return evening, self.form(evening).begun.index(within + 1) - 1

    def stamp(self, evening: int, place: int) -> Stamp:
        """When a row is written."""
        transactions = self.form(evening).transactions
        at_ms = transactions[min(place, len(transactions)) - 1].at_ms if place else 0
        clock = EveningClock(evening, at_ms)
        return Stamp(evening + 1, clock.at_ms, clock.wall(), clock.is_synced())

    def transaction(self, evening: int, place: int) -> Again | None:
        """The transaction of a row; None for a boot and a stop."""
        transactions = self.form(evening).transactions
        return transactions[place - 1] if 0 < place <= len(transactions) else None

    def entry(self, evening: int, place: int) -> Entry:
        """What a row tells."""
        if place == 0:
            name = switched_on(evening)
            return boot_entry(was_clean=True, is_test=True, switched_on=name)
        again = self.transaction(evening, place)
        return STOP_ENTRY if again is None else again.entry(self.shift(evening))

    def told(self, evening: int, place: int) -> Told:
        """The same, before it was written."""
        again = self.transaction(evening, place)
        return Told() if again is None else again.told(self.shift(evening))

    def documents(self, evening: int, upto: int) -> dict[str, str]:
        """The documents as they stand before a row."""
        documents: dict[str, str] = {}
        for each in {0, max(0, evening - 1), evening}:
            last = upto if each == evening else self.places(each)
            for again in self.form(each).transactions[: max(0, last - 1)]:
                documents |= again.documents(self.shift(each))
        return documents


@dataclass(frozen=True, slots=True)
class _Form:
    """What evenings have in common.

    Attributes:
        transactions: in order.
        begun: how many rounds have begun before each place, and after the last.
        ends: the last transaction of each round, by its place among the rounds.
    """

    transactions: tuple[Again, ...]
    begun: tuple[int, ...]
    ends: tuple[Again, ...]

    @classmethod
    def of(cls, evening: Evening) -> _Form:
        transactions = tuple(map(Again, evening.transactions))
        begun, ends = [0, 0], dict[int, Again]()
        for again in transactions:
            if again.number is not None:
                ends[again.number] = again
            begun.append(len(ends))
        return cls(transactions, (*begun, len(ends)), tuple(ends.values()))


# --- played -----------------------------------------------------------------------------------


def play(
    folder: Path, evenings: Evenings, count: int, keep_rounds: int, copy: SecondCopy | None = None
) -> None:
    """So many evenings through the ledger itself."""
    for evening in range(count):
        clock = EveningClock(evening)
        ledger = Ledger.open(
            folder, clock=clock, executor=None, is_test=True, copy=copy, keep_rounds=keep_rounds
        )
        for again in evenings.form(evening).transactions:
            clock.at_ms = again.at_ms
            ledger.commit(again.transaction(evenings.shift(evening))).result()
        ledger.close()


# --- made -------------------------------------------------------------------------------------


def make(folder: Path, evenings: Evenings, count: int, keep_rounds: int) -> None:
    """The store that `play` would leave.

    Args:
        folder: new.
        evenings: what is played.
        count: how many of them.
        keep_rounds: as for `Ledger.open`.
    """
    folder.mkdir(parents=True)
    keys = chain.Keys(folder)
    key = keys.make()
    keys.keep()
    path = folder / database.DATABASE
    with closing(database.connect(path)) as connection:
        migrate(connection, key, path)
        for setting in ("journal_mode = MEMORY", "synchronous = OFF"):  # nothing to lose yet
            connection.execute(f"PRAGMA {setting}").fetchall()
        with database.atomic(connection):
            _Maker(connection, key, evenings, count, keep_rounds).run()
        connection.execute("PRAGMA journal_mode = WAL").fetchall()


@dataclass(frozen=True, slots=True)
class _End:
    """An evening told to the books: how they stand after it, and its rounds."""

    standing: Standing
    lines: tuple[RoundLine, ...]


class _Books:
    """How the books stand after any row, without the hashes."""

    def __init__(self, evenings: Evenings) -> None:
        self._evenings = evenings

    @cached_property
    def _ends(self) -> list[_End]:
        ends: list[_End] = []
        before = Standing()
        for evening in range(FOLDED):
            lines: dict[int, RoundLine] = {}
            for standing in self._told(before, evening, self._evenings.places(evening)):
                before = standing
                if standing.round is not None:
                    lines[standing.round.number] = standing.round
            ends.append(_End(before, tuple(lines.values())[-self._evenings.rounds :]))
        return ends

    def _told(self, before: Standing, evening: int, upto: int) -> Iterator[Standing]:
        """The books after each of the first rows of an evening."""
        evenings = self._evenings
        for place in range(upto):
            entry, stamp = evenings.entry(evening, place), evenings.stamp(evening, place)
            row = Row(evenings.sequence(evening, place), stamp, *entry, _made_up(evening, place))
            before = before.after(row, evenings.told(evening, place))
            yield before

    def after(self, evening: int) -> Standing:
        """The books after an evening; before the first for -1."""
        if evening < 0:
            return Standing()
        if evening < FOLDED:
            return self._ends[evening].standing
        return self._following(evening)

    def before(self, evening: int, place: int) -> Standing:
        """The books before a row."""
        *_, standing = self._told(self.after(evening - 1), evening, place)
        return standing

    def line(self, evening: int, within: int) -> RoundLine:
        """A round as it stands when it is over; `within` counts from 0."""
        evenings = self._evenings
        if evening < FOLDED:
            return self._ends[evening].lines[within]
        like = self._ends[-1].lines[within]
        number = evening * evenings.rounds + within + 1
        opened, changed = self._place(like.opened), self._place(like.changed)
        return replace(
            like,
            number=number,
            digest=digest(self.text(evening, within)),
            opened=evenings.sequence(evening, opened),
            changed=evenings.sequence(evening, changed),
        )

    def text(self, evening: int, within: int) -> str:
        """The record of a round when it is over."""
        text = self._evenings.form(evening).ends[within].round_text(self._evenings.shift(evening))
        assert text is not None
        return text

    @cached_property
    def _places(self) -> dict[int, int]:
        evening = FOLDED - 1
        return {
            self._evenings.sequence(evening, place): place
            for place in range(self._evenings.places(evening))
        }

    def _place(self, sequence: int) -> int:
        """Place of a row of the last evening that was told."""
        return self._places[sequence]

    def _following(self, evening: int) -> Standing:
        evenings = self._evenings
        times = evening - (FOLDED - 1)
        one, two = self._ends[-2].standing, self._ends[-1].standing
        last = evenings.places(evening) - 1
        stamp = evenings.stamp(evening, last)
        row = Row(evenings.sequence(evening, last), stamp, *STOP_ENTRY, _made_up(evening, last))
        texts, known = two.texts(), one.texts()
        for name in texts:
            if name == BALANCES or name.startswith(METERS):
                grown = _grown(json.loads(known[name]), json.loads(texts[name]), times)
                texts[name] = canonical(grown)
        documents = digests(evenings.documents(evening + 1, 0))
        heads = len(two.noted) - len(one.noted)
        noted = [_made_up(back, -n).hex() for back in range(evening + 1) for n in range(heads)]
        return replace(
            Standing.of_texts(texts, documents, row, is_test=True),
            period=self._period(evening, one.period, two.period),
            round=self.line(evening, evenings.rounds - 1),
            money_in=two.money_in + times * (two.money_in - one.money_in),
            noted=tuple(noted[-NOTED_MAX:]),
            switched_on=switched_on(evening),
        )

    def _period(self, evening: int, one: Period, two: Period) -> Period:
        times = evening - (FOLDED - 1)
        place = self._place(two.sequence)
        return replace(
            two,
            number=two.number + times * (two.number - one.number),
            sequence=self._evenings.sequence(evening, place),
            wall=self._evenings.stamp(evening, place).wall,
            meters=_grown(one.meters, two.meters, times),
        )


class _Maker:
    """Writes the rows that are kept, and what stands beside them."""

    def __init__(
        self,
        connection: sqlite3.Connection,
        key: bytes,
        evenings: Evenings,
        count: int,
        keep_rounds: int,
    ) -> None:
        self._connection = connection
        self._key = key
        self._evenings = evenings
        self._count = count
        self._keep_rounds = keep_rounds
        self._books = _Books(evenings)
        self._checkpoint: Checkpoint | None = None
        self._last: Row | None = None
        self._noted: list[str] = []
        self._is_key_on = False
        self._told = ""

    def run(self) -> None:
        first_round = self._begin()
        evening, place = self._evenings.opening(first_round) if self._last else (0, 0)
        while evening < self._count:
            for each in range(place, self._evenings.places(evening)):
                self._write(evening, each)
            evening, place = evening + 1, 0
        self._write_rounds(first_round)
        self._write_standing()

    def _begin(self) -> int:
        """The checkpoint, if there is one; the oldest round that is kept."""
        evenings = self._evenings
        made = evenings.checkpoints(self._count, 0)
        first_round = 1 + made * BATCH_ROUNDS
        if made:
            opening = evenings.opening(first_round)
            standing = self._books.before(*opening)
            told = evenings.checkpoints(*opening)
            if told:
                standing = replace(standing, checkpoint=self._replaced_entry(told)[1])
            self._checkpoint = Checkpoint(standing, first_round)
            self._last = standing.last
            self._noted = list(standing.noted)
            self._is_key_on = standing.is_key_on
            assert self._last is not None
            store.write_checkpoint(self._connection, self._last.sequence, self._checkpoint.text())
        return first_round

    def _write(self, evening: int, place: int) -> None:
        evenings = self._evenings
        stamp = evenings.stamp(evening, place)
        row = self._link(stamp, evenings.entry(evening, place))
        again = evenings.transaction(evening, place)
        if again is None:
            self._is_key_on &= row.kind != Kind.BOOT
        else:
            self._is_key_on = (self._is_key_on, *again.key_turns)[-1]
            if self._is_key_on or True in again.key_turns:
                self._noted.append(row.hash.hex())
        made = evenings.checkpoints(evening, place + 1)
        if made > evenings.checkpoints(evening, place):
            self._told = self._link(stamp, self._checkpoint_entry(made)).payload

    def _checkpoint_entry(self, made: int) -> Entry:
        """The newest is told as it is; those that it replaced are gone, their digests made up."""
        assert self._checkpoint is not None
        first_round = 1 + made * BATCH_ROUNDS
        if first_round == self._checkpoint.first_round:
            return checkpoint_entry(self._checkpoint.last.sequence, self._checkpoint.text())
        return self._replaced_entry(made)

    def _replaced_entry(self, made: int) -> Entry:
        first_round = 1 + made * BATCH_ROUNDS
        upto = self._evenings.sequence(*self._evenings.opening(first_round)) - 1
        return checkpoint_entry(upto, f"checkpoint {made}")

    def _link(self, stamp: Stamp, entry: Entry) -> Row:
        last = self._last
        sequence = 1 if last is None else last.sequence + 1
        before = chain.BEFORE_THE_FIRST if last is None else last.hash
        row = Row(sequence, stamp, *entry, chain.link(self._key, before, sequence, stamp, *entry))
        store.write_row(self._connection, row)
        self._last = row
        return row

    def _write_rounds(self, first_round: int) -> None:
        books = self._books
        for number in range(first_round, self._count * self._evenings.rounds + 1):
            evening, within = divmod(number - 1, self._evenings.rounds)
            line = books.line(evening, within)
            store.write_round(self._connection, line, books.text(evening, within))

    def _write_standing(self) -> None:
        connection, last = self._connection, self._last
        assert last is not None
        standing = replace(
            self._books.after(self._count - 1),
            last=last,
            checkpoint=self._told,
            is_key_on=self._is_key_on,
            noted=tuple(self._noted[-NOTED_MAX:]),
        )
        documents = self._evenings.documents(self._count, 0)
        store.write_mark(connection, is_test=True)
        store.write_standing(connection, self._key, standing)
        store.write_documents(connection, documents)


def _grown(one: Mapping[str, int], two: Mapping[str, int], times: int) -> dict[str, int]:
    """`two`, and so many times more what it added to `one`."""
    return {name: value + times * (value - one[name]) for name, value in two.items()}


def _made_up(evening: int, place: int) -> bytes:
    """Stands for the hash of a row that is never made."""
    return blake2b(f"{evening} {place}".encode(), digest_size=chain.HASH_BYTES).digest()
