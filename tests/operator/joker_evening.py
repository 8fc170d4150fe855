"""Joker Poker played by its real rules on a real ledger, with stacked decks: for the operator."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from firmware.assets import asset
from firmware.cards.card import Card, parse_cards
from firmware.clock import VirtualClock
from firmware.games.joker_poker.paytable_file import load_pay_table
from firmware.games.joker_poker.records import PAY_TABLE, write_round
from firmware.games.joker_poker.rules import JokerPoker, Play
from firmware.games.joker_poker.table import Table
from firmware.ledger.ledger import KEEP_ROUNDS, Ledger
from firmware.log import LogEntry, LogKind
from firmware.money import Account, Moment, Posting, Transfer
from firmware.transaction import Dispute, RoundRecord, Transaction

MEMORY = Path("/dev/shm")
"""Every commit waits for the disk; no test here cuts the power below SQLite."""

SHIPPED = load_pay_table(asset("paytables", "kings_or_better.toml"))

KINGS = "KH KD 9S 4C 2D 3H 7H 8C"
"""A pair of kings, which stays one: a win of one for each chip."""
NOTHING = "2H 5D 9S JC KD 3H 4D 6S 7C 8H"
HIGHER = "5C 9H 2D 5S 4C"
"""A double: HOLD2 wins, HOLD3 loses, HOLD4 ties."""


class Top:
    """The named cards on top of a deck in its own order."""

    def __init__(self, cards: str) -> None:
        self._cards = parse_cards(cards)

    def shuffle(self, deck: Sequence[Card]) -> tuple[Card, ...]:
        return (*self._cards, *(card for card in deck if card not in self._cards))


class Evening:
    """One cabinet, one player; every action is a transaction, as in the cabinet.

    Each action takes a second of virtual time.
    """

    def __init__(self, folder: Path, *, game: JokerPoker | None = None, keep: int = KEEP_ROUNDS):
        self.folder = folder
        self.game = game or JokerPoker(SHIPPED, (1, 10), 5000)
        self.clock = VirtualClock()
        self.table = Table()
        self._keep = keep
        self.ledger = self._opened()
        table = self.game.pay_table
        self.tell(Transaction(documents={PAY_TABLE + table.edition: table.stored}))

    def _opened(self) -> Ledger:
        return Ledger.open(
            self.folder,
            clock=self.clock,
            executor=None,
            is_test=True,
            keep_rounds=self._keep,
        )

    def tell(self, transaction: Transaction) -> None:
        self.clock.advance_s(1)
        self.ledger.commit(transaction).result()

    # --- money and events ---------------------------------------------------------------------

    def coin(self, credits: int, category: str = "coin:100") -> None:
        move = Transfer(Account.COINBOX, Account.CREDIT, credits)
        self.tell(Transaction((Posting(Moment.COIN, (move,), category=category),)))

    def hand_pay(self, credits: int) -> None:
        move = Transfer(Account.CREDIT, Account.HANDPAY, credits)
        self.tell(Transaction((Posting(Moment.HAND_PAY, (move,)),)))

    def log(self, kind: LogKind, subject: str = "", **details: str) -> None:
        self.tell(Transaction(log=(LogEntry(kind, subject, tuple(details.items())),)))

    def dispute(self, number: int, *, is_open: bool = True) -> None:
        self.tell(Transaction(dispute=Dispute(number, is_open, "the operator")))

    def new_period(self, by: str) -> None:
        self.tell(Transaction(new_period_by=by))

    # --- play ---------------------------------------------------------------------------------

    def deal(self, cards: str, chips: int = 5, chip_value: int = 1) -> None:
        self.table = Table(chips=chips, chip_value=chip_value, round=self.table.round)
        before = self.ledger.standing.round
        number = 1 if before is None else before.number + 1
        credit = self.ledger.balances[Account.CREDIT]
        self._play(self.game.deal(self.table, credit, number, Top(cards)))

    def hold(self, *positions: int) -> None:
        for position in positions:
            self._play(self.game.hold(self.table, position))

    def draw(self) -> None:
        self._play(self.game.draw(self.table))

    def double(self, cards: str = HIGHER) -> None:
        self._play(self.game.double(self.table, Top(cards)))

    def half_double(self, cards: str = HIGHER) -> None:
        self._play(self.game.half_double(self.table, Top(cards)))

    def pick(self, position: int) -> None:
        self._play(self.game.pick(self.table, position))

    def collect(self) -> None:
        self._play(self.game.collect(self.table))

    def lose(self, chips: int = 1) -> None:
        """A whole round that wins nothing."""
        self.deal(NOTHING, chips)
        self.draw()

    def win(self, chips: int = 5) -> None:
        """A whole round with a pair of kings, collected."""
        self.deal(KINGS, chips)
        self.draw()
        self.collect()

    def _play(self, play: Play) -> None:
        self.table = play.table
        played = play.table.round
        assert played is not None
        record = RoundRecord(played.number, played.block.game, write_round(played), played.is_over)
        self.tell(Transaction(play.postings, round=record))

    # --- power --------------------------------------------------------------------------------

    def cut(self) -> None:
        """The power goes and comes back."""
        self.ledger.abandon()
        self.ledger = self._opened()

    def close(self) -> None:
        self.ledger.close()


@contextmanager
def evening_in(folder: Path) -> Iterator[Evening]:
    """An open ledger with 100 credits."""
    evening = Evening(folder)
    evening.coin(100)
    yield evening
    evening.close()


def temporary_folder() -> tempfile.TemporaryDirectory[str]:
    """In memory where the system has such a folder."""
    return tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None)
