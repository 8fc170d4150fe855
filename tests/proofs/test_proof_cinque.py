"""The proofs of Cinque Mani as checks, and its table under whatever Hypothesis thinks up."""

from __future__ import annotations

from typing import Any

import proof_cinque_hands
import proof_cinque_play
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from proof import untracked
from proof_cinque_play import Books, every_swap, moved, pressed

from firmware.cards.card import Card
from firmware.cards.shuffle import FairShuffler, SeededSource
from firmware.games.action import can
from firmware.games.cinque_mani import hands, scoring
from firmware.games.cinque_mani.hands import evaluate
from firmware.games.cinque_mani.rules import CinqueMani
from firmware.games.cinque_mani.table import (
    ARRANGING,
    HALF_MADE,
    Arrangement,
    Deal,
    Phase,
    Table,
    Terms,
    verify_arrangement,
)
from firmware.money import Posting

pytestmark = pytest.mark.proof

GAME = CinqueMani()


@pytest.mark.timeout(600)  # 3 s on a PC, minutes on a busy Raspberry Pi
def test_every_hand_stands_where_the_rules_put_it() -> None:
    assert proof_cinque_hands.every_hand(untracked).fell == ()


def test_flushes_go_by_their_suit_where_that_is_asked() -> None:
    assert proof_cinque_hands.flushes_by_suit().fell == ()


def test_the_circle_of_straight_flushes_is_as_the_rules_say() -> None:
    assert proof_cinque_hands.circle().fell == ()


def test_two_hands_are_compared_as_the_rules_say() -> None:
    assert proof_cinque_hands.sampled_pairs(3_000, untracked).fell == ()


def test_a_second_bookkeeper_comes_to_the_same() -> None:
    assert proof_cinque_play.rounds(60, untracked).fell == ()


def test_every_swap_is_undone_by_the_same_presses() -> None:
    table = GAME.auto(GAME.deal(Table(), 5, 1, FairShuffler(SeededSource(1))).table).table
    before = the_deal(table).hands
    for presses in every_swap():
        there = pressed(GAME, table, presses)
        assert the_deal(there).hands != before, presses
        assert the_deal(pressed(GAME, there, presses)).hands == before, presses


# --- planted faults ---------------------------------------------------------------------------


def test_a_suit_in_the_wrong_place_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    heights = {**hands.SUIT_HEIGHT, hands.SUITS[0]: 1, hands.SUITS[1]: 0}
    monkeypatch.setattr(hands, "SUIT_HEIGHT", heights)
    assert ": first, second" in str(proof_cinque_hands.sampled_pairs(300, untracked).fell)


def test_a_share_that_is_paid_in_full_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scoring, "prize", lambda played: played.stake * played.players)
    assert "paid, not" in str(proof_cinque_play.rounds(20, untracked).fell)


# --- whatever is pressed ----------------------------------------------------------------------


def the_deal(table: Table) -> Deal:
    assert table.dealt is not None
    return table.dealt


def spread(cards: tuple[Card, ...]) -> Arrangement:
    return tuple(cards[at : at + 5] for at in range(0, 25, 5))


COLUMNS = st.integers(1, 5)


