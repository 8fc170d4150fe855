"""The shipped strategies: whole, small, and what they know of hands and trees."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware.assets import asset
from firmware.cards.card import parse_cards
from firmware.errors import StrategyError
from firmware.games.strip_poker.abstraction import (
    CALL,
    FOLD,
    PASS,
    Sizes,
    Step,
    StepKind,
    first_round,
    second_round,
)
from firmware.games.strip_poker.hands import Deck, FlushTie, Ranking
from firmware.games.strip_poker.strategy import MAGIC, WHOLE, Strategy, strategy

DECKS = (32, 52)
BET_1, BET_5 = Step(StepKind.BET, 1), Step(StepKind.BET, 5)


def shipped(deck: int) -> Path:
    return asset("strategies", f"strip_{deck}.cfr")


# --- the file ---------------------------------------------------------------------------------


def test_both_decks_fit_into_two_megabytes() -> None:
    assert sum(shipped(deck).stat().st_size for deck in DECKS) <= 2_000_000


@pytest.mark.parametrize("deck", DECKS)
def test_the_header_tells_what_it_is(deck: int) -> None:
    header = strategy(deck).header
    assert (header["deck"], header["game"]) == (deck, "strip-poker")
    assert header["exploitability"] <= 0.01
    opens, raises, _ = header["bets"]  # two raises
    assert min(len(opens), len(raises)) >= 3
    assert (header["before"], header["after"]) == (150, 60)


def test_a_deck_and_its_number_of_cards_have_one_strategy() -> None:
    assert strategy(Deck(32)) is strategy(32)


def test_a_damaged_strategy_is_refused(tmp_path: Path) -> None:
    raw = bytearray(shipped(32).read_bytes())
    raw[-1] ^= 1
    path = tmp_path / "x.cfr"
    path.write_bytes(raw)
    with pytest.raises(StrategyError, match=r"x\.cfr is damaged"):
        Strategy.load(path)


def test_another_format_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.cfr"
    head = b'{"format":9}'
    path.write_bytes(MAGIC + len(head).to_bytes(4, "big") + head)
    with pytest.raises(StrategyError, match="has format 9, not 2"):
        Strategy.load(path)


@pytest.mark.parametrize("raw", [b"", b"PK\x03\x04 something else", MAGIC + b"\0\0\0\4junk"])
def test_what_is_no_strategy_is_refused(tmp_path: Path, raw: bytes) -> None:
    path = tmp_path / "x.cfr"
    path.write_bytes(raw)
    with pytest.raises(StrategyError, match=r"x\.cfr"):
        Strategy.load(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(StrategyError, match=r"cannot read the strategy .*gone"):
        Strategy.load(tmp_path / "gone")


# --- shares -----------------------------------------------------------------------------------


@pytest.mark.parametrize("deck", DECKS)
def test_shares_add_up_everywhere(deck: int) -> None:
    solved = strategy(deck)
    for bucket in range(0, solved.before, 7):
        for place in range(len(solved.first.places)):
            assert sum(solved.shares_first(place, bucket)) == WHOLE
        for seat in (0, 1):
            assert sum(solved.shares_draw(seat, 3, bucket)) == WHOLE
    for way in (0, len(solved.first.ends) - 1):
        for place in range(len(solved.second(way).places)):
            for pair in (0, 21, 35):
                shares = solved.shares_second(way, place, pair, 30)
                assert sum(shares) == WHOLE
                assert min(shares) >= 0


# --- hands ------------------------------------------------------------------------------------


def test_of_four_to_a_flush_the_odd_card_goes() -> None:
    assert strategy(52).change(parse_cards("AS 9H KS 8S 2S"), 1) == (2,)


def test_of_a_pair_the_three_others_go() -> None:
    for deck in DECKS:
        assert strategy(deck).change(parse_cards("9S AH KD 9D 8C"), 3) == (2, 3, 5)


def test_nothing_goes_when_nothing_is_changed_and_all_when_five_are() -> None:
    hand = parse_cards("9S AH KD 9D 8C")
    assert strategy(32).change(hand, 0) == ()
    assert strategy(32).change(hand, 5) == (1, 2, 3, 4, 5)


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("count", range(6))
def test_better_hands_have_no_lower_bucket(deck: int, count: int) -> None:
    ladder = [
        "9S 8H QD KC JS",  # nothing
        "9S 9H QD KC JS",
        "AS AH QD KC JS",
        "9S 9H TD TC JS",
        "9S 9H 9D KC JS",
        "9S KH QD TC JS",
        "9S KS QS TS 8S",
        "9S 9H 9D KC KS",
        "9S 9H 9D 9C KS",
        "AS KS QS TS JS",
    ]
    solved, ranking = strategy(deck), Ranking(Deck(deck))
    buckets = [solved.bucket_after(parse_cards(hand), count, ranking) for hand in ladder]
    assert buckets == sorted(buckets)
    assert buckets[0] < buckets[2] < buckets[-1] <= 59
    standings = [solved.standing_after(count, bucket) for bucket in buckets]
    assert standings == sorted(standings)


@pytest.mark.parametrize("tie", list(FlushTie))
def test_a_flush_has_its_place_whatever_decides_between_flushes(tie: FlushTie) -> None:
    ranking = Ranking(Deck.SHORT, flush_tie=tie)
    buckets = {
        strategy(32).bucket_after(parse_cards(hand), 0, ranking)
        for hand in ("AS KS QS JS 9S", "AS TS 9S 8S KS")
    }
    assert len(buckets) == 1


def test_before_the_exchange_a_better_pair_stands_higher() -> None:
    solved = strategy(32)
    standings = [
        solved.standing_before(solved.bucket_before(parse_cards(hand)))
        for hand in ("7S 8H TD JC AS", "8S 8H TD JC AS", "AS AH TD JC 8S", "8S 8H 8D JC AS")
    ]
    assert standings == sorted(set(standings))


# --- trees ------------------------------------------------------------------------------------

SIZES = Sizes(((1, 5), (5,)), cap=8)


def steps(tree, path):
    return tree.places[tree.index(path)].steps


def test_the_first_may_wait_and_then_the_second_opens_or_goes_on() -> None:
    tree = first_round(SIZES)
    assert steps(tree, ()) == (PASS, BET_1, BET_5)
    assert steps(tree, (PASS,)) == (PASS, BET_1, BET_5)
    assert tree.places[tree.index((PASS,))].actor == 1


def test_in_the_second_round_showing_for_nothing_ends_it() -> None:
    tree = second_round(SIZES, 1)
    assert ((PASS,), 1) in tree.ends
    with pytest.raises(KeyError):
        tree.index((PASS,))


def test_after_the_last_raise_there_is_call_or_fold() -> None:
    assert steps(first_round(SIZES), (BET_1, BET_5)) == (CALL, FOLD)


def test_an_amount_is_cut_to_the_cap() -> None:
    assert steps(first_round(SIZES), (BET_5,)) == (CALL, FOLD, Step(StepKind.BET, 2))


def test_at_the_cap_nothing_is_bet() -> None:
    assert steps(second_round(SIZES, 8), ()) == (PASS,)


def test_nobody_folds_where_going_on_is_free() -> None:
    for tree in (first_round(SIZES), second_round(SIZES, 2)):
        for place in tree.places:
            assert (FOLD in place.steps) == (place.facing > 0)


def test_levels_add_up() -> None:
    ends = dict(first_round(SIZES).ends)
    assert ends[(PASS, BET_1, BET_5, CALL)] == 7
    assert ends[(PASS, PASS)] == 1


def test_what_a_usual_hand_needs_is_unpacked_beforehand(monkeypatch: pytest.MonkeyPatch) -> None:
    solved = Strategy.load(asset("strategies", "strip_32.cfr"))
    for _ in solved.unpacking():
        pass
    monkeypatch.setattr(Strategy, "part", lambda _, name: pytest.fail(f"unpacks {name}"))
    cards = parse_cards("AS KD QC 9H 8S")
    bucket = solved.bucket_before(cards)
    assert sum(solved.shares_first(0, bucket)) == WHOLE
    assert solved.shares_draw(0, 0, bucket)
    assert len(solved.change(cards, 2)) == 2
    waited = solved.first.ends[0][0]
    assert waited == (PASS, PASS)
    assert sum(solved.shares_second(0, 0, 0, 0)) == WHOLE
