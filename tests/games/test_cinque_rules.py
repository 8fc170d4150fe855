"""Cinque Mani from the stake to the credits: who may do what, what it costs, where it leads."""

from __future__ import annotations

from dataclasses import replace

import pytest
from cinque_bench import (
    GAME,
    LAID,
    TURNED,
    Stacked,
    arranged,
    confirmed,
    dealt,
    hands,
    the_deal,
    the_round,
)
from pydantic import TypeAdapter

from firmware.cards.card import parse_cards
from firmware.errors import RuleError
from firmware.games.action import can
from firmware.games.cinque_mani.hands import DECK, Ranking
from firmware.games.cinque_mani.play import Play
from firmware.games.cinque_mani.rules import CinqueMani
from firmware.games.cinque_mani.scoring import ending, points, prize, result, shown_points, winners
from firmware.games.cinque_mani.table import Phase, Result, Round, Table, Terms
from firmware.money import Account, Moment, Transfer

A = Account

STRONG = hands(
    "7H 8D 9H TC JS", "7D 8H 9D TD JC", "KS KH KC QS QC", "AH AD AS AC QD", "TH JD JH QH KD"
)
WEAK = hands(
    "7D 8H 9H JS JC", "9D TD TH JD QS", "JH QC QD KS AH", "KH KC AD AS AC", "7H 8D TC QH KD"
)
"""Worse than those at every place."""


# --- stake and players ------------------------------------------------------------------------


def test_a_fresh_table_has_two_players_and_one_credit_to_stake() -> None:
    assert (Table().players, Table().stake, Table().phase) == (2, 1, Phase.STAKE)


def test_the_stake_goes_from_one_to_five_and_round() -> None:
    table, seen = Table(), []
    for _ in range(5):
        table = GAME.stake(table, 100).table
        seen.append(table.stake)
    assert seen == [2, 3, 4, 5, 1]


def test_the_stake_wraps_where_the_credit_ends() -> None:
    assert GAME.stake(Table(stake=3), 3).table.stake == 1


def test_less_than_the_chosen_stake_is_in_force_while_the_credit_is_short() -> None:
    assert GAME.stake_in_force(Table(stake=4), 3) == 3


def test_one_credit_leaves_no_choice_of_stake() -> None:
    assert not can(GAME.verify_stake, Table(), 1)


def test_players_go_from_two_to_four_and_round() -> None:
    table, seen = Table(), []
    for _ in range(3):
        table = GAME.choose_players(table).table
        seen.append(table.players)
    assert seen == [3, 4, 2]


def test_no_credit_no_cards() -> None:
    with pytest.raises(RuleError, match="no stake in a credit of 0"):
        GAME.deal(Table(), 0, 1, Stacked())


# --- deal -------------------------------------------------------------------------------------


def test_the_stake_is_taken_and_the_round_kept_with_the_cards() -> None:
    play = GAME.deal(Table(stake=3), 10, 7, Stacked())
    (posting,) = play.postings
    assert posting.moment is Moment.STAKE
    assert posting.transfers == (Transfer(A.CREDIT, A.STAKE, 3),)
    assert play.record is not None
    assert (play.record.number, play.record.stake, play.record.credit_before) == (7, 3, 10)


def test_the_first_seven_of_a_shuffled_deck_of_32_are_out_for_all() -> None:
    stacked = Stacked()
    deal = the_deal(GAME.deal(Table(), 10, 1, stacked).table)
    assert stacked.decks == [DECK]
    assert deal.removed == stacked.top
    assert len(deal.cards) == 25
    assert not set(deal.cards) & set(stacked.top)


def test_what_is_kept_of_an_open_round_has_no_cards_in_it() -> None:
    record = GAME.deal(Table(), 10, 1, Stacked()).record
    assert record is not None
    assert record.deal is None


def test_the_dealers_take_turns() -> None:
    table, dealers = Table(players=3), []
    for _ in range(4):
        table = revealed(GAME.deal(table, 10, 1, Stacked()).table)
        dealers.append(the_deal(table).dealer)
    assert dealers == [0, 1, 2, 0]


def revealed(table: Table) -> Table:
    """The deal played to its end, everybody laying the same."""
    others = (LAID,) * (the_round(table).players - 1)
    table = GAME.confirm(GAME.lay(arranged(table), others).table).table
    return GAME.reveal_all(table).table


