"""Scripted evenings: what a player and the power do, and what must stand after each step.

What must stand is counted here, from the postings alone, not asked of the ledger.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from enum import Enum, unique
from pathlib import Path
from unittest import mock

import money

from firmware.ledger import ledger as ledger_module
from firmware.ledger.ledger import Ledger
from firmware.money import Account, GameId, Posting
from firmware.transaction import RoundRecord, Transaction

ROUNDS, BATCH_ROUNDS = 3, 2
"""Rounds that stay, and that go at once: so few that old ones go several times an evening."""
COMMITS_IN_LOG = 5
"""Commits after which SQLite's log is carried into the database."""


def opened(folder: Path) -> Ledger:
    """The ledger in `folder`, counting a boot."""
    return money.open_test_ledger(folder, keep_rounds=ROUNDS)


@contextmanager
def often() -> Iterator[None]:
    """Let the ledger do every few commits what it does every few hundred."""
    limits = {"BATCH_ROUNDS": BATCH_ROUNDS, "COMMITS_IN_LOG": COMMITS_IN_LOG}
    with mock.patch.multiple(ledger_module, **limits):
        yield


@unique
class End(Enum):
    """How a run of the cabinet ends; the next one follows."""

    STOP = "a clean goodbye"
    FAULT = "closed without a goodbye"
    KILL = "the process is killed"
    CUT = "the power goes"


Step = Transaction | End


@dataclass(frozen=True)
class Standing:
    """What must stand on the disk.

    Attributes:
        boots: how often the cabinet has booted.
        unclean: boots that followed no clean goodbye.
        said_goodbye: whether the last run ended clean, or none was.
        balances: credits by account, without the zeros.
        documents: texts by name.
        rounds: the newest first, at most ROUNDS.
    """

    boots: int = 0
    unclean: int = 0
    said_goodbye: bool = True
    balances: tuple[tuple[Account, int], ...] = ()
    documents: tuple[tuple[str, str], ...] = ()
    rounds: tuple[RoundRecord, ...] = ()

    def after(self, transaction: Transaction) -> Standing:
        """With a transaction, whole."""
        balances = Counter(dict(self.balances))
        for posting in transaction.postings:
            for move in posting.transfers:
                balances[move.source] -= move.credits
                balances[move.target] += move.credits
        rounds = self.rounds
        if (record := transaction.round) is not None:
            is_same = bool(rounds) and rounds[0].number == record.number
            rounds = (record, *(rounds[1:] if is_same else rounds))[:ROUNDS]
        return replace(
            self,
            balances=_sorted_balances(balances),
            documents=tuple(sorted({**dict(self.documents), **transaction.documents}.items())),
            rounds=rounds,
        )

    def booted(self) -> Standing:
        """With one more boot."""
        unclean = self.unclean + (not self.said_goodbye)
        return replace(self, boots=self.boots + 1, unclean=unclean, said_goodbye=False)

    def stopped(self) -> Standing:
        """With a clean goodbye."""
        return replace(self, said_goodbye=True)


def standing_of(ledger: Ledger) -> Standing:
    """What an open ledger says of itself."""
    return Standing(
        boots=ledger.boot,
        unclean=ledger.meters["unclean_boots"],
        said_goodbye=False,
        balances=_sorted_balances(ledger.balances),
        documents=tuple(sorted(ledger.documents.items())),
        rounds=ledger.recent_rounds[:ROUNDS],
    )


def _sorted_balances(balances: Mapping[Account, int]) -> tuple[tuple[Account, int], ...]:
    return tuple(sorted((account, n) for account, n in balances.items() if n))


# --- the script -------------------------------------------------------------------------------


ALL_ENDS = (End.STOP, End.CUT, End.KILL, End.CUT, End.FAULT)


def script(seed: int, steps: int) -> Iterator[Step]:
    """`steps` transactions of an evening or a few more, and how its runs end in between."""
    player = _Player(random.Random(seed))
    ends = list(ALL_ENDS)
    player.dice.shuffle(ends)
    until_end = player.dice.randint(6, 14)
    done = 0
    while done < steps:
        for transaction in player.play():
            yield transaction
            done += 1
            until_end -= 1
            if until_end == 0 and ends:
                until_end = player.dice.randint(6, 14)
                yield ends.pop()


def transactions(seed: int, steps: int) -> list[Transaction]:
    """The same evening without an end in between."""
    return [step for step in script(seed, steps) if isinstance(step, Transaction)]


@dataclass
class _Player:
    dice: random.Random
    credit: int = 0
    number: int = 0
    text: list[str] = field(default_factory=list)

    def play(self) -> Iterator[Transaction]:
        """Some coins, then one round."""
        while self.credit < 20 or self.dice.random() < 0.2:
            yield self.coin()
        self.number += 1
        self.text = []
        if self.dice.random() < 0.3:
            yield from self.long_round()
        else:
            yield from self.short_round()

    def coin(self) -> Transaction:
        credits = self.dice.choice((1, 5, 10, 20))
        self.credit += credits
        return Transaction((money.coin(credits),), {"coin": str(self.dice.randrange(256))})

    def short_round(self) -> Iterator[Transaction]:
        """A bet, often a win, often a double of it, whole or half."""
        bet = self.dice.randint(1, min(self.credit, 10))
        self.credit -= bet
        yield self.step("dealt", money.stake(bet))
        if self.dice.random() < 0.4:
            yield self.step("lost", money.lost(bet), is_over=True)
            return
        pending = bet * self.dice.choice((1, 2, 3, 8))
        yield self.step("won", money.won(bet, pending))
        while pending and self.dice.random() < 0.6:
            banked = pending // 2 if self.dice.random() < 0.4 else 0
            risked = pending - banked
            self.credit += banked
            yield self.step("double", money.gamble_staked(risked, banked))
            outcome = self.dice.choice((money.gamble_won, money.gamble_lost, money.gamble_tied))
            pending = {money.gamble_won: 2 * risked, money.gamble_lost: 0}.get(outcome, risked)
            yield self.step("doubled", outcome(risked), is_over=pending == 0)
        if pending:
            self.credit += pending
            yield self.step("collected", money.collect(pending), is_over=True)

    def long_round(self) -> Iterator[Transaction]:
        """As of a strip game: many steps that keep the play and its history, little money."""
        bet = self.dice.randint(2, min(self.credit, 10))
        strip = GameId.STRIP_POKER
        self.credit -= bet
        yield self.step("dealt", money.strip_price(bet), game=strip)
        for number in range(self.dice.randint(6, 12)):
            if self.dice.random() < 0.15:
                yield self.coin()
            yield self.step(f"hand {number} " + "card " * self.dice.randint(5, 40), game=strip)
        is_won = self.dice.random() < 0.5
        yield self.step("over", money.strip_end(is_won=is_won), game=strip, is_over=True)

    def step(
        self,
        what: str,
        *postings: Posting,
        game: GameId = money.JOKER,
        is_over: bool = False,
    ) -> Transaction:
        self.text.append(what)
        record = RoundRecord(self.number, game, json.dumps(self.text), is_over)
        return Transaction(postings, {"play": json.dumps([self.number, what])}, record)
