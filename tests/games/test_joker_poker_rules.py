"""Every action of Joker Poker: when it is allowed, what it leads to, what it moves."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from firmware.assets import asset
from firmware.cards.card import Card, joker_deck, parse_cards, standard_deck
from firmware.errors import ChanceError, RuleError
from firmware.games.action import can
from firmware.games.joker_poker.double_up import Outcome
from firmware.games.joker_poker.hands import Hand
from firmware.games.joker_poker.paytable_file import load_pay_table
from firmware.games.joker_poker.rules import JokerPoker, Play
from firmware.games.joker_poker.table import Double, Phase, Round, Table
from firmware.money import Account, Block, GameId, Moment, Posting, Transfer

GAME = JokerPoker(
    load_pay_table(asset("paytables", "kings_or_better.toml")),
    chip_values=(1, 2, 5, 10, 20),
    double_limit=1000,
)
A = Account


class Stacked:
    """Puts the given cards on top; remembers the decks it was handed."""

    def __init__(self, top: str = "") -> None:
        self.top = parse_cards(top)
        self.decks: list[tuple[Card, ...]] = []

    def shuffle(self, deck: Sequence[Card]) -> tuple[Card, ...]:
        self.decks.append(tuple(deck))
        return (*self.top, *(card for card in deck if card not in self.top))


class Silent:
    def shuffle(self, deck: Sequence[Card]) -> tuple[Card, ...]:
        raise ChanceError("the source is gone")


def betting(chips: int = 0, chip_value: int = 1) -> Table:
    return Table(chips=chips, chip_value=chip_value)


def dealt(top: str, chips: int = 1, chip_value: int = 1, credit: int = 100) -> Table:
    return GAME.deal(betting(chips, chip_value), credit, 1, Stacked(top)).table


def winning(win: int) -> Table:
    """A table with a win of `win` waiting."""
    table = dealt("KH KD 9S 4C 2D 3H 7H 8C")
    drawn = GAME.draw(table).table
    assert drawn.round is not None
    return replace(drawn, round=replace(drawn.round, paid=win, win=win))


def the_round(table: Table) -> Round:
    assert table.round is not None
    return table.round


def texts(cards: Sequence[Card | None]) -> str:
    return " ".join(map(str, cards))


def one(play: Play) -> Posting:
    (posting,) = play.postings
    assert play.table.round is not None
    assert posting.block == Block(
        GameId.JOKER_POKER, GAME.pay_table.edition, play.table.round.chips
    )
    return posting


# --- chips ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("credit", "value", "most"),
    [
        (0, 1, 0),
        (1, 1, 1),
        (4, 1, 4),
        (5, 1, 5),
        (6, 1, 5),
        (10000, 1, 5),
        (1, 2, 0),
        (9, 2, 4),
        (10, 2, 5),
        (19, 20, 0),
        (20, 20, 1),
        (99, 20, 4),
        (100, 20, 5),
    ],
)
def test_the_most_chips_that_the_credit_pays_for(credit: int, value: int, most: int) -> None:
    assert GAME.chips_affordable(betting(chip_value=value), credit) == most


def test_the_remembered_bet_shrinks_with_the_credit_and_comes_back() -> None:
    table = betting(chips=5)
    assert [GAME.chips_in_force(table, credit) for credit in (0, 3, 5, 9)] == [0, 3, 5, 5]


def test_chip_values_go_up_one_by_one_to_twenty() -> None:
    table, seen = betting(), []
    while can(GAME.verify_chip_up, table, 1):
        table = GAME.chip_up(table, 1).table
        seen.append(table.chip_value)
    assert seen == [2, 5, 10, 20]


def test_chip_values_go_down_one_by_one_to_one() -> None:
    table, seen = betting(chip_value=20), []
    while can(GAME.verify_chip_down, table, 1):
        table = GAME.chip_down(table, 1).table
        seen.append(table.chip_value)
    assert seen == [10, 5, 2, 1]


def test_another_chip_moves_no_money_and_keeps_the_bet() -> None:
    play = GAME.chip_up(betting(chips=3), 10)
    assert (play.postings, play.table.chips) == ((), 3)


def test_without_credit_the_chip_stays() -> None:
    table = betting(chip_value=5)
    assert not can(GAME.verify_chip_up, table, 0)
    assert not can(GAME.verify_chip_down, table, 0)


def test_a_smaller_chip_than_the_smallest_is_refused_in_words() -> None:
    with pytest.raises(RuleError, match=r"^1 is the smallest chip of \(1, 2, 5, 10, 20\)$"):
        GAME.chip_down(betting(), 10)


def test_a_larger_chip_than_the_largest_is_refused_in_words() -> None:
    with pytest.raises(RuleError, match=r"^20 is the largest chip of \(1, 2, 5, 10, 20\)$"):
        GAME.chip_up(betting(chip_value=20), 10)


def test_a_remembered_chip_that_is_no_longer_offered_leads_back_among_the_offered() -> None:
    game = replace(GAME, chip_values=(1, 5))
    assert game.chip_up(betting(chip_value=2), 10).table.chip_value == 5
    assert game.chip_down(betting(chip_value=2), 10).table.chip_value == 1


# --- the bet ----------------------------------------------------------------------------------


def test_one_chip_more_up_to_five_and_back_to_one() -> None:
    table, seen = betting(), []
    for _ in range(7):
        table = GAME.bet_one(table, 10).table
        seen.append(table.chips)
    assert seen == [1, 2, 3, 4, 5, 1, 2]


def test_past_what_the_credit_covers_the_bet_goes_back_to_one() -> None:
    assert GAME.bet_one(betting(chips=3, chip_value=2), 7).table.chips == 1


def test_one_chip_more_than_the_bet_in_force_not_than_the_remembered_one() -> None:
    # Five are remembered, two are covered: one more than two goes back to one.
    assert GAME.bet_one(betting(chips=5), 2).table.chips == 1


def test_a_bet_of_one_with_one_credit_cannot_change() -> None:
    assert not can(GAME.verify_bet_one, betting(chips=1), 1)


def test_a_first_bet_with_one_credit_can_be_made() -> None:
    assert GAME.bet_one(betting(), 1).table.chips == 1


def test_no_bet_where_a_chip_is_too_much() -> None:
    with pytest.raises(RuleError, match=r"^a credit of 19 leaves no other bet of 20 a chip$"):
        GAME.bet_one(betting(chip_value=20), 19)


def test_the_maximum_deals_five_chips_at_once() -> None:
    table = GAME.bet_max(betting(chip_value=2), 10, 1, Stacked()).table
    assert (table.phase, the_round(table).bet, table.chips) == (Phase.HOLD, 10, 5)


@pytest.mark.parametrize(("credit", "chips"), [(1, 1), (4, 4), (5, 5)])
def test_the_maximum_with_little_credit(credit: int, chips: int) -> None:
    play = GAME.bet_max(betting(chips=1), credit, 1, Stacked())
    assert the_round(play.table).chips == chips
    assert play.table.chips == 5  # remembered, and back when the credit is


def test_the_maximum_of_nothing_is_refused_in_words() -> None:
    with pytest.raises(RuleError, match=r"^a chip of 5 is more than the credit of 4$"):
        GAME.bet_max(betting(chip_value=5), 4, 1, Stacked())


@pytest.mark.parametrize("action", ["chip_up", "chip_down", "bet_one"])
@pytest.mark.parametrize("phase", [Phase.HOLD, Phase.WIN, Phase.DOUBLE])
def test_bets_are_placed_before_the_deal_only(action: str, phase: Phase) -> None:
    table = replace(dealt("", chips=2, chip_value=5), phase=phase)
    with pytest.raises(RuleError, match=f"before the deal, not in '{phase}'"):
        getattr(GAME, action)(table, 100)


@pytest.mark.parametrize("phase", [Phase.HOLD, Phase.WIN, Phase.DOUBLE])
def test_nothing_is_dealt_over_a_game(phase: Phase) -> None:
    table = replace(dealt(""), phase=phase)
    assert not can(GAME.verify_deal, table, 100)
    assert not can(GAME.verify_bet_max, table, 100)


# --- the deal ---------------------------------------------------------------------------------


def test_a_fresh_ledger_deals_nothing_without_a_bet() -> None:
    with pytest.raises(RuleError, match=r"^no bet: 0 chips of 1, credit 10$"):
        GAME.deal(betting(), 10, 1, Stacked())


def test_nothing_is_dealt_without_credit() -> None:
    with pytest.raises(RuleError, match=r"^there is no credit$"):
        GAME.deal(betting(chips=1), 0, 1, Stacked())


def test_the_deal_takes_chips_times_value() -> None:
    posting = one(GAME.deal(betting(chips=3, chip_value=5), 40, 1, Stacked()))
    assert posting.moment is Moment.STAKE
    assert posting.transfers == (Transfer(A.CREDIT, A.STAKE, 15),)


def test_the_deal_takes_only_what_the_credit_covers() -> None:
    posting = one(GAME.deal(betting(chips=5, chip_value=5), 12, 1, Stacked()))
    assert posting.transfers == (Transfer(A.CREDIT, A.STAKE, 10),)


@pytest.mark.promise("RNG-3")
def test_the_deal_is_of_a_fresh_deck_with_the_joker() -> None:
    chance = Stacked()
    GAME.deal(betting(chips=1), 5, 1, chance)
    assert [frozenset(deck) for deck in chance.decks] == [frozenset(joker_deck())]
    assert len(chance.decks[0]) == 53


@pytest.mark.promise("RNG-3")
def test_five_are_dealt_and_the_next_five_wait() -> None:
    played = the_round(dealt("2H 5D 9S JC KD AH AS AC AD 3C 4C"))
    assert texts(played.dealt) == "2H 5D 9S JC KD"
    assert texts(played.stock) == "AH AS AC AD 3C"


def test_the_round_remembers_where_it_began() -> None:
    played = the_round(GAME.deal(betting(chips=2), 77, 41, Stacked()).table)
    assert (played.number, played.credit_before, played.chips) == (41, 77, 2)


def test_made_hands_are_proposed() -> None:
    assert dealt("KH KD 9S 4C 2D").held == (1, 2)


def test_a_low_pair_is_not_proposed() -> None:
    assert dealt("9H 9D KS 4C 2D").held == ()


def test_a_failing_source_deals_nothing() -> None:
    with pytest.raises(ChanceError):
        GAME.deal(betting(chips=1), 5, 1, Silent())


# --- hold -------------------------------------------------------------------------------------


def test_a_card_is_held_and_released() -> None:
    table = dealt("2H 5D 9S JC KD")
    held = GAME.hold(table, 4).table
    assert held.held == (4,)
    assert GAME.hold(held, 4).table.held == ()


def test_holds_stand_in_order() -> None:
    table = dealt("2H 5D 9S JC KD")
    for place in (5, 1, 3):
        table = GAME.hold(table, place).table
    assert table.held == (1, 3, 5)


def test_the_proposal_may_be_undone() -> None:
    assert GAME.hold(dealt("KH KD 9S 4C 2D"), 2).table.held == (1,)


@pytest.mark.parametrize("place", [0, 6, -1])
def test_there_are_five_places(place: int) -> None:
    with pytest.raises(RuleError, match=f"^there is no card at position {place}, only 1..5$"):
        GAME.hold(dealt(""), place)


def test_nothing_is_held_before_the_deal() -> None:
    with pytest.raises(RuleError, match=r"^this belongs to 'hold', the table stands in 'betting'$"):
        GAME.hold(betting(chips=1), 1)


def test_all_are_released_at_once() -> None:
    assert GAME.release_all(dealt("KH KD 9S 4C 2D")).table.held == ()


def test_nothing_to_release() -> None:
    with pytest.raises(RuleError, match=r"^no card is held$"):
        GAME.release_all(dealt("9H 9D KS 4C 2D"))


def test_holds_move_no_money() -> None:
    table = dealt("KH KD 9S 4C 2D")
    assert GAME.hold(table, 3).postings == GAME.release_all(table).postings == ()


# --- draw -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("held", "final"),
    [
        ((), "AH AS AC AD 3C"),
        ((1,), "2H AH AS AC AD"),
        ((2, 4), "AH 5D AS JC AC"),
        ((5,), "AH AS AC AD KD"),
        ((1, 2, 3, 4), "2H 5D 9S JC AH"),
        ((1, 2, 3, 4, 5), "2H 5D 9S JC KD"),
    ],
)
def test_the_rest_is_replaced_from_left_to_right(held: tuple[int, ...], final: str) -> None:
    table = dealt("2H 5D 9S JC KD AH AS AC AD 3C")
    for place in held:
        table = GAME.hold(table, place).table
    drawn = the_round(GAME.draw(table).table)
    assert drawn.final is not None
    assert texts(drawn.final) == final


@pytest.mark.parametrize(
    ("hand", "name", "one_chip", "five_chips"),
    [
        ("AH KH QH JH TH", Hand.NATURAL_ROYAL, 750, 5000),
        ("9H 9D 9S 9C JK", Hand.FIVE_OF_A_KIND, 200, 1000),
        ("AH KH QH JH JK", Hand.JOKER_ROYAL, 100, 500),
        ("9H 8H 7H 6H 5H", Hand.STRAIGHT_FLUSH, 50, 250),
        ("9H 9D 9S 9C 2D", Hand.QUADS, 17, 85),
        ("9H 9D 9S 2C 2D", Hand.FULL_HOUSE, 7, 35),
        ("AH 9H 7H 4H 2H", Hand.FLUSH, 5, 25),
        ("AH 2D 3S 4C 5D", Hand.STRAIGHT, 3, 15),
        ("9H 9D JK 4C 2D", Hand.TRIPS, 2, 10),
        ("9H 9D 4S 4C 2D", Hand.TWO_PAIR, 1, 5),
        ("KH KD 9S 4C 2D", Hand.KINGS_OR_BETTER, 1, 5),
        ("QH QD 9S 4C 2D", Hand.NOTHING, 0, 0),
    ],
)
def test_pay(hand: str, name: Hand, one_chip: int, five_chips: int) -> None:
    for chips, paid in ((1, one_chip), (5, five_chips)):
        table = dealt(hand, chips=chips)
        for place in {1, 2, 3, 4, 5} - set(table.held):
            table = GAME.hold(table, place).table
        drawn = the_round(GAME.draw(table).table)
        assert (drawn.hand, drawn.paid) == (name, paid)


def test_the_pay_is_multiplied_by_the_chip_value() -> None:
    table = dealt("9H 9D 9S 9C 2D 3D", chips=2, chip_value=20)
    assert the_round(GAME.draw(table).table).paid == 34 * 20


def test_a_win_waits_and_the_stake_goes_to_the_house() -> None:
    play = GAME.draw(dealt("KH KD 9S 4C 2D 3H 7H 8C", chips=5, chip_value=2))
    posting = one(play)
    assert posting.moment is Moment.WON
    assert posting.transfers == (
        Transfer(A.STAKE, A.HOUSE, 10),
        Transfer(A.HOUSE, A.PENDING, 10),
    )
    assert (play.table.phase, play.table.win) == (Phase.WIN, 10)
    assert not the_round(play.table).is_over


def test_no_win_ends_the_round() -> None:
    play = GAME.draw(dealt("2H 5D 9S JC KD 3H 4D 6S 7C 8H", chips=4))
    posting = one(play)
    assert posting.moment is Moment.LOST
    assert posting.transfers == (Transfer(A.STAKE, A.HOUSE, 4),)
    assert (play.table.phase, play.table.win) == (Phase.BETTING, 0)
    assert the_round(play.table).is_over


def test_the_end_of_a_game_is_counted_under_its_hand() -> None:
    won = GAME.draw(dealt("KH KD 9S 4C 2D 3H 7H 8C"))
    lost = GAME.draw(dealt("2H 5D 9S JC KD 3H 4D 6S 7C 8H"))
    assert [one(play).category for play in (won, lost)] == ["kings_or_better", "nothing"]


def test_what_ends_no_game_is_counted_under_no_hand() -> None:
    plays = [GAME.deal(betting(1), 10, 1, Stacked()), GAME.collect(winning(8))]
    assert [one(play).category for play in plays] == ["", ""]


def test_a_round_is_paid_and_counted_by_the_pay_table_it_was_staked_under() -> None:
    rows = {hand: tuple(2 * pays for pays in row) for hand, row in GAME.pay_table.rows.items()}
    generous = replace(GAME.pay_table, id="generous", rows=rows)
    table = replace(GAME, pay_table=generous).deal(
        betting(1), 10, 1, Stacked("KH KD 9S 4C 2D 3H 7H 8C")
    )
    later = replace(GAME, earlier={generous.edition: generous})
    won = later.draw(table.table)
    assert won.table.win == 2
    collected = later.collect(won.table)
    assert [one.block for play in (table, won, collected) for one in play.postings] == [
        Block(GameId.JOKER_POKER, generous.edition, 1)
    ] * 3


def test_a_round_of_the_first_version_is_paid_by_the_table_in_force() -> None:
    table = dealt("KH KD 9S 4C 2D 3H 7H 8C")
    old = replace(table, round=replace(the_round(table), table=""))
    won = GAME.draw(old)
    assert won.table.win == 1
    assert won.postings[0].block == Block(GameId.JOKER_POKER, "", 1)


def test_there_is_one_draw() -> None:
    table = GAME.draw(dealt("KH KD 9S 4C 2D 3H 7H 8C")).table
    with pytest.raises(RuleError, match=r"^this belongs to 'hold', the table stands in 'win'$"):
        GAME.draw(table)


# --- the win ----------------------------------------------------------------------------------


def test_collect() -> None:
    play = GAME.collect(winning(7))
    posting = one(play)
    assert posting.moment is Moment.COLLECT
    assert posting.transfers == (Transfer(A.PENDING, A.CREDIT, 7),)
    played = the_round(play.table)
    assert (play.table.phase, played.win, played.collected) == (Phase.BETTING, 0, 7)
    assert played.is_over


@pytest.mark.parametrize("phase", [Phase.BETTING, Phase.HOLD, Phase.DOUBLE])
def test_only_a_waiting_win_is_collected_or_doubled(phase: Phase) -> None:
    table = replace(winning(4), phase=phase)
    assert not can(GAME.verify_collect, table)
    assert not can(GAME.verify_double, table)
    assert not can(GAME.verify_half_double, table)


@pytest.mark.parametrize(("win", "is_offered"), [(1, True), (1000, True), (1001, False)])
def test_the_doubling_limit(win: int, is_offered: bool) -> None:
    assert can(GAME.verify_double, winning(win)) is is_offered


@pytest.mark.parametrize(
    ("win", "is_offered"), [(1, False), (2, True), (3, True), (1000, True), (1001, False)]
)
def test_the_limits_of_the_half_double(win: int, is_offered: bool) -> None:
    assert can(GAME.verify_half_double, winning(win)) is is_offered


def test_above_the_limit_in_words() -> None:
    words = "^a win of 1001 is above the doubling limit of 1000$"
    with pytest.raises(RuleError, match=words):
        GAME.double(winning(1001), Stacked())
    with pytest.raises(RuleError, match=words):
        GAME.half_double(winning(1001), Stacked())


def test_a_win_above_the_limit_can_still_be_collected() -> None:
    assert can(GAME.verify_collect, winning(5000))


def test_a_win_of_one_is_not_halved_in_words() -> None:
    with pytest.raises(RuleError, match=r"^a win of 1 cannot be halved$"):
        GAME.half_double(winning(1), Stacked())


def test_the_double_risks_the_whole_win() -> None:
    play = GAME.double(winning(9), Stacked("5C 9H 2D 3S 4C"))
    posting = one(play)
    assert posting.moment is Moment.GAMBLE_STAKED
    assert posting.transfers == (Transfer(A.PENDING, A.GAMBLE, 9),)
    assert the_round(play.table).doubles == (
        Double(cards=parse_cards("5C 9H 2D 3S 4C"), stake=9, banked=0),
    )


def test_the_double_is_of_a_fresh_deck_without_the_joker() -> None:
    chance = Stacked()
    GAME.double(winning(9), chance)
    assert [frozenset(deck) for deck in chance.decks] == [frozenset(standard_deck())]
    assert len(chance.decks[0]) == 52


@pytest.mark.parametrize(
    ("win", "risked", "banked"), [(2, 1, 1), (3, 1, 2), (7, 3, 4), (8, 4, 4), (999, 499, 500)]
)
def test_the_half_double_banks_the_larger_half(win: int, risked: int, banked: int) -> None:
    play = GAME.half_double(winning(win), Stacked())
    assert one(play).transfers == (
        Transfer(A.PENDING, A.CREDIT, banked),
        Transfer(A.PENDING, A.GAMBLE, risked),
    )
    played = the_round(play.table)
    assert (played.win, played.collected) == (risked, banked)
    assert (played.doubles[0].stake, played.doubles[0].banked) == (risked, banked)


def test_only_the_dealers_card_is_seen() -> None:
    table = GAME.double(winning(9), Stacked("5C 9H 2D 3S 4C")).table
    assert texts(table.cards) == "5C None None None None"


# --- the pick ---------------------------------------------------------------------------------


def opened(win: int = 8) -> Table:
    return GAME.double(winning(win), Stacked("5C 9H 2D 5S 4C")).table


@pytest.mark.parametrize("place", [0, 1, 6])
def test_four_cards_can_be_picked(place: int) -> None:
    with pytest.raises(RuleError, match=f"^there is no hidden card at position {place}, only"):
        GAME.pick(opened(), place)


def test_nothing_is_picked_without_a_double() -> None:
    with pytest.raises(RuleError, match=r"^this belongs to 'double', the table stands in 'win'$"):
        GAME.pick(winning(4), 2)


@pytest.mark.parametrize(
    ("place", "result"),
    [(2, Outcome.WON), (3, Outcome.LOST), (4, Outcome.TIED), (5, Outcome.LOST)],
)
def test_each_place_turns_its_own_card(place: int, result: Outcome) -> None:
    decided = the_round(GAME.pick(opened(), place).table).doubles[-1]
    assert (decided.pick, decided.outcome) == (place, result)


def test_a_higher_card_wins_twice_the_stake() -> None:
    play = GAME.pick(opened(8), 2)
    assert one(play).moment is Moment.GAMBLE_WON
    assert one(play).transfers == (
        Transfer(A.GAMBLE, A.HOUSE, 8),
        Transfer(A.HOUSE, A.PENDING, 16),
    )
    assert (play.table.phase, play.table.win) == (Phase.WIN, 16)


def test_an_equal_card_returns_the_stake() -> None:
    play = GAME.pick(opened(8), 4)
    assert one(play).moment is Moment.GAMBLE_TIED
    assert one(play).transfers == (Transfer(A.GAMBLE, A.PENDING, 8),)
    assert (play.table.phase, play.table.win) == (Phase.WIN, 8)


def test_a_lower_card_loses_the_stake() -> None:
    play = GAME.pick(opened(8), 3)
    assert one(play).moment is Moment.GAMBLE_LOST
    assert one(play).transfers == (Transfer(A.GAMBLE, A.HOUSE, 8),)
    assert (play.table.phase, play.table.win) == (Phase.BETTING, 0)
    assert the_round(play.table).is_over


@pytest.mark.parametrize(("win", "after"), [(8, 8), (7, 6)])
def test_a_half_double_won_gives_the_win_again(win: int, after: int) -> None:
    half = GAME.half_double(winning(win), Stacked("5C 9H 2D 5S 4C")).table
    assert GAME.pick(half, 2).table.win == after


def test_a_lost_half_keeps_what_was_banked() -> None:
    half = GAME.half_double(winning(7), Stacked("5C 9H 2D 5S 4C")).table
    played = the_round(GAME.pick(half, 3).table)
    assert (played.win, played.collected) == (0, 4)


def test_every_double_of_a_round_is_kept() -> None:
    tied = GAME.pick(opened(8), 4).table
    won = GAME.pick(GAME.double(tied, Stacked("2C AH 2D 3S 4C")).table, 2).table
    assert [(each.stake, each.outcome) for each in the_round(won).doubles] == [
        (8, Outcome.TIED),
        (8, Outcome.WON),
    ]


def test_after_the_pick_all_five_lie_open() -> None:
    assert texts(GAME.pick(opened(), 2).table.cards) == "5C 9H 2D 5S 4C"


@pytest.mark.promise("GAM-4")
def test_a_double_that_reaches_the_limit_and_one_that_passes_it() -> None:
    at_500 = GAME.pick(opened(500), 2).table
    assert can(GAME.verify_double, at_500)
    at_501 = GAME.pick(opened(501), 2).table
    assert not can(GAME.verify_double, at_501)


def test_an_action_leaves_the_table_it_was_given() -> None:
    table = dealt("KH KD 9S 4C 2D")
    before = replace(table)
    GAME.hold(table, 3)
    GAME.draw(table)
    assert table == before


@pytest.mark.parametrize(("credit", "bet"), [(100, 100), (99, 80), (19, 0)])
def test_the_bet_in_force_is_what_the_credit_covers_in_credits(credit: int, bet: int) -> None:
    assert GAME.bet_in_force(betting(chips=5, chip_value=20), credit) == bet


def test_a_hand_pays_its_chips_times_their_value() -> None:
    assert GAME.pays(Hand.NATURAL_ROYAL, 5, 20) == 100_000
