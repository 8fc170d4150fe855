"""The proofs of Strip Poker as checks, and its money under whatever Hypothesis thinks up."""

from __future__ import annotations

import random
from dataclasses import replace

import proof_strip_hands
import proof_strip_play
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from proof import untracked
from proof_strip_hands import EACH_OPTION, FULL, SHORT, SHORT_COUNTS
from proof_strip_play import Books, OftenLevel, Purse, checked

from firmware.games.action import can
from firmware.games.strip_poker import moves, settling
from firmware.games.strip_poker.hands import Deck, FlushTie, Ranking, evaluate
from firmware.games.strip_poker.moves import SPEAKING
from firmware.games.strip_poker.rules import StripPoker
from firmware.games.strip_poker.seat import Answer, MoveKind, Phase, Seat
from firmware.games.strip_poker.stakes import max_amount
from firmware.games.strip_poker.table import Session, Table, Terms

pytestmark = pytest.mark.proof


def test_every_class_of_hands_is_as_strong_as_the_rules_say() -> None:
    assert proof_strip_hands.every_class(EACH_OPTION).fell == ()


@pytest.mark.timeout(600)  # 3 s on a PC, minutes on a busy Raspberry Pi
def test_every_hand_of_32_cards_is_as_strong_as_the_rules_say() -> None:
    assert proof_strip_hands.every_hand(SHORT, SHORT_COUNTS, untracked).fell == ()


def test_hands_of_52_cards_are_as_strong_as_the_rules_say() -> None:
    assert proof_strip_hands.sampled_hands(FULL, 8_000).fell == ()


@pytest.mark.parametrize("ranking", [SHORT, FULL])
def test_two_hands_are_compared_as_the_rules_say(ranking: Ranking) -> None:
    assert proof_strip_hands.sampled_pairs(ranking, 3_000, untracked).fell == ()


def test_every_order_of_moves_and_no_other_is_allowed() -> None:
    assert proof_strip_play.every_order().fell == ()


@pytest.mark.timeout(600)
def test_a_second_bookkeeper_comes_to_the_same_after_every_move() -> None:
    assert proof_strip_play.sessions(60, untracked).fell == ()


# --- planted faults ---------------------------------------------------------------------------


def test_a_flush_that_counts_otherwise_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    all_cards = replace(SHORT, flush_tie=FlushTie.ALL_CARDS)
    monkeypatch.setattr(proof_strip_hands, "evaluate", lambda cards, _: evaluate(cards, all_cards))
    assert "not as strong as others" in str(proof_strip_hands.every_class((SHORT,)).fell)


def test_a_wait_in_the_wrong_place_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(moves._MAY_CALL, Phase.B1_FIRST, Phase.DRAW)
    assert "call: allowed" in str(proof_strip_play.every_order().fell)


def test_a_release_that_keeps_its_money_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settling, "release", lambda side, terms: replace(side, at_stake=0))
    assert "but Purse" in str(proof_strip_play.sessions(10, untracked).fell)


# --- whatever the two do ----------------------------------------------------------------------

TERMS = st.builds(
    Terms,
    deck=st.sampled_from(Deck),
    start=st.integers(1, 40).map(lambda fives: 5 * fives),
    garment_value=st.integers(1, 20).map(lambda fives: 5 * fives),
    lives=st.integers(0, 7),
    flush_tie=st.sampled_from(FlushTie),
    has_low_ace=st.booleans(),
    raise_cap=st.integers(0, 5),
    has_one_pledge=st.booleans(),
)


class Evening(RuleBasedStateMachine):
    """A session under any terms: whatever the two do, the money adds up."""

    @initialize(terms=TERMS, garments=st.integers(1, 7), seed=st.integers(0, 2**32))
    def sit_down(self, terms: Terms, garments: int, seed: int) -> None:
        self.game = StripPoker(terms, fixed_deck=terms.deck)
        self.table = self.game.sit_down(Table(opponent="vera"), 5, 1, garments).table
        self.books = Books(
            terms,
            {
                Seat.PLAYER: Purse(terms.start, ["on"] * terms.lives),
                Seat.CHARACTER: Purse(terms.start, ["on"] * garments),
            },
        )
        self.shuffler = OftenLevel(random.Random(seed))

    @property
    def phase(self) -> Phase:
        return self.table.phase

    @property
    def session(self) -> Session:
        assert self.table.session is not None
        return self.table.session

    @precondition(lambda self: self.phase is Phase.BETWEEN)
    @rule()
    def deal(self) -> None:
        self.table = self.game.deal(self.table, self.shuffler).table
        self.books.ante()

    @precondition(lambda self: can(self.game.verify_buy_back, self.table))
    @rule()
    def buy_back(self) -> None:
        self.table = self.game.buy_back(self.table).table
        self.books.buy_back(Seat.PLAYER)

    @precondition(lambda self: self.phase is Phase.DRAW)
    @rule(change=st.sets(st.integers(1, 5)), last=st.booleans())
    def exchange(self, change: set[int], last: bool) -> None:
        seat = self.game.awaited(self.table)[-last]
        self.table = self.game.exchange(self.table, seat, tuple(sorted(change))).table

    @precondition(lambda self: self.phase in SPEAKING and max_amount(self.table, self.turn))
    @rule(part=st.floats(0, 1))
    def bet(self, part: float) -> None:
        seat, facing = self.turn, self.facing
        amount = max(1, round(part * max_amount(self.table, seat)))
        kind = MoveKind.RAISE if facing else MoveKind.OPEN
        self.table = self.game.answer(self.table, seat, Answer(kind, amount)).table
        self.books.pay(seat, facing + amount)

    @precondition(lambda self: self.phase in SPEAKING)
    @rule()
    def go_on(self) -> None:
        seat, facing = self.turn, self.facing
        if can(self.game.verify_wait, self.table, seat):
            self.table = self.game.wait(self.table, seat).table
        else:
            self.table = self.game.call(self.table, seat).table
            self.books.pay(seat, facing)

    @precondition(lambda self: self.phase in SPEAKING)
    @rule()
    def fold(self) -> None:
        seat = self.turn
        self.table = self.game.fold(self.table, seat).table
        self.books.settle(seat.other)

    @precondition(lambda self: self.phase is Phase.SHOWDOWN)
    @rule()
    def settle(self) -> None:
        deal = self.session.deal
        assert deal is not None
        assert deal.outcome is not None
        self.table = self.game.settle(self.table).table
        self.books.settle(deal.outcome.winner)

    @precondition(lambda self: self.phase is Phase.END)
    @rule()
    def rest(self) -> None:
        assert self.game.awaited(self.table) == ()

    @property
    def turn(self) -> Seat:
        deal = self.session.deal
        assert deal is not None
        assert deal.turn is not None
        return deal.turn

    @property
    def facing(self) -> int:
        deal = self.session.deal
        assert deal is not None
        return deal.facing

    @invariant()
    def the_money_adds_up(self) -> None:
        assert checked(self.table, self.books) == ""

    @invariant()
    def it_ends_when_it_should(self) -> None:
        if self.phase in (Phase.BETWEEN, Phase.END):
            assert self.session.result == self.books.result()


TestEvening = Evening.TestCase
TestEvening.settings = settings(
    max_examples=25,
    stateful_step_count=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
