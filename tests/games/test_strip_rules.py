"""Strip Poker move by move: who may do what, what it costs, where it leads."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pydantic import TypeAdapter
from strip_bench import (
    CHARACTER_BETTER,
    GAME,
    LEVEL,
    PLAYER_BETTER,
    C,
    P,
    Stacked,
    banks,
    dealt,
    played,
    seated,
    settled,
    the_deal,
    the_session,
    with_sides,
)

from firmware.cards.card import parse_cards
from firmware.errors import RuleError
from firmware.games.action import can
from firmware.games.strip_poker.hands import Deck, FlushTie
from firmware.games.strip_poker.seat import Answer, MoveKind, Phase
from firmware.games.strip_poker.table import Outcome, Result, Side, Table, Terms
from firmware.money import Account, Moment, Transfer

A = Account


def allowed(table: Table) -> set[str]:
    """The kinds of move that whoever is awaited may make."""
    seat = GAME.awaited(table)[0]
    return {
        kind.value
        for kind in MoveKind
        if can(GAME.verify_answer, table, seat, Answer(kind, amount=1))
        or can(GAME.verify_answer, table, seat, Answer(kind))
    }


# --- the allowed actions of every state -------------------------------------------------------


def test_the_first_speaker_opens_waits_or_folds() -> None:
    assert allowed(dealt()) == {"open", "wait", "fold"}


def test_after_a_wait_the_second_opens_changes_or_folds() -> None:
    assert allowed(played("W")) == {"open", "call", "fold"}


@pytest.mark.parametrize("moves", ["O5", "W O5", "O5 R5", "W O5 R5"])
def test_who_faces_a_bet_raises_calls_or_folds(moves: str) -> None:
    assert allowed(played(moves)) == {"raise", "call", "fold"}


def test_in_the_draw_cards_are_changed_and_nothing_else() -> None:
    assert allowed(played("W C")) == {"exchange"}


def test_in_round_two_the_first_speaker_opens_shows_or_folds() -> None:
    assert allowed(played("W C X X")) == {"open", "call", "fold"}


def test_in_round_two_who_faces_a_bet_raises_shows_or_folds() -> None:
    assert allowed(played("W C X X O5")) == {"raise", "call", "fold"}


@pytest.mark.parametrize("moves", ["", "W", "O5", "W C X X", "W C X X O5"])
def test_the_other_may_do_nothing(moves: str) -> None:
    table = played(moves)
    other = GAME.awaited(table)[0].other
    answers = [Answer(kind, amount=5) for kind in MoveKind]
    assert not any(can(GAME.verify_answer, table, other, answer) for answer in answers)


def test_at_the_showdown_nobody_moves() -> None:
    assert GAME.awaited(played("W C X X C")) == ()


@pytest.mark.parametrize("kind", MoveKind)
def test_between_deals_nobody_moves(kind: MoveKind) -> None:
    assert not can(GAME.verify_answer, seated(), P, Answer(kind, amount=5))


# --- deal -------------------------------------------------------------------------------------


def test_both_pay_an_ante_of_five() -> None:
    assert banks(dealt()) == (45, 45, 10)


def test_the_player_gets_the_first_five_and_the_character_the_next() -> None:
    deal = the_deal(dealt("KH KD 9S 8C 7H AC QD JS TC 7S"))
    assert deal.player.cards == parse_cards("KH KD 9S 8C 7H")
    assert deal.character.cards == parse_cards("AC QD JS TC 7S")


def test_ten_more_cards_are_fixed_at_the_deal() -> None:
    assert len(the_deal(dealt()).stock) == 10


@pytest.mark.parametrize("deck", Deck)
def test_the_deck_is_that_of_the_terms(deck: Deck) -> None:
    stacked = Stacked()
    GAME.deal(seated(Terms(deck=deck)), stacked)
    assert stacked.decks == [deck.cards]


def test_the_player_speaks_first_in_the_first_deal() -> None:
    assert GAME.awaited(dealt()) == (P,)


def test_the_first_speaker_alternates() -> None:
    assert GAME.awaited(dealt(table=played("F"))) == (C,)


def test_the_first_speaker_alternates_after_a_push_too() -> None:
    assert GAME.awaited(dealt(table=settled("W C X X C", dealt(LEVEL)))) == (C,)


def test_the_same_speaks_first_in_both_rounds() -> None:
    second = dealt(table=played("F"))
    assert GAME.awaited(played("W O5 C X X", second)) == (C,)


def test_the_deals_are_counted() -> None:
    assert the_deal(dealt(table=played("F"))).number == 2


# --- betting ----------------------------------------------------------------------------------


def test_an_open_goes_to_the_pot_and_is_outstanding() -> None:
    table = played("O10")
    assert (banks(table), the_deal(table).facing) == ((35, 45, 20), 10)


def test_a_raise_pays_what_is_outstanding_and_its_own_amount() -> None:
    table = played("O5 R10")
    assert (banks(table), the_deal(table).facing) == ((40, 30, 30), 10)


def test_a_call_pays_what_is_outstanding() -> None:
    assert banks(played("O5 R10 C")) == (30, 30, 40)


def test_a_call_ends_the_first_round_for_both() -> None:
    assert played("O5 R10 C").phase is Phase.DRAW


def test_a_change_after_a_wait_is_free() -> None:
    table = played("W C")
    assert (table.phase, banks(table)) == (Phase.DRAW, (45, 45, 10))


def test_an_open_after_a_wait_is_faced_by_who_waited() -> None:
    assert GAME.awaited(played("W O5")) == (P,)


def test_nothing_is_outstanding_when_round_two_begins() -> None:
    assert the_deal(played("O5 R10 C X X")).facing == 0


def test_a_show_without_a_bet_is_free_and_ends_the_deal() -> None:
    table = played("W C X X C")
    assert (table.phase, banks(table)) == (Phase.SHOWDOWN, (45, 45, 10))


def test_a_show_pays_what_is_outstanding() -> None:
    table = played("W C X X O10 C")
    assert (table.phase, banks(table)) == (Phase.SHOWDOWN, (35, 35, 30))


def test_an_amount_of_nothing_is_refused() -> None:
    with pytest.raises(RuleError, match=r"an amount of 0 is not allowed: only 1\.\.70"):
        GAME.open(dealt(), P, 0)


def test_an_amount_above_the_most_is_refused() -> None:
    assert not can(GAME.verify_open, dealt(), P, 71)


def test_a_round_may_have_four_raises() -> None:
    assert allowed(played("O1 R1 R1 R1")) == {"raise", "call", "fold"}
    assert allowed(played("O1 R1 R1 R1 R1")) == {"call", "fold"}


def test_the_second_round_has_its_own_raises() -> None:
    assert allowed(played("O1 R1 R1 R1 R1 C X X O1")) == {"raise", "call", "fold"}


def test_without_a_cap_only_money_ends_the_raises() -> None:
    table = dealt(table=seated(Terms(raise_cap=0)))
    assert "raise" in allowed(played("O1 " + "R1 " * 20, table))


# --- folding ----------------------------------------------------------------------------------


def test_the_first_speakers_fold_gives_both_antes_away() -> None:
    assert banks(played("F")) == (45, 55, 0)


def test_a_fold_loses_what_was_put_in() -> None:
    assert banks(played("O10 R5 F")) == (35, 65, 0)


def test_a_fold_in_round_two_does_the_same() -> None:
    assert banks(played("O10 C X X O10 F")) == (65, 35, 0)


def test_a_fold_takes_a_carried_pot_along() -> None:
    pushed = settled("O10 C X X C", dealt(LEVEL))
    assert banks(played("F", dealt(table=pushed))) == (70, 30, 0)  # the character folds


def test_a_fold_needs_no_showdown() -> None:
    assert played("F").phase is Phase.BETWEEN


def test_who_folded_is_known() -> None:
    assert the_deal(played("O5 F")).folded is C


# --- the exchange -----------------------------------------------------------------------------

STOCK = "8H 8D TS TH JD"


def test_the_players_cards_come_first_then_the_characters() -> None:
    deal = the_deal(played("W C X34 X125", dealt(f"{PLAYER_BETTER} {STOCK}")))
    assert deal.player.cards == parse_cards("KH KD 8H 8D 7H")
    assert deal.character.cards == parse_cards("TS TH JS TC JD")


def test_the_character_may_choose_first_and_gets_the_same_cards() -> None:
    table = played("W C", dealt(f"{PLAYER_BETTER} {STOCK}"))
    table = GAME.exchange(table, C, (1, 2, 5)).table
    table = GAME.exchange(table, P, (3, 4)).table
    assert the_deal(table).character.cards == parse_cards("TS TH JS TC JD")


def test_nobody_has_new_cards_before_both_chose() -> None:
    deal = the_deal(played("W C X34"))
    assert deal.player.cards == parse_cards("KH KD 9S 8C 7H")


def test_a_choice_is_no_public_move_before_both_chose() -> None:
    assert [act.kind for act in the_deal(played("W C X34")).acts] == [MoveKind.WAIT, MoveKind.CALL]


def test_all_five_or_none_may_be_changed() -> None:
    deal = the_deal(played("W C X12345 X"))
    assert set(deal.player.cards).isdisjoint(deal.player.dealt)
    assert deal.character.cards == deal.character.dealt


def test_a_choice_is_made_once() -> None:
    assert not can(GAME.verify_exchange, played("W C X1"), P, (2,))


@pytest.mark.parametrize("change", [(0,), (6,), (2, 1), (1, 1)])
def test_what_are_no_positions_is_refused(change: tuple[int, ...]) -> None:
    with pytest.raises(RuleError, match="not positions"):
        GAME.exchange(played("W C"), P, change)


def test_what_makes_the_hand_is_kept_at_first() -> None:
    assert the_deal(played("W C")).marks == (3, 4, 5)


def test_where_nothing_is_made_all_five_would_go() -> None:
    assert the_deal(played("W C", dealt(CHARACTER_BETTER))).marks == (1, 2, 3, 4, 5)


def test_a_mark_comes_and_goes() -> None:
    table = GAME.mark(played("W C"), 1).table
    assert the_deal(table).marks == (1, 3, 4, 5)
    assert the_deal(GAME.mark(table, 1).table).marks == (3, 4, 5)


def test_a_mark_has_a_position() -> None:
    with pytest.raises(RuleError, match="no card at position 6"):
        GAME.mark(played("W C"), 6)


def test_all_cards_are_marked_at_once() -> None:
    table = GAME.mark_all(played("W C")).table
    assert the_deal(table).marks == (1, 2, 3, 4, 5)
    assert not can(GAME.verify_mark_all, table)


def test_nothing_is_marked_after_the_choice() -> None:
    assert not can(GAME.verify_mark, played("W C X1"), 1)


# --- showdown and push ------------------------------------------------------------------------


def test_the_pot_lies_there_until_the_deal_is_settled() -> None:
    table = played("O10 C X X C")
    assert (banks(table), the_deal(table).outcome) == ((35, 35, 30), Outcome.PLAYER)


def test_the_better_hand_takes_the_pot() -> None:
    assert banks(settled("O10 C X X C")) == (65, 35, 0)


def test_the_characters_better_hand_takes_it_too() -> None:
    assert banks(settled("O10 C X X C", dealt(CHARACTER_BETTER))) == (35, 65, 0)


def test_only_a_showdown_is_settled() -> None:
    assert not can(GAME.verify_settle, played("W C X X"))


def test_a_push_leaves_the_pot() -> None:
    table = settled("O10 C X X C", dealt(LEVEL))
    assert (table.phase, banks(table)) == (Phase.BETWEEN, (35, 35, 30))


def test_new_antes_go_on_top_of_it() -> None:
    table = dealt(LEVEL, settled("O10 C X X C", dealt(LEVEL)))
    assert (banks(table), the_deal(table).carried) == ((30, 30, 40), 30)


def test_who_wins_after_two_pushes_takes_all() -> None:
    once = settled("O10 C X X C", dealt(LEVEL))
    twice = settled("W C X X C", dealt(LEVEL, once))
    assert the_session(twice).pushes == 2
    assert banks(settled("W C X X C", dealt(PLAYER_BETTER, twice))) == (75, 25, 0)


def test_a_taken_pot_ends_the_count_of_pushes() -> None:
    once = settled("W C X X C", dealt(LEVEL))
    assert the_session(played("F", dealt(table=once))).pushes == 0


def test_after_a_push_both_pay_only_what_the_poorer_has() -> None:
    table = with_sides(seated(), Side(3, 3, lost=3), Side(107, 5), pot=65, pushes=1)
    assert banks(dealt(table=table)) == (0, 104, 71)


def test_after_a_push_the_characters_means_count_too() -> None:
    table = with_sides(seated(), Side(150, 3), Side(2, 5, at_stake=5), pot=73, pushes=1)
    assert banks(dealt(table=table)) == (148, 0, 77)


def test_after_a_push_the_ante_may_be_nothing() -> None:
    table = with_sides(seated(), Side(0, 3, lost=3), Side(110, 5), pot=65, pushes=1)
    assert banks(dealt(table=table)) == (0, 110, 65)


def test_with_nothing_left_a_deal_is_played_for_the_carried_pot() -> None:
    table = with_sides(seated(), Side(0, 3, lost=3), Side(110, 5), pot=65, pushes=1)
    assert allowed(dealt(table=table)) == {"wait", "fold"}
    assert banks(settled("W C X X C", dealt(table=table))) == (65, 110, 0)


def test_after_a_push_with_enough_left_the_ante_is_five() -> None:
    table = with_sides(seated(), Side(5, 3, lost=3), Side(105, 5), pot=65, pushes=1)
    assert banks(dealt(table=table)) == (0, 100, 75)


def test_a_push_never_ends_the_session() -> None:
    table = with_sides(seated(), Side(5, 3, lost=3), Side(170, 5))
    table = settled("W C X X C", dealt(LEVEL, table))
    assert (table.phase, banks(table)) == (Phase.BETWEEN, (0, 165, 10))


# --- the end of a session ---------------------------------------------------------------------


def last_garment(top: str = PLAYER_BETTER) -> Table:
    """A showdown with the character's last garment at stake."""
    table = with_sides(seated(), Side(170, 3), Side(0, 5, lost=4))
    return played("W C X X C", dealt(top, table))


