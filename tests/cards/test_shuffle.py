"""Sources, scaling, and what a shuffle may and may not do."""

import hashlib
import os
from collections import Counter
from collections.abc import Callable
from itertools import product

import pytest

from firmware.cards.card import joker_deck, parse_cards, standard_deck
from firmware.cards.shuffle import (
    FairShuffler,
    ScriptedShuffler,
    SeededSource,
    SystemSource,
    TopShuffler,
    below,
    seeded_bytes,
)
from firmware.errors import ChanceError, StoryError


class Fed:
    """A source that gives what it was fed and remembers the widths asked for."""

    def __init__(self, *draws: int) -> None:
        self.draws = list(draws)
        self.widths: list[int] = []

    def bits(self, count: int) -> int:
        self.widths.append(count)
        return self.draws.pop(0)


def test_draw_beyond_the_bound_is_drawn_again() -> None:
    source = Fed(7, 5, 4)
    assert below(source, 5) == 4
    assert source.widths == [3, 3, 3]


def test_bound_of_a_power_of_two_needs_no_spare_bit() -> None:
    source = Fed(7)
    assert below(source, 8) == 7
    assert source.widths == [3]


def test_nothing_is_below_zero() -> None:
    with pytest.raises(ValueError, match="below 0"):
        below(Fed(), 0)


def test_shuffle_follows_its_draws() -> None:
    # A 2 3 4: 4 <-> place 0, then 3 <-> place 2 (itself), then 2 <-> place 0
    cards = FairShuffler(Fed(0, 2, 0)).shuffle(parse_cards("AS 2S 3S 4S"))
    assert cards == parse_cards("2S 4S 3S AS")


def test_shuffle_keeps_the_cards_and_the_deck_given() -> None:
    deck = list(joker_deck())
    cards = FairShuffler(SeededSource(1)).shuffle(deck)
    assert sorted(map(str, cards)) == sorted(map(str, deck))
    assert tuple(deck) == joker_deck()


# --- sources ----------------------------------------------------------------------------------


def test_seeded_source_is_blake2b_in_counter_mode() -> None:
    key = hashlib.blake2b(b"9").digest()
    blocks = [hashlib.blake2b(counter, key=key).digest() for counter in (b"0", b"1")]
    source = SeededSource(9)
    drawn = b"".join(source.bits(8).to_bytes(1, "big") for _ in range(128))
    assert drawn == b"".join(blocks)


def test_bits_run_across_blocks() -> None:
    narrow, wide = SeededSource(3), SeededSource(3)
    high, low = narrow.bits(500), narrow.bits(500)
    assert wide.bits(1000) == (high << 500) | low


def test_seeds_differ() -> None:
    assert SeededSource(1).bits(64) != SeededSource(2).bits(64)


@pytest.mark.promise("RNG-1")
def test_two_system_sources_never_share_a_stream() -> None:
    assert SystemSource().bits(256) != SystemSource().bits(256)


def unreadable(count: int) -> bytes:
    raise OSError("no entropy device")


def stuck(count: int) -> bytes:
    return bytes(range(count))


@pytest.mark.parametrize(
    ("urandom", "fault"),
    [
        (unreadable, "random source failed: no entropy device"),
        (stuck, "random source is stuck"),
        (bytes, "random source is stuck"),
        (lambda count: b"ab", "random source gave 2 of 64 bytes"),
    ],
)
def test_failing_system_source_is_named(
    urandom: Callable[[int], bytes], fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "urandom", urandom)
    source = SystemSource()
    with pytest.raises(ChanceError, match=fault):
        source.bits(600)  # more than a block


def test_block_of_one_value_is_noticed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "urandom", bytes)
    with pytest.raises(ChanceError, match="random source is stuck"):
        SystemSource().bits(1)


# --- stories ----------------------------------------------------------------------------------


def test_fixed_cards_lie_on_top_in_their_order() -> None:
    shuffler = ScriptedShuffler(SeededSource(1))
    top = parse_cards("AH KH JK 2C")
    shuffler.fix_top(top)
    cards = shuffler.shuffle(joker_deck())
    assert cards[:4] == top
    assert set(cards) == set(joker_deck())
    assert len(cards) == 53


def test_rest_below_the_fixed_cards_is_shuffled() -> None:
    shuffler = ScriptedShuffler(SeededSource(1))
    shuffler.fix_top(parse_cards("AH"))
    rest = tuple(card for card in standard_deck() if str(card) != "AH")
    assert shuffler.shuffle(standard_deck())[1:] == FairShuffler(SeededSource(1)).shuffle(rest)


def test_only_the_next_deck_is_fixed() -> None:
    shuffler = ScriptedShuffler(SeededSource(1))
    shuffler.fix_top(parse_cards("AH KH QH JH TH"))
    shuffler.shuffle(joker_deck())
    assert shuffler.shuffle(joker_deck())[:5] != parse_cards("AH KH QH JH TH")


def test_card_that_is_not_in_the_deck_is_named_and_forgotten() -> None:
    shuffler = ScriptedShuffler(SeededSource(1))
    shuffler.fix_top(parse_cards("AH JK"))
    with pytest.raises(StoryError, match="the card JK is not in this deck of 52 cards"):
        shuffler.shuffle(standard_deck())
    assert len(shuffler.shuffle(standard_deck())) == 52


def test_card_fixed_twice_is_named() -> None:
    ace = parse_cards("AH")
    with pytest.raises(StoryError, match="AH stands twice"):
        ScriptedShuffler(SeededSource(1)).fix_top([*ace, *ace])


def test_top_shuffler_puts_fair_cards_on_top_only() -> None:
    # of A 2 3 4, two places: every ordered pair once for the 4 x 3 draws
    tops = Counter(
        TopShuffler(Fed(first, second), 2).shuffle(parse_cards("AS 2S 3S 4S"))[:2]
        for first, second in product(range(4), range(3))
    )
    assert len(tops) == 12
    assert set(tops.values()) == {1}


def test_top_shuffler_keeps_the_cards() -> None:
    cards = TopShuffler(SeededSource(1), 10).shuffle(joker_deck())
    assert sorted(map(str, cards)) == sorted(map(str, joker_deck()))


def test_seeded_bytes_are_shake_of_block_and_seed() -> None:
    assert seeded_bytes(9, 3, 40) == hashlib.shake_128(b"3 9").digest(40)
