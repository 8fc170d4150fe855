"""Evenings at the real cabinet, taken down as the transactions they hand to the ledger.

The cabinet, its rules, its texts and its coin booking are those that ship; only what lies
around them is missing: no picture, no pins, no waiting. What comes out is exactly what a
ledger is given in play, with documents and rounds in their real sizes.
"""

from __future__ import annotations

from concurrent.futures import Future
from dataclasses import dataclass

from firmware.app.build import Books, cabinet
from firmware.cabinet.cabinet import Effects
from firmware.cards.shuffle import FairShuffler, SeededSource
from firmware.clock import VirtualClock
from firmware.config import load_config
from firmware.events import BufferReply, CopyState, Event, KeyTurned, Pressed, Tick
from firmware.games.joker_poker.table import Phase
from firmware.ledger.ledger import Receipt
from firmware.money import Account, Moment, Posting, Transfer
from firmware.panel import Button
from firmware.transaction import RoundRecord, Transaction

COIN_POSITION, COIN_MINOR = 5, 200
POOR_CREDITS = 20
"""Below this the player throws in another coin."""


@dataclass(frozen=True, slots=True)
class Timed:
    """A transaction, and how long after the boot it came."""

    at_ms: int
    transaction: Transaction


@dataclass(frozen=True, slots=True)
class Evening:
    """From a boot to its goodbye: an empty cabinet before it, an empty cabinet after it.

    Attributes:
        transactions: in order.
        rounds: how many were played.
    """

    transactions: tuple[Timed, ...]
    rounds: int


def recorded(rounds: int, seed: str = "evening") -> tuple[Evening, Evening]:
    """The first evening of a new cabinet, and the second: from then on they are alike.

    Args:
        rounds: to be played in each.
        seed: of the cards.
    """
    book = _Book()
    shuffler = FairShuffler(SeededSource(seed))
    return _Player(book, shuffler).evening(rounds), _Player(book, shuffler).evening(rounds)


class _Book:
    """Stands for the ledger: takes transactions down and keeps what a cabinet reads back."""

    copy = CopyState()

    def __init__(self) -> None:
        self.balances = dict.fromkeys(Account, 0)
        self.documents: dict[str, str] = {}
        self.rounds: dict[int, RoundRecord] = {}
        self.taken: list[Timed] = []
        self.clock = VirtualClock()

    @property
    def recent_rounds(self) -> tuple[RoundRecord, ...]:
        return ()

    def retain(self, keep_rounds: int) -> None:
        """Nothing is ever let go here."""

    def commit(self, transaction: Transaction) -> Future[Receipt]:
        for posting in transaction.postings:
            for move in posting.transfers:
                self.balances[move.source] -= move.credits
                self.balances[move.target] += move.credits
        self.documents.update(transaction.documents)
        self.taken.append(Timed(int(self.clock.now_s() * 1000), transaction))
        done: Future[Receipt] = Future()
        done.set_result(Receipt(dict(self.balances), len(self.taken), ""))
        return done


class _Player:
    """Somebody at the keys, from the boot of an evening on."""

    def __init__(self, book: _Book, shuffler: FairShuffler) -> None:
        self._book = book
        book.clock = self._clock = VirtualClock()
        book.taken = []
        books = Books(book, book)  # type: ignore[arg-type]  # all of a ledger that is asked for
        self._cabinet = cabinet(load_config(), books, shuffler, self._clock)
        self._coins = 0

    def evening(self, rounds: int) -> Evening:
        self._tell_coin(0)
        self._wait(2.0)
        while self._credit < POOR_CREDITS:
            self._coin()
        self._press(Button.HOLD2)
        for number in range(rounds):
            self._round(number)
        self._press(Button.HOLD5)
        self._empty()
        return Evening(tuple(self._book.taken), rounds)

    def _round(self, number: int) -> None:
        while self._credit < POOR_CREDITS:
            self._coin()
        if number % 10 == 9:
            self._press(Button.BET)  # another number of chips
            self._press(Button.DEAL)
        else:
            self._press(Button.DOUBLE if number % 10 == 0 else Button.DEAL)
        if number % 3 == 0:  # another hold than the one proposed
            self._press(Button(f"HOLD{number % 5 + 1}"))
            self._wait(1.5)
        self._press(Button.DEAL)
        doubles = 0
        while self._phase is Phase.WIN:
            key = (Button.DOUBLE, Button.DEAL, Button.BET)[number % 3]
            can_double = key in self._cabinet.actions(self._clock.now_s()) and doubles < 2
            self._press(key if can_double else Button.DEAL)
            if self._phase is Phase.DOUBLE:
                doubles += 1
                self._press(Button(f"HOLD{number % 4 + 2}"))
        assert self._phase is Phase.BETTING, f"round {number} is still at {self._phase}"
        self._wait(0.7)

    def _empty(self) -> None:
        """The operator comes, pays the credit, begins a new period and goes."""
        self._do(KeyTurned(True))
        self._wait(5.0)
        self._do(KeyTurned(False))
        self._wait(5.0)
        paid = (Transfer(Account.CREDIT, Account.HANDPAY, self._credit),) if self._credit else ()
        postings = (Posting(Moment.HAND_PAY, paid),) if paid else ()
        self._book.commit(Transaction(postings, new_period_by="operator"))

    @property
    def _credit(self) -> int:
        return self._cabinet.state.credit

    @property
    def _phase(self) -> Phase:
        return self._cabinet.state.saved.joker.phase

    def _press(self, button: Button) -> None:
        self._wait(0.4)
        self._settle()
        self._do(Pressed(button))
        self._settle()

    def _coin(self) -> None:
        self._wait(11.0)
        self._coins += 1
        self._tell_coin(self._coins)

    def _tell_coin(self, count: int) -> None:
        pairs = ((COIN_POSITION, 1),) * min(count, 5) + ((0, 0),) * (5 - min(count, 5))
        counter = (count - 1) % 255 + 1 if count else 0
        self._do(BufferReply("coin unit 1", counter, pairs, {COIN_POSITION: COIN_MINOR}))

    def _do(self, event: Event) -> None:
        self._answer(self._cabinet.step(event, self._clock.now_s()))

    def _answer(self, effects: Effects) -> None:
        if effects.transaction is not None:
            receipt = self._book.commit(effects.transaction).result()
            self._cabinet.committed(receipt.balances, self._clock.now_s())

    def _wait(self, seconds: float) -> None:
        until_s = self._clock.now_s() + seconds
        while True:
            due_s = self._cabinet.deadline_s(self._clock.now_s())
            if due_s is None or due_s > until_s:
                self._clock.seconds = until_s
                return
            self._clock.seconds = max(due_s, self._clock.now_s())
            self._do(Tick())

    def _settle(self) -> None:
        while not self._cabinet.is_settled(self._clock.now_s()):
            self._wait(0.25)
