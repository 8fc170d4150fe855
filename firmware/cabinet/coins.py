"""Exactly once: what of a device's report is new, and what it is worth.

A ccTalk unit keeps its last five events and a counter that runs 1..255 and wraps to 1; 0 appears
only after its own power-up. The cabinet stores the counter it has booked in the same
transaction as the credits, so neither a crash nor a repeated reply books a coin twice, and the
coins taken during a crash appear at the next start. What was overwritten before it could be
read is never guessed: the unit's own count of accepted coins tells how many it were.

A unit without a counter tells once, or repeats itself until it is thanked; of such a one the
cabinet stores what it has booked and not yet thanked for.

Source: ccTalk generic specification, buffered credit (229), buffered bill events (159) and
accept counter (225).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum, unique

from firmware.events import BufferReply, MoneyQuestioned, MoneyTaken
from firmware.log import LogEntry, LogKind
from firmware.money import Account, Moment, Posting, Tender, Transfer

WRAP = 255
"""The counter runs 1..255; after 255 comes 1."""
BUFFER = 5
"""Events an acceptor keeps."""
BACKWARDS = 127
"""A step larger than this is a counter that ran backwards: a reset nobody saw."""

INHIBITED = frozenset({2, *range(128, 160)})
"""Event codes: the acceptor was closed, or closed to this coin, which came back."""
_REJECTED = 1
_RETURNED_CODES = {
    Tender.COIN: INHIBITED | {_REJECTED},
    Tender.NOTE: frozenset({1, 2, 3, 4, 5}),
}
"""Event codes after which the customer has it back."""
SWALLOWED = 36
"""Event code of a coin acceptor: a coin is inside, and it does not know which."""
STACKED = 0
"""Second byte of a bill's pair when it is in the box; in escrow it is no money yet."""
ACCEPT_WRAP = 1 << 24
"""The count of accepted coins has three bytes."""


@dataclass(frozen=True, slots=True)
class Counter:
    """What is booked of one device; stored as its document.

    Attributes:
        value: the device's event counter, all events up to it being booked; 0 for one that
            has none.
        events: events ever booked from the device.
        returned: coins that came back to the customer.
        lost: events that were overwritten before they could be read.
        coins: coins and notes ever told.
        untold: what the unit's own count of accepted coins is ahead of them; None until it
            was read.
        unaccounted: coins it took and never told: in the box, credited to nobody.
        quarantined: signals that could be no money.
        swallowed: coins inside that the unit could not name.
        pairs: of the last reply, for the look whether the next one continues it.
        unthanked: token of what is booked and may be told again; empty when nothing may.
    """

    value: int = 0
    events: int = 0
    returned: int = 0
    lost: int = 0
    coins: int = 0
    untold: int | None = None
    unaccounted: int = 0
    quarantined: int = 0
    swallowed: int = 0
    pairs: tuple[tuple[int, int], ...] = ()
    unthanked: str = ""


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
    """The part of a transaction that a report makes.

    Attributes:
        counter: the device's record after it.
        postings: one for each coin.
        credits: what they come to.
        log: what the operator should find.
        fresh: the pairs that were new, oldest first.
    """

    counter: Counter
    postings: tuple[Posting, ...] = ()
    credits: int = 0
    fresh: tuple[tuple[int, int], ...] = ()
    log: tuple[LogEntry, ...] = ()


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


def book(
    last: Counter | None, reply: BufferReply, credit_minor: int, *, is_test: bool = False
) -> Booking | None:
    """The booking of a reply, or None when it tells nothing new.

    A coin whose value is unknown, or no whole number of credits, is logged and never guessed.

    Args:
        last: the device's record; None at the first contact, which books nothing.
        reply: what the device said.
        credit_minor: minor units a credit costs.
        is_test: the coins of the coin test: in the box, no credit.
    """
    told = news(None if last is None else last.value, reply.counter, reply.pairs)
    before = last or Counter()
    audited, audit_log = _audited(before, reply, told)
    if told == NO_NEWS and audited == before:
        return None
    taken = [coin for coin, second in told.fresh if coin and is_money(reply.tender, second)]
    booked = [coin for coin in taken if _credits(reply.values_minor.get(coin), credit_minor)]
    unbooked = [coin for coin in taken if coin not in booked]
    swallowed = sum((coin, code) == (0, SWALLOWED) for coin, code in told.fresh)
    is_swallowing = swallowed if reply.tender is Tender.COIN else 0
    postings = tuple(
        _posting(reply.slot, reply.tender, reply.values_minor[coin], credit_minor, is_test=is_test)
        for coin in booked
    )
    return Booking(
        counter=replace(
            audited,
            value=reply.counter,
            events=before.events + len(told.fresh),
            returned=before.returned + _returned(reply.tender, told.fresh),
            lost=before.lost + told.lost,
            coins=before.coins + len(taken),
            swallowed=before.swallowed + is_swallowing,
            pairs=reply.pairs,
        ),
        postings=postings,
        credits=_sum(postings),
        fresh=told.fresh,
        log=(
            *_noted(reply, told),
            *_discontinued(before, reply, told),
            *(_not_booked(reply, coin) for coin in unbooked),
            *(_entry(LogKind.COIN_SWALLOWED, reply.slot, reply.device),) * is_swallowing,
            *audit_log,
        ),
    )


def baseline(known: Counter | None, reply: BufferReply) -> Booking:
    """The record of another unit, or of other coins, once the operator has confirmed them: from
    here on everything counts, and nothing of what it tells of the time before."""
    before = known or Counter()
    counter = replace(before, value=reply.counter, pairs=reply.pairs, untold=None, unthanked="")
    if reply.accepted is not None:
        counter = replace(counter, untold=reply.accepted - before.coins)
    details = ("device", reply.device), ("counter", str(reply.counter))
    return Booking(counter, log=(LogEntry(LogKind.COIN_FIRST_CONTACT, reply.slot, details),))


