"""A second set of books, kept by hand: what a clerk would write on paper beside the cabinet.

It shares no rule with `firmware.ledger`: every moment's figures are added here, one by one.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import money

from firmware.log import LogEntry, LogKind
from firmware.money import Block, GameId, Posting
from firmware.transaction import Dispute, RoundRecord, Transaction

TABLES = (money.TABLE, Block(GameId.JOKER_POKER, "wild@00000000", 2))
CABINET_METERS = [
    "coin_in",
    "notes_in",
    "service_in",
    "coin_test",
    "turnover",
    "won",
    "hand_paid",
    "cancelled",
    "games_played",
    "games_won",
    "games_lost",
    "gamble_rounds",
    "gamble_wins",
    "gamble_ties",
    "gamble_losses",
    "gamble_staked",
    "gamble_returned",
    "power_ups",
    "unclean_boots",
]


@dataclass
class Paper:
    """A player, an attendant and an operator, and what each would count."""

    credit: int = 0
    stake: int = 0
    pending: int = 0
    gamble: int = 0
    meters: Counter[str] = field(default_factory=Counter)
    documents: dict[str, str] = field(default_factory=dict)
    rounds: dict[int, RoundRecord] = field(default_factory=dict)
    credits_around: dict[int, list[int]] = field(default_factory=dict)
    """Round -> credit before, credit after, added before, added during."""
    disputed: set[int] = field(default_factory=set)
    ended_disputes: int = 0
    period: int = 1
    at_period: Counter[str] = field(default_factory=Counter)
    money_in: int = 0
    counted_in: int = 0
    """Of `money_in`, what was there at the last change of a round."""
    block: Block = money.TABLE

    # --- boots --------------------------------------------------------------------------------

    def boot(self, *, is_unclean: bool) -> None:
        self.meters["power_ups"] += 1
        self.meters["unclean_boots"] += is_unclean
        self.meters["marks.power_up"] = self.meters["games_played"]

    # --- one step -----------------------------------------------------------------------------

    def step(self, choice: int, size: int) -> Transaction:
        """A transaction that is possible now; `choice` and `size` pick which."""
        if choice % 11 == 10:
            return self.at_the_side(size)
        if choice % 11 == 9:
            return Transaction((self.money_comes(choice // 11, size),))
        if self.gamble:
            double = (self.double_won, self.double_tied, self.double_lost)[choice % 3]
            return self.in_round(double())
        if self.stake:
            return self.over(choice, size)
        if self.pending:
            if choice % 3 == 0:
                return self.in_round(self.collect(), is_over=True)
            return self.in_round(self.risk(self.pending if choice % 3 == 1 else self.half()))
        if not self.credit:
            return Transaction((self.money_comes(choice, size),))
        if choice % 5 == 4:
            return Transaction((self.money_goes(choice // 5, size),))
        if choice % 5 == 3:
            return self.strip(size)
        return self.bet(choice, size)

    def money_comes(self, choice: int, size: int) -> Posting:
        meter, posting = (
            ("coin_in", money.coin),
            ("notes_in", money.note),
            ("service_in", money.service),
            ("coin_test", money.coin_test),
        )[choice % 4]
        self.meters[meter] += size
        if meter == "coin_in":
            self.meters["coins.coin:100"] += 1
        if meter != "coin_test":
            self.credit += size
            self.money_in += size
        return posting(size)

    def money_goes(self, choice: int, size: int) -> Posting:
        amount = 1 + size % self.credit
        self.credit -= amount
        self.money_in -= amount
        self.meters["cancelled" if choice % 2 else "hand_paid"] += amount
        return (money.cancel if choice % 2 else money.hand_pay)(amount)

    def at_the_side(self, size: int) -> Transaction:
        """What moves no money: the event log, a period, a dispute, free play, a document."""
        what = size % 6
        if what == 0:
            self.count_log("door_opened:main")
            self.count_log("door_closed:main")
            self.meters["marks.door_closed"] = self.meters["games_played"]
            kinds = (LogKind.DOOR_OPENED, LogKind.DOOR_CLOSED)
            return Transaction(log=tuple(LogEntry(kind, "main") for kind in kinds))
        if what == 1:
            self.count_log("key_on")
            self.count_log("key_off")
            return Transaction(log=(LogEntry(LogKind.KEY_ON), LogEntry(LogKind.KEY_OFF)))
        if what == 2:
            self.period += 1
            self.at_period = self.meters.copy()
            return Transaction(new_period_by="operator")
        if what == 3 and self.rounds:
            is_ending = self.disputed and size % 2
            return self.dispute(min(self.disputed) if is_ending else max(self.rounds))
        if what == 4:
            return Transaction((self.free_game(size),))
        self.documents["coin"] = str(size)
        return Transaction(documents={"coin": str(size)})

    def free_game(self, size: int) -> Posting:
        game, is_won = tuple(GameId)[size % 3], size % 2 == 0
        moved = {"played": 1, "won": int(is_won), "staked": size, "paid": 3 * size * is_won}
        for name, value in moved.items():
            self.meters[f"free_{name}"] += value
            self.meters[f"free.{game}.{name}"] += value
        ended = "won" if is_won else "lost"
        return money.free_game(ended, staked=size, paid=moved["paid"], game=game)

    def count_log(self, name: str) -> None:
        self.meters[f"counts.{name}"] += 1

    def dispute(self, number: int) -> Transaction:
        """The dispute about a round begins, or ends."""
        is_open = number not in self.disputed
        self.disputed ^= {number}
        self.ended_disputes += not is_open
        return Transaction(dispute=Dispute(number, is_open, "operator"))

    # --- rounds -------------------------------------------------------------------------------

    def in_round(
        self, *postings: Posting, is_over: bool = False, is_new: bool = False, before: int = 0
    ) -> Transaction:
        """Postings of the newest round, or of a new one with `before` credits to begin with."""
        number = max(self.rounds, default=0) + is_new
        added = self.money_in - self.counted_in
        self.counted_in = self.money_in
        if is_new:
            self.credits_around[number] = [before, self.credit, added, 0]
        else:
            around = self.credits_around[number]
            around[1], around[3] = self.credit, around[3] + added
        text = f"{number} {[each.moment for each in postings]} {self.credit}"
        record = RoundRecord(number, self.block.game, text, is_over)
        self.rounds[number] = record
        self.documents["play"] = text
        return Transaction(postings, {"play": text}, record)

    def bet(self, choice: int, size: int) -> Transaction:
        before, bet = self.credit, 1 + size % self.credit
        self.block = (*TABLES, money.DUEL)[choice % 3]
        self.credit -= bet
        self.stake = bet
        self.meters["turnover"] += bet
        self.meters[f"games.{self.block.game}.staked"] += bet
        return self.in_round(money.stake(bet, self.block), is_new=True, before=before)

    def strip(self, size: int) -> Transaction:
        """A whole session in one transaction: its price, and how it ended."""
        before, price, is_won = self.credit, 1 + size % self.credit, size % 2 == 0
        self.block = money.STRIP
        self.credit -= price
        self.meters["turnover"] += price
        self.meters["games.strip_poker.staked"] += price
        self.add_block(B=price, SBB=price * price)
        self.end("won" if is_won else "lost", is_won=is_won, is_lost=not is_won)
        postings = (money.strip_price(price), money.strip_end(is_won=is_won))
        return self.in_round(*postings, is_over=True, is_new=True, before=before)

    def over(self, choice: int, size: int) -> Transaction:
        bet, self.stake = self.stake, 0
        if choice % 2:
            self.decide(bet, 0)
            self.end("nothing", is_won=False, is_lost=True)
            return self.in_round(money.lost(bet, self.block), is_over=True)
        self.decide(bet, size)
        self.meters["won"] += size
        self.meters[f"games.{self.block.game}.paid"] += size
        if self.block is not money.DUEL:
            self.pending = size
            self.end("flush", is_won=True, is_lost=False)
            return self.in_round(money.won(bet, size, self.block))
        self.credit += size
        is_level = choice % 4 == 2
        self.end("level" if is_level else "won", is_won=not is_level, is_lost=False)
        posting = money.level(bet, size) if is_level else money.prize(bet, size)
        return self.in_round(posting, is_over=True)

    def decide(self, bet: int, win: int) -> None:
        self.add_block(B=bet, W=win, SBB=bet * bet, SBW=bet * win, SWW=win * win)

    def end(self, hand: str, *, is_won: bool, is_lost: bool) -> None:
        self.meters["games_played"] += 1
        self.meters["games_won"] += is_won
        self.meters["games_lost"] += is_lost
        self.meters[f"games.{self.block.game}.played"] += 1
        self.meters[f"games.{self.block.game}.won"] += is_won
        self.meters[f"hands.{self.block}.{hand}"] += 1
        self.add_block(N=1, won=is_won, lost=is_lost)

    def add_block(self, **sums: int) -> None:
        for name, value in sums.items():
            self.meters[f"blocks.{self.block}.{name}"] += value

    # --- doubles ------------------------------------------------------------------------------

    def add_double(self, **moved: int) -> None:
        self.add_block(**moved)
        for name, value in moved.items():
            self.meters[name] += value

    def collect(self) -> Posting:
        win, self.pending = self.pending, 0
        self.credit += win
        return money.collect(win, self.block)

    def half(self) -> int:
        return max(1, self.pending // 2)

    def risk(self, risked: int) -> Posting:
        banked = self.pending - risked
        self.pending, self.gamble = 0, risked
        self.credit += banked
        self.add_double(gamble_staked=risked, gamble_rounds=1)
        return money.gamble_staked(risked, banked, self.block)

    def double_over(self, name: str, times: int) -> int:
        risked, self.gamble = self.gamble, 0
        self.pending = times * risked
        self.add_double(**{name: 1, "gamble_returned": times * risked})
        return risked

    def double_won(self) -> Posting:
        return money.gamble_won(self.double_over("gamble_wins", 2), self.block)

    def double_tied(self) -> Posting:
        return money.gamble_tied(self.double_over("gamble_ties", 1), self.block)

    def double_lost(self) -> Posting:
        return money.gamble_lost(self.double_over("gamble_losses", 0), self.block)
