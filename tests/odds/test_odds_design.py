"""Proposals against every table there is in a narrow room, and against published returns."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations_with_replacement

import pytest

from firmware.errors import RuleError
from firmware.games.joker_poker.hands import Hand
from firmware.odds.design import Design, percent_named, propose, rows_named
from firmware.odds.game import HANDS, JOKER_POKER
from firmware.odds.paytables import OddsTable
from firmware.odds.reduced import Reduced


@pytest.fixture(scope="module")
def engine() -> Reduced:
    return Reduced.of(JOKER_POKER)


def table(text: str) -> OddsTable:
    """Chips a chip from kings or better up to the natural royal."""
    rows = zip(HANDS[1:], map(int, text.split("/")), strict=True)
    return OddsTable("t", {hand: tuple(pay * n for n in range(1, 6)) for hand, pay in rows})


def quiet(done: int, of: int) -> None:
    """Progress for nobody."""


def asked(engine: Reduced, base: OddsTable, target: str, vary: str) -> Design:
    vary_rows = rows_named(vary, base, JOKER_POKER.names)
    return propose(engine, base, 5, percent_named(target), vary_rows, quiet)


def every(
    engine: Reduced, base: OddsTable, vary: list[Hand], low: int, high: int
) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """All values of `vary` (the lowest hand first) between two rows that stay."""
    for values in combinations_with_replacement(range(low, high + 1), len(vary)):
        pays = list(base.pays(5))
        for hand, value in zip(vary, values, strict=True):
            pays[HANDS.index(hand)] = 5 * value
        yield values, engine.rtp(pays, 5)


@pytest.mark.parametrize("target", ["94", "96.2", "99.99"])
def test_nothing_lies_nearer_than_the_first_proposal(engine: Reduced, target: str) -> None:
    base = table("1/1/2/4/5/6/8/50/100/200/1000")
    wanted = percent_named(target)
    vary = [Hand.FLUSH, Hand.FULL_HOUSE]
    nearest = min(abs(rtp - wanted) for _, rtp in every(engine, base, vary, 4, 8))
    first, *rest = asked(engine, base, target, "full_house,flush").proposals
    assert abs(first.rtp - wanted) == nearest
    assert [abs(each.rtp - wanted) for each in rest] == sorted(
        abs(each.rtp - wanted) for each in rest
    )


def test_nothing_lies_nearer_where_three_rows_move(engine: Reduced) -> None:
    base = table("1/1/2/3/5/6/6/6/100/200/1000")
    vary = [Hand.FLUSH, Hand.FULL_HOUSE, Hand.QUADS]
    tables = dict(every(engine, base, vary, 3, 6))
    wanted = percent_named("76")
    nearest = min(tables, key=lambda values: abs(tables[values] - wanted))
    first = asked(engine, base, "76", "flush,quads,full_house").proposals[0]
    assert tuple(first.rows[hand] for hand in vary) == nearest
    assert first.rtp == tables[nearest]


def test_one_row_is_proposed_on_either_side(engine: Reduced) -> None:
    base = table("1/1/2/3/5/7/17/50/100/200/1000")
    below, above = sorted(
        asked(engine, base, "98", "natural_royal").proposals, key=lambda each: each.rtp
    )
    assert below.rtp <= Fraction(98, 100) < above.rtp
    assert above.rows[Hand.NATURAL_ROYAL] == below.rows[Hand.NATURAL_ROYAL] + 1


def test_a_published_table_is_found_at_its_published_return(engine: Reduced) -> None:
    base = table("1/1/2/3/5/7/17/50/100/200/800")
    found = asked(engine, base, "100.6463", "quads")
    assert found.base == Fraction(669402166343, 682468486700)
    assert found.proposals[0].rows == {Hand.QUADS: 20}
    assert found.proposals[0].moved == {Hand.QUADS: 3}
    assert found.proposals[0].rtp == Fraction(412127554537, 409481092020)


def test_out_of_reach_the_ends_are_proposed(engine: Reduced) -> None:
    base = table("1/1/2/3/5/7/17/50/100/200/1000")
    assert [each.rows for each in asked(engine, base, "200", "flush").proposals] == [
        {Hand.FLUSH: 7}
    ]
    assert [each.rows for each in asked(engine, base, "5", "flush").proposals] == [{Hand.FLUSH: 3}]


def test_where_there_are_too_many_tables_those_about_the_first_are_tried(engine: Reduced) -> None:
    base = table("1/1/2/3/5/7/17/50/100/200/1000")
    vary = rows_named("natural_royal,five_of_a_kind", base, JOKER_POKER.names)
    found = propose(engine, base, 5, percent_named("98.6"), vary, quiet, most=20)
    assert not found.is_whole
    assert 20 <= found.returns < 30
    assert {each.rows[Hand.FIVE_OF_A_KIND] for each in found.proposals} <= set(range(190, 211))
    assert asked(engine, base, "98.6", "quads").is_whole


def test_a_table_out_of_order_is_refused(engine: Reduced) -> None:
    base = table("1/1/2/3/7/5/17/50/100/200/1000")
    with pytest.raises(RuleError, match="flush pays more than full_house"):
        asked(engine, base, "98", "quads")


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("full_hous", "--vary full_hous: did you mean 'full_house'"),
        ("nothing", "--vary nothing: "),
        ("flush,flush", "--vary flush,flush: flush stands there twice"),
        ("flush,quads,trips,straight", "at most 3 rows"),
    ],
)
def test_rows_that_cannot_be_varied_are_named(text: str, fault: str) -> None:
    with pytest.raises(RuleError, match=fault):
        rows_named(text, table("1/1/2/3/5/7/17/50/100/200/1000"), JOKER_POKER.names)


@pytest.mark.parametrize("text", ["", "x", "-97", "97,5", "1e2", "0", "201", "."])
def test_a_target_that_is_no_return_is_quoted(text: str) -> None:
    with pytest.raises(RuleError, match=f"--target {text}: a return"):
        percent_named(text)


def test_a_target_is_exact() -> None:
    assert percent_named("97.53%") == Fraction(9753, 10000)