def book_taken(
    last: Counter | None, taken: MoneyTaken, credit_minor: int, *, is_test: bool = False
) -> Booking:
    """The booking of what a unit without a counter told.

    What it repeats after a crash, because it was not thanked in time, is not booked again.
    """
    before = last or Counter()
    if taken.is_first and taken.token and taken.token == before.unthanked:
        details = ("token", taken.token), ("minor", str(taken.value_minor))
        entry = _entry(LogKind.COIN_REPEATED, taken.slot, taken.device, *details)
        return Booking(before, log=(entry,))
    counter = replace(
        before, events=before.events + 1, coins=before.coins + 1, unthanked=taken.token
    )
    if not _credits(taken.value_minor, credit_minor):
        minor = ("minor", str(taken.value_minor))
        return Booking(
            counter, log=(_entry(LogKind.COIN_UNBOOKED, taken.slot, taken.device, minor),)
        )
    posting = _posting(taken.slot, taken.tender, taken.value_minor, credit_minor, is_test=is_test)
    return Booking(counter, (posting,), _sum((posting,)))


def thanked(last: Counter | None) -> Counter:
    """The record once the unit cannot repeat itself any more."""
    return replace(last or Counter(), unthanked="")


def quarantined(last: Counter | None, questioned: MoneyQuestioned) -> Booking:
    """The record of signals that could be no money: counted and told, never booked."""
    before = last or Counter()
    details = ("reason", questioned.reason), ("seen", questioned.detail)
    entry = _entry(LogKind.COIN_QUARANTINED, questioned.slot, questioned.device, *details)
    return Booking(replace(before, quarantined=before.quarantined + 1), log=(entry,))


def _audited(
    before: Counter, reply: BufferReply, told: News
) -> tuple[Counter, tuple[LogEntry, ...]]:
    """The record held against the unit's own count of accepted coins, where that was read.

    A count that fell is that of a unit which forgets it: the comparison begins anew.
    """
    if reply.accepted is None:
        return before, ()
    coins = before.coins + sum(
        1 for coin, second in told.fresh if coin and is_money(reply.tender, second)
    )
    ahead = reply.accepted - coins
    if before.untold is None:
        return replace(before, untold=ahead), ()
    missing = (ahead - before.untold) % ACCEPT_WRAP
    if missing == 0:
        return before, ()
    if missing >= ACCEPT_WRAP // 2:
        return replace(before, untold=ahead), ()
    entry = _entry(LogKind.COIN_UNACCOUNTED, reply.slot, reply.device, ("coins", str(missing)))
    after = replace(before, untold=ahead, unaccounted=before.unaccounted + missing)
    return after, (entry,)


def is_money(tender: Tender, second: int) -> bool:
    """Whether a pair that names a coin or bill says that it is in the box."""
    return tender is Tender.COIN or second == STACKED


def _credits(value_minor: int | None, credit_minor: int) -> int:
    """What a coin is worth; 0 where its value is unknown or no whole number of credits."""
    if value_minor is None or value_minor % credit_minor:
        return 0
    return value_minor // credit_minor


def _returned(tender: Tender, fresh: tuple[tuple[int, int], ...]) -> int:
    """How many came back."""
    return sum(coin == 0 and code in _RETURNED_CODES[tender] for coin, code in fresh)


def _posting(
    slot: str, tender: Tender, value_minor: int, credit_minor: int, *, is_test: bool
) -> Posting:
    credits = _credits(value_minor, credit_minor)
    if is_test:
        moment, source, target = Moment.COIN_TEST, Account.COINBOX, Account.COIN_TEST
    elif tender is Tender.COIN:
        moment, source, target = Moment.COIN, Account.COINBOX, Account.CREDIT
    else:
        moment, source, target = Moment.NOTE, Account.NOTES, Account.CREDIT
    return Posting(moment, (Transfer(source, target, credits),), category=f"{slot}:{value_minor}")


def _sum(postings: tuple[Posting, ...]) -> int:
    return sum(transfer.credits for posting in postings for transfer in posting.transfers)


def _noted(reply: BufferReply, told: News) -> tuple[LogEntry, ...]:
    if told.note is Note.NOTHING or (told.note is Note.RESET and reply.is_first):
        return ()  # a unit that was without power while we were is none that failed
    details = ("counter", str(reply.counter)), ("lost", str(told.lost))
    return (_entry(LogKind(f"coin_{told.note}"), reply.slot, reply.device, *details),)


def _discontinued(before: Counter, reply: BufferReply, told: News) -> tuple[LogEntry, ...]:
    """A line when what the unit remembers from before is not what it said then."""
    older = reply.pairs[len(told.fresh) :]
    is_odd = before.pairs[: len(older)] != older
    if not (reply.is_first and before.pairs and told.note is Note.NOTHING and is_odd):
        return ()
    return (_entry(LogKind.COIN_DISCONTINUITY, reply.slot, reply.device),)


def _not_booked(reply: BufferReply, coin: int) -> LogEntry:
    minor = ("minor", str(reply.values_minor.get(coin)))
    return _entry(LogKind.COIN_UNBOOKED, reply.slot, reply.device, ("coin", str(coin)), minor)


def _entry(kind: LogKind, slot: str, device: str, *details: tuple[str, str]) -> LogEntry:
    return LogEntry(kind, slot, (("device", device), *details))
