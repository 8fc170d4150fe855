"""The catalogues say the same things in every language, and say them completely."""

from __future__ import annotations

import ast
import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.pofile import read_po

from firmware import catalogue as subject
from firmware import language as tongues
from firmware.assets import asset
from firmware.catalogue import Catalogue, CatalogueError, compile_all
from firmware.words import Language, Message

FIRMWARE = Path(subject.__file__).parent
SPACE = "\u00a0"

HEADER = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && \
(n%100<10 || n%100>=20) ? 1 : 2);\\n"

msgid "key.deal"
msgstr "СДАТЬ"

msgid "says.hello"
msgstr "{who}: {what}"

msgid "win.of_credits"
msgid_plural "win.of_credits"
msgstr[0] "{count} кредит"
msgstr[1] "{count} кредита"
msgstr[2] "{count} кредитов"
"""


@functools.cache
def entries(language: Language) -> Catalog:
    with asset("locale", language, "LC_MESSAGES", "cabinato.po").open("rb") as stream:
        return read_po(stream, locale=str(language), abort_invalid=True)


def named(language: Language) -> dict[str, Entry]:
    return {key_of(entry): entry for entry in entries(language) if entry.id}


def key_of(entry: Entry) -> str:
    return entry.id[0] if entry.pluralizable else str(entry.id)


def texts_of(entry: Entry) -> tuple[str, ...]:
    return tuple(entry.string) if entry.pluralizable else (str(entry.string),)


def places(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def literals(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def members(node: ast.AST) -> Iterator[str]:
    """The names in the body of a class, small: what `member.name.lower()` can be."""
    if isinstance(node, ast.ClassDef):
        for line in node.body:
            match line:
                case ast.Assign(targets=[ast.Name(id=name)]):
                    yield name.lower()
                case _:
                    pass


def put_together(node: ast.AST) -> Iterator[str]:
    """Patterns of the keys that f-strings such as `f"fault.{name}.what"` can make."""
    if isinstance(node, ast.JoinedStr):
        fixed = "".join(p.value for p in node.values if isinstance(p, ast.Constant))
        if re.fullmatch(r"[a-z_.]*[a-z_][a-z_.]*", fixed) and "." in fixed:
            yield "".join(
                re.escape(p.value) if isinstance(p, ast.Constant) else r"([\w.]+)"
                for p in node.values
            )


@dataclass
class Said:
    """What may be a key of a catalogue in the program's source and in its TOML data.

    Attributes:
        names: every string, and every name in the body of a class.
        shapes: patterns of the keys that are put together.
        messages: (file and line, key) of every `Message("key" ...)`.
    """

    names: set[str] = field(default_factory=set)
    shapes: set[str] = field(default_factory=set)
    messages: list[tuple[str, str]] = field(default_factory=list)


@functools.cache  # one walk: the source is long
def said() -> Said:
    found = Said()
    for path in asset().glob("*.toml"):
        found.names.update(re.findall(r'"([^"]*)"', path.read_text(encoding="utf-8")))
    for path in FIRMWARE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            found.names.update(literals(node), members(node))
            found.shapes.update(put_together(node))
            match node:
                case ast.Call(func=ast.Name(id="Message"), args=[ast.Constant(value=str(key)), *_]):
                    found.messages.append((f"{path.name}:{node.lineno}", key))
                case _:
                    pass
    return found


@pytest.fixture
def russian(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The path of a small catalogue of our own, found as the Russian one."""
    source = tmp_path / "locale" / "ru" / "LC_MESSAGES" / "cabinato.po"
    source.parent.mkdir(parents=True)
    source.write_text(HEADER, encoding="utf-8")
    monkeypatch.setattr(tongues, "asset", lambda *parts: tmp_path.joinpath(*parts))
    return source


# --- the shipped catalogues -------------------------------------------------------------------


@pytest.mark.parametrize("language", Language)
def test_every_language_has_the_same_keys(language: Language) -> None:
    assert set(named(language)) == set(named(Language.EN))


@pytest.mark.parametrize("language", Language)
def test_no_text_is_empty_or_unsure(language: Language) -> None:
    bad = [
        key
        for key, entry in named(language).items()
        if entry.fuzzy or not all(text.strip() for text in texts_of(entry))
    ]
    assert bad == []


@pytest.mark.parametrize("language", Language)
def test_apostrophes_are_set_as_in_print(language: Language) -> None:
    straight = [
        key
        for key, entry in named(language).items()
        if any("'" in text for text in texts_of(entry))
    ]
    assert straight == []


