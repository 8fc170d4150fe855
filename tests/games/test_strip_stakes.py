"""Garments as stake: pledged, off, released, bought back; and how much one may bet."""

from __future__ import annotations

import pytest
from strip_bench import (
    CHARACTER_BETTER,
    GAME,
    LEVEL,
    PLAYER_BETTER,
    C,
    P,
    banks,
    dealt,
    played,
    seated,
    settled,
    the_deal,
    the_session,
    with_sides,
)

from firmware.games.action import can
from firmware.games.strip_poker.stakes import max_amount, means, pay, pledged_by
from firmware.games.strip_poker.table import Outcome, Settlement, Side, Table, Terms, Wear

TERMS = Terms()


def at_table(player: Side, character: Side, terms: Terms = TERMS) -> Table:
    return with_sides(seated(terms), player, character)


# --- paying -----------------------------------------------------------------------------------


def test_money_is_paid_from_the_bank() -> None:
    assert pay(Side(10, 5), 10, TERMS).side == Side(0, 5)


def test_a_payment_above_the_bank_pledges_a_garment() -> None:
    paid = pay(Side(10, 5), 11, TERMS)
    assert (paid.side, paid.pledged) == (Side(24, 5, at_stake=1), 1)


def test_as_many_are_pledged_as_it_takes() -> None:
    assert pay(Side(10, 5), 61, TERMS).side == Side(24, 5, at_stake=3)


def test_the_outermost_that_is_still_free_goes_first() -> None:
    assert pledged_by(Side(0, 5, lost=1, at_stake=1), 30, TERMS) == (2, 3)


def test_no_garment_is_named_where_money_suffices() -> None:
    assert pledged_by(Side(30, 5), 30, TERMS) == ()


def test_more_than_the_means_is_refused() -> None:
    with pytest.raises(ValueError, match="136 is more than the means of 135"):
        pay(Side(10, 5), 136, TERMS)


def test_means_are_the_bank_and_every_free_garment() -> None:
    assert means(Side(10, 5, lost=1, at_stake=1), TERMS) == 10 + 3 * 25


def test_where_each_garment_is() -> None:
    assert Side(0, 4, lost=1, at_stake=2).wear == (
        Wear.OFF,
        Wear.AT_STAKE,
        Wear.AT_STAKE,
        Wear.ON,
    )


def test_an_ante_pledges_too() -> None:
    table = dealt(table=at_table(Side(3, 3), Side(97, 5)))
    assert the_session(table).player == Side(23, 3, at_stake=1)


def poor_character(top: str, moves: str = "O20 C X X C") -> Table:
    """Settled after a call that pledged the character's first garment."""
    return settled(moves, dealt(top, at_table(Side(90, 3), Side(10, 5))))


def poor_player(top: str) -> Table:
    """Settled after an open that pledged the player's first life."""
    return settled("O20 C X X C", dealt(top, at_table(Side(10, 3), Side(90, 5))))


def test_a_call_pledges_and_the_move_tells_it() -> None:
    table = played("O20 C", dealt(table=at_table(Side(90, 3), Side(10, 5))))
    assert the_session(table).character == Side(10, 5, at_stake=1)
    assert [act.pledged for act in the_deal(table).acts] == [0, 1]


def test_an_open_pledges() -> None:
    table = played("O20", dealt(table=at_table(Side(10, 3), Side(90, 5))))
    assert the_session(table).player == Side(10, 3, at_stake=1)


def test_a_raise_pledges() -> None:
    table = played("O5 R20", dealt(table=at_table(Side(80, 3), Side(20, 5))))
    assert the_session(table).character == Side(15, 5, at_stake=1)


# --- what becomes of it -----------------------------------------------------------------------


def test_what_is_at_stake_comes_off_and_the_rest_of_its_money_stays() -> None:
    assert the_session(poor_character(PLAYER_BETTER)).character == Side(10, 5, lost=1)


def test_the_players_life_goes_the_same_way() -> None:
    assert the_session(poor_player(CHARACTER_BETTER)).player == Side(10, 3, lost=1)


def test_a_fold_loses_what_is_at_stake() -> None:
    table = played("O20 C X X O5 F", dealt(table=at_table(Side(90, 3), Side(10, 5))))
    assert the_session(table).character == Side(10, 5, lost=1)


def test_a_winner_keeps_the_garment_and_gives_its_money_back() -> None:
    assert the_session(poor_character(CHARACTER_BETTER)).character == Side(10 + 50 - 25, 5)


def test_a_push_leaves_garments_at_stake() -> None:
    table = poor_character(LEVEL)
    assert the_session(table).character == Side(10, 5, at_stake=1)


def test_they_come_off_when_the_carried_pot_is_lost() -> None:
    table = settled("W C X X C", dealt(PLAYER_BETTER, poor_character(LEVEL)))
    assert the_session(table).character == Side(5, 5, lost=1)


def test_they_are_free_when_the_carried_pot_is_won() -> None:
    table = settled("W C X X C", dealt(CHARACTER_BETTER, poor_character(LEVEL)))
    assert the_session(table).character == Side(5 + 60 - 25, 5)


def test_the_settlement_tells_what_came_off() -> None:
    assert the_session(poor_character(PLAYER_BETTER)).last == Settlement(
        Outcome.PLAYER, pot=50, came_off=1
    )


def test_the_settlement_tells_what_was_released() -> None:
    assert the_session(poor_character(CHARACTER_BETTER)).last == Settlement(
        Outcome.CHARACTER, pot=50, released=1
    )


def test_the_settlement_of_a_push_tells_what_stays() -> None:
    assert the_session(poor_character(LEVEL)).last == Settlement(Outcome.PUSH, pot=50)


