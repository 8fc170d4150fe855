"""Where a deal at the table is in the strategy's trees."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from firmware.cards.card import parse_cards
from firmware.games.strip_poker.abstraction import CALL, PASS, Sizes, Step, StepKind
from firmware.games.strip_poker.hands import Deck, Ranking
from firmware.games.strip_poker.reading import share_of_lower, spot
from firmware.games.strip_poker.seat import Move, MoveKind, Phase, View
from firmware.games.strip_poker.strategy import Strategy

SIZES = Sizes(((1, 2, 5), (1, 5)), cap=20)
KNOWN = Strategy({"bets": SIZES.bets, "cap": SIZES.cap}, b"")
MINE, OTHERS = True, False


def bet(antes: int) -> Step:
    return Step(StepKind.BET, antes)


def opened(is_mine: bool, amount: int) -> Move:
    return Move(is_mine, MoveKind.OPEN, amount)


def raised(is_mine: bool, amount: int) -> Move:
    return Move(is_mine, MoveKind.RAISE, amount)


def called(is_mine: bool) -> Move:
    return Move(is_mine, MoveKind.CALL)


CHANGED = (
    Move(MINE, MoveKind.EXCHANGE, cards_changed=3),
    Move(OTHERS, MoveKind.EXCHANGE, cards_changed=1),
)


def view(*moves: Move, is_first: bool = True, facing: int = 0, carried: int = 0) -> View:
    return View(
        ranking=Ranking(Deck.SHORT),
        phase=Phase.B1_FACING,
        cards=parse_cards("AS KS QS JS 9H"),
        is_first=is_first,
        moves=moves,
        pot=10 + carried,
        carried=carried,
        carried_pushes=0,
        ante=5,
        facing=facing,
        max_amount=50,
        raises_left=4,
        own_bank=45,
        other_bank=45,
        own_means=170,
        other_means=120,
        own_garments_free=5,
        other_garments_free=3,
        garment_value=25,
    )


def never() -> float:
    raise AssertionError("nothing is left to chance here")


def always(number: float) -> Callable[[], float]:
    return lambda: number


def path(seen: View, fraction: Callable[[], float] = never):
    found = spot(seen, KNOWN, fraction)
    assert found.place is not None
    return found.place.path


# --- the first round --------------------------------------------------------------------------


def test_a_deal_begins_at_the_root() -> None:
    assert path(view()) == ()


def test_after_a_wait_the_second_speaks() -> None:
    assert path(view(Move(OTHERS, MoveKind.WAIT), is_first=False)) == (PASS,)


@pytest.mark.parametrize(("amount", "antes"), [(5, 1), (10, 2), (25, 5)])
def test_known_amounts_are_themselves(amount: int, antes: int) -> None:
    seen = view(opened(OTHERS, amount), is_first=False, facing=amount)
    assert path(seen) == (bet(antes),)


@pytest.mark.parametrize(("amount", "antes"), [(1, 1), (4, 1), (60, 5), (1000, 5)])
def test_amounts_beyond_the_known_are_the_outermost(amount: int, antes: int) -> None:
    seen = view(opened(OTHERS, amount), is_first=False, facing=amount)
    assert path(seen) == (bet(antes),)


def test_an_amount_between_two_is_taken_for_either_by_chance() -> None:
    seen = view(opened(OTHERS, 15), is_first=False, facing=15)
    lower = share_of_lower(2, 5, 3, 2)
    assert path(seen, always(lower - 0.01)) == (bet(2),)
    assert path(seen, always(lower + 0.01)) == (bet(5),)


def test_the_nearer_of_two_is_likelier() -> None:
    shares = [share_of_lower(2, 5, amount, 4) for amount in (2, 2.5, 3, 4, 4.5, 5)]
    assert shares == sorted(shares, reverse=True)
    assert (shares[0], shares[-1]) == (1, 0)


def test_amounts_count_by_the_pot_that_a_push_left() -> None:
    """Ten carried double the pot, so twice the amount is the same bet."""
    seen = view(opened(OTHERS, 20), is_first=False, facing=20, carried=10)
    assert path(seen) == (bet(2),)
    assert spot(seen, KNOWN, never).scale == pytest.approx(10)


def test_more_raises_than_known_melt_into_one() -> None:
    """A first bet of 5, raises of 5 and 5: two bets are known, so they are one of 15."""
    moves = (opened(MINE, 5), raised(OTHERS, 5), raised(MINE, 5), raised(OTHERS, 25))
    seen = view(*moves, facing=25)
    assert path(seen, always(0.99)) == (bet(5), bet(5))
    assert path(seen, always(0.0))[0] == bet(2)


# --- the second round -------------------------------------------------------------------------


def test_before_the_exchange_is_public_only_the_way_is_known() -> None:
    seen = view(opened(MINE, 5), called(OTHERS))
    found = spot(seen, KNOWN, never)
    assert KNOWN.first.ends[found.way] == ((bet(1), CALL), 2)
    assert found.number is None


def test_a_free_way_to_the_exchange() -> None:
    seen = view(Move(MINE, MoveKind.WAIT), called(OTHERS), *CHANGED)
    found = spot(seen, KNOWN, never)
    assert KNOWN.first.ends[found.way] == ((PASS, PASS), 1)
    assert found.place is not None
    assert found.place.path == ()


def test_a_bet_of_the_second_round_is_seen_against_the_pot_of_the_first() -> None:
    moves = (opened(MINE, 10), called(OTHERS), *CHANGED, opened(MINE, 5), raised(OTHERS, 25))
    found = spot(view(*moves, facing=25), KNOWN, never)
    assert found.place is not None
    assert found.place.path == (bet(1), bet(5))
    assert (found.place.level, found.place.facing) == (4, 5)
    assert found.scale == pytest.approx(5)


def test_where_the_trees_have_ended_there_is_no_place() -> None:
    """At the cap of 20 antes nothing is bet any more; somebody did."""
    sizes = Sizes(((5,), (5,)), cap=6)
    known = Strategy({"bets": sizes.bets, "cap": sizes.cap}, b"")
    moves = (opened(MINE, 25), raised(OTHERS, 25))
    found = spot(view(*moves, facing=25), known, never)
    assert found.place is None
