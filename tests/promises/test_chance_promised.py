"""RNG and RULE: what chance may depend on, and what the player can read. The table:
docs/promises.md."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from inspect import signature

import pytest
from cabinet_bench import KINGS, NOTHING, ROYAL, Bench
from places import PLACES

from firmware.cabinet.state import Page
from firmware.cards.card import Card, joker_deck
from firmware.cards.shuffle import FairShuffler, Shuffler, SystemSource
from firmware.events import DoorMoved, RulesAsked
from firmware.screens import samples
from firmware.screens.screen import scene_of
from firmware.screens.speech import speech
from firmware.screens.view import Trace
from firmware.words import Language

Place = Callable[[], Bench]


# --- chance ---------------------------------------------------------------------------------------


class Watched(FairShuffler):
    """Chance that notes which decks it is asked to shuffle."""

    def __init__(self) -> None:
        super().__init__(SystemSource())
        self.asked: list[tuple[Card, ...]] = []

    def shuffle(self, deck: Sequence[Card]) -> tuple[Card, ...]:
        self.asked.append(tuple(deck))
        return super().shuffle(deck)


@pytest.mark.parametrize(("credit", "chips"), [(1, 1), (50, 1), (50, 5), (9_999, 1), (9_999, 5)])
def test_rng_5_stake_and_credit_ask_chance_the_same_question(credit: int, chips: int) -> None:
    bench = Bench()
    bench.store.give(credit)
    bench.cut()
    bench.chance.fair = watched = Watched()
    bench.press("HOLD2", *["BET"] * chips)
    bench.press("DEAL", "DEAL")
    assert watched.asked == [joker_deck()]


@pytest.mark.parametrize("cards", [KINGS, NOTHING, ROYAL])
def test_rng_5_after_a_win_or_a_loss_the_question_is_the_same(cards: str) -> None:
    bench = Bench()
    bench.play(cards)
    bench.press("DEAL")
    bench.settle()
    if bench.phase == "win":
        bench.press("DEAL")
    bench.chance.fair = watched = Watched()
    bench.press("DEAL")
    assert watched.asked == [joker_deck()]


def test_rng_5_chance_is_told_the_deck_and_nothing_else() -> None:
    assert list(signature(Shuffler.shuffle).parameters) == ["self", "deck"]


# --- what the player can read ---------------------------------------------------------------------


@pytest.mark.parametrize("place", PLACES)
def test_rule_1_the_rules_open_in_any_state_with_and_without_credit(place: Place) -> None:
    bench = place()
    before = bench.state.balances
    bench.do(RulesAsked())
    bench.settle()
    assert (bench.state.saved.page is Page.RULES) is (place.__name__ != "rules")
    assert bench.state.balances == before


def said(name: str) -> str:
    """All lines of a picture, in English."""
    view = samples.sample(name, Language.EN)[0]
    scene = scene_of(view)(view, samples.NOW_S, Trace(), speech(Language.EN))
    texts = [word for each in scene.sprites for word in each.paint.args if isinstance(word, str)]
    return " ".join(texts)


@pytest.mark.parametrize("name", ["attract", "rules_4"])
def test_rule_1_amusement_only_is_said_in_attract_and_in_the_rules(name: str) -> None:
    assert "amusement only" in said(name)


@pytest.mark.parametrize(
    ("game", "leaves", "sentence"),
    [
        ("strip_rules", 4, "It never sees yours."),
        ("rules_cinque", 5, "never see yours."),
        ("rules", 4, "no win is planned."),
    ],
)
def test_rng_6_the_rules_say_what_an_opponent_sees(game: str, leaves: int, sentence: str) -> None:
    assert sentence in " ".join(said(f"{game}_{leaf}") for leaf in range(1, leaves + 1))


@pytest.mark.parametrize(("cards", "collects", "credit"), [(KINGS, True, 10), (NOTHING, False, 9)])
def test_rule_2_bet_hand_win_and_credit_stay_until_the_next_action(
    cards: str, collects: bool, credit: int
) -> None:
    bench = Bench()
    bench.play(cards)
    bench.press("DEAL")
    if collects:
        bench.press("DEAL")
    bench.settle()
    ended = bench.state.saved.joker
    assert ended.round is not None
    assert (ended.round.bet, ended.round.paid, bench.credit) == (1, int(collects), credit)
    bench.wait(80)
    assert bench.state.saved.joker == ended
    assert bench.state.dark_since_s is None


def test_rule_2_a_door_takes_nothing_of_it_away() -> None:
    bench = Bench()
    bench.play(NOTHING)
    bench.press("DEAL")
    bench.settle()
    ended = bench.state.saved.joker
    bench.do(DoorMoved(is_open=True))
    bench.do(DoorMoved(is_open=False))
    assert bench.state.saved.joker == ended
