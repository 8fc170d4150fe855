"""Stories as text: one step a line, read whole and checked before anything is played."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum, unique
from pathlib import Path

from firmware.cabinet.operator_menu.menu import Leaf
from firmware.cards.card import Card, parse_cards
from firmware.config import COIN_SLOT, NOTE_SLOT
from firmware.errors import StoryError
from firmware.facts import NOTHING, with_fact
from firmware.games.cinque_mani.notation import read_arrangement, write_arrangement
from firmware.games.cinque_mani.table import HANDS
from firmware.games.strip_poker.notation import read_answers
from firmware.operator.roles import DIGITS
from firmware.panel import HOLDS, Button
from firmware.suggestion import suggestion
from firmware.words import Language

LONGEST_WAIT_S = 7 * 24 * 3600.0


@unique
class Verb(StrEnum):
    """The steps of a story."""

    COIN = "coin"
    NOTE = "note"
    PRESS = "press"
    HOLD = "hold"
    DOWN = "down"
    UP = "up"
    WAIT = "wait"
    SETTLE = "settle"
    KEY = "key"
    DOOR = "door"
    TILT = "tilt"
    UNPLUG = "unplug"
    PLUG = "plug"
    LANG = "lang"
    PAGE = "page"
    PIN = "pin"
    FACTS = "facts"
    CUT = "cut"
    CRASH = "crash"
    BOOT = "boot"
    DECK = "deck"
    ANSWERS = "answers"
    LAYS = "lays"
    SHOT = "shot"
    EXPECT = "expect"


Argument = int | float | str | bool | Button | Language | tuple[Card, ...] | tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a story.

    Attributes:
        line: its number in the file, from 1.
        verb: what is done.
        argument: with what; of the type that belongs to the verb.
        text: the line as it stands.
    """

    line: int
    verb: Verb
    argument: Argument
    text: str


def read_script(path: Path, *, has_seed: bool) -> tuple[Step, ...]:
    """The steps of a story file.

    Args:
        path: the file, UTF-8 with or without a byte order mark.
        has_seed: whether chance is reproducible, which `deck` needs.

    Raises:
        StoryError: with a line for every fault: file, line, value, what is allowed.
    """
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise StoryError(f"{path}:{line}: not a text in UTF-8") from error
    except OSError as error:
        raise StoryError(f"{path}: cannot be read: {error.strerror}") from error
    return parse_script(text, str(path), has_seed=has_seed)


def parse_script(text: str, name: str, *, has_seed: bool) -> tuple[Step, ...]:
    """The steps of a story text; `name` stands before each fault. As `read_script`."""
    steps: list[Step] = []
    faults: list[str] = []
    for number, line in enumerate(text.splitlines(), start=1):
        words = line.split("#", 1)[0].strip()
        if not words:
            continue
        try:
            steps.append(_step(number, words))
        except ValueError as error:
            faults.append(f"{name}:{number}: {error}")
    faults += [f"{name}:{line}: {fault}" for line, fault in _order_faults(steps, has_seed)]
    if faults:
        raise StoryError("\n".join(faults))
    return tuple(steps)


_NEED_LIFE = {
    Verb.PRESS, Verb.HOLD, Verb.SETTLE, Verb.LANG, Verb.PAGE, Verb.PIN, Verb.CRASH, Verb.SHOT,
    Verb.EXPECT,
}  # fmt: skip


def _order_faults(steps: Iterable[Step], has_seed: bool) -> Iterable[tuple[int, str]]:
    """Steps that are right by themselves and stand where they cannot be played."""
    is_dead = False
    for step in steps:
        if step.verb in (Verb.DECK, Verb.ANSWERS, Verb.LAYS) and not has_seed:
            yield step.line, f"'{step.verb}' needs --seed: without it chance is not ours to fix"
        if step.verb is Verb.BOOT and not is_dead:
            yield step.line, "'boot' follows a 'crash'; 'cut' boots by itself"
        if is_dead and step.verb in _NEED_LIFE:
            yield step.line, f"'{step.verb}' needs a running cabinet: 'boot' it after the 'crash'"
        is_dead = step.verb is Verb.CRASH or (is_dead and step.verb not in (Verb.BOOT, Verb.CUT))


def _step(line: int, text: str) -> Step:
    word, rest = _parted(text)
    try:
        verb = Verb(word.lower())
    except ValueError:
        raise ValueError(f"unknown step '{word}' ({suggestion(word, Verb)})") from None
    return Step(line, verb, _ARGUMENTS[verb](rest), text)


def _parted(text: str) -> tuple[str, str]:
    """The first word, and what follows it after any white space."""
    words = text.split(maxsplit=1)
    return words[0] if words else "", words[1] if len(words) > 1 else ""


def _nothing(text: str) -> None:
    if text:
        raise ValueError(f"'{text}' is one word too many")