# --- what the others lay ----------------------------------------------------------------------


def test_nothing_is_confirmed_before_the_others_have_laid() -> None:
    assert not can(GAME.verify_confirm, arranged())
    assert can(GAME.verify_confirm, GAME.lay(arranged(), (LAID,)).table)


def test_the_others_may_lay_while_the_player_builds() -> None:
    assert the_deal(GAME.lay(dealt(), (LAID,)).table).opponents == (LAID,)


def test_the_others_lay_once() -> None:
    with pytest.raises(RuleError, match="have laid their hands"):
        GAME.lay(GAME.lay(dealt(), (LAID,)).table, (TURNED,))


def test_every_other_player_lays() -> None:
    with pytest.raises(RuleError, match="2 others play, not 1"):
        GAME.lay(dealt(players=3), (LAID,))


def test_a_card_out_of_play_cannot_be_laid() -> None:
    wrong = (parse_cards("7S 8D 9H JS QC"), *LAID[1:])
    with pytest.raises(RuleError, match="not the cards of this deal: 7H 7S"):
        GAME.lay(dealt(), (wrong,))


def test_a_card_cannot_be_laid_twice() -> None:
    wrong = (parse_cards("8D 8H 9H JS QC"), *LAID[1:])
    with pytest.raises(RuleError, match="not the cards of this deal: 7H 8H"):
        GAME.lay(dealt(), (wrong,))


def test_four_hands_are_no_arrangement() -> None:
    with pytest.raises(RuleError, match="an arrangement is 5 hands of 5 cards"):
        GAME.lay(dealt(), (LAID[:4],))


def test_what_the_others_laid_is_seen_place_by_place() -> None:
    table = GAME.reveal(confirmed(TURNED)).table
    assert the_deal(table).seen(1) == (TURNED[0], None, None, None, None)


def test_nothing_the_others_laid_is_seen_while_the_player_arranges() -> None:
    assert the_deal(GAME.lay(arranged(), (TURNED,)).table).seen(1) == (None,) * 5


# --- reveal and points ------------------------------------------------------------------------


def test_confirmed_hands_stay_as_they_are() -> None:
    table = confirmed(LAID)
    assert table.phase is Phase.REVEAL
    assert not can(GAME.verify_lift, table, 1)
    assert not can(GAME.verify_redo, table)


def test_five_reveals_lead_to_the_result() -> None:
    table, phases = confirmed(TURNED), []
    for _ in range(5):
        table = GAME.reveal(table).table
        phases.append(table.phase)
    assert phases == [*[Phase.REVEAL] * 4, Phase.RESULT]


def test_all_at_once_leads_to_the_same() -> None:
    table = confirmed(TURNED)
    slowly = table
    for _ in range(5):
        slowly = GAME.reveal(slowly).table
    assert GAME.reveal_all(GAME.reveal(table).table).table == slowly


def test_the_places_are_worth_three_to_seven() -> None:
    assert points((0, 1, 0, 1, 0), 2) == (15, 10)


def test_a_place_that_is_drawn_is_worth_nothing() -> None:
    assert points((None, None, 0, 1, None), 2) == (5, 6)


def test_only_what_is_turned_up_counts_so_far() -> None:
    table = GAME.reveal(GAME.reveal(confirmed(TURNED)).table).table
    assert shown_points(the_round(table), the_deal(table)) == (0, 7)


def test_one_place_lower_the_first_for_seven_loses_18_to_7() -> None:
    """Nothing, tens, flush, kings, aces against tens, flush, kings, aces, nothing."""
    assert the_round(GAME.reveal_all(confirmed(TURNED)).table).points == (18, 7)


def test_of_three_the_best_takes_the_place_and_the_two_others_nothing() -> None:
    third = (*LAID[2:], *LAID[:2])  # flush, kings, aces, nothing, tens
    found = winners((LAID, TURNED, third), Ranking())
    assert found == (2, 1, 0, 0, 0)


def test_of_three_two_identical_at_the_top_score_nothing() -> None:
    found = winners((LAID, TURNED, TURNED), Ranking())
    assert found == (None, None, 0, 0, 0)


