"""What a seat sees of a strip table: its own cards, what is public, and nothing else."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import pytest
from strip_bench import (
    CHARACTER_BETTER,
    LEVEL,
    C,
    P,
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
from firmware.games.strip_poker import seat as seat_module
from firmware.games.strip_poker.seat import Move, MoveKind, Phase, Seat
from firmware.games.strip_poker.sight import view_of
from firmware.games.strip_poker.stakes import NO_CAP
from firmware.games.strip_poker.table import Side, Table, Terms

EVERY_STATE = ("", "W", "O5", "W C", "W C X34", "W C X34 X1", "W C X X O5", "W C X X C")


def with_other_secrets(table: Table, seat: Seat) -> Table:
    """The same table but for all that `seat` may not know."""
    deal = the_deal(table)
    other = deal.holding(seat.other)
    cards = parse_cards("8H 8D 8S TD TH")
    hidden = replace(
        other,
        dealt=cards,
        change=(1, 2, 3) if other.change is None and table.phase is Phase.DRAW else other.change,
        final=None if other.final is None else cards,
    )
    deal = replace(deal, stock=parse_cards("9H 9D 9C TS KC KS JH JD QH QS"), marks=(5,))
    deal = replace(deal, **{seat.other.value: hidden})
    return replace(table, session=replace(the_session(table), deal=deal))


@pytest.mark.parametrize("seat", Seat)
@pytest.mark.parametrize("moves", EVERY_STATE)
def test_no_secret_of_the_other_changes_what_is_seen(moves: str, seat: Seat) -> None:
    table = played(moves)
    secret = with_other_secrets(table, seat)
    assert secret != table
    assert view_of(secret, seat) == view_of(table, seat)


def test_a_view_cannot_lead_to_the_table() -> None:
    source = Path(seat_module.__file__).read_text(encoding="utf-8")
    imported = {
        node.module for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)
    }
    assert {name for name in imported if name and name.startswith("firmware")} == {
        "firmware.cards.card",
        "firmware.games.strip_poker.hands",
    }


def test_each_sees_its_own_cards() -> None:
    table = dealt("KH KD 9S 8C 7H AC QD JS TC 7S")
    assert view_of(table, P).cards == parse_cards("KH KD 9S 8C 7H")
    assert view_of(table, C).cards == parse_cards("AC QD JS TC 7S")


def test_after_the_exchange_the_new_cards_are_seen() -> None:
    table = played("W C X3 X", dealt("KH KD 9S 8C 7H AC QD JS TC 7S 8H"))
    assert view_of(table, P).cards == parse_cards("KH KD 8H 8C 7H")


def test_moves_are_seen_by_whose_they_are() -> None:
    assert view_of(played("O10 R5"), C).moves == (
        Move(False, MoveKind.OPEN, 10),
        Move(True, MoveKind.RAISE, 5),
    )


def test_a_call_is_seen_with_what_it_paid() -> None:
    assert view_of(played("O10 C"), P).moves[-1] == Move(False, MoveKind.CALL, 10)


def test_both_counts_are_seen_when_both_have_chosen() -> None:
    seen = view_of(played("W C X34 X1"), C)
    assert (seen.exchanged_own, seen.exchanged_other) == (1, 2)
    assert seen.moves[2:] == (
        Move(False, MoveKind.EXCHANGE, cards_changed=2),
        Move(True, MoveKind.EXCHANGE, cards_changed=1),
    )


def test_an_exchange_of_none_is_a_count_too() -> None:
    assert view_of(played("W C X X"), C).exchanged_other == 0


def test_one_choice_is_seen_by_who_made_it_alone() -> None:
    table = played("W C X34")
    assert view_of(table, P).exchanged_own == 2
    assert view_of(table, C).exchanged_other is None


def test_the_money_is_seen_from_ones_own_side() -> None:
    seen = view_of(played("O10", dealt(table=with_sides(seated(), Side(30, 3), Side(70, 5)))), C)
    assert (seen.own_bank, seen.other_bank, seen.pot, seen.facing) == (65, 15, 20, 10)
    assert (seen.own_means, seen.other_means) == (65 + 125, 15 + 75)
    assert (seen.own_garments_free, seen.other_garments_free) == (5, 3)
    assert seen.max_amount == min(65 + 25 - 10, 15 + 25)


def test_nothing_is_outstanding_against_who_bet() -> None:
    assert view_of(played("O10"), P).facing == 0


def test_a_carried_pot_is_seen() -> None:
    seen = view_of(dealt(table=settled("O10 C X X C", dealt(LEVEL))), C)
    assert (seen.carried, seen.carried_pushes, seen.pot, seen.ante) == (30, 1, 40, 5)


def test_a_reduced_ante_is_seen() -> None:
    table = with_sides(seated(), Side(2, 3, lost=3), Side(108, 5), pot=65, pushes=1)
    assert view_of(dealt(table=table), C).ante == 2


def test_who_speaks_first_is_seen() -> None:
    assert (view_of(dealt(), P).is_first, view_of(dealt(), C).is_first) == (True, False)


def test_the_raises_that_are_left_are_seen() -> None:
    assert view_of(played("O1 R1"), P).raises_left == 3


def test_without_a_cap_there_are_more_raises_than_money() -> None:
    table = dealt(table=seated(Terms(raise_cap=0)))
    assert view_of(played("O1 R1", table), P).raises_left == NO_CAP


def test_without_a_deal_there_is_nothing_to_see() -> None:
    with pytest.raises(RuleError, match="no deal to look at in 'between'"):
        view_of(seated(), C)


def test_the_deck_is_a_number() -> None:
    assert view_of(dealt(CHARACTER_BETTER), C).deck == 32