def test_the_last_garment_lost_ends_the_session() -> None:
    table = GAME.settle(last_garment()).table
    assert (table.phase, the_session(table).result) == (Phase.END, Result.WON)


def test_the_last_garment_lost_by_a_fold_ends_it_too() -> None:
    table = with_sides(seated(), Side(170, 3), Side(0, 5, lost=4))
    folded = played("O5 F", dealt(table=table))
    assert the_session(folded).result is Result.WON


def test_the_last_garment_at_stake_is_saved_by_winning() -> None:
    table = GAME.settle(last_garment(CHARACTER_BETTER)).table
    assert (table.phase, the_session(table).character.free) == (Phase.BETWEEN, 1)


def test_a_won_session_is_counted_and_pays_nothing() -> None:
    (posting,) = GAME.settle(last_garment()).postings
    assert (posting.moment, posting.transfers, posting.category) == (Moment.WON, (), "won")


def test_a_player_who_can_pay_no_ante_has_lost() -> None:
    table = with_sides(seated(), Side(9, 3, lost=3), Side(166, 5))
    play = GAME.settle(played("W C X X C", dealt(CHARACTER_BETTER, table)))
    assert (play.table.phase, the_session(play.table).result) == (Phase.END, Result.LOST)
    assert [posting.moment for posting in play.postings] == [Moment.LOST]


