"""Keyboard, mouse and touch press the same pins as fingers do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from blank_display import made

from firmware.app.hands import Hands
from firmware.app.script import Verb, parse_script
from firmware.app.story import Story
from firmware.assets import shipped_config
from firmware.config import Config, parse_config
from firmware.panel import Button
from firmware.screens import window


class Person:
    """Somebody at a keyboard or a screen of a cabinet in a story."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self.hands = Hands(story._running, story._world, story._clock)

    def does(self, *intents: window.Intent) -> None:
        for intent in intents:
            self.hands.follow(intent)
        self.plays("wait 1\nsettle")

    def plays(self, text: str) -> None:
        for step in parse_script(text, "person", has_seed=True):
            assert step.verb is not Verb.EXPECT
            self.story.play(step)

    def sees(self, name: str) -> object:
        return self.story.report()[name]


def with_all() -> Config:
    """The shipped configuration with a bill validator and a tilt switch."""
    text = shipped_config().read_text("utf-8")
    text = text.replace('driver = "none"', 'driver = "ssp"')
    return parse_config(text.replace("[panel.switches]", "[panel.switches]\ntilt = 2"))


@pytest.fixture
def rich(tmp_path: Path) -> Iterator[Person]:
    story = made(tmp_path, config=with_all())
    story.boot()
    yield Person(story)
    story.stop()


@pytest.fixture
def person(tmp_path: Path) -> Iterator[Person]:
    story = made(tmp_path)
    story.boot()
    yield Person(story)
    story.stop()


def press(button: Button) -> tuple[window.Intent, window.Intent]:
    return window.ButtonDown(button), window.ButtonUp(button)


def test_a_coin_key_drops_a_coin(person: Person) -> None:
    person.does(window.Coin(100))
    assert person.sees("credit") == 10


def test_a_note_key_feeds_a_note(rich: Person) -> None:
    rich.does(window.Note(500))
    assert rich.sees("credit") == 50


def test_a_note_key_without_a_validator_does_nothing(person: Person) -> None:
    person.does(window.Note(500), window.UnplugNote(), window.Tilt())
    assert (person.sees("credit"), person.sees("faults")) == (0, [])


def test_a_key_leans_the_cabinet_over(rich: Person) -> None:
    rich.does(window.Tilt())
    assert rich.sees("faults") == ["tilt"]
    rich.does(window.Tilt())  # it stands again, and the attendant's key is still to come
    assert rich.sees("faults") == ["tilt"]
    rich.plays("key operator on\nsettle\nkey operator off\nsettle")
    assert rich.sees("faults") == []


def test_a_key_pulls_the_validators_cable_alone(rich: Person) -> None:
    rich.does(window.UnplugNote())
    assert rich.sees("health") == {"coin": "ready", "note": "unplugged"}
    rich.does(window.UnplugNote())
    rich.plays("wait 12\nsettle")
    assert rich.sees("health") == {"coin": "ready", "note": "ready"}


def test_a_key_presses_its_button(person: Person) -> None:
    person.does(window.ButtonDown(Button.HOLD2))
    assert person.sees("mode") == "joker_poker"


@pytest.mark.parametrize("chips", [1, 3, 5])
def test_a_touched_column_is_the_bet(person: Person, chips: int) -> None:
    person.does(window.Coin(200))
    person.plays("press HOLD2\nsettle\npress BET\npress BET")
    person.does(window.ColumnTouch(chips))
    assert person.sees("chips") == chips


def test_a_column_that_the_credit_does_not_cover_is_no_bet(person: Person) -> None:
    person.does(window.Coin(20))
    person.plays("press HOLD2\nsettle\npress BET")
    person.does(window.ColumnTouch(3))
    assert person.sees("chips") == 1


def test_a_touched_card_toggles_its_hold(person: Person) -> None:
    person.does(window.Coin(100))
    person.plays("press HOLD2\nsettle\npress BET\ndeck 2H 5D 9S JC KD\npress DEAL\nsettle")
    person.does(window.CardTouch(Button.HOLD4))
    assert person.sees("held") == [4]
    person.does(window.CardTouch(Button.HOLD4))
    assert person.sees("held") == []


def test_a_touched_hidden_card_is_the_pick_and_the_dealers_is_none(person: Person) -> None:
    person.does(window.Coin(100))
    person.plays("press HOLD2\nsettle\npress BET\ndeck KH KD 9S 4C 2D 3H 7H 8C\npress DEAL")
    person.plays("settle\npress DEAL\nsettle\ndeck 5C 9H 2D 3S 4C\npress DOUBLE\nsettle")
    person.does(window.CardTouch(Button.HOLD1))
    assert person.sees("state") == "double"
    person.does(window.CardTouch(Button.HOLD2))
    assert person.sees("win") == 2


