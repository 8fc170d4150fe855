"""Random evenings: whatever is played, the books agree with a count of their own."""

import tempfile
from collections import Counter
from pathlib import Path

import money
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from money import JOKER, MEMORY, A, open_test_ledger

from firmware.events import Posting, RoundRecord, Transaction
from firmware.ledger.meters import ALL_METERS
from firmware.ledger.verify import verify


class Evening:
    """A player and what she would count on paper: accounts and meters, by hand."""

    def __init__(self) -> None:
        self.credit = self.stake = self.pending = self.gamble = 0
        self.meters: Counter[str] = Counter(power_ups=1)

    def step(self, choice: int, size: int) -> Posting:
        """One of the moments possible now; `choice` and `size` pick which."""
        if self.gamble:
            return (self.double_won, self.double_tied, self.double_lost)[choice % 3]()
        if self.stake:
            return self.lost() if choice % 2 else self.won(size)
        if self.pending:
            options = (self.collect, self.double, self.half)
            return options[choice % (3 if self.pending > 1 else 2)]()
        return self.bet(size) if self.credit and choice % 3 else self.coin(size)

    def coin(self, size: int) -> Posting:
        self.credit += size
        self.meters["coin_in"] += size
        return money.coin(size)

    def bet(self, size: int) -> Posting:
        bet = 1 + size % self.credit
        self.credit -= bet
        self.stake = bet
        self.meters["turnover"] += bet
        self.meters["games.joker_poker.staked"] += bet
        return money.stake(bet)

    def over(self) -> int:
        bet, self.stake = self.stake, 0
        self.meters["games_played"] += 1
        self.meters["games.joker_poker.played"] += 1
        return bet

    def lost(self) -> Posting:
        self.meters["games_lost"] += 1
        return money.lost(self.over())

    def won(self, size: int) -> Posting:
        self.pending = size
        for name in ("games_won", "games.joker_poker.won"):
            self.meters[name] += 1
        for name in ("won", "games.joker_poker.paid"):
            self.meters[name] += size
        return money.won(self.over(), size)

    def collect(self) -> Posting:
        win, self.pending = self.pending, 0
        self.credit += win
        return money.collect(win)

    def risk(self, risked: int) -> Posting:
        banked = self.pending - risked
        self.pending, self.gamble = 0, risked
        self.credit += banked
        self.meters["gamble_staked"] += risked
        self.meters["gamble_rounds"] += 1
        return money.gamble_staked(risked, banked)

    def double(self) -> Posting:
        return self.risk(self.pending)

    def half(self) -> Posting:
        return self.risk(self.pending // 2)

    def double_over(self, name: str, times: int) -> int:
        risked, self.gamble = self.gamble, 0
        self.pending = times * risked
        self.meters[name] += 1
        self.meters["gamble_returned"] += times * risked
        return risked

    def double_won(self) -> Posting:
        return money.gamble_won(self.double_over("gamble_wins", 2))

    def double_tied(self) -> Posting:
        return money.gamble_tied(self.double_over("gamble_ties", 1))

    def double_lost(self) -> Posting:
        return money.gamble_lost(self.double_over("gamble_losses", 0))


STEP = st.tuples(st.integers(0, 5), st.integers(1, 5000), st.sampled_from(["", "", "cut", "stop"]))


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(STEP, max_size=25))
def test_the_books_agree_with_a_count_by_hand(steps: list[tuple[int, int, str]]) -> None:
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as name:
        folder = Path(name)
        evening = Evening()
        ledger = open_test_ledger(folder)
        for number, (choice, size, then) in enumerate(steps, start=1):
            posting = evening.step(choice, size)
            record = RoundRecord(number, JOKER, str(posting), True)
            ledger.commit(Transaction((posting,), {"play": str(number)}, record)).result()
            if then:
                ledger.abandon() if then == "cut" else ledger.close()
                evening.meters["power_ups"] += 1
                evening.meters["unclean_boots"] += then == "cut"
                ledger = open_test_ledger(folder)
        assert dict(ledger.meters) == {name: evening.meters[name] for name in ALL_METERS}
        accounts = (A.CREDIT, A.STAKE, A.PENDING, A.GAMBLE)
        counted = (evening.credit, evening.stake, evening.pending, evening.gamble)
        assert tuple(ledger.balances[account] for account in accounts) == counted
        assert sum(ledger.balances.values()) == 0
        assert ledger.documents.get("play", "0") == str(len(steps))
        ledger.close()
        assert verify(folder).faults == ()
