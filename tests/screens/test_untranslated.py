"""No word on any screen stays in another language than the one that was asked for.

Every sample state is laid out in all three languages and what is written there is compared: a
sentence that two languages share was never translated. What a file, a ledger or a line on a wire
says of itself is quoted as it was told.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator

import pytest

from firmware.language import Language
from firmware.screens import samples
from firmware.screens.lettering import draw_line
from firmware.screens.screen import scene_of
from firmware.screens.speech import speech
from firmware.screens.view import Trace, View

pytestmark = pytest.mark.words

NAMES = {
    "Cabinato", "Cinque", "Contessa", "Joker", "Mani", "Ottavia", "Poker", "Strip",
    "Italiano", "English", "Русский",
}  # fmt: skip
"""Of games, of who sits opposite, of the languages; in any case."""

TECHNICAL = {
    "operator_raw",  # a raw line, in the words of its protocol
    "operator_screen_text",  # all letters, to see whether they are all there
}
"""States that show what is no language."""

MACHINES = (
    r"(?:coin|ssp):\S.*|LENOVO .*|Raspberry Pi .*|mmcblk0.*|nvme0n1.*|(?:[0-9a-f]{4} +)+[0-9a-f]+"
)
"""A unit by its identity, a computer and its disk by their makers' names, the head of the books."""

QUOTED = {
    "slot_unplugged": r".*/dev/serial/.*|.*port0|hw_config\.toml\.",
    "recall_unread": r"round 8817 is lost: .*",
    "events_unread": r".*: rows 9200 to 9231 are lost: .*",
    "refused_config": r"(?:coin|cabinet)\..*",
    "refused_config_many": r"(?:coin|cabinet)\..*",
    "refused_config_one": r".*TOML: Invalid value .*",
    "attract_strip_first": r"Hmm\.\.\. andante, non troppo\.",  # a singer says it so anywhere
    "refused_config_gone": r".*: No such file or directory",
}
"""What the machine or a file says of a fault, by state."""

COMMANDS = {"verify", "doctor", "check", "packs", "data", "paid"}
"""Of commands and files: what is typed or read there, not spoken."""

WORD = re.compile(r"[^\W\d_]{2,}")
INTERNATIONAL = {
    "HOLD", "DEAL", "BET", "DOUBLE",  # as the panel and the file call the keys
    "PIN", "USB", "UTC", "FAT", "exFAT", "TOML", "MQTT",
}  # fmt: skip
"""What is written so in Russian too."""


def strings(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case tuple():
            for each in value:
                yield from strings(each)
        case _:
            pass


@functools.cache
def view_of(name: str, language: Language) -> tuple[View, float]:
    return samples.sample(name, language)


@functools.cache
def texts(name: str, language: Language) -> frozenset[str]:
    """What stands on the picture: lines of letters, and what else has a space in it."""
    view, now_s = view_of(name, language)
    found = set()
    for sprite in scene_of(view)(view, now_s, Trace(), speech(language)).sprites:
        if sprite.paint.draw is draw_line:
            found.add(str(sprite.paint.args[0]))
        else:
            found |= {text for text in strings(sprite.paint.args) if re.search(r"[ \n]", text)}
    return frozenset(text for text in found if not text.startswith("<"))  # drawings


def told_by_the_machine(name: str) -> str:
    """Details of faults and of files, which are quoted."""
    view = view_of(name, Language.EN)[0]
    details = [fault.detail for fault in view.state.faults]
    return " ".join([*details, repr(view.refusal), repr(view.figures)])


def is_quoted(text: str, name: str) -> bool:
    return bool(
        text in told_by_the_machine(name)
        or re.fullmatch(MACHINES, text)
        or re.fullmatch(QUOTED.get(name, "(?!)"), text)
    )


def words_of(text: str) -> list[str]:
    """Its words without the names; what is put together with signs or figures is none."""
    plain = re.sub(r"«[^»]*»|\S*[\d_/@.=\[\]-]\S*(?<![.])", " ", text)
    return [word for word in WORD.findall(plain) if word.capitalize() not in NAMES]


@pytest.mark.parametrize(
    ("one", "other"),
    [(Language.IT, Language.EN), (Language.EN, Language.RU), (Language.IT, Language.RU)],
)
def test_no_sentence_is_the_same_in_two_languages(one: Language, other: Language) -> None:
    same = {
        (name, text)
        for name in set(samples.SAMPLES) - TECHNICAL
        for text in texts(name, one) & texts(name, other)
        if len(words_of(text)) >= 2 and not is_quoted(text, name)
    }
    assert same == set()


@pytest.mark.parametrize("language", [Language.IT, Language.EN])
def test_no_russian_word_stands_elsewhere(language: Language) -> None:
    found = {
        (name, text)
        for name in set(samples.SAMPLES) - TECHNICAL
        for text in texts(name, language)
        if re.search("[А-Яа-яЁё]", text) and text not in NAMES
    }
    assert found == set()


def test_no_latin_word_stands_in_russian() -> None:
    found = {
        (name, text)
        for name in set(samples.SAMPLES) - TECHNICAL
        for text in texts(name, Language.RU)
        for word in words_of(text)
        if re.search("[A-Za-z]", word) and word not in INTERNATIONAL | COMMANDS
        if not is_quoted(text, name)
    }
    assert found == set()
