"""What the screens tell besides the game: coins that do not come in, books, credits of a chip."""

from dataclasses import replace

import pytest

from firmware.cabinet.slides import shipped_slides
from firmware.ledger.meters import GAME, METERS
from firmware.money import Account
from firmware.screens import joker_samples, operator_books, samples
from firmware.screens.coin_notice import is_out, notice
from firmware.screens.hand_words import sheet
from firmware.screens.lettering import draw_line, draw_shaded
from firmware.screens.screen import scene_of
from firmware.screens.speech import speech
from firmware.screens.view import Trace, View
from firmware.words import Language

WORDS = speech(Language.EN)
OUT = "The coin slot is out of order: please call the staff."
FULL = "The credit is at its limit: the coin slot is closed."


def lines(view: View) -> list[str]:
    scene = scene_of(view)(view, samples.NOW_S, Trace(), WORDS)
    return [sprite.paint.args[0] for sprite in scene.sprites if sprite.paint.draw is draw_line]


def said(view: View) -> set[str]:
    return set(lines(view))


def english(name: str) -> View:
    return samples.sample(name, Language.EN)[0]


def test_a_player_without_credit_is_not_asked_for_coins_that_cannot_come_in():
    texts = said(english("no_credit_no_coins"))
    assert "COIN SLOT CLOSED" in texts
    assert "INSERT COINS" not in texts


def test_attract_does_not_ask_for_coins_that_cannot_come_in():
    texts = said(english("attract_no_coins"))
    assert "COIN SLOT CLOSED" in texts
    assert "INSERT COINS" not in texts


def test_a_player_with_credit_is_told_too():
    assert OUT in " ".join(lines(english("betting_no_coins")))


def test_nothing_is_said_while_coins_come_in():
    assert notice(english("betting"), WORDS) == ""


@pytest.mark.parametrize(("credit", "sentence"), [(9_980, ""), (9_981, FULL)])
def test_a_full_credit_is_told_from_the_first_credit_on(credit, sentence):
    view = samples.view_of(samples.table_state(joker_samples.BETTING, credit))
    assert notice(view, WORDS) == sentence


def test_a_cabinet_without_an_acceptor_calls_for_no_coins():
    view = english("no_credit")
    assert is_out(replace(view, setup=replace(view.setup, slots=())))


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("coins_out_notes_in", "Coins are not taken now; notes are."),
        ("notes_out_coins_in", "Notes are not taken now; coins are."),
    ],
)
def test_with_one_of_two_slots_out_the_other_is_named(name, sentence):
    assert sentence in said(english(name))
    assert not is_out(english(name))


@pytest.mark.parametrize(
    ("name", "asked"),
    [("coins_out_notes_in", "INSERT NOTES"), ("notes_out_coins_in", "INSERT COINS")],
)
def test_a_player_without_credit_is_asked_for_what_comes_in(name, asked):
    view = english(name)
    broke = replace(view.state, balances={})
    assert asked in said(replace(view, state=broke))


@pytest.mark.promise("SEC-4")
def test_the_operator_reads_every_meter():
    shown = operator_books.MONEY_METERS + operator_books.GAME_METERS
    assert sorted(shown) == sorted(METERS)
    assert sorted(operator_books.BLOCK_METERS) == sorted(GAME)


@pytest.mark.promise("RULE-1")
def test_the_pay_table_is_in_credits_of_the_chip_in_force():
    rows = dict(sheet(WORDS, samples.shipped_setup(), 20).rows)
    assert rows["Four of a kind"] == ("340", "680", "1,020", "1,360", "1,700")


def test_the_marquee_follows_the_chip():
    figures = [
        sprite.paint.args[0]
        for sprite in scene_sprites("dear_betting")
        if sprite.widget == "marquee" and sprite.paint.draw is draw_shaded
    ]
    assert "".join(figures) == "100,000"


def scene_sprites(name: str):
    view = english(name)
    return scene_of(view)(view, samples.NOW_S, Trace(), WORDS).sprites


@pytest.mark.promise("GAM-5")
def test_a_stake_stays_on_its_meter_until_all_cards_of_a_double_are_open():
    bets = [
        sprite.paint.args[0]
        for sprite in scene_sprites("reveal")
        if sprite.widget == "bet" and sprite.paint.draw is draw_line
    ]
    assert bets == ["BET", "85"]


@pytest.mark.parametrize("count", [6, 9, 10])
def test_many_doubles_are_shown_each_with_both_cards(count):
    view = english("history_long")
    played = view.state.history[0]
    doubles = (played.doubles * 2)[:count]
    state = replace(view.state, history=(replace(played, doubles=doubles),))
    scene = scene_of(view)(replace(view, state=state), samples.NOW_S, Trace(), WORDS)
    small = [sprite for sprite in scene.sprites if sprite.paint.args[2:] == (0.2,)]
    assert len(small) == 2 * count


PLAYED = [
    name
    for name in samples.SAMPLES
    if not english(name).state.operator_on and english(name).refusal is None
    if not english(name).state.is_free_play  # every slot is shut
]
SLIDES_S = [
    1 + sum(slide.seconds for slide in shipped_slides()[:index])
    for index in range(len(shipped_slides()))
]
"""A second after each slide of the attract loop came on."""


@pytest.mark.parametrize("since_s", SLIDES_S)
@pytest.mark.parametrize("name", PLAYED)
def test_a_coin_changes_the_picture_whatever_is_on(name, since_s):
    """Coins are taken in all these places: one that falls must be seen with the next frame."""
    view = english(name)
    begun_s = samples.NOW_S - since_s
    view = replace(view, state=replace(view.state, attract_since_s=begun_s))
    balances = {**view.state.balances, Account.CREDIT: view.state.credit + 10}
    richer = replace(view, state=replace(view.state, balances=balances))
    now_s = samples.NOW_S
    trace = replace(Trace().seen(view, now_s), place_since_s=now_s - since_s)
    pictures = [scene_of(each)(each, now_s, trace, WORDS).sprites for each in (view, richer)]
    assert pictures[0] != pictures[1]