def test_a_player_who_can_just_pay_an_ante_plays_on() -> None:
    table = with_sides(seated(), Side(10, 3, lost=3), Side(165, 5))
    assert settled("W C X X C", dealt(CHARACTER_BETTER, table)).phase is Phase.BETWEEN


def test_a_garment_that_is_on_is_as_good_as_money() -> None:
    table = with_sides(seated(), Side(5, 3, lost=2), Side(145, 5))
    assert settled("W C X X C", dealt(CHARACTER_BETTER, table)).phase is Phase.BETWEEN


def test_leaving_between_deals_ends_the_session_and_nobody_won() -> None:
    play = GAME.leave(seated())
    assert play.table == Table(opponent="vera")
    assert play.record is not None
    assert play.record.result is Result.LEFT
    assert [(each.moment, each.category) for each in play.postings] == [(Moment.LEVEL, "left")]


def test_leaving_after_the_end_counts_nothing_more() -> None:
    play = GAME.leave(GAME.settle(last_garment()).table)
    assert (play.table.phase, play.postings, play.record) == (Phase.CHOOSE, (), None)


def test_nobody_leaves_in_a_deal() -> None:
    assert not can(GAME.verify_leave, dealt())


# --- the opponent's page ----------------------------------------------------------------------


def test_the_price_goes_to_the_house_at_once() -> None:
    (posting,) = GAME.sit_down(Table(opponent="vera"), 5, 7, 5).postings
    assert posting.moment is Moment.STAKE
    assert posting.transfers == (
        Transfer(A.CREDIT, A.STAKE, 5),
        Transfer(A.STAKE, A.HOUSE, 5),
    )


