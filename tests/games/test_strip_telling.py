"""A kept strip session: a line a deal, read back, played once more, and what was changed found."""

from __future__ import annotations

from dataclasses import replace

import pytest
from strip_bench import (
    CHARACTER_BETTER,
    GAME,
    LEVEL,
    PLAYER_BETTER,
    dealt,
    played,
    seated,
    settled,
    the_session,
    with_sides,
)

from firmware.cards.card import parse_cards
from firmware.errors import LedgerCorruptError
from firmware.games.strip_poker.notation import read_deal, write_deal
from firmware.games.strip_poker.records import read_session, record_of
from firmware.games.strip_poker.seat import Seat
from firmware.games.strip_poker.stakes import max_amount
from firmware.games.strip_poker.table import Outcome, Result, Session, Side, Table
from firmware.games.strip_poker.telling import COLUMNS, differences, tell
from firmware.games.tellers import TELLERS
from firmware.money import GameId
from firmware.transaction import RoundRecord


def evening() -> Session:
    """Three deals: a win, a push, a fold of the character."""
    table = settled("O10 R5 C X34 X15 O5 C", dealt(f"{PLAYER_BETTER} 8H 9H TS 8D"))
    table = settled("W C X X C", dealt(LEVEL, table))
    return the_session(played("O10 F", dealt(CHARACTER_BETTER, table)))


def bet(top: str, table: Table) -> Table:
    """One more deal, for an opening bet of 25 or as much as may be bet."""
    table = dealt(top, table)
    amount = min(25, max_amount(table, the_session(table).first))
    return settled(f"O{amount} C X X C" if amount else "W C X X C", table)


def stripped() -> Session:
    """The character loses until nothing is left."""
    table = seated()
    for _ in range(20):
        if the_session(table).result is None:
            table = bet(PLAYER_BETTER, table)
    assert the_session(table).result is Result.WON
    return the_session(table)


# --- a deal in a line -------------------------------------------------------------------------


def test_a_deal_is_a_line() -> None:
    assert evening().told == (
        "KHKD9S8C7H ACQDJSTC7S 8H9HTS8D O10 R5 C X34 X15 O5 C",
        "AHKDQSJC9H ASKCQDJH9S - W C X X C",
        "ACQDJSTC7S KHKD9S8C7H - O10 F",
    )


def test_a_line_is_read_back() -> None:
    told = read_deal("KHKD9S8C7H ACQDJSTC7S 8H9HTSTD O10 R5 C X34 X15 O5 C B")
    assert told.player == parse_cards("KH KD 9S 8C 7H")
    assert told.drawn == parse_cards("8H 9H TS TD")
    assert [answer.change for answer in told.answers][3:5] == [(3, 4), (1, 5)]
    assert told.bought_back


@pytest.mark.parametrize(
    "line", ["", "KHKD", "KHKD9S8C7H ACQDJSTC7S - Z", "KHKD9S8C7H ACQDJSTC7S - W5", "K A - Ox"]
)
def test_what_is_no_line_is_refused(line: str) -> None:
    with pytest.raises(LedgerCorruptError, match="a deal cannot be read"):
        read_deal(line)


def test_a_deal_given_up_before_the_exchange_has_no_drawn_cards() -> None:
    deal = the_session(played("O5 F")).deal
    assert deal is not None
    assert write_deal(deal) == "KHKD9S8C7H ACQDJSTC7S - O5 F"


def test_a_garment_bought_back_is_told_with_the_deal_before() -> None:
    table = settled("W C X X C", dealt(table=with_sides(seated(), Side(70, 3, lost=1))))
    assert the_session(GAME.buy_back(table).table).told[-1].endswith(" C B")


# --- the record -------------------------------------------------------------------------------


def test_a_session_is_read_back_as_it_was_but_for_its_deal() -> None:
    session = evening()
    assert read_session(record_of(session).text) == replace(session, deal=None)


def test_a_record_knows_its_round_and_whether_it_is_over() -> None:
    record = record_of(stripped())
    assert (record.number, record.game, record.is_over) == (1, GameId.STRIP_POKER, True)
    assert not record_of(evening()).is_over


def test_what_is_no_session_is_refused() -> None:
    with pytest.raises(LedgerCorruptError, match="a session cannot be read"):
        read_session("{}")


# --- played once more -------------------------------------------------------------------------


@pytest.mark.parametrize("session", [evening(), stripped(), the_session(seated())])
def test_what_was_played_by_the_rules_comes_to_the_same(session: Session) -> None:
    assert tell(record_of(session), {}).differences == ()


def test_a_session_that_was_left_comes_to_the_same() -> None:
    left = GAME.leave(settled("W C X X C")).record
    assert left is not None
    assert tell(record_of(left), {}).differences == ()


