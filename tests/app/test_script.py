"""Stories as text: every step read, every fault named with its line, several at once."""

from pathlib import Path

import pytest

from firmware.app.script import Step, Verb, parse_script, read_script
from firmware.cards.card import parse_cards
from firmware.errors import StoryError
from firmware.panel import Button
from firmware.words import Language


def read(text: str, *, has_seed: bool = True) -> tuple[Step, ...]:
    return parse_script(text, "a.story", has_seed=has_seed)


def faults(text: str, *, has_seed: bool = True) -> list[str]:
    with pytest.raises(StoryError) as caught:
        read(text, has_seed=has_seed)
    return str(caught.value).splitlines()


@pytest.mark.parametrize(
    ("line", "verb", "argument"),
    [
        ("coin 100", Verb.COIN, 100),
        ("coin 1", Verb.COIN, 1),
        ("note 500", Verb.NOTE, 500),
        ("press DEAL", Verb.PRESS, Button.DEAL),
        ("press hold3", Verb.PRESS, Button.HOLD3),
        ("hold 3", Verb.HOLD, Button.HOLD3),
        ("down DOUBLE", Verb.DOWN, Button.DOUBLE),
        ("up BET", Verb.UP, Button.BET),
        ("wait 2.5", Verb.WAIT, 2.5),
        ("wait 0", Verb.WAIT, 0.0),
        ("settle", Verb.SETTLE, None),
        ("key operator on", Verb.KEY, True),
        ("key operator off", Verb.KEY, False),
        ("door open", Verb.DOOR, True),
        ("door close", Verb.DOOR, False),
        ("tilt on", Verb.TILT, True),
        ("tilt off", Verb.TILT, False),
        ("unplug coin", Verb.UNPLUG, "coin"),
        ("plug coin", Verb.PLUG, "coin"),
        ("unplug note", Verb.UNPLUG, "note"),
        ("plug note", Verb.PLUG, "note"),
        ("lang ru", Verb.LANG, Language.RU),
        ("cut", Verb.CUT, None),
        ("crash", Verb.CRASH, None),
        ("deck AH JK", Verb.DECK, parse_cards("AH JK")),
        ("shot royal-win_2", Verb.SHOT, "royal-win_2"),
        ("expect credit 95", Verb.EXPECT, ("credit", "95")),
        ("expect meters.won 5000", Verb.EXPECT, ("meters.won", "5000")),
        ("expect page", Verb.EXPECT, ("page", "")),
        ("expect legends.BET UNA PUNTATA", Verb.EXPECT, ("legends.BET", "UNA PUNTATA")),
        ('expect legends.BET "UNA PUNTATA"', Verb.EXPECT, ("legends.BET", "UNA PUNTATA")),
        ("PRESS\tDEAL", Verb.PRESS, Button.DEAL),
        ("expect\tcredit   95", Verb.EXPECT, ("credit", "95")),
        ("key  operator   on", Verb.KEY, True),
    ],
)
def test_a_step(line: str, verb: Verb, argument: object) -> None:
    (step,) = read(line)
    assert (step.verb, step.argument) == (verb, argument)


def test_comments_and_empty_lines_keep_the_count() -> None:
    steps = read("# a story\n\n  coin 100   # one euro\n\nsettle\n")
    assert [(step.line, step.text) for step in steps] == [(3, "coin 100"), (5, "settle")]