def test_a_player_without_lives_plays_with_money_alone() -> None:
    table = dealt(table=seated(Terms(lives=0)))
    assert (the_session(table).player.free, max_amount(table, P)) == (0, 45)


# --- how much ---------------------------------------------------------------------------------


def test_the_most_is_the_bank_and_one_garment() -> None:
    assert max_amount(dealt(), P) == 45 + 25


def test_the_most_is_no_more_than_the_other_can_call() -> None:
    assert max_amount(dealt(table=at_table(Side(90, 3), Side(10, 5))), P) == 5 + 25


def test_the_most_is_no_more_than_one_has() -> None:
    assert max_amount(dealt(table=at_table(Side(10, 3), Side(90, 5))), P) == 5 + 25


def test_without_a_free_garment_the_most_is_the_bank() -> None:
    table = dealt(table=at_table(Side(10, 3, lost=3), Side(165, 5)))
    assert max_amount(table, P) == 5


def test_where_pledges_are_unlimited_all_garments_count() -> None:
    table = at_table(Side(10, 3), Side(90, 5), Terms(has_one_pledge=False))
    assert max_amount(dealt(table=table), P) == 5 + 75


def test_what_is_outstanding_is_not_there_to_raise() -> None:
    assert max_amount(played("O20"), C) == 45 + 25 - 20


def test_who_has_bet_has_less_left_to_call_a_raise() -> None:
    table = played("O40", dealt(table=at_table(Side(50, 3, lost=3), Side(125, 5))))
    assert max_amount(table, C) == 5


def test_where_a_call_takes_everything_nothing_is_left_to_raise() -> None:
    table = played("O30", dealt(table=at_table(Side(90, 3), Side(10, 5))))
    assert max_amount(table, C) == 0
    assert not can(GAME.verify_raise, table, C, 1)
    assert can(GAME.verify_call, table, C)


def test_the_greatest_bet_costs_each_side_one_garment() -> None:
    table = played("O70 C")
    session = the_session(table)
    assert (session.player.at_stake, session.character.at_stake) == (1, 1)


def test_who_is_not_to_speak_may_bet_nothing() -> None:
    assert max_amount(dealt(), C) == 0


def test_at_the_cap_nothing_may_be_raised() -> None:
    assert max_amount(played("O1 R1 R1 R1 R1"), P) == 0


# --- buying back ------------------------------------------------------------------------------


def won_with(player: Side, character: Side) -> Table:
    """After a deal that the player won for the two antes."""
    return settled("W C X X C", dealt(PLAYER_BETTER, at_table(player, character)))


def lost_with(player: Side, character: Side) -> Table:
    """After a deal that the character won for the two antes."""
    return settled("W C X X C", dealt(CHARACTER_BETTER, at_table(player, character)))


def test_a_winner_with_enough_may_buy_back() -> None:
    table = GAME.buy_back(won_with(Side(70, 3, lost=1), Side(55, 5))).table
    assert the_session(table).player == Side(75 - 25, 3)


def test_a_winner_with_less_may_not() -> None:
    assert not can(GAME.verify_buy_back, won_with(Side(69, 3, lost=1), Side(56, 5)))


def test_a_winner_who_lost_nothing_buys_nothing() -> None:
    assert not can(GAME.verify_buy_back, won_with(Side(95, 3), Side(5, 5)))


def test_one_garment_a_deal_is_bought_back() -> None:
    table = GAME.buy_back(won_with(Side(140, 3, lost=2), Side(10, 5))).table
    assert the_session(table).player == Side(145 - 25, 3, lost=1)
    assert not can(GAME.verify_buy_back, table)


def test_nobody_buys_back_after_a_lost_deal() -> None:
    assert not can(GAME.verify_buy_back, lost_with(Side(100, 3, lost=1), Side(25, 5)))


def test_nobody_buys_back_after_a_push() -> None:
    table = settled("W C X X C", dealt(LEVEL, at_table(Side(100, 3, lost=1), Side(25, 5))))
    assert not can(GAME.verify_buy_back, table)


def test_nobody_buys_back_before_the_first_deal() -> None:
    assert not can(GAME.verify_buy_back, at_table(Side(100, 3, lost=1), Side(25, 5)))


def test_nobody_buys_back_in_a_deal() -> None:
    table = dealt(table=won_with(Side(100, 3, lost=1), Side(25, 5)))
    assert not can(GAME.verify_buy_back, table)


def test_the_character_buys_back_at_once() -> None:
    session = the_session(lost_with(Side(55, 3), Side(70, 5, lost=1)))
    assert session.character == Side(75 - 25, 5)
    assert session.last == Settlement(Outcome.CHARACTER, pot=10, bought_back=True)


def test_the_character_buys_one_a_deal() -> None:
    session = the_session(lost_with(Side(10, 3), Side(140, 5, lost=2)))
    assert session.character == Side(145 - 25, 5, lost=1)


def test_the_character_with_less_buys_nothing() -> None:
    assert the_session(lost_with(Side(56, 3), Side(69, 5, lost=1))).character.lost == 1


def test_what_is_released_is_no_money_to_buy_with() -> None:
    table = at_table(Side(85, 3), Side(65, 5, lost=1, at_stake=1))
    session = the_session(settled("W C X X C", dealt(CHARACTER_BETTER, table)))
    assert session.character == Side(70 - 25, 5, lost=1)


def test_the_money_of_a_whole_deal_adds_up() -> None:
    assert sum(banks(poor_character(PLAYER_BETTER))) == 2 * 50 + 25
