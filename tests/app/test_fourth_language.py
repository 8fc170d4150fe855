"""A fourth language is one file: German is laid into a folder, and the cabinet speaks it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from cabinet_bench import Bench

from firmware.assets import asset
from firmware.catalogue import Catalogue, CatalogueError, compile_all
from firmware.cli.main import run
from firmware.config import parse_config
from firmware.decimals import percent
from firmware.errors import ConfigError
from firmware.games.strip_poker.packs import built_in, load_pack
from firmware.language import FOLDERS, SHIPPED, Language
from firmware.screens import joker_samples, samples
from firmware.screens.lettering import draw_line
from firmware.screens.screen import scene_of
from firmware.screens.speech import speech
from firmware.screens.view import Trace
from firmware.stored import read_stored, stored_text
from firmware.words import Message

SPACE = "\N{NO-BREAK SPACE}"
TOLD_IN_GERMAN = {
    "Language: en": "Language: de",
    'msgid "language.name"\nmsgstr "English"': 'msgid "language.name"\nmsgstr "Deutsch"',
    'msgid "language.order"\nmsgstr "20"': 'msgid "language.order"\nmsgstr "40"',
    'msgid "format.number"\nmsgstr "1,234.5"': 'msgid "format.number"\nmsgstr "1.234,5"',
    'msgstr "{currency}{amount}"': 'msgstr "{amount} {currency}"',
    'msgstr "{number}%"': 'msgstr "{number} %"',
    'msgid "key.deal"\nmsgstr "DEAL"': 'msgid "key.deal"\nmsgstr "GEBEN"',
    'msgid "key.language"\nmsgstr "LANGUAGE"': 'msgid "key.language"\nmsgstr "SPRACHE"',
    'msgid "key.rules"\nmsgstr "RULES"\n\n': "",  # not translated
}


@pytest.fixture
def locale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a German catalogue, named to the program."""
    folder = tmp_path / "locale"
    source = folder / "de" / "LC_MESSAGES" / "cabinato.po"
    source.parent.mkdir(parents=True)
    text = asset("locale/en/LC_MESSAGES/cabinato.po").read_text(encoding="utf-8")
    for english, german in TOLD_IN_GERMAN.items():
        assert text.count(english) == 1, english
        text = text.replace(english, german)
    source.write_text(text, encoding="utf-8")
    compile_all(folder)
    monkeypatch.setenv(FOLDERS, str(folder))
    speech.cache_clear()
    yield folder
    speech.cache_clear()


@pytest.fixture
def german(locale: Path) -> Language:
    assert locale.exists()
    return Language("de")


def test_the_ring_takes_it_in_by_its_own_order(german: Language) -> None:
    assert list(Language) == [*SHIPPED, german]


def test_without_its_folder_it_is_not_there() -> None:
    assert list(Language) == list(SHIPPED)


def test_the_language_key_reaches_it_and_goes_on(german: Language) -> None:
    bench, seen = Bench(), []
    for _ in range(4):
        bench.press("HOLD4")
        seen.append(bench.state.saved.language)
    assert seen == ["en", "ru", german, "it"]


def test_the_panel_of_languages_lays_out_four(german: Language) -> None:
    view, now_s = samples.sample("menu", german)
    scene = scene_of(view)(view, now_s, Trace(), speech(german))
    shown = [
        sprite
        for sprite in scene.sprites
        if sprite.widget == "languages" and sprite.paint.draw is draw_line
    ]
    assert [sprite.paint.args[0] for sprite in shown] == [
        "Italiano", "English", "Русский", "Deutsch",
    ]  # fmt: skip
    baselines = [sprite.y for sprite in shown]
    assert all(after - before > 30 for before, after in pairwise(baselines))


@pytest.mark.usefixtures("locale")
def test_a_story_is_played_in_it(tmp_path: Path) -> None:
    story = tmp_path / "german.story"
    story.write_text(
        "lang de\ncoin 100\nsettle\npress HOLD2\nsettle\n"
        "press BET\nsettle\nexpect language de\nexpect legends.DEAL GEBEN\n"
        "press DEAL\nsettle\npress DEAL\nsettle\n"
        "cut\nsettle\nexpect language de\n",
        encoding="utf-8",
    )
    told = ["run", "--headless", "--script", str(story), "--data", str(tmp_path / "data")]
    assert run(told) == 0


def test_it_writes_numbers_as_its_head_says(german: Language) -> None:
    texts = Catalogue.load(german, strict=True)
    assert texts.number(1234567) == "1.234.567"
    assert texts.money(-123456, "€") == f"-1.234,56{SPACE}€"
    assert texts.decimal(4.9) == "4,9"
    assert percent(0.5, german) == f"50,00{SPACE}%"


def test_what_it_lacks_is_said_in_english(german: Language) -> None:
    assert Catalogue.load(german).text(Message("key.rules")) == "RULES"
    with pytest.raises(CatalogueError):
        Catalogue.load(german, strict=True).text(Message("key.rules"))


def test_one_that_cannot_be_read_speaks_english(
    locale: Path, german: Language, caplog: pytest.LogCaptureFixture
) -> None:
    source = locale / "de" / "LC_MESSAGES" / "cabinato.po"
    source.unlink()
    source.with_suffix(".mo").write_bytes(b"nothing of the kind")
    assert Catalogue.load(german).text(Message("key.deal")) == "DEAL"
    assert "English is spoken" in caplog.text


def test_it_is_there_compiled_only(locale: Path, german: Language) -> None:
    (locale / "de" / "LC_MESSAGES" / "cabinato.po").unlink()
    assert Catalogue.load(german).text(Message("key.deal")) == "GEBEN"
    assert german in Language


def config(language: str) -> str:
    text = asset("../hw_config.toml").read_text(encoding="utf-8")
    assert 'language = "it"' in text
    return text.replace('language = "it"', f'language = "{language}"')


def test_a_configuration_may_name_it(german: Language) -> None:
    assert parse_config(config("de")).cabinet.language is german


def test_one_that_is_not_there_is_refused_with_those_that_are() -> None:
    with pytest.raises(ConfigError, match='language = "fr": must be "it", "en" or "ru"'):
        parse_config(config("fr"))
    with pytest.raises(ValueError, match="'fr' is there; there are: it, en, ru"):
        Language("fr")


def test_characters_who_do_not_know_it_speak_english(german: Language) -> None:
    for who in load_pack(built_in()).characters:
        assert who.short[german] == who.short[Language.EN]
        assert who.lines[german] == who.lines[Language.EN]


def test_a_kept_language_that_was_taken_away_is_english() -> None:
    begin = samples.table_state(joker_samples.BETTING).saved
    kept = stored_text(begin).replace(f'"{begin.language}"', '"nl"')
    assert read_stored(type(begin), kept).language is Language.EN
