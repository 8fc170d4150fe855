"""Strip Poker played out: every order of moves, and whole sessions beside a second bookkeeper.

The orders of moves are a small grammar, written from the rules; the game must allow exactly those.
The bookkeeper keeps the money as the rules tell it, in plain numbers and step by step: one
garment pledged after the other, and the greatest bet found by trying. Both must agree after every
move of sessions in which two seats play at random.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from proof import Report, Track

from firmware.cards.card import Card
from firmware.cards.shuffle import FairShuffler, SeededSource
from firmware.games.action import can
from firmware.games.strip_poker.hands import Deck, FlushTie
from firmware.games.strip_poker.records import record_of
from firmware.games.strip_poker.rules import StripPoker
from firmware.games.strip_poker.seat import Answer, MoveKind, Phase, Seat
from firmware.games.strip_poker.sight import view_of
from firmware.games.strip_poker.stakes import max_amount
from firmware.games.strip_poker.table import Session, Table, Terms
from firmware.games.strip_poker.telling import tell

GAME = StripPoker()
LETTERS = {
    "O": MoveKind.OPEN,
    "W": MoveKind.WAIT,
    "R": MoveKind.RAISE,
    "C": MoveKind.CALL,
    "F": MoveKind.FOLD,
    "X": MoveKind.EXCHANGE,
}


def prove(full: bool, track: Track) -> Report:
    """Every order of moves, and sessions by chance."""
    return every_order() + sessions(5_000 if full else 200, track)


# --- every order of moves ---------------------------------------------------------------------


def orders(cap: int) -> set[str]:
    """Every deal from its first move to its last, as the rules have it."""
    raises = ["R" * count for count in range(cap + 1)]
    bets = [f"O{each}" for each in raises]
    first = ["WC"] + [f"{wait}{bet}C" for wait in ("", "W") for bet in bets]
    given_up = ["F", "WF"] + [f"{wait}{bet}F" for wait in ("", "W") for bet in bets]
    second = ["F", "C"] + [f"{bet}{end}" for bet in bets for end in "CF"]
    return {*given_up, *(f"{one}XX{two}" for one in first for two in second)}


def every_order() -> Report:
    """Walk through all deals, for both first speakers and several caps of raises."""
    fell: list[str] = []
    tried = 0
    for cap in (1, 2, 4):
        wanted = orders(cap)
        for first in Seat:
            found = list(_walk(_fresh(cap, first), "", first, wanted, fell))
            tried += len(found)
            if sorted(found) != sorted(wanted):
                fell.append(f"{first} first, cap {cap}: {sorted(wanted ^ set(found))[:5]}")
    return Report((f"{tried} orders of moves, each move by each seat in every state",), tuple(fell))


def _fresh(cap: int, first: Seat) -> Table:
    game = StripPoker(Terms(raise_cap=cap))
    table = game.sit_down(Table(opponent="vera"), 5, 1, 5).table
    if first is Seat.CHARACTER:
        dealt = game.deal(table, FairShuffler(SeededSource(1))).table
        table = game.fold(dealt, Seat.PLAYER).table
    return game.deal(table, FairShuffler(SeededSource(2))).table


def _walk(
    table: Table, so_far: str, first: Seat, wanted: set[str], fell: list[str]
) -> Iterator[str]:
    """Every deal that the game allows from here; what each seat may do is held against the list."""
    if table.phase in (Phase.SHOWDOWN, Phase.BETWEEN):
        yield so_far
        return
    following = {
        order[len(so_far)] for order in wanted if order.startswith(so_far) and order != so_far
    }
    turn = _turn(so_far, first)
    for letter, kind in LETTERS.items():
        answer = Answer(kind, 1 if letter in "OR" else 0)
        for seat in Seat:
            may = letter in following and (turn is None or seat is turn)
            if turn is None and so_far.endswith("X"):
                may = may and seat is Seat.CHARACTER  # the player has chosen before
            if can(GAME.verify_answer, table, seat, answer) is not may:
                fell.append(
                    f"after '{so_far}' {seat} {kind}: {'allowed' if not may else 'refused'}"
                )
        if letter in following:
            seat = turn or (Seat.CHARACTER if so_far.endswith("X") else Seat.PLAYER)
            after = GAME.answer(table, seat, answer).table
            yield from _walk(after, so_far + letter, first, wanted, fell)


def _turn(so_far: str, first: Seat) -> Seat | None:
    """Whose turn it is after these moves; None while both choose what to change."""
    if re.fullmatch(r"[^X]*C|.*CX", so_far):
        return None
    spoken = len(so_far.split("XX")[-1])
    return first if spoken % 2 == 0 else first.other


# --- whole sessions ---------------------------------------------------------------------------


@dataclass
class Purse:
    """One side, kept by the second bookkeeper: money, and what happens to each garment."""

    bank: int
    garments: list[str]

    def pay(self, amount: int, worth: int) -> int:
        """Pledge one by one until it suffices; how many that took."""
        pledged = 0
        while self.bank < amount:
            self.garments[self.garments.index("on")] = "at_stake"
            self.bank += worth
            pledged += 1
        self.bank -= amount
        return pledged

    def would_pledge(self, amount: int, worth: int) -> int | None:
        """How many garments a payment would take; None where it cannot be paid."""
        trial = Purse(self.bank, list(self.garments))
        try:
            return trial.pay(amount, worth)
        except ValueError:
            return None

    def means(self, worth: int) -> int:
        return self.bank + worth * self.garments.count("on")


@dataclass
class Books:
    """The second bookkeeper's view of a session."""

    terms: Terms
    purses: dict[Seat, Purse]
    pot: int = 0
    pushes: int = 0
    seen: Counter[str] = field(default_factory=Counter)

    def ante(self) -> None:
        amount = 5
        if self.pushes:
            amount = min(
                5, *(purse.means(self.terms.garment_value) for purse in self.purses.values())
            )
        for purse in self.purses.values():
            purse.pay(amount, self.terms.garment_value)
            self.pot += amount
        self.seen["reduced ante"] += amount < 5

    def pay(self, seat: Seat, amount: int) -> None:
        self.seen["pledge"] += self.purses[seat].pay(amount, self.terms.garment_value)
        self.pot += amount

    def may_bet(self, seat: Seat, outstanding: int, amount: int) -> bool:
        """Whether both could pay for it, and with no more garments than they may at once."""
        worth = self.terms.garment_value
        own = self.purses[seat].would_pledge(outstanding + amount, worth)
        other = self.purses[seat.other].would_pledge(amount, worth)
        if own is None or other is None:
            return False
        return not self.terms.has_one_pledge or max(own, other) <= 1

    def settle(self, winner: Seat | None) -> None:
        worth = self.terms.garment_value
        if winner is None:
            self.pushes += 1
            self.seen["push"] += 1
            return
        won, lost = self.purses[winner], self.purses[winner.other]
        won.bank += self.pot
        self.pot = self.pushes = 0
        won.bank -= worth * won.garments.count("at_stake")
        won.garments = ["on" if each == "at_stake" else each for each in won.garments]
        self.seen["garment off"] += lost.garments.count("at_stake")
        lost.garments = ["off" if each == "at_stake" else each for each in lost.garments]
        if winner is Seat.CHARACTER:
            self.buy_back(winner)

    def buy_back(self, seat: Seat) -> None:
        purse, worth = self.purses[seat], self.terms.garment_value
        if "off" in purse.garments and purse.bank >= self.terms.start + worth:
            last = len(purse.garments) - 1 - purse.garments[::-1].index("off")
            purse.garments[last] = "on"
            purse.bank -= worth
            self.seen[f"{seat} buys back"] += 1

    def result(self) -> str | None:
        if set(self.purses[Seat.CHARACTER].garments) == {"off"}:
            return "won"
        if not self.pushes and self.purses[Seat.PLAYER].means(self.terms.garment_value) < 5:
            return "lost"
        return None

    def against(self, session: Session) -> str:
        """What the game has otherwise; empty when the two agree."""
        for seat, purse in self.purses.items():
            side = session.side(seat)
            if (side.bank, [each.value for each in side.wear]) != (purse.bank, purse.garments):
                return f"{seat}: {side}, but {purse}"
        if (session.pot, session.pushes) != (self.pot, self.pushes):
            return f"pot {session.pot} after {session.pushes} pushes, but {self.pot}, {self.pushes}"
        gone = sum(each != "on" for purse in self.purses.values() for each in purse.garments)
        money = session.player.bank + session.character.bank + session.pot
        if money != 2 * self.terms.start + self.terms.garment_value * gone:
            return f"{money} on the table with {gone} garments pledged or off"
        return ""