@pytest.mark.parametrize(("language", "forms"), [("it", 2), ("en", 2), ("ru", 3)])
def test_every_plural_has_the_forms_of_its_language(language: str, forms: int) -> None:
    assert entries(Language(language)).num_plurals == forms
    wrong = [
        key
        for key, entry in named(Language(language)).items()
        if entry.pluralizable and len(texts_of(entry)) != forms
    ]
    assert wrong == []


RUSSIAN_FORMS = {1: 0, 2: 1, 5: 2, 11: 2, 21: 0, 22: 1, 25: 2, 101: 0, 111: 2}
"""Count -> form: 1, 21, 101 кредит; 2, 22 кредита; 5, 11, 25, 111 кредитов."""


@pytest.mark.parametrize("count", RUSSIAN_FORMS)
def test_every_russian_plural_follows_the_rule(count: int) -> None:
    texts = Catalogue.load(Language.RU, strict=True)
    wrong = []
    for key, entry in named(Language.RU).items():
        if entry.pluralizable:
            form = texts_of(entry)[RUSSIAN_FORMS[count]]
            values = tuple((place, "x") for place in sorted(places(form) - {"count"}))
            said = texts.text(Message(key, values, count))
            if said != re.sub(r"\{(\w+)\}", lambda m: str(count) if m[1] == "count" else "x", form):
                wrong.append((key, said))
    assert wrong == []


AFTER_COUNT = re.compile(r"\{count\} ([а-яё]+)")
UNDECLINED = {"раньше", "за"}


def test_a_russian_noun_behind_its_number_is_declined() -> None:
    """21 кредит, 25 кредитов; in an oblique case (из 22 кредитов) the last two are one."""
    wrong = []
    for key, entry in named(Language.RU).items():
        nouns = [AFTER_COUNT.search(form) for form in texts_of(entry)]
        if entry.pluralizable and all(nouns):
            first, few, many = (noun[1] for noun in nouns if noun)
            if first in (few, many) and first not in UNDECLINED:
                wrong.append((key, first, few, many))
    assert wrong == []


@pytest.mark.parametrize("language", Language)
def test_the_same_places_are_filled_in_every_language(language: Language) -> None:
    english = named(Language.EN)
    wrong = [
        key
        for key, entry in named(language).items()
        if key in english
        and set().union(*map(places, texts_of(entry)))
        != set().union(*map(places, texts_of(english[key])))
    ]
    assert wrong == []


@pytest.mark.parametrize("language", Language)
def test_an_entry_has_plurals_in_every_language_or_in_none(language: Language) -> None:
    english = named(Language.EN)
    wrong = [
        key
        for key, entry in named(language).items()
        if key in english and entry.pluralizable != english[key].pluralizable
    ]
    assert wrong == []


def test_every_message_of_the_program_is_in_the_catalogue() -> None:
    known = named(Language.EN)
    assert [place for place in said().messages if place[1] not in known] == []


def test_no_entry_is_dead() -> None:
    names, shapes = said().names, [re.compile(shape) for shape in said().shapes]

    @functools.cache
    def is_said(key: str) -> bool:
        return (
            key in names
            or key.isdigit()
            or any(
                all(map(is_said, found.groups()))
                for shape in shapes
                if (found := shape.fullmatch(key))
            )
        )

    assert [key for key in named(Language.EN) if not is_said(key)] == []


# --- Catalogue --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "word"), [("it", "DISTRIBUIRE"), ("en", "DEAL"), ("ru", "СДАТЬ")]
)
def test_a_message_is_said_in_the_language_asked_for(language: str, word: str) -> None:
    assert Catalogue.load(Language(language), strict=True).text(Message("key.deal")) == word


@pytest.mark.usefixtures("russian")
@pytest.mark.parametrize(
    ("count", "words"),
    [
        (1, "1 кредит"),
        (2, "2 кредита"),
        (5, "5 кредитов"),
        (11, "11 кредитов"),
        (21, "21 кредит"),
        (1234, f"1{SPACE}234 кредита"),
    ],
)
def test_the_count_chooses_the_form(count: int, words: str) -> None:
    texts = Catalogue.load(Language.RU, strict=True)
    assert texts.text(Message("win.of_credits", count=count)) == words


@pytest.mark.usefixtures("russian")
def test_values_are_filled_in_and_messages_within_messages() -> None:
    inner = Message("win.of_credits", count=3)
    told = Catalogue.load(Language.RU, strict=True).text(
        Message("says.hello", (("who", "{what}"), ("what", inner)))
    )
    assert told == "{what}: 3 кредита"