@pytest.mark.parametrize("button", [Button.HOLD1, Button.HOLD4, Button.HOLD5])
def test_a_touched_card_is_no_key_while_betting(person: Person, button: Button) -> None:
    person.does(window.Coin(100))
    person.plays("press HOLD2\nsettle\npress HOLD2\nsettle")
    person.does(window.CardTouch(button))
    seen = person.sees("mode"), person.sees("page"), person.sees("chip_value")
    assert seen == ("joker_poker", "", 2)


def test_escape_is_menu_where_it_is_lit(person: Person) -> None:
    person.does(*press(Button.HOLD2))
    person.does(window.MenuKey())
    assert person.sees("mode") == "menu"
    person.does(window.MenuKey())
    assert person.sees("mode") == "menu"


def test_f1_opens_the_rules_and_closes_them(person: Person) -> None:
    person.does(window.RulesKey())
    assert person.sees("page") == "rules"
    person.does(window.RulesKey())
    assert person.sees("page") == ""


def test_key_door_and_cable_move_there_and_back(person: Person) -> None:
    for intent, there in (
        (window.OperatorKey(), ("mode", "operator")),
        (window.Door(), ("mode", "fault")),
        (window.UnplugCoin(), ("faults", ["coin"])),
    ):
        before = person.sees(there[0])
        person.does(intent)
        assert person.sees(there[0]) == there[1]
        person.does(intent)
        person.plays("wait 12\nsettle")
        assert person.sees(there[0]) == before


def test_escape_twice_leaves_a_session_and_confirms_nothing_else(person: Person) -> None:
    person.does(window.Coin(100))
    person.plays("press HOLD1\nsettle\npress DEAL\nsettle")
    person.does(window.MenuKey())
    assert person.sees("mode") == "strip_poker"
    person.does(window.MenuKey())
    assert person.sees("mode") == "menu"
    person.plays("press HOLD1\nsettle\npress DEAL\nsettle")
    person.does(window.Coin(100))
    person.plays("press DEAL\nsettle\npress HOLD1")
    person.does(window.MenuKey())
    assert person.sees("state") == "b1_first"


# --- at the strip table -----------------------------------------------------------------------


def at_the_choice(person: Person) -> None:
    person.plays("coin 100\nsettle\npress HOLD1\nsettle")


def dealt(person: Person) -> None:
    at_the_choice(person)
    person.plays("press DEAL\nsettle\ndeck QH QC AS 8D 7H KD KS 9C 8H 7S\nanswers C X345")
    person.plays("press DEAL\nsettle")


def test_a_guest_and_the_deck_are_chosen_by_touch(person: Person) -> None:
    at_the_choice(person)
    person.does(window.CardTouch(Button.HOLD2), window.CardTouch(Button.HOLD4))
    assert person.sees("legends")["HOLD4"] == "MAZZO 52"  # type: ignore[index]  # a mapping
    person.plays("press DEAL\nsettle")
    assert person.sees("strip")["opponent"] == "club-notte/rocco"  # type: ignore[index]  # too


def test_the_menu_is_no_card_on_the_page_of_the_choice(person: Person) -> None:
    at_the_choice(person)
    person.does(window.CardTouch(Button.HOLD5))
    assert (person.sees("mode"), person.sees("state")) == ("strip_poker", "choose")


def test_a_touched_card_is_kept_or_goes(person: Person) -> None:
    dealt(person)
    person.does(window.CardTouch(Button.HOLD1))
    assert person.sees("state") == "b1_first"  # no card is asked for: nobody has folded
    person.plays("press BET\nsettle")
    assert person.sees("held") == [1, 2]
    person.does(window.CardTouch(Button.HOLD1), window.CardTouch(Button.HOLD5))
    assert person.sees("held") == [2, 5]


def test_what_is_no_pay_table_bets_nothing(person: Person) -> None:
    dealt(person)
    person.does(window.ColumnTouch(5))
    assert person.sees("strip")["pot"] == 10  # type: ignore[index]  # a mapping


def test_escape_is_dead_in_a_deal_and_asks_between_two(person: Person) -> None:
    dealt(person)
    person.does(window.MenuKey())
    person.does(window.MenuKey())
    assert person.sees("state") == "b1_first"
    person.plays("press HOLD1\npress HOLD1\nsettle")
    assert person.sees("state") == "between"
    person.hands.follow(window.MenuKey())
    person.plays("wait 0.5")
    assert person.sees("mode") == "strip_poker"
    person.hands.follow(window.MenuKey())
    person.plays("wait 0.5")
    assert person.sees("mode") == "menu"