def _amount_of(what: str) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.isdecimal() or not 1 <= int(text) <= 1_000_000:
            raise ValueError(f"'{text}' is no {what}: a whole number of minor units, 1 to 1000000")
        return int(text)

    return read


def _button(text: str) -> Button:
    try:
        return Button(text.upper())
    except ValueError:
        raise ValueError(f"unknown button '{text}' ({suggestion(text, Button)})") from None


def _place(text: str) -> Button:
    if text not in {"1", "2", "3", "4", "5"}:
        raise ValueError(f"'{text}' is no card place: 1 to 5")
    return HOLDS[int(text) - 1]


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = -1.0
    if not 0 <= seconds <= LONGEST_WAIT_S:
        raise ValueError(f"'{text}' is no waiting time: seconds from 0 to {LONGEST_WAIT_S:.0f}")
    return seconds


def _one_of(*allowed: str) -> Callable[[str], str]:
    def read(text: str) -> str:
        if text.lower() not in allowed:
            raise ValueError(f"'{text}' is not known ({suggestion(text, allowed)})")
        return text.lower()

    return read


def _key(text: str) -> bool:
    return _one_of("operator on", "operator off")(" ".join(text.split())) == "operator on"


def _door(text: str) -> bool:
    return _one_of("open", "close")(text) == "open"


def _tilt(text: str) -> bool:
    return _one_of("on", "off")(text) == "on"


def _language(text: str) -> Language:
    return Language(_one_of(*Language)(text))


def _page(text: str) -> str:
    return _one_of("index", *Leaf)(text)


def _pin(text: str) -> str:
    if not text or set(text) - set(DIGITS):
        raise ValueError(f"'{text}' is no PIN: digits from 1 to 5")
    return text


def _cards(text: str) -> tuple[Card, ...]:
    cards = parse_cards(text)
    if not cards:
        raise ValueError("'deck' names the cards on top of the next deck, such as AH KH JK")
    return cards


def _answers(text: str) -> tuple[str, ...]:
    words = tuple(text.upper().split())
    if not words:
        raise ValueError(
            "'answers' names what the character does next: W wait, O10 open 10, R5 raise 5, "
            "C call, F fold, X345 change cards 3, 4 and 5"
        )
    read_answers(text.upper())
    return words


def _hands(text: str) -> tuple[str, ...]:
    try:
        words = tuple(write_arrangement(read_arrangement(word)) for word in text.upper().split())
    except ValueError as error:
        raise ValueError(f"{error}: {_LAYS}") from error
    if not words or any(len(word.split("/")) != HANDS for word in words):
        raise ValueError(_LAYS)
    return words


_LAYS = (
    "'lays' names what each of the computer's players lays in the next deal, five hands of five "
    "cards: lays 7S8D9CTHJS/..., a word for each player"
)


def _name(text: str) -> str:
    if not text or not all(sign.isalnum() or sign in "-_" for sign in text):
        raise ValueError(f"'{text}' is no picture name: letters, figures, - and _")
    return text


def _fact(text: str) -> tuple[str, str]:
    name, value = _parted(text)
    if not value:
        raise ValueError("'facts' names a fact and how it is now: facts temperature_c 85")
    with_fact(NOTHING, name, value)
    return name, value


def _expected(text: str) -> tuple[str, str]:
    path, value = _parted(text)
    if not path:
        raise ValueError("'expect' names a path of the report and a value: expect credit 95")
    if value.startswith(("'", '"')):
        try:
            value = " ".join(shlex.split(value))
        except ValueError as error:
            raise ValueError(f"{value}: {error}") from None
    return path, value


_ARGUMENTS: dict[Verb, Callable[[str], Argument]] = {
    Verb.COIN: _amount_of("coin"),
    Verb.NOTE: _amount_of("note"),
    Verb.PRESS: _button,
    Verb.HOLD: _place,
    Verb.DOWN: _button,
    Verb.UP: _button,
    Verb.WAIT: _seconds,
    Verb.SETTLE: _nothing,
    Verb.KEY: _key,
    Verb.DOOR: _door,
    Verb.TILT: _tilt,
    Verb.UNPLUG: _one_of(COIN_SLOT, NOTE_SLOT),
    Verb.PLUG: _one_of(COIN_SLOT, NOTE_SLOT),
    Verb.LANG: _language,
    Verb.PAGE: _page,
    Verb.PIN: _pin,
    Verb.FACTS: _fact,
    Verb.CUT: _nothing,
    Verb.CRASH: _nothing,
    Verb.BOOT: _nothing,
    Verb.DECK: _cards,
    Verb.ANSWERS: _answers,
    Verb.LAYS: _hands,
    Verb.SHOT: _name,
    Verb.EXPECT: _expected,
}