def test_both_sit_down_with_the_same_money() -> None:
    session = the_session(seated(Terms(start=60)))
    assert (session.player, session.character) == (Side(60, 3), Side(60, 5))


def test_a_session_needs_its_price_in_credit() -> None:
    assert not can(GAME.verify_sit_down, Table(opponent="vera"), 4)


def test_a_session_needs_an_opponent() -> None:
    assert not can(GAME.verify_sit_down, Table(), 100)


def test_a_character_has_something_to_lose() -> None:
    with pytest.raises(RuleError, match="nothing to lose"):
        GAME.sit_down(Table(opponent="vera"), 100, 1, 0)


def test_the_player_chooses_the_deck() -> None:
    table = GAME.choose_deck(Table(opponent="vera")).table
    assert the_session(GAME.sit_down(table, 100, 1, 5).table).terms.deck is Deck.FULL


def test_the_deck_is_32_cards_at_first() -> None:
    assert GAME.deck_of(Table()) is Deck.SHORT


def test_a_second_press_chooses_the_first_deck_again() -> None:
    assert GAME.choose_deck(GAME.choose_deck(Table()).table).table == Table()


def test_a_fixed_deck_is_not_to_be_chosen() -> None:
    fixed = replace(GAME, fixed_deck=Deck.FULL)
    assert not can(fixed.verify_choose_deck, Table())
    assert fixed.deck_of(Table()) is Deck.FULL


