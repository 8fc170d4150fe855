"""Exactly once: what of an acceptor's reply is new, and what it is worth.

An acceptor keeps its last five events and a counter that runs 1..255 and wraps to 1; 0 appears
only after its own power-up. The cabinet stores the counter it has booked in the same
transaction as the credits, so neither a crash nor a repeated reply books a coin twice, and the
coins taken during a crash appear at the next start.

Source: ccTalk generic specification, buffered credit (header 229).
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum, unique

from firmware.events import Account, BufferReply, LogEntry, LogKind, Moment, Posting, Transfer

WRAP = 255
"""The counter runs 1..255; after 255 comes 1."""
BUFFER = 5
"""Events an acceptor keeps."""
BACKWARDS = 127
"""A step larger than this is a counter that ran backwards: a reset nobody saw."""

INHIBITED = frozenset({2, *range(128, 160)})
"""Event codes: the acceptor was closed, or closed to this coin, which came back."""
_REJECTED = 1
_RETURNED_CODES = INHIBITED | {_REJECTED}


@dataclass(frozen=True, slots=True)
class Counter:
    """What is booked of one device; stored as its document.

    Attributes:
        value: the device's event counter, all events up to it being booked.
        events: events ever booked from the device.
        returned: coins that came back to the customer.
        lost: events that were overwritten before they could be read.
    """

    value: int
    events: int = 0
    returned: int = 0
    lost: int = 0


@unique
class Note(StrEnum):
    """What a reply tells beside its coins."""

    NOTHING = ""
    FIRST_CONTACT = "first_contact"
    RESET = "reset"
    BACKWARDS = "backwards"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class News:
    """What a reply adds to what is booked.

    Attributes:
        fresh: (A, B) pairs not booked yet, oldest first.
        lost: events that were overwritten; their coins are never guessed.
        note: what else it tells.
    """

    fresh: tuple[tuple[int, int], ...] = ()
    lost: int = 0
    note: Note = Note.NOTHING


NO_NEWS = News()


@dataclass(frozen=True, slots=True)
class Booking:
    """The part of a transaction that a reply makes.

    Attributes:
        counter: the device's record after it.
        postings: one for each coin.
        credits: what the coins add to the credit meter.
        log: what the operator should find.
    """

    counter: Counter
    postings: tuple[Posting, ...]
    credits: int
    log: tuple[LogEntry, ...]


def news(last: int | None, counter: int, pairs: tuple[tuple[int, int], ...]) -> News:
    """What is new in a reply, by its counter against the last one booked.

    Args:
        last: the counter booked; None when this device was never met.
        counter: the reply's counter, 0..255.
        pairs: its five pairs, newest first.

    >>> news(255, 1, ((3, 0),) * 5).fresh
    ((3, 0),)
    """
    if last is None:
        return News(note=Note.FIRST_CONTACT)
    if counter == last:
        return NO_NEWS
    if counter == 0:
        return News(note=Note.RESET)
    step = counter if last == 0 else (counter - last) % WRAP
    note = Note.NOTHING
    if last != 0 and step > BACKWARDS:
        step, note = counter, Note.BACKWARDS
    lost = max(0, step - BUFFER)
    if lost and note is Note.NOTHING:
        note = Note.LOST
    fresh = tuple(reversed(pairs[: min(step, BUFFER)]))
    return News(fresh=fresh, lost=lost, note=note)


def book(last: Counter | None, reply: BufferReply, credit_minor: int) -> Booking | None:
    """The booking of a reply, or None when it tells nothing new.

    A coin whose value is unknown, or no whole number of credits, is logged and never guessed.

    Args:
        last: the device's record; None at the first contact, which books nothing.
        reply: what the device said.
        credit_minor: minor units a credit costs.
    """
    told = news(None if last is None else last.value, reply.counter, reply.pairs)
    if told == NO_NEWS:
        return None
    before = last or Counter(value=reply.counter)
    coins = [coin for coin, _path in told.fresh if coin]
    credits = {coin: _credits(reply.values_minor.get(coin), credit_minor) for coin in coins}
    booked = [coin for coin in coins if credits[coin]]
    unbooked = [coin for coin in coins if not credits[coin]]
    return Booking(
        counter=Counter(
            value=reply.counter,
            events=before.events + len(told.fresh),
            returned=before.returned + _returned(told.fresh),
            lost=before.lost + told.lost,
        ),
        postings=tuple(_posting(reply, coin, credits[coin]) for coin in booked),
        credits=sum(credits[coin] for coin in booked),
        log=(*_noted(reply, told), *(_not_booked(reply, coin) for coin in unbooked)),
    )


def _credits(value_minor: int | None, credit_minor: int) -> int:
    """What a coin is worth; 0 where its value is unknown or no whole number of credits."""
    if value_minor is None or value_minor % credit_minor:
        return 0
    return value_minor // credit_minor


def _returned(fresh: tuple[tuple[int, int], ...]) -> int:
    """How many coins came back."""
    return sum(coin == 0 and code in _RETURNED_CODES for coin, code in fresh)


def _posting(reply: BufferReply, coin: int, credits: int) -> Posting:
    return Posting(
        Moment.COIN,
        (Transfer(Account.COINBOX, Account.CREDIT, credits),),
        category=f"{reply.slot}:{reply.values_minor[coin]}",
    )


def _noted(reply: BufferReply, told: News) -> tuple[LogEntry, ...]:
    if told.note is Note.NOTHING:
        return ()
    details = ("device", reply.device), ("counter", str(reply.counter)), ("lost", str(told.lost))
    return (LogEntry(LogKind(f"coin_{told.note}"), reply.slot, details),)


def _not_booked(reply: BufferReply, coin: int) -> LogEntry:
    minor = str(reply.values_minor.get(coin))
    details = ("device", reply.device), ("coin", str(coin)), ("minor", minor)
    return LogEntry(LogKind.COIN_UNBOOKED, reply.slot, details)


# --- more coins than a hand can feed ------------------------------------------------------------

FEED_S = 10.0
"""Where no round is open, coins are added up over so long."""


@dataclass(frozen=True, slots=True)
class Feed:
    """Credits that coins brought within one open round, or outside one within ten seconds.

    A line that tells more than a person can feed is broken or tampered with.

    Attributes:
        round_number: of the open round; 0 where none is open.
        since_s: when the first of these coins came.
        credits: their sum.
    """

    round_number: int = 0
    since_s: float = float("-inf")
    credits: int = 0

    def fed(self, credits: int, round_number: int, now_s: float) -> Feed:
        """The sum after more coins: begun anew with another round, or after ten seconds."""
        is_same = round_number == self.round_number
        if is_same and (round_number or now_s < self.since_s + FEED_S):
            return Feed(round_number, self.since_s, self.credits + credits)
        return Feed(round_number, now_s, credits)