# --- money ------------------------------------------------------------------------------------


def ended(table: Table) -> Play:
    return GAME.reveal_all(table)


def test_more_points_bring_the_stakes_of_both_in_one_transaction() -> None:
    (posting,) = ended(confirmed(TURNED)).postings
    assert (posting.moment, posting.category) == (Moment.WON, "won")
    assert posting.transfers == (
        Transfer(A.STAKE, A.HOUSE, 2),
        Transfer(A.HOUSE, A.PENDING, 4),
        Transfer(A.PENDING, A.CREDIT, 4),
    )


def test_fewer_points_bring_nothing() -> None:
    (posting,) = ended(confirmed(LAID, own=TURNED)).postings
    assert (posting.moment, posting.category) == (Moment.LOST, "lost")
    assert posting.transfers == (Transfer(A.STAKE, A.HOUSE, 2),)


def test_identical_hands_at_every_place_bring_the_stake_back() -> None:
    play = ended(confirmed(LAID))
    (posting,) = play.postings
    assert (posting.moment, posting.category) == (Moment.LEVEL, "level")
    assert posting.transfers == (
        Transfer(A.STAKE, A.HOUSE, 2),
        Transfer(A.HOUSE, A.PENDING, 2),
        Transfer(A.PENDING, A.CREDIT, 2),
    )
    assert the_round(play.table).points == (0, 0)


@pytest.mark.parametrize(
    ("stake", "totals", "outcome", "paid"),
    [
        (5, (13, 12), Result.WON, 10),
        (5, (12, 13), Result.LOST, 0),
        (5, (9, 9), Result.LEVEL, 5),
        (2, (11, 9, 5), Result.WON, 6),
        (2, (9, 9, 7), Result.LEVEL, 3),
        (1, (9, 9, 7), Result.LEVEL, 1),  # three shared by two, rounded down
        (2, (0, 0, 0), Result.LEVEL, 2),
        (2, (7, 9, 9), Result.LOST, 0),
        (1, (10, 5, 5, 5), Result.WON, 4),
        (1, (8, 8, 5, 4), Result.LEVEL, 2),
        (1, (7, 7, 7, 4), Result.LEVEL, 1),
        (5, (7, 4, 7, 7), Result.LEVEL, 6),  # twenty shared by three
        (5, (0, 0, 0, 0), Result.LEVEL, 5),
        (5, (4, 7, 7, 7), Result.LOST, 0),
    ],
)
def test_the_best_total_takes_the_stakes_of_all(
    stake: int, totals: tuple[int, ...], outcome: Result, paid: int
) -> None:
    played = Round(1, stake, len(totals), 100, Terms(), 0, totals)
    assert result(totals) is outcome
    assert prize(played) == paid


def test_four_play_and_two_share_the_stakes_of_all() -> None:
    """The player takes 7, one other 3 and 4; their third and fourth hands are the same, and
    what the two others lay is worse everywhere."""
    nothing, tens, flush, kings, aces = LAID
    own = (nothing, tens, kings, flush, aces)
    alike = (tens, aces, kings, flush, nothing)
    jacks, pair_of_tens, queens, full, king_high = WEAK
    worse = (king_high, pair_of_tens, queens, full, jacks)
    play = ended(confirmed(alike, worse, worse, own=own))
    assert the_round(play.table).points == (7, 7, 0, 0)
    assert play.postings[0].moment is Moment.LEVEL
    assert play.postings[0].transfers[1] == Transfer(A.HOUSE, A.PENDING, 4)


def test_all_points_bring_no_more_unless_there_is_a_bonus() -> None:
    play = ended(confirmed(WEAK, own=STRONG))
    assert the_round(play.table).points == (25, 0)
    assert the_round(play.table).paid == 4


def test_the_bonus_for_all_points_is_some_stakes_more() -> None:
    table = confirmed(WEAK, own=STRONG, table=dealt(terms=Terms(bonus=3)))
    assert the_round(ended(table).table).paid == 4 + 3 * 2


def test_the_bonus_is_for_all_points_alone() -> None:
    table = confirmed(TURNED, table=dealt(terms=Terms(bonus=3)))
    assert the_round(ended(table).table).paid == 4


