"""What is kept of the shipped pay tables is what the engine counts, and adds up."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path

import pytest

from firmware.assets import asset
from firmware.cards.card import joker_deck, parse_cards
from firmware.errors import OddsError, RuleError
from firmware.games.joker_poker.hands import Hand, evaluate
from firmware.games.joker_poker.paytable import PayTable
from firmware.games.joker_poker.paytable_file import load_pay_table
from firmware.odds import known
from firmware.odds.deal import choice, holds
from firmware.odds.game import HANDS, JOKER_POKER
from firmware.odds.known import dealt_counts, exact, kept_exact, kept_path, kept_text
from firmware.odds.reduced import Reduced

SHIPPED = [load_pay_table(path) for path in sorted(asset("paytables").glob("*.toml"))]
KINGS = load_pay_table(asset("paytables", "kings_or_better.toml"))
UNKNOWN = (0, 1, 1, 2, 3, 5, 7, 20, 50, 100, 200, 800)


@pytest.fixture(scope="module")
def engine() -> Reduced:
    return Reduced.of(JOKER_POKER)


def pays(table: PayTable, chips: int) -> tuple[int, ...]:
    return tuple(table.pays(hand, chips) for hand in HANDS)


def test_what_is_kept_is_what_the_engine_counts(engine: Reduced) -> None:
    asked = [pays(table, chips) for table in SHIPPED for chips in range(1, 6)]
    assert kept_path().read_text(encoding="utf-8") == kept_text(engine, asked)


@pytest.mark.parametrize("chips", range(1, 6))
def test_the_kept_return_is_the_one_in_the_pay_table(chips: int) -> None:
    found = kept_exact(pays(KINGS, chips), chips)
    assert found is not None
    assert found.analysis.rtp == KINGS.return_of(chips)


def test_a_table_that_is_not_kept_has_no_answer_at_once() -> None:
    assert kept_exact(UNKNOWN, 1) is None


def test_a_table_that_is_not_kept_is_computed() -> None:
    # The published return of this table for one bet unit.
    assert exact(UNKNOWN, 1).analysis.rtp == Fraction(412127554537, 409481092020)


def test_payments_that_cannot_be_counted_with_are_refused() -> None:
    with pytest.raises(RuleError, match="12 hands are paid, not 1"):
        kept_exact([1], 1)


def test_the_square_of_best_where_only_the_royal_pays(engine: Reduced) -> None:
    """Worked out by hand: a deal is worth most by the royal cards of one suit that it has."""
    found = engine.square_of_best((*[0] * 11, 1))
    unit = JOKER_POKER.draw_unit
    by_held: dict[int, int] = {}
    # Deals by the most royal cards of one suit, counted card by card: 4 suits of 5, 33 others.
    for suits in _splits(5, 4):
        others = 5 - sum(suits)
        if others < 0:
            continue
        ways = comb(33, others)
        for count in suits:
            ways *= comb(5, count)
        by_held[max(suits)] = by_held.get(max(suits), 0) + ways
    worth = {k: Fraction(unit, comb(48, 5 - k)) for k in range(1, 6)}
    # With none of a suit thrown away, holding nothing leaves every royal of the untouched suits.
    worth[0] = Fraction(4 * unit, comb(48, 5))
    expected = sum(deals * worth[most] ** 2 for most, deals in by_held.items() if most != 1)
    # One royal card of some suits: hold it, or throw all away and hope for the other suits.
    for touched in range(1, 5):
        deals = comb(4, touched) * 5**touched * comb(33, 5 - touched)
        best = max(worth[1], Fraction((4 - touched) * unit, comb(48, 5)))
        expected += deals * best**2
    assert found == expected


def _splits(most: int, suits: int) -> Iterator[tuple[int, ...]]:
    if suits == 0:
        yield ()
        return
    for count in range(most + 1):
        for rest in _splits(most - count, suits - 1):
            yield (count, *rest)


def test_dealt_hands_are_the_published_counts() -> None:
    published = (2307672, 262956, 123552, 137280, 20532, 7804, 6552, 3120, 180, 20, 13, 4)
    assert tuple(dealt_counts().values()) == published


@pytest.mark.parametrize("broken", ["", "[{}]", '[{"pays": 1}]', "[1]"])
def test_a_broken_file_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, broken: str
) -> None:
    (tmp_path / "kept.json").write_text(broken)
    monkeypatch.setattr(known, "kept_path", lambda: tmp_path / "kept.json")
    known._kept.cache_clear()
    try:
        with pytest.raises(OddsError, match=r"kept\.json cannot be read"):
            kept_exact(UNKNOWN, 1)
    finally:
        known._kept.cache_clear()


# --- one deal ---------------------------------------------------------------------------------

DEAL = parse_cards("KH KD JK 4C 2D")


@pytest.mark.parametrize("held", [(1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4, 5)])
def test_a_choice_is_worth_what_all_its_draws_bring(held: tuple[int, ...]) -> None:
    kept = [DEAL[at - 1] for at in held]
    rest = [card for card in joker_deck() if card not in DEAL]
    won = [
        KINGS.pays(evaluate((*kept, *drawn)).hand, 5) for drawn in combinations(rest, 5 - len(kept))
    ]
    mean = Fraction(sum(won), len(won))
    spread = Fraction(sum(chips * chips for chips in won), len(won)) - mean**2
    found = choice(DEAL, held, pays(KINGS, 5))
    unit = JOKER_POKER.draw_unit
    assert (Fraction(found.chosen, unit), Fraction(found.spread, unit**2)) == (mean, spread)


def test_the_best_of_a_choice_is_the_best_hold() -> None:
    found = choice(DEAL, (), pays(KINGS, 5))
    best = holds(DEAL, pays(KINGS, 5))[0].value
    assert Fraction(found.best, JOKER_POKER.draw_unit) == best


def test_a_choice_tells_what_was_dealt() -> None:
    assert choice(DEAL, (), pays(KINGS, 5)).made is Hand.TRIPS


def test_a_position_that_is_no_card_is_refused() -> None:
    with pytest.raises(ValueError, match=r"places 1 to 5, not in \(0, 6\)"):
        choice(DEAL, (0, 6), pays(KINGS, 5))