def sessions(count: int, track: Track) -> Report:
    """Sessions under terms by chance, two seats playing at random, beside the bookkeeper."""
    fell: list[str] = []
    seen: Counter[str] = Counter()
    for seed in track(range(count), "sessions", count):
        fault, found = _session(seed)
        seen += found
        if fault:
            fell.append(f"session {seed}: {fault}")
    told = ", ".join(f"{seen[name]:,} x {name}" for name in sorted(seen))
    missing = [name for name in _MUST_HAPPEN if not seen[name]]
    if missing:
        fell.append(f"never happened: {', '.join(missing)}")
    return Report((f"{count:,} sessions: {told}",), tuple(fell[:20]))


_MUST_HAPPEN = (
    "deal",
    "push",
    "pledge",
    "garment off",
    "player buys back",
    "character buys back",
    "reduced ante",
    "won",
    "lost",
)
_DEALS = 40
"""Deals after which a session is left."""


def _terms(chance: random.Random) -> Terms:
    return Terms(
        deck=chance.choice(list(Deck)),
        start=chance.choice((5, 10, 50, 60)),
        garment_value=chance.choice((5, 25, 40)),
        lives=chance.choice((0, 1, 3, 5)),
        flush_tie=chance.choice(list(FlushTie)),
        has_low_ace=chance.random() < 0.5,
        raise_cap=chance.choice((0, 1, 4)),
        has_one_pledge=chance.random() < 0.5,
    )


