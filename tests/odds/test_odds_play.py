"""Rounds by the million: every draw of a hold once, the best hold everywhere, the return."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest

from firmware.cards.card import Card, joker_deck, parse_cards
from firmware.cards.shuffle import FairShuffler, SeededSource, seeded_bytes
from firmware.games.joker_poker.hands import evaluate, proposal
from firmware.odds import play
from firmware.odds.deal import holds
from firmware.odds.game import HANDS, JOKER_POKER, Analysis
from firmware.odds.machine import play_machine, ruled_by
from firmware.odds.paytables import read_odds_table, shipped_table
from firmware.odds.play import Player
from firmware.odds.reduced import Reduced
from firmware.odds.sample import Sample
from firmware.odds.strategy import class_cards, followed, made_holds, ruled_hands

TABLE = read_odds_table(shipped_table(JOKER_POKER), JOKER_POKER)
PAYS = TABLE.pays(5)
DECK_OF_53 = joker_deck()


@pytest.fixture(scope="module")
def engine() -> Reduced:
    return Reduced.of(JOKER_POKER)


@pytest.fixture(scope="module")
def player(engine: Reduced) -> Player:
    return Player.of(engine.tables, engine.holds(PAYS)[0])


@pytest.fixture(scope="module")
def exact(engine: Reduced) -> Analysis:
    return engine.analyse(PAYS, 5)


def quiet(done: int, of: int) -> None:
    """Progress for nobody."""


def number(card: Card) -> int:
    """Ranks by fours in the order of the suits of `Suit`, the joker last."""
    if card.rank is None or card.suit is None:
        return 52
    return (card.rank - 2) * 4 + "SHDC".index(card.suit)


def deal_number(cards: tuple[Card, ...]) -> int:
    """Where five cards stand among the deals: after all deals that lack a higher card."""
    return sum(comb(card, nth) for nth, card in enumerate(sorted(map(number, cards)), start=1))


def held_cards(player: Player, cards: tuple[Card, ...]) -> set[int]:
    row = player.deals[deal_number(cards)].reshape(1).view(np.uint8)
    return {int(row[place]) for place in range(5) if row[5] >> place & 1}


DEALS = {
    0: "2S 5H 7D 9C JS",
    1: "JS QH 2H JK 3C",
    2: "KH KD 9S 4C 2H",
    3: "7H 7D 7S 4C 2H",
    4: "KH KD 9S 9C 2H",
    5: "KH KD 9S 9C JK",
}
"""By how many cards the best hold keeps."""


@pytest.mark.parametrize("held", DEALS)
def test_all_draws_of_a_hold_together_are_worth_what_the_hold_is(player: Player, held: int) -> None:
    cards = parse_cards(DEALS[held])
    best = holds(cards, PAYS)[0]
    assert len(best.positions) == held
    draws = np.arange(JOKER_POKER.draws(held)) * JOKER_POKER.chip_units[held]
    final = player.final(np.full(len(draws), deal_number(cards)), draws)
    assert Fraction(int(np.array(PAYS)[final].sum()), len(draws)) == best.value


def test_each_draw_is_one_hand_of_the_deck_that_is_left(player: Player) -> None:
    cards = parse_cards(DEALS[4])
    left = [card for card in FairShuffler(SeededSource(1)).shuffle(DECK_OF_53) if card not in cards]
    wanted = sorted(HANDS.index(evaluate((*cards[:4], card)).hand) for card in left)
    draws = np.arange(48) * JOKER_POKER.chip_units[4]
    final = player.final(np.full(48, deal_number(cards)), draws)
    assert sorted(final.tolist()) == wanted


def test_random_deals_are_held_at_their_best(player: Player) -> None:
    shuffler = FairShuffler(SeededSource(11))
    for _ in range(60):
        cards = shuffler.shuffle(DECK_OF_53)[:5]
        found = holds(cards, PAYS)
        kept = held_cards(player, cards)
        (taken,) = (
            hold for hold in found if {number(cards[at - 1]) for at in hold.positions} == kept
        )
        assert taken.value == found[0].value
        assert len(taken.positions) == len(found[0].positions)


def test_two_million_rounds_lie_in_the_band(player: Player, exact: Analysis) -> None:
    sample = Sample.of(player.play(2_000_000, 7, quiet), PAYS, 5)
    low, high = sample.interval(99, exact)
    assert low < float(exact.rtp) < high


def test_a_player_who_holds_nothing_leaves_the_band(engine: Reduced, exact: Analysis) -> None:
    hold = np.zeros(len(engine.tables.weight), np.uint8)
    sample = Sample.of(Player.of(engine.tables, hold).play(100_000, 7, quiet), PAYS, 5)
    assert sample.deviations(exact) < -10


def test_a_seed_gives_its_rounds_whatever_the_blocks(player: Player) -> None:
    told: list[tuple[int, int]] = []
    first = player.play(70_000, "a", lambda done, of: told.append((done, of)))
    assert sum(first) == 70_000
    assert told[-1] == (70_000, 70_000)
    assert player.play(70_000, "a", quiet) == first
    assert player.play(70_000, "b", quiet) != first


def test_numbers_above_the_last_multiple_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = 2**64 // JOKER_POKER.outcomes * JOKER_POKER.outcomes
    words = [whole, 2**64 - 1, whole - 1, 3 * JOKER_POKER.draw_unit + 4]
    given = b"".join(word.to_bytes(8, "little") for word in words)
    monkeypatch.setattr(play, "seeded_bytes", lambda seed, block, count: given)
    deal, draw = next(play._drawn(JOKER_POKER, 0))
    assert deal.tolist() == [JOKER_POKER.deals - 1, 3]
    assert draw.tolist() == [JOKER_POKER.draw_unit - 1, 4]


def test_blocks_follow_one_another(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def bytes_of(seed: int | str, block: int, count: int) -> bytes:
        asked.append(block)
        return seeded_bytes(seed, block, count)

    monkeypatch.setattr(play, "seeded_bytes", bytes_of)
    drawn = play._drawn(JOKER_POKER, 0)
    assert next(drawn)[0][:9].tolist() != next(drawn)[0][:9].tolist()
    assert asked == [0, 1]


# --- the machine's proposals ------------------------------------------------------------------


def test_what_the_machine_proposes_is_held_of_every_class(engine: Reduced) -> None:
    tables = engine.tables
    hold = made_holds(tables)
    for of_class in range(0, len(hold), 997):
        positions = proposal(class_cards(tables, of_class))
        assert int(hold[of_class]) == sum(1 << at - 1 for at in positions)


def test_what_the_machine_proposes_returns_three_quarters(engine: Reduced) -> None:
    # The same came of every deal by itself, its proposal asked of the rules and its draws summed.
    found = followed(engine, PAYS, 5, made_holds(engine.tables))
    assert found.rtp == Fraction(509641921689, 682468486700)


def test_the_rules_name_every_class_as_the_engine_does(engine: Reduced) -> None:
    assert (ruled_hands(engine.tables) == engine.tables.hand).all()


def test_best_play_followed_is_best_play(engine: Reduced, exact: Analysis) -> None:
    found = followed(engine, PAYS, 5, engine.holds(PAYS)[0])
    assert (found.rtp, found.counts, found.held) == (exact.rtp, exact.counts, exact.held)


def test_rounds_by_the_rules_lie_in_the_band_of_the_proposals(engine: Reduced) -> None:
    proposed = followed(engine, PAYS, 5, made_holds(engine.tables))
    sample = play_machine(ruled_by(TABLE), 5, 6_000, 1, quiet)
    low, high = sample.interval(99, proposed)
    assert low < float(proposed.rtp) < high


def test_the_credit_meter_moves_by_what_the_hands_pay() -> None:
    sample = play_machine(ruled_by(TABLE), 3, 500, 2, quiet)
    pays = TABLE.pays(3)
    assert sample.staked == 1500
    assert sample.paid == sum(pay * count for pay, count in zip(pays, sample.counts, strict=True))
    assert sample.paid > 0


def test_the_same_seed_plays_the_same_rounds_by_the_rules() -> None:
    rules = ruled_by(TABLE)
    assert play_machine(rules, 5, 300, "s", quiet) == play_machine(rules, 5, 300, "s", quiet)
    assert play_machine(rules, 5, 300, "s", quiet) != play_machine(rules, 5, 300, "t", quiet)