def test_an_empty_story_is_one() -> None:
    assert read("# nothing happens\n") == ()


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("pres DEAL", ["unknown step 'pres'", "did you mean 'press'?"]),
        ("fly away", ["unknown step 'fly'", "allowed: coin, note, press, hold"]),
        ("press DEEL", ["unknown button 'DEEL'", "did you mean 'DEAL'?", "HOLD1"]),
        ("press", ["unknown button ''", "HOLD1"]),
        ("hold 6", ["'6' is no card place: 1 to 5"]),
        ("hold", ["'' is no card place: 1 to 5"]),
        ("coin 0", ["'0' is no coin", "1 to 1000000"]),
        ("coin -5", ["'-5' is no coin"]),
        ("coin 1.5", ["'1.5' is no coin"]),
        ("coin", ["'' is no coin"]),
        ("coin 1000001", ["'1000001' is no coin"]),
        ("wait", ["'' is no waiting time", "seconds from 0 to 604800"]),
        ("wait -1", ["'-1' is no waiting time"]),
        ("wait nan", ["'nan' is no waiting time"]),
        ("wait inf", ["'inf' is no waiting time"]),
        ("wait 604801", ["'604801' is no waiting time"]),
        ("wait long", ["'long' is no waiting time"]),
        ("settle down", ["'down' is one word too many"]),
        ("cut 2", ["'2' is one word too many"]),
        ("key on", ["'on'", "operator on, operator off"]),
        ("key operator", ["did you mean 'operator on'?"]),
        ("door shut", ["'shut'", "open, close"]),
        ("door opened", ["did you mean 'open'?"]),
        ("note five", ["'five' is no note"]),
        ("tilt over", ["'over'", "on, off"]),
        ("unplug cable", ["'cable'", "coin, note"]),
        ("lang de", ["'de'", "it, en, ru"]),
        ("deck", ["'deck' names the cards"]),
        ("deck AH XX", ["not a card: 'XX'"]),
        ("deck AH KH AH", ["AH stands twice"]),
        ("shot", ["'' is no picture name"]),
        ("shot ../up", ["'../up' is no picture name"]),
        ("expect", ["'expect' names a path of the report and a value"]),
        ('expect legends.BET "UNA', ["No closing quotation"]),
    ],
)
def test_a_fault_names_file_line_value_and_what_is_allowed(line: str, parts: list[str]) -> None:
    (fault,) = faults(f"settle\n{line}\n")
    assert fault.startswith("a.story:2: ")
    for part in parts:
        assert part in fault


def test_all_faults_at_once() -> None:
    found = faults("coin x\nsettle\npress Y\nboot\n")
    assert [fault.split(": ")[0] for fault in found] == ["a.story:1", "a.story:3", "a.story:4"]


def test_a_deck_needs_a_seed() -> None:
    (fault,) = faults("deck AH KH", has_seed=False)
    assert fault.startswith("a.story:1: 'deck' needs --seed")


def test_boot_follows_a_crash() -> None:
    (fault,) = faults("coin 100\nboot")
    assert fault.startswith("a.story:2: 'boot' follows a 'crash'")


@pytest.mark.parametrize(
    "step", ["press DEAL", "hold 1", "settle", "lang en", "shot x", "crash", "expect credit 1"]
)
def test_a_dead_cabinet_does_nothing(step: str) -> None:
    (fault,) = faults(f"crash\n{step}")
    assert fault.startswith("a.story:2: ")
    assert "needs a running cabinet" in fault


@pytest.mark.parametrize(
    "step",
    ["coin 100", "wait 1", "down DEAL", "up DEAL", "door open", "key operator on", "unplug coin"],
)
def test_the_world_goes_on_round_a_dead_cabinet(step: str) -> None:
    assert len(read(f"crash\n{step}\nboot")) == 3


def test_a_cut_brings_a_dead_cabinet_back() -> None:
    assert len(read("crash\ncut\npress DEAL")) == 3


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(StoryError, match=r"nowhere\.story: cannot be read: .*No such file"):
        read_script(tmp_path / "nowhere.story", has_seed=True)


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "picture.story"
    path.write_bytes(b"# a coin\ncoin 100\n\xff\xfe\x00")
    with pytest.raises(StoryError, match=r"picture\.story:3: not a text in UTF-8$"):
        read_script(path, has_seed=True)


def test_a_byte_order_mark_is_no_part_of_the_first_step(tmp_path: Path) -> None:
    path = tmp_path / "windows.story"
    path.write_bytes(b"\xef\xbb\xbfcoin 100\r\n")
    (step,) = read_script(path, has_seed=True)
    assert (step.verb, step.argument) == (Verb.COIN, 100)


def test_a_folder_is_no_story(tmp_path: Path) -> None:
    with pytest.raises(StoryError, match="cannot be read"):
        read_script(tmp_path, has_seed=True)


def test_the_shipped_stories_can_be_read() -> None:
    folder = Path(__file__).parents[1] / "stories"
    paths = sorted(folder.glob("*.story"))
    assert len(paths) > 10
    for path in paths:
        assert read_script(path, has_seed=True)