class Evening(RuleBasedStateMachine):
    """Stakes one after another: whatever is pressed, cards and credits stay what they were."""

    @initialize(
        seed=st.integers(0, 2**32),
        deals=st.sampled_from((1, 5)),
        bonus=st.integers(0, 3),
        players=st.integers(2, 4),
    )
    def sit_down(self, seed: int, deals: int, bonus: int, players: int) -> None:
        self.chance = SeededSource(seed)
        self.shuffler = FairShuffler(self.chance)
        self.game = CinqueMani(Terms(deals=deals, bonus=bonus))
        self.table = Table(players=players)
        self.credit = 20
        self.books: Books | None = None
        self.postings: list[Posting] = []

    @property
    def phase(self) -> Phase:
        return self.table.phase

    def did(self, play: Any) -> None:
        self.table = play.table
        self.postings += play.postings

    @precondition(lambda self: self.phase is Phase.STAKE)
    @rule()
    def choose_players(self) -> None:
        self.did(self.game.choose_players(self.table))

    @precondition(lambda self: can(self.game.verify_stake, self.table, self.credit))
    @rule()
    def stake(self) -> None:
        self.did(self.game.stake(self.table, self.credit))
        assert 1 <= self.table.stake <= min(5, self.credit)

    @precondition(lambda self: can(self.game.verify_deal, self.table, self.credit))
    @rule()
    def deal(self) -> None:
        if self.game.takes_stake(self.table):
            stake, terms = min(self.table.stake, self.credit), self.game.terms
            players = self.table.players
            self.books = Books(stake, players, terms.deals, terms.bonus, [0] * players)
            self.postings = []
        self.did(self.game.deal(self.table, self.credit, 1, self.shuffler))
        assert len(the_deal(self.table).left) == 25

    @precondition(lambda self: self.phase is Phase.BUILD)
    @rule(candidate=st.integers(1, 5))
    def pick(self, candidate: int) -> None:
        if can(self.game.verify_pick, self.table, candidate):
            self.did(self.game.pick(self.table, candidate))
        else:
            self.did(self.game.discard(self.table))

    @precondition(lambda self: self.phase is Phase.BUILD)
    @rule()
    def recommended(self) -> None:
        self.did(self.game.take_recommended(self.table))

    @precondition(lambda self: can(self.game.verify_others, self.table))
    @rule()
    def others(self) -> None:
        self.did(self.game.others(self.table))

    @precondition(lambda self: self.phase is Phase.BUILD)
    @rule()
    def auto(self) -> None:
        self.did(self.game.auto(self.table))

    @precondition(lambda self: self.phase is Phase.TABLE)
    @rule(times=st.integers(1, 5))
    def propose(self, times: int) -> None:
        for _ in range(times):
            self.did(self.game.propose(self.table, self.chance))

    @precondition(lambda self: self.phase is Phase.TABLE)
    @rule()
    def redo(self) -> None:
        self.did(self.game.redo(self.table))

    @precondition(lambda self: self.phase in ARRANGING)
    @rule(columns=st.lists(COLUMNS, min_size=1, max_size=5))
    def press(self, columns: list[int]) -> None:
        for column in columns:
            if self.phase is Phase.CARD_IN_HAND and column == self.table.lifted:
                assert not can(self.game.verify_toward, self.table, column)
            else:
                self.table = pressed(self.game, self.table, (column,))

    @precondition(lambda self: self.phase is Phase.OPENED_SECOND)
    @rule(card=COLUMNS)
    def preview(self, card: int) -> None:
        table = self.table
        seen = self.game.preview(table, card)
        after = the_deal(self.game.exchange(table, card).table).hands
        assert evaluate(after[table.lifted - 1]).strength == seen.lifted[1].strength
        assert evaluate(after[table.second - 1]).strength == seen.second[1].strength

    @precondition(lambda self: self.phase in HALF_MADE)
    @rule()
    def cancel(self) -> None:
        before = the_deal(self.table).hands
        self.did(self.game.cancel(self.table))
        assert the_deal(self.table).hands == before

    @precondition(lambda self: can(self.game.verify_finish, self.table))
    @rule()
    def clock(self) -> None:
        self.did(self.game.finish(self.table))
        assert self.phase is Phase.TABLE

    @precondition(lambda self: self.phase in (Phase.BUILD, *ARRANGING))
    @rule(alike=st.booleans())
    def lay(self, alike: bool) -> None:
        deal = the_deal(self.table)
        assert self.table.round is not None
        if deal.opponents:
            return
        own = alike and self.phase is not Phase.BUILD
        laid = deal.hands if own else spread(self.shuffler.shuffle(deal.cards))
        self.did(self.game.lay(self.table, (laid,) * (self.table.round.players - 1)))

    @precondition(lambda self: can(self.game.verify_confirm, self.table))
    @rule()
    def confirm(self) -> None:
        self.did(self.game.confirm(self.table))

    @precondition(lambda self: self.phase is Phase.REVEAL)
    @rule(at_once=st.booleans())
    def reveal(self, at_once: bool) -> None:
        turn = self.game.reveal_all if at_once else self.game.reveal
        self.did(turn(self.table))
        if self.phase is not Phase.RESULT:
            return
        assert self.books is not None
        self.books.count(the_deal(self.table).arrangements)
        due = self.books.due()
        if due is not None:
            self.settle(due[1])

    @precondition(lambda self: self.phase is Phase.RESULT)
    @rule()
    def leave(self) -> None:
        played = self.table.round
        assert played is not None
        self.did(self.game.leave(self.table))
        if played.result is None:
            self.settle(0)

    def settle(self, paid: int) -> None:
        assert self.books is not None
        assert moved(tuple(self.postings)) == (paid - self.books.stake, True)
        self.credit = max(self.credit - self.books.stake + paid, 1)

    @invariant()
    def no_card_is_lost_or_doubled(self) -> None:
        deal = self.table.dealt
        if deal is None:
            return
        laid = [card for hand in deal.hands for card in hand]
        assert sorted(map(str, (*laid, *deal.left))) == sorted(map(str, deal.cards))
        if self.phase is not Phase.BUILD:
            verify_arrangement(deal.hands, deal.cards)

    @invariant()
    def only_shown_hands_are_seen(self) -> None:
        deal = self.table.dealt
        if deal is not None and deal.opponents:
            seen = deal.seen(1)
            assert [hand for hand in seen if hand is not None] == list(
                deal.opponents[0][: deal.shown]
            )


TestEvening = Evening.TestCase
TestEvening.settings = settings(
    max_examples=25,
    stateful_step_count=40,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