def _session(seed: int) -> tuple[str, Counter[str]]:
    """What the game has otherwise than the bookkeeper, and what happened on the way."""
    chance = random.Random(seed)
    terms = _terms(chance)
    shuffler = OftenLevel(chance)
    game = StripPoker(terms, fixed_deck=terms.deck)
    garments = chance.choice((1, 3, 5))
    table = game.sit_down(Table(opponent="vera"), 5, 1, garments).table
    sides = {Seat.PLAYER: terms.lives, Seat.CHARACTER: garments}
    books = Books(terms, {seat: Purse(terms.start, ["on"] * each) for seat, each in sides.items()})
    boldness = chance.choice((0, 1, 5))
    for _ in range(_DEALS):
        books.seen["deal"] += 1
        table = game.deal(table, shuffler).table
        books.ante()
        fault = checked(table, books)
        while not fault and table.phase not in (Phase.BETWEEN, Phase.END):
            table = _moved(game, table, books, chance, boldness)
            fault = checked(table, books)
        assert table.session is not None
        if fault:
            return fault, books.seen
        if (table.session.result or "") != (books.result() or ""):
            return f"ended as {table.session.result}, but {books.result()}", books.seen
        if table.phase is Phase.END:
            break
        if can(game.verify_buy_back, table) and chance.random() < 0.7:
            table = game.buy_back(table).table
            books.buy_back(Seat.PLAYER)
            fault = checked(table, books)
        if fault:
            return fault, books.seen
    assert table.session is not None
    books.seen[table.session.result or "left"] += 1
    return "; ".join(tell(record_of(table.session), {}).differences), books.seen


def checked(table: Table, books: Books) -> str:
    """What is otherwise now: the money, and the greatest bet of whoever speaks."""
    session = table.session
    assert session is not None
    fault = books.against(session)
    deal = session.deal
    if fault or deal is None or deal.turn is None:
        return fault
    most, outstanding = max_amount(table, deal.turn), deal.facing
    if view_of(table, deal.turn).max_amount != most:
        return "the view has another maximum"
    raised = outstanding and books.terms.raise_cap and deal.raises >= books.terms.raise_cap
    if most and (raised or not books.may_bet(deal.turn, outstanding, most)):
        return f"{deal.turn} may bet {most} on {outstanding}, but should not"
    if not raised and books.may_bet(deal.turn, outstanding, most + 1):
        return f"{deal.turn} may bet no more than {most} on {outstanding}, but should"
    return ""


def _moved(
    game: StripPoker, table: Table, books: Books, chance: random.Random, boldness: int
) -> Table:
    """One move by chance, and the bookkeeper's word for it."""
    session = table.session
    assert session is not None
    assert session.deal is not None
    if table.phase is Phase.SHOWDOWN:
        outcome = session.deal.outcome
        assert outcome is not None
        books.settle(outcome.winner)
        return game.settle(table).table
    seat, outstanding = chance.choice(game.awaited(table)), session.deal.facing
    answer = _answer(game, table, seat, chance, boldness)
    match answer.kind:
        case MoveKind.OPEN | MoveKind.RAISE:
            books.pay(seat, outstanding + answer.amount)
        case MoveKind.CALL:
            books.pay(seat, outstanding)
        case MoveKind.FOLD:
            books.settle(seat.other)
    return game.answer(table, seat, answer).table


def _answer(
    game: StripPoker, table: Table, seat: Seat, chance: random.Random, boldness: int
) -> Answer:
    most = max_amount(table, seat)
    amount = chance.choice((1, min(5, most), most, chance.randint(1, most))) if most else 1
    eager = chance.choice((0, 0, 0.4, 1))
    change = tuple(at for at in range(1, 6) if chance.random() < eager)
    choices = [
        (Answer(MoveKind.WAIT), 3),
        (Answer(MoveKind.CALL), 3),
        (Answer(MoveKind.FOLD), 1),
        (Answer(MoveKind.OPEN, amount), boldness),
        (Answer(MoveKind.RAISE, amount), boldness),
        (Answer(MoveKind.EXCHANGE, change=change), 1),
    ]
    legal = [each for each in choices if can(game.verify_answer, table, seat, each[0])]
    answers, weights = zip(*legal, strict=True)
    chosen: Answer = chance.choices(answers, weights)[0] if any(weights) else answers[0]
    return chosen


class OftenLevel:
    """Orders by chance, every third with five equal ranks on both sides: pushes are rare."""

    def __init__(self, chance: random.Random) -> None:
        self._chance = chance

    def shuffle(self, deck: Sequence[Card]) -> tuple[Card, ...]:
        cards = self._chance.sample(deck, len(deck))
        if self._chance.random() < 1 / 3:
            ranks = self._chance.sample(sorted({card.rank or 0 for card in cards}), 5)
            pairs = [[card for card in cards if card.rank == rank][:2] for rank in ranks]
            top = [card for side in zip(*pairs, strict=True) for card in side]
            cards = [*top, *(card for card in cards if card not in top)]
        return tuple(cards)