def test_a_session_left_before_its_first_deal_comes_to_the_same() -> None:
    left = GAME.leave(seated()).record
    assert left is not None
    assert tell(record_of(left), {}).differences == ()


def test_a_garment_bought_back_comes_to_the_same() -> None:
    table = seated()
    for top in 2 * [CHARACTER_BETTER] + 3 * [PLAYER_BETTER]:  # a life is lost, then won back
        table = bet(top, table)
    table = GAME.buy_back(table).table
    assert the_session(table).told[-1].endswith("B")
    assert differences(replace(the_session(table), deal=None)) == ()


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"player": Side(200, 3)}, "player"),
        ({"character": Side(16, 5, lost=1)}, "character"),
        ({"pot": 10}, "pot"),
        ({"pushes": 1}, "pushes"),
        ({"result": Result.WON}, "result"),
        ({"first": Seat.PLAYER}, "first"),
        ({"last": None}, "last"),
    ],
)
def test_what_was_changed_is_named(changed: dict[str, object], field: str) -> None:
    kept = replace(evening(), deal=None)
    (found,) = differences(replace(kept, **changed))
    assert found.startswith(f"{field} is ")


def test_a_move_that_the_rules_forbid_is_named() -> None:
    kept = replace(evening(), told=("KHKD9S8C7H ACQDJSTC7S - W W",))
    assert "it cannot be evaluated: that is for" in differences(kept)[0]


def test_a_deal_without_an_end_is_named() -> None:
    kept = replace(evening(), told=("KHKD9S8C7H ACQDJSTC7S - W C",))
    assert "the deal has no end" in differences(kept)[0]


def test_a_move_too_many_is_named() -> None:
    kept = replace(evening(), told=("KHKD9S8C7H ACQDJSTC7S - F F",))
    assert "a move after the end of the deal" in differences(kept)[0]


def test_a_card_dealt_twice_is_named() -> None:
    kept = replace(evening(), told=("KHKD9S8C7H KHQDJSTC7S - F",))
    assert "the card KH is not in the deck, or was drawn twice" in differences(kept)[0]


def test_a_line_that_cannot_be_read_is_named() -> None:
    assert "a deal cannot be read" in differences(replace(evening(), told=("x",)))[0]


def test_terms_that_nobody_offers_are_named() -> None:
    kept = evening()
    none = replace(kept, terms=replace(kept.terms, garment_value=0))
    assert "nobody sits down under these terms" in differences(none)[0]


# --- telling ----------------------------------------------------------------------------------


def test_recall_and_export_know_the_game() -> None:
    assert TELLERS[GameId.STRIP_POKER].columns == COLUMNS


def test_a_session_is_told_in_figures_of_any_game() -> None:
    told = tell(record_of(stripped()), {})
    assert (told.number, told.bet, told.credit_before) == (1, 5, 100)
    assert (told.result, told.won, told.collected) == ("won", 0, 0)


def test_every_cell_has_its_column() -> None:
    assert tuple(tell(record_of(evening()), {}).cells) == COLUMNS


def test_the_cells_are_the_record() -> None:
    cells = tell(record_of(evening()), {}).cells
    assert (cells["deals"], cells["player_bank"], cells["character_bank"]) == (3, 85, 15)


def test_the_facts_tell_each_deal() -> None:
    deals = tell(record_of(evening()), {}).facts["deals"]
    assert isinstance(deals, list)
    assert [deal["outcome"] for deal in deals] == [
        Outcome.PLAYER.value,
        Outcome.PUSH.value,
        Outcome.PLAYER.value,
    ]


def test_the_steps_tell_a_deal_in_words() -> None:
    steps = {step.name: step for step in tell(record_of(evening()), {}).steps}
    assert steps["1 player"].cards == ("KH", "KD", "8H", "9H", "7H")
    assert steps["1 player"].marked == (3, 4)
    assert steps["1 moves"].note == (
        "ante 5; player opens 10; character raises 5; player calls 5; player changes 2; "
        "character changes 2; player opens 5; character calls 5"
    )
    assert steps["2 end"].note == "push, 10 stays; 70 to 20"


def test_a_deal_that_cannot_be_played_leaves_those_before_it_told() -> None:
    session = evening()
    record = record_of(replace(session, told=(*session.told, "x")))
    deals = tell(record, {}).facts["deals"]
    assert isinstance(deals, list)
    assert len(deals) == 3


def test_a_record_of_nothing_is_refused() -> None:
    with pytest.raises(LedgerCorruptError):
        tell(RoundRecord(1, GameId.STRIP_POKER, "[]", True), {})