def test_all_places_but_the_first_are_not_all_points() -> None:
    nothing, tens, flush, kings, aces = LAID
    own, other = (nothing, tens, aces, kings, flush), (flush, nothing, tens, aces, kings)
    play = ended(confirmed(other, own=own, table=dealt(terms=Terms(bonus=3))))
    assert the_round(play.table).points == (22, 3)
    assert (the_round(play.table).sweeps, the_round(play.table).paid) == (0, 4)


# --- after a deal -----------------------------------------------------------------------------


def test_the_next_deal_takes_the_next_stake() -> None:
    play = GAME.deal(ended(confirmed(TURNED)).table, 9, 2, Stacked())
    assert play.postings[0].transfers == (Transfer(A.CREDIT, A.STAKE, 2),)
    assert the_round(play.table).number == 2
    assert the_round(play.table).points == (0, 0)


def test_after_a_deal_the_stake_may_change_but_not_the_players() -> None:
    table = ended(confirmed(TURNED)).table
    assert can(GAME.verify_stake, table, 10)
    assert not can(GAME.verify_choose_players, table)


def test_away_from_a_deal_that_is_over_costs_nothing() -> None:
    play = GAME.leave(ended(confirmed(TURNED)).table)
    assert (play.table.phase, play.postings, play.record) == (Phase.STAKE, (), None)


def test_nobody_leaves_a_deal() -> None:
    assert not can(GAME.verify_leave, arranged())
    assert not can(GAME.verify_leave, confirmed(LAID))


# --- a match ----------------------------------------------------------------------------------

MATCH = CinqueMani(Terms(deals=5))


def first_of_a_match() -> Table:
    """A match after its first deal, 18 to 7."""
    return GAME.reveal_all(confirmed(TURNED, table=dealt(terms=MATCH.terms))).table


def test_a_match_goes_on_without_another_stake() -> None:
    play = MATCH.deal(first_of_a_match(), 0, 2, Stacked())
    assert (play.postings, play.record) == ((), None)
    assert (the_round(play.table).number, the_deal(play.table).number) == (1, 2)


def test_no_credit_moves_before_the_end_of_a_match() -> None:
    played = the_round(first_of_a_match())
    assert (played.result, played.paid, ending(played)) == (None, 0, ())


def test_a_match_is_won_on_total_points() -> None:
    table = first_of_a_match()
    for _ in range(4):
        assert the_round(table).result is None
        table = revealed(MATCH.deal(table, 0, 2, Stacked()).table)
    assert (the_round(table).points, the_round(table).result) == ((18, 7), Result.WON)
    assert the_round(table).paid == 4


def test_within_a_match_the_stake_stays() -> None:
    assert not can(MATCH.verify_stake, first_of_a_match(), 100)


def test_who_leaves_a_match_loses_its_stake() -> None:
    play = MATCH.leave(first_of_a_match())
    (posting,) = play.postings
    assert (posting.moment, posting.category) == (Moment.LOST, "left")
    assert posting.transfers == (Transfer(A.STAKE, A.HOUSE, 2),)
    assert play.record is not None
    assert play.record.result is Result.LEFT


def test_the_bonus_of_a_match_counts_its_deals_with_all_points() -> None:
    game = CinqueMani(Terms(deals=5, bonus=1))
    table = GAME.reveal_all(confirmed(WEAK, own=STRONG, table=dealt(terms=game.terms))).table
    for _ in range(4):
        table = revealed(game.deal(table, 0, 2, Stacked()).table)
    assert the_round(table).paid == 4 + 1 * 2


def test_terms_are_those_of_the_stake_not_of_the_cabinet_now() -> None:
    table = GAME.deal(first_of_a_match(), 0, 2, Stacked()).table  # the cabinet plays single deals
    assert the_round(revealed(table)).result is None


# --- the stored state -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "table", [Table(), dealt(), arranged(), confirmed(TURNED), first_of_a_match()]
)
def test_every_state_is_read_back_as_it_was(table: Table) -> None:
    stored = TypeAdapter(Table)
    assert stored.validate_json(stored.dump_json(table)) == table


def test_a_round_of_a_stake_that_is_over_has_its_line() -> None:
    played = the_round(ended(confirmed(TURNED)).table)
    assert len(played.told) == 1
    assert replace(played, deal=None).result is Result.WON