def test_the_levels_go_round() -> None:
    table = Table(level=1)
    levels = [(table := GAME.choose_level(table).table).level for _ in range(3)]
    assert levels == [2, 3, 1]


def test_nothing_is_chosen_in_a_session() -> None:
    table = seated()
    assert not can(GAME.verify_choose_level, table)
    assert not can(GAME.verify_choose_deck, table)
    assert not can(GAME.verify_choose_opponent, table, "rocco")


def test_an_opponent_is_chosen_by_name() -> None:
    assert GAME.choose_opponent(Table(), "rocco").table.opponent == "rocco"


def test_a_rematch_is_a_new_session_for_its_price() -> None:
    play = GAME.rematch(GAME.settle(last_garment()).table, 100, 2, 5)
    session = the_session(play.table)
    assert (session.number, session.player.bank, session.told) == (2, 50, ())
    assert [posting.moment for posting in play.postings] == [Moment.STAKE]


def test_a_rematch_needs_an_end() -> None:
    assert not can(GAME.verify_rematch, seated(), 100)


def test_a_rematch_needs_its_price() -> None:
    assert not can(GAME.verify_rematch, GAME.settle(last_garment()).table, 4)


def test_a_session_is_played_to_its_end_as_it_was_bought() -> None:
    other = replace(GAME, terms=Terms(start=500, raise_cap=1))
    table = other.deal(seated(), Stacked(PLAYER_BETTER)).table
    for answer in (Answer(MoveKind.OPEN, 1), Answer(MoveKind.RAISE, 1), Answer(MoveKind.RAISE, 1)):
        table = other.answer(table, other.awaited(table)[0], answer).table
    assert len(the_deal(table).acts) == 3


# --- what is kept -----------------------------------------------------------------------------


def test_a_session_is_kept_when_it_is_bought_and_after_each_deal() -> None:
    bought = GAME.sit_down(Table(opponent="vera"), 100, 1, 5)
    assert bought.record == the_session(bought.table)
    folded = GAME.fold(dealt(), P)
    assert folded.record == the_session(folded.table)


def test_a_move_within_a_deal_is_kept_by_the_state_alone() -> None:
    assert GAME.open(dealt(), P, 5).record is None


@pytest.mark.parametrize(
    "table",
    [
        Table(opponent="rocco", level=3, amount=10),
        seated(Terms(deck=Deck.FULL, flush_tie=FlushTie.ALL_CARDS)),
        played("W"),
        played("O10 R5"),
        played("W C X34"),
        played("W C X34 X1 O5"),
        played("W C X X C"),
        settled("W C X X C"),
        played("O5 F"),
    ],
)
def test_a_table_is_read_back_exactly_where_it_stood(table: Table) -> None:
    tables = TypeAdapter(Table)
    assert tables.validate_json(tables.dump_json(table)) == table