@pytest.mark.usefixtures("russian")
@pytest.mark.parametrize(
    "message",
    [
        Message("no.such"),
        Message("says.hello", (("who", "x"),)),
        Message("key.deal", count=2),
    ],
    ids=["no entry", "no value", "no plurals"],
)
def test_strict_raises_for_what_is_missing(message: Message) -> None:
    with pytest.raises(CatalogueError):
        Catalogue.load(Language.RU, strict=True).text(message)


@pytest.mark.usefixtures("russian")
def test_a_player_sees_the_name_of_what_is_missing() -> None:
    texts = Catalogue.load(Language.RU)
    assert texts.text(Message("no.such")) == "no.such"
    assert texts.text(Message("says.hello", (("who", "x"),))) == "x: {what}"


@pytest.mark.usefixtures("russian")
def test_what_is_missing_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    texts = Catalogue.load(Language.RU)
    for _ in range(3):
        texts.text(Message("no.such"))
    assert [record.getMessage() for record in caplog.records] == ["no.such: no such text in ru"]


@pytest.mark.parametrize(
    ("language", "value", "written"),
    [
        ("en", 999, "999"),
        ("en", 1240, "1,240"),
        ("it", 1240, f"1{SPACE}240"),
        ("ru", 1234567, f"1{SPACE}234{SPACE}567"),
        ("it", -1000, f"-1{SPACE}000"),
        ("en", 0, "0"),
    ],
)
def test_thousands_are_parted(language: str, value: int, written: str) -> None:
    assert Catalogue.load(Language(language)).number(value) == written


@pytest.mark.parametrize(
    ("language", "minor", "written"),
    [
        ("it", 10, f"0,10{SPACE}€"),
        ("en", 10, "€0.10"),
        ("ru", 10, f"0,10{SPACE}€"),
        ("en", 123456, "€1,234.56"),
        ("it", 100000, f"1{SPACE}000,00{SPACE}€"),
        ("en", -5, "-€0.05"),
    ],
)
def test_an_amount_is_written_as_in_the_language(language: str, minor: int, written: str) -> None:
    assert Catalogue.load(Language(language)).money(minor, "€") == written


# --- compiled and not -------------------------------------------------------------------------


def test_a_compiled_catalogue_is_used_without_the_compiler(
    russian: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compile_all(russian.parents[2])
    monkeypatch.setattr(subject, "compile_catalogue", lambda _: pytest.fail("compiled again"))
    assert Catalogue.load(Language.RU).text(Message("key.deal")) == "СДАТЬ"


def test_a_stale_compiled_catalogue_is_not_believed(russian: Path) -> None:
    compile_all(russian.parents[2])
    russian.write_text(HEADER.replace("СДАТЬ", "ИГРАТЬ"), encoding="utf-8")
    assert Catalogue.load(Language.RU).text(Message("key.deal")) == "ИГРАТЬ"


def test_a_compiled_catalogue_needs_no_source(russian: Path) -> None:
    compile_all(russian.parents[2])
    russian.unlink()
    assert Catalogue.load(Language.RU).text(Message("key.deal")) == "СДАТЬ"


def test_no_catalogue_at_all_is_named(russian: Path) -> None:
    russian.unlink()
    with pytest.raises(CatalogueError, match=r"cabinato\.po: no such catalogue"):
        Catalogue.load(Language.RU)


BROKEN = pytest.mark.parametrize(
    "written", [b"", b"not a catalogue at all", b"\xde\x12\x04\x95" * 9]
)


@BROKEN
def test_a_broken_compiled_catalogue_is_named(russian: Path, written: bytes) -> None:
    russian.unlink()
    russian.with_suffix(".mo").write_bytes(written)
    with pytest.raises(CatalogueError, match=r"cabinato\.mo"):
        Catalogue.load(Language.RU)


@BROKEN
def test_a_broken_compiled_catalogue_gives_way_to_its_source(russian: Path, written: bytes) -> None:
    russian.with_suffix(".mo").write_bytes(written)
    assert Catalogue.load(Language.RU).text(Message("key.deal")) == "СДАТЬ"


def test_a_broken_source_is_named(russian: Path) -> None:
    russian.write_text("msgid\nwhat is this", encoding="utf-8")
    with pytest.raises(CatalogueError, match=r"cabinato\.po"):
        Catalogue.load(Language.RU)
